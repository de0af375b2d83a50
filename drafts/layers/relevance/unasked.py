"""Facts nobody asked for: said all the same, they are what gives a machine away."""

from collections.abc import Iterator

from drafts.domain import Knowledge, Plan
from drafts.layers.relevance.facts import Entry
from drafts.layers.relevance.sources import Sources
from drafts.layers.relevance.view import Stretch, fact_share
from profiles.judgement import Evidence

SAID = 0.6
"""Part of a fact's weight that a sentence must repeat to be saying it."""
WEIGHT = -0.08
"""Taken away for each: a nudge to leave it out, never a reason to hold by itself."""


def issues(parts: tuple[Stretch, ...], plan: Plan, knowledge: Knowledge, sources: Sources) -> Iterator[Evidence]:
    """One for each sentence whose nearest fact neither answers an ask nor bears out a value point."""
    wanted = {fact.id for answer in plan.answers for fact in answer.facts}
    wanted |= {fact_id for point in knowledge.value_points for fact_id in point.evidence}
    for part in parts:
        if part.asks:
            continue
        nearest = max(sources.facts.entries, key=lambda entry: fact_share(part, entry), default=None)
        if (
            nearest
            and nearest.fact.id not in wanted
            and fact_share(part, nearest) >= SAID
            and not _said_in_answer(part, wanted, sources)
        ):
            said = f"Nobody asked for this: {nearest.fact.text}"
            yield Evidence("unasked_fact", said, WEIGHT, (part.span,))


def _said_in_answer(part: Stretch, wanted: set[str], sources: Sources) -> bool:
    """Whether the sentence says an asked-for fact about as much."""
    asked: list[Entry] = [entry for entry in sources.facts.entries if entry.fact.id in wanted]
    return any(fact_share(part, entry) >= SAID for entry in asked)
