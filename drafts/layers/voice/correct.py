"""From what weighs against a text's voice to one instruction."""

from collections.abc import Sequence

from drafts.domain import Layer
from drafts.writers.base import Instruction
from profiles.judgement import Evidence, Judgement
from profiles.voice.features import BY_NAME

STRONGEST = 3
"""Habits named in one instruction; more than a writer can mend at once helps nobody."""


def habits_first(against: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """What weighs against a text as a person can mend it: a foreign part, then habits, then words and marks, each heaviest first."""
    return tuple(sorted(against, key=_how_vague))


def _how_vague(one: Evidence) -> int:
    if one.code == "foreign_stretch":
        return 0
    return 1 if one.code in BY_NAME else 2 if one.spans else 3


def instruct(judgement: Judgement) -> Instruction | None:
    """The habits that speak most against the text, or None when nothing does."""
    against = habits_first(judgement.against())[:STRONGEST]
    if not against:
        return None
    sentence = "Keep what is said, change how: " + " ".join(e.sentence for e in against)
    return Instruction(Layer.VOICE, sentence, tuple(e.code for e in against), tuple(s for e in against for s in e.spans))
