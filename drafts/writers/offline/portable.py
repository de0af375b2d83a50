"""Can a sentence of an old reply be said to somebody else? What ties it to its thread, word by word."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from spacy.tokens import Span, Token

from drafts.writers.offline.align import NUMBER_WORDS, content, stem
from drafts.writers.offline.words import (
    COMMON_GROUND,
    MONTHS,
    OPEN_DEFINITES,
    PEOPLE,
    SEASONS,
    THIRD_PERSON,
    TIE_PHRASES,
    TIES,
    UNITS,
    WEEKDAYS,
    everyday,
    plain,
)

THINGS = ("NOUN", "PROPN", "NUM", "X")
"""A thing nobody else has is what ties a sentence; how it is done or what it is like rarely does."""

CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "X", "INTJ")


@dataclass(frozen=True)
class Setting:
    """The mail a reply answered, and what another occasion will provide.

    ``allowed`` are stems given with whatever the stretch says (a fact's own words); ``strict`` is for stock moves, which rest on
    nothing: there no noun of the old mail may come back, and "the" needs a noun that anybody knows. ``wrote`` are all stems of the old
    mail, ``words`` all its words, ``old`` those that two mails do not have in common by chance.
    """

    incoming: Iterable[Token]
    allowed: frozenset[str] = frozenset()
    strict: bool = False
    old: frozenset[str] = field(init=False)
    wrote: frozenset[str] = field(init=False)
    words: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", frozenset(t.lower_ for t in self.incoming))
        object.__setattr__(self, "wrote", content(self.incoming))
        object.__setattr__(self, "old", self.wrote - _shared(self.strict))


@cache
def _shared(strict: bool) -> frozenset[str]:
    """Stems that two mails may have in common without being about the same."""
    return frozenset(stem(w) for w in (COMMON_GROUND if strict else plain()))


def ties(stretch: Span, setting: Setting, slots: Iterable[int] = ()) -> tuple[str, ...]:
    """The words that tie a stretch to the thread it was written in; empty when it can be said to anyone.

    ``slots`` are token positions in the document that will be filled anew.
    """
    free = frozenset(slots)
    found = [t.text for t in stretch if t.i not in free and _tied(t, stretch, setting)]
    low = re.sub(r"\s+", " ", stretch.text.lower().replace("’", "'"))
    return (*found, *(p for p in TIE_PHRASES if re.search(rf"\b{p}\b", low)))


def dangles(stretch: Span) -> bool:
    """True when a sentence is about an "it" or "that" which only the sentence before explains, or has lost its subject to it
    ("Takes ten minutes.")."""
    if "?" in stretch.text or stretch[0].lower_ in ("why", "what", "how", "here"):
        return False
    subject = next((t for t in stretch if t.dep_ in ("nsubj", "nsubjpass") and t.head.dep_ == "ROOT"), None)
    if subject is None:
        return stretch[0].tag_ in ("VBZ", "VBD")
    return subject.lower_ in ("it", "that", "this", "those", "these", "they", "which") and subject.i - stretch.start <= 1


def _tied(token: Token, stretch: Span, setting: Setting) -> bool:
    low, lemma = token.lower_.replace("’", "'"), token.lemma_.lower()
    if token.is_punct or token.is_space:
        return False
    if low in THIRD_PERSON:
        return not _introduced(token, stretch, setting.strict)
    if low in ("tomorrow", "tonight", "yesterday") or (low == "today" and not setting.strict):
        return True
    known = _known(low, lemma, setting.allowed)
    if low in MONTHS | WEEKDAYS | SEASONS and token.text[0].isupper():
        return not known
    if token.like_num or low.strip("$%").replace(",", "").replace(".", "").isdigit():
        return not (known or _offered_length(token) or low == "one")
    if setting.strict and low in INDEFINITE and low in setting.words:
        return True
    if low in TIES:
        return not (known or (low in SELF_EXPLAINED and not setting.strict))
    if token.dep_ == "det" and (low == "the" or (low in ("this", "that", "these", "those") and token.tag_ == "DT")):
        strict = setting.strict or low != "the"
        return not _open(token.head, setting) and (strict or stem(token.head.lemma_.lower()) in setting.old)
    if (token.pos_ not in CONTENT and not token.text[0].isdigit()) or known:
        return False
    if token.pos_ == "NOUN" and stem(lemma) in setting.wrote and any(t.lower_ == "your" for t in token.children):
        return True
    if stem(lemma) in setting.old and not (token.pos_ in ("VERB", "ADV") and low in everyday()):
        return True
    return token.pos_ in THINGS and not (low in plain() or lemma in plain())


def _known(low: str, lemma: str, allowed: frozenset[str]) -> bool:
    """A word that is given: itself, its number, all its parts ("AES-256"), or a longer or shorter form of it ("photographs", "phone")."""
    if stem(lemma) in allowed or low in allowed or NUMBER_WORDS.get(low, "-") in allowed:
        return True
    parts = re.findall(r"[a-z]+|\d+", low)
    if any(p.isdigit() for p in parts):
        return all(p in allowed for p in parts)
    return len(low) > CLIPPED and (low[:CLIPPED] in allowed or low[-CLIPPED:] in allowed)


CLIPPED = 5
"""Letters of a clipped word: "photo", "phone"."""
INDEFINITE = frozenset(("nothing", "everything", "nobody", "everybody", "everyone", "none"))
"""Small words that, taken up from the old mail, are an answer to it ("We pay nothing now." "Nothing is cheaper than nothing.")."""
SELF_EXPLAINED = frozenset(("both", "indeed"))
"""What points back in a stock move, but within its own sentence where a fact is said ("encrypted both in transit and at rest")."""


def _introduced(token: Token, stretch: Span, strict: bool) -> bool:
    """A plural pronoun whose noun stands before it in the same stretch; beside a fact also somebody's ("each person picks their own")."""
    if token.lower_ not in ("they", "them", "their"):
        return False
    before = [t for t in stretch if t.i < token.i]
    return any(t.tag_ == "NNS" or (not strict and t.lower_ in SOMEBODY) for t in before)


SOMEBODY = PEOPLE | {"person", "someone", "somebody", "anyone", "anybody"}
"""Whom a singular "they" may mean."""


def _open(noun: Token, setting: Setting) -> bool:
    lemma = noun.lemma_.lower()
    return noun.lower_ in OPEN_DEFINITES or lemma in OPEN_DEFINITES or stem(lemma) in setting.allowed


def _offered_length(token: Token) -> bool:
    """ "20 minutes", "half an hour": the length of a talk."""
    return token.head.lower_ in UNITS or any(t.lower_ in UNITS for t in token.doc[token.i + 1 : token.i + 3])
