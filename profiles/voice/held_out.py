"""What a threshold would hold of the writer's own texts: each example judged by a profile learned from the others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from profiles.voice.measure import measure
from profiles.voice.model import Imprint, build, imprint
from profiles.voice.population import Population, shipped
from profiles.voice.profile import VoiceProfile
from profiles.voice.sample import Sample
from profiles.voice.score import MIN_WORDS
from profiles.voice.standing import FEWEST, OwnTexts, Panel, panel, panel_of, probability, settled, unsettled


@dataclass(frozen=True, slots=True)
class HeldOut:
    """``scores`` by example id, None where an example is too short to judge."""

    scores: tuple[tuple[str, float | None], ...]

    @property
    def values(self) -> tuple[float, ...]:
        return tuple(score for _, score in self.scores if score is not None)


@dataclass(frozen=True, slots=True)
class Threshold:
    """``value`` is the score below which a draft is held; ``expected`` the share of the writer's own next texts that fall under it,
    with a 90 % interval from ``low`` to ``high``; ``size`` is the number of examples it rests on."""

    value: float
    expected: float
    low: float
    high: float
    size: int


class TooFewScores(ValueError):
    """Nothing can be expected from fewer than three judged examples."""


def held_out(samples: Sequence[Sample], cohort: Sequence[VoiceProfile] = (), population: Population | None = None) -> HeldOut:
    """Leave-one-out scores of the writer's own samples, against the cohort that drafts are judged with."""
    population = population or shipped()
    texts = [imprint(measure(s.doc), population) for s in samples]
    if not texts:
        return HeldOut(())
    at = panel_of(texts, build(texts), tuple(other.model for other in cohort), population)
    return of_panel([s.id for s in samples], texts, at)


def own_scores(profile: VoiceProfile, cohort: Sequence[VoiceProfile] = (), population: Population | None = None) -> HeldOut:
    """The same from a stored profile: for the cohort of the day, without the mails."""
    return of_panel(profile.ids, profile.imprints, panel(profile, tuple(cohort), population or shipped()))


def of_panel(ids: Sequence[str], texts: Sequence[Imprint], at: Panel) -> HeldOut:
    """The held-out scores of a panel's writer."""
    odds = at.held_out or (None,) * len(texts)
    return HeldOut(
        tuple(
            (id, None if text.words < MIN_WORDS or own is None else probability(at.settle(own)))
            for id, text, own in zip(ids, texts, odds, strict=True)
        )
    )


def threshold(found: HeldOut, share: float = 0.05, population: Population | None = None) -> Threshold:
    """The score under which ``share`` of what the writer really writes is expected to fall.

    Raises :class:`TooFewScores` under three scores.
    """
    law = _law(found, population or shipped())
    return _threshold(law, law.floor(share), len(found.values))


def hold_rate(found: HeldOut, value: float, population: Population | None = None) -> Threshold:
    """What a threshold set by hand would hold of what the writer really writes. Raises :class:`TooFewScores` under three scores."""
    return _threshold(_law(found, population or shipped()), unsettled(value), len(found.values))


def _law(found: HeldOut, population: Population) -> OwnTexts:
    if len(found.values) < FEWEST:
        raise TooFewScores(f"{FEWEST} examples that are long enough to judge are needed to say what would be held.")
    return OwnTexts.after([unsettled(score) for score in found.values], population.fusion.ageing)


def _threshold(law: OwnTexts, odds: float, size: int) -> Threshold:
    shares = law.below(odds)
    low, high = np.quantile(shares, (0.05, 0.95))
    return Threshold(probability(settled(odds)), float(shares.mean()), float(low), float(high), size)
