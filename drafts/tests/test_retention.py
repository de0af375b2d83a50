"""Mail text goes by age: where something waits or is younger it stays, and the figures stay."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from drafts import convert, retention
from drafts.models import Delivery, Draft, HoldNote, Message, Review, Thread
from drafts.tests import factories as make
from profiles.models import Event, ImportItem, MailImport

pytestmark = pytest.mark.django_db

NOW = timezone.now()
OLD, YOUNG = NOW - timedelta(days=40), NOW - timedelta(days=20)
WORD = "zebrawood"


@pytest.fixture(autouse=True)
def thirty_days(settings):
    settings.RETENTION_DAYS = 30


def a_thread(when=OLD, status="rejected", **options):
    """A thread with a mail and a draft, both of one moment, and the word in every text of them."""
    rep = make.make_rep()
    thread = make.make_thread(rep, subject=WORD)
    Thread.objects.filter(pk=thread.pk).update(last_message_at=when, **options)
    message = make.make_message(
        thread, WORD, raw=WORD.encode(), quoted=WORD, hidden=WORD, left_out=WORD, subject=WORD, sent_at=when,
        attachments=[{"name": WORD, "type": "text/plain", "size": 1}], received_at=when,
    )  # fmt: skip
    draft = make.make_draft(rep, status, text=f"We have {WORD}.", thread=thread, answers=message, words=WORD)
    make.make_note(draft, sentence=WORD)
    HoldNote.objects.update(quote=WORD)
    if status == "rejected":
        Review.objects.create(draft=draft, reviewer=rep.user, at=when, verdict="rejected", reason="wrong", remark=WORD)
    Draft.objects.filter(pk=draft.pk).update(
        created_at=when, finished_at=when, brief={**draft.brief, "concern": WORD}, plan={**draft.plan, "hook": WORD}
    )
    return Thread.objects.get(pk=thread.pk)


def rows() -> list[list]:
    """Every row that holds words of mail, the columns in which they stand, and the mail as it came."""
    found = [list(place.model.objects.order_by("pk").values(*place.columns)) for place in retention.SCRUBBED]
    return [*found, [bytes(m.raw or b"").decode() for m in Message.objects.order_by("pk")]]


def test_no_word_is_left_and_what_the_reports_count_stays():
    thread = a_thread()
    found = MailImport.objects.create(purpose="threads", rep=thread.rep, source="inbox.mbox", status="done", read=1, kept=1)
    mail = thread.messages.get()
    ImportItem.objects.create(
        mail_import=found, position=1, message_id=mail.message_id, subject=WORD, outcome="kept", code="queued", sentence="Kept."
    )
    draft = Draft.objects.values("status", "decision", "held_by", "finished_at", "review_verdict").get()
    assert WORD in str(rows())
    assert retention.erase_old(NOW) == 1
    assert WORD not in str(rows())
    assert Draft.objects.values("status", "decision", "held_by", "finished_at", "review_verdict").get() == draft
    kept = Message.objects.get()
    assert (kept.message_id, kept.sender_email, kept.recipients) == (mail.message_id, mail.sender_email, mail.recipients)
    assert (kept.text, kept.raw, kept.flags) == ("[erased]", None, ["erased"])
    event = Event.objects.get(verb="mail erased by age")
    assert (event.target, event.target_id, event.data) == ("thread", thread.pk, {"days": 30, "messages": 1})


@pytest.mark.parametrize("status", ["queued", "writing", "ready", "held"])
def test_a_thread_with_a_draft_that_waits_is_not_touched(status):
    a_thread(status=status)
    before = rows()
    assert retention.erase_old(NOW) == 0
    assert rows() == before


@pytest.mark.parametrize("status", ["waiting", "sending", "failed", "uncertain"])
def test_a_thread_with_a_delivery_that_is_not_settled_is_not_touched(status):
    a_thread()
    Delivery.objects.create(draft=Draft.objects.get(), method="smtp", message_id="x", status=status)
    assert retention.erase_old(NOW) == 0


@pytest.mark.parametrize("closed", [{}, {"status": "closed", "closed_because": "Won."}])
def test_a_younger_thread_is_not_touched(closed):
    a_thread(YOUNG, **closed)
    before = rows()
    assert retention.erase_old(NOW) == 0
    assert rows() == before


def test_what_a_rep_decided_lately_makes_a_thread_young():
    a_thread()
    Review.objects.update(at=YOUNG)
    assert retention.erase_old(NOW) == 0


def test_an_old_mail_that_was_read_lately_is_young():
    a_thread()
    Message.objects.update(received_at=YOUNG)
    assert retention.erase_old(NOW) == 0


def test_it_may_run_twice_and_only_the_old_thread_goes():
    old, young = a_thread(), a_thread(YOUNG)
    assert [retention.erase_old(NOW), retention.erase_old(NOW)] == [1, 0]
    assert Event.objects.filter(verb="mail erased by age").count() == 1
    assert (old.messages.get().text, young.messages.get().text) == ("[erased]", WORD)


def test_a_thread_that_went_on_and_grew_old_again_goes_again():
    thread = a_thread()
    retention.erase_old(NOW)
    make.make_message(thread, WORD, sent_at=YOUNG, received_at=YOUNG)
    assert retention.erase_old(NOW) == 0
    assert convert.to_thread(thread).messages[0].text == "", "the next draft is written from what is left"
    assert retention.erase_old(NOW + timedelta(days=15)) == 1


def test_off_unless_a_number_of_days_is_set(settings, capsys):
    settings.RETENTION_DAYS = 0
    a_thread()
    assert retention.erase_old(NOW) == 0
    call_command("erase_old")
    assert "RETENTION_DAYS is 0" in capsys.readouterr().out


def test_the_command_says_first_how_many(capsys):
    a_thread()
    call_command("erase_old", "--dry-run")
    assert "1 threads" in capsys.readouterr().out
    assert WORD in str(rows())
    call_command("erase_old")
    assert WORD not in str(rows())


def test_the_pages_of_what_was_erased_still_open(client, queue):
    thread = a_thread()
    retention.erase_old(NOW)
    draft = Draft.objects.get()
    for user, pages in (
        (thread.rep.user, (f"/desk/{draft.pk}/", "/desk/?state=done", f"/voices/{thread.rep_id}/")),
        (make.make_ops(), ("/reports/", "/reports/drafts/", f"/desk/{draft.pk}/", f"/admin/drafts/draft/{draft.pk}/change/")),
    ):
        client.force_login(user)
        for page in pages:
            answer = client.get(page)
            assert answer.status_code == 200
            assert WORD not in answer.text
