"""Does a rep still write like their profile? Looked at every night; ops and the rep are told once for an example set."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q

from profiles import voice
from profiles.cohort import cohort, learned
from profiles.language import parse_all
from profiles.models import Event, ExampleSet, VoiceProfile, record
from profiles.reminders import addressees
from profiles.signals import words_asked_for

log = logging.getLogger(__name__)

WINDOW = timedelta(days=60)
NOTICED = "drift noticed"


def own_words(rep_id: int, now: datetime) -> Iterable[str]:
    """What the rep wrote or edited by hand of late, from whoever keeps their mail."""
    answers = words_asked_for.send(VoiceProfile, rep_id=rep_id, since=now - WINDOW)
    return (text for _, found in answers for text in found)


def drift_of(profile: VoiceProfile, now: datetime) -> voice.Drift:
    """Recent replies against the profile, its rep's colleagues as cohort. Raises ProfileOutdated."""
    docs = list(parse_all(voice.prepare(text) for text in own_words(profile.rep_id, now)))
    return voice.drift(learned(profile.pk), docs, tuple(cohort(profile.rep).values()))


def watch(now: datetime) -> int:
    """Look at every active set that nobody has been told about; how many moved away since."""
    awake = Q(snoozed_until__isnull=True) | Q(snoozed_until__lte=now.date())
    told = Event.objects.filter(verb=NOTICED, target=ExampleSet._meta.model_name).values("target_id")
    sets = ExampleSet.objects.filter(awake, status=ExampleSet.Status.ACTIVE).exclude(pk__in=told).select_related("rep__user")
    return sum(_look(example_set, now) for example_set in sets)


def _look(example_set: ExampleSet, now: datetime) -> bool:
    profile = example_set.rep.current_profile()
    try:
        found = drift_of(profile, now) if profile else None
        return bool(found and found.drifted) and _tell(example_set, found)
    except voice.ProfileOutdated:
        return False
    except (OSError, SMTPException) as error:
        log.warning("drift of set %s not told: %s", example_set.pk, type(error).__name__)
        return False


@transaction.atomic
def _tell(example_set: ExampleSet, found: voice.Drift) -> bool:
    """Marked and told together, once, whoever comes first; a mail server that is away leaves it for the next night."""
    ExampleSet.objects.select_for_update().get(pk=example_set.pk)
    if Event.objects.filter(verb=NOTICED, target=ExampleSet._meta.model_name, target_id=example_set.pk).exists():
        return False
    record(NOTICED, example_set, p=found.p, replies=found.size)
    send_mail(*letter(example_set, found), settings.DEFAULT_FROM_EMAIL, addressees(example_set))
    return True


def letter(example_set: ExampleSet, found: voice.Drift) -> tuple[str, str]:
    return (
        f"Voice profile of {example_set.rep.name}: their writing has moved on",
        f"{found.sentence}\n\n"
        f"The examples are from {example_set.quarter}. Please collect 20 to 30 recent replies and activate the new set, "
        "without waiting for the quarter to end.\n",
    )
