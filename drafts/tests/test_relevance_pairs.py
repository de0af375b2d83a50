import gzip
import json
from io import StringIO

import numpy as np
import pytest

from drafts.evaluate import relevance
from drafts.evaluate.files import MalformedRow, write_answers
from drafts.evaluate.options import Options
from drafts.layers.relevance.fit_pairs import fit, save
from drafts.layers.relevance.pairs import FEATURES, Prepared, likenesses, pair_score, shipped, unpacked

MAILS = (
    "My bread dough does not rise in the cold kitchen. Should I add more yeast?",
    "How do I fit a straight line through counts that have many zeros? glm(y ~ x) complains.",
    "The gearbox of my bicycle slips under load. Is the chain too long?",
    "Which lens do I need to photograph the moon with a small telescope?",
    "Our tomcat scratches the new sofa all night, what can we do?",
    "Can I plant tomatoes next to potatoes or do they share diseases?",
)
REPLIES = (
    "More yeast will not help much: keep the dough warm, near the oven, and give it longer to rise.",
    "For counts with many zeros try a zero-inflated model rather than glm with its default family.",
    "A slipping gear is more often a worn cassette than the chain; check the sprockets' teeth under load.",
    "For the moon a telescope with a 25 mm eyepiece and your phone behind it will do, no lens needed.",
    "Put a scratching post beside the sofa and reward the cat for using it at night.",
    "They do share blight, so keep tomatoes and potatoes well apart in the bed.",
)
NOISE = ("No idea.", "Ask somebody else!", "Sorry to hear it.", "We were away.", "Hm, hard to say.", "Good luck with that.")
PAIRS = [(mail, reply) for mail in MAILS for reply in REPLIES]
TRUTH = [i == j for i in range(len(MAILS)) for j in range(len(REPLIES))]


@pytest.fixture(scope="module")
def model():
    """Fitted on pairs of the first four mails only, each mail a group of its own."""
    kept = [(pair, same) for pair, same in zip(PAIRS, TRUTH, strict=True) if pair[0] in MAILS[:4] and pair[1] in REPLIES[:4]]
    return fit([pair for pair, _ in kept], [same for _, same in kept], [MAILS.index(pair[0]) for pair, _ in kept])


def test_a_true_answer_scores_above_answers_to_other_mails():
    for mail, reply in zip(MAILS, REPLIES, strict=True):
        others = [pair_score(mail, other) for other in REPLIES if other is not reply]
        assert pair_score(mail, reply) > max(others)


def test_scores_lie_between_0_and_1_and_repeat():
    scores = [pair_score(*pair) for pair in PAIRS[:6]]
    assert all(0 <= score <= 1 for score in scores)
    assert scores == [pair_score(*pair) for pair in PAIRS[:6]]


@pytest.mark.parametrize("mail, reply", [("", "Something."), ("Something?", ""), ("!!!", "...")])
def test_texts_without_words_answer_nothing(mail, reply):
    assert pair_score(mail, reply) == 0.0


def test_a_model_fitted_on_some_mails_tells_others_apart(model):
    mail, right, wrong = Prepared(MAILS[4]), Prepared(REPLIES[4]), Prepared(REPLIES[5])
    rows = np.stack([likenesses(mail, reply, model) for reply in (right, wrong)])
    assert rows.shape == (2, len(FEATURES))
    good, bad = model.score(rows)
    assert good > bad


def test_a_stored_model_scores_as_the_fitted_one(model, tmp_path):
    save(model, tmp_path / "pairs.npz")
    with np.load(tmp_path / "pairs.npz") as stored:
        again = unpacked(stored)
    mail, reply = Prepared(MAILS[0]), Prepared(REPLIES[0])
    one, other = (m.score(likenesses(mail, reply, m)[None, :])[0] for m in (model, again))
    assert one == pytest.approx(other, abs=0.02)


def test_the_shipped_model_fits_the_code():
    assert shipped().weights.shape == (len(FEATURES),)


def test_pairs_that_share_a_mail_or_nearly_a_text_are_one_group():
    pairs = [
        ("mail about ovens", "reply one about the oven door"),
        ("mail about ovens", "another reply entirely"),
        ("mail about trains", "reply one about the oven doors"),
        ("quite another matter: planes", "nothing shared with the rest"),
    ]
    first, second, third, fourth = relevance.groups_of(pairs)
    assert first == second == third
    assert fourth != first


def test_groups_stay_whole_in_even_folds():
    groups = [1] * 5 + [2] * 4 + [3] * 3 + [4, 5, 6]
    folds = relevance._folds(groups, 3, seed=0)
    assert len({fold for group, fold in zip(groups, folds, strict=True) if group == 1}) == 1
    assert sorted(folds.count(fold) for fold in range(3)) == [5, 5, 5]


def written(path, rows):
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.write("\n".join(json.dumps(row) for row in rows))


def test_evaluate_answers_every_row_with_the_shipped_numbers(tmp_path):
    rows = [{"id": str(n), "incoming": mail, "text": reply} for n, (mail, reply) in enumerate(PAIRS[:7])]
    written(tmp_path / "rows.jsonl.gz", rows)
    answers = list(relevance.answer(Options(tmp_path / "rows.jsonl.gz", tmp_path / "out.jsonl")))
    assert [answer["id"] for answer in answers] == [row["id"] for row in rows]
    assert all(answer["passed"] == (answer["score"] >= 0.5) for answer in answers)


def test_refitting_answers_each_fold_from_the_others(tmp_path):
    rows = [{"id": str(n), "incoming": mail, "text": reply} for n, (mail, reply) in enumerate(zip(MAILS, REPLIES, strict=True))]
    rows += [{"id": f"x{n}", "incoming": mail, "text": NOISE[n]} for n, mail in enumerate(MAILS)]
    written(tmp_path / "rows.jsonl.gz", rows)
    written(tmp_path / "truth.jsonl.gz", [{"id": row["id"], "same": not row["id"].startswith("x")} for row in rows])
    options = Options(tmp_path / "rows.jsonl.gz", tmp_path / "o", truth=tmp_path / "truth.jsonl.gz", refit_folds=3)
    assert write_answers(tmp_path / "o", relevance.answer(options), progress=StringIO()) == len(rows)


def test_fewer_groups_than_folds_is_said(tmp_path):
    written(tmp_path / "rows.jsonl.gz", [{"id": "1", "incoming": MAILS[0], "text": REPLIES[0]}])
    written(tmp_path / "truth.jsonl.gz", [{"id": "1", "same": True}])
    options = Options(tmp_path / "rows.jsonl.gz", tmp_path / "o", truth=tmp_path / "truth.jsonl.gz", refit_folds=3)
    with pytest.raises(MalformedRow, match="3 folds need as many"):
        list(relevance.answer(options))


def test_a_row_without_a_text_is_named(tmp_path):
    written(tmp_path / "rows.jsonl.gz", [{"id": "1", "incoming": "Hello?"}])
    with pytest.raises(MalformedRow, match="line 1: text missing"):
        list(relevance.answer(Options(tmp_path / "rows.jsonl.gz", tmp_path / "o")))
