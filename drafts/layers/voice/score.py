"""The voice score of a draft: how much it sounds like the rep, as :mod:`profiles.voice` measures it, the other reps as cohort."""

from spacy.tokens import Doc

from drafts.writers.base import Materials
from profiles import voice
from profiles.judgement import Judgement


def judge(doc: Doc, materials: Materials) -> Judgement:
    """Probability that the rep wrote the text, with the habits that speak for and against; None when it is too short."""
    others = tuple(profile for rep, profile in sorted(materials.cohort.items()) if rep != materials.rep.id)
    return voice.judge(doc, materials.profile, others)
