"""Whether a quiet thread may be nudged, and what is still open on it."""

from datetime import datetime, timedelta

import pytest

from drafts.domain import Kind, Knowledge, Lead, Message, Rep, Thread, Trigger
from drafts.understand import understand
from drafts.understand.nudge import business_days

REP = Rep("r", "Noor", "noor@seller.example", "America/Chicago")
FRIDAY = datetime.fromisoformat("2027-03-05T16:00:00-06:00")


def brief(prospect: str, *rep: str, now: datetime = FRIDAY + timedelta(days=10), nudge_after: int = 3):
    """A thread with the prospect's mail on Thursday, the rep's mails a day apart from Friday on."""
    mails = [Message(False, FRIDAY - timedelta(days=1), prospect)] if prospect else []
    mails += [Message(True, FRIDAY + timedelta(days=n), text) for n, text in enumerate(rep)]
    return understand(
        Thread(Lead("Ann", stage="proposal"), tuple(mails)), now, Trigger.NUDGE_DUE, REP, Knowledge("S"), nudge_after
    )


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [
        ("2027-03-05T16:00:00-06:00", "2027-03-08T09:00:00-06:00", 1),
        ("2027-03-05T16:00:00-06:00", "2027-03-07T23:00:00-06:00", 0),
        ("2027-03-01T09:00:00-06:00", "2027-03-04T09:00:00-06:00", 3),
        ("2027-03-01T23:30:00-06:00", "2027-03-02T05:45:00+00:00", 0),
        ("2027-03-09T09:00:00-06:00", "2027-03-08T09:00:00-06:00", 0),
    ],
)
def test_business_days_are_counted_in_the_reps_calendar(start, end, days):
    assert business_days(datetime.fromisoformat(start), datetime.fromisoformat(end), REP.timezone) == days


def test_holidays_are_no_business_days():
    end = FRIDAY + timedelta(days=4)
    assert business_days(FRIDAY, end, REP.timezone, frozenset({datetime(2027, 3, 8).date()})) == 1


def test_the_policy_decides_how_long_a_thread_may_be_quiet():
    thursday = FRIDAY + timedelta(days=6)
    assert "too_early" not in {h.code for h in brief("Let me ask my boss.", "Of course.", now=thursday, nudge_after=4).hazards}
    assert "too_early" in {h.code for h in brief("Let me ask my boss.", "Of course.", now=thursday, nudge_after=5).hazards}


def test_what_the_prospect_said_would_happen_is_open():
    found = brief("Good demo. Let me get the two crew leads to weigh in.", "I'll wait.")
    assert found.kind is Kind.NUDGE
    assert [a.form for a in found.asks] == ["open"]
    assert "crew leads" in found.asks[0].text


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("Depends how many come back. Gotta call round. Don't want to pay for 15 all year.", ["Depends how", "Gotta call"]),
        ("I want Savannah to go through it, they're the awkward ones. You'll hear from me.", ["I want Savannah"]),
        ("Complete, I think. The purchasing board sits on the 24th. I can't say more.", ["The purchasing board"]),
        ("It's with our lawyers. My worry is being stuck.", ["It's with"]),
        ("It's embarrassing how we do this. I'll show my boss.", ["I'll show"]),
        ("I don't need to hear more. Parent company signs the budget next week.", ["Parent company"]),
        ("You'll hear from me.", ["You'll hear"]),
    ],
)
def test_a_taste_a_refusal_or_the_mere_promise_of_an_answer_is_not_open_beside_what_is(text, open_):
    asks = brief(text, "I'll wait.").asks
    assert len(asks) == len(open_)
    assert all(begun in ask.text for begun, ask in zip(open_, asks, strict=True))


def test_else_the_reps_own_question_is_open():
    assert "rates" in brief("", "Did you have a chance to look at the rates?").asks[0].text


def test_each_unanswered_mail_counts():
    assert brief("Will do.", "Thanks.").nudge_number == 1
    assert brief("Will do.", "Thanks.", "Any news?").nudge_number == 2


@pytest.mark.parametrize(
    ("last", "code"),
    [
        ("We decided against it, sorry.", "not_wanted"),
        ("Not interested.", "not_wanted"),
        ("Please remove me from your list.", "unsubscribe"),
        ("Your message could not be delivered: user unknown.", "bounce"),
    ],
)
def test_after_a_no_or_a_mail_that_never_arrived_no_nudge_is_due(last, code):
    assert code in {h.code for h in brief(last, "Understood.").hazards}


@pytest.mark.parametrize(
    ("prospect", "rep", "early"),
    [
        ("It goes to the board on March 24. Please don't chase before that.", "Fine.", True),
        ("It goes to the board on March 9. Please don't chase before that.", "Fine.", False),
        ("Nothing from me until the 24th, please.", "Fine.", True),
        ("Try me again in April.", "Will do.", True),
        ("The board meets on the 24th.", "After the 24th it is.", True),
        ("The board meets on the 24th.", "Thank you, that helps.", False),
    ],
)
def test_who_asked_for_silence_until_a_day_is_left_alone_until_then(prospect, rep, early):
    assert ("too_early" in {h.code for h in brief(prospect, rep).hazards}) is early
