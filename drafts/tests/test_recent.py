"""What a rep wrote by hand of late, and who is told when it has moved away from their profile."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from drafts.models import Delivery, Review
from drafts.recent import own_words
from drafts.tests import factories as make
from profiles.drift import watch

pytestmark = pytest.mark.django_db

NOW = timezone.now()
SINCE = NOW - timedelta(days=60)
WINDING = (
    "I would be glad to walk you through the plans, which differ mainly in the seats that they include, although I suspect that the "
    "smaller one would do for a first year, provided that nobody minds waiting for the reports."
)


def reviewed(rep, verdict: str, text: str, days_ago: int = 1) -> Review:
    draft = make.make_draft(rep, "approved", finished_at=NOW)
    return Review.objects.create(draft=draft, reviewer=rep.user, at=NOW - timedelta(days=days_ago), verdict=verdict, text=text)


def test_edited_drafts_and_hand_written_mails_count_and_nothing_else():
    rep = make.make_rep()
    thread = make.make_thread(rep)
    reviewed(rep, "edited", "Changed by hand.")
    reviewed(rep, "edited", "Changed long ago.", days_ago=70)
    untouched = reviewed(rep, "approved", "As it was drafted.")
    sent = {"from_rep": True, "sent_at": NOW - timedelta(days=2)}
    make.make_message(thread, "Written by hand.", **sent)
    make.make_message(thread, "As it was drafted.", **sent)
    out = make.make_message(thread, "As it left the desk.", **sent)
    Delivery.objects.create(draft=untouched.draft, method="smtp", message_id=out.message_id)
    make.make_message(thread, "Somebody else's.", sent_at=NOW)
    make.make_message(make.make_thread(make.make_rep()), "Another rep's.", **sent)
    assert own_words(None, rep_id=rep.pk, since=SINCE) == ("Changed by hand.", "Written by hand.")


@pytest.fixture
def moved_on():
    rep = make.make_demo_rep("dessa")
    thread = make.make_thread(rep)
    for n in range(4):
        make.make_message(thread, f"{WINDING} The {n + 1} of us would be there.", from_rep=True, sent_at=NOW - timedelta(days=n))
    return rep


def test_ops_and_rep_are_told_once_that_a_voice_moved_on(moved_on):
    ops = make.make_ops()
    assert [watch(NOW), watch(NOW + timedelta(days=1))] == [1, 0]
    (letter,) = mail.outbox
    assert {ops.email, moved_on.user.email} <= set(letter.to)
    assert "moved on" in letter.subject
    assert "read less like this profile" in letter.body
    assert WINDING[:20] not in letter.body


def test_a_mail_server_that_is_away_leaves_it_for_the_next_night(moved_on, monkeypatch):
    def away(*args, **kwargs):
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr("profiles.drift.send_mail", away)
        assert watch(NOW) == 0
    assert watch(NOW) == 1


def test_who_put_the_refresh_off_is_left_alone(moved_on):
    until = timezone.localdate() + timedelta(days=5)
    moved_on.example_sets.update(snoozed_until=until, snooze_reason="On leave.")
    assert watch(NOW) == 0
    assert not mail.outbox


def test_without_recent_replies_nobody_is_told():
    make.make_demo_rep("dessa")
    assert watch(NOW) == 0
