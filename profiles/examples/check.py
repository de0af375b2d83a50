"""What does not belong in an example set, and what deserves a second look."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from profiles.mail.types import Mail

OLDEST = timedelta(days=548)
"""18 months: older mail teaches a voice the rep may no longer have."""

FEWEST_WORDS = 8
MERGE_FIELDS = re.compile(r"\{\{.*?\}\}|\[\[.*?\]\]|<<\w+>>|%(?:FIRST_?NAME|NAME|COMPANY)%|\*\|\w+\|\*", re.IGNORECASE)
UNSUBSCRIBE = re.compile(
    r"\bunsubscribe\b|\bmanage (?:your )?preferences\b|\bview (?:this|it) in (?:your|a) browser\b", re.IGNORECASE
)
OUR_OWN = re.compile(r"^vd-\d+-[0-9a-f]{32}@")
"""Message-IDs that deliveries of VoiceDesk carry: it never learns from itself."""


def refusal(mail: Mail, now: datetime) -> tuple[str, str] | None:
    """Why a mail of the rep's cannot be an example, as a code and a sentence; None when it can."""
    words = mail.body.own.split()
    if "autoreply" in mail.flags or "bounce" in mail.flags:
        return "autoreply", "Skipped: a machine wrote it."
    if OUR_OWN.match(mail.message_id):
        return "our_own", "Skipped: VoiceDesk drafted it, and it does not learn from itself."
    if mail.body.forwarded:
        return "forward", "Skipped: it only passes another mail on."
    if not words:
        return "no_words", "Skipped: no words of the rep's own are in it."
    if len(words) < FEWEST_WORDS:
        return "one_liner", f"Skipped: {len(words)} words are too few to learn from."
    if MERGE_FIELDS.search(mail.body.own) or UNSUBSCRIBE.search(mail.body.own) or "bulk" in mail.flags:
        return "template", "Skipped: it reads like a mail merge or newsletter."
    if mail.sent_at and now - mail.sent_at > OLDEST:
        return "too_old", f"Skipped: sent {mail.sent_at:%B %Y}, more than 18 months ago."
    return None


def warnings_for(mail: Mail, incoming: str) -> list[dict[str, str]]:
    """What a curator should look at before using the example."""
    found = []
    if not incoming:
        found.append({"code": "no_incoming", "sentence": "The mail it answers was not found."})
    if mail.sent_at is None:
        found.append({"code": "no_date", "sentence": "Its date could not be read."})
    if len(mail.body.own.split()) > 400:
        found.append({"code": "long", "sentence": "Longer than 400 words; not used unless you say so."})
    return found


def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """Word 3-grams, lower-cased."""
    words = re.findall(r"\w+", text.lower())
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def near_duplicate(text: str, others: Iterable[tuple[int, str]], threshold: float = 0.6) -> int | None:
    """The id of a text that shares at least ``threshold`` of its word 3-grams (Jaccard), or None."""
    mine = shingles(text)
    for pk, other in others:
        theirs = shingles(other)
        if mine and theirs and len(mine & theirs) / len(mine | theirs) >= threshold:
            return pk
    return None
