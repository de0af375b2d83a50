"""What the rep typed on the desk: an ask that nothing approved answers counts as answered once the rep has answered it.

A sentence is the rep's when no writer's wording held it first. It answers an ask when it is about it, puts off nothing, and says what
was asked for: a value of the kind where one is wanted, else more than the question's own words. Figures in such sentences are the
rep's to vouch for; they are named, and hold nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from spacy.tokens import Doc

from drafts.domain import Answer, Brief, Plan
from drafts.layers.relevance.coverage import TOUCHED, ask_terms, defers, kinds_wanted, restates, settles
from drafts.layers.relevance.terms import terms
from drafts.layers.relevance.view import Stretch, sentences, windows
from profiles.judgement import Evidence
from profiles.language import parse

FILLED_IN = frozenset({"specific_pricing", "specific_technical", "fact_expired", "out_of_scope"})
"""Gaps a person can fill by knowing the answer; what a mail means, or whether to answer it at all, is another matter."""

FIGURES = frozenset({"ungrounded_price", "ungrounded_number", "ungrounded_date", "ungrounded_time"})
NEWS = 0.5
"""Weight of words beyond the question's own from which a sentence says something about it."""


@dataclass(frozen=True, slots=True)
class Wording:
    """An earlier text of the draft, and whether the rep typed it."""

    text: str
    by_rep: bool


Wordings = tuple[Wording, ...]
"""Oldest first. Without any, nothing in a text is the rep's."""


def settle(brief: Brief, plan: Plan, doc: Doc, wordings: Wordings) -> tuple[Brief, Plan]:
    """The same, with every gap the rep has filled answered by ``rep`` in the words that do, and its hazard gone with it."""
    if not wordings or not plan.unanswered:
        return brief, plan
    parts = sentences(doc)
    mine = frozenset(part.span for part in typed(parts, wordings))
    if not mine:
        return brief, plan
    answers = tuple(_settled(answer, parts, mine) for answer in plan.answers)
    filled = [answer for answer in answers if answer.source == "rep"]
    hazards = tuple(
        h for h in brief.hazards if not any(h.code == a.why_not and h.words and h.words in a.ask.text for a in filled)
    )
    return replace(brief, hazards=hazards), replace(plan, answers=answers)


def typed(parts: tuple[Stretch, ...], wordings: Wordings) -> tuple[Stretch, ...]:
    """The sentences the rep typed: those that stand in no earlier wording, or stood first in one of the rep's."""
    return tuple(part for part in parts if wordings and by_rep(part.text, wordings))


def by_rep(words: str, wordings: Wordings) -> bool:
    """Whether the first wording that holds the words is the rep's, or none does: then they are being typed."""
    return next((wording.by_rep for wording in wordings if flat(words) in flat(wording.text)), True)


def own_figures(found: tuple[Evidence, ...], doc: Doc, parts: tuple[Stretch, ...], wordings: Wordings) -> Iterator[Evidence]:
    """The evidence, with figures in the rep's sentences that no writer had written turned into a remark that weighs nothing."""
    mine = typed(parts, wordings)
    for evidence in found:
        start, end = evidence.spans[0] if evidence.spans else (-1, -1)
        words = doc.text[start:end]
        inside = any(part.span[0] <= start and end <= part.span[1] for part in mine)
        if evidence.code in FIGURES and inside and by_rep(words, wordings):
            yield Evidence("own_figure", f"“{words}” is yours, in no approved fact.", 0.0, evidence.spans)
        else:
            yield evidence


def flat(text: str) -> str:
    return " ".join(text.split()).casefold()


def _settled(answer: Answer, parts: tuple[Stretch, ...], mine: frozenset) -> Answer:
    if answer.answered or answer.why_not not in FILLED_IN:
        return answer
    for run in windows(tuple(part for part in parts if not part.asks)):
        inside = tuple(p for p in parts if p.span in mine and run.span[0] <= p.span[0] and p.span[1] <= run.span[1])
        if inside and _answers(answer.ask.text, run, inside):
            return replace(answer, source="rep", statements=(run.text,))
    return answer


def _answers(asked: str, run: Stretch, inside: tuple[Stretch, ...]) -> bool:
    """Whether a stretch is about the ask and the rep's part of it says what was asked for."""
    wanted = ask_terms(asked)
    if run.share(wanted) < TOUCHED or any(defers(part.text) or restates(part.text) for part in inside):
        return False
    if kinds := kinds_wanted(asked):
        return any(value.kind in kinds for part in inside for value in part.values)
    stems = frozenset(term.stem for term in wanted)
    news = sum(term.weight for part in inside for term in terms(parse(part.text)) if term.stem not in stems)
    return news >= NEWS or any(settles(part.text) for part in inside)
