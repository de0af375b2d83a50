from dataclasses import replace

import pytest

from drafts import hold
from drafts.domain import Answer, Ask, Hazard, Kind, Layer, Plan, Policy, ValueChoice
from drafts.tests.keyhaven import NIGHTS, brief
from profiles.judgement import Evidence, Judgement

GOOD = {layer: Judgement(0.9) for layer in Layer}
POLICY = Policy()
MADE = ValueChoice(NIGHTS, True)
MAIL = brief(Kind.INBOUND_FIRST)


def decide(given=MAIL, plan=Plan(()), value=MADE, judgements=GOOD, policy=POLICY):  # noqa: B008
    return hold.decide(given, plan, value, judgements, policy)


def test_a_sound_draft_is_ready_without_notes():
    assert decide() == (hold.READY, ())


@pytest.mark.parametrize("code", sorted(hold.SETTLES))
def test_each_hazard_holds_on_relevance_with_its_words_and_a_way_to_release_it(code):
    status, notes = decide(replace(MAIL, hazards=(Hazard(code, "these words", "Something is uncertain."),)))
    assert status == hold.HELD
    assert (notes[0].layer, notes[0].code, notes[0].quote) == (Layer.RELEVANCE, code, "these words")
    assert "approve" in notes[0].sentence or "reject" in notes[0].sentence


@pytest.mark.parametrize("code", sorted(hold.DONE_INSTEAD))
def test_some_hazards_leave_nothing_to_write_and_say_what_was_done(code):
    status, notes = decide(replace(MAIL, hazards=(Hazard(code, "away until June", "Away."),)))
    assert status == hold.SKIPPED
    assert notes[0].sentence.startswith("Nothing was written")
    assert hold.nothing_to_write(replace(MAIL, hazards=(Hazard(code, "", ""),)))


def test_an_ask_without_an_answer_holds_with_its_reason_and_its_words():
    ask = Ask("Does it open by voice?", "question")
    status, notes = decide(plan=Plan((Answer(ask, "none", why_not="specific_technical", note="No approved fact says."),)))
    assert status == hold.HELD
    assert (notes[0].code, notes[0].quote) == ("specific_technical", "Does it open by voice?")


VOICE_ASK = Ask("Does it open by voice?", "question")
NO_VOICE = Plan((Answer(VOICE_ASK, "none", why_not="specific_technical", note="No approved fact says."),))
CAPPED = Evidence("specific_technical", "No approved fact says.", -1.0, (), VOICE_ASK.text)


@pytest.mark.parametrize("beside", [(), (Evidence("unasked_fact", "Nobody asked.", -0.08),)])
def test_a_gap_is_named_once_though_the_score_falls_over_it_too(beside):
    _, notes = decide(plan=NO_VOICE, judgements={**GOOD, Layer.RELEVANCE: Judgement(0.3, (CAPPED, *beside))})
    assert [(n.code, n.quote) for n in notes] == [("specific_technical", VOICE_ASK.text)]
    assert "Fill in what you can confirm" in notes[0].sentence


def test_what_else_is_wrong_with_the_text_is_named_beside_the_gap():
    invented = Evidence("ungrounded_price", "No source says $9.", -0.6, ((3, 5),))
    _, notes = decide(plan=NO_VOICE, judgements={**GOOD, Layer.RELEVANCE: Judgement(0.1, (CAPPED, invented))})
    assert [n.code for n in notes] == ["specific_technical", "ungrounded_price"]


def test_an_ask_that_is_a_hazard_is_named_by_the_hazard():
    unclear = Answer(
        Ask("unclear which option is accepted: yes", "unclear"), "none", why_not="ambiguous", note="“yes” is yours to judge."
    )
    unknown = Answer(Ask("Which of the two doors?", "question"), "none", why_not="ambiguous", note="No door is known.")
    mail = replace(MAIL, hazards=(Hazard("ambiguous", "yes", "It fits two questions."),))
    _, notes = decide(mail, plan=Plan((unclear, unknown)))
    assert [n.quote for n in notes] == ["yes", "Which of the two doors?"]


@pytest.mark.parametrize("layer", list(Layer))
def test_the_layer_that_falls_is_named_with_what_weighs_most_against_it(layer):
    weak = Judgement(0.2, (Evidence("mild", "Mild.", -0.1), Evidence("grave", "Grave.", -0.8, ((3, 9),))))
    status, notes = decide(judgements={**GOOD, layer: weak})
    assert status == hold.HELD
    assert [(n.layer, n.code, n.spans) for n in notes] == [(layer, "grave", ((3, 9),))]


def test_a_score_at_its_threshold_passes_and_one_just_under_does_not():
    policy = Policy(thresholds=dict.fromkeys(Layer, 0.6))
    assert decide(judgements=dict.fromkeys(Layer, Judgement(0.6)), policy=policy)[0] == hold.READY
    under = {**GOOD, Layer.VOICE: Judgement(0.5999)}
    status, notes = decide(judgements=under, policy=policy)
    assert status == hold.HELD
    assert "0.60" in notes[0].sentence


def test_too_little_text_is_held_and_said_so_not_guessed():
    _, notes = decide(judgements={**GOOD, Layer.VOICE: Judgement(None)})
    assert notes[0].code == "too_short"


def test_the_starting_odds_are_no_reason():
    weak = Judgement(0.1, (Evidence("prior", "Before anything is read.", -3.0), Evidence("dashes", "No dashes here.", -0.4)))
    _, notes = decide(judgements={**GOOD, Layer.VOICE: weak})
    assert notes[0].code == "dashes"


def test_no_fitting_value_point_is_the_reason_even_with_other_evidence():
    nobody = ValueChoice(None, True, "No approved value point is meant for a baker.")
    _, notes = decide(value=nobody, judgements={**GOOD, Layer.VALUE: Judgement(0.0, (Evidence("filler", "Filler.", -0.4),))})
    assert notes[0].code == "no_point_fits"
    assert "baker" in notes[0].sentence


def test_notes_are_sentences_with_one_end_mark():
    hazards = (Hazard("legal", "clause 9", "They want clause 9 changed"), Hazard("angry", "!!!", "They are angry."))
    _, notes = decide(replace(MAIL, hazards=hazards))
    assert all(n.sentence.endswith(".") and ".." not in n.sentence for n in notes)
