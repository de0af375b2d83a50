"""Mail onto threads: once each, on the right thread, with a draft when it is news from a prospect."""

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime

import pytest
from django.utils import timezone

from drafts.intake import keep, paste
from drafts.intake.reading import LARGEST_AS_IT_CAME
from drafts.models import Draft, Lead, Message, Policy, Thread
from drafts.tests import factories as make
from profiles import mail
from profiles.refusal import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def rep(db):
    return make.make_rep()


def letter(
    rep,
    text="What does it cost?",
    *,
    sender="Lee <lee@prospect.example.com>",
    to=None,
    id="one",
    when=None,
    subject="Pricing",
    **headers,
):
    built = EmailMessage()
    built["Message-ID"] = f"<{id}@prospect.example.com>"
    built["From"], built["To"] = sender, to or rep.email
    built["Subject"] = subject
    built["Date"] = format_datetime(when or datetime.now(UTC))
    for name, value in headers.items():
        built[name.replace("_", "-")] = value
    built.set_content(text)
    return built.as_bytes()


def read_in(rep, raw):
    return keep(rep, mail.read(raw), raw)


def test_a_prospects_mail_makes_lead_thread_message_and_a_queued_draft(rep):
    kept = read_in(rep, letter(rep))
    assert (kept.outcome, kept.code) == ("kept", "queued")
    draft = Draft.objects.get()
    assert draft.status == "queued"
    assert draft.answers.text.strip() == "What does it cost?"
    assert draft.thread.lead.email == "lee@prospect.example.com"


def test_the_same_mail_twice_changes_nothing(rep):
    raw = letter(rep)
    read_in(rep, raw)
    before = list(Draft.objects.values())
    assert read_in(rep, raw).outcome == "known"
    assert list(Draft.objects.values()) == before
    assert Message.objects.count() == 1


def test_of_a_mail_with_large_files_the_words_are_kept(rep):
    raw = letter(rep) + b"\n" + b"QUJD" * (LARGEST_AS_IT_CAME // 4)
    assert read_in(rep, raw).code == "queued"
    message = Message.objects.get()
    assert message.raw is None
    assert message.text.startswith("What does it cost?")
    assert "not_kept_whole" in {d["code"] for d in message.defects}


def test_the_mail_is_kept_as_it_came(rep):
    raw = letter(rep)
    read_in(rep, raw)
    assert bytes(Message.objects.get().raw) == raw


def test_a_reply_joins_its_thread_by_reference_whatever_its_subject(rep):
    read_in(rep, letter(rep))
    read_in(rep, letter(rep, "And one more.", id="two", subject="something else", In_Reply_To="<one@prospect.example.com>"))
    assert Thread.objects.count() == 1
    assert Message.objects.count() == 2


def test_mail_read_in_the_wrong_order_ends_on_one_thread(rep):
    now = datetime.now(UTC)
    read_in(
        rep, letter(rep, "And one more.", id="two", when=now, subject="Re: Pricing", In_Reply_To="<one@prospect.example.com>")
    )
    read_in(rep, letter(rep, id="one", when=now - timedelta(days=1)))
    assert Thread.objects.count() == 1
    assert Draft.objects.get().answers.message_id == "two@prospect.example.com"


def test_a_colleague_replying_with_the_same_subject_is_another_lead_and_thread(rep):
    read_in(rep, letter(rep))
    read_in(rep, letter(rep, id="two", sender="Max <max@elsewhere.example.com>", subject="Re: Pricing"))
    assert Thread.objects.count() == 2


def test_the_reps_own_mail_cancels_the_waiting_draft(rep):
    read_in(rep, letter(rep))
    own = letter(
        rep, "I called him.", sender=rep.email, to="lee@prospect.example.com", id="own", In_Reply_To="<one@prospect.example.com>"
    )
    kept = read_in(rep, own)
    assert "cancelled" in kept.sentence
    assert Draft.objects.get().status == "superseded"


def test_mail_neither_from_nor_to_the_rep_is_skipped_with_a_reason(rep):
    kept = read_in(rep, letter(rep, to="list@elsewhere.example.com"))
    assert (kept.outcome, kept.code) == ("skipped", "not_addressed")
    assert not Message.objects.exists()


def test_another_address_of_the_reps_reaches_them(rep):
    rep.other_addresses = ["Sales@Seller.example.com"]
    rep.save()
    assert read_in(rep, letter(rep, to="sales@seller.example.com")).outcome == "kept"


def test_old_mail_is_kept_but_not_drafted(rep, settings):
    kept = read_in(rep, letter(rep, when=datetime.now(UTC) - timedelta(days=settings.DRAFT_WITHIN_DAYS + 1)))
    assert kept.code == "no_draft"
    assert "days old" in kept.sentence
    assert not Draft.objects.exists()


def test_nothing_is_drafted_while_the_team_has_it_switched_off(rep):
    Policy.objects.create(team=rep.team, drafting=False)
    assert "switched off for the team" in read_in(rep, letter(rep)).sentence
    assert not Draft.objects.exists()


def test_a_mail_without_a_sender_is_skipped_with_a_reason(rep):
    assert read_in(rep, b"Subject: hello\n\nno one wrote this").code == "no_sender"


class TestPaste:
    def test_a_pasted_message_is_treated_like_mail(self, rep):
        message = paste(
            rep,
            rep.user,
            lead_name="Lee",
            lead_email="Lee@Prospect.example.com",
            subject="Hi",
            text="What does it cost?",
            role="owner",
        )
        assert Lead.objects.get().role == "owner"
        assert message.thread.drafts.get().status == "queued"

    def test_pasting_twice_on_a_day_is_one_message(self, rep):
        given = {"lead_name": "Lee", "lead_email": "lee@prospect.example.com", "subject": "Hi", "text": "What does it cost?"}
        when = timezone.now()
        assert paste(rep, rep.user, sent_at=when, **given).pk == paste(rep, rep.user, sent_at=when, **given).pk

    @pytest.mark.parametrize("email", ["", "lee", "lee@", "lee@prospect.example.com\nBcc: all@example.com"])
    def test_a_bad_address_is_named(self, rep, email):
        with pytest.raises(Refused, match="not a mail address"):
            paste(rep, rep.user, lead_name="Lee", lead_email=email, subject="Hi", text="Hello")

    def test_an_empty_message_is_refused(self, rep):
        with pytest.raises(Refused, match="empty"):
            paste(rep, rep.user, lead_name="Lee", lead_email="lee@prospect.example.com", subject="Hi", text="  \n")

    def test_line_breaks_in_a_subject_make_no_header(self, rep):
        message = paste(
            rep,
            rep.user,
            lead_name="Lee\nBcc: x@example.com",
            lead_email="lee@prospect.example.com",
            subject="Hi\nBcc: a@example.com",
            text="Hello you",
        )
        assert message.subject == "Hi Bcc: a@example.com"
        assert message.recipients == [{"name": rep.name, "email": rep.email}]
