"""Does a text answer this mail, when nothing is known but the two? Topic decides: each likeness of the two, fused by one
logistic regression whose numbers ``fit_pairs.py`` fitted and ``pairs.npz`` holds.

Likeness of words and of characters is a cosine after the mean text of the corpus is taken away (two replies on one list are alike
before they are about the same thing); likeness of meaning is that of MiniLM's vectors, centred and half whitened (after Su et al.
2021, "Whitening sentence representations"), of the wholes and of single sentences.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from zlib import crc32

import numpy as np

from profiles.embedding import embed

WORD_BUCKETS, CHAR_BUCKETS = 1 << 15, 1 << 16
SENTENCES = 30
"""Sentences of a text that are compared one by one; the rest is only seen in the whole."""
LONGEST_RUN = 12

_TOKEN = re.compile(r"[a-z0-9_.]*[a-z0-9_]")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_IDENTIFIER = re.compile(r"[A-Za-z_.][\w.]*(?=\()|\b[a-z]+[A-Z]\w*|\b\w+[._]\w+|\b[A-Z]{2,}\w*")
_STOP = frozenset(
    """a about after all also am an and any are as at be because been but by can could did do does for from had has have he her him his how
    i if in into is it its just like me more my no not of on one only or other our out over she should so some such than that the their
    them then there these they this those to too up us use used using very was we well were what when where which who why will with would
    you your""".split()
)


class Prepared:
    """One text with everything the comparison needs, each part computed when first asked for."""

    def __init__(self, text: str):
        self.text = text
        self.tokens = tuple(_stemmed(token.strip("._")) for token in _TOKEN.findall(text.lower()) if token.strip("._"))
        self.sentences = tuple(part.strip() for part in _SENTENCE.split(text) if len(part.strip()) > 1)[:SENTENCES] or (text,)

    @cached_property
    def words(self) -> Counter:
        return Counter(crc32(token.encode()) % WORD_BUCKETS for token in self.tokens if token not in _STOP)

    @cached_property
    def grams(self) -> Counter:
        found: Counter = Counter()
        for word in self.text.lower().split():
            padded = f" {word} "
            for size in (3, 4, 5):
                found.update(padded[i : i + size] for i in range(len(padded) - size + 1))
        return _hashed(found, CHAR_BUCKETS)

    @cached_property
    def identifiers(self) -> frozenset[str]:
        return frozenset(_IDENTIFIER.findall(self.text))


@dataclass(frozen=True)
class PairModel:
    """Fitted numbers: what is usual in the corpus, and the weight of each likeness.

    ``word_idf`` and ``char_idf`` by hash bucket; ``word_mean`` and ``char_mean`` the mean unit vector of the corpus; ``centre``,
    ``whitening`` and ``sentence_centre`` for MiniLM's vectors; ``mean``, ``scale``, ``weights``, ``bias`` of the regression.
    """

    word_idf: np.ndarray
    word_mean: np.ndarray
    char_idf: np.ndarray
    char_mean: np.ndarray
    centre: np.ndarray
    sentence_centre: np.ndarray
    whitening: np.ndarray
    mean: np.ndarray
    scale: np.ndarray
    weights: np.ndarray
    bias: float

    def score(self, found: np.ndarray) -> np.ndarray:
        """Chance, 0 to 1, that each row of likenesses belongs to a text that answers its mail."""
        return 1 / (1 + np.exp(-(((found - self.mean) / self.scale) @ self.weights + self.bias)))


def pair_score(incoming: str, text: str) -> float:
    """Chance, 0 to 1, that the text engages with the mail; 0 for a text or a mail without words."""
    mail, reply = Prepared(incoming), Prepared(text)
    if not mail.tokens or not reply.tokens:
        return 0.0
    return float(shipped().score(likenesses(mail, reply, shipped())[None, :])[0])


@cache
def shipped() -> PairModel:
    """The fitted numbers that come with the project."""
    with files(__package__).joinpath("pairs.npz").open("rb") as stream, np.load(stream) as stored:
        return unpacked(stored)


def unpacked(stored: Mapping[str, np.ndarray]) -> PairModel:
    """A model from its arrays, halves widened."""
    numbers = {name: np.asarray(stored[name], np.float32) for name in PairModel.__dataclass_fields__}
    return PairModel(**{**numbers, "bias": float(numbers["bias"])})


FEATURES = (
    "words", "words_centred", "words_usual_mail", "words_usual_reply", "chars", "chars_centred", "chars_usual_mail", "chars_usual_reply",
    "identifiers", "mail_covered", "mail_covered_often", "reply_covered", "rarest", "second", "third", "run", "bm25", "shared",
    "mail_length", "reply_length", "meaning", "meaning_centred", "meaning_white", "mail_sentence_best", "mail_sentence_mean",
    "reply_sentence_best", "reply_sentence_mean", "sentences_best", "reply_sentences_met", "mail_sentences_met", "question_best",
    "opening_best", "sentences_top", "asks", "opening", "mail_end_best",
)  # fmt: skip
"""Names of the likenesses, in order."""


def likenesses(mail: Prepared, reply: Prepared, model: PairModel) -> np.ndarray:
    """How a mail and a text resemble each other: one number for each of ``FEATURES``."""
    return np.array([*_lexical(mail, reply, model), *_semantic(mail, reply, model)], np.float32)


def _lexical(mail: Prepared, reply: Prepared, model: PairModel) -> list[float]:
    words = _cosines(mail.words, reply.words, model.word_idf, model.word_mean)
    chars = _cosines(mail.grams, reply.grams, model.char_idf, model.char_mean)
    shared_names = mail.identifiers & reply.identifiers
    names = len(shared_names) / max(1.0, (len(mail.identifiers) * len(reply.identifiers)) ** 0.5)
    return [*words, *chars, names, *_overlap(mail, reply, model)]


def _overlap(mail: Prepared, reply: Prepared, model: PairModel) -> list[float]:
    """Shared words, weighed by how rare they are."""
    idf = {token: float(model.word_idf[crc32(token.encode()) % WORD_BUCKETS]) for token in {*mail.tokens, *reply.tokens}}
    often, said = Counter(mail.tokens), set(reply.tokens)
    shared = often.keys() & said
    weight = sum(idf[token] for token in shared)
    repeated = sum(idf[token] * min(often[token], 4) for token in shared)
    rarest = sorted((idf[token] for token in shared), reverse=True)[:3] + [0.0] * 3
    length = 0.25 + 0.75 * len(mail.tokens) / 120
    bm25 = sum(idf[token] * often[token] * 2.2 / (often[token] + 1.2 * length) for token in shared) / max(1, len(said))
    return [
        weight / max(1e-9, sum(idf[token] for token in often)),
        repeated / max(1e-9, sum(idf[token] * min(count, 4) for token, count in often.items())),
        weight / max(1e-9, sum(idf[token] for token in said)),
        *rarest[:3],
        float(np.log1p(_longest_run(mail.tokens, reply.tokens))),
        bm25,
        float(len(shared)),
        float(np.log1p(len(mail.tokens))),
        float(np.log1p(len(reply.tokens))),
    ]


def _semantic(mail: Prepared, reply: Prepared, model: PairModel) -> list[float]:
    a, b = embed([mail.text])[0], embed([reply.text])[0]
    whole_a, whole_b = _white(a, model.centre, model), _white(b, model.centre, model)
    parts_a = _white(embed(mail.sentences), model.sentence_centre, model)
    parts_b = _white(embed(reply.sentences), model.sentence_centre, model)
    mail_parts, reply_parts, grid = parts_a @ whole_b, parts_b @ whole_a, parts_a @ parts_b.T
    asking = [i for i, sentence in enumerate(mail.sentences) if "?" in sentence]
    return [
        float(a @ b),
        float(_unit(a - model.centre) @ _unit(b - model.centre)),
        float(whole_a @ whole_b),
        float(mail_parts.max()),
        float(mail_parts.mean()),
        float(reply_parts.max()),
        float(reply_parts.mean()),
        float(grid.max()),
        float(grid.max(axis=0).mean()),
        float(grid.max(axis=1).mean()),
        float(mail_parts[asking].max() if asking else mail_parts.max()),
        float(reply_parts[:2].max()),
        float(np.sort(grid, axis=None)[-3:].mean()),
        float(bool(asking)),
        float(reply_parts[0]),
        float(mail_parts[-3:].max()),
    ]


def _cosines(left: Counter, right: Counter, idf: np.ndarray, mean: np.ndarray) -> tuple[float, float, float, float]:
    """Cosine of two weighted counts, the same after the corpus mean is taken away, and each one's likeness to that mean."""
    a, b = vector(left, idf), vector(right, idf)
    raw = sum(weight * b[bucket] for bucket, weight in a.items() if bucket in b)
    usual_a = sum(weight * float(mean[bucket]) for bucket, weight in a.items())
    usual_b = sum(weight * float(mean[bucket]) for bucket, weight in b.items())
    norm = float(mean @ mean)
    rest = max(1e-6, (bool(a) - 2 * usual_a + norm) * (bool(b) - 2 * usual_b + norm))
    return raw, (raw - usual_a - usual_b + norm) / rest**0.5, usual_a, usual_b


def vector(counts: Counter, idf: np.ndarray) -> dict[int, float]:
    """Unit TF-IDF vector, sublinear in the counts, by bucket."""
    weights = {bucket: (1 + float(np.log(count))) * float(idf[bucket]) for bucket, count in counts.items()}
    norm = sum(weight * weight for weight in weights.values()) ** 0.5
    return {bucket: weight / norm for bucket, weight in weights.items()} if norm else {}


def _white(vectors: np.ndarray, centre: np.ndarray, model: PairModel) -> np.ndarray:
    return _unit((vectors - centre) @ model.whitening)


def _unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)


def _longest_run(left: Sequence[str], right: Sequence[str]) -> int:
    """Length of the longest stretch of words the two have in common, up to ``LONGEST_RUN``."""
    places: dict[str, list[int]] = {}
    for i, token in enumerate(left):
        places.setdefault(token, []).append(i)
    best, before = 0, {}
    for token in right:
        here = {i: before.get(i - 1, 0) + 1 for i in places.get(token, ())}
        best, before = max(best, *here.values(), 0), here
    return min(best, LONGEST_RUN)


def _hashed(counts: Counter, buckets: int) -> Counter:
    found: Counter = Counter()
    for gram, count in counts.items():
        found[crc32(gram.encode()) % buckets] += count
    return found


def _stemmed(token: str) -> str:
    for ending in ("ations", "ation", "ings", "ing", "ies", "ed", "es", "s", "ly"):
        if token.endswith(ending) and len(token) - len(ending) >= 3:
            return token[: -len(ending)]
    return token
