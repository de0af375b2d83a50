"""Order: is the main point first or built up to; where the head verb, the condition and the reason stand."""

import numpy as np

from profiles.voice import units
from profiles.voice.features.base import Count, Feature, hits, values
from profiles.voice.pieces import Pieces, Stream, runs, word_symbols
from profiles.voice.reading import Reading, Sentence, once

FAMILY = "order"
SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "csubj"})
CONDITIONS = frozenset({"if", "unless", "provided", "whether"})
REASONS = frozenset({"because", "since", "as", "so"})


def head_verb_place(text: Reading) -> Count:
    """Share of a sentence's words that stand before its head verb, 0 to 1, one a sentence of four words and more."""
    return values([(sum(i < s.root for i in s.words) / len(s.words), (s.start, s.end)) for s in text.body if len(s.words) > 3])


def words_before_subject(text: Reading) -> Count:
    """Words before the subject of the head verb, one a sentence that has a subject."""
    found = []
    for s in text.body:
        subject = subject_of(text, s)
        if subject is not None:
            found.append((sum(i < subject for i in s.words), (s.start, subject + 1)))
    return values(found)


def subject_of(text: Reading, sentence: Sentence) -> int | None:
    """Leftmost token of the phrase that is the subject of the sentence's head."""
    subject = next((i for i in sentence.words if text.head[i] == sentence.root and text.dep[i] in SUBJECTS), None)
    return None if subject is None else max(sentence.start, text.doc[subject].left_edge.i)


def fronted(text: Reading) -> Count:
    """Sentences with three words and more before the subject."""
    found, total = [], 0
    for s in text.body:
        subject = subject_of(text, s)
        if subject is not None:
            total += 1
            if sum(i < subject for i in s.words) >= 3:
                found.append((s.start, subject))
    return hits(found, total)


@once
def subordinate_clauses(text: Reading) -> tuple[tuple[int, int, bool], ...]:
    """(marker, clause head, stands before the head it hangs on) for each marked subordinate clause of the body."""
    found = []
    for i in text.words:
        if text.dep[i] in ("mark", "advmod") and text.tag[i] in ("IN", "WRB"):
            clause = text.head[i]
            if text.dep[clause] in ("advcl", "ccomp", "csubj") and text.head[clause] != clause:
                found.append((i, clause, clause < text.head[clause]))
    return tuple(found)


def condition_first(text: Reading) -> Count:
    """Conditions that stand before what they govern."""
    conditions = [(i, before) for i, _, before in subordinate_clauses(text) if text.lower[i] in CONDITIONS]
    return hits([(i, i + 1) for i, before in conditions if before], len(conditions))


def reason_first(text: Reading) -> Count:
    """Reasons that stand before what they explain."""
    reasons = [(i, before) for i, _, before in subordinate_clauses(text) if text.lower[i] in REASONS]
    return hits([(i, i + 1) for i, before in reasons if before], len(reasons))


def clause_first(text: Reading) -> Count:
    """Subordinate clauses that stand before their main clause."""
    clauses = subordinate_clauses(text)
    return hits([(i, i + 1) for i, _, before in clauses if before], len(clauses))


def question_place(text: Reading) -> Count:
    """Where the questions stand: 0 for the first sentence, 1 for the last."""
    last = len(text.body) - 1
    if last < 1:
        return None
    return values([(n / last, (s.start, s.end)) for n, s in enumerate(text.body) if text.lower[s.end - 1] == "?"])


def first_against_rest(text: Reading) -> Count:
    """Length of the first sentence of the body against the mean of the others, as a share of both."""
    return _against_rest(text, 0)


def last_against_rest(text: Reading) -> Count:
    """Length of the last sentence of the body against the mean of the others, as a share of both."""
    return _against_rest(text, -1)


def _against_rest(text: Reading, which: int) -> Count:
    if len(text.body) < 3:
        return None
    lengths = [len(s.words) for s in text.body]
    one = lengths.pop(which)
    rest = sum(lengths) / len(lengths)
    chosen = text.body[which]
    return values([(one / (one + rest), (chosen.start, chosen.end))])


def first_number(text: Reading) -> Count:
    """Where the first figure stands, as a share of the body's words passed before it."""
    for n, i in enumerate(text.words):
        if text.pos[i] == "NUM":
            return values([(n / len(text.words), (i, i + 1))])
    return None


FEATURES = (
    Feature("head_verb_place", FAMILY, "how far into a sentence its main verb stands", head_verb_place),
    Feature("words_before_subject", FAMILY, "words before the subject of a sentence", words_before_subject, units.WORDS),
    Feature("fronted", FAMILY, "sentences with three words and more before the subject", fronted),
    Feature("condition_first", FAMILY, "conditions put before what they govern", condition_first),
    Feature("reason_first", FAMILY, "reasons put before what they explain", reason_first),
    Feature("clause_first", FAMILY, "subordinate clauses put before the main clause", clause_first),
    Feature("question_place", FAMILY, "how far into the mail its questions stand", question_place),
    Feature("first_against_rest", FAMILY, "length of the first sentence against the others (50% is alike)", first_against_rest),
    Feature("last_against_rest", FAMILY, "length of the last sentence against the others (50% is alike)", last_against_rest),
    Feature("first_number", FAMILY, "how far into the mail the first figure stands", first_number),
)


def frames(text: Reading) -> Pieces:
    """One to three words in a row, small words as they are, content words as their word class, line ends as they are."""
    codes, middle = runs(word_symbols(text), 1, 3)
    return Pieces(codes, np.array([token.idx for token in text.doc])[middle] if len(middle) else middle)


STREAM = Stream("frames", FAMILY, "turns of phrase, content words left out", 14, frames)
