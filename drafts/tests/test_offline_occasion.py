from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from drafts.domain import Ask, Kind, Lead, Message, ProposedTime
from drafts.tests.keyhaven import NOW, brief, materials, thread
from drafts.writers.offline import when
from drafts.writers.offline.bridges import Register
from drafts.writers.offline.echo import plain_clauses
from drafts.writers.offline.envelope import envelope
from drafts.writers.offline.nudges import awaits, improved, promised, topic_of
from drafts.writers.offline.objections import asked, offered
from drafts.writers.offline.occasion import Occasion, Person, named_in, turned


@pytest.mark.parametrize(
    "text, words, plural",
    [
        ("Let me get the two crew leads to weigh in.", "the crew leads", True),
        ("I'll go through it with our auditor.", "your auditor", False),
        ("I need to talk it over with my wife.", "your wife", False),
        ("My analyst will go through it.", "your analyst", False),
        ("its my boss Frieda who decides", "Frieda", False),
        ("Will review with finance this week.", "finance", False),
        ("I still have to get Gerald comfortable with it.", "Gerald", False),
    ],
)
def test_whose_word_is_waited_for(text, words, plural):
    assert (named_in(text).words, named_in(text).plural) == (words, plural)


@pytest.mark.parametrize("text", ["Invoices go out when my wife gets to it.", "The board is great so far.", "I'll think on it."])
def test_somebody_merely_mentioned_is_not_waited_for(text):
    assert named_in(text) is None


@pytest.mark.parametrize(
    "text, said",
    [
        ("we burn half the day on the interstate", "you burn half the day on the interstate"),
        ("I'm tired of our paper slips", "you're tired of your paper slips"),
        ("my crew has no signal", "your crew has no signal"),
        ("I was told twice", "you were told twice"),
    ],
)
def test_a_prospects_words_are_turned_to_face_them(text, said):
    assert turned(text) == said


def test_only_plain_statements_about_their_own_day_are_given_back():
    mail = "We burn half the day on the interstate. Can you help? I think you will. We don't know. Our slips get lost every week, honestly."
    assert list(plain_clauses(mail.split(". ")[0])) == ["We burn half the day on the interstate"]
    assert [c for s in mail.split(". ") for c in plain_clauses(s)] == [
        "We burn half the day on the interstate",
        "Our slips get lost every week",
    ]


def _nudge(text: str) -> Occasion:
    quiet = thread(text, "Take your time.", rep_last=True)
    ask = Ask(f"still open: {text}", "open", (0, len(text)), 0)
    return Occasion(brief(Kind.NUDGE, ask), quiet)


@pytest.mark.parametrize(
    "text, do, meant",
    [
        ("Will let you know after the 2 weeks", "let me know after the 2 weeks", "were going to"),
        ("I'll discuss it with them and reply.", "discuss it with them and reply", "were going to"),
        ("I'd need to see how it looks on a phone.", "see how it looks on a phone", None),
        ("We will be comparing three vendors and expect to decide.", "compare three vendors", "were going to"),
        ("I want to try it on one door first.", "try it on one door first", "wanted to"),
    ],
)
def test_what_was_promised_is_given_back_as_a_plain_verb(text, do, meant):
    found = promised(_nudge(text))
    if meant is None:
        assert found is None
    else:
        assert (found.do, found.meant) == (do, meant)


def test_a_state_is_no_promise():
    assert promised(_nudge("I will be underwater until then.")) is None
    assert promised(_nudge("I will know more on the 20th.")) is None


def test_the_thing_that_was_tried_or_sent_is_the_topic():
    assert topic_of(_nudge("The trial is on, thanks.")) == ("event", "trial")
    assert topic_of(_nudge("Received the proposal.")) == ("paper", "proposal")
    assert topic_of(_nudge("I will review it.")) is None


# --- times --------------------------------------------------------------------------------------------------------


def _time(zone: str, **later) -> ProposedTime:
    return ProposedTime((NOW + timedelta(**later)).astimezone(ZoneInfo(zone)), "")


def test_times_are_written_as_the_rep_writes_them():
    assert when.learn(["Wednesday, 10:00 Central. Done.", "Friday, 1:00 Eastern."]) == when.Style(", ", "")
    assert when.learn(["I noted Thursday at 2:00 p.m. Eastern.", "Monday at 8:30 a.m. Central"]) == when.Style(" at ", " a.m.")
    assert when.learn(["Thursday at 8:00am Mountain, and you're booked."]) == when.Style(" at ", "am")
    assert when.learn(["Tuesday at 2:00 PM Eastern works."]) == when.Style(" at ", " AM")
    assert when.learn(["Nothing here."]) == when.Style()


def test_a_time_is_said_in_the_prospects_zone_with_its_name():
    time = ProposedTime(datetime(2026, 5, 21, 15, 0, tzinfo=ZoneInfo("Europe/London")), "")
    said = when.say(time, when.Style(" at ", " a.m."), NOW, when.zone(time, "America/New_York"))
    assert said == "Thursday at 3:00 p.m. London time"


@pytest.mark.parametrize(
    "days, said", [(0, "Monday"), (1, "Tuesday"), (3, "Thursday"), (9, "Wednesday the 27th"), (30, "Wednesday, June 17")]
)
def test_the_day_is_named_from_where_the_prospect_is(days, said):
    start = (NOW + timedelta(days=days)).astimezone(ZoneInfo("America/New_York"))
    assert when.day(start, NOW) == said


def test_an_unnamed_zone_that_agrees_with_the_reps_takes_the_reps_name_and_another_is_left_to_the_reader():
    same = ProposedTime(datetime.fromisoformat("2026-05-20T15:00:00-04:00"), "")
    assert when.zone(same, "America/New_York") == "Eastern"
    other = ProposedTime(datetime.fromisoformat("2026-05-20T15:00:00+05:30"), "")
    assert when.zone(other, "America/New_York") == "your time"


def test_a_place_the_prospect_names_gives_the_zone_its_name():
    time = ProposedTime(datetime.fromisoformat("2026-05-20T15:00:00+01:00"), "")
    mail = Message(False, NOW, "I'm in the London office until the 18th. Wednesday 3pm works here.")
    assert when.zone(time, "America/New_York", mail) == "London time"


# --- greeting and closing -----------------------------------------------------------------------------------------


def test_the_greeting_has_the_reps_form_and_the_leads_name():
    made = envelope(materials().rep, materials().profile, thread("Hi"), Kind.INBOUND_FIRST)
    assert (made.greeting, made.closing, made.inline) == ("Hi Thora.", "Nell", False)
    assert made.seal("Body.") == ("Hi Thora.\n\nBody.\n\nNell", 11)


def test_a_title_is_never_guessed_but_kept_where_the_lead_or_the_thread_has_it():
    from drafts.tests.keyhaven import AURELIO

    formal = materials(AURELIO)
    plain = envelope(AURELIO, formal.profile, thread("Hello"), Kind.INBOUND_FIRST)
    assert plain.greeting == "Dear Thora Quist,"
    titled = thread("Hello", lead=Lead("Dr. Thora Quist"))
    assert envelope(AURELIO, formal.profile, titled, Kind.INBOUND_FIRST).greeting == "Dear Dr. Quist,"
    before = thread("Dear Ms. Quist,\n\nMay I ask how matters stand?\n\nWith best wishes,\nAurelio", "Well, thank you.")
    assert envelope(AURELIO, formal.profile, before, Kind.OTHER).greeting == "Dear Ms. Quist,"


# --- response points carried out ----------------------------------------------------------------------------------


def test_instructions_are_carried_out_in_the_reps_register():
    assert asked("what they would change about it.") == "What would you change about it?"
    assert offered("a short summary they can forward.", Register.PLAIN) == "Would a short summary you can forward help?"
    assert offered("a call with both people at once", Register.BRIEF) == "Want a call with both of you at once?"
    assert offered("the free trial so the value is shown", Register.FORMAL) == "Might the free trial be of help?"


@pytest.mark.parametrize(
    ("text", "question", "clause"),
    [
        ("I can't look at it until October is closed, so be patient.", "Is October closed yet?", "October is closed"),
        ("Ask me after our audit is over.", "Is your audit over yet?", "your audit is over"),
        ("Not until we're through the inspection.", "Are you through the inspection yet?", "you are through the inspection"),
    ],
)
def test_what_they_wait_for_is_asked_after(text, question, clause):
    found = awaits(text)
    assert (found.question, found.clause) == (question, clause)


def test_what_nobody_named_is_not_asked_after():
    assert awaits("Will get back once they're in.") is None
    assert awaits("After the holiday weekend.") is None


def test_a_promised_answer_is_no_promise_to_ask_after():
    assert promised(_nudge("Will get back once they're in.")) is None
    assert promised(_nudge("I want to put all five in a room before I say anything.")).do == "put all five in a room"


def test_somebody_who_comes_along_and_the_telephone_are_read_from_the_mail():
    def of(text: str) -> Occasion:
        return Occasion(brief(Kind.MEETING), thread(text))

    assert of("Later one. Doug from maintenance will sit in too.").companion == Person("Doug")
    assert of("Friday works, and my business partner will join.").companion == Person("your business partner")
    assert of("Friday works for us.").companion is None
    assert of("Thursday, I'd rather you just rang my cell.").line == "your cell"
    assert of("9.30 is good, ring me on the office line.").line == "your office line"
    assert of("Call the office if it rains.").line == ""


def test_a_rep_who_adds_their_own_clock_is_known_by_it():
    assert when.learn(["Wednesday, 2:30pm Pacific (3:30 for me)"]).here
    assert not when.learn(["Wednesday, 2:30pm Pacific."]).here


@pytest.mark.parametrize(
    ("text", "rival"),
    [
        ("We use Slotwhistle already since 2 yrs.", "Slotwhistle"),
        ("We're with Fieldbee.", "Fieldbee"),
        ("I use it with Bob daily.", ""),
    ],
)
def test_the_product_they_use_is_read_where_it_is_named(text, rival):
    assert Occasion(brief(Kind.OBJECTION), thread(text)).rival == rival


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The board is great so far, phones way quieter.", ("phones", "quieter", "are")),
        ("Mornings are much calmer now.", ("mornings", "calmer", "are")),
        ("I want to know more first.", None),
    ],
)
def test_what_got_better_for_them_is_read(text, found):
    assert improved(text) == found


@pytest.mark.parametrize(
    "text, month",
    [
        ("I sleep in the shop til the end of February. Wait for April, I can think then", "April"),
        ("Try me in May, June is the audit", "May"),
        ("We close the books in January", "January"),
        ("it may be a while", ""),
    ],
)
def test_the_month_to_come_back_in_is_the_one_to_wait_for(text, month):
    assert Occasion(brief(Kind.OBJECTION), thread(text)).month == month


def test_whom_the_rep_took_up_is_waited_for():
    text = "My brother owns the other half so I need him to look first."
    assert Occasion(brief(Kind.NUDGE), thread(text, "Brother first. Fair.", rep_last=True)).awaited == Person("your brother")
