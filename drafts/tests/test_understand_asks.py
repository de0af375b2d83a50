"""Every distinct ask is found, in words that stand by themselves; politeness asks for nothing."""

from datetime import UTC, datetime

import pytest

from drafts.domain import Knowledge, Lead, Message, Rep, Thread, Trigger
from drafts.understand import understand
from drafts.understand.asks import Place, find_asks
from drafts.understand.reading import read

NOW = datetime(2027, 3, 10, 9, 0, tzinfo=UTC)


def asks(text: str, rep_said: str = "") -> list[str]:
    return [ask.text for ask in find_asks(read(text), Place(rep_said=rep_said))]


@pytest.mark.parametrize(
    "text",
    [
        "do the office people need a licence",
        "We wonder whether you deliver on Sundays.",
        "I'd like to know how the fee is worked out.",
        "what hours is support, our guys start 6am",
        "Send me the spec sheet.",
        "Looking for a quote on 300 mugs.",
        "price for 30 chairs please",
        "Recycled paper if you have it.",
        "A price list would help.",
        "Our works council will ask where the data is kept.",
        "And I'd bring our clerk along if that's ok.",
        "Parking?",
    ],
)
def test_an_ask_needs_no_question_mark_and_no_pattern_of_its_own(text):
    assert len(asks(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "How are you?",
        "Could you believe it?",
        "Let me know if you have any questions.",
        "Please excuse the typos.",
        "Hope you had a good weekend.",
        "When I called on Friday, nobody was in.",
        "I need to talk to my partner first.",
        "I will let you know what they say.",
        "We do about 200 orders a day.",
        "Ask me again in February.",
        "Thanks for getting back to me so quickly.",
        "couple of questions",
    ],
)
def test_courtesies_and_statements_ask_nothing(text):
    assert asks(text) == []


def test_a_list_is_one_ask_an_item_without_its_lead_in():
    text = "Please let us know:\n1. whether SAML is available;\n2. how often backups run;\n(c) payment terms"
    assert asks(text) == ["whether SAML is available", "how often backups run", "payment terms"]


def test_an_enumeration_inside_a_sentence_is_split():
    assert asks("Before we talk: (1) is it audited, (2) who has access, (3) our own login.") == [
        "is it audited",
        "who has access",
        "our own login.",
    ]


def test_a_comma_list_after_a_lead_in_is_split():
    assert asks("For a comparison please state: payment terms, contract length, notice period.") == [
        "payment terms",
        "contract length",
        "notice period.",
    ]


def test_several_questions_in_one_sentence_are_several_asks():
    assert len(asks("Is cleaning included or do we wash them ourselves, and what does it cost?")) == 3
    assert len(asks("I should be glad to learn whether you scan plates, how they travel, and what the cost would be.")) == 3


def test_a_condition_stays_with_its_question():
    assert asks("If a box has been opened, can it still go back?") == ["If a box has been opened, can it still go back?"]


def test_what_only_explains_is_left_out():
    assert asks("does it talk to Tallyho, that's what my bookkeeper uses") == ["does it talk to Tallyho"]


def test_a_clause_without_a_word_of_its_own_takes_the_ask_before_it():
    assert asks("Do you have text notices? Is that extra?")[1] == "Do you have text notices: Is that extra?"


def test_a_plural_pronoun_is_completed_from_the_mail_or_from_the_reps():
    assert asks("The glasses look lovely. Can they be engraved?") == ["Can they (glasses) be engraved?"]
    assert asks("Can they be exported?", rep_said="Attached are the photos.") == ["Can they (photos) be exported?"]


def test_both_of_those_is_one_ask_for_each_thing_said_before():
    found = asks("Half my crew speaks Spanish and we work underground. Does it deal with either of those?")
    assert len(found) == 2
    assert "Spanish" in found[0]
    assert "underground" in found[1]


def test_the_same_ask_twice_counts_once():
    assert len(asks("Is parking included?\n\nIs parking included?")) == 1


def test_spans_point_at_the_words():
    text = "Hi Noor,\n\nthanks. Do you deliver on Sundays? And is it free\n\nRobin"
    for ask in find_asks(read(text), Place()):
        assert text[slice(*ask.span)].strip("?") in ask.text


def test_greeting_and_sign_off_are_not_read():
    text = "Dear Ms. Noor,\n\nDo you ship to Norway?\n\nKind regards\nTorsten Beck\nPlant Engineering"
    found = read(text)
    assert found.greeting == "Dear Ms. Noor,"
    assert found.closing.splitlines()[0] == "Kind regards"
    assert [u.text for u in found.units] == ["Do you ship to Norway?"]


def test_a_short_question_at_the_end_is_no_sign_off():
    assert asks("Looks good.\n\nPrice?") == ["Price?"]


def test_text_without_content_is_read_and_held():
    for text in ("", "   \n", "🙂", "\ufeff", "?!", "x" * 20_000):
        thread = Thread(Lead("Ann"), (Message(False, NOW, text),))
        brief = understand(thread, NOW, Trigger.INBOUND, Rep("r", "Noor", "n@s.example", "Europe/London"), Knowledge("S"))
        assert [h.code for h in brief.hazards] == ["ambiguous"]


@pytest.mark.parametrize(
    "text",
    [
        "if I like it can I try it for a month",
        "if we move a booking does the guest hear about it or do we have to call them",
        "do you take cash or don't you",
        "I'd have to be sure that the crew can sign on the phone",
        "The other thing is whether anybody answers on a Sunday.",
        "If yours can wait ten minutes before it rings, I'm listening.",
        "And can four more chairs be added in June?",
        "I'd rather you called my cell.",
    ],
)
def test_what_is_asked_behind_a_condition_or_with_its_alternative_is_one_ask(text):
    assert len(asks(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "We had a stormy autumn (who hasn't?) and got little done.",
        "Who hasn't lost a spoon in the soup!",
        "How are you all holding up with the cold?",
        "Have a blessed day",
        "That's all for now.",
        "Guess who does it then?",
    ],
)
def test_rhetoric_asks_nothing(text):
    assert asks(text) == []


def test_an_order_to_tell_several_things_is_several_asks():
    found = asks(
        "Kindly set out your minimum term, the notice we must give, how invoices are paid, and what becomes of our data."
    )
    assert [ask.split()[0].lower() for ask in found] == ["kindly", "the", "how", "what"]


def test_a_new_question_after_a_condition_is_an_ask_of_its_own():
    assert len(asks("Would three be enough to begin with, and when we grow do we pay for nine?")) == 2


def test_a_fragment_under_a_question_takes_the_question_along():
    assert asks("Do we get somebody at your end?\n- for how long")[1] == "Do we get somebody at your end?: for how long"


def test_an_it_is_what_was_asked_about_before():
    assert asks("What is in the box? And how long can we hold on to it?")[1].startswith("What is in the box: ")


def test_a_number_at_the_start_of_a_line_is_no_list():
    assert asks("69 quid for a clock, do you take cards") == ["do you take cards"]


@pytest.mark.parametrize(
    "text",
    [
        "tell me if the oven is in every kit or do I have to buy up for it",
        "whether the guest hears about it or if I still have to ring them",
        "do the ovens clean themselves or does Pam still need her brush",
        "is the lid something you have as standard or do we build it",
        "do you have other bakers on it or is it all cooks",
    ],
)
def test_the_other_answer_is_no_ask_of_its_own(text):
    assert len(asks(text)) == 1


@pytest.mark.parametrize("lead", ["I need the following for the record.", "Three small questions.", "These are the points:"])
def test_a_sentence_that_leads_to_a_list_is_no_ask(lead):
    assert asks(f"{lead}\ni. Whether it can be signed.\nii. How it is cleaned.") == [
        "Whether it can be signed.",
        "How it is cleaned.",
    ]


def test_what_is_counted_carries_over():
    assert asks("how many forks are in the small box and how many in the large")[1] == "how many forks in the large"


@pytest.mark.parametrize(
    "text", ["They are big kitchens with ovens and what have you.", "Many are old hands and do not fancy new pans."]
)
def test_what_only_looks_like_a_question_is_none(text):
    assert asks(text) == []


@pytest.mark.parametrize(
    "text",
    ["If it is a go, how long until all of it is here.", "One I forgot to ask, is the long spoon a thing you have as standard"],
)
def test_a_question_behind_its_announcement_is_one(text):
    assert len(asks(text)) == 1


def test_the_order_of_a_bargain_is_asked_for():
    text = "Match that on all 60 and waive the first quarter and we have a deal, otherwise we go with them."
    assert [a[:10] for a in asks(text)] == ["Match that"]


@pytest.mark.parametrize("name", ["C. Dunmore, Controller", "H. van Aasterholt\nFG / DPO"])
def test_a_name_behind_initials_asks_nothing(name):
    assert asks(f"Can invoices be paid by ACH?\n\n{name}") == ["Can invoices be paid by ACH?"]


def test_what_one_wants_to_know_before_a_list_is_the_list():
    assert asks("I'd want to know\n\n* whether crews share a board\n* what the setup takes") == [
        "whether crews share a board",
        "what the setup takes",
    ]


def test_a_sentence_beside_the_question_of_its_list_item_is_no_ask_but_what_it_points_at():
    assert asks("Two things:\n- we are on Danzo. Does it sync with that?\n- price for 12") == [
        "we are on Danzo: Does it sync with that?",
        "price for 12",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "We get 30 calls a day from people asking where the driver is.",
        "I run the desk here and ring every one of them to see where they are.",
        "Please answer below.",
        "I need only this, the rest my colleague will ask.",
    ],
)
def test_a_tale_and_a_word_on_how_to_reply_ask_nothing(text):
    assert asks(text) == []


def test_what_one_will_be_asked_is_a_question():
    assert asks("The other thing my board will ask is in which country the records are kept.")


def test_a_demand_with_a_figure_is_an_ask_also_where_it_objects():
    text = "Get to 33 a head and you have us, otherwise we go with them."
    unit = read(text).units[0]
    assert find_asks(read(text), Place(), objecting=(unit,))


def test_an_hour_written_with_a_stop_is_no_list_number():
    assert asks("Monday 8.15 in the morning or Tuesday 3.30 in the afternoon") == []


@pytest.mark.parametrize("line", ["Odell, CPA", "A. Odell, CPA\nThis e-mail may be privileged."])
def test_a_name_with_its_letters_asks_nothing(line):
    assert asks(f"Does it sync?\n\n{line}") == ["Does it sync?"]


def test_three_questions_with_commas_are_three_asks():
    text = "What exactly moves between Danzo and you, which plan is it on, and how long would 46 people take to get running?"
    assert len(asks(text)) == 3
