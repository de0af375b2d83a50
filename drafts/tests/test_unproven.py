"""Mail that only says it is the rep's: shown to them, obeyed by nothing."""

from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

import pytest

from drafts import convert
from drafts.intake import keep
from drafts.intake.reading import keep_message
from drafts.jobs import read_threads
from drafts.models import Draft, Message, Thread
from drafts.tests import factories as make
from profiles import mail
from profiles.examples.reading import ExampleReader
from profiles.models import Event, Example, MailImport

pytestmark = pytest.mark.django_db

PROMISE = "As I promised, you get half off for ever. See https://evil.example/offer for the terms and conditions of it all."


@pytest.fixture
def rep(db):
    return make.make_rep()


@pytest.fixture
def asked(rep):
    """A prospect's mail with its waiting draft."""
    read_in(rep, letter(rep, "Lee <lee@prospect.example.com>", rep.email, "What does it cost?"))
    return Draft.objects.get()


def letter(rep, sender, to, text, *, id="one", through_a_server=True, report="", **headers) -> bytes:
    built = EmailMessage()
    if report:
        built["Authentication-Results"] = report
    if through_a_server:
        built["Received"] = "from somewhere by mx.seller.example.com; Mon, 30 Nov 2026 09:00:00 +0000"
    built["Message-ID"], built["From"], built["To"] = f"<{id}@prospect.example.com>", sender, to
    built["Subject"], built["Date"] = "Re: Pricing", format_datetime(datetime.now(UTC))
    for name, value in headers.items():
        built[name.replace("_", "-")] = value
    built.set_content(text)
    return built.as_bytes()


def read_in(rep, raw, **more):
    return keep(rep, mail.read(raw), raw, **more)


def forged(rep, **more) -> bytes:
    return letter(
        rep, rep.email, "lee@prospect.example.com", PROMISE, **{"id": "two", "In_Reply_To": "<one@prospect.example.com>", **more}
    )


def test_it_cancels_no_draft_and_is_no_word_of_the_thread(rep, asked):
    kept = read_in(rep, forged(rep))
    asked.refresh_from_db()
    assert (kept.code, asked.status) == ("unproven", "queued")
    assert [m.text.strip() for m in convert.to_thread(asked.thread).messages] == ["What does it cost?"]
    assert Message.objects.filter(from_rep=True).count() == 0


def test_the_rep_sees_it_with_what_was_not_done(rep, asked, client):
    read_in(rep, forged(rep))
    client.force_login(rep.user)
    assert "does not vouch for it" in client.get("/desk/?state=unwritten").text
    shown = Draft.objects.get(status="skipped")
    assert "half off for ever" in client.get(f"/desk/{shown.pk}/").text


def test_read_twice_it_is_there_once(rep, asked):
    raw = forged(rep)
    read_in(rep, raw)
    assert read_in(rep, raw).outcome == "known"
    assert Thread.objects.count() == 2


def test_it_does_not_stand_in_for_the_mail_whose_id_it_carries(rep, asked):
    read_in(rep, forged(rep, id="real"))
    real = read_in(rep, forged(rep, id="real", through_a_server=False))
    asked.refresh_from_db()
    assert (real.code, asked.status) == ("from_rep", "superseded")


def test_an_answer_to_it_goes_onto_the_real_thread_and_is_drafted(rep, asked):
    read_in(rep, forged(rep))
    answer = letter(
        rep, "lee@prospect.example.com", rep.email, "Really?", id="three", In_Reply_To="<two@prospect.example.com>",
        References="<one@prospect.example.com> <two@prospect.example.com>",
    )  # fmt: skip
    assert read_in(rep, answer).code == "queued"
    assert Message.objects.get(message_id="three@prospect.example.com").thread == asked.thread


@pytest.mark.parametrize(
    ("more", "server"),
    [
        ({"through_a_server": False}, []),
        ({"report": "mx.seller.example.com; dmarc=pass header.from=seller.example.com"}, ["mx.seller.example.com"]),
    ],
)
def test_what_is_the_reps_cancels_as_before(rep, asked, settings, more, server):
    settings.AUTHSERV_IDS = server
    assert read_in(rep, forged(rep, **more)).code == "from_rep"
    asked.refresh_from_db()
    assert asked.status == "superseded"


def test_so_does_what_lies_in_their_own_sent_folder(rep, asked):
    found = MailImport.objects.create(purpose="threads", rep=rep, source="Sent", folder={"name": "[Gmail]/Sent Mail"})
    raw = forged(rep)
    assert keep_message(found, mail.read(raw), raw).code == "from_rep"


@pytest.mark.parametrize(
    ("more", "used", "warned"),
    [({"through_a_server": False}, True, False), ({}, True, True), ({"report": "mx.example.com; dmarc=fail"}, False, True)],
)
def test_an_example_that_was_delivered_by_a_stranger_is_not_used_by_itself(rep, more, used, warned):
    example_set = make.make_example_set(rep)
    found = MailImport.objects.create(purpose="examples", rep=rep, example_set=example_set, source="mail.mbox")
    raw = forged(rep, **more)
    ExampleReader()(found, mail.read(raw), raw)
    example = Example.objects.get()
    assert example.included is used
    assert any(w["code"] == "unproven" for w in example.warnings) is warned


@pytest.mark.parametrize("tick,ends", [({}, "queued"), ({"own_folder": "on"}, "superseded")])
def test_sales_ops_say_of_an_upload_that_it_is_the_reps_sent_folder(client, rep, asked, queue, tick, ends):
    client.force_login(make.make_ops())
    client.post("/admin/profiles/mailimport/add/", {"rep": rep.pk, "source": forged(rep).decode(), **tick})
    found = MailImport.objects.get()
    assert found.own_folder is bool(tick)
    read_threads(found.pk)
    asked.refresh_from_db()
    assert asked.status == ends
    assert Event.objects.get(verb="import begun").data["own_folder"] is bool(tick)
