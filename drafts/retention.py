"""Mail text that is older than it may be kept: erased night by night, where nothing waits on its thread any more.

What people wrote goes: mail, drafts, what was approved, notes, evidence, names of files, the mail as it came. What the reports
count stays, and who wrote to whom, and the Message-IDs: without them a mail read again would be taken for a new one. Leads,
examples and profiles are not mail; they go by :mod:`drafts.erasure`.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q

from drafts.erasure import GONE, SCRUBBED, log_loses_names
from drafts.models import Delivery, Draft, HoldNote, Message, Revision, Thread
from profiles.models import ImportItem, record

ERASED = "erased"
"""The flag of a message whose words are gone."""

KEPT = {Message: {"sender_name", "sender_email", "recipients", "in_reply_to", "references"}}
"""Columns that hold words of mail and stay: who wrote to whom, and which mail answers which."""


POINTING = {Revision: {"sentences"}, HoldNote: {"spans"}}
"""Columns that point into words that are gone."""


def due(now: datetime) -> models.QuerySet[Thread]:
    """Threads on which nothing waits and nothing happened for ``RETENTION_DAYS``; none while that is 0."""
    if not settings.RETENTION_DAYS:
        return Thread.objects.none()
    since = now - timedelta(days=settings.RETENTION_DAYS)
    drafts = Draft.objects.filter(thread=OuterRef("pk"))
    waits = drafts.filter(
        Q(status__in=Draft.UNSENT)
        | (Q(delivery__isnull=False) & ~Q(delivery__status=Delivery.Status.DELIVERED))
        | Q(created_at__gte=since)
        | Q(finished_at__gte=since)
        | Q(review__at__gte=since)
    )
    messages = Message.objects.filter(thread=OuterRef("pk"))
    young, left = messages.filter(Q(sent_at__gte=since) | Q(received_at__gte=since)), messages.exclude(flags__contains=[ERASED])
    return Thread.objects.filter(~Exists(waits), ~Exists(young), Exists(left)).order_by("pk")


def erase_old(now: datetime) -> int:
    """Erase what is due, a thread at a time; returns how many threads. It may run twice, or be cut short, at any time."""
    return sum(_erase(pk, now) for pk in list(due(now).values_list("pk", flat=True)))


@transaction.atomic
def _erase(pk: int, now: datetime) -> bool:
    """Under the lock that new mail and drafts wait for; what came meanwhile is looked at once more."""
    thread = Thread.objects.select_for_update().filter(pk=pk).first()
    if thread is None or not due(now).filter(pk=pk).exists():
        return False
    messages = Message.objects.filter(thread=thread)
    ImportItem.objects.filter(mail_import__rep=thread.rep_id, message_id__in=messages.values("message_id")).update(subject="")
    log_loses_names([thread, *Draft.objects.filter(thread=thread)])
    for place in SCRUBBED:
        if place.of_thread:
            columns = (place.columns | POINTING.get(place.model, set())) - KEPT.get(place.model, set())
            for row in place.model.objects.filter(**{place.of_thread: thread.pk}).only("pk", *columns):
                place.model.objects.filter(pk=row.pk).update(**{column: blank(getattr(row, column)) for column in columns})
    for message in messages.only("pk", "flags"):
        Message.objects.filter(pk=message.pk).update(raw=None, flags=sorted({*message.flags, ERASED}))
    record("mail erased by age", thread, days=settings.RETENTION_DAYS, messages=messages.count())
    return True


def blank(value):
    """What stands where words stood: a mark that there were some; an empty list or object."""
    return (GONE if value else "") if isinstance(value, str) else type(value)()
