"""Our pair score beside plain measures of likeness and other people's models, on the same pairs in one run.

    python -m drafts.evaluate.peers.relevance relevance.jsonl.gz [--truth truth.jsonl.gz] [--limit 300] [--json]

Prints for each: area under the curve and equal error rate of telling a reply to this mail from the same person's reply to another,
and how many times as many pairs a second it scores as we do. Corpus statistics of the plain measures (document frequencies) come
from the pairs themselves, as their users would have it. Ours answers with the shipped numbers: on the pairs these were fitted on,
``evaluate relevance --refit-folds`` is the figure to quote, not this one. A peer that is not installed is named and passed over.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from time import process_time

import numpy as np

from drafts.evaluate.files import read_rows, truth_for
from drafts.layers.relevance.pairs import pair_score
from profiles.embedding import embed, forget
from profiles.language import parse_all

Scorer = Callable[[Sequence[str], Sequence[str]], np.ndarray]
"""Mails and replies, row by row -> one score a pair, higher for "answers it"."""


@dataclass(frozen=True, slots=True)
class Result:
    """``auc`` and ``eer`` from 0 to 1; ``times_ours`` is the measure's pairs a second over ours."""

    measure: str
    pairs: int
    auc: float
    eer: float
    times_ours: float


def ours(mails: Sequence[str], replies: Sequence[str]) -> np.ndarray:
    """The shipped pair score."""
    return np.array([pair_score(mail, reply) for mail, reply in zip(mails, replies, strict=True)])


def minilm(mails: Sequence[str], replies: Sequence[str]) -> np.ndarray:
    """Cosine of all-MiniLM-L6-v2's vectors of the whole texts."""
    return (embed(mails) * embed(replies)).sum(axis=1)


def tfidf(mails: Sequence[str], replies: Sequence[str]) -> np.ndarray:
    """scikit-learn's TF-IDF of words without English stop words."""
    return _vectorised(mails, replies, stop_words="english", sublinear_tf=True)


def char_tfidf(mails: Sequence[str], replies: Sequence[str]) -> np.ndarray:
    """scikit-learn's TF-IDF of character 3- to 5-grams within words."""
    return _vectorised(mails, replies, analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True)


def _vectorised(mails, replies, **how) -> np.ndarray:
    vectorizer = import_module("sklearn.feature_extraction.text").TfidfVectorizer(**how)
    vectorizer.fit(list(dict.fromkeys((*mails, *replies))))
    return np.asarray(vectorizer.transform(mails).multiply(vectorizer.transform(replies)).sum(axis=1)).ravel()


def wordllama(mails: Sequence[str], replies: Sequence[str]) -> np.ndarray:
    """Cosine of WordLlama's static vectors, loaded from its own package."""
    library = import_module("wordllama")
    model = library.WordLlama.load(cache_dir=Path(library.__file__).parent, disable_download=True)
    return (model.embed(list(mails), norm=True) * model.embed(list(replies), norm=True)).sum(axis=1)


def bm25(mails: Sequence[str], replies: Sequence[str], k1: float = 1.5, b: float = 0.75) -> np.ndarray:
    """Okapi BM25 of the mail's words in the reply, for each word of the mail; the replies are the collection."""
    texts = [Counter(reply.lower().split()) for reply in dict.fromkeys(replies)]
    frequency = Counter(word for text in texts for word in text)
    usual = sum(text.total() for text in texts) / len(texts)
    found = []
    for mail, reply in zip(mails, replies, strict=True):
        said, asked = Counter(reply.lower().split()), mail.lower().split()
        longer = k1 * (1 - b + b * said.total() / usual)
        idf = {word: np.log(1 + (len(texts) - frequency[word] + 0.5) / (frequency[word] + 0.5)) for word in set(asked)}
        found.append(sum(idf[word] * said[word] * (k1 + 1) / (said[word] + longer) for word in asked) / max(1, len(asked)))
    return np.array(found)


def word_overlap(mails: Sequence[str], replies: Sequence[str]) -> np.ndarray:
    """Jaccard overlap of the words."""
    found = []
    for mail, reply in zip(mails, replies, strict=True):
        left, right = set(mail.lower().split()), set(reply.lower().split())
        found.append(len(left & right) / max(1, len(left | right)))
    return np.array(found)


def spacy_vectors(mails: Sequence[str], replies: Sequence[str]) -> np.ndarray:
    """Similarity of the installed spaCy model's own vectors."""
    docs = dict(zip(texts := list(dict.fromkeys((*mails, *replies))), parse_all(texts), strict=True))
    return np.array([docs[mail].similarity(docs[reply]) for mail, reply in zip(mails, replies, strict=True)])


MEASURES: dict[str, Scorer] = {
    "ours": ours,
    "MiniLM int8": minilm,
    "word TF-IDF": tfidf,
    "char TF-IDF": char_tfidf,
    "wordllama": wordllama,
    "BM25": bm25,
    "word overlap": word_overlap,
    "spaCy vectors": spacy_vectors,
}


def auc(scores: np.ndarray, truth: np.ndarray) -> float:
    """Share of (true, false) pairs of pairs in the right order, ties counted half."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    for value in np.unique(scores):
        same = scores == value
        ranks[same] = ranks[same].mean()
    positives = int(truth.sum())
    return float((ranks[truth].sum() - positives * (positives + 1) / 2) / (positives * (len(truth) - positives)))


def eer(scores: np.ndarray, truth: np.ndarray) -> float:
    """Error rate where false accepts and false rejects cross."""
    rates = []
    for threshold in np.unique(scores):
        accepted = scores >= threshold
        rates.append((float((accepted & ~truth).sum() / (~truth).sum()), float((~accepted & truth).sum() / truth.sum())))
    false, missed = min(rates, key=lambda pair: abs(pair[0] - pair[1]))
    return (false + missed) / 2


def compare(mails: Sequence[str], replies: Sequence[str], truth: Sequence[bool]) -> list[Result]:
    """Every measure on the same pairs, ours first; those that are not installed are named on stderr."""
    labels, results, own = np.asarray(truth, bool), [], 0.0
    embed(["warm"])
    for name, measure in MEASURES.items():
        forget()
        start = process_time()
        try:
            scores = measure(mails, replies)
        except ImportError as missing:
            sys.stderr.write(f"{name} is passed over: {missing}\n")
            continue
        seconds = max(process_time() - start, 1e-9)
        own = own or seconds
        results.append(
            Result(name, len(mails), round(auc(scores, labels), 4), round(eer(scores, labels), 4), round(own / seconds, 1))
        )
    return results


def main(arguments: Sequence[str] | None = None) -> None:
    """Read pairs and their truth, print a line for each measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rows", type=Path)
    parser.add_argument("--truth", type=Path)
    parser.add_argument("--limit", type=int, default=0, help="only so many pairs")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    rows = read_rows(given.rows, ("id", "incoming", "text"))[: given.limit or None]
    known = truth_for(rows, given.rows, given.truth)
    results = compare([r["incoming"] for r in rows], [r["text"] for r in rows], [bool(known[r["id"]]["same"]) for r in rows])
    if given.json:
        print(json.dumps([asdict(result) for result in results], indent=1))
        return
    print(f"{'measure':<16}{'pairs':>7}{'AUC':>8}{'EER':>8}{'times our speed':>17}")
    for result in results:
        print(f"{result.measure:<16}{result.pairs:>7}{result.auc:>8.3f}{result.eer:>8.3f}{result.times_ours:>17}")


if __name__ == "__main__":
    main()
