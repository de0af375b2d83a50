"""Prices, numbers, durations, dates, times and links that no source carries."""

import re
from collections.abc import Iterator
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

from drafts.layers.relevance.grounding.text import HARD, SOFT, Text
from drafts.layers.relevance.values import Value
from drafts.layers.relevance.view import Stretch, same_value
from drafts.understand.zones import zone_in
from profiles.judgement import Evidence

CODES = {
    "money": ("ungrounded_price", "price"),
    "percent": ("ungrounded_number", "percentage"),
    "count": ("ungrounded_number", "number"),
    "duration": ("ungrounded_number", "length of time"),
    "versioned": ("ungrounded_name", "name"),
    "year": ("ungrounded_date", "year"),
    "date": ("ungrounded_date", "date"),
    "clock": ("ungrounded_time", "time"),
    "always": ("ungrounded_time", "time"),
    "url": ("ungrounded_link", "link"),
}

SMALL = 12
"""Bare numbers up to this are manner of speech ("two things", "day nine")."""
SHORT = 1.5 / 24
"""Days; shorter spans are lengths of a call ("ten minutes")."""
HABIT = 60
"""Numbers in the rep's own replies up to this may come back; larger ones belong to another lead."""
LEEWAY = 120
"""Minutes after "after 3", or before "before 9", that still keep to what was proposed."""
ZONE_REACH = 24
"""Characters after a clock time in which its zone is named."""

_YOURS = re.compile(r"\byour (?:local )?time\b|\bfor you\b|\byour end\b", re.I)
_MINE = re.compile(r"\b(?:my|our) (?:local )?time\b|(?<!works )(?<!good )(?<!fine )\bfor (?:me|us)\b|\bmy end\b", re.I)
_PRONOUN = re.compile(r"\b(?:your|my|our|here|local|ur)\b", re.I)
_NEXT = re.compile(r"[\n(;]|,? (?:or|and|which)\b|, ?\d")
_HALF = re.compile(r"\b(?:noon|midnight|midday|morning|afternoon|evening)\b|[ap]\.?\s?m\b", re.I)
_AFTER = re.compile(r"\b(?:after|from|any ?time)\b", re.I)
_BEFORE = re.compile(r"\b(?:before|until|till|by)\b", re.I)
_MEETS = re.compile(
    r"\b(?:see you|booked|invit\w+|meet\w*|moved?|confirm\w*|calendar|call you|speak|talk|you're on|works for|down for|slot)\b",
    re.I,
)
_DAY = re.compile(r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today)\b", re.I)


def issues(text: Text) -> Iterator[Evidence]:
    """Every value that is in no fact, in no message and no sum of the two."""
    for where, value in ((part, value) for part in text.parts for value in part.values):
        if _known(value, where, text):
            continue
        code, noun = CODES[value.kind]
        if any(same_value(value, barred) for barred in text.sources.barred):
            said = f"“{value.words}” comes from a fact that has expired or is meant for other customers."
            yield Evidence("expired_fact", said, HARD, (value.span,))
        else:
            said = f"The {noun} “{value.words}” is in no approved fact and not in the thread."
            yield Evidence(code, said, SOFT if _aside(value, where, text) else HARD, (value.span,))


def _aside(value: Value, where: Stretch, text: Text) -> bool:
    """Whether a clock time is no appointment: no time is being arranged and the sentence arranges none ("I'll check at noon")."""
    arranging = text.brief.times or text.brief.kind == "meeting" or _MEETS.search(where.text) or _DAY.search(where.text)
    return value.kind == "clock" and not arranging


def _known(value: Value, where: Stretch, text: Text) -> bool:
    if value.kind == "clock" and text.brief.times and not any(same_value(value, v) for v in text.sources.fact_values):
        return _agreed_time(value, text) or (where.asks and _names_agreed_time(text))
    if any(same_value(value, source) for source in text.sources.values):
        return True
    if any(same_value(value, barred) for barred in text.sources.barred):
        return False
    habits = [habit for habit in text.sources.habits if same_value(value, habit)]
    match value.kind:
        case "count":
            return value.number <= SMALL or _hour_alone(value, text) or (bool(habits) and value.number <= HABIT)
        case "duration":
            return value.number <= SHORT or where.asks or _elapsed(value, text) or bool(habits)
        case "clock":
            return where.asks
        case "date":
            return where.asks or _near_day(value, text)
        case "year":
            return value.number in (text.brief.now.year, text.brief.now.year + 1)
    return False


def _agreed_time(value: Value, text: Text) -> bool:
    """Whether a clock time is one that was proposed, on the clock it names or, naming none, on the lead's or the rep's."""
    after = text.doc.text[value.span[1] : value.span[1] + ZONE_REACH]
    tail = value.words + _NEXT.split(after)[0]
    rep_zone = text.rep.timezone if text.rep else "Etc/UTC"
    for time in text.brief.times:
        for clock in _clocks(tail, time.start, rep_zone, text.brief.now):
            local = time.start.astimezone(clock)
            half = 1440 if _HALF.search(value.words) else 720
            late = (value.number - local.hour * 60 - local.minute) % half
            if (
                late == 0
                or (_AFTER.search(time.words) and late <= LEEWAY)
                or (_BEFORE.search(time.words) and half - late <= LEEWAY)
            ):
                return True
    return False


def _names_agreed_time(text: Text) -> bool:
    """Whether some sentence states a time that was proposed; another time in a question is then talk, no proposal."""
    return any(v.kind == "clock" and _agreed_time(v, text) for part in text.parts if not part.asks for v in part.values)


def _clocks(tail: str, start: datetime, rep_zone: str, now: datetime) -> list[tzinfo]:
    """The clocks a time in the draft may be on. In the rep's mouth "your time" is the lead's and "for me" the rep's."""
    named = zone_in(tail, start, rep_zone)
    if named.words and not _PRONOUN.search(named.words):
        return [named.info]
    if _YOURS.search(tail):
        return [start.tzinfo]
    if _MINE.search(tail):
        return [ZoneInfo(rep_zone), now.tzinfo]
    return [start.tzinfo, now.tzinfo, ZoneInfo(rep_zone)]


def _hour_alone(value: Value, text: Text) -> bool:
    """Whether a bare number may be the hour of a proposed time ("Friday at 3")."""
    return any(value.number == (time.start.hour % 12 or 12) for time in text.brief.times)


def _elapsed(value: Value, text: Text) -> bool:
    """Whether a duration is the time since some message of the thread, give or take a fifth or a day."""
    ages = ((text.brief.now - message.sent_at).total_seconds() / 86400 for message in text.thread.messages)
    return any(abs(age - value.number) <= max(1.0, 0.2 * value.number) for age in ages)


def _near_day(value: Value, text: Text) -> bool:
    """Whether a date is today, or the day of a proposed time on the lead's or the rep's calendar."""
    days = [text.brief.now.date()]
    days += [moment.date() for time in text.brief.times for moment in (time.start, time.start.astimezone(text.brief.now.tzinfo))]
    return any(value.number in (day.month * 100 + day.day, day.day) for day in days)
