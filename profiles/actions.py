"""Every verb of sales ops: one function, one transaction, one audit row."""

from datetime import date, timedelta
from uuid import UUID, uuid4

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from profiles.examples.coverage import coverage
from profiles.models import ExampleSet, Rep, User, VoiceProfile, record
from profiles.queueing import enqueue
from profiles.refusal import Refused
from profiles.sessions import end_sessions
from profiles.signals import profile_built
from profiles.unseen import is_blank

BUILD = "profiles.jobs.build"
MOST_TRIES = 3
A_QUARTER = timedelta(days=91)
LONGEST_WAIT = timedelta(days=366)


def quarter_of(day: date) -> str:
    return f"{day.year}-Q{(day.month + 2) // 3}"


@transaction.atomic
def activate(example_set: ExampleSet, user: User) -> VoiceProfile:
    """Make a set the rep's current one, retire the one before, and ask for a profile. Raises Refused with what is missing."""
    Rep.objects.select_for_update().get(pk=example_set.rep_id)
    example_set = ExampleSet.objects.select_for_update().get(pk=example_set.pk)
    if example_set.status == ExampleSet.Status.RETIRED:
        raise Refused("This set was retired. Make a new one for this quarter instead.")
    found = coverage(list(example_set.examples.all()), timezone.now())
    if found.blocking:
        raise Refused(" ".join(found.blocking))
    ExampleSet.objects.filter(rep=example_set.rep_id, status=ExampleSet.Status.ACTIVE).exclude(pk=example_set.pk).update(
        status=ExampleSet.Status.RETIRED
    )
    example_set.status, example_set.activated_at, example_set.activated_by = ExampleSet.Status.ACTIVE, timezone.now(), user
    example_set.refresh_due = timezone.localdate() + A_QUARTER
    example_set.snoozed_until, example_set.snooze_reason, example_set.reminded_on = None, "", None
    example_set.save()
    record("example set activated", example_set, user, examples=found.included)
    return request_build(example_set, user)


@transaction.atomic
def request_build(example_set: ExampleSet, user: User | None = None) -> VoiceProfile:
    """Ask for a new version of the rep's profile; a build already under way is the answer."""
    Rep.objects.select_for_update().get(pk=example_set.rep_id)
    under_way = VoiceProfile.objects.filter(example_set=example_set, status__in=("queued", "building")).first()
    if under_way:
        return under_way
    newest = VoiceProfile.objects.filter(rep=example_set.rep_id).order_by("-version").only("version", "dropped_moves").first()
    version, dropped = (newest.version + 1, newest.dropped_moves) if newest else (1, [])
    profile = VoiceProfile.objects.create(
        rep_id=example_set.rep_id, example_set=example_set, version=version, dropped_moves=dropped
    )
    record("profile asked for", profile, user, version=profile.version)
    enqueue("profiles", BUILD, profile.pk)
    return profile


@transaction.atomic
def snooze(example_set: ExampleSet, user: User, *, until: date, reason: str) -> None:
    """Put the reminders off, with a reason that everybody sees."""
    if is_blank(reason):
        raise Refused("Say why the refresh waits.")
    if until <= timezone.localdate():
        raise Refused("Choose a day in the future.")
    if until > timezone.localdate() + LONGEST_WAIT:
        raise Refused("Choose a day within a year: a voice that is older than that is nobody's any more.")
    example_set.snoozed_until, example_set.snooze_reason = until, reason.strip()[:200]
    example_set.save(update_fields=["snoozed_until", "snooze_reason"])
    record("refresh put off", example_set, user, until=until.isoformat())


@transaction.atomic
def remove_second_factor(user: User, actor: User) -> None:
    """Take a lost second factor, its recovery codes and every session away from an account."""
    Authenticator.objects.filter(user=user).delete()
    end_sessions(user)
    record("second factor removed", user, actor)


# --- the worker's verbs -------------------------------------------------------------------------------------------


@transaction.atomic
def claim_build(profile_id: int) -> UUID | None:
    """Take a profile to build it; None when somebody else is at it, it is built, or it was tried too often."""
    now, token = timezone.now(), uuid4()
    stale = now - timedelta(seconds=settings.CLAIM_SECONDS)
    free = Q(status=VoiceProfile.Status.QUEUED) | Q(status=VoiceProfile.Status.BUILDING, claimed_at__lt=stale)
    taken = VoiceProfile.objects.filter(free, pk=profile_id, tries__lt=MOST_TRIES).update(
        status=VoiceProfile.Status.BUILDING, claim=token, claimed_at=now, tries=F("tries") + 1
    )
    if taken:
        return token
    VoiceProfile.objects.filter(free, pk=profile_id, tries__gte=MOST_TRIES).update(
        status=VoiceProfile.Status.FAILED, claim=None, claimed_at=None, error="Building was begun three times and never finished."
    )
    return None


@transaction.atomic
def finish_build(profile_id: int, token: UUID, **built) -> bool:
    """Store what was learned, if this worker still holds the build."""
    stored = VoiceProfile.objects.filter(pk=profile_id, claim=token).update(
        status=VoiceProfile.Status.BUILT, claim=None, claimed_at=None, built_at=timezone.now(), **built
    )
    if stored:
        profile = VoiceProfile.objects.only("rep_id").get(pk=profile_id)
        record("profile built", profile, examples=built["example_count"])
        transaction.on_commit(lambda: profile_built.send(VoiceProfile, rep_id=profile.rep_id), robust=True)
    return bool(stored)


@transaction.atomic
def fail_build(profile_id: int, token: UUID, sentence: str) -> bool:
    failed = VoiceProfile.objects.filter(pk=profile_id, claim=token).update(
        status=VoiceProfile.Status.FAILED, claim=None, claimed_at=None, error=sentence[:300]
    )
    if failed:
        record("profile failed", VoiceProfile(pk=profile_id))
    return bool(failed)
