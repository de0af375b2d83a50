"""Every distinct thing a message asks for, in self-contained wording."""

import re
from collections.abc import Iterator

from drafts.domain import Ask
from drafts.understand.clauses import Clause, split
from drafts.understand.courtesy import is_courtesy, without_greeting
from drafts.understand.questions import is_question
from drafts.understand.reading import Reading, Unit
from drafts.understand.requests import is_request

_BOTH = re.compile(r"\b(?:either|both|any|each|all)\s+(?:of\s+)?(?:those|these|them|that)\b", re.I)
_EMPTY = frozenset(
    "a an the to of for and or is are do does did you your we our us i me my it its this that these those they them in on at with be can could would what how when which "
    "who where why if any there about please have has extra long much many more one ones so just also will get need want too yes no ok then plan".split()
)
_CONTEXT = re.compile(r"\s*[,–—-]\s*(?:that['’]?s|thats|because|cause|cos|since|as\s+(?:we|i)|which\s+is)\b.*$", re.I)


def find_asks(reading: Reading, message: int, skip: tuple[Unit, ...] = ()) -> tuple[Ask, ...]:
    """The questions and requests of a text, in order, each once; sentences in ``skip`` were understood as something else."""
    found: list[Ask] = []
    previous: Clause | None = None
    for unit in reading.units:
        if unit in skip or is_courtesy(unit.text):
            continue
        for ask in _of_unit(unit, message, previous, found, reading):
            if not any(_same(ask.text, other.text) for other in found):
                found.append(ask)
        previous = split(unit)[-1] if split(unit) else previous
    return tuple(found)


def _of_unit(unit: Unit, message: int, previous: Clause | None, found: list[Ask], reading: Reading) -> Iterator[Ask]:
    if _BOTH.search(unit.text) and is_question(Clause(unit.text, unit.span, unit.tokens, unit)):
        before = _parts_before(unit, reading)
        if before:
            yield from (Ask(f"{unit.text}: {part}", "question", unit.span, message) for part in before)
            return
    clauses = split(unit)
    for number, clause in enumerate(clauses):
        form = _form(clause, unit)
        if not form:
            continue
        text = _CONTEXT.sub("", without_greeting(clause.text)).strip() or clause.text
        if content_words(text) < 2:
            if number and not _form(clauses[number - 1], unit):
                text = f"{clauses[number - 1].text}: {text}"
            elif found or previous is not None:
                text = f"{found[-1].text if found else previous.text}: {text}"
        yield Ask(text, form, clause.span, message)


def _form(clause: Clause, unit: Unit) -> str:
    if is_courtesy(clause.text):
        return ""
    if is_question(clause):
        return "question"
    if is_request(clause) or (clause.listed and (unit.lead or not unit.item)):
        return "request"
    return ""


def _parts_before(unit: Unit, reading: Reading) -> list[str]:
    """The things "both of those" points at: the coordinated halves of the sentence before."""
    position = reading.units.index(unit)
    if not position:
        return []
    before = reading.units[position - 1]
    return [p.strip() for p in re.split(r",?\s+(?:and|or|but|plus)\s+|[;,]\s+", before.text) if len(p.split()) > 1][-4:]


def content_words(text: str) -> int:
    """How many words of ``text`` carry meaning of their own."""
    return sum(1 for w in re.findall(r"[^\W\d_][\w'’-]*|\d+", text.lower()) if w not in _EMPTY)


def _same(left: str, right: str) -> bool:
    return " ".join(re.findall(r"\w+", left.lower())) == " ".join(re.findall(r"\w+", right.lower()))
