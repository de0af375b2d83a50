"""Everything a message wants, from whichever side it was understood, as one list of asks; and what stays unclear."""

from collections.abc import Iterator
from dataclasses import dataclass

from drafts.domain import Ask, Hazard, Thread
from drafts.understand.answers import Answer
from drafts.understand.asking import unit_chances
from drafts.understand.asks import Place, find_asks
from drafts.understand.courtesy import is_courtesy
from drafts.understand.cues import QUIET, Act
from drafts.understand.hazards import hazard
from drafts.understand.language import gist
from drafts.understand.objections import Objecting
from drafts.understand.patterns import PATTERNS
from drafts.understand.proposals import Proposals
from drafts.understand.reading import Reading, Unit
from drafts.understand.reference import content_words

ADDED = frozenset({"request", "question", "accept"})
ADDED_AT = 0.6
"""Probability of the cues that ask for something from which the model adds a sentence the rules did not see."""
ASKED_AT = 0.55
"""The same for the model of asks, which was fitted on mail of another kind and so has to be surer than in its own."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What each part made of a message."""

    thread: Thread
    reading: Reading
    timing: Proposals
    act: Act
    hazards: tuple[Hazard, ...]
    objecting: tuple[Objecting, ...]
    bare: Answer | None

    @property
    def index(self) -> int:
        return len(self.thread.messages) - 1

    def words_of(self, code: str) -> str:
        """The words that show a hazard, empty when there is none."""
        return next((h.words for h in self.hazards if h.code == code), "")


def gather(found: Understood) -> tuple[Ask, ...]:
    """The asks in the order a rep would want to see them: times, unclear answers, objections, instructions, then the rest as
    they stand in the mail. A machine's mail asks nothing; of one that only says goodbye, or only answers, nothing else counts."""
    if found.words_of("autoreply") or found.words_of("bounce"):
        return ()
    asks = [*_times(found), *_answer(found), *_objections(found), *_instruction(found)]
    if goodbye := found.words_of("unsubscribe"):
        return (*asks, Ask(f"stop mailing: {goodbye}", "request", (0, 0), found.index))
    if found.bare:
        return tuple(asks)
    if language := found.words_of("non_english"):
        return (*asks, *_foreign(found, language))
    asks += _asked(found)
    return (*asks, *_complaints(found, asks)) if found.words_of("angry") else tuple(asks)


def unclear(found: Understood, asks: tuple[Ask, ...]) -> tuple[Hazard, ...]:
    """Why nobody could say what the message means, as at most one hazard ``ambiguous``."""
    if past := [t for t in found.timing.times if t.past]:
        return (hazard("ambiguous", past[0].words, "The time they propose has passed."),)
    if found.timing.unclear:
        return (hazard("ambiguous", found.timing.unclear, f"{found.timing.unclear}."),)
    if found.bare and found.bare.unclear:
        return (hazard("ambiguous", found.bare.words, "Their answer fits more than one of your questions."),)
    if asks or found.hazards or found.timing.meeting:
        return ()
    said = [u.text for u in found.reading.units if not is_courtesy(u.text)]
    return (hazard("ambiguous", said[0] if said else found.reading.text[:80], "Nothing in it asks for anything."),)


def _times(found: Understood) -> Iterator[Ask]:
    """One ask for all times proposed, with what they resolve to; or one a sentence that moves a time without naming one.

    "Can't do it, not this year" beside an objection moves none.
    """
    timing = found.timing
    if not timing.times and found.objecting:
        return
    if not timing.times:
        yield from (Ask(f"move or fix the time: {u.text}", "proposal", u.span, found.index) for u in timing.units)
    elif timing.units:
        said = "; ".join(dict.fromkeys(u.text for u in timing.units))
        meant = " or ".join(f"{t.start:%A} {t.start.day} {t.start:%B} {t.start:%H:%M}" for t in timing.times)
        label = "pick one of the options" if len(timing.times) > 1 else "confirm the time, or move to it"
        yield Ask(f"{label} ({meant}): {said}", "proposal", timing.units[0].span, found.index)


def _answer(found: Understood) -> Iterator[Ask]:
    if not found.bare:
        return
    span = found.reading.units[0].span
    if found.bare.unclear:
        yield Ask(f"unclear which option is accepted: {found.bare.words}", "unclear", span, found.index)
    else:
        yield Ask(f"answer to “{found.bare.question}”: {found.bare.words}", "request", span, found.index)


def _objections(found: Understood) -> Iterator[Ask]:
    for o in found.objecting:
        yield Ask(f"{o.title or o.concern.replace('_', ' ')}: {o.unit.text}", "objection", o.unit.span, found.index)


def _instruction(found: Understood) -> Iterator[Ask]:
    if words := found.words_of("injection"):
        yield Ask(f"hidden instruction aimed at the drafting system: {words}", "instruction", (0, 0), found.index)


def _foreign(found: Understood, language: str) -> Iterator[Ask]:
    """The sentences of a mail in another language, its questions if it has any, each with what it seems to be about."""
    said = [u for u in found.reading.units if not is_courtesy(u.text)]
    asked = [u for u in said if u.text.rstrip().endswith("?")] or said
    for unit in asked:
        about = ", about ".join((language, *gist(unit.text)))
        yield Ask(f"{unit.text} (in {about})", "question", unit.span, found.index)


def _asked(found: Understood) -> tuple[Ask, ...]:
    """Questions and requests, by rule or added by the model, that were not understood as something else."""
    rep_said = next((m.text for m in reversed(found.thread.messages[:-1]) if m.from_rep), "")
    timed = found.timing.units if found.timing.meeting else ()
    objecting = tuple(o.unit for o in found.objecting)
    aimed = tuple(u for u in found.reading.units if _instructs(u, found.words_of("injection")))
    return find_asks(
        found.reading, Place(found.index, rep_said), skip=aimed, timed=timed, objecting=objecting, added=_added(found.act)
    )


def _added(act: Act) -> tuple[Unit, ...]:
    """The sentences the fitted models take for a request: of those that were looked at, so that no vector is computed for it."""
    quiet = [c for c in act.cues if c.of(QUIET) >= 0.5 > c.chances["status"]]
    chances = unit_chances([c.unit for c in quiet])
    return tuple(c.unit for c, chance in zip(quiet, chances, strict=True) if c.of(ADDED) >= ADDED_AT or chance >= ASKED_AT)


def _instructs(unit: Unit, words: str) -> bool:
    return bool(words) and (unit.text == words or PATTERNS["injection"].search(unit.text) is not None)


def _complaints(found: Understood, asks: list[Ask]) -> Iterator[Ask]:
    """What an angry mail complains of, so that the rep sees every point of it."""
    taken = [a.span for a in asks]
    for unit in found.reading.units:
        free = not any(unit.span[0] < end and start < unit.span[1] for start, end in taken)
        if free and content_words(unit.text):
            yield Ask(f"complaint: {unit.text}", "unclear", unit.span, found.index)
