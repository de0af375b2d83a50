"""Fit the numbers of the pair score. Run over pairs of mails and replies with their truth:

    python -m drafts.layers.relevance.fit_pairs ROWS TRUTH

The shipped ``pairs.npz`` was fitted on all 1,898 pairs of public R mailing lists in ``relevance_lists_dev.jsonl.gz`` (incoming mail,
reply, whether the one answers the other). It holds statistics and weights only: no text can be read back from it.
"""

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np

from drafts.layers.relevance.pairs import CHAR_BUCKETS, WORD_BUCKETS, PairModel, Prepared, likenesses, vector
from profiles.embedding import embed

WHITE_DIMENSIONS = 256
"""Directions kept of MiniLM's 384."""
WHITE_POWER = 0.25
"""Exponent on the variance of each direction: .5 would whiten fully, 0 not at all."""
SHRINKAGE = 0.3
"""Part of the mean variance added to each direction, so that the weakest are not blown up."""
RIDGE = 10.0
"""L2 penalty on standardised weights."""
EXTRA = 3
"""False pairs made for each true one, from mails answered by the same people."""

Pair = tuple[str, str]


def fit(pairs: Sequence[Pair], truth: Sequence[bool], groups: Sequence[int], seed: int = 0) -> PairModel:
    """A model from labelled pairs. ``groups`` numbers the pairs that share mails or texts: further false pairs are made within them,
    since telling apart two mails to the same people is the task."""
    texts = {text: Prepared(text) for text in dict.fromkeys(text for pair in pairs for text in pair)}
    numbers = _corpus(tuple(texts.values()))
    blank = np.zeros(1, np.float32)
    corpus = PairModel(**numbers, mean=blank, scale=blank, weights=blank, bias=0.0)
    made = _false_pairs(pairs, truth, groups, np.random.default_rng(seed))
    rows = np.stack([likenesses(texts[mail], texts[reply], corpus) for mail, reply in (*pairs, *made)])
    labels = np.array([*truth, *(False for _ in made)], float)
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    weights, bias = _regression((rows - mean) / scale, labels)
    return PairModel(**numbers, mean=mean, scale=scale, weights=weights, bias=bias)


def _corpus(texts: Sequence[Prepared]) -> dict[str, np.ndarray]:
    """What is usual: inverse document frequencies, mean vectors, and the whitening of MiniLM's."""
    word_idf, word_mean = _usual([text.words for text in texts], WORD_BUCKETS)
    char_idf, char_mean = _usual([text.grams for text in texts], CHAR_BUCKETS)
    vectors = embed([text.text for text in texts])
    sentences = embed([sentence for text in texts for sentence in text.sentences])
    centre = vectors.mean(axis=0)
    variances, directions = np.linalg.eigh(np.cov((vectors - centre).T))
    kept = slice(-1, -1 - WHITE_DIMENSIONS, -1)
    whitening = directions[:, kept] / (variances[kept] + SHRINKAGE * variances.mean()) ** WHITE_POWER
    return {
        "word_idf": word_idf, "word_mean": word_mean, "char_idf": char_idf, "char_mean": char_mean,
        "centre": centre, "sentence_centre": sentences.mean(axis=0), "whitening": whitening,
    }  # fmt: skip


def _usual(counts, buckets: int) -> tuple[np.ndarray, np.ndarray]:
    frequency = np.zeros(buckets)
    for count in counts:
        frequency[list(count)] += 1
    idf = np.log((len(counts) + 1) / (frequency + 0.5))
    mean = np.zeros(buckets)
    for count in counts:
        for bucket, weight in vector(count, idf).items():
            mean[bucket] += weight / len(counts)
    return idf.astype(np.float32), mean.astype(np.float32)


def _false_pairs(pairs, truth, groups, rng) -> list[Pair]:
    """Mails and replies of one group put together that do not belong together, at most ``EXTRA`` for each true pair."""
    known = set(pairs)
    made: dict[Pair, None] = {}
    for group in sorted(set(groups)):
        members = [pair for pair, g in zip(pairs, groups, strict=True) if g == group]
        right = [pair for pair, g, same in zip(pairs, groups, truth, strict=True) if g == group and same]
        mails = list(dict.fromkeys(mail for mail, _ in members))
        free = [pair for pair in product(mails, dict.fromkeys(reply for _, reply in right)) if pair not in known]
        chosen = rng.choice(len(free), min(len(free), EXTRA * len(right)), replace=False) if free else ()
        made |= dict.fromkeys(free[i] for i in chosen)
    return list(made)


def _regression(rows: np.ndarray, labels: np.ndarray, steps: int = 50) -> tuple[np.ndarray, float]:
    """Ridge logistic regression by Newton's method, both classes weighing the same."""
    share = labels.mean()
    importance = np.where(labels == 1, 0.5 / share, 0.5 / (1 - share))
    importance *= 2 * labels.sum() / importance.sum()
    design = np.column_stack([rows, np.ones(len(rows))])
    penalty = np.diag([RIDGE] * rows.shape[1] + [0.0])
    weights = np.zeros(design.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (importance * (chance - labels)) + penalty @ weights
        bend = (design * (importance * chance * (1 - chance))[:, None]).T @ design + penalty
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return weights[:-1], float(weights[-1])


def save(model: PairModel, path: Path) -> None:
    """Write the numbers, tables in half precision."""
    halves = {"word_idf", "word_mean", "char_idf", "char_mean", "whitening"}
    arrays = {
        name: np.asarray(getattr(model, name), np.float16 if name in halves else np.float32)
        for name in PairModel.__dataclass_fields__
    }
    np.savez_compressed(path, **arrays)


def main(rows_path: str, truth_path: str) -> None:
    """Fit on all pairs of a file and store the numbers beside this module."""
    from drafts.evaluate.files import read_rows, truth_for
    from drafts.evaluate.relevance import groups_of

    rows = read_rows(Path(rows_path), ("id", "incoming", "text"))
    truth = truth_for(rows, Path(rows_path), Path(truth_path))
    pairs = [(row["incoming"], row["text"]) for row in rows]
    model = fit(pairs, [bool(truth[row["id"]]["same"]) for row in rows], groups_of(pairs))
    save(model, Path(__file__).with_name("pairs.npz"))


if __name__ == "__main__":
    main(*sys.argv[1:])
