"""Runs of quoted lines in plain text: marks of other kinds than ``>``, and ends of lines that lost their mark to a re-wrap."""

import re

from profiles.mail.lines import Line

WRAP = 60
"""A quoted line at least this long may have lost its tail to a re-wrap."""

MAX_TAIL = 50
"""Characters of a tail that begins with a capital: what is longer was a line of its own."""

MAX_TAIL_LINES = 3

_FULL = 68
"""Columns no client wraps below: a longer line may have had no room for one more word."""

_PREFIXED = re.compile(r"\s{0,6}[A-Za-z][\w.-]{0,14}>+(?=\s|$)")
_SENTENCE_END = tuple('.!?:;…"”)')


def is_marked(line: Line) -> bool:
    """Whether a line is quoted by a mark, ``>`` or the quoted person's initials (``AR> text``)."""
    return line.depth > 0 or (">" in line.text[:24] and _PREFIXED.match(line.text) is not None)


def is_comparison(lines: list[Line], at: int) -> bool:
    """Whether ``> 100 seats`` right under the author's own line is a comparison that a wrap put at the line's beginning."""
    line = lines[at]
    if line.depth != 1 or not at or not line.text[:1].isdigit() or (at + 1 < len(lines) and lines[at + 1].depth):
        return False
    above = lines[at - 1]
    return not above.depth and bool(above.text.strip()) and not above.text.rstrip().endswith(":")


def next_text(lines: list[Line], at: int) -> int:
    """The first line from ``at`` on that is quoted or not blank; ``len(lines)`` when there is none."""
    while at < len(lines) and not lines[at].depth and not lines[at].text.strip():
        at += 1
    return at


def count_odd_marks(lines: list[Line], at: int) -> None:
    """Quotes marked with ``:``, ``|`` or the like (old news readers): known only under an attribution, by two lines in a row."""
    mark = lines[at].text[:1] if at + 1 < len(lines) and not lines[at].depth else ""
    if not mark or mark not in ":|}]%" or lines[at + 1].text[:1] != mark:
        return
    for later in range(at, len(lines)):
        if lines[later].text[:1] == mark and not lines[later].depth:
            lines[later] = Line(lines[later].text[1:].removeprefix(" "), 1)


def run_end(lines: list[Line], start: int) -> int:
    """One past the last line of the quote that starts on ``start``: marked lines, blank lines between them, re-wrapped tails.

    Lines without a ``>`` that belong to the quote get the depth they have lost (in ``lines``).
    """
    at = start
    while at < len(lines):
        if is_marked(lines[at]):
            if not lines[at].depth:
                lines[at] = Line(_PREFIXED.sub("", lines[at].text, count=1).removeprefix(" "), 1)
            at += 1
            continue
        following = next_text(lines, at)
        if following > at:
            if following == len(lines) or not lines[following].depth:
                return at
        else:
            following = at + _tail(lines, at)
            if following == at:
                return at
        for lost in range(at, following):
            lines[lost] = Line(lines[lost].text, lines[at - 1].depth)
        at = following
    return at


def _tail(lines: list[Line], at: int) -> int:
    """How many unmarked lines from ``at`` on are the lost end of the quoted line above: 0 when they are the author's."""
    if lines[at - 1].mark:
        return 0
    above, first = lines[at - 1].text.rstrip(), lines[at].text.strip()
    end = at
    while end < len(lines) and end - at <= MAX_TAIL_LINES and lines[end].text.strip() and not lines[end].depth:
        end += 1
    closed_in = end < len(lines) and lines[end].depth > 0
    length = end - at if closed_in and end - at <= MAX_TAIL_LINES else 1
    alone = length == end - at and next_text(lines, end) == len(lines)
    if first.lstrip("<([").startswith("http") and (closed_in or alone):
        return length
    if not above:
        return 0
    if any(above.count(one) > above.count(other) and _holds(other, lines[at : at + length]) for one, other in ("<>", "()", "[]")):
        return length
    full = len(above) >= WRAP and len(above) + 1 + len(first.split(" ", 1)[0]) > _FULL
    unfinished = not above.endswith(_SENTENCE_END)
    if first[0].islower():
        # A small letter goes on with what stands above, if that was long or is no sentence yet.
        if closed_in and (full or (length == 1 and (unfinished or len(above) >= WRAP))):
            return length
        return int(full and unfinished and alone)
    return int(closed_in and full and unfinished and length == 1 and len(first) < MAX_TAIL)


def _holds(sign: str, lines: list[Line]) -> bool:
    return any(sign in line.text for line in lines)
