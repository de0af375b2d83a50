"""Drafts that came before their rep had a voice profile."""

from drafts.actions import WRITE
from drafts.models import Draft
from profiles.models import ExampleSet, Rep, VoiceProfile
from profiles.queueing import enqueue

COMING = (VoiceProfile.Status.QUEUED, VoiceProfile.Status.BUILDING)


def profile_is_coming(rep: Rep) -> bool:
    """True when the rep has no profile yet but one is being built: their drafts wait instead of failing."""
    if rep.current_profile():
        return False
    return VoiceProfile.objects.filter(rep=rep, example_set__status=ExampleSet.Status.ACTIVE, status__in=COMING).exists()


def queue_waiting(sender, rep_id: int, **kwargs) -> None:
    """A profile was built: the drafts that waited for it go on the queue."""
    for pk in Draft.objects.filter(rep_id=rep_id, status=Draft.Status.QUEUED).values_list("pk", flat=True):
        enqueue("drafts", WRITE, pk)
