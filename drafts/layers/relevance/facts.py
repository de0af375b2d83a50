"""Facts prepared for matching, once for a set of facts."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from spacy.tokens import Doc

from drafts.domain import Fact
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.terms import Term, terms
from drafts.layers.relevance.tiers import first_tier, tiers_of
from drafts.layers.relevance.values import Value, values
from profiles.embedding import embed
from profiles.language import parsed, parsed_all, with_entities

RARE, FEW = 0.05, 2
"""A word tells one fact from the others while it stands in this share of them, or in so few."""

_JOINT = re.compile(r"\s*(?:;|,\s+and\b|,\s+but\b)\s+")
_MEASURED = re.compile(r"\d+(?:\.\d+)?\s?[A-Za-z]{1,4}\b")
"""A number with its unit, which people also write as one word ("5GHz")."""
_SAME_AS = re.compile(r"\bsame\b[^.;]*?\bas (?:the |our )?([A-Z]\w+)")
_SIGNS = {"°": "degrees", "%": "percent"}
_BOUNDS = {
    "maximum": re.compile(r"\b(?:up to|at most|no more than)\b", re.I),
    "founded": re.compile(r"\bsince (?:19|20)\d\d\b"),
    "minimum": re.compile(r"\b(?:at least|no fewer than|no less than|from)\s+[£$€]?\d", re.I),
}


@dataclass(frozen=True)
class Entry:
    """A fact with its ``place`` in the list, its Doc, its terms and those of topic and keywords, the values in it and the tiers it names.

    ``vector`` is that of text and keywords together, ``part_vectors`` has a row for that and for each thing the fact says.
    """

    fact: Fact
    place: int
    doc: Doc
    said: tuple[Term, ...]
    listed: tuple[Term, ...]
    values: tuple[Value, ...]
    stems: frozenset[str]
    concepts: frozenset[str]
    vector: np.ndarray
    part_vectors: np.ndarray
    keyword_vectors: np.ndarray
    words: tuple[Term, ...]
    places: bool
    word_vectors: np.ndarray

    @cached_property
    def ungrouped(self) -> np.ndarray:
        """Which of ``words`` belong to no group of meaning."""
        return np.array([not word.concepts for word in self.words], bool)

    @cached_property
    def telling(self) -> tuple[Term, ...]:
        """The words that say what the fact is about."""
        return tuple(term for term in self.said if term.weight >= 0.3)

    @cached_property
    def telling_stems(self) -> frozenset[str]:
        return frozenset(term.stem for term in self.telling)

    @cached_property
    def telling_concepts(self) -> frozenset[str]:
        return frozenset(concept for term in self.telling for concept in term.concepts)


@dataclass(frozen=True)
class FactIndex:
    """All facts of a team, expired ones too. ``tiers`` are the names of plans, packages or editions the facts speak of, ``prices`` the
    fact that prices each, the lowest price first. ``share(term)`` is the part of the facts that a term occurs in."""

    entries: tuple[Entry, ...]
    tiers: frozenset[str]
    _frequency: Counter
    prices: Mapping[str, Fact]

    @property
    def cheapest(self) -> Fact | None:
        """The fact with the price of the lowest plan; None with fewer than two plans."""
        return next(iter(self.prices.values())) if len(self.prices) > 1 else None

    @property
    def dearest(self) -> Fact | None:
        """The fact with the price of the highest plan; None with fewer than two plans."""
        return list(self.prices.values())[-1] if len(self.prices) > 1 else None

    @cached_property
    def own_words(self) -> tuple[frozenset[str], ...]:
        """The words that tell each fact from the others, plans' names not among them; in the order of ``entries``."""
        rare = max(RARE, FEW / max(len(self.entries), 1))
        heavy = ((t for t in entry.said if t.weight >= 0.6 and t.text not in self.tiers) for entry in self.entries)
        return tuple(frozenset(t.text for t in own if self.share(t) <= rare) for own in heavy)

    def entry(self, fact: Fact) -> Entry:
        """The fact prepared; the fact must be one of these."""
        return next(entry for entry in self.entries if entry.fact == fact)

    def share(self, term: Term) -> float:
        return self._frequency[term.stem] / max(len(self.entries), 1)


@lru_cache(maxsize=128)
def index(facts: tuple[Fact, ...]) -> FactIndex:
    """The index of these facts; preparing one costs about 30 ms, once whatever sets it is in."""
    parsed_all([text for fact in facts for text in (fact.text, _keys(fact))])
    entries = tuple(replace(_entry(fact), place=place) for place, fact in enumerate(facts))
    entries = tuple(_likened(entry, entries) for entry in entries)
    frequency = Counter(stem for entry in entries for stem in {term.stem for term in entry.said})
    tiers = tiers_of(facts)
    return FactIndex(entries, tiers, frequency, _prices(entries, tiers))


def _likened(entry: Entry, entries: tuple[Entry, ...]) -> Entry:
    """A fact that says "the same sync as Corvel" says of its own subject what the fact about Corvel says."""
    found = _SAME_AS.search(entry.fact.text)
    model = next((e for e in entries if found and e is not entry and found[1] in e.fact.text), None)
    if model is None:
        return entry
    said = {term.stem for term in model.said if not term.name}
    return replace(entry, stems=entry.stems | said, concepts=entry.concepts | {c for term in model.said for c in term.concepts})


def _prices(entries: tuple[Entry, ...], tiers: frozenset[str]) -> dict[str, Fact]:
    """The fact with each plan's price, the first that begins with the plan's name; the lowest price first."""
    priced: dict[str, tuple[float, Fact]] = {}
    for entry in entries:
        tier, price = first_tier(entry.fact.text, tiers), next((v.number for v in entry.values if v.kind == "money"), None)
        if tier and price is not None:
            priced.setdefault(tier, (price, entry.fact))
    return {tier: fact for tier, (_, fact) in sorted(priced.items(), key=lambda item: item[1][0])}


def _with_keywords(fact: Fact) -> str:
    return f"{fact.text} ({', '.join(fact.keywords)})" if fact.keywords else fact.text


def _parts(doc: Doc) -> list[str]:
    """The sentences of a fact, and what a semicolon or ", and" joins in them: a fact may say several things."""
    return [part for sentence in doc.sents for part in (sentence.text, *_JOINT.split(sentence.text)) if len(part.split()) > 2]


def _keys(fact: Fact) -> str:
    return ". ".join((*fact.keywords, fact.topic))


@lru_cache(maxsize=2048)
def _entry(fact: Fact) -> Entry:
    doc = parsed(fact.text)
    said, listed = terms(doc), terms(parsed(_keys(fact)))
    both = (*said, *listed)
    plain = {term.lemma: term for term in both if term.weight >= 0.5 and not term.name}
    stems = {form for term in both for form in (term.stem, stem(term.text))}
    stems |= {stem(part) for term in both if "-" in term.text for part in term.text.split("-") if part}
    stems |= {stem(word) for sign, word in _SIGNS.items() if sign in fact.text}
    stems |= {stem(found) for found in _MEASURED.findall(fact.text)}
    concepts = {concept for term in both for concept in term.concepts}
    found = values(fact.text)
    if any(value.kind == "money" for value in found):
        concepts.add("price")
    concepts |= {name for name, bound in _BOUNDS.items() if bound.search(fact.text)}
    return Entry(
        fact=fact,
        place=0,
        doc=doc,
        said=said,
        listed=listed,
        values=found,
        stems=frozenset(stems),
        concepts=frozenset(concepts),
        vector=embed([_with_keywords(fact)])[0],
        part_vectors=embed(list(dict.fromkeys((_with_keywords(fact), *_parts(doc))))),
        keyword_vectors=embed(list(fact.keywords)),
        words=tuple(plain.values()),
        places=any(entity.label_ in ("GPE", "LOC", "FAC") for entity in with_entities(doc).ents),
        word_vectors=embed(list(plain)),
    )
