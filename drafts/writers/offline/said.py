"""The wordings there are for one approved text: the rep's own first, then safe restylings, with this thread's numbers filled in."""

import re
from collections.abc import Iterator

from drafts.domain import Knowledge
from drafts.writers.offline.bridges import Register, register
from drafts.writers.offline.occasion import Occasion
from drafts.writers.offline.phrases import Phrase
from drafts.writers.offline.repmodel import RepModel
from drafts.writers.offline.shape import Habits
from drafts.writers.offline.transforms import Shape, Wording, wordings
from drafts.writers.offline.units import Unit

OWN = 1.0
"""Worth of the rep's own wording before how well it says the text; a restyled one is worth half."""
RESTYLED = 0.45
LEAST = 0.5

_TOTAL = re.compile(r"That is (\$[\d,.]+) (a month|a year|in all) for (\d+) (\w+)\.?$")
_NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def sayings(
    kind: str, identity: str, text: str, occasion: Occasion, model: RepModel, knowledge: Knowledge, total: str = "", ask: int = -1
) -> list[Unit]:
    """Units that say one approved text (``kind`` and ``identity`` as in :class:`~drafts.writers.offline.align.Target`)."""
    habits = model.shape(occasion.kind)
    units = [*_own(kind, identity, text, occasion, model, total, ask)]
    for wording in wordings(text, knowledge.company, model.names):
        worth = RESTYLED + _suits(wording.shape, habits)
        said, clause = _with_total(wording, total, habits)
        units.append(Unit("answer", said, kind, identity, ask, clause, frozenset({identity}), worth))
    return units


def _own(kind: str, identity: str, text: str, occasion: Occasion, model: RepModel, total: str, ask: int) -> Iterator[Unit]:
    for phrase in model.phrases:
        score = phrase.score(kind, identity)
        if score < LEAST or score < max(s for _, _, s in phrase.says) - 0.15:
            continue
        others = {f"{k}:{i}" for k, i, s in phrase.says if (k, i) != (kind, identity) and s >= LEAST and k == kind}
        filled = fill(phrase, occasion, total)
        if filled:
            extra = 0.15 if total and "<total>" in phrase.text else 0.0
            says = frozenset(i for k, i, _ in phrase.says if k in (kind, "fact"))
            worth = OWN + 0.5 * min(score, 1.0) + extra - 0.35 * len(others)
            yield Unit("answer", filled, "own", phrase.example, ask, _clause(filled, model), says | {identity}, worth)


def _clause(text: str, model: RepModel) -> str:
    from drafts.writers.offline.transforms import single

    return single(text, model.names) if text.endswith(".") else ""


def fill(phrase: Phrase, occasion: Occasion, total: str = "") -> str:
    """The phrase with this thread's head count, trade and total; empty when the thread does not give one it needs."""
    text, found = phrase.text, _TOTAL.match(total)
    seats = occasion.seats
    if "<total>" in text:
        if not found:
            return ""
        text = text.replace("$<total>", found[1]).replace("<total>", found[1].lstrip("$"))
    if re.search(r"<seats>|<Seats>", text):
        if not seats:
            return ""
        spelled = _NUMBER_WORDS[seats] if seats < len(_NUMBER_WORDS) and "<Seats>" in text else str(seats)
        text = text.replace("<seats>", str(seats)).replace("<Seats>", spelled.capitalize())
    trade = occasion.trade
    text = text.replace("<trades>", trade or "technicians").replace("<trade>", (trade or "technicians")[:-1])
    return text[:1].upper() + text[1:]


def _suits(shape: Shape, habits: Habits) -> float:
    """How well a shape fits the rep's rates: bursts for short sentences, brackets and dashes for who uses them."""
    kind = register(habits)
    if shape in (Shape.BURST, Shape.LABEL):
        gain = 0.25 if kind is Register.BRIEF else -0.4
        return gain + (0.1 if shape is Shape.LABEL and habits.rate("colons") > 0.08 else -0.1 if shape is Shape.LABEL else 0.0)
    if shape is Shape.DASH:
        return 0.3 if habits.rate("dashes") + habits.rate("brackets") > 0.3 else -0.5
    return 0.0


def _with_total(wording: Wording, total: str, habits: Habits) -> tuple[str, str]:
    """A price with what it comes to, put as the register does."""
    found = _TOTAL.match(total)
    if not found:
        return wording.text, wording.clause
    amount, period, seats, noun = found.groups()
    kind = register(habits)
    if kind is Register.BRIEF:
        return f"{wording.text} {seats} {noun}, so {amount} {period}.", ""
    first, _, rest = wording.text.partition(". ")
    first = first.rstrip(".")
    if kind is Register.FORMAL:
        joined = f"{first}, which for {seats} {noun} comes to {amount} {period}"
    elif habits.rate("dashes") > 0.3:
        joined = f"{first} — so {amount} {period} for {seats}"
    else:
        joined = f"{first}, so {amount} {period} for {seats} {noun}"
    clause = wording.clause.replace(first[1:], joined[1:]) if wording.clause and not rest else ""
    return f"{joined}. {rest}".strip() if rest else f"{joined}.", clause
