"""Undoing the hard line breaks a mail program puts into paragraphs: they are its habit, not the writer's."""

import re
from itertools import pairwise
from typing import NamedTuple

WIDEST = 100
"""Columns beyond which no client wraps."""

USUAL = 58
"""Columns from which on a wrap is usual; a narrower one must show itself in :data:`MANY` breaks."""

MANY = 4

SHARE = 0.75
"""Share of the longer lines that must have ended because nothing more fitted on them."""

SHORT = 0.6
"""A line shorter than this share of the width was ended by its writer."""

_ITEM = re.compile(r"\s*(?:[-*•–—+o]\s|\(?\d{1,2}[.)]\s|\(?[a-z][.)]\s|>|\||#)")
_SENTENCE_END = (".", "!", "?", ":")


class _Break(NamedTuple):
    """A line break between two lines of a paragraph: was the upper line ``long``, ``full``, the end of a sentence?"""

    long: bool
    full: bool
    sentence: bool


def unwrap(text: str) -> str:
    """The text with wrapped lines joined again; blank lines, lists, indented lines and the writer's own line breaks stay.

    A line was ended by a program when the first word of the next line would not have fitted on it; the width is the text's own,
    its longest line. Unless most longer lines ended so, and some of them inside a sentence, the breaks are the writer's.
    """
    lines = text.split("\n")
    width = _width(lines)
    if not width:
        return text
    breaks = [_break(above, below, width) for above, below in pairwise(lines)]
    if not _are_a_programs(breaks, width):
        return text
    pieces = [[lines[0]]]
    for line, found in zip(lines[1:], breaks, strict=True):
        if found.long and found.full:
            pieces[-1].append(line)
        else:
            pieces.append([line])
    return "\n".join(" ".join(map(str.strip, piece)) if len(piece) > 1 else piece[0] for piece in pieces)


def _width(lines: list[str]) -> int:
    """The column the text may be wrapped at, 0 when it is not: then some paragraph has a line far longer than any client's."""
    lengths = [len(line.rstrip()) for line in lines if " " in line.strip()]
    usual = [length for length in lengths if length <= WIDEST]
    # A few overlong lines (a table, a link) do not mean the rest is not wrapped.
    return max(usual) if usual and (len(lengths) - len(usual)) * 4 <= len(lengths) else 0


def _break(above: str, below: str, width: int) -> _Break:
    upper, lower = above.rstrip(), below.strip()
    if not upper.strip() or not lower or _ITEM.match(below) or (below[0] in " \t" and not _ITEM.match(above)):
        return _Break(long=False, full=False, sentence=False)
    full = len(upper) + 1 + len(lower.split(" ", 1)[0]) > width
    return _Break(width * SHORT <= len(upper) <= WIDEST, full, upper.endswith(_SENTENCE_END))


def _are_a_programs(breaks: list[_Break], width: int) -> bool:
    long = [found for found in breaks if found.long]
    full = [found for found in long if found.full]
    if all(found.sentence for found in full) or len(full) < SHARE * len(long):
        return False
    return width >= USUAL or len(full) >= MANY
