"""Grounding: every price, number, date, time, name, link, promise, past event and attachment traces to a source, or is named."""

from drafts.layers.relevance.grounding import binding, deeds, figures, names, plans, rivals
from drafts.layers.relevance.grounding.text import Text
from profiles.judgement import Evidence

__all__ = ["Text", "issues"]

_CHECKS = (figures.issues, names.issues, deeds.issues, plans.issues, plans.lapsed, rivals.issues, binding.issues)


def issues(text: Text) -> tuple[Evidence, ...]:
    """Everything in the text that no source carries, each with its span and a negative weight."""
    return tuple(dict.fromkeys(evidence for check in _CHECKS for evidence in check(text)))
