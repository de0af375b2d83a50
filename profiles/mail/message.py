"""One whole message read: headers, text, attachments, machine marks and defects."""

import hashlib
import re
from dataclasses import replace

from profiles.mail import headers, html, mime
from profiles.mail.body import read_html, read_lines, read_text
from profiles.mail.lines import MAX_LINES, MAX_TEXT, is_cut
from profiles.mail.mbox import MAX_MESSAGE
from profiles.mail.types import Address, Body, Mail, Quote

MAX_STAND_IN = 60
"""Words of a plain text that only says the mail is to be read as HTML."""

_STAND_IN = re.compile(r"\bhtml\b|view (?:this|it|the) .{0,40}(?:browser|online)|im browser|e-?mail client", re.IGNORECASE)
_HIDING = (
    "<!--",
    "display:none",
    "display: none",
    "hidden",
    "font-size:0",
    "font-size: 0",
    "font-size:1px",
    "#fff",
    "white",
    "opacity",
    "max-height",
    "255,",
)


def read(raw: bytes) -> Mail:
    """A raw RFC 822 message read. Never raises: malformed input yields what can be read and named defects."""
    content = mime.parse(raw[:MAX_MESSAGE])
    if len(raw) > MAX_MESSAGE:
        content.defect("message_too_long", f"The mail is longer than {MAX_MESSAGE} bytes: its beginning was read.")
    header = content.header
    senders = headers.addresses([header.get("from", "")]) or headers.addresses([header.get("sender", "")])
    sender = senders[0] if senders else Address(headers.text(header.get("from", "")), "")
    if not senders:
        content.defect("sender_missing", "The mail does not say who sent it.")
    sent_at = headers.date(header.get("date", ""))
    if sent_at is None:
        content.defect("date_unreadable", "The mail's date is missing or cannot be read.")
    body = _body(content)
    flags = headers.flags(header, content.content_type, sender)
    if content.calendar:
        flags.add("calendar")
    references = headers.ids(header.get("references", ""))
    answered = headers.ids(header.get("in-reply-to", ""))
    return Mail(
        message_id=_message_id(header, raw),
        in_reply_to=answered[0] if answered else references[-1] if references else "",
        references=references,
        sent_at=sent_at,
        sender=sender,
        to=headers.addresses([header.get("to", "")]),
        cc=headers.addresses([header.get("cc", "")]),
        subject=headers.text(header.get("subject", "")),
        body=body,
        attachments=tuple(content.attachments),
        flags=frozenset(flags),
        defects=tuple(content.defects.values()),
    )


def _message_id(header: dict[str, str], raw: bytes) -> str:
    found = headers.ids(header.get("message-id", ""))
    if found:
        return found[0]
    return f"{hashlib.sha256(raw).hexdigest()[:32]}@without-message-id.invalid"


def _body(content: mime.Content) -> Body:
    plain, page = "\n\n".join(content.plain), "\n".join(content.html)
    if plain.strip() and not (page and _is_stand_in(plain)):
        cut = is_cut(plain)
        body = read_text(plain)
        if page:
            body = _with_html(body, page)
    else:
        shown = html.read(page)
        cut = shown.cut
        body = read_lines(shown.lines, shown.hidden)
    if cut:
        content.defect(
            "text_too_long", f"The text is longer than {MAX_TEXT} characters or {MAX_LINES} lines: its beginning was read."
        )
    if not body.own.strip() and content.enclosed:
        body = replace(body, forwarded=True, quotes=body.quotes + tuple(_enclosed(content)))
    return body


def _is_stand_in(plain: str) -> bool:
    """Whether the plain text beside HTML says nothing but that one should look at the HTML."""
    return len(plain) < MAX_STAND_IN * 10 and len(plain.split()) <= MAX_STAND_IN and _STAND_IN.search(plain) is not None


def _with_html(body: Body, page: str) -> Body:
    """What only the HTML beside a plain text knows: hidden text, and a quote the plain text does not mark."""
    lowered = page.lower()
    marked = not body.quotes and (
        "<blockquote" in lowered or "gmail_quote" in lowered or "divrplyfwdmsg" in lowered or "appendonsend" in lowered
    )
    if not marked and not any(sign in lowered for sign in _HIDING):
        return body
    other = read_html(page)
    if marked and other.quotes and other.own.strip() and len(other.own) < len(body.own):
        return other
    return replace(body, hidden=other.hidden)


def _enclosed(content: mime.Content) -> list[Quote]:
    """The mails attached to one that says nothing itself: it only passes them on."""
    quotes = []
    for raw in content.enclosed:
        inner = mime.parse(raw[:MAX_MESSAGE])
        text = "\n\n".join(inner.plain)
        words = read_text(text).own if text.strip() else read_html("\n".join(inner.html)).own
        authors = headers.addresses([inner.header.get("from", "")])
        if words.strip():
            quotes.append(Quote(authors[0].name or authors[0].email if authors else "", words))
    return quotes
