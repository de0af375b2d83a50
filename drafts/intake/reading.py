"""One mail onto its thread: stored once, answered by a draft when it is news from a prospect."""

import re
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from drafts import actions
from drafts.intake.unproven import set_aside
from drafts.materials import policy_row
from drafts.models import Lead, Message, Thread
from profiles.imports import Kept
from profiles.mail.origin import proven
from profiles.mail.types import Address, Mail
from profiles.models import MailImport, Rep, record

LONGEST_ADDRESS = 254
"""Characters. No mail server delivers to a longer address (RFC 5321), so there is nobody to answer."""

LARGEST_AS_IT_CAME = 8 * 1024 * 1024
"""Bytes of a mail up to which it is kept as it came. Of a larger one the words are kept and the files named, as of every mail."""

TOO_LARGE = {
    "code": "not_kept_whole",
    "sentence": "The mail is over 8 MB: its words are kept here, its files only in the mailbox.",
}

SHARED_DOMAINS = frozenset(
    "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com aol.com "
    "proton.me protonmail.com gmx.com gmx.net gmx.de web.de t-online.de mail.com mail.ru yandex.ru zoho.com qq.com 163.com".split()
)
"""Mail domains anybody may have an address in: the same domain does not make two people colleagues."""

REPLY_MARKS = re.compile(r"^\s*(?:(?:re|aw|fwd?|wg|antw|sv|vs|rv|tr|r)\s*(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)


def keep_message(found: MailImport, mail: Mail, raw: bytes) -> Kept:
    """Store one mail of an import on its thread; the outcome says what became of it."""
    sent = found.own_folder or "sent" in (found.folder or {}).get("name", "").lower()
    return keep(found.rep, mail, raw, own_folder=sent)


@transaction.atomic(savepoint=False)
def keep(
    rep: Rep, mail: Mail, raw: bytes | None = None, details: dict[str, str] | None = None, *, own_folder: bool = False
) -> Kept:
    """Store ``mail`` for ``rep`` and ask for a draft when one is due. Reading the same mail again changes nothing.

    ``details`` fill in what is known of a new lead: company, role, industry. ``own_folder`` says that it was found where only
    the rep puts mail; elsewhere, what claims to be theirs has to be shown to be.
    """
    if refusal := not_for(rep, mail):
        return refusal
    if Message.objects.filter(rep=rep, message_id=mail.message_id[:500]).exists():
        return Kept("known", "known", "Already here: the same Message-ID was read before.")
    from_rep = mail.sender.email in rep.addresses
    lead = lead_for(rep, other_party(rep, mail, from_rep), details or {})
    if from_rep and not own_folder and raw is not None and not proven(raw, mail.sender.email, settings.AUTHSERV_IDS):
        return set_aside(rep, mail, raw, lead, store)
    thread = thread_for(rep, lead, mail)
    thread = Thread.objects.select_for_update().get(pk=thread.pk)
    message = store(thread, mail, raw, from_rep)
    return Kept("kept", *news(thread, message))


def not_for(rep: Rep, mail: Mail) -> Kept | None:
    """Why this mail belongs to no thread of the rep's, if so."""
    if not mail.sender.email:
        return Kept("skipped", "no_sender", "Skipped: it does not say who sent it.")
    if len(mail.sender.email) > LONGEST_ADDRESS:
        return Kept("skipped", "address_too_long", "Skipped: its sender's address is too long to be one.")
    from_rep = mail.sender.email in rep.addresses
    if from_rep and not others(rep, mail):
        return Kept("skipped", "no_recipient", "Skipped: the rep wrote it, but it names no one it went to.")
    if not from_rep and not reaches(rep, mail):
        return Kept("skipped", "not_addressed", "Skipped: it is neither from the rep nor to them, nor does it answer their mail.")
    if not (mail.body.own.strip() or mail.flags or mail.attachments or mail.subject.strip()):
        return Kept("skipped", "no_words", "Skipped: it holds no words of its sender's own.")
    return None


def others(rep: Rep, mail: Mail) -> list[Address]:
    """Whom the mail went to besides the rep."""
    return [a for a in (*mail.to, *mail.cc) if a.email not in rep.addresses and 0 < len(a.email) <= LONGEST_ADDRESS]


def reaches(rep: Rep, mail: Mail) -> bool:
    """Addressed to the rep, or an answer on one of their threads (a list or an alias stands in the To line then)."""
    if any(a.email in rep.addresses for a in (*mail.to, *mail.cc)):
        return True
    return Message.objects.filter(rep=rep, message_id__in=[i[:500] for i in (mail.in_reply_to, *mail.references) if i]).exists()


def other_party(rep: Rep, mail: Mail, from_rep: bool) -> Address:
    """The prospect: who wrote to the rep, or whom the rep wrote to first."""
    return others(rep, mail)[0] if from_rep else mail.sender


def lead_for(rep: Rep, address: Address, details: dict[str, str]) -> Lead:
    lead, _ = Lead.objects.get_or_create(
        team=rep.team,
        email__lower=address.email.lower(),
        defaults={"email": address.email, "name": (address.name or address.email)[:200], "stage": "new", **details},
    )
    return lead


def thread_for(rep: Rep, lead: Lead, mail: Mail) -> Thread:
    """By the mails it refers to; else by lead and subject, when it says it is a reply; else a new one.

    Who only knows a Message-ID does not get onto its thread: the reply, written to the thread's lead, would go to them.
    """
    if (known := known_thread(rep, mail)) and belongs(rep, known, mail):
        return known
    subject = bare_subject(mail.subject)
    if subject and REPLY_MARKS.match(mail.subject):
        same = Thread.objects.filter(rep=rep, lead=lead, subject__iexact=subject, status=Thread.Status.OPEN).first()
        if same:
            return same
    return Thread.objects.create(rep=rep, lead=lead, subject=subject[:500])


def known_thread(rep: Rep, mail: Mail) -> Thread | None:
    """The thread of the mails it refers to, or of the one that refers to it: a reply may be read before what it answers."""
    referred = [i[:500] for i in (mail.in_reply_to, *reversed(mail.references)) if i]
    messages = Message.objects.filter(rep=rep).select_related("thread__lead")
    known = messages.filter(message_id__in=referred).order_by("-sent_at").first()
    known = known or messages.filter(in_reply_to=mail.message_id[:500]).exclude(in_reply_to="").first()
    return known.thread if known else None


def belongs(rep: Rep, thread: Thread, mail: Mail) -> bool:
    """Whether the sender has a place on the thread: the rep, its lead, who wrote or received a mail there, or their colleague."""
    sender = mail.sender.email
    there = {thread.lead.email.lower()}
    for author, recipients in thread.messages.values_list("sender_email", "recipients"):
        there |= {author, *(r["email"] for r in recipients)}
    there -= rep.addresses
    domain = sender.rpartition("@")[2]
    colleague = domain not in SHARED_DOMAINS | {rep.email.rpartition("@")[2]}
    return sender in rep.addresses | there or (colleague and any(a.rpartition("@")[2] == domain for a in there))


def bare_subject(subject: str) -> str:
    return REPLY_MARKS.sub("", subject).strip()


def store(thread: Thread, mail: Mail, raw: bytes | None, from_rep: bool) -> Message:
    # A date in the future would make every later mail of the thread "earlier", and none of them would get a draft.
    sent_at = min(mail.sent_at or timezone.now(), timezone.now())
    offset = (mail.sent_at or sent_at).utcoffset() or timedelta()
    body, whole = mail.body, raw is None or len(raw) <= LARGEST_AS_IT_CAME
    message = Message.objects.create(
        thread=thread,
        rep=thread.rep,
        message_id=mail.message_id[:500],
        in_reply_to=mail.in_reply_to[:500],
        references=[r[:500] for r in mail.references[-50:]],
        from_rep=from_rep,
        sender_name=mail.sender.name[:200],
        sender_email=mail.sender.email[:320],
        recipients=[{"name": a.name, "email": a.email} for a in (*mail.to, *mail.cc)][:100],
        sent_at=sent_at,
        utc_offset_minutes=int(offset.total_seconds() // 60),
        subject=mail.subject[:500],
        text=body.own,
        quoted="\n\n".join(q.text for q in body.quotes),
        hidden=body.hidden,
        left_out="\n\n".join(part for part in (body.signature, body.footer) if part),
        attachments=[{"name": a.name, "type": a.content_type, "size": a.size} for a in mail.attachments],
        flags=sorted(mail.flags),
        defects=[{"code": d.code, "sentence": d.sentence} for d in mail.defects] + ([] if whole else [TOO_LARGE]),
        raw=raw if whole else None,
    )
    record("message stored", message, thread=thread.pk, from_rep=from_rep)
    return message


def news(thread: Thread, message: Message) -> tuple[str, str]:
    """What a new message sets going; returns the reason's code and sentence."""
    newest = thread.messages.order_by("-sent_at", "-pk").first()
    if newest.pk != message.pk:
        return "history", "Kept as earlier mail of its thread."
    thread.last_message_at, thread.last_from_rep = message.sent_at, message.from_rep
    thread.save(update_fields=["last_message_at", "last_from_rep"])
    if message.from_rep:
        cancelled = actions.supersede_unsent(thread, "The rep wrote themselves.")
        return "from_rep", "Kept; the rep wrote it" + (", so the waiting draft was cancelled." if cancelled else ".")
    if why := no_draft_because(thread, message):
        actions.supersede_unsent(thread, "A new message came in.")
        return "no_draft", f"Kept; no draft was asked for: {why}"
    actions.queue_draft(thread, message, "inbound")
    return "queued", "Kept; a draft was asked for."


def no_draft_because(thread: Thread, message: Message) -> str:
    """Why a prospect's newest message gets no draft, or an empty string."""
    if thread.status == Thread.Status.CLOSED:
        return "the thread is closed."
    if not thread.rep.active:
        return "the rep is switched off."
    if not policy_row(thread.rep).drafting:
        return "drafting is switched off for the team."
    if timezone.now() - message.sent_at > timedelta(days=settings.DRAFT_WITHIN_DAYS):
        return f"it is more than {settings.DRAFT_WITHIN_DAYS} days old."
    return ""
