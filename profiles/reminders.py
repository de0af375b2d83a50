"""A set is due for refresh a quarter after activation: ops and the rep are told before, on and after the day."""

import logging
from datetime import date, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q

from profiles.models import ExampleSet, User, record

log = logging.getLogger(__name__)

BEFORE = timedelta(days=7)
EVERY = timedelta(days=7)


def due_reminders(today: date):
    """Active sets to remind of today: a week before, on the day, weekly after; not while snoozed."""
    soon = ExampleSet.objects.filter(status=ExampleSet.Status.ACTIVE, refresh_due__lte=today + BEFORE)
    awake = soon.filter(Q(snoozed_until__isnull=True) | Q(snoozed_until__lte=today)).select_related("rep__user")
    return [s for s in awake if s.reminded_on is None or today - s.reminded_on >= EVERY or _is_the_day(s, today)]


def _is_the_day(example_set: ExampleSet, today: date) -> bool:
    return example_set.refresh_due == today and example_set.reminded_on != today


def remind(today: date) -> int:
    """Send the day's reminders, each once: the row is marked first, by whoever comes first."""
    sent = 0
    for example_set in due_reminders(today):
        mine = ExampleSet.objects.filter(pk=example_set.pk).exclude(reminded_on=today).update(reminded_on=today)
        if mine:
            sent += _send(example_set, today)
    return sent


def _send(example_set: ExampleSet, today: date) -> bool:
    """One reminder; when the mail server is away, the day is unmarked, so that the next run tries again."""
    try:
        send_mail(*letter(example_set, today), settings.DEFAULT_FROM_EMAIL, addressees(example_set))
    except (OSError, SMTPException) as error:
        log.warning("reminder for set %s not sent: %s", example_set.pk, type(error).__name__)
        ExampleSet.objects.filter(pk=example_set.pk).update(reminded_on=example_set.reminded_on)
        return False
    record("refresh reminder", example_set)
    return True


def letter(example_set: ExampleSet, today: date) -> tuple[str, str]:
    rep, due = example_set.rep.name, example_set.refresh_due
    when = f"was due on {due:%d %B}" if due < today else "is due today" if due == today else f"is due on {due:%d %B}"
    return (
        f"Voice profile of {rep}: refresh {when}",
        f"The examples behind {rep}'s voice profile are from {example_set.quarter}. The refresh {when}.\n\n"
        "Please collect 20 to 30 recent replies, a few of the strongest and a few routine ones, and activate the new set.\n"
        "Until then drafts say that the profile is dated.\n",
    )


def addressees(example_set: ExampleSet) -> list[str]:
    ops = User.objects.filter(is_staff=True, is_active=True).values_list("email", flat=True)
    own = [example_set.rep.user.email] if example_set.rep.user and example_set.rep.user.is_active else []
    return sorted({*ops, *own})
