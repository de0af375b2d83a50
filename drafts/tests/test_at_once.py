"""Two of the same at the same moment, each on a connection of its own: one wins, the other is told."""

import threading
from collections import Counter

import pytest
from django.db import connection

from drafts import actions
from drafts.delivery import handing
from drafts.models import Delivery, Draft, Review
from drafts.tests import factories as make
from profiles.refusal import Refused

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = 4


def at_once(deed) -> Counter:
    """What the deed came to, done by several at once."""
    ready, ends = threading.Barrier(PEOPLE), []

    def one():
        ready.wait(30)
        try:
            ends.append("done" if deed() else "nothing")
        except Refused:
            ends.append("told")
        finally:
            connection.close()

    threads = [threading.Thread(target=one) for _ in range(PEOPLE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return Counter(ends)


@pytest.fixture
def shown(settings, queue) -> Draft:
    settings.HAND_OVER, settings.UNDO_SECONDS = "smtp", 0
    draft = make.make_draft()
    actions.mark_shown_whole(draft, draft.rep.user)
    draft.refresh_from_db()
    return draft


def approve(draft: Draft):
    return actions.approve(draft, draft.rep.user, text=draft.current.text, version=draft.version, seconds_on_screen=60)


def test_approvals(shown):
    text = shown.current.text
    assert at_once(lambda: approve(Draft.objects.get(pk=shown.pk))) == {"done": 1, "told": PEOPLE - 1}
    assert (Review.objects.get().text, Delivery.objects.count()) == (text, 1)


def test_an_approval_and_rejections(shown):
    deeds = iter([approve] + [lambda d: actions.reject(d, d.rep.user, reason="voice", version=d.version)] * (PEOPLE - 1))
    lock = threading.Lock()

    def one():
        with lock:
            deed = next(deeds)
        return deed(Draft.objects.get(pk=shown.pk))

    assert at_once(one) == {"done": 1, "told": PEOPLE - 1}
    assert Review.objects.count() == 1
    assert Delivery.objects.count() == (Review.objects.get().verdict == "approved")


def test_saves_of_the_same_version(queue):
    shown = make.make_draft(make.make_demo_rep())
    words = iter(f"Text number {n} of the same moment." for n in range(PEOPLE))
    ends = at_once(lambda: actions.save_text(shown, shown.rep.user, text=next(words), version=shown.version))
    assert ends == {"done": 1, "told": PEOPLE - 1}


def test_workers_that_take_a_delivery(shown):
    approve(shown)
    now = Delivery.objects.get().hand_over_after
    assert at_once(lambda: handing.claim(shown.pk, now)) == {"done": 1, "nothing": PEOPLE - 1}
    assert Delivery.objects.get().tries == 1


def test_workers_that_take_a_draft(queue):
    draft = make.make_draft(status="queued")
    assert at_once(lambda: actions.claim(draft.pk)) == {"done": 1, "nothing": PEOPLE - 1}
    assert Draft.objects.get().tries == 1
