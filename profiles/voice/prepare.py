"""Undo what mail clients do to a text, so that only the writer's own marks are measured: a draft never has the others."""

import re

from profiles.mail.wraps import unwrap

_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_INVISIBLE = re.compile(r"[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\u00ad]")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_STRAIGHT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"'})


def prepare(text: str) -> str:
    """The text as the writer typed it: one kind of line end, space and quotation mark, no hard wraps, no double blank lines.

    Paragraphs, list items and short lines (greeting, closing) keep their line ends. Idempotent.
    """
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).translate(_STRAIGHT)
    text = "\n".join(_SPACES.sub(" ", line).rstrip() for line in text.split("\n"))
    return unwrap(_BLANK_LINES.sub("\n\n", text).strip())
