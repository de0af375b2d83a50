"""Which of the times in a message are proposed or accepted, read together with what the thread offered before."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from drafts.domain import Message, ProposedTime, Thread
from drafts.understand.reading import Reading, Unit
from drafts.understand.times import clocks_in, days_in, instant, instants
from drafts.understand.wordlist import either
from drafts.understand.zones import Zone, senders_zone, zone_in

_CUE = re.compile(
    r"\b(?:works?|suits?|good|fine|ok(?:ay)?|great|perfect|free|available|availability|open(?:ing)?s?|(?:can|could|might|would|shall|should|may)\s+(?:i|we|you|u|do|make|also)|let['’]?s|"
    r"how\s+about|what\s+about|call|ring|phone|meet(?:ing)?|chat|demo|talk|speak|zoom|teams|slots?|book|schedul\w+|push|mov(?:e|ing)|reschedul\w+|shift|make\s+it|instead|prefer|"
    r"confirm\w*|see\s+you|invite|join|visit|tour|walk\s*through|come\s+by|stop\s+by|swing\s+by|drop\s+by|whichever|either|options?|i\s+have|we\s+have|blocked|calendar|doable|possible|then)\b",
    re.I,
)
_MEETING_WORDS = re.compile(
    r"\b(?:meet(?:ing)?|call|demo|chat|talk|speak|zoom|teams|catch\s+up|visit|tour|site\s+walk|walk\s*through|tasting|viewing|appointment|slot|invite|calendar|reschedul\w+|conversation|session|"
    r"time|when|available|availability|week|today|tomorrow|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)(?:day)?s?\b",
    re.I,
)
_MOVES = re.compile(
    either(
        r"\b(?:resched\w+|postpone)\b|\bnext\s+available\b|\bset\s+up\s+a\s+(?:call|time|meeting)\b",
        r"\b(?:move|push|cancel|change)\s+(?:our|the|my)\b.{0,20}\b(?:call|meeting|demo|appointment|time|slot|visit|viewing|tasting)\b",
        r"\b(?:cancel|postpone|can['’]?t\s+(?:make|do))\s+(?:it\b|today|tomorrow|mon|tue|wed|thu|fri|sat|sun)",
        r"\bsend\s+(?:me\s+|us\s+|over\s+)?(?:an?|the|your)\s+(?:calendar\s+)?(?:invite|times|availability)\b",
        r"\bwhen\s+(?:are|r)\s+(?:you|u)\s+(?:free|available|around)\b|\bwhat\s+times?\b.{0,20}\b(?:work|suit)s?\b",
    ),
    re.I,
)
_SAME_HOUR = re.compile(r"\bsame\s+(?:time|hour|slot)\b", re.I)
_YES = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|sure|ok(?:ay)?|perfect|great|confirmed?|(?:that|it|this)(?:['’]s|\s+is)?\s+(?:works?|good|fine|great|perfect)|works?(?:\s+for\s+(?:me|us))?|sounds\s+(?:good|great)|see\s+you\s+then|still\s+(?:good|on|works)|fine)\b",
    re.I,
)
_ALL = re.compile(r"\b(?:either|both|any\s+of\s+(?:those|them|these)|whichever|all\s+(?:of\s+(?:those|them)|three))\b", re.I)
_ORDINAL = re.compile(
    r"\b(?:the\s+)?(?:(?P<n>first|second|third|fourth|last|1st|2nd|3rd|4th|former|latter|earlier|later)(?:\s+(?:one|option|slot|time|date|choice))?|(?:option|number|no\.?|#)\s*(?P<d>[1-4a-d]))\b(?!\s+(?:time|thing|question|floor|week|quarter|half|year|month|of))",
    re.I,
)
_SHIFT = re.compile(
    r"\b(?P<verb>push|move|bump|shift|start|make\s+it|delay|bring|pull)?\b[^.?!]{0,30}?\b(?P<n>an?|one|two|three|half\s+an|\d{1,2})\s+(?P<unit>hours?|hrs?|minutes?|mins?)\s*(?P<dir>later|earlier|back|forward|sooner)?",
    re.I,
)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}


@dataclass(frozen=True, slots=True)
class Proposals:
    """Times proposed or accepted, the units that do so, and whether something about them cannot be taken at its word.

    ``unclear`` is empty or says why ("Tuesday the 9th is a Wednesday"). ``meeting`` is True when the message is about
    fixing a time even if it names none.
    """

    times: tuple[ProposedTime, ...] = ()
    units: tuple[Unit, ...] = ()
    unclear: str = ""
    meeting: bool = False


def offered_times(messages: tuple[Message, ...], rep_zone: str, now: datetime) -> tuple[ProposedTime, ...]:
    """The times of the rep's newest mail that names any, oldest first; empty when none does."""
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


def proposals(reading: Reading, thread: Thread, rep_zone: str, now: datetime) -> Proposals:
    """What the newest message proposes, given the mails before it."""
    message, earlier = thread.newest, thread.messages[:-1]
    asked = _rep_asked_for_time(earlier)
    before = agreed_time(earlier, rep_zone, now)
    units = [u for u in reading.units if _may_propose(u, asked)]
    text = "\n".join(u.text for u in units)
    zone = zone_in(reading.text, message.sent_at, rep_zone) if units else zone_in(text, message.sent_at, rep_zone)
    found, used, unclear = [], [], ""
    last_day = None
    for unit in units:
        days = days_in(unit.text, message.sent_at.date() if not zone.words else message.sent_at.astimezone(zone.info).date())
        if clash := next((d for d in days if d.clash), None):
            unclear = f"{unit.text[slice(*clash.span)]} is not the same day twice"
        inherited = last_day or (before.start.date() if before else None)
        times = [_in_zone(t, zone) for t in instants(unit.text, message.sent_at, rep_zone, now, inherited)]
        usable = [d for d in days if not d.refused and not d.limit]
        if not times and usable and _SAME_HOUR.search(reading.text) and before:
            times = [
                instant(
                    d.day,
                    before.start.timetz().replace(tzinfo=None),
                    Zone(before.start.tzinfo, before.zone_words),
                    unit.text[slice(*d.span)],
                    now,
                )
                for d in usable[:1]
            ]
        if times:
            found.extend(times)
            used.append(unit)
        last_day = usable[-1].day if usable else last_day
    if not found:
        found, used = _from_offer(reading, earlier, rep_zone, now, message)
    found = [replace(t, past=t.start < now) for t in dict.fromkeys(found)]
    meeting = bool(found) or _about_time(reading, asked, units)
    if meeting and not found:
        used = [u for u in units if _MOVES.search(u.text) or days_in(u.text, message.sent_at.date())]
    return Proposals(tuple(found), tuple(used), unclear, meeting)


def _in_zone(found: ProposedTime, zone: Zone) -> ProposedTime:
    """The same wall clock in the zone named anywhere in the message."""
    return (
        replace(found, start=found.start.replace(tzinfo=zone.info), zone_words=zone.words)
        if zone.words and not found.zone_words
        else found
    )


def _rep_asked_for_time(earlier: tuple[Message, ...]) -> bool:
    last = next((m for m in reversed(earlier) if m.from_rep), None)
    return last is not None and bool(_MEETING_WORDS.search(last.text + " " + last.subject))


def _may_propose(unit: Unit, asked: bool) -> bool:
    """A sentence with a time in it proposes that time, unless it tells what was or what always is."""
    text = unit.text
    if _MOVES.search(text):
        return True
    cue = bool(_CUE.search(text))
    root = unit.tokens.root
    if not cue and (root.tag_ == "VBD" or any(t.dep_ in {"aux", "auxpass"} and t.tag_ == "VBD" for t in root.lefts)):
        return False
    subject = next((t for t in root.lefts if t.dep_ in {"nsubj", "nsubjpass"}), None)
    others = (
        subject is not None
        and subject.lower_ not in {"i", "we", "you", "that", "it", "this"}
        and root.tag_ in {"VBZ", "VBP", "VBD"}
    )
    if others and not re.search(
        r"\b(?:works?|suits?|is|are|['’]s)\b.*\b(?:good|fine|ok|best|great|me|us|free|open|possible)\b|\bworks?\b|\bsuits?\b",
        text,
        re.I,
    ):
        habit = not any(d.weekday is not None for d in days_in(text, datetime(2000, 1, 1).date()))
        return cue and asked and not habit
    return cue or asked or len(text.split()) <= 7


def _from_offer(
    reading: Reading, earlier: tuple[Message, ...], rep_zone: str, now: datetime, message: Message
) -> tuple[list[ProposedTime], list[Unit]]:
    """Times the message only points at: "the second", "either", "Thursday works", "yes" to the one time offered, "an hour later"."""
    offered = offered_times(earlier, rep_zone, now)
    if not offered or not reading.units:
        return [], []
    text, first = reading.text, reading.units[0]
    on_days = [
        t
        for d in days_in(text, message.sent_at.date())
        if not d.refused
        for t in offered
        if t.start.date() == d.day or (d.weekday is not None and t.start.weekday() == d.weekday)
    ]
    if on_days:
        return on_days, [first]
    if len(offered) > 1 and reading.words <= 25:
        if _ALL.search(text):
            return list(offered), [first]
        if match := _ORDINAL.search(text):
            return [_chosen(offered, match)], [first]
    if (shift := _SHIFT.search(text)) and (shift["verb"] or shift["dir"]) and (moved := _shifted(offered[-1], shift, now)):
        return [moved], [first]
    if len(offered) == 1 and _YES.match(first.text) and not days_in(text, message.sent_at.date()):
        return [offered[0]], [first]
    return [], []


def _chosen(offered: tuple[ProposedTime, ...], match: re.Match) -> ProposedTime:
    word = (match["n"] or match["d"]).lower()
    if word in {"last", "latter"}:
        return offered[-1]
    if word in {"earlier", "later"}:
        return (min if word == "earlier" else max)(offered, key=lambda t: t.start)
    number = {"first": 0, "1st": 0, "former": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}.get(word)
    if number is None:
        number = int(word) - 1 if word.isdigit() else "abcd".index(word)
    return offered[min(number, len(offered) - 1)]


def _shifted(offered: ProposedTime, match: re.Match, now: datetime) -> ProposedTime | None:
    amount = match["n"].lower()
    count = 0.5 if amount.startswith("half") else _NUMBERS.get(amount) or int(amount)
    step = timedelta(hours=count) if match["unit"].lower().startswith("h") else timedelta(minutes=count)
    earlier = (match["dir"] or "").lower() in {"earlier", "sooner", "forward"}
    start = offered.start - step if earlier else offered.start + step
    return replace(offered, start=start, words=match.group().strip(), past=start < now)


def _about_time(reading: Reading, asked: bool, units: list[Unit]) -> bool:
    """The message fixes, moves or asks for a time without naming one."""
    moves = _MOVES.search(reading.text)
    dayed = asked and any(days_in(u.text, datetime(2000, 1, 1).date()) for u in units)
    return bool(moves) or (dayed and reading.words <= 40)


def same_wall_clock(at: time) -> str:
    """A clock time as people write it: "9:45 am"."""
    return f"{at.hour % 12 or 12}:{at.minute:02d} {'am' if at.hour < 12 else 'pm'}"


__all__ = ["Proposals", "agreed_time", "clocks_in", "offered_times", "proposals", "senders_zone"]
