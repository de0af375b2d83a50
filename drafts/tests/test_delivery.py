"""Approved texts leave once, threaded, to the right person; what is uncertain stays uncertain. Against a real SMTP server."""

import socket
import threading
from contextlib import contextmanager
from datetime import timedelta

import pytest
from aiosmtpd.controller import Controller
from django.utils import timezone

from drafts import actions
from drafts.delivery.handing import deliver
from drafts.jobs import reconcile
from drafts.models import Delivery, Message
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db


class Kept:
    """Accepts everything, or answers what it is told to."""

    def __init__(self, answer="250 OK"):
        self.mails, self.answer = [], answer

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(envelope)
        return self.answer


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@contextmanager
def smtp(settings, handler):
    controller = Controller(handler, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        settings.SMTP = {
            **settings.SMTP,
            "host": "127.0.0.1",
            "port": controller.port,
            "timeout": 5,
        }
        yield handler
    finally:
        controller.stop()


@pytest.fixture
def approved(settings):
    settings.HAND_OVER, settings.UNDO_SECONDS = "smtp", 0
    draft = make.make_draft(text="Hi Lee.\n\nTeam is $39. Ümlaut too.\n\nRae")
    actions.mark_shown_whole(draft, draft.rep.user)
    draft.refresh_from_db()
    actions.approve(draft, draft.rep.user, text=draft.current.text, version=draft.version)
    return draft


def test_it_arrives_threaded_from_the_rep_at_whoever_wrote_last(approved, settings):
    with smtp(settings, Kept()) as server:
        deliver(approved.pk)
    (envelope,) = server.mails
    text = envelope.content.decode()
    assert envelope.rcpt_tos == [approved.thread.lead.email]
    assert envelope.mail_from == approved.rep.email
    assert f"In-Reply-To: <{approved.answers.message_id}>" in text
    assert approved.answers.message_id in text.split("References:")[1]
    assert Delivery.objects.get().status == "delivered"


def test_what_was_sent_stands_on_the_thread_as_the_reps_mail(approved, settings):
    with smtp(settings, Kept()):
        deliver(approved.pk)
    sent = Message.objects.get(from_rep=True)
    assert sent.text == approved.review.text
    approved.thread.refresh_from_db()
    assert approved.thread.last_from_rep


def test_delivered_twice_is_sent_once(approved, settings):
    with smtp(settings, Kept()) as server:
        deliver(approved.pk)
        deliver(approved.pk)
    assert len(server.mails) == 1


def test_nothing_leaves_while_it_can_be_taken_back(approved, settings):
    Delivery.objects.update(hand_over_after=timezone.now() + timedelta(seconds=5))
    with smtp(settings, Kept()) as server:
        deliver(approved.pk)
        assert server.mails == []
        deliver(approved.pk, now=timezone.now() + timedelta(seconds=6))
    assert len(server.mails) == 1


def test_a_refusal_is_shown_in_the_servers_words_and_may_be_tried_again(approved, settings):
    with smtp(settings, Kept("550 no such mailbox here")):
        deliver(approved.pk)
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.tries) == ("failed", 1)
    assert "550 no such mailbox here" in delivery.said
    with smtp(settings, Kept()) as server:
        deliver(approved.pk)
    assert len(server.mails) == 1


def test_a_server_that_is_away_is_a_failure_to_retry(approved, settings):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        settings.SMTP = {**settings.SMTP, "host": "127.0.0.1", "port": unused.getsockname()[1], "timeout": 2}
        deliver(approved.pk)
    assert Delivery.objects.get().status == "failed"


def test_a_connection_that_breaks_after_the_text_is_uncertain_and_never_retried(approved, settings):
    with _hangs_up_after_data() as (port, seen):
        settings.SMTP = {**settings.SMTP, "host": "127.0.0.1", "port": port, "timeout": 5}
        deliver(approved.pk)
        deliver(approved.pk)
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.tries) == ("uncertain", 1)
    assert seen == ["DATA"]


@contextmanager
def _hangs_up_after_data():
    """An SMTP server that takes the whole text and closes the line instead of answering."""
    listener = socket.create_server(("127.0.0.1", 0))
    seen = []

    def serve():
        client, _ = listener.accept()
        with client, client.makefile("rwb") as line:

            def say(words):
                line.write(words + b"\r\n")
                line.flush()

            say(b"220 ready")
            for command in iter(line.readline, b""):
                if command.upper().startswith(b"DATA"):
                    seen.append("DATA")
                    say(b"354 go on")
                    while line.readline() not in (b".\r\n", b""):
                        pass
                    return
                say(b"250 fine")

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1], seen
    finally:
        listener.close()
        thread.join(5)


def test_a_worker_that_died_while_sending_leaves_it_uncertain(approved, settings):
    Delivery.objects.update(
        status="sending", claim="00000000-0000-4000-8000-000000000001", claimed_at=timezone.now() - timedelta(days=1)
    )
    with smtp(settings, Kept()) as server:
        deliver(approved.pk)
    assert Delivery.objects.get().status == "uncertain"
    assert server.mails == []


def test_the_next_round_finds_what_a_killed_worker_was_handing_over(approved, settings, queue):
    Delivery.objects.update(
        status="sending", claim="00000000-0000-4000-8000-000000000001", claimed_at=timezone.now() - timedelta(days=1), tries=5
    )
    assert reconcile()["deliveries"] == 1
    with smtp(settings, Kept()) as server:
        deliver(approved.pk)
    assert (Delivery.objects.get().status, server.mails) == ("uncertain", [])
    assert reconcile()["deliveries"] == 0


def test_the_next_round_leaves_a_worker_alone_that_is_handing_it_over(approved, queue):
    Delivery.objects.update(status="sending", claim="00000000-0000-4000-8000-000000000001", claimed_at=timezone.now())
    assert reconcile()["deliveries"] == 0
