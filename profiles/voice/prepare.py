"""Undo what mail clients do to a text, so that only the writer's own marks are measured: a draft never has the others."""

import re

MIN_WRAP, MAX_WRAP = 50, 100
"""A hard-wrapped line ends close under the client's margin; these bound the margins seen in mail."""

_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_INVISIBLE = re.compile(r"[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\u00ad]")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_ITEM = re.compile(r"\s*(?:[-*•+>|#]|\d{1,2}[.)]|[a-z][.)])\s")


def prepare(text: str) -> str:
    """The text as the writer typed it: one kind of line end and space, no hard wraps, at most one blank line in a row.

    Paragraphs, list items and short lines (greeting, closing, verse) keep their line ends. Idempotent.
    """
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = "\n".join(_SPACES.sub(" ", line).rstrip() for line in text.split("\n"))
    text = _BLANK_LINES.sub("\n\n", text).strip("\n")
    return "\n\n".join(_unwrapped(paragraph) for paragraph in text.split("\n\n")).strip()


def _unwrapped(paragraph: str) -> str:
    """One paragraph with its hard-wrapped lines joined.

    A line was wrapped when it comes close to the margin and the next line's first word would not have fitted.
    """
    lines = paragraph.split("\n")
    margin = max(map(len, lines))
    if len(lines) < 2 or not MIN_WRAP <= margin <= MAX_WRAP:
        return paragraph
    joined = [lines[0]]
    for previous, line in zip(lines, lines[1:], strict=False):
        word = line.split(" ", 1)[0]
        wrapped = len(previous) + 1 + len(word) > margin and not _ITEM.match(line) and line[:1] not in ("", " ")
        if wrapped:
            joined[-1] += " " + line
        else:
            joined.append(line)
    return "\n".join(joined)
