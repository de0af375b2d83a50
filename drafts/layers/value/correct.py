"""From what weighs against a text's value to one instruction."""

from drafts.domain import Layer, ValueChoice
from drafts.writers.base import Instruction
from profiles.judgement import Judgement


def instruct(judgement: Judgement, choice: ValueChoice) -> Instruction | None:
    """What would mend the value layer, or None when no writing can (no approved point fits)."""
    if choice.expected and choice.point is None:
        return None
    against = judgement.against()
    codes = tuple(e.code for e in against)
    spans = tuple(s for e in against for s in e.spans)
    if choice.point is None:
        return Instruction(Layer.VALUE, "Leave out the benefit; this reply needs none.", codes, spans)
    drop = "Drop what is meant for others and say" if "wrong_reader" in codes else "Say"
    sentence = f"{drop} in one line, in the rep's words, what this reader gets: {choice.point.text}"
    return Instruction(Layer.VALUE, sentence, codes, spans)
