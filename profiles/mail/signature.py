"""Finding the signature under an author's own words, with and without a delimiter."""

import re

from profiles.mail.greeting import is_closing, is_name
from profiles.mail.headerblock import is_rule

MAX_LINES = 14
"""Lines a signature without the standard delimiter may have."""

MAX_WIDTH = 72
"""Characters of a signature's line; longer ones are prose."""

_STANDARD = re.compile(r"^[\s*_]{0,3}(?:--|—|–|⁠--)[\s*_]{0,4}$")
_LOOSE = re.compile(r"^[\s*]{0,3}(?:[-–—_=~*#+]\s?){2,}\s*$")
_CONTACT = re.compile(
    r"[\w.+-]{1,64}@[\w-]+\.|https?://|www\.|\b[\w-]+\.(?:com|org|net|io|co|de|fr|it|es|nl|eu|uk|example|ch|at|dk|se|no|fi|pl|cz)\b|"
    r"(?:\+|\(0|\b0|\(\d)[\d\s().\-/]{6,}\d|\b\d{3}[-. ]\d{3,4}[-. ]\d{3,4}\b|"
    r"^\W*(?:t|tel|telefon|téléphone|teléfono|phone|ph|mob|mobile|mobil|cell|fax|f|m|o|office|direct|skype|web|e|email|mail|twitter|linkedin|whatsapp|icq|gpg|pgp)\W{0,3}[:.]",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"\b(?:ceo|cto|cfo|coo|vp|president|director|manager|executive|engineer|developer|consultant|analyst|head\s+of|founder|owner|partner|assistant|officer|"
    r"professor|prof|ph\.?\s?d|dr|department|dept|university|universität|université|universidad|institute|institut|faculty|school\s+of|laboratory|gmbh|ag|ltd|llc|inc|corp|s\.?a\.?r?\.?l?|"
    r"b\.?v|s\.?p\.?a|aps|a/s|oy|leiter\w*|geschäftsführer\w*|vertrieb\w*|directeur|responsable|chef|directora?|gerente|direttore|responsabile|sales|marketing|support|team)\b",
    re.IGNORECASE,
)
_DASHED_NAME = re.compile(r"^\s*(?:[-–—~]|//?)\s?(?P<name>[^\W\d_][\w.'’]*(?:\s[^\W\d_][\w.'’]*){0,2})\s*[.!]?$")


def cut(lines: list[str], *, whole: bool = True) -> int:
    """Index of the signature's first line, ``len(lines)`` when there is none.

    ``whole`` False (text between quotes) trusts only a delimiter.
    """
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    found = _delimited(lines, end)
    if found is not None:
        return found
    if not whole:
        return len(lines)
    for detect in (_under_closing, _contact_block, _dashed_name):
        found = detect(lines, end)
        if found is not None:
            return found
    return len(lines)


def _delimited(lines: list[str], end: int) -> int | None:
    best = None
    for at in range(end - 1, -1, -1):
        line = lines[at]
        if not line or len(line) > 100 or line.lstrip(" *_")[:1] not in "-–—_=~*#+⁠":
            continue
        below = [text for text in lines[at + 1 : end] if text.strip()]
        standard = _STANDARD.match(line) is not None
        if standard and (line.rstrip("\n") == "-- " or _is_signature_like(below, MAX_LINES * 2)):
            best = at
        elif _LOOSE.match(line) and below and _is_signature_like(below, MAX_LINES) and _opens_signature(below):
            best = at
    if best is None:
        return None
    while best and (not lines[best - 1].strip() or _LOOSE.match(lines[best - 1])):
        best -= 1
    return best


def _is_signature_like(below: list[str], most: int) -> bool:
    """Few short lines. A rule over a list, a table or paragraphs is part of what the author says."""
    if len(below) > most:
        return False
    long = sum(len(text) > MAX_WIDTH + 8 for text in below)
    return long <= max(1, len(below) // 4)


def _opens_signature(below: list[str]) -> bool:
    """Under a line of dashes that is no delimiter: a name, a sign-off or a way to be reached, not a heading's section."""
    if len(below) == 1:
        return not below[0].rstrip().endswith(("?", ":")) and len(below[0]) < 60
    first = below[0]
    named = is_name(first) or is_closing(first)
    return (named and len(below) <= 6) or sum(_CONTACT.search(text) is not None for text in below) * 3 >= len(below)


def _under_closing(lines: list[str], end: int) -> int | None:
    """Short lines under "Kind regards, / Ana Ruiz": the phrase and the name stay with the author."""
    for at in range(max(1, end - MAX_LINES), end):
        if not is_closing(lines[at]):
            continue
        below = [index for index in range(at + 1, end) if lines[index].strip()]
        if not below or any(len(lines[index]) > MAX_WIDTH for index in below):
            continue
        rest = below[1:] if is_name(lines[below[0]]) else below
        if not rest:
            return None
        if is_name(lines[rest[0]]) and len(rest) == 1 and is_closing(lines[at]):
            continue
        texts = [lines[index] for index in rest]
        if any(text.rstrip().endswith(("?", "…")) for text in texts):
            continue
        if any(_CONTACT.search(text) or _TITLE.search(text) or "|" in text for text in texts):
            return rest[0]
    return None


def _contact_block(lines: list[str], end: int) -> int | None:
    """A last paragraph of short lines with ways to be reached, headed by a name or made of nothing else."""
    start = end
    while start and lines[start - 1].strip() and end - start <= MAX_LINES:
        start -= 1
    block = lines[start:end]
    if (
        len(block) < 2
        or len(block) > MAX_LINES
        or any(len(text) > MAX_WIDTH or text.rstrip().endswith(("?", "!", ":")) for text in block)
    ):
        return None
    contacts = sum(_CONTACT.search(text) is not None for text in block)
    above = next((lines[at].rstrip() for at in range(start - 1, -1, -1) if lines[at].strip()), "")
    if above.endswith(":"):
        return None
    first = block[0].split(",")[0]
    if (
        contacts
        and contacts * 4 >= len(block)
        and (is_name(first) or contacts == len(block) or _TITLE.search(block[0]))
        and (start or contacts == len(block))
    ):
        return start
    return None


def _dashed_name(lines: list[str], end: int) -> int | None:
    """ "-Tom" as the last line."""
    if end < 2:
        return None
    found = _DASHED_NAME.match(lines[end - 1])
    if found and len(found["name"]) <= 30 and not re.match(r"\s*[-–—~/]", lines[end - 2]):
        return end - 1
    return None


__all__ = ["cut", "is_rule"]
