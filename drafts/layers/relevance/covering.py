"""How well one word of an ask is covered by a fact: by the word itself, a group of meaning, or a near word."""

from functools import lru_cache

import numpy as np

from drafts.layers.relevance.facts import Entry
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.terms import Term
from profiles.embedding import embed

COVERED = 0.5
"""A word counts as covered from here on."""


def cover(term: Term, entry: Entry) -> float:
    """How well a fact covers one word of an ask, 0 to 1."""
    if term.stem in entry.stems or stem(term.text) in entry.stems:
        return 1.0
    if term.concepts & entry.concepts or ("price" in term.concepts and "free" in entry.concepts):
        return 0.9
    if "-" in term.text and all(stem(part) in entry.stems for part in term.text.split("-") if len(part) > 2):
        return 1.0
    if term.name or not entry.words or term.weight < 0.3:
        return 0.0
    return min(max((nearest(term, entry) - 0.5) / 0.3, 0.0), 0.9)


def nearest(term: Term, entry: Entry) -> float:
    """Cosine to the nearest word of the fact; words of two different groups of meaning do not stand for each other."""
    near = entry.word_vectors @ _vector(term.lemma)
    return float((near[entry.ungrouped] if term.concepts else near).max(initial=0.0))


@lru_cache(maxsize=4096)
def _vector(lemma: str) -> np.ndarray:
    return embed([lemma])[0]
