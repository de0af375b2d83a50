"""The fitted model of asks: how likely a sentence asks its reader for something or proposes it.

A support vector machine with a Gaussian kernel over the sentence's vector (its first principal components) and about a hundred
cues of form; at run time it is a weighted sum of similarities to stored sentences, in numpy. Rules own questions: this model
only adds what is asked without being one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from drafts.understand.clauses import Clause, split
from drafts.understand.courtesy import is_courtesy
from drafts.understand.features import form
from drafts.understand.numbers import load
from drafts.understand.questions import is_question
from drafts.understand.reading import Reading, Unit, read
from drafts.understand.requests import is_request
from profiles.embedding import embed

FORM_WEIGHT = 0.4
"""How much the cues of form weigh beside the vector, chosen by cross-validation on the labelled sentences."""


@dataclass(frozen=True)
class Asking:
    """The model's numbers: projection of vectors, stored points with their weights, and the curve from margin to probability.

    ``points`` are int8 with one ``scale`` for all of them.
    """

    centre: np.ndarray
    components: np.ndarray
    points: np.ndarray
    scale: float
    weights: np.ndarray
    bias: float
    gamma: float
    slope: float
    offset: float

    @cached_property
    def _unpacked(self) -> tuple[np.ndarray, np.ndarray]:
        """The stored points as numbers, and the square of each one's length."""
        points = self.points.astype(np.float32) * self.scale
        return points, (points**2).sum(1)

    def margins(self, vectors: np.ndarray, forms: np.ndarray) -> np.ndarray:
        """Signed distance from undecided for each row."""
        points, lengths = self._unpacked
        rows = np.hstack([(vectors - self.centre) @ self.components.T, FORM_WEIGHT * forms]).astype(np.float32)
        squared = (rows**2).sum(1)[:, None] + lengths[None, :] - 2 * rows @ points.T
        return np.exp(-self.gamma * np.maximum(squared, 0)) @ self.weights + self.bias

    def chances(self, vectors: np.ndarray, forms: np.ndarray) -> np.ndarray:
        """Probability for each row that the sentence asks."""
        return 1 / (1 + np.exp(-(self.slope * self.margins(vectors, forms) + self.offset)))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of a whole text: does any clause ask a question, make a request, is all of it courtesy."""

    question: bool
    request: bool
    courtesy: bool


@cache
def shipped() -> Asking:
    """The model that comes with the package."""
    kept = load("asking")
    arrays = {name: kept[name].astype(np.float32) for name in ("centre", "components", "weights")}
    return Asking(points=kept["points"], **{n: float(kept[n]) for n in ("scale", "bias", "gamma", "slope", "offset")}, **arrays)


def rules(units: Sequence[Unit]) -> Verdict:
    """The rules' verdict over some sentences."""
    clauses: list[Clause] = [c for u in units for c in split(u)]
    return Verdict(
        any(is_question(c) for c in clauses),
        any(is_request(c) for c in clauses),
        bool(units) and all(is_courtesy(u.text) for u in units),
    )


def measured(reading: Reading) -> tuple[Verdict, np.ndarray]:
    """The rules' verdict on a text and its cues of form."""
    verdict = rules(reading.units)
    tokens = [t for u in reading.units for t in u.tokens] or list(reading.doc)
    return verdict, form(tokens, verdict.question, verdict.request, verdict.courtesy)


def asks_something(text: str, model: Asking | None = None) -> bool:
    """True when a single sentence asks its reader for something or proposes it: a question by rule, or the model says so."""
    verdict, forms = measured(read(text))
    chance = (model or shipped()).chances(embed([text]), forms[None, :])[0]
    return decide(verdict, float(chance))


QUESTION_AT, ASK_AT = 0.3, 0.44
"""A question by rule stands unless the model is this sure it is none; anything else asks from this probability on."""


def decide(verdict: Verdict, chance: float) -> bool:
    """Rules first, the model adds."""
    if verdict.question and not verdict.courtesy and chance >= QUESTION_AT:
        return True
    return chance >= ASK_AT
