"""How a first reply begins: with the rep's thanks or question where they have one, at once with the answer where they do not."""

from dataclasses import replace

from drafts.domain import Kind
from drafts.writers.offline.asides import with_asides
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context
from drafts.writers.offline.echo import ECHO, situation

SELDOM = 0.34
"""Share of a rep's mails of a kind that open with something other than the answer, under which a draft opens with the answer."""


def slots(context: Context) -> list[Slot]:
    """The opening, left out for a rep who begins with the answer."""
    kind = context.occasion.kind
    if context.asks_first:
        return [asking(context)]
    if context.model.opens.get(kind, 0.0) < SELDOM and kind is Kind.INBOUND_FIRST:
        return []
    units = list(context.moves("open"))
    units += context.bank("thanks" if context.first_contact else "thanks_again", "open")
    return [Slot(tuple(units), optional=True, ends=True)] if units else []


def asking(context: Context) -> Slot:
    """A question to begin with: after what the prospect said of their own day, else after what they asked for."""
    units = [u for u in context.moves("open", context.occasion.person) if "?" in u.text]
    said = situation(context)
    if said:
        units += [replace(u, worth=u.worth + 0.4, says=u.says | {ECHO}) for u in context.bank("question_pain", "open", said=said)]
    asks = [a for a in context.plan.answers if a.answered and a.source in ("fact", "none")]
    if len(asks) > 1 and context.occasion.kind is Kind.INBOUND_FIRST:
        units += context.bank("question_many", "open")
    alone = context.occasion.kind is Kind.MEETING and not any(a.source == "thread" and a.statements for a in context.plan.answers)
    units += [
        *context.bank(f"question_{context.occasion.kind}", "open"),
        *(context.bank("question_company", "open") if alone else ()),
    ]
    return Slot(tuple(with_asides(context, units)), ends=True)
