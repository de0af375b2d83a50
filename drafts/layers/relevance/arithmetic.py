"""Seats times price: the one sum a draft may do, as a grounded statement."""

from drafts.domain import Fact
from drafts.layers.relevance.people import price_per_head
from drafts.layers.relevance.values import values


def money(amount: float) -> str:
    """``507.0`` as ``$507``, ``2006`` as ``$2,006``, ``12.5`` as ``$12.50``."""
    return f"${amount:,.0f}" if float(amount).is_integer() else f"${amount:,.2f}"


def totals(fact: Fact, people: int | None) -> tuple[float, ...]:
    """What each price per head in the fact comes to for this many people."""
    if not people:
        return ()
    return tuple(v.number * people for v in values(fact.text) if v.kind == "money" and price_per_head(v, fact.text))


def statement(fact: Fact, people: int | None, noun: str) -> str | None:
    """ "That is $507 a month for 13 technicians.", or None when the fact has no single price per head or the number is unknown."""
    sums = totals(fact, people)
    if len(sums) != 1:
        return None
    period = (
        "a year"
        if "per year" in fact.text and "per month" not in fact.text
        else "a month"
        if "per month" in fact.text
        else "in all"
    )
    return f"That is {money(sums[0])} {period} for {people} {noun}."
