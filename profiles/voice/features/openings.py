"""How sentences open: what kind of word or move starts them."""

from functools import partial

import numpy as np

from profiles.voice import units
from profiles.voice.features.base import Count, Feature, hits
from profiles.voice.lexicon import ANSWERS, COURTESIES, JOINERS, POINTERS, QUESTION_WORDS, SUBORDINATORS
from profiles.voice.pieces import Codes, Pieces, Stream, mix, word_symbols
from profiles.voice.reading import Reading, Sentence, once

FAMILY = "openings"


@once
def openers(text: Reading) -> tuple[str, ...]:
    """The kind of opening of each sentence of the body, as one word each."""
    return tuple(_kind(text, sentence) for sentence in text.body)


def _kind(text: Reading, sentence: Sentence) -> str:
    first = sentence.words[0]
    word, tag = text.lower[first], text.tag[first]
    following = text.lower[sentence.words[1]] if len(sentence.words) > 1 else ""
    if word in ANSWERS:
        return "answer"
    if word in COURTESIES:
        return "courtesy"
    if word in JOINERS:
        return "joiner"
    if word in QUESTION_WORDS and (text.lower[sentence.end - 1] == "?" or word not in SUBORDINATORS):
        return "question_word"
    if word in SUBORDINATORS and text.pos[first] != "ADP":
        return "subordinate"
    if word == "i":
        return "i"
    if word == "we":
        return "we"
    if word in ("you", "your"):
        return "you"
    if word == "there" and following in ("is", "are", "was", "'s", "were", "may", "will"):
        return "there"
    if word in POINTERS:
        return "pointer"
    return _kind_by_tag(tag)


def _kind_by_tag(tag: str) -> str:
    if tag in ("VB", "VBP"):
        return "verb"
    if tag in ("MD", "VBD", "VBZ"):
        return "auxiliary"
    if tag in ("VBG", "VBN"):
        return "participle"
    if tag in ("IN", "TO"):
        return "preposition"
    if tag.startswith("RB"):
        return "adverb"
    if tag in ("DT", "PDT", "PRP$"):
        return "determiner"
    if tag.startswith("NNP"):
        return "name"
    return "noun" if tag.startswith(("NN", "JJ", "CD")) else "other"


def _opens(kind: str, text: Reading) -> Count:
    places = [(s.words[0], s.words[0] + 1) for s, found in zip(text.body, openers(text), strict=True) if found == kind]
    return hits(places, len(text.body))


def first_opener(kinds: frozenset[str], text: Reading) -> Count:
    """Whether the first sentence after the greeting opens with one of these kinds."""
    if not text.body:
        return None
    first = text.body[0].words[0]
    return hits([(first, first + 1)] if openers(text)[0] in kinds else [], 1)


def lower_case_starts(text: Reading) -> Count:
    """Sentences whose first word starts with a small letter."""
    places = [(s.words[0], s.words[0] + 1) for s in text.body if text.doc[s.words[0]].text[0].islower()]
    return hits(places, len(text.body))


def same_opener_again(text: Reading) -> Count:
    """Sentences that open with the same kind of word as the one before."""
    kinds = openers(text)
    places = [(text.body[i].words[0], text.body[i].words[0] + 1) for i in range(1, len(kinds)) if kinds[i] == kinds[i - 1]]
    return hits(places, len(kinds) - 1) if len(kinds) > 1 else None


SAYS = {
    "i": "sentences that open with “I”",
    "we": "sentences that open with “we”",
    "you": "sentences that open with “you”",
    "pointer": "sentences that open with “this”, “that” or “it”",
    "there": "sentences that open with “there is”",
    "joiner": "sentences that open with “and”, “but” or “so”",
    "subordinate": "sentences that open with a condition or reason (“if”, “since”, “as”)",
    "preposition": "sentences that open with a preposition (“for”, “in”, “on”)",
    "adverb": "sentences that open with an adverb (“however”, “just”)",
    "question_word": "sentences that open with a question word",
    "auxiliary": "sentences that open with an auxiliary (“do”, “can”, “is”)",
    "verb": "sentences that open with a bare verb, as an instruction does",
    "participle": "sentences that open with a participle (“looking”, “given”)",
    "answer": "sentences that open with an answer (“yes”, “no”, “sure”)",
    "courtesy": "sentences that open with thanks, sorry or please",
    "determiner": "sentences that open with “the”, “a” or “my”",
    "name": "sentences that open with a name",
    "noun": "sentences that open with a bare noun, adjective or number",
}

FEATURES = (
    *(Feature(f"opens_{kind}", FAMILY, says, partial(_opens, kind)) for kind, says in SAYS.items()),
    Feature(
        "first_opens_self",
        FAMILY,
        "mails whose first sentence opens with “I” or “we”",
        partial(first_opener, frozenset({"i", "we"})),
        units.MAILS,
    ),
    Feature(
        "first_opens_courtesy",
        FAMILY,
        "mails whose first sentence opens with thanks, sorry or an answer",
        partial(first_opener, frozenset({"courtesy", "answer"})),
        units.MAILS,
    ),
    Feature(
        "first_opens_question",
        FAMILY,
        "mails whose first sentence opens like a question",
        partial(first_opener, frozenset({"question_word", "auxiliary"})),
        units.MAILS,
    ),
    Feature("opens_lower_case", FAMILY, "sentences that start with a small letter", lower_case_starts),
    Feature("opens_same_again", FAMILY, "sentences that open like the one before", same_opener_again),
)


def edges(text: Reading) -> Pieces:
    """How sentences begin and end: the first one, two and three words, the last one and two, the first word with the last mark;
    and the first and last three signs of the whole mail, greeting and closing included. Content words count as their word class.
    """
    if not text.body:
        return Pieces(np.zeros(0, np.uint64), np.zeros(0, np.int64))
    symbols = word_symbols(text)
    first, last = [], []
    for s in text.body:
        first.append([symbols[s.words[i]] if i < len(s.words) else 0 for i in range(3)])
        ends = text.lower[s.end - 1] if not text.is_word[s.end - 1] else ""
        mark = text.doc.vocab.strings.add(ends.strip() or " ")
        last.append([symbols[s.words[-1]], symbols[s.words[-2]] if len(s.words) > 1 else 0, mark])
    one, two, three = np.array(first, np.uint64).T
    final, before, mark = np.array(last, np.uint64).T
    opening = [_join(1, one), _join(2, one, two), _join(3, one, two, three), _join(4, one, mark)]
    ending = [_join(5, final), _join(6, before, final)]
    start = np.array([text.doc[s.words[0]].idx for s in text.body])
    end = np.array([text.doc[s.words[-1]].idx for s in text.body])
    codes, at = [*opening, *ending], [start] * 4 + [end] * 2
    tokens = [i for i, pos in enumerate(text.pos) if pos != "SPACE"]
    head, tail = tokens[:3], tokens[:-4:-1]
    for kind, ends in ((7, head), (10, tail)):
        whole = np.array([[symbols[i]] for i in ends], np.uint64)
        codes += [_join(kind + n, *whole[: n + 1]) for n in range(len(ends))]
        at += [np.array([text.doc[ends[n]].idx]) for n in range(len(ends))]
    return Pieces(np.concatenate(codes), np.concatenate(at))


def _join(kind: int, *columns: Codes) -> Codes:
    codes = np.full(len(columns[0]), kind, np.uint64)
    for column in columns:
        codes = mix(codes) + column
    return mix(codes)


STREAM = Stream("edges", FAMILY, "how sentences begin and end", 12, edges)
