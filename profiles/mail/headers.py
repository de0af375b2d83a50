"""Header fields of a mail: addresses, dates, ids, and what machines say of themselves there."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email import utils
from email.errors import HeaderParseError
from email.header import decode_header
from email.utils import getaddresses, parsedate_to_datetime

from profiles.mail.charset import decode
from profiles.mail.types import Address
from profiles.unseen import name as seen_name

MAX_VALUE = 20_000
"""Characters of one header that are read."""

MAX_ADDRESSES = 500

_ID = re.compile(r"<([^<>\s]{1,300})>")
_SPACE = re.compile(r"\s+")
_AUTOREPLY_SUBJECT = re.compile(
    r"(?:\w{2,3}:\s*)?(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|automatische antwort|"
    r"abwesenheits\w*|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|"
    r"autosvar|automatiskt svar|automatisk svar|automaattinen vastaus|automatyczna odpowiedź|automatická odpověď|"
    r"автоматический ответ|автоответ)\b",
    re.IGNORECASE,
)
_DAEMON = re.compile(r"^(?:mailer-daemon|postmaster|mail-daemon|mdaemon)@?", re.IGNORECASE)

LENIENT = {"strict": False} if getattr(utils, "supports_strict_parsing", False) else {}
"""The first releases of Python 3.12 are always lenient and do not know the word."""


def text(value: str) -> str:
    """A header's value as the reader sees it: encoded words and raw 8-bit bytes decoded, folding undone."""
    value = value[:MAX_VALUE]
    if "=?" in value:
        value = _encoded_words(value)
    elif not value.isascii():
        value = _eight_bit(value)
    return _SPACE.sub(" ", value.replace("\x00", "")).strip()


def _encoded_words(value: str) -> str:
    # Adjacent encoded words may split a character between them; decode_header joins those of one charset first.
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError):
        return _eight_bit(value)
    return "".join(piece if isinstance(piece, str) else decode(piece, charset or "")[0] for piece, charset in pieces)


def _eight_bit(value: str) -> str:
    return decode(value.encode("utf-8", "surrogateescape"), "")[0]


def addresses(values: Iterable[str]) -> tuple[Address, ...]:
    """Every mailbox of the given header values, in order, each address once."""
    joined = [_SPACE.sub(" ", value[:MAX_VALUE]) for value in values]
    try:
        pairs = getaddresses(joined, **LENIENT)
    except (ValueError, IndexError, TypeError, AttributeError, RecursionError):
        pairs = []
    found: dict[str, Address] = {}
    for said, email in pairs[:MAX_ADDRESSES]:
        email = email.strip().strip("<>").lower()
        if "@" in email and email not in found:
            found[email] = Address(seen_name(text(said)), text(email))
    return tuple(found.values())


def date(value: str) -> datetime | None:
    """The date with the sender's own offset; None when it cannot be read. "-0000" (offset unknown) is taken as UTC."""
    try:
        found = parsedate_to_datetime(value[:200].strip())
        found.utcoffset()
        if found.tzinfo is None:
            found = found.replace(tzinfo=UTC)
        found.astimezone(UTC)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return found


def ids(value: str) -> tuple[str, ...]:
    """Message ids without angle brackets, in order, each once; a single bare token counts as one."""
    value = value[:MAX_VALUE]
    value = (value if value.isascii() else _eight_bit(value)).replace("\x00", "")
    found = dict.fromkeys(_ID.findall(value))
    if not found:
        bare = value[:400].strip().strip("<>")
        if bare and "@" in bare and not _SPACE.search(bare):
            return (bare,)
    return tuple(found)


def flags(header: Mapping[str, str], content_type: str, sender: Address) -> set[str]:
    """``autoreply``, ``bounce``, ``bulk``, ``unsubscribe`` as the headers (lower-cased names) say.

    Automatic replies after RFC 3834, and by what senders used before it and still use beside it.
    """
    found: set[str] = set()
    submitted = header.get("auto-submitted", "").split(";")[0].strip().lower()
    precedence = header.get("precedence", "").strip().lower()
    if (
        submitted.startswith(("auto-replied", "auto-generated", "auto-notified"))
        or precedence in ("auto_reply", "auto-reply", "autoreply")
        or any(
            name in header for name in ("x-autoreply", "x-autorespond", "x-autoreply-from", "x-mail-autoreply", "x-autoresponder")
        )
        or _AUTOREPLY_SUBJECT.match(text(header.get("subject", "")))
    ):
        found.add("autoreply")
    reports = content_type == "multipart/report" and "delivery-status" in header.get("content-type", "").lower()
    if (
        reports
        or "x-failed-recipients" in header
        or _DAEMON.match(sender.email)
        or (header.get("return-path", "x").strip() == "<>" and reports)
    ):
        found.add("bounce")
        found.discard("autoreply")
    if precedence in ("bulk", "list", "junk") or any(
        name in header for name in ("list-id", "list-post", "feedback-id", "list-unsubscribe")
    ):
        found.add("bulk")
    if "list-unsubscribe" in header:
        found.add("unsubscribe")
    return found
