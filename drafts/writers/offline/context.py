"""What every part of an outline needs: the occasion, the plan, the rep's model, and where units come from."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from drafts.domain import Plan, ValueChoice
from drafts.writers.base import Materials
from drafts.writers.offline.bridges import BANK, Register, register
from drafts.writers.offline.moves import Move
from drafts.writers.offline.occasion import Occasion, Person
from drafts.writers.offline.repmodel import RepModel
from drafts.writers.offline.shape import Habits
from drafts.writers.offline.transforms import upper_first
from drafts.writers.offline.units import Unit
from profiles.embedding import embed

OWN_MOVE = 0.9
TEMPLATE = 0.35
ASKS = 0.5
"""Share of a rep's mails of a kind that begin with a question, from which a draft does."""
JOINING, DASHING = 14.0, 9.0
"""Words of a usual sentence from which plain clauses are joined, and from which they are with a dash."""
ALIKE = 0.5
"""How much a move gains from having answered a mail like this one."""


@dataclass(frozen=True)
class Context:
    """One mail to be written."""

    occasion: Occasion
    plan: Plan
    value: ValueChoice
    materials: Materials
    model: RepModel

    @property
    def habits(self) -> Habits:
        return self.model.shape(self.occasion.kind)

    @property
    def register(self) -> Register:
        return register(self.habits)

    @property
    def formal(self) -> bool:
        return self.register is Register.FORMAL

    @property
    def joins(self) -> bool:
        """True for a rep whose sentences are long: their clauses are joined."""
        return self.formal or self.habits.rate("sentence_words") >= (DASHING if self.model.joint else JOINING)

    @property
    def asks_first(self) -> bool:
        """True for a rep who begins this kind of mail with a question."""
        return self.model.asks_first.get(self.occasion.kind, 0.0) >= ASKS

    @property
    def first_contact(self) -> bool:
        """True when the rep has not written in this thread."""
        return not any(m.from_rep for m in self.occasion.thread.messages)

    def moves(
        self, role: str, person: Person | None = None, concerns: frozenset[str] | None = None, anywhere: bool = False
    ) -> Iterator[Unit]:
        """The rep's own moves for a place in this kind of mail, or in ``anywhere`` any other, those that answered a similar mail worth more."""
        for move in self.model.moves:
            if move.role != role or (move.kind is self.occasion.kind) is anywhere or move.id in self.materials.dropped_moves:
                continue
            if concerns is not None and not move.concerns & concerns:
                continue
            text = filled(move.text, person)
            if text:
                yield self._unit(move, role, text)

    def frames(self) -> list[Move]:
        """How the rep introduces a benefit."""
        return [m for m in self.model.moves if m.role == "frame" and m.id not in self.materials.dropped_moves]

    def bank(self, act: str, move: str, **slots: str) -> list[Unit]:
        """The plain templates for an act in the rep's register."""
        words = {name.rstrip("_"): value for name, value in slots.items()}
        units = []
        for number, template in enumerate(BANK[act][self.register]):
            text = upper_first(self.model.dialect.plain(template.format(**words)))
            units.append(Unit(move, text, "template", act, worth=TEMPLATE - 0.02 * number))
        return units

    def _unit(self, move: Move, role: str, text: str) -> Unit:
        return Unit(
            move=role,
            text=text,
            source="own",
            ref=move.example,
            worth=OWN_MOVE + ALIKE * self.likeness(move.example),
            claims_action=move.claims_action,
            needs=move.needs,
        )

    def likeness(self, example: str) -> float:
        """How near in meaning this mail is to the one an example answered, 0 to 1."""
        vector = self.model.incoming.get(example)
        return max(0.0, float(vector @ self._newest)) if vector is not None else 0.0

    @cached_property
    def _newest(self):
        return embed([self.occasion.newest or " "])[0]


def filled(text: str, person: Person | None) -> str:
    """A move with the person it asks about; empty when it needs one there is not, or one of the other number."""
    if "<person>" not in text and "<people>" not in text:
        return text
    wanted = "<people>" if person and person.plural else "<person>"
    return upper_first(text.replace(wanted, person.words)) if person and wanted in text else ""
