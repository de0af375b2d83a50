"""Speeds as ratios: two ways of spending time, taken in turn in one run, so that a noisy machine slows both alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from spacy.tokens import Doc

from profiles.language import english


@dataclass(frozen=True, slots=True)
class Ratio:
    """``value`` is how many times as long the first takes as the second; ``bar`` what it should stay under, if anything."""

    name: str
    value: float
    bar: float | None = None

    @property
    def holds(self) -> bool:
        return self.bar is None or self.value <= self.bar


def seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def bare_parse(text: str) -> Doc:
    """The measure of most ratios: spaCy's whole pipeline as it comes. The project's own ``parse`` leaves entities out."""
    return english()(text)


def side_by_side(name: str, work: Callable[[], object], measure: Callable[[], object], *, bar=None, rounds: int = 9) -> Ratio:
    """The median over ``rounds`` of time for ``work`` over time for ``measure``, run alternately after one warm-up of each."""
    work(), measure()
    return Ratio(name, median(seconds(work) / seconds(measure) for _ in range(rounds)), bar)
