"""Approved texts as drafts in the rep's own mailbox: threaded, once, and uncertain where nobody can know. Against a real server."""

import email
from email.policy import default

import pytest

from drafts import actions
from drafts.delivery import imap
from drafts.delivery.handing import deliver, settle_by_hand
from drafts.models import Delivery, Message
from drafts.tests import factories as make
from profiles import mailbox
from profiles.models import Event
from profiles.refusal import Refused
from profiles.tests.imap_server import imap_server, make_mailbox

pytestmark = pytest.mark.django_db


@pytest.fixture
def port():
    with imap_server() as found:
        yield found


@pytest.fixture
def rep(port):
    rep = make.make_rep()
    make_mailbox(rep, port)
    return rep


@pytest.fixture
def approved(rep, settings):
    settings.HAND_OVER, settings.UNDO_SECONDS = "imap", 0
    draft = make.make_draft(rep, text="Hi Lee.\n\nTeam is $39. Ümlaut too.\n\nRae")
    actions.mark_shown_whole(draft, draft.rep.user)
    draft.refresh_from_db()
    actions.approve(draft, draft.rep.user, text=draft.current.text, version=draft.version)
    return draft


def in_drafts(rep, folder="Drafts"):
    with mailbox.opened(rep.mailbox) as server:
        uids = mailbox.listed(server, folder, None, None).uids
        return [email.message_from_bytes(mailbox.raw_mail(server, uid), policy=default) for uid in uids]


def test_it_lies_in_drafts_threaded_and_addressed(approved, rep):
    deliver(approved.pk)
    (mail,) = in_drafts(rep)
    assert mail["To"].addresses[0].addr_spec == approved.thread.lead.email
    assert mail["In-Reply-To"] == f"<{approved.answers.message_id}>"
    assert approved.answers.message_id in mail["References"]
    assert mail["Message-ID"] == f"<{approved.delivery.message_id}>"
    assert mail.get_content().replace("\r\n", "\n") == approved.review.text + "\n"
    assert Delivery.objects.get().status == "delivered"


def test_a_draft_in_the_mailbox_is_not_sent_yet(approved):
    deliver(approved.pk)
    assert not Message.objects.filter(from_rep=True).exists()


def test_handed_over_twice_it_is_there_once(approved, rep):
    deliver(approved.pk)
    Delivery.objects.update(status="waiting", delivered_at=None)
    deliver(approved.pk)
    assert len(in_drafts(rep)) == 1
    assert Delivery.objects.get().status == "delivered"


def test_a_break_after_it_arrived_is_found_out(approved, rep, monkeypatch):
    original = mailbox.put

    def breaks_afterwards(*args):
        original(*args)
        raise ConnectionResetError

    monkeypatch.setattr(mailbox, "put", breaks_afterwards)
    deliver(approved.pk)
    assert Delivery.objects.get().status == "delivered"
    assert len(in_drafts(rep)) == 1


def test_a_break_before_anything_is_seen_is_uncertain_and_never_retried(approved, monkeypatch):
    def breaks(*args):
        raise ConnectionResetError

    monkeypatch.setattr(mailbox, "put", breaks)
    deliver(approved.pk)
    monkeypatch.undo()
    deliver(approved.pk)
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.tries) == ("uncertain", 1)
    assert "ConnectionResetError" in delivery.said


def test_a_server_that_does_not_let_us_in_is_a_failure_in_its_words(approved, rep):
    rep.mailbox.password = "wrong"
    rep.mailbox.save()
    deliver(approved.pk)
    delivery = Delivery.objects.get()
    assert delivery.status == "failed"
    assert "did not let rae@seller.example.com in" in delivery.said


def test_a_mailbox_without_a_folder_for_drafts_says_what_to_do(approved, rep):
    rep.mailbox.drafts_folder = "Nowhere"
    rep.mailbox.save()
    deliver(approved.pk)
    assert Delivery.objects.get().status == "failed"


def test_a_rep_without_a_mailbox_copies_by_hand(settings):
    settings.HAND_OVER = "imap"
    assert actions.way_of(make.make_rep()) == "none"


class TestByHand:
    @pytest.fixture
    def uncertain(self, approved):
        Delivery.objects.update(status="uncertain", tries=1)
        return approved

    def test_the_rep_found_it(self, uncertain):
        settle_by_hand(uncertain, uncertain.rep.user, arrived=True)
        assert Delivery.objects.get().delivered_at is not None
        assert Event.objects.first().verb == "delivery confirmed"

    def test_the_rep_did_not_find_it(self, uncertain, rep):
        settle_by_hand(uncertain, uncertain.rep.user, arrived=False)
        deliver(uncertain.pk)
        assert len(in_drafts(rep)) == 1

    def test_nothing_is_asked_of_what_arrived(self, approved):
        deliver(approved.pk)
        with pytest.raises(Refused):
            settle_by_hand(approved, approved.rep.user, arrived=False)

    def test_nobody_else_decides(self, uncertain):
        with pytest.raises(type(uncertain).DoesNotExist):
            settle_by_hand(uncertain, make.make_rep(uncertain.rep.team).user, arrived=True)


def test_the_drafts_folder_is_the_one_the_server_names(rep, monkeypatch):
    monkeypatch.setattr(mailbox, "folders", lambda server: [mailbox.Folder("Drafts"), mailbox.Folder("Entwürfe", "\\Drafts")])
    assert imap.drafts_folder(None, rep.mailbox) == "Entwürfe"
