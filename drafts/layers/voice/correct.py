"""From what weighs against a text's voice to one instruction."""

from drafts.domain import Layer
from drafts.writers.base import Instruction
from profiles.judgement import Judgement

STRONGEST = 3
"""Habits named in one instruction; more than a writer can mend at once helps nobody."""


def instruct(judgement: Judgement) -> Instruction | None:
    """The habits that speak most against the text, or None when nothing does."""
    against = judgement.against()[:STRONGEST]
    if not against:
        return None
    sentence = "Keep what is said, change how: " + " ".join(e.sentence for e in against)
    return Instruction(Layer.VOICE, sentence, tuple(e.code for e in against), tuple(s for e in against for s in e.spans))
