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
    r"(?<!\d)(?:19|20)\d\d(?!\d)|\b\d{1,4}([./-])\d{1,2}\1\d{2,4}\b|\b\d{1,2}\s?[:.h]\s?\d\d(?!\d)|\b\d{1,2}-\w{3,9}-\d{2,4}"
)
_END = re.compile(r"[:：]\W{0,4}$")
_ADDRESS_END = re.compile(r"@[\w.-]+[^\w@]{0,6}(?:\(?mailto:[^\s>)]*[^\w]{0,6})?[:：]\W{0,4}$")
_INSIDE = re.compile(
    r"(?<=[\s.!?)])(?=(?:On|Am|Le|El|Il|Em|Op|Den|Dnia|W dniu|Dne)\s(?:\w{2,12}\.?,?\s)?(?:\d{1,2}[\s./-]|\w{3,12}\.?\s\d{1,2},|\d{4}-))"
)
_ON_BEHALF = re.compile(r"^\W*(?:quoting|citando|zitat von|citat)\b", re.IGNORECASE)
_MAILTO = re.compile(r"<[^<>]*>|[<\[(]\s*(?:mailto:)?[^\s<>@]*@[^<>\])]*[>\])]?|[\w.+%-]+@[\w.-]+")
_JOINED = re.compile(r"(\d)(?=[^\W\d_]{3})")
_NOT_NAMES = frozenset(
    "am pm a.m p.m uhr um at om kl às las à a alle ore the from by via von od от użytkownik uživatel heeft het o godz ve v on el la le il den der em dnia dne "
    "w dniu gmt utc cet cest est edt pst pdt bst mst ist msk h th st nd rd на в г р de от volgende".split()
)
"""Words around a name in an attribution that are no part of it."""


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
    tail = text.rstrip(" \t*_>\"'")
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
    depth, best, joined, gap = lines[end].depth, None, "", False
    for start in range(end, max(floor, end - MAX_LINES + 1) - 1, -1):
        line = lines[start]
        if line.depth != depth or len(joined) + len(line.text) > MAX_LENGTH:
            break
        text = line.text.strip()
        if not text:
            # Some clients put a blank line between the name and a wrapped address: go on only with the address alone in hand.
            if gap or not joined.startswith("<"):
                break
            gap = True
            continue
        joined = f"{text} {joined}" if joined else text
        if _is_attribution(joined, quoted_after):
            if _begins(joined):
                return Found(start, end, author_of(joined))
            if best is None:
                best = Found(start, end, author_of(joined))
        inside = _inside(text)
        if inside and _begins(joined[inside:]) and _is_attribution(joined[inside:], quoted_after):
            return Found(start, end, author_of(joined[inside:]), text[:inside].rstrip())
    return best


def _begins(text: str) -> bool:
    """Whether the text starts as attributions do that name their date: there is nothing more to find above."""
    bare = text.lstrip("*_ ")
    return LEAD.match(bare) is not None and _DATE.search(bare, 0, 70) is not None


def _inside(first: str) -> int:
    """Where in a line an attribution may begin that shares the line with the author's words, 0 if nowhere."""
    found = _INSIDE.search(first)
    return found.start() if found else 0


def _is_attribution(text: str, quoted_after: bool) -> bool:
    if text.count(" ") > MAX_WORDS:
        return False
    leads = LEAD.match(text.lstrip("*_ ")) is not None
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
    return quoted_after and (verb or (leads and date and text.count(" ") < 9)) and text.count(" ") < 16


def author_of(text: str) -> str:
    """The name an attribution gives, else its address, else empty.

    The name stands between the date and the verb ("On 3 May Ana wrote"), before the verb ("Ana schrieb am 3. Mai") or behind it
    ("Am 3. Mai schrieb Ana"), whatever the language; what is left of it when dates, zones and prepositions are gone is the name.
    """
    address = _ADDRESS.search(text)
    plain = _JOINED.sub(r"\1 ", _MAILTO.sub(" ", text))
    verb = WROTE.search(plain)
    before = plain[: verb.start()] if verb else plain
    name = _name(before.split(), last=True) or _name(plain[verb.end() :].split() if verb else [], last=False)
    return name or (address.group().lower() if address else "")


def _name(words: list[str], *, last: bool) -> str:
    """The words after the last one with a digit (``last``) or before the first, without what only belongs to dates."""
    dated = [at for at, word in enumerate(words) if any(map(str.isdigit, word))]
    if dated:
        words = words[dated[-1] + 1 :] if last else words[: dated[0]]
    elif last and words and LEAD.match(" ".join(words)):
        words = words[1:]
    bare = [word.strip(" ,:;<>\"'()[]*|") for word in words]
    while bare and (bare[0].lower().rstrip(".") in _NOT_NAMES or not any(map(str.isalpha, bare[0]))):
        bare.pop(0)
    while bare and (bare[-1].lower().rstrip(".") in _NOT_NAMES or not any(map(str.isalpha, bare[-1]))):
        bare.pop()
    name = " ".join(word for word in bare if word)
    return name if 1 < len(name) <= 80 else ""
