from dataclasses import replace

from drafts.domain import Ask, Fact, Kind, Lead, Plan, ValuePoint
from drafts.layers.value.step import choose, said_by
from drafts.tests.keyhaven import AUDIT, LEAD, NIGHTS, OFFLINE, PROOF, asked, brief, planned, thread

QUICK = ValuePoint("W3", ("owner",), (), "paperwork for each arrival", "Check-in needs no paper at all.")
POINTS = (QUICK, NIGHTS, PROOF)


def test_the_concern_the_prospect_voiced_decides_between_points_that_fit():
    writes = thread("Last night two guests were locked out at 1 am again. What does it cost?")
    assert choose(brief(Kind.INBOUND_FIRST), writes, Plan(()), POINTS).point is NIGHTS


def test_without_a_voiced_concern_the_answers_evidence_decides():
    given, plan = planned(Kind.INBOUND_FIRST, asked("Does it work offline?", OFFLINE))
    assert choose(given, thread("Does it work offline?"), plan, POINTS).point is NIGHTS


def test_a_point_for_another_role_is_never_chosen():
    given, plan = planned(Kind.INBOUND_FIRST, asked("Is there a log?", AUDIT))
    chosen = choose(given, thread("Is there a log of who was in a flat?"), plan, (PROOF,))
    assert chosen.point is None
    assert chosen.expected
    assert "owner" in chosen.why


def test_what_they_already_have_is_not_sold_again():
    writes = thread("Our locks already let late guests in at night without a call. Paperwork is the bother.")
    assert choose(brief(Kind.INBOUND_FIRST), writes, Plan(()), POINTS).point is QUICK


def test_no_benefit_is_expected_of_a_confirmation_a_third_reminder_or_a_step_back():
    writes = thread("Friday at 10 works.")
    timing = Ask("Not the right time: not before autumn", "objection")
    for given in (
        brief(Kind.MEETING),
        brief(Kind.NUDGE, nudge_number=3),
        brief(Kind.OBJECTION, timing),
        brief(Kind.OTHER),
    ):
        assert not choose(given, writes, Plan(()), POINTS).expected
    assert choose(brief(Kind.NUDGE, nudge_number=2), writes, Plan(()), POINTS).expected


def test_an_unknown_role_is_met_only_by_what_they_wrote_themselves():
    nobody = replace(LEAD, role="")
    pained = thread("Guests are locked out at night all the time.", lead=nobody)
    assert choose(brief(Kind.INBOUND_FIRST), pained, Plan(()), POINTS).point is NIGHTS
    silent = choose(brief(Kind.INBOUND_FIRST), thread("Price list please.", lead=nobody), Plan(()), POINTS)
    assert silent.point is None
    assert "role" in silent.why


def test_the_reason_names_the_lead_and_what_they_mind():
    chosen = choose(brief(Kind.INBOUND_FIRST), thread("Guests phone me at night."), Plan(()), POINTS)
    assert "an owner in holiday lets" in chosen.why
    assert Lead("x") != LEAD


def test_a_point_that_an_answer_already_makes_gives_way_to_another_that_fits():
    log = ValuePoint(
        "W7", ("owner",), (), "who was in which flat", "Every opening is logged with time and code, so you know who was in."
    )
    logged = Fact("K9", "log", "Every opening is logged with time and code.")
    given, plan = planned(Kind.INBOUND_FIRST, asked("Is every opening logged?", logged))
    writes = thread("Is every opening logged? Late guests call me at night.")
    assert choose(given, writes, plan, (log, NIGHTS)).point is NIGHTS
    assert choose(given, writes, Plan(()), (log,)).point is log


def test_a_concern_in_a_clause_behind_a_question_is_heard():
    said = said_by(
        thread("can the doors take a keypad, ours are on keys and get lost, then we drive out twice for the same guest")
    )
    assert "we drive out twice for the same guest" in said
