"""Fit the decision whether a fact answers an ask, and report what it does with sellers it has not seen:

    python -m drafts.layers.relevance.fit_answers [--report]

The shipped ``answers.npz`` was fitted on ``asked/``: 4,020 labelled asks to forty invented sellers, three fifths of them answered by
one of the seller's 37 to 45 facts, the rest near misses, things no fact speaks of and what nobody could answer. The people who
wrote them had not seen the rules. ``--report`` fits on other sellers' asks each time and prints how many are answered rightly.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from importlib.resources import files
from pathlib import Path

import numpy as np

from drafts.domain import Ask, Fact, Lead, Message, Thread
from drafts.layers.relevance.facts import index
from drafts.layers.relevance.question import question
from drafts.layers.relevance.retrieve import match
from drafts.layers.relevance.trust import Trees, candidates, features

DAY = datetime(2026, 11, 30, 15, tzinfo=UTC)
TREES, LEAVES, RATE, SMALLEST, SAMPLE = 150, 10, 0.06, 40, 0.7
"""Trees, leaves a tree, learning rate, rows a leaf, share of the rows each tree sees."""
FOLDS = 5
FALSE_RATES = (0.02, 0.05, 0.08, 0.12)
"""Shares of unanswerable asks answered all the same, at which the right answers are reported."""


@dataclass(frozen=True)
class Weighed:
    """One ask with the candidates for its answer: a row of features each, whether each answers, whether a veto forbids it; and whether
    any fact of the seller answers."""

    style: str
    rows: np.ndarray
    right: np.ndarray
    barred: np.ndarray
    answerable: bool


def weigh(path: Path) -> list[Weighed]:
    """Every ask of a file with its likeliest facts."""
    told = json.loads(path.read_text(encoding="utf-8"))
    facts = index(tuple(fact for fact in map(_fact, told["facts"]) if fact.in_force(DAY.date())))
    found = []
    for row in told["asks"]:
        before = f"{row['before']} " if row.get("before") else ""
        thread = Thread(Lead("Pat Doe"), (Message(False, DAY, before + row["text"]),))
        ask = Ask(row["text"], "question", (len(before), len(before) + len(row["text"])), 0)
        asked = question(ask, thread, facts, told["company"])
        matches = [match(asked, entry, facts) for entry in facts.entries]
        places = candidates(matches)
        right = np.array([matches[i].entry.fact.id in row["answers"] for i in places])
        barred = np.array([bool(matches[i].vetoes) for i in places])
        found.append(Weighed(row["style"], features(asked, matches, facts, places), right, barred, bool(row["answers"])))
    return found


def _fact(row: dict) -> Fact:
    until = date.fromisoformat(row["valid_until"]) if "valid_until" in row else None
    return Fact(row["id"], row.get("topic", ""), row["text"], until, tuple(row.get("keywords", ())))


def fit(asks: Sequence[Weighed], seed: int = 0) -> Trees:
    """Trees from labelled asks."""
    from sklearn.ensemble import GradientBoostingClassifier

    rows, right = np.vstack([ask.rows for ask in asks]), np.concatenate([ask.right for ask in asks])
    model = GradientBoostingClassifier(
        n_estimators=TREES, max_leaf_nodes=LEAVES, max_depth=None, learning_rate=RATE, min_samples_leaf=SMALLEST, subsample=SAMPLE,
        max_features=0.5, random_state=seed,
    ).fit(rows, right)  # fmt: skip
    return _arrays([tree.tree_ for tree in model.estimators_[:, 0]], float(np.log(right.mean() / (1 - right.mean()))))


def _arrays(trees: Sequence, start: float) -> Trees:
    """scikit-learn's trees as arrays of one width; a leaf points to itself."""
    width = max(tree.node_count for tree in trees)
    feature = np.full((len(trees), width), -1, np.int16)
    threshold, value = np.zeros((len(trees), width), np.float32), np.zeros((len(trees), width), np.float32)
    left = np.tile(np.arange(width, dtype=np.int16), (len(trees), 1))
    right = left.copy()
    for i, tree in enumerate(trees):
        inner = tree.children_left >= 0
        nodes = np.arange(tree.node_count)
        feature[i, nodes] = np.where(inner, tree.feature, -1)
        threshold[i, nodes] = tree.threshold
        left[i, nodes] = np.where(inner, tree.children_left, nodes)
        right[i, nodes] = np.where(inner, tree.children_right, nodes)
        value[i, nodes] = RATE * tree.value[:, 0, 0]
    return Trees(feature, threshold, left, right, value, start)


def report(sellers: dict[str, list[Weighed]]) -> None:
    """Print what is answered of asks to sellers left out of the fit, at several shares of false answers."""
    names, judged = list(sellers), []
    for fold in range(FOLDS):
        out = names[fold::FOLDS]
        trees = fit([ask for name in names if name not in out for ask in sellers[name]])
        for ask in (ask for name in out for ask in sellers[name]):
            trusted = np.where(ask.barred, 0.0, trees.probabilities(ask.rows))
            best = int(trusted.argmax())
            judged.append((ask.style, trusted[best], bool(ask.right[best]), ask.answerable, bool(ask.rows[best][-1])))
    style, trusted, right, answerable, strict = (np.array(column) for column in zip(*judged, strict=True))
    print(f"{len(judged)} asks, {answerable.sum()} answerable; the fact trusted most is right for {right[answerable].mean():.3f}")
    print(f"by every word covered: right {(strict & right).sum() / answerable.sum():.3f}, "
          f"false {(strict & ~answerable).sum() / (~answerable).sum():.3f}")  # fmt: skip
    for rate in FALSE_RATES:
        bar = np.sort(trusted[~answerable])[int((1 - rate) * (~answerable).sum())]
        sent = trusted > bar
        shares = ", ".join(f"{s} {(sent & right)[style == s].mean():.2f}" for s in ("close", "plain", "far"))
        print(f"from {bar:.2f}: false {(sent & ~answerable).sum() / (~answerable).sum():.3f}, right "
              f"{(sent & right).sum() / answerable.sum():.3f} ({shares}), another fact "
              f"{(sent & ~right & answerable).sum() / answerable.sum():.3f}")  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit on every seller and keep the numbers beside this file; with --report only measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--report", action="store_true", help="measure on sellers left out, keep nothing")
    given = parser.parse_args(arguments)
    folder = Path(str(files(__package__)))
    sellers = {path.stem: weigh(path) for path in sorted((folder / "asked").glob("*.json"))}
    if given.report:
        report(sellers)
        return
    trees = fit([ask for asks in sellers.values() for ask in asks])
    np.savez_compressed(folder / "answers.npz", **vars(trees))


if __name__ == "__main__":
    main()
