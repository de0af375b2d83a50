from datetime import timedelta

import pytest

from drafts.domain import Ask, Fact, Kind, Knowledge, Polarity, ProposedTime
from drafts.layers.relevance.question import core
from drafts.layers.relevance.step import plan
from drafts.tests.sellers import NOW, PAYLARK, answer_ids, brief_of, seller, thread_of


def outcomes(name):
    """How each labelled ask of a seller comes out: right, wrong or held where a fact answers, held or answered where none does."""
    knowledge, asks = seller(name)
    found = {"right": 0, "wrong": 0, "held": 0, "rightly_held": 0, "answered_all_the_same": 0}
    for ask in asks:
        answer = plan(brief_of(ask["text"]), thread_of(ask["text"]), knowledge).answers[0]
        chosen = {fact.id for fact in answer.facts}
        if ask["facts"]:
            found["right" if chosen & set(ask["facts"]) else "wrong" if answer.answered else "held"] += 1
        else:
            found["answered_all_the_same" if answer.answered else "rightly_held"] += 1
    return found


@pytest.mark.parametrize("name, answerable, right", [("other_seller", 32, 26), ("translation_seller", 26, 19)])
def test_other_sellers_asks_are_mostly_answered_and_hardly_ever_wrongly(name, answerable, right):
    found = outcomes(name)
    assert found["right"] + found["wrong"] + found["held"] == answerable
    assert found["right"] >= right
    assert found["wrong"] <= 1
    assert found["answered_all_the_same"] <= 1


def planned(*asks, thread=None, knowledge=PAYLARK, **given):
    return plan(brief_of(*asks, **given), thread or thread_of("Hello."), knowledge)


def test_a_fact_answers_with_its_text_and_the_sum_for_the_lead():
    answer = planned("What does Plus cost for us?", thread=thread_of("Hello.", size="20 employees")).answers[0]
    assert answer.facts[0].id == "A2"
    assert answer.statements == (answer.facts[0].text, "That is $280 a month for 20 employees.")


@pytest.mark.parametrize("people, fact", [("12 employees", "A5"), ("80 employees", "A6")])
def test_the_fact_for_the_leads_size_is_chosen(people, fact):
    assert answer_ids(planned("How long does the setup take?", thread=thread_of("Hello.", size=people))) == [fact]


def test_a_size_no_fact_speaks_of_is_not_answered_from_another():
    answer = planned("How long does the setup take?", thread=thread_of("Hello.", size="2,000 employees")).answers[0]
    assert not answer.answered


def test_a_large_team_gets_the_fact_about_large_teams():
    assert answer_ids(planned("What are your rates?", thread=thread_of("Hello.", size="700 employees"))) == ["A3"]


def test_an_expired_fact_is_named_and_not_used():
    answer = planned("Is there a discount on the first quarter?").answers[0]
    assert not answer.answered
    assert answer.why_not == "specific_pricing"
    assert "A9" in answer.note
    assert "expired" in answer.note


@pytest.mark.parametrize(
    "ask, polarity",
    [
        ("Is direct deposit on Plus?", Polarity.YES),
        ("Is direct deposit on Basic?", Polarity.NO),
        ("How does direct deposit work?", Polarity.NEITHER),
    ],
)
def test_yes_and_no_follow_the_plan_that_is_asked_about(ask, polarity):
    answer = planned(ask).answers[0]
    assert (answer.facts[0].id, answer.polarity) == ("A4", polarity)


@pytest.mark.parametrize(
    "ask, code",
    [
        ("Can you do it for $5 per employee?", "specific_pricing"),
        ("Does direct deposit reach accounts in Canada?", "specific_technical"),
        ("How many pay slips can be exported at once?", "specific_technical"),
        ("Can the pay slips be encrypted?", "specific_technical"),
        ("Can you print the pay slips?", "specific_technical"),
        ("Does it work with ours?", "ambiguous"),
        ("Is the agreement 6 months?", "specific_technical"),
        ("Do you know a good plumber?", "out_of_scope"),
    ],
)
def test_same_topic_with_another_attribute_is_no_answer(ask, code):
    answer = planned(ask).answers[0]
    assert (answer.source, answer.why_not) == ("none", code)
    assert ask in answer.note


def test_an_ask_of_two_parts_takes_one_fact_for_each():
    assert answer_ids(planned("contract length and notice for cancelling")) == ["A7", "A8"]


def test_the_price_of_that_is_the_price_of_what_was_asked_before():
    found = planned("Do you do time sheets?", "and the price of that?")
    assert answer_ids(found, 0) == ["A2"]
    assert answer_ids(found, 1) == ["A2"]


def test_the_price_asked_for_right_after_a_thing_is_that_things():
    found = planned("Do you do time sheets on Plus?", "and what does that cost?")
    assert answer_ids(found, 1) == ["A2"]


def test_the_price_of_a_thing_on_one_plan_is_that_plans():
    assert answer_ids(
        planned("Is direct deposit on Plus?", "Do you do time sheets on Plus?", "what would it come to a month for us?"), 2
    ) == ["A2"]


@pytest.mark.parametrize(
    "ask",
    [
        "what is it a month for 20?",
        "What would it run us a month with 20 employees?",
        "what's it run a month for 20",
        "and what is that per head",
    ],
)
def test_what_is_it_a_month_asks_the_price_of_what_was_asked_before(ask):
    assert answer_ids(planned("Do you do time sheets on Plus?", ask), 1) == ["A2"]


def test_whether_that_is_billed_is_asked_of_what_was_asked_before():
    known = Knowledge(
        "Haul", (Fact("H1", "onboarding", "Our team imports your customers at no extra charge.", None, ("import", "move")),)
    )
    assert answer_ids(planned("who imports our customers", "is that billed?", knowledge=known), 1) == ["H1"]


def test_what_little_a_fact_covers_is_not_sent_on_trust():
    ask = "when the employee signs does the finished sheet get mailed to the general contractor as a pdf"
    assert not planned(ask).answers[0].answered


def test_the_name_of_who_else_does_it_needs_no_fact():
    known = Knowledge(
        "Desk",
        (Fact("D1", "pricing", "Only drivers need paid seats; office logins are free.", None, ("seats", "office", "paid")),),
    )
    assert answer_ids(planned("would me and Teri each need paid seats", knowledge=known)) == ["D1"]


def test_nobody_knows_the_price_of_what_no_fact_answers():
    answer = planned("Do you do tax filing?", "what does that cost us").answers[1]
    assert (answer.source, answer.why_not) == ("none", "specific_pricing")


@pytest.mark.parametrize("before, facts", [("Do you do time sheets?", ["A2"]), ("Do you do tax filing?", [])])
@pytest.mark.parametrize(
    "ask", ["which plan do I need to have that", "does it require a particular plan?", "would we need the dearer one for that?"]
)
def test_the_plan_for_that_is_the_plan_of_what_was_asked_before(before, facts, ask):
    assert answer_ids(planned(before, ask), 1) == facts


@pytest.mark.parametrize(
    "ask, facts",
    [
        ("Are there special rates at our size?", ["A3"]),
        ("How soon are we set up from your side?", ["A5"]),
        ("can I reach the help line on a Monday morning", ["A10"]),
        ("Is there a size for the pay slips?", []),
        ("do you have like a part time rate", []),
        ("can we take our pay slips with us", ["A11"]),
        ("do you do time sheets or only punch cards?", ["A2"]),
    ],
)
def test_words_that_only_frame_an_ask_need_no_fact(ask, facts):
    people = "700 employees" if "special" in ask else "20 employees"
    assert answer_ids(planned(ask, thread=thread_of("Hello.", size=people))) == facts


def test_an_it_takes_the_name_from_the_sentence_before():
    known = Knowledge(
        "Sync",
        (
            Fact("B1", "links", "The Corvel link syncs invoices.", None, ("corvel", "sync")),
            Fact("B2", "links", "The Danzo link syncs contacts.", None, ("danzo", "sync")),
            Fact("B3", "links", "Eblo has the same link as Danzo.", None, ("eblo", "sync")),
        ),
    )
    for name, facts in (("Danzo", ["B2"]), ("Eblo", ["B3"]), ("Corvel", [])):
        text = f"We are on {name}. Does it sync contacts?"
        asked = Ask("Does it sync contacts?", "question", (text.index("Does"), len(text)), 0)
        assert answer_ids(planned(asked, thread=thread_of(text), knowledge=known)) == facts


def test_both_halves_are_about_the_verb_they_share():
    assert answer_ids(planned("Can you export pay slips and time sheets?")) == []


@pytest.mark.parametrize(
    "ask, fact",
    [("What is the cheapest plan?", "A1"), ("what does the top plan cost", "A2"), ("Are time sheets in the $14 plan?", "A2")],
)
def test_a_plan_is_named_by_its_price(ask, fact):
    assert answer_ids(planned(ask)) == [fact]


def test_the_note_says_why_the_nearest_fact_is_refused():
    answer = planned("Can pay slips be exported to Canada?").answers[0]
    assert "(“Pay slips can be exported as PDF at any time.”) says nothing of canada" in answer.note


def test_a_fact_of_something_else_is_not_shown_as_the_nearest():
    answer = planned("Do you handle union deductions for employees?").answers[0]
    assert "nearest" not in answer.note
    assert "none speaks of union, deductions" in answer.note


def test_they_stands_for_what_the_thread_spoke_of():
    thread = thread_of("Would pictures of the receipts help?", "They would. Can they be exported?", from_rep=(0,))
    asked = Ask("Can they be exported?", "question", (12, 33), 1)
    assert not planned(asked, thread=thread).answers[0].answered
    thread = thread_of("Would pay slips help?", "They would. Can they be exported?", from_rep=(0,))
    assert answer_ids(planned(asked, thread=thread)) == ["A11"]


@pytest.mark.parametrize(
    "text, asked",
    [
        ("can we export pay slips, ours are on paper and get lost", "can we export pay slips"),
        ("Could you tell me whether direct deposit is included?", "direct deposit is included?"),
        ("we are a bakery.: what does it cost", "what does it cost"),
        ("they vanish from the office.: is that normal", "they vanish from the office.: is that normal"),
        ("do you offer direct deposit, and is it extra", "do you offer direct deposit, and is it extra"),
        ("does the driver hear about it or do we have to call", "does the driver hear about it"),
        ("is it in the price or do you have a rate for schools", "is it in the price or do you have a rate for schools"),
        ("I need a number for 20 seats on Plus to put into the budget", "I need a number for 20 seats on Plus"),
        ("could you give me a feel for how long the setup takes", "how long the setup takes"),
    ],
)
def test_an_ask_is_freed_of_what_surrounds_it(text, asked):
    assert core(text) == asked


def test_a_time_ahead_is_confirmed_and_a_past_one_is_not():
    ahead = ProposedTime(NOW + timedelta(days=2), "Wednesday at 9")
    past = ProposedTime(NOW - timedelta(days=6), "Tuesday at 2", past=True)
    asked = Ask("Wednesday at 9?", "proposal")
    assert planned(asked, times=(ahead,)).answers[0].times == (ahead,)
    refused = planned(asked, times=(past,)).answers[0]
    assert (refused.source, refused.why_not) == ("none", "ambiguous")


def test_bringing_somebody_to_a_meeting_is_the_reps_to_grant():
    times = (ProposedTime(NOW + timedelta(days=2), "Wednesday at 9"),)
    for ask in ("Can my accountant sit in?", "Ill have my accountant with me, hope thats ok"):
        answer = planned(ask, times=times, kind=Kind.MEETING).answers[0]
        assert (answer.source, answer.polarity) == ("thread", Polarity.YES)


def test_an_objection_gets_its_approved_points_and_the_facts_they_cite():
    answer = planned(Ask("It is too expensive: that's a lot of money", "objection"), objections=("X1",)).answers[0]
    assert answer.source == "objection"
    assert answer_ids(planned(Ask("It is too expensive: too much", "objection"), objections=("X1",))) == ["A1", "A8"]
    assert "Basic at $8 per employee is the lower way in." in answer.statements
    assert not any("Ask what" in said for said in answer.statements)
    assert "Ask what they pay now." in answer.note


def test_a_figure_asked_for_inside_an_objection_is_not_papered_over():
    found = planned(Ask("It is too expensive: too much", "objection"), "Can you do $6 per employee?", objections=("X1",))
    assert found.unanswered[0].why_not == "specific_pricing"


def test_without_facts_nothing_is_answered():
    answer = planned("What does it cost?", knowledge=Knowledge("Empty")).answers[0]
    assert not answer.answered


def test_the_same_thread_gives_the_same_plan():
    assert planned("Is direct deposit on Plus?") == planned("Is direct deposit on Plus?")


def test_a_question_inside_an_objection_wants_its_own_answer():
    said = "It is too expensive: too much, and does it run on Linux?"
    found = planned(Ask(said, "objection", (0, 50)), Ask("does it run on Linux", "question", (10, 40)), objections=("X1",))
    assert found.unanswered[0].ask.text == "does it run on Linux"
