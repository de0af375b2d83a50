"""The score: a calibrated probability, and evidence that adds up to it."""

from math import exp

import pytest

from profiles.language import parse
from profiles.tests.voice_letters import MAILS, others, profile, samples
from profiles.voice import Sample, judge, learn, prepare
from profiles.voice.standing import HIGHEST, probability, settled, unsettled

WRITERS = tuple(MAILS)
STRANGERS = [(claimed, writer) for claimed in WRITERS for writer in WRITERS if claimed != writer]


def judged(text: str, claimed: str):
    return judge(parse(prepare(text)), profile(claimed), others(claimed))


@pytest.mark.parametrize("writer", WRITERS)
def test_a_writers_new_mails_are_theirs(writer):
    assert all(judge(s.doc, profile(writer), others(writer)).score > 0.5 for s in samples(writer)[12:])


@pytest.mark.parametrize(("claimed", "writer"), STRANGERS)
def test_somebody_elses_are_not(claimed, writer):
    assert all(judge(s.doc, profile(claimed), others(claimed)).score < 0.2 for s in samples(writer)[12:])


@pytest.mark.parametrize(("claimed", "writer"), [*((w, w) for w in WRITERS), *STRANGERS])
def test_the_evidence_adds_up_to_the_score_exactly(claimed, writer):
    found = judge(samples(writer)[13].doc, profile(claimed), others(claimed))
    assert 1 / (1 + exp(-sum(e.weight for e in found.evidence))) == pytest.approx(found.score, abs=1e-9)


def test_it_adds_up_without_colleagues_too():
    found = judge(samples("curt")[13].doc, profile("curt"))
    assert 1 / (1 + exp(-sum(e.weight for e in found.evidence))) == pytest.approx(found.score, abs=1e-9)


@pytest.mark.parametrize(("claimed", "writer"), [("curt", "winding"), ("dashed", "dashed")])
def test_every_piece_of_evidence_is_a_sentence_with_spans_in_the_text(claimed, writer):
    doc = samples(writer)[12].doc
    for one in judge(doc, profile(claimed), others(claimed)).evidence:
        assert one.code
        assert one.sentence.endswith(".")
        assert all(0 <= start < end <= len(doc.text) for start, end in one.spans)


def test_what_speaks_against_a_stranger_names_habits_a_person_can_check():
    doc = samples("winding")[12].doc
    against = {e.code: e for e in judge(doc, profile("curt"), others("curt")).against()}
    longest = against["longest_sentence"]
    assert longest.sentence.startswith("Words of the longest sentence: 41 words here")
    assert "in the rep's mails" in longest.sentence
    assert [len(doc.text[a:b].split()) for a, b in longest.spans] == [41]


@pytest.mark.parametrize("text", ["", "Hi Bo.", "Hi Bo.\n\nThanks, that works for us. See you.\n\nRae"])
def test_too_short_says_so(text):
    found = judged(text, "curt")
    assert found.score is None
    assert not found.evidence
    assert not found.passes(0.0)


def test_one_foreign_sentence_in_a_long_text_is_found():
    own = MAILS["winding"][12]
    foreign = "So you'd just switch it on (ten minutes, tops), and nobody, honestly nobody, rings round again, okay?"
    mixed = own.replace("\n\nWith kind", f" {foreign}\n\nWith kind")
    whole, broken = judged(own, "winding"), judged(mixed, "winding")
    assert broken.score < 0.5 < whole.score
    named = next(e for e in broken.evidence if e.code == "foreign_stretch")
    assert named.weight < 0
    assert any(foreign in mixed[start:end] for start, end in named.spans)
    assert "foreign_stretch" not in {e.code for e in whole.evidence}


def test_other_topics_in_the_same_voice_stay_that_writers():
    swapped = MAILS["curt"][12]
    for word, other in (("crews", "choirs"), ("crew", "choir"), ("van", "organ"), ("week", "month"), ("call log", "hymn list")):
        swapped = swapped.replace(word, other)
    assert swapped != MAILS["curt"][12]
    assert judged(swapped, "curt").score > 0.5


def test_the_writers_topics_in_another_voice_do_not_help():
    about_the_same = (
        "Dear Ann,\n\nThe trial week, the van list and the night shift, which your crews would find on one screen, could perhaps be "
        "moved over in a week, although I would suggest that one crew be asked first, so that nobody has to ring round.\n\n"
        "With kind regards,\nRae"
    )
    assert judged(about_the_same, "curt").score < 0.2


def test_the_same_text_gets_the_same_answer():
    again = learn([Sample(parse(s.doc.text), s.kind, s.tag, s.id) for s in samples("dashed")[:12]])
    first = judge(samples("dashed")[12].doc, profile("dashed"), others("dashed"))
    second = judge(parse(samples("dashed")[12].doc.text), again, others("dashed"))
    assert (first.score, [(e.code, e.sentence) for e in first.evidence]) == (
        second.score,
        [(e.code, e.sentence) for e in second.evidence],
    )


@pytest.mark.parametrize("odds", [-40, -8, -2.5, -0.3, 0, 0.7, 3, 9, 60])
def test_scores_stay_in_the_stated_range_and_in_order(odds):
    score = probability(settled(odds))
    assert 1 - HIGHEST <= score <= HIGHEST
    assert probability(settled(odds - 0.2)) < score
    assert unsettled(score) == pytest.approx(odds, rel=1e-3, abs=1e-9)


def test_a_threshold_beyond_the_range_is_read_as_its_end():
    assert unsettled(1.0) == unsettled(HIGHEST) > 100
    assert unsettled(0.0) == unsettled(1 - HIGHEST) < -100
