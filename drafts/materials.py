"""Collecting what a rep's draft is made of from the database."""

from drafts import convert
from drafts.domain import Layer, Policy
from drafts.models import Draft, Thread
from drafts.models import Policy as PolicyRow
from drafts.writers import Materials
from profiles.cohort import cohort, learned
from profiles.models import Example, Rep
from profiles.models import VoiceProfile as ProfileRow
from profiles.refusal import Refused
from profiles.voice import ProfileOutdated, VoiceProfile

RECENT = 10
"""How many of the rep's last drafts a writer tries not to repeat."""


class NoProfile(Refused):
    """The rep has no built voice profile."""


def policy_row(rep: Rep) -> PolicyRow:
    """The team's policy, or the defaults where ops have set none."""
    return PolicyRow.objects.filter(team_id=rep.team_id).first() or PolicyRow(team=rep.team)


def voice_threshold(profile: ProfileRow, hold_rate: float) -> float:
    """The score below which ``hold_rate`` of the rep's own held-out replies lie; the built threshold at the default rate."""
    scores = sorted(profile.held_out_scores)
    if not scores or abs(hold_rate - 0.05) < 1e-9:
        return profile.threshold
    place = hold_rate * (len(scores) - 1)
    low = int(place)
    high = min(low + 1, len(scores) - 1)
    return scores[low] + (scores[high] - scores[low]) * (place - low)


def policy_for(rep: Rep, profile: ProfileRow) -> Policy:
    row = policy_row(rep)
    return Policy(
        thresholds={
            Layer.VOICE: voice_threshold(profile, row.voice_hold_rate),
            Layer.RELEVANCE: row.relevance_threshold,
            Layer.VALUE: row.value_threshold,
        },
        nudge_after_business_days=row.nudge_after_business_days,
    )


def current_profile(rep: Rep) -> ProfileRow:
    """The profile drafts are written with now; raises NoProfile."""
    profile = rep.current_profile()
    if profile is None:
        raise NoProfile(f"{rep.name} has no voice profile yet: activate an example set first.")
    return profile


def _voice(profile: ProfileRow) -> VoiceProfile:
    try:
        return learned(profile.pk)
    except ProfileOutdated as error:
        raise NoProfile(
            f"{profile.rep.name}'s voice profile was built by an earlier version and is being built again."
        ) from error


def recent_texts(rep: Rep, excluding: int | None = None) -> tuple[str, ...]:
    """What the rep's last drafts said on threads that still go on."""
    rows = Draft.objects.filter(rep=rep, current__isnull=False).exclude(thread__status=Thread.Status.CLOSED)
    rows = rows.exclude(pk=excluding).order_by("-created_at")
    return tuple(rows.values_list("current__text", flat=True)[:RECENT])


def materials_for(rep: Rep, profile: ProfileRow, draft_id: int | None = None) -> Materials:
    """Everything besides the thread; a handful of queries whatever the history."""
    examples = Example.objects.filter(example_set_id=profile.example_set_id, included=True)
    return Materials(
        rep=convert.to_rep(rep, examples),
        profile=_voice(profile),
        knowledge=convert.to_knowledge(rep.team),
        policy=policy_for(rep, profile),
        cohort=cohort(rep),
        recent=recent_texts(rep, draft_id),
        dropped_moves=frozenset(profile.dropped_moves),
    )
