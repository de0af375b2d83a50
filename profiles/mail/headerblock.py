"""Recognising a header block ("From: … Sent: … To: … Subject: …") and the separators above a quoted or forwarded mail."""

import re
from typing import NamedTuple

from profiles.mail.lines import Line
from profiles.mail.words import FORWARDED, HEADER_ROLE, ORIGINAL, REPLY_ABOVE

MAX_KEY = 24
MAX_CONTINUATION = 4
"""Lines one header's value may run on (long To lists)."""

MAX_SHORT_SUBJECT = 60
"""Characters of a subject line that no client wraps."""

_DASHED = re.compile(r"^\W{0,3}(?:[-_=~–—]\s?){2,}\s*(?P<words>\w.{1,118}?)\W{0,2}\s*(?:[-_=~–—]\s?){2,}\W{0,3}$")
_RULE = re.compile(r"^[\s*]*(?:[-_=~–—*#]\s?){4,}[\s*]*$")
_DATED = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d\d")
_NAME = re.compile(r"<[^>]*>?|\[[^\]]*\]?|\(.*?\)|\"")


class Found(NamedTuple):
    """Lines ``start`` to ``end`` (inclusive) that announce somebody else's mail; ``forward`` when they say "forwarded"."""

    start: int
    end: int
    author: str
    forward: bool


def is_rule(text: str) -> bool:
    """A line made of dashes, underscores or the like."""
    return len(text) < 300 and _RULE.match(text) is not None


def key_of(text: str) -> tuple[str, str]:
    """The role of a header line and its value, or two empty strings."""
    colon = text.find(":", 0, MAX_KEY + 12)
    if colon < 0:
        colon = text.find("：", 0, MAX_KEY)
        if colon < 0:
            return "", ""
    key = text[:colon].strip(" \t*_|").lower()
    role = HEADER_ROLE.get(key, "")
    return (role, text[colon + 1 :].strip(" \t*_")) if role else ("", "")


def may_start(text: str) -> bool:
    """Cheap test: could a separator or header block start on this line? Most lines are turned away here."""
    head = text[:60]
    return ":" in head or "--" in head or "__" in head or "==" in head or "#" in head or "：" in head or " by " in head


def separator(text: str) -> str:
    """``original`` or ``forward`` for a line such as "-----Original Message-----" or "Begin forwarded message:", else empty."""
    if len(text) > 160:
        return ""
    bare = text.strip(" \t*_").lower()
    if not bare:
        return ""
    dashed = _DASHED.match(bare)
    words = dashed["words"] if dashed else bare
    if bare[0] in "-=#*_" and len(bare) < 100 and REPLY_ABOVE.search(bare):
        return "original"
    if FORWARDED.match(words) and (dashed or (bare[-1] in ":：" and len(bare) < 60)):
        return "forward"
    if ORIGINAL.match(words) and (dashed or (bare[-1] in ":：" and len(bare) < 40) or " by " in bare[:40]):
        return "original"
    return ""


def find(lines: list[Line], start: int) -> Found | None:
    """The separator and/or header block that starts on line ``start``, if there is one."""
    depth, text = lines[start].depth, lines[start].text
    said = separator(text)
    if said:
        block = _block(lines, _next_text(lines, start + 1, depth), depth)
        end, author = (block[1], block[2]) if block else (start, "")
        return Found(start, end, author, said == "forward")
    if not key_of(text)[0]:
        return None
    block = _block(lines, start, depth)
    if block is None or not _is_convincing(block[0]):
        return None
    return Found(start, block[1], block[2], False)


def _next_text(lines: list[Line], at: int, depth: int) -> int:
    while at < len(lines) and lines[at].depth == depth and (not lines[at].text.strip() or is_rule(lines[at].text)):
        at += 1
    return at


def _block(lines: list[Line], start: int, depth: int) -> tuple[dict[str, str], int, str] | None:
    """Roles with their values, the block's last line and the author; None when line ``start`` is no header."""
    roles: dict[str, str] = {}
    at, end, strays = start, start, 0
    while at < len(lines) and lines[at].depth == depth and strays <= MAX_CONTINUATION:
        text = lines[at].text
        role, value = key_of(text)
        if role and role in roles and role not in ("cc", "reply"):
            break
        if role:
            roles[role] = value
            end, strays = at, 0
        elif text.strip():
            if not roles:
                return None
            strays += 1
        elif at > end + 2 or not _goes_on(lines, at + 1, depth, roles):
            # The first blank line ends the block unless another header, not seen yet, follows it.
            break
        at += 1
    if not roles:
        return None
    # A long subject may be wrapped; what follows a short one is the mail.
    if 0 < strays <= 2 and len(lines[end].text) > MAX_SHORT_SUBJECT and key_of(lines[end].text)[0] == "subject":
        end += strays
    author = _NAME.sub(" ", roles.get("from", "")).strip(" ,;'")
    return roles, end, author or roles.get("from", "").strip("<> ")


def _goes_on(lines: list[Line], at: int, depth: int, roles: dict[str, str]) -> bool:
    for line in lines[at : at + 2]:
        if line.depth != depth:
            return False
        if line.text.strip():
            role = key_of(line.text)[0]
            return bool(role) and role not in roles
    return False


def _is_convincing(roles: dict[str, str]) -> bool:
    """Two headers are a quoted mail's only if one says who wrote or received it in a mail's way: trips go from and to as well."""
    who = roles.get("from")
    addressed = any("@" in roles.get(role, "") for role in ("from", "to", "cc", "reply"))
    if who is not None and len(roles) >= 2:
        return addressed or "subject" in roles or "sent" in roles
    if "to" in roles and len(roles) >= 2:
        return (addressed and ("date" in roles or "sent" in roles)) or ("subject" in roles and len(roles) >= 3)
    return "sent" in roles and "subject" in roles


def reaches_up(lines: list[Line], start: int, floor: int) -> int:
    """The first line that belongs to a header block starting on ``start``: rules and Notes' "name, date" lines above it."""
    at = start
    while at > floor:
        text = lines[at - 1].text.strip()
        if text and is_rule(text):
            at -= 1
        elif not text and at - 2 >= floor and is_rule(lines[at - 2].text):
            at -= 2
        else:
            break
    return at
