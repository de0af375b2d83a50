from datetime import UTC, datetime

import pytest

from drafts.domain import Example, Fact, Kind, Knowledge, Objection
from drafts.tests.keyhaven import AURELIO, KNOWLEDGE, NELL
from drafts.writers.offline import repmodel
from drafts.writers.offline.align import Aligner, targets
from drafts.writers.offline.letters import letters
from drafts.writers.offline.phrases import remember
from drafts.writers.offline.points import read, spoken


def said(rep, fact: str) -> list[str]:
    return [p.text for p in repmodel.learn(rep, KNOWLEDGE).phrases if p.score("fact", fact) >= 0.5]


def test_the_reps_own_words_for_a_fact_are_remembered_with_their_date():
    phrases = [p for p in repmodel.learn(NELL, KNOWLEDGE).phrases if p.score("fact", "K2") >= 0.5]
    assert any("keeps working" in p.text for p in phrases)
    assert all(p.example.startswith("nell") and p.sent_on.year == 2026 for p in phrases)


def test_an_old_head_count_and_its_total_become_slots():
    assert "$6 per door per month." in said(NELL, "K1")
    assert not any("24" in text for text in said(NELL, "K1"))


def test_nothing_of_the_old_thread_stays_in_a_phrase():
    for rep in (NELL, AURELIO):
        for phrase in repmodel.learn(rep, KNOWLEDGE).phrases:
            assert "?" not in phrase.text
            assert not any(name in phrase.text for name in ("Ada", "Olu", "Okafor", "Lund", "Vance"))


def test_a_long_sentence_gives_up_the_clause_that_stands_alone():
    assert any(text.startswith("Every opening is logged") for text in said(AURELIO, "K5"))


def test_response_points_are_read_as_statements_instructions_and_prohibitions():
    stated = read("Technicians only are paid seats (P03, P04).")
    assert (stated.act, stated.facts) == ("", ("P03", "P04"))
    offer = read("Offer the free trial so they can see it (K3).")
    assert (offer.act, offer.text, offer.facts) == ("offer", "the free trial so they can see it.", ("K3",))
    assert read("Do not criticise the other product.").silent
    assert spoken("Never promise a discount.") == ""
    assert spoken("Ask what they would change about it.") == "what they would change about it."


def remembered(reply: str, fact: str, point: str = "", keywords: tuple[str, ...] = ()) -> list[str]:
    """How an example of one sentence says the only fact there is."""
    objections = (Objection("O1", "security", (point,)),) if point else ()
    known = Knowledge("Keyhaven", (Fact("F1", "door", fact, None, keywords),), objections=objections)
    sent = datetime(2026, 5, 4, 9, tzinfo=UTC)
    example = Example("x-1", Kind.INBOUND_FIRST, "routine", sent, "Could you tell me more?", f"Hi Ada,\n\n{reply}\n\nNell")
    return [p.text for p in remember(letters((example,)), Aligner(targets(known))) if p.score("fact", "F1") >= 0.5]


@pytest.mark.parametrize(
    ("reply", "fact", "kept"),
    [
        (
            "It may help to know that every lock keeps its log for sixty days, so that you can look things up.",
            "Every lock keeps its log for 60 days.",
            "Every lock keeps its log for sixty days.",
        ),
        (
            "We hold an audit report from April 2025 to March 2026, which can be shared under a non-disclosure agreement.",
            "We have an audit report from April 2025 to March 2026, shared under NDA.",
            "We hold an audit report from April 2025 to March 2026, which can be shared under a non-disclosure agreement.",
        ),
        (
            "Logs are encrypted both in transit and at rest, with AES-256.",
            "Logs are encrypted in transit and at rest with AES-256.",
            "Logs are encrypted both in transit and at rest, with AES-256.",
        ),
        (
            "As to leaving, every log can be exported as CSV at any time.",
            "You can export every log as CSV at any time.",
            "Every log can be exported as CSV at any time.",
        ),
    ],
)
def test_what_a_rep_states_inside_a_longer_sentence_is_theirs_to_say_again(reply, fact, kept):
    assert kept in remembered(reply, fact)


def test_a_statement_is_never_cut_from_what_qualifies_it():
    found = remembered(
        "Each site can keep its own door list, provided you are on the Estate plan.",
        "Each site keeps its own door list on the Estate plan.",
    )
    assert found
    assert all("provided" in text for text in found)


def test_what_the_reader_once_said_is_not_stated():
    assert not remembered(
        "You had mentioned that every lock keeps its log for sixty days.", "Every lock keeps its log for 60 days."
    )


def test_a_phrase_for_a_response_point_also_says_the_fact_it_cites():
    assert remembered("Audit report's yours under NDA.", "An auditor visits us yearly.", "Audit report under NDA (F1).")
