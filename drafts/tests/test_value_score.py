from dataclasses import replace

import pytest

from drafts.domain import Kind, Plan, ValueChoice, ValuePoint
from drafts.layers.value.correct import instruct
from drafts.layers.value.match import windows
from drafts.layers.value.score import judge
from drafts.tests.keyhaven import KNOWLEDGE, NIGHTS, OFFLINE, PROOF, asked, brief, planned, thread
from profiles.language import parse

BUYER = ValuePoint("W4", ("buyer",), (), "being stuck with one vendor", "You can leave at any time and take all your data along.")
SOLD = replace(KNOWLEDGE, value_points=(NIGHTS, PROOF, BUYER))
WRITES = thread("What does it cost?")
MADE = ValueChoice(NIGHTS, True)


def score(text: str, choice: ValueChoice = MADE, given=None, plan=None, writes=WRITES):
    return judge(parse(text), choice, SOLD, given or brief(Kind.INBOUND_FIRST), plan or Plan(()), writes)


GOOD = "Hi Thora.\n\n$6 per door per month. Nine doors, so $54.\n\nSomebody arrives at midnight and simply gets in. Your phone stays quiet.\n\nNell"
NONE = "Hi Thora.\n\n$6 per door per month. Nine doors, so $54.\n\nWant to see it? 15 minutes.\n\nNell"
FILLER = "Hi Thora.\n\n$6 per door per month. Nine doors, so $54.\n\nIt saves you time and money. Everyone gets more productive.\n\nNell"
WRONG = "Hi Thora.\n\n$6 per door per month. Nine doors, so $54.\n\nYou can leave whenever you like and your data comes along.\n\nNell"


def test_a_line_about_what_this_lead_minds_passes_in_other_words_than_the_approved_ones():
    judged = score(GOOD)
    assert judged.score > 0.5
    benefit = next(e for e in judged.evidence if e.code == "benefit")
    (start, end), *_ = benefit.spans
    assert "midnight" in GOOD[start:end]


@pytest.mark.parametrize("text, code", [(NONE, "benefit_missing"), (FILLER, "filler"), (WRONG, "wrong_reader")])
def test_no_benefit_filler_and_somebody_elses_benefit_fall_each_with_its_reason(text, code):
    judged = score(text)
    assert judged.score < 0.5 < score(GOOD).score
    assert code in {e.code for e in judged.against()}


def test_the_wrong_readers_line_is_marked():
    evidence = next(e for e in score(WRONG).evidence if e.code == "wrong_reader")
    (start, end), *_ = evidence.spans
    assert "leave" in WRONG[start:end]
    assert "buyer" in evidence.sentence


def test_where_none_is_expected_its_absence_costs_nothing_but_a_wrong_one_does():
    unasked = ValueChoice(None, False)
    assert score(NONE, unasked).score > 0.5
    assert score(WRONG, unasked).score < 0.5


def test_an_answer_that_sounds_like_anothers_benefit_is_no_misplaced_benefit():
    given, plan = planned(Kind.MEETING, asked("Can I leave at any time and take my data along?", OFFLINE))
    assert score(WRONG, ValueChoice(None, False), given, plan).score > 0.5


def test_with_no_approved_point_no_text_can_pass():
    nobody = ValueChoice(None, True, "No approved value point is meant for a plumber.")
    judged = judge(parse(GOOD), nobody, replace(SOLD, value_points=(PROOF,)), brief(Kind.INBOUND_FIRST), Plan(()), WRITES)
    assert judged.score < 0.5
    assert judged.against()[0].code == "no_point_fits"
    assert instruct(judged, nobody) is None


def test_a_text_too_short_to_carry_a_benefit_is_not_guessed_at():
    assert score("Ok.").score is None


def test_the_instruction_says_what_to_say_and_to_drop_what_is_for_others():
    told = instruct(score(WRONG), MADE)
    assert "wrong_reader" in told.codes
    assert NIGHTS.text in told.sentence
    assert told.sentence.startswith("Drop")
    assert instruct(score(NONE), MADE).sentence.startswith("Say")


def test_an_unasked_fact_is_no_misplaced_benefit():
    told = GOOD.replace("Nell", "Our team fits the locks within 10 days, at no extra charge.\n\nNell")
    fitter = ValuePoint("W5", ("fitter",), (), "how long fitting takes", "Locks are fitted within days by our own team.")
    sold = replace(SOLD, value_points=(*SOLD.value_points, fitter))
    assert judge(parse(told), MADE, sold, brief(Kind.INBOUND_FIRST), Plan(()), WRITES).score > 0.5


def test_lines_without_end_marks_are_read_one_by_one():
    typed = "hi thora\n\nsix a month per door\n\nmostly a guest at midnight just gets in and nobody rings you\n\nwant to see it"
    assert score(typed).score > 0.5


@pytest.mark.parametrize("text", ["a? " * 3_000, "(" * 4_000 + ")" * 4_000])
def test_a_text_of_endless_sentences_or_clauses_is_put_together_once(text):
    """A reply of 20,000 characters of them took minutes to rescore, each time a key was pressed."""
    asked_for, read = 0, parse(text[:300])

    class Counted:
        sents = read.sents

        @property
        def text(self):
            nonlocal asked_for
            asked_for += 1
            return text

    windows(Counted())
    assert asked_for == 1
