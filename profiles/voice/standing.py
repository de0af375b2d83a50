"""Where a writer stands among others: what their own held-out texts reach, and what that asks of a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log

import numpy as np

from profiles.voice.bounds import bent, unbent
from profiles.voice.features import FEATURES, STREAMS
from profiles.voice.likelihood import compare, log_odds, pieces_alone, shares
from profiles.voice.measure import Vector
from profiles.voice.model import Imprint, Model, without
from profiles.voice.population import Population
from profiles.voice.profile import VoiceProfile

HIGHEST = 0.98
"""Scores stay between 1 - ``HIGHEST`` and ``HIGHEST``: where the sum was surer than that, one to three claims in a hundred were decided
wrongly among writers the numbers were not fitted on, however sure it was."""

CERTAIN = log(HIGHEST / (1 - HIGHEST))

DRAWS = 4000

ADDENDS = len(FEATURES) + len(STREAMS) + 2
"""Of log-odds: see :func:`profiles.voice.likelihood.shares`."""

USUAL_SHARE = 0.05
"""Share of a writer's own texts below the point where a text begins to count as theirs, for writers nobody is mistaken for."""

FEWEST = 3
"""Held-out texts from which a law of a writer's own texts is drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A claimed writer, the colleagues beside them and the ``bar``.

    Log-odds are settled from the bar. It is 0, unless the writer is so distinctive that 95 % of their own held-out texts lie above 0:
    then it stands there. What would be proof for a random stranger is no proof against somebody who imitates the writer.
    ``held_out`` holds the writer's own texts' log-odds before settling, in the order of the texts,
    ``level`` what their pieces alone would reach on average; ``bar_shares`` share the bar out over the addends of log-odds
    as the writer's own texts do, so that a text is asked most of where the writer is most themselves.
    """

    own: Model
    cohort: tuple[Model, ...]
    held_out: tuple[float, ...]
    level: float
    bar: float
    bar_shares: Vector

    def settle(self, odds: float) -> float:
        """Log-odds as they are told."""
        return settled(odds - self.bar)


@lru_cache(maxsize=64)
def panel(profile: VoiceProfile, cohort: tuple[VoiceProfile, ...], population: Population) -> Panel:
    """The panel a profile's texts are judged by; worked out once for a profile and a cohort."""
    return panel_of(profile.imprints, profile.model, tuple(other.model for other in cohort), population)


def panel_of(texts: Sequence[Imprint], own: Model, cohort: tuple[Model, ...], population: Population) -> Panel:
    """The same from texts and models."""
    if len(texts) < 2:
        return Panel(own, cohort, (), 0.0, 0.0, np.zeros(ADDENDS))
    compared = [compare(text, without(own, text), cohort, population) for text in texts]
    odds = [log_odds(one, population) for one in compared]
    claims = tuple(each.claim for each in odds)
    usual = np.mean([shares(one, each, population) for one, each in zip(compared, odds, strict=True)], axis=0)
    bar = max(0.0, OwnTexts.after(claims, population.fusion.ageing).floor(USUAL_SHARE)) if len(claims) >= FEWEST else 0.0
    level = float(np.mean([pieces_alone(one, population) for one in compared]))
    return Panel(own, cohort, claims, level, bar, usual * (bar / usual.sum()) if bar else np.zeros(ADDENDS))


@dataclass(frozen=True, slots=True, eq=False)
class OwnTexts:
    """The log-odds the writer's next texts will have, as draws of mean and standard deviation from what was held out.

    Normal texts under Jeffreys' prior: with few texts held out the draws lie far apart, and everything said from them is wide.
    """

    mean: Vector
    deviation: Vector
    noise: Vector

    @classmethod
    def after(cls, odds: Sequence[float], ageing: float, seed: int = 0) -> "OwnTexts":
        """From the log-odds of texts held out. ``ageing`` is how much lower later mail lies than mail of the same months, in standard
        deviations."""
        found, rng = np.asarray(odds, float), np.random.default_rng(seed)
        size, spread = len(found), max(float(found.std(ddof=1)), 1e-3)
        deviation = spread * np.sqrt((size - 1) / rng.chisquare(size - 1, DRAWS))
        mean = found.mean() - ageing * spread + rng.standard_normal(DRAWS) * deviation / np.sqrt(size)
        return cls(mean, deviation, rng.standard_normal(DRAWS))

    def floor(self, share: float) -> float:
        """The log-odds under which that share of the next texts falls."""
        return float(np.quantile(self.mean + self.deviation * self.noise, share))

    def below(self, odds: float) -> Vector:
        """The share of the next texts below these log-odds, a draw each."""
        return normal_share((odds - self.mean) / self.deviation)


def normal_share(z: Vector) -> Vector:
    """Share of a standard normal law below z (Abramowitz and Stegun 7.1.26, right to 1e-7)."""
    x = np.abs(z) / np.sqrt(2)
    t = 1 / (1 + 0.3275911 * x)
    tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * np.exp(-(x**2))
    return np.where(z > 0, 1 - tail / 2, tail / 2)


def settled(odds: float) -> float:
    """Log-odds above the bar, bent towards ``CERTAIN``."""
    return float(bent(odds, CERTAIN))


def probability(odds: float) -> float:
    """From log-odds."""
    return 1 / (1 + exp(-odds))


def unsettled(score: float) -> float:
    """Log-odds above the bar behind a score."""
    score = min(max(score, 1 - HIGHEST), HIGHEST)
    return unbent(log(score / (1 - score)), CERTAIN)
