"""Drafts that came before their rep had a voice profile."""

from drafts.actions import WRITE
from drafts.models import Draft
from profiles.actions import request_build
from profiles.cohort import readable
from profiles.models import ExampleSet, Rep, VoiceProfile
from profiles.queueing import enqueue

COMING = (VoiceProfile.Status.QUEUED, VoiceProfile.Status.BUILDING)


def profile_is_coming(rep: Rep) -> bool:
    """True while a profile is being built that the rep's drafts need: they wait for it instead of failing.

    A profile that an earlier version of VoiceDesk built is asked for again here.
    """
    profile = rep.current_profile()
    if profile and readable(profile.pk):
        return False
    if profile:
        request_build(profile.example_set)
    return VoiceProfile.objects.filter(rep=rep, example_set__status=ExampleSet.Status.ACTIVE, status__in=COMING).exists()


def queue_waiting(sender, rep_id: int, **kwargs) -> None:
    """A profile was built: the drafts that waited for it go on the queue."""
    for pk in Draft.objects.filter(rep_id=rep_id, status=Draft.Status.QUEUED).values_list("pk", flat=True):
        enqueue("drafts", WRITE, pk)
