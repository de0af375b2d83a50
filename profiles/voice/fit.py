"""Fit the shipped numbers: ``python -m profiles.voice.fit ROWS TRUTH`` writes ``population.npz``.

The shipped file was fitted on ``voice_lists_dev``: 83 authors of public R mailing lists (archive MichaelChirico/r-mailing-list-archive),
20 replies each as examples and 12 more as true probes. Nothing of any text is kept, only numbers.

Needs scikit-learn; scoring does not.
"""

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from profiles.language import parse_all
from profiles.voice.bounds import bent
from profiles.voice.features import FEATURES, STREAMS
from profiles.voice.likelihood import LOUDEST, against_all, against_one, middle_of, stack
from profiles.voice.measure import Measured, Vector, measure
from profiles.voice.model import Imprint, build, imprint, without
from profiles.voice.pieces import Counted
from profiles.voice.population import (
    IMPOSTOR_STEP,
    LEVELS,
    SHIPPED,
    Fusion,
    Habits,
    PieceNumbers,
    Population,
    impostors,
    names,
)
from profiles.voice.prepare import prepare
from profiles.voice.standing import FEWEST, USUAL_SHARE, OwnTexts

FOLDS = 5
FALSE_CLAIMS = 3
"""False claims to a true one in the calibration: a score of 0.5 is even odds under this prior."""

IMPOSTORS = 40
"""Writers kept to compare with; more do not help and make the file larger."""

RIDGE = 0.7
"""Share of the diagonal in the covariances of the habits: 83 writers do not bear 133 x 133 free numbers."""

LEAST_WITHIN = 0.6
"""Least variance of a habit among a writer's own texts, as a share of the variance between texts. A habit that hardly anybody has and
its owners always have would outshout all others: one full stop after a name."""

BELIEF = {"letters": 16, "masked_letters": 32, "frames": 64, "edges": 64, "marks": 16}
FLOOR = {"letters": 3, "masked_letters": 10, "frames": 10, "edges": 30, "marks": 30}
"""Strength of the usual share, in texts, and weight that every piece has before it is seen. Chosen on the lists by cross-validation."""


@dataclass(frozen=True, slots=True)
class Writer:
    """One author's texts: ``known`` are what a profile is learned from, ``probes`` further texts of the same author."""

    name: str
    known: tuple[Measured, ...]
    probes: tuple[Measured, ...] = ()


def fit(writers: Sequence[Writer], seed: int = 0, impostor_count: int = IMPOSTORS) -> Population:
    """All numbers from texts with their authors. The fusion comes from writers whose habits the model had not seen."""
    rng = np.random.default_rng(seed)
    pieces = _pieces(writers)
    fold_of = rng.permutation(np.arange(len(writers)) % FOLDS)
    trials: list[Trials] = []
    for fold in range(FOLDS):
        habits = fit_habits([w for w, f in zip(writers, fold_of, strict=True) if f != fold])
        trials.extend(_trials(writers, fold_of == fold, _population(habits, pieces, _no_fusion(), (), seed)))
    fusion = _fusion(trials)
    chosen = [writers[i] for i in sorted(rng.permutation(len(writers))[:impostor_count])]
    return _population(fit_habits(writers), pieces, fusion, chosen, seed)


# --- habits -------------------------------------------------------------------------------------------------------


def fit_habits(writers: Sequence[Writer]) -> Habits:
    """How habits vary between texts, within and between writers."""
    texts = [t for w in writers for t in (*w.known, *w.probes)]
    author = np.repeat(np.arange(len(writers)), [len(w.known) + len(w.probes) for w in writers])
    value, evidence = np.array([t.value for t in texts]), np.array([t.evidence for t in texts])
    seen = evidence > 0
    chances = np.maximum(seen.sum(axis=0), 1)
    usual = (value * seen).sum(axis=0) / chances
    typical = np.array([np.median(e[s]) if s.any() else 1.0 for e, s in zip(evidence.T, seen.T, strict=True)])
    strength = 0.6 * typical
    shrunk = np.where(seen, (value * evidence + usual * strength) / (evidence + strength) - usual, 0.0)
    spread = np.maximum(shrunk.std(axis=0), 1e-6)
    size = len(FEATURES)
    blank = Habits(usual, strength, spread, np.eye(size), np.ones(size), np.ones(size), np.zeros((len(LEVELS), size)))
    z = blank.standard(value, evidence)
    axes, between = two_covariance(z, author)
    residual = np.concatenate([z[author == a] - z[author == a].mean(axis=0) for a in range(len(writers))])
    quantiles = np.array(
        [np.quantile(v[s], LEVELS) if s.any() else np.zeros(len(LEVELS)) for v, s in zip(value.T, seen.T, strict=True)]
    )
    return Habits(usual, strength, spread, axes, between, residual.std(axis=0), quantiles.T)


def two_covariance(z: np.ndarray, author: np.ndarray) -> tuple[np.ndarray, Vector]:
    """(axes, variance between writers along them): coordinates in which the covariance within writers is the identity."""
    groups = [z[author == a] for a in np.unique(author)]
    within = sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in groups) / sum(len(g) - 1 for g in groups)
    means = np.array([g.mean(0) for g in groups])
    between = np.cov(means.T, bias=True) - within / np.mean([len(g) for g in groups])
    within, between = _towards_diagonal(within), _towards_diagonal(between)
    within += np.diag(np.maximum(0.0, LEAST_WITHIN - np.diag(within)))
    root = np.linalg.inv(np.linalg.cholesky(within + 1e-4 * np.eye(len(within))))
    variance, vectors = np.linalg.eigh(root @ between @ root.T)
    keep = variance > 1e-3
    return vectors[:, keep].T @ root, variance[keep]


def _towards_diagonal(covariance: np.ndarray) -> np.ndarray:
    return (1 - RIDGE) * covariance + RIDGE * np.diag(np.maximum(np.diag(covariance), 0))


# --- pieces -------------------------------------------------------------------------------------------------------


def _pieces(writers: Sequence[Writer]) -> tuple[PieceNumbers, ...]:
    found = []
    texts = [t for w in writers for t in w.known]
    for n, stream in enumerate(STREAMS):
        seen = _sum([t.counted[n] for t in texts], stream.bits)
        usual = seen + FLOOR[stream.name]
        found.append(
            PieceNumbers((usual / usual.sum()).astype(np.float32), max(1.0, BELIEF[stream.name] * float(seen.sum()) / len(texts)))
        )
    return tuple(found)


def _sum(counted: Sequence[Counted], bits: int) -> np.ndarray:
    total = np.zeros(1 << bits)
    for c in counted:
        total[c.ids] += c.weights
    return total


# --- fusion -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Trials:
    """One text against every writer: ``raw`` (writers, components), the true ``author``, the writers it is ``claimed`` for,
    and whether it is a ``later`` text, none of the author's examples.
    """

    raw: Vector
    author: int
    claimed: np.ndarray
    later: bool

    @property
    def same(self) -> np.ndarray:
        return self.claimed == self.author

    def components(self) -> Vector:
        """(claims, writers, components): every writer as seen for each claim, set against all writers but the claimed one."""
        rest = len(self.raw) - 1
        total, squares = self.raw.sum(axis=0), (self.raw**2).sum(axis=0)
        mine = self.raw[self.claimed]
        middle = (total - mine) / rest
        scale = np.sqrt(np.maximum((squares - mine**2) / rest - middle**2, 0) + 1e-9)
        return bent((self.raw - middle[:, None]) / scale[:, None], LOUDEST)

    def of_claimed(self) -> Vector:
        """(claims, components) of the claimed writers alone."""
        return self.components()[np.arange(len(self.claimed)), self.claimed]

    def own_and_others(self, weights: Vector, bias: float) -> Vector:
        """(claims, 2): log-odds of the claimed writer, and what the others reach together on average."""
        each = self.components() @ weights + bias
        own = each[np.arange(len(each)), self.claimed]
        each[np.arange(len(each)), self.claimed] = -np.inf
        return np.column_stack([own, np.logaddexp.reduce(each, axis=1) - np.log(each.shape[1] - 1)])


def _trials(writers: Sequence[Writer], held: np.ndarray, population: Population) -> Iterator[Trials]:
    """Claims among the writers held back. A text is never part of the model of its own author."""
    known = [[imprint(t, population) for t in w.known] for w in writers]
    models = tuple(build(texts) for texts in known)
    voices = stack(models, population)
    trade = middle_of(voices)
    claimed = np.flatnonzero(held)
    for author in claimed:
        for text in (imprint(t, population) for t in writers[author].probes):
            yield Trials(against_all(text, voices, trade, population), author, claimed, True)
        for text in known[author]:
            raw = against_all(text, voices, trade, population)
            raw[author] = against_one(text, without(models[author], text), trade, population)
            yield Trials(raw, author, claimed, False)


def _fusion(trials: Sequence[Trials]) -> Fusion:
    same = np.concatenate([t.same for t in trials])
    weight = np.where(same, 1.0, FALSE_CLAIMS * same.sum() / (~same).sum())
    weights, bias = _first_stage(np.concatenate([t.of_claimed() for t in trials]), same, weight)
    pairs = np.concatenate([t.own_and_others(weights, bias) for t in trials])
    second = LogisticRegression(C=10.0).fit(pairs, same, sample_weight=weight)
    usual = float(np.average(pairs[:, 1], weights=weight))
    own, others = second.coef_[0]
    odds = second.decision_function(pairs[same])
    return Fusion(weights, bias, float(own), -float(others), float(second.intercept_[0]), usual, _ageing(odds, trials))


def _ageing(odds: Vector, trials: Sequence[Trials]) -> float:
    """What must be taken off the floor of the held-out examples, in their standard deviations, so that ``USUAL_SHARE`` of the later
    texts lies below it."""
    author, later = np.array([t.author for t in trials]), np.array([t.later for t in trials])
    enough = [a for a in np.unique(author) if (later & (author == a)).any() and (~later & (author == a)).sum() >= FEWEST]
    if not enough:
        return 0.0
    above = [_above_floor(odds[later & (author == a)], odds[~later & (author == a)]) for a in enough]
    return max(0.0, -float(np.quantile(np.concatenate(above), USUAL_SHARE)))


def _above_floor(new: Vector, known: Vector) -> Vector:
    return (new - OwnTexts.after(known, 0.0).floor(USUAL_SHARE)) / known.std(ddof=1)


def _first_stage(components: np.ndarray, same: np.ndarray, weight: np.ndarray) -> tuple[Vector, float]:
    """Weights and bias of one writer's log-odds.

    The letters are the only component that sees content words. Vocabulary may help and never carries the score: where the letters
    would outweigh the habits, the two are made to weigh the same.
    """
    habits, letters = 0, 1 + [stream.name for stream in STREAMS].index("letters")
    found = LogisticRegression(C=1.0, max_iter=500).fit(components, same, sample_weight=weight)
    if found.coef_[0][letters] <= found.coef_[0][habits]:
        return found.coef_[0], float(found.intercept_[0])
    tied = components.copy()
    tied[:, habits] += tied[:, letters]
    found = LogisticRegression(C=1.0, max_iter=500).fit(np.delete(tied, letters, axis=1), same, sample_weight=weight)
    return np.insert(found.coef_[0], letters, found.coef_[0][habits]), float(found.intercept_[0])


def _no_fusion() -> Fusion:
    return Fusion(np.ones(1 + len(STREAMS)), 0.0, 1.0, 1.0, 0.0, 0.0, 0.0)


# --- the file -----------------------------------------------------------------------------------------------------


def _population(
    habits: Habits, pieces: tuple[PieceNumbers, ...], fusion: Fusion, chosen: Sequence[Writer], seed: int
) -> Population:
    none = impostors(np.zeros((0, len(FEATURES))), np.zeros(0), _kept([]), pieces)
    bare = Population("", habits, pieces, none, _kept([]), fusion)
    texts = [[imprint(t, bare) for t in w.known] for w in chosen]
    means = np.array([np.mean([t.habits for t in own], axis=0) for own in texts]).reshape(len(texts), len(FEATURES))
    sizes = np.array([len(own) for own in texts], float)
    sums = _kept(texts)
    found = replace(bare, impostors=impostors(means, sizes, sums, pieces), sums=sums)
    return replace(found, version=_digest(found))


def _kept(texts: list[list[Imprint]]) -> tuple[np.ndarray, ...]:
    """Impostors' piece weights in steps that fit a byte, writers in rows."""
    out = []
    for n, stream in enumerate(STREAMS):
        sums = np.array([_sum([t.counted[n] for t in own], stream.bits) for own in texts]).reshape(len(texts), 1 << stream.bits)
        out.append(np.clip(np.rint(sums / IMPOSTOR_STEP), 0, 255).astype(np.uint8))
    return tuple(out)


def _digest(population: Population) -> str:
    """Names the numbers by what they are."""
    digest = hashlib.sha256(",".join(names()).encode())
    for array in (*_arrays(population).values(),):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:12]


def _arrays(population: Population) -> dict[str, np.ndarray]:
    found = {f"habits_{name}": getattr(population.habits, name).astype(np.float32) for name in Habits.__dataclass_fields__}
    for stream, numbers, sums in zip(STREAMS, population.pieces, population.sums, strict=True):
        found[f"usual_{stream.name}"] = numbers.usual.astype(np.float32)
        found[f"strength_{stream.name}"] = np.float32(numbers.strength)
        found[f"impostors_{stream.name}"] = sums
    found["impostor_means"] = population.impostors.means.astype(np.float32)
    found["impostor_sizes"] = population.impostors.sizes.astype(np.float32)
    found["weights"] = population.fusion.weights.astype(np.float32)
    scalars = [getattr(population.fusion, name) for name in Fusion.__dataclass_fields__ if name != "weights"]
    found["fusion"] = np.array(scalars, np.float32)
    return found


def save(population: Population, path: Path = SHIPPED) -> None:
    """Write fitted numbers where :func:`profiles.voice.population.load` finds them."""
    np.savez_compressed(path, names=np.array(names()), version=np.array(population.version), **_arrays(population))


def writers_of(rows: Sequence[dict], truth: dict[str, bool], measured: dict[str, Measured]) -> list[Writer]:
    """Authors with their examples and the probes that are truly theirs, from rows of a voice file; texts are looked up by content."""
    known: dict[str, list[Measured]] = {}
    probes: dict[str, list[Measured]] = {}
    for row in rows:
        if row["kind"] == "example":
            known.setdefault(row["author"], []).append(measured[row["text"]])
        elif truth.get(row["id"]):
            probes.setdefault(row["author"], []).append(measured[row["text"]])
    return [Writer(name, tuple(texts), tuple(probes.get(name, ()))) for name, texts in known.items()]


def _rows(path: Path) -> list[dict]:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path, help="voice rows: examples and probes")
    parser.add_argument("truth", type=Path, help="which probes are true")
    parser.add_argument("--output", type=Path, default=SHIPPED)
    given = parser.parse_args()
    rows = _rows(given.rows)
    truth = {row["id"]: row["same"] for row in _rows(given.truth)}
    texts = list(dict.fromkeys(row["text"] for row in rows))
    docs = parse_all(prepare(text) for text in texts)
    measured = {text: measure(doc) for text, doc in zip(texts, docs, strict=True)}
    save(fit(writers_of(rows, truth, measured)), given.output)


if __name__ == "__main__":
    main()
