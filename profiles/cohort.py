"""The other reps' voices: what is distinctive about one shows against them."""

from functools import lru_cache

from profiles.models import Rep
from profiles.models import VoiceProfile as ProfileRow
from profiles.voice import ProfileOutdated, VoiceProfile

MOST = 50


@lru_cache(maxsize=512)
def learned(pk: int) -> VoiceProfile:
    """A built profile never changes, so its primary key is all there is to remember it by. Raises ProfileOutdated."""
    return VoiceProfile.from_json(ProfileRow.objects.only("data").get(pk=pk).data)


def cohort(rep: Rep) -> dict[str, VoiceProfile]:
    """The other reps' current profiles by rep id, at most ``MOST``; those that an earlier version built are left out."""
    rows = (
        ProfileRow.objects.filter(status="built", example_set__status="active")
        .exclude(rep=rep)
        .order_by("rep_id", "-version")
        .distinct("rep_id")
        .values_list("rep_id", "pk")[:MOST]
    )
    found = ((str(rep_id), readable(pk)) for rep_id, pk in rows)
    return {rep_id: profile for rep_id, profile in found if profile}


def readable(pk: int) -> VoiceProfile | None:
    """The profile, or None when an earlier version built it."""
    try:
        return learned(pk)
    except ProfileOutdated:
        return None
