"""Head-counts: how many people a lead speaks of, and whether a fact meant for other sizes may be used."""

import re
from dataclasses import dataclass
from functools import lru_cache

from drafts.domain import Fact, Thread
from drafts.layers.relevance.values import NUMBER, Value, number_of, values

_PEOPLE = re.compile(
    r"\b(?:people|persons?|staff|crew|ladies|gents|lads|kids|boys|girls|blokes|chaps|cooks|chefs|nurses|clerks|fitters|employees?|users?|seats?|licen[cs]es?|guys|techs?|men|women|heads?|folks|workers?|members?|agents?|drivers?"
    r"|wife|husband|sister|brother|son|daughter|mother|father|mum|mom|dad|nephew|niece|cousin|uncle|aunt|boss|sister-in-law|brother-in-law"
    r"|mechanics|[a-z]+(?:icians?|lumbers?|eers?|isors?|ectors?|ators?|allers?|leaners?|achers?|ologists?|ysts?|oters?|ardeners?|aders?|ists))\b",
    re.I,
)
_RANGE = re.compile(
    rf"(?P<low>over|above|more than|at least|from|minimum (?:of|on any plan is|is)|beyond)\s(?P<a>{NUMBER})\s(?P<u1>[a-z]+)"
    rf"|(?P<high>under|below|fewer than|less than|up to|at most|maximum of)\s(?P<b>{NUMBER})\s(?P<u2>[a-z]+)"
    rf"|(?P<c>{NUMBER})\s?(?:to|-|–)\s?(?P<d>{NUMBER})\s(?P<u3>[a-z]+)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Range:
    """From ``low`` to ``high`` of ``unit``, both ends included."""

    low: float
    high: float
    unit: str

    def holds(self, number: float) -> bool:
        return self.low <= number <= self.high


def is_people(unit: str) -> bool:
    """True for a noun that counts people or their seats ("technicians", "crew", "licences")."""
    return bool(_PEOPLE.search(unit))


def is_crew(word: str) -> bool:
    """True for a noun that means people only, as against their seats or logins."""
    return is_people(word) and not re.match(r"(?:seats?|licen[cs]es?|users?)$", word, re.I)


def headcounts(text: str) -> tuple[int, ...]:
    """Numbers of people or seats a text speaks of, in order."""
    return tuple(int(v.number) for v in values(text) if v.kind == "count" and is_people(v.unit) and v.number >= 1)


def headcount(ask: str, thread: Thread) -> int | None:
    """How many seats an ask is about: said in it, else in the newest mail when it says one number only, else the lead's size."""
    for counts in (headcounts(ask), _only(headcounts(thread.newest.text)), headcounts(thread.lead.size)):
        if counts:
            return counts[0]
    return None


def _only(counts: tuple[int, ...]) -> tuple[int, ...]:
    return counts if len(set(counts)) == 1 else ()


@lru_cache(maxsize=2048)
def bounds(text: str) -> tuple[Range, ...]:
    """Ranges a text speaks of, whatever they count: "under 40 technicians" is 0 to 39, "2,000 to 10,000 words" is that."""
    found = []
    for match in _RANGE.finditer(text):
        unit = (match["u1"] or match["u2"] or match["u3"]).lower()
        if match["low"]:
            exclusive = match["low"].lower() in ("over", "above", "more than", "beyond")
            found.append(Range((number_of(match["a"]) or 0) + exclusive, float("inf"), unit))
        elif match["high"]:
            exclusive = match["high"].lower() in ("under", "below", "fewer than", "less than")
            found.append(Range(0, (number_of(match["b"]) or 0) - exclusive, unit))
        else:
            found.append(Range(number_of(match["c"]) or 0, number_of(match["d"]) or 0, unit))
    return tuple(found)


@lru_cache(maxsize=2048)
def ranges(text: str) -> tuple[Range, ...]:
    """Ranges of people a fact is limited to; none where it only names a minimum."""
    return () if _is_minimum(text) else tuple(limit for limit in bounds(text) if is_people(limit.unit))


def meant_for(fact: Fact, people: int | None) -> bool:
    """False when the fact speaks only of teams of another size ("teams under 40" and there are 58)."""
    limits = ranges(fact.text)
    return people is None or not limits or any(limit.holds(people) for limit in limits)


def sized_for(fact: Fact, people: int | None) -> bool:
    """True when the fact names a range of team sizes and this one is in it."""
    return people is not None and any(limit.holds(people) for limit in ranges(fact.text))


def _is_minimum(text: str) -> bool:
    return bool(re.search(r"\bminimum\b", text, re.I))


def price_per_head(value: Value, text: str) -> bool:
    """True when the price is per person or seat ("$39 per technician per month")."""
    after = text[value.span[1] : value.span[1] + 60]
    found = re.match(r"\s*(?:per|a|an|for each|each|/)\s*(?:paid |active |named )?([a-z]+)", after, re.I)
    return bool(found and is_people(found.group(1)))
