"""Every distinct thing a message asks for, in self-contained wording."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drafts.domain import Ask
from drafts.understand.clauses import Clause, split
from drafts.understand.courtesy import is_courtesy, without_greeting
from drafts.understand.questions import is_question
from drafts.understand.reading import Reading, Unit
from drafts.understand.reference import completed, parts_before, points_at_several
from drafts.understand.requests import is_request

_ASIDE = re.compile(
    r"\s*[,–—-]\s*(?:that['’]?s|thats|because|cause|cuz|cos|since|as\s+(?:we|i|our)|which\s+is|(?:my|our)\s+\w+\s+(?:is|are|has|have|does|do|uses?|needs?|wants?|starts?)|"
    r"(?:she|he|they|we|ours|it|i)\s+(?:is|are|am|does|do|has|have|just|really|need|use)|ours\s+are)\b.*$",
    re.I,
)
_DANGLING = re.compile(r"[\s,;]+(?:and|or|but|so|plus|also|&)\s*$", re.I)
_OPENING = re.compile(r"^\s*(?:and|but|so|also|plus|or|then|&|\+)\s+(?=\w)", re.I)
_MORE = re.compile(r"^\W*(?:(?:and|or)\s+)?(?:whether|how|what|who|where|when|why|which)\b|^\W*(?:and|or)\s+if\b", re.I)
"""How a further question begins once the sentence has asked one."""
_LEADS_IN = re.compile(r":\s*$")


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known before the asks are looked for: the message's number in its thread and the rep's mail it answers."""

    message: int = 0
    rep_said: str = ""


def find_asks(
    reading: Reading, setting: Setting, skip: Sequence[Unit] = (), listed_only: Sequence[Unit] = (), added: Sequence[Unit] = ()
) -> tuple[Ask, ...]:
    """The questions and requests of a text, in order, each once.

    Units in ``skip`` were understood as something else; of those in ``listed_only`` (objections) only what they ask outright or
    enumerate counts; those in ``added`` are requests by the fitted model whatever the rules say.
    """
    found: list[Ask] = []
    previous = ""
    for number, unit in enumerate(reading.units):
        clauses = split(unit)
        if unit not in skip and not is_courtesy(unit.text) and not _only_leads_in(reading.units, number):
            plain = unit in listed_only
            for ask in _of_unit(unit, clauses, reading, setting, found, previous, plain, unit in added):
                if not any(_same(ask.text, other.text) for other in found):
                    found.append(ask)
        previous = clauses[-1].text if clauses else previous
    return tuple(found)


def asks_at_all(unit: Unit) -> bool:
    """True when a clause of the unit is a question or a request by rule and no courtesy."""
    return not is_courtesy(unit.text) and any(_form(c, plain=False) for c in split(unit))


def asks_outright(unit: Unit) -> bool:
    """True when a clause of the unit is a question by rule and no courtesy."""
    return not is_courtesy(unit.text) and any(is_question(c) and not is_courtesy(c.text) for c in split(unit))


def _only_leads_in(units: Sequence[Unit], number: int) -> bool:
    """ "Would you please let us know:" before a list asks nothing that the list does not."""
    after = units[number + 1] if number + 1 < len(units) else None
    return not units[number].item and bool(_LEADS_IN.search(units[number].text)) and after is not None and after.item


def _of_unit(
    unit: Unit,
    clauses: Sequence[Clause],
    reading: Reading,
    setting: Setting,
    found: list[Ask],
    previous: str,
    plain: bool,
    added: bool,
) -> Iterator[Ask]:
    if points_at_several(unit.text) and any(is_question(c) for c in clauses) and (parts := parts_before(unit, reading)):
        yield from (Ask(f"{unit.text.rstrip('?. ')}: {part}", "question", unit.span, setting.message) for part in parts)
        return
    said, told, hits = previous, False, 0
    for number, clause in enumerate(clauses):
        form = _form(clause, plain) or ("question" if hits and _MORE.match(clause.text) else "")
        if form:
            hits += 1
            text = completed(clause, _trimmed(clause.text), [a.text for a in found], said, setting.rep_said, told)
            yield Ask(text, form, clause.span, setting.message)
        said, told = clause.text, number < len(clauses) - 1 and not form
    if added and not hits:
        yield Ask(_trimmed(unit.text), "request", unit.span, setting.message)


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
    if enumerated or (not plain and is_request(clause)):
        return "request"
    return ""


def _same(left: str, right: str) -> bool:
    return re.findall(r"\w+", left.lower()) == re.findall(r"\w+", right.lower())
