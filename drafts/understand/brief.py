"""Understanding, start to end: a thread in, a brief out."""

from collections.abc import Sequence
from datetime import datetime

from drafts.domain import Ask, Brief, Hazard, Kind, Knowledge, Policy, Rep, Thread, Trigger
from drafts.understand import nudge
from drafts.understand.answers import Answer, bare_answer, only_answers
from drafts.understand.asks import Setting as Place
from drafts.understand.asks import asks_at_all, asks_outright, find_asks
from drafts.understand.courtesy import is_courtesy
from drafts.understand.cues import Act, Cue, Setting, act_of, read_cues
from drafts.understand.hazards import hazard, visible_hazards
from drafts.understand.kinds import kind_of
from drafts.understand.language import gist
from drafts.understand.objections import Objecting, find_objections
from drafts.understand.patterns import PATTERNS
from drafts.understand.proposals import Proposals, proposals
from drafts.understand.reading import Reading, read
from drafts.understand.reference import content_words

LOOKED_AT = {Setting.OPENING: 3, Setting.ARRANGING: 2, Setting.REPLYING: 3, Setting.SERVING: 4, Setting.TELLING: 4}
"""How many sentences of a mail get a vector, which costs a quarter of a mail's parse each."""
REQUEST_AT = 0.6
"""Probability of the cues "request", "question" or "accept" from which the model adds an ask the rules did not see."""

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
    timing = proposals(reading, thread, rep.timezone, now)
    act = _act(reading, thread, timing)
    hazards = list(visible_hazards(thread.newest, reading, act))
    objecting = find_objections(act, knowledge.objections)
    bare = None if timing.times else bare_answer(reading, thread, act)
    vague = bare is not None and bare.unclear
    asks = _asks(reading, thread, timing, objecting, hazards, bare, act.cues)
    asking = any(a.form in {"question", "request"} for a in asks)
    kind = kind_of(thread, tuple(hazards), timing.meeting, bool(objecting), vague, asking)
    hazards.extend(_unclear(reading, timing, bare, asks, hazards))
    ids = tuple(dict.fromkeys(o.id for o in objecting if o.id)) if kind is Kind.OBJECTION else ()
    return Brief(kind, asks, timing.times, tuple(hazards), now, _concern(reading, asks), objection_ids=ids)


def _nudge(thread: Thread, now: datetime, rep: Rep, nudge_after: int) -> Brief:
    hazards = nudge.due_hazards(thread, now, rep.timezone, nudge_after)
    asks = () if any(h.code == "too_early" for h in hazards) else nudge.open_loops(thread)
    return Brief(Kind.NUDGE, asks, (), hazards, now, asks[0].text if asks else "", nudge.nudge_number(thread))


def _act(reading: Reading, thread: Thread, timing: Proposals) -> Act:
    """What the mail does, seen from where it stands in the conversation."""
    units = [u for u in reading.units if u not in timing.units and not is_courtesy(u.text) and not only_answers(u)]
    opening = not any(m.from_rep for m in thread.messages)
    asking = any(asks_at_all(u) if opening else asks_outright(u) for u in units)
    setting = _setting(thread, bool(timing.times), asking)
    return act_of(read_cues(units, LOOKED_AT[setting]), setting, [u for u in units if u.text.rstrip().endswith("?")])


def _setting(thread: Thread, timed: bool, asking: bool) -> Setting:
    if thread.lead.stage.lower() in _SERVED:
        return Setting.SERVING
    if not (timed or asking):
        return Setting.TELLING
    if not any(m.from_rep for m in thread.messages):
        return Setting.OPENING
    return Setting.ARRANGING if timed else Setting.REPLYING


def _asks(
    reading: Reading,
    thread: Thread,
    timing: Proposals,
    objecting: Sequence[Objecting],
    hazards: Sequence[Hazard],
    bare: Answer | None,
    cues: Sequence[Cue],
) -> tuple[Ask, ...]:
    index = len(thread.messages) - 1
    codes = {h.code: h for h in hazards}
    if {"autoreply", "bounce"} & codes.keys():
        return ()
    found: list[Ask] = []
    if timing.times and timing.units:
        stands = "; ".join(dict.fromkeys(u.text for u in timing.units))
        label = "pick one of the options" if len(timing.times) > 1 else "confirm the time, or move to it"
        meant = " or ".join(f"{t.start:%A} {t.start.day} {t.start:%B} {t.start:%H:%M}" for t in timing.times)
        found.append(Ask(f"{label} ({meant}): {stands}", "proposal", timing.units[0].span, index))
    elif timing.meeting:
        found.extend(Ask(f"move or fix the time: {u.text}", "proposal", u.span, index) for u in timing.units)
    if bare:
        settled = f"answer to “{bare.question}”: {bare.words}"
        label, form = (f"unclear which option is accepted: {bare.words}", "unclear") if bare.unclear else (settled, "request")
        found.append(Ask(label, form, reading.units[0].span, index))
    for o in objecting:
        title = o.title or o.concern.replace("_", " ")
        found.append(Ask(f"{title}: {o.unit.text}", "objection", o.unit.span, index))
    if "injection" in codes:
        stands = f"hidden instruction aimed at the drafting system: {codes['injection'].words}"
        found.append(Ask(stands, "instruction", (0, 0), index))
    if "unsubscribe" in codes:
        return (*found, Ask(f"stop mailing: {codes['unsubscribe'].words}", "request", (0, 0), index))
    if bare:
        return tuple(found)
    if "non_english" in codes:
        return (*found, *_foreign(reading, codes["non_english"].words, index))
    rep_said = next((m.text for m in reversed(thread.messages[:-1]) if m.from_rep), "")
    skip = [u for u in timing.units if content_words(u.text) < 12] if timing.times else []
    skip += [
        u
        for u in reading.units
        if "injection" in codes and (PATTERNS["injection"].search(u.text) or u.text == codes["injection"].words)
    ]
    added = [c.unit for c in cues if c.embedded and c.of(frozenset({"request", "question", "accept"})) >= REQUEST_AT]
    found.extend(find_asks(reading, Place(index, rep_said), skip, [o.unit for o in objecting], added))
    if "angry" in codes:
        found.extend(_grievances(reading, found, index))
    return tuple(found)


def _foreign(reading: Reading, language: str, index: int) -> list[Ask]:
    """The sentences of a mail in another language, its questions if it has any, each with what it seems to be about."""
    said = [u for u in reading.units if not is_courtesy(u.text)]
    asked = [u for u in said if u.text.rstrip().endswith("?")] or said
    return [Ask(f"{u.text} (in {', about '.join((language, *gist(u.text)))})", "question", u.span, index) for u in asked]


def _grievances(reading: Reading, found: Sequence[Ask], index: int) -> list[Ask]:
    """What an angry mail complains of, so that the rep sees every point of it."""
    taken = [a.span for a in found]
    left = [u for u in reading.units if not any(u.span[0] < end and start < u.span[1] for start, end in taken)]
    return [Ask(f"complaint: {u.text}", "unclear", u.span, index) for u in left if content_words(u.text)]


def _unclear(
    reading: Reading, timing: Proposals, bare: Answer | None, asks: tuple[Ask, ...], hazards: list[Hazard]
) -> list[Hazard]:
    if past := [t for t in timing.times if t.past]:
        return [hazard("ambiguous", past[0].words, "The time they propose has passed.")]
    if timing.unclear:
        return [hazard("ambiguous", timing.unclear, f"{timing.unclear}.")]
    if bare and bare.unclear:
        return [hazard("ambiguous", bare.words, "Their answer fits more than one of your questions.")]
    if not asks and not hazards and not timing.meeting:
        said = [u for u in reading.units if not is_courtesy(u.text)]
        return [hazard("ambiguous", said[0].text if said else reading.text[:80], "Nothing in it asks for anything.")]
    return []


def _concern(reading: Reading, asks: tuple[Ask, ...]) -> str:
    """What the prospect says troubles them: the sentences that ask for nothing, else the whole message."""
    asked = {a.span for a in asks}
    said = [u.text for u in reading.units if u.span not in asked and not is_courtesy(u.text)]
    return " ".join(said or [u.text for u in reading.units])
