"""How much a text sounds like a writer: a calibrated probability with the evidence it adds up from."""

from collections.abc import Sequence

from spacy.tokens import Doc

from profiles.judgement import Judgement
from profiles.voice.evidence import Found, evidence
from profiles.voice.likelihood import compare, log_odds
from profiles.voice.measure import Measured, measure
from profiles.voice.model import imprint
from profiles.voice.population import Population, shipped
from profiles.voice.profile import VoiceProfile
from profiles.voice.standing import Panel, panel, probability
from profiles.voice.stretch import token_weights, worst_stretch

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
    found = find(text, panel(profile, tuple(cohort), population), population)
    return Judgement(probability(found.odds), evidence(found, profile, population))


def score(text: Measured, at: Panel, population: Population) -> float | None:
    """The score alone, of a text measured before."""
    return None if text.words < MIN_WORDS else probability(find(text, at, population).odds)


def find(text: Measured, at: Panel, population: Population) -> Found:
    """Everything that is known of a text when it is judged."""
    compared = compare(imprint(text, population), at.own, at.cohort, population)
    weights = token_weights(text, compared, population)
    return Found(text, compared, at, log_odds(compared, population), weights, worst_stretch(text, weights))
