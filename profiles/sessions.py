"""Ending what somebody is signed in to."""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session


def end_sessions(user) -> int:
    """End every session of a user, on all their devices; returns how many there were."""
    mine = [s.pk for s in Session.objects.iterator() if s.get_decoded().get(SESSION_KEY) == str(user.pk)]
    return Session.objects.filter(pk__in=mine).delete()[0]
