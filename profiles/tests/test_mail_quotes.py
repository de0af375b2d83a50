"""Own words kept, other people's taken out: by marks, attributions, header blocks and separators, in any language."""

import textwrap

import pytest

from profiles.mail import read_text
from profiles.mail.types import Quote
from profiles.tests.mail_samples import ADDRESS, ATTRIBUTIONS, HEADERS, SEPARATORS, WHO

REPLY = "Hi Ana,\n\nyes, that works for us. Please send the contract.\n\nBest,\nTom"
ASKED = "Would Thursday at 3 work for you?\n\nAna"


def marked(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def wrapped(text: str, width: int) -> str:
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


@pytest.mark.parametrize("line", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
class TestAttribution:
    def test_above_a_marked_quote(self, line):
        body = read_text(f"{REPLY}\n\n{line}\n\n{marked(ASKED)}\n")
        assert body.own == REPLY
        assert body.quotes == (Quote(WHO, ASKED),)

    def test_above_an_unmarked_quote(self, line):
        body = read_text(f"{REPLY}\n\n{line}\n\n{ASKED}\n")
        assert body.own == REPLY
        assert body.quotes == (Quote(WHO, ASKED),)

    @pytest.mark.parametrize("width", [40, 55])
    def test_wrapped_by_the_client(self, line, width):
        assert read_text(f"{REPLY}\n\n{wrapped(line, width)}\n\n{marked(ASKED)}\n").own == REPLY

    def test_with_the_answer_below(self, line):
        assert read_text(f"{line}\n{marked(ASKED)}\n\n{REPLY}\n").own == REPLY

    def test_inside_the_quote(self, line):
        body = read_text(f"{REPLY}\n\n{marked(line)}\n>\n{marked(ASKED)}\n")
        assert body.own == REPLY
        assert body.quotes == (Quote(WHO, ASKED),)


@pytest.mark.parametrize("names", HEADERS.values(), ids=HEADERS)
@pytest.mark.parametrize("bold", ["", "*"])
@pytest.mark.parametrize("rule", ["", "________________________________\n"])
def test_a_header_block_starts_the_quote(names, bold, rule):
    values = (f"{WHO} <{ADDRESS}>", "Dienstag, 3. März 2026 10:12", "Tom Lind <tom@tidewell.example>", "Re: offer")
    block = "\n".join(f"{bold}{name}:{bold} {value}" for name, value in zip(names, values, strict=True))
    body = read_text(f"{REPLY}\n\n{rule}{block}\n\n{ASKED}\n")
    assert body.own == REPLY
    assert body.quotes == (Quote(WHO, ASKED),)


@pytest.mark.parametrize("line", SEPARATORS.values(), ids=SEPARATORS)
def test_a_separator_starts_the_quote(line):
    assert read_text(f"{REPLY}\n\n{line}\n\n{ASKED}\n").own == REPLY
    body = read_text(f"{REPLY}\n\n{line}\nFrom: {WHO} <{ADDRESS}>\nDate: Tue, 3 Mar 2026\nSubject: x\nTo: t@t.example\n\n{ASKED}")
    assert body.own == REPLY
    assert body.quotes == (Quote(WHO, ASKED),)


@pytest.mark.parametrize(
    "header",
    [
        "Ana Ruiz/HAM/BRIGHT@BRIGHT\n03.03.2026 10:12\n\nTo\nTom Lind/TID@TID\ncc\n\nSubject\nOffer",
        "Ana Ruiz@BRIGHT\n03/03/2001 10:12 AM\nTo: Tom Lind/HOU/ECT@ECT\ncc:  \nSubject: Offer",
        '"Ana Ruiz" <ana@quietbay.example>\nSent by: office@quietbay.example\n11/01/2004 04:09 PM\n\n'
        "\tTo:\ttom@x.example\n\tcc:\n"
        "\tSubject:\tOffer",
        "From:\tRuiz, Ana\nSent:\tTuesday, March 03, 2001 10:12 AM\nTo:\tLind, Tom\nSubject:\tOffer",
    ],
    ids=["notes 8", "notes 5", "notes reply", "exchange"],
)
def test_old_office_clients(header):
    body = read_text(f"Fine with me.\n\nTom\n\n\n\n\n{header}\n\n{ASKED}")
    assert body.own == "Fine with me.\n\nTom"
    assert body.quotes[-1].text.endswith(ASKED)


def test_the_reply_and_the_attribution_on_one_line():
    body = read_text("Works for me. On Wed, Apr 4, 2026 at 3:59 PM, ana@quietbay.example wrote:\n> Thursday?")
    assert body.own == "Works for me."
    assert body.quotes == (Quote("ana@quietbay.example", "Thursday?"),)


def test_answers_between_the_lines_stay_in_order():
    body = read_text(
        "Hi Ana,\n\nOn 3 Mar 2026, Ana Ruiz wrote:\n> How many seats?\n\nForty.\n\n> And from when?\n\nFrom May on.\n\nBest,\nTom"
    )
    assert body.own == "Hi Ana,\n\nForty.\n\nFrom May on.\n\nBest,\nTom"
    assert body.quotes == (Quote("Ana Ruiz", "How many seats?"), Quote("Ana Ruiz", "And from when?"))


def test_a_number_given_between_the_lines_is_no_signature():
    body = read_text("Hi Ana\ncall me on +44 20 5550 0101\n\n> Can we talk?\n\nAny time.\n")
    assert body.own == "Hi Ana\ncall me on +44 20 5550 0101\n\nAny time."


def test_a_short_answer_right_under_a_quoted_question_is_the_authors():
    assert read_text("> Is Thursday fine?\nYes.\n> And the price?\nFine too.\n").own == "Yes.\n\nFine too."


@pytest.mark.parametrize(
    ("tail", "why"),
    [
        ("the contract", "lower case under a full line"),
        ("<https://quietbay.example/a/long/link\n3af87a60f3ed>.", "a link that was wrapped"),
    ],
)
def test_the_end_of_a_quoted_line_that_lost_its_mark_stays_in_the_quote(tail, why):
    quoted = "> We would like to know whether the price holds until we have seen and signed"
    body = read_text(f"Yes, it does.\n\nOn 3 Mar 2026, Ana Ruiz wrote:\n{quoted}\n{tail}\n> as agreed.\n")
    assert body.own == "Yes, it does.", why
    assert body.quotes == (Quote("Ana Ruiz", f"{quoted[2:]}\n{tail}\nas agreed."),)


def test_nested_quotes_have_their_own_authors():
    body = read_text(
        "Agreed.\n\nOn 3 Mar 2026, Ana Ruiz wrote:\n> I think so too.\n>\n> Am 02.03.2026 um 09:00 schrieb Jo "
        "Frey:\n>> Shall we?\n"
    )
    assert body.own == "Agreed."
    assert body.quotes == (Quote("Ana Ruiz", "I think so too."), Quote("Jo Frey", "Shall we?"))


def test_unmarked_chains_are_split_at_each_mail():
    body = read_text(
        'Third.\n\nOn Mon, Feb 1, 2026 at 4:58 AM -0800, "Ana Ruiz" <ana@q.example> wrote:\n\nSecond.\n\n'
        "From: Jo Frey <jo@q.example>\nSent: Sunday, January 31, 2026\nTo: Ana\nSubject: x\n\nFirst.\n"
    )
    assert body.own == "Third."
    assert body.quotes == (Quote("Ana Ruiz", "Second."), Quote("Jo Frey", "First."))


@pytest.mark.parametrize("mark", [":", "|", "}"])
def test_quotes_marked_otherwise_are_known_under_an_attribution(mark):
    body = read_text(f"Ana Ruiz <ana@q.example> writes:\n{mark} How many\n{mark} seats?\n\nForty.\n")
    assert body.own == "Forty."
    assert body.quotes == (Quote("Ana Ruiz", "How many\nseats?"),)


def test_quotes_marked_with_initials():
    body = read_text("On Tue, 3 Mar 2026, Ana Ruiz wrote:\n\nAR> How many\nAR> seats?\n\nForty.\n")
    assert body.own == "Forty."
    assert body.quotes == (Quote("Ana Ruiz", "How many\nseats?"),)


@pytest.mark.parametrize(
    "text",
    [
        "As Bob wrote:\n\nWe should wait.\n\nI agree.",
        "On Monday 3 March 2026 we agreed on the following:\n\n- price\n- seats\n\nBest,\nTom",
        "Please send it to bob@tidewell.example on 3 March at 10:30:\n\n- contract\n- invoice",
        "Flight details:\n\nFrom: London\nTo: Paris\nDate: 12 May 2026\n\nSee you",
        "Invitation:\n\nDate: Wednesday 3, October 2026\nTime: 7:00am\nAddress: 130 Fox St\n\nPlease bring your badge.",
        "The price is\n> 100 dollars?",
        "We need >= 40 seats and\n>=3 admins.",
        ">>> visit us <<<\nBye",
        "Two options:\n\nOption A\n--------\nPay yearly.\n\nOption B\n--------\nPay monthly.\n\nWhich one?",
        "Hi\n\n***********************\nImportant: read this\n***********************\n\nBye\nTom",
        "Please write below.\n\n------- Enter Feedback Below -------\n\nIt was fine. Please go on.",
        "The original message was fine: I liked it.\n\nTom",
        "Two slots:\n\n2026-03-12 14:30\n15.03.2026 10:00\nMar 16, 2026 at 14:30\n\nWhich one?",
    ],
)
def test_prose_that_only_looks_like_the_start_of_a_quote_is_kept(text):
    body = read_text(text)
    assert body.own == text
    assert body.quotes == ()


def test_a_forward_without_a_word_has_no_own_words():
    body = read_text(f"---------- Forwarded message ---------\nFrom: {WHO} <{ADDRESS}>\nDate: Tue\nSubject: Offer\n\nHello")
    assert body.own == ""
    assert body.forwarded
    assert body.quotes == (Quote(WHO, "Hello"),)


def test_a_forward_with_a_word_is_still_a_forward_and_an_answer_is_none():
    assert read_text(f"FYI\n\nBegin forwarded message:\n\nFrom: {WHO}\nSubject: x\n\nHello").forwarded
    assert not read_text(f"{REPLY}\n\n{ATTRIBUTIONS['gmail en']}\n{marked(ASKED)}").forwarded
    assert not read_text(f"{REPLY}\n\n-----Original Message-----\nFrom: {WHO}\nSubject: x\n\nHello").forwarded


def test_a_mail_of_nothing_but_a_quote_has_no_own_words():
    assert read_text(marked(f"{ATTRIBUTIONS['gmail en']}\n{marked(ASKED)}")).own == ""


def test_paragraphs_and_line_breaks_stay_as_written():
    text = "Hi Ana,\n\nfirst line\nsecond line\n\n  - one\n  - two\n\n\nTom"
    assert read_text(f"{text}\n\n{ATTRIBUTIONS['gmail en']}\n{marked(ASKED)}").own == text


def test_windows_line_ends_and_hard_spaces():
    assert read_text("Hi\xa0Ana,\r\n\r\nyes.\r\n\r\nOn 3 Mar 2026, Ana wrote:\r\n> ok?\r\n").own == "Hi Ana,\n\nyes."
