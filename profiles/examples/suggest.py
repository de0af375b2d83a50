"""A first guess at what kind of reply an example is; ops correct it in the table."""

import re

from profiles.mail.types import Mail

MEETING = re.compile(
    r"\b(?:meet(?:ing)?|call|demo|calendar|invite|slot|resched\w+|(?:mon|tues|wednes|thurs|fri)day"
    r"|\d{1,2}(?::\d\d)? ?(?:am|pm))\b",
    re.IGNORECASE,
)
OBJECTION = re.compile(
    r"\b(?:too (?:expensive|much|pricey)|budget|not (?:now|interested|the right time)|already (?:use|have)|competitor"
    r"|next (?:year|quarter)|no need|happy with)\b",
    re.IGNORECASE,
)
NUDGE = re.compile(
    r"\b(?:follow(?:ing)? up|check(?:ing)? (?:in|back)|circl(?:e|ing) back|any (?:news|thoughts)"
    r"|still (?:interested|thinking))\b",
    re.IGNORECASE,
)


def suggest_kind(mail: Mail, incoming: str) -> str:
    """One of the reply kinds: from who wrote last, then from what was asked."""
    if NUDGE.search(mail.body.own) and "?" not in incoming:
        return "nudge"
    if OBJECTION.search(incoming):
        return "objection"
    if len(MEETING.findall(incoming)) >= 2:
        return "meeting"
    if not mail.subject.lower().startswith(("re:", "aw:")) or len(mail.references) <= 1:
        return "inbound_first"
    return "other"
