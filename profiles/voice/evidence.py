"""Why a text got its score: sentences whose weights add up to its log-odds exactly."""

from collections.abc import Iterator

import numpy as np

from profiles.judgement import Evidence, Span
from profiles.voice import units
from profiles.voice.features import FEATURES, STREAMS, Feature
from profiles.voice.likelihood import Comparison, log_odds
from profiles.voice.measure import Measured, Vector
from profiles.voice.pieces import buckets
from profiles.voice.population import Population
from profiles.voice.profile import VoiceProfile
from profiles.voice.standing import Panel, settled

SHOWN_HABITS = 16
"""Habits told one by one; the rest are told together."""

SHOWN_WORDS = 6
"""Words quoted of a stream."""

SHOWN_PLACES = 12
"""Places marked of a habit."""


def evidence(
    text: Measured, compared: Comparison, at: Panel, profile: VoiceProfile, population: Population
) -> tuple[Evidence, ...]:
    """Heaviest first. ``prior`` is what the score starts from, ``other_voices`` whether somebody else fits as well.

    Settling draws log-odds in, so every weight is drawn in by the same factor.
    """
    fusion = population.fusion
    odds = log_odds(compared, population)
    above = odds.claim - at.bar
    drawn = settled(above) / above if above else 1.0
    factor = drawn * fusion.own * fusion.weights / compared.scale
    starting = drawn * (fusion.intercept + fusion.own * fusion.bias - fusion.others * fusion.usual_others - at.bar)
    habits, rest = _habit_weights(compared, factor[0])
    starting += rest
    found = [
        *_habits(text, habits, compared, profile),
        *_streams(text, compared, factor[1:]),
        _other_voices(compared, population, drawn * fusion.others * (fusion.usual_others - odds.others)),
    ]
    found.sort(key=lambda e: -abs(e.weight))
    return (Evidence("prior", "Before anything is read: of four texts that could be the rep's, one is.", starting), *found)


def _habit_weights(compared: Comparison, factor: float) -> tuple[Vector, float]:
    """(weight a habit, what is left over): each habit is counted from half-way between the rep and the others."""
    others = compared.shares[1:]
    slope = compared.slopes[0] - others @ compared.slopes[1:]
    constant = compared.constants[0] - others @ compared.constants[1:]
    halfway = (compared.means[0] + others @ compared.means[1:]) / 2
    return factor * slope * (compared.habits - halfway), factor * (constant + float(slope @ halfway))


def _habits(text: Measured, weights: Vector, compared: Comparison, profile: VoiceProfile) -> Iterator[Evidence]:
    """The heaviest habits whose weight agrees with what meets the eye, one by one; all others together."""
    others = compared.shares[1:] @ compared.means[1:]
    nearer = np.abs(compared.habits - others) - np.abs(compared.habits - compared.means[0])
    plain = (np.sign(weights) == np.sign(nearer)) & (text.evidence > 0)
    told = [i for i in np.argsort(-np.abs(weights)) if plain[i] and FEATURES[i].name in profile.habits][:SHOWN_HABITS]
    for i in told:
        yield _habit(text, int(i), float(weights[i]), profile)
    rest = float(weights.sum() - weights[told].sum())
    way = "speak for" if rest > 0 else "speak against"
    yield Evidence("other_habits", f"The other {len(weights) - len(told)} habits together {way} this being the rep's.", rest)


def _habit(text: Measured, i: int, weight: float, profile: VoiceProfile) -> Evidence:
    feature, count = FEATURES[i], text.counts[i]
    places = count.where[:SHOWN_PLACES] if count else ()
    spans = tuple(text.reading.span(*place) for place in places)
    return Evidence(feature.name, habit_sentence(feature, float(text.value[i]), profile), weight, spans)


def habit_sentence(feature: Feature, here: float, profile: VoiceProfile) -> str:
    """ "Words a sentence: 24 words here, 9 in the rep's mails (mostly 6 to 12)." """
    own = profile.habits[feature.name]
    said = f"{feature.says[0].upper()}{feature.says[1:]}"
    usual = units.with_unit(own.value, feature.unit)
    if feature.unit == units.MAILS:
        return f"{said}: {'this is one' if here else 'this is not one'}; {units.digits(own.value, feature.unit)}% of the rep's mails are."
    low, high = own.quantiles[1], own.quantiles[3]
    mostly = f" (mostly {units.spread(low, high, feature.unit)})" if high > low else ""
    return f"{said}: {units.with_unit(here, feature.unit)} here, {usual} in the rep's mails{mostly}."


def _streams(text: Measured, compared: Comparison, factor: Vector) -> Iterator[Evidence]:
    """One sentence a stream, with the words that carry it."""
    others = compared.shares[1:]
    for n, stream in enumerate(STREAMS):
        counted, ratios = text.counted[n], compared.ratios[n]
        each = counted.weights * (ratios[:, 0] - ratios[:, 1:] @ others) * factor[n] / max(counted.total, 1e-9)
        weight = float(each.sum())
        spans = _strongest_words(text, n, each, np.sign(weight))
        words = ", ".join(f"“{text.reading.doc.text[a:b]}”" for a, b in spans)
        way = "like the rep's" if weight > 0 else "unlike the rep's"
        shown = f", above all {words}" if words else ""
        yield Evidence(stream.name, f"{stream.says[0].upper()}{stream.says[1:]}: {way}{shown}.", weight, spans)


def _strongest_words(text: Measured, n: int, each: Vector, sign: float) -> tuple[Span, ...]:
    """The words of the text on which most of a stream's weight falls, in reading order."""
    by_token = per_token(text, n, each) * sign
    doc = text.reading.doc
    best = [int(i) for i in np.argsort(-by_token)[: SHOWN_WORDS * 2] if by_token[i] > 0 and doc[int(i)].text.strip()]
    return tuple((doc[i].idx, doc[i].idx + len(doc[i])) for i in sorted(best[:SHOWN_WORDS]))


def per_token(text: Measured, n: int, each: Vector) -> Vector:
    """What each different piece of stream ``n`` weighs, shared out over its places, summed a token of the Doc."""
    doc, pieces, counted = text.reading.doc, text.pieces[n], text.counted[n]
    place = np.searchsorted(counted.ids, buckets(pieces, STREAMS[n].bits))
    share = each / np.rint(np.expm1(counted.weights))
    starts = np.array([token.idx for token in doc])
    token = np.maximum(np.searchsorted(starts, pieces.at, side="right") - 1, 0)
    return np.bincount(token, weights=share[place], minlength=len(doc))


def _other_voices(compared: Comparison, population: Population, weight: float) -> Evidence:
    reach = compared.components @ population.fusion.weights
    better, everyone = int((reach[1:] >= reach[0]).sum()), len(reach) - 1
    if not better:
        sentence = f"None of {everyone} other voices fits this text as well."
    else:
        sentence = f"{better} of {everyone} other voices {'fits' if better == 1 else 'fit'} this text as well or better."
    return Evidence("other_voices", sentence, weight)
