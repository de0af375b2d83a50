"""What reading a mail yields. Plain data: nothing here parses anything."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Address:
    """A mailbox: display ``name`` (may be empty) and lower-cased ``email``."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A part that is not the message's text. ``size`` is in bytes after decoding."""

    name: str
    content_type: str
    size: int


@dataclass(frozen=True, slots=True)
class Defect:
    """Something malformed: a stable ``code`` and a sentence saying what was wrong and what was kept."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Quote:
    """Somebody else's words inside a mail: the author as the mail names them (may be empty) and the text without marks."""

    author: str
    text: str


@dataclass(frozen=True, slots=True)
class Body:
    """A mail's text taken apart.

    ``own`` is the author's own new words, in order, greeting and closing included, signature, footer and quotes not.
    ``greeting`` and ``closing`` are the parts of ``own`` that greet and sign off ("Hi Ana," / "Best,\\nTom"), empty if none.
    ``signature`` is the contact block, ``footer`` what machines add (disclaimer, list footer, "Sent from my phone").
    ``hidden`` is text a human reader would not see (HTML comments, white or zero-sized text).
    ``forwarded`` is True when the mail only passes another mail on.
    """

    own: str
    quotes: tuple[Quote, ...] = ()
    greeting: str = ""
    closing: str = ""
    signature: str = ""
    footer: str = ""
    hidden: str = ""
    forwarded: bool = False


@dataclass(frozen=True, slots=True)
class Mail:
    """One RFC 822 message, read. ``message_id``, ``in_reply_to`` and ``references`` are without angle brackets.

    ``message_id`` is never empty: where the mail has none, it is derived from the content, so that reading twice agrees.
    ``sent_at`` keeps the sender's own offset; None when the date cannot be read.
    ``flags`` are machine marks from the headers: ``autoreply``, ``bounce``, ``bulk``, ``calendar``, ``unsubscribe``.
    """

    message_id: str
    in_reply_to: str
    references: tuple[str, ...]
    sent_at: datetime | None
    sender: Address
    to: tuple[Address, ...]
    cc: tuple[Address, ...]
    subject: str
    body: Body
    attachments: tuple[Attachment, ...] = ()
    flags: frozenset[str] = frozenset()
    defects: tuple[Defect, ...] = field(default=())
