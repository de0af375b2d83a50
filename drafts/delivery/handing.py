"""Handing an approved text on, once: claimed in the database, done by one of the ways, settled as what became of it."""

from datetime import datetime, timedelta
from email.errors import MessageError
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from drafts.actions import DELIVER
from drafts.delivery import imap, smtp
from drafts.delivery.message import compose
from drafts.models import Delivery, Draft, Message
from profiles.models import Mailbox, User, record
from profiles.queueing import enqueue
from profiles.refusal import Refused

UNSETTLED = (Delivery.Status.FAILED, Delivery.Status.UNCERTAIN)

UNWRITABLE = (ValueError, LookupError, AttributeError, TypeError, MessageError)
"""What the standard library raises for addresses and headers that no mail may have."""


def deliver(draft_id: int, now: datetime | None = None) -> None:
    """Hand the approved text on unless somebody else does or has, or it can still be taken back."""
    token = claim(draft_id, now or timezone.now())
    if token is None:
        return
    related = ("draft__rep", "draft__thread__lead", "draft__review", "draft__answers")
    delivery = Delivery.objects.select_related(*related).get(draft_id=draft_id)
    settle(delivery, token, *handed(delivery))


def handed(delivery: Delivery) -> tuple[str, str]:
    """The delivery's new status and why, by the way it was meant to go."""
    try:
        message = compose(delivery)
        message.as_bytes()  # what cannot be written as mail is found out before anything is on its way
    except UNWRITABLE as error:
        return Delivery.Status.FAILED, f"No mail can be made of it: an address or header is malformed ({type(error).__name__})."
    if delivery.method == "smtp":
        return smtp.send(message)
    box = Mailbox.objects.filter(rep=delivery.draft.rep).first()
    if box is None:
        return Delivery.Status.FAILED, "No mailbox is set up for this rep any more: ask sales ops."
    return imap.put(message, box)


@transaction.atomic
def claim(draft_id: int, now: datetime) -> UUID | None:
    """Take a delivery that waits. One that was being handed over when its worker died is uncertain: it may have gone."""
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
def settle_by_hand(draft: Draft, user: User, *, arrived: bool) -> None:
    """The rep looked where it should have gone, or wants what failed tried again. Nothing is doubled behind their back."""
    draft = Draft.objects.of_rep_user(user).select_related("rep").get(pk=draft.pk)
    delivery = Delivery.objects.select_for_update(of=("self",)).select_related("draft__review", "draft__thread", "draft__rep")
    delivery = delivery.filter(draft=draft, status__in=UNSETTLED).first()
    if delivery is None:
        raise Refused("There is nothing to decide: it was handed over, or is on its way.")
    now = timezone.now()
    if arrived:
        delivery.status, delivery.delivered_at = Delivery.Status.DELIVERED, now
        keep_sent(delivery, now)
    else:
        delivery.status, delivery.tries, delivery.hand_over_after = Delivery.Status.WAITING, 0, now
        enqueue("mail", DELIVER, draft.pk)
    delivery.said = ""
    delivery.save(update_fields=["status", "delivered_at", "tries", "hand_over_after", "said"])
    record("delivery confirmed" if arrived else "delivery asked again", delivery, user)


@transaction.atomic
def settle(delivery: Delivery, token: UUID, status: str, said: str) -> None:
    """Store what became of it, if it is still ours; a sent text becomes a message of its thread."""
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


def keep_sent(delivery: Delivery, now: datetime) -> None:
    """What was sent stands on the thread, so that the rep's own copy is known when it comes in.

    A draft in the rep's mailbox is not sent yet: it comes onto the thread when the rep has sent it and their mail is read.
    """
    if delivery.method != "smtp":
        return
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
