"""What a model states is made of what may be said; the prospect's words, and nobody's, are not."""

import pytest

from drafts.writers.borne import unborne

SOURCES = (
    "The Host plan is $6 per door per month, billed annually.",
    "A guest who arrives at midnight gets in without phoning you.",
    "Hi Ada.\n\nFour doors, so $24. Want to see it? 15 minutes.\n\nNell",
)


@pytest.mark.parametrize(
    "text",
    [
        "Thank you for writing.",
        "The Host plan costs $6 a door each month and is billed once a year.",
        "Guests who come at midnight get in, and nobody phones.",
        "Would a certified police lock with a lifetime warranty help?",
        "If the insurer demands certificates, tell me.",
        "Four doors, so $24.",
        "",
    ],
)
def test_what_is_borne_out_or_states_nothing(text):
    assert not list(unborne(text, SOURCES))


@pytest.mark.parametrize(
    "text",
    [
        "Our locks are certified by the police.",
        "We accept all liability for thefts.",
        "Your present supplier is going out of business.",
        "I have copied our managing director.",
    ],
)
def test_what_is_not(text):
    assert list(unborne(f"The Host plan is $6 per door per month. {text}", SOURCES)) == [text]
