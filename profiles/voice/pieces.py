"""Texts cut into small pieces and counted: runs of letters, of words, of marks.

A piece is known by a 64-bit hash cut to a few bits, so there is no vocabulary to ship and an unknown piece has its place too.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from profiles.voice.reading import Reading

Codes = NDArray[np.uint64]

_GOLDEN, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
_29, _32 = np.uint64(29), np.uint64(32)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """All pieces of one stream in a text: ``codes`` are their hashes, ``at`` the character offset of the middle of each."""

    codes: Codes
    at: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Stream:
    """A way to cut a text. ``bits`` is how much of a hash is kept: 2**bits different pieces can be told apart."""

    name: str
    family: str
    says: str
    bits: int
    cut: Callable[[Reading], Pieces]


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """The different pieces of a text in one stream, ascending, each with the logarithm of one more than its count."""

    ids: NDArray[np.int64]
    weights: NDArray[np.float64]

    @property
    def total(self) -> float:
        return float(self.weights.sum())


def buckets(pieces: Pieces, bits: int) -> NDArray[np.int64]:
    """The place of each piece among 2**bits."""
    return (pieces.codes >> np.uint64(64 - bits)).astype(np.int64)


def count(pieces: Pieces, bits: int) -> Counted:
    """Repeats weigh less and less: a text that says a thing ten times is not ten texts."""
    ids, repeats = np.unique(buckets(pieces, bits), return_counts=True)
    return Counted(ids, np.log1p(repeats))


def mix(codes: Codes) -> Codes:
    """Spread the bits of each code over all 64 (the finaliser of SplitMix64, Steele et al. 2014, in short)."""
    codes = codes * _GOLDEN
    codes ^= codes >> _29
    codes *= _SECOND
    codes ^= codes >> _32
    return codes


def runs(symbols: Codes, shortest: int, longest: int) -> tuple[Codes, NDArray[np.int64]]:
    """(codes, position of the middle symbol) of every run of ``shortest`` to ``longest`` neighbouring symbols."""
    single = mix(symbols + np.uint64(1))
    codes, middles, current = [], [], single
    for length in range(1, longest + 1):
        if length > 1:
            if len(symbols) < length:
                break
            current = mix(current[:-1]) + single[length - 1 :]
        if length >= shortest:
            codes.append(mix(current + np.uint64(length)))
            middles.append(np.arange(len(current)) + length // 2)
    if not codes:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    return np.concatenate(codes), np.concatenate(middles)


def letters_of(text: str) -> Codes:
    """Code points."""
    return np.frombuffer(text.encode("utf-32-le"), np.uint32).astype(np.uint64)


def word_symbols(text: Reading) -> Codes:
    """Each token as a number: small words as themselves, content words as their tag, white space as its line ends."""
    doc = text.doc
    return np.array(
        [
            token.tag if hidden else (min(2, word.count("\n")) if pos == "SPACE" else token.lower)
            for token, hidden, word, pos in zip(doc, text.hidden, text.lower, text.pos, strict=True)
        ],
        np.uint64,
    )
