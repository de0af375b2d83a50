"""How much a text sounds like a writer: a calibrated probability with the evidence it adds up from."""

from collections.abc import Sequence

from spacy.tokens import Doc

from profiles.judgement import Judgement
from profiles.voice.evidence import evidence
from profiles.voice.measure import measure
from profiles.voice.model import Imprint, imprint
from profiles.voice.population import Population, shipped
from profiles.voice.profile import VoiceProfile
from profiles.voice.standing import Panel, judged, panel, probability

MIN_WORDS = 12
"""Under this many words of body there is nothing to tell a voice by."""


def judge(
    doc: Doc, profile: VoiceProfile, cohort: Sequence[VoiceProfile] = (), population: Population | None = None
) -> Judgement:
    """Probability that the profile's writer wrote the text, when three of four claims are false; None when it is too short.

    0.5 means cannot tell. The weights of the evidence add up to the log-odds of the score. ``cohort`` holds profiles of other writers
    of the same trade, the claimed writer not among them.
    """
    population = population or shipped()
    text = measure(doc)
    if text.words < MIN_WORDS:
        return Judgement(None)
    at = panel(profile, tuple(cohort), population)
    compared, odds = judged(imprint(text, population), at, population)
    return Judgement(probability(odds), evidence(text, compared, at, profile, population))


def score(text: Imprint, at: Panel, population: Population) -> float | None:
    """The score alone, of a text measured before."""
    return None if text.words < MIN_WORDS else probability(judged(text, at, population)[1])
