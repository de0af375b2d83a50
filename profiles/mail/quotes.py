"""Taking a mail apart into the author's lines and what others wrote, by marks, attributions, header blocks and structure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from profiles.mail import attribution, headerblock
from profiles.mail.lines import REST, Line, text_of
from profiles.mail.types import Quote

WRAP = 60
"""A quoted line at least this long may have lost its tail to a re-wrap."""

MAX_TAIL = 50
"""Characters of a tail that begins with a capital: what is longer was a line of its own."""

_PREFIXED = re.compile(r"^\s{0,6}(?P<who>[A-Za-z][\w.-]{0,14})>+(?=\s|$)")
_ELIDED = re.compile(r"\W*(?:(?:snip\w*|schnipp|gekürzt|trimmed|cut|deleted)\W*)?$", re.IGNORECASE)
_SENTENCE_END = tuple('.!?:;…"”)')


@dataclass(slots=True)
class Parted:
    """Runs of the author's own lines, in order, the quotes between them, and whether a forward was announced."""

    own: list[list[Line]] = field(default_factory=lambda: [[]])
    quotes: list[Quote] = field(default_factory=list)
    authors: dict[int, str] = field(default_factory=dict)
    forward: bool = False
    header_first: bool = False


def part(lines: list[Line]) -> Parted:
    """Own lines and quotes of a whole body, in one pass."""
    found = Parted()
    at, count = 0, len(lines)
    author = ""
    while at < count:
        line = lines[at]
        if (line.depth or _is_prefixed(line.text)) and not _is_comparison(lines, at):
            end = _marked_run(lines, at)
            if line.depth or end - at > 1 or author:
                found.quotes += _quotes(lines[at:end], author, found.authors)
                found.forward = found.forward or _announces_forward(lines[at:end])
                found.own.append([])
                author, at = "", end
                continue
        if line.mark == REST:
            _rest(found, lines[at:], author)
            break
        line, own = lines[at], found.own[-1]
        header = headerblock.find(lines, at) if headerblock.may_start(line.text) else None
        if header:
            keep, author = headerblock.above(own, named=bool(header.author) or header.end == at)
            _take_back(own, keep)
            found.forward = found.forward or header.forward
            found.header_first = found.header_first or not _says_something(found)
            author, at = header.author or author, header.end + 1
            following = _next_text(lines, at)
            if following < count and lines[following].depth:
                at = following
                continue
            _rest(found, lines[at:], author)
            break
        if attribution.ends_here(line):
            following = _next_text(lines, at + 1)
            if following < count and _ELIDED.match(lines[following].text):
                following = _next_text(lines, following + 1)
            _count_odd_marks(lines, following)
            marked = following < count and (lines[following].depth > 0 or _is_prefixed(lines[following].text))
            said = attribution.find(lines, at, at - len(own), marked)
            if said:
                _take_back(own, len(own) - (at - said.start))
                if said.before:
                    own.append(Line(said.before))
                author, at = said.author, at + 1
                if marked:
                    at = following
                    continue
                _rest(found, lines[at:], author)
                break
        own.append(line)
        at += 1
    return found


def _is_comparison(lines: list[Line], at: int) -> bool:
    """A single line such as "> 100 seats" right under the author's own: a wrap put the sign in front."""
    if (
        lines[at].depth != 1
        or not lines[at].text[:1].isdigit()
        or not at
        or lines[at - 1].depth
        or not lines[at - 1].text.strip()
    ):
        return False
    if lines[at - 1].text.rstrip().endswith(":") or (at + 1 < len(lines) and lines[at + 1].depth):
        return False
    lines[at] = Line(f"> {lines[at].text}")
    return True


def _is_prefixed(text: str) -> bool:
    """``AB> text``: the quoted person's initials or name in front of the mark."""
    return ">" in text[:24] and _PREFIXED.match(text) is not None


def _count_odd_marks(lines: list[Line], at: int) -> None:
    """Quotes marked with ``:``, ``|`` or the like (old news readers): known only under an attribution, by two lines in a row."""
    mark = lines[at].text[:1] if at + 1 < len(lines) and not lines[at].depth else ""
    if not mark or mark not in ":|}]%" or lines[at + 1].text[:1] != mark:
        return
    for later in range(at, len(lines)):
        if lines[later].text[:1] == mark and not lines[later].depth:
            lines[later] = Line(lines[later].text[1:].removeprefix(" "), 1)


def _says_something(found: Parted) -> bool:
    return any(line.text.strip() for run in found.own for line in run)


def _take_back(own: list[Line], keep: int) -> None:
    del own[max(0, keep) :]


def _next_text(lines: list[Line], at: int) -> int:
    while at < len(lines) and not lines[at].text.strip() and not lines[at].depth:
        at += 1
    return at


def _marked_run(lines: list[Line], start: int) -> int:
    """One past the last line of the quote that starts on ``start``: marked lines, blank lines between them, re-wrapped tails."""
    at = start
    while at < len(lines):
        if lines[at].depth or _is_prefixed(lines[at].text):
            at += 1
            continue
        following = _next_text(lines, at)
        if following > at:
            if following < len(lines) and lines[following].depth:
                at = following
                continue
            return at
        tail = _tail(lines, at)
        if not tail:
            return at
        at += tail
    return at


def _tail(lines: list[Line], at: int) -> int:
    """How many unmarked lines from ``at`` on are the lost end of the quoted line above: 0 when they are the author's."""
    above = lines[at - 1].text.rstrip()
    if lines[at - 1].mark:
        return 0
    length = 0
    while at + length < len(lines) and length < 4 and lines[at + length].text.strip() and not lines[at + length].depth:
        length += 1
    after = lines[at + length] if at + length < len(lines) else None
    followed_by_own = after is not None and not after.depth and _next_is_own(lines, at + length)
    limit = 1 if length > 3 or followed_by_own else length
    first = lines[at].text.strip()
    closed_in = after is not None and after.depth > 0
    if first.lstrip("<([").startswith("http") and (closed_in or (length == 1 and _next_text(lines, at + 1) == len(lines))):
        return limit
    if not above:
        return 0
    for opening, closing in ("<>", "()", "[]"):
        if above.count(opening) > above.count(closing) and any(closing in line.text for line in lines[at : at + limit]):
            return limit
    full = len(above) >= WRAP and len(above) + 1 + len(first.split(" ", 1)[0]) > 68
    unfinished = not above.endswith(_SENTENCE_END)
    lower = first[0].islower()
    short = limit == 1 and len(first) < MAX_TAIL
    if closed_in and lower and (full or (unfinished and limit == 1) or (limit == 1 and len(above) >= WRAP)):
        return limit
    if closed_in and full and unfinished and short:
        return 1
    return int(full and unfinished and lower and limit == 1 and length == 1)


def _next_is_own(lines: list[Line], at: int) -> bool:
    following = _next_text(lines, at)
    return following < len(lines) and not lines[following].depth


def _announces_forward(lines: list[Line]) -> bool:
    return any(headerblock.separator(line.text) == "forward" for line in lines[:3])


def _rest(found: Parted, lines: list[Line], author: str) -> None:
    """Everything from here on is somebody else's: split at the mails it quotes in turn."""
    start = at = 0
    floor = 0
    while at < len(lines):
        line = lines[at]
        header = headerblock.find(lines, at) if headerblock.may_start(line.text) else None
        if header:
            found.quotes += _quotes(lines[start:at], author, {})
            found.forward = found.forward or (header.forward and not found.quotes)
            author, start = header.author, header.end + 1
            at = floor = start
            continue
        if attribution.ends_here(line):
            following = at + 1
            while following < len(lines) and not lines[following].text.strip():
                following += 1
            deeper = following < len(lines) and lines[following].depth > line.depth
            said = attribution.find(lines, at, floor, deeper)
            if said and not deeper:
                found.quotes += _quotes(lines[start : said.start], author, {})
                author, start = said.author, at + 1
                floor = start
        at += 1
    found.quotes += _quotes(lines[start:], author, {})


def _quotes(lines: list[Line], author: str, authors: dict[int, str]) -> Iterator[Quote]:
    """One quote for each depth, outermost first; attributions between them become authors.

    ``authors`` remembers who speaks at which depth from one run to the next, for answers written between the lines of a quote.
    """
    if not lines:
        return
    depths = {line.depth for line in lines}
    lowest = min(depths)
    if author:
        authors.clear()
        authors[lowest] = author
    if len(depths) == 1 and author:
        yield from _quote(author, lines)
        return
    by_depth: dict[int, list[Line]] = {}
    floor = 0
    for at, line in enumerate(lines):
        kept = by_depth.setdefault(line.depth, [])
        kept.append(line)
        if attribution.ends_here(line):
            following = at + 1
            while following < len(lines) and not lines[following].text.strip():
                following += 1
            deeper = following < len(lines) and lines[following].depth > line.depth
            said = (
                attribution.find(lines, at, max(floor, at - len(kept) + 1), deeper)
                if deeper or (at < 4 and line.depth not in authors)
                else None
            )
            if said:
                target = lines[following].depth if deeper else line.depth
                authors[target] = said.author
                del kept[len(kept) - (said.end - said.start + 1) :]
                floor = at + 1
    for depth in sorted(by_depth):
        yield from _quote(authors.get(depth, ""), by_depth[depth])


def _quote(author: str, lines: list[Line]) -> Iterator[Quote]:
    text = text_of(lines)
    if text and not headerblock.is_rule(text) and not text.isspace():
        yield Quote(author, text)
