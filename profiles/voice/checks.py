"""Is the set of examples one voice, and is it still the writer's? Misfits, strongest against routine, drift."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from spacy.tokens import Doc

from profiles.voice.describe import Change, compare
from profiles.voice.features import BY_NAME
from profiles.voice.held_out import own_scores
from profiles.voice.population import Population, shipped
from profiles.voice.profile import VoiceProfile, learn
from profiles.voice.sample import Sample
from profiles.voice.score import judge
from profiles.voice.standing import panel, probability

STRANGE, APART, FAR_APART = 0.0, 1.8, 2.8
"""An example is named when its log-odds against the others are under ``STRANGE`` and it stands ``APART`` deviations under the median
example, or when it stands ``FAR_APART``. Put among 20 mails of one writer, that names 6 of 10 foreign ones on the lists, 1 of 4 in Enron's
business mail, and 2 of 100 true ones on either: it points at what to look at, it does not vouch for the rest."""

ALPHA = 0.05
"""Chance of calling a voice drifted that has not."""

FEWEST = 3
"""Texts on either side that a test needs."""

SHUFFLES = 5000

ENOUGH_TO_COMPARE = 5
"""Samples from which one can stand out."""

LEAST_SPREAD = 0.3
"""Log-odds added to the spread of the examples, so that very even ones do not make a small difference large."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """An example that does not fit the rest: its id, its leave-one-out score and why, as a sentence."""

    id: str
    score: float
    sentence: str


def misfits(
    samples: Sequence[Sample], cohort: Sequence[VoiceProfile] = (), population: Population | None = None
) -> tuple[Misfit, ...]:
    """Examples that read as if somebody else wrote them, the least fitting first. Empty under five samples."""
    population = population or shipped()
    if len(samples) < ENOUGH_TO_COMPARE:
        return ()
    whole = learn(samples, population=population)
    at = panel(whole, tuple(cohort), population)
    odds = np.array(at.held_out)
    spread = 1.4826 * float(np.median(np.abs(odds - np.median(odds)))) + LEAST_SPREAD
    apart = (np.median(odds) - odds) / spread
    named = [i for i in np.argsort(odds) if apart[i] > FAR_APART or (odds[i] < STRANGE and apart[i] > APART)]
    return tuple(_misfit(samples, int(i), probability(at.settle(float(odds[i]))), cohort, population) for i in named)


def _misfit(samples: Sequence[Sample], i: int, score: float, cohort: Sequence[VoiceProfile], population: Population) -> Misfit:
    others = learn([s for n, s in enumerate(samples) if n != i], population=population)
    against = judge(samples[i].doc, others, cohort, population).against()
    why = next((f" {e.sentence}" for e in against if e.code in BY_NAME), "")
    return Misfit(samples[i].id, score, f"This does not sound like the other examples; somebody else may have written it.{why}")


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
        return Drift(1.0, False, len(now), f"Too few recent replies to tell: {len(now)} can be judged, {FEWEST} are needed.")
    both = np.concatenate([now, then])
    ranks = np.array([(both < score).sum() + ((both == score).sum() - 1) / 2 for score in both])
    observed = ranks[: len(now)].sum()
    rng = np.random.default_rng(seed)
    shuffled = rng.permuted(np.tile(ranks, (SHUFFLES, 1)), axis=1)[:, : len(now)].sum(axis=1)
    p = float((1 + (shuffled <= observed).sum()) / (1 + SHUFFLES))
    if p < ALPHA:
        found = f"read less like this profile than its own examples do. Chance alone would do that in {_share(p)} of cases"
    else:
        found = f"read like this profile. What difference there is would come by chance in {_share(p)} of cases"
    sentence = f"The last {len(now)} replies {found}."
    return Drift(p, p < ALPHA, len(now), sentence)


def _share(p: float) -> str:
    return f"{p:.1%}" if p >= 0.001 else "less than 0.1%"
