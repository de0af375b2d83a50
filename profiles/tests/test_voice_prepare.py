"""What a mail client does to a text is undone before anything is measured: a draft never has it."""

import textwrap

import numpy as np
import pytest

from profiles.language import parse
from profiles.tests.voice_letters import MAILS
from profiles.voice import prepare
from profiles.voice.measure import measure

WINDING = MAILS["winding"][0]


def wrapped(text: str, width: int = 72) -> str:
    return "\n\n".join("\n".join(textwrap.fill(line, width) for line in part.split("\n")) for part in text.split("\n\n"))


@pytest.mark.parametrize(
    "marked",
    [
        WINDING.replace("\n", "\r\n"),
        WINDING.replace("\n\n", "\n\n\n\n"),
        WINDING.replace("\n\n", "\n \t\n"),
        WINDING.replace(" ", "\u00a0"),
        WINDING.replace(" ", "  "),
        WINDING.replace("\n", "  \n"),
        WINDING.replace("you", "y\u200bou"),
        "\ufeff\n\n" + WINDING + "\n\n\n",
        wrapped(WINDING),
        wrapped(WINDING, 60),
    ],
)
def test_marks_of_the_mail_client_are_undone(marked):
    assert prepare(marked) == prepare(WINDING)


def test_curly_quotation_marks_are_straight():
    assert prepare("“Don’t,” she said") == '"Don\'t," she said'


@pytest.mark.parametrize("text", [*MAILS["curt"][:3], *MAILS["dashed"][:3], wrapped(WINDING)])
def test_preparing_twice_changes_nothing(text):
    assert prepare(prepare(text)) == prepare(text)


def test_wrapped_and_unwrapped_measure_alike():
    plain, with_wraps = (measure(parse(prepare(text))) for text in (WINDING, wrapped(WINDING)))
    assert np.array_equal(plain.value, with_wraps.value)
    assert np.array_equal(plain.evidence, with_wraps.evidence)


def test_the_writers_own_line_ends_are_kept():
    assert prepare("Hi Bo,\n\n- the map\n- the rota\n\nRae") == "Hi Bo,\n\n- the map\n- the rota\n\nRae"
