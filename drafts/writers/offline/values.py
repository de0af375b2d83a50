"""The one line of benefit, tied to what the prospect said where they said it; for a meeting, what it will be about."""

import re
from collections.abc import Iterator

from drafts.writers.offline.answers import apart
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context
from drafts.writers.offline.occasion import turned
from drafts.writers.offline.parsing import parsed
from drafts.writers.offline.said import sayings
from drafts.writers.offline.shape import sentences_of
from drafts.writers.offline.transforms import Role, lower_first, segments, upper_first
from drafts.writers.offline.units import Unit
from profiles.embedding import similarities

ECHOES = 0.38
"""Nearness of something the prospect said to the concern of the point, from which the point is tied to it."""


def slots(context: Context) -> list[Slot]:
    """The benefit, alone or behind the rep's frame or the prospect's own words; none where none is expected."""
    point = context.value.point
    if point is None or not context.value.expected:
        return []
    units = list(_units(context))
    return [Slot(tuple(units), paragraph=not context.formal)]


def _units(context: Context) -> Iterator[Unit]:
    point = context.value.point
    echo = echoed(context)
    for unit in sayings(context, "value", point.id, point.text):
        if echo:
            yield from (_joined(e, unit, 0.35) for e in context.bank("echo", "value", said=echo))
        if unit.source != "own":
            for frame in context.frames():
                text = framed(frame.text, unit, context.model.names)
                if text:
                    yield Unit("value", text, "value", point.id, -1, "", unit.says, unit.worth + 0.25)
        yield unit.at("value")


def _joined(echo: Unit, unit: Unit, gain: float) -> Unit:
    return Unit("value", f"{echo.text} {unit.text}", unit.source, unit.ref, -1, "", unit.says, unit.worth + gain)


def framed(frame: str, unit: Unit, names: frozenset[str]) -> str:
    """A benefit under the rep's own way of introducing one; empty when it would need one clause and is several."""
    if frame[-1] in ".!?":
        return f"{frame} {unit.text}"
    return f"{frame} {lower_first(unit.clause, names)}." if unit.clause else ""


def echoed(context: Context) -> str:
    """What the prospect said about the concern of the point, facing them: "you burn half the day on the interstate"."""
    point = context.value.point
    said = [clause for text in _prospect(context) for clause in plain_clauses(text)]
    if point is None or not said:
        return ""
    near = similarities(said, [point.concern, point.text]).max(axis=1)
    best = int(near.argmax())
    return turned(said[best]) if near[best] >= ECHOES else ""


def _prospect(context: Context) -> Iterator[str]:
    for message in reversed(context.occasion.thread.prospect):
        yield from sentences_of(message.text)


_PLAIN = re.compile(r"^(?:i|we|our|my)\b", re.I)
_UNFIT = re.compile(
    r"\b(?:you|your|will|would|could|should|can|let|'ll|want|need|like|think|guess|hope|thanks?|sorry|please|if|not|n't|no|never|already)\b|[?!():]|\d",
    re.I,
)


def plain_clauses(text: str) -> Iterator[str]:
    """Clauses of a message that simply say how things are with the writer, short enough to be given back."""
    for clause in re.split(
        r"[,;.!?\n]|\s[-–—]+\s|\b(?:and|but|so|because|cause)\b(?=\s(?:i|we|our|my)\b)", text.replace("’", "'"), flags=re.I
    ):
        clause = clause.strip()
        if 4 <= len(clause.split()) <= 12 and _PLAIN.match(clause) and not _UNFIT.search(clause):
            doc = parsed(clause)
            if any(t.dep_ == "ROOT" and t.pos_ in ("VERB", "AUX") for t in doc) and any(
                t.dep_ in ("nsubj", "nsubjpass") for t in doc
            ):
                yield clause


def agenda(context: Context) -> list[Slot]:
    """What a meeting will start with, for reps who say so: the point's first claim behind "I'll keep it to one thing:"."""
    point = context.value.point
    if point is None or not context.model.agendas:
        return []
    first = next((s.text for s in segments(parsed(point.text)) if s.role is Role.MAIN), "")
    if not first or re.search(r"\b(?:so|because|which)\b", first):
        return []
    clause = lower_first(first, context.model.names)
    units = [
        Unit("agenda", upper_first(u.text), "value", point.id, -1, "", frozenset({point.id}), u.worth)
        for u in context.bank("agenda", "agenda", how=clause)
    ]
    return [Slot(tuple(units), optional=True, paragraph=apart(context, False))]
