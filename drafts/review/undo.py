"""An approval that can still be taken back, shown on whatever page of the desk its rep has gone on to."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.conf import settings
from django.utils import timezone

from drafts.models import Review
from profiles.models import User


@dataclass(frozen=True, slots=True)
class Undo:
    """The draft, whom it answers, and the seconds that are left."""

    draft: int
    lead: str
    seconds: int


def undoable(user: User, now: datetime | None = None) -> Undo | None:
    """The reader's latest approval, while it can be taken back: one short look at an index."""
    now = now or timezone.now()
    within = timedelta(seconds=settings.UNDO_SECONDS)
    approvals = Review.objects.filter(reviewer=user, at__gt=now - within, at__lte=now).exclude(verdict=Review.Verdict.REJECTED)
    latest = approvals.select_related("draft__thread__lead").defer("draft__brief", "draft__plan").order_by("-at").first()
    if latest is None:
        return None
    return Undo(latest.draft_id, str(latest.draft.thread.lead), ceil((latest.undo_until - now).total_seconds()))
