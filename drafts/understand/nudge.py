"""Stalled threads: what was left open, how many nudges went out already, and whether one is due at all."""

import re
from collections.abc import Set
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from drafts.domain import Ask, Hazard, Thread
from drafts.understand.courtesy import is_courtesy
from drafts.understand.cues import Setting, act_of, read_cues
from drafts.understand.hazards import hazard, visible_hazards
from drafts.understand.reading import Unit, read
from drafts.understand.times import days_in

_COMMITMENT = re.compile(
    r"\b(?:i|we|he|she|they|\w+)(?:['’]ll|\s+will|['’](?:m|re|s)\s+going\s+to|\s+(?:am|are|is)\s+going\s+to|\s+(?:still\s+|first\s+)?(?:need|have|want|got|gotta)s?\s+to|\s+would\s+need)\b"
    r"|\blet\s+(?:me|us)\b|^\W*(?:will|need\s+to|gonna|gotta|going\s+to|waiting|checking|reviewing)\b"
    r"|(?<!\bit)(?<!\bit\s)(?<!\bthat)(?<!\bthat\s)\b(?:is|are|am|['’]m|['’]re|['’]s)\s+(?:still\s+|now\s+|currently\s+|already\s+)?(?!being\b)(?:\w+ing)\b"
    r"|\b(?:after|once|when|until|till|by|next)\s+(?:the\s+|that\b|we\b|i\b|my\b|our\b|week|month|\d)|\bgive\s+(?:me|it|us)\b",
    re.I,
)
_HANDED = re.compile(
    r"\b(?:need|want|get|ask|asked|told)\s+(?!(?:an?|some|any|no|more|it|you|your|this|that|\w*thing)\b)(?:[\w-]+,?\s+){1,5}?to\s+\w+"
    r"|\b(?:it|this|that)(?:['’]?s|\s+is|\s+goes)\s+(?:now\s+)?(?:with|to|into|in\s+front\s+of)\s+(?:my|our|the)\b",
    re.I,
)
"""Somebody else who is to do something: "I want Savannah to go through it", "it's with our lawyers"."""
_SCHEDULED = re.compile(
    r"\b(?:sits?|meets?|reviews?|signs?|decides?|votes?|discuss(?:es)?|gathers?|convenes?|(?:flies|comes|gets)\s+back|gets?\s+together|goes|(?:is|are|['’]s|['’]re)\s+(?:back|together))\b[^.?!]{0,60}?"
    r"\b(?:on|in|by|at|after|until|till?|the|this|next|mid)[\s-]+(?:the\s+|last\s+|first\s+)?(?:\d|week|month|quarter|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*|may\b)",
    re.I,
)
"""A meeting or a decision with its day: "the family sits down on the 18th"."""
_DEPENDS = re.compile(r"\b(?:depends?|depending)\s+(?:on\b|how\b|whether\b|if\b|what\b|which\b|who\b|when\b)", re.I)
_REFUSED = re.compile(
    r"\b(?:(?:do|does|did|would|wo|ca)(?:n['’]?t|\s+not)|cannot|never|not)\s+(?:\w+ly\s+)?(?:want|need|have|like|wish|plan|going)\s+to\b",
    re.I,
)
"""What is said not to be wanted leaves nothing open."""
_WILL_HEAR = re.compile(r"^\W*you(?:['’]ll|\s+will)\s+(?:hear|know|get)\b", re.I)
"""The promise of an answer, which says nothing of what it waits for."""
_DECLINED = re.compile(
    r"\bnot\s+interested\b|\b(?:we|i)['’]?(?:ll|\s+will)?\s+pass\b|\bwent\s+with\s+(?:another|someone|a\s+different)|\bdecided\s+(?:against|not\s+to)\b|\bno\s+longer\s+(?:interested|looking)\b",
    re.I,
)
_MAIL = r"(?:chas|nudg|mail|e-?mail|writ|contact|call|ring|phon|ping|follow|bother|push|remind|check|reach|get|come|hear)\w*"
_SILENCE = re.compile(
    rf"\b(?:don['’]?t|do\s+not|no|not|never|without)\s+(?:\w+\s+){{0,3}}?{_MAIL}\b.{{0,40}}\b(?:before|until|till|prior)\b"
    rf"|\b(?:nothing|leave\s+(?:it|me|us)|hold\s+off|wait|give\s+(?:me|us))\b.{{0,40}}\b(?:before|until|till)\b"
    rf"|\b(?:please\s+)?(?:try|ask|call|ring|ping|write|e-?mail|chase|nudge|check|come|get|follow)\b(?:\s+(?:me|us|to|back|in|up|again|with)){{0,4}}"
    rf"\s+(?:after|not\s+before|in\s+(?=[a-z]+ber\b|[a-z]+ry\b|march|april|may|june|july|august))",
    re.I,
)
"""A day before which nobody wants to be written to, whichever way that is put."""
_AGREED = re.compile(r"^\W*(?:\w+\W+){0,6}?(?:after|not\s+before)\b", re.I)
"""The rep takes up that day: "After the 14th it is"."""
_MONTH = re.compile(
    r"\b(?:in|before|until|till|after)\s+(?:mid-?\s*)?(?P<month>january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.I,
)
_ENDS = frozenset({"unsubscribe", "bounce", "wrong_person", "legal", "angry"})
"""Hazards of the prospect's last mail after which nobody should be reminded of anything."""
MOST = 3
"""Nudges after which a person should decide whether to write again."""


def due_hazards(thread: Thread, now: datetime, zone: str, nudge_after: int) -> tuple[Hazard, ...]:
    """Why no nudge should go out now: too early, or nothing a nudge could mend. Codes ``too_early`` and ``not_wanted``,
    or the hazard of the prospect's last mail."""
    found: list[Hazard] = []
    waited = business_days(thread.newest.sent_at, now, zone)
    if waited < nudge_after:
        days = "today" if waited == 0 else f"{waited} business day{'s' if waited > 1 else ''} ago"
        found.append(hazard("too_early", days, f"Your last mail went out {days}; the policy waits {nudge_after}."))
    if (day := _silent_until(thread, zone)) and day > now.astimezone(ZoneInfo(zone)).date():
        until = f"{day.day} {day:%B}"
        found.append(hazard("too_early", until, f"No mail was wanted before {until}."))
    for message in thread.prospect[-1:]:
        reading = read(message.text)
        act = act_of(read_cues(reading.units, 2), Setting.REPLYING)
        found.extend(h for h in visible_hazards(message, reading, act) if h.code in _ENDS)
        if match := _DECLINED.search(message.text):
            found.append(hazard("not_wanted", match.group()))
    return tuple(found)


def _silent_until(thread: Thread, zone: str) -> date | None:
    """The day before which the prospect asked for no mail, or to which the rep agreed in answer; the day is named in the sentence
    or before it. None when nobody asked."""
    last = max((i for i, m in enumerate(thread.messages) if not m.from_rep), default=0)
    for message in thread.messages[last:]:
        written, day = message.sent_at.astimezone(ZoneInfo(zone)).date(), None
        for unit in read(message.text).units:
            named = _MONTH.search(unit.text)
            days = [d.day for d in days_in(unit.text, written)] or ([_first_of(named["month"], written)] if named else [])
            day = days[-1] if days else day
            if day and (_SILENCE.search(unit.text) or (message.from_rep and days and _AGREED.search(unit.text))):
                return day
    return None


def _first_of(month: str, written: date) -> date:
    number = datetime.strptime(month[:3].title(), "%b").month
    return date(written.year + (number < written.month), number, 1)


def business_days(start: datetime, end: datetime, zone: str, holidays: Set[date] = frozenset()) -> int:
    """Working days in the zone that begin after ``start``'s day and no later than ``end``'s; 0 when end is before."""
    day, last = start.astimezone(ZoneInfo(zone)).date(), end.astimezone(ZoneInfo(zone)).date()
    count = 0
    while day < last:
        day += timedelta(days=1)
        count += day.weekday() < 5 and day not in holidays
    return count


def nudge_number(thread: Thread) -> int:
    """Which reminder the next mail would be: 1 after one unanswered mail of the rep, 2 after two."""
    unanswered = 0
    for message in reversed(thread.messages):
        if not message.from_rep:
            break
        unanswered += 1
    return max(unanswered, 1)


def open_loops(thread: Thread) -> tuple[Ask, ...]:
    """What the prospect said would happen and has not, else the rep's own question that nobody answered."""
    last = max((i for i, m in enumerate(thread.messages) if not m.from_rep), default=None)
    if last is not None:
        units = [u for u in read(thread.messages[last].text).units if not is_courtesy(u.text)]
        promised = [u for u in units if _is_open(u)]
        promised = [u for u in promised if not _WILL_HEAR.match(u.text)] or promised or units[-1:]
        if promised:
            return tuple(_open(u, last) for u in promised)
    return _unanswered(thread)


def _is_open(unit: Unit) -> bool:
    text = _REFUSED.sub(" ", unit.text)
    if _HANDED.search(text) or _SCHEDULED.search(text) or _DEPENDS.search(text):
        return True
    described = {t.lower_ for t in unit.tokens if t.pos_ == "ADJ"}
    return any(m.group().lower().split()[-1] not in described for m in _COMMITMENT.finditer(text))


def _open(unit: Unit, index: int) -> Ask:
    return Ask(f"still open, whether and with what result: {unit.text}", "open", unit.span, index)


def _unanswered(thread: Thread) -> tuple[Ask, ...]:
    for index in range(len(thread.messages) - 1, -1, -1):
        if thread.messages[index].from_rep:
            units = [u for u in read(thread.messages[index].text).units if u.text.rstrip().endswith("?")]
            if units:
                return tuple(Ask(f"still unanswered: {u.text}", "open", u.span, index) for u in units)
    return ()
