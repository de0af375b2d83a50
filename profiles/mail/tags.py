"""HTML cut into text, tags and comments. Linear on any input, and it knows that ``<ana@example.com>`` is no tag."""

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_ATTRIBUTES = 20_000
"""Characters of one tag's attributes that are looked at."""

MAX_OPEN_QUOTE = 2_000
"""How far behind a ``>`` inside an attribute its closing quote may be; farther away it was forgotten."""

_OPENING = re.compile(r"<(?=[a-zA-Z/!?])")
_NAME = re.compile(r"/?([a-zA-Z][a-zA-Z0-9:-]*)")
_ATTRIBUTE = re.compile(r"([a-zA-Z_:][\w:.-]*)\s*(?:=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_RAW_ENDS = {tag: re.compile(f"</{tag}", re.IGNORECASE) for tag in ("style", "script", "title", "textarea")}


class Token(NamedTuple):
    """``kind`` is ``text``, ``open``, ``close`` or ``comment``; ``value`` the text or the tag's lower-cased name."""

    kind: str
    value: str
    attributes: dict[str, str]


_NONE: dict[str, str] = {}


def tokens(source: str) -> Iterator[Token]:
    """The document piece by piece. What stands inside style, script, title and textarea is left out."""
    at, size = 0, len(source)
    while at < size:
        found = _OPENING.search(source, at)
        if found is None:
            yield Token("text", source[at:], _NONE)
            return
        opening = found.start()
        if opening > at:
            yield Token("text", source[at:opening], _NONE)
        if source[opening + 1] in "!?":
            if source.startswith("<!--", opening):
                close = source.find("-->", opening + 4)
                yield Token("comment", source[opening + 4 : close if close >= 0 else size], _NONE)
                at = close + 3 if close >= 0 else size
            else:
                close = source.find(">", opening)
                at = close + 1 if close >= 0 else size
            continue
        name = _NAME.match(source, opening + 1)
        close = _tag_end(source, name.end() if name else opening + 1)
        if close < 0:
            yield Token("text", source[opening:], _NONE)
            return
        at = close + 1
        if name is None or source[name.end()] not in " \t\r\n\f/>":
            yield Token("text", source[opening:at], _NONE)
            continue
        tag = name.group(1).lower()
        if source[opening + 1] == "/":
            yield Token("close", tag, _NONE)
            continue
        yield Token("open", tag, _attributes(source[name.end() : min(close, name.end() + MAX_ATTRIBUTES)]))
        if tag in _RAW_ENDS:
            ended = _RAW_ENDS[tag].search(source, at)
            at = ended.start() if ended else size


def _tag_end(source: str, at: int) -> int:
    """Where the tag's ``>`` is, those inside quoted attributes passed over; -1 when there is none."""
    close = source.find(">", at)
    if close < 0:
        return -1
    open_quote = source.count('"', at, close) % 2
    while open_quote:
        quote = source.find('"', close, close + MAX_OPEN_QUOTE)
        further = source.find(">", quote, quote + MAX_OPEN_QUOTE) if quote >= 0 else -1
        if further < 0:
            break
        open_quote = source.count('"', quote + 1, further) % 2
        close = further
    return close


def _attributes(inside: str) -> dict[str, str]:
    if len(inside) < 3:
        return _NONE
    found = {}
    for name, double, single, bare in _ATTRIBUTE.findall(inside):
        found.setdefault(name.lower(), double or single or bare)
    return found
