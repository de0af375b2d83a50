"""Days, clock times and zones become the instants the prospect meant."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from drafts.domain import Lead, Message, Thread
from drafts.understand.proposals import proposals
from drafts.understand.reading import read
from drafts.understand.times import days_in
from drafts.understand.zones import zone_in

ZONE = "America/New_York"
SENT = "2027-03-10T09:30:00-05:00"
"""A Wednesday; the clocks go forward on Sunday the 14th."""


def found(
    text: str,
    rep: str = "When could we talk?",
    sent: str = SENT,
    now: str | None = None,
    rep_at: str = "2027-03-08T10:00:00-05:00",
):
    messages = (Message(True, datetime.fromisoformat(rep_at), rep),) if rep else ()
    thread = Thread(Lead("Ann"), (*messages, Message(False, datetime.fromisoformat(sent), text)))
    return proposals(read(text), thread, ZONE, datetime.fromisoformat(now or sent))


def starts(*args, **kwargs) -> list[str]:
    return [t.start.isoformat() for t in found(*args, **kwargs).times]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Thursday at 2 works.", "2027-03-11T14:00:00-05:00"),
        ("tomorrow 8.30", "2027-03-11T08:30:00-05:00"),
        ("Friday 16:15", "2027-03-12T16:15:00-05:00"),
        ("How about half past ten on Monday?", "2027-03-15T10:30:00-04:00"),
        ("noon on the 18th is fine", "2027-03-18T12:00:00-04:00"),
        ("March 16 at quarter to three", "2027-03-16T14:45:00-04:00"),
        ("3/17 at 10am", "2027-03-17T10:00:00-04:00"),
        ("call me friday after 3", "2027-03-12T15:00:00-05:00"),
        ("next Friday 9-10am", "2027-03-19T09:00:00-04:00"),
        ("between 2 and 4pm on Thursday", "2027-03-11T14:00:00-05:00"),
        ("wed 2:30 is ok for me", "2027-03-17T14:30:00-04:00"),
        ("Could we do 4pm, on Monday?", "2027-03-15T16:00:00-04:00"),
        ("A week from today, noon?", "2027-03-17T12:00:00-04:00"),
        ("two weeks from friday at 11", "2027-03-26T11:00:00-04:00"),
        ("call me tomorrow 830am, I am between two jobs then", "2027-03-11T08:30:00-05:00"),
    ],
)
def test_days_and_clock_times_are_read_from_the_mails_own_date(text, start):
    assert starts(text) == [start]


@pytest.mark.parametrize(
    ("text", "sent", "start"),
    [
        ("tomorrow 10am pacific", "2027-03-09T23:22:00-08:00", "2027-03-10T10:00:00-08:00"),
        ("Thursday at 2, my time (arizona)", SENT, "2027-03-11T14:00:00-07:00"),
        ("I'm in the London office. Monday 3pm here works", "2027-03-10T10:40:00+00:00", "2027-03-15T15:00:00+00:00"),
        ("Friday 11am your time", "2027-03-10T15:30:00+01:00", "2027-03-12T11:00:00-05:00"),
        ("Friday 15:00 CET", SENT, "2027-03-12T15:00:00+01:00"),
        ("Friday at 9 UTC+2", SENT, "2027-03-12T09:00:00+02:00"),
        ("Friday at 9", "2027-03-10T20:00:00+05:30", "2027-03-12T09:00:00+05:30"),
    ],
)
def test_a_time_is_on_the_clock_that_is_named_else_on_the_senders(text, sent, start):
    assert starts(text, sent=sent) == [start]


def test_daylight_saving_carries_over_when_the_sender_shares_the_reps_clock():
    (time,) = found("Tuesday at 10am").times
    assert time.start.utcoffset() == ZoneInfo(ZONE).utcoffset(datetime(2027, 3, 16))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the second please", ["2027-03-18T16:00:00-04:00"]),
        ("First one is good", ["2027-03-16T09:00:00-04:00"]),
        ("Either works.", ["2027-03-16T09:00:00-04:00", "2027-03-18T16:00:00-04:00"]),
        ("Thursday's better.", ["2027-03-18T16:00:00-04:00"]),
        ("the later slot", ["2027-03-18T16:00:00-04:00"]),
    ],
)
def test_an_answer_that_only_points_takes_the_times_the_rep_offered(text, expected):
    assert starts(text, rep="Tuesday 16 March at 9am or Thursday 18 March at 4pm?") == expected


def test_yes_takes_the_one_time_offered_but_not_one_of_two():
    assert starts("Perfect, see you then.", rep="Shall we say Monday 15 March at 11am?") == ["2027-03-15T11:00:00-04:00"]
    assert starts("Yes", rep="Monday 15 March at 11am or at 3pm?") == []


def test_an_agreed_time_can_be_moved_without_being_said_again():
    rep = "Confirming Thursday 11 March at 10:00 am."
    assert starts("Could we push it to friday same hour?", rep=rep) == ["2027-03-12T10:00:00-05:00"]
    assert starts("Make it 10:45.", rep=rep) == ["2027-03-11T10:45:00-05:00"]
    assert starts("Can we start half an hour later?", rep=rep) == ["2027-03-11T10:30:00-05:00"]


def test_a_day_said_before_serves_the_clock_time_after_it():
    assert starts("Sorry, I meant Thursday the 18th, not Tuesday. 1pm still good?") == ["2027-03-18T13:00:00-04:00"]


def test_a_passed_time_is_marked():
    (time,) = found("Let's do Thursday March 4th at 2.").times
    assert time.past


def test_a_weekday_that_is_not_that_date_is_unclear():
    assert "Tuesday the 17th" in found("Tuesday the 17th at noon is fine.").unclear


@pytest.mark.parametrize(
    "text",
    [
        "Our guys start at 6am on Mondays.",
        "We talked on Friday at 3 and it was useful.",
        "Please answer by Friday 5pm.",
        "The van leaves at 7:15 every day.",
        "Can you deliver 12 pallets to door 3?",
        "I can't do Wednesday.",
    ],
)
def test_habits_deadlines_refusals_and_plain_numbers_propose_nothing(text):
    assert starts(text, rep="Here is the drawing.") == []


def test_a_refused_day_is_known_as_refused():
    wednesday, friday = days_in("I can't do Wednesday. Friday is good.", datetime.fromisoformat(SENT).date())
    assert wednesday.refused
    assert not friday.refused


def test_cancelling_is_about_a_time_though_it_names_none():
    result = found(
        "I'm afraid I must cancel Thursday. When are you free the week after?", rep="See you Thursday 11 March at 2pm."
    )
    assert result.meeting
    assert not result.times


def test_a_zone_word_that_is_an_ordinary_word_names_no_zone():
    sent = datetime(2027, 3, 10, 9, tzinfo=UTC)
    for text in ("We do central heating at 3 sites.", "Pacific Rim is our region, Friday at 9.", "it costs 3 pt"):
        assert zone_in(text, sent, ZONE).words == ""


def test_bare_days_with_their_hours_are_a_choice():
    assert starts("sure. mon 11am or tue 230pm, central same as you.", rep="Half an hour next week?") == [
        "2027-03-15T11:00:00-05:00",
        "2027-03-16T14:30:00-05:00",
    ]


def test_the_same_time_on_another_day_is_the_hour_just_named():
    assert starts("Friday half two would do. If that's no use Monday same time.") == [
        "2027-03-12T14:30:00-05:00",
        "2027-03-15T14:30:00-04:00",
    ]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Can we start half an hour later on Thursday? Everything else stays.", "2027-03-11T10:30:00-05:00"),
        ("Could Thursday be 30 minutes earlier?", "2027-03-11T09:30:00-05:00"),
    ],
)
def test_a_meeting_moved_by_minutes_keeps_its_day_and_not_its_hour(text, start):
    assert starts(text, rep="See you Thursday at 10:00.") == [start]


def test_a_time_behind_a_greeting_is_one_though_nobody_spoke_of_meeting():
    assert starts("Hi Ben, tomorrow 1.30pm our time please.", rep="") == ["2027-03-11T13:30:00-05:00"]


def test_the_one_time_that_stood_is_no_proposal_where_another_takes_its_place():
    text = "Sorry, tomorrow has blown up. Would Monday at the same time be all right instead?"
    assert starts(text, rep="I confirm Thursday, March 11, at 2:00 p.m.") == ["2027-03-15T14:00:00-04:00"]


def test_not_being_able_to_do_it_at_that_price_is_about_no_time():
    assert not found("With a thud. So as it stands I can't do it.", rep="It comes to $2,655. How does that land?").meeting
