"""How much likelier a text is from one writer than from anyone: habits and pieces, each as exact sums.

Everything here is in natural logarithms. ``J`` counts the writers compared: the claimed one first, then the impostors that come with
the numbers, then the cohort (colleagues).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from profiles.voice.bounds import bent
from profiles.voice.measure import Vector
from profiles.voice.model import Imprint, Model
from profiles.voice.population import Population, Voices, log_ratio

TRUST = 2.0
"""So many colleagues weigh as much as all impostors: they write in the same trade, impostors do not."""

TINY = 1e-9

LOUDEST = 6.0
"""Standard deviations of the others beyond which no component says more; 98 of 100 true claims lie under it. Letters of a writer who
signs like nobody else, or a mark that nobody else uses, would otherwise outshout all habits together."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A text against J writers.

    ``shares`` (J, 0 for the claimed writer, else summing to 1) is how much each of the others counts. ``habits`` are the text's and
    ``means`` (J, features) the writers', in standard deviations from the usual. ``slopes`` (J, features) are such that
    ``slopes @ habits + constants`` is the habits' ratio of each writer; ``ratios`` a stream (pieces of the text, J) are such that
    ``weights @ ratios / total`` is the stream's. ``raw`` (J, components) are these ratios, habits first; ``middle`` and ``scale``
    (components) are mean and standard deviation of the others.
    """

    shares: Vector
    habits: Vector
    means: Vector
    slopes: Vector
    constants: Vector
    ratios: tuple[NDArray, ...]
    raw: Vector
    middle: Vector
    scale: Vector

    @property
    def components(self) -> Vector:
        """(J, components): distance of each writer from the others, in standard deviations of the others, far ones drawn in."""
        return bent((self.raw - self.middle) / self.scale, LOUDEST)


@lru_cache(maxsize=4)
def stack(models: tuple[Model, ...], population: Population) -> Voices:
    """Writers side by side, worked out once for all texts that are set against them."""
    ratios = []
    for i, numbers in enumerate(population.pieces):
        if not models:
            ratios.append(np.zeros((len(numbers.usual), 0), np.float16))
            continue
        weights = np.column_stack([m.sums[i] for m in models])
        total = np.array([m.totals[i] for m in models])
        ratios.append(log_ratio(weights, numbers.usual[:, None], total, numbers.strength).astype(np.float16))
    means = np.array([m.mean for m in models]).reshape(len(models), len(population.habits.usual))
    return Voices(means, np.array([m.size for m in models], float), tuple(ratios))


def compare(text: Imprint, own: Model, cohort: Sequence[Model], population: Population) -> Comparison:
    """Set a text against the claimed writer and the others."""
    impostors, colleagues = population.impostors, stack(tuple(cohort), population)
    far, near = len(impostors.sizes), len(cohort)
    trust = near / (near + TRUST)
    shares = np.repeat([0.0, (1 - trust) / max(far, 1), trust / max(near, 1)], [1, far, near])
    trade = trade_of(own.mean, colleagues)
    blocks = [
        (own.mean[None], np.array([own.size]), trade),
        (impostors.means, impostors.sizes, 0.0),
        (colleagues.means, colleagues.sizes, trade),
    ]
    parts = [habit_slopes(text.habits - trade, means - moved, sizes, population) for means, sizes, moved in blocks]
    slopes = np.concatenate([slope for slope, _ in parts])
    constants = np.concatenate([constant for _, constant in parts]) - slopes @ trade
    ratios = tuple(
        np.column_stack([own_ratio(text, own, i, population), far_ones[ids], near_ones[ids]]).astype(np.float32)
        for i, (far_ones, near_ones, ids) in enumerate(
            zip(impostors.ratios, colleagues.ratios, (counted.ids for counted in text.counted), strict=True)
        )
    )
    raw = np.column_stack([slopes @ text.habits + constants, *stream_ratios(text, ratios)])
    variance = (1 - trust) * raw[1 : 1 + far].var(axis=0) + (trust * raw[1 + far :].var(axis=0) if near else 0.0)
    means = np.concatenate([means for means, _, _ in blocks])
    return Comparison(shares, text.habits, means, slopes, constants, ratios, raw, shares @ raw, np.sqrt(variance + TINY))


def trade_of(own: Vector, colleagues: Voices) -> Vector:
    """Where the habits of the claimed writer's trade lie: colleagues share habits that the population at large does not have.

    The mean of writer and colleagues, drawn to the population's while they are few; nothing without colleagues.
    """
    known = len(colleagues.sizes)
    if not known:
        return np.zeros_like(own)
    return (own + colleagues.means.sum(axis=0)) / (known + 1 + TRUST)


def habit_slopes(habits: Vector, means: Vector, sizes: Vector, population: Population) -> tuple[Vector, Vector]:
    """Slopes (J, features) and constants (J) of the two-covariance likelihood ratio at these habits."""
    axes, between = population.habits.axes, population.habits.between
    size = sizes[:, None]
    expected = (means @ axes.T) * (between * size / (1 + between * size))
    variance = 1 + between / (1 + between * size)
    slope = expected / variance + 0.5 * (axes @ habits) * (1 / (1 + between) - 1 / variance)
    constant = -0.5 * (expected**2 / variance + np.log(variance / (1 + between))).sum(axis=1)
    return slope @ axes, constant


def own_ratio(text: Imprint, own: Model, i: int, population: Population) -> Vector:
    """Stream ``i``'s likelihood ratio of each piece of the text for one writer."""
    numbers, ids = population.pieces[i], text.counted[i].ids
    return log_ratio(own.sums[i][ids], numbers.usual[ids], own.totals[i], numbers.strength)


def stream_ratios(text: Imprint, ratios: Sequence[NDArray]) -> list[Vector]:
    """Mean likelihood ratio a piece, a stream and writer."""
    return [c.weights @ found / max(c.total, TINY) for c, found in zip(text.counted, ratios, strict=True)]


class Odds(NamedTuple):
    """Log-odds: of the claim, of the claimed writer seen alone, and what the others reach together."""

    claim: float
    own: float
    others: float


def log_odds(compared: Comparison, population: Population) -> Odds:
    """The claimed writer against the others, who share what nobody in particular reaches."""
    fusion = population.fusion
    each = compared.components @ fusion.weights + fusion.bias
    others = float(np.logaddexp.reduce(each[1:] + np.log(np.maximum(compared.shares[1:], TINY))))
    return Odds(float(fusion.own * each[0] - fusion.others * others + fusion.intercept), float(each[0]), others)


def shares(compared: Comparison, odds: Odds, population: Population) -> Vector:
    """The addends of ``odds.claim``: one a feature, one a stream, then the other voices and what the score starts from.

    A habit is counted from half-way between the claimed writer and the others, where it would speak for neither.
    """
    fusion, others = population.fusion, compared.shares[1:]
    far = (compared.raw[0] - compared.middle) / compared.scale
    factor = fusion.own * fusion.weights / compared.scale * bent(far, LOUDEST) / np.where(far, far, 1.0)
    slope = compared.slopes[0] - others @ compared.slopes[1:]
    constant = compared.constants[0] - others @ compared.constants[1:]
    halfway = (compared.means[0] + others @ compared.means[1:]) / 2
    habits = factor[0] * slope * (compared.habits - halfway)
    streams = factor[1:] * (compared.raw[0] - compared.middle)[1:]
    voices = fusion.others * (fusion.usual_others - odds.others)
    start = fusion.intercept + fusion.own * fusion.bias - fusion.others * fusion.usual_others
    return np.concatenate([habits, streams, [voices, start + factor[0] * (constant + float(slope @ halfway))]])


def pieces_alone(compared: Comparison, population: Population) -> float:
    """What the streams add to the log-odds, had they no bound."""
    each = population.fusion.own * population.fusion.weights * (compared.raw[0] - compared.middle) / compared.scale
    return float(each[1:].sum())


def middle_of(voices: Voices) -> Vector:
    """Where the habits of these writers' trade lie, none of them being claimed."""
    return voices.means.sum(axis=0) / (len(voices.sizes) + TRUST)


def against_all(text: Imprint, voices: Voices, trade: Vector, population: Population) -> Vector:
    """(writers, components): the ratios of a text for writers side by side."""
    slopes, constants = habit_slopes(text.habits - trade, voices.means - trade, voices.sizes, population)
    ratios = [found[c.ids].astype(np.float32) for found, c in zip(voices.ratios, text.counted, strict=True)]
    return np.column_stack([slopes @ (text.habits - trade) + constants, *stream_ratios(text, ratios)])


def against_one(text: Imprint, own: Model, trade: Vector, population: Population) -> Vector:
    """(components): the same for one writer."""
    slopes, constants = habit_slopes(text.habits - trade, own.mean[None] - trade, np.array([own.size]), population)
    ratios = [own_ratio(text, own, i, population)[:, None] for i in range(len(text.counted))]
    return np.concatenate([slopes @ (text.habits - trade) + constants, *stream_ratios(text, ratios)])
