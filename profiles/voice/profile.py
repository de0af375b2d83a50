"""What is learned of one writer: measured habits, not adjectives."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from profiles.voice.kinds import KindHabits, kind_habits
from profiles.voice.population import Population, shipped
from profiles.voice.sample import Sample
from profiles.voice.vector import Measured, Vector, measure

FORMAT = 1


class ProfileOutdated(ValueError):
    """A stored profile that was built with other numbers or in another format; it has to be built again."""


class NoSamples(ValueError):
    """A profile cannot be learned from nothing."""


@dataclass(frozen=True, slots=True)
class VoiceProfile:
    """One writer's habits. ``mean`` is the mean standardised vector of ``size`` samples, a number a feature."""

    population: str
    size: int
    mean: tuple[float, ...]
    kinds: Mapping[str, KindHabits] = field(default_factory=dict)

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
    )
