"""The demo's past weeks: whole, read back by the pages' own code, and of no consequence for what is written next."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from drafts import attention, convert, nudges
from drafts.demo import MANAGER, history
from drafts.demo.load import load
from drafts.materials import recent_texts
from drafts.models import Delivery, Draft, Message, Review
from drafts.report import queries
from drafts.report.scope import scope_of
from profiles.examples.check import OUR_OWN
from profiles.models import Rep, User

pytestmark = pytest.mark.django_db

NOW = datetime(2027, 2, 11, 16, tzinfo=UTC)
MONDAY = datetime(2027, 2, 8, tzinfo=UTC)


@pytest.fixture
def past(settings):
    settings.HAND_OVER = "smtp"
    load()
    waiting = set(Draft.objects.values_list("pk", flat=True))
    assert history.load(NOW) == 84
    return Draft.objects.exclude(pk__in=waiting).select_related("current", "thread__lead", "review")


def test_a_manager_sees_every_layer_hold_and_every_verdict(past):
    manager = User.objects.get(email=MANAGER)
    found = queries.breakdown(scope_of(manager, {"since": "2026-11-01", "until": "2027-02-11"}))
    total = found.total
    assert total.finished == 84
    assert min(total.voice, total.relevance, total.value, total.over, total.missed, total.hurried) > 0
    assert min(total.approved, total.edited, total.rejected) > 5
    assert len(found.week) == 10
    assert len(found.kind) >= 4


def test_the_weeks_are_over_and_have_their_weekdays(past):
    assert max(d.review.at for d in past) < MONDAY + timedelta(days=1)
    assert min(d.created_at for d in past) > MONDAY - timedelta(weeks=11)
    assert {d.created_at.weekday() for d in past} <= set(range(5))
    assert not [d.current.text for d in past if re.search(r"\bthe \d+(st|nd|rd|th)\b|20\d\d-", d.current.text)]


def test_what_was_understood_and_planned_is_read_back(past):
    for draft in past:
        assert convert.to_outcome(draft).brief.kind == draft.kind
        assert convert.to_composition(draft.decided_on).text
        assert draft.words


def test_nothing_is_set_going_by_it(past):
    assert set(Delivery.objects.values_list("status", flat=True)) == {"delivered"}
    assert Delivery.objects.count() == past.filter(status__in=("approved", "edited")).count()
    assert all(OUR_OWN.match(message_id) for message_id in Delivery.objects.values_list("message_id", flat=True))
    assert not mail.outbox
    assert not past.filter(status__in=Draft.UNSENT).exists()
    for rep in Rep.objects.all():
        assert recent_texts(rep) == ()
        assert attention.streak(rep.user) < attention.LONG_STREAK
    assert not [t for t in nudges.due(NOW) if t.drafts.filter(pk__in=past).exists()]


def test_a_review_measures_what_the_desk_would(past):
    edited = past.filter(status="edited")
    assert all(r.edit_distance > 0 and r.text == r.draft.current.text for r in Review.objects.filter(draft__in=edited))
    assert min(len(r.text.split()) for r in Review.objects.filter(draft__in=past).exclude(verdict="rejected")) > 8
    assert all(0 < d.review.seconds_on_screen < 600 for d in past.filter(status="approved"))


def test_a_mail_of_the_demo_that_is_html_is_read_as_html():
    load()
    asked = Message.objects.get(text__contains="Can they be exported?")
    assert "<p" not in asked.text
    assert "verified" in asked.hidden
