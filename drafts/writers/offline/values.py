"""The one line of benefit, tied to what the prospect said where they said it; for a meeting, what it will be about."""

import re
from collections.abc import Iterator

from drafts.domain import Kind
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context
from drafts.writers.offline.echo import pain
from drafts.writers.offline.parsing import parsed
from drafts.writers.offline.said import sayings
from drafts.writers.offline.transforms import Role, lower_first, segments, upper_first
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
    """What a meeting will start with, for reps who say so: the point's first claim behind "I'll keep it to one thing:"."""
    point = context.value.point
    if point is None or not context.model.agendas:
        return []
    first = next((s.text for s in segments(parsed(point.text)) if s.role is Role.MAIN), "")
    if not first or re.search(r"\b(?:so|because|which)\b", first):
        return []
    clause = lower_first(re.split(r", (?:and|but) (?:you|it|we|they|the|nobody|no)\b", first)[0], context.model.names)
    units = [
        Unit("agenda", upper_first(u.text), "value", point.id, -1, "", frozenset({point.id}), u.worth)
        for u in context.bank("agenda", "agenda", how=clause)
    ]
    return [Slot(tuple(units), optional=True)]
