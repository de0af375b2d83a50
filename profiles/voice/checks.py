"""Is the set of examples one voice, and is it still the writer's? Misfits, strongest against routine, drift."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from spacy.tokens import Doc

from profiles.voice.describe import Change, compare
from profiles.voice.held_out import held_out
from profiles.voice.population import Population, shipped
from profiles.voice.profile import VoiceProfile, learn
from profiles.voice.sample import Sample
from profiles.voice.score import judge

MISFIT = 0.5
"""An example less likely than this to be by the writer of the others is named."""

ALPHA = 0.05


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
    """Do recent texts score lower against the profile than the writer's examples did when they were held out?"""
    population = population or shipped()
    now = [score for doc in recent if (score := judge(doc, profile, cohort, population).score) is not None]
    then = list(profile.held_out)
    if len(now) < 3 or len(then) < 3:
        return Drift(1.0, False, len(now), "Too few recent replies to tell.")
    both = np.argsort(np.argsort(np.concatenate([now, then]), kind="stable"), kind="stable").astype(float)
    rng = np.random.default_rng(seed)
    observed = both[: len(now)].sum()
    shuffled = np.array([rng.permutation(both)[: len(now)].sum() for _ in range(5000)])
    p = float((1 + (shuffled <= observed).sum()) / (1 + len(shuffled)))
    if p < ALPHA:
        sentence = f"The last {len(now)} replies read less like this profile than its own examples do, more than chance explains."
    else:
        sentence = f"The last {len(now)} replies read like this profile."
    return Drift(p, p < ALPHA, len(now), sentence)
