"""Every distinct thing a message asks for, in self-contained wording."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from drafts.domain import Ask
from drafts.understand.clauses import Clause, split
from drafts.understand.courtesy import is_courtesy, without_greeting
from drafts.understand.questions import is_question
from drafts.understand.reading import Reading, Unit
from drafts.understand.reference import completed, parts_before, points_at_several
from drafts.understand.requests import is_bargain, is_request
from drafts.understand.times import clocks_in, days_in

_ASIDE = re.compile(
    r"\s*[,–—-]\s*(?:that['’]?s|thats|because|cause|cuz|cos|since|given\s+that|as\s+(?:we|i|our)|which\s+is|(?:my|our)\s+\w+\s+(?:is|are|has|have|does|do|uses?|needs?|wants?|starts?)|"
    r"(?:she|he|they|we|ours|it|i)\s+(?:is|are|am|does|do|has|have|just|really|need|use)|ours\s+are)\b.*$",
    re.I,
)
_DANGLING = re.compile(r"[\s,;]+(?:and|or|but|so|plus|also|&)\s*$", re.I)
_OPENING = re.compile(r"^\s*(?:and|but|so|also|plus|or|then|&|\+)\s+(?=\w)", re.I)
_MORE = re.compile(
    r"^\W*(?:(?:and|or)\s+)?(?:whether|how|what|who|where|when|why|which)\b|^\W*(?:and|or)\s+if\b|^\W*that\b", re.I
)
"""How a further question begins once the sentence has asked one."""
_THING = re.compile(r"^\W*(?:and\s+)?(?:the|your|our|any|a|an|his|her|their)\b", re.I)
"""How a further thing to be told begins."""
LED_WITHIN = 3
"""Sentences after a lead-in within which its list begins."""
_SOME_DAY = date(2000, 1, 3)
"""Any day: only whether a time is named matters, not which."""
_LEADS_IN = re.compile(
    r":\s*$|\b(?:like|want|need|have|wish|love)\s+to\s+(?:know|understand|hear|learn)\W*$|\b(?:following|below|questions?|things?|points?|these|answers?)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands: the message's number in its thread and the rep's mail it answers."""

    message: int = 0
    rep_said: str = ""


def find_asks(
    reading: Reading,
    place: Place,
    skip: Collection[Unit] = (),
    timed: Collection[Unit] = (),
    objecting: Collection[Unit] = (),
    added: Collection[Unit] = (),
) -> tuple[Ask, ...]:
    """The questions and requests of a text, in order, each once.

    Units in ``skip`` were understood as something else altogether. Those in ``timed`` fix a time: only what they ask in a clause
    without one counts. Of ``objecting`` units only what they ask outright or enumerate counts. Those in ``added`` are requests by
    the fitted model whatever the rules say.
    """
    found: list[Ask] = []
    previous = ""
    for number, unit in enumerate(reading.units):
        clauses = split(unit)
        if unit.item and _beside_question(reading.units, number):
            clauses = tuple(replace(clause, listed=False) for clause in clauses)
        if unit not in skip and not is_courtesy(unit.text) and not _only_leads_in(reading.units, number):
            wanted = [c for c in clauses if unit not in timed or (len(clauses) > 1 and not _names_time(c.text))]
            plain = unit in objecting or unit in timed
            extra = unit in added and unit not in timed and not _beside_question(reading.units, number)
            for ask in _of_unit(unit, clauses, wanted, reading, place, found, previous, plain, extra):
                if not any(_same(ask.text, other.text) for other in found):
                    found.append(ask)
        previous = clauses[-1].text if clauses else previous
    return tuple(found)


def _beside_question(units: Sequence[Unit], number: int) -> bool:
    """Whether another sentence of the same list item asks outright: "- we are on Danzo. Does it sync?" enumerates one thing."""
    unit = units[number]
    around = units[max(number - 2, 0) : number + 3]
    return unit.item and any(
        other is not unit and other.item and _same_item(other, unit) and any(is_question(c) for c in split(other))
        for other in around
    )


def _same_item(one: Unit, other: Unit) -> bool:
    """Whether two sentences stand in the same line."""
    start, end = sorted((one.span, other.span))
    return "\n" not in one.tokens.doc.text[start[1] : end[0]]


def _names_time(text: str) -> bool:
    days = days_in(text, _SOME_DAY)
    return bool(days or clocks_in(text, days))


def asks_at_all(unit: Unit) -> bool:
    """True when a clause of the unit is a question or a request by rule and no courtesy."""
    return not is_courtesy(unit.text) and any(_form(c, plain=False) for c in split(unit))


def asks_outright(unit: Unit) -> bool:
    """True when a clause of the unit is a question by rule and no courtesy."""
    return not is_courtesy(unit.text) and any(is_question(c) and not is_courtesy(c.text) for c in split(unit))


def _only_leads_in(units: Sequence[Unit], number: int) -> bool:
    """ "Would you please let us know:", "I need the following for the record." before a list ask nothing that the list does not."""
    after = next((unit for unit in units[number + 1 : number + 1 + LED_WITHIN] if unit.item), None)
    leads = _LEADS_IN.search(units[number].text) and not units[number].text.rstrip().endswith("?")
    return not units[number].item and bool(leads) and after is not None


def _of_unit(
    unit: Unit,
    clauses: Sequence[Clause],
    wanted: Collection[Clause],
    reading: Reading,
    place: Place,
    found: list[Ask],
    previous: str,
    plain: bool,
    added: bool,
) -> Iterator[Ask]:
    if points_at_several(unit.text) and any(is_question(c) for c in clauses) and (parts := parts_before(unit, reading)):
        yield from (Ask(f"{unit.text.rstrip('?. ')}: {part}", "question", unit.span, place.message) for part in parts)
        return
    said, told, hits = previous, False, 0
    for number, clause in enumerate(clauses):
        form = (
            (_form(clause, plain) or ("question" if hits and (_MORE.match(clause.text) or _THING.match(clause.text)) else ""))
            if clause in wanted
            else ""
        )
        if form:
            hits += 1
            asked = [a.text for a in found]
            text = completed(clause, _trimmed(clause.text), asked, said, place.rep_said, told, form == "question")
            yield Ask(text, form, clause.span, place.message)
        said, told = clause.text, number < len(clauses) - 1 and not form
    if added and not hits:
        yield Ask(_trimmed(unit.text), "request", unit.span, place.message)


def _trimmed(text: str) -> str:
    """A clause without greeting, leading "and", trailing "and" and the aside that only explains it."""
    bare = _OPENING.sub("", _DANGLING.sub("", without_greeting(text).strip()))
    return _ASIDE.sub("", bare).strip() or bare


def _form(clause: Clause, plain: bool) -> str:
    """``question``, ``request`` or empty."""
    if is_courtesy(clause.text):
        return ""
    if is_question(clause):
        return "question"
    enumerated = clause.listed and (bool(clause.unit.lead) or not clause.unit.item)
    if enumerated or is_bargain(clause) or (not plain and is_request(clause)):
        return "request"
    return ""


def _same(left: str, right: str) -> bool:
    return re.findall(r"\w+", left.lower()) == re.findall(r"\w+", right.lower())
