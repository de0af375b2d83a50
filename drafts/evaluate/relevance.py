"""``evaluate relevance``: does a text engage with what a mail asked, when nothing but the two is known."""

from collections.abc import Iterator, Sequence

import numpy as np

from drafts.evaluate.files import MalformedRow, Row, read_rows, truth_for
from drafts.evaluate.options import Options
from drafts.layers.relevance.fit_pairs import fit
from drafts.layers.relevance.pairs import PairModel, Prepared, likenesses, shipped

THRESHOLD = 0.5
NEAR = 0.5
"""Cosine of character n-grams from which two texts count as the same for keeping folds apart."""


def answer(options: Options) -> Iterator[Row]:
    """One answer a pair: ``{id, score, passed}``; with ``refit_folds`` from a model that saw none of the pair's group."""
    rows = read_rows(options.input, ("id", "incoming", "text"))
    scores = _refitted(rows, options) if options.refit_folds else (_score(row, shipped()) for row in rows)
    for row, score in zip(rows, scores, strict=True):
        yield {"id": row["id"], "score": round(score, 6), "passed": score >= THRESHOLD}


def _score(row: Row, model: PairModel) -> float:
    mail, reply = Prepared(row["incoming"]), Prepared(row["text"])
    if not mail.tokens or not reply.tokens:
        return 0.0
    return float(model.score(likenesses(mail, reply, model)[None, :])[0])


def _refitted(rows: Sequence[Row], options: Options) -> Iterator[float]:
    known = truth_for(list(rows), options.input, options.truth)
    pairs = [(row["incoming"], row["text"]) for row in rows]
    truth = [bool(known[row["id"]]["same"]) for row in rows]
    groups = groups_of(pairs)
    if len(set(groups)) < options.refit_folds:
        raise MalformedRow(f"{options.input}: {options.refit_folds} folds need as many pairs that share nothing")
    folds = _folds(groups, options.refit_folds, options.seed)
    models = {}
    for fold in range(options.refit_folds):
        kept = [i for i in range(len(rows)) if folds[i] != fold]
        models[fold] = fit([pairs[i] for i in kept], [truth[i] for i in kept], [groups[i] for i in kept], options.seed)
    return (_score(row, models[fold]) for row, fold in zip(rows, folds, strict=True))


def groups_of(pairs: Sequence[tuple[str, str]]) -> list[int]:
    """A number for each pair; pairs that share a mail or a text, or have nearly the same one, share the number."""
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    place = {text: i for i, text in enumerate(texts)}
    parent = list(range(len(texts)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for mail, reply in pairs:
        parent[root(place[mail])] = root(place[reply])
    for one, other in _near_duplicates(texts):
        parent[root(one)] = root(other)
    return [root(place[reply]) for _, reply in pairs]


def _near_duplicates(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs of texts most of whose rarer character 5-grams are shared."""
    grams = [frozenset(text[i : i + 5] for i in range(0, len(text) - 4, 1)) for text in (t.lower() for t in texts)]
    holders: dict[str, list[int]] = {}
    for i, found in enumerate(grams):
        for gram in found:
            holders.setdefault(gram, []).append(i)
    shared: dict[tuple[int, int], int] = {}
    for members in holders.values():
        if 1 < len(members) <= 6:
            for k, one in enumerate(members):
                for other in members[k + 1 :]:
                    shared[one, other] = shared.get((one, other), 0) + 1
    for (one, other), count in shared.items():
        if count >= NEAR * min(len(grams[one]), len(grams[other])):
            yield one, other


def _folds(groups: Sequence[int], folds: int, seed: int) -> list[int]:
    """A fold for each pair, whole groups together, the largest groups dealt out first so that folds are even."""
    sizes: dict[int, int] = {}
    for group in groups:
        sizes[group] = sizes.get(group, 0) + 1
    order = list(np.random.default_rng(seed).permutation(sorted(sizes)))
    order.sort(key=lambda group: -sizes[group])
    loads, dealt = [0] * folds, {}
    for group in order:
        fold = loads.index(min(loads))
        dealt[group] = fold
        loads[fold] += sizes[group]
    return [dealt[group] for group in groups]
