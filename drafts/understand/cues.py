"""What a sentence is up to: objecting to the price, saying they have a supplier, being angry, or only giving context.

One multinomial logistic regression over the sentence's vector, its words, its form and the wordings it hits, fitted on the
lines in ``said/`` (one file a cue). Sentence vectors are slow, so a mail's sentences are ranked first without them and only the
few that look like saying something are embedded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

import numpy as np

from drafts.understand.features import mask_grams, pattern_hits, visible, weighted, word_grams
from drafts.understand.numbers import load
from drafts.understand.patterns import HAZARDS, OBJECTIONS
from drafts.understand.reading import Unit
from profiles.embedding import embed

QUIET = frozenset({"context", "status", "accept", "request", "question", "meeting"})
"""Cues that neither object nor make a mail unsafe."""
OBJECTING = frozenset(OBJECTIONS)
UNSAFE = frozenset(HAZARDS)
VAGUE = frozenset({"vague"})
VECTOR, WORDS, MASKS, HITS = 1.0, 0.4, 0.4, 0.4
"""How much each group of features weighs before fitting, chosen by cross-validation over the lines in ``said/``."""


class Setting(StrEnum):
    """Where in a conversation a sentence stands: what is likely there before it is read."""

    OPENING = "opening"
    """A first mail that asks for something."""
    REPLYING = "replying"
    """A reply to the rep that asks for something or fixes a time."""
    SERVING = "serving"
    """A mail of somebody who is a customer already, or no lead any more."""
    TELLING = "telling"
    """A mail that asks for nothing: if it is not chat, it objects, refuses or is not for a routine answer."""


LIKELY: Mapping[Setting, Mapping[frozenset[str], float]] = {
    Setting.OPENING: {QUIET: 0.93, OBJECTING: 0.03, UNSAFE: 0.035, VAGUE: 0.005},
    Setting.REPLYING: {QUIET: 0.80, OBJECTING: 0.12, UNSAFE: 0.07, VAGUE: 0.01},
    Setting.SERVING: {QUIET: 0.65, OBJECTING: 0.04, UNSAFE: 0.30, VAGUE: 0.01},
    Setting.TELLING: {QUIET: 0.35, OBJECTING: 0.42, UNSAFE: 0.18, VAGUE: 0.05},
}
"""Share of sentences of each group in each setting. Judged, not counted: nobody has labelled enough mail to count it."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A unit with the probability of each cue, summing to 1, and whether its vector was looked at."""

    unit: Unit
    chances: Mapping[str, float]
    embedded: bool

    @property
    def best(self) -> str:
        return max(self.chances, key=self.chances.__getitem__)

    def of(self, cues: frozenset[str]) -> float:
        """Probability that the sentence is one of these."""
        return sum(self.chances[c] for c in cues if c in self.chances)

    def among(self, cues: frozenset[str]) -> str:
        """The likeliest of these."""
        return max(cues & self.chances.keys(), key=self.chances.__getitem__)

    def seen_from(self, setting: Setting) -> "Cue":
        """The same evidence under what is likely in ``setting``: the model was fitted with all cues equally likely."""
        prior = {c: share / len(group) for group, share in LIKELY[setting].items() for c in group}
        raised = {c: p * prior[c] for c, p in self.chances.items()}
        total = sum(raised.values())
        return replace(self, chances={c: p / total for c, p in raised.items()})


def read_cues(units: Sequence[Unit], limit: int) -> tuple[Cue, ...]:
    """The cues of all units in order, all cues taken as equally likely beforehand; at most ``limit`` units, those that look
    least like plain context, with vectors."""
    cheap = [_chances(unit, None) for unit in units]
    ranked = sorted(range(len(units)), key=lambda i: _loud(cheap[i]), reverse=True)[:limit]
    vectors = dict(zip(ranked, embed([units[i].text for i in ranked]), strict=True))
    return tuple(
        Cue(unit, _named(_chances(unit, vectors[i])), True) if i in vectors else Cue(unit, _named(cheap[i]), False)
        for i, unit in enumerate(units)
    )


def _loud(chances: np.ndarray) -> float:
    return float(chances[_model().loud].sum())


def _named(chances: np.ndarray) -> dict[str, float]:
    return dict(zip(_model().cues, chances.tolist(), strict=True))


@dataclass(frozen=True)
class _Model:
    cues: tuple[str, ...]
    loud: np.ndarray
    words: Mapping[str, int]
    masks: Mapping[str, int]
    words_idf: np.ndarray
    masks_idf: np.ndarray
    centre: np.ndarray
    on_vector: np.ndarray
    on_words: np.ndarray
    on_masks: np.ndarray
    on_hits: np.ndarray
    bias: np.ndarray


@cache
def _model() -> _Model:
    kept = load("cues")
    cues = tuple(kept["cues"].tolist())
    weights = {name: kept[name].astype(np.float32) for name in ("on_vector", "on_words", "on_masks", "on_hits", "bias", "centre")}
    return _Model(
        cues,
        np.array([c not in QUIET for c in cues]),
        {g: i for i, g in enumerate(kept["words"].tolist())},
        {g: i for i, g in enumerate(kept["masks"].tolist())},
        kept["words_idf"].astype(np.float32),
        kept["masks_idf"].astype(np.float32),
        **weights,
    )


def _chances(unit: Unit, vector: np.ndarray | None) -> np.ndarray:
    """Softmax over the cues; without a vector its part is left at the average sentence's."""
    model, tokens = _model(), visible(unit.tokens)
    logits = model.bias.copy()
    at, values = weighted(word_grams(tokens), model.words, model.words_idf)
    logits += WORDS * (model.on_words[:, at] @ values)
    at, values = weighted(mask_grams(tokens), model.masks, model.masks_idf)
    logits += MASKS * (model.on_masks[:, at] @ values)
    logits += HITS * (model.on_hits @ pattern_hits(unit.text))
    if vector is not None:
        logits += VECTOR * (model.on_vector @ (vector - model.centre))
    raised = np.exp(logits - logits.max())
    return raised / raised.sum()
