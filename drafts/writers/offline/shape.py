"""A rep's measurable habits of form, and how far a text is from them. Cheap counts on plain text: the voice layer judges in earnest."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_SENTENCE = re.compile(r"[^.!?]+(?:[.!?]+[\"”)]*|$)")
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|prof|st|vs|no|a\.m|p\.m|e\.g|i\.e|approx)\.", re.I)

NAMES = (
    "sentence_words",
    "longest_sentence",
    "sentence_spread",
    "dashes",
    "brackets",
    "semicolons",
    "colons",
    "commas",
    "questions",
    "exclamations",
    "contractions",
    "expansions",
    "paragraph_sentences",
    "paragraphs",
)


def measure(body: str) -> np.ndarray:
    """Fourteen numbers of a body without greeting and closing, in the order of :data:`NAMES`; marks are rates a sentence."""
    sentences = sentences_of(body)
    lengths = [len(s.split()) for s in sentences] or [0]
    count, paragraphs = max(1, len(sentences)), [p for p in body.split("\n\n") if p.strip()] or [""]
    low = body.lower().replace("’", "'")
    return np.array(
        [
            float(np.mean(lengths)),
            float(max(lengths)),
            float(np.std(lengths)),
            len(re.findall(r"\s[—–-]{1,2}\s", body)) / count,
            body.count("(") / count,
            body.count(";") / count,
            len(re.findall(r":\s", body)) / count,
            body.count(",") / count,
            body.count("?") / count,
            body.count("!") / count,
            len(re.findall(r"\w'(?:s|re|ve|ll|d|t|m)\b", low)) / count,
            len(
                re.findall(
                    r"\b(?:it is|that is|i would|i am|do not|does not|cannot|will not|we have|you are|i have|i will|there is)\b",
                    low,
                )
            )
            / count,
            count / len(paragraphs),
            float(len(paragraphs)),
        ]
    )


def sentences_of(text: str) -> list[str]:
    """Sentences by their end marks, abbreviations respected."""
    safe = _ABBREVIATION.sub(lambda m: m.group().replace(".", "\u2024"), text)
    safe = re.sub(r"(?<=\d)\.(?=\d)", "\u2024", safe)
    return [
        s.strip().replace("\u2024", ".")
        for part in re.split(r"\n+", safe)
        for s in _SENTENCE.findall(part)
        if re.search(r"\w", s)
    ]


@dataclass(frozen=True, slots=True)
class Habits:
    """Mean and spread of the numbers over a rep's replies of one kind."""

    mean: tuple[float, ...]
    spread: tuple[float, ...]
    words: tuple[float, float, float]
    """Quartiles of the body's words."""

    def distance(self, body: str) -> float:
        """Mean deviation in spreads, 0 when a text is as the rep's are; each number counts at most 3."""
        gaps = np.abs(measure(body) - np.array(self.mean)) / np.array(self.spread)
        return float(np.minimum(gaps, 3.0).mean())

    def rate(self, name: str) -> float:
        return self.mean[NAMES.index(name)]


LEAST_SPREAD = np.array([1.5, 4.0, 1.5, 0.15, 0.15, 0.08, 0.1, 0.3, 0.15, 0.05, 0.15, 0.15, 0.7, 0.7])
"""A habit is never so even that a small step off it counts for much."""


def learn(bodies: Sequence[str], every: Sequence[str]) -> Habits:
    """Habits over ``bodies``; the spread also looks at ``every`` body of the rep, since one kind has few."""
    rows = np.array([measure(b) for b in bodies])
    spread = np.maximum(np.array([measure(b) for b in every]).std(axis=0), LEAST_SPREAD)
    words = np.quantile([len(b.split()) for b in bodies], (0.25, 0.5, 0.75))
    return Habits(tuple(rows.mean(axis=0)), tuple(spread), tuple(float(w) for w in words))
