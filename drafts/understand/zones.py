"""Which clock a time is meant on: named zones, cities, "my time", "your time", else the sender's own offset."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_NAMED = {
    "America/New_York": r"eastern|est|edt|et",
    "America/Chicago": r"central|cst|cdt|ct",
    "America/Denver": r"mountain|mst|mdt|mt",
    "America/Los_Angeles": r"pacific|pst|pdt|pt|west\s+coast\s+time",
    "America/Anchorage": r"alaska|akst|akdt",
    "Pacific/Honolulu": r"hawaii|hawaiian|hst",
    "America/Phoenix": r"arizona",
    "America/Halifax": r"atlantic",
    "Europe/London": r"uk|gmt|bst|british",
    "Europe/Paris": r"cet|cest|central\s+european",
    "Europe/Helsinki": r"eet|eest",
    "Asia/Kolkata": r"ist|india(?:n)?",
    "Asia/Tokyo": r"jst|japan",
    "Asia/Singapore": r"sgt",
    "Australia/Sydney": r"aest|aedt",
    "Pacific/Auckland": r"nzst|nzdt",
    "Etc/UTC": r"utc|zulu",
}
_SHORT = frozenset(
    [
        "et",
        "ct",
        "mt",
        "pt",
        "est",
        "cst",
        "mst",
        "pst",
        "edt",
        "cdt",
        "mdt",
        "pdt",
        "uk",
        "gmt",
        "bst",
        "cet",
        "cest",
        "eet",
        "eest",
        "ist",
        "jst",
        "sgt",
        "aest",
        "aedt",
        "hst",
        "utc",
        "nzst",
        "nzdt",
        "akst",
        "akdt",
    ]
)
_WORDS = re.compile(
    r"(?<![\w@.])(?:"
    + "|".join(f"(?P<z{n}>{pattern})" for n, pattern in enumerate(_NAMED.values()))
    + r")(?!\w)(?P<time>\s+(?:standard\s+|daylight\s+)?time)?",
    re.I,
)
_OFFSET = re.compile(r"(?<!\w)(?:utc|gmt)\s*([+-−–])\s*(\d{1,2})(?::?(\d{2}))?(?!\w)", re.I)
_MINE = re.compile(r"\b(?:my|our)\s+(?:local\s+)?time\b|\btime\s+here\b|\b(?:here|local(?:\s+time)?)\b", re.I)
_YOURS = re.compile(r"\b(?:your|ur)\s+(?:local\s+)?time\b|\byour\s+end\b", re.I)
_PLACE = re.compile(
    r"\b(?:in|from|at)\s+(?:the\s+|our\s+)?([A-Z][a-z]+(?:\s+[A-Z][a-z]+)?)\b|\b([A-Z][a-z]+(?:\s+[A-Z][a-z]+)?)\s+(?:time|office)\b"
)
_AFTER_EXACT_CLOCK = re.compile(r"(?::\d\d|\d\s*[ap]\.?m\.?|noon)[\s,(]*$", re.I)
_NEAR_CLOCK = re.compile(r"\d[\w:.]*(?:\s+\w+){0,4}\s*$")
_LEADS_TO_ZONE = re.compile(
    r"(?:\d(?::\d\d)?\s*(?:[ap]\.?m\.?)?\s*(?:and|or|both|all|,|–|-)?\s*|\b(?:both|all|that['’]?s|in|on|is)\s+)$", re.I
)
_AFTER_CLOCK = re.compile(r"(?:\d|noon|[ap]\.?m\.?)[\s,(]*$", re.I)


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone and the words that name it, empty when it is only the sender's offset."""

    info: tzinfo
    words: str = ""


@cache
def _cities() -> dict[str, str]:
    """Every city of the IANA data base by its name: "london" -> "Europe/London"."""
    names = sorted(
        n
        for n in available_timezones()
        if "/" in n and not n.startswith(("Etc/", "posix/", "right/", "US/", "Brazil/", "Canada/"))
    )
    return {name.rsplit("/", 1)[1].replace("_", " ").lower(): name for name in names}


def zone_in(text: str, sent_at: datetime, rep_zone: str) -> Zone:
    """The zone the writer's times are on: the one named in ``text``, else the sender's.

    A named zone must stand as a zone: after a clock time, in brackets, or with "time" behind it, so that "central heating"
    names none. A city counts when it is where the writer says to be, or is followed by "time".
    """
    if found := _OFFSET.search(text):
        sign = 1 if found[1] == "+" else -1
        shift = sign * timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        return Zone(timezone(shift), found.group())
    for found in _WORDS.finditer(text):
        if _stands_as_zone(text, found):
            name = list(_NAMED)[next(int(k[1:]) for k, v in found.groupdict().items() if v and k != "time")]
            return Zone(ZoneInfo(name), found.group().strip())
    for found in _PLACE.finditer(text):
        name = _cities().get((found[1] or found[2]).lower())
        if name:
            return Zone(ZoneInfo(name), found[1] or found[2])
    if found := _YOURS.search(text):
        return Zone(ZoneInfo(rep_zone), found.group())
    if found := _MINE.search(text):
        return Zone(senders_zone(sent_at, rep_zone), found.group())
    return Zone(senders_zone(sent_at, rep_zone))


def _stands_as_zone(text: str, found: re.Match) -> bool:
    before, after = text[max(0, found.start() - 60) : found.start()], text[found.end() : found.end() + 20]
    word = found.group().strip()
    if found["time"] or before.endswith("(") or (after.startswith(")") and "(" in before):
        return True
    if word.lower() in _SHORT:
        return bool(_AFTER_EXACT_CLOCK.search(before)) or (word.isupper() and bool(_NEAR_CLOCK.search(before)))
    return bool(_AFTER_CLOCK.search(before)) or (
        bool(_LEADS_TO_ZONE.search(before))
        and not re.match(r"\s+(?!this|time|until|through|these|next|right|here)[a-z]{4,}", after)
    )


def senders_zone(sent_at: datetime, rep_zone: str) -> tzinfo:
    """The rep's zone when the sender's clock agrees with it (so that daylight saving carries over), else the bare offset."""
    rep = ZoneInfo(rep_zone)
    if sent_at.tzinfo is None:
        return rep
    return rep if sent_at.astimezone(rep).utcoffset() == sent_at.utcoffset() else timezone(sent_at.utcoffset())
