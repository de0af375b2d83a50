"""What is normal across writers: the shipped numbers, and how a text's habits are set against them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from profiles.voice.features import FEATURES, STREAMS
from profiles.voice.measure import Measured, Vector

LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)
"""Levels of the quantiles kept of every habit."""

SHIPPED = Path(__file__).with_name("population.npz")


class PopulationMismatch(ValueError):
    """Numbers fitted for other features than this code counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Habits:
    """How habits vary, one number a feature unless said otherwise.

    ``usual`` and ``strength`` pull a text's rate towards the usual rate where it holds little evidence; ``spread`` is the standard
    deviation between texts. ``axes`` turns a standardised text into coordinates in which texts of one writer vary with variance 1 in
    every direction, and writers with variance ``between`` (two-covariance model, Brümmer and de Villiers 2010).
    ``within`` is the standard deviation among texts of one writer, in ``spread``. ``quantiles`` are of raw values at ``LEVELS``.
    """

    usual: Vector
    strength: Vector
    spread: Vector
    axes: Vector
    between: Vector
    within: Vector
    quantiles: Vector

    def standard(self, value: Vector, evidence: Vector) -> Vector:
        """Distance of each habit from the usual in standard deviations, far ones drawn in; 0 where there is no evidence."""
        shrunk = (value * evidence + self.usual * self.strength) / (evidence + self.strength)
        away = np.where(evidence > 0, (shrunk - self.usual) / self.spread, 0.0)
        return FAR * np.tanh(away / FAR)


FAR = 2.5
"""Distances flatten out here: a habit ten deviations off says hardly more than one three off."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceNumbers:
    """One stream's ``usual`` share of each piece, and the ``strength`` of that belief as a weight of pieces seen before."""

    usual: NDArray[np.float32]
    strength: float


@dataclass(frozen=True, slots=True, eq=False)
class Voices:
    """Writers side by side: ``means`` (J, features) of their standardised habits, ``sizes`` (J) the texts behind them, and ``ratios``,
    a stream, the logarithm of each piece's likelihood ratio: pieces in rows, writers in columns.
    """

    means: Vector
    sizes: Vector
    ratios: tuple[NDArray[np.float16], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fusion:
    """One linear model. ``weights`` (a component: habits, then the streams) and ``bias`` make the log-odds of one writer;
    ``own`` and ``others`` weigh the claimed writer against the others; ``usual_others`` is what the others usually reach;
    ``ageing`` is how much lower a writer's later mail lies than their examples do when each is held out, in standard deviations of theirs.
    """

    weights: Vector
    bias: float
    own: float
    others: float
    intercept: float
    usual_others: float
    ageing: float


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """Numbers fitted by ``profiles/voice/fit.py``; see there for what they were fitted on.

    ``impostors`` are writers every text is also compared with, ``sums`` their piece weights as kept: in steps of ``IMPOSTOR_STEP``,
    writers in rows.
    """

    version: str
    habits: Habits
    pieces: tuple[PieceNumbers, ...]
    impostors: Voices
    sums: tuple[NDArray[np.uint8], ...]
    fusion: Fusion

    def standard(self, text: Measured) -> Vector:
        """The text's habits in standard deviations."""
        return self.habits.standard(text.value, text.evidence)


def load(path: Path = SHIPPED) -> Population:
    """Read fitted numbers. Raises :class:`PopulationMismatch` when they belong to other features."""
    with np.load(path, allow_pickle=False) as stored:
        found = {name: stored[name] for name in stored.files}
    if found["names"].tolist() != names():
        raise PopulationMismatch(f"{path.name} was fitted for other features: run profiles/voice/fit.py again")
    habits = Habits(**{name: found[f"habits_{name}"].astype(float) for name in Habits.__dataclass_fields__})
    pieces = tuple(PieceNumbers(found[f"usual_{s.name}"], float(found[f"strength_{s.name}"])) for s in STREAMS)
    sums = tuple(found[f"impostors_{s.name}"] for s in STREAMS)
    fusion = Fusion(found["weights"].astype(float), *map(float, found["fusion"]))
    return Population(
        version=str(found["version"]),
        habits=habits,
        pieces=pieces,
        impostors=impostors(found["impostor_means"].astype(float), found["impostor_sizes"].astype(float), sums, pieces),
        sums=sums,
        fusion=fusion,
    )


IMPOSTOR_STEP = 0.25
"""Impostors' piece weights are kept in steps of this, so that one byte holds them."""


def impostors(means: Vector, sizes: Vector, sums: tuple[NDArray[np.uint8], ...], pieces: tuple[PieceNumbers, ...]) -> Voices:
    """Work the kept sums (writers in rows) out into likelihood ratios."""
    ratios = []
    for kept, numbers in zip(sums, pieces, strict=True):
        weights = kept.T.astype(np.float32) * IMPOSTOR_STEP
        ratios.append(log_ratio(weights, numbers.usual[:, None], weights.sum(axis=0), numbers.strength).astype(np.float16))
    return Voices(means, sizes, tuple(ratios))


def log_ratio(weights: NDArray, usual: NDArray, total: NDArray | float, strength: float) -> NDArray:
    """Logarithm of how much likelier each piece is from a writer who used it with these weights than from anyone.

    The writer's share of a piece under a Dirichlet prior that is the usual share, over the usual share.
    """
    return np.log1p(weights / (strength * usual)) - np.log1p(total / strength)


def names() -> list[str]:
    """What the numbers belong to: features and streams, in order."""
    return [*(feature.name for feature in FEATURES), *(f"{stream.name}:{stream.bits}" for stream in STREAMS)]


@cache
def shipped() -> Population:
    """The numbers that come with the code, read once."""
    return load()
