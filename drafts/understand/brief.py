"""Understanding, start to end: a thread in, a brief out."""

import re
from datetime import datetime

from drafts.domain import Ask, Brief, Hazard, Kind, Knowledge, Policy, Rep, Thread, Trigger
from drafts.understand import nudge
from drafts.understand.asks import content_words, find_asks
from drafts.understand.courtesy import is_courtesy
from drafts.understand.hazards import hazard, visible_hazards
from drafts.understand.kinds import kind_of
from drafts.understand.objections import Objecting, find_objections
from drafts.understand.proposals import Proposals, proposals
from drafts.understand.reading import Reading, read

_BARE = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|no|nope|ok(?:ay)?|sure|do\s+it|go\s+(?:ahead|for\s+it)|fine|great|perfect|sounds\s+good|works|that\s+one|the\s+(?:first|second|other|latter|former)(?:\s+one)?|either|both|maybe|agreed|correct|right|exactly|whatever|please\s+do|thanks?(?:\s+you)?|will\s+do|done)\b",
    re.I,
)
BARE_WORDS = 6


def understand(
    thread: Thread,
    now: datetime,
    trigger: Trigger,
    rep: Rep,
    knowledge: Knowledge,
    nudge_after: int = Policy().nudge_after_business_days,
) -> Brief:
    """Everything there is to know about the newest message before anything is written.

    ``now`` is aware. ``trigger`` NUDGE_DUE with the prospect's message newest is read as an incoming message: they have
    answered, so no nudge is due. ``nudge_after`` is the policy's number of quiet business days.
    """
    if thread.newest.from_rep:
        return _nudge(thread, now, rep, nudge_after)
    reading = read(thread.newest.text)
    index = len(thread.messages) - 1
    hazards = list(visible_hazards(thread.newest, reading))
    timing = proposals(reading, thread, rep.timezone, now)
    objecting = find_objections(reading, knowledge.objections)
    bare = _bare_answer(reading, thread, timing)
    kind = kind_of(thread, tuple(hazards), timing.meeting, bool(objecting), bool(bare))
    asks = _asks(reading, index, timing, objecting, tuple(hazards), bare)
    hazards.extend(_unclear(reading, timing, bare, asks, hazards))
    ids = tuple(dict.fromkeys(i for o in objecting for i in o.ids)) if kind is Kind.OBJECTION else ()
    return Brief(kind, asks, timing.times, tuple(hazards), now, _concern(reading, asks), objection_ids=ids)


def _nudge(thread: Thread, now: datetime, rep: Rep, nudge_after: int) -> Brief:
    hazards = []
    waited = nudge.business_days(thread.newest.sent_at, now, rep.timezone)
    if waited < nudge_after:
        hazards.append(hazard("too_early", f"{waited} business days since {thread.newest.sent_at:%d %b}"))
    for message in thread.prospect[-1:]:
        stops = [
            h
            for h in visible_hazards(message, read(message.text))
            if h.code in {"unsubscribe", "bounce", "wrong_person", "legal", "angry"}
        ]
        hazards.extend(stops)
        if re.search(r"\bnot\s+interested\b|\bno\s+thank(?:s|\s+you)\b|\bwe['’]?ll\s+pass\b|\bwent\s+with\b", message.text, re.I):
            hazards.append(hazard("not_wanted", message.text[:120]))
    asks = () if any(h.code == "too_early" for h in hazards) else nudge.open_loops(thread)
    return Brief(Kind.NUDGE, asks, (), tuple(hazards), now, asks[0].text if asks else "", nudge.nudge_number(thread))


def _bare_answer(reading: Reading, thread: Thread, timing: Proposals) -> str:
    """The words of a yes or no that can mean more than one thing, empty when it is clear what was answered."""
    earlier = thread.messages[:-1]
    if not earlier or not earlier[-1].from_rep or timing.times or reading.words > BARE_WORDS or not reading.units:
        return ""
    if not _BARE.match(reading.units[0].text):
        return ""
    questions = [u.text for u in read(earlier[-1].text).units if u.text.rstrip().endswith("?")]
    options = len(questions) > 1 or any(re.search(r"\bor\b|n['’]t\b.*,\s*\w+\s+\w+\?|\bnot\b", q, re.I) for q in questions)
    return reading.units[0].text if options or not questions else ""


def _asks(
    reading: Reading, index: int, timing: Proposals, objecting: tuple[Objecting, ...], hazards: tuple[Hazard, ...], bare: str
) -> tuple[Ask, ...]:
    codes = {h.code: h for h in hazards}
    if {"autoreply", "bounce"} & codes.keys():
        return ()
    found: list[Ask] = []
    if timing.times and timing.units:
        words = "; ".join(dict.fromkeys(u.text for u in timing.units))
        label = "pick one of the options" if len(timing.times) > 1 else "confirm the time, or move to it"
        found.append(Ask(f"{label}: {words}", "proposal", timing.units[0].span, index))
    if bare:
        found.append(Ask(f"unclear which option is accepted: {bare}", "unclear", reading.units[0].span, index))
    for o in objecting:
        found.append(Ask(f"{o.title}: {o.unit.text}", "objection", o.unit.span, index))
    if "injection" in codes:
        found.append(
            Ask(f"hidden instruction aimed at the drafting system: {codes['injection'].words}", "instruction", (0, 0), index)
        )
    if "unsubscribe" in codes:
        found.append(Ask(f"stop mailing: {codes['unsubscribe'].words}", "request", (0, 0), index))
        return tuple(found)
    said = {u.span for u in timing.units if not u.text.rstrip().endswith("?") or timing.times}
    skip = tuple(u for u in reading.units if u.span in said and content_words(u.text) < 12)
    found.extend(a for a in find_asks(reading, index, skip) if not ("injection" in codes and codes["injection"].words in a.text))
    return tuple(found)


def _unclear(reading: Reading, timing: Proposals, bare: str, asks: tuple[Ask, ...], hazards: list[Hazard]) -> list[Hazard]:
    if past := [t for t in timing.times if t.past]:
        return [hazard("ambiguous", past[0].words, "The time they propose has passed.")]
    if timing.unclear:
        return [hazard("ambiguous", timing.unclear, f"{timing.unclear}.")]
    if bare:
        return [hazard("ambiguous", bare, "Their answer fits more than one of your questions.")]
    if not asks and not hazards and not timing.meeting:
        said = [u for u in reading.units if not is_courtesy(u.text)]
        return [hazard("ambiguous", said[0].text if said else reading.text[:80], "Nothing in it asks for anything.")]
    return []


def _concern(reading: Reading, asks: tuple[Ask, ...]) -> str:
    """What the prospect says troubles them: the sentences that ask for nothing, else the whole message."""
    asked = {a.span for a in asks}
    said = [u.text for u in reading.units if u.span not in asked and not is_courtesy(u.text)]
    return " ".join(said or [u.text for u in reading.units])
