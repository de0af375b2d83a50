"""The value score: does the finished text say what this lead would get out of it, specifically, and nothing meant for somebody else?"""

import re
from collections.abc import Sequence
from math import exp

import numpy as np
from spacy.tokens import Doc

from drafts.domain import Brief, Fact, Knowledge, Lead, Plan, Thread, ValueChoice, ValuePoint
from drafts.layers.value.match import Window, nearness, windows
from drafts.layers.value.step import suitable
from profiles.embedding import similarities
from profiles.judgement import Evidence, Judgement

MIDDLE = 0.46
"""Nearness to a fitting point at which a text is as likely to carry a benefit as not."""
STEEPNESS = 18.0
FOREIGN = 0.52
"""Nearness from which a stretch speaks of a point, when it is nearer to that than to any fitting one."""
UNASKED_BASE = 0.85
"""Score of a text without a benefit where none is expected."""
FILLER_FROM, SPOKEN = 0.55, 4
"""Nearness to a stock phrase from which a stretch of at least so many words is filler."""
TAKES_UP, ANSWERS, PIECE = 0.5, 0.62, 0.8
"""Nearness from which a stretch takes up the prospect's words, or says an answer of the plan; share of its words
that make it a piece of one."""

FILLER = (
    "It saves you time and money.",
    "It streamlines your operations.",
    "Boost your productivity and efficiency.",
    "Take your business to the next level.",
    "Everyone gets more productive.",
    "Better tools for a better business.",
    "We help companies like yours work smarter, not harder.",
    "An all-in-one solution for your whole business.",
    "You will see a great return on investment.",
    "It makes your life easier.",
    "Our customers love it and never look back.",
    "Transform the way you work with an industry-leading platform.",
)
"""Benefits that fit any product and any reader, and so nobody in particular."""


def judge(doc: Doc, choice: ValueChoice, knowledge: Knowledge, brief: Brief, plan: Plan, thread: Thread) -> Judgement:
    """Score of the finished text with its evidence.

    Rises with the nearest approach of any stretch of the text to a point meant for this lead; falls with a stretch that
    speaks of a point meant for others, and with filler. Where no benefit is expected its absence costs nothing.
    """
    found = windows(doc)
    if not found:
        return Judgement(None, (Evidence("too_short", "There is too little text to carry a benefit."),))
    lead, points = thread.lead, knowledge.value_points
    fitting = suitable(points, thread)
    foreign = tuple(p for p in points if p not in fitting)
    near = nearness([w.text for w in found], fitting)
    far = nearness([w.text for w in found], foreign)
    explained = _explained(found, brief, plan) | _factual(found, far, knowledge.facts)
    hit = _benefit(found, near, fitting, lead, choice)
    miss = _misplaced(found, near, far, foreign, lead, explained)
    empty = _filler(found, near)
    best = float(near.max(initial=0.0))
    score = (
        _logistic(STEEPNESS * (best - MIDDLE)) if choice.expected else max(UNASKED_BASE, _logistic(STEEPNESS * (best - MIDDLE)))
    )
    for evidence in (miss, empty):
        score *= 1 + evidence.weight if evidence else 1
    return Judgement(round(score, 4), tuple(e for e in (hit, miss, empty) if e))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def _benefit(
    found: Sequence[Window], near: np.ndarray, fitting: Sequence[ValuePoint], lead: Lead, choice: ValueChoice
) -> Evidence | None:
    who = lead.role or "this lead"
    if not fitting:
        return Evidence("no_point_fits", choice.why, -1.0) if choice.expected else None
    row, column = np.unravel_index(int(near.argmax()), near.shape)
    if near[row, column] >= MIDDLE:
        return Evidence(
            "benefit",
            f"Speaks to what {who} is likely to mind: {fitting[column].concern}.",
            float(near[row, column]),
            (found[row].span,),
        )
    if not choice.expected:
        return None
    return Evidence(
        "benefit_missing",
        f"No line says what this means for {who}; {(choice.point or fitting[column]).concern} would be the point.",
        -1.0,
    )


def _misplaced(
    found: Sequence[Window], near: np.ndarray, far: np.ndarray, foreign: Sequence[ValuePoint], lead: Lead, explained: np.ndarray
) -> Evidence | None:
    if not foreign:
        return None
    own = near.max(axis=1, initial=0.0) if near.size else np.zeros(len(found))
    telling = np.array(["?" not in w.text for w in found])
    excess = np.where((far.max(axis=1) > own + 0.05) & ~explained & telling, far.max(axis=1), 0.0)
    row = int(excess.argmax())
    if excess[row] < FOREIGN:
        return None
    point = foreign[int(far[row].argmax())]
    weight = -min(0.95, 0.15 + 4.0 * float(excess[row] - FOREIGN))
    return Evidence(
        "wrong_reader",
        f"This line is meant for {_or(point.roles)}, who mind {point.concern}; {lead.name or 'the lead'} is {lead.role or 'of unknown role'}.",
        weight,
        (found[row].span,),
    )


def _explained(found: Sequence[Window], brief: Brief, plan: Plan) -> np.ndarray:
    """Which stretches merely take up what the prospect wrote, or say a planned answer: those are no misplaced benefits. A stretch that
    holds such a sentence is explained by it."""
    texts = [w.text for w in found]
    asked = [a.text for a in brief.asks] + ([brief.concern] if brief.concern else [])
    answered = [s for a in plan.answers for s in a.statements]
    explained = np.zeros(len(found), bool)
    for said, least in ((asked, TAKES_UP), (answered, ANSWERS)):
        if said:
            explained |= similarities(texts, said).max(axis=1) >= least
    told = {stem for text in answered for stem in _stems(text)}
    explained |= np.array([_within(w.text, told) for w in found])
    inside = [w.span for w, e in zip(found, explained, strict=True) if e]
    return explained | np.array([any(w.span[0] <= a and b <= w.span[1] for a, b in inside) for w in found])


def _factual(found: Sequence[Window], far: np.ndarray, facts: Sequence[Fact]) -> np.ndarray:
    """Which stretches say a fact rather than a benefit: whether it was asked for is the relevance layer's to judge."""
    if not facts or not far.size:
        return np.zeros(len(found), bool)
    return similarities([w.text for w in found], [f.text for f in facts]).max(axis=1) >= far.max(axis=1)


def _within(text: str, told: set[str]) -> bool:
    """True when a stretch has hardly a word that the planned answers do not have: a piece of one, put by itself."""
    stems = _stems(text)
    return bool(stems) and len([s for s in stems if s in told]) >= PIECE * len(stems)


def _stems(text: str) -> list[str]:
    """Words cut to five letters, the smallest left out."""
    return [w[:5] for w in re.findall(r"[a-z0-9]+", text.lower()) if len(w) > 2]


def _filler(found: Sequence[Window], near: np.ndarray) -> Evidence | None:
    empty = similarities([w.text for w in found], FILLER).max(axis=1)
    own = near.max(axis=1, initial=0.0) if near.size else np.zeros(len(found))
    spoken = np.array([len(w.text.split()) >= SPOKEN for w in found])
    rows = np.flatnonzero((empty >= FILLER_FROM) & (own < MIDDLE) & spoken)
    if not rows.size:
        return None
    row = rows[int(empty[rows].argmax())]
    return Evidence("filler", "This would fit any product and any reader.", -0.4, (found[row].span,))


def _or(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
