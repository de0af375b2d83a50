"""Recognising the line that introduces a quote: "On Tue, 3 Mar 2026 at 10:12, Ana <ana@…> wrote:".

Languages differ in every word of it but not in its shape: a date or time, a name or address, often a verb, a colon at
the end, quoted text after it, a paragraph of its own. The shape decides; known verbs and prepositions only add to it.
"""

import re
from typing import NamedTuple

from profiles.mail.lines import ATTRIBUTION, Line
from profiles.mail.words import LEAD, WROTE, listed

MAX_LINES = 6
"""Lines one attribution may be wrapped over (blank ones counted)."""

MAX_LENGTH = 400
"""Characters of one attribution; longer text is prose."""

MAX_WORDS = 45
MAX_NAME = 80

_ADDRESS = re.compile(r"[\w.+%=/-]{1,80}@[\w.-]{1,200}")
_DAY = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)|\b\d{1,4}([./-])\d{1,2}\1\d{2,4}\b|\b\d{1,2}-\w{3,9}-\d{2,4}|\b\d\d\. \d\d\. \d\d\b"
)
_TIME = re.compile(r"\b\d{1,2}\s?[:.h]\s?\d\d(?!\d)")
_STARTS_WITH_TIME = re.compile(r"\W*\d{1,2}[:.h]\d\d")
_END = re.compile(r"[:：]\W{0,4}$")
_ADDRESS_END = re.compile(r"@[\w.-]+[^\w@]{0,6}(?:\(?mailto:[^\s>)]*[^\w]{0,6})?[:：]\W{0,4}$")
_INSIDE = re.compile(
    r"[\s.!?)](?:On|Am|Le|El|Il|Em|Op|Den|Dnia|W dniu|Dne)\s(?:\w{2,12}\.?,?\s)?(?:\d{1,2}[\s./-]|\w{3,12}\.?\s\d{1,2},|\d{4}-)"
)
_DIGIT = re.compile(r"\d")
_NAMED_ADDRESS = re.compile(r"\w['\".]?\s<[^<>\s]{1,80}@[^<>\s]{1,200}>(?:\s?[^\s:：]{1,20}){0,3}\s?[:：]\W{0,4}$")
_ON_BEHALF = re.compile(r"\W*(?:quoting|citando|zitat von|citat)\b")
_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_ANGLED = re.compile(r"<[^<>]*>")
_MAILTO = re.compile(r"[<\[(]\s*(?:mailto:)?[^\s<>@]*@[^<>\])]*[>\])]?|[\w.+%-]+@[\w.-]+")
_TO_LAST_NUMBER = re.compile(r".*\d\S*", re.DOTALL)
_AROUND_NAMES = " ,:;<>\"'()[]*|"
_JOINED = re.compile(r"(\d)(?=[^\W\d_]{3})")
_NOT_NAMES = listed(
    "пользователь 님이 va đã am pm a.m p.m uhr um at om kl às las à a alle ore the from by via von od от użytkownik "
    "uživatel odesílatel heeft ha hat het o godz ve v on el la le il den der em de dnia dne w dniu gmt utc cet cest "
    "mez mesz est edt pst pdt bst mst ist msk h th st nd rd на в г р u klo kello volgende ezt folgendes tarihinde "
    "şunu π.μ μ.μ ο η χρήστης przez wiadomość napisana terça"
)
"""Words around a name in an attribution that are no part of it."""


class Found(NamedTuple):
    """An attribution on lines ``start`` to ``end`` (inclusive); ``before`` is the author's text in front of it on that line."""

    start: int
    end: int
    author: str
    before: str = ""


def ends_here(line: Line) -> bool:
    """Cheap test: could an attribution end on this line? Most lines are turned away here."""
    return line.mark == ATTRIBUTION or _ending(line.text) != ""


def _ending(text: str) -> str:
    """How an attribution could end with this line: ``colon``, ``verb``, ``address``, ``bracket``, or empty for not at all."""
    length = len(text)
    if text[:1] == "[" and text.endswith("]") and length < MAX_LENGTH:
        return "bracket"
    if length > MAX_LENGTH or (
        length > 30 and "@" not in text and text[-1] != "-" and ":" not in text[-8:] and "：" not in text[-8:]
    ):
        return ""
    tail = text.rstrip(" \t*_>\"'-")
    if not tail:
        return ""
    if tail[-1] in ":：":
        return "colon"
    last = _LAST_WORD.search(tail, max(0, len(tail) - 16))
    if last is not None and last.group().lower() in WROTE:
        return "verb"
    return "address" if "@" in text and text.rstrip().endswith(">") else ""


def verb_in(text: str) -> tuple[int, int] | None:
    """Where the first verb of writing stands in a text."""
    for found in _WORD.finditer(text):
        if found.group().lower() in WROTE:
            return found.span()
    return None


def find(lines: list[Line], end: int, floor: int, quoted_after: bool) -> Found | None:
    """The attribution that ends on line ``end`` and does not reach above ``floor``, if there is one.

    ``quoted_after`` says that the next line with text is quoted: then less evidence is enough.
    """
    if lines[end].mark == ATTRIBUTION:
        start = end
        while start > floor and lines[start - 1].mark == ATTRIBUTION:
            start -= 1
        return Found(start, end, author_of(" ".join(line.text for line in lines[start : end + 1])))
    if not quoted_after and _ending(lines[end].text) in ("address", "bracket"):
        return None
    depth, best, joined, gap = lines[end].depth, None, "", False
    at = end
    while at >= max(floor, end - MAX_LINES + 1):
        line = lines[at]
        if line.depth != depth or len(joined) + len(line.text) > MAX_LENGTH:
            return best
        text = line.text.strip()
        if not text:
            # Some clients put a blank line between the name and a wrapped address: go on only with the address alone in hand.
            if gap or not (joined.startswith("<") or _ADDRESS.match(joined)):
                break
            gap = True
            at -= 1
            continue
        joined = f"{text} {joined}" if joined else text
        if _is_attribution(joined, quoted_after):
            if _begins(joined):
                return _with_lead(lines, at, end, floor, joined)
            best = best or Found(at, end, author_of(joined))
        inside = _inside(text)
        if inside and _begins(joined[inside:]) and _is_attribution(joined[inside:], quoted_after):
            return Found(at, end, author_of(joined[inside:]), text[:inside].rstrip())
        at -= 1
    # The whole paragraph is the attribution when its upper lines hold the date or address that the lower ones lack.
    if best and best.start > at + 1 and _is_attribution(joined, quoted_after) and _adds_evidence(joined, lines, best):
        return Found(at + 1, end, author_of(joined))
    return best


def _with_lead(lines: list[Line], start: int, end: int, floor: int, joined: str) -> Found:
    """The attribution, with the weekday or preposition that a wrap left alone on the line above."""
    above = lines[start - 1].text.strip() if start > floor and lines[start - 1].depth == lines[start].depth else ""
    leads = 0 < len(above) < 20 and joined[:1].isdigit() and LEAD.match(f"{above.lower()} ") is not None
    if leads and not above.endswith((".", "!", "?", ":")):
        start -= 1
    return Found(start, end, author_of(joined))


def _adds_evidence(joined: str, lines: list[Line], best: Found) -> bool:
    held = " ".join(line.text for line in lines[best.start : best.end + 1])
    if _is_dated(joined[:60]) and not _DAY.search(held):
        return True
    return _ADDRESS.search(joined) is not None and not _ADDRESS.search(held)


def _is_dated(text: str) -> bool:
    return _DAY.search(text) is not None or _TIME.search(text) is not None


def _begins(text: str) -> bool:
    """Whether the text starts as attributions do that name their date: there is nothing more to find above."""
    bare = text[:100].lstrip("*_- ").lower()
    return LEAD.match(bare) is not None and _is_dated(bare[:70]) and not _STARTS_WITH_TIME.match(bare)


def _inside(first: str) -> int:
    """Where in a line an attribution may begin that shares the line with the author's words, 0 if nowhere."""
    found = _INSIDE.search(first)
    return found.start() + 1 if found else 0


def _is_attribution(text: str, quoted_after: bool) -> bool:
    words = text.count(" ") + 1
    if words > MAX_WORDS:
        return False
    address = "@" in text and _ADDRESS.search(text) is not None
    numbers = _DIGIT.search(text) is not None
    if not (address or numbers or quoted_after or text.startswith("--")):
        return False
    verb = not WROTE.isdisjoint(_WORD.findall(text.lower()))
    leads = LEAD.match(text[:40].lstrip("*_- ").lower()) is not None
    day, time = numbers and _DAY.search(text) is not None, numbers and _TIME.search(text) is not None
    dated = day or time
    if text.startswith("--") and text.endswith("--"):
        return verb and words <= 16
    if _END.search(text) is None:
        if text[0] == "[" and text[-1] == "]":
            return quoted_after and dated and words <= 12
        if not verb:
            return quoted_after and leads and day and address and text[-1] == ">" and words <= 10
        return leads and verb and dated and (address or quoted_after)
    if (leads and dated and (address or verb)) or (leads and verb and numbers):
        return True
    if address and (verb or _ON_BEHALF.match(text.lower()) or (dated and _ADDRESS_END.search(text))):
        return True
    if day and time and ((verb and words <= 12) or _NAMED_ADDRESS.search(text)):
        return True
    return quoted_after and words <= 16 and (verb or (address and dated) or (leads and dated and words < 10))


def author_of(text: str) -> str:
    """The name an attribution gives, else its address, else empty.

    The name stands between the date and the verb ("On 3 May Ana wrote"), before the verb ("Ana schrieb am 3. Mai") or behind it
    ("Am 3. Mai schrieb Ana"), whatever the language; what is left of it when dates, zones and prepositions are gone is the name.
    """
    plain = _ANGLED.sub(" ", text.replace("，", " "))
    if "@" in plain:
        plain = _MAILTO.sub(" ", plain)
    plain = _JOINED.sub(r"\1 ", plain)
    verb = verb_in(plain)
    before, after = (plain[: verb[0]], plain[verb[1] :]) if verb else (plain, "")
    name = _name_behind_date(before) or _name_before_date(after)
    if not name and not LEAD.match(before.lstrip("*_- ").lower()):
        name = _name_before_date(before)
    if name:
        return name
    address = _ADDRESS.search(text)
    return address.group().lower() if address else ""


def _name_behind_date(text: str) -> str:
    """The name behind the last number; without one, behind the preposition a text begins with."""
    dated = _TO_LAST_NUMBER.match(text)
    if dated:
        return _name(text[dated.end() :])
    return _name(text.split(None, 1)[-1] if LEAD.match(text.lstrip().lower()) else text)


def _name_before_date(text: str) -> str:
    """The name in front of the first number."""
    dated = _DIGIT.search(text)
    return _name(text[: dated.start()].rpartition(" ")[0] if dated else text)


def _name(text: str) -> str:
    """What is left when the words that only belong to dates and attributions are gone from both ends."""
    words = [word.strip(_AROUND_NAMES) for word in text.split()]
    while words and not _is_of_name(words[0]):
        words.pop(0)
    while words and not _is_of_name(words[-1]):
        words.pop()
    name = " ".join(filter(None, words))
    return name if 1 < len(name) <= MAX_NAME else ""


def _is_of_name(word: str) -> bool:
    return _WORD.search(word) is not None and word.lower().rstrip(".") not in _NOT_NAMES
