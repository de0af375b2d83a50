"""Reading mail against inputs nobody thought of. ``MAIL_FUZZ_EXAMPLES=20000 pytest "
"profiles/tests/test_mail_fuzz.py`` runs longer."""

import os
import string

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from profiles.mail import read, read_html, read_text, unwrap
from profiles.mail.types import Body, Mail
from profiles.tests.mail_samples import ATTRIBUTIONS, DEVICES, HEADERS, SEPARATORS

EXAMPLES = int(os.environ.get("MAIL_FUZZ_EXAMPLES", "150"))
fuzz = settings(max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES <= 150, suppress_health_check=list(HealthCheck))

SECRET = "zebra"
"""A word that stands only in quoted text."""

PIECES = [
    *ATTRIBUTIONS.values(),
    *SEPARATORS.values(),
    *DEVICES,
    *(f"{name}: x@y.example" for names in HEADERS.values() for name in names),
    *(
        "-- ",
        "--",
        "---",
        "____",
        "Best,",
        "Tom",
        "Hi Ana,",
        "",
        "",
        "> ",
        ">> x",
        "(",
        "<http://x",
        "wrote:",
        "*",
        "Sent from",
        "On 3 Mar 2026",
    ),
]
line = st.one_of(
    st.sampled_from(PIECES),
    st.text(max_size=60),
    st.text("\ud800\x00\x1f:\u200b", max_size=9),
    st.text(string.printable, max_size=60),
)
text = st.lists(line, max_size=25).map("\n".join)

TAGS = [
    "div",
    "p",
    "br",
    "blockquote",
    "a",
    "ul",
    "li",
    "td",
    "span",
    "pre",
    "style",
    "hr",
    "font",
    "x:y",
    "!--",
    "![CDATA[",
    "?",
]
tag = st.builds(
    "<{}{}{}>".format,
    st.sampled_from(["", "/"]),
    st.sampled_from(TAGS),
    st.sampled_from(
        ["", ' class="gmail_quote"', " id=divRplyFwdMsg", ' style="display:none"', ' href="http://x">', ' a="', " type=cite"]
    ),
)
page = st.lists(st.one_of(tag, line, st.sampled_from(["<", ">", "&", "&lt;", "-->", '"'])), max_size=40).map("".join)

NAMES = [
    "From",
    "To",
    "Date",
    "Subject",
    "Content-Type",
    "Content-Transfer-Encoding",
    "Content-Disposition",
    "Message-ID",
    "References",
]
VALUES = [
    "multipart/mixed; boundary=b",
    "multipart/alternative; boundary=b",
    "text/html; charset=utf-16",
    "text/plain; format=flowed; delsp=yes",
    "text/plain; charset*=utf-8''%E2%82",
    "message/rfc822",
    "text/calendar",
    "base64",
    "quoted-printable",
    "attachment; filename*0*=utf-8''a; filename*1=\"b\"",
    "=?utf-8?b?////?=",
    "=?x?q?=?=",
    "Tue, 3 Mar 2026 10:12:00 +0100",
    '"a\\" <b@c.example>, (((',
    "<a@b>",
    "<a\x00@b>",
    "a@b.example\x00",
    "text/pl\x00ain; name=\x00",
]
header = st.builds("{}: {}\n".format, st.sampled_from(NAMES), st.one_of(st.sampled_from(VALUES), st.text(max_size=40)))
part = st.one_of(text, page, st.sampled_from(["--b\n", "--b--\n", "\n", "begin 644 a\n", "=\n", "=E4=\n", "////"]))
raw = st.builds(
    lambda headers, parts: ("".join(headers) + "\n" + "\n".join(parts)).encode("utf-8", "surrogatepass"),
    st.lists(header, max_size=8),
    st.lists(st.one_of(part, header), max_size=12),
)


@fuzz
@given(text)
def test_any_text_is_read(source):
    body = read_text(source)
    assert isinstance(body, Body)
    assert body.closing in body.own
    assert body.greeting in body.own
    assert isinstance(unwrap(body.own), str)


@fuzz
@given(page)
def test_any_html_is_read(source):
    assert isinstance(read_html(source), Body)


@fuzz
@given(st.one_of(raw, st.binary(max_size=400)))
def test_any_bytes_are_read_and_twice_alike(data):
    mail = read(data)
    assert isinstance(mail, Mail)
    assert mail.message_id
    assert read(data) == mail
    shown = [mail.message_id, mail.in_reply_to, *mail.references, mail.subject, mail.sender.name, mail.sender.email]
    shown += [mail.body.own, mail.body.hidden, mail.body.signature, mail.body.footer, *(quote.text for quote in mail.body.quotes)]
    shown += [part.name + part.content_type for part in mail.attachments] + [box.name + box.email for box in mail.to]
    # What a database refuses: halves of characters and zero bytes.
    assert b"\x00" not in "".join(shown).encode("utf-8")


plain = st.text(string.ascii_letters + string.digits + " ,.?!", min_size=1, max_size=70)


@fuzz
@given(st.lists(plain, min_size=1, max_size=6), st.lists(plain, max_size=6), st.sampled_from(list(ATTRIBUTIONS.values())))
def test_marked_text_never_counts_as_own(own, asked, attribution):
    quoted = "\n".join(f"> {SECRET} {row}" for row in asked)
    body = read_text("\n".join(own) + f"\n\n{attribution}\n{quoted}\n")
    assert SECRET not in body.own


@fuzz
@given(
    st.lists(plain, min_size=1, max_size=6), st.lists(plain, min_size=1, max_size=6), st.sampled_from(list(ATTRIBUTIONS.values()))
)
def test_what_follows_an_attribution_unmarked_never_counts_as_own(own, asked, attribution):
    body = read_text("\n".join(own) + f"\n\n{attribution}\n\n" + "\n".join(f"{SECRET} {row}" for row in asked))
    assert SECRET not in body.own


@fuzz
@given(page.filter(lambda source: "blockquote" not in source))
def test_what_a_blockquote_holds_never_counts_as_own(source):
    body = read_html(f'<div>Fine.</div><blockquote type="cite"><p>{SECRET}</p>{source}</blockquote>')
    assert SECRET not in body.own


@fuzz
@given(st.lists(st.text(string.ascii_lowercase + " ", min_size=1, max_size=60).filter(str.strip), min_size=1, max_size=8))
def test_small_letters_without_marks_are_all_the_authors(rows):
    assert read_text("\n".join(rows)).own.split() == " ".join(rows).split()
