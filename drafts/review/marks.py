"""A text with places marked in it, cut into pieces a page can print one after the other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Mark:
    """A place [start, end) in a text; ``css`` says how it looks, ``ref`` ties it to a row beside the text (-1: to none)."""

    start: int
    end: int
    css: str
    ref: int = -1
    title: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text under the same marks; ``css`` holds their classes, ``refs`` and ``title`` what they point at."""

    text: str
    css: str = ""
    refs: str = ""
    title: str = ""


def marks_of(spans: Iterable, css: str, ref: int = -1, title: str = "") -> list[Mark]:
    """Marks from stored spans; rows that are no pair of numbers are left out."""
    pairs = ((s[0], s[1]) for s in spans or () if isinstance(s, Sequence) and len(s) == 2)
    return [Mark(start, end, css, ref, title) for start, end in pairs]


def pieces(text: str, marks: Iterable[Mark]) -> list[Piece]:
    """The text cut wherever a mark begins or ends, whole and in order; marks outside the text count for what lies inside."""
    inside = [m for m in (_clipped(m, len(text)) for m in marks) if m.start < m.end]
    edges = sorted({0, len(text), *(m.start for m in inside), *(m.end for m in inside)})
    return [_piece(text[start:end], [m for m in inside if m.start <= start and end <= m.end]) for start, end in pairwise(edges)]


def _clipped(mark: Mark, length: int) -> Mark:
    return Mark(max(0, mark.start), min(length, mark.end), mark.css, mark.ref, mark.title)


def _piece(text: str, over: list[Mark]) -> Piece:
    return Piece(
        text,
        " ".join(dict.fromkeys(m.css for m in over)),
        " ".join(str(m.ref) for m in over if m.ref >= 0),
        "; ".join(dict.fromkeys(m.title for m in over if m.title)),
    )


def for_browser(text: str, marks: Iterable[Mark]) -> list[list]:
    """``[start, end, css, ref]`` with offsets as a browser counts them: in UTF-16 units."""
    if text.isascii():
        place = range(len(text) + 1)
    else:
        place = [0]
        for character in text:
            place.append(place[-1] + (2 if ord(character) > 0xFFFF else 1))
    clipped = (_clipped(m, len(text)) for m in marks)
    return [[place[m.start], place[m.end], m.css, m.ref] for m in clipped if m.start < m.end]
