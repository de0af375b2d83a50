"""Is the set of examples one voice, and is it still the writer's? Misfits, strongest against routine, drift."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from spacy.tokens import Doc

from profiles.voice.describe import Change, compare
from profiles.voice.held_out import held_out, own_scores
from profiles.voice.population import Population, shipped
from profiles.voice.profile import VoiceProfile, learn
from profiles.voice.sample import Sample
from profiles.voice.score import judge

MISFIT = 0.5
"""An example less likely than this to be by the writer of the others is named."""

ALPHA = 0.05
"""Chance of calling a voice drifted that has not."""

FEWEST = 3
"""Texts on either side that a test needs."""

SHUFFLES = 5000


@dataclass(frozen=True, slots=True)
class Misfit:
    """An example that does not fit the rest: its id, its leave-one-out score and why, as a sentence."""

    id: str
    score: float
    sentence: str


def misfits(
    samples: Sequence[Sample], cohort: Sequence[VoiceProfile] = (), population: Population | None = None
) -> tuple[Misfit, ...]:
    """Examples that read as if somebody else wrote them, the least fitting first. Empty under four samples."""
    if len(samples) < 4:
        return ()
    found = [
        Misfit(id, score, "This does not sound like the other examples: somebody else may have written it.")
        for id, score in held_out(samples, cohort, population).scores
        if score is not None and score < MISFIT
    ]
    return tuple(sorted(found, key=lambda misfit: misfit.score))


def strongest_vs_routine(samples: Sequence[Sample], population: Population | None = None) -> tuple[Change, ...]:
    """Habits in which the strongest replies differ from the routine ones by more than chance; empty when either has under 3."""
    strongest, routine = ([s for s in samples if s.tag == tag] for tag in ("strongest", "routine"))
    if min(len(strongest), len(routine)) < 3:
        return ()
    return compare(learn(routine, population=population), learn(strongest, population=population), population)


@dataclass(frozen=True, slots=True)
class Drift:
    """``p`` is the probability of recent scores this low if nothing had changed (one-sided rank test, exact or by permutation);
    ``drifted`` is True when it is under 5 %. ``size`` counts the recent texts that could be judged."""

    p: float
    drifted: bool
    size: int
    sentence: str


def drift(
    profile: VoiceProfile,
    recent: Sequence[Doc],
    cohort: Sequence[VoiceProfile] = (),
    population: Population | None = None,
    seed: int = 0,
) -> Drift:
    """Do recent texts score lower against the profile than the writer's examples do when they are held out?

    A rank test by random shuffles (Mann-Whitney, one-sided): no shape of the scores is assumed.
    """
    population = population or shipped()
    found = (judge(doc, profile, cohort, population).score for doc in recent)
    now = [score for score in found if score is not None]
    then = own_scores(profile, cohort, population).values
    if len(now) < FEWEST or len(then) < FEWEST:
        return Drift(1.0, False, len(now), "Too few recent replies to tell.")
    both = np.concatenate([now, then])
    ranks = np.array([(both < score).sum() + ((both == score).sum() - 1) / 2 for score in both])
    observed = ranks[: len(now)].sum()
    rng = np.random.default_rng(seed)
    shuffled = rng.permuted(np.tile(ranks, (SHUFFLES, 1)), axis=1)[:, : len(now)].sum(axis=1)
    p = float((1 + (shuffled <= observed).sum()) / (1 + SHUFFLES))
    if p < ALPHA:
        sentence = f"The last {len(now)} replies read less like this profile than its own examples do, more than chance explains."
    else:
        sentence = f"The last {len(now)} replies read like this profile."
    return Drift(p, p < ALPHA, len(now), sentence)
