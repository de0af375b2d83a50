"""The value score: does the finished text say what this lead would get out of it, specifically, and nothing meant for somebody else?"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
from spacy.tokens import Doc

from drafts.domain import Brief, Fact, Knowledge, Lead, Plan, Thread, ValueChoice, ValuePoint
from drafts.layers.value.match import Window, nearness, vectors, windows
from drafts.layers.value.step import suitable
from profiles.embedding import embed
from profiles.judgement import Evidence, Judgement

MIDDLE = 0.46
"""Nearness to a fitting point at which a text is as likely to carry a benefit as not."""
STEEPNESS = 18.0
FOREIGN = 0.52
"""Nearness from which a stretch speaks of a point, when it is nearer to that than to any fitting one."""
NEARER = 0.05
"""How much nearer to another reader's point than to any of this one's such a stretch must be."""
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


@dataclass(frozen=True)
class _Reading:
    """The windows of a text with their vectors, and how near each is to the points meant for the lead (``near``) and for others (``far``)."""

    found: tuple[Window, ...]
    vectors: np.ndarray
    fitting: tuple[ValuePoint, ...]
    foreign: tuple[ValuePoint, ...]
    near: np.ndarray
    far: np.ndarray

    @property
    def own(self) -> np.ndarray:
        """The nearest fitting point of each window."""
        return self.near.max(axis=1, initial=0.0)

    def to(self, texts: Sequence[str]) -> np.ndarray:
        """Each window's nearness in meaning to the nearest of some texts; 0 for none."""
        return (self.vectors @ embed(texts).T).max(axis=1) if texts else np.zeros(len(self.found))


def judge(doc: Doc, choice: ValueChoice, knowledge: Knowledge, brief: Brief, plan: Plan, thread: Thread) -> Judgement:
    """Score of the finished text with its evidence.

    Rises with the nearest approach of any stretch of the text to a point meant for this lead; falls with a stretch that
    speaks of a point meant for others, and with filler. Where no benefit is expected its absence costs nothing.
    """
    reading = _read(doc, knowledge, thread)
    if reading is None:
        return Judgement(None, (Evidence("too_short", "There is too little text to carry a benefit."),))
    hit = _benefit(reading, thread.lead, choice)
    miss = _misplaced(reading, thread.lead, lambda: _explained(reading, brief, plan) | _factual(reading, knowledge.facts))
    empty = _filler(reading)
    score = _logistic(STEEPNESS * (float(reading.near.max(initial=0.0)) - MIDDLE))
    score = score if choice.expected else max(UNASKED_BASE, score)
    for evidence in (miss, empty):
        score *= 1 + evidence.weight if evidence else 1
    return Judgement(round(score, 4), tuple(e for e in (hit, miss, empty) if e))


def _read(doc: Doc, knowledge: Knowledge, thread: Thread) -> _Reading | None:
    found = windows(doc)
    if not found:
        return None
    fitting = suitable(knowledge.value_points, thread)
    foreign = tuple(p for p in knowledge.value_points if p not in fitting)
    texts, rows = [w.text for w in found], vectors(found)
    return _Reading(found, rows, fitting, foreign, nearness(texts, rows, fitting), nearness(texts, rows, foreign))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def _benefit(reading: _Reading, lead: Lead, choice: ValueChoice) -> Evidence | None:
    who = lead.role or "this lead"
    if not reading.fitting:
        return Evidence("no_point_fits", choice.why, -1.0) if choice.expected else None
    row, column = np.unravel_index(int(reading.near.argmax()), reading.near.shape)
    best, concern = float(reading.near[row, column]), reading.fitting[column].concern
    if best >= MIDDLE:
        sentence = f"Speaks to what {who} is likely to mind: {concern}."
        return Evidence("benefit", sentence, best, (reading.found[row].span,))
    if not choice.expected:
        return None
    wanted = choice.point.concern if choice.point else concern
    return Evidence("benefit_missing", f"No line says what this means for {who}; {wanted} would be the point.", -1.0)


def _misplaced(reading: _Reading, lead: Lead, excused: Callable[[], np.ndarray]) -> Evidence | None:
    """The stretch that speaks most of another reader's point; what excuses it is looked for only where there is one."""
    if not reading.foreign:
        return None
    far = reading.far.max(axis=1)
    telling = np.array(["?" not in w.text for w in reading.found])
    suspect = (far > reading.own + NEARER) & (far >= FOREIGN) & telling
    if not suspect.any() or not (suspect := suspect & ~excused()).any():
        return None
    excess = np.where(suspect, far, 0.0)
    row = int(excess.argmax())
    point = reading.foreign[int(reading.far[row].argmax())]
    who = f"{lead.name or 'the lead'} is {lead.role or 'of unknown role'}"
    sentence = f"This line is meant for {_or(point.roles)}, who mind {point.concern}; {who}."
    return Evidence("wrong_reader", sentence, -min(0.95, 0.15 + 4.0 * float(excess[row] - FOREIGN)), (reading.found[row].span,))


def _explained(reading: _Reading, brief: Brief, plan: Plan) -> np.ndarray:
    """Which stretches merely take up what the prospect wrote, or say a planned answer: those are no misplaced benefits. A stretch that
    holds such a sentence is explained by it."""
    asked = [a.text for a in brief.asks] + ([brief.concern] if brief.concern else [])
    answered = [s for a in plan.answers for s in a.statements]
    told = {stem for text in answered for stem in _stems(text)}
    pieces = np.array([_within(w.text, told) for w in reading.found])
    explained = (reading.to(asked) >= TAKES_UP) | (reading.to(answered) >= ANSWERS) | pieces
    inside = [w.span for w, e in zip(reading.found, explained, strict=True) if e]
    return explained | np.array([any(w.span[0] <= a and b <= w.span[1] for a, b in inside) for w in reading.found])


def _factual(reading: _Reading, facts: Sequence[Fact]) -> np.ndarray:
    """Which stretches say a fact rather than a benefit: whether it was asked for is the relevance layer's to judge."""
    if not facts or not reading.foreign:
        return np.zeros(len(reading.found), bool)
    return reading.to([f.text for f in facts]) >= reading.far.max(axis=1)


def _filler(reading: _Reading) -> Evidence | None:
    empty = reading.to(FILLER)
    spoken = np.array([len(w.text.split()) >= SPOKEN for w in reading.found])
    rows = np.flatnonzero((empty >= FILLER_FROM) & (reading.own < MIDDLE) & spoken)
    if not rows.size:
        return None
    row = rows[int(empty[rows].argmax())]
    return Evidence("filler", "This would fit any product and any reader.", -0.4, (reading.found[row].span,))


def _within(text: str, told: set[str]) -> bool:
    """True when a stretch has hardly a word that the planned answers do not have: a piece of one, put by itself."""
    stems = _stems(text)
    return bool(stems) and len([s for s in stems if s in told]) >= PIECE * len(stems)


def _stems(text: str) -> list[str]:
    """Words cut to five letters, the smallest left out."""
    return [w[:5] for w in re.findall(r"[a-z0-9]+", text.lower()) if len(w) > 2]


def _or(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
