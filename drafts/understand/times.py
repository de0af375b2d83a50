"""Days and clock times in a text, resolved to instants from the date and zone of the message they stand in."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice

from drafts.domain import ProposedTime
from drafts.understand.zones import Zone, zone_in
from profiles.judgement import Span

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
_WEEKDAY = r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
_YEAR = r"(?:,?\s+(?P<year>20\d\d))?"
_NUMBERS = {
    w: n
    for n, w in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 1)
}
_ALSO_WORDS = {"sat", "sun", "wed"}
_HOUR_WORD = "|".join(_NUMBERS)

_DAY = [
    re.compile(
        rf"\b(?P<weeks>a|one|two|three)\s+weeks?\s+(?:(?:from\s+)?(?P<word>today|tomorrow)|from\s+(?P<weekday>{_WEEKDAY}))\b",
        re.I,
    ),
    re.compile(r"\b(?P<year>20\d\d)-(?P<m>\d\d)-(?P<day>\d\d)\b"),
    re.compile(rf"\b{_MONTH}\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\s*(?:[ap]\.?m\b|:)){_YEAR}", re.I),
    re.compile(rf"\b(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}{_YEAR}", re.I),
    re.compile(r"(?<![\d/.$])(?P<a>\d{1,2})/(?P<b>\d{1,2})(?:/(?P<year>(?:20)?\d\d))?(?![\d/%])"),
    re.compile(
        rf"\b(?:(?P<how>next|this|coming|following)\s+)?(?P<weekday>{_WEEKDAY})\b(?!['’]s\s+(?!better|best|good|fine|ok|great|perfect|free|open|out|bad|no|not|impossible))(?P<after>\s+(?:week|after\s+next))?",
        re.I,
    ),
    re.compile(
        r"\b(?P<word>day\s+after\s+tomorrow|today|tonight|tomorrow|tmrw|tmw|tomoz|this\s+(?:morning|afternoon|evening))\b", re.I
    ),
    re.compile(r"\b(?:the|on)\s+(?P<day>\d{1,2})(?:st|nd|rd|th)\b", re.I),
]
_CLOCK = re.compile(
    rf"""(?<![\w$€£.,:/+-])(?:
      (?P<noon>noon|midday|12\s*noon)\b
    | (?P<past>half\s+past|quarter\s+past|quarter\s+to|half)\s+(?P<ph>\d{{1,2}}|{_HOUR_WORD})\b
    | (?P<h>\d{{1,2}})(?:[:.h](?P<min>[0-5]\d)|(?P<run>[0-5]\d)(?=\s?[ap]\.?m\b))?(?:\s*(?:-|–|—|to|and)\s*(?P<h2>\d{{1,2}})(?:[:.](?P<min2>[0-5]\d))?)?
      \s*(?P<half>a\.?m\b\.?|p\.?m\b\.?|[ap]\b(?=\W|$)|o['’]?clock\b)?
    | (?<!first\ )(?<!second\ )(?<!third\ )(?<!last\ )(?<!other\ )(?<!that\ )(?<!this\ )(?<!the\ )(?<!which\ )(?<!any\ )(?<!later\ )(?<!earlier\ )
      (?P<hw>{_HOUR_WORD})\b(?:[\s-](?P<mw>thirty|fifteen))?\s*(?P<whalf>a\.?m\b\.?|p\.?m\b\.?|o['’]?clock\b)?
    )(?![\w%/]|:\d|\.\d)""",
    re.I | re.X,
)
_UNIT_AFTER = re.compile(
    r"\s*(?:%|[-+x×]|\$|(?:min|minute|hour|hr|day|week|month|year|yr|people|person|guy|tech|seat|user|truck|van|site|location|branch|of\b|question|thing|point|"
    r"other|more|k\b|more\b|employee|staff|license|licence|door|unit|bed|client|customer|order|page|option|time|times|slot|st\b|nd\b|rd\b|th\b)s?\b|"
    r"(?!(?:is|was|has|does|works|suits|always|sharp|us|as|\w+days)\b)[a-z]{2,}s\b)",
    re.I,
)
_LEADS_TO_CLOCK = re.compile(
    r"(?:\bat|@|\baround|\babout|\bafter|\bfrom|\bsay|\bor|\band|\bfor|\bto|\bit|\bbetween|\bby|\bbefore|\btill?|\buntil)\s*$",
    re.I,
)
_LIMIT = re.compile(r"(?:\bby|\bbefore|\btill?|\buntil|\bno\s+later\s+than|\bsince)\s+(?:the\s+)?$", re.I)
_AFTERWARDS = re.compile(r"\b(?:after|past|from)\s+$", re.I)
"""Beside a time that is certain, a bare number after these says when they are away: "2pm would do, I'm in the car after 3"."""
_NEGATED = re.compile(
    r"(?:\b(?:can['’]?t|cannot|cant|couldn['’]?t|won['’]?t|wont|not|no|instead\s+of|rather\s+than|n['’]t)\s+(?:\w+\s+){0,4}|"
    r"\b(?:our|the|my)\s+)$",
    re.I,
)
_FAILS = re.compile(
    r"(?:\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?)?(?:\s+at\s+\S+)?\s+(?:just\s+|really\s+|now\s+)?"
    r"(?:(?:won|doesn|isn|can|wouldn)['’]?t|(?:will|does|is|can|would)\s+(?:not|no\s+longer)|cannot|no\s+longer|is\s+(?:off|out|gone|full|impossible)|"
    r"(?:has|['’]s)\s+(?:blown|fallen|gone)|fell|falls)\b",
    re.I,
)
"""What follows a day that will not do: "Thursday won't work after all"."""
_REFUSED = re.compile(
    r"\b(?:can['’]?t|cannot|cant|couldn['’]?t|won['’]?t|wont|not|unable|instead\s+of|rather\s+than|is\s+out|no\s+longer|lose|miss|cancel\w*|call\s+off|postpone|skip|drop)\b[^,;.!?]{0,40}$",
    re.I,
)


NEAR = 80
"""Characters beside a day or clock time that can say what it is."""
MOST = 40
"""Days, and clock times, read in one text: a mail with more is a timetable, not a proposal."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day named in a text. ``limit``: a deadline, not a proposal. ``refused``: "can't do Wednesday". ``clash``: "Tuesday the
    9th" where the 9th is another weekday."""

    day: date
    span: Span
    weekday: int | None = None
    limit: bool = False
    refused: bool = False
    clash: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time in a text. ``certain`` when it could be nothing else (":30", "pm", "noon")."""

    at: time
    span: Span
    certain: bool
    limit: bool = False


def days_in(text: str, sent_on: date, day_first: bool = False) -> tuple[Day, ...]:
    """Every day named in ``text``, seen from the day it was written. A weekday and its date beside it are one mention."""
    found: list[Day] = []
    for pattern in _DAY:
        for match in islice(pattern.finditer(text), MOST):
            if any(match.start() < d.span[1] and d.span[0] < match.end() for d in found):
                continue
            day = _resolve(match, sent_on, day_first)
            if day is not None:
                found.append(_day(text, match, *day))
    return tuple(_merged(text, sorted(found, key=lambda d: d.span)))


def _day(text: str, match: re.Match, day: date, weekday: int | None) -> Day:
    before = text[max(0, match.start() - NEAR) : match.start()]
    refused = _REFUSED.search(before) or _FAILS.match(text, match.end())
    return Day(day, match.span(), weekday, bool(_LIMIT.search(before)), bool(refused))


def _resolve(match: re.Match, sent_on: date, day_first: bool) -> tuple[date, int | None] | None:
    got = match.groupdict()
    try:
        if weeks := got.pop("weeks", None):
            near = _named(got, match, sent_on)
            return near and (near[0] + timedelta(weeks=_NUMBERS.get(weeks.lower(), 1)), near[1])
        if got.get("weekday") or got.get("word"):
            return _named(got, match, sent_on)

        if "a" in got:
            month, day = (int(got["b"]), int(got["a"])) if day_first or int(got["a"]) > 12 else (int(got["a"]), int(got["b"]))
            return _dated(got.get("year"), month, day, sent_on), None
        month = int(got["m"]) if got.get("m") else _MONTHS.index(got["month"][:3].lower()) + 1 if got.get("month") else None
        if month is None:
            return _of_the_month(int(got["day"]), sent_on), None
        return _dated(got.get("year"), month, int(got["day"]), sent_on), None
    except ValueError:
        return None


def _named(got: dict, match: re.Match, sent_on: date) -> tuple[date, int | None] | None:
    """A day named by its weekday, or by where it lies from the day of writing ("tomorrow")."""
    if got.get("weekday"):
        return _weekday(got, _beside_time(match), sent_on)
    word = got["word"].lower()
    return sent_on + timedelta(days=2 if word.startswith("day") else 1 if word.startswith(("tom", "tm")) else 0), None


def _beside_time(match: re.Match) -> bool:
    """True when a number follows or a preposition leads up to it: "wed 2:30", "on sat"; not "he wed in May"."""
    return bool(
        re.match(
            r"\s*(?:at\s+)?\d|\s+(?:at|after|before|noon|morning|afternoon|the|or|works?)\b",
            match.string[match.end() : match.end() + NEAR],
            re.I,
        )
    ) or bool(
        re.search(r"\b(?:on|by|or|until|till|for|do|to)\s+$", match.string[max(0, match.start() - NEAR) : match.start()], re.I)
    )


def _weekday(got: dict, beside: bool, sent_on: date) -> tuple[date, int] | None:
    name = got["weekday"]
    if name in _ALSO_WORDS and not (got.get("how") or beside):
        return None
    number = _WEEKDAYS.index(name[:3].lower())
    ahead = (number - sent_on.weekday()) % 7 or 7
    how = (got.get("how") or "").lower()
    same_week = sent_on.weekday() < number
    if (how == "next" and same_week and number - sent_on.weekday() <= 6 and sent_on.weekday() < 5) or got.get("after"):
        ahead += 7
    return sent_on + timedelta(days=ahead), number


def _dated(year: str | None, month: int, day: int, sent_on: date) -> date:
    """The date, in the year that brings it nearest to the mail when none is written."""
    if year:
        return date(int(year) if len(year) == 4 else 2000 + int(year), month, day)
    return min(
        (date(sent_on.year + n, month, day) for n in (-1, 0, 1)),
        key=lambda d: abs((d - sent_on).days + (0 if d >= sent_on else -30)),
    )


def _of_the_month(day: int, sent_on: date) -> date:
    for months in range(3):
        month = (sent_on.month - 1 + months) % 12 + 1
        try:
            found = date(sent_on.year + (sent_on.month - 1 + months) // 12, month, day)
        except ValueError:
            continue
        if found >= sent_on:
            return found
    raise ValueError(day)


def _merged(text: str, days: list[Day]) -> Iterator[Day]:
    """Joins "Tuesday" with the "Nov 24th" that follows it and marks the pair that does not agree."""
    waiting: Day | None = None
    for day in days:
        if (
            waiting
            and re.fullmatch(r"[\s,(]*(?:the|on)?\s*", text[waiting.span[1] : day.span[0]])
            and (waiting.weekday is None) != (day.weekday is None)
        ):
            dated, named = (day, waiting) if waiting.weekday is not None else (waiting, day)
            clash = dated.day.weekday() != named.weekday
            waiting = Day(dated.day, (waiting.span[0], day.span[1]), named.weekday, waiting.limit, waiting.refused, clash)
            continue
        if waiting:
            yield waiting
        waiting = day
    if waiting:
        yield waiting


def clocks_in(text: str, days: Iterable[Day]) -> tuple[Clock, ...]:
    """Every clock time in ``text``. A bare number counts only where a time is led up to: after "at", or beside a day."""
    taken = [d.span for d in days]
    found = []
    for match in _CLOCK.finditer(text):
        if len(found) == MOST:
            break
        if any(match.start() < b and a < match.end() for a, b in taken):
            continue
        at, certain = _clock(match.groupdict())
        before, after = text[max(0, match.start() - NEAR) : match.start()], text[match.end() : match.end() + NEAR]
        if at is None or (not certain and (_UNIT_AFTER.match(after) or not _led_up_to(text, match, taken))):
            continue
        found.append(Clock(at, match.span(), certain, bool(_LIMIT.search(before))))
    if any(clock.certain for clock in found):
        found = [c for c in found if c.certain or not _AFTERWARDS.search(text[max(0, c.span[0] - NEAR) : c.span[0]])]
    return tuple(found)


def _led_up_to(text: str, match: re.Match, days: list[Span]) -> bool:
    before = text[max(0, match.start() - NEAR) : match.start()]
    beside = any(
        0 <= match.start() - b <= 12
        and re.fullmatch(r"[\s,]*(?:at|@|around|about|after|from|between|say)?\s*", text[b : match.start()])
        for _, b in days
    )
    ahead = any(0 <= a - match.end() <= 6 for a, _ in days)
    works = bool(
        re.match(r"\s*(?:works?|is\s+(?:good|fine|ok|great|perfect)|suits)\b", text[match.end() : match.end() + NEAR], re.I)
    )
    return (
        beside
        or works
        or (
            bool(_LEADS_TO_CLOCK.search(before))
            and (bool(re.search(r"(?:\bat|@|\baround|\bmake\s+it|\bit\s+to)\s*$", before, re.I)) or ahead or bool(days))
        )
    )


def _clock(got: dict) -> tuple[time | None, bool]:
    if got["noon"]:
        return time(12), True
    minute, half = int(got["min"] or got["run"] or 0), (got["half"] or got["whalf"] or "").lower().replace(".", "")
    if got["past"]:
        hour = _NUMBERS.get(got["ph"].lower()) or int(got["ph"])
        minute = {"half past": 30, "quarter past": 15, "quarter to": 45, "half": 30}[" ".join(got["past"].lower().split())]
        hour -= got["past"].lower().startswith("quarter to") or 0
        certain = True
    elif got["hw"]:
        hour, minute, certain = (
            _NUMBERS[got["hw"].lower()],
            {"thirty": 30, "fifteen": 15}.get((got["mw"] or "").lower(), 0),
            bool(half),
        )
    else:
        hour, certain = int(got["h"]), bool(got["min"] or half)
    if hour > 23 or (hour == 0 and not got["min"]):
        return None, False
    if half.startswith("p") and hour < 12:
        late = got["h2"] and int(got["h2"]) % 12 < hour % 12
        hour += 0 if late else 12
    elif half.startswith("a"):
        hour %= 12
    elif 1 <= hour <= 6:
        hour += 12
    return time(hour % 24, minute), certain


def instant(day: date, at: time, zone: Zone, words: str, now: datetime) -> ProposedTime:
    """A proposed instant in its own zone, marked when it has passed."""
    start = datetime.combine(day, at, zone.info)
    return ProposedTime(start, words, zone.words, past=start < now)


def instants(
    text: str, sent_at: datetime, rep_zone: str, now: datetime, default_day: date | None = None
) -> tuple[ProposedTime, ...]:
    """Every instant ``text`` names: each clock time with the day that goes with it, deadlines and refused days left out."""
    zone = zone_in(text, sent_at, rep_zone)
    days = days_in(
        text,
        sent_at.astimezone(zone.info).date() if zone.words else sent_at.date(),
        day_first=rep_zone.startswith(("Europe/", "Australia/")),
    )
    found = []
    for clock in clocks_in(text, days):
        day = _day_of(clock, days, text)
        on = day.day if day else default_day
        if clock.limit or on is None or (day and (day.limit or day.refused)):
            continue
        start = min(clock.span[0], day.span[0]) if day else clock.span[0]
        end = max(clock.span[1], day.span[1]) if day else clock.span[1]
        found.append(instant(on, clock.at, zone, text[start:end], now))
    return tuple(dict.fromkeys(found))


def _day_of(clock: Clock, days: tuple[Day, ...], text: str) -> Day | None:
    """The day a clock time belongs to: the usable one before it in its sentence, else right behind it, else the last before."""
    usable = [d for d in days if not d.refused]
    before = [d for d in usable if d.span[0] < clock.span[0]]
    after = [d for d in usable if d.span[0] >= clock.span[1]]
    near_after = after and re.fullmatch(r"[\s,]*(?:\([^)]*\)|\w+)?[\s,]*(?:on|this)?\s*", text[clock.span[1] : after[0].span[0]])
    near_before = before and not re.search(r"[.!?\n]", text[before[-1].span[1] : clock.span[0]])
    if near_before and not (near_after and clock.span[0] - before[-1].span[1] > 12):
        return before[-1]
    if near_after:
        return after[0]
    return before[-1] if before else (after[0] if after else None)
