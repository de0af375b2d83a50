"""An approved text to its addressee by SMTP, threaded, once.

A claim in the database says who sends. The moment that cannot be undone lies between the message's last byte and the
server's answer: when the connection breaks there, the delivery is *uncertain* and waits for a person, never for a retry.
"""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from drafts.models import Delivery, Draft, Message
from profiles.models import record

REFUSALS = (
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPDataError,
    smtplib.SMTPHeloError,
    smtplib.SMTPNotSupportedError,
)
"""The server said no: it has nothing, and trying again doubles nothing."""

UNWRITABLE = (ValueError, LookupError, AttributeError, TypeError, MessageError)
"""What the standard library raises for addresses and headers that no mail may have."""


def deliver(draft_id: int, now: datetime | None = None) -> None:
    """Send the approved text unless somebody else does or has, or it can still be taken back."""
    token = claim(draft_id, now or timezone.now())
    if token is None:
        return
    delivery = Delivery.objects.select_related("draft__rep", "draft__thread__lead", "draft__review", "draft__answers").get(
        draft_id=draft_id
    )
    try:
        message = compose(delivery)
        message.as_bytes()  # what cannot be written as mail is found out before anything is on its way
        with connected() as server:
            status, said = hand_over(server, message)
    except UNWRITABLE as error:
        status, said = (
            Delivery.Status.FAILED,
            f"No mail can be made of it: an address or header is malformed ({words_of(error)}).",
        )
    except (OSError, smtplib.SMTPException) as error:
        status, said = Delivery.Status.FAILED, f"The mail server could not be reached: {words_of(error)}."
    settle(delivery, token, status, said)


@contextmanager
def connected() -> Iterator[smtplib.SMTP]:
    """A server that has let us in; leaving closes it, whatever it says to that."""
    smtp = settings.SMTP
    server = smtplib.SMTP(smtp["host"], smtp["port"], timeout=smtp["timeout"])
    try:
        if smtp["use_tls"]:
            server.starttls(context=ssl.create_default_context())
        if smtp["username"]:
            server.login(smtp["username"], smtp["password"])
        yield server
    finally:
        server.close()


def hand_over(server: smtplib.SMTP, message: EmailMessage) -> tuple[str, str]:
    """The delivery's new status and the server's words."""
    try:
        server.send_message(message)
    except REFUSALS as error:
        return Delivery.Status.FAILED, f"The mail server refused it: {words_of(error)}."
    except (OSError, smtplib.SMTPException) as error:
        return Delivery.Status.UNCERTAIN, f"The connection broke while it was handed over: {words_of(error)}."
    return Delivery.Status.DELIVERED, ""


def words_of(error: Exception) -> str:
    """The server's own words, short; addresses of a refusal included, mail text never."""
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        return f"{error.smtp_code} {said.decode(errors='replace') if isinstance(said, bytes) else said}"
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
        return f"{code} {said.decode(errors='replace')}"
    return type(error).__name__


def compose(delivery: Delivery) -> EmailMessage:
    """The mail: from the rep, to whom the draft was written, answering what was answered."""
    draft = delivery.draft
    thread, rep, last = draft.thread, draft.rep, draft.answers
    name, email = addressee(draft)
    message = EmailMessage()
    message["Message-ID"] = f"<{delivery.message_id}>"
    message["Date"] = format_datetime(draft.review.at)
    message["From"] = Address(display_name=" ".join(rep.name.split()), addr_spec=rep.email)
    message["To"] = Address(display_name=name, addr_spec=email)
    message["Subject"] = f"Re: {thread.subject}" if thread.subject else "Re: your message"
    message["In-Reply-To"] = f"<{last.message_id}>"
    message["References"] = " ".join(f"<{i}>" for i in [*last.references, last.message_id])
    signature = f"\n\n-- \n{rep.signature}" if rep.signature else ""
    message.set_content(draft.review.text + signature + "\n")
    return message


def addressee(draft: Draft) -> tuple[str, str]:
    """Name and address of whoever had written last when the draft was written; mail that came after changes nothing."""
    earlier = draft.thread.messages.filter(from_rep=False).filter(
        Q(sent_at__lt=draft.answers.sent_at) | Q(sent_at=draft.answers.sent_at, pk__lte=draft.answers_id)
    )
    spoken = earlier.defer("raw").last()
    lead = draft.thread.lead
    return (spoken.sender_name, spoken.sender_email) if spoken else (lead.name, lead.email)


@transaction.atomic
def claim(draft_id: int, now: datetime) -> UUID | None:
    """Take a delivery that waits. One that was being sent when its worker died is uncertain: it may have gone."""
    token = uuid4()
    gone = Delivery.objects.filter(
        draft_id=draft_id, status=Delivery.Status.SENDING, claimed_at__lt=now - timedelta(seconds=settings.CLAIM_SECONDS)
    )
    gone.update(status=Delivery.Status.UNCERTAIN, said="The worker ended while handing it over.", claim=None, claimed_at=None)
    free = Q(status=Delivery.Status.WAITING) | Q(status=Delivery.Status.FAILED, tries__lt=settings.DELIVERY_TRIES)
    taken = Delivery.objects.filter(free, draft_id=draft_id, hand_over_after__lte=now).update(
        status=Delivery.Status.SENDING, claim=token, claimed_at=now, tries=F("tries") + 1
    )
    return token if taken else None


@transaction.atomic
def settle(delivery: Delivery, token: UUID, status: str, said: str) -> None:
    """Store what became of it, if it is still ours; a delivered text becomes a message of its thread."""
    now = timezone.now()
    ours = Delivery.objects.filter(pk=delivery.pk, claim=token).update(
        status=status,
        said=said[:300],
        claim=None,
        claimed_at=None,
        delivered_at=now if status == Delivery.Status.DELIVERED else None,
    )
    if not ours:
        return
    record(f"delivery {status}", delivery, delivery.draft.review.reviewer)
    if status == Delivery.Status.DELIVERED:
        keep_sent(delivery, now)


def keep_sent(delivery: Delivery, now) -> None:
    """What was sent stands on the thread, so that the rep's own copy is known when it comes in."""
    draft, thread = delivery.draft, delivery.draft.thread
    last = thread.messages.order_by("-sent_at", "-pk").first()
    Message.objects.get_or_create(
        rep=draft.rep,
        message_id=delivery.message_id,
        defaults={
            "thread": thread,
            "in_reply_to": last.message_id,
            "references": [*last.references, last.message_id],
            "from_rep": True,
            "sender_name": draft.rep.name,
            "sender_email": draft.rep.email,
            "sent_at": now,
            "subject": f"Re: {thread.subject}"[:500],
            "text": draft.review.text,
        },
    )
    thread.last_message_at, thread.last_from_rep = now, True
    thread.save(update_fields=["last_message_at", "last_from_rep"])
