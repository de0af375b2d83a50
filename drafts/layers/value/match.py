"""How near a stretch of text is to a value point: sentence vectors, the point's benefit first and its concern second."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from spacy.tokens import Doc

from drafts.domain import ValuePoint
from profiles.embedding import embed
from profiles.judgement import Span

LONGEST_WINDOW = 3
"""Sentences read together: a writer of short bursts needs three to say what another says in one."""
WORDS = 0.1
"""What saying a point in its own words adds to saying its meaning."""
SHORTEST_WINDOW = 12
"""Characters; below that a stretch says nothing by itself."""

_LINE = re.compile(r"[^\n]*\S[^\n]*")
_CLAUSE = re.compile(r"\s+[—–-]{1,2}\s+|\s*[;()]\s*|,\s+(?=(?:so|which|because|while|as|since)\b)")


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of the judged text: a clause, a sentence or up to three neighbouring sentences of a paragraph.

    ``parts`` are the sentences it consists of, itself for a clause or a single sentence.
    """

    text: str
    span: Span
    parts: tuple[str, ...]


def windows(doc: Doc) -> tuple[Window, ...]:
    """Every stretch that could carry a benefit, each once."""
    text = doc.text  # a Doc puts its text together anew each time it is asked
    sentences = list(_sentences(doc, text))
    found: dict[str, Window] = {}
    for i in range(len(sentences)):
        for j in range(i, min(i + LONGEST_WINDOW, len(sentences))):
            start, end = sentences[i][0], sentences[j][1]
            if j > i and "\n\n" in text[start:end]:
                break
            _add(found, text, (start, end), tuple(text[a:b].strip() for a, b in sentences[i : j + 1]))
        for start, end in _clauses(text, *sentences[i]):
            _add(found, text, (start, end), (text[start:end].strip(),))
    return tuple(found.values())


def _sentences(doc: Doc, text: str) -> Iterator[Span]:
    """The parser's sentences, cut again at line ends, which it does not see."""
    for sentence in doc.sents:
        for line in _LINE.finditer(text, sentence.start_char, sentence.end_char):
            yield line.span()


def _clauses(text: str, start: int, end: int) -> list[Span]:
    cuts = [start]
    for cut in _CLAUSE.finditer(text, start, end):
        cuts += [cut.start(), cut.end()]
    cuts.append(end)
    return list(zip(cuts[::2], cuts[1::2], strict=True)) if len(cuts) > 2 else []


def _add(found: dict[str, Window], text: str, span: Span, parts: tuple[str, ...]) -> None:
    words = text[slice(*span)].strip()
    if len(words) >= SHORTEST_WINDOW:
        start = text.index(words, span[0])
        found.setdefault(words, Window(words, (start, start + len(words)), parts))


def vectors(found: Sequence[Window]) -> np.ndarray:
    """A vector a window. Sentences and clauses are read by the model; several sentences together are the mean of theirs, which is
    near what it would say of them and lets sentences that come back be read only once."""
    parts = list(dict.fromkeys(p for w in found for p in w.parts))
    place = {part: n for n, part in enumerate(parts)}
    single = embed(parts)
    rows = np.stack([single[[place[p] for p in w.parts]].mean(axis=0) for w in found])
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def nearness(texts: Sequence[str], of_texts: np.ndarray, points: Sequence[ValuePoint]) -> np.ndarray:
    """Texts with their vectors (rows) against points (columns), about 0 (nothing in common) to 1 (the same words)."""
    if not texts or not points:
        return np.zeros((len(texts), len(points)), np.float32)
    benefit, concern = _vectors(tuple(points))
    to_benefit = of_texts @ benefit.T
    meant = np.maximum(to_benefit, 0.55 * to_benefit + 0.45 * of_texts @ concern.T)
    return meant + WORDS * _shared(texts, points)


@lru_cache(maxsize=64)
def _vectors(points: tuple[ValuePoint, ...]) -> tuple[np.ndarray, np.ndarray]:
    return embed([p.text for p in points]), embed([p.concern or p.text for p in points])


def _shared(texts: Sequence[str], points: Sequence[ValuePoint]) -> np.ndarray:
    """Share of each point's words, the common ones weighing little, that stand in each text."""
    row, shares = _words(tuple(points))
    return np.array([shares[[row[s] for s in _stems(text) if s in row]].sum(axis=0) for text in texts])


@lru_cache(maxsize=64)
def _words(points: tuple[ValuePoint, ...]) -> tuple[dict[str, int], np.ndarray]:
    """The row of each of the points' words, and the share each word (row) has in each point (column)."""
    bags = [_stems(f"{p.text} {p.concern}") for p in points]
    words = sorted(frozenset().union(*bags))
    said = np.array([[word in bag for bag in bags] for word in words], float).reshape(len(words), len(bags))
    weights = said * np.log(1 + len(bags) / said.sum(axis=1, keepdims=True))
    return {word: n for n, word in enumerate(words)}, weights / np.where(said.any(axis=0), weights.sum(axis=0), 1.0)


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(w[:6] for w in re.findall(r"[a-z0-9]+", text.lower()) if len(w) > 3)
