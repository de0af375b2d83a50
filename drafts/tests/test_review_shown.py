"""Badges, notes and origins say what the rows hold, and nothing else."""

from types import SimpleNamespace

import pytest

from drafts import hold
from drafts.review import shown
from drafts.tests import factories as make


def score(layer="voice", value=0.8, threshold=0.5, **fields):
    values = {"passed": value is not None and value >= threshold, "note": "", "evidence": []}
    return SimpleNamespace(layer=layer, score=value, threshold=threshold, **{**values, **fields})


def note(layer="relevance", sentence="Okta is not covered.", spans=(), code="out_of_scope"):
    return SimpleNamespace(layer=layer, sentence=sentence, spans=spans, code=code)


def evidence_row(sentence, weight, *spans):
    return {"code": "x", "sentence": sentence, "weight": weight, "spans": list(spans), "quote": ""}


class TestBadges:
    @pytest.mark.parametrize(
        "value, threshold, state", [(0.8, 0.5, "fine"), (0.52, 0.5, "unsure"), (0.5, 0.5, "unsure"), (0.49, 0.5, "held")]
    )
    def test_state_follows_score_and_threshold(self, value, threshold, state):
        assert shown.badge(score(value=value, threshold=threshold)).state == state

    @pytest.mark.parametrize(
        "value, threshold, number, needs",
        [
            (0.41, 0.7, "0.41", "0.70"),
            (0.998, 0.999, "0.998", "0.999"),
            (0.501, 0.5, "0.50", "0.50"),
        ],
    )
    def test_a_number_shows_its_side_of_the_threshold(self, value, threshold, number, needs):
        found = shown.badge(score(value=value, threshold=threshold))
        assert (found.number, found.needs) == (number, needs)

    def test_too_little_text_is_held_without_a_number(self):
        found = shown.badge(score(value=None))
        assert (found.state, found.number, found.word, found.bar) == ("held", "–", "can’t tell", "0.0")

    def test_a_layer_that_holds_for_another_reason_than_its_score_is_held(self):
        assert shown.badge(score("relevance", 0.9), {"relevance"}).state == "held"

    def test_the_order_is_always_the_same(self):
        found = shown.badges([score("value"), score("voice"), score("relevance")])
        assert [b.layer for b in found] == ["voice", "relevance", "value"]


class TestJudged:
    def test_hold_notes_come_before_the_score_s_own_note(self):
        found = shown.judged([score("relevance", 0.9, note="Answers all.")], [note()])
        assert found.layers[0].lines == ("Okta is not covered.",)
        assert found.held_by == ["relevance"]

    def test_what_could_not_be_done_is_told_and_holds_nothing(self):
        found = shown.judged([score()], [note(layer="", sentence="I cannot sing.", code="wish_not_met")])
        assert (found.remarks, found.whole, found.held_by) == (["I cannot sing."], [], [])

    def test_a_decided_draft_is_told_why_it_was_held_and_not_what_to_do(self):
        held = note(sentence=f"Okta is not covered. {hold.SETTLES['out_of_scope']}")
        found = shown.judged([score("relevance", note=held.sentence)], [held], decided=True)
        assert found.layers[0].lines == ("Okta is not covered.",)
        assert found.badges[0].note == "Okta is not covered."

    def test_a_note_about_the_whole_draft_is_not_lost(self):
        found = shown.judged([score()], [note(layer="", sentence="They are angry.")])
        assert found.whole == ["They are angry."]
        assert found.held_by == []

    def test_evidence_is_listed_heaviest_first_without_what_weighs_nothing(self):
        evidence = [evidence_row("small", 0.1), evidence_row("heavy", -2.0), evidence_row("none", 0.0)]
        found = shown.judged([score(evidence=evidence)], [])
        assert [(r.sentence, r.side) for r in found.layers[0].reasons] == [("heavy", "against"), ("small", "for")]

    def test_words_against_a_held_layer_are_marked_once(self):
        evidence = [evidence_row("same", -1, [0, 4]), evidence_row("more", -1, [5, 9])]
        found = shown.judged([score("relevance", 0.2, evidence=evidence)], [note(spans=[[0, 4]])])
        assert sorted((m.start, m.end) for m in found.marks) == [(0, 4), (5, 9)]

    def test_words_against_a_layer_that_passes_are_not_marked(self):
        evidence = [evidence_row("a little", -0.1, [0, 4])]
        assert shown.judged([score(evidence=evidence)], []).marks == []

    def test_evidence_about_the_whole_text_marks_nothing(self):
        evidence = [evidence_row("everywhere", -5, *([n, n + 1] for n in range(9))), evidence_row("here", -1, [2, 4])]
        found = shown.judged([score("voice", 0.2, evidence=evidence)], [note("voice", "Not you.", ((0, 1),) * 9)])
        assert [(m.start, m.end) for m in found.marks] == [(2, 4)]

    def test_the_weakest_layer_is_the_one_furthest_under_its_bar(self):
        found = shown.judged([score("voice", 0.4), score("value", 0.1)], [])
        assert found.weakest == "value"
        assert shown.judged([score()], []).weakest == ""


@pytest.mark.django_db
class TestOrigins:
    def test_every_word_has_an_origin(self):
        draft = make.make_draft(text="Hi Lee.\n\nTeam is $39.\n\nRae")
        draft.current.sentences = [{"span": [9, 21], "source": "fact", "ref": "P01", "ask": 0, "claims_action": True}]
        asked = [shown.Ask(1, "What does it cost?", "", True, "fact")]
        listed, marks = shown.origins(draft, shown.Sources({"P01": "Team costs $39."}, {}), asked)
        assert [(o.words, o.label) for o in listed] == [
            ("Hi Lee.", "A standing phrase"),
            ("Team is $39.", "Approved fact"),
            ("Rae", "A standing phrase"),
        ]
        assert (listed[1].detail, listed[1].answers, listed[1].promise) == ("Team costs $39.", "What does it cost?", True)
        assert [draft.current.text[m.start : m.end] for m in marks] == [o.words for o in listed]

    def test_what_the_rep_typed_is_theirs(self):
        draft = make.make_draft()
        draft.current.author = "rep"
        listed, _ = shown.origins(draft, shown.Sources({}, {}), [])
        assert {o.label for o in listed} == {"Typed on the desk"}

    def test_codes_are_looked_up_in_three_queries_however_many(self, django_assert_max_num_queries):
        draft = make.make_draft()
        draft.current.sentences = [
            {"span": [0, 2], "source": source, "ref": ref, "ask": -1, "claims_action": False}
            for source, ref in [("fact", "P01"), ("fact", "P02"), ("value", "V01"), ("own", "1"), ("own", "2 3")]
        ]
        with django_assert_max_num_queries(3):
            shown.sources(draft)

    def test_own_words_that_say_a_fact_name_it(self):
        draft = make.make_draft(text="Team? $39.")
        draft.current.sentences = [{"span": [0, 10], "source": "own", "ref": "3", "ask": 0, "claims_action": False}]
        asked = [shown.Ask(1, "What does it cost?", "P01: Team costs $39.", True, "fact")]
        listed, marks = shown.origins(draft, shown.Sources({}, {}), asked)
        assert (listed[0].label, listed[0].source, listed[0].behind) == ("Own words", "fact", "P01: Team costs $39.")
        assert marks[0].css == "from fact"

    def test_own_words_about_an_open_ask_claim_no_fact(self):
        draft = make.make_draft(text="I'll check.")
        draft.current.sentences = [{"span": [0, 11], "source": "own", "ref": "", "ask": 0, "claims_action": True}]
        asked = [shown.Ask(1, "Okta?", "No approved fact covers Okta.", False, "none")]
        listed, _ = shown.origins(draft, shown.Sources({}, {}), asked)
        assert (listed[0].source, listed[0].behind, listed[0].promise) == ("own", "", True)
