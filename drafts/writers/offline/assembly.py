"""Choosing among units and putting them together: a beam over the slots of a mail, judged by worth, repetition and the rep's form."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from drafts.domain import Sentence
from drafts.writers.offline.envelope import Envelope
from drafts.writers.offline.occasion import flat
from drafts.writers.offline.shape import Habits
from drafts.writers.offline.transforms import lower_first, upper_first
from drafts.writers.offline.units import Unit

BEAM = 14
REPEATED = 0.9
"""What it costs to say an approved text twice."""
FORM = 0.9
"""Weight of the distance to the rep's form, in spreads."""
LENGTH = 1.2
STALE, STALE_FACT = 0.6, 0.15
"""What a sentence costs that one of the rep's last drafts already had: people vary their moves but say a fact the same way."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in a mail: the units it may hold and whether it may stay empty.

    ``paragraph`` opens a new one; ``joins`` lets its clause be joined to the sentence before; ``ends`` keeps the next one from being
    joined to it; ``apart_from_end`` marks the close, which folds into the last paragraph for reps who do so.
    """

    units: tuple[Unit, ...]
    optional: bool = False
    paragraph: bool = True
    joins: bool = False
    ends: bool = False
    apart_from_end: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A chosen unit with how it is tied to the one before."""

    unit: Unit
    paragraph: bool
    joins: bool
    ends: bool = False


@dataclass(frozen=True)
class Assembly:
    """Units in order with their paragraphs, and what they come to as text."""

    pieces: tuple[Piece, ...] = ()
    worth: float = 0.0

    @cached_property
    def says(self) -> frozenset[str]:
        return frozenset().union(*(p.unit.says for p in self.pieces)) if self.pieces else frozenset()

    @cached_property
    def laid_out(self) -> tuple[str, tuple[Sentence, ...]]:
        return lay_out(self.pieces)

    @property
    def body(self) -> str:
        return self.laid_out[0]


def search(slots: Sequence[Slot], habits: Habits, stale: frozenset[str], said: frozenset[str], limit: int = 6) -> list[Assembly]:
    """The best assemblies, best first. ``stale`` are sentences of the rep's last drafts, ``said`` those already in the thread."""
    beam = [Assembly()]
    for slot in slots:
        grown = []
        for so_far in beam:
            if slot.optional or not slot.units:
                grown.append(so_far)
            for unit in slot.units:
                worth = so_far.worth + unit.worth - _cost(unit, so_far, stale, said)
                joins = slot.joins and bool(so_far.pieces) and not so_far.pieces[-1].ends
                piece = Piece(unit, slot.paragraph or not so_far.pieces, joins, slot.ends)
                grown.append(Assembly((*so_far.pieces, piece), worth))
        beam = sorted(grown, key=lambda a: -a.worth)[:BEAM]
    ranked = sorted(beam, key=lambda a: -(a.worth - _form(a.body, habits)))
    return ranked[:limit]


def _cost(unit: Unit, so_far: Assembly, stale: frozenset[str], said: frozenset[str]) -> float:
    again = len(unit.says & so_far.says)
    sentences = [flat(s) for s in re.split(r"(?<=[.!?])\s+", unit.text)]
    missing = bool(unit.needs) and not unit.needs & so_far.says
    return (
        3.0 * missing
        + REPEATED * again
        + (STALE_FACT if unit.move == "answer" else STALE) * any(s in stale for s in sentences)
        + 2.0 * any(s in said for s in sentences if len(s) > 8)
    )


def _form(body: str, habits: Habits) -> float:
    words, (low, _, high) = len(body.split()), habits.words
    over = max(0.0, words - high) / max(10.0, high) + max(0.0, low - words) / max(10.0, low)
    return FORM * habits.distance(body) + LENGTH * over


# --- laying out ---------------------------------------------------------------------------------------------------


def lay_out(pieces: Sequence[Piece]) -> tuple[str, tuple[Sentence, ...]]:
    """The body and where each unit stands in it."""
    text, marks = "", []
    for number, piece in enumerate(pieces):
        before = "" if not text else "\n\n" if piece.paragraph else " "
        words = piece.unit.text
        if piece.joins and piece.unit.clause and text and text[-1] == "." and not piece.paragraph:
            text, before, words = text[:-1], _joint(text, pieces, number), f"{piece.unit.clause}."
        start = len(text) + len(before)
        text += before + words
        u = piece.unit
        marks.append(Sentence((start, len(text)), u.source, u.ref, u.ask, u.claims_action))
    return text, tuple(marks)


def _joint(text: str, pieces: Sequence[Piece], number: int) -> str:
    """A semicolon where the clause before already holds commas, else "and"."""
    last = re.split(r"(?<=[.!?])\s+|\n+", text)[-1]
    return "; " if last.count(",") > 2 or ";" in last else ", and "


def finished(assembly: Assembly, envelope: Envelope) -> tuple[str, tuple[Sentence, ...]]:
    """The whole mail with its envelope; sentence spans moved accordingly."""
    body, marks = assembly.laid_out
    body = lower_first(body) if envelope.inline and re.match(r"[A-Z][a-z]", body) else upper_first(body)
    text, start = envelope.seal(body)
    placed = [Sentence((a + start, b + start), m.source, m.ref, m.ask, m.claims_action) for m in marks for a, b in [m.span]]
    if start:
        placed.insert(0, Sentence((0, start), "template", "greeting"))
    if envelope.closing:
        placed.append(Sentence((len(text) - len(envelope.closing), len(text)), "template", "closing"))
    return text, tuple(placed)
