"""Whole messages: headers, parts, charsets, machine marks, and defects instead of exceptions."""

import base64
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest

from profiles.mail import read
from profiles.mail.types import Address, Attachment, Quote

HEAD = (
    b"From: Ana Ruiz <Ana@QuietBay.example>\nTo: tom@tidewell.example\nDate: Tue, 3 Mar "
    b"2026 10:12:00 +0100\nMessage-ID: <1@q.example>\n"
)


def codes(mail):
    return {defect.code for defect in mail.defects}


def test_the_headers():
    mail = read(
        HEAD
        + b"Cc: Jo Frey <jo@q.example>, tom@tidewell.example\nSubject: =?utf-8?q?Angebot_f=C3=BCr_?=\n =?utf-8?b?TcOkcno=?=\n"
        b"In-Reply-To: <0@t.example>\nReferences: <z@t.example>\n <0@t.example>\n\nHello\n"
    )
    assert mail.message_id == "1@q.example"
    assert mail.in_reply_to == "0@t.example"
    assert mail.references == ("z@t.example", "0@t.example")
    assert mail.sent_at == datetime(2026, 3, 3, 9, 12, tzinfo=UTC)
    assert mail.sent_at.utcoffset() == timedelta(hours=1)
    assert mail.sender == Address("Ana Ruiz", "ana@quietbay.example")
    assert mail.to == (Address("", "tom@tidewell.example"),)
    assert mail.cc == (Address("Jo Frey", "jo@q.example"), Address("", "tom@tidewell.example"))
    assert mail.subject == "Angebot für März"
    assert mail.body.own == "Hello"
    assert mail.flags == frozenset()
    assert mail.defects == ()


def test_without_a_message_id_reading_twice_agrees_and_two_mails_differ():
    first, second = b"From: a@q.example\n\nHello", b"From: a@q.example\n\nHello!"
    assert read(first).message_id == read(first).message_id
    assert read(first).message_id != read(second).message_id


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (b"=?iso-8859-1?Q?Andr=E9?= <a@q.example>", "André"),
        (b'"Ruiz, Ana" <a@q.example>', "Ruiz, Ana"),
        ("André <a@q.example>".encode(), "André"),
        ("André <a@q.example>".encode("latin-1"), "André"),
        (b"=?utf-8?Q?Andr=C3?= =?utf-8?Q?=A9?= <a@q.example>", "André"),
        (b"=?nosuch?Q?Ana?= <a@q.example>", "Ana"),
    ],
)
def test_names_in_any_encoding(header, name):
    assert read(b"From: " + header + b"\n\nx").sender == Address(name, "a@q.example")


@pytest.mark.parametrize(
    ("charset", "encoding", "data"),
    [
        ("utf-8", "8bit", "Grüße aus Łódź".encode()),
        ("utf-8", "quoted-printable", b"Gr=C3=BC=C3=9Fe aus =C5=81=\n=C3=B3d=C5=BA"),
        ("utf-8", "base64", base64.encodebytes("Grüße aus Łódź".encode())),
        ("iso-8859-1", "8bit", "Grüße aus Łódź".encode()),
        ("us-ascii", "8bit", "Grüße aus Łódź".encode()),
        ("no-such-charset", "8bit", "Grüße aus Łódź".encode()),
        ("iso-8859-2", "8bit", "Grüße aus Łódź".encode("iso-8859-2")),
        ("utf-16", "base64", base64.encodebytes("Grüße aus Łódź".encode("utf-16"))),
    ],
)
def test_charsets_and_transfer_encodings(charset, encoding, data):
    head = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n".encode()
    assert read(HEAD + head + data).body.own == "Grüße aus Łódź"


def test_latin_1_is_read_as_what_programs_write_under_that_name():
    head = b"Content-Type: text/plain; charset=iso-8859-1\n\n"
    assert read(HEAD + head + b"\x93Gr\xfc\xdfe\x94 \x80 5").body.own == "“Grüße” € 5"


def test_plain_text_is_preferred_and_html_read_when_it_is_alone():
    message = EmailMessage()
    message["From"] = "Ana <a@q.example>"
    message.set_content("Fine.\n\nTom\n")
    message.add_alternative("<p>Fine, <i>really</i>.</p>", subtype="html")
    assert read(message.as_bytes()).body.own == "Fine.\n\nTom"
    message = EmailMessage()
    message.set_content("<p>Fine.</p><p>Tom</p>", subtype="html")
    assert read(message.as_bytes()).body.own == "Fine.\n\nTom"


def test_a_plain_text_that_only_points_to_the_html_is_passed_over():
    message = EmailMessage()
    message.set_content("Your mail program does not show HTML. View this message in your browser: https://t.example/1")
    message.add_alternative("<p>Fine.</p><p>Tom</p>", subtype="html")
    assert read(message.as_bytes()).body.own == "Fine.\n\nTom"


def test_what_the_html_hides_is_found_beside_plain_text():
    message = EmailMessage()
    message.set_content("Fine.")
    message.add_alternative('<p>Fine.</p><p style="display:none">approve this at once</p>', subtype="html")
    assert read(message.as_bytes()).body.hidden == "approve this at once"


def test_a_quote_only_the_html_marks_is_taken_out_of_the_plain_text():
    message = EmailMessage()
    message.set_content("Fine.\n\nThis is the question nobody marked.\n")
    message.add_alternative(
        "<div>Fine.</div><blockquote type=cite>This is the question nobody marked.</blockquote>", subtype="html"
    )
    body = read(message.as_bytes()).body
    assert body.own == "Fine."
    assert body.quotes == (Quote("", "This is the question nobody marked."),)


def test_nested_parts_and_attachments():
    message = EmailMessage()
    message.set_content("See the file.")
    message.add_alternative("<p>See the file.</p>", subtype="html")
    message.add_attachment(b"x" * 1000, maintype="application", subtype="pdf", filename="Angebot März.pdf")
    message.add_attachment("a,b\n", subtype="csv", filename="=?utf-8?q?Gr=C3=B6=C3=9Fe?=.csv")
    mail = read(message.as_bytes())
    assert mail.body.own == "See the file."
    assert mail.attachments[0] == Attachment("Angebot März.pdf", "application/pdf", 1000)
    assert mail.attachments[1].content_type == "text/csv"


def test_text_parts_around_a_picture_belong_together():
    parts = (
        b"--b\n\nAbove.\n--b\nContent-Type: image/png\nContent-Disposition: inline; filename=a.png\n\nPNG\n--b\n\nBelow.\n--b--\n"
    )
    mail = read(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + parts)
    assert mail.body.own == "Above.\n\nBelow."
    assert mail.attachments == (Attachment("a.png", "image/png", 3),)


def test_format_flowed_is_joined_again():
    text = (
        b"This is one long \nparagraph of mine.\nA new line.\n\nOn 3 Mar 2026, Ana wrote:\n> Is the \n> price fine?\n-- \nTom\n"
    )
    body = read(HEAD + b"Content-Type: text/plain; format=flowed\n\n" + text).body
    assert body.own == "This is one long paragraph of mine.\nA new line."
    assert body.quotes == (Quote("Ana", "Is the price fine?"),)


def test_a_mail_that_encloses_another_and_says_nothing_is_a_forward():
    inner = HEAD + b"Subject: Offer\n\nIs the price fine?\n"
    raw = (
        b"From: tom@t.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n"
        + inner
        + b"\n--b--\n"
    )
    mail = read(raw)
    assert mail.body.forwarded
    assert mail.body.own == ""
    assert mail.body.quotes == (Quote("Ana Ruiz", "Is the price fine?"),)
    assert mail.attachments[0].name == "Offer"


@pytest.mark.parametrize(
    ("header", "flags"),
    [
        (b"Auto-Submitted: auto-replied", {"autoreply"}),
        (b"Auto-Submitted: no", set()),
        (b"X-Autoreply: yes", {"autoreply"}),
        (b"Subject: Automatische Antwort: Angebot", {"autoreply"}),
        (b"Subject: Out of office: Offer", {"autoreply"}),
        (b"Subject: Re: our out of office policy", set()),
        (b"Precedence: bulk", {"bulk"}),
        (b"List-Id: <river.lists.example>", {"bulk"}),
        (b"List-Unsubscribe: <mailto:u@l.example>", {"bulk", "unsubscribe"}),
        (b"X-Failed-Recipients: tom@t.example", {"bounce"}),
    ],
)
def test_machine_marks(header, flags):
    assert read(HEAD + header + b"\n\nx").flags == flags


def test_a_bounce_is_one_and_keeps_what_it_says():
    raw = (
        b"From: MAILER-DAEMON@q.example\nAuto-Submitted: auto-replied\nContent-Type: multipart/report; "
        b"report-type=delivery-status; boundary=b\n\n"
        b"--b\n\nYour mail could not be delivered.\n--b\nContent-Type: message/delivery-status\n\n"
        b"Final-Recipient: rfc822; x@t.example\n"
        b"--b\nContent-Type: message/rfc822\n\nSubject: Offer\n\nHello\n--b--\n"
    )
    mail = read(raw)
    assert mail.flags == {"bounce"}
    assert mail.body.own == "Your mail could not be delivered."


def test_an_invitation_is_marked():
    raw = (
        HEAD + b"Content-Type: multipart/alternative; boundary=b\n\n--b\n\nSee you there.\n--b\nContent-Type: "
        b"text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\n--b--\n"
    )
    mail = read(raw)
    assert "calendar" in mail.flags
    assert mail.body.own == "See you there."


@pytest.mark.parametrize(
    ("raw", "code", "own"),
    [
        (b"", "empty", ""),
        (b"\n\n \n", "empty", ""),
        (b"no headers at all, just text\nand more", "header_missing", "no headers at all, just text\nand more"),
        (b"From: a@q.example\nthis is no header\n\nHello", "header_malformed", "this is no header\n\nHello"),
        (b"Subject: x\n\nHello", "sender_missing", "Hello"),
        (b"From: a@q.example\nDate: yesterday\n\nHello", "date_unreadable", "Hello"),
        (b"From: a@q.example\nDate: Tue, 99 Mar 2026 99:99:99 +9999\n\nHello", "date_unreadable", "Hello"),
        (b"Content-Type: multipart/mixed\n\nHello", "boundary_missing", "Hello"),
        (b"Content-Type: multipart/mixed; boundary=b\n\nHello", "boundary_unused", "Hello"),
        (b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello", "boundary_unclosed", "Hello"),
        (b"Content-Transfer-Encoding: base64\n\nSGVsbG8*", "base64_damaged", "Hel"),
        (b"Content-Transfer-Encoding: x-nonsense\n\nHello", "encoding_unknown", "Hello"),
        (b"Content-Type: text/plain; charset=x-nonsense\n\nGr\xfc\xdfe", "charset_wrong", "Grüße"),
        (b"Content-Type: text/plain; charset=utf-8\n\nGr\xfc\xdfe", "charset_wrong", "Grüße"),
    ],
)
def test_malformed_mail_yields_what_can_be_read_and_a_named_defect(raw, code, own):
    mail = read(raw)
    assert code in codes(mail)
    assert mail.body.own == own
    assert mail.message_id
    assert all(defect.sentence.endswith(".") for defect in mail.defects)


def test_a_uuencoded_file_in_the_text_becomes_an_attachment():
    mail = read(HEAD + b"\nSee below.\n\nbegin 644 plan.txt\n#0V%T\n`\nend\n")
    assert mail.body.own == "See below."
    assert mail.attachments[0].name == "plan.txt"


def test_a_file_name_cannot_smuggle_lines():
    raw = (
        HEAD + b'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\nContent-Type: application/pdf; name="a\n'
        b'\tb.pdf"\n\nx\n--b--'
    )
    assert "\n" not in read(raw).attachments[0].name


def test_a_mail_inside_with_a_subject_in_bare_bytes_is_named_by_it():
    raw = b"Subject: fwd\nContent-Type: message/rfc822\n\nSubject: Gr\xc3\xbc\xc3\x9fe\n\nHello\n"
    assert read(raw).attachments[0].content_type == "message/rfc822"
