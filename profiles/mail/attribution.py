"""Recognising the line that introduces a quote: "On Tue, 3 Mar 2026 at 10:12, Ana <ana@…> wrote:".

Languages differ in every word of it but not in its shape: a date or time, a name or address, often a verb, a colon at
the end, quoted text after it. The shape decides; the verbs and prepositions of :mod:`profiles.mail.words` only add to it.
"""

import re
from typing import NamedTuple

from profiles.mail.lines import ATTRIBUTION, Line
from profiles.mail.words import LEAD, WROTE

MAX_LINES = 6
"""Lines one attribution may be wrapped over (blank ones counted)."""

MAX_LENGTH = 400
"""Characters of one attribution; longer text is prose."""

MAX_WORDS = 45

_ADDRESS = re.compile(r"[\w.+%=/-]{1,80}@[\w.-]{1,200}")
_DATE = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)|\b\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{1,2}\s?[:.h]\s?\d\d(?!\d)|\b\d{1,2}-\w{3,9}-\d{2,4}"
)
_END = re.compile(r"[:：]\W{0,4}$")
_ADDRESS_END = re.compile(r"@[\w.-]+[^\w@]{0,6}(?:\(?mailto:[^\s>)]*[^\w]{0,6})?[:：]\W{0,4}$")
_INSIDE = re.compile(
    r"(?<=[\s.!?)])(?=(?:On|Am|Le|El|Il|Em|Op|Den|Dnia|W dniu|Dne)\s(?:\w{2,12}\.?,?\s)?(?:\d{1,2}[\s./-]|\w{3,12}\.?\s\d{1,2},|\d{4}-))"
)
_ON_BEHALF = re.compile(r"^\W*(?:quoting|citando|zitat von|citat)\b", re.IGNORECASE)
_MAILTO = re.compile(r"[<\[(]\s*(?:mailto:)?[^\s<>@]*@[^<>\])]*[>\])]?|[\w.+%-]+@[\w.-]+")
_TIME_END = re.compile(
    r"(?:\d{1,2}[:.h]\d{2}(?::\d{2})?|\b(?:19|20)\d\d)(?:\s?(?:[ap]\.?m\.?|uhr|CES?T|GMT|UTC|EST|EDT|PST|PDT|[+-]\d{4}|GMT[+-]\d{2}:?\d{2}))*",
    re.IGNORECASE,
)


class Found(NamedTuple):
    """An attribution on lines ``start`` to ``end`` (inclusive); ``before`` is the author's text in front of it on its first line."""

    start: int
    end: int
    author: str
    before: str = ""


def ends_here(line: Line) -> bool:
    """Cheap test: could an attribution end on this line? Most lines are turned away here."""
    text = line.text
    if line.mark == ATTRIBUTION:
        return True
    if len(text) > MAX_LENGTH:
        return False
    tail = text.rstrip(" \t*_>")
    if not tail:
        return False
    if tail[-1] in ":：":
        return True
    return bool("@" in text or len(tail) < 30) and WROTE.search(tail, max(0, len(tail) - 16)) is not None


def find(lines: list[Line], end: int, floor: int, quoted_after: bool) -> Found | None:
    """The attribution that ends on line ``end`` and does not reach above ``floor``, if there is one.

    ``quoted_after`` says that the next line with text is quoted: then less evidence is enough.
    """
    if lines[end].mark == ATTRIBUTION:
        start = end
        while start > floor and lines[start - 1].mark == ATTRIBUTION:
            start -= 1
        return Found(start, end, author_of(" ".join(line.text for line in lines[start : end + 1])))
    depth, best, joined = lines[end].depth, None, ""
    for start in range(end, max(floor, end - MAX_LINES + 1) - 1, -1):
        line = lines[start]
        if line.depth != depth or len(joined) + len(line.text) > MAX_LENGTH:
            break
        text = line.text.strip()
        if not text:
            # Some clients put the name, then a blank line, then the address: go on only while the tail is no sentence of its own.
            if "wrote" in joined and not LEAD.match(joined) and len(joined) < 120 and "<" in joined:
                continue
            break
        joined = f"{text} {joined}" if joined else text
        begins = LEAD.match(joined.lstrip("*_ "))
        if _is_attribution(joined, bool(begins), quoted_after):
            best = Found(start, end, author_of(joined))
            if begins:
                return best
        inside = _inside(line.text, joined)
        if inside and _is_attribution(joined[inside:], True, quoted_after):
            return Found(start, end, author_of(joined[inside:]), line.text.strip()[:inside].rstrip())
    return best


def _inside(first: str, joined: str) -> int:
    """Where in its first line an attribution begins that shares the line with the author's words, 0 if nowhere."""
    found = _INSIDE.search(first.strip())
    return found.start() if found else 0


def _is_attribution(text: str, leads: bool, quoted_after: bool) -> bool:
    if text.count(" ") > MAX_WORDS:
        return False
    colon = _END.search(text) is not None
    address = _ADDRESS.search(text) is not None
    date = _DATE.search(text) is not None
    verb = WROTE.search(text) is not None
    if not colon:
        return leads and verb and date and (address or quoted_after)
    if leads and date and (address or verb):
        return True
    if address and (verb or _ON_BEHALF.match(text) or (date and _ADDRESS_END.search(text))):
        return True
    if leads and verb and any(map(str.isdigit, text)):
        return True
    return quoted_after and (verb or (leads and date)) and text.count(" ") < 16


def author_of(text: str) -> str:
    """The name an attribution gives, else its address, else empty."""
    address = _ADDRESS.search(text)
    rest = _MAILTO.sub(" ", text)
    times = list(_TIME_END.finditer(rest))
    verb = WROTE.search(rest)
    if verb and times and times[-1].start() > verb.start():
        name = rest[verb.end() : times[0].start()] if times[0].start() > verb.end() else rest[: verb.start()]
        name = name if len(name.strip(" ,:.")) > 2 and not name[:6].strip().lower().startswith("am ") else rest[: verb.start()]
    elif times:
        name = rest[times[-1].end() : verb.start() if verb and verb.start() > times[-1].end() else None]
        if verb and verb.start() <= times[-1].end():
            name = rest[verb.end() :]
        elif verb and not name.strip(" ,:<>\"'"):
            name = rest[verb.end() :]
    else:
        name = rest[: verb.start()] if verb else rest
        name = name.rsplit(",", 1)[-1] if LEAD.match(name) else name
    name = re.sub(
        r"^[\s,]*(?:użytkownik|uživatel|heeft|uhr|um|at|от|von|by|via)\b",
        "",
        name.strip(" ,:;<>\"'()[]*-\t"),
        flags=re.IGNORECASE,
    )
    name = name.strip(" ,:;<>\"'()[]*-\t")
    if 1 < len(name) <= 80 and any(map(str.isalpha, name)):
        return name
    return address.group().lower() if address else ""
