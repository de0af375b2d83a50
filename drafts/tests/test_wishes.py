import pytest

from drafts.writers import wishes

LONG = "Hi Ada.\n\n$6 per door per month. Four doors, so $24.\n\nThe trial is free. 30 days.\n\nWant to see it?\n\nNell"
SHORT = "Hi Ada.\n\n$6 per door per month.\n\nNell"


@pytest.mark.parametrize(
    "wish, code",
    [
        ("shorter", wishes.SHORTER),
        ("make it a bit shorter please", wishes.SHORTER),
        ("too long!", wishes.SHORTER),
        ("more detail", wishes.LONGER),
        ("don't mention price", wishes.OMIT),
        ("leave out the trial", wishes.OMIT),
        ("no question at the end", wishes.NO_QUESTION),
    ],
)
def test_common_wishes_are_understood(wish, code):
    assert wishes.understand(wish).codes == (code,)


def test_an_unknown_wish_is_said_to_be_unknown_not_obeyed_silently():
    assert wishes.understand("sound like Shakespeare") is None
    assert "Shakespeare" in wishes.not_understood("sound like Shakespeare").sentence


@pytest.mark.parametrize("wish", ["cut   , shorter", "don't mention ss", "no   .", "skip   !", "no sss please"])
def test_a_topic_of_next_to_nothing_breaks_no_draft(wish):
    """Such a wish ended the draft as failed: its topic was an empty word, which begins with nothing."""
    understood = wishes.understand(wish)
    assert understood is None or all(understood.topics) and not wishes.mentions("It is $24 a month.", understood.topics)


def test_a_named_topic_covers_the_words_that_mean_it():
    price = wishes.understand("don't mention the price").topics
    assert wishes.mentions("It is $24 a month.", price)
    assert wishes.mentions("Pricing is simple.", price)
    assert not wishes.mentions("The lock keeps working.", price)


@pytest.mark.parametrize(
    "wish, before, after, done",
    [
        ("shorter", LONG, SHORT, True),
        ("shorter", SHORT, SHORT, False),
        ("more detail", SHORT, LONG, True),
        ("more detail", LONG, SHORT, False),
        ("don't mention the trial", LONG, SHORT, True),
        ("don't mention the price", LONG, SHORT, False),
        ("no questions", LONG, SHORT, True),
        ("no questions", LONG, LONG, False),
    ],
)
def test_the_effect_is_checked_on_the_text_itself(wish, before, after, done):
    assert (wishes.verify(wishes.understand(wish), before, after) is None) is done
