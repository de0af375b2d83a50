"""Fit the shipped numbers: ``python -m profiles.voice.fit examples.jsonl.gz`` writes ``population.npz``.

The shipped file was fitted on the example rows of the shared list data (83 authors of public R mailing lists, 20 replies each,
archive MichaelChirico/r-mailing-list-archive). Nothing of any text is kept, only numbers.
"""

import gzip
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from profiles.language import english
from profiles.voice.features import FEATURES, Rate
from profiles.voice.population import SHIPPED, Population
from profiles.voice.prepare import prepare
from profiles.voice.score import log_likelihood_ratio
from profiles.voice.vector import Measured, measure, raw

FOLDS = 5
FALSE_CLAIMS = 3
"""False claims to a true one in the calibration: a score of 0.5 is even odds under this prior."""


def fit(authors: list[str], texts: list[Measured], seed: int = 0) -> Population:
    """Population, two-covariance model and calibration from texts with their authors.

    The calibration comes from authors that the model it calibrates has not seen.
    """
    counted = [raw(m.counts) for m in texts]
    value, evidence = np.array([v for v, _ in counted]), np.array([e for _, e in counted])
    author = np.unique(np.array(authors), return_inverse=True)[1]
    scores, same = [], []
    rng = np.random.default_rng(seed)
    fold_of = rng.permutation(np.arange(author.max() + 1) % FOLDS)
    for fold in range(FOLDS):
        inside = fold_of[author] != fold
        model = _model(value[inside], evidence[inside], author[inside], texts)
        s, y = _trials(model, value[~inside], evidence[~inside], author[~inside])
        scores.append(s)
        same.append(y)
    s, y = np.concatenate(scores), np.concatenate(same)
    weight = np.where(y, 1.0, FALSE_CLAIMS * y.sum() / (~y).sum())
    regression = LogisticRegression(C=1e3).fit(s[:, None], y, sample_weight=weight)
    model = _model(value, evidence, author, texts)
    return _population(model, regression.coef_[0], float(regression.intercept_[0]), value)


def _model(value, evidence, author, texts):
    usual = np.nanmean(np.where(evidence > 0, value, np.nan), axis=0)
    usual = np.nan_to_num(usual)
    is_rate = np.array([any(isinstance(m.counts[i], Rate) for m in texts[:200]) for i in range(value.shape[1])])
    typical = np.array([np.median(e[e > 0]) if (e > 0).any() else 1.0 for e in evidence.T])
    strength = np.where(is_rate, 0.5 * typical, 0.2 * typical)
    shrunk = (np.nan_to_num(value) * evidence + usual * strength) / (evidence + strength)
    deviation = np.where(evidence > 0, shrunk - usual, 0.0)
    spread = np.maximum(deviation.std(axis=0), 1e-6)
    z = deviation / spread
    axes, between = _two_covariance(z, author)
    residual = np.concatenate([z[author == a] - z[author == a].mean(0) for a in np.unique(author)])
    return usual, strength, spread, axes, between, residual.std(axis=0)


def _two_covariance(z, author, ridge=0.3):
    """Axes in which the covariance within writers is the identity, and the variance between writers along them."""
    groups = [z[author == a] for a in np.unique(author)]
    within = sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in groups) / sum(len(g) - 1 for g in groups)
    within = (1 - ridge) * within + ridge * np.diag(np.diag(within))
    means = np.array([g.mean(0) for g in groups])
    size = np.mean([len(g) for g in groups])
    total = np.cov(means.T, bias=True) - within / size
    total = (1 - ridge) * total + ridge * np.diag(np.maximum(np.diag(total), 0))
    root = np.linalg.inv(np.linalg.cholesky(within + 1e-4 * np.eye(len(within))))
    between, vectors = np.linalg.eigh(root @ total @ root.T)
    keep = between > 1e-3
    return vectors[:, keep].T @ root, between[keep]


def _population(model, weights, bias, value) -> Population:
    usual, strength, spread, axes, between, within = model
    digest = hashlib.sha256(b"".join(np.ascontiguousarray(np.round(x, 6)).tobytes() for x in (*model, weights))).hexdigest()[:10]
    return Population(
        version=digest,
        names=tuple(f.name for f in FEATURES),
        usual=usual,
        strength=strength,
        spread=spread,
        axes=axes,
        between=between,
        weights=weights,
        bias=bias,
        quantiles=np.nanquantile(value, (0.1, 0.25, 0.5, 0.75, 0.9), axis=0),
        within=within,
    )


def _trials(model, value, evidence, author, hold=5):
    """Scores of held-back texts against profiles of the others', for every pair of writers."""
    population = _population(model, np.ones(1), 0.0, value)
    z = np.array([population.standardise(v, e) for v, e in zip(value, evidence, strict=True)])
    scores, same = [], []
    names = np.unique(author)
    last = {a: np.flatnonzero(author == a)[-hold:] for a in names}
    for a in names:
        known = z[[i for i in np.flatnonzero(author == a) if i not in last[a]]]
        for b in names:
            for i in last[b]:
                scores.append(log_likelihood_ratio(z[i], known.mean(0), len(known), population).sum())
                same.append(a == b)
    return np.array(scores), np.array(same)


def save(population: Population, path: Path = SHIPPED) -> None:
    """Write fitted numbers where :func:`profiles.voice.population.load` finds them."""
    fields = {name: getattr(population, name) for name in Population.__dataclass_fields__}
    fields["names"], fields["version"] = np.array(population.names), np.array(population.version)
    np.savez_compressed(
        path, **{k: v.astype(np.float32) if getattr(v, "dtype", None) == np.float64 else v for k, v in fields.items()}
    )


def main(source: str) -> None:
    with gzip.open(source, "rt", encoding="utf-8") as stream:
        rows = [row for row in map(json.loads, stream) if row["kind"] == "example"]
    texts = [measure(doc) for doc in english().pipe((prepare(row["text"]) for row in rows), batch_size=64)]
    save(fit([row["author"] for row in rows], texts))


if __name__ == "__main__":
    main(sys.argv[1])
