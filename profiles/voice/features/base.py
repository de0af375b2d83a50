"""What a feature is: it counts; it does not judge."""

from collections.abc import Callable
from dataclasses import dataclass

from profiles.voice.reading import Range, Reading
from profiles.voice.units import SHARE


@dataclass(frozen=True, slots=True)
class Rate:
    """``hits`` out of ``total`` chances; ``where`` holds the token ranges of the hits."""

    hits: float
    total: float
    where: tuple[Range, ...] = ()


@dataclass(frozen=True, slots=True)
class Values:
    """One number for each of several places (words a sentence, words a paragraph); ``where`` holds the places."""

    values: tuple[float, ...]
    where: tuple[Range, ...] = ()


Count = Rate | Values | None
"""None means the text holds no evidence either way; it is never zero."""


@dataclass(frozen=True, slots=True)
class Feature:
    """``name`` is stable and unique; ``says`` names the habit as a noun phrase ("sentences that open with “I”"), ``unit`` is how its
    numbers are read (:mod:`profiles.voice.units`)."""

    name: str
    family: str
    says: str
    count: Callable[[Reading], Count]
    unit: str = SHARE


def hits(found: list[Range] | tuple[Range, ...], total: float) -> Rate | None:
    """A rate from the places found; None without a single chance."""
    return Rate(len(found), total, tuple(found)) if total else None


def values(pairs: list[tuple[float, Range]]) -> Values | None:
    """Values from (number, place) pairs; None when there are none."""
    return Values(tuple(float(v) for v, _ in pairs), tuple(place for _, place in pairs)) if pairs else None


def words_in(lexicon: frozenset[str]) -> Callable[[Reading], Count]:
    """Counts the words of the body that stand in ``lexicon``, out of all its words."""

    def count(text: Reading) -> Count:
        return hits([(i, i + 1) for i in text.words if text.lower[i] in lexicon], len(text.words))

    return count
