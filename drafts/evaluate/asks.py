"""Does a sentence ask its reader for something or propose it? Answered as the product does."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from drafts.evaluate.files import Row, read_rows, truth_for
from drafts.evaluate.options import Options
from drafts.understand.asking import asks_something

NEAR = 0.5
"""Sentences whose character n-grams are this similar (cosine) are kept in one fold."""


def answer(options: Options) -> Iterator[Row]:
    """``{id, ask}`` a row. With ``refit_folds`` each fold is answered by a model fitted on the others, shuffled, with
    near-duplicate sentences kept together."""
    rows = read_rows(options.input, ("id", "text"))
    if options.refit_folds:
        yield from _refitted(rows, options)
        return
    for row in rows:
        yield {"id": row["id"], "ask": asks_something(row["text"])}


def _refitted(rows: list[Row], options: Options) -> Iterator[Row]:
    from drafts.understand.fit import fit_asking

    truth = truth_for(rows, options.input, options.truth)
    labels = np.array([bool(truth[row["id"]]["ask"]) for row in rows])
    texts = [row["text"] for row in rows]
    fold = folds(near_duplicates(texts), options.refit_folds, options.seed)
    found: dict[int, bool] = {}
    for number in range(options.refit_folds):
        train = np.flatnonzero(fold != number)
        model = fit_asking([texts[i] for i in train], labels[train], options.seed)
        found |= {int(i): asks_something(texts[i], model) for i in np.flatnonzero(fold == number)}
    yield from ({"id": row["id"], "ask": found[i]} for i, row in enumerate(rows))


def near_duplicates(texts: Sequence[str]) -> np.ndarray:
    """A group number for each text: texts linked by a chain of near-duplicates share one."""
    from scipy.sparse.csgraph import connected_components
    from sklearn.feature_extraction.text import TfidfVectorizer

    rows = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True).fit_transform(texts)
    alike = rows @ rows.T
    alike.data = (alike.data > NEAR).astype(float)
    alike.eliminate_zeros()
    return connected_components(alike, directed=False)[1]


def folds(groups: np.ndarray, count: int, seed: int) -> np.ndarray:
    """A fold number for each row: groups in a shuffled order, each into the smallest fold so far."""
    members = defaultdict(list)
    for row, group in enumerate(groups):
        members[group].append(row)
    order = np.random.default_rng(seed).permutation(list(members))
    fold, sizes = np.zeros(len(groups), int), np.zeros(count, int)
    for group in order:
        smallest = int(sizes.argmin())
        fold[members[group]] = smallest
        sizes[smallest] += len(members[group])
    return fold
