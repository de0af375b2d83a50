"""A message's own words taken apart: lines, list items and sentences, each with its place in the text and its parse.

The text is parsed once, with a sentence start forced after every line break: people who write from a phone end a line
without a full stop, and a parser left alone would read two questions as one sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from spacy.tokens import Doc
from spacy.tokens import Span as Tokens

from drafts.understand import courtesy
from profiles.judgement import Span
from profiles.language import encodable, english, parse

MAX_CHARACTERS = 12_000
"""Own words beyond this are not read: a mail of two thousand words is not answered by a routine draft."""

ITEM = re.compile(
    r"[ \t]*(?:[-*•–—>]+|\(?\d{1,2}[.):]|\d{1,2}[ \t]?[-–—]|\(?[a-hA-H][.)]|\(?(?:i{1,3}|iv|vi{0,3}|ix)[.)]|[Qq]\d{0,2}[:.)])[ \t]+(?=\S)"
)
_BARE_NUMBER = re.compile(r"[ \t]*\d{1,2}[ \t]+(?=[a-z])")
"""A number without a mark begins an item only where another line begins so too: "69 quid" is no item."""
_LEAD_IN = re.compile(r"[:;]\s*$")


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence or list item: ``text`` is ``message[span]``. ``lead`` is the lead-in line an item stands under, if any."""

    text: str
    span: Span
    tokens: Tokens
    item: bool = False
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, its parse, its sentences in order, and what was set aside as greeting or closing."""

    text: str
    doc: Doc
    units: tuple[Unit, ...]
    greeting: str = ""
    closing: str = ""

    @property
    def words(self) -> int:
        return sum(1 for unit in self.units for token in unit.tokens if token.is_alpha or token.like_num)


@lru_cache(maxsize=64)
def read(text: str) -> Reading:
    """The sentences and list items of one message's own words; greeting and closing lines are set aside, not read."""
    text = encodable(text[:MAX_CHARACTERS])
    lines = list(_lines(text))
    body, greeting, closing = courtesy.body_lines([text[a:b] for a, b in lines])
    doc = _parsed(text, {a for a, _ in lines})
    units: list[Unit] = []
    lead = ""
    numbered = sum(1 for number in body if _BARE_NUMBER.match(text, *lines[number])) > 1
    for number in body:
        start, end = lines[number]
        marker = ITEM.match(text, start, end) or (numbered and _BARE_NUMBER.match(text, start, end)) or None
        if not marker:
            lead = ""
        content = marker.end() if marker else start
        found = list(_sentences(doc, content, end, item=bool(marker), lead=lead))
        units.extend(found)
        if found and not marker:
            lead = found[-1].text if _LEAD_IN.search(found[-1].text) or _item_follows(text, lines, number, body) else ""
    return Reading(text, doc, tuple(units), greeting, closing)


def _item_follows(text: str, lines: list[Span], number: int, body: list[int]) -> bool:
    return number + 1 in body and ITEM.match(text, *lines[number + 1]) is not None


def _lines(text: str) -> Iterator[Span]:
    """Offsets of the lines that hold anything."""
    for found in re.finditer(r"[^\n]*\S[^\n]*", text):
        yield found.span()


def _parsed(text: str, line_starts: set[int]) -> Doc:
    """The parse with a sentence begun at every line."""
    doc = english().make_doc(text)
    starting = True
    for token in doc:
        starting = starting or token.idx in line_starts
        if token.is_space:
            starting = starting or "\n" in token.text
        elif starting:
            token.is_sent_start, starting = True, False
    return parse(doc)


def _sentences(doc: Doc, start: int, end: int, item: bool, lead: str) -> Iterator[Unit]:
    """Sentences of ``doc`` cut to [start, end). Pieces without a word are joined to what stands before them."""
    tokens = doc.char_span(start, end, alignment_mode="contract")
    if tokens is None:
        return
    cuts = [tokens.start, *(t.i for t in tokens if t.is_sent_start and t.i > tokens.start and _may_end(doc, t.i)), tokens.end]
    for first, last in pairwise(cuts):
        piece = _trimmed(doc, first, last)
        if piece is not None:
            yield Unit(piece.text, (piece.start_char, piece.end_char), piece, item, lead)


def _may_end(doc: Doc, index: int) -> bool:
    """A sentence may start at ``index`` only after an end mark, a line break or an emoji: the parser also cuts elsewhere."""
    before = doc[index - 1]
    while before.is_space and before.i > 0 and "\n" not in before.text:
        before = before.nbor(-1)
    return "\n" in before.text or before.text[-1] in ".!?…;)\"'”’" or not before.text[-1].isascii()


def _trimmed(doc: Doc, first: int, last: int) -> Tokens | None:
    while first < last and doc[first].is_space:
        first += 1
    while last > first and doc[last - 1].is_space:
        last -= 1
    piece = doc[first:last]
    return piece if any(t.is_alpha or t.like_num for t in piece) else None
