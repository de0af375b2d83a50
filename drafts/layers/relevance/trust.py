"""How far a fact may be trusted to answer an ask: a fitted decision over everything matching found out.

Rules alone either hold every paraphrase or let through what is near: "who gets us going?" shares no word with the fact that answers
it, "is the API documented in French?" all but one with a fact that does not. So what the rules measure, of the fact and of its rivals, is
weighed by gradient-boosted trees (Friedman 2001) that ``fit_answers.py`` fitted on labelled asks to forty invented sellers. What
no wording excuses stays a veto outside of them: a wrong number, another size of team, the thing that is not wanted.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from drafts.layers.relevance.covering import COVERED, nearest
from drafts.layers.relevance.facts import FactIndex
from drafts.layers.relevance.needs import Need, is_closed, satisfies
from drafts.layers.relevance.question import Question

if TYPE_CHECKING:
    from drafts.layers.relevance.retrieve import Match

CANDIDATES = 10
"""Facts of a list that are weighed for an ask; the rest shares too little with it."""
SLIGHT = 0.2
"""Weight of a word below which it does not matter how far it is from the fact."""
TELLING = 0.3
"""Weight from which an uncovered word is counted as one."""

FEATURES = (
    "coverage", "substance", "uncovered", "uncovered_most", "uncovered_weight", "uncovered_names", "uncovered_nouns", "uncovered_verbs",
    "uncovered_deed", "uncovered_elsewhere", "uncovered_nowhere", "furthest", "similarity", "whole", "keyword", "score_lead", "whole_lead",
    "keyword_lead", "coverage_lead", "first", "fact_said", "gives_type", "doubts", "vetoes", "typed", "money", "closed", "light", "words",
    "length", "points_back", "strict",
)  # fmt: skip
"""What the trees weigh, in order. ``*_lead`` is the distance to the best other fact; ``uncovered_elsewhere`` is the weight of words this
fact says nothing of and another does; ``fact_said`` is the part of the fact that the ask already says."""


_POINTS_BACK = re.compile(r"\b(?:it|that|this|those|these|they|them|one|ones|both|either|same)\b", re.I)


@dataclass(frozen=True)
class Trees:
    """Boosted trees as arrays, one row a tree: ``feature`` (-1 in a leaf), ``threshold``, the places of the ``left`` and ``right`` nodes
    (a leaf points to itself) and the ``value`` of each node; ``start`` is the log odds all begin from."""

    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    value: np.ndarray
    start: float

    def probabilities(self, rows: np.ndarray) -> np.ndarray:
        """Probability that each row (n, len(FEATURES)) is a right answer: shape (n,), 0 to 1."""
        trees = np.arange(len(self.feature))
        at = np.zeros((len(rows), len(trees)), np.intp)
        while (inner := self.feature[trees, at] >= 0).any():
            seen = np.take_along_axis(rows, np.maximum(self.feature[trees, at], 0), axis=1)
            at = np.where(inner, np.where(seen <= self.threshold[trees, at], self.left[trees, at], self.right[trees, at]), at)
        return 1 / (1 + np.exp(-(self.start + self.value[trees, at].sum(axis=1))))


def trust(asked: Question, matches: Sequence["Match"], facts: FactIndex) -> dict[int, float]:
    """For the likeliest facts of all ``matches`` the probability that they answer, by their place in ``matches``; the others' is 0."""
    places = candidates(matches)
    return (
        dict(zip(places, _fitted().probabilities(features(asked, matches, facts, places)).tolist(), strict=True))
        if places
        else {}
    )


def candidates(matches: Sequence["Match"]) -> list[int]:
    """Places of the facts worth weighing, the likeliest first."""
    return sorted(range(len(matches)), key=lambda i: -(matches[i].coverage + matches[i].whole))[:CANDIDATES]


def features(asked: Question, matches: Sequence["Match"], facts: FactIndex, places: Sequence[int]) -> np.ndarray:
    """One row for each of the ``places``, as :data:`FEATURES` names them; float32, shape (len(places), len(FEATURES))."""
    leads = {name: _leads([getattr(match, name) for match in matches]) for name in ("score", "whole", "keyword", "coverage")}
    stems = frozenset(term.stem for term in asked.terms)
    of_ask = (
        asked.needs != (Need.TOPIC,),
        Need.MONEY in asked.needs,
        is_closed(asked.text),
        asked.light,
        sum(weight >= TELLING for weight in asked.weights),
        len(asked.text.split()),
        bool(_POINTS_BACK.search(asked.text)),
    )
    rows = []
    for i in places:
        match = matches[i]
        rows.append((
            match.coverage,
            min(match.substance, 3.0),
            *_of_uncovered(asked, match, facts),
            match.similarity,
            match.whole,
            match.keyword,
            *(leads[name][i] for name in ("score", "whole", "keyword", "coverage")),
            leads["score"][i] >= 0,
            _said(match, stems),
            all(satisfies(need, match.entry.values, match.entry.places) for need in asked.needs),
            len(match.doubts),
            len(match.vetoes),
            *of_ask,
            match.strict,
        ))  # fmt: skip
    return np.array(rows, np.float32)


def _leads(scores: list[float]) -> list[float]:
    """By how much each score is ahead of the best other one."""
    if len(scores) < 2:
        return scores
    best, second = sorted(scores)[-1], sorted(scores)[-2]
    return [score - (second if score == best else best) for score in scores]


def _of_uncovered(asked: Question, match: "Match", facts: FactIndex) -> tuple[float, ...]:
    """What the words the fact says nothing of amount to."""
    open_ = [(term, weight, c) for term, weight, c in zip(asked.terms, asked.weights, match.covers, strict=True) if c < COVERED]
    return (
        sum(weight >= TELLING for _, weight, _ in open_),
        max((weight for _, weight, _ in open_), default=0.0),
        sum(weight * (1 - c) for _, weight, c in open_),
        sum(term.name for term, _, _ in open_),
        sum(weight for term, weight, _ in open_ if term.full >= 0.9 and not term.name),
        sum(weight for term, weight, _ in open_ if term.index in asked.verbs),
        any(term.index == asked.deed for term, _, _ in open_),
        sum(weight for term, weight, _ in open_ if facts.share(term) > 0),
        sum(weight for term, weight, _ in open_ if facts.share(term) == 0),
        max((1 - nearest(term, match.entry) for term, weight, _ in open_ if weight >= SLIGHT), default=0.0),
    )


def _said(match: "Match", stems: frozenset[str]) -> float:
    """Part of the fact's weight that the ask already says."""
    said = {term.stem: term.weight for term in match.entry.said}
    return sum(weight for stem, weight in said.items() if stem in stems) / (sum(said.values()) or 1.0)


@cache
def _fitted() -> Trees:
    with files(__package__).joinpath("answers.npz").open("rb") as file, np.load(file, allow_pickle=False) as kept:
        return Trees(*(kept[name] for name in ("feature", "threshold", "left", "right", "value")), start=float(kept["start"]))
