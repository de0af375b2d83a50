"""Surface: contractions, spelling habits and small words. The outermost layer: it may help, it never carries the score."""

import numpy as np

from profiles.voice import units
from profiles.voice.features.base import Count, Feature, hits, words_in
from profiles.voice.lexicon import ALWAYS_ISE, ARTICLES, CHAT, CONJUNCTIONS, FILLERS, FULL, LATIN, SHORTENED
from profiles.voice.pieces import Pieces, Stream, letters_of, runs
from profiles.voice.reading import Reading

FAMILY = "surface"


def contractions(text: Reading) -> Count:
    """Contracted forms out of all that could be contracted."""
    short = [(i, i + 1) for i in text.words if text.lower[i] in SHORTENED and text.tag[i] != "POS"]
    full = sum(text.lower[i] in FULL for i in text.words)
    return hits(short, len(short) + full)


def ise_spelling(text: Reading) -> Count:
    """ "-ise" out of all "-ise" and "-ize" spellings that are a choice."""
    ise, ize = [], 0
    for i in text.words:
        stem = text.lower[i].rstrip("ds")
        if len(stem) > 5 and stem.endswith(("ise", "isation")) and stem not in ALWAYS_ISE:
            ise.append((i, i + 1))
        ize += len(stem) > 5 and stem.endswith(("ize", "ization"))
    return hits(ise, len(ise) + ize)


def that_after_verb(text: Reading) -> Count:
    """Clauses that complete a verb and say "that", out of all such clauses with a tense."""
    clauses = [i for i in text.words if text.dep[i] == "ccomp" and text.tag[i] in ("VBD", "VBP", "VBZ", "VB", "VBN")]
    heads = {text.head[i] for i in text.words if text.dep[i] == "mark" and text.lower[i] == "that"}
    return hits([(i, i + 1) for i in clauses if i in heads], len(clauses))


def which_for_that(text: Reading) -> Count:
    """Relative "which" out of relative "which" and "that"."""
    which = [i for i in text.words if text.tag[i] == "WDT" and text.lower[i] == "which"]
    that = [i for i in text.words if text.tag[i] == "WDT" and text.lower[i] == "that"]
    return hits([(i, i + 1) for i in which], len(which) + len(that))


def capitals(text: Reading) -> Count:
    """Words in capitals of two letters and more."""
    return hits([(i, i + 1) for i in text.words if len(text.lower[i]) > 1 and text.doc[i].is_upper], len(text.words))


def small_i(text: Reading) -> Count:
    """ "i" written small out of every "I"."""
    places = [i for i in text.words if text.lower[i] in ("i", "im", "ive", "ill") and text.pos[i] == "PRON"]
    return hits([(i, i + 1) for i in places if text.doc[i].text[0] == "i"], len(places))


def number_words(text: Reading) -> Count:
    """Numbers spelled out, out of all numbers."""
    numbers = [i for i in text.words if text.pos[i] == "NUM"]
    return hits([(i, i + 1) for i in numbers if text.lower[i].isalpha()], len(numbers))


def nouns(text: Reading) -> Count:
    """Nouns, a word."""
    return hits([(i, i + 1) for i in text.words if text.pos[i] == "NOUN"], len(text.words))


def variety(text: Reading) -> Count:
    """Different words among the first fifty of the body; None for a body under thirty words."""
    first = text.words[:50]
    if len(first) < 30:
        return None
    seen: set[str] = set()
    places = []
    for i in first:
        if text.lower[i] not in seen:
            seen.add(text.lower[i])
            places.append((i, i + 1))
    return hits(places, len(first))


FEATURES = (
    Feature("contractions", FAMILY, "contractions where one is possible", contractions),
    Feature("chat_words", FAMILY, "chat spellings (“btw”, “thx”)", words_in(CHAT), units.PER_WORD),
    Feature("latin", FAMILY, "“e.g.”, “i.e.”, “etc.”", words_in(LATIN), units.PER_WORD),
    Feature("ise_spelling", FAMILY, "“-ise” where others write “-ize”", ise_spelling),
    Feature("that_after_verb", FAMILY, "“that” after “think”, “say”, “know”", that_after_verb),
    Feature("which_for_that", FAMILY, "“which” where “that” would do", which_for_that),
    Feature("capitals", FAMILY, "words in capitals", capitals, units.PER_WORD),
    Feature("small_i", FAMILY, "“i” written small", small_i),
    Feature("number_words", FAMILY, "numbers spelled out", number_words),
    Feature("nouns", FAMILY, "nouns", nouns, units.PER_WORD),
    Feature("variety", FAMILY, "different words among the first fifty", variety),
    Feature("articles", FAMILY, "articles", words_in(ARTICLES), units.PER_WORD),
    Feature("conjunctions", FAMILY, "“and” and “or”", words_in(CONJUNCTIONS), units.PER_WORD),
    Feature("fillers", FAMILY, "fillers (“well”, “anyway”, “also”, “too”)", words_in(FILLERS), units.PER_WORD),
)


def letters(text: Reading) -> Pieces:
    """Two to four letters in a row: spelling, small words, and vocabulary too. The only piece of the score that sees content words."""
    codes, middle = runs(letters_of(text.source), 2, 4)
    return Pieces(codes, middle)


def masked_letters(text: Reading) -> Pieces:
    """Two to six letters in a row where every content word is one sign that tells only capitals and figures."""
    parts, places = [], []
    for token, hidden in zip(text.doc, text.hidden, strict=True):
        part = (_sign(token.text) if hidden else token.text) + token.whitespace_
        parts.append(part)
        places.extend(range(token.idx, token.idx + len(part)) if not hidden else [token.idx] * len(part))
    codes, middle = runs(letters_of("".join(parts)), 2, 6)
    return Pieces(codes, np.array(places, np.int64)[middle] if len(middle) else middle)


def _sign(word: str) -> str:
    if any(map(str.isdigit, word)):
        return "#"
    if len(word) > 1 and word.isupper():
        return "^"
    return "'" if word[:1].isupper() else "*"


STREAMS = (
    Stream("letters", FAMILY, "spelling and choice of words", 15, letters),
    Stream("masked_letters", FAMILY, "small words and endings, content words left out", 15, masked_letters),
)
