"""How a first reply begins: with the rep's thanks or question where they have one, at once with the answer where they do not."""

from drafts.domain import Kind
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context

SELDOM = 0.34
"""Share of a rep's mails of a kind that open with something other than the answer, under which a draft opens with the answer."""


def slots(context: Context) -> list[Slot]:
    """The opening, left out for a rep who begins with the answer."""
    kind = context.occasion.kind
    if context.model.opens.get(kind, 0.0) < SELDOM and kind is Kind.INBOUND_FIRST:
        return []
    units = list(context.moves("open"))
    units += context.bank("thanks" if context.first_contact else "thanks_again", "open")
    return [Slot(tuple(units), optional=True, ends=True)] if units else []
