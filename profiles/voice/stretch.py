"""A text is judged by its worst stretch too: one foreign sentence among the writer's own is found."""

from dataclasses import dataclass

import numpy as np

from profiles.judgement import Span
from profiles.voice.features import STREAMS
from profiles.voice.likelihood import Comparison
from profiles.voice.measure import Measured, Vector
from profiles.voice.pieces import buckets
from profiles.voice.population import Population

LEAST_TEXT = 40
"""Words of body from which a text has stretches."""

SHORTEST, LONGEST = 12, 45
"""Words of a stretch: whole sentences, one at least."""

FOREIGN = -5.0
"""Log-odds below which a stretch counts as foreign. 3 to 7 of 100 true mails have such a stretch (Enron, lists), and 12 to 15 of 100 of
the same mails with one sentence of somebody else put in; where writers differ as much as three invented ones do, nearly all have. Looking
for it costs .002 of AUC on the lists, which have no such texts."""

BY_LEVEL = 0.1
"""How much higher that lies for each unit of log-odds the writer's own texts reach: the surer the whole, the surer its parts."""

PRICE = 3.0
"""Log-odds taken off for each unit under that."""

LEFT = -1.0
"""Log-odds that a foreign stretch leaves a text at least: it makes a sure text doubtful, it does not prove a stranger."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The worst stretch of a text: its log-odds, were the whole text like it, and where it stands."""

    odds: float
    span: Span

    def price(self, odds: float, level: float) -> float:
        """Log-odds to take off a text's, 0 or more. ``level`` is what the pieces of the writer's own texts reach."""
        under = max(0.0, FOREIGN + BY_LEVEL * max(level, 0.0) - self.odds)
        return min(PRICE * under, max(0.0, odds - LEFT))


def token_weights(text: Measured, compared: Comparison, population: Population) -> Vector:
    """(streams, tokens): what each token's pieces add to the log-odds of the claimed writer."""
    factor = population.fusion.own * population.fusion.weights / compared.scale
    starts = np.array([token.idx for token in text.reading.doc])
    found = np.zeros((len(STREAMS), len(starts)))
    for n, (stream, counted, pieces, ratios) in enumerate(zip(STREAMS, text.counted, text.pieces, compared.ratios, strict=True)):
        if not len(counted.ids):
            continue
        each = counted.weights * (ratios[:, 0] - ratios[:, 1:] @ compared.shares[1:]) * factor[1 + n] / counted.total
        place = np.searchsorted(counted.ids, buckets(pieces, stream.bits))
        share = (each / np.rint(np.expm1(counted.weights)))[place]
        token = np.maximum(np.searchsorted(starts, pieces.at, side="right") - 1, 0)
        found[n] = np.bincount(token, weights=share, minlength=len(starts))
    return found


def worst_stretch(text: Measured, weights: Vector) -> Stretch | None:
    """The stretch that speaks most against the claimed writer, from :func:`token_weights`; None for a text too short for stretches."""
    if text.words < LEAST_TEXT:
        return None
    sums = np.concatenate([[0.0], np.cumsum(weights.sum(axis=0))])
    worst: tuple[float, int, int] | None = None
    body = text.reading.body
    for first in range(len(body)):
        words = 0
        for last in range(first, len(body)):
            words += len(body[last].words)
            if words > LONGEST and last > first or words == text.words:
                break
            if words >= SHORTEST:
                start, end = body[first].start, body[last].end
                odds = float(sums[end] - sums[start]) * text.words / words
                if worst is None or odds < worst[0]:
                    worst = (odds, start, end)
    return Stretch(worst[0], text.reading.span(worst[1], worst[2])) if worst else None
