"""How a mail ends: the rep's own way to ask for the next step."""

import re
from dataclasses import replace

from drafts.domain import Kind
from drafts.understand.objections import concern_of
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context
from drafts.writers.offline.units import Unit

STEP_BACK = frozenset({"timing", "authority"})
"""Objections after which nothing is pushed: the mail ends with what was offered."""


_SENDABLE = re.compile(r"\b(?:shared?|sent|send|on request|ready to sign)\b", re.I)
_PAPER = re.compile(r"\b(report|certificate|agreement|DPA|contract|policy|questionnaire|overview|guide)\b")
OFFERED = 0.9
"""What offering the very paper the mail spoke of is worth over a plain closing."""


def _sending(context: Context) -> list[Unit]:
    """The offer to send what an answer says is sent or shared: "May I send you the report?" """
    facts = {f.id: f for f in context.materials.knowledge.facts_in_force(context.occasion.brief.now.date())}
    told = [f for a in context.plan.answers for f in a.facts if f.id in facts]
    for fact in told:
        paper = _PAPER.search(fact.text)
        if paper and _SENDABLE.search(fact.text):
            return [replace(u, worth=u.worth + OFFERED) for u in context.bank("offer_paper", "close", paper=paper[1])]
    return []


def slots(context: Context, act: str, optional: bool = True) -> list[Slot]:
    """The rep's closing moves for this kind, a plain one behind them; ``optional`` where a mail may simply stop."""
    if context.occasion.kind is not Kind.OBJECTION:
        return [Slot((*context.moves("close"), *_sending(context), *context.bank(act, "close")), optional=optional)]
    ids = context.occasion.brief.objection_ids
    concerns = frozenset(c for o in context.materials.knowledge.objections if o.id in ids for c in concern_of(o.objection))
    own = tuple(context.moves("close", concerns=concerns))
    plain = () if concerns & STEP_BACK else tuple(context.bank(act, "close"))
    return [Slot((*own, *_sending(context), *plain), optional=True)]
