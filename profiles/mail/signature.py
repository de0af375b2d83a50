"""Finding the signature under an author's own words, with and without a delimiter."""

import re
from typing import NamedTuple

from profiles.mail.greeting import is_closing, is_greeting, is_name
from profiles.mail.words import CONTACT, TITLE

MAX_DELIMITED = 30
"""Lines that may stand under the standard delimiter when it lost its trailing space (RFC 3676 wants ``-- ``)."""

MAX_BLOCK = 14
"""Lines a signature without the standard delimiter may have."""

MAX_WIDTH = 80
"""Characters of a signature's line; longer ones are prose."""

SEARCHED = 120
"""Lines from the end that are searched for a delimiter."""

_STANDARD = re.compile(r"[\s*_]{0,3}(?:--|—|–)[\s*_]{0,4}$")
_LOOSE = re.compile(r"[\s*]{0,3}(?:[-–—_=~*#+]\s?){2,}\s*$")
_NAMED = re.compile(r"\s*--\s(?P<name>\S.{0,60})$")
_HEAD_END = re.compile(r"[,<(|\[\t•·]|\s{2,}|\s[-–—]\s|https?://|\S+@")
_DASHED_NAME = re.compile(r"\s*(?:[-–—~]\s?|--\s?)(?P<name>[^\W\d_][\w.'’]*(?:\s[^\W\d_][\w.'’]*){0,2})\s*[.!]?$")
_POSTSCRIPT = re.compile(r"p\.?\s?s\b|n\.?b\.\s", re.IGNORECASE)


class Split(NamedTuple):
    """The author's lines and the signature's."""

    own: list[str]
    signature: list[str]


def split(lines: list[str], *, outer: bool = True, sole: bool = True) -> Split:
    """Take the signature off the end of an author's lines.

    ``outer`` False (text between quotes) trusts only a delimiter. ``sole`` False says that the author's words stand elsewhere, so
    that all of these lines may be the signature.
    """
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    found = _delimited(lines, end)
    if found is not None or not outer:
        return Split(lines, []) if found is None else Split(lines[:found], lines[found:])
    under = _under_closing(lines, end)
    if under is not None:
        return under
    found = _contact_block(lines, end, sole=sole)
    if found is None:
        found = _dashed_name(lines, end)
    return Split(lines, []) if found is None else Split(lines[:found], lines[found:])


def is_prose(line: str) -> bool:
    """A sentence, a postscript, or a line too long for a signature."""
    text = line.strip()
    spaces = text.count(" ")
    if len(text) > MAX_WIDTH or (spaces >= 5 and text.endswith((".", "!", "?", "…"))):
        return True
    return (spaces >= 11 and "  " not in text) or (text[:1] in "pPnN" and _POSTSCRIPT.match(text) is not None)


def _delimited(lines: list[str], end: int) -> int | None:
    best, below, prose = None, 0, 0
    for at in range(end - 1, max(-1, end - 1 - SEARCHED), -1):
        line = lines[at]
        text = line.strip()
        if not text:
            continue
        if len(line) < 100 and text[0] in "-–—_=~*#+":
            few = below <= MAX_DELIMITED and prose <= 1 + below // 4
            if line == "-- " or (few and _STANDARD.match(line)):
                best = at
                continue
            if _LOOSE.match(line):
                best = at if few and not prose and _is_loose_delimiter(lines, at, end) else best
                continue
            named = _NAMED.match(line) if few and not prose and below <= MAX_BLOCK else None
            if named and is_name(named["name"]):
                best = at
                continue
        below += 1
        prose += is_prose(line)
    if best is None:
        return None
    while best and (not lines[best - 1].strip() or _LOOSE.match(lines[best - 1])):
        best -= 1
    return best


def _is_loose_delimiter(lines: list[str], at: int, end: int) -> bool:
    """Whether a line of dashes that is no delimiter by the book has a signature under it.

    That is a name, a sign-off or a way to be reached, not a heading's section nor a box around a line of text.
    """
    below = [line for line in lines[at + 1 : end] if line.strip()]
    boxed_above = any(line.strip() == lines[at].strip() for line in lines[max(0, at - 3) : at])
    if not 0 < len(below) <= MAX_BLOCK or boxed_above:
        return False
    if len(below) == 1:
        return not below[0].rstrip().endswith(("?", ":", ","))
    if is_name(below[0]) or is_closing(below[0]):
        return True
    contacts = sum(_reaches(line) for line in below)
    boxed = below[-1].startswith("---") and below[-1].endswith("---")
    return contacts * 3 >= len(below) or (contacts > 0 and boxed)


def _under_closing(lines: list[str], end: int) -> Split | None:
    """Short lines under "Kind regards, / Ana Ruiz": the phrase and the name stay with the author."""
    for at in range(max(1, end - MAX_BLOCK), end):
        if not is_closing(lines[at]):
            continue
        below = [index for index in range(at + 1, end) if lines[index].strip()]
        if not below:
            return None
        first = lines[below[0]]
        name = first if is_name(first) else _name_in_front(first)
        texts = [lines[index] for index in below[1 if name else 0 :]]
        if any(map(is_prose, texts)) or (texts and is_closing(texts[0])):
            continue
        if name and name != first:
            return Split([*lines[: below[0]], name], [first[len(name) :].strip(" |,-–—•·\t"), *lines[below[0] + 1 :]])
        if any(_reaches(text) or TITLE.search(text.lower()) or "|" in text for text in texts):
            start = below[1 if name else 0]
            return Split(lines[:start], lines[start:])
    return None


def _name_in_front(line: str) -> str:
    """The name in "Ana Ruiz | Sales | Tidewell" or "Ana Ruiz, Head of Sales", empty when there is none."""
    end = _HEAD_END.search(line)
    head = line[: end.start()].rstrip() if end else ""
    rest = line[end.start() :] if end else ""
    return head if head and is_name(head) and (TITLE.search(rest.lower()) or _reaches(rest) or "|" in rest) else ""


def _contact_block(lines: list[str], end: int, *, sole: bool) -> int | None:
    """A last paragraph of short lines with ways to be reached, headed by a name or made of nothing else.

    A given name alone is how its author signs: it stays.
    """
    start = end
    while start and lines[start - 1].strip() and end - start <= MAX_BLOCK:
        start -= 1
    block = lines[start:end]
    if not 2 <= len(block) <= MAX_BLOCK or any(is_prose(text) or text.rstrip().endswith(("?", ":")) for text in block):
        return None
    contacts = sum(map(_reaches, block))
    above = next((lines[at].rstrip() for at in range(start - 1, max(-1, start - 4), -1) if lines[at].strip()), "")
    if above.endswith(":") or contacts * 4 < len(block) or not contacts:
        return None
    if contacts == len(block):
        return start
    if (start or not sole) and _heads_signature(block[0]) and not is_greeting(block[0]):
        return start + (" " not in block[0].strip() and is_name(block[0]))
    return None


def _heads_signature(line: str) -> bool:
    """A name, alone or with a title, degree or address behind it, or a company's or job's name."""
    if line.count(" ") <= 6 and TITLE.search(line.lower()) and not line.lstrip()[:1].islower():
        return True
    end = _HEAD_END.search(line)
    if end is None:
        return is_name(line)
    head, rest = line[: end.start()], line[end.start() :]
    return is_name(head) and " " in head.strip() and (rest.count(" ") <= 4 or _reaches(rest))


def _dashed_name(lines: list[str], end: int) -> int | None:
    """A last line such as ``-Tom``, unless it is the last item of a list."""
    if end < 2:
        return None
    found = _DASHED_NAME.match(lines[end - 1])
    above = lines[end - 2].lstrip()
    if found and len(found["name"]) <= 30 and above[:1] not in ("-", "–", "—", "~", "*"):
        return end - 1
    return None


def _reaches(text: str) -> bool:
    """Whether a line holds a way to be reached: an address, a link, a telephone number."""
    return CONTACT.search(text.lower()) is not None
