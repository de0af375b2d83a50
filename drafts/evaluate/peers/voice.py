"""Our voice score beside other people's stylometry, on the same claims in one run.

    python -m drafts.evaluate.peers.voice voice.jsonl.gz [--truth truth.jsonl.gz] [--folds 5] [--shipped] [--json]

Each peer runs as it ships, from its own package. What a peer yields is a distance or a score, seldom a probability: each is turned into
one by a logistic regression on the other folds of authors, which is kinder than what their users have. Ours is refitted on the same
folds (``--shipped``: the shipped numbers). Two baselines of the PAN authorship verification tasks, character 4-grams and compression,
are on no package index: they are written here after their published description, and are called ours to get wrong. The four numbers are
what checks of "brand voice" compare. A peer that is not installed is named and passed over.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from math import log
from pathlib import Path

import numpy as np

from drafts.evaluate.files import Row, read_rows, truth_for
from drafts.evaluate.voice import VoiceFile, judge_all, measure_all, refit
from drafts.evaluate.voice_study import auc, brier, eer
from profiles.language import english
from profiles.voice import prepare
from profiles.voice.population import shipped

SEED = 0


@dataclass(frozen=True, slots=True)
class Claims:
    """Examples by author and the claims (author, text) about probes, all texts prepared as ours are; ``fold`` is each claim's."""

    examples: Mapping[str, Sequence[str]]
    claims: Sequence[tuple[str, str]]
    same: np.ndarray
    fold: np.ndarray
    fold_of: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Result:
    """``auc``, ``eer``, ``brier`` and ``c_at_1`` (share right, a score of 0.5 counted as PAN does) from 0 to 1."""

    measure: str
    probes: int
    auc: float
    eer: float
    brier: float
    c_at_1: float


Peer = Callable[[Claims], np.ndarray]
"""Claims -> one raw score each, higher for "the same author"; not-a-number where the peer declines."""


def stylog(data: Claims) -> np.ndarray:
    """stylog's own verifier, fitted on the other folds: the author's examples as one document against the probe."""
    api, spec = import_module("stylog"), import_module("stylog.verification.spec")
    prints = _Once(lambda text: api.fingerprint_text(text, language="en"))
    rng = np.random.default_rng(SEED)
    found = np.full(len(data.claims), np.nan)
    for fold in np.unique(data.fold):
        authors = [a for a in data.examples if data.fold_of[a] != fold]
        pairs = []
        for author in authors:
            known = prints("\n\n".join(data.examples[author][:15]))
            stranger = authors[(authors.index(author) + 1 + rng.integers(len(authors) - 1)) % len(authors)]
            pairs += [spec.TrainingPair(known, prints(text), "same") for text in data.examples[author][15:]]
            pairs += [spec.TrainingPair(known, prints(text), "different") for text in data.examples[stranger][15:]]
        wanted = spec.VerifierSpec(
            kind="text",
            l2_lambda=1.0,
            min_support_fraction=0.9,
            min_class_support_fraction=0.8,
            min_pairs=50,
            threshold_rule="fixed",
            threshold_fixed=0.5,
        )
        model = api.fit_verifier(wanted, pairs)
        for i in np.flatnonzero(data.fold == fold):
            author, text = data.claims[i]
            verdict = api.verify_fingerprints(prints("\n\n".join(data.examples[author])), prints(text), model)
            found[i] = np.nan if verdict.score is None else verdict.score
    return found


def textdescriptives(data: Claims) -> np.ndarray:
    """TextDescriptives' measures: distance to the mean of the author's examples. Left out are ``coherence``, which needs word vectors,
    and ``quality``, whose settings today's spaCy refuses.
    """
    library = import_module("textdescriptives")
    nlp = english()
    parts = ("descriptive_stats", "readability", "dependency_distance", "pos_proportions", "information_theory")
    for part in parts:
        nlp.add_pipe(f"textdescriptives/{part}")
    try:
        texts = _texts(data)
        numbers = library.extract_df(nlp.pipe(texts, batch_size=64), include_text=False).select_dtypes("number").to_numpy(float)
    finally:
        for part in parts:
            nlp.remove_pipe(f"textdescriptives/{part}")
    return _to_centroid(data, dict(zip(texts, numbers, strict=True)))


def faststylometry(data: Claims) -> np.ndarray:
    """Burrows' Delta as faststylometry computes it, each author's examples a book."""
    library, english_rules = import_module("faststylometry"), import_module("faststylometry.en")
    known, asked = library.Corpus(), library.Corpus()
    for author, texts in data.examples.items():
        known.add_book(author, "examples", "\n\n".join(texts))
    probes = list(dict.fromkeys(text for _, text in data.claims))
    for i, text in enumerate(probes):
        asked.add_book(str(i), "probe", text)
    known.tokenise(english_rules.tokenise_remove_pronouns_en)
    asked.tokenise(english_rules.tokenise_remove_pronouns_en)
    asked.tokens = [tokens or ["the"] for tokens in asked.tokens]
    delta = library.calculate_burrows_delta(known, asked)
    column = {text: f"{i} - probe" for i, text in enumerate(probes)}
    return np.array([-float(delta.loc[author, column[text]]) for author, text in data.claims])


def stylometry_python(data: Claims) -> np.ndarray:
    """stylometry-python's function words; its minimum length is lowered, since it refuses mails under 50 words."""
    analyzer = import_module("stylometry").StyleAnalyzer(language="en", min_words=1)
    for author, texts in data.examples.items():
        analyzer.fit(texts, author)
    distances = _Once(lambda text: analyzer.predict(text)[1])
    return np.array([-distances(text)[author] for author, text in data.claims])


def pan_characters(data: Claims) -> np.ndarray:
    """PAN's first baseline: cosine of TF-IDF of character 4-grams (the 3,000 most frequent) of probe and examples."""
    vectorizer = import_module("sklearn.feature_extraction.text").TfidfVectorizer(
        analyzer="char", ngram_range=(4, 4), max_features=3000
    )
    known = {author: "\n\n".join(texts) for author, texts in data.examples.items()}
    vectorizer.fit([*known.values()])
    authors = {a: vectorizer.transform([text]) for a, text in known.items()}
    probes = _Once(lambda text: vectorizer.transform([text]))
    return np.array([float((authors[a] @ probes(text).T).sum()) for a, text in data.claims])


def pan_compression(data: Claims) -> np.ndarray:
    """PAN's second baseline in short: bits a letter of the probe under a letter model of the examples (order 5, method C).

    Of the original's two directions only this one: the other, the examples under a model of the probe, takes hours in plain Python.
    """
    models = {author: Ppm("\n\n".join(texts)) for author, texts in data.examples.items()}
    return np.array([-models[author].bits(text) for author, text in data.claims])


class Ppm:
    """Prediction by partial matching with escape method C (Moffat 1990), without exclusion, fixed after reading ``text``."""

    def __init__(self, text: str, order: int = 5):
        self.order = order
        self.counts: dict[str, Counter[str]] = {}
        for i, letter in enumerate(text):
            for length in range(min(order, i) + 1):
                self.counts.setdefault(text[i - length : i], Counter())[letter] += 1
        self.totals = {context: counter.total() for context, counter in self.counts.items()}

    def bits(self, text: str) -> float:
        """Mean bits a letter."""
        return sum(self._bits(text[max(0, i - self.order) : i], letter) for i, letter in enumerate(text)) / max(1, len(text))

    def _bits(self, context: str, letter: str) -> float:
        spent = 0.0
        for start in range(len(context) + 1):
            counter = self.counts.get(context[start:])
            if counter is None:
                continue
            total = self.totals[context[start:]] + len(counter)
            if letter in counter:
                return spent - log(counter[letter] / total, 2)
            spent -= log(len(counter) / total, 2)
        return spent + 8.0


def four_numbers(data: Claims) -> np.ndarray:
    """Words a sentence, question marks, exclamation marks and dashes a word: distance to the mean of the author's examples."""
    return _to_centroid(data, {text: _four(text) for text in _texts(data)})


def _four(text: str) -> np.ndarray:
    words = max(1, len(text.split()))
    ends = max(1, sum(text.count(mark) for mark in ".!?"))
    return np.array([words / ends, *(text.count(mark) / words for mark in "?!"), sum(text.count(d) for d in "-–—") / words])


PEERS: dict[str, Peer] = {
    "PAN compression (PPM), rewritten": pan_compression,
    "PAN character 4-grams, rewritten": pan_characters,
    "stylog 0.1.0": stylog,
    "TextDescriptives 2.8.4": textdescriptives,
    "stylometry-python 1.4.0": stylometry_python,
    "faststylometry 1.0.15": faststylometry,
    "four numbers": four_numbers,
}


class _Once:
    """Remember what a function made of each text."""

    def __init__(self, function: Callable):
        self.function, self.known = function, {}

    def __call__(self, text: str):
        if text not in self.known:
            self.known[text] = self.function(text)
        return self.known[text]


def _texts(data: Claims) -> list[str]:
    return list(dict.fromkeys([*(t for own in data.examples.values() for t in own), *(text for _, text in data.claims)]))


def _to_centroid(data: Claims, numbers: Mapping[str, np.ndarray]) -> np.ndarray:
    """Minus the distance of each probe's numbers, in standard deviations of all examples, from the mean of the author's."""
    known = np.nan_to_num(np.array([numbers[t] for own in data.examples.values() for t in own]), posinf=0, neginf=0)
    mean, spread = known.mean(axis=0), np.maximum(known.std(axis=0), 1e-9)
    scaled = {text: np.clip((np.nan_to_num(n, posinf=0, neginf=0) - mean) / spread, -5, 5) for text, n in numbers.items()}
    centroids = {a: np.mean([scaled[t] for t in own], axis=0) for a, own in data.examples.items()}
    return np.array([-float(np.linalg.norm(scaled[text] - centroids[author])) for author, text in data.claims])


def calibrated(raw: np.ndarray, data: Claims) -> np.ndarray:
    """Probabilities by logistic regression on the other folds; 0.5 where the peer declined."""
    regression = import_module("sklearn.linear_model").LogisticRegression
    found = np.full(len(raw), 0.5)
    answered = ~np.isnan(raw)
    scaled = (raw - np.nanmean(raw)) / max(float(np.nanstd(raw)), 1e-12)
    for fold in np.unique(data.fold):
        others, here = answered & (data.fold != fold), answered & (data.fold == fold)
        model = regression(C=1e3).fit(scaled[others, None], data.same[others])
        found[here] = model.predict_proba(scaled[here, None])[:, 1]
    return found


def result(name: str, scores: np.ndarray, same: np.ndarray) -> Result:
    """The four measures of one column of scores."""
    pairs = list(zip(scores.tolist(), same.tolist(), strict=True))
    told = scores != 0.5
    right = float(((scores > 0.5) == same)[told].sum())
    c_at_1 = (right + float((~told).sum()) * right / len(scores)) / len(scores)
    return Result(name, len(pairs), *(round(value, 4) for value in (auc(pairs), eer(pairs), brier(pairs), c_at_1)))


def compare(rows: Sequence[Row], same: Mapping[str, bool], folds: int, use_shipped: bool) -> list[Result]:
    """Ours first, then every peer that is installed."""
    file = VoiceFile.of(rows, "rows")
    measured = measure_all(row["text"] for row in rows)
    populations = dict.fromkeys(file.authors, shipped()) if use_shipped else refit(file, same, measured, folds, SEED)
    found = judge_all(file, measured, populations)
    truth = np.array([same[probe["id"]] for probe in file.probes])
    ours = np.array([0.5 if (score := found[probe["id"]]["score"]) is None else score for probe in file.probes])
    results = [result("ours", ours, truth)]
    data = _claims(file, truth, folds)
    for name, peer in PEERS.items():
        try:
            raw = peer(data)
        except ImportError as missing:
            sys.stderr.write(f"{name} is passed over: {missing}\n")
            continue
        results.append(result(name, calibrated(raw, data), truth))
    return results


def _claims(file: VoiceFile, truth: np.ndarray, folds: int) -> Claims:
    order = np.random.default_rng(SEED).permutation(np.arange(len(file.authors)) % folds)
    fold_of = dict(zip(file.authors, order.tolist(), strict=True))
    prepared = _Once(prepare)
    return Claims(
        examples={author: [prepared(row["text"]) for row in own] for author, own in file.examples.items()},
        claims=[(probe["author"], prepared(probe["text"])) for probe in file.probes],
        same=truth,
        fold=np.array([fold_of[probe["author"]] for probe in file.probes]),
        fold_of=fold_of,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Read rows and their truth, print a line for each measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rows", type=Path)
    parser.add_argument("--truth", type=Path)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--shipped", action="store_true", help="ours with the shipped numbers: for files they were not fitted on")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    rows = read_rows(given.rows, ("kind", "author", "id", "text"))
    probes = [row for row in rows if row["kind"] == "probe"]
    same = {key: bool(row["same"]) for key, row in truth_for(probes, given.rows, given.truth).items()}
    results = compare(rows, same, given.folds, given.shipped)
    if given.json:
        print(json.dumps([asdict(found) for found in results], indent=1))
        return
    print(f"{'measure':<36}{'probes':>7}{'AUC':>8}{'EER':>8}{'Brier':>8}{'c@1':>8}")
    for found in results:
        print(f"{found.measure:<36}{found.probes:>7}{found.auc:>8.3f}{found.eer:>8.3f}{found.brier:>8.3f}{found.c_at_1:>8.3f}")


if __name__ == "__main__":
    main()
