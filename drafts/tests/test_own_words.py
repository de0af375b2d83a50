"""A rep who fills in what nothing approved answers has answered it, and vouches for the figures they typed."""

from dataclasses import replace

import pytest

from drafts import hold
from drafts.domain import Hazard, Policy, ValueChoice
from drafts.layers.relevance import own_words
from drafts.layers.relevance.own_words import Wording
from drafts.layers.relevance.score import CAP, judge
from drafts.layers.relevance.step import plan
from drafts.tests.sellers import PAYLARK, REP, brief_of, thread_of
from profiles.language import parse

LIMIT = "What is the rate limit of the API per minute?"
WRITTEN = "Hi Ines,\n\nThe rate limit of the API: I need to check first.\n\nPay slips can be exported as PDF at any time.\n\nRo"
ASKS = (LIMIT, "Can pay slips be exported?")
WORDINGS = (Wording(WRITTEN, by_rep=False),)


def rescored(text, *asks, wordings=WORDINGS, hazards=()):
    """Judgement and notes of a text on the desk."""
    thread = thread_of(" ".join(asks or ASKS))
    brief = replace(brief_of(*(asks or ASKS)), hazards=hazards)
    planned = plan(brief, thread, PAYLARK)
    assert planned.unanswered
    doc = parse(text)
    brief, settled = own_words.settle(brief, planned, doc, wordings)
    found = judge(doc, brief, settled, thread, PAYLARK, REP, wordings)
    return found, hold.decide(brief, settled, ValueChoice(None, False), {hold.HAZARD_LAYER: found}, Policy())[1]


def with_answer(sentence: str) -> str:
    return WRITTEN.replace("The rate limit of the API: I need to check first.", sentence)


def test_as_written_the_gap_holds():
    found, notes = rescored(WRITTEN)
    assert found.score <= CAP
    assert [note.code for note in notes] == ["specific_technical"]


@pytest.mark.parametrize(
    "sentence",
    ["The API takes 600 calls a minute.", "The rate limit of the API: 600 a minute.", "600 calls a minute is the limit."],
)
def test_the_rep_s_own_answer_settles_the_ask(sentence):
    found, notes = rescored(with_answer(sentence))
    assert found.score >= 0.9
    assert notes == ()
    said = {e.code: e for e in found.evidence}
    assert said["own_words"].sentence == f"Answers “{LIMIT}” in your own words."
    assert "600" in said["own_figure"].sentence
    assert said["own_figure"].weight == 0


@pytest.mark.parametrize(
    "sentence",
    [
        "You asked about the rate limit of the API.",
        "The rate limit of the API is something we can discuss on the call.",
        "I'll ask our engineers about the rate limit of the API.",
        "Is the rate limit of the API what you are after?",
        "We have 600 customers in twelve countries.",
        "The rate limit of the API is a fine thing to have.",
    ],
)
def test_what_answers_nothing_settles_nothing(sentence):
    found, notes = rescored(with_answer(sentence))
    assert found.score <= CAP
    assert "specific_technical" in {note.code for note in notes}


def test_a_writer_s_figure_is_not_the_rep_s():
    invented = with_answer("The API takes 600 calls a minute.")
    found, notes = rescored(invented, wordings=(Wording(invented, by_rep=False),))
    assert "ungrounded_number" in {e.code for e in found.evidence}
    moved, _ = rescored(invented.replace("takes 600", "can take 600"), wordings=(Wording(invented, by_rep=False),))
    assert "ungrounded_number" in {e.code for e in moved.evidence}
    assert notes


def test_it_stays_the_rep_s_when_a_writer_keeps_it_later():
    text = with_answer("The API takes 600 calls a minute.")
    later = (*WORDINGS, Wording(text, by_rep=True), Wording(text.replace("Hi", "Hello"), by_rep=False))
    assert rescored(text, wordings=later)[1] == ()


def test_without_earlier_wordings_nothing_is_the_rep_s():
    assert rescored(with_answer("The API takes 600 calls a minute."), wordings=())[0].score <= CAP


def test_a_hazard_that_is_the_ask_goes_with_it_and_another_stays():
    hazards = (
        Hazard("specific_technical", "rate limit", "They want a number."),
        Hazard("angry", "third time", "They are upset."),
    )
    _, notes = rescored(with_answer("The API takes 600 calls a minute."), hazards=hazards)
    assert [note.code for note in notes] == ["angry"]
