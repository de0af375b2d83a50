"""Mail typed or pasted by hand, treated exactly like mail that came."""

from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from drafts.intake.reading import keep
from drafts.models import Message
from profiles import mail
from profiles.models import Rep, User
from profiles.refusal import Refused


def paste(
    rep: Rep,
    user: User,
    *,
    lead_name: str,
    lead_email: str,
    subject: str,
    text: str,
    sent_at: datetime | None = None,
    company: str = "",
    role: str = "",
    industry: str = "",
) -> Message:
    """A prospect's message put in by hand; a draft is asked for. Raises Refused with what is missing or wrong."""
    lead_name, lead_email, subject = one_line(lead_name), one_line(lead_email).lower(), one_line(subject)
    if not text.strip():
        raise Refused("The message is empty: paste what the prospect wrote.")
    try:
        validate_email(lead_email)
    except ValidationError:
        raise Refused(f"{lead_email or 'Nothing'} is not a mail address: fill in who wrote the message.") from None
    raw = as_mail(rep, lead_name, lead_email, subject, text, sent_at or timezone.localtime())
    read = mail.read(raw)
    details = {"company": company[:200], "role": role[:120], "industry": industry[:120]}
    kept = keep(rep, read, raw, {k: v for k, v in details.items() if v})
    if kept.outcome == "skipped":
        raise Refused(kept.sentence)
    return Message.objects.select_related("thread").get(rep=rep, message_id=read.message_id[:500])


def one_line(text: str) -> str:
    return " ".join(text.split())


def as_mail(rep: Rep, name: str, address: str, subject: str, text: str, sent_at: datetime) -> bytes:
    """The same words from the same sender on the same day are the same mail, however often they are pasted."""
    message = EmailMessage()
    fingerprint = sha256("\0".join((address, subject, text.strip(), sent_at.date().isoformat())).encode()).hexdigest()[:32]
    message["Message-ID"] = f"<pasted-{fingerprint}@{rep.email.rpartition('@')[2]}>"
    message["From"] = _mailbox(name, address)
    message["To"] = _mailbox(rep.name, rep.email)
    message["Subject"] = subject or "(no subject)"
    message["Date"] = format_datetime(sent_at)
    message.set_content(text)
    return message.as_bytes()


def _mailbox(name: str, address: str) -> Address:
    return Address(display_name=name, addr_spec=address)
