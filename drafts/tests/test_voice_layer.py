"""The voice layer's words: what a person can mend comes first."""

from drafts.domain import Layer
from drafts.layers.voice.correct import habits_first, instruct
from profiles.judgement import Evidence, Judgement

VAGUE = Evidence("other_voices", "4 of 42 other voices fit this text as well or better.", -2.0)
WORDS = Evidence("letters", "Spelling and choice of words: unlike the rep's, above all “synergy”.", -1.5, ((0, 7),))
DASHES = Evidence("mark_dash", "Dashes: none here, 5.2 per 100 words in the rep's mails.", -0.4)
LENGTH = Evidence("sentence_length", "Words a sentence: 24 words here, 9 words in the rep's mails.", -0.9, ((0, 40),))
PART = Evidence("foreign_stretch", "One part does not sound like the rest.", -0.3, ((10, 40),))
FOR = Evidence("greets_hi", "Mails that greet with “hi”: this one, and all of the rep's.", 1.0)


def test_a_foreign_part_then_habits_then_words_then_the_rest():
    assert habits_first((VAGUE, WORDS, LENGTH, DASHES, PART)) == (PART, LENGTH, DASHES, WORDS, VAGUE)


def test_the_instruction_names_three_things_to_change_with_their_places():
    found = instruct(Judgement(0.2, (VAGUE, FOR, DASHES, WORDS, LENGTH)))
    assert found.layer is Layer.VOICE
    assert found.codes == ("sentence_length", "mark_dash", "letters")
    assert found.sentence.startswith("Keep what is said, change how: Words a sentence")
    assert found.spans == ((0, 40), (0, 7))


def test_nothing_against_a_text_needs_no_instruction():
    assert instruct(Judgement(0.9, (FOR,))) is None
