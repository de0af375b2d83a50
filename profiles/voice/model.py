"""A writer as numbers: mean habits and the weight of every piece, from texts measured."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from profiles.voice.features import STREAMS
from profiles.voice.measure import Measured, Vector
from profiles.voice.pieces import Counted
from profiles.voice.population import Population


@dataclass(frozen=True, slots=True, eq=False)
class Imprint:
    """What is compared of one text: standardised habits, its pieces a stream, and the words of its body."""

    habits: Vector
    counted: tuple[Counted, ...]
    words: int


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """``mean`` of the standardised habits of ``size`` texts; ``sums`` a stream the weight of each piece over all of them."""

    size: int
    mean: Vector
    sums: tuple[NDArray[np.float32], ...]
    totals: tuple[float, ...]


def imprint(text: Measured, population: Population) -> Imprint:
    """A measured text on the population's scale."""
    return Imprint(population.standard(text), text.counted, text.words)


def build(texts: Sequence[Imprint]) -> Model:
    """The model of one writer's texts; at least one."""
    sums = tuple(np.zeros(1 << stream.bits, np.float32) for stream in STREAMS)
    for text in texts:
        for into, counted in zip(sums, text.counted, strict=True):
            into[counted.ids] += counted.weights
    return Model(len(texts), np.mean([t.habits for t in texts], axis=0), sums, tuple(float(s.sum()) for s in sums))


def without(model: Model, text: Imprint) -> Model:
    """The model as it would be had this text, one of its own, not been there. Needs a model of two texts and more."""
    sums = []
    for whole, counted in zip(model.sums, text.counted, strict=True):
        rest = whole.copy()
        rest[counted.ids] = np.maximum(rest[counted.ids] - counted.weights, 0)
        sums.append(rest)
    mean = (model.mean * model.size - text.habits) / (model.size - 1)
    totals = tuple(total - counted.total for total, counted in zip(model.totals, text.counted, strict=True))
    return Model(model.size - 1, mean, tuple(sums), totals)
