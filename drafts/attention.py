"""Whether what is approved is also read: time on the screen against length, and runs of approvals that were too quick."""

from drafts.models import Review
from profiles.models import User

WORDS_A_SECOND = 8
"""Nobody reads faster: 480 words a minute, where good readers manage 350 (Brysbaert 2019, silent reading of prose)."""

LONG_STREAK = 5
"""Hurried approvals in a row after which the desk asks before it takes another."""


def reading_seconds(text: str) -> int:
    """The least time in which ``text`` can be read, whole seconds."""
    return round(len(text.split()) / WORDS_A_SECOND)


def hurried(text: str, changed: float, seconds_on_screen: int) -> bool:
    """Approved as it was written, in less time than reading it takes. Who changed something has read."""
    return changed == 0 and seconds_on_screen * WORDS_A_SECOND < len(text.split())


def streak(user: User, longest: int = LONG_STREAK) -> int:
    """How many of the person's latest reviews were hurried approvals, one after the other; counted up to ``longest``."""
    latest = Review.objects.filter(reviewer=user).order_by("-at").values_list("hurried", flat=True)[:longest]
    return next((n for n, one in enumerate(latest) if not one), len(latest))
