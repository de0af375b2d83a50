"""Every distinct thing a message asks for, in self-contained wording."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from drafts.domain import Ask
from drafts.understand.clauses import Clause, split
from drafts.understand.courtesy import is_courtesy, without_greeting
from drafts.understand.questions import is_question
from drafts.understand.reading import Reading, Unit
from drafts.understand.reference import completed, parts_before, points_at_several
from drafts.understand.requests import is_certain, is_request
from drafts.understand.times import clocks_in, days_in
from drafts.understand.wanted import Wanted, wanted
from profiles.judgement import Span

_ASIDE = re.compile(
    r"\s*[,–—-]\s*(?:that['’]?s|thats|because|cause|cuz|cos|since|given\s+that|as\s+(?:we|i|our)|which\s+is|(?:my|our)\s+\w+\s+(?:is|are|has|have|does|do|uses?|needs?|wants?|starts?)|"
    r"(?:she|he|they|we|ours|it|i)\s+(?:is|are|am|does|do|has|have|just|really|need|use)|ours\s+are)\b.*$",
    re.I,
)
_DANGLING = re.compile(r"[\s,;]+(?:and|or|but|so|plus|also|&)\s*$", re.I)
_OPENING = re.compile(r"^\s*(?:and|but|so|also|plus|or|then|&|\+)\s+(?=\w)", re.I)
_ANNOUNCED = re.compile(
    r"^(?:\w+\W+){0,3}(?:one|question|thing|ask|query|point|things|questions)\b[^:?.!]{0,40}:\s+(?=\S+\s+\S)", re.I
)
"""That something will be asked, before it is: "Quick one while I have you: …"."""
_MORE = re.compile(
    r"^\W*(?:(?:and|or)\s+)?(?:whether|how|what|who|where|when|why|which)\b|^\W*(?:and|or)\s+if\b|^\W*that\b", re.I
)
"""How a further question begins once the sentence has asked one."""
_THING = re.compile(r"^\W*(?:and\s+)?(?:the|your|our|any|a|an|his|her|their)\b", re.I)
"""How a further thing to be told begins."""
KEPT_AT, ADDED_AT = 0.1, 0.55
"""Probability from which what the rules take for an ask stays one, and from which a clause is one that the rules do not see."""
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
    wants: Mapping[Span, Wanted] | None = None,
) -> tuple[Ask, ...]:
    """The questions and requests of a text, in order, each once.

    Units in ``skip`` were understood as something else altogether. Those in ``timed`` fix a time: only what they ask in a clause
    without one counts. Of ``objecting`` units only what they ask outright or enumerate counts. ``wants`` is what the fitted
    decision makes of each clause, when it is known already.
    """
    wants = wanted(reading, not place.rep_said, "?" in place.rep_said) if wants is None else wants
    found: list[Ask] = []
    previous: Clause | None = None
    for number, unit in enumerate(reading.units):
        clauses = split(unit)
        if unit.item and _beside_question(reading.units, number):
            clauses = tuple(replace(clause, listed=False) for clause in clauses)
        if unit not in skip:
            counted = [c for c in clauses if unit not in timed or (len(clauses) > 1 and not _names_time(c.text))]
            quiet = is_courtesy(unit.text) or _only_leads_in(reading.units, number)
            forms = {c.span: _form(c, wants.get(c.span), unit in objecting or unit in timed, quiet) for c in counted}
            for ask in _of_unit(unit, clauses, forms, wants, reading, place, found, previous):
                if not any(_same(ask.text, other.text) for other in found):
                    found.append(ask)
        previous = clauses[-1] if clauses and unit not in timed else previous
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


def _only_leads_in(units: Sequence[Unit], number: int) -> bool:
    """ "Would you please let us know:", "I need the following for the record." before a list ask nothing that the list does not."""
    after = next((unit for unit in units[number + 1 : number + 1 + LED_WITHIN] if unit.item), None)
    leads = _LEADS_IN.search(units[number].text) and not units[number].text.rstrip().endswith("?")
    return not units[number].item and bool(leads) and after is not None


def _of_unit(
    unit: Unit,
    clauses: Sequence[Clause],
    forms: Mapping[Span, str],
    wants: Mapping[Span, Wanted],
    reading: Reading,
    place: Place,
    found: list[Ask],
    before: Clause | None,
) -> Iterator[Ask]:
    if points_at_several(unit.text) and any(is_question(c) for c in clauses) and (parts := parts_before(unit, reading)):
        yield from (Ask(f"{unit.text.rstrip('?. ')}: {part}", "question", unit.span, place.message) for part in parts)
        return
    told, hits = False, 0
    for number, clause in enumerate(clauses):
        form = forms.get(clause.span, "")
        if not form and hits and clause.span in forms:
            form = "question" if _MORE.match(clause.text) or _THING.match(clause.text) else ""
        if not form and hits and clause.listed and not clause.unit.item:
            form = _by_rule(clause, False)
        if form:
            hits += 1
            asked = [a.text for a in found]
            said, after_ask = before.text if before else "", bool(before and found and found[-1].span == before.span)
            text = completed(clause, _trimmed(clause.text), asked, said, place.rep_said, told, form == "question", after_ask)
            yield Ask(text, form, clause.span, place.message)
        before, told = clause, number < len(clauses) - 1 and not form


def _trimmed(text: str) -> str:
    """A clause without greeting, leading "and", trailing "and" and the aside that only explains it."""
    bare = _ANNOUNCED.sub("", _OPENING.sub("", _DANGLING.sub("", without_greeting(text).strip())))
    return _ASIDE.sub("", bare).strip() or bare


def _form(clause: Clause, wants: Wanted | None, plain: bool, quiet: bool) -> str:
    """``question``, ``request`` or empty: what the rules say unless it is unlikely, or what is likely whatever they say."""
    quiet = quiet or is_courtesy(_trimmed(clause.text))
    by_rule = "" if quiet else _by_rule(clause, plain)
    if by_rule or wants is None:
        return by_rule if _likely(wants) or is_certain(clause) else ""
    if wants.asks < ADDED_AT or quiet:
        return ""
    return max(("question", "request"), key=wants.chances.__getitem__)


def _likely(wants: Wanted | None) -> bool:
    """Whether what the rules take for an ask may be one."""
    return wants is None or wants.asks >= KEPT_AT


def _by_rule(clause: Clause, plain: bool) -> str:
    """``question``, ``request`` or empty by the form alone."""
    if is_question(clause):
        return "question"
    if _enumerated(clause) or is_certain(clause) or (not plain and is_request(clause)):
        return "request"
    return ""


def _enumerated(clause: Clause) -> bool:
    """Whether it is one of several things a sentence or a list asks for."""
    return clause.listed and (bool(clause.unit.lead) or not clause.unit.item)


def _same(left: str, right: str) -> bool:
    return re.findall(r"\w+", left.lower()) == re.findall(r"\w+", right.lower())
