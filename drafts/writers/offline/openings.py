"""How a first reply begins: with the rep's thanks or question where they have one, at once with the answer where they do not."""

import re
from dataclasses import replace

from drafts.domain import Answer, Kind, Polarity
from drafts.writers.offline.answers import topic
from drafts.writers.offline.asides import with_asides
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context
from drafts.writers.offline.echo import doer
from drafts.writers.offline.transforms import lower_first
from profiles.language import parsed

LIST = 3
"""Asks in one mail from which it is thanked for as a list."""
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
    if sum(a.ask.form in ("question", "request") for a in context.plan.answers) >= LIST:
        units += [replace(u, worth=u.worth + 0.8) for u in context.bank("thanks_many", "open")]
    return [Slot(tuple(units), optional=True, ends=True)] if units else []


def asking(context: Context) -> Slot:
    """A question to begin with: after what the prospect said of their own day, else after what they asked for."""
    units = [u for u in context.moves("open", context.occasion.person) if "?" in u.text]
    who = doer(context)
    if who:
        are, do = (" are", "do") if who.plural else ("'s", "does")
        units += [replace(u, worth=u.worth + 0.4) for u in context.bank("question_who", "open", who=who.words, are=are, do=do)]
    thing = next((t for t in map(_asked_about, context.plan.answers) if t), "")
    if thing and context.occasion.kind is Kind.INBOUND_FIRST:
        units += [replace(u, worth=u.worth + 0.2) for u in context.bank("question_thing", "open", thing=thing)]
    asks = [a for a in context.plan.answers if a.answered and a.source in ("fact", "none")]
    if len(asks) > 1 and context.occasion.kind is Kind.INBOUND_FIRST:
        units += context.bank("question_many", "open")
    alone = context.occasion.kind is Kind.MEETING and not any(a.source == "thread" and a.statements for a in context.plan.answers)
    units += [
        *context.bank(f"question_{context.occasion.kind}", "open"),
        *(context.bank("question_company", "open") if alone else ()),
    ]
    return Slot(tuple(with_asides(context, units)), ends=True)


def _asked_about(answer: Answer) -> str:
    """What a prospect asks to have, in the plural ("reminders", "photo checklists"): something they must be doing without today."""
    if answer.source != "fact" or answer.polarity is not Polarity.YES or _TERMS.search(answer.ask.text):
        return ""
    named = topic(answer.ask.text, answer.facts[0])
    return lower_first(named) if named and parsed(named)[-1].tag_ == "NNS" else ""


_TERMS = re.compile(
    r"\b(?:pric\w+|costs?|trials?|contracts?|plans?|agreements?|terms?|pay\w*|fees?|discounts?|licen[cs]es?|seats?)\b|\$", re.I
)
"""What is asked about the deal, not about the work."""
