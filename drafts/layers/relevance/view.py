"""A finished text as the judges see it: sentences with their stems, groups of meaning and values, computed once."""

import re
from dataclasses import dataclass

from spacy.tokens import Doc

from drafts.layers.relevance.facts import Entry
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.terms import Term, terms
from drafts.layers.relevance.values import Value, values
from profiles.judgement import Span

WINDOW = 3
"""Sentences that may together answer one ask ("LedgerNest: yes. Two-way. Every plan.")."""


@dataclass(frozen=True)
class Stretch:
    """One or a few sentences in a row."""

    text: str
    span: Span
    stems: frozenset[str]
    concepts: frozenset[str]
    values: tuple[Value, ...]
    asks: bool
    single: bool = True

    def covers(self, term: Term) -> bool:
        """Whether the word, or one of its group, stands here."""
        return term.stem in self.stems or bool(term.concepts & self.concepts)

    def share(self, wanted: tuple[Term, ...]) -> float:
        """Part of the words' weight that stands here, 0 to 1; 0 for no words."""
        total = sum(term.weight for term in wanted)
        return sum(term.weight for term in wanted if self.covers(term)) / total if total else 0.0


def sentences(doc: Doc) -> tuple[Stretch, ...]:
    """Sentences of the text, split at line breaks too: a greeting line or list item is one by itself."""
    found = values(doc.text)
    return tuple(_stretch(doc, start, end, found) for start, end in _bounds(doc))


def windows(parts: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
    """Every run of one to ``WINDOW`` sentences, shorter runs first."""
    runs = []
    for length in range(1, WINDOW + 1):
        runs += [_joined(parts[i : i + length]) for i in range(len(parts) - length + 1)]
    return tuple(runs)


def _bounds(doc: Doc):
    for sentence in doc.sents:
        start = sentence.start
        for token in sentence:
            if (token.is_space and "\n" in token.text) or token.i == sentence.end - 1:
                end = token.i if token.is_space and "\n" in token.text else token.i + 1
                if doc[start:end].text.strip():
                    yield start, end
                start = token.i + 1


def _stretch(doc: Doc, start: int, end: int, found: tuple[Value, ...]) -> Stretch:
    piece = doc[start:end]
    here = tuple(v for v in found if piece.start_char <= v.span[0] < piece.end_char)
    said = terms(piece)
    stems = {stem(token.lemma_.lower()) for token in piece} | {stem(token.lower_) for token in piece}
    stems |= {stem(part) for token in piece if "-" in token.text for part in token.lower_.split("-") if part}
    groups = {group for term in said for group in term.concepts} | {"price" for v in here if v.kind == "money"}
    return Stretch(
        piece.text,
        (piece.start_char, piece.end_char),
        frozenset(stems),
        frozenset(groups),
        here,
        piece.text.rstrip(")\"' ").endswith("?"),
    )


def _joined(run: tuple[Stretch, ...]) -> Stretch:
    return Stretch(
        " ".join(part.text for part in run),
        (run[0].span[0], run[-1].span[1]),
        frozenset().union(*(part.stems for part in run)),
        frozenset().union(*(part.concepts for part in run)),
        tuple(value for part in run for value in part.values),
        all(part.asks for part in run),
        len(run) == 1,
    )


def same_value(one: Value, other: Value) -> bool:
    """True when two values say the same: ``14 days`` and ``two weeks``, ``$59`` and ``$59.00``, ``noon`` and ``12pm``."""
    if one.kind in ("url", "always", "versioned"):
        return other.kind == one.kind and one.unit == other.unit
    if one.kind == "duration":
        return other.kind == "duration" and abs(one.number - other.number) <= 0.03 * max(one.number, other.number)
    if one.kind == "date":
        return other.kind == "date" and (
            one.number == other.number or min(one.number, other.number) == one.number % 100 == other.number % 100
        )
    if one.kind in ("percent", "clock", "year"):
        return other.kind == one.kind and abs(one.number - other.number) < 1e-6
    return other.kind in ("money", "count", "year", "versioned") and abs(one.number - other.number) < 0.005


def fact_share(stretch: Stretch, entry: Entry, without: frozenset[str] = frozenset()) -> float:
    """Part of a fact's weight said in a stretch, words with the stems in ``without`` left out of the count."""
    if stretch.stems.isdisjoint(entry.telling_stems) and stretch.concepts.isdisjoint(entry.telling_concepts):
        return 0.0
    return stretch.share(tuple(term for term in entry.telling if term.stem not in without) if without else entry.telling)


SMALL_TALK = re.compile(
    r"\b(?:great|good|excellent|fair) question|thanks? (?:you )?for (?:asking|your (?:question|interest|mail|email|message))\b",
    re.I,
)
