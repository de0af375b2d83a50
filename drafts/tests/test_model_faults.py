"""What code finds wrong with a model's words, and what it must let pass."""

from pathlib import Path

import pytest

from drafts.model import trouble
from drafts.writers import faults
from drafts.writers.faults import Sources

SOURCES = Sources(
    texts=(
        "The Basic plan is $1,200.50 per seat, with 14 days to try it.",
        "The time Thursday at 2:00pm Eastern suits.",
        "We have twenty-five drivers; see haulable.example.com or write to mara@haulable.example.com.",
        "Could it start on 3 March?",
        "It was there 99.9% of the time.",
    ),
    habits=("Want to see it? 20 minutes is enough.", "Ten minutes on the phone, and 30% off until June."),
)


def codes(text: str) -> list[str]:
    return [fault.code for fault in faults.of_words(text, SOURCES, "m4rk")]


@pytest.mark.parametrize(
    "text",
    [
        "Basic is $1200.50 a seat.",
        "You get fourteen days to try it, 14 in all.",
        "25 drivers is fine, and so is twenty five.",
        "Thursday at 2 then, or 2:00 pm, which is 14:00.",
        "It could start on March 3.",
        "Two things, then one question.",
        "Want 20 minutes? Ten minutes would do.",
        "1. Yes.\n2. No.",
        "See https://haulable.example.com/ or mara@haulable.example.com.",
        "Here is the short version of the price.",
        "Sure, that works for us, and here you are.",
        "I'm afraid I can't say yet.",
        "One day at a time (really).",
        "May we show you?",
        "Less than half, not more.",
        "It ran 99.90% of the time.",
    ],
)
def test_words_with_nothing_wrong_pass(text):
    assert codes(text) == []


@pytest.mark.parametrize(
    "text, code",
    [
        ("Basic is $1,300 a seat.", "new_number"),
        ("That is 30% off.", "new_number"),
        ("It ran 99.97% of the time.", "new_number"),
        ("It is $20.50 a seat.", "new_number"),
        ("A 30 minute call.", "new_number"),
        ("Set up in six weeks.", "new_number"),
        ("At 3:15 then.", "new_number"),
        ("Thursday at 3pm.", "new_time"),
        ("Thursday at 2am.", "new_time"),
        ("Friday at 2pm.", "new_day"),
        ("Until June.", "new_day"),
        ("Shall we talk tomorrow?", "new_day"),
        ("On March 5.", "new_number"),
        ("In May 14 days will do.", "new_day"),
        ("See haulable.com.", "new_link"),
        ("Write to ola@haulable.example.com.", "new_link"),
        ("Hello [First Name], it works.", "placeholder"),
        ("Hello {{ first_name }}, it works.", "placeholder"),
        ("Hello <name>, it works.", "placeholder"),
        ("The price is TBD.", "placeholder"),
        ("Signed, ____", "placeholder"),
        ("Here's a polished version of your reply: it works.", "preamble"),
        ("Certainly! Here is the email.", "preamble"),
        ("It works. Let me know if you'd like me to adjust anything.", "preamble"),
        ("As an AI, I like it.", "preamble"),
        ("I can't help with that request.", "refused"),
        ("**Price:** free.", "markup"),
        ("<b>Free.</b>", "markup"),
        ("Fine. MAIL m4rk>>>", "quoted_prompt"),
        ("You help a sales rep answer one e-mail, one small step at a time.", "quoted_prompt"),
        ("Nous vous remercions de votre message et nous sommes à votre disposition.", "wrong_language"),
        ("  \n ", "empty"),
    ],
)
def test_each_fault_is_found(text, code):
    assert codes(text)[0] == code


@pytest.mark.parametrize("fault", [f for f in vars(faults).values() if isinstance(f, faults.Fault)], ids=lambda f: f.code)
def test_every_fault_says_what_to_mend_and_tells_a_person(fault):
    assert fault.mend.endswith(".")
    assert fault.sentence.startswith("The language model's text ")
    assert len(fault.sentence) < 200


def test_every_trouble_and_fault_has_its_row_in_the_docs():
    page = (Path(__file__).parents[2] / "docs" / "model.md").read_text(encoding="utf-8")
    codes = {*trouble.SENTENCES, *(f.code for f in vars(faults).values() if isinstance(f, faults.Fault))}
    assert {code for code in codes if f"`{code}`" not in page} == set()
