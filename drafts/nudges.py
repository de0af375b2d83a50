"""Which threads have been quiet long enough to write again."""

from datetime import datetime
from zoneinfo import ZoneInfo

import numpy as np
from django.db import IntegrityError
from django.db.models import Count, Exists, OuterRef, Q

from drafts import actions
from drafts.materials import policy_row
from drafts.models import Draft, Thread


def business_days(since: datetime, until: datetime, zone: str) -> int:
    """Whole working days between two instants, in the calendar of ``zone``: Monday to Friday."""
    local = ZoneInfo(zone)
    return int(np.busday_count(since.astimezone(local).date(), until.astimezone(local).date()))


def due(now: datetime):
    """Open threads where the rep wrote last, the policy's business days are over and no draft is on its way."""
    unsent = Draft.objects.filter(thread=OuterRef("pk")).unsent()
    tried = Draft.objects.filter(thread=OuterRef("pk"), answers__sent_at=OuterRef("last_message_at"), trigger="nudge_due")
    quiet = (
        Thread.objects.filter(status=Thread.Status.OPEN, last_from_rep=True, rep__active=True, last_message_at__lt=now)
        .annotate(nudged=Count("drafts", filter=Q(drafts__trigger="nudge_due", drafts__status__in=("approved", "edited"))))
        .filter(~Exists(unsent), ~Exists(tried))
        .select_related("rep__team", "lead")
    )
    for thread in quiet.iterator(chunk_size=500):
        policy = policy_row(thread.rep)
        waited = business_days(thread.last_message_at, now, thread.rep.timezone)
        if policy.drafting and thread.nudged < policy.most_nudges and waited >= policy.nudge_after_business_days:
            yield thread


def queue_due(now: datetime) -> int:
    """Ask for the nudges that are due; a thread that got a draft meanwhile is left alone."""
    asked = 0
    for thread in due(now):
        message = thread.messages.order_by("-sent_at", "-pk").first()
        try:
            actions.queue_draft(thread, message, "nudge_due")
        except IntegrityError:
            continue
        asked += 1
    return asked
