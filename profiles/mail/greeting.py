"""Greeting and sign-off: labelled, never removed, because they are voice."""

import re

from profiles.mail.words import CLOSING, GREETING, listed

MAX_GREETING_WORDS = 7

_ORNAMENT = " \t*_~-–—/\\>"
_NAME_WORD = re.compile(r"(?:[^\W\d_][\w'’.-]*|\([^\W\d_][\w ]{0,15}\)|&|/)$")
_PARTICLES = listed("van von de der den del della di da dos le la el al bin ibn af zu ten ter and und y et e i og och")
_ON_BEHALF = re.compile(r"(?:i\.\s?[av]\.|ppa\.|p\.p\.|p/)\s", re.IGNORECASE)
_SIGNED = re.compile(r"\s*[-–—~/]\s?[^\W\d_][\w.]*\s*$")


def is_greeting(line: str) -> bool:
    """Whether a line greets and does nothing else."""
    text = line.strip(" \t*_")
    return (
        len(text) < 80
        and GREETING.match(text.lower()) is not None
        and len(text.split()) <= MAX_GREETING_WORDS
        and not text.endswith("?")
    )


def is_closing(line: str) -> bool:
    """Whether a line is a sign-off phrase such as "Best regards," and nothing else (a name may follow on it)."""
    text = line.strip(_ORNAMENT)
    if len(text) > 70 or not text:
        return False
    found = CLOSING.match(text.lower())
    if not found:
        return False
    rest = text[found.end() :].strip(" ,.!-–—;:)/\t")
    if not any(map(str.isalnum, rest)):
        return True
    return len(rest.split()) <= 3 and (text.endswith(",") or is_name(rest) or CLOSING.fullmatch(rest.lower()) is not None)


def is_name(line: str) -> bool:
    """Whether a line looks like a person's name or initials alone."""
    text = _ON_BEHALF.sub("", line.strip(" \t*_~-–—/,.!"))
    words = text.split()
    if not words or len(words) > 5 or len(text) > 50 or not all(_NAME_WORD.match(word) for word in words):
        return False
    capitals = [word for word in words if word.lower() not in _PARTICLES]
    return bool(capitals) and all(word[0].isupper() or not word[0].isalpha() for word in capitals)


def _leads_to_name(line: str) -> bool:
    """A few words and a comma right above a name: a sign-off in words no list has ("Good luck,")."""
    text = line.strip()
    return text.endswith(",") and len(text.split()) <= 4 and not is_greeting(text)


def greeting_of(lines: list[str]) -> str:
    """The opening line if it greets, else empty."""
    first = next((line for line in lines[:3] if line.strip()), "")
    return first.strip() if is_greeting(first) else ""


def closing_at(lines: list[str]) -> int:
    """Index of the line where the sign-off starts, ``len(lines)`` when there is none.

    A sign-off is a closing phrase among the last lines with nothing but a name under it, or a bare name at the very end.
    """
    last = [(at, lines[at]) for at in range(max(0, len(lines) - 8), len(lines)) if lines[at].strip()][-4:]
    for number, (at, line) in enumerate(last):
        if number == len(last) - 2 and _leads_to_name(line) and last[-1][0] == at + 1 and is_name(last[-1][1]):
            return at
        if is_closing(line) and all(is_name(later) or is_closing(later) for _, later in last[number + 1 :]):
            return at
    if last:
        at, line = last[-1]
        alone = at > 0 and not lines[at - 1].strip() and len(line.split()) <= 3
        if (alone and is_name(line) and not line.rstrip().endswith(("?", "!"))) or (at and _SIGNED.match(line)):
            return at
    return len(lines)
