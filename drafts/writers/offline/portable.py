"""Can a sentence of an old reply be said to somebody else? What ties it to its thread, word by word."""

import re
from collections.abc import Iterable

from spacy.tokens import Span, Token

from drafts.writers.offline.align import NUMBER_WORDS, content, stem
from drafts.writers.offline.words import (
    MONTHS,
    OPEN_DEFINITES,
    SEASONS,
    THIRD_PERSON,
    TIE_PHRASES,
    TIES,
    UNITS,
    WEEKDAYS,
    plain,
)

THINGS = ("NOUN", "PROPN", "NUM", "X")
"""A thing nobody else has is what ties a sentence; how it is done or what it is like rarely does."""

CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "X", "INTJ")


def ties(
    stretch: Span, incoming: Iterable[Token], allowed: frozenset[str] = frozenset(), slots: Iterable[int] = ()
) -> tuple[str, ...]:
    """The words that tie a stretch to the thread it was written in; empty when it can be said to anyone.

    ``allowed`` are stems that the occasion provides (the fact it says, the knowledge it rests on); ``slots`` are token
    positions in the document that will be filled anew.
    """
    old = content(incoming) - {stem(w) for w in plain()}
    free = frozenset(slots)
    found = [t.text for t in stretch if t.i not in free and _tied(t, stretch, old, allowed)]
    low = re.sub(r"\s+", " ", stretch.text.lower().replace("’", "'"))
    found += [p for p in TIE_PHRASES if re.search(rf"\b{p}\b", low)]
    return tuple(found)


def _tied(token: Token, stretch: Span, old: frozenset[str], allowed: frozenset[str]) -> bool:
    low, lemma = token.lower_.replace("’", "'"), token.lemma_.lower()
    if token.is_punct or token.is_space:
        return False
    if low in THIRD_PERSON:
        return not _introduced(token, stretch)
    if low in MONTHS | WEEKDAYS | SEASONS and token.text[0].isupper():
        return True
    known = stem(lemma) in allowed or low in allowed or NUMBER_WORDS.get(low, "-") in allowed
    if token.like_num or low.strip("$%").replace(",", "").replace(".", "").isdigit():
        return not (known or _offered_length(token) or low == "one")
    if low in TIES:
        return not known
    if low in ("this", "that", "these", "those") and token.tag_ == "DT" and token.dep_ == "det":
        return not _open(token.head, allowed)
    if low == "the" and token.dep_ == "det":
        return not _open(token.head, allowed) and stem(token.head.lemma_.lower()) in old
    if token.pos_ not in CONTENT and not token.text[0].isdigit():
        return False
    if known:
        return False
    if stem(lemma) in old:
        return True
    return token.pos_ in THINGS and not (low in plain() or lemma in plain())


def _introduced(token: Token, stretch: Span) -> bool:
    """A pronoun whose noun stands before it in the same stretch; "they" for people at large is let pass after a label."""
    before = [t for t in stretch if t.i < token.i]
    if token.lower_ in ("they", "them", "their"):
        return any(t.pos_ == "NOUN" and t.tag_ == "NNS" for t in before)
    return False


def _open(noun: Token, allowed: frozenset[str]) -> bool:
    return noun.lower_ in OPEN_DEFINITES or noun.lemma_.lower() in OPEN_DEFINITES or stem(noun.lemma_.lower()) in allowed


def _offered_length(token: Token) -> bool:
    """ "20 minutes", "half an hour": the length of a talk."""
    return token.head.lower_ in UNITS or any(t.lower_ in UNITS for t in token.doc[token.i + 1 : token.i + 3])
