"""What a threshold would hold of the writer's own texts: each example judged by a profile learned from the others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from profiles.voice.population import Population, shipped
from profiles.voice.profile import VoiceProfile, learn_measured
from profiles.voice.sample import Sample
from profiles.voice.score import judge_measured
from profiles.voice.vector import measure

FLOOR = 1e-6


@dataclass(frozen=True, slots=True)
class HeldOut:
    """``scores`` by example id, None where an example is too short to judge."""

    scores: tuple[tuple[str, float | None], ...]

    @property
    def values(self) -> tuple[float, ...]:
        return tuple(score for _, score in self.scores if score is not None)


@dataclass(frozen=True, slots=True)
class Threshold:
    """``value`` is the score below which a draft is held; ``expected`` the share of the writer's own texts that fall under it,
    with a 90 % interval from ``low`` to ``high``; ``size`` is the number of examples it rests on."""

    value: float
    expected: float
    low: float
    high: float
    size: int


class TooFewScores(ValueError):
    """A threshold cannot be set from fewer than two judged examples."""


def held_out(samples: Sequence[Sample], cohort: Sequence[VoiceProfile] = (), population: Population | None = None) -> HeldOut:
    """Leave-one-out scores of the writer's own samples."""
    population = population or shipped()
    measured = [measure(s.doc) for s in samples]
    found = []
    for i, sample in enumerate(samples):
        rest = [j for j in range(len(samples)) if j != i]
        if not rest:
            found.append((sample.id, None))
            continue
        profile = learn_measured([samples[j] for j in rest], [measured[j] for j in rest], population)
        found.append((sample.id, judge_measured(measured[i], profile, cohort, population).score))
    return HeldOut(tuple(found))


def threshold(found: HeldOut, share: float = 0.05) -> Threshold:
    """The score under which ``share`` of what the writer really writes is expected to fall.

    Raises :class:`TooFewScores` under two scores.
    """
    scores = np.sort(np.asarray(found.values))
    if len(scores) < 2:
        raise TooFewScores("A threshold needs at least two examples that are long enough to judge.")
    logits = np.log(np.clip(scores, FLOOR, 1 - FLOOR) / np.clip(1 - scores, FLOOR, 1))
    # the k-th smallest of n scores has k / (n + 1) of the writer's next texts below it, whatever their distribution
    place = share * (len(logits) + 1) - 1
    value = np.interp(place, np.arange(len(logits)), logits)
    return _with_interval(float(1 / (1 + np.exp(-value))), scores)


def _with_interval(value: float, scores: np.ndarray, draws: int = 4000, seed: int = 0) -> Threshold:
    """The share expected below ``value`` and its 90 % interval: a Beta posterior over the share of own texts below it."""
    below, size = int((scores < value).sum()), len(scores)
    shares = np.random.default_rng(seed).beta(below + 0.5, size - below + 0.5, draws)
    low, high = np.quantile(shares, (0.05, 0.95))
    return Threshold(value, (below + 1) / (size + 2), float(low), float(high), size)
