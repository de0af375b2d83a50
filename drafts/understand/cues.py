"""What a sentence is up to: objecting to the price, saying they have a supplier, being angry, or only giving context.

One multinomial logistic regression over the sentence's vector, its words, its form and the wordings it hits, fitted on the
lines in ``said/`` (one file a cue). Sentence vectors are slow, so a mail's sentences are ranked first without them and only the
few that look like saying something are embedded.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import numpy as np

from drafts.understand.courtesy import without_greeting
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
VECTOR, WORDS, MASKS, HITS = 1.0, 0.7, 0.7, 0.5
"""How much each group of features weighs before fitting, chosen by cross-validation over the lines in ``said/``."""


class Setting(StrEnum):
    """Where in a conversation a sentence stands: what is likely there before it is read."""

    OPENING = "opening"
    """A first mail that asks for something."""
    ARRANGING = "arranging"
    """A reply to the rep that fixes a time."""
    REPLYING = "replying"
    """A reply to the rep that asks for something else."""
    SERVING = "serving"
    """A mail of somebody who is a customer already, or no lead any more."""
    TELLING = "telling"
    """A mail that asks for nothing: if it is not chat, it objects, refuses or is not for a routine answer."""


def _likely(objecting: float, vague: float, **unsafe: float) -> dict[str, float]:
    """Shares of mails by cue; objections are spread over what buyers say most (price, time, a supplier) and the rest."""
    common = {"price": 2.0, "timing": 2.0, "competitor": 2.0, "no_need": 1.5, "authority": 1.3}
    total = sum(common.get(c, 0.8) for c in OBJECTING)
    return {c: objecting * common.get(c, 0.8) / total for c in OBJECTING} | {"vague": vague} | unsafe


LIKELY: Mapping[Setting, Mapping[str, float]] = {
    Setting.OPENING: _likely(
        0.03,
        0.002,
        out_of_scope=0.05,
        injection=0.005,
        angry=0.006,
        legal=0.004,
        wrong_person=0.002,
        autoreply=0.002,
        unsubscribe=0.001,
    ),
    Setting.ARRANGING: _likely(
        0.07,
        0.002,
        out_of_scope=0.01,
        injection=0.005,
        angry=0.01,
        legal=0.01,
        wrong_person=0.01,
        autoreply=0.01,
        unsubscribe=0.005,
    ),
    Setting.REPLYING: _likely(
        0.42,
        0.01,
        out_of_scope=0.02,
        injection=0.01,
        angry=0.02,
        legal=0.025,
        wrong_person=0.015,
        autoreply=0.015,
        unsubscribe=0.01,
    ),
    Setting.SERVING: _likely(
        0.04, 0.01, out_of_scope=0.25, injection=0.005, angry=0.2, legal=0.03, wrong_person=0.02, autoreply=0.01, unsubscribe=0.01
    ),
    Setting.TELLING: _likely(
        0.50, 0.06, out_of_scope=0.03, injection=0.01, angry=0.03, legal=0.02, wrong_person=0.06, autoreply=0.04, unsubscribe=0.04
    ),
}
"""How often a mail in each setting does each; the rest does none of them. Judged, not counted: nobody has labelled enough mail
to count it."""
AROUND: Mapping[str, float] = {"context": 0.45, "request": 0.15, "question": 0.15, "status": 0.1, "meeting": 0.1, "accept": 0.05}
"""What the sentences around the one that matters are."""
ASKED_OBJECTS, ASKED_UNSAFE = 0.2, 0.5
"""Probability that a sentence that asks something outright bears on an objection or a hazard of its mail."""
UNADDRESSED = 0.1
"""How much likelier an angry mail says "you" than not."""
AS_WELL = 0.1
"""Share of objecting mails that are unsafe too ("we have one already, take us off your list")."""


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

    @property
    def around(self) -> float:
        """How well the sentence goes as one that stands around the matter."""
        return sum(share * self.chances[c] for c, share in AROUND.items())


@dataclass(frozen=True, slots=True)
class Act:
    """What a whole mail does: the probability of each loud cue and, under ``""``, of none of them, summing to 1."""

    chances: Mapping[str, float]
    cues: tuple[Cue, ...]

    def of(self, cues: frozenset[str]) -> float:
        """Probability that the mail does one of these."""
        return sum(self.chances[c] for c in cues if c in self.chances)

    @property
    def unsafe(self) -> bool:
        """True when something is likelier the matter than not, and a hazard is the likeliest of what it may be."""
        return self.chances[""] < 0.5 and self.of(UNSAFE) > max(self.of(OBJECTING), self.of(VAGUE))

    def among(self, cues: frozenset[str]) -> str:
        """The likeliest of these."""
        return max(cues & self.chances.keys(), key=self.chances.__getitem__)

    def shown_by(self, cue: str) -> Cue:
        """The sentence that speaks most for ``cue``."""
        return max(self.cues, key=lambda c: c.chances[cue] / c.around)


def act_of(cues: Sequence[Cue], setting: Setting, asking: Collection[Unit] = (), addressed: bool = True) -> Act:
    """What a mail does, all its looked-at sentences taken together.

    Each sentence either bears on the matter or stands around it, the rarer the more sentences there are; their evidence is
    multiplied and weighed with how likely each act is in the setting. Sentences that ask outright (``asking``) seldom object.
    Anger is aimed at somebody: a mail that never turns to its reader (not ``addressed``) is seldom angry with them. Only a mail
    all of whose sentences are vague is vague. A mail without looked-at sentences does nothing.
    """
    looked = tuple(c for c in cues if c.embedded)
    prior = LIKELY[setting]
    told = sum(c.unit not in asking for c in looked)
    bears = {
        cue: [asked if c.unit in asking else 1 / (1 + told / 2) for c in looked]
        for group, asked in ((OBJECTING, ASKED_OBJECTS), (UNSAFE, ASKED_UNSAFE))
        for cue in group
    }
    around = [c.around for c in looked]
    ratios = {act: [c.chances[act] / a for c, a in zip(looked, around, strict=True)] for act in {*prior, *OBJECTING, *UNSAFE}}
    weights = {"": 1 - sum(prior.values())}
    for act, share in prior.items():
        shown = ratios[act]
        weights[act] = share * (math.prod(shown) if act in VAGUE else _mixed(shown, bears[act]))
    weights["angry"] *= 1.0 if addressed else UNADDRESSED
    unsafe = sum(prior[c] for c in UNSAFE)
    for objection in OBJECTING:
        for hazard in UNSAFE:
            both = [(o + h) / 2 for o, h in zip(ratios[objection], ratios[hazard], strict=True)]
            weights[hazard] += AS_WELL * prior[objection] * prior[hazard] / unsafe * _mixed(both, bears[hazard])
    if not looked:
        weights = dict.fromkeys(weights, 0.0) | {"": 1.0}
    total = sum(weights.values())
    return Act({act: weight / total for act, weight in weights.items()}, looked)


def _mixed(ratios: Sequence[float], bears: Sequence[float]) -> float:
    """Likelihood ratio of all sentences, each bearing on the matter with its own probability."""
    return math.prod(1 - b + b * r for r, b in zip(ratios, bears, strict=True))


def read_cues(units: Sequence[Unit], limit: int) -> tuple[Cue, ...]:
    """The cues of all units in order, all cues taken as equally likely beforehand; at most ``limit`` units, those that look
    least like plain context, with vectors."""
    cheap = [_logits(unit) for unit in units]
    ranked = sorted(range(len(units)), key=lambda i: _loud(_softmax(cheap[i])), reverse=True)[:limit]
    vectors = dict(zip(ranked, embed([without_greeting(units[i].text) for i in ranked]), strict=True))
    return tuple(
        Cue(unit, _named(_softmax(logits if i not in vectors else logits + _of_vector(vectors[i]))), i in vectors)
        for i, (unit, logits) in enumerate(zip(units, cheap, strict=True))
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


def _logits(unit: Unit) -> np.ndarray:
    """Evidence for each cue without the sentence's vector, whose part is left at the average sentence's."""
    model, tokens = _model(), visible(unit.tokens)
    logits = model.bias.copy()
    at, values = weighted(word_grams(tokens), model.words, model.words_idf)
    logits += WORDS * (model.on_words[:, at] @ values)
    at, values = weighted(mask_grams(tokens), model.masks, model.masks_idf)
    logits += MASKS * (model.on_masks[:, at] @ values)
    return logits + HITS * (model.on_hits @ pattern_hits(unit.text))


def _of_vector(vector: np.ndarray) -> np.ndarray:
    """What the sentence's vector adds to the evidence."""
    model = _model()
    return VECTOR * (model.on_vector @ (vector - model.centre))


def _softmax(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits - logits.max())
    return raised / raised.sum()
