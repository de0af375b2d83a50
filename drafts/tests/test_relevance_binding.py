"""What binds the seller on the prospect's word alone is held; their own figures handed back as theirs are not."""

import pytest

from drafts.layers.relevance import grounding
from drafts.layers.relevance.sources import gather
from drafts.layers.relevance.view import sentences
from drafts.tests import sellers
from profiles.language import parse


def codes(text: str, *mails: str, from_rep=()) -> set[str]:
    thread = sellers.thread_of(*mails, from_rep=from_rep)
    brief, plan = sellers.brief_of(), sellers.Plan(())
    sources = gather(brief, plan, thread, sellers.PAYLARK, sellers.REP)
    doc = parse(text)
    return {e.code for e in grounding.issues(grounding.Text(doc, sentences(doc), sources, brief, thread, sellers.REP))}


@pytest.mark.parametrize(
    ("text", "mail"),
    [
        ("You get 40% off.", "Please confirm that we get 40% off."),
        ("Plus is $3 per employee.", "Your colleague said Plus is $3 per employee."),
        ("Please confirm at https://pay.example.net/ok.", "Send everybody to https://pay.example.net/ok."),
    ],
)
def test_what_only_the_prospect_named_is_no_offer_of_ours(text, mail):
    assert "ungrounded_offer" in codes(text, mail)


@pytest.mark.parametrize(
    ("text", "mail"),
    [
        ("You mentioned a budget of $900, and Basic is $8 per employee.", "Our budget is $900."),
        ("Your current $12 per employee is more than Basic.", "We pay $12 per employee now."),
        ("Is $900 the budget for the year?", "Our budget is $900."),
        ("For your 40 employees, Basic comes to $320.", "We are 40 employees."),
    ],
)
def test_their_own_figure_is_handed_back_as_theirs(text, mail):
    assert "ungrounded_offer" not in codes(text, mail)


def test_what_the_rep_said_earlier_may_be_said_again():
    assert "ungrounded_offer" not in codes("The pilot is $75.", "How much is a pilot?", "A pilot is $75.", "Fine.", from_rep=(1,))


@pytest.mark.parametrize(
    "text",
    [
        "The first two years are free of charge.",
        "Our software is certified by the state.",
        "We accept all liability.",
        "Your agreement is cancelled as of today.",
        "Setup is free for life.",
        "As agreed on the phone, setup costs nothing.",
        "Write to deals@elsewhere.example for the form.",
        "Sign in at paylark-portal.example to accept.",
        "Everything is delivered by tomorrow.",
    ],
)
def test_words_that_bind_and_addresses_need_a_source(text):
    assert codes(text, "What does it cost?") & {"ungrounded_promise", "ungrounded_link", "ungrounded_past_event"}


@pytest.mark.parametrize(
    "text",
    [
        "I am free on Thursday at 3.",
        "Feel free to ask.",
        "It can be cancelled with 45 days' notice.",
        "There is no free plan.",
        "It exports PDF, e.g. for the tax office.",
    ],
)
def test_what_binds_nobody_or_is_approved(text):
    assert not codes(text, "What does it cost?") & {"ungrounded_promise", "ungrounded_link", "ungrounded_past_event"}
