"""Prices, numbers, durations, times and dates in a text, in comparable form.

A value is what a reader could check: ``$1,770``, ``35 days``, ``thirty-five days``, ``SOC 2``, ``7pm``, ``seven in the evening``,
``24 November``. Everything here is one pass of regular expressions a kind; nothing is parsed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from profiles.judgement import Span

MONTHS = tuple("january february march april may june july august september october november december".split(" "))
WEEKDAYS = tuple("monday tuesday wednesday thursday friday saturday sunday".split(" "))
DATE_WORDS = frozenset(name[:length] for name in (*MONTHS, *WEEKDAYS) for length in (3, 4, 5, len(name)))
"""Months and weekdays, in full and shortened."""

DAYS_IN = {
    "second": 1 / 86400, "minute": 1 / 1440, "hour": 1 / 24, "day": 1.0, "week": 7.0, "fortnight": 14.0, "month": 365 / 12,
    "quarter": 365 / 4, "year": 365.0,
}  # fmt: skip
"""Days in each unit of time."""

_TENS = {word: n * 10 for n, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(" "), 2)}
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_WORDS = {word: n for n, word in enumerate(_SMALL.split(" "))} | _TENS
_MULTIPLES = {"k": 1000, "m": 1_000_000}
_SHORT_UNITS = {"sec": "second", "min": "minute", "hr": "hour", "yr": "year", "wk": "week", "mo": "month"}

_WORD = "(?:" + "|".join(sorted([*_WORDS, "hundred", "thousand"], key=len, reverse=True)) + ")"
_SPELLED = rf"{_WORD}(?:(?:[ -]|(?<=hundred)[ ]and[ ]|(?<=thousand)[ ]and[ ]){_WORD}){{0,4}}"
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
NUMBER = rf"(?:{_DIGITS}|\b{_SPELLED}\b)"
"""A number in digits or words, as a pattern without groups."""

_HOUR = r"\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_UNIT = r"seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|fortnights?|months?|mos?|quarters?|years?|yrs?"
_MONTH = "(?:" + "|".join(f"{m[:3]}(?:{m[3:]})?" if len(m) > 3 else m for m in MONTHS) + r"|sept)\.?"
_DOMAIN = "com|org|net|io|co|eu|de|uk|app|dev|ai"


def _pattern(text: str, flags: int = re.IGNORECASE) -> re.Pattern:
    return re.compile(text, flags | re.VERBOSE)


_PATTERNS = (
    ("url", _pattern(rf"""(?:https?://|www\.)[^\s<>()"']+[^\s<>()"'.,;:!?]
                        | \b[\w-]+(?:\.[\w-]+)*\.(?:{_DOMAIN})(?:/[^\s<>()"']*[^\s<>()"'.,;:!?])?\b(?!@)""")),
    ("money", _pattern(rf"""(?:US)?[$€£]\s?(?P<n>{_DIGITS})(?P<k>\s?[km]\b)?
                          | (?P<n2>{NUMBER})\s?(?:dollars|bucks|usd|euros?|eur|pounds|quid|gbp)\b""")),
    ("percent", _pattern(rf"(?P<n>{NUMBER})\s?(?:%|per[ ]?cent\b|pct\b)")),
    ("always", _pattern(r"\b24\s?/\s?7\b|\b24x7\b|\bround[ -]the[ -]clock\b|\bat[ ]any[ ]hour\b|\bday[ ](?:and|or)[ ]night\b")),
    ("clock", _pattern(rf"""\b(?P<h>\d{{1,2}})(?:[:.](?P<m>\d{{2}}))?\s?(?P<half>[ap])\.?\s?m\b\.?
                          | \b(?P<h2>\d{{1,2}}):(?P<m2>\d{{2}})\b
                          | \b(?P<h3>{_HOUR})(?:\s?o'?clock)?[ ](?:in[ ]the|at)[ ](?P<part>morning|afternoon|evening|night)\b
                          | \b(?P<h4>{_HOUR})\s?o'?clock\b
                          | \b(?P<name>noon|midday|midnight)\b""")),
    ("date", _pattern(rf"""\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:[ ]of)?[ ](?P<mo>{_MONTH})(?!\w)
                         | \b(?P<mo2>{_MONTH})[ ](?:the[ ])?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,?\d)
                         | \b(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})\b
                         | \b(?:the|[a-z]+day|mon|tues?|wed|thur?s?|fri|sat|sun),?[ ](?P<d3>\d{{1,2}})(?:st|nd|rd|th)\b""")),
    ("duration", _pattern(rf"""(?P<n>{NUMBER})(?:\s?(?:-|–|to|or|and|through)\s?(?P<n2>{NUMBER}))?
                               [\s-]*(?:business[ ]|working[ ]|calendar[ ])?(?P<u>{_UNIT})\b""")),
    ("versioned", _pattern(r"""\b(?P<name>[A-Z][A-Za-z]*[A-Z]|(?<=[a-z,][ ])[A-Z][a-z]+|[Nn]et)[ -]?(?P<n>\d+(?:\.\d+)*)\b
                               (?!\s?(?:%|[ap]\.?m|:))""", 0)),
    ("year", _pattern(r"\b(?P<n>(?:19|20)\d{2})\b(?![,.]\d)")),
    ("count", _pattern(rf"""(?P<n>{NUMBER})(?P<k>k\b)?(?:\s?(?:-|–|to)\s?(?P<n2>{NUMBER}))?
                            (?=(?:[\s-]+(?P<u>[a-z][a-z'-]+(?:[ ][a-z][a-z'-]+)?))?)""")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Value:
    """One checkable value.

    ``kind`` names the pattern: ``money``, ``percent``, ``count``, ``duration``, ``clock``, ``date``, ``year``, ``versioned`` ("SOC 2",
    "net 30"), ``always`` (24/7) or ``url``. ``number`` is in dollars (or other currency), percent, days, minutes after midnight,
    100 x month + day (month 0 when only "the 24th" is said), or plain. ``unit`` is the noun counted, the unit of time, or the whole
    name of a versioned thing; ``words`` is the text itself.
    """

    kind: str
    number: float
    unit: str
    words: str
    span: Span


def number_of(words: str) -> float | None:
    """``"1,770"``, ``"thirty-five"``, ``"two hundred and ten"`` as a number; None when it is none."""
    plain = words.lower().replace(",", "").strip()
    try:
        return float(plain)
    except ValueError:
        pass
    total, part = 0, 0
    for word in re.split(r"[ -]+", plain):
        if word in _WORDS:
            part += _WORDS[word]
        elif word == "hundred":
            part = max(part, 1) * 100
        elif word == "thousand":
            total, part = total + max(part, 1) * 1000, 0
        elif word != "and":
            return None
    return float(total + part)


@lru_cache(maxsize=1024)
def values(text: str) -> tuple[Value, ...]:
    """Every value of the text in order; a stretch belongs to one value only, a range ("5 to 8 weeks") to two."""
    taken = bytearray(len(text))
    found: list[Value] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]):
                continue
            if made := list(_read(kind, match)):
                taken[start:end] = b"\1" * (end - start)
                found += made
    return tuple(sorted(found, key=lambda value: value.span))


def _read(kind: str, match: re.Match) -> Iterator[Value]:
    span, words, groups = match.span(), match.group().strip(), match.groupdict()
    if kind == "url":
        yield Value(kind, 0.0, re.sub(r"^(?:https?://)?(?:www\.)?", "", words.lower()), words, span)
    elif kind == "always":
        yield Value(kind, 0.0, "24/7", words, span)
    elif kind == "clock":
        yield Value(kind, _minutes(groups), "", words, span)
    elif kind == "date":
        if (number := _day(groups)) is not None:
            yield Value(kind, number, "", words, span)
    elif kind == "versioned":
        if groups["name"].lower() not in DATE_WORDS:
            yield Value(kind, number_of(groups["n"].split(".")[0]) or 0.0, words.lower().replace("-", " "), words, span)
    else:
        unit = _unit(groups["u"]) if kind == "duration" else (groups.get("u") or "").lower()
        for said in (groups.get("n"), groups.get("n2")):
            if said and (number := number_of(said)) is not None:
                number *= _MULTIPLES.get((groups.get("k") or "").strip().lower(), 1)
                yield Value(kind, number * (DAYS_IN[unit] if kind == "duration" else 1), unit, words, span)


def _unit(words: str) -> str:
    """``"wks"`` and ``"weeks"`` as ``"week"``."""
    word = words.lower().rstrip("s")
    return _SHORT_UNITS.get(word, word)


def _minutes(groups: dict[str, str | None]) -> float:
    if groups["name"]:
        return 0.0 if groups["name"].lower() == "midnight" else 720.0
    said = next(groups[key] for key in ("h", "h2", "h3", "h4") if groups[key])
    hour, minute = int(number_of(said) or 0), int(groups["m"] or groups["m2"] or 0)
    half, part = (groups["half"] or "").lower(), (groups["part"] or "").lower()
    if half or part:
        afternoon = half == "p" or part in ("afternoon", "evening") or (part == "night" and hour > 5)
        hour = hour % 12 + (12 if afternoon else 0)
    return float(hour * 60 + minute)


def _day(groups: dict[str, str | None]) -> float | None:
    if groups["iso"]:
        _, month, day = groups["iso"].split("-")
        return float(int(month) * 100 + int(day))
    day = int(groups["d"] or groups["d2"] or groups["d3"] or 0)
    name = (groups["mo"] or groups["mo2"] or "").lower()[:3]
    month = next((n for n, full in enumerate(MONTHS, 1) if name and full.startswith(name)), 0)
    return float(month * 100 + day) if 1 <= day <= 31 else None
