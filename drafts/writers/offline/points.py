"""Approved response points: statements to make, and instructions ("Ask what they would change") to carry out."""

import re
from dataclasses import dataclass

_CITED = re.compile(r"\s*\(([A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)\)")
_INSTRUCTION = re.compile(
    r"^(?P<verb>acknowledge|accept|agree|thank|apologi[sz]e|ask|offer|suggest|propose|invite|mention|point out|explain|say|tell|do not|don't|never|avoid)\b",
    re.I,
)
SILENT = frozenset(("do not", "don't", "never", "avoid"))
"""What must not be done is obeyed, not said."""


@dataclass(frozen=True, slots=True)
class Point:
    """A response point read: ``act`` is the instructing verb ("" for a plain statement), ``text`` the rest, ``facts`` the ids it cites."""

    act: str
    text: str
    facts: tuple[str, ...]

    @property
    def silent(self) -> bool:
        return self.act in SILENT


def read(point: str) -> Point:
    """A response point taken apart."""
    facts = tuple(f.strip() for group in _CITED.findall(point) for f in group.split(","))
    text = _CITED.sub("", point).strip()
    found = _INSTRUCTION.match(text)
    if not found:
        return Point("", text, facts)
    return Point(found["verb"].lower(), text[found.end() :].strip(), facts)


def spoken(point: str) -> str:
    """What of a response point could be said aloud; empty for one that only forbids."""
    taken = read(point)
    return "" if taken.silent else taken.text
