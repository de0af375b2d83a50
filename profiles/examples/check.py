"""What does not belong in an example set, and what deserves a second look."""

import re
from array import array
from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil

import numpy as np

from profiles.mail.types import Mail
from profiles.models import LONGEST_EXAMPLE

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
    if len(mail.body.own) > LONGEST_EXAMPLE:
        return "too_long", f"Skipped: it is longer than {LONGEST_EXAMPLE:,} characters, which no reply is."
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


SAME = 0.6
"""Share of two texts' word 3-grams, of all they have together (Jaccard), from which they say nearly the same."""


def near_duplicate(text: str, others: Iterable[tuple[int, str]]) -> int | None:
    """The id of a text that says nearly the same, or None."""
    known = Known()
    for pk, other in others:
        known.add(pk, other)
    return known.like(text)


class Known:
    """Texts by number, among which one that says nearly the same is found without looking at each.

    Two sets of n and m members that share ``SAME`` of their union have one in common among the first n - ceil(SAME * n) + 1 of
    each in any fixed order (prefix filtering, Chaudhuri et al., 2006): only texts met there are compared.
    """

    BLOCK = 50_000
    """Members that are kept in a dictionary until they go, sorted, into arrays, which take a tenth of the memory."""

    def __init__(self) -> None:
        self._texts: dict[int, array] = {}
        self._blocks: list[tuple[np.ndarray, np.ndarray]] = []
        self._recent: dict[int, set[int]] = {}

    def add(self, number: int, text: str) -> None:
        members = _members(text)
        self._texts[number] = members
        for member in _first(members):
            self._recent.setdefault(member, set()).add(number)
        if len(self._recent) > self.BLOCK:
            self._pack()

    def like(self, text: str) -> int | None:
        """The lowest number of a text that says nearly the same, or None."""
        mine = _members(text)
        return min((number for number in self._met(_first(mine)) if _share(mine, self._texts[number]) >= SAME), default=None)

    def _met(self, members: array) -> set[int]:
        met = {number for member in members for number in self._recent.get(member, ())}
        for known, numbers in self._blocks:
            starts, ends = (np.searchsorted(known, members, side=side) for side in ("left", "right"))
            met.update(int(number) for start, end in zip(starts, ends, strict=True) for number in numbers[start:end])
        return met

    def _pack(self) -> None:
        pairs = sorted((member, number) for member, numbers in self._recent.items() for number in numbers)
        self._blocks.append((np.array([member for member, _ in pairs]), np.array([number for _, number in pairs])))
        self._recent.clear()


def _members(text: str) -> array:
    """A text's word 3-grams as numbers, each once, in their order."""
    words = re.findall(r"\w+", text.lower())
    return array("q", sorted({hash(three) for three in zip(words, words[1:], words[2:], strict=False)}))


def _first(members: array) -> array:
    return members[: len(members) - ceil(SAME * len(members)) + 1]


def _share(one: array, other: array) -> float:
    together = len(set(one).intersection(other))
    return together / (len(one) + len(other) - together)
