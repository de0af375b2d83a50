"""Which of the times in a message are proposed or accepted, read together with what the thread offered before."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from drafts.domain import Message, ProposedTime, Thread
from drafts.understand.courtesy import without_greeting
from drafts.understand.reading import Reading, Unit
from drafts.understand.times import Day, clocks_in, days_in, instant, instants
from drafts.understand.wordlist import either
from drafts.understand.zones import Zone, zone_in

_MEETS = re.compile(
    either(
        r"\b(?:call|ring|phone|meet|chat|demo|talk|speak|zoom|teams|visit|tour|viewing|tasting|walk\s*through|appointment)(?:s|ing|ings)?\b",
        r"\b(?:free|available|availability|slots?|book|schedul\w+|resched\w+|invite|calendar|come\s+by|stop\s+by|swing\s+by|drop\s+by|see\s+you)\b",
        r"\b(?:works?|suits?)\b|\blet['’]?s\b|\b(?:how|what)\s+about\b|\bwhichever\b|\bmake\s+it\b",
    ),
    re.I,
)
"""Words of fixing a time, whoever wrote before."""
_AGREES = re.compile(
    r"\b(?:good|fine|ok(?:ay)?|great|perfect|open(?:ing)?s?|(?:can|could|might|would|shall|should|may)\s+(?:i|we|you|u|do|make|also)|push|mov(?:e|ing)|"
    r"shift|instead|prefer|confirm\w*|join|either|options?|i\s+have|we\s+have|blocked|doable|possible|then)\b",
    re.I,
)
"""Words that settle a time only where the rep asked for one or named one."""
_MOVES = re.compile(
    either(
        r"\b(?:resched\w+|postpone)\b|\bnext\s+available\b|\bset\s+up\s+a\s+(?:call|time|meeting)\b",
        r"\b(?:move|push|cancel|change)\s+(?:our|the|my)\b.{0,20}\b(?:call|meeting|demo|appointment|time|slot|visit|viewing|tasting)\b",
        r"\b(?:another|a\s+different|some\s+other)\s+(?:day|time|slot|date)\b|\bput\s+(?:you|it|this)\s+off\b",
        r"\b(?:can['’]?t|cannot|won['’]?t|unable\s+to|not\s+able\s+to)\s+make\s+it\b|\b(?:cancel|postpone)\s+it\b",
        r"\b(?:cancel|postpone|(?:can['’]?t|cannot|won['’]?t|unable\s+to|not\s+able\s+to)\s+(?:make|do))\s+(?:today|tomorrow|mon|tue|wed|thu|fri|sat|sun)",
        r"\bsend\s+(?:me\s+|us\s+|over\s+)?(?:an?|the|your)\s+(?:calendar\s+)?(?:invite|times|availability)\b",
        r"\bwhen\s+(?:are|r)\s+(?:you|u)\s+(?:free|available|around)\b|\bwhat\s+times?\b.{0,20}\b(?:work|suit)s?\b",
    ),
    re.I,
)
"""A time is moved, cancelled or asked for, whether or not one is named."""
_INSTEAD = re.compile(
    rf"{_MOVES.pattern}|\binstead\b|\brather\b|\b(?:move|push|slide|shift|bump|swap|switch)\b|\bmake it\b|\bsame (?:time|hour|slot)\b",
    re.I,
)
"""Another time takes the place of the one that stood."""
_TIME_TALK = re.compile(
    r"\b(?:meet|meeting|call|demo|chat|talk|speak|zoom|teams|catch\s+up|visit|tour|site\s+walk|walk\s*through|tasting|viewing|appointment|slot|invite|calendar|"
    r"resched\w+|conversation|session|time|when|suits?|week\s+of|(?:next|this|the)\s+week|half\s+an\s+hour|minute|word|which\s+day|available|availability|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b",
    re.I,
)
_SAME_HOUR = re.compile(r"\bsame\s+(?:time|hour|slot)\b", re.I)
_YES = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|sure|ok(?:ay)?|perfect|great|confirmed?|(?:that|it|this)(?:['’]s|\s+is)?\s+(?:works?|good|fine|great|perfect)|"
    r"works?(?:\s+for\s+(?:me|us))?|sounds\s+(?:good|great)|see\s+you\s+then|still\s+(?:good|on|works)|fine)\b",
    re.I,
)
_ALL = re.compile(r"\b(?:either|both|any\s+of\s+(?:those|them|these)|whichever|all\s+(?:of\s+(?:those|them)|three))\b", re.I)
_ORDINAL = re.compile(
    r"\b(?:the\s+)?(?:(?P<n>first|second|third|fourth|last|1st|2nd|3rd|4th|former|latter|earlier|later)(?:\s+(?:one|option|slot|time|date|choice))?|"
    r"(?:option|number|no\.?|#)\s*(?P<d>[1-4a-d]))\b(?!\s+(?:time|thing|question|floor|week|quarter|half|year|month|of|of\s+all))",
    re.I,
)
_PLACES = {"first": 0, "1st": 0, "former": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}
_AMOUNT = r"\b(?P<n>half\s+an|an?|one|two|three|\d{1,2})\s+(?P<unit>hours?|hrs?|minutes?|mins?)"
_SHIFTS = (
    re.compile(
        rf"\b(?P<verb>push|move|bump|shift|start|make\s+it|delay|bring|pull|begin)\b[^.?!]{{0,30}}?{_AMOUNT}\s*(?P<dir>later|earlier|back|forward|sooner)?",
        re.I,
    ),
    re.compile(rf"{_AMOUNT}\s*(?P<dir>later|earlier|back|forward|sooner)\b", re.I),
)
"""By how much an hour is moved."""
_WEEK_ON = re.compile(
    r"\b(?:a|one)\s+week\s+(?:later|on|after|further)\b|\bsame\s+(?:time|slot|hour|day)\b.{0,20}\b(?:next|the\s+following|the\s+week\s+after)\b|"
    r"\b(?:push|move|shift|put)\w*\b.{0,25}\b(?:by|back|out)\s+(?:by\s+)?(?:a|one)\s+week\b",
    re.I,
)
_DAY_ON = re.compile(
    r"\b(?:(?:the|a|one)\s+)?day\s+(?P<side>before|earlier|sooner|after|later)\b(?!\s+(?:we|i|you|the|our|my|your|that|it|tomorrow|yesterday|christmas|thanksgiving)\b)",
    re.I,
)
_SOONER = frozenset({"before", "earlier", "sooner"})
_SOMEWHERE = re.compile(
    r"\b(?:local|my|whatever|whichever)\s+(?:time(?:\s+zone)?\s+)?(?:is\s+)?(?:whichever|wherever|depend\w+|where\s+i)\b[^.?!]{0,30}"
    r"|\b(?:wherever|whichever\s+(?:city|place|zone|airport))\s+i(?:['’]?m|\s+am|\s+end\s+up|\s+happen|['’]?ll)\b[^.?!]{0,30}",
    re.I,
)
"""The hour is meant where the writer will be, which they do not know."""
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_CLOCK_TALK = frozenset({"please", "pls", "our", "your", "my", "time"})
_OF_US = frozenset({"i", "we", "you", "that", "it", "this", "u"})
_FEW = 25
"""Words up to which a mail that only says "either" or "the second" answers the rep's offer."""


@dataclass(frozen=True, slots=True)
class Proposals:
    """Times proposed or accepted, the units that do so, and whether something about them cannot be taken at its word.

    ``unclear`` is empty or says why ("Tuesday the 9th is another day"). ``meeting`` is True when the message is about fixing a
    time even if it names none.
    """

    times: tuple[ProposedTime, ...] = ()
    units: tuple[Unit, ...] = ()
    unclear: str = ""
    meeting: bool = False


@dataclass(frozen=True, slots=True)
class _Scene:
    """The message being read with what the thread says about times."""

    message: Message
    now: datetime
    rep_zone: str
    zone: Zone
    offered: tuple[ProposedTime, ...]
    agreed: ProposedTime | None
    asked: bool
    timed: Collection[Unit]
    day: date | None
    """The day meant where an hour is named without one: of the time agreed before, else the one day the rep named."""

    @property
    def sent_on(self) -> date:
        """The day it was when the message was written, where its times are meant."""
        return self.message.sent_at.astimezone(self.zone.info).date() if self.zone.words else self.message.sent_at.date()


def proposals(reading: Reading, thread: Thread, rep_zone: str, now: datetime, timed: Collection[Unit] = ()) -> Proposals:
    """What the newest message proposes, given the mails before it. ``timed`` units are known to fix a time, however they put it."""
    message, earlier = thread.newest, thread.messages[:-1]
    scene = _Scene(
        message,
        now,
        rep_zone,
        zone_in(reading.text, message.sent_at, rep_zone),
        offered_times(earlier, rep_zone, now),
        agreed_time(earlier, rep_zone, now),
        _rep_spoke_of_time(earlier),
        timed,
        _day_meant(earlier, rep_zone, now),
    )
    found, used, unclear = _named(reading, scene)
    if moved := _moved_by_days(reading, scene):
        found, used = moved
    if not found:
        found, used = _pointed_at(reading, scene)
    found = _without_moved(found, reading, scene)
    moving = [u for u in reading.units if _MOVES.search(u.text)]
    dated = [u for u in reading.units if scene.asked and _may_propose(u, scene) and days_in(u.text, scene.sent_on)]
    meeting = bool(found or moving) or (bool(dated) and reading.words <= 40)
    units = used if found else (moving or dated) if meeting else []
    times = tuple(replace(t, past=t.start < now) for t in dict.fromkeys(found))
    return Proposals(times, tuple(units), unclear, meeting)


def _without_moved(found: list[ProposedTime], reading: Reading, scene: _Scene) -> list[ProposedTime]:
    """ "Tomorrow has blown up. Monday at the same time instead?": the one time that stood is what is moved, and no proposal."""
    if len(scene.offered) != 1 or not _INSTEAD.search(reading.text):
        return found
    others = [time for time in found if time.start != scene.offered[0].start]
    return others or found


def offered_times(messages: tuple[Message, ...], rep_zone: str, now: datetime) -> tuple[ProposedTime, ...]:
    """The times of the rep's newest mail that names any; empty when none does."""
    for message in reversed(messages):
        if message.from_rep and (found := instants(message.text, message.sent_at, rep_zone, now)):
            return found
    return ()


def agreed_time(messages: tuple[Message, ...], rep_zone: str, now: datetime) -> ProposedTime | None:
    """The last instant anybody named earlier in the thread."""
    for message in reversed(messages):
        if found := instants(message.text, message.sent_at, rep_zone, now):
            return found[-1]
    return None


def _day_meant(earlier: tuple[Message, ...], rep_zone: str, now: datetime) -> date | None:
    """ "Thursday the 10th. Morning or after lunch?", or the day of the last instant named."""
    if agreed := agreed_time(earlier, rep_zone, now):
        return agreed.start.date()
    last = next((m for m in reversed(earlier) if m.from_rep), None)
    named = {day.day for day in days_in(last.text, last.sent_at.date()) if not (day.refused or day.limit)} if last else set()
    return named.pop() if len(named) == 1 else None


def _rep_spoke_of_time(earlier: tuple[Message, ...]) -> bool:
    last = next((m for m in reversed(earlier) if m.from_rep), None)
    return last is not None and bool(_TIME_TALK.search(f"{last.subject} {last.text}"))


def _named(reading: Reading, scene: _Scene) -> tuple[list[ProposedTime], list[Unit], str]:
    """Times named in the sentences that propose; a clock time without a day takes the last day named before it."""
    found: list[ProposedTime] = []
    used: list[Unit] = []
    unclear = ""
    day = scene.day
    for unit in reading.units:
        days = days_in(unit.text, scene.sent_on)
        usable = [d for d in days if not d.refused and not d.limit]
        if _may_propose(unit, scene):
            if clash := next((d for d in days if d.clash), None):
                unclear = f"{unit.text[slice(*clash.span)]} is not one day but two"
            times = [_in_zone(t, scene.zone) for t in instants(unit.text, scene.message.sent_at, scene.rep_zone, scene.now, day)]
            times = times or _same_hour(unit, usable, reading, scene, found)
            found.extend(times)
            used.extend([unit] if times else [])
        day = usable[-1].day if usable else day
    if found and (doubt := _SOMEWHERE.search(reading.text)):
        unclear = f"“{doubt.group()}”: it is not said where they will be"
    return found, used, unclear


def _same_hour(unit: Unit, usable: list[Day], reading: Reading, scene: _Scene, found: list[ProposedTime]) -> list[ProposedTime]:
    """ "Friday, same time": the hour named just before, else the one agreed before, on the new day."""
    before = found[-1] if found and _SAME_HOUR.search(unit.text) else scene.agreed
    if not usable or not before or not _SAME_HOUR.search(reading.text):
        return []
    zone = Zone(before.start.tzinfo, before.zone_words)
    hour = before.start.timetz().replace(tzinfo=None)
    return [instant(usable[0].day, hour, zone, unit.text[slice(*usable[0].span)], scene.now)]


def _in_zone(found: ProposedTime, zone: Zone) -> ProposedTime:
    """The same wall clock in the zone named anywhere in the message."""
    if not zone.words or found.zone_words:
        return found
    return replace(found, start=found.start.replace(tzinfo=zone.info), zone_words=zone.words)


def _may_propose(unit: Unit, scene: _Scene) -> bool:
    """A sentence with a time in it proposes that time, unless it tells what was or what always is."""
    text, root = unit.text, unit.tokens.root
    if unit in scene.timed or _MOVES.search(text):
        return True
    cue = bool(_MEETS.search(text)) or (scene.asked and bool(_AGREES.search(text)))
    past = root.tag_ == "VBD" or any(t.dep_ in {"aux", "auxpass"} and t.tag_ == "VBD" for t in root.lefts)
    if past and not cue:
        return False
    subject = next((t for t in root.lefts if t.dep_ in {"nsubj", "nsubjpass"}), None)
    settled = _settles(unit)
    habit = subject is not None and subject.lower_ not in _OF_US and root.tag_ in {"VBZ", "VBP", "VBD"}
    if habit and not settled:
        return cue and scene.asked and any(d.weekday is not None for d in days_in(text, scene.sent_on))
    return cue or scene.asked or (habit and settled) or _little_else(unit, scene)


def _settles(unit: Unit) -> bool:
    """ "Friday works", "Monday is good for us": the day itself is the subject."""
    return bool(
        re.search(
            r"\b(?:works?|suits?)\b|\b(?:is|are|['’]s)\b.*\b(?:good|fine|ok|better|best|easier|great|ideal|me|us|free|open|possible)\b",
            unit.text,
            re.I,
        )
    )


def _little_else(unit: Unit, scene: _Scene) -> bool:
    """The sentence is a time, or several, and hardly another word."""
    days = days_in(unit.text, scene.sent_on)
    clocks = clocks_in(unit.text, days)
    spans = [d.span for d in days] + [c.span for c in clocks]
    greeted = len(unit.text) - len(without_greeting(unit.text))
    said = [t for t in unit.tokens if t.is_alpha and t.idx - unit.span[0] >= greeted and t.lower_ not in _CLOCK_TALK]
    outside = [t for t in said if not any(a <= t.idx - unit.span[0] < b for a, b in spans)]
    return bool(days) and len(outside) <= 4 * max(len(clocks), 1)


def _pointed_at(reading: Reading, scene: _Scene) -> tuple[list[ProposedTime], list[Unit]]:
    """Times the message only points at: "the second", "either", "Thursday works", "yes" to the one offered, "an hour later"."""
    offered = scene.offered
    if not offered or not reading.units:
        return [], []
    text, first = reading.text, reading.units[0]
    days = days_in(text, scene.message.sent_at.date())
    on_days = [t for d in days if not d.refused for t in offered if _on(t, d)]
    shift = _shift_in(text)
    if shift and (on_days or not days):
        unit = next((u for u in reading.units if shift.group() in u.text), first)
        return [_shifted((on_days or offered)[-1], shift, scene.now)], [unit]
    if on_days:
        return on_days, [first]
    if len(offered) > 1 and reading.words <= _FEW:
        if _ALL.search(text):
            return list(offered), [first]
        if match := _ORDINAL.search(text):
            return [_chosen(offered, match)], [first]
    if len(offered) == 1 and _YES.match(first.text) and not days:
        return [offered[0]], [first]
    return [], []


def _moved_by_days(reading: Reading, scene: _Scene) -> tuple[list[ProposedTime], list[Unit]] | None:
    """ "The same slot a week later", "the day before": the wall clock agreed before on another day; None when nothing is moved so."""
    for unit in reading.units:
        week, day = _WEEK_ON.search(unit.text), _DAY_ON.search(unit.text)
        if scene.agreed and (found := week or day):
            step = timedelta(days=7) if week else timedelta(days=-1 if day["side"].lower() in _SOONER else 1)
            moved = replace(scene.agreed, start=scene.agreed.start + step, words=found.group())
            if shift := _shift_in(unit.text):
                moved = _shifted(moved, shift, scene.now)
            return [replace(moved, past=moved.start < scene.now)], [unit]
    return None


def _on(offered: ProposedTime, day: Day) -> bool:
    return offered.start.date() == day.day or (day.weekday is not None and offered.start.weekday() == day.weekday)


def _chosen(offered: tuple[ProposedTime, ...], match: re.Match) -> ProposedTime:
    word = (match["n"] or match["d"]).lower()
    if word in {"last", "latter"}:
        return offered[-1]
    if word in {"earlier", "later"}:
        return (min if word == "earlier" else max)(offered, key=lambda t: t.start)
    number = _PLACES.get(word)
    if number is None:
        number = int(word) - 1 if word.isdigit() else "abcd".index(word)
    return offered[min(number, len(offered) - 1)]


def _shift_in(text: str) -> re.Match | None:
    """Where a text moves an hour, if anywhere."""
    return next((found for pattern in _SHIFTS if (found := pattern.search(text))), None)


def _shifted(offered: ProposedTime, match: re.Match, now: datetime) -> ProposedTime:
    amount = match["n"].lower()
    count = 0.5 if amount.startswith("half") else _NUMBERS.get(amount) or int(amount)
    step = timedelta(hours=count) if match["unit"].lower().startswith("h") else timedelta(minutes=count)
    sooner = (match["dir"] or "").lower() in {"earlier", "sooner", "forward"}
    start = offered.start - step if sooner else offered.start + step
    return replace(offered, start=start, words=match.group().strip(), past=start < now)
