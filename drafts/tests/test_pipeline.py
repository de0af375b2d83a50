from dataclasses import replace

import pytest

from drafts import pipeline
from drafts.domain import Composition, Kind, Layer, Policy, Trigger
from drafts.hold import HELD, READY, SKIPPED
from drafts.tests.keyhaven import NOW, materials, thread
from drafts.writers import Writer, wishes
from profiles.judgement import Evidence, Judgement

MAIL = thread("Hi, what does the Host plan cost? And does the lock work when the internet is down? Guests phone me at night.")


class Scripted(Writer):
    """Hands out texts in turn and remembers the instructions it was given."""

    name = "scripted"

    def __init__(self, *texts):
        self.texts, self.told = list(texts), []

    def compose(self, brief, plan, value, thread, materials, instruction=None, previous=None):
        if instruction is not None:
            self.told.append((instruction, previous))
        return Composition(self.texts.pop(0), self.name)


@pytest.fixture
def scores(monkeypatch):
    """Scores by text: {"draft 1": {"voice": .2}}; what is not listed scores .9."""
    table = {}

    def judged(case, text, voice=None):
        given = table.get(text, {})
        bad = Evidence("off", "Something is off.", -0.5)
        return {layer: Judgement(given.get(layer, 0.9), (bad,) if given.get(layer, 0.9) < 0.5 else ()) for layer in Layer}

    monkeypatch.setattr(pipeline, "judged", judged)
    return table


def run(writer, mail=MAIL, trigger=Trigger.INBOUND, given=None):
    return pipeline.draft(mail, trigger, NOW, given or materials(), writer)


def test_a_good_first_draft_is_ready_after_one_attempt(scores):
    writer = Scripted("first")
    outcome = run(writer)
    assert (outcome.status, len(outcome.attempts), writer.told) == (READY, 1, [])


def test_only_the_layer_that_failed_is_mended(scores):
    scores["first"] = {Layer.VOICE: 0.2}
    writer = Scripted("first", "second")
    outcome = run(writer)
    assert [i.layer for i, _ in writer.told] == [Layer.VOICE]
    assert writer.told[0][1].text == "first"
    assert (outcome.status, outcome.best.composition.text) == (READY, "second")
    assert outcome.attempts[1].layer is Layer.VOICE
    assert outcome.attempts[1].instruction


def test_a_correction_that_breaks_another_layer_is_refused_and_still_shown(scores):
    scores["first"] = {Layer.VOICE: 0.2}
    scores["second"] = {Layer.VOICE: 0.9, Layer.RELEVANCE: 0.1}
    outcome = run(Scripted("first", "second"))
    assert outcome.best.composition.text == "first"
    assert outcome.status == HELD
    assert outcome.held_by == (Layer.VOICE,)
    assert [a.composition.text for a in outcome.attempts] == ["first", "second"]


def test_a_correction_that_does_not_help_is_not_taken(scores):
    scores["first"] = {Layer.VALUE: 0.3}
    scores["second"] = {Layer.VALUE: 0.2}
    assert run(Scripted("first", "second")).best.composition.text == "first"


def test_two_rounds_and_no_more(scores):
    for text, score in (("first", 0.1), ("second", 0.2), ("third", 0.3), ("fourth", 0.9)):
        scores[text] = {Layer.VOICE: score}
    outcome = run(Scripted("first", "second", "third", "fourth"))
    assert [a.composition.text for a in outcome.attempts] == ["first", "second", "third"]
    assert outcome.best.composition.text == "third"
    assert outcome.status == HELD


def test_the_second_round_turns_to_the_other_layer_that_fails(scores):
    scores["first"] = {Layer.VOICE: 0.1, Layer.VALUE: 0.3}
    scores["second"] = {Layer.VALUE: 0.3}
    writer = Scripted("first", "second", "third")
    outcome = run(writer)
    assert [i.layer for i, _ in writer.told] == [Layer.VOICE, Layer.VALUE]
    assert outcome.status == READY


def test_the_policys_thresholds_decide(scores):
    scores["first"] = {Layer.VOICE: 0.7}
    strict = replace(materials(), policy=Policy(thresholds={**Policy().thresholds, Layer.VOICE: 0.8}))
    assert run(Scripted("first", "first", "first"), given=strict).status == HELD
    assert run(Scripted("first")).status == READY


def test_an_automatic_reply_is_not_written_to():
    mail = thread("Automatic reply: I am out of the office until 2 June with limited access to email.")
    writer = Scripted()
    outcome = run(writer, mail)
    assert (outcome.status, outcome.best, outcome.attempts) == (SKIPPED, None, ())
    assert outcome.notes


def test_a_nudge_before_its_day_is_not_written():
    quiet = thread("I'll think about it.", "Think about it. I'm around.", rep_last=True)
    outcome = run(Scripted(), quiet, Trigger.NUDGE_DUE)
    assert outcome.brief.kind is Kind.NUDGE
    assert outcome.status == SKIPPED


def test_typed_text_is_judged_by_the_same_rules():
    outcome = run(Scripted("x" * 5, "y" * 5, "z" * 5, "w" * 5))
    text = "Hi Thora.\n\n$9 per door per month. The lock keeps working when the internet is down.\n\nNell"
    judgements, notes = pipeline.rescore(text, outcome, MAIL, materials())
    assert set(judgements) == set(Layer)
    assert Layer.RELEVANCE in {n.layer for n in notes}


def test_again_for_one_layer_tells_the_writer_that_layer_and_keeps_the_better_text(scores):
    scores["typed"] = {Layer.VALUE: 0.3}
    outcome = run(Scripted("first"))
    writer = Scripted("mended")
    again = pipeline.revise(outcome, MAIL, materials(), writer, text="typed", layer=Layer.VALUE)
    assert [i.layer for i, _ in writer.told] == [Layer.VALUE]
    assert again.best.composition.text == "mended"


def test_a_wish_is_obeyed_only_when_its_effect_shows(scores):
    long, short = "one two three four five six.", "one two."
    outcome = run(Scripted(long))
    done = pipeline.revise(outcome, MAIL, materials(), Scripted(short), wish="shorter")
    assert (done.best.composition.text, done.status) == (short, READY)
    not_done = pipeline.revise(outcome, MAIL, materials(), Scripted(long + " seven."), wish="shorter")
    assert not_done.best.composition.text == long
    assert not_done.notes[-1].code == "wish_not_met"


def test_a_wish_that_would_break_a_layer_leaves_the_draft_alone(scores):
    scores["short"] = {Layer.RELEVANCE: 0.1}
    outcome = run(Scripted("one two three four."))
    kept = pipeline.revise(outcome, MAIL, materials(), Scripted("short"), wish="shorter")
    assert kept.best.composition.text == "one two three four."
    assert "another layer" in kept.notes[-1].sentence


def test_an_unknown_wish_is_answered_not_ignored(scores):
    outcome = run(Scripted("first"))
    answered = pipeline.revise(outcome, MAIL, materials(), Scripted(), wish="more pizzazz")
    assert (answered.status, [n.code for n in answered.notes]) == (outcome.status, ["wish_not_met"]) == (READY, ["wish_not_met"])


def test_a_correction_that_mends_nothing_says_so(scores):
    scores["typed"] = scores["no better"] = {Layer.RELEVANCE: 0.1}
    outcome = run(Scripted("first"))
    kept = pipeline.revise(outcome, MAIL, materials(), Scripted("no better"), text="typed", layer=Layer.RELEVANCE)
    assert kept.best.composition.text == "typed"
    assert kept.notes[-1].code == "not_mended"


@pytest.mark.parametrize("wish", wishes.EXAMPLES)
def test_what_the_desk_offers_is_understood(wish):
    assert wishes.understand(wish)


class Offering(Scripted):
    """Offers several texts at once."""

    def candidates(self, *given):
        return tuple(Composition(text, self.name) for text in self.texts)


def test_of_several_texts_the_first_that_passes_everywhere_is_taken(scores):
    scores["first"] = {Layer.RELEVANCE: 0.2}
    assert run(Offering("first", "second", "third")).best.composition.text == "second"


def test_when_all_fail_the_one_that_fails_least_is_shown(scores):
    scores["first"] = {Layer.RELEVANCE: 0.2, Layer.VALUE: 0.2}
    scores["second"] = {Layer.VALUE: 0.4}
    scores["third"] = {Layer.VALUE: 0.3}
    assert run(Offering("first", "second", "third")).attempts[0].composition.text == "second"
