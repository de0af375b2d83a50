"""A stand-in for the three layers, for tests of pages: quick, and its answer can be foreseen."""

from drafts.domain import Layer, Note
from drafts.models import Draft
from drafts.scoring import Rescored, ScoreView


def by_frankfurt(draft: Draft, text: str) -> Rescored:
    """In the place of ``scoring.rescore``: a text that names Frankfurt answers what was asked, any other is held by relevance."""
    answers = "Frankfurt" in text
    views = [
        ScoreView("voice", 0.8, 0.5, True, "Like you.", []),
        ScoreView("relevance", 0.9 if answers else 0.2, 0.5, answers, "About the data.", []),
        ScoreView("value", 0.7, 0.5, True, "", []),
    ]
    note = Note(Layer.RELEVANCE, "ask_unmet", "Says not where the data is.", ((0, 2),))
    return Rescored(views, "ready" if answers else "held", () if answers else (note,))
