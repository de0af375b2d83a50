"""A profile said in plain sentences, with numbers, the population behind them and the writer's own lines."""

from dataclasses import dataclass

import numpy as np

from profiles.voice.features import FEATURES
from profiles.voice.population import LEVELS, Population, shipped
from profiles.voice.profile import VoiceProfile

NOTABLE = 0.5
"""Standard deviations between texts that a writer's mean must be away from the usual to be called distinctive."""


@dataclass(frozen=True, slots=True)
class Habit:
    """One habit of a writer. ``value`` and ``own`` are the writer's mean and quantiles (10, 25, 50, 75, 90 %) over their examples,
    ``population`` the same quantiles over other writers' texts, all in ``unit``. ``distinct`` is how far the writer is from
    the usual, in standard deviations between texts, signed. ``lines`` are the writer's own words that show it.
    """

    name: str
    family: str
    label: str
    sentence: str
    unit: str
    value: float
    own: tuple[float, ...]
    population: tuple[float, ...]
    distinct: float
    lines: tuple[str, ...]


def describe(profile: VoiceProfile, population: Population | None = None) -> tuple[Habit, ...]:
    """Every habit the writer's examples hold evidence of, the most distinctive first."""
    population = population or shipped()
    found = []
    for i, feature in enumerate(FEATURES):
        own = profile.habits.get(feature.name)
        if own is None:
            continue
        normal = tuple(population.quantiles[:, i].tolist())
        distinct = float(profile.mean[i])
        usual = normal[LEVELS.index(0.5)]
        sentence = f"{feature.says[0].upper()}{feature.says[1:]}: {own.value:.2f}, where most writers have {normal[1]:.2f} to {normal[3]:.2f}."
        found.append(
            Habit(feature.name, feature.family, feature.says, sentence, "", own.value, own.quantiles, normal, distinct, own.lines)
        )
        del usual
    return tuple(sorted(found, key=lambda habit: -abs(habit.distinct)))


@dataclass(frozen=True, slots=True)
class Change:
    """A habit that differs between two profiles of a writer. ``shift`` is in standard deviations of a mean of that many examples."""

    name: str
    family: str
    sentence: str
    before: float
    after: float
    shift: float


def compare(old: VoiceProfile, new: VoiceProfile, population: Population | None = None) -> tuple[Change, ...]:
    """What changed by more than chance between two versions (two standard errors and more), the largest change first."""
    population = population or shipped()
    error = np.sqrt(1 / old.size + 1 / new.size) * population.within
    found = []
    for i, feature in enumerate(FEATURES):
        before, after = old.habits.get(feature.name), new.habits.get(feature.name)
        shift = float((new.mean[i] - old.mean[i]) / error[i])
        if before is None or after is None or abs(shift) < 2:
            continue
        way = "up" if shift > 0 else "down"
        sentence = f"{feature.says[0].upper()}{feature.says[1:]}: {way} from {before.value:.2f} to {after.value:.2f}."
        found.append(Change(feature.name, feature.family, sentence, before.value, after.value, shift))
    return tuple(sorted(found, key=lambda change: -abs(change.shift)))
