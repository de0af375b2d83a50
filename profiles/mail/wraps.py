"""Undoing the hard line breaks a mail program puts into paragraphs: they are its habit, not the writer's."""

import re

NARROWEST, WIDEST = 50, 100
"""Columns a client wraps at."""

_ITEM = re.compile(r"\s*(?:[-*•–—+o]\s|\(?\d{1,2}[.)]\s|\(?[a-z][.)]\s|>|\||#)")


def unwrap(text: str) -> str:
    """The text with wrapped lines joined again; blank lines, lists, indented lines and the writer's own short lines stay.

    A line was wrapped by a program when the first word of the next line would not have fitted on it.
    The width is the text's own: its longest line of words.
    """
    lines = text.split("\n")
    width = _width(lines)
    if not width:
        return text
    joined: list[str] = []
    previous = ""
    for line in lines:
        if joined and _was_wrapped(previous, line, width):
            joined[-1] = f"{joined[-1].rstrip()} {line.strip()}"
        else:
            joined.append(line)
        previous = line
    return "\n".join(joined)


def _width(lines: list[str]) -> int:
    """The column the text is wrapped at, 0 when it is not: then some paragraph has a line far longer than any client's."""
    lengths = [len(line.rstrip()) for line in lines if " " in line.strip()]
    if not lengths:
        return 0
    longest = max(lengths)
    if longest > WIDEST:
        # A few overlong lines (a table, a link) do not mean the rest is not wrapped.
        usual = [length for length in lengths if length <= WIDEST]
        over = len(lengths) - len(usual)
        if over * 4 > len(lengths) or not usual:
            return 0
        longest = max(usual)
    return longest if longest >= NARROWEST else 0


def _was_wrapped(line: str, following: str, width: int) -> bool:
    above, below = line.rstrip(), following.strip()
    if not above or not below or following[:1] in " \t" or _ITEM.match(following):
        return False
    if len(above) < width * 0.6 or len(above) > WIDEST:
        return False
    return len(above) + 1 + len(below.split(" ", 1)[0]) > width
