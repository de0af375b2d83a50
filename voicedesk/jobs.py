"""The jobs of the clock. Each imports what it runs when it runs: the scheduler, which only names them, needs no spaCy."""

from django.utils import timezone


def remind() -> int:
    """Send today's refresh reminders."""
    from profiles.reminders import remind as remind_of_refreshes

    return remind_of_refreshes(timezone.localdate())


def watch_voices() -> int:
    """Tell ops and rep where recent replies have moved away from a profile."""
    from profiles.drift import watch

    return watch(timezone.now())


def reconcile_drafts() -> dict[str, int]:
    """Queue again drafts and deliveries that were committed but never queued, or whose worker is gone."""
    from drafts.jobs import reconcile

    return reconcile()


def reconcile_profiles() -> dict[str, int]:
    """The same for profiles and imports."""
    from profiles.jobs import reconcile

    return reconcile()


def nudge() -> int:
    """Queue the nudges that have come due."""
    from drafts.jobs import nudge as queue_nudges

    return queue_nudges()


def erase_old_mail() -> int:
    """Erase the mail text that is older than it may be kept."""
    from drafts.retention import erase_old

    return erase_old(timezone.now())
