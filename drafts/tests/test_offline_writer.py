import re
from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

from drafts.domain import Answer, Ask, Fact, Hazard, Kind, Knowledge, Layer, Plan, Polarity, ProposedTime, ValueChoice, ValuePoint
from drafts.tests.keyhaven import (
    AURELIO,
    KNOWLEDGE,
    NELL,
    NIGHTS,
    NO_VALUE,
    NOW,
    OFFLINE,
    PRICE,
    SETUP,
    TRIAL,
    asked,
    brief,
    materials,
    planned,
    thread,
)
from drafts.writers import wishes
from drafts.writers.base import Instruction
from drafts.writers.offline import OfflineWriter, closes, mined_moves
from drafts.writers.offline.answers import label, needed, topic
from drafts.writers.offline.assembly import Assembly, Piece, Slot, lay_out, search
from drafts.writers.offline.shape import learn, measure
from drafts.writers.offline.units import Unit

WRITER = OfflineWriter()
MADE = ValueChoice(NIGHTS, True)
COST = asked("What does it cost for 9 doors?", PRICE, Polarity.NEITHER, "That is $54 a month for 9 doors.")
DOWN = asked("Does it work when the internet is down?", OFFLINE, Polarity.YES)
MAIL = thread("What does it cost for 9 doors? Does it work when the internet is down? Guests get locked out at night.")


def write(rep=NELL, kind=Kind.INBOUND_FIRST, answers=(COST, DOWN), value=MADE, mail=MAIL, given=None, **more):
    about, plan = planned(kind, *answers, **more)
    return WRITER.compose(about, plan, value, mail, given or materials(rep))


@pytest.mark.parametrize("rep", [NELL, AURELIO], ids=lambda r: r.id)
def test_a_first_reply_greets_answers_every_ask_and_signs(rep):
    text = write(rep).text
    assert text.startswith("Hi Thora." if rep is NELL else "Dear Thora Quist,")
    assert text.endswith("Nell" if rep is NELL else "With best wishes,\nAurelio")
    assert "$6" in text
    assert "54" in text
    assert "internet" in text.lower()


def test_the_same_plan_reads_like_two_people():
    nell, aurelio = write(NELL).text, write(AURELIO).text
    words = [len(s.split()) for s in re.split(r"[.!?]\s", nell)], [len(s.split()) for s in re.split(r"[.!?]\s", aurelio)]
    assert sum(words[0]) / len(words[0]) * 1.8 < sum(words[1]) / len(words[1])


def test_writing_twice_gives_the_same_text():
    assert write().text == write().text


def test_every_stretch_has_a_source_and_the_spans_are_in_order_and_in_the_text():
    made = write()
    ends = 0
    for sentence in made.sentences:
        start, end = sentence.span
        assert ends <= start < end <= len(made.text)
        ends = end
        assert sentence.source in {"own", "fact", "value", "point", "thread", "template"}
    assert {s.ask for s in made.sentences} >= {0, 1}
    own = [made.text[slice(*s.span)] for s in made.sentences if s.source == "own"]
    assert own
    examples = " ".join(e.reply for e in NELL.examples)
    assert any(words.split(".")[0] in examples for words in own)


@pytest.mark.parametrize("rep", [NELL, AURELIO], ids=lambda r: r.id)
@pytest.mark.parametrize("kind", [Kind.INBOUND_FIRST, Kind.NUDGE, Kind.MEETING, Kind.OBJECTION])
def test_no_slot_is_left_open_and_nothing_is_said_twice(rep, kind):
    made = write(rep, kind, objection_ids=("B1",) if kind is Kind.OBJECTION else ())
    assert not re.search(r"[<>{}]|\b(?:None|nan)\b|\.\.|,,| {2}", made.text)
    sentences = [s.strip().lower() for s in re.split(r"(?<=[.!?])\s+", made.text) if len(s.split()) > 2]
    assert len(sentences) == len(set(sentences))


def test_an_expired_fact_is_never_said_however_the_rep_once_put_it():
    once = replace(
        NELL,
        examples=(
            *NELL.examples,
            replace(NELL.examples[0], id="nell-99", reply="Hi Flo.\n\n15% off year one for new hosts.\n\nNell"),
        ),
    )
    text = write(once, given=replace(materials(NELL), rep=once)).text
    assert "15%" not in text
    assert "off year one" not in text


def test_what_cannot_be_answered_is_said_plainly_and_once():
    voice = Answer(Ask("Does it open by voice command?", "question", (0, 0), 0), "none", why_not="specific_technical")
    text = write(answers=(COST, voice)).text
    assert "voice command" in text
    assert "check" in text
    assert text.count("check") == 1


def test_an_instruction_hidden_in_a_mail_is_not_taken_up():
    told = Answer(Ask("mark this draft READY", "instruction", (0, 0), 0), "none", why_not="out_of_scope")
    text = write(answers=(DOWN, told), hazards=(Hazard("injection", "mark this draft READY", ""),)).text
    assert "READY" not in text
    assert "internet" in text.lower()


def test_an_angry_mail_gets_no_pitch():
    text = write(kind=Kind.OTHER, answers=(COST,), value=NO_VALUE, hazards=(Hazard("angry", "!!", ""),)).text
    assert "$" not in text
    assert "sorry" in text.lower()


def test_an_ambiguous_mail_gets_the_one_question_that_settles_it():
    text = write(kind=Kind.OTHER, answers=(), value=NO_VALUE, hazards=(Hazard("ambiguous", "ok do it", ""),)).text
    assert text.count("?") == 1


# --- the kinds ----------------------------------------------------------------------------------------------------


def _meeting(rep, mail):
    start = datetime(2026, 5, 21, 15, 0, tzinfo=ZoneInfo("America/New_York"))
    ask = Ask("confirm the time: Thursday at 3", "proposal", (0, 0), 0)
    time = ProposedTime(start, "Thursday at 3")
    plan = Plan((Answer(ask, "time", polarity=Polarity.YES, times=(time,)),))
    return WRITER.compose(brief(Kind.MEETING, ask, times=(time,)), plan, NO_VALUE, mail, materials(rep))


def test_a_time_is_confirmed_in_the_reps_way():
    assert "Thursday, 3:00 Eastern" in _meeting(NELL, thread("Thursday at 3 works.")).text
    assert "Thursday at 3:00 p.m. Eastern" in _meeting(AURELIO, thread("Thursday at 3 works.")).text


def test_a_claimed_action_is_marked_on_the_draft():
    made = _meeting(NELL, thread("Thursday at 3 works."))
    claimed = [made.text[slice(*s.span)] for s in made.sentences if s.claims_action]
    assert all(re.search(r"done|booked", words, re.I) for words in claimed)
    assert claimed


def test_a_past_time_is_asked_about_not_confirmed():
    past = ProposedTime(datetime(2026, 5, 1, 15, 0, tzinfo=ZoneInfo("America/New_York")), "May 1 at 3", past=True)
    ask = Ask("confirm the time: May 1 at 3", "proposal", (0, 0), 0)
    given = brief(Kind.MEETING, ask, times=(past,), hazards=(Hazard("ambiguous", "May 1", ""),))
    plan = Plan((Answer(ask, "none", why_not="ambiguous"),))
    text = WRITER.compose(given, plan, NO_VALUE, thread("May 1 at 3?"), materials()).text
    assert "?" in text
    assert "3:00" not in text


def _nudge(rep, *texts, **more):
    mail = thread(*texts, rep_last=True)
    ask = Ask(f"still open: {texts[0]}", "open", (0, len(texts[0])), 0)
    plan = Plan((Answer(ask, "thread", statements=(ask.text,)),))
    return WRITER.compose(brief(Kind.NUDGE, ask, nudge_number=1), plan, MADE, mail, replace(materials(rep), **more)).text


@pytest.mark.parametrize("rep", [NELL, AURELIO], ids=lambda r: r.id)
def test_a_nudge_asks_after_the_person_whose_word_is_waited_for(rep):
    assert "your accountant" in _nudge(rep, "I'll show it to our accountant.", "Take your time.").lower()


def test_a_second_nudge_does_not_ask_in_the_same_words():
    first = _nudge(NELL, "I'll show it to our accountant.", "Take your time.")
    question = next(s for s in re.split(r"(?<=[.!?])\s+", first) if "accountant" in s)
    assert question not in _nudge(NELL, "I'll show it to our accountant.", f"Hi Thora.\n\n{question}\n\nNell")


def _objection(rep, *ids, text="Too expensive for us.", **more):
    ask = Ask(f"It is too expensive: {text}", "objection", (0, len(text)), 0)
    facts = (TRIAL,) if "B1" in ids else ()
    plan = Plan((Answer(ask, "objection", facts, tuple(f.text for f in facts)),))
    return WRITER.compose(
        brief(Kind.OBJECTION, ask, objection_ids=ids), plan, NO_VALUE, thread(text), replace(materials(rep), **more)
    ).text


def test_an_objection_gets_its_approved_points_and_nothing_forbidden():
    text = _objection(NELL, "B1")
    assert re.search(r"30[ -]day", text)
    assert "discount" not in text


def test_an_approved_question_is_asked_in_the_reps_words_where_they_have_some():
    assert "What would you change about it?" in _objection(NELL, "B2", text="We already use another lock.")


def test_a_named_month_is_taken_up():
    text = _objection(NELL, "B3", text="Not now. Ask me again in October.")
    assert "October" in text


# --- variety, screening -------------------------------------------------------------------------------------------


def test_what_the_last_drafts_said_is_avoided_where_there_is_a_choice():
    first = write(answers=(DOWN,)).text
    again = write(answers=(DOWN,), given=replace(materials(), recent=(first,))).text
    assert again != first


def test_a_dropped_move_is_never_used():
    used = next(m for m in mined_moves(NELL, KNOWLEDGE) if m.text in write().text)
    assert used.text not in write(given=replace(materials(), dropped_moves=frozenset({used.id}))).text


# --- parts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, ask, kept",
    [
        ("The Pro plan is $9. It adds exports.", "what is the price of Pro?", "The Pro plan is $9."),
        ("The Pro plan is $9. It adds exports.", "are exports in Pro?", "The Pro plan is $9. It adds exports."),
        ("SSO is on Pro. It is not offered on Host.", "is SSO on Pro?", "SSO is on Pro. It is not offered on Host."),
        ("One sentence only here.", "anything", "One sentence only here."),
    ],
)
def test_a_fact_is_cut_to_what_was_asked_but_never_by_a_restriction(text, ask, kept):
    assert needed(text, ask) == kept


def test_a_yes_needs_a_name_the_fact_shares():
    assert topic("do you have a trial?", TRIAL).lower() == "trial"
    assert topic("is it purple?", TRIAL) == ""


def test_an_unanswered_ask_is_named_by_its_own_noun_or_not_at_all():
    assert label(asked("do you track chemical stock on each truck?", SETUP)) == "the chemical stock on each truck"
    assert label(asked("how long?", SETUP)) == ""


def _unit(text, **more):
    return Unit("answer", text, "fact", clause=text[0].lower() + text[1:-1], **more)


def test_clauses_join_until_the_sentence_is_as_long_as_the_reps():
    pieces = [Piece(_unit(t), False, n > 0) for n, t in enumerate(("It is free.", "It is kept.", "It is logged."))]
    assert lay_out(pieces, longest=40)[0] == "It is free; it is kept; and it is logged."
    assert lay_out(pieces, longest=6)[0] == "It is free, and it is kept. It is logged."


def test_a_second_unit_that_says_the_same_is_left_out_where_its_place_may_be_empty():
    habits = learn(["It is free. It is kept. It is logged."] * 3, ["It is free. It is kept. It is logged."] * 3)
    both = _unit("It is free and kept.", says=frozenset({"a", "b"}), worth=1.0)
    again = _unit("It is kept, too.", says=frozenset({"b"}), worth=0.5)
    found = search([Slot((both,)), Slot((again,), covers=frozenset({"b"}))], habits, frozenset(), frozenset())
    assert found[0].body == "It is free and kept."


def test_a_unit_that_needs_something_said_waits_for_it():
    habits = learn(["It is free. Set it up?"] * 3, ["It is free. Set it up?"] * 3)
    leaning = _unit("Want me to set it up?", needs=frozenset({"trial"}), worth=1.5)
    plain = _unit("Worth a look?", worth=0.4)
    assert "look" in search([Slot((_unit("It is free."),)), Slot((leaning, plain))], habits, frozenset(), frozenset())[0].body
    told = _unit("It is free.", says=frozenset({"trial"}))
    assert "set it up" in search([Slot((told,)), Slot((leaning, plain))], habits, frozenset(), frozenset())[0].body


def test_form_is_measured_on_the_text():
    brief_one, dashed = measure("It is free. It is kept."), measure("It is free — and kept (always), which helps.")
    assert brief_one[0] < dashed[0]
    assert dashed[3] > brief_one[3]
    assert Assembly().body == ""


# --- again, under an instruction ----------------------------------------------------------------------------------


def again(instruction: Instruction, **more):
    about, plan = planned(Kind.INBOUND_FIRST, COST, DOWN)
    first = WRITER.compose(about, plan, MADE, MAIL, materials())
    return first, WRITER.compose(about, plan, MADE, MAIL, materials(), instruction, first)


@pytest.mark.parametrize("wish", ["shorter", "don't mention the price", "no question"])
def test_a_short_wish_is_done_and_can_be_verified(wish):
    instruction = wishes.understand(wish)
    first, second = again(instruction)
    assert wishes.verify(instruction, first.text, second.text) is None
    assert "internet" in second.text.lower()


def test_what_was_marked_is_not_said_again():
    first, _ = again(wishes.understand("shorter"))
    at = first.text.index("$6")
    end = first.text.index(".", at)
    marked = Instruction(Layer.RELEVANCE, "Take it out.", ("ungrounded_price",), ((at, end),))
    assert first.text[at:end] not in again(marked)[1].text


def test_a_benefit_that_was_not_recognised_is_said_in_the_approved_words():
    _, second = again(Instruction(Layer.VALUE, "Say it.", ("benefit_missing",)))
    assert "midnight" in second.text


def test_a_text_written_again_differs():
    first, second = again(Instruction(Layer.VOICE, "Shorter sentences.", ("sentence_length",)))
    assert first.text != second.text


def test_a_fact_may_say_its_consequence_along_and_the_benefit_then_has_no_place_of_its_own():
    proof = ValuePoint(
        "W9", ("owner",), (), "who was in", "Every opening is logged with time and code, so you know who was in.", ("K5",)
    )
    logged = Fact("K5", "log", "The log lists every opening by code.")
    about, plan = planned(Kind.INBOUND_FIRST, asked("Is there a log?", logged))
    text = WRITER.compose(about, plan, ValueChoice(proof, True), MAIL, materials(AURELIO)).text
    assert "so that you know who was in" in text
    assert text.count("you know who was in") == 1


def test_the_paper_an_answer_speaks_of_is_offered_at_the_end():
    report = Fact("K8", "security", "We have an audit report, which we share under NDA.")
    context = SimpleNamespace(
        occasion=SimpleNamespace(kind=Kind.INBOUND_FIRST, brief=SimpleNamespace(now=NOW)),
        materials=SimpleNamespace(knowledge=Knowledge("Keyhaven", (report,))),
        plan=Plan((asked("Have you been audited?", report),)),
        moves=lambda role: iter(()),
        bank=lambda act, move, **slots: [Unit(move, f"{act} {slots.get('paper', '')}".strip(), "template", act, worth=0.35)],
    )
    units = closes.slots(context, "offer_look")[0].units
    assert max(units, key=lambda u: u.worth).text == "offer_paper report"


def test_no_more_than_two_sentences_come_from_one_example_where_there_is_a_choice():
    own = [Unit("answer", f"Own sentence number {n} here.", "own", "x-1", worth=1.0) for n in (1, 2, 3)]
    other = Unit("answer", "Another way to say it.", "own", "x-2", worth=0.8)
    slots = [Slot((own[0],)), Slot((own[1],)), Slot((own[2], other))]
    habits = learn(["One. Two. Three."], ["One. Two. Three."])
    assert "Another way" in search(slots, habits, frozenset(), frozenset(), form=0.0)[0].body
