"""The writer that needs no model, no key and no network: the rep's own words and moves, approved texts, and this thread."""

from collections.abc import Sequence

from drafts.domain import Brief, Composition, Knowledge, Plan, Rep, Thread, ValueChoice
from drafts.writers.base import Instruction, Materials, Writer
from drafts.writers.offline import repmodel
from drafts.writers.offline.assembly import finished, search
from drafts.writers.offline.context import Context
from drafts.writers.offline.envelope import Envelope, envelope
from drafts.writers.offline.mending import form_weight, mended
from drafts.writers.offline.moves import Move
from drafts.writers.offline.occasion import Occasion, flat
from drafts.writers.offline.outline import outline
from drafts.writers.offline.shape import sentences_of

__all__ = ["Move", "OfflineWriter", "mined_moves"]

OFFERED, OFFERED_AGAIN = 5, 5
"""Candidates handed to the three judges at first, and under an instruction."""


def mined_moves(rep: Rep, knowledge: Knowledge) -> tuple[Move, ...]:
    """The rep's stock moves for ops or the rep to keep or drop; a move's id stays the same while its words do."""
    return repmodel.learn(rep, knowledge).moves if any(e.reply.strip() for e in rep.examples) else ()


class OfflineWriter(Writer):
    """Composes from the rep's examples, the plan and the facts. Deterministic; invents nothing."""

    name = "offline"

    def compose(
        self,
        brief: Brief,
        plan: Plan,
        value: ValueChoice,
        thread: Thread,
        materials: Materials,
        instruction: Instruction | None = None,
        previous: Composition | None = None,
    ) -> Composition:
        return self.candidates(brief, plan, value, thread, materials, instruction, previous)[0]

    def candidates(
        self,
        brief: Brief,
        plan: Plan,
        value: ValueChoice,
        thread: Thread,
        materials: Materials,
        instruction: Instruction | None = None,
        previous: Composition | None = None,
    ) -> Sequence[Composition]:
        model = repmodel.learn(materials.rep, materials.knowledge)
        occasion = Occasion(brief, thread)
        slots = mended(outline(Context(occasion, plan, value, materials, model)), instruction, previous)
        sealed = envelope(materials.rep, materials.profile, thread, brief.kind)
        stale = frozenset(flat(s) for text in materials.recent for s in sentences_of(_ungreeted(text, sealed)))
        shape, offered = model.shape(brief.kind), OFFERED if instruction is None else OFFERED_AGAIN
        found = search(slots, shape, stale, occasion.said_before, offered * 2, form_weight(instruction), model.joint, model.link)
        made = [Composition(text, self.name, marks) for text, marks in (finished(a, sealed, model.names) for a in found)]
        fresh = [c for c in made if previous is None or c.text != previous.text]
        return tuple((fresh or made)[:offered])


def _ungreeted(text: str, sealed: Envelope) -> str:
    """A mail without a greeting that runs into its first sentence."""
    if not (sealed.inline and sealed.greeting):
        return text
    first, mark, rest = text.partition(sealed.greeting[-1])
    return rest if mark and "\n" not in first else text


def warm(rep: Rep, knowledge: Knowledge) -> None:
    """Build what the writer knows of a rep now, so that the next draft does not wait for it."""
    repmodel.learn(rep, knowledge)
