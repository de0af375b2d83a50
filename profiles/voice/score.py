"""How much a text sounds like a writer: a calibrated probability with the evidence it adds up from."""

from collections.abc import Sequence

import numpy as np
from spacy.tokens import Doc

from profiles.judgement import Evidence, Judgement
from profiles.voice.features import FEATURES, Rate
from profiles.voice.population import Population, shipped
from profiles.voice.profile import VoiceProfile
from profiles.voice.vector import Measured, Vector, measure

MIN_WORDS = 8
"""Under this many words of body there is nothing to tell a voice by."""


def judge(
    doc: Doc, profile: VoiceProfile, cohort: Sequence[VoiceProfile] = (), population: Population | None = None
) -> Judgement:
    """Probability that the profile's writer wrote the text; None when it is too short.

    0.5 means cannot tell. The weights of the evidence add up to the log-odds of the score.
    """
    return judge_measured(measure(doc), profile, cohort, population or shipped())


def judge_measured(text: Measured, profile: VoiceProfile, cohort: Sequence[VoiceProfile], population: Population) -> Judgement:
    if len(text.reading.words) < MIN_WORDS:
        return Judgement(None)
    vector = population.standard(text)
    parts = log_likelihood_ratio(vector, np.asarray(profile.mean), profile.size, population) * population.weights[0]
    logit = population.bias + float(parts.sum())
    evidence = [Evidence("prior", "Before anything is read: how seldom a text taken at random is the writer's.", population.bias)]
    for i in np.argsort(-np.abs(parts)):
        evidence.append(_evidence(text, int(i), float(parts[i]), profile, population))
    return Judgement(float(1 / (1 + np.exp(-logit))), tuple(evidence))


def log_likelihood_ratio(vector: Vector, mean: Vector, size: int, population: Population) -> Vector:
    """How much likelier the text is from this writer than from anyone, as one addend a feature (natural logarithm).

    The two-covariance model in coordinates where it is diagonal; each coordinate's value is then shared out over the
    features in proportion to what they contribute to it, so the addends sum exactly to the ratio.
    """
    axes, between = population.axes, population.between
    shrink = between * size / (1 + between * size)
    predicted = shrink * (axes @ mean)
    variance = 1 + between / (1 + between * size)
    place = axes @ vector
    # log N(place; predicted, variance) - log N(place; 0, 1 + between), written as place times a slope plus a constant
    slope = predicted / variance + 0.5 * place * (1 / (1 + between) - 1 / variance)
    constant = -0.5 * predicted**2 / variance - 0.5 * np.log(variance / (1 + between))
    own = (axes * vector).T @ slope
    return own + constant.sum() / len(vector)


def _evidence(text: Measured, i: int, weight: float, profile: VoiceProfile, population: Population) -> Evidence:
    feature, count = FEATURES[i], text.counts[i]
    here = None if count is None else (count.hits / count.total if isinstance(count, Rate) else float(np.mean(count.values)))
    usual = profile.mean[i] * population.spread[i] + population.usual[i]
    said = "none to measure" if here is None else f"{here:.2f}"
    sentence = f"{feature.says[0].upper()}{feature.says[1:]}: {said} here, {usual:.2f} in this writer's mails."
    spans = () if count is None else tuple(text.reading.span(*place) for place in count.where[:20])
    return Evidence(feature.name, sentence, weight, spans)
