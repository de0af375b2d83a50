"""The mail an approved draft becomes, and whom it goes to."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

from django.db.models import Q

from drafts.models import Delivery, Draft


def compose(delivery: Delivery) -> EmailMessage:
    """The mail: from the rep, to whom the draft was written, answering what was answered.

    Raises what the standard library raises for addresses and headers that no mail may have (``UNWRITABLE``).
    """
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
