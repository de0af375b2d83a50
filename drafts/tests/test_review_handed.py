"""What became of an approved text is said in a sentence, and the rep can answer what only they can know."""

import pytest
from django.utils import timezone

from drafts.models import Delivery, Review
from drafts.review.handed import handed
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft():
    draft = make.make_draft(status="approved")
    Review.objects.create(draft=draft, reviewer=draft.rep.user, at=timezone.now(), verdict="approved", text="Hi.")
    return draft


def given(draft, **fields):
    return Delivery.objects.create(draft=draft, message_id="m@x", **{"method": "smtp", **fields})


def test_nothing_where_nothing_is_handed_over(draft):
    assert handed(draft) is None


@pytest.mark.parametrize("status,moving", [("waiting", True), ("sending", True), ("failed", False), ("uncertain", False)])
def test_the_page_asks_again_while_it_goes_on_by_itself(draft, status, moving):
    given(draft, status=status)
    assert handed(draft).moving is moving


def test_where_it_went(draft):
    given(draft, status="delivered", delivered_at=timezone.now())
    assert handed(draft).sentence == f"Sent to {draft.thread.lead.email}."
    Delivery.objects.update(method="imap")
    draft.refresh_from_db()
    assert "It leaves when it is sent from there" in handed(draft).sentence


def test_what_failed_is_tried_again_by_itself_and_then_by_the_rep(draft, settings):
    given(draft, status="failed", tries=1, said="550 no")
    assert (handed(draft).asks, handed(draft).said) == ("", "550 no")
    Delivery.objects.update(tries=settings.DELIVERY_TRIES)
    draft.refresh_from_db()
    assert handed(draft).asks == "again"


class TestThePage:
    def test_asks_the_rep_whether_an_uncertain_one_arrived(self, client, draft):
        given(draft, status="uncertain")
        client.force_login(draft.rep.user)
        assert "It arrived" in client.get(f"/desk/{draft.pk}/").text
        client.post(f"/desk/{draft.pk}/handed/decide/", {"arrived": "yes"})
        assert Delivery.objects.get().status == "delivered"

    def test_asks_nobody_else(self, client, draft):
        given(draft, status="uncertain")
        client.force_login(make.make_manager(draft.rep.team))
        assert "It arrived" not in client.get(f"/desk/{draft.pk}/").text
        assert client.post(f"/desk/{draft.pk}/handed/decide/", {"arrived": "yes"}).status_code == 404
        assert Delivery.objects.get().status == "uncertain"

    def test_its_sentence_alone(self, client, draft):
        given(draft, status="waiting")
        client.force_login(draft.rep.user)
        assert "in a moment" in client.get(f"/desk/{draft.pk}/handed/").text
