"""How a mail ends: the rep's own way to ask for the next step."""

from drafts.domain import Kind
from drafts.understand.objections import concern_of
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context

STEP_BACK = frozenset({"timing", "authority"})
"""Objections after which nothing is pushed: the mail ends with what was offered."""


def slots(context: Context, act: str, optional: bool = True) -> list[Slot]:
    """The rep's closing moves for this kind, a plain one behind them; ``optional`` where a mail may simply stop."""
    if context.occasion.kind is not Kind.OBJECTION:
        return [Slot((*context.moves("close"), *context.bank(act, "close")), optional=optional)]
    ids = context.occasion.brief.objection_ids
    concerns = frozenset(c for o in context.materials.knowledge.objections if o.id in ids for c in concern_of(o.objection))
    own = tuple(context.moves("close", concerns=concerns))
    plain = () if concerns & STEP_BACK else tuple(context.bank(act, "close"))
    return [Slot((*own, *plain), optional=True)]
