"""How much of a mail is read: what is longer is cut, marked, and never answered unseen."""

from dataclasses import replace

from drafts.domain import Message, Thread

LONGEST = 20_000
"""Characters of one mail that are read for a draft, ten pages; parsing takes two seconds at worst."""

CUT = "cut"
"""The flag of a message of which only the beginning is here."""


def bounded(thread: Thread) -> Thread:
    """The thread with its long mails cut and flagged; the same one where none is long."""
    if not any(map(_is_long, thread.messages)):
        return thread
    return replace(thread, messages=tuple(_cut(m) if _is_long(m) else m for m in thread.messages))


def _is_long(message: Message) -> bool:
    return max(map(len, (message.text, message.quoted, message.hidden, message.left_out))) > LONGEST


def _cut(message: Message) -> Message:
    return replace(
        message,
        text=message.text[:LONGEST],
        quoted=message.quoted[:LONGEST],
        hidden=message.hidden[:LONGEST],
        left_out=message.left_out[:LONGEST],
        flags=message.flags | {CUT} if len(message.text) > LONGEST else message.flags,
    )
