"""Fits the numbers that ship in ``numbers.npz``. Needs scikit-learn, which nothing at run time does.

    python -m drafts.understand.fit [--asks SENTENCES --truth LABELS] [--report]

``cues``: the lines in ``said/``, written for this project, one file a cue.
``asking``: sentences of business mail labelled by ParakweetLabs/EmailIntentDataSet (Apache-2.0), given on the command line as
rows {id, text} and {id, ask}, together with the lines of ``said/`` that plainly ask or plainly do not. Without them it stays as it is.
``wanted``: the 1,440 mails in ``marked/``, written for this project by writers who had not seen the rules, every stretch that asks
marked with what it is. ``--report`` only measures it, each file judged by a fit on the others. ``objecting``: on the replies among them, how far that and
the cues of the mail are to be believed when the one says it objects and the other does not.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from drafts.domain import Lead, Message, Thread
from drafts.understand.asking import FORM_WEIGHT, Asking, measured
from drafts.understand.brief import act_in
from drafts.understand.cues import HITS, MASKS, VECTOR, WORDS, Act
from drafts.understand.features import mask_grams, pattern_hits, visible, word_grams
from drafts.understand.numbers import FILE, load
from drafts.understand.objections import signs
from drafts.understand.proposals import proposals
from drafts.understand.reading import Reading, read
from drafts.understand.wanted import BUCKETS, WANTS, Wanted, evidence, heard
from profiles.embedding import embed
from profiles.language import parse_all

DAY = datetime(2026, 11, 30, 15, tzinfo=UTC)
SAID, MARKED = Path(__file__).with_name("said"), Path(__file__).with_name("marked")
COMPONENTS = 64
GAMMA, COST = 0.6, 2.0
WANTED_COST, OBJECTING_COST, SIGNS_WEIGHT = 0.3, 0.03, 0.5
"""Inverse strengths of the penalties on what clauses want and on whether a mail objects, and how much its signs weigh beside its
words before fitting; chosen with each file left out once."""
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


@dataclass(frozen=True)
class MarkedMail:
    """One mail of ``marked/``: its clauses are those from ``first`` to ``last`` of its file; what it does by its cues, for a reply;
    whether it objects."""

    first: int
    last: int
    act: Act | None
    objects: bool


@dataclass(frozen=True)
class Marked:
    """A file of ``marked/``: the buckets of evidence of each clause, the place in ``WANTS`` of what it wants, and the mails."""

    evidence: tuple[frozenset[int], ...]
    wants: tuple[int, ...]
    mails: tuple[MarkedMail, ...]


def marked(file: Path) -> Marked:
    """Every clause of a file's mails; one wants what a mark says that covers half of either."""
    rows: list[tuple[frozenset[int], int]] = []
    mails: list[MarkedMail] = []
    for mail in json.loads(file.read_text(encoding="utf-8")):
        reading, before, first = read(mail["body"]), mail.get("before", ""), len(rows)
        clauses = heard(reading)
        marks = [(kind, start, start + len(text)) for kind, text in mail["asks"] if (start := mail["body"].find(text)) >= 0]
        for i, said in enumerate(clauses):
            share, kind = max(((_shared(said.clause.span, mark[1:]), mark[0]) for mark in marks), default=(0.0, ""))
            rows.append((evidence(clauses, i, reading, not before, "?" in before), WANTS.index(kind if share >= 0.5 else "")))
        mails.append(MarkedMail(first, len(rows), _act_of(reading, before) if before else None, mail["kind"] == "objection"))
    return Marked(*map(tuple, zip(*rows, strict=True)), tuple(mails))


def _act_of(reading: Reading, before: str) -> Act:
    """What a reply does by its cues, as when it comes in; whether it asks is taken from the rules."""
    thread = Thread(Lead("Pat Doe"), (Message(True, DAY, before), Message(False, DAY, reading.text)))
    certain = {
        said.clause.span: Wanted(said, {"question": float(said.question), "request": float(said.request)})
        for said in heard(reading)
    }
    return act_in(thread, reading, proposals(reading, thread, "America/Chicago", DAY), certain)


def _shared(left: tuple[int, int], right: tuple[int, int]) -> float:
    """How much of the shorter of two stretches the other covers."""
    both = min(left[1], right[1]) - max(left[0], right[0])
    return max(both, 0) / max(min(left[1] - left[0], right[1] - right[0]), 1)


def fit_wanted(files: Sequence[Marked]) -> dict[str, np.ndarray]:
    """The model of what clauses want as arrays by name."""
    from sklearn.linear_model import LogisticRegression

    wants = np.array([want for file in files for want in file.wants])
    machine = LogisticRegression(C=WANTED_COST, max_iter=500).fit(
        _table_of(found for file in files for found in file.evidence), wants
    )
    return {"weights": machine.coef_.T.astype(np.float16), "bias": machine.intercept_.astype(np.float32)}


def _table_of(noticed: Iterable[frozenset[int]]):
    from scipy.sparse import csr_matrix

    rows = [sorted(found) for found in noticed]
    ends = np.cumsum([0, *map(len, rows)])
    return csr_matrix((np.ones(ends[-1]), np.concatenate(rows), ends), shape=(len(rows), BUCKETS))


def judged_apart(files: Sequence[Marked]) -> list[np.ndarray]:
    """What the clauses of each file want, probabilities of shape (clauses, len(WANTS)), by a fit on the other files."""
    found = []
    for left in files:
        model = fit_wanted([file for file in files if file is not left])
        logits = _table_of(left.evidence) @ model["weights"].astype(np.float32) + model["bias"]
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        found.append(raised / raised.sum(axis=1, keepdims=True))
    return found


def fit_objecting(files: Sequence[Marked], apart: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
    """How far a reply's words, its clauses' objections and its cues are believed, as arrays by name."""
    from scipy.sparse import csr_matrix, hstack
    from sklearn.linear_model import LogisticRegression

    words, found, truth = [], [], []
    for file, chances in zip(files, apart, strict=True):
        for mail in (mail for mail in file.mails if mail.act is not None):
            words.append(frozenset().union(*file.evidence[mail.first : mail.last]))
            found.append(signs(mail.act, chances[mail.first : mail.last, WANTS.index("objection")]))
            truth.append(mail.objects)
    rows = hstack([_table_of(words), csr_matrix(SIGNS_WEIGHT * np.array(found))]).tocsr()
    machine = LogisticRegression(C=OBJECTING_COST, max_iter=2000, solver="liblinear").fit(rows, truth)
    on_words, on_signs = np.split(machine.coef_[0], [BUCKETS])
    return {"on_words": on_words.astype(np.float16), "on_signs": SIGNS_WEIGHT * on_signs, "bias": machine.intercept_[0]}


def report(files: Sequence[Marked]) -> str:
    """Precision and recall of clauses that ask, in files left out of the fit, at several thresholds."""
    asks = np.concatenate([chances[:, 1:3].sum(axis=1) for chances in judged_apart(files)])
    truth = np.isin([want for file in files for want in file.wants], (1, 2))
    lines = [f"{len(truth)} clauses, {truth.sum()} ask"]
    for bar in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        taken = asks >= bar
        lines.append(f"from {bar}: precision {truth[taken].mean():.3f}, recall {taken[truth].mean():.3f}")
    return "\n".join(lines)


def arrays_of(model: Asking) -> dict[str, np.ndarray]:
    """The model of asks as arrays by name."""
    halves = {n: getattr(model, n).astype(np.float16) for n in ("centre", "components")}
    singles = {n: np.array(getattr(model, n)) for n in ("scale", "bias", "gamma", "slope", "offset")}
    return {**halves, **singles, "points": model.points, "weights": model.weights}


def save(models: Mapping[str, Mapping[str, np.ndarray]], file: Path = FILE) -> None:
    """All models into one file."""
    np.savez_compressed(file, **{f"{model}.{name}": array for model, arrays in models.items() for name, array in arrays.items()})


def main(arguments: Sequence[str] | None = None) -> None:
    from drafts.evaluate.files import read_rows

    parser = argparse.ArgumentParser(description="Fit the numbers of drafts/understand.")
    parser.add_argument("--asks", type=Path, help="labelled sentences, rows {id, text}")
    parser.add_argument("--truth", type=Path, help="their labels, rows {id, ask}")
    parser.add_argument("--report", action="store_true", help="only measure what clauses want, each file by a fit on the others")
    given = parser.parse_args(arguments)
    mails = [marked(file) for file in sorted(MARKED.glob("*.json"))]
    if given.report:
        sys.stdout.write(report(mails) + "\n")
        return
    if given.asks:
        truth = {row["id"]: row["ask"] for row in read_rows(given.truth, ("id", "ask"))}
        rows = read_rows(given.asks, ("id", "text"))
        asking = arrays_of(fit_asking([row["text"] for row in rows], [truth[row["id"]] for row in rows]))
    else:
        asking = load("asking")
    save(
        {
            "cues": fit_cues(*said()),
            "asking": asking,
            "wanted": fit_wanted(mails),
            "objecting": fit_objecting(mails, judged_apart(mails)),
        }
    )
    sys.stdout.write(f"{FILE}: {FILE.stat().st_size / 1024:.0f} kB\n")


if __name__ == "__main__":
    main()
