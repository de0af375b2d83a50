"""The fitted decision: its numbers fit the code, and it tells an answer from its near neighbours."""

import json

import numpy as np
import pytest

from drafts.layers.relevance import trust
from drafts.layers.relevance.fit_answers import fit, weigh
from drafts.layers.relevance.trust import FEATURES, Trees


def test_the_shipped_trees_ask_for_nothing_the_code_does_not_measure():
    trees = trust._fitted()
    assert trees.feature.max() < len(FEATURES)
    assert trees.feature.shape == trees.threshold.shape == trees.left.shape == trees.right.shape == trees.value.shape


def test_trees_are_walked_to_their_leaves():
    trees = Trees(
        feature=np.array([[0, -1, -1], [-1, -1, -1]]),
        threshold=np.array([[0.5, 0, 0], [0, 0, 0]], np.float32),
        left=np.array([[1, 1, 2], [0, 1, 2]]),
        right=np.array([[2, 1, 2], [0, 1, 2]]),
        value=np.array([[9, -1, 1], [0.5, 9, 9]], np.float32),
        start=0.5,
    )
    rows = np.array([[0.4], [0.6]], np.float32)
    assert trees.probabilities(rows) == pytest.approx([0.5, 1 / (1 + np.exp(-2))])


@pytest.fixture(scope="module")
def asks(tmp_path_factory):
    """Asks to an invented seller of boats, every fact asked for plainly, with a near miss beside it."""
    things = ("sails", "engines", "anchors", "ropes", "cushions", "radios", "stoves", "masts", "winches", "pumps")
    facts = [{"id": f"F{n}", "topic": thing, "text": f"We repair {thing} in our own yard."} for n, thing in enumerate(things)]
    right = [{"text": f"Do you repair {thing}?", "answers": [f"F{n}"], "style": "close"} for n, thing in enumerate(things)]
    wrong = [{"text": f"Do you rent out {thing} by the hour in Portugal?", "answers": [], "style": "trap"} for thing in things]
    path = tmp_path_factory.mktemp("asked") / "boats.json"
    path.write_text(json.dumps({"company": "Harl", "facts": facts, "asks": right + wrong}), encoding="utf-8")
    return weigh(path)


def test_an_ask_is_weighed_with_its_likeliest_facts(asks):
    assert all(ask.rows.shape == (10, len(FEATURES)) for ask in asks)
    assert [bool(ask.right.any()) for ask in asks] == [True] * 10 + [False] * 10


def test_what_is_fitted_tells_the_answer_from_the_others(asks):
    trees = fit(asks * 10)
    assert all(
        trees.probabilities(ask.rows)[ask.right].min() > trees.probabilities(ask.rows)[~ask.right].max() for ask in asks[:10]
    )
    assert max(trees.probabilities(ask.rows).max() for ask in asks[10:]) < 0.5


def test_the_shipped_decision_trusts_a_paraphrase_more_than_a_near_miss(asks):
    best = [trust._fitted().probabilities(ask.rows).max() for ask in asks]
    assert min(best[:10]) > max(best[10:])
