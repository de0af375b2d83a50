"""Jobs that belong to no one room."""

from django.utils import timezone

from profiles.reminders import remind as remind_of_refreshes


def remind() -> int:
    """Send today's refresh reminders."""
    return remind_of_refreshes(timezone.localdate())
