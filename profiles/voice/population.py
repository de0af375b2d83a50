"""What is normal across writers: the shipped numbers, and how a text's habits are set against them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from profiles.voice.features import FEATURES
from profiles.voice.vector import Measured, Vector, raw

LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)
"""Levels of the quantiles kept of every habit."""

SHIPPED = Path(__file__).with_name("population.npz")


class PopulationMismatch(ValueError):
    """Numbers fitted for another set of features than this code counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """Numbers fitted by ``profiles/voice/fit.py``; see there for what they were fitted on.

    ``usual`` and ``strength`` pull a text's rate towards the usual rate where it holds little evidence;
    ``spread`` is the standard deviation between texts. ``axes`` turns a standardised text into coordinates in which texts of
    one writer vary with variance 1 in every direction and writers with variance ``between`` (two-covariance model,
    Brümmer and de Villiers 2010). ``weights`` and ``bias`` make a log-odds of the components. ``quantiles`` are those of raw values over texts at ``LEVELS``;
    ``within`` is the standard deviation of a habit among texts of one writer, in ``spread``.
    """

    version: str
    names: tuple[str, ...]
    usual: Vector
    strength: Vector
    spread: Vector
    axes: Vector
    between: Vector
    weights: Vector
    bias: float
    quantiles: Vector
    within: Vector

    def standard(self, measured: Measured) -> Vector:
        """Distance of each habit from the usual in standard deviations; 0 where there is no evidence."""
        return self.standardise(*raw(measured.counts))

    def standardise(self, value: Vector, evidence: Vector) -> Vector:
        shrunk = (np.nan_to_num(value) * evidence + self.usual * self.strength) / (evidence + self.strength)
        return np.where(evidence > 0, (shrunk - self.usual) / self.spread, 0.0)


def load(path: Path = SHIPPED) -> Population:
    """Read fitted numbers. Raises :class:`PopulationMismatch` when they belong to other features."""
    with np.load(path, allow_pickle=False) as stored:
        found = {name: stored[name] for name in stored.files}
    names = tuple(found.pop("names").tolist())
    if names != tuple(feature.name for feature in FEATURES):
        raise PopulationMismatch(f"{path.name} was fitted for other features: run profiles/voice/fit.py again")
    return Population(
        version=str(found.pop("version")),
        names=names,
        bias=float(found.pop("bias")),
        **{k: v.astype(float) for k, v in found.items()},
    )


@cache
def shipped() -> Population:
    """The numbers that come with the code, read once."""
    return load()
