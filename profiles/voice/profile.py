"""What is learned of one writer: measured habits, not adjectives."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from profiles.voice.features import FEATURES
from profiles.voice.kinds import KindHabits, kind_habits
from profiles.voice.population import LEVELS, Population, shipped
from profiles.voice.sample import Sample
from profiles.voice.vector import Measured, Vector, measure, raw

FORMAT = 1


class ProfileOutdated(ValueError):
    """A stored profile that was built with other numbers or in another format; it has to be built again."""


class NoSamples(ValueError):
    """A profile cannot be learned from nothing."""


@dataclass(frozen=True, slots=True)
class Own:
    """A writer's own numbers for one habit: mean and quantiles over the samples that hold evidence, and lines that show it."""

    value: float
    quantiles: tuple[float, ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VoiceProfile:
    """One writer's habits. ``mean`` is the mean standardised vector of ``size`` samples, a number a feature."""

    population: str
    size: int
    mean: tuple[float, ...]
    kinds: Mapping[str, KindHabits] = field(default_factory=dict)
    habits: Mapping[str, Own] = field(default_factory=dict)
    held_out: tuple[float, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """A plain JSON object that :meth:`from_json` reads back without loss."""
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "VoiceProfile":
        """Raises :class:`ProfileOutdated` when the stored profile cannot be compared with the shipped numbers."""
        if stored.get("format") != FORMAT or stored.get("population") != shipped().version:
            raise ProfileOutdated("This profile was built by an earlier version: build it again.")
        return cls(
            population=stored["population"],
            size=stored["size"],
            mean=tuple(stored["mean"]),
            habits={n: Own(o["value"], tuple(o["quantiles"]), tuple(o["lines"])) for n, o in stored["habits"].items()},
            held_out=tuple(stored["held_out"]),
            kinds={kind: KindHabits.from_json(habits) for kind, habits in stored["kinds"].items()},
        )


def learn(samples: Sequence[Sample], cohort: Sequence[VoiceProfile] = (), population: Population | None = None) -> VoiceProfile:
    """A writer's profile from their samples. Raises :class:`NoSamples` when there are none."""
    return learn_measured(samples, [measure(s.doc) for s in samples], population or shipped())


def learn_measured(samples: Sequence[Sample], measured: Sequence[Measured], population: Population) -> VoiceProfile:
    if not samples:
        raise NoSamples("There is nothing to learn a voice from.")
    vectors: list[Vector] = [population.standard(m) for m in measured]
    return VoiceProfile(
        population=population.version,
        size=len(samples),
        mean=tuple(np.round(np.mean(vectors, axis=0), 5).tolist()),
        kinds=kind_habits(samples, [m.reading for m in measured]),
        habits=_own(measured),
    )


def _own(measured: Sequence[Measured]) -> dict[str, Own]:
    value = np.array([raw(m.counts)[0] for m in measured])
    found = {}
    for i, feature in enumerate(FEATURES):
        known = value[:, i][~np.isnan(value[:, i])]
        if len(known):
            quantiles = np.quantile(known, LEVELS)
            found[feature.name] = Own(round(float(known.mean()), 4), tuple(np.round(quantiles, 4).tolist()), _lines(measured, i))
    return found


def _lines(measured: Sequence[Measured], i: int, most: int = 2) -> tuple[str, ...]:
    """The writer's own sentences around the first places found, at most ``most``."""
    lines: list[str] = []
    for m in measured:
        count = m.counts[i]
        if count is not None and count.where:
            start = count.where[0][0]
            sentence = next((s for s in m.reading.body if s.start <= start < s.end), None)
            line = m.reading.text((sentence.start, sentence.end)) if sentence else m.reading.text(count.where[0])
            if line not in lines:
                lines.append(line)
        if len(lines) == most:
            break
    return tuple(lines)
