"""The fitted models: what they say, what they cost to store, and that the code that fits them fits."""

import json

import numpy as np
import pytest

from drafts.evaluate.asks import answer, folds, near_duplicates
from drafts.evaluate.options import Options
from drafts.understand import numbers
from drafts.understand.asking import Verdict, asks_something, decide, shipped
from drafts.understand.cues import LIKELY, OBJECTING, QUIET, UNSAFE, Setting, act_of, read_cues
from drafts.understand.features import form, mask_grams, visible, weighted, word_grams
from drafts.understand.fit import SAID, said
from drafts.understand.patterns import PATTERNS
from drafts.understand.reading import read


def act(text: str, setting: Setting = Setting.TELLING):
    return act_of(read_cues(read(text).units, 4), setting)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Could you look this over by Friday?", True),
        ("Please call me when you get in.", True),
        ("Let's meet for lunch on Tuesday.", True),
        ("The report was finished last week.", False),
        ("Our office is on the third floor.", False),
    ],
)
def test_the_model_of_asks_tells_requests_from_reports(text, asks):
    assert asks_something(text) is asks


def test_a_question_by_rule_stands_unless_the_model_is_sure_it_is_none():
    assert decide(Verdict(question=True, request=False, courtesy=False), 0.35)
    assert not decide(Verdict(question=True, request=False, courtesy=False), 0.05)
    assert not decide(Verdict(question=False, request=True, courtesy=False), 0.35)
    assert not decide(Verdict(question=True, request=False, courtesy=True), 0.35)


def test_chances_are_probabilities_and_rows_do_not_lean_on_each_other():
    vectors = np.eye(3, 384, dtype=np.float32)
    forms = np.zeros((3, form(list(read("Send it.").doc), False, True, False).size))
    together = shipped().chances(vectors, forms)
    assert ((together > 0) & (together < 1)).all()
    assert together[1] == pytest.approx(shipped().chances(vectors[1:2], forms[1:2])[0], abs=1e-6)


def test_cues_are_a_distribution():
    (cue,) = read_cues(read("We already work with somebody else.").units, 1)
    assert sum(cue.chances.values()) == pytest.approx(1)
    assert cue.best == "competitor"
    assert cue.embedded


def test_only_the_sentences_that_look_loud_are_embedded():
    text = "We have four shops. Our rent went up. That is far too expensive for us. The weather is fine."
    cues = read_cues(read(text).units, 1)
    assert [c.embedded for c in cues] == [False, False, True, False]


def test_a_mail_without_looked_at_sentences_does_nothing():
    assert act_of((), Setting.TELLING).chances[""] == 1


def test_evidence_of_several_sentences_adds_up():
    one = act("The sum is hard to defend.").of(OBJECTING)
    two = act("The sum is hard to defend. Our treasurer crossed it out.").of(OBJECTING)
    assert two > one


def test_the_same_words_weigh_more_where_they_are_likely():
    text = "The driver never came and I had to close the shop."
    assert act(text, Setting.SERVING).of(UNSAFE) > act(text, Setting.OPENING).of(UNSAFE)


def test_every_setting_leaves_room_for_doing_nothing():
    for likely in LIKELY.values():
        assert set(likely) == OBJECTING | UNSAFE | {"vague"}
        assert 0 < sum(likely.values()) < 1


def test_each_cue_has_its_own_lines_and_no_line_stands_twice():
    lines, cues = said()
    assert set(cues) == OBJECTING | UNSAFE | QUIET | {"vague"}
    assert len(set(lines)) == len(lines)
    assert all(line.strip() == line and line for line in lines)
    assert min(cues.count(cue) for cue in set(cues)) >= 20
    assert all(file.suffix == ".txt" for file in SAID.iterdir())


def test_wordings_are_found_by_cue():
    assert [cue for cue, pattern in PATTERNS.items() if pattern.search("That is too expensive.")] == ["price"]
    assert not any(pattern.search("Bread is sold here.") for pattern in PATTERNS.values())


def test_grams_count_words_and_hide_content():
    tokens = visible(read("You sell bread.").doc)
    assert word_grams(tokens)["sell bread"] == 1
    assert mask_grams(tokens)["you VBP NN"] == 1
    assert not any("bread" in gram for gram in mask_grams(tokens))


def test_weighted_grams_have_length_one_and_unknown_ones_weigh_nothing():
    tokens = visible(read("you and you").doc)
    places = {"you": 0, "and": 1}
    at, values = weighted(word_grams(tokens), places, np.array([1.0, 2.0]))
    assert sorted(at) == [0, 1]
    assert np.linalg.norm(values) == pytest.approx(1)
    assert weighted(word_grams(tokens), {}, np.zeros(0))[1].size == 0


def test_missing_numbers_say_how_to_get_them(monkeypatch, tmp_path):
    numbers._all.cache_clear()
    monkeypatch.setattr(numbers, "FILE", tmp_path / "numbers.npz")
    with pytest.raises(numbers.NumbersMissing, match=r"fit\.py"):
        numbers.load("cues")
    numbers._all.cache_clear()


def test_the_shipped_numbers_are_small():
    assert numbers.FILE.stat().st_size < 1_000_000


def test_near_duplicates_stay_in_one_fold():
    texts = ["Please send the report today.", "Please send the report today!", "We sell bread.", "Do you ship to Norway?"]
    groups = near_duplicates(texts)
    assert groups[0] == groups[1]
    assert len(set(groups.tolist())) == 3
    fold = folds(groups, 2, seed=0)
    assert fold[0] == fold[1]
    assert set(fold.tolist()) == {0, 1}


def _rows(tmp_path, count: int = 40):
    asking = [f"Could you send me {n} copies of the plan?" for n in range(count // 2)]
    telling = [f"We sold {n} loaves of bread on Monday." for n in range(count // 2)]
    rows = [{"id": f"r{n}", "text": text} for n, text in enumerate(asking + telling)]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    truth = [{"id": row["id"], "ask": n < count // 2} for n, row in enumerate(rows)]
    (tmp_path / "truth_rows.jsonl").write_text("\n".join(map(json.dumps, truth)), encoding="utf-8")
    return {row["id"]: row["ask"] for row in truth}


@pytest.mark.parametrize("refit", [0, 2])
def test_evaluate_answers_every_row_with_and_without_refitting(tmp_path, refit):
    truth = _rows(tmp_path)
    options = Options(tmp_path / "rows.jsonl", tmp_path / "out.jsonl", refit_folds=refit)
    found = {row["id"]: row["ask"] for row in answer(options)}
    assert found.keys() == truth.keys()
    assert sum(found[key] == truth[key] for key in truth) >= 0.9 * len(truth)
