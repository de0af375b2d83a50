"""How much of a mail is read: what is longer is cut, marked, and never answered unseen."""

import re
from dataclasses import replace
from itertools import islice

from drafts.domain import Message, Thread

LONGEST = 20_000
"""Characters of one mail that are read for a draft, ten pages; parsing takes two seconds at worst."""

MOST_SENTENCES = 150
"""Sentences and lines of one mail that are read: what is asked is compared sentence by sentence."""

CUT = "cut"
"""The flag of a message of which only the beginning is here."""

_ENDS = re.compile(r"(?:[!?]+|\.+(?=\s)|\n)\s*")


def bounded(thread: Thread) -> Thread:
    """The thread with its long mails cut and flagged; the same one where none is long."""
    if not any(map(_is_long, thread.messages)):
        return thread
    return replace(thread, messages=tuple(_cut(m) if _is_long(m) else m for m in thread.messages))


def _is_long(message: Message) -> bool:
    return max(map(len, (message.quoted, message.hidden, message.left_out))) > LONGEST or _end(message.text) < len(message.text)


def _end(text: str) -> int:
    """Where reading ends."""
    ends = (found.end() for found in _ENDS.finditer(text, 0, LONGEST))
    return next(islice(ends, MOST_SENTENCES, None), min(LONGEST, len(text)))


def _cut(message: Message) -> Message:
    end = _end(message.text)
    return replace(
        message,
        text=message.text[:end],
        quoted=message.quoted[:LONGEST],
        hidden=message.hidden[:LONGEST],
        left_out=message.left_out[:LONGEST],
        flags=message.flags | {CUT} if end < len(message.text) else message.flags,
    )
