"""Fits the numbers that ship in ``numbers.npz``. Needs scikit-learn, which nothing at run time does.

    python -m drafts.understand.fit --asks SENTENCES --truth LABELS

``cues``: the lines in ``said/``, written for this project, one file a cue.
``asking``: sentences of business mail labelled by ParakweetLabs/EmailIntentDataSet (Apache-2.0), given on the command line as
rows {id, text} and {id, ask}, together with the lines of ``said/`` that plainly ask or plainly do not.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from drafts.understand.asking import FORM_WEIGHT, Asking, measured
from drafts.understand.cues import HITS, MASKS, VECTOR, WORDS
from drafts.understand.features import mask_grams, pattern_hits, visible, word_grams
from drafts.understand.numbers import FILE
from drafts.understand.reading import read
from profiles.embedding import embed
from profiles.language import parse_all

SAID = Path(__file__).with_name("said")
COMPONENTS = 64
GAMMA, COST = 0.6, 2.0
OWN_WEIGHT = 0.25
"""Weight of a line of ``said/`` beside a labelled sentence: enough to know sales mail, too little to outvote the labels."""
ASKS, ASKS_NOT = ("request", "question", "meeting"), ("context", "status")


def said() -> tuple[list[str], list[str]]:
    """The lines of ``said/`` and the cue each belongs to."""
    pairs = [(line, file.stem) for file in sorted(SAID.glob("*.txt")) for line in file.read_text(encoding="utf-8").splitlines()]
    return [line for line, _ in pairs], [cue for _, cue in pairs]


def fit_asking(sentences: Sequence[str], asks: Sequence[bool], seed: int = 0) -> Asking:
    """The model of asks from labelled sentences and the lines of ``said/``."""
    from sklearn.decomposition import PCA
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_predict
    from sklearn.svm import SVC

    lines, cues = said()
    extra = [(line, cue in ASKS) for line, cue in zip(lines, cues, strict=True) if cue in ASKS + ASKS_NOT]
    texts, labels = [*sentences, *(t for t, _ in extra)], np.array([*asks, *(a for _, a in extra)], bool)
    vectors, forms = embed(texts), forms_of(texts)
    projection = PCA(COMPONENTS, random_state=seed).fit(vectors)
    rows = np.hstack([projection.transform(vectors), FORM_WEIGHT * forms])
    machine = SVC(C=COST, gamma=GAMMA, class_weight="balanced")
    folds = StratifiedKFold(3, shuffle=True, random_state=seed)
    weights = np.repeat([1.0, OWN_WEIGHT], [len(sentences), len(extra)])
    margins = cross_val_predict(machine, rows, labels, cv=folds, method="decision_function", params={"sample_weight": weights})
    curve = LogisticRegression(C=1e6).fit(margins[:, None], labels, weights)
    machine.fit(rows, labels, weights)
    points = machine.support_vectors_
    scale = float(np.abs(points).max() / 127)
    return Asking(
        projection.mean_.astype(np.float32),
        projection.components_.astype(np.float32),
        np.round(points / scale).astype(np.int8),
        scale,
        machine.dual_coef_[0].astype(np.float32),
        float(machine.intercept_[0]),
        GAMMA,
        float(curve.coef_[0, 0]),
        float(curve.intercept_[0]),
    )


_FORMS: dict[str, np.ndarray] = {}


def forms_of(texts: Sequence[str]) -> np.ndarray:
    """Cues of form of every text; kept in memory, because folds ask for the same texts again."""
    for text in texts:
        if text not in _FORMS:
            _FORMS[text] = measured(read(text))[1]
    return np.array([_FORMS[text] for text in texts])


def fit_cues(lines: Sequence[str], labels: Sequence[str]) -> dict[str, np.ndarray]:
    """The model of cues as arrays by name."""
    from sklearn.linear_model import LogisticRegression

    docs = [visible(doc) for doc in parse_all(lines)]
    words, words_idf, on_words = _table([word_grams(d) for d in docs], least=2)
    masks, masks_idf, on_masks = _table([mask_grams(d) for d in docs], least=2)
    vectors = embed(lines)
    centre = vectors.mean(axis=0)
    hits = np.array([pattern_hits(line) for line in lines])
    rows = np.hstack([VECTOR * (vectors - centre), WORDS * on_words, MASKS * on_masks, HITS * hits])
    machine = LogisticRegression(C=20, max_iter=3000, class_weight="balanced").fit(rows, np.array(labels))
    ends = np.cumsum([vectors.shape[1], len(words), len(masks)])
    parts = np.split(machine.coef_.astype(np.float16), ends, axis=1)
    return {
        "cues": machine.classes_.astype(str),
        "words": np.array(words),
        "masks": np.array(masks),
        "words_idf": words_idf.astype(np.float16),
        "masks_idf": masks_idf.astype(np.float16),
        "centre": centre.astype(np.float16),
        "bias": machine.intercept_.astype(np.float32),
        **dict(zip(("on_vector", "on_words", "on_masks", "on_hits"), parts, strict=True)),
    }


def _table(grams: list, least: int) -> tuple[list[str], np.ndarray, np.ndarray]:
    """n-grams that occur in at least ``least`` lines, their idf, and each line's weighted row."""
    from drafts.understand.features import weighted

    seen: dict[str, int] = {}
    for counted in grams:
        for gram in counted:
            seen[gram] = seen.get(gram, 0) + 1
    known = sorted(g for g, n in seen.items() if n >= least)
    idf = np.array([np.log((1 + len(grams)) / (1 + seen[g])) + 1 for g in known])
    places = {g: i for i, g in enumerate(known)}
    rows = np.zeros((len(grams), len(known)), np.float32)
    for row, counted in zip(rows, grams, strict=True):
        at, values = weighted(counted, places, idf)
        row[at] = values
    return known, idf, rows


def arrays_of(model: Asking) -> dict[str, np.ndarray]:
    """The model of asks as arrays by name."""
    halves = {n: getattr(model, n).astype(np.float16) for n in ("centre", "components")}
    singles = {n: np.array(getattr(model, n)) for n in ("scale", "bias", "gamma", "slope", "offset")}
    return {**halves, **singles, "points": model.points, "weights": model.weights}


def save(cues: dict[str, np.ndarray], asking: dict[str, np.ndarray], file: Path = FILE) -> None:
    """Both models into one file."""
    named = {f"cues.{n}": a for n, a in cues.items()} | {f"asking.{n}": a for n, a in asking.items()}
    np.savez_compressed(file, **named)


def main(arguments: Sequence[str] | None = None) -> None:
    from drafts.evaluate.files import read_rows

    parser = argparse.ArgumentParser(description="Fit the numbers of drafts/understand.")
    parser.add_argument("--asks", type=Path, required=True, help="labelled sentences, rows {id, text}")
    parser.add_argument("--truth", type=Path, required=True, help="their labels, rows {id, ask}")
    given = parser.parse_args(arguments)
    truth = {row["id"]: row["ask"] for row in read_rows(given.truth, ("id", "ask"))}
    rows = read_rows(given.asks, ("id", "text"))
    asking = fit_asking([row["text"] for row in rows], [truth[row["id"]] for row in rows])
    save(fit_cues(*said()), arrays_of(asking))
    sys.stdout.write(f"{FILE}: {FILE.stat().st_size / 1024:.0f} kB\n")


if __name__ == "__main__":
    main()
