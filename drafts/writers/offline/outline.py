"""Which places a mail of each kind has, in the rep's order, with the units each may hold."""

from collections.abc import Callable

from drafts.domain import Kind
from drafts.writers.offline import answers, closes, meetings, nudges, objections, openings, values
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context

UNFIT = frozenset({"angry", "legal", "wrong_person", "non_english", "out_of_scope"})
"""Hazards under which only a line for the rep to build on is written."""


def outline(context: Context) -> list[Slot]:
    """The slots of a mail, in order."""
    brief = context.occasion.brief
    codes = {h.code for h in brief.hazards}
    if "ambiguous" in codes:
        return _clarifying(context)
    if codes & UNFIT:
        return _careful(context, codes)
    return _KINDS[brief.kind](context)


def _inbound(context: Context) -> list[Slot]:
    opening, answered = openings.slots(context), answers.slots(context)
    return _laid(context, opening, answered, values.slots(context), closes.slots(context, "offer_look"))


def _nudge(context: Context) -> list[Slot]:
    return _laid(context, nudges.slots(context), [], values.slots(context), closes.slots(context, "no_pressure", optional=False))


def _meeting(context: Context) -> list[Slot]:
    opening = meetings.opening(context)
    said = [*meetings.slots(context), *meetings.led(context, answers.slots(context, skip=("time",)))]
    return _laid(context, opening, said, values.agenda(context), closes.slots(context, "see_you"))


def _objection(context: Context) -> list[Slot]:
    return _laid(context, *objections.slots(context), values.slots(context), closes.slots(context, "offer_talk"))


def _laid(context: Context, *parts: list[Slot]) -> list[Slot]:
    return context.model.layout(context.occasion.kind).lay(*parts)


def _clarifying(context: Context) -> list[Slot]:
    """The one question that settles an ambiguous message."""
    act = "which_day" if any(t.past for t in context.occasion.brief.times) else "which"
    return [Slot(tuple(context.bank(act, "question"))), *answers.slots(context, skip=("time", "none", "objection"))]


def _careful(context: Context, codes: set[str]) -> list[Slot]:
    opening = [Slot(tuple(context.bank("sorry", "open")))] if "angry" in codes else []
    return [*opening, Slot(tuple(context.bank("passing_on", "close")))]


_KINDS: dict[Kind, Callable[[Context], list[Slot]]] = {
    Kind.INBOUND_FIRST: _inbound,
    Kind.NUDGE: _nudge,
    Kind.MEETING: _meeting,
    Kind.OBJECTION: _objection,
    Kind.OTHER: _inbound,
}
