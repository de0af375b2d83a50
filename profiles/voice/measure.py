"""A text measured once: everything the score compares, and where in the text it stands."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from profiles.voice.features import FEATURES, STREAMS, Count, Rate
from profiles.voice.pieces import Counted, Pieces, count
from profiles.voice.reading import Reading, read

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """``counts`` holds one count a feature in the order of ``FEATURES``, ``value`` and ``evidence`` the same as numbers:
    the rate or mean (0 for none) and the number of chances or places. ``pieces`` and ``counted`` follow ``STREAMS``.
    """

    reading: Reading
    counts: tuple[Count, ...]
    value: Vector
    evidence: Vector
    pieces: tuple[Pieces, ...]
    counted: tuple[Counted, ...]

    @property
    def words(self) -> int:
        """Words of the body."""
        return len(self.reading.words)


def measure(doc: Doc) -> Measured:
    """Read a text, count every habit and cut it into pieces. Costs a fraction of the parse."""
    reading = read(doc)
    counts = tuple(feature.count(reading) for feature in FEATURES)
    value, evidence = _numbers(counts)
    pieces = tuple(stream.cut(reading) for stream in STREAMS)
    counted = tuple(count(cut, stream.bits) for cut, stream in zip(pieces, STREAMS, strict=True))
    return Measured(reading, counts, value, evidence, pieces, counted)


def _numbers(counts: tuple[Count, ...]) -> tuple[Vector, Vector]:
    value, evidence = np.zeros(len(counts)), np.zeros(len(counts))
    for i, found in enumerate(counts):
        if found is None:
            continue
        if isinstance(found, Rate):
            value[i], evidence[i] = found.hits / found.total, found.total
        else:
            value[i], evidence[i] = sum(found.values) / len(found.values), len(found.values)
    return value, evidence
