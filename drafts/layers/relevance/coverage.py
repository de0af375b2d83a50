"""Coverage: is each ask met by a sentence that engages with it? A restated question is no answer, nor is a deferral."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from drafts.domain import Answer, Plan, Polarity, Thread
from drafts.layers.relevance import arithmetic
from drafts.layers.relevance.facts import Entry, index
from drafts.layers.relevance.needs import Need, needs_of
from drafts.layers.relevance.people import headcount
from drafts.layers.relevance.terms import Term, terms
from drafts.layers.relevance.values import Value, values
from drafts.layers.relevance.view import Stretch, fact_share, same_value, windows
from profiles.embedding import similarities
from profiles.judgement import Evidence
from profiles.language import parsed

UNMET, RESTATED, PASSED_OVER, MET = 0.2, 0.3, 0.75, 1.0
"""How far an ask is met: not at all, only touched on, one of several objections left aside, answered."""
WEAKEST = 0.75
"""Weight of the weakest ask; the mean of all has the rest."""
NEAR_POINT = 0.29
"""Cosine from which a sentence makes a response point in other words."""
TOUCHED = 0.3
"""Part of an ask's weight from which a stretch is about it."""
POINT_SAID = 0.3
"""Part of a fact's weight from which a stretch says it in response to an objection."""
KEPT = 0.6
"""Part of the weight of the rep's own answer that must still stand there for it to be their answer."""
SHORT_SENTENCE = 12
""""Fair." and the like respond to nothing."""

_RESTATES = re.compile(
    r"\b(?:you (?:asked|ask|wanted to know|want to know|wondered|were asking|raised|enquired|inquired)|your questions?|(?:great|good|excellent|fair) question"
    r"|thanks? (?:you )?for asking|(?:regarding|concerning) your)\b",
    re.I,
)
_DEFERS = re.compile(
    r"\b(?:(?:let me|i(?:'ll| will| would|'d)(?: have to| need to)?) (?:find out|check|come back|get back|look into)"
    r"|take (?:it |that |this )?up (?:during|on|in|when)|(?:discuss|cover|go over|go through) (?:it|that|this) (?:on|during|in|when)"
    r"|(?:we|i) (?:can|could|should|will) (?:discuss|talk about|cover)|more on that (?:later|soon)|get (?:you )?(?:an|the) answer)\b",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:(?:need|have|want|like) to (?:check|ask|make sure|find out)|(?:won't|not) guess|(?:rather|not) (?:make certain|be sure|know)"
    r"|as soon as i know|(?:i|we)(?:'ll| will) (?:check|ask|find out|look))\b",
    re.I,
)
_YES = re.compile(
    r"\b(?:yes|yep|yeah|indeed|certainly|absolutely|of course|correct|right)\b|\b(?:it|we|they|you|that) (?:does|do|can|is|are|will)\b",
    re.I,
)
_NO = re.compile(r"\b(?:no|nope|not|never|none|neither|cannot|free|without|only)\b|n't\b", re.I)
_HOW_OFTEN = re.compile(r"\bhow (?:often|frequent)|\bfrequency\b", re.I)
_HOW_LONG = re.compile(r"\bhow long\b|\bkept\b|\bretention\b", re.I)
_KINDS = {
    Need.MONEY: {"money"},
    Need.DURATION: {"duration", "always"},
    Need.COUNT: {"count", "money", "duration"},
    Need.PERCENT: {"percent"},
    Need.HOURS: {"clock", "always", "count"},
    Need.YEAR: {"year"},
}


@dataclass(frozen=True, slots=True)
class Met:
    """How far one ask is met, 0 to 1, and the evidence."""

    score: float
    evidence: Evidence


@lru_cache(maxsize=512)
def ask_terms(text: str) -> tuple[Term, ...]:
    """Content words of an ask, parsed once."""
    return tuple(term for term in terms(parsed(text)) if term.weight >= 0.3)


def met(answer: Answer, runs: tuple[Stretch, ...], thread: Thread) -> Met:
    """How far the text meets one ask, by the answer the plan has for it."""
    if answer.source == "time":
        return _time(answer, runs)
    if answer.source == "rep":
        return _own(answer, runs)
    if answer.source == "objection":
        return _objection(answer, runs)
    if answer.source == "fact":
        return _fact(answer, runs, thread)
    return _thread(answer, runs, thread)


def _fact(answer: Answer, runs: tuple[Stretch, ...], thread: Thread) -> Met:
    """Every fact of the answer must be said by some stretch that engages with the ask."""
    wanted, places = ask_terms(answer.ask.text), []
    for entry in index(answer.facts).entries:
        needed = _needed(answer, entry, thread)
        engaged = next((run for run in runs if _engages(run, wanted, entry, needed, answer)), None)
        if engaged is None:
            return _missed(answer, entry, runs, wanted)
        places.append(engaged.span)
    return Met(MET, Evidence("ask_met", f"Answers “{answer.ask.text}”.", 0.2, tuple(places), answer.ask.text))


def _missed(answer: Answer, entry: Entry, runs: tuple[Stretch, ...], wanted: tuple[Term, ...]) -> Met:
    about = max(runs, key=lambda run: (run.share(wanted), -len(run.text)), default=None)
    if about is not None and about.share(wanted) >= TOUCHED:
        said = f"Touches on “{answer.ask.text}” without saying the answer: {entry.fact.text}"
        return Met(RESTATED, Evidence("ask_restated", said, -0.8, (about.span,), answer.ask.text))
    said = f"Nothing answers “{answer.ask.text}”: {entry.fact.text}"
    return Met(UNMET, Evidence("ask_unmet", said, -0.9, (), answer.ask.text))


def _engages(run: Stretch, wanted: tuple[Term, ...], entry: Entry, needed: tuple[tuple[Value, ...], ...], answer: Answer) -> bool:
    """Whether a stretch says the fact in answer to the ask."""
    topic = run.share(wanted)
    stems = frozenset(term.stem for term in wanted)
    content, news = fact_share(run, entry), fact_share(run, entry, stems)
    if needed:
        said = all(any(same_value(value, v) for value in options for v in run.values) for options in needed)
        return said and (topic >= 0.25 or content >= 0.2)
    hollow = _RESTATES.search(run.text) or _DEFERS.search(run.text)
    if hollow:
        return topic >= 0.3 and news >= 0.4
    if content >= 0.5 or (topic >= 0.3 and news >= 0.25):
        return True
    settled = _YES.search(run.text) if answer.polarity is not Polarity.NO else _NO.search(run.text)
    return topic >= 0.6 or bool(topic >= 0.34 and settled)


def _needed(answer: Answer, entry: Entry, thread: Thread) -> tuple[tuple[Value, ...], ...]:
    """Values the answer must contain: for each typed need of the ask, any one of the fact's values of that type."""
    asked = answer.ask.text
    found = [options for need in needs_of(asked) if (options := _options(need, entry, asked, thread))]
    if _HOW_OFTEN.search(asked) and _HOW_LONG.search(asked) and len(found) == 1 and len(found[0]) > 1:
        return found[0][:1], found[0][1:]
    return tuple(found)


def _options(need: Need, entry: Entry, asked: str, thread: Thread) -> tuple[Value, ...]:
    """Values of the fact, and for prices also their sum for the lead, that satisfy one need."""
    options = tuple(value for value in entry.values if value.kind in _KINDS.get(need, ()))
    if need is Need.MONEY and options:
        sums = arithmetic.totals(entry.fact, headcount(asked, thread))
        options += tuple(Value("money", total, "", "", (0, 0)) for total in sums)
    return options


def _objection(answer: Answer, runs: tuple[Stretch, ...]) -> Met:
    """An objection is met when a fact its response cites is said, or a sentence does what a response point says, or takes it up."""
    entries = index(answer.facts).entries if answer.facts else ()
    said = next((run for run in runs if any(fact_share(run, entry) >= POINT_SAID for entry in entries)), None)
    if said is None:
        said = _takes_up(answer, tuple(run for run in runs if run.single and len(run.text) > SHORT_SENTENCE))
    if said is not None:
        return Met(MET, Evidence("ask_met", f"Responds to “{answer.ask.text}”.", 0.2, (said.span,), answer.ask.text))
    return Met(UNMET, Evidence("ask_unmet", f"Nothing responds to “{answer.ask.text}”.", -0.9, (), answer.ask.text))


def _takes_up(answer: Answer, singles: tuple[Stretch, ...]) -> Stretch | None:
    """The sentence nearest to a response point, to the guidance for it or to the objection, if it is near enough."""
    points = [point for point in (*answer.statements, *answer.note.split(". "), answer.ask.text) if point]
    if not singles or not points:
        return None
    near = similarities([run.text for run in singles], points).max(axis=1)
    best = int(near.argmax())
    return singles[best] if near[best] >= NEAR_POINT else None


def _time(answer: Answer, runs: tuple[Stretch, ...]) -> Met:
    """A proposal of a time is met when the text names one of the times that may be confirmed."""
    for run in runs:
        for value in run.values:
            if value.kind == "clock" and any(value.number in clock_faces(time.start) for time in answer.times):
                return Met(MET, Evidence("ask_met", "Names a time that was proposed.", 0.2, (run.span,), answer.ask.text))
    days = "|".join({f"{time.start:%A}|{time.start:%a}" for time in answer.times})
    for run in runs:
        if re.search(rf"\b(?:{days})\b", run.text, re.I) or re.search(
            r"\b(?:works|see you|confirmed|booked|you're on|done)\b", run.text, re.I
        ):
            return Met(0.7, Evidence("ask_met", "Agrees to the day without the hour.", 0.1, (run.span,), answer.ask.text))
    said = f"Does not say whether the proposed time suits: “{answer.ask.text}”."
    return Met(UNMET, Evidence("ask_unmet", said, -0.9, (), answer.ask.text))


def clock_faces(moment) -> set[float]:
    """Minutes after midnight at which a clock anywhere on a whole-hour offset may stand at this moment."""
    own = moment.hour * 60 + moment.minute
    return {float((own + 60 * shift) % 1440) for shift in range(24)} | {float((own + 60 * shift) % 720) for shift in range(12)}


def _thread(answer: Answer, runs: tuple[Stretch, ...], thread: Thread) -> Met:
    """What the thread left open is met when the text takes up its words or its dates. A wish ("send the agenda") may go unsaid."""
    last = thread.prospect[-1].text if thread.prospect and answer.ask.form == "open" else ""
    wanted = _all_words(f"{answer.ask.text.rpartition(': ')[2]}\n{last}")
    figures = values(last)
    for run in runs:
        dated = any(same_value(value, figure) for value in run.values for figure in figures if figure.number > 1)
        if dated or any(term.stem in run.stems for term in wanted):
            return Met(MET, Evidence("ask_met", f"Takes up “{answer.ask.text}”.", 0.2, (run.span,), answer.ask.text))
    if answer.ask.form != "open":
        return Met(MET, Evidence("wish_unsaid", f"Does not come back to “{answer.ask.text}”.", 0.0, (), answer.ask.text))
    return Met(UNMET, Evidence("ask_unmet", f"Does not take up “{answer.ask.text}”.", -0.9, (), answer.ask.text))


def _own(answer: Answer, runs: tuple[Stretch, ...]) -> Met:
    """What the rep answered in their own words is met as long as those stand there, also in another order or shape."""
    (words,) = answer.statements
    wanted, figures = ask_terms(words), values(words)
    for run in runs:
        whole = all(any(same_value(figure, value) for value in run.values) for figure in figures)
        if run.text == words or (whole and run.share(wanted) >= KEPT):
            said = Evidence("own_words", f"Answers “{answer.ask.text}” in your own words.", 0.2, (run.span,), answer.ask.text)
            return Met(MET, said)
    return Met(UNMET, Evidence("ask_unmet", f"Your answer to “{answer.ask.text}” is gone.", -0.9, (), answer.ask.text))


def kinds_wanted(asked: str) -> frozenset[str]:
    """Kinds of value of which an answer must hold one; empty where words will do."""
    return frozenset().union(*(_KINDS.get(need, ()) for need in needs_of(asked)))


def defers(text: str) -> bool:
    """Whether it puts the answer off."""
    return bool(_DEFERS.search(text) or _UNSURE.search(text))


def restates(text: str) -> bool:
    """Whether it says the question again."""
    return bool(_RESTATES.search(text))


def settles(text: str) -> bool:
    """Whether it says yes or no."""
    return bool(_YES.search(text) or _NO.search(text))


@lru_cache(maxsize=512)
def _all_words(text: str) -> tuple[Term, ...]:
    """Nouns, names and verbs of some length, light or not: for asking whether one text comes back to another at all."""
    return tuple(term for term in terms(parsed(text)) if term.full >= 0.5 and len(term.stem) >= 4)


def of_plan(plan: Plan, parts: tuple[Stretch, ...], thread: Thread) -> tuple[float, tuple[Evidence, ...]]:
    """Coverage of all asks that have an answer, 0 to 1, weakest first; 1 when there is none to meet.

    Facts and times are answers only where they are stated; an objection or an open thread may be taken up by a question.
    """
    stated, said = windows(tuple(part for part in parts if not part.asks)), windows(parts)
    results = [
        met(answer, stated if answer.source in ("fact", "time") else said, thread) for answer in plan.answers if answer.answered
    ]
    if not results:
        return 1.0, ()
    results = _one_objection_is_enough(plan, results)
    scores = [result.score for result in results]
    return WEAKEST * min(scores) + (1 - WEAKEST) * sum(scores) / len(scores), tuple(result.evidence for result in results)


def _one_objection_is_enough(plan: Plan, results: list[Met]) -> list[Met]:
    """People voice one objection in several sentences: when one is met, the others weigh little."""
    answered = [answer for answer in plan.answers if answer.answered]
    voiced = [result for answer, result in zip(answered, results, strict=True) if answer.source == "objection"]
    if not any(result.score == MET for result in voiced):
        return results
    return [
        Met(PASSED_OVER, replace(result.evidence, weight=-0.1)) if result in voiced and result.score < MET else result
        for result in results
    ]
