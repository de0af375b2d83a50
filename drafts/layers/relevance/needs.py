"""What type of answer an ask wants: a fact without a value of that type cannot be the answer."""

import re
from enum import StrEnum

from drafts.layers.relevance.values import Value


class Need(StrEnum):
    """Type of answer. ``TOPIC`` is the rest: yes or no, which, who, what about."""

    MONEY = "money"
    DURATION = "duration"
    COUNT = "count"
    PERCENT = "percent"
    HOURS = "hours"
    YEAR = "year"
    PLACE = "place"
    TOPIC = "topic"


_PATTERNS = (
    (Need.YEAR, r"how long have you|since when|which year|what year|when (?:were|was|did) (?:you|the company|it)\b.*(?:found|start|establish|begin|set up)|how old\b|long in business|been (?:going|around|in business)"),
    (Need.HOURS, r"(?:what|which|your|support|office|opening|business|phone) (?:opening )?hours|hours (?:of|is|are|do)|when (?:is|are) (?:support|the phones?|you|the (?:help ?desk|hotline))\b.*(?:open|staffed|available|reachable)|what time"),
    (Need.DURATION, r"how (?:long|soon|fast|quick(?:ly)?|often|frequently)|(?:roll-?out|lead|turn-?around|delivery|implementation|response|set-?up) time|time-?(?:line|frame|scale)|when (?:can|could|would|will) we (?:be|go|start|get)|\b(?:length|frequency|duration|retention|notice period)\b|how (?:many|much) (?:days|weeks|months|hours|years|notice|time)"),
    (Need.PERCENT, r"what percent|percentage|how high is (?:the|your) uptime"),
    (Need.COUNT, r"how many|\b(?:number|amount) of|what is the (?:limit|maximum|minimum|cap)|(?:limit|maximum|minimum|cap) (?:on|of|for|per)|rate limit|how (?:big|large|heavy|tall|wide|deep|high)\b"),
    (Need.MONEY, r"how much(?! (?:notice|time|work|space|room|data|effort))|\bwhat (?:does|do|would|will|is|are) .*\b(?:cost|price|charge|fee)|\b(?:price|pricing|prices|cost|costs|rates?|fees?|tariff|quote|quotation)\b(?! limit)|what (?:do|would) (?:we|i|you) (?:pay|charge)|per[- ]seat (?:number|price)|\bextra charge|more expensive"),
    (Need.PLACE, r"\bwhere (?:are|is|do|does|in)\b|^where\b|\bbased in|headquarter"),
)  # fmt: skip
_COMPILED = tuple((need, re.compile(pattern, re.I)) for need, pattern in _PATTERNS)
_CLOSED = re.compile(
    r"(?:^|[,;:.]\s)\s*(?:and |also |so |but |please |say |if |whether |then )*"
    r"(?:is|are|do|does|did|can|could|will|would|may|has|have|am|should|if|whether)\b",
    re.I,
)

_SATISFIED_BY = {
    Need.DURATION: {"duration", "always"},
    Need.COUNT: {"count", "money", "duration"},
    Need.PERCENT: {"percent"},
    Need.HOURS: {"clock", "always"},
    Need.YEAR: {"year"},
    Need.MONEY: {"money"},
}


def needs_of(ask: str) -> tuple[Need, ...]:
    """Types of answer the ask wants, most specific first; ``(TOPIC,)`` when any statement may answer."""
    found = [need for need, pattern in _COMPILED if pattern.search(ask)]
    if Need.MONEY in found and is_closed(ask) and not re.search(r"\bhow much\b|\bwhat\b", ask, re.I):
        found.remove(Need.MONEY)
    if Need.YEAR in found:
        found = [need for need in found if need is not Need.DURATION]
    return tuple(found) or (Need.TOPIC,)


def is_closed(ask: str) -> bool:
    """True when yes or no would answer: "can we…", "whether…", "is it extra"."""
    return bool(_CLOSED.search(ask))


def satisfies(need: Need, values: tuple[Value, ...], places: bool = False) -> bool:
    """Whether a fact with these values, naming places or not, can answer an ask with this need."""
    if need is Need.PLACE:
        return places
    kinds = _SATISFIED_BY.get(need)
    return kinds is None or any(value.kind in kinds for value in values)


IMPLIED = {Need.MONEY: "price", Need.HOURS: "hours", Need.YEAR: "founded", Need.PLACE: "based"}
"""The group of meaning a type of answer stands for when the ask has no content word of its own ("how much?")."""
