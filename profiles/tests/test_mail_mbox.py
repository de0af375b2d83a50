"""Mailboxes split into messages, one at a time."""

from io import BytesIO

import pytest

from profiles.mail import messages, read, split_mbox

FROM = b"From ana@q.example Tue Mar  3 10:12:00 2026\n"


def split(data: bytes) -> list[bytes]:
    return list(split_mbox(BytesIO(data)))


def test_messages_come_in_order_without_their_from_lines():
    assert split(FROM + b"Subject: 1\n\none\n\n" + FROM + b"Subject: 2\n\ntwo\n") == [
        b"Subject: 1\n\none\n",
        b"Subject: 2\n\ntwo\n",
    ]


@pytest.mark.parametrize(
    ("stored", "line"), [(b">From here", b"From here"), (b">>From there", b">From there"), (b"> From quoted", b"> From quoted")]
)
def test_escaped_from_lines_are_restored(stored, line):
    assert split(FROM + b"Subject: 1\n\nHi\n" + stored + b"\n")[0].endswith(b"Hi\n" + line + b"\n")


@pytest.mark.parametrize("text", [b"From here on it is yours.\n", b"From Monday at noon\n"])
def test_a_paragraph_that_begins_with_from_does_not_split(text):
    assert len(split(FROM + b"Subject: 1\n\nHi\n\n" + text)) == 1


def test_windows_line_ends():
    data = (FROM + b"Subject: 1\n\none\n\n" + FROM + b"Subject: 2\n\n>From two\n").replace(b"\n", b"\r\n")
    assert split(data) == [b"Subject: 1\r\n\r\none\r\n", b"Subject: 2\r\n\r\nFrom two\r\n"]


def test_gmail_and_thunderbird_from_lines():
    for line in (
        b"From 1234567890@xxx Tue Mar 03 10:12:00 +0000 2026\n",
        b"From - Tue Mar  3 10:12:00 2026\n",
        b"From MAILER-DAEMON Tue Mar  3 10:12:00 2026\n",
    ):
        assert len(split(line + b"Subject: 1\n\none\n\n" + line + b"Subject: 2\n\ntwo\n")) == 2


@pytest.mark.parametrize("name", ["mail.eml", "export.mbox", "x"])
def test_a_single_mail_is_one_whatever_its_name(name):
    raw = b"From: ana@q.example\nSubject: x\n\nHello\n\nFrom here on it is yours.\n"
    assert list(messages(BytesIO(raw), name)) == [raw]


def test_a_mailbox_is_one_whatever_its_name():
    data = FROM + b"Subject: 1\n\none\n\n" + FROM + b"Subject: 2\n\ntwo\n"
    assert [read(raw).subject for raw in messages(BytesIO(data), "export.eml")] == ["1", "2"]


@pytest.mark.parametrize("data", [b"", b"\n\n", b" \r\n"])
def test_an_empty_file_holds_no_messages(data):
    assert list(messages(BytesIO(data), "a.mbox")) == []
    assert split(data) == []


def test_a_byte_order_mark_in_front_is_passed_over():
    assert len(list(messages(BytesIO(b"\xef\xbb\xbf" + FROM + b"Subject: 1\n\none\n"), "a"))) == 1


def test_from_lines_with_nothing_between_are_no_messages():
    assert split((FROM + b"\n") * 1000 + FROM + b"Subject: 1\n\none\n") == [b"Subject: 1\n\none\n"]


class Endless:
    """A mailbox far larger than memory would hold, made as it is read."""

    def __init__(self, count: int) -> None:
        self.left = count
        self.rows: list[bytes] = []

    def readline(self, limit: int = -1) -> bytes:
        if not self.rows:
            if not self.left:
                return b""
            self.left -= 1
            self.rows = [b"\n", b"x" * 70 + b"\n", b"\n", b"Subject: x\n", FROM]
        return self.rows.pop()


def test_only_one_message_is_held_at_a_time():
    stream = Endless(1000)
    first = next(split_mbox(stream))
    assert first.startswith(b"Subject: x")
    assert stream.left >= 998
