"""Stalled threads: what was left open, how many nudges went out already, and whether one is due at all."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from drafts.domain import Ask, Message, Thread
from drafts.understand.courtesy import is_courtesy
from drafts.understand.reading import Unit, read

_COMMITMENT = re.compile(
    r"\b(?:i|we|he|she|they|\w+)(?:['’]ll|\s+will|['’]m\s+going\s+to|\s+am\s+going\s+to|\s+(?:still\s+)?(?:need|have|want|got|gotta)\s+to|\s+would\s+need)\b|\blet\s+(?:me|us)\b|^\W*(?:will|need\s+to|gonna|gotta|going\s+to)\b|"
    r"\b(?:after|once|when|until|till|by|next)\s+(?:the\s+|that|we|i|my|our|week|month|\d)|\bgive\s+(?:me|it|us)\b",
    re.I,
)


def business_days(start: datetime, end: datetime, zone: str, holidays: frozenset = frozenset()) -> int:
    """Working days in the rep's zone that begin after ``start``'s day and no later than ``end``'s; 0 when end is before."""
    day, last = start.astimezone(ZoneInfo(zone)).date(), end.astimezone(ZoneInfo(zone)).date()
    count = 0
    while day < last:
        day += timedelta(days=1)
        count += day.weekday() < 5 and day not in holidays
    return count


def nudge_number(thread: Thread) -> int:
    """Which follow-up the next mail would be: 1 after one unanswered mail of the rep, 2 after two."""
    count = 0
    for message in reversed(thread.messages):
        if not message.from_rep:
            break
        count += 1
    return max(count if not thread.prospect else count, 1)


def open_loops(thread: Thread) -> tuple[Ask, ...]:
    """What the prospect said would happen and has not, else the rep's own question that nobody answered."""
    for index in range(len(thread.messages) - 1, -1, -1):
        message = thread.messages[index]
        if not message.from_rep:
            units = [u for u in read(message.text).units if not is_courtesy(u.text)]
            promised = [u for u in units if _COMMITMENT.search(u.text)] or units[-1:]
            if promised:
                return tuple(_open(u, index) for u in promised)
            break
    return _unanswered(thread)


def _open(unit: Unit, index: int) -> Ask:
    return Ask(f"still open, whether and with what result: {unit.text}", "open", unit.span, index)


def _unanswered(thread: Thread) -> tuple[Ask, ...]:
    for index in range(len(thread.messages) - 1, -1, -1):
        message: Message = thread.messages[index]
        if message.from_rep:
            units = [u for u in read(message.text).units if u.text.rstrip().endswith("?")]
            if units:
                return tuple(Ask(f"still unanswered: {u.text}", "open", u.span, index) for u in units)
    return ()
