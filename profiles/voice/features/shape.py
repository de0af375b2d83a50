"""Shape: length, paragraphs, lists, greeting and closing, questions and calls to action."""

from functools import partial
from math import log

from profiles.voice import units
from profiles.voice.features.base import Count, Feature, hits, values
from profiles.voice.lexicon import CLOSINGS, GREETINGS
from profiles.voice.reading import Reading, once

FAMILY = "shape"
LIST_MARKS = frozenset({"-", "*", "•", "+", "–"})


def _whole(text: Reading) -> tuple[int, int]:
    return (text.body[0].start, text.body[-1].end)


def length(text: Reading) -> Count:
    """Natural logarithm of the body's words."""
    return values([(log(len(text.words)), _whole(text))]) if text.words else None


def sentence_count(text: Reading) -> Count:
    """Natural logarithm of the body's sentences."""
    return values([(log(len(text.body)), _whole(text))]) if text.body else None


@once
def paragraph_words(text: Reading) -> tuple[tuple[int, tuple[int, int]], ...]:
    """(words, place) of each paragraph of the body."""
    counted = [0] * len(text.paragraphs)
    for s in text.body:
        counted[s.paragraph] += len(s.words)
    return tuple((n, place) for n, place in zip(counted, text.paragraphs, strict=True) if n)


def paragraph_length(text: Reading) -> Count:
    """Natural logarithm of the words a paragraph."""
    return values([(log(n), place) for n, place in paragraph_words(text)])


def paragraph_count(text: Reading) -> Count:
    """Natural logarithm of the paragraphs of the body."""
    return values([(log(len(text.paragraphs)), _whole(text))]) if text.body else None


def one_sentence_paragraphs(text: Reading) -> Count:
    """Paragraphs that hold a single sentence."""
    counted = [0] * len(text.paragraphs)
    for s in text.body:
        counted[s.paragraph] += 1
    return hits([place for n, place in zip(counted, text.paragraphs, strict=True) if n == 1], len(text.paragraphs))


def line_breaks(text: Reading) -> Count:
    """Single line ends inside paragraphs, a sentence."""
    found = [
        (i, i + 1)
        for start, end in text.paragraphs
        for i in range(start, end)
        if text.pos[i] == "SPACE" and "\n" in text.lower[i]
    ]
    return hits(found, len(text.body))


def list_lines(text: Reading) -> Count:
    """Sentences that are items of a list: a bullet or a number before them."""
    found = []
    for s in text.body:
        first = next(i for i in range(s.start, s.end) if text.pos[i] != "SPACE")
        numbered = text.lower[first].rstrip(".)").isdigit() and first + 1 < s.end and text.lower[first + 1] in (".", ")")
        if text.lower[first] in LIST_MARKS or numbered or text.lower[first][:-1].isdigit():
            found.append((s.start, s.end))
    return hits(found, len(text.body))


def greets(text: Reading) -> Count:
    """Whether the mail greets."""
    return hits([text.greeting] if text.greeting else [], 1)


def _greets_with(kind: str, text: Reading) -> Count:
    place = text.greeting
    return hits([place] if place and any(text.lower[i] in GREETINGS[kind] for i in range(*place)) else [], 1)


def greets_by_name_only(text: Reading) -> Count:
    """Whether the greeting is a bare name."""
    place = text.greeting
    known = frozenset().union(*GREETINGS.values())
    return hits([place] if place and not any(text.lower[i] in known for i in range(*place)) else [], 1)


def _greeting_ends(mark: str, text: Reading) -> Count:
    place = text.greeting
    return hits([place], 1) if place and text.lower[place[1] - 1] in mark.split() else (hits([], 1) if place else None)


def closes(text: Reading) -> Count:
    """Whether the mail signs off."""
    return hits([text.closing] if text.closing else [], 1)


def _closes_with(kind: str, text: Reading) -> Count:
    place = text.closing
    return hits([place] if place and any(text.lower[i] in CLOSINGS[kind] for i in range(*place)) else [], 1)


def closes_by_name(text: Reading) -> Count:
    """Whether the last words are a name."""
    place = text.closing
    return hits([place] if place and text.pos[max(i for i in range(*place) if text.pos[i] != "SPACE")] == "PROPN" else [], 1)


def ends_asking(text: Reading) -> Count:
    """Whether the last sentence of the body asks a question."""
    if not text.body:
        return None
    last = text.body[-1]
    asks = any("?" in text.lower[i] for i in range(last.words[-1], last.end))
    return hits([(last.start, last.end)] if asks else [], 1)


def begins_asking(text: Reading) -> Count:
    """Whether the first sentence of the body asks a question."""
    if not text.body:
        return None
    first = text.body[0]
    asks = any("?" in text.lower[i] for i in range(first.words[-1], first.end))
    return hits([(first.start, first.end)] if asks else [], 1)


def figures(text: Reading) -> Count:
    """Figures, a word."""
    return hits([(i, i + 1) for i in text.words if any(map(str.isdigit, text.lower[i]))], len(text.words))


def links(text: Reading) -> Count:
    """Addresses of pages and mailboxes, a sentence."""
    return hits(
        [(i, i + 1) for i in text.words if "://" in text.lower[i] or "@" in text.lower[i] or text.lower[i].startswith("www.")],
        len(text.body),
    )


def names(text: Reading) -> Count:
    """Names, a word."""
    return hits([(i, i + 1) for i in text.words if text.pos[i] == "PROPN"], len(text.words))


FEATURES = (
    Feature("length", FAMILY, "words of the mail", length, units.LOG_WORDS),
    Feature("sentence_count", FAMILY, "sentences of the mail", sentence_count, units.LOG_COUNT),
    Feature("paragraph_length", FAMILY, "words a paragraph", paragraph_length, units.LOG_WORDS),
    Feature("paragraph_count", FAMILY, "paragraphs of the mail", paragraph_count, units.LOG_COUNT),
    Feature("one_sentence_paragraphs", FAMILY, "paragraphs of one sentence", one_sentence_paragraphs),
    Feature("line_breaks", FAMILY, "line breaks inside paragraphs", line_breaks, units.PER_SENTENCE),
    Feature("list_lines", FAMILY, "lines of a list", list_lines),
    Feature("greets", FAMILY, "mails that greet", greets, units.MAILS),
    *(
        Feature(f"greets_{kind}", FAMILY, f"mails that greet with “{kind}”", partial(_greets_with, kind), units.MAILS)
        for kind in GREETINGS
    ),
    Feature("greets_name_only", FAMILY, "mails that greet by a bare name", greets_by_name_only, units.MAILS),
    Feature("greeting_comma", FAMILY, "mails whose greeting ends in a comma", partial(_greeting_ends, ","), units.MAILS),
    Feature("greeting_stop", FAMILY, "mails whose greeting ends in a full stop", partial(_greeting_ends, "."), units.MAILS),
    Feature("greeting_dash", FAMILY, "mails whose greeting ends in a dash", partial(_greeting_ends, "- -- – —"), units.MAILS),
    Feature("closes", FAMILY, "mails that sign off", closes, units.MAILS),
    *(
        Feature(f"closes_{kind}", FAMILY, f"mails that sign off with “{kind}”", partial(_closes_with, kind), units.MAILS)
        for kind in CLOSINGS
    ),
    Feature("closes_name", FAMILY, "mails that sign off with a name", closes_by_name, units.MAILS),
    Feature("ends_asking", FAMILY, "mails whose last sentence asks", ends_asking, units.MAILS),
    Feature("begins_asking", FAMILY, "mails whose first sentence asks", begins_asking, units.MAILS),
    Feature("figures", FAMILY, "figures", figures, units.PER_WORD),
    Feature("links", FAMILY, "addresses and links", links, units.PER_SENTENCE),
    Feature("names", FAMILY, "names", names, units.PER_WORD),
)
