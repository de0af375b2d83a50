"""Hard line wraps undone; the writer's own line breaks kept."""

import textwrap

import pytest

from profiles.mail import unwrap

PARAGRAPH = (
    "We looked at the offer again and would like to start with forty seats in May, provided that the price "
    "holds until the end of "
    "the year and that the onboarding can be done by your own people rather than by a partner we do not know."
)


SENTENCES = (
    "We can start with forty seats in May if that suits your team.\nThe price would stay as it is until the end of next year."
)


@pytest.mark.parametrize("width", [60, 66, 72, 76, 80])
def test_a_wrapped_paragraph_is_one_line_again(width):
    text = f"Hi Ana,\n\n{textwrap.fill(PARAGRAPH, width)}\n\nBest,\nTom"
    assert unwrap(text) == f"Hi Ana,\n\n{PARAGRAPH}\n\nBest,\nTom"


@pytest.mark.parametrize(
    "text",
    [
        f"Hi Ana,\n{PARAGRAPH}\nBest,\nTom",
        "Hi Ana,\n\nshort line\nanother one\n\nTom",
        "- one thing that is rather long but stands in a list of its own here\n- another thing that is just as "
        "long and also in the list\n- short",
        f"{SENTENCES}\nTom",
        SENTENCES,
        "",
        "one line",
        "Two slots:\nTuesday 14:00\nWednesday 10:30",
    ],
)
def test_line_breaks_of_the_writer_stay(text):
    assert unwrap(text) == text


def test_a_list_item_that_was_wrapped_is_joined_and_the_next_is_not():
    text = f"{textwrap.fill('- ' + PARAGRAPH, 72)}\n- and the second one"
    assert unwrap(text) == f"- {PARAGRAPH}\n- and the second one"


def test_unwrapping_twice_changes_nothing():
    text = f"Hi,\n\n{textwrap.fill(PARAGRAPH, 72)}\n\n{textwrap.fill(PARAGRAPH, 72)}\n\nTom"
    assert unwrap(unwrap(text)) == unwrap(text)
