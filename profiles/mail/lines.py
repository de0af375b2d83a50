"""A mail's text as lines, each with how deeply it is quoted: what every other file here works on."""

import re
from typing import NamedTuple

MAX_TEXT = 1_000_000
"""Characters of one body that are read; the rest is cut (and named as a defect by :func:`profiles.mail.read`)."""

MAX_LINES = 40_000
"""Lines of one body that are read."""

ATTRIBUTION, REST, SIGNATURE = "attribution", "rest", "signature"
"""What HTML structure says of a line: it introduces a quote, everything from here on is quoted, it is a signature."""

_INVISIBLE = re.compile("[\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad\x00]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NEWLINES = re.compile(r"\r\n?|[\u2028\u2029\x0b\x0c\x85]")
_MARKS = "> \t"


class Line(NamedTuple):
    """``text`` without quote marks; ``depth`` counts the marks; ``mark`` is empty or what the HTML structure says."""

    text: str
    depth: int = 0
    mark: str = ""


def tidy(text: str) -> str:
    """Newlines as ``\\n``, hard spaces as spaces, direction marks and soft hyphens gone, halves of characters replaced."""
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", _INVISIBLE.sub("", text)).replace("\xa0", " ").replace("\u202f", " ")
    elif "\x00" in text:
        text = text.replace("\x00", "")
    if "\r" in text or "\x0b" in text or "\x0c" in text or not text.isascii():
        text = _NEWLINES.sub("\n", text)
    return text


def is_cut(text: str) -> bool:
    """Whether :func:`of_text` leaves out the end of a text."""
    return len(text) > MAX_TEXT or text.count("\n") >= MAX_LINES


def of_text(text: str) -> list[Line]:
    """The lines of plain text, ``>`` marks counted and taken off."""
    rows = tidy(text[:MAX_TEXT]).split("\n", MAX_LINES)[:MAX_LINES]
    lines = list(map(Line, rows))
    for at, row in enumerate(rows if ">" in text else ()):
        if ">" in row[:4]:
            line = _quoted(row)
            if (
                line.depth != 1
                or len(line.text) > 20
                or not at
                or lines[at - 1].depth
                or not _closes_address(lines[max(0, at - 3) : at], line.text)
            ):
                lines[at] = line
    return lines


def _closes_address(above: list[Line], text: str) -> bool:
    """A ``>`` that closes an address the lines above left open, as in "<ana@example.com / > wrote:", marks no quote."""
    last = "".join(line.text[-300:] for line in above)
    return text.rstrip().endswith(":") and "@" in last and last.count("<") > last.count(">")


def _quoted(row: str) -> Line:
    if row[:2] == "> " and row[2:3] not in "> \t=" and row[-1] != "<":
        return Line(row[2:], 1)
    stripped = row.lstrip(_MARKS)
    marks = row[: len(row) - len(stripped)]
    if not marks.lstrip(" \t").startswith(">") or stripped.startswith("=") or _is_ornament(stripped):
        return Line(row)
    after = marks[marks.rindex(">") + 1 :]
    return Line(after[1:] + stripped, marks.count(">"))


def _is_ornament(rest: str) -> bool:
    """``>>> visit us <<<`` decorates a line of the author's; it quotes nobody."""
    return rest.rstrip().endswith("<<<")


def text_of(lines: list[Line]) -> str:
    """Lines joined, blank ones at both ends and trailing spaces dropped."""
    return "\n".join(line.text.rstrip() for line in lines).strip("\n")
