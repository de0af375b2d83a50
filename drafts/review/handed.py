"""What has become of an approved text, in a sentence, and what its rep can do about it."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from drafts.delivery.message import addressee
from drafts.models import Delivery, Draft
from drafts.review.lookup import visible

Status = Delivery.Status

WAITING = {"smtp": "Is sent to {to} in a moment.", "imap": "Is put in the Drafts folder of {rep} in a moment."}
DONE = {
    "smtp": "Sent to {to}.",
    "imap": "Lies in the Drafts folder of {rep}, addressed to {to}. It leaves when it is sent from there.",
}
PERHAPS = {
    "smtp": "Perhaps sent to {to}. Look whether it is in your sent mail, or ask them; it is not sent again by itself.",
    "imap": "Perhaps in the Drafts folder of {rep}. Look whether it is there; it is not put there again by itself.",
}


@dataclass(frozen=True, slots=True)
class Handed:
    """``state`` is fine, unsure, held or empty; ``moving`` while it goes on by itself; ``asks`` for what the rep may answer."""

    sentence: str
    said: str
    at: datetime | None = None
    state: str = ""
    moving: bool = False
    asks: str = ""


def handed(draft: Draft) -> Handed | None:
    """None where nothing is handed over."""
    delivery = getattr(draft, "delivery", None)
    if delivery is None:
        return None
    names = {"to": addressee(draft)[1], "rep": draft.rep.email}
    if delivery.status in (Status.WAITING, Status.SENDING):
        return Handed(WAITING[delivery.method].format(**names), "", moving=True)
    if delivery.status == Status.DELIVERED:
        return Handed(DONE[delivery.method].format(**names), delivery.said, delivery.delivered_at, "fine")
    if delivery.status == Status.UNCERTAIN:
        return Handed(PERHAPS[delivery.method].format(**names), delivery.said, state="unsure", asks="arrived")
    if delivery.tries < settings.DELIVERY_TRIES:
        return Handed("Not handed over yet; it is tried again by itself.", delivery.said, state="unsure")
    return Handed(f"Not handed over after {delivery.tries} tries.", delivery.said, state="held", asks="again")


def handed_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The sentence alone, asked again until it is settled."""
    found = get_object_or_404(visible(request.user), pk=pk, delivery__isnull=False)
    own = found.rep.user_id == request.user.pk
    return render(request, "desk/draft.html#handed", {"draft": found, "handed": handed(found), "own": own})
