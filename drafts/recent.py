"""What a rep wrote by hand of late: the texts a voice profile is compared with to see whether it still fits."""

from datetime import datetime

from drafts.models import Delivery, Message, Review

MOST = 40
"""Newest texts of either kind."""


def own_words(sender, rep_id: int, since: datetime, **kwargs) -> tuple[str, ...]:
    """Approved drafts the rep changed, and mails on their threads that no draft was; never an unedited draft."""
    reviews = Review.objects.filter(draft__rep_id=rep_id, at__gte=since)
    edited = reviews.filter(verdict=Review.Verdict.EDITED).order_by("-at")
    delivered = Delivery.objects.filter(draft__rep_id=rep_id).values("message_id")
    mails = Message.objects.filter(rep_id=rep_id, from_rep=True, sent_at__gte=since).exclude(message_id__in=delivered)
    texts = [
        *edited.values_list("text", flat=True)[:MOST],
        *mails.exclude(text="").exclude(flags__contains=["erased"]).order_by("-sent_at").values_list("text", flat=True)[:MOST],
    ]
    approved = set(reviews.filter(verdict=Review.Verdict.APPROVED).values_list("text", flat=True))
    return tuple(dict.fromkeys(text for text in texts if text not in approved))
