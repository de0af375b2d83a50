"""How a meeting is confirmed: the time in the rep's way, in the prospect's zone."""

import re

from drafts.writers.offline import when
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context
from drafts.writers.offline.transforms import upper_first
from drafts.writers.offline.units import Unit


def slots(context: Context) -> list[Slot]:
    """The confirmation; a question where no time can be confirmed."""
    time = context.occasion.time
    if time is None:
        return [Slot(tuple(context.bank("which_day", "question")))]
    said = when.say(time, context.model.when, context.occasion.brief.now, context.materials.rep.timezone)
    own = [_filled(unit, said) for unit in context.moves("when")]
    return [Slot(tuple([*own, *context.bank("when", "when", when=said)]), ends=not context.formal)]


def _filled(unit: Unit, said: str) -> Unit:
    text = re.sub(
        r"(?<=[\w,—] )<when>", said[0].lower() + said[1:] if said.startswith(("Today", "Tomorrow")) else said, unit.text
    )
    return Unit(
        "when", upper_first(text.replace("<when>", said)), "own", unit.ref, worth=unit.worth, claims_action=unit.claims_action
    )
