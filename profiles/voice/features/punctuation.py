"""Punctuation rhythm: what marks, how often, where, and how many words between them."""

from functools import partial
from math import log

import numpy as np

from profiles.voice import units
from profiles.voice.features.base import Count, Feature, hits, values
from profiles.voice.pieces import Pieces, Stream, mix, runs
from profiles.voice.reading import Reading, once

FAMILY = "punctuation"

DASHES = frozenset({"-", "--", "---", "–", "—", " - "})
QUOTES = frozenset({'"', "“", "”", "``", "''", "'", "‘", "’"})
MARKS = {
    "comma": frozenset({","}),
    "full_stop": frozenset({"."}),
    "semicolon": frozenset({";"}),
    "colon": frozenset({":"}),
    "dash": DASHES,
    "bracket": frozenset({"(", "["}),
    "ellipsis": frozenset({"...", "…", "..", "...."}),
    "quotes": QUOTES,
    "question_mark": frozenset({"?", "??", "?!"}),
    "exclamation_mark": frozenset({"!", "!!", "!!!"}),
    "slash": frozenset({"/"}),
}


@once
def marks(text: Reading) -> tuple[tuple[int, str], ...]:
    """(position, kind) of the punctuation marks of the body."""
    kinds = {mark: kind for kind, members in MARKS.items() for mark in members}
    return tuple(
        (i, kinds.get(text.lower[i], "other"))
        for s in text.body
        for i in range(s.start, s.end)
        if not text.is_word[i] and text.pos[i] != "SPACE" and (text.pos[i] == "PUNCT" or text.lower[i] in kinds)
    )


def _mark(kind: str, text: Reading) -> Count:
    return hits([(i, i + 1) for i, found in marks(text) if found == kind], len(text.words))


def words_between(text: Reading) -> Count:
    """Words between one mark and the next, as natural logarithms of one more."""
    found = []
    for s in text.body:
        since, begin = 0, s.start
        for i in range(s.start, s.end):
            if text.is_word[i]:
                since += 1
            elif text.pos[i] == "PUNCT" and text.lower[i] not in QUOTES:
                if since:
                    found.append((log(1 + since), (begin, i + 1)))
                since, begin = 0, i + 1
        if since:
            found.append((log(1 + since), (begin, s.end)))
    return values(found)


def open_endings(text: Reading) -> Count:
    """Sentences that end without any mark."""
    return hits(
        [(s.start, s.end) for s in text.body if all(text.pos[i] == "SPACE" for i in range(s.words[-1] + 1, s.end))],
        len(text.body),
    )


def colon_endings(text: Reading) -> Count:
    """Sentences that end in a colon."""
    return hits(
        [(s.start, s.end) for s in text.body if any(text.lower[i] == ":" for i in range(s.words[-1], s.end))], len(text.body)
    )


def comma_before_joiner(text: Reading) -> Count:
    """ "And", "but", "or", "so" with a comma before them."""
    joiners = [i for i in text.words if text.tag[i] == "CC" and i > 0]
    return hits([(i - 1, i + 1) for i in joiners if text.lower[i - 1] == ","], len(joiners))


def comma_before_that(text: Reading) -> Count:
    """ "Which", "who" and subordinators with a comma before them."""
    chances = [
        i
        for i in text.words
        if i > 0 and text.tag[i] in ("WDT", "WP", "IN", "WRB") and text.dep[i] in ("mark", "nsubj", "advmod")
    ]
    return hits([(i - 1, i + 1) for i in chances if text.lower[i - 1] == ","], len(chances))


def bracket_length(text: Reading) -> Count:
    """Words inside round brackets, as natural logarithms of one more."""
    found, begin, words = [], None, 0
    for s in text.body:
        for i in range(s.start, s.end):
            if text.lower[i] == "(":
                begin, words = i, 0
            elif text.lower[i] == ")" and begin is not None:
                found.append((log(1 + words), (begin, i + 1)))
                begin = None
            words += text.is_word[i]
    return values(found)


def hyphens(text: Reading) -> Count:
    """Hyphens inside words, a word."""
    return hits([(i, i + 1) for i in text.words if "-" in text.lower[i]], len(text.words))


SAYS = {
    "comma": "commas",
    "full_stop": "full stops",
    "semicolon": "semicolons",
    "colon": "colons",
    "dash": "dashes",
    "bracket": "brackets",
    "ellipsis": "ellipses",
    "quotes": "quotation marks",
    "question_mark": "question marks",
    "exclamation_mark": "exclamation marks",
    "slash": "slashes",
}

FEATURES = (
    *(Feature(f"mark_{kind}", FAMILY, says, partial(_mark, kind), units.PER_WORD) for kind, says in SAYS.items()),
    Feature("words_between", FAMILY, "words between two marks", words_between, units.LOG_WORDS_1),
    Feature("open_endings", FAMILY, "sentences that end without a mark", open_endings),
    Feature("colon_endings", FAMILY, "sentences that end in a colon", colon_endings),
    Feature("comma_before_joiner", FAMILY, "commas before “and”, “but”, “or”", comma_before_joiner),
    Feature("comma_before_clause", FAMILY, "commas before “which”, “because”, “if”", comma_before_that),
    Feature("bracket_length", FAMILY, "words inside brackets", bracket_length, units.LOG_WORDS_1),
    Feature("hyphens", FAMILY, "hyphens inside words", hyphens, units.PER_WORD),
)


def mark_runs(text: Reading) -> Pieces:
    """One to three marks in a row whatever stands between them, line ends among them, and each mark between its neighbours' word classes."""
    places = [i for i, word in enumerate(text.is_word) if not word]
    if not places:
        return Pieces(np.zeros(0, np.uint64), np.zeros(0, np.int64))
    where = np.array([text.doc[i].idx for i in places])
    symbols = np.array(
        [min(2, text.lower[i].count("\n")) if text.pos[i] == "SPACE" else text.doc[i].lower for i in places], np.uint64
    )
    codes, middle = runs(symbols, 1, 3)
    pos = [token.pos for token in text.doc]
    before = np.array([pos[i - 1] if i else 0 for i in places], np.uint64)
    after = np.array([pos[i + 1] if i + 1 < len(pos) else 0 for i in places], np.uint64)
    between = mix(mix(mix(symbols) + before) + after)
    return Pieces(np.concatenate([codes, between]), np.concatenate([where[middle], where]))


STREAM = Stream("marks", FAMILY, "marks in their order and place", 12, mark_runs)
