"""Which of the approved texts a stretch of a rep's mail says again: facts, value points, response points."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log

import numpy as np
from spacy.tokens import Doc, Span

from drafts.domain import Knowledge
from drafts.writers.offline.points import read, spoken
from profiles.embedding import embed
from profiles.language import parse_all, parsed

NUMBER_WORDS = {
    w: str(n)
    for n, w in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "seventy": "70",
    "eighty": "80",
    "ninety": "90",
    "hundred": "100",
}

LEAST = 0.4
"""Scores below are not kept."""
CLOSEST = 0.35
"""The most that nearness of meaning alone is likely to add; what cannot reach the mark with it is not compared."""

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Target:
    """One approved text: ``kind`` is ``fact``, ``value`` or ``point`` (a response to an objection); ``id`` names it within its kind;
    ``cites`` is the one fact that a point states."""

    kind: str
    id: str
    text: str
    keywords: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """How well a stretch says a target: ``score`` about 0 to 1, ``recall`` the share of the target's content it holds, ``precision`` the
    share of the stretch's content that is the target's."""

    target: Target
    score: float
    recall: float
    precision: float


def targets(knowledge: Knowledge) -> tuple[Target, ...]:
    """Everything approved that a sentence may be saying."""
    facts = [Target("fact", f.id, f.text, f.keywords) for f in knowledge.facts]
    values = [Target("value", v.id, v.text) for v in knowledge.value_points]
    points = [
        Target("point", f"{o.id}.{n}", spoken(p), cites=_stated(p))
        for o in knowledge.objections
        for n, p in enumerate(o.response_points)
        if spoken(p)
    ]
    return tuple(facts + values + points)


def _stated(point: str) -> tuple[str, ...]:
    """The fact a response point puts into other words: the only one cited, by a point that is no instruction."""
    taken = read(point)
    return taken.facts if len(taken.facts) == 1 and not taken.act else ()


def acronyms(text: str) -> frozenset[str]:
    """The acronyms of a text: "NDA", "EU"."""
    return frozenset(re.findall(r"\b[A-Z]{2,5}\b", text))


def content(tokens: Iterable) -> frozenset[str]:
    """The content of a stretch: lemmas of its nouns, verbs, adjectives, adverbs and names, cut to their stem; numbers as digits."""
    found = set()
    for token in tokens:
        low = token.lower_
        if low in NUMBER_WORDS:
            found.add(NUMBER_WORDS[low])
        elif _NUMBER.fullmatch(low.lstrip("$").rstrip("%")):
            found.add(low.lstrip("$").rstrip("%").replace(",", ""))
        elif token.pos_ in ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM") and not token.is_stop and len(low) > 1:
            found.add(stem(token.lemma_.lower()))
    return frozenset(found)


@lru_cache(maxsize=4096)
def content_of(text: str) -> frozenset[str]:
    """:func:`content` of a text that comes back again and again."""
    return content(parsed(text))


def stem(lemma: str) -> str:
    """The first letters of a word, enough to tie "technicians" to "technician" and "prorated" to "prorate"."""
    return lemma if len(lemma) < 6 else lemma[:6]


class Aligner:
    """The targets with what is needed to compare against them. Built once for a team's knowledge."""

    def __init__(self, approved: Sequence[Target]):
        self.targets = tuple(approved)
        docs = list(parse_all(t.text for t in self.targets))
        self._content = [content(d) for d in docs]
        self._loose = [c | content_of_words(t.keywords) for c, t in zip(self._content, self.targets, strict=True)]
        counts: dict[str, int] = {}
        for stems in self._content:
            for s in stems:
                counts[s] = counts.get(s, 0) + 1
        self._weight = {s: log(1 + len(self.targets) / n) for s, n in counts.items()}
        self._unknown = log(1 + len(self.targets))
        self._whole = [self._mass(stems) or 1.0 for stems in self._content]
        self._holders: dict[str, set[int]] = {}
        for i, stems in enumerate(self._loose):
            for s in stems:
                self._holders.setdefault(s, set()).add(i)
        self._known: dict[str, tuple[Match, ...]] = {}

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Stems of everything approved, keywords included."""
        return frozenset().union(*(content_of_words([t.text, *t.keywords]) for t in self.targets), *self._loose)

    @cached_property
    def acronyms(self) -> frozenset[str]:
        """Acronyms of everything approved."""
        return frozenset().union(*(acronyms(t.text) for t in self.targets))

    @cached_property
    def _vectors(self) -> np.ndarray:
        return embed([t.text for t in self.targets])

    def matches(self, stretch: Doc | Span, least: float = 0.42) -> tuple[Match, ...]:
        """Targets a stretch says, best first."""
        found = self._known.get(stretch.text)
        if found is None:
            found = self._known[stretch.text] = self._compared(stretch)
        return tuple(m for m in found if m.score >= least)

    def _compared(self, stretch: Doc | Span) -> tuple[Match, ...]:
        said = content(stretch)
        mass = self._mass(said) or 1.0
        rough = [(i, *self._overlap(said, mass, i)) for i in sorted(self.touched(stretch))]
        rough = [(i, r, p) for i, r, p in rough if 0.4 * r + 0.25 * p + CLOSEST >= LEAST and (r >= 0.1 or p >= 0.5)]
        if not rough:
            return ()
        near = embed([stretch.text])[0] @ self._vectors[[i for i, _, _ in rough]].T
        found = []
        for (i, recall, precision), cosine in zip(rough, near, strict=True):
            score = 0.4 * recall + 0.25 * precision + 0.45 * float(cosine)
            if score >= LEAST:
                found.append(Match(self.targets[i], score, recall, precision))
        return tuple(sorted(found, key=lambda m: -m.score))

    def touched(self, stretch: Doc | Span) -> frozenset[int]:
        """Positions of the targets that share any content with a stretch."""
        return frozenset().union(*(self._holders.get(s, ()) for s in content(stretch)))

    def _overlap(self, said: frozenset[str], mass: float, i: int) -> tuple[float, float]:
        return self._mass(said & self._content[i]) / self._whole[i], self._mass(said & self._loose[i]) / mass

    def _mass(self, stems: Iterable[str]) -> float:
        weight, unknown = self._weight, self._unknown
        return sum([weight.get(s, unknown) for s in stems])


def content_of_words(words: Iterable[str]) -> frozenset[str]:
    """Stems of keywords, which come without a parse."""
    return frozenset(
        stem(w.rstrip("s") if len(w) > 3 else w) for phrase in words for w in re.findall(r"[a-z0-9]+", phrase.lower())
    )
