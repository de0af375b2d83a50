"""Input made to hang or exhaust a reader: it is read, cut where it is too long, and the cut is named.

Each case took seconds to hours in some earlier version or in another parser. None asserts a time: a quadratic step would show.
"""

import pytest

from profiles.mail import read, read_html, read_text, unwrap
from profiles.mail.lines import MAX_LINES, MAX_TEXT

MILLION = 1_000_000

TEXTS = {
    "one line": "x" * 2 * MILLION,
    "quote marks": ">" * 2 * MILLION,
    "spaced quote marks": "> " * MILLION,
    "deep quotes": "\n".join(">" * depth + " a" for depth in range(1200)),
    "blank lines": "\n" * 2 * MILLION,
    "dashes": "-" * MILLION,
    "delimiters": "-- \n" * (MILLION // 4),
    "delimiters with names": "--\nx\n" * (MILLION // 5),
    "attributions": "On 2026-03-03 10:10 <a@b.example>\n" * 20_000,
    "verbs": "wrote:\n" * 40_000,
    "headers": "From: a@b.example\nTo: x\n\n" * 20_000,
    "separators": "-----Original Message-----\n" * 20_000,
    "answers between lines": "> a\nb\n" * 40_000,
    "phone lines": "sent from my phone\n" * 40_000,
    "footers": "____\nunsubscribe http://\n" * 20_000,
    "disclaimers": "confidential privileged this message\n\n" * 20_000,
    "numbers": ("0 " * 30 + "\n") * 10_000,
    "addresses": ("a@" * 190 + ":\n") * 2_000,
    "blank runs between quotes": ("> a\n" + "\n" * 50) * 700,
}

PAGES = {
    "opening signs": "<" * MILLION,
    "unclosed tags": "<a" * 500_000,
    "unclosed attributes": '<a b="' * 150_000,
    "comments": "<!--" * 250_000,
    "nesting": "<div>" * 200_000,
    "stray ends": "<span>" * 100_000 + "</b>" * 100_000,
    "lists": "<ul><li>" * 50_000,
    "links": "<a href=http://x>y" * 50_000,
    "quotes": "<blockquote>a" * 50_000,
    "titles": "<title>" * 100_000,
    "entities": "&#1" * 300_000,
    "attributes": "<a " + "x=1 " * 200_000 + ">",
    "line breaks": "<br>" * 200_000,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_text(text):
    body = read_text(text)
    assert len(body.own) <= MAX_TEXT
    assert body.own.count("\n") < MAX_LINES
    unwrap(text)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_html(page):
    assert len(read_html(page).own) <= 2 * MAX_TEXT


def nested(count: int) -> bytes:
    return b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(count)) + b"\n\nHello"


ENCODED = b"Content-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n" + (b"QUFB" * 19 + b"\n") * 325_000

MAILS = {
    "twenty-five megabytes attached": (
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--b\n" + ENCODED + b"\n--b--\n",
        "",
    ),
    "twenty-five megabytes of text": (b"Subject: x\n\n" + (b"x" * 76 + b"\n") * 325_000, "text_too_long"),
    "ten thousand parts": (
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nHello\n" * 10_000 + b"--b--\n",
        "too_many_parts",
    ),
    "five thousand levels": (nested(5_000), "nested_too_deep"),
    "a boundary almost met": (b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--bx\n" * 500_000, "boundary_unused"),
    "a megabyte of headers": (
        b"X-A: " + b"x" * 70 + b"\n" + (b"X-B: " + b"y" * 70 + b"\n") * 14_000 + b"\nHello",
        "header_too_long",
    ),
    "recipients without end": (b"To: " + b"a@b.example, " * 100_000 + b"\n\nHello", ""),
    "nested comments": (b"To: " + b"(" * 20_000 + b"\n\nHello", ""),
    "parameters": (b"Content-Type: text/plain; " + b"a=b; " * 40_000 + b"\n\nHello", ""),
    "file name pieces": (
        b"Content-Disposition: attachment; " + b"".join(b'filename*%d="x"; ' % n for n in range(9_000)) + b"\n\nHello",
        "",
    ),
    "soft line breaks": (b"Content-Type: text/plain; format=flowed\n\n" + b"a \n" * 300_000, ""),
    "uuencoded starts": (b"\n" + b"begin 644 a\nMMMM\n" * 50_000 + b"\nend", ""),
    "equals signs": (b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=" * MILLION, ""),
}


@pytest.mark.parametrize(("raw", "code"), MAILS.values(), ids=MAILS)
def test_mails(raw, code):
    mail = read(raw)
    assert not code or code in {defect.code for defect in mail.defects}
    assert len(mail.body.own) <= MAX_TEXT
    assert len(mail.attachments) <= 200


@pytest.mark.parametrize("body", [b"a\n" * (MAX_LINES + 1), b"a" * (MAX_TEXT + 1)])
@pytest.mark.parametrize("kind", [b"plain", b"html"])
def test_what_was_cut_is_named(body, kind):
    body = body.replace(b"\n", b"<br>") if kind == b"html" else body
    mail = read(b"Content-Type: text/" + kind + b"\n\n" + body)
    assert "text_too_long" in {defect.code for defect in mail.defects}
    assert mail.body.own.startswith("a")


def test_the_first_parts_of_many_are_read():
    mail = read(MAILS["ten thousand parts"][0])
    assert mail.body.own.startswith("Hello\n\nHello")
