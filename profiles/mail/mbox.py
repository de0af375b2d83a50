"""Mailboxes as streams of messages: one message in memory at a time, whatever the size of the file."""

import re
from collections.abc import Iterator
from typing import BinaryIO

MAX_MESSAGE = 32 * 1024 * 1024
"""Bytes of one message that are read; what is beyond is skipped up to the next message. Few servers take larger mail."""

_CHUNK = 1 << 20
_FROM = re.compile(rb"From \S+.*\d{1,2}:\d\d|From \S+@\S+|From - |From MAILER-DAEMON|From \?\?\?@\?\?\?")
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)


def split_mbox(stream: BinaryIO) -> Iterator[bytes]:
    """The messages of an mbox file, in order, without their "From " lines and with escaped ">From " lines restored.

    A "From " line separates only after a blank line (or at the start) and when it looks like one: address or date follow.
    """
    kept = bytearray()
    blank, started = True, False
    for line in _lines(stream):
        if blank and line.startswith(b"From ") and _FROM.match(line):
            if started and (taken := _taken(kept)):
                yield taken
            started, blank = True, False
            continue
        blank = line in (b"\n", b"\r\n")
        started = started or not line.isspace()
        if started and len(kept) <= MAX_MESSAGE:
            kept += line
    if started and (taken := _taken(kept)):
        yield taken


def messages(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """The messages of a file, mbox or a single mail: its beginning decides, its name only when that is unclear."""
    head = stream.read(4096)
    rest = _Rejoined(head, stream)
    first = head.lstrip(b"\xef\xbb\xbf\r\n\t ")
    if first.startswith(b"From ") and (_FROM.match(first) or name.lower().endswith((".mbox", ".mbx"))):
        yield from split_mbox(rest)
        return
    data = rest.read_all(MAX_MESSAGE + 1)
    if data.strip():
        yield data


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines of bounded length; a longer one comes in pieces."""
    while True:
        line = stream.readline(_CHUNK)
        if not line:
            return
        yield line


def _taken(kept: bytearray) -> bytes:
    """The message without the blank line that ends it; what it was gathered in is empty afterwards, so that it is held once."""
    for blank in (b"\r\n", b"\n"):
        if kept.endswith(b"\n" + blank) or kept == blank:
            del kept[-len(blank) :]
            break
    data = bytes(kept)
    kept.clear()
    return _ESCAPED.sub(rb"\1", data) if b"\n>" in data else data


class _Rejoined:
    """A stream with the bytes already taken from it put back in front."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self._head, self._stream = head.lstrip(b"\xef\xbb\xbf\r\n"), stream

    def readline(self, limit: int = -1) -> bytes:
        if not self._head:
            return self._stream.readline(limit)
        at = self._head.find(b"\n") + 1
        if at:
            line, self._head = self._head[:at], self._head[at:]
            return line
        line, self._head = self._head + self._stream.readline(limit), b""
        return line

    def read_all(self, limit: int) -> bytes:
        data, self._head = self._head + self._stream.read(limit), b""
        return data
