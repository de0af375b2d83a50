"""Why a text got its score: sentences whose weights add up to its log-odds exactly."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from profiles.judgement import Evidence, Span
from profiles.voice import units
from profiles.voice.features import FEATURES, STREAMS, Feature
from profiles.voice.likelihood import Comparison, Odds, shares
from profiles.voice.measure import Measured, Vector
from profiles.voice.population import Population
from profiles.voice.profile import VoiceProfile
from profiles.voice.standing import Panel, settled
from profiles.voice.stretch import Stretch

SHOWN_HABITS = 16
"""Habits told one by one; the rest are told together."""

SHOWN_WORDS = 6
"""Words quoted of a stream."""

SHOWN_PLACES = 12
"""Places marked of a habit."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A text that was compared: ``raw`` are its log-odds before settling, ``weights`` (streams, tokens) what its pieces would
    add to them had they no bound."""

    text: Measured
    compared: Comparison
    at: Panel
    raw: Odds
    weights: Vector
    worst: Stretch | None

    @property
    def price(self) -> float:
        """What a foreign stretch takes off."""
        return self.worst.price(self.at.settle(self.raw.claim), self.at.level) if self.worst else 0.0

    @property
    def odds(self) -> float:
        """The log-odds of the score."""
        return self.at.settle(self.raw.claim) - self.price


def evidence(found: Found, profile: VoiceProfile, population: Population) -> tuple[Evidence, ...]:
    """Heaviest first. ``prior`` is what the score starts from, ``other_voices`` whether somebody else fits as well,
    ``foreign_stretch`` a part that does not sound like the rest.

    Settling draws log-odds in, so every weight before it is drawn in by the same factor.
    """
    above = found.raw.claim - found.at.bar
    drawn = settled(above) / above if above else 1.0
    parts = drawn * (shares(found.compared, found.raw, population) - found.at.bar_shares)
    habits, streams = parts[: len(FEATURES)], parts[len(FEATURES) : -2]
    told = [
        *_habits(found.text, habits, found.compared, profile),
        *_streams(found.text, found.weights, streams),
        _other_voices(found.compared, population, float(parts[-2])),
    ]
    if found.worst and found.price:
        told.append(Evidence("foreign_stretch", "One part does not sound like the rest.", -found.price, (found.worst.span,)))
    told.sort(key=lambda e: -abs(e.weight))
    return (Evidence("prior", "Before anything is read: of four texts that could be the rep's, one is.", float(parts[-1])), *told)


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
    """ "Words a sentence: 24 words here, 9 words (mostly 6 to 12) in the rep's mails." """
    own = profile.habits[feature.name]
    said = f"{feature.says[0].upper()}{feature.says[1:]}"
    if feature.unit == units.MAILS:
        joined = "and" if bool(here) == (own.value >= 0.5) else "but"
        return f"{said}: {'this one' if here else 'not this one'}, {joined} {units.share_of_mails(own.value)} of the rep's."
    mostly = units.spread(own.quantiles[1], own.quantiles[3], feature.unit)
    usual = units.with_unit(own.value, feature.unit) + (f" (mostly {mostly})" if mostly else "")
    return f"{said}: {units.with_unit(here, feature.unit)} here, {usual} in the rep's mails."


def _streams(text: Measured, by_token: Vector, weights: Vector) -> Iterator[Evidence]:
    """One sentence a stream, with the words that carry it."""
    for stream, tokens, weight in zip(STREAMS, by_token, weights.tolist(), strict=True):
        spans = _strongest(text, tokens * np.sign(weight), marks=stream.name == "marks")
        words = ", ".join(f"“{text.reading.source[a:b]}”" for a, b in spans)
        way = "like the rep's" if weight > 0 else "unlike the rep's"
        shown = f", above all {words}" if words else ""
        yield Evidence(stream.name, f"{stream.says[0].upper()}{stream.says[1:]}: {way}{shown}.", weight, spans)


def _strongest(text: Measured, by_token: Vector, marks: bool) -> tuple[Span, ...]:
    """The words of the text, or the marks, on which most of a stream's weight falls: each once, in reading order."""
    reading = text.reading
    best: dict[str, int] = {}
    for i in np.argsort(-by_token).tolist():
        if by_token[i] <= 0 or len(best) == SHOWN_WORDS:
            break
        if reading.pos[i] != "SPACE" and reading.is_word[i] != marks:
            best.setdefault(reading.lower[i], i)
    return tuple(reading.span(i, i + 1) for i in sorted(best.values()))


def _other_voices(compared: Comparison, population: Population, weight: float) -> Evidence:
    reach = compared.components @ population.fusion.weights
    better, everyone = int((reach[1:] >= reach[0]).sum()), len(reach) - 1
    if better:
        sentence = f"{better} of {everyone} other voices {'fits' if better == 1 else 'fit'} this text as well or better."
    elif weight >= 0:
        sentence = f"None of {everyone} other voices fits this text as well."
    else:
        sentence = f"None of {everyone} other voices fits this text as well, but the rep's own mails stand out further."
    return Evidence("other_voices", sentence, weight)
