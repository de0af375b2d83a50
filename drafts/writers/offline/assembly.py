"""Choosing among units and putting them together: a beam over the slots of a mail, judged by worth, repetition and the rep's form."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from drafts.domain import Sentence
from drafts.writers.offline.envelope import Envelope
from drafts.writers.offline.occasion import flat
from drafts.writers.offline.shape import Habits
from drafts.writers.offline.transforms import lower_first, upper_first
from drafts.writers.offline.units import Unit
from drafts.writers.offline.words import COMMON_GROUND
from profiles.language import parsed

BEAM = 14
REPEATED = 0.9
"""What it costs to say an approved text twice."""
TOLD = 2.0
"""What it costs on top to give a benefit its own place when an answer has said it along."""
FORM = 0.9
"""Weight of the distance to the rep's form, in spreads."""
LENGTH = 1.2
JOINED = 1.6
"""How much longer than the rep's usual sentence a joined one may be."""
BEGUN = 3
"""Words two sentences may not both begin with."""
FROM_ONE, COPIED = 2, 0.4
"""Units that may come from one example, and what each further one costs: a whole mail said again reads like a macro."""
STALE, STALE_FACT = 0.6, 0.15
"""What a sentence costs that one of the rep's last drafts already had: people vary their moves but say a fact the same way."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in a mail: the units it may hold and whether it may stay empty.

    ``paragraph`` opens a new one; ``joins`` lets its clause be joined to the sentence before; ``ends`` keeps the next one from being
    joined to it; a slot whose ``covers`` have all been said already may stay empty too.
    """

    units: tuple[Unit, ...]
    optional: bool = False
    paragraph: bool = True
    joins: bool = False
    ends: bool = False
    covers: frozenset[str] = frozenset()


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
    longest: float = 32.0
    dash: str = ""
    link: str = "and"

    @cached_property
    def says(self) -> frozenset[str]:
        return frozenset().union(*(p.unit.says for p in self.pieces)) if self.pieces else frozenset()

    @cached_property
    def sentences(self) -> frozenset[str]:
        return frozenset(s for p in self.pieces for s in _sentences(p.unit.text))

    @cached_property
    def beginnings(self) -> list[list[str]]:
        """How its sentences begin."""
        return [s.split()[:BEGUN] for s in self.sentences]

    @cached_property
    def things(self) -> frozenset[str]:
        """Stems of the nouns of its stock moves."""
        return frozenset().union(*(_things(p.unit.text) for p in self.pieces if p.unit.move in MOVES))

    @cached_property
    def laid_out(self) -> tuple[str, tuple[Sentence, ...]]:
        return lay_out(self.pieces, self.longest, self.dash, self.link)

    @property
    def body(self) -> str:
        return self.laid_out[0]


MOVES = frozenset({"open", "ask", "when", "close"})
"""Places where a second mention of the same thing ("the invitation") reads as an oversight."""


@lru_cache(maxsize=4096)
def _things(text: str) -> frozenset[str]:
    return frozenset(t.lemma_.lower() for t in parsed(text) if t.pos_ == "NOUN") - COMMON_GROUND


@lru_cache(maxsize=4096)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(flat(s) for s in re.split(r"(?<=[.!?])\s+", text))


def search(
    slots: Sequence[Slot],
    habits: Habits,
    stale: frozenset[str],
    said: frozenset[str],
    limit: int = 6,
    form: float = 1.0,
    dash: str = "",
    link: str = "and",
) -> list[Assembly]:
    """The best assemblies, best first. ``stale`` are sentences of the rep's last drafts, ``said`` those already in the thread; ``form``
    is how much the distance to the rep's form counts; ``dash`` joins clauses for a rep who writes so, ``link`` two plain ones."""
    longest = max(24.0, JOINED * habits.rate("sentence_words"))
    beam = [Assembly(longest=longest, dash=dash, link=link)]
    for slot in slots:
        grown = []
        for so_far in beam:
            if slot.optional or not slot.units or (slot.covers and slot.covers <= so_far.says):
                grown.append(so_far)
            for unit in slot.units:
                worth = so_far.worth + unit.worth - _cost(unit, so_far, stale, said)
                joins = slot.joins and bool(so_far.pieces) and not so_far.pieces[-1].ends
                piece = Piece(unit, slot.paragraph or not so_far.pieces, joins, slot.ends)
                grown.append(replace(so_far, pieces=(*so_far.pieces, piece), worth=worth))
        beam = sorted(grown, key=lambda a: -a.worth)[:BEAM]
    ranked = sorted(beam, key=lambda a: -(a.worth - form * _form(a.body, habits)))
    return ranked[:limit]


def _cost(unit: Unit, so_far: Assembly, stale: frozenset[str], said: frozenset[str]) -> float:
    again = len(unit.says & so_far.says)
    sentences = _sentences(unit.text)
    doubled = bool(sentences) and any(s in so_far.sentences for s in sentences)
    echoed = len(_things(unit.text) & so_far.things) if unit.move in MOVES and so_far.things else 0
    begun = any(s.split()[:BEGUN] in so_far.beginnings for s in sentences if len(s.split()) > BEGUN)
    missing = bool(unit.needs) and not unit.needs & so_far.says
    copied = unit.source == "own" and sum(p.unit.ref == unit.ref for p in so_far.pieces if p.unit.source == "own") >= FROM_ONE
    return (
        3.0 * (missing + doubled)
        + 0.5 * (echoed + begun)
        + COPIED * copied
        + REPEATED * again
        + TOLD * (unit.move == "value" and bool(unit.says) and unit.says <= so_far.says)
        + (STALE_FACT if unit.move == "answer" else STALE) * any(s in stale for s in sentences)
        + 2.0 * any(s in said for s in sentences if len(s) > 8)
    )


def _form(body: str, habits: Habits) -> float:
    words, (low, _, high) = len(body.split()), habits.words
    over = max(0.0, words - high) / max(10.0, high) + max(0.0, low - words) / max(10.0, low)
    return FORM * habits.distance(body) + LENGTH * over


# --- laying out ---------------------------------------------------------------------------------------------------


def lay_out(
    pieces: Sequence[Piece], longest: float = 32.0, dash: str = "", link: str = "and"
) -> tuple[str, tuple[Sentence, ...]]:
    """The body and where each unit stands in it. Clauses that may be joined are, as long as the sentence stays under ``longest`` words."""
    text, marks = "", []
    for group in _groups(pieces, longest, dash):
        lead = "" if not text else "\n\n" if group[0].paragraph else " "
        for number, piece in enumerate(group):
            alone = len(group) == 1 and not (piece.joins and piece.unit.clause)
            before, words = (lead, piece.unit.text) if alone else _linked(group, number, lead, dash, link)
            start = len(text) + len(before)
            text += before + words
            unit = piece.unit
            marks.append(Sentence((start, len(text)), unit.source, unit.ref, unit.ask, unit.claims_action))
    return text, tuple(marks)


def _groups(pieces: Sequence[Piece], longest: float, dash: str) -> list[list[Piece]]:
    """Runs of pieces that become one sentence."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        last = groups[-1] if groups else []
        words = sum(len(p.unit.clause.split()) for p in last) + len(piece.unit.clause.split())
        fits = last and all(p.unit.clause for p in (*last, piece)) and words <= longest
        if dash and fits:
            fits = len(last) == 1 and dash not in last[0].unit.clause + piece.unit.clause and ":" not in piece.unit.clause
        if fits and piece.joins and not piece.paragraph:
            last.append(piece)
        else:
            groups.append([piece])
    return groups


def _linked(group: Sequence[Piece], number: int, lead: str, dash: str, link: str) -> tuple[str, str]:
    """One clause of a joined sentence: "A, and b." for two plain ones, "A; b; and c." for more."""
    clause = group[number].unit.clause
    stop = "." if number == len(group) - 1 else ""
    if number == 0:
        return lead, f"{upper_first(clause)}{stop}"
    if dash:
        return f" {dash} and ", f"{clause}{stop}"
    heavy = len(group) > 2 or any(re.search(r", and |;|, which ", p.unit.clause) for p in group)
    last = number == len(group) - 1
    return ("; and " if heavy and last and len(group) > 2 else "; " if heavy else f", {link} "), f"{clause}{stop}"


def finished(assembly: Assembly, envelope: Envelope, names: frozenset[str] = frozenset()) -> tuple[str, tuple[Sentence, ...]]:
    """The whole mail with its envelope; sentence spans moved accordingly."""
    body, marks = assembly.laid_out
    body = lower_first(body, names) if envelope.inline and re.match(r"[A-Z][a-z\s]", body) else upper_first(body)
    text, start = envelope.seal(body)
    placed = [Sentence((a + start, b + start), m.source, m.ref, m.ask, m.claims_action) for m in marks for a, b in [m.span]]
    if start:
        placed.insert(0, Sentence((0, start), "template", "greeting"))
    if envelope.closing:
        placed.append(Sentence((len(text) - len(envelope.closing), len(text)), "template", "closing"))
    return text, tuple(placed)
