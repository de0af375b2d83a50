"""From counts to numbers on one scale: a text's habits as a vector."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from profiles.voice.features import FEATURES, Count, Rate
from profiles.voice.reading import Reading, read

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measured:
    """A text measured once: its reading and one count a feature, in the order of ``FEATURES``."""

    reading: Reading
    counts: tuple[Count, ...]


def measure(doc: Doc) -> Measured:
    """Read a text and count every feature. Costs a fraction of the parse."""
    reading = read(doc)
    return Measured(reading, tuple(feature.count(reading) for feature in FEATURES))


def raw(counts: tuple[Count, ...]) -> tuple[Vector, Vector]:
    """(value, evidence) a feature: the rate or mean, NaN for none; evidence is the number of chances or places."""
    value, evidence = np.full(len(counts), np.nan), np.zeros(len(counts))
    for i, count in enumerate(counts):
        if count is None:
            continue
        if isinstance(count, Rate):
            value[i], evidence[i] = count.hits / count.total, count.total
        else:
            value[i], evidence[i] = sum(count.values) / len(count.values), len(count.values)
    return value, evidence
