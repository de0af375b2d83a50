"""Understanding, start to end: a thread in, a brief out."""

import re
from collections.abc import Mapping
from datetime import datetime

from drafts.domain import Ask, Brief, Kind, Knowledge, Policy, Rep, Thread, Trigger
from drafts.understand import nudge
from drafts.understand.answers import bare_answer, only_answers
from drafts.understand.courtesy import is_courtesy
from drafts.understand.cues import Act, Setting, act_of, read_cues
from drafts.understand.gather import TIMED_AT, Understood, gather, unclear
from drafts.understand.hazards import visible_hazards
from drafts.understand.kinds import kind_of
from drafts.understand.objections import find_objections
from drafts.understand.proposals import Proposals, proposals
from drafts.understand.reading import Reading, Unit, read
from drafts.understand.wanted import ASKS_AT, Wanted, wanted
from profiles.judgement import Span

LOOKED_AT = {Setting.OPENING: 2, Setting.ARRANGING: 2, Setting.REPLYING: 3, Setting.SERVING: 4, Setting.TELLING: 4}
"""How many sentences of a mail get a vector, which costs a quarter of a mail's parse each."""

_NAME = re.compile(r"[A-Z][\w.'’-]*(?:\s+[A-Z][\w.'’-]*){0,2}\s*,?$")
_YOU = re.compile(r"\b(?:you|u|ya|your|yours|yourself|yourselves|y['’]all)\b", re.I)
_SERVED = frozenset({"customer", "client", "closed", "closed won", "closed lost", "won", "lost", "churned"})
"""Stages of somebody who is no lead, or none any more."""


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
    rep_said = next((m.text for m in reversed(thread.messages[:-1]) if m.from_rep), "")
    wants = wanted(reading, not rep_said, "?" in rep_said)
    timed = {w.heard.clause.unit for w in wants.values() if w.chances["time"] >= TIMED_AT}
    timing = proposals(reading, thread, rep.timezone, now, timed)
    act = act_in(thread, reading, timing, wants)
    hazards = visible_hazards(thread.newest, reading, act)
    objecting = find_objections(act, wants, knowledge.objections)
    bare = None if timing.times else bare_answer(reading, thread, act)
    found = Understood(thread, reading, timing, act, hazards, objecting, bare, wants)
    asks = gather(found)
    kind = _kind(found, asks)
    ids = tuple(dict.fromkeys(o.id for o in objecting if o.id)) if kind is Kind.OBJECTION else ()
    hazards += unclear(found, asks)
    times = () if timing.unclear else timing.times
    return Brief(kind, asks, times, hazards, now, _concern(reading, asks), objection_ids=ids)


def _nudge(thread: Thread, now: datetime, rep: Rep, nudge_after: int) -> Brief:
    hazards = nudge.due_hazards(thread, now, rep.timezone, nudge_after)
    asks = () if any(h.code == "too_early" for h in hazards) else nudge.open_loops(thread)
    return Brief(Kind.NUDGE, asks, (), hazards, now, asks[0].text if asks else "", nudge.nudge_number(thread))


def _kind(found: Understood, asks: tuple[Ask, ...]) -> Kind:
    vague = found.bare is not None and found.bare.unclear
    asking = any(a.form in {"question", "request"} for a in asks)
    return kind_of(
        found.thread, found.hazards, found.timing.meeting or bool(found.unread_times), bool(found.objecting), vague, asking
    )


def act_in(thread: Thread, reading: Reading, timing: Proposals, wants: Mapping[Span, Wanted]) -> Act:
    """What the mail does, seen from where it stands in the conversation."""
    units = [u for u in reading.units if u not in timing.units and not _says_little(u)]
    spans = [u.span for u in units]
    asking = any(w.asks >= ASKS_AT for span, w in wants.items() if any(a <= span[0] and span[1] <= b for a, b in spans))
    setting = _setting(thread, bool(timing.times), asking)
    asked = [u for u in units if u.text.rstrip().endswith("?")]
    return act_of(read_cues(units, LOOKED_AT[setting]), setting, asked, _YOU.search(reading.text) is not None)


def _says_little(unit: Unit) -> bool:
    """A courtesy, a bare yes or no, or a name on a line of its own."""
    return is_courtesy(unit.text) or only_answers(unit) or _NAME.match(unit.text) is not None


def _setting(thread: Thread, timed: bool, asking: bool) -> Setting:
    if thread.lead.stage.lower() in _SERVED:
        return Setting.SERVING
    if not (timed or asking):
        return Setting.TELLING
    if not any(m.from_rep for m in thread.messages):
        return Setting.OPENING
    return Setting.ARRANGING if timed else Setting.REPLYING


def _concern(reading: Reading, asks: tuple[Ask, ...]) -> str:
    """What the prospect says troubles them: the sentences that ask for nothing, else the whole message."""
    asked = {a.span for a in asks}
    said = [u.text for u in reading.units if u.span not in asked and not is_courtesy(u.text)]
    return " ".join(said or [u.text for u in reading.units])
