"""Days and times the way a rep writes them, learned from their own replies, in the zone the prospect meant."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from drafts.domain import Message, ProposedTime
from drafts.understand.zones import zone_in

_DAY = (
    r"(?:the following |next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|today|tomorrow"
)
_DATE = r"the \d{1,2}(?:st|nd|rd|th)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}(?:st|nd|rd|th)?|\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)"
_CLOCK = r"\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?"
_ZONE = r"(?:(?-i:Eastern|Central|Mountain|Pacific|[A-Z][a-z]+(?= time))(?: time)?|your time)"
TIME_WORDS = re.compile(
    rf"\b(?:(?:{_DAY})(?:,? (?:{_DATE}))?|{_DATE})(?:(?:,? at|,|\.|,? same time —|) (?:{_CLOCK})(?: {_ZONE})?)",
    re.I,
)
"""A day with a clock time, as one expression."""

_NAMES = {
    "America/New_York": "Eastern",
    "America/Chicago": "Central",
    "America/Denver": "Mountain",
    "America/Los_Angeles": "Pacific",
    "America/Phoenix": "Arizona time",
}


@dataclass(frozen=True, slots=True)
class Style:
    """How a rep writes a time. ``day`` is ``weekday``, ``ordinal`` ("Monday the 30th") or ``date`` ("Monday, 7 December" or
    "December 3"); ``joint`` stands between day and clock; ``half`` is what follows the clock ("", "am", " a.m."); ``here`` whether they add their own clock ("3:30 for me")."""

    joint: str = " at "
    half: str = "am"
    here: bool = False


def learn(replies: Sequence[str]) -> Style:
    """The commonest style among the times in a rep's replies; a plain one when they hold none."""
    joints: Counter[str] = Counter()
    halves: Counter[str] = Counter()
    for reply in replies:
        for found in TIME_WORDS.finditer(reply):
            words = found.group()
            clock = re.search(_CLOCK, words, re.I)
            before = words[: clock.start()]
            joints[
                re.search(r"(?:,? at |, |\. | — )$", before).group() if re.search(r"(?:,? at |, |\. | — )$", before) else " "
            ] += 1
            half = re.search(r" ?[ap]\.?m\.?$", clock.group(), re.I)
            halves[half.group().replace("p", "a").replace("P", "A") if half else ""] += 1
    here = any(re.search(rf"(?:{_CLOCK})(?: {_ZONE})? (?:for me|here|my time)\b", reply, re.I) for reply in replies)
    return Style(_commonest(joints, " at "), _commonest(halves, "am"), here)


def _commonest(counted: Counter[str], otherwise: str) -> str:
    return counted.most_common(1)[0][0] if counted else otherwise


def say(time: ProposedTime, style: Style, now: datetime, zone: str) -> str:
    """The time as the rep would write it, day first, always with the zone it is meant in."""
    return f"{day(time.start, now)}{style.joint}{clock(time.start, style)} {zone}"


def day(start: datetime, now: datetime) -> str:
    """The weekday of the next days, or "Monday the 7th"; beyond three weeks the whole date. In the zone of ``start``.

    Never "today" or "tomorrow": a draft may be approved on another day than the one it is written on.
    """
    ahead = (start.date() - now.astimezone(start.tzinfo).date()).days
    if ahead < BARE_DAYS:
        return f"{start:%A}"
    if ahead < NEAR_DAYS:
        return f"{start:%A} the {_ordinal(start.day)}"
    return f"{start:%A}, {start:%B} {start.day}"


BARE_DAYS, NEAR_DAYS = 4, 21
"""Days ahead from which a weekday alone would leave a doubt, and from which the month is needed."""


def _ordinal(day: int) -> str:
    return f"{day}{'th' if 10 <= day % 100 <= 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def clock(start: datetime, style: Style) -> str:
    hour = start.hour % 12 or 12
    half = style.half if start.hour < 12 else style.half.replace("a", "p", 1).replace("A", "P", 1)
    return f"{hour}:{start:%M}{half}"


def zone(time: ProposedTime, rep_zone: str, message: Message | None = None) -> str:
    """The zone in words: its usual name, the place the prospect says to be in, or the rep's own where both agree."""
    named = _named(getattr(time.start.tzinfo, "key", ""))
    if named:
        return named
    if message is not None:
        meant = zone_in(message.text, message.sent_at, rep_zone)
        same = time.start.astimezone(meant.info).utcoffset() == time.start.utcoffset()
        if meant.words and same and _named(getattr(meant.info, "key", "")):
            return _named(meant.info.key)
        place = re.search(r"\b[A-Z][a-z]+ time\b", message.text)
        if place and same:
            return place.group()
    own = time.start.astimezone(ZoneInfo(rep_zone))
    return _named(rep_zone) if own.utcoffset() == time.start.utcoffset() else "your time"


def _named(key: str) -> str:
    """ "Eastern", "Arizona time", "London time"; empty for a zone without a place."""
    if key in _NAMES:
        return _NAMES[key]
    if "/" not in key or key.startswith("Etc/"):
        return ""
    return f"{key.rsplit('/', 1)[1].replace('_', ' ')} time"


def also_here(time: ProposedTime, style: Style, rep_zone: str) -> str:
    """The same instant on the rep's clock, empty when both clocks agree."""
    own = time.start.astimezone(ZoneInfo(rep_zone))
    if own.utcoffset() == time.start.utcoffset():
        return ""
    shift = " the day before" if own.date() < time.start.date() else " the day after" if own.date() > time.start.date() else ""
    return clock(own, style) + shift
