from datetime import timedelta

import pytest

from drafts.domain import Ask, Kind, ProposedTime
from drafts.layers.relevance.correct import instruct
from drafts.layers.relevance.score import CAP, judge
from drafts.layers.relevance.step import plan
from drafts.tests.sellers import NOW, PAYLARK, REP, brief_of, thread_of
from profiles.language import parse


def judged(text, *asks, thread=None, **given):
    thread = thread or thread_of("Hello.", size="20 employees")
    brief = brief_of(*asks, **given)
    return judge(parse(text), brief, plan(brief, thread, PAYLARK), thread, PAYLARK, REP)


def codes(judgement):
    return {evidence.code for evidence in judgement.evidence if evidence.weight < 0}


def test_a_text_that_says_the_answer_scores_high():
    found = judged(
        "Hi Ines,\n\nBasic is $8 per employee per month, so $160 for the twenty of you.\n\nRo", "What does it cost for us?"
    )
    assert found.score == 1.0
    assert not codes(found)


@pytest.mark.parametrize(
    "text, code",
    [
        ("Hi Ines,\n\nOur help line is open 8am to 5pm Pacific.\n\nRo", "ask_unmet"),
        ("Hi Ines,\n\nGreat question about direct deposit!\n\nRo", "ask_restated"),
        ("Hi Ines,\n\nYou asked whether direct deposit is on Plus.\n\nRo", "ask_restated"),
        ("Hi Ines,\n\nDirect deposit on Plus is something we can discuss on the call.\n\nRo", "ask_restated"),
        ("Hi Ines,\n\nIs direct deposit on Plus what you are after?\n\nRo", "ask_unmet"),
    ],
)
def test_restating_or_passing_over_an_ask_is_no_answer(text, code):
    found = judged(text, "Is direct deposit on Plus?")
    assert found.score < 0.5
    assert code in codes(found)


def test_each_part_of_an_answer_must_be_said():
    asks = "contract length and notice for cancelling"
    whole = judged("The agreement runs for twelve months and can be cancelled with 45 days' notice.", asks)
    half = judged("The agreement runs for twelve months.", asks)
    assert whole.score == 1.0
    assert half.score < 0.5


@pytest.mark.parametrize(
    "sentence, code",
    [
        ("Basic is $6 per employee for you.", "ungrounded_price"),
        ("That comes to $190 a month.", "ungrounded_price"),
        ("Errors fall by 40%.", "ungrounded_number"),
        ("You'd be set up in 2 hours and 19 weeks.", "ungrounded_number"),
        ("We have kept 340 bakeries happy.", "ungrounded_number"),
        ("The next intake is on 14 March.", "ungrounded_date"),
        ("It also speaks to Quickledger.", "ungrounded_name"),
        ("We are certified to ISO 27001.", "ungrounded_name"),
        ("See www.paylark-deals.com for more.", "ungrounded_link"),
        ("I have extended your offer.", "ungrounded_promise"),
        ("I'll refund the first month.", "ungrounded_promise"),
        ("I've attached the contract.", "ungrounded_attachment"),
        ("As we discussed on our last call, it is simple.", "ungrounded_past_event"),
        ("Glad your partners agreed.", "ungrounded_past_event"),
        ("New companies get 25% off the first quarter.", "expired_fact"),
        ("Direct deposit is included on Basic as well as Plus.", "contradicts_fact"),
        ("You would be set up in 3 to 4 weeks.", "expired_fact"),
    ],
)
def test_what_no_source_carries_is_named_and_holds_the_draft(sentence, code):
    answer = "Basic is $8 per employee per month."
    good = judged(answer, "What does Basic cost?")
    found = judged(f"{answer} {sentence}", "What does Basic cost?")
    assert good.score == 1.0
    assert code in codes(found)
    assert found.score < 0.5
    assert all(evidence.spans for evidence in found.evidence if evidence.code == code)


@pytest.mark.parametrize(
    "sentence",
    [
        "That is $160 a month for the 20 of you.",
        "Two things, then I'll leave you to it.",
        "Fancy twenty minutes next week?",
        "Direct deposit is on Plus, not on Basic.",
        "No discount, I'm afraid.",
        "You mentioned the ovens.",
        "It can be cancelled with forty-five days' notice.",
        "I'll call you on Friday.",
    ],
)
def test_what_a_source_carries_or_claims_nothing_passes(sentence):
    thread = thread_of("We bake all night and the ovens eat my time. What does Basic cost?", size="20 employees")
    found = judged(f"Basic is $8 per employee per month. {sentence}", "What does Basic cost?", thread=thread)
    assert found.score >= 0.8, codes(found)


def test_the_leads_notes_are_a_source():
    thread = thread_of("What does Basic cost?", notes="Trial ended 24 November")
    text = "Your trial ended on the 24th. Basic is $8 per employee per month."
    assert judged(text, "What does Basic cost?", thread=thread).score == 1.0


def test_a_nudge_may_not_thank_for_a_reply_that_never_came():
    thread = thread_of("I'll ask my partner about the pay slips.", "Fine, I'll wait.", days_ago=9, from_rep=(1,))
    still_open = Ask("still open: I'll ask my partner about the pay slips.", "open", (0, 40), 0)
    good = judged("Hi Ines,\n\nWhat did your partner think of the pay slips?\n\nRo", still_open, thread=thread, kind=Kind.NUDGE)
    bad = judged(
        "Hi Ines,\n\nThanks for getting back to me about your partner.\n\nRo", still_open, thread=thread, kind=Kind.NUDGE
    )
    silent = judged("Hi Ines,\n\nJust checking in.\n\nRo", still_open, thread=thread, kind=Kind.NUDGE)
    assert good.score == 1.0
    assert "ungrounded_past_event" in codes(bad)
    assert "ask_unmet" in codes(silent)


@pytest.mark.parametrize(
    "said, right",
    [
        ("Wednesday at 3:00 p.m. London time works.", True),
        ("Wednesday at 10:00 a.m. Eastern works.", True),
        ("Wednesday at 3:00 p.m. London works for me.", True),
        ("Wednesday at 10:00 a.m. Eastern (3:00 p.m. for you) works.", True),
        ("Wednesday at 3:00 p.m. your time, 10:00 for me, works.", True),
        ("Wednesday at 3:00 p.m. Eastern works.", False),
        ("Wednesday at 4:30 p.m. works.", False),
    ],
)
def test_a_time_must_be_the_proposed_one_on_the_clock_it_names(said, right):
    start = (NOW + timedelta(days=2)).replace(hour=15)
    asked = Ask("Wednesday 3pm London?", "proposal")
    found = judged(f"Hi Ines,\n\n{said}\n\nRo", asked, times=(ProposedTime(start, "Wednesday 3pm", "London"),), kind=Kind.MEETING)
    assert (found.score >= 0.5) is right
    assert ("ungrounded_time" in codes(found)) is not right


def test_an_objection_is_met_by_an_approved_point_and_rivals_are_left_alone():
    thread = thread_of("We already have Wageworm for that.")
    voiced = Ask("We use another payroll service: We already have Wageworm for that.", "objection")
    good = judged("Hi Ines,\n\nWhat would you change about the service you use?\n\nRo", voiced, thread=thread, objections=("X2",))
    bad = judged(
        "Hi Ines,\n\nWhat would you change? Wageworm can't keep up with a bakery.\n\nRo",
        voiced,
        thread=thread,
        objections=("X2",),
    )
    assert good.score == 1.0
    assert "criticises_rival" in codes(bad)
    assert bad.score < 0.5


def test_an_ask_without_an_answer_caps_even_an_honest_text():
    text = "Basic is $8 per employee per month. On stock options I'll find out and tell you."
    found = judged(text, "What does Basic cost?", "Does it handle stock options?")
    assert found.score <= CAP < 0.5
    assert "specific_technical" in codes(found)


def test_facts_nobody_asked_for_weigh_a_little():
    lean = judged("Basic is $8 per employee per month.", "What does Basic cost?")
    text = "Basic is $8 per employee per month. Pay slips can be exported as PDF at any time. The help line is open 8am to 5pm Pacific."
    full = judged(text, "What does Basic cost?")
    assert "unasked_fact" in codes(full)
    assert 0.5 < full.score < lean.score


def test_an_empty_text_cannot_be_judged():
    assert judged("", "What does Basic cost?").score is None


def test_the_instruction_says_what_to_answer_and_what_to_take_out():
    brief = brief_of("Is direct deposit on Plus?")
    thread = thread_of("Hello.")
    made = plan(brief, thread, PAYLARK)
    text = "Hi Ines,\n\nErrors fall by 40%.\n\nRo"
    instruction = instruct(judge(parse(text), brief, made, thread, PAYLARK, REP), made)
    assert "Direct deposit is included on the Plus plan" in instruction.sentence
    assert "40%" in instruction.sentence
    assert {"ask_unmet", "ungrounded_number"} <= set(instruction.codes)
    assert [text[a:b] for a, b in instruction.spans] == ["40%"]


def test_there_is_nothing_to_instruct_when_only_facts_are_missing():
    brief = brief_of("Does it handle stock options?")
    thread = thread_of("Hello.")
    made = plan(brief, thread, PAYLARK)
    assert instruct(judge(parse("I'll find out."), brief, made, thread, PAYLARK, REP), made) is None
