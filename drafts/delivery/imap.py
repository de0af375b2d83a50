"""An approved text into the Drafts folder of its rep's own mailbox, from where the rep sends it.

Before anything is put there, the folder is searched for its Message-ID: what an earlier try left is found, not doubled.
"""

from email.message import EmailMessage
from email.policy import SMTP

from django.utils import timezone

from drafts.models import Delivery
from profiles import mailbox
from profiles.models import Mailbox

Outcome = tuple[str, str]
"""The delivery's new status and the server's words."""


def put(message: EmailMessage, box: Mailbox) -> Outcome:
    """Into the folder, once. When the connection breaks over it, one look on a new one tells whether it arrived."""
    raw, message_id = message.as_bytes(policy=SMTP), message["Message-ID"].strip("<>")
    try:
        with mailbox.opened(box) as server:
            folder = drafts_folder(server, box)
            if not folder:
                return Delivery.Status.FAILED, f"{box.host} has no folder for drafts: name one in the mailbox’s settings."
            if mailbox.holds(server, folder, message_id):
                return Delivery.Status.DELIVERED, ""
            return append(server, folder, raw, message_id, box)
    except mailbox.Unreachable as refusal:
        return Delivery.Status.FAILED, refusal.sentence
    except mailbox.TROUBLE as error:
        return Delivery.Status.FAILED, f"{box.host} could not be asked: {mailbox.words_of(error)}."


def append(server, folder: str, raw: bytes, message_id: str, box: Mailbox) -> Outcome:
    try:
        mailbox.put(server, folder, raw, timezone.now())
    except mailbox.BROKEN as error:
        return after_a_break(folder, message_id, box, mailbox.words_of(error))
    except mailbox.TROUBLE as error:
        return Delivery.Status.FAILED, f"{box.host} refused it: {mailbox.words_of(error)}."
    return Delivery.Status.DELIVERED, ""


def after_a_break(folder: str, message_id: str, box: Mailbox, words: str) -> Outcome:
    """What can be found out when the answer never came. A folder without it proves nothing yet: the server may still be at it."""
    try:
        with mailbox.opened(box) as server:
            if mailbox.holds(server, folder, message_id):
                return Delivery.Status.DELIVERED, ""
    except (mailbox.Unreachable, *mailbox.TROUBLE):
        pass
    return Delivery.Status.UNCERTAIN, f"The connection broke while it was put there: {words}."


def drafts_folder(server, box: Mailbox) -> str:
    return box.drafts_folder or mailbox.folder_for("\\Drafts", mailbox.folders(server))
