"""How long a writer's replies of each kind are and how they begin and end: what a writer of drafts must keep to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from profiles.voice.lexicon import GREETING_WORDS, TITLES
from profiles.voice.reading import Reading
from profiles.voice.sample import Sample

EVERY = "every"
"""Key of the habits over all kinds together."""

LEVELS = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Form:
    """A greeting or closing as written: ``text`` with ``{first}``, ``{last}`` for the reader's name, how often, one verbatim case.

    ``inline`` is True when the mail's first sentence runs on in the same line ("Hey Ana — quick one").
    """

    text: str
    count: int
    verbatim: str
    inline: bool = False


@dataclass(frozen=True, slots=True)
class KindHabits:
    """Quantiles at ``LEVELS`` of words, sentences and paragraphs of the body, greeting and closing left out."""

    size: int
    words: tuple[float, ...]
    sentences: tuple[float, ...]
    paragraphs: tuple[float, ...]
    greetings: tuple[Form, ...]
    closings: tuple[Form, ...]

    @property
    def median_words(self) -> float:
        return self.words[LEVELS.index(0.5)]

    @property
    def longest_words(self) -> float:
        return self.words[-1]

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "KindHabits":
        numbers = {name: tuple(stored[name]) for name in ("words", "sentences", "paragraphs")}
        forms = {name: tuple(Form(**form) for form in stored[name]) for name in ("greetings", "closings")}
        return cls(size=stored["size"], **numbers, **forms)


def kind_habits(samples: Sequence[Sample], readings: Sequence[Reading]) -> dict[str, KindHabits]:
    """Habits of each kind that occurs, and of all together under ``EVERY``."""
    groups: dict[str, list[Reading]] = {EVERY: list(readings)}
    for sample, reading in zip(samples, readings, strict=True):
        groups.setdefault(str(sample.kind), []).append(reading)
    return {kind: _habits(group) for kind, group in groups.items()}


def _habits(readings: Sequence[Reading]) -> KindHabits:
    def quantiles(numbers: list[int]) -> tuple[float, ...]:
        return tuple(np.round(np.quantile(numbers, LEVELS), 2).tolist())

    return KindHabits(
        size=len(readings),
        words=quantiles([len(r.words) for r in readings]),
        sentences=quantiles([len(r.body) for r in readings]),
        paragraphs=quantiles([len(r.paragraphs) for r in readings]),
        greetings=_forms([(greeting_form(r), r.text(r.greeting), is_inline(r)) for r in readings]),
        closings=_forms([(r.text(r.closing), r.text(r.closing), False) for r in readings]),
    )


def _forms(found: list[tuple[str, str, bool]]) -> tuple[Form, ...]:
    """Most frequent first; no greeting or closing at all is the empty form."""
    counted = Counter((text, inline) for text, _, inline in found)
    verbatim = {}
    for text, words, inline in found:
        verbatim.setdefault((text, inline), words)
    return tuple(Form(text, n, verbatim[text, inline], inline) for (text, inline), n in counted.most_common())


def is_inline(text: Reading) -> bool:
    """True when the first sentence stands in the greeting's line."""
    if text.greeting is None or text.greeting[1] >= len(text.doc):
        return False
    return "\n" not in text.doc[text.greeting[1]].text and "\n" not in text.doc[text.greeting[1] - 1].text


def greeting_form(text: Reading) -> str:
    """The greeting with the reader's name taken out: "Dear Ms. {last},", "Hi {first}."; empty for none."""
    if text.greeting is None:
        return ""
    out, named, titled = [], False, False
    for i in range(*text.greeting):
        token = text.doc[i]
        word = text.lower[i].rstrip(".")
        if token.is_space:
            continue
        is_name = text.is_word[i] and token.text[0].isupper() and word not in GREETING_WORDS and word not in TITLES
        if is_name and named:
            continue
        titled |= word in TITLES
        out.append(("{last}" if titled else "{first}") + token.whitespace_ if is_name else token.text_with_ws)
        named |= is_name
    return "".join(out).strip().replace("} ,", "},").replace("} .", "}.")
