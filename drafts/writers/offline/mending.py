"""Writing again under an instruction: what may no longer be said, what must be said plainly, what gets shorter."""

from collections.abc import Sequence
from dataclasses import replace

from drafts.domain import Composition, Layer
from drafts.writers import wishes
from drafts.writers.base import Instruction
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.units import Unit

BREVITY = 0.15
"""What a word costs when the mail is to be shorter, or earns when it is to be longer."""
ASIDE = 0.8
"""What everything but the answers costs on top, when the mail is to be shorter."""
PLAINLY = 0.8
"""What the approved text in plain words gains when an answer or a benefit was not recognised."""
FORM_AGAIN, FORM_ASIDE = 2.0, 0.2
"""How much the rep's form counts when the voice is to be mended, and when a length is asked for that is not theirs."""


def mended(slots: Sequence[Slot], instruction: Instruction | None, previous: Composition | None) -> list[Slot]:
    """The slots with only the units the instruction allows, and those it asks for worth more."""
    if instruction is None:
        return list(slots)
    if instruction.layer is None:
        return [_wished(slot, instruction) for slot in slots]
    marked = [previous.text[a:b] for a, b in instruction.spans] if previous and instruction.layer is not Layer.VOICE else []
    return [_corrected(slot, instruction, marked) for slot in slots]


def form_weight(instruction: Instruction | None) -> float:
    """How much the rep's form counts for this writing: more to mend the voice, little where the rep wants it otherwise for once."""
    if instruction is not None and instruction.codes[:1] in ((wishes.SHORTER,), (wishes.LONGER,)):
        return FORM_ASIDE
    return FORM_AGAIN if instruction is not None and instruction.layer is Layer.VOICE else 1.0


def _corrected(slot: Slot, instruction: Instruction, marked: Sequence[str]) -> Slot:
    kept = tuple(u for u in slot.units if _honest(u) or not any(words in u.text or u.text in words for words in marked))
    wanted = {Layer.RELEVANCE: ("fact", "point"), Layer.VALUE: ("value",)}.get(instruction.layer, ())
    units = tuple(replace(u, worth=u.worth + PLAINLY) if u.source in wanted else u for u in kept)
    told = instruction.layer is Layer.VALUE and any(u.move == "value" for u in units)
    return replace(slot, units=units, optional=(slot.optional and not told) or not units)


def _honest(unit: Unit) -> bool:
    """The line that says what cannot be answered stays, whatever else goes."""
    return unit.source == "template" and unit.ref.startswith("unknown")


def _wished(slot: Slot, instruction: Instruction) -> Slot:
    code = instruction.codes[0]
    if code == wishes.OMIT:
        return _without(slot, [u for u in slot.units if not wishes.mentions(u.text, instruction.topics)])
    if code == wishes.NO_QUESTION:
        return _without(slot, [u for u in slot.units if "?" not in u.text])
    sign = -1 if code == wishes.SHORTER else 1
    aside = code == wishes.SHORTER and all(u.move in ("open", "value", "agenda", "close") for u in slot.units)
    gain = [sign * BREVITY * len(u.text.split()) - (ASIDE if aside else 0.0) for u in slot.units]
    units = tuple(replace(u, worth=u.worth + g) for u, g in zip(slot.units, gain, strict=True))
    return replace(slot, units=units, optional=slot.optional or aside)


def _without(slot: Slot, kept: list[Unit]) -> Slot:
    """The slot with the units left; it may stay empty when none is."""
    return replace(slot, units=tuple(kept), optional=slot.optional or not kept)
