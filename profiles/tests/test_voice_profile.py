"""What is learned of a writer, what may be expected of it, and whether it is one voice and still the same."""

import json
from dataclasses import replace

import numpy as np
import pytest

from profiles.tests.voice_letters import MAILS, others, profile, samples
from profiles.voice import (
    HeldOut,
    NoSamples,
    ProfileOutdated,
    TooFewScores,
    VoiceProfile,
    compare,
    describe,
    drift,
    held_out,
    hold_rate,
    judge,
    learn,
    misfits,
    own_scores,
    strongest_vs_routine,
    threshold,
)
from profiles.voice.features import FEATURES, STREAMS
from profiles.voice.population import SHIPPED, PopulationMismatch, load, names, shipped

WRITERS = tuple(MAILS)


@pytest.mark.parametrize("writer", WRITERS)
def test_a_stored_profile_is_read_back_without_loss(writer):
    stored = json.loads(json.dumps(profile(writer).to_json()))
    read_back, doc = VoiceProfile.from_json(stored), samples(writer)[12].doc
    assert read_back == profile(writer)
    assert judge(doc, read_back, others(writer)) == judge(doc, profile(writer), others(writer))


@pytest.mark.parametrize("spoilt", [{"population": "other numbers"}, {"format": 1}])
def test_a_profile_built_with_other_numbers_says_so(spoilt):
    with pytest.raises(ProfileOutdated, match="build it again"):
        VoiceProfile.from_json({**profile("curt").to_json(), **spoilt})


def test_nothing_can_be_learned_from_nothing():
    with pytest.raises(NoSamples):
        learn([])


def test_no_mail_can_be_read_from_a_profile_beyond_the_lines_it_quotes():
    stored = profile("winding")
    kept = json.dumps({**stored.to_json(), "lines": [], "texts": ""})
    assert stored.lines
    assert not [s for sample in samples("winding")[:12] for s in sample.doc.sents if len(s) > 10 and s.text.strip() in kept]


def test_every_kind_has_its_own_length_greeting_and_closing():
    kinds = profile("winding").kinds
    assert set(kinds) == {"every", "nudge", "meeting"}
    assert kinds["nudge"].size == kinds["meeting"].size == 6
    assert kinds["every"].greetings[0].text == "Dear {first},"
    assert profile("curt").kinds["every"].median_words < kinds["every"].median_words


def test_holding_out_from_samples_and_from_the_stored_profile_agree():
    found = held_out(samples("curt")[:12], others("curt"))
    assert found.values == pytest.approx(own_scores(profile("curt"), others("curt")).values, abs=0.02)
    assert [id for id, _ in found.scores] == [s.id for s in samples("curt")[:12]]


def test_the_threshold_holds_the_share_it_was_set_for():
    found = own_scores(profile("dashed"), others("dashed"))
    five, twenty = threshold(found, 0.05), threshold(found, 0.2)
    assert five.expected == pytest.approx(0.05, abs=0.01)
    assert twenty.expected == pytest.approx(0.2, abs=0.02)
    assert five.value < twenty.value
    assert hold_rate(found, five.value).expected == pytest.approx(five.expected, abs=1e-3)


def test_with_few_examples_the_interval_is_wide():
    scores = (0.6, 0.7, 0.75, 0.8, 0.85, 0.9)
    few, many = (threshold(HeldOut(tuple((str(i), s) for i, s in enumerate(scores * times)))) for times in (1, 5))
    assert few.high - few.low > 2 * (many.high - many.low)
    assert (few.size, many.size) == (6, 30)


def test_too_few_scores_promise_nothing():
    with pytest.raises(TooFewScores, match="3 examples"):
        threshold(HeldOut((("a", 0.8), ("b", None), ("c", 0.9))))


@pytest.mark.parametrize(("writer", "stranger"), [("curt", "winding"), ("winding", "dashed"), ("dashed", "curt")])
def test_an_example_by_somebody_else_is_named(writer, stranger):
    found = misfits([*samples(writer)[:11], samples(stranger)[3]])
    assert [m.id for m in found] == [samples(stranger)[3].id]
    assert "somebody else may have written it" in found[0].sentence


@pytest.mark.parametrize("writer", WRITERS)
def test_one_voice_has_no_misfits(writer):
    assert misfits(samples(writer)) == ()


def test_four_examples_are_too_few_to_stand_out_from():
    assert misfits([*samples("curt")[:3], samples("winding")[0]]) == ()


def test_recent_mails_in_another_voice_are_drift_and_chance_is_not():
    same = drift(profile("curt"), [s.doc for s in samples("curt")[8:]], others("curt"))
    other = drift(profile("curt"), [s.doc for s in samples("winding")[:5]], others("curt"))
    assert not same.drifted
    assert same.p > 0.05
    assert other.drifted
    assert other.p < 0.01
    assert other.size == 5
    assert drift(profile("curt"), [s.doc for s in samples("winding")[:5]], others("curt")) == other


def test_two_recent_mails_are_too_few_for_drift():
    found = drift(profile("curt"), [s.doc for s in samples("winding")[:2]], others("curt"))
    assert not found.drifted
    assert "Too few" in found.sentence


def test_what_differs_between_two_voices_is_said_and_a_voice_does_not_differ_from_itself():
    changes = compare(profile("curt"), profile("winding"))
    assert "Words a sentence: up from" in " ".join(c.sentence for c in changes)
    assert compare(profile("curt"), profile("curt")) == ()


def test_strongest_and_routine_are_compared_only_when_both_are_there():
    def tagged(writer, tag):
        return [replace(s, tag=tag) for s in samples(writer)[:8]]

    assert strongest_vs_routine(tagged("curt", "strongest")) == ()
    assert strongest_vs_routine([*tagged("curt", "strongest"), *tagged("winding", "routine")[:2]]) == ()
    changes = strongest_vs_routine([*tagged("curt", "strongest"), *tagged("winding", "routine")])
    assert "Words a sentence: down from" in " ".join(c.sentence for c in changes)


@pytest.mark.parametrize("writer", WRITERS)
def test_habits_are_said_in_sentences_with_the_writers_own_lines(writer):
    habits = describe(profile(writer))
    own = " ".join(s.doc.text for s in samples(writer))
    assert [abs(h.distinct) for h in habits] == sorted((abs(h.distinct) for h in habits), reverse=True)
    for habit in habits:
        assert habit.sentence.endswith(".")
        assert habit.label.lower() in habit.sentence.lower()
        assert all(line in own for line in habit.lines)
        assert len(habit.own) == len(habit.population) == 5


def test_three_writers_are_told_apart_by_their_first_habits():
    first = {writer: {h.name for h in describe(profile(writer))[:10]} for writer in WRITERS}
    assert all(len(first[a] & first[b]) < 6 for a in WRITERS for b in WRITERS if a != b)


def test_the_shipped_numbers_belong_to_these_features():
    habits, fusion = shipped().habits, shipped().fusion
    assert habits.usual.shape == habits.spread.shape == (len(FEATURES),)
    assert habits.axes.shape == (len(habits.between), len(FEATURES))
    assert fusion.weights.shape == (1 + len(STREAMS),)
    assert (fusion.weights > 0).all()
    assert [len(numbers.usual) for numbers in shipped().pieces] == [1 << stream.bits for stream in STREAMS]


def test_numbers_of_other_features_are_refused(tmp_path):
    with np.load(SHIPPED) as stored:
        arrays = {**stored, "names": np.array([*names()[1:], "something_new"])}
    np.savez(tmp_path / "other.npz", **arrays)
    with pytest.raises(PopulationMismatch, match="other features"):
        load(tmp_path / "other.npz")


def test_the_shipped_file_is_small():
    assert SHIPPED.stat().st_size < 5_000_000
