"""A profile said in plain sentences, with numbers, the population behind them and the writer's own lines."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from profiles.voice import units
from profiles.voice.features import FEATURES, Feature
from profiles.voice.population import LEVELS, Population, shipped
from profiles.voice.profile import Own, VoiceProfile

LOW, MIDDLE, HIGH = LEVELS.index(0.25), LEVELS.index(0.5), LEVELS.index(0.75)

CHANCE = 3.0
"""Standard errors a habit must move to be called changed: with 133 habits, two would name six by chance, three name one in three
comparisons."""

WORTH_SAYING = 0.4
"""Standard deviations between mails that a habit must move as well: of what hardly ever occurs, one more is soon more than chance."""


@dataclass(frozen=True, slots=True)
class Habit:
    """One habit of a writer. ``value`` and ``own`` are the writer's mean and quantiles (10, 25, 50, 75, 90 %) over their examples,
    ``usual`` and ``population`` the same over other writers' mails, all in ``unit`` (empty for a bare number); ``said`` and
    ``said_of_others`` are the two means in words. ``distinct`` is how far the writer is from the usual, in standard deviations
    between mails, signed. ``lines`` are the writer's own words that show it.
    """

    name: str
    family: str
    label: str
    sentence: str
    unit: str
    value: float
    usual: float
    said: str
    said_of_others: str
    own: tuple[float, ...]
    population: tuple[float, ...]
    distinct: float
    lines: tuple[str, ...]


def describe(profile: VoiceProfile, population: Population | None = None) -> tuple[Habit, ...]:
    """Every habit the writer's examples hold evidence of, the most distinctive first."""
    population = population or shipped()
    mean = profile.model.mean
    found = []
    for i, feature in enumerate(FEATURES):
        own = profile.habits.get(feature.name)
        if own is None:
            continue
        normal, usual = tuple(population.habits.quantiles[:, i].tolist()), float(population.habits.usual[i])
        found.append(
            Habit(
                name=feature.name,
                family=feature.family,
                label=feature.says,
                sentence=_sentence(feature, own, usual, normal),
                unit=units.SHOWN[feature.unit],
                value=units.number(own.value, feature.unit),
                usual=units.number(usual, feature.unit),
                said=units.with_unit(own.value, feature.unit),
                said_of_others=units.with_unit(usual, feature.unit),
                own=tuple(units.number(q, feature.unit) for q in own.quantiles),
                population=tuple(units.number(q, feature.unit) for q in normal),
                distinct=float(mean[i]),
                lines=tuple(profile.lines[n] for n in own.lines),
            )
        )
    return tuple(sorted(found, key=lambda habit: -abs(habit.distinct)))


def _sentence(feature: Feature, own: Own, usual: float, others: tuple[float, ...]) -> str:
    """ "Words a sentence: 4.7 words, mostly 4 to 5; other writers: 15 words, mostly 11 to 19." """
    if feature.unit == units.MAILS:
        said, normal = units.share_of_mails(own.value), units.share_of_mails(usual)
    else:
        said, normal = _mean_and_range(feature, own.value, own.quantiles), _mean_and_range(feature, usual, others)
    return f"{_capital(feature.says)}: {said}; other writers: {normal}."


def _mean_and_range(feature: Feature, mean: float, quantiles: tuple[float, ...]) -> str:
    mostly = units.spread(quantiles[LOW], quantiles[HIGH], feature.unit)
    return units.with_unit(mean, feature.unit) + (f", mostly {mostly}" if mostly else "")


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Change:
    """A habit that differs between two profiles of a writer. ``shift`` is in standard errors of the difference."""

    name: str
    family: str
    sentence: str
    before: float
    after: float
    shift: float


def compare(old: VoiceProfile, new: VoiceProfile, population: Population | None = None) -> tuple[Change, ...]:
    """What changed by more than chance between two versions, the largest change first.

    Examples that both versions hold count as one text seen twice, so that a set that was only added to does not look moved.
    """
    population = population or shipped()
    shared = len(set(old.ids) & set(new.ids) - {""})
    fresh = max(1 / old.size + 1 / new.size - 2 * shared / (old.size * new.size), 1e-9)
    error = np.sqrt(fresh) * np.maximum(population.habits.within, 0.2)
    moved = new.model.mean - old.model.mean
    shifts = moved / error
    found = []
    for i in np.argsort(-np.abs(shifts)):
        feature = FEATURES[i]
        before, after = old.habits.get(feature.name), new.habits.get(feature.name)
        if before is None or after is None or abs(shifts[i]) < CHANCE or abs(moved[i]) < WORTH_SAYING:
            continue
        way = "up" if after.value > before.value else "down"
        says = units.share_of_mails if feature.unit == units.MAILS else partial(units.with_unit, unit=feature.unit)
        sentence = f"{_capital(feature.says)}: {way} from {says(before.value)} to {says(after.value)}."
        numbers = (units.number(v.value, feature.unit) for v in (before, after))
        found.append(Change(feature.name, feature.family, sentence, *numbers, float(shifts[i])))
    return tuple(found)
