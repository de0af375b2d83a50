"""Mail that says it is the rep's while nothing shows it: put where the rep sees it, and where it sets nothing going."""

from hashlib import sha256

from drafts.models import Draft, Message, Thread
from profiles.imports import Kept
from profiles.mail.types import Mail
from profiles.models import Rep, record

BECAUSE = "It says it is from you, but it came through a mail server that does not vouch for it. It is kept here and nothing was done about it."


def set_aside(rep: Rep, mail: Mail, raw: bytes, lead, store) -> Kept:
    """Keep it on a closed thread of its own, as a draft that needs no writing.

    Under a Message-ID made of its bytes: it must not stand in for the mail whose id it carries, nor draw answers to itself.
    """
    message_id = f"unproven-{sha256(raw).hexdigest()[:40]}@voicedesk.invalid"
    if Message.objects.filter(rep=rep, message_id=message_id).exists():
        return Kept("known", "known", "Already here: the same mail was read before.")
    thread = Thread.objects.create(
        rep=rep, lead=lead, subject=mail.subject[:500], status=Thread.Status.CLOSED, closed_because=BECAUSE
    )
    message = store(thread, mail, raw, False)
    message.message_id, message.in_reply_to, message.references = message_id, "", []
    message.flags = sorted({*message.flags, "unproven"})
    message.save(update_fields=["message_id", "in_reply_to", "references", "flags"])
    draft = Draft.objects.create(
        thread=thread,
        rep=rep,
        answers=message,
        status=Draft.Status.SKIPPED,
        ended_because=BECAUSE,
        finished_at=message.received_at,
    )
    record("mail set aside", draft, message=message.pk)
    return Kept(
        "kept", "unproven", "Kept aside: it says the rep wrote it, and nothing shows that they did. No draft was cancelled."
    )
