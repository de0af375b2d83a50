from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from drafts.domain import Example, Kind
from drafts.tests.keyhaven import AURELIO, KNOWLEDGE, NELL
from drafts.writers.offline import mined_moves
from drafts.writers.offline.align import Aligner, targets
from drafts.writers.offline.asides import with_asides
from drafts.writers.offline.letters import letters
from drafts.writers.offline.moves import mine
from drafts.writers.offline.portable import Setting, dangles, ties
from drafts.writers.offline.units import Unit
from profiles.language import parse


def moves(rep, role: str, kind: Kind) -> list[str]:
    return [m.text for m in mined_moves(rep, KNOWLEDGE) if (m.role, m.kind) == (role, kind)]


@pytest.mark.parametrize(
    "sentence, incoming",
    [
        ("Get off the roof first.", "I'm on a roof until three."),
        ("Hope Marcus is back.", "Marcus is ill this week."),
        ("She will like it.", "My sister decides."),
        ("You have five days left.", "We started the trial."),
        ("October it is.", "Ask me in October."),
        ("The same link again.", "Can we move it?"),
        ("No deck, then.", "Please send no deck."),
        ("When we spoke, it was late.", "Good talk."),
    ],
)
def test_what_belongs_to_an_old_thread_is_tied_to_it(sentence, incoming):
    assert ties(parse(sentence)[:], Setting(parse(incoming), strict=True))


@pytest.mark.parametrize(
    "sentence",
    [
        "Want to see it on your own jobs?",
        "If it's a no, say no.",
        "Worth 15 minutes?",
        "Thank you for your message.",
        "I would be happy to arrange a conversation whenever it suits you.",
    ],
)
def test_stock_sentences_can_be_said_to_anyone(sentence):
    assert not ties(parse(sentence)[:], Setting(parse("We run 11 doors and want a price."), strict=True))


def test_a_sentence_about_an_unexplained_it_hangs_on_the_one_before():
    assert dangles(parse("It's the one that pays.")[:])
    assert dangles(parse("Takes ten minutes.")[:])
    assert not dangles(parse("How did it land?")[:])
    assert not dangles(parse("I can take it.")[:])


def test_a_reps_moves_are_found_with_their_place():
    assert "Want to see it? 15 minutes." in moves(NELL, "close", Kind.INBOUND_FIRST)
    assert "If it's a no, say no. I can take it." in moves(NELL, "close", Kind.NUDGE)
    assert "Here's the part I'd care about." in moves(NELL, "frame", Kind.INBOUND_FIRST)
    assert any("<person>" in text for text in moves(NELL, "ask", Kind.NUDGE))
    assert any(text.startswith("<when>") for text in moves(NELL, "when", Kind.MEETING))


def test_an_opening_is_cut_before_the_clause_that_ties_it():
    opened = moves(AURELIO, "open", Kind.INBOUND_FIRST)
    assert any(text.startswith("Thank you for") for text in opened)
    assert not any("Okafor" in text or "June" in text for text in opened)


def test_what_needs_something_said_before_it_says_so():
    setting_up = next(m for m in mined_moves(NELL, KNOWLEDGE) if m.text == "Want me to set it up?")
    assert setting_up.needs


def test_words_that_claim_an_action_are_marked():
    found = {m.text: m.claims_action for m in mined_moves(NELL, KNOWLEDGE) if m.role == "when"}
    assert any(claims for text, claims in found.items() if "booked" in text or "Done" in text)


def test_ids_stay_the_same_while_the_words_do():
    first = {m.id: m.text for m in mined_moves(NELL, KNOWLEDGE)}
    later = {m.id: m.text for m in mined_moves(replace(NELL, examples=NELL.examples[:-1]), KNOWLEDGE)}
    assert len(first) == len(mined_moves(NELL, KNOWLEDGE))
    assert all(first[i] == later[i] for i in first.keys() & later.keys())
    assert len(first.keys() & later.keys()) > 5


def test_a_mail_of_no_routine_kind_gives_no_moves():
    odd = replace(NELL, examples=tuple(replace(e, kind=Kind.OTHER) for e in NELL.examples))
    assert mined_moves(odd, KNOWLEDGE) == ()


def test_what_stands_in_brackets_behind_a_first_question_is_an_aside_unless_only_that_question_explains_it():
    def aside(text: str) -> list[str]:
        sent = datetime(2026, 5, 4, 9, tzinfo=UTC)
        example = Example(
            "x-1", Kind.MEETING, "routine", sent, "Tuesday at ten?", f"Hi Ada, who else is joining? ({text}) See you then."
        )
        return [m.text for m in mine(letters((example,)), Aligner(targets(KNOWLEDGE))) if m.role == "aside"]

    assert aside("It changes what I show.") == ["(It changes what I show.)"]
    assert aside("It usually does.") == []
    assert aside("The canyon crew, I bet.") == []


def test_an_aside_about_two_answers_goes_only_with_a_question_that_offers_two():
    def with_aside(question: str, share: float) -> list[str]:
        aside = Unit("aside", "(They need different answers.)", "own")
        context = SimpleNamespace(
            model=SimpleNamespace(asides=share),
            first_contact=False,
            moves=lambda role, anywhere=False: iter(() if anywhere else (aside,)),
            bank=lambda act, move: [],
        )
        return [u.text for u in with_asides(context, [Unit("open", question, "template")])]

    assert with_aside("Is it the price or the timing?", 0.8)[1:] == [
        "Is it the price or the timing? (They need different answers.)"
    ]
    assert with_aside("Is it the price?", 0.8)[1:] == []
    assert with_aside("Is it paper, phone — or memory?", 0.8)[1:] == []
    assert with_aside("Is it the price or the timing?", 0.2)[1:] == []


def test_a_stock_phrase_that_takes_up_a_small_word_of_the_old_mail_is_tied_to_it():
    span = parse("Nothing is cheaper than nothing.")[:]
    assert ties(span, Setting(parse("We pay nothing now."), strict=True))
    assert not ties(span, Setting(parse("We pay a lot now."), strict=True))
