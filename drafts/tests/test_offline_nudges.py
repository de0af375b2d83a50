"""Whom and what a nudge names: the party of the prospect's last mail that was to do something, and what had to be over first."""

from datetime import datetime, timedelta

import pytest

from drafts.domain import Answer, Knowledge, Lead, Message, Plan, Rep, Thread, Trigger, ValueChoice
from drafts.tests.keyhaven import AURELIO, NELL, NIGHTS, materials
from drafts.understand import understand
from drafts.writers.offline import OfflineWriter
from drafts.writers.offline.nudges import awaits, depends, event_of
from drafts.writers.offline.occasion import Occasion
from drafts.writers.offline.parties import Deed, parties_in, waited_for
from profiles.language import parsed

WROTE = datetime.fromisoformat("2027-03-05T16:00:00-06:00")
SELLER = Rep("r", "Noor", "noor@seller.example", "America/Chicago")


def occasion(text: str, *later: str) -> Occasion:
    """A quiet thread: the prospect's mail and the rep's mails after it, a day apart."""
    said = (Message(True, WROTE + timedelta(days=n), t) for n, t in enumerate(later or ("I'll wait.",), 1))
    thread = Thread(Lead("Ann Wilde", stage="proposal"), (Message(False, WROTE, text), *said))
    return Occasion(understand(thread, WROTE + timedelta(days=30), Trigger.NUDGE_DUE, SELLER, Knowledge("S"), 3), thread)


@pytest.mark.parametrize(
    ("text", "words", "deed"),
    [
        ("My sister-in-law does the books. I'll walk her through it at the weekend.", "your sister-in-law", Deed.JUDGE),
        ("Rafael and Ines run the night shift. I'll get them to play with it and report back.", "Rafael and Ines", Deed.TRY),
        ("ok. need to run it by the old man, he still signs every cheque", "the old man", Deed.JUDGE),
        (
            "We're a co-op so the members vote on anything over two thousand. The meeting is on the 9th.",
            "the members",
            Deed.JUDGE,
        ),
        ("The church council meets the first Tuesday of the month, I've put you on the agenda.", "the church council", Deed.MEET),
        ("Head office has the final say, I've sent it up to Brigitte there and she's quick.", "Brigitte", Deed.JUDGE),
        ("Let me check with our insurance people first.", "your insurance people", Deed.JUDGE),
        ("Handed it to Tomasz in IT on Friday, he'll have a look at the security side.", "Tomasz", Deed.JUDGE),
        ("I want both foremen to have a go with it before I decide, they're away until the 12th.", "the foremen", Deed.TRY),
        ("My daughter is better with these things. She's home next week, I'll ask her.", "your daughter", Deed.JUDGE),
        (
            "Our works council has to agree to anything with location in it. They sit on the 17th.",
            "your works council",
            Deed.MEET,
        ),
        ("Dr. Okafor signs off on anything clinical. I'll catch her after rounds.", "Dr. Okafor", Deed.TALK),
        ("Mum owns 60% so its her call really. going to sit down with her sunday", "your mum", Deed.TALK),
        ("It's with procurement now, they said two weeks.", "procurement", Deed.JUDGE),
        ("Jean-Luc wants to compare it with what his last company used. I'll nudge him.", "Jean-Luc", Deed.JUDGE),
        ("I don't want to pay for seats nobody uses. My nephew is counting heads this week.", "your nephew", Deed.JUDGE),
        ("I'd want our safety officer, Bettina, to go over the forms.", "Bettina", Deed.JUDGE),
        ("The owners' association votes on the 11th. Until then my hands are tied.", "the owners' association", Deed.JUDGE),
        ("Kwame and I are going through the numbers on Thursday.", "Kwame", Deed.JUDGE),
        ("It's on our MD's desk.", "your MD", Deed.REACH),
        ("Our IT contractor Piet set it up last time, he'd have to say if the tablets can take it.", "Piet", Deed.JUDGE),
        ("Forwarded to Solveig, who does our contracts.", "Solveig", Deed.JUDGE),
        ("I've asked the drivers to give me a straight answer by friday", "the drivers", Deed.JUDGE),
        ("The union rep wants a word. We're sitting down with him on the 8th.", "the union rep", Deed.TALK),
        ("Need Fatou in payroll to sign off on it.", "Fatou", Deed.JUDGE),
        ("Four managers, four opinions. I want to get all four in a room, they're together on the 16th.", "the four", Deed.MEET),
        ("The franchisor has to okay any new software, I put the request in.", "the franchisor", Deed.JUDGE),
        ("I'd sign tomorrow but my father owns half and he's in Portugal till the 22nd.", "your father", Deed.JUDGE),
        ("The CFO wants a second quote, so bear with me. I'll get one.", "the CFO", Deed.JUDGE),
        ("Tell you what, I'll get old Fergus on it, if he can work it anyone can.", "Fergus", Deed.TRY),
        ("need to see what the insurance says about the tracker first", "the insurance", Deed.JUDGE),
        (
            "I'd like to show them the sample. The trustees asked to see the visits were made. They meet on Tuesday.",
            "the trustees",
            Deed.MEET,
        ),
        ("Gave your deck to Baptiste, our COO. He reads on planes so give it a week.", "Baptiste", Deed.JUDGE),
        ("cant say yet, the bank hasnt signed off on the loan", "the bank", Deed.JUDGE),
        ("My husband does the tech around here. He's fishing until Sunday.", "your husband", Deed.JUDGE),
        ("I've asked head office for the budget code.", "head office", Deed.JUDGE),
        ("Grandpa built this shop, so he's going to need convincing. I'll bring him the printout.", "your grandpa", Deed.JUDGE),
    ],
)
def test_the_party_that_was_to_do_something_is_found_with_its_deed(text, words, deed):
    found = waited_for(occasion(text))
    assert (found.person.words, found.deed) == (words, deed)


@pytest.mark.parametrize(
    "text",
    [
        "I have to export it to Excel first and look at the numbers myself.",
        "I'm driving to Denver on Monday, will have a look after that.",
        "I need to get Denver live first, then we talk.",
        "The board looks right. I'll think about it.",
        "I'm on the phone with the crew all day. I'll think about it.",
        "invoices go out when my wife gets to it. I'll think on it",
        "Ideally I'd speak to another customer. I'll come back to you.",
        "Every branch manager has an opinion. Let me sleep on it.",
    ],
)
def test_a_town_a_product_or_somebody_merely_mentioned_is_not_waited_for(text):
    assert waited_for(occasion(text)) is None


def test_neither_the_prospect_nor_the_rep_is_waited_for():
    assert waited_for(occasion("I'll ask Noor to come by."), frozenset({"noor"})) is None
    assert waited_for(occasion("Ask Wilde to sign it, I'll wait.")) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Uncle Bram and my sister disagree. I'll show him again.", "Uncle Bram"),
        ("My wife and my brother own it. I'll show them on Sunday.", "your wife and your brother"),
        ("My brother is away and my sister does the books. I'll ask him.", "your brother"),
    ],
)
def test_a_pronoun_is_the_last_party_that_fits(text, words):
    assert waited_for(occasion(text)).person.words == words


def test_whom_the_rep_took_up_comes_before_the_one_named_last():
    text = "I'll ask Piet about the tablets and talk to my partner about the money."
    assert waited_for(occasion(text)).person.words == "your partner"
    assert waited_for(occasion(text, "Piet first. Good.")).person.words == "Piet"


def test_what_a_party_was_to_get_to_is_named():
    found = waited_for(occasion("I want to see the card reader part working. Ines does our tills, I'll put it on her list."))
    assert (found.person.words, found.deed, found.thing) == ("Ines", Deed.REACH, "the card reader part")


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("depends how many of the summer kids come back. gotta call round", "how many of the summer kids come back"),
        ("depends if the council gives us the spring contract", "whether the council gives you the spring contract"),
        ("We have to find out how many licences we own.", "how many licences you own"),
        ("Let me see how the winter contract turns out.", "how the winter contract turns out"),
        ("Will ask around which of the subs would use it", "which of the subs would use it"),
        ("We'll see how it goes over the winter.", ""),
        ("depends if you can do something on the price", ""),
    ],
)
def test_what_they_have_yet_to_find_out_is_asked_in_their_words(text, clause):
    assert depends(occasion(text)) == clause


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Let me get month end out of the way first.", "Is month end out of the way yet?"),
        ("let me get thru november and then we talk", "Is November behind you yet?"),
        ("Once the harvest is in we'll have heads free.", "Is the harvest in yet?"),
        ("The inspection is on the 3rd. I'll look once it's over.", "Is the inspection over yet?"),
        ("I need three quotes and the other two are late. Will write once they're in.", "Are the other two quotes in yet?"),
        ("no time right now. after the stock count", "Is the stock count behind you?"),
    ],
)
def test_what_had_to_be_over_first_is_asked_after(text, question):
    assert awaits(text).question == question


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("We're waiting for the new budget, that's decided in December.", "the new budget"),
        ("It's on the agenda for our leadership meeting on the 14th.", "your leadership meeting"),
        ("We close on the Harmon acquisition at the end of the month.", "the Harmon acquisition"),
        ("I'll look at it on the 14th.", ""),
        ("We start the trial on Monday.", ""),
        ("I'll be back at the end of the month.", ""),
    ],
)
def test_the_event_they_wait_for_is_named(text, event):
    assert event_of(occasion(text)) == event


@pytest.mark.parametrize(
    "text", ["Will let you know after the 2 weeks.", "Until then my hands are tied.", "we drop the ball. when its over"]
)
def test_a_mere_span_of_time_is_nothing_to_ask_after(text):
    assert awaits(text) is None


def test_a_hostile_name_stays_a_short_line():
    text = f"I'll ask {'Bob' * 30} and Visit Http://evil.example/x\nNow and Al and Bo and Cy and Di and Ed and Flo and Gus and Hal to look."
    for party in parties_in(parsed(text)):
        assert len(party.person.words) < 90
        assert all(c.isalpha() or c in " -'." for c in party.person.words)


def _nudge(rep, text: str, *later: str) -> str:
    about = occasion(text, *later)
    plan = Plan(tuple(Answer(ask, "thread", statements=(ask.text,)) for ask in about.brief.asks))
    return OfflineWriter().compose(about.brief, plan, ValueChoice(NIGHTS, True), about.thread, materials(rep)).text


@pytest.mark.parametrize("rep", [NELL, AURELIO], ids=lambda r: r.id)
@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Rafael and Ines run the night shift. I'll get them to play with it and report back.", "Rafael and Ines"),
        ("Our works council has to agree to it. They sit on the 17th.", "your works council"),
        ("depends how many of the summer kids come back. gotta call round", "summer kids"),
        ("I want to see the card reader part working. Ines does our tills, I'll put it on her list.", "the card reader part"),
        ("Mum owns 60% so its her call really. going to sit down with her sunday", "your mum"),
        ("It's on the agenda for our leadership meeting on the 14th.", "leadership meeting"),
        ("We're waiting for the new budget, that's decided in December.", "the new budget"),
    ],
)
def test_the_nudge_names_them(rep, text, named):
    said = _nudge(rep, text)
    assert named in said
    assert not {"his", "her", "him", "them"} & set(said.lower().split())


def test_a_second_nudge_asks_something_else_of_the_same_party():
    text = "The family sits down on the 18th, I'll let you know."
    assert "met" in _nudge(AURELIO, text).split() or "met," in _nudge(AURELIO, text)
    again = _nudge(AURELIO, text, "I shall wait.", "May I ask whether the family's meeting took place as planned?")
    assert "the family" in again
    assert not {"met", "met,", "meeting"} & set(again.split())
