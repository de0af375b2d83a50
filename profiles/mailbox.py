"""A rep's mailbox over IMAP: its folders, the mail in one of them, and a place for a draft.

Nothing here deletes, moves or marks: folders are opened to be read only, and the one thing written is a new message.
"""

import imaplib
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from imap_tools import AND, BaseMailBox, H, ImapToolsError, MailBox, MailBoxStartTls, MailBoxUnencrypted

from profiles.models import Mailbox
from profiles.refusal import Refused
from profiles.secrets import SecretUnreadable

BROKEN = (OSError, imaplib.IMAP4.abort)
"""The connection went away: what was asked last may or may not have been done."""

TROUBLE = (*BROKEN, imaplib.IMAP4.error, ImapToolsError)
"""Whatever a mail server, or the lack of one, can answer with."""

COMMON_NAMES = {"\\Drafts": ("Drafts", "INBOX.Drafts", "[Gmail]/Drafts"), "\\Sent": ("Sent", "Sent Items", "INBOX.Sent")}
"""Where servers that do not say which folder is which (RFC 6154) usually have it."""


class Unreachable(Refused):
    """The mailbox cannot be opened; the sentence holds the server's words."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that can hold mail; ``purpose`` is its RFC 6154 flag such as ``\\Sent``, or empty."""

    name: str
    purpose: str = ""


@contextmanager
def opened(box: Mailbox) -> Iterator[BaseMailBox]:
    """The mailbox, signed in. Raises Unreachable; what breaks later comes through as one of ``TROUBLE``."""
    try:
        server = connected(box)
    except (OSError, imaplib.IMAP4.error, ImapToolsError) as error:
        raise Unreachable(f"{box.host} could not be reached: {words_of(error)}.") from error
    try:
        try:
            server.login(box.user, box.password.reveal(), initial_folder=None)
        except SecretUnreadable as error:
            raise Unreachable(f"The password of {box.user} cannot be read any more: enter it again.") from error
        except (*TROUBLE, UnicodeEncodeError) as error:
            raise Unreachable(f"{box.host} did not let {box.user} in: {words_of(error)}.") from error
        yield server
    finally:
        with suppress(*TROUBLE):
            server.logout()


def connected(box: Mailbox) -> BaseMailBox:
    where, timeout = (box.host, box.port), settings.IMAP_TIMEOUT
    if box.security == Mailbox.Security.TLS:
        return MailBox(*where, timeout=timeout, ssl_context=ssl.create_default_context())
    if box.security == Mailbox.Security.STARTTLS:
        return MailBoxStartTls(*where, timeout=timeout, ssl_context=ssl.create_default_context())
    return MailBoxUnencrypted(*where, timeout=timeout)


def words_of(error: Exception) -> str:
    """What the server said, short and on one line; never a password, which no server repeats."""
    said = getattr(error, "command_result", None)
    if said:
        parts = [part.decode(errors="replace") for part in said[1] if isinstance(part, bytes)]
        return " ".join(" ".join(parts).split())[:200] or str(said[0])
    if isinstance(error, imaplib.IMAP4.error) and error.args:
        return " ".join(str(error.args[0]).split())[:200]
    return type(error).__name__


def folders(server: BaseMailBox) -> list[Folder]:
    """Every folder that can be opened, in the server's order."""
    found = [f for f in server.folder.list() if not {"\\noselect", "\\nonexistent"} & {flag.lower() for flag in f.flags}]
    return [Folder(f.name, next((p for p in COMMON_NAMES if p.lower() in {x.lower() for x in f.flags}), "")) for f in found]


def folder_for(purpose: str, among: Iterable[Folder]) -> str:
    """The name of the folder for ``\\Drafts`` or ``\\Sent``: as the server says, else by its usual name; empty when none is."""
    among = list(among)
    named = [f.name for f in among if f.purpose == purpose]
    usual = [f.name for f in among if f.name.lower() in {n.lower() for n in COMMON_NAMES[purpose]}]
    return next(iter([*named, *usual]), "")


def holds(server: BaseMailBox, folder: str, message_id: str) -> bool:
    """Whether a folder has the mail with this Message-ID (without its angle brackets)."""
    server.folder.set(folder, readonly=True)
    return bool(server.uids(AND(header=H("Message-ID", f"<{message_id}>"))))


# --- reading a folder, resumably ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listing:
    """The mails of a folder in a range of days, oldest first; the numbers hold while ``validity`` stays the same (RFC 3501)."""

    validity: int
    uids: tuple[str, ...]


def listed(server: BaseMailBox, folder: str, since: date | None, until: date | None) -> Listing:
    """What is in ``folder`` by the day it arrived there, both days included."""
    stands = opened_again(server, folder)
    asked = {"date_gte": since} if since else {}
    asked |= {"date_lt": date.fromordinal(until.toordinal() + 1)} if until else {}
    return Listing(stands, tuple(server.uids(AND(**asked) if asked else "ALL")))


def opened_again(server: BaseMailBox, folder: str) -> int:
    """Opens the folder once more and returns its validity: the same as before, and the old numbers still hold."""
    server.folder.set(folder, readonly=True)
    return validity(server, folder)


def validity(server: BaseMailBox, folder: str) -> int:
    return server.folder.status(folder, ["UIDVALIDITY"])["UIDVALIDITY"]


def raw_mail(server: BaseMailBox, uid: str) -> bytes:
    """The mail as the server has it, left unread there; empty when it was deleted meanwhile."""
    status, parts = server.client.uid("FETCH", uid, "(BODY.PEEK[])")
    if status != "OK":
        raise imaplib.IMAP4.error(f"FETCH {status}")
    return next((bytes(part[1]) for part in parts if isinstance(part, tuple)), b"")


def put(server: BaseMailBox, folder: str, message: bytes, at: datetime) -> None:
    """A message into a folder, marked as the draft it is."""
    server.append(message, folder, dt=at, flag_set=["\\Draft", "\\Seen"])
