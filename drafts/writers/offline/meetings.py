"""How a meeting is confirmed: the time in the rep's way, in the prospect's zone."""

import re
from collections.abc import Iterator
from dataclasses import replace

from drafts.domain import Kind, ProposedTime
from drafts.writers.offline import when
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.bridges import Register
from drafts.writers.offline.context import Context
from drafts.writers.offline.openings import SELDOM, asking
from drafts.writers.offline.transforms import lower_first, upper_first
from drafts.writers.offline.units import Unit

_MOVED = re.compile(r"\b(?:moved|moving|corrected|amended|changed|rescheduled|remains?|still|updated|shifted|pushed)\b", re.I)
"""Words of a confirmation that only fit a time which stood before."""
_STOOD = re.compile(r"\b(?:remains?|still)\b", re.I)
_CORRECTED = re.compile(r"\b(?:wrong (?:day|date|time)|i meant|still)\b", re.I)
"""A time that remains good was never given up: its date was only written wrong, or asked about again."""


def opening(context: Context) -> list[Slot]:
    """A question or thanks before the time, for reps who begin so."""
    if context.asks_first:
        return [asking(context)]
    if context.model.opens.get(Kind.MEETING, 0.0) < SELDOM:
        return []
    if questions(context):
        return [Slot(tuple(context.bank("thanks_meeting_ask", "open")), optional=True, ends=True)]
    if context.occasion.reschedules:
        return [Slot(tuple(context.bank("thanks_moved", "open")), optional=True, ends=True)]
    return [Slot((*context.moves("open"), *context.bank("thanks_meeting", "open")), optional=True, ends=True)]


def questions(context: Context) -> bool:
    """True when something is asked beside the time that a fact answers."""
    return any(a.source == "fact" and a.answered for a in context.plan.answers)


def slots(context: Context) -> list[Slot]:
    """The confirmation; a question where no time can be confirmed."""
    time = context.occasion.time
    if time is None:
        passed = any(proposed.past for proposed in context.occasion.brief.times)
        return [Slot(tuple(context.bank("which_day" if passed else "what_day", "question")))]
    zone = when.zone(time, context.materials.rep.timezone, context.occasion.thread.newest)
    said = _both_clocks(context, when.say(time, context.model.when, context.occasion.brief.now, zone), time)
    moved, corrected = context.occasion.reschedules, bool(_CORRECTED.search(context.occasion.newest))
    fitting = [replace(u, worth=u.worth + 0.3 * moved * bool(_MOVED.search(u.text))) for u in context.moves("when")]
    fitting = [u for u in fitting if (moved or not _MOVED.search(u.text)) and (corrected or not _STOOD.search(u.text))]
    own = [_filled(unit, said) for unit in fitting if context.register is Register.BRIEF or _says(unit.text)]
    confirmed = [replace(u, text=re.sub(r",(?=[.,])", "", u.text)) for u in (*own, *context.bank("when", "when", when=said))]
    if context.occasion.minutes and context.register is not Register.BRIEF:
        within = context.bank("minutes", "when", minutes=_minutes(context))[0].text.rstrip(".")
        confirmed = [replace(u, text=f"{u.text.rstrip('.')}, and {lower_first(within)}.") for u in confirmed]
    return [Slot(tuple(confirmed), ends=not context.joins), *_besides(context)]


def led(context: Context, said: list[Slot]) -> list[Slot]:
    """Answers beside a time, the first with a word that says it is one: "As to your question, ..."."""
    first = next((n for n, slot in enumerate(said) if slot.covers), None)
    if first is None or context.register is Register.BRIEF:
        return said
    return [
        *said[:first],
        replace(said[first], units=tuple(_led(context, u) for u in said[first].units), joins=False),
        *said[first + 1 :],
    ]


def _led(context: Context, unit: Unit) -> Unit:
    if not unit.clause or unit.text.partition(" ")[0].lower() in ("as", "on", "yes"):
        return unit
    return replace(unit, text=context.bank("on_question", "answer", clause=unit.clause)[0].text, clause="")


def _minutes(context: Context) -> str:
    return context.model.spoken(f"{context.occasion.minutes} minutes")


def _both_clocks(context: Context, said: str, time: ProposedTime) -> str:
    """The time on the rep's own clock as well, for a rep who says so, where the two differ."""
    here = when.also_here(time, context.model.when, context.materials.rep.timezone) if context.model.when.here else ""
    return context.bank("here", "when", when=said, here=here)[0].text if here else said


def _besides(context: Context) -> Iterator[Slot]:
    """Who comes along without having asked to, and the telephone to be called on."""
    person = context.occasion.companion
    if person and not any(a.source == "thread" and a.statements for a in context.plan.answers):
        yield Slot(tuple(context.bank("welcome", "answer", person=person.words, is_="are" if person.plural else "is")))
    if context.occasion.minutes and context.register is Register.BRIEF:
        yield Slot(tuple(context.bank("minutes", "answer", minutes=_minutes(context))))
    if context.occasion.line:
        called = context.bank("call", "answer", line=context.occasion.line)
        yield Slot(tuple(replace(u, claims_action=True) for u in called))


def _says(text: str) -> bool:
    """A confirmation that is more than the bare time."""
    return len(re.findall(r"\w+", text.replace("<when>", ""))) >= 2


def _filled(unit: Unit, said: str) -> Unit:
    """The confirmation with its time; the comma that set off a longer time goes."""
    text = re.sub(r"<when>, (?=(?:\w+s|would|will|is)\b)", "<when> ", unit.text)
    text = text.replace("<when>", said)
    return Unit("when", upper_first(text), "own", unit.ref, worth=unit.worth, claims_action=unit.claims_action)
