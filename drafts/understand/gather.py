"""Everything a message wants, from whichever side it was understood, as one list of asks; and what stays unclear."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from drafts.domain import Ask, Hazard, Thread
from drafts.understand.answers import Answer
from drafts.understand.asks import Place, find_asks
from drafts.understand.clauses import Clause
from drafts.understand.courtesy import is_courtesy
from drafts.understand.cues import Act
from drafts.understand.hazards import hazard
from drafts.understand.language import gist
from drafts.understand.objections import SURE_AT, Objecting, objects
from drafts.understand.patterns import PATTERNS
from drafts.understand.proposals import Proposals
from drafts.understand.reading import Reading, Unit
from drafts.understand.reference import content_words
from drafts.understand.times import days_in
from drafts.understand.wanted import Wanted
from profiles.judgement import Span

TIMED_AT = 0.5
"""Probability from which a clause fixes a time."""


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
    wants: Mapping[Span, Wanted]

    @property
    def unread_times(self) -> tuple[Clause, ...]:
        """The clauses of a reply that most likely fix a time nobody could read, beside those that name one of the times understood."""
        if self.bare or not any(m.from_rep for m in self.thread.messages):
            return ()
        return tuple(
            w.heard.clause for w in self.wants.values() if w.chances["time"] >= TIMED_AT and not self._reads(w.heard.clause)
        )

    def _reads(self, clause: Clause) -> bool:
        known = {time.start.date() for time in self.timing.times}
        return clause.unit in self.timing.units or any(
            day.day in known for day in days_in(clause.text, self.thread.newest.sent_at.date())
        )

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
    if unread := found.unread_times:
        return (hazard("ambiguous", unread[0].text, "It seems to fix a time that could not be read."),)
    if found.objecting and all(a.form == "objection" for a in asks) and objects(found.act, found.wants) < SURE_AT:
        return (hazard("ambiguous", found.objecting[0].unit.text, "It may be an objection, or only news."),)
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
    yield from (Ask(f"move or fix the time: {c.text}", "proposal", c.span, found.index) for c in found.unread_times)
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
    """Questions and requests that were not understood as something else."""
    rep_said = next((m.text for m in reversed(found.thread.messages[:-1]) if m.from_rep), "")
    timed = found.timing.units if found.timing.meeting else ()
    objecting = tuple(o.unit for o in found.objecting)
    aimed = tuple(u for u in found.reading.units if _instructs(u, found.words_of("injection")))
    return find_asks(found.reading, Place(found.index, rep_said), aimed, timed, objecting, found.wants)


def _instructs(unit: Unit, words: str) -> bool:
    return bool(words) and (unit.text == words or PATTERNS["injection"].search(unit.text) is not None)


def _complaints(found: Understood, asks: list[Ask]) -> Iterator[Ask]:
    """What an angry mail complains of, so that the rep sees every point of it."""
    taken = [a.span for a in asks]
    for unit in found.reading.units:
        free = not any(unit.span[0] < end and start < unit.span[1] for start, end in taken)
        if free and content_words(unit.text):
            yield Ask(f"complaint: {unit.text}", "unclear", unit.span, found.index)
