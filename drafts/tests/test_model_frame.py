"""A model's sentences inside a greeting and sign-off built by code."""

import pytest

from drafts.domain import Rep
from drafts.writers.frame import Said, assembled, taken_apart, without_frame
from drafts.writers.offline.envelope import Envelope

REP = Rep("r", "Mara Lindqvist", "mara@haulable.example", "UTC", "Mara Lindqvist\nHaulable | Sales\n+46 8 555 010")


def bare(*sentences: str) -> list[str]:
    return [s.text for p in without_frame([[Said(s)] for s in sentences], REP) for s in p]


@pytest.mark.parametrize(
    "sentences",
    [
        ("Hi Ola,", "It is free."),
        ("Dear Ola,", "It is free.", "Best regards,"),
        ("Hello Ola!", "It is free.", "Kind regards, Mara"),
        ("It is free.", "Mara"),
        ("It is free.", "Cheers,", "Mara Lindqvist", "Haulable | Sales", "+46 8 555 010"),
        ("Hi Ola, it is free.", "Thanks,", "Mara"),
        ("", "It is free.", "", "  ".strip()),
    ],
)
def test_greeting_sign_off_and_signature_go(sentences):
    assert bare(*sentences) == ["It is free."]


@pytest.mark.parametrize(
    "sentences",
    [("Good question, and a fair one.",), ("Thanks for asking about the price.",), ("It is free.", "Shall I show you?")],
)
def test_sentences_that_say_something_stay(sentences):
    assert bare(*sentences) == list(sentences)


def test_nothing_but_a_frame_leaves_nothing():
    assert bare("Hi Ola,", "Mara") == []


def mail(envelope: Envelope, *paragraphs: list[str]) -> tuple[str, list[str]]:
    text, sentences = assembled(envelope, [[Said(s, n) for s in p] for n, p in enumerate(paragraphs)], "model")
    return text, [text[slice(*s.span)] for s in sentences]


def test_every_span_points_at_its_sentence():
    text, spans = mail(Envelope("Hi Ola.", "Best,\nMara"), ["It is free.", "Really."], ["Shall I show you?"])
    assert text == "Hi Ola.\n\nIt is free. Really.\n\nShall I show you?\n\nBest,\nMara"
    assert spans == ["Hi Ola.", "It is free.", "Really.", "Shall I show you?", "Best,\nMara"]


def test_a_list_keeps_its_lines():
    text, _ = mail(Envelope("Hi Ola.", "Mara"), ["Your questions:", "1. Yes.", "2. No."])
    assert "Your questions:\n1. Yes.\n2. No." in text


@pytest.mark.parametrize(
    "first, expected",
    [("Quick one first.", "quick one first."), ("I think so.", "I think so."), ("ISO is held.", "ISO is held.")],
)
def test_a_first_sentence_runs_on_after_an_inline_greeting(first, expected):
    text, spans = mail(Envelope("Hey Ola —", "Mara", inline=True), [first])
    assert text == f"Hey Ola — {expected}\n\nMara"
    assert spans[1] == expected


def test_a_mail_without_greeting_or_closing_is_its_body():
    assert mail(Envelope("", ""), ["It is free."]) == ("It is free.", ["It is free."])


def test_a_sentence_that_claims_a_deed_is_marked():
    _, sentences = assembled(Envelope("Hi Ola.", "Mara"), [[Said("I've sent the invite."), Said("It is free.")]], "model")
    assert [s.claims_action for s in sentences] == [False, True, False, False]


@pytest.mark.parametrize(
    "envelope",
    [
        Envelope("Hi Ola.", "Mara"),
        Envelope("Dear Ms. Fjell,", "With kind regards,\nMara"),
        Envelope("Hey Ola —", "Cheers,\nMara", True),
    ],
)
def test_a_mail_put_together_comes_apart_again(envelope):
    body = "no signal is fine, the app goes on and sends it later.\n\nShall I show you?"
    assert taken_apart(envelope.seal(body)[0]) == (envelope, body)


def test_a_body_alone_has_no_frame():
    assert taken_apart("It is free. Shall I show you?") == (Envelope("", ""), "It is free. Shall I show you?")
