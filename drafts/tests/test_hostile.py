"""What strangers, broken clocks and broken mails may not do: take a thread over, mute it, or stop an import."""

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime

import pytest
from django.utils import timezone

from drafts import actions, jobs
from drafts.delivery import handing, message
from drafts.intake import keep
from drafts.models import Delivery, Draft, Message, Thread
from drafts.tests import factories as make
from profiles import imports, mail

pytestmark = pytest.mark.django_db

PRIVATE = "a private word\x00"


@pytest.fixture
def rep(db):
    return make.make_rep()


def letter(rep, id="one", sender="Lee <lee@prospect.example.com>", text="What does it cost?", when=None, **headers) -> bytes:
    built = EmailMessage()
    built["Message-ID"], built["From"], built["To"] = f"<{id}@prospect.example.com>", sender, rep.email
    built["Subject"], built["Date"] = "Pricing", when or format_datetime(datetime.now(UTC))
    for name, value in headers.items():
        built[name.replace("_", "-")] = value
    built.set_content(text)
    return built.as_bytes()


def read_in(rep, raw):
    return keep(rep, mail.read(raw), raw)


ANSWER = {"id": "two", "In_Reply_To": "<one@prospect.example.com>"}


class TestWhoGetsOntoAThread:
    def test_a_stranger_who_knows_a_message_id_gets_a_thread_of_their_own(self, rep):
        read_in(rep, letter(rep))
        read_in(rep, letter(rep, sender="eve@stranger.example.net", **ANSWER))
        assert {t.lead.email for t in Thread.objects.all()} == {"lee@prospect.example.com", "eve@stranger.example.net"}
        assert Draft.objects.filter(status="queued", thread__lead__email="lee@prospect.example.com").exists()

    def test_so_does_one_whose_mail_pretends_to_be_what_a_known_mail_answers(self, rep):
        read_in(rep, letter(rep, In_Reply_To="<first@prospect.example.com>"))
        read_in(rep, letter(rep, id="first", sender="eve@stranger.example.net"))
        assert Thread.objects.count() == 2

    def test_at_a_mail_provider_for_everybody_nobody_is_a_colleague(self, rep):
        read_in(rep, letter(rep, sender="lee@gmail.com"))
        read_in(rep, letter(rep, sender="eve@gmail.com", **ANSWER))
        assert Thread.objects.count() == 2

    @pytest.mark.parametrize(
        ("sender", "cc"), [("max@prospect.example.com", ""), ("max@elsewhere.example.net", "max@elsewhere.example.net")]
    )
    def test_a_colleague_and_who_had_a_copy_stay_on_it(self, rep, sender, cc):
        read_in(rep, letter(rep, **({"Cc": cc} if cc else {})))
        read_in(rep, letter(rep, sender=sender, **ANSWER))
        assert Thread.objects.count() == 1

    def test_a_lead_that_ops_wrote_with_capitals_is_the_same_lead(self, rep):
        lead = make.make_lead(rep.team, email="Lee@Prospect.example.com")
        read_in(rep, letter(rep))
        assert Thread.objects.get().lead == lead


@pytest.mark.parametrize("when", ["Fri, 31 Dec 9999 23:59:59 +0000", "Thu, 31 Dec 2099 12:00:00 -1200"])
def test_a_date_in_the_future_does_not_mute_the_thread(rep, when):
    read_in(rep, letter(rep, when=when))
    assert Message.objects.get().sent_at <= timezone.now()
    later = timezone.now() + timedelta(hours=1)
    Message.objects.update(sent_at=later - timedelta(hours=2))
    assert read_in(rep, letter(rep, **ANSWER)).code == "queued"


def test_an_address_no_server_delivers_to_is_skipped_with_a_reason(rep):
    assert read_in(rep, letter(rep, sender=f"{'l' * 64}@{'p' * 60}.{'p' * 60}.{'p' * 60}.{'p' * 60}.example.com")).code == (
        "address_too_long"
    )


class TestAnImport:
    def test_one_mail_that_cannot_be_stored_has_a_reason_and_the_rest_is_read(self, rep, monkeypatch, caplog):
        kept = jobs.keep_message

        def trips(found, read, raw):
            if "two" in read.message_id:
                Message.objects.create(rep=rep, text=PRIVATE)
            return kept(found, read, raw)

        monkeypatch.setattr(jobs, "keep_message", trips)
        box = b"".join(
            b"From a@b Mon Nov 30 00:00:00 2026\n" + letter(rep, id, f"{id}@prospect.example.com") + b"\n\n"
            for id in ("one", "two", "three")
        )
        found = imports.begin("threads", rep, "inbox.mbox", [box], queue=False)
        jobs.read_threads(found.pk)
        found.refresh_from_db()
        assert (found.status, found.read, found.kept, found.skipped) == ("done", 3, 2, 1)
        item = found.items.get(outcome="skipped")
        assert (item.position, item.code) == (2, "unreadable")
        assert PRIVATE[:-1] not in caplog.text

    def test_a_reader_that_was_overtaken_leaves_the_import_to_the_other(self, rep):
        found = imports.begin("threads", rep, "inbox.mbox", [letter(rep)], queue=False)

        def overtaken(found, read, raw):
            pytest.fail("read by one who no longer holds it")

        token = imports.claim(found.pk)
        other = "00000000-0000-4000-8000-000000000002"
        type(found).objects.update(claim=other)
        with pytest.raises(imports.TakenOver):
            imports.read_stream(found, imports.ChunkStream(found), overtaken, token)
        imports.stop(found, "Reading stopped.", token)
        found.refresh_from_db()
        assert (found.status, str(found.claim), found.chunks.count()) == ("reading", other, 1)


class TestDelivery:
    @pytest.fixture
    def approved(self, settings):
        settings.HAND_OVER, settings.UNDO_SECONDS = "smtp", 0
        draft = make.make_draft()
        actions.mark_shown_whole(draft, draft.rep.user)
        actions.approve(draft, draft.rep.user, text=draft.current.text, version=draft.version)
        return draft

    def test_mail_that_comes_after_the_approval_does_not_turn_the_reply_to_another_person(self, approved):
        lead = approved.thread.lead.email
        make.make_message(approved.thread, sender_email="other@prospect.example.com", sent_at=timezone.now())
        assert message.compose(Delivery.objects.get())["To"].addresses[0].addr_spec == lead

    @pytest.mark.parametrize("email", ["lee lee@prospect.example.com", "lee@", "lee@a@b", "lee@x\r\nBcc: eve@x.example.com"])
    def test_an_address_that_is_none_fails_with_a_sentence_and_nothing_is_sent(self, approved, email, caplog):
        Message.objects.update(sender_email=email)
        handing.deliver(approved.pk)
        delivery = Delivery.objects.get()
        assert delivery.status == "failed"
        assert delivery.said.startswith("No mail can be made of it")
        assert "Bcc" not in caplog.text


def test_a_draft_that_cannot_be_stored_is_given_back_and_its_words_are_not_logged(rep, monkeypatch, caplog):
    draft = make.make_draft(rep, status="queued")

    def breaks(*args):
        raise ValueError(PRIVATE)

    class Anything:
        def __getattr__(self, name):
            return self

    monkeypatch.setattr(jobs, "_outcome", lambda draft: (Anything(), Anything(), Anything()))
    monkeypatch.setattr(actions, "finish", breaks)
    jobs.write(draft.pk)
    draft.refresh_from_db()
    assert (draft.status, draft.tries) == ("queued", 1)
    assert PRIVATE[:-1] not in caplog.text
