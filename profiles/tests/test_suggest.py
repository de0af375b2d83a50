"""The first guess at a reply's kind: by the mail it answers, by its place in the thread, then by its own words."""

from datetime import UTC, datetime, timedelta

import pytest

from profiles.examples.suggest import suggest_kind
from profiles.mail.types import Address, Body, Mail

SENT = datetime(2026, 11, 2, 10, tzinfo=UTC)
ANSWER = "Hi Lee, yes: three crews can start in spring and the rest follow."


def reply(own: str = ANSWER, subject: str = "Re: crews", references: tuple[str, ...] = ("asked@prospect.example.com",)) -> Mail:
    return Mail(
        "own@seller.example.com",
        references[-1],
        references,
        SENT,
        Address("", "rae@seller.example.com"),
        (),
        (),
        subject,
        Body(own),
    )


@pytest.mark.parametrize(
    "kind,incoming,own",
    [
        ("inbound_first", "Can we begin with three crews?", ANSWER),
        ("inbound_first", "Can we begin with three crews?", f"{ANSWER} Would Tuesday at 10 suit?"),
        ("nudge", "We have not made up our minds.", "Hi Lee, just checking this did not get lost."),
        ("nudge", "I will show it to my brother.", "Hi Lee, what did he say?"),
        ("meeting", "Friday could work for us.", "Hi Lee, Friday at 9 it is."),
        ("meeting", "Could we move our call to Monday?", "Hi Lee, of course."),
        ("objection", "That is higher than what we pay today.", "Hi Lee, it is. What you get for it is the evenings."),
        ("objection", "Hm.", "Hi Lee, I hear you on the price."),
    ],
)
def test_the_mail_it_answers_tells_the_kind(kind, incoming, own):
    assert suggest_kind(reply(own), incoming) == kind


def test_what_follows_a_mail_of_the_rep_s_own_is_a_nudge():
    assert suggest_kind(reply(), "Can we begin with three crews?", to_own=True) == "nudge"


@pytest.mark.parametrize("days,kind", [(1, "inbound_first"), (9, "nudge")])
def test_an_answer_to_no_question_long_after_is_a_nudge(days, kind):
    assert suggest_kind(reply(), "Thank you for the brochure.", SENT - timedelta(days=days)) == kind


def test_a_late_answer_to_a_question_is_no_nudge():
    assert suggest_kind(reply(), "Can we begin with three crews?", SENT - timedelta(days=9)) == "inbound_first"


def test_deep_in_a_thread_it_is_no_first_reply():
    assert suggest_kind(reply(references=("a@x.example", "b@x.example")), "Which crews?") == "other"
