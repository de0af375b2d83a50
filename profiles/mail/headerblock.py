"""Recognising a header block ("From: … Sent: … To: … Subject: …") and the separators above a quoted or forwarded mail."""

import re
from typing import NamedTuple

from profiles.mail.lines import Line
from profiles.mail.words import FORWARDED, HEADER_ROLE, ORIGINAL, REPLY_ABOVE

MAX_KEY = 24
"""Characters of a header's name."""

MAX_CONTINUATION = 4
"""Lines one header's value may run on (long To lists)."""

MAX_SHORT_SUBJECT = 60
"""Characters of a subject line that no client wraps."""

MAX_SEPARATOR = 120
"""Characters of a line that separates the mail it answers."""

MAX_BARE_BLOCK = 14
"""Lines of a header block in which names and values stand on lines of their own."""

_DASHED = re.compile(r"^\W{0,3}(?:[-_=~–—]\s?){2,}\s*(?P<words>\w.{1,118}?)\W{0,2}\s*(?:[-_=~–—]\s?){2,}\W{0,3}$")
_RULE = re.compile(r"^[\s*]*(?:[-_=~–—*#]\s?){4,}[\s*]*$")
_DATED = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d\d")
_SENT_BY = re.compile(r"\s*(?:sent by|gesendet von|envoyé par)\s*:", re.IGNORECASE)
_NAME = re.compile(r"<[^>]*>?|\[[^\]]*\]?|\(.*?\)|\"")


class Found(NamedTuple):
    """Lines ``start`` to ``end`` (inclusive) that announce somebody else's mail; ``forward`` when they say "forwarded"."""

    start: int
    end: int
    author: str
    forward: bool


class _Block(NamedTuple):
    roles: dict[str, str]
    end: int

    @property
    def author(self) -> str:
        sender = self.roles.get("from", "")
        return _NAME.sub(" ", sender).strip(" ,;'") or sender.strip("<> ")


def is_rule(text: str) -> bool:
    """A line made of dashes, underscores or the like."""
    return len(text) < 300 and _RULE.match(text) is not None


def may_start(text: str) -> bool:
    """Cheap test: could a separator or header block start on this line? Most lines are turned away here."""
    head = text[:60]
    if ":" in head or "--" in head or "__" in head or "==" in head or "#" in head or "：" in head or " by " in head:
        return True
    return len(text) < 14 and text.strip().lower() in HEADER_ROLE


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


def separator(text: str) -> str:
    """``original`` or ``forward`` for a line such as "-----Original Message-----" or "Begin forwarded message:", else empty."""
    bare = text.strip(" \t*_").lower()
    if not bare or len(bare) > MAX_SEPARATOR:
        return ""
    dashed = _DASHED.match(bare) if bare[0] in "-=_~–—" else None
    announced = dashed or bare[-1] in ":："
    if not announced and bare[0] not in "#*" and " by " not in bare:
        return ""
    words = dashed["words"] if dashed else bare
    if announced and FORWARDED.match(words):
        return "forward"
    if (announced or " by " in bare[:40]) and ORIGINAL.match(words):
        return "original"
    return "original" if bare[0] in "-=#*" and REPLY_ABOVE.search(bare) else ""


def find(lines: list[Line], start: int) -> Found | None:
    """The separator and/or header block that starts on line ``start``, if there is one."""
    depth, text = lines[start].depth, lines[start].text
    said = separator(text)
    if said:
        block = _block(lines, _next_text(lines, start + 1, depth), depth)
        return Found(start, block.end, block.author, said == "forward") if block else Found(start, start, "", said == "forward")
    if key_of(text)[0]:
        block = _block(lines, start, depth)
        return Found(start, block.end, block.author, forward=False) if block and _is_convincing(block.roles) else None
    end = _bare_block(lines, start, depth) if text.strip().lower() in HEADER_ROLE else 0
    return Found(start, end, "", forward=False) if end else None


def _next_text(lines: list[Line], at: int, depth: int) -> int:
    while at < len(lines) and lines[at].depth == depth and (not lines[at].text.strip() or is_rule(lines[at].text)):
        at += 1
    return at


def _block(lines: list[Line], start: int, depth: int) -> _Block | None:
    """The headers from line ``start`` on; None when it is none."""
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
    return _Block(roles, end)


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
    addressed = any("@" in roles.get(role, "") for role in ("from", "to", "cc", "reply"))
    if "from" in roles and len(roles) >= 2:
        return addressed or "subject" in roles or "sent" in roles
    if "to" in roles and len(roles) >= 2:
        return (addressed and ("date" in roles or "sent" in roles)) or ("subject" in roles and len(roles) >= 3)
    return "sent" in roles and "subject" in roles


def _bare_block(lines: list[Line], start: int, depth: int) -> int:
    """Last line of a block as Notes writes it, names and values on lines of their own ("To / Tom / cc / Subject"); 0 if none."""
    seen: set[str] = set()
    at = start
    while at < min(len(lines), start + MAX_BARE_BLOCK) and lines[at].depth == depth:
        role = HEADER_ROLE.get(lines[at].text.strip().lower(), "")
        seen.add(role)
        if role == "subject":
            value = _next_text(lines, at + 1, depth)
            return value if "to" in seen and value < len(lines) else 0
        at += 1
    return 0


def above(lines: list[Line], *, named: bool) -> tuple[int, str]:
    """How many of the lines above a header block are the author's, and who those that are not say wrote the mail.

    Rules belong to the block; where it names nobody (``named`` False), so do Notes' "Ana Ruiz/TIDEWELL" and date above "To:".
    """
    keep = at = _above_rules(lines, len(lines))
    if named:
        return keep, ""
    for _ in range(3):
        while at and not lines[at - 1].text.strip():
            at -= 1
        text = lines[at - 1].text.strip() if at else ""
        if not text or len(text) > MAX_SHORT_SUBJECT:
            break
        at -= 1
        if _DATED.search(text):
            at -= at > 1 and _SENT_BY.match(lines[at - 1].text) is not None
            name = lines[at - 1].text.strip() if at else ""
            if name and len(name) < MAX_SHORT_SUBJECT and ("/" in name or "@" in name or name.istitle()):
                return at - 1, re.split(r"[/@<]", name)[0].strip(' "')
            return at, ""
    return keep, ""


def _above_rules(lines: list[Line], at: int) -> int:
    while at:
        text = lines[at - 1].text.strip()
        if text and is_rule(text):
            at -= 1
        elif not text and at >= 2 and is_rule(lines[at - 2].text):
            at -= 2
        else:
            break
    return at
