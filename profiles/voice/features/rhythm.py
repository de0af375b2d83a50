"""Rhythm: how long sentences run, how lengths follow each other, how clauses are stacked."""

from math import log
from statistics import mean, pstdev

from profiles.voice import units
from profiles.voice.features.base import Count, Feature, hits, values
from profiles.voice.reading import Reading, once

FAMILY = "rhythm"
SHORT, LONG = 6, 22
SUBORDINATE = frozenset({"advcl", "ccomp", "acl", "relcl", "csubj", "xcomp", "pcomp", "csubjpass"})
FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})


def sentence_length(text: Reading) -> Count:
    """Words a sentence."""
    return values([(len(s.words), (s.start, s.end)) for s in text.body])


def sentence_length_log(text: Reading) -> Count:
    """Natural logarithm of the words a sentence: very long sentences weigh less."""
    return values([(log(len(s.words)), (s.start, s.end)) for s in text.body])


def length_spread(text: Reading) -> Count:
    """Standard deviation of the log lengths of the sentences; None under three sentences."""
    if len(text.body) < 3:
        return None
    return values([(pstdev(log(len(s.words)) for s in text.body), (text.body[0].start, text.body[-1].end))])


def length_change(text: Reading) -> Count:
    """Absolute change of log length from one sentence to the next."""
    lengths = [log(len(s.words)) for s in text.body]
    return values([(abs(lengths[i] - lengths[i - 1]), (text.body[i].start, text.body[i].end)) for i in range(1, len(lengths))])


def longest_sentence(text: Reading) -> Count:
    """Words of the longest sentence."""
    longest = max(text.body, key=lambda s: len(s.words), default=None)
    return values([(len(longest.words), (longest.start, longest.end))]) if longest else None


def short_sentences(text: Reading) -> Count:
    """Sentences of at most six words."""
    return hits([(s.start, s.end) for s in text.body if len(s.words) <= SHORT], len(text.body))


def long_sentences(text: Reading) -> Count:
    """Sentences of 22 words and more."""
    return hits([(s.start, s.end) for s in text.body if len(s.words) >= LONG], len(text.body))


def _runs(text: Reading, fits) -> Count:
    marks = [fits(len(s.words)) for s in text.body]
    places = [(text.body[i - 1].start, text.body[i].end) for i in range(1, len(marks)) if marks[i] and marks[i - 1]]
    return hits(places, len(marks) - 1) if len(marks) > 1 else None


def short_runs(text: Reading) -> Count:
    """Short sentences that follow a short one."""
    return _runs(text, lambda n: n <= SHORT)


def long_runs(text: Reading) -> Count:
    """Long sentences that follow a long one."""
    return _runs(text, lambda n: n >= LONG)


@once
def finite_verbs(text: Reading) -> tuple[int, ...]:
    """Positions of the verbs that carry a tense, a modal counted instead of the verb it helps."""
    return tuple(i for i in text.words if text.tag[i] in FINITE)


def clauses(text: Reading) -> Count:
    """Verbs with a tense a sentence."""
    verbs = finite_verbs(text)
    return values([(sum(s.start <= i < s.end for i in verbs), (s.start, s.end)) for s in text.body])


def fragments(text: Reading) -> Count:
    """Sentences without a verb that carries a tense and without an instruction."""
    return hits(
        [(s.start, s.end) for s in text.body if not any(text.tag[i] in FINITE or text.tag[i] == "VB" for i in s.words)],
        len(text.body),
    )


def subordination(text: Reading) -> Count:
    """Words that head a subordinate clause, out of all verbs."""
    verbs = sum(text.pos[i] in ("VERB", "AUX") for i in text.words)
    return hits([(i, i + 1) for i in text.words if text.dep[i] in SUBORDINATE], verbs)


def relative_clauses(text: Reading) -> Count:
    """Relative clauses and participles that describe a noun, a word."""
    return hits([(i, i + 1) for i in text.words if text.dep[i] in ("relcl", "acl")], len(text.words))


def complements(text: Reading) -> Count:
    """Clauses that complete a verb ("I think that …"), a word."""
    return hits([(i, i + 1) for i in text.words if text.dep[i] in ("ccomp", "xcomp")], len(text.words))


def adverbial_clauses(text: Reading) -> Count:
    """Clauses of condition, reason, time, a word."""
    return hits([(i, i + 1) for i in text.words if text.dep[i] == "advcl"], len(text.words))


def coordination(text: Reading) -> Count:
    """Words joined to another by "and", "or", "but", a word."""
    return hits([(i, i + 1) for i in text.words if text.dep[i] == "conj"], len(text.words))


@once
def depths(text: Reading) -> tuple[int, ...]:
    """Steps from each token of the text up to its sentence's head."""
    known: dict[int, int] = {}
    for start in range(len(text.head)):
        chain, i = [], start
        while i not in known and text.head[i] != i:
            chain.append(i)
            i = text.head[i]
        depth = known.setdefault(i, 0)
        for j in reversed(chain):
            depth += 1
            known[j] = depth
    return tuple(known[i] for i in range(len(text.head)))


def depth(text: Reading) -> Count:
    """Deepest nesting of each sentence, in steps from its head."""
    steps = depths(text)
    return values([(max(steps[i] for i in s.words) - steps[s.root], (s.start, s.end)) for s in text.body])


def word_length(text: Reading) -> Count:
    """Letters a word, as one mean over the body."""
    lengths = [len(text.lower[i]) for i in text.words]
    return values([(mean(lengths), (text.words[0], text.words[-1] + 1))]) if lengths else None


def passives(text: Reading) -> Count:
    """Passive verbs out of all verbs with a tense."""
    return hits([(i, i + 1) for i in text.words if text.dep[i] == "auxpass"], len(finite_verbs(text)))


def past_tense(text: Reading) -> Count:
    """Past tense out of all verbs with a tense."""
    return hits([(i, i + 1) for i in finite_verbs(text) if text.tag[i] == "VBD"], len(finite_verbs(text)))


def modals(text: Reading) -> Count:
    """Modals ("would", "can", "will") out of all verbs with a tense."""
    return hits([(i, i + 1) for i in finite_verbs(text) if text.tag[i] == "MD"], len(finite_verbs(text)))


FEATURES = (
    Feature("sentence_length", FAMILY, "words a sentence", sentence_length, units.WORDS),
    Feature(
        "sentence_length_log", FAMILY, "typical sentence length (long ones weigh less)", sentence_length_log, units.LOG_WORDS
    ),
    Feature("length_spread", FAMILY, "how much sentence lengths vary", length_spread, units.NUMBER),
    Feature("length_change", FAMILY, "how much length changes from one sentence to the next", length_change, units.NUMBER),
    Feature("longest_sentence", FAMILY, "words of the longest sentence", longest_sentence, units.WORDS),
    Feature("short_sentences", FAMILY, "sentences of at most six words", short_sentences),
    Feature("long_sentences", FAMILY, "sentences of 22 words and more", long_sentences),
    Feature("short_runs", FAMILY, "short sentences in a row", short_runs),
    Feature("long_runs", FAMILY, "long sentences in a row", long_runs),
    Feature("clauses", FAMILY, "verbs with a tense a sentence", clauses, units.NUMBER),
    Feature("fragments", FAMILY, "sentences without a verb", fragments),
    Feature("subordination", FAMILY, "verbs in subordinate clauses", subordination),
    Feature("relative_clauses", FAMILY, "relative clauses", relative_clauses, units.PER_WORD),
    Feature("complements", FAMILY, "clauses that complete a verb", complements, units.PER_WORD),
    Feature("adverbial_clauses", FAMILY, "clauses of condition, reason or time", adverbial_clauses, units.PER_WORD),
    Feature("coordination", FAMILY, "words joined with “and”, “or”, “but”", coordination, units.PER_WORD),
    Feature("depth", FAMILY, "how deep sentences nest", depth, units.NUMBER),
    Feature("word_length", FAMILY, "letters a word", word_length, units.NUMBER),
    Feature("passives", FAMILY, "verbs in the passive", passives),
    Feature("past_tense", FAMILY, "verbs in the past tense", past_tense),
    Feature("modals", FAMILY, "verbs that are modals (“would”, “can”, “will”)", modals),
)
