"""The kind of reply follows from what stands in the thread, not from who opened it."""

from datetime import UTC, datetime, timedelta

import pytest

from drafts.domain import Kind, Knowledge, Lead, Message, Objection, Rep, Thread, Trigger
from drafts.understand import understand
from drafts.understand.objections import concern_of

NOW = datetime(2027, 3, 10, 15, 0, tzinfo=UTC)
KNOWN = Knowledge(
    "S",
    objections=(
        Objection("P", "It is over their budget", ()),
        Objection("C", "They work with somebody else already", ()),
        Objection("T", "It is a bad moment", ()),
    ),
)


def brief(
    text: str, rep: str = "", stage: str = "", trigger: Trigger = Trigger.INBOUND, hours: int = 30, known: Knowledge = KNOWN
):
    mails = (Message(True, NOW - timedelta(hours=hours), rep),) if rep else ()
    thread = Thread(Lead("Ann", stage=stage or ("discovery" if rep else "new")), (*mails, Message(False, NOW, text)))
    return understand(thread, NOW, trigger, Rep("r", "Noor", "n@s.example", "Europe/London"), known)


@pytest.mark.parametrize(
    ("text", "rep", "kind"),
    [
        ("What do 40 chairs cost? Do you deliver?", "", Kind.INBOUND_FIRST),
        ("Does it come in green?", "Here is the brochure.", Kind.OTHER),
        ("Thursday at 2 works.", "When could we talk?", Kind.MEETING),
        ("That is far more than we can spend.", "Here is the quote.", Kind.OBJECTION),
        ("ok do it", "Monthly or yearly, and shall I send the form or a link?", Kind.OTHER),
        ("Please remove me from your list.", "Any news?", Kind.OTHER),
    ],
)
def test_each_kind(text, rep, kind):
    assert brief(text, rep).kind is kind


def test_a_prospect_who_answered_gets_an_answer_though_a_nudge_was_due():
    assert brief("It did, thanks. Does it come in green?", "Did the sample arrive?", trigger=Trigger.NUDGE_DUE).kind is Kind.OTHER


def test_a_first_inquiry_with_a_time_and_questions_stays_a_first_inquiry():
    assert brief("What do you charge for 40 guests? I could talk on Friday at 3pm.").kind is Kind.INBOUND_FIRST


def test_a_first_mail_of_a_lead_the_team_knows_is_no_first_inquiry():
    assert brief("Does it come in green?", stage="evaluating").kind is Kind.OTHER


@pytest.mark.parametrize(
    ("text", "objection"),
    [
        ("Our treasurer will never approve that sum.", "P"),
        ("My cousin's firm supplies us and we're happy with them.", "C"),
        ("We're in the middle of the harvest, try me in autumn.", "T"),
    ],
)
def test_an_objection_names_the_approved_response_whatever_its_title(text, objection):
    found = brief(text, "What do you think?")
    assert found.kind is Kind.OBJECTION
    assert objection in found.objection_ids


def test_an_objection_no_response_was_approved_for_names_none():
    assert brief("Our treasurer will never approve that sum.", "What do you think?", known=Knowledge("S")).objection_ids == ()


@pytest.mark.parametrize(
    ("title", "concern"),
    [("Too costly", "price"), ("Happy with their present vendor", "competitor"), ("Afraid of long contracts", "lock_in")],
)
def test_a_title_says_what_it_speaks_to(title, concern):
    assert concern in concern_of(title)


def test_the_concern_is_what_is_told_not_what_is_asked():
    found = brief("What does it cost? The slips sit in the vans for weeks.")
    assert found.concern == "The slips sit in the vans for weeks."


def test_understanding_is_deterministic():
    assert brief("What do 40 chairs cost? We sit on crates.") == brief("What do 40 chairs cost? We sit on crates.")


def test_a_question_beside_a_time_is_an_ask_of_its_own():
    found = brief("Thursday at 2 works, and what should I prepare?", "When could we talk?")
    assert [a.form for a in found.asks] == ["proposal", "question"]
    assert found.asks[1].text == "what should I prepare?"


def test_a_proposal_says_which_instant_it_means():
    found = brief("Perfect, see you then.", "Shall we say Monday 15 March at 11am?")
    assert "Monday 15 March 11:00" in found.asks[0].text
