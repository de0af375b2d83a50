"""From what weighs against a text's relevance to one instruction."""

from drafts.domain import Layer, Plan
from drafts.writers.base import Instruction
from profiles.judgement import Judgement

UNMET = frozenset({"ask_unmet", "ask_restated"})


def instruct(judgement: Judgement, plan: Plan) -> Instruction | None:
    """What would mend the relevance layer, or None when no writing can: nothing weighs against the text but asks without an answer."""
    gaps = {answer.why_not for answer in plan.unanswered}
    against = [e for e in judgement.against() if e.code not in gaps]
    if not against:
        return None
    parts = [_answered(e.quote, plan) for e in against if e.code in UNMET]
    if invented := [e.sentence.rstrip(".") for e in against if e.code not in UNMET]:
        parts.append(f"Take out what no source carries: {'; '.join(invented)}.")
    return Instruction(
        Layer.RELEVANCE,
        " ".join(parts),
        tuple(dict.fromkeys(e.code for e in against)),
        tuple(span for e in against if e.code not in UNMET for span in e.spans),
    )


def _answered(ask: str, plan: Plan) -> str:
    answer = next((a for a in plan.answers if a.ask.text == ask), None)
    said = " ".join(answer.statements) if answer else ""
    return f"Answer “{ask}”: {said}" if said else f"Take up “{ask}”."
