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


def _pattern(text: str) -> re.Pattern:
    return re.compile(text, re.IGNORECASE | re.VERBOSE)


_PATTERNS = {
    Need.YEAR: _pattern(r"""how[ ]long[ ]have[ ]you | since[ ]when | (?:which|what)[ ]year | how[ ]old\b | long[ ]in[ ]business
        | been[ ](?:going|around|in[ ]business)
        | when[ ](?:were|was|did)[ ](?:you|the[ ]company|it)\b.*(?:found|start|establish|begin|set[ ]up)"""),
    Need.HOURS: _pattern(r"""(?:what|which|your|support|office|opening|business|phone)[ ](?:opening[ ])?hours | hours[ ](?:of|is|are|do)
        | what[ ]time
        | when[ ](?:is|are)[ ](?:support|the[ ]phones?|you|the[ ](?:help[ ]?desk|hotline))\b.*(?:open|staffed|available|reachable)"""),
    Need.DURATION: _pattern(r"""turn-?around\b | how[ ]far[ ]back | how[ ](?:long|soon|fast|quick(?:ly)?|often|frequently)
        | (?:roll-?out|lead|turn-?around|delivery|implementation|response|set-?up)[ ]time | time-?(?:line|frame|scale)
        | when[ ](?:can|could|would|will)[ ]we[ ](?:be|go|start|get) | \b(?:length|frequency|duration|retention|notice[ ]period)\b
        | how[ ](?:many|much)[ ](?:days|weeks|months|hours|years|notice|time)"""),
    Need.PERCENT: _pattern(r"what[ ]percent | percentage | how[ ]high[ ]is[ ](?:the|your)[ ]uptime"),
    Need.COUNT: _pattern(r"""how[ ]many | \b(?:number|amount)[ ]of | what[ ]is[ ]the[ ](?:limit|maximum|minimum|cap)
        | (?:limit|maximum|minimum|cap)[ ](?:on|of|for|per) | rate[ ]limit | how[ ](?:big|large|heavy|tall|wide|deep|high)\b"""),
    Need.MONEY: _pattern(r"""what['’]?s[ ]the[ ]damage | \bballpark\b | price[ ]tag | end[ ]up[ ]paying
        | what[ ].*\b(?:come|comes|work|works)[ ](?:out[ ])?(?:to|at)\b(?![ ](?:us|our|the|my)\b) | how[ ]much(?![ ](?:notice|time|work|space|room|data|effort))
        | ^\W*what(?:['’]?s|[ ](?:is|would))\b.{0,20}\bper\b | ^\W*what[ ](?:per|a)[ ]\w+\W*$ | \bwhat(?:['’]?s|[ ]does)[ ](?:it|that|this)[ ]run\b
        | \bwhat(?:['’]?s|[ ](?:is|would|does|will))?[ ](?:it|that|this)(?:[ ]\w+){0,3}[ ](?:a|per|each|every)[ ](?:month|year|seat|user|tech\w*|head|person|van|driver|engineer)\b
        | \bwhat[ ](?:does|do|would|will|is|are)[ ].*\b(?:cost|price|charge|fee) | what[ ](?:do|would)[ ](?:we|i|you)[ ](?:pay|charge)
        | \b(?:price|pricing|prices|cost|costs|rates?|fees?|tariff|quote|quotation)\b(?![ ]limit)
        | per[- ]\w+[ ](?:number|price|figure) | (?:yearly|annual|monthly|ballpark|total)[ ](?:number|figure) | \b(?:number|figure)[ ]for[ ]\d
        | \b(?:runs?|sets?)[ ](?:me|us|you)\b | \bextra[ ]charge | more[ ]expensive"""),
    Need.PLACE: _pattern(r"\bwhere[ ](?:are|is|do|does|in)\b | (?:which|what)[ ](?:country|countries|region|city|state)\b | ^where\b | \bbased[ ]in | headquarter"),
}  # fmt: skip

_CLOSED = _pattern(r"""(?:^|[,;:.]\s)\s*(?:(?:and|also|so|but|please|say|if|whether|then)[ ])*
    (?:is|are|do|does|did|can|could|will|would|may|has|have|am|should|if|whether)\b
    | \bwhether\b""")
_ASKS_HOW_MUCH = re.compile(r"\bhow much\b|\bwhat\b", re.IGNORECASE)

_SATISFIED_BY = {
    Need.DURATION: {"duration", "always"},
    Need.COUNT: {"count", "money", "duration"},
    Need.PERCENT: {"percent"},
    Need.HOURS: {"clock", "always"},
    Need.YEAR: {"year"},
    Need.MONEY: {"money"},
}

IMPLIED = {Need.MONEY: "price", Need.HOURS: "hours", Need.YEAR: "founded", Need.PLACE: "based"}
"""The group of meaning a type of answer stands for when the ask has no content word of its own ("how much?")."""


GIVES = {
    Need.MONEY: "price", Need.DURATION: "length of time", Need.COUNT: "number", Need.PERCENT: "percentage", Need.HOURS: "hours",
    Need.YEAR: "year", Need.PLACE: "place", Need.TOPIC: "answer",
}  # fmt: skip
"""Each type of answer as a reader would call it."""


def needs_of(ask: str, closed: bool = False) -> tuple[Need, ...]:
    """Types of answer the ask wants, most specific first; ``(TOPIC,)`` when any statement may answer.

    Where yes or no would answer ("is there a setup fee?"), no figure is needed; ``closed`` says so of an ask that has lost its "whether".
    """
    found = [need for need, pattern in _PATTERNS.items() if pattern.search(ask)]
    if Need.MONEY in found and (closed or is_closed(ask)) and not _ASKS_HOW_MUCH.search(ask):
        found.remove(Need.MONEY)
    if Need.YEAR in found and Need.DURATION in found:
        found.remove(Need.DURATION)
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
