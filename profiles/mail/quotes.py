"""Taking a mail apart into the author's lines and what others wrote, by marks, attributions, header blocks and structure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from profiles.mail import attribution, headerblock, marks
from profiles.mail.lines import REST, Line, text_of
from profiles.mail.types import Quote

MAX_OPENING = 4
"""Lines of a quote among which it may say itself who wrote it (Apple Mail marks the attribution, too)."""

MAX_QUOTES = 200
"""Mails a chain is taken apart into; what is older stays together as one quote."""

_ELIDED = re.compile(r"\W*(?:(?:snip\w*|schnipp|gekürzt|trimmed|cut|deleted)\W*)?$", re.IGNORECASE)
"""What stands for the beginning of a quote that was left out."""


@dataclass(slots=True)
class Parted:
    """Runs of the author's own lines, in order, and the quotes between them.

    ``forward`` says that a forward was announced, ``header_first`` that somebody else's header stands above all of the author's
    words. ``authors`` are those who speak at each depth, for answers written between the lines of a quote.
    """

    own: list[list[Line]] = field(default_factory=lambda: [[]])
    quotes: list[Quote] = field(default_factory=list)
    authors: dict[int, str] = field(default_factory=dict)
    forward: bool = False
    header_first: bool = False

    @property
    def says_something(self) -> bool:
        return any(line.text.strip() for run in self.own for line in run)


def part(lines: list[Line]) -> Parted:
    """Own lines and quotes of a whole body, in one pass.

    Marked lines are a quote wherever they stand. Unmarked text under an attribution or header block is a quote to the end.
    """
    found = Parted()
    at, author = 0, ""
    while at < len(lines):
        line, own = lines[at], found.own[-1]
        if marks.is_marked(line):
            if marks.is_comparison(lines, at):
                line = Line(f"> {line.text}")
            else:
                end = marks.run_end(lines, at)
                if line.depth or end - at > 1 or author:
                    found.forward = found.forward or _announces_forward(lines[at:end])
                    found.quotes += _quotes(lines[at:end], author, found.authors)
                    found.own.append([])
                    author, at = "", end
                    continue
        if line.mark == REST:
            _take_rest(found, lines[at:], author)
            break
        opening = _header(found, lines, at) or _attribution(lines, at, own)
        if opening is None:
            own.append(line)
            at += 1
            continue
        del own[opening.keep :]
        own += opening.before
        author, at = opening.author, opening.at
        if not opening.marked:
            _take_rest(found, lines[at:], author)
            break
    return found


@dataclass(frozen=True, slots=True)
class _Opening:
    """What introduces the quote at ``at``: ``keep`` of the run's own lines stay, ``before`` comes after them."""

    keep: int
    author: str
    at: int
    marked: bool
    before: tuple[Line, ...] = ()


def _header(found: Parted, lines: list[Line], at: int) -> _Opening | None:
    header = headerblock.find(lines, at) if headerblock.may_start(lines[at].text) else None
    if header is None:
        return None
    keep, above = headerblock.above(found.own[-1], named=bool(header.author) or header.end == at)
    found.forward = found.forward or header.forward
    found.header_first = found.header_first or not found.says_something
    following = marks.next_text(lines, header.end + 1)
    marked = following < len(lines) and lines[following].depth > 0
    return _Opening(keep, header.author or above, following if marked else header.end + 1, marked)


def _attribution(lines: list[Line], at: int, own: list[Line]) -> _Opening | None:
    if not attribution.ends_here(lines[at]):
        return None
    following = marks.next_text(lines, at + 1)
    if following < len(lines) and _ELIDED.match(lines[following].text):
        following = marks.next_text(lines, following + 1)
    marks.count_odd_marks(lines, following)
    marked = following < len(lines) and marks.is_marked(lines[following])
    said = attribution.find(lines, at, at - len(own), marked)
    if said is None:
        return None
    before = (Line(said.before),) if said.before else ()
    return _Opening(max(0, len(own) - (at - said.start)), said.author, following if marked else at + 1, marked, before)


def _announces_forward(lines: list[Line]) -> bool:
    return any(headerblock.separator(line.text) == "forward" for line in lines[:3])


def _take_rest(found: Parted, lines: list[Line], author: str) -> None:
    """Everything from here on is somebody else's: split at the mails it quotes in turn."""
    start = at = 0
    while at < len(lines) and len(found.quotes) < MAX_QUOTES:
        header = headerblock.find(lines, at) if headerblock.may_start(lines[at].text) else None
        if header:
            found.forward = found.forward or (header.forward and not found.quotes)
            found.quotes += _quotes(lines[start:at], author, {})
            author, at = header.author, header.end + 1
            start = at
            continue
        if attribution.ends_here(lines[at]) and not _depth_below(lines, at) > lines[at].depth:
            said = attribution.find(lines, at, start, quoted_after=False)
            if said:
                found.quotes += _quotes(lines[start : said.start], author, {})
                author, start = said.author, at + 1
        at += 1
    found.quotes += _quotes(lines[start:], author, {})


def _depth_below(lines: list[Line], at: int) -> int:
    """How deeply the next line with text is quoted, 0 when there is none."""
    return next((line.depth for line in lines[at + 1 : at + 50] if line.text.strip()), 0)


def _quotes(lines: list[Line], author: str, authors: dict[int, str]) -> Iterator[Quote]:
    """One quote for each depth, outermost first; attributions between them become authors and go into ``authors``."""
    if not lines:
        return
    depths = {line.depth for line in lines}
    if author:
        authors.clear()
        authors[min(depths)] = author
    if len(depths) == 1 and author:
        yield from _quote(author, lines)
        return
    by_depth: dict[int, list[Line]] = {depth: [] for depth in sorted(depths)}
    floor = 0
    for at, line in enumerate(lines):
        kept = by_depth[line.depth]
        kept.append(line)
        if not attribution.ends_here(line):
            continue
        below = _depth_below(lines, at)
        deeper = below > line.depth
        if deeper or (at < MAX_OPENING and line.depth not in authors):
            said = attribution.find(lines, at, max(floor, at - len(kept) + 1), deeper)
            if said:
                authors[below if deeper else line.depth] = said.author
                del kept[len(kept) - (said.end - said.start + 1) :]
                floor = at + 1
    for depth, kept in by_depth.items():
        yield from _quote(authors.get(depth, ""), kept)


def _quote(author: str, lines: list[Line]) -> Iterator[Quote]:
    text = text_of(lines)
    if text and not headerblock.is_rule(text) and not text.isspace():
        yield Quote(author, text)
