"""The one line of benefit, tied to what the prospect said where they said it; for a meeting, what it will be about."""

import re
from collections.abc import Iterator
from dataclasses import replace

from drafts.domain import Kind
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.bridges import Register
from drafts.writers.offline.context import Context
from drafts.writers.offline.echo import pain
from drafts.writers.offline.said import addressed, sayings
from drafts.writers.offline.transforms import lower_first, upper_first
from drafts.writers.offline.units import Unit
from profiles.embedding import similarities


def slots(context: Context) -> list[Slot]:
    """The benefit, alone or behind the rep's frame or the prospect's own words; none where none is expected."""
    point = context.value.point
    if point is None or not context.value.expected:
        return []
    units = list(_units(context))
    return [Slot(tuple(units), optional=_told(context), covers=frozenset({point.id}))]


def _told(context: Context) -> bool:
    """True when an answer already says what the point says, so that saying it again may be left out."""
    answered = [s for a in context.plan.answers if a.source == "fact" for s in a.statements]
    return bool(answered) and float(similarities(answered, [context.value.point.text]).max()) >= SAME


SAME = 0.7
"""Nearness from which an answer and a benefit say the same."""


def _units(context: Context) -> Iterator[Unit]:
    point = context.value.point
    echo = pain(context)
    for unit in sayings(context, "value", point.id, point.text):
        if echo and context.occasion.kind is Kind.NUDGE:
            yield from (_joined(e, unit, 0.35) for e in context.bank("echo", "value", said=echo))
        for frame in context.frames() if not _introduced(unit.text, context) else ():
            text = framed(frame.text, unit, context.model.names)
            if text and frame.example != unit.ref:
                yield Unit(
                    "value", text, unit.source, unit.ref, -1, "", unit.says, unit.worth + (0.1 if unit.source == "own" else 0.25)
                )
        yield unit.at("value")


def _joined(echo: Unit, unit: Unit, gain: float) -> Unit:
    return Unit("value", f"{echo.text} {unit.text}", unit.source, unit.ref, -1, "", unit.says, unit.worth + gain)


def _introduced(text: str, context: Context) -> bool:
    """A benefit that brings its own introduction along."""
    return ":" in text[:40] or any(text.lower().startswith(f.text.lower().rstrip(".:—– ")) for f in context.frames())


def framed(frame: str, unit: Unit, names: frozenset[str]) -> str:
    """A benefit under the rep's own way of introducing one; empty when it would need one clause and is several."""
    if frame[-1] in ".!?":
        return f"{frame} {unit.text}"
    return f"{frame} {lower_first(unit.clause, names)}." if unit.clause else ""


def agenda(context: Context) -> list[Slot]:
    """What a meeting will start with, for reps who say so: the point behind "I'll keep it to one thing:"."""
    point = context.value.point
    if point is None or not context.model.agendas:
        return []
    units = list(_shown(context) if context.register is Register.BRIEF else _how(context))
    return [Slot(tuple(units), optional=True)] if units else []


def _shown(context: Context) -> Iterator[Unit]:
    """ "I'll show you one thing." and then the point in the rep's short sentences."""
    point = context.value.point
    leads = [u for u in context.moves("remark") if _SHOWS.search(u.text)] + context.bank("agenda", "agenda", how="")
    for lead in leads:
        for unit in sayings(context, "value", point.id, point.text):
            yield replace(unit, move="agenda", text=f"{lead.text} {unit.text}", worth=lead.worth + 0.4 * unit.worth)


def _how(context: Context) -> Iterator[Unit]:
    """ "I'll start with how ..." with the whole point, and with its first claim only."""
    point, names = context.value.point, context.model.names
    whole = context.model.spoken(addressed(point.text)).rstrip(".")
    first = re.split(r", (?:so|because|and|but|which)\b", whole)[0]
    for worth, text in ((0.1, whole), (0.0, first)):
        if not re.match(r"(?:when|if|what|how)\b", text, re.I) and ". " not in text:
            for unit in context.bank("agenda", "agenda", how=lower_first(text, names)):
                yield replace(
                    unit,
                    text=upper_first(unit.text),
                    source="value",
                    ref=point.id,
                    says=frozenset({point.id}),
                    worth=unit.worth + worth,
                )


_SHOWS = re.compile(r"\b(?:show|start|begin|keep it to|focus|one thing)\b", re.I)
