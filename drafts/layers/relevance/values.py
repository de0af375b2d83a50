"""Prices, numbers, durations, times and dates in a text, in comparable form.

A value is what a reader could check: ``$1,770``, ``35 days``, ``thirty-five days``, ``SOC 2``, ``7pm``, ``24 November``.
Everything here is one pass of linear regular expressions; nothing is parsed.
"""

import re
from dataclasses import dataclass

from profiles.judgement import Span

UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
]
UNITS += ["seventeen", "eighteen", "nineteen"]
TENS = dict(zip(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], range(20, 100, 10), strict=True))
WORDS = {word: n for n, word in enumerate(UNITS)} | TENS
MULTIPLES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "k": 1000, "m": 1_000_000}

DAYS_IN = {"second": 1 / 86400, "minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7, "fortnight": 14, "month": 365 / 12}
DAYS_IN |= {"quarter": 365 / 4, "year": 365}
SHORT_UNITS = {"sec": "second", "min": "minute", "hr": "hour", "yr": "year", "wk": "week", "mo": "month"}

MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

DATE_WORDS = {name[:length] for name in (*MONTHS, *WEEKDAYS) for length in (3, 4, 5, len(name))}

_WORD = r"(?:" + "|".join(sorted([*WORDS, "hundred", "thousand"], key=len, reverse=True)) + r")"
_WORDS = rf"{_WORD}(?:(?:[ -]|(?<=hundred) and |(?<=thousand) and ){_WORD}){{0,4}}"
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
NUMBER = rf"(?:{_DIGITS}|\b{_WORDS}\b)"
_TIME_UNIT = r"(?:business |working |calendar )?(seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|fortnights?|months?|mos?|quarters?|years?|yrs?)\b"
_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"

_PATTERNS = (
    (
        "url",
        re.compile(
            r"(?:https?://|www\.)[^\s<>()\"']+[^\s<>()\"'.,;:!?]|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|co|eu|de|uk|app|dev|ai)(?:/[^\s<>()\"']*[^\s<>()\"'.,;:!?])?\b(?!@)",
            re.I,
        ),
    ),
    (
        "money",
        re.compile(
            rf"(?:US)?[$€£]\s?(?P<n>{_DIGITS})(?P<k>\s?[km]\b)?|(?P<n2>{NUMBER})\s?(?:dollars|bucks|usd|euros?|eur|pounds|gbp)\b",
            re.I,
        ),
    ),
    ("percent", re.compile(rf"(?P<n>{NUMBER})\s?(?:%|per ?cent\b|pct\b)", re.I)),
    ("always", re.compile(r"\b24\s?/\s?7\b|\b24x7\b|\bround[- ]the[- ]clock\b", re.I)),
    (
        "clock",
        re.compile(
            r"\b(?P<h>\d{1,2})(?::(?P<m>\d{2}))?\s?(?P<ap>[ap])\.?\s?m\b\.?|\b(?P<h2>\d{1,2}):(?P<m2>\d{2})\b|\b(?P<w>noon|midday|midnight)\b|\b(?P<h3>\d{1,2})\s?o'?clock\b",
            re.I,
        ),
    ),
    (
        "date",
        re.compile(
            rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<mo>{_MONTH})(?!\w)|\b(?P<mo2>{_MONTH}) (?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,?\d)|\b(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})\b|\b(?:the|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|[a-z]+day),? (?P<d3>\d{{1,2}})(?:st|nd|rd|th)\b",
            re.I,
        ),
    ),
    (
        "duration",
        re.compile(rf"(?P<n>{NUMBER})(?:\s?(?:-|–|to|or|and|through)\s?(?P<n2>{NUMBER}))?[\s-]*(?P<u>{_TIME_UNIT})", re.I),
    ),
    (
        "versioned",
        re.compile(
            r"\b(?P<name>[A-Z][A-Za-z]*[A-Z]|(?<=[a-z,] )[A-Z][a-z]+|[Nn]et)[ -]?(?P<n>\d+(?:\.\d+)*)\b(?!\s?(?:%|[ap]\.?m|:))"
        ),
    ),
    ("year", re.compile(r"\b(?P<n>(?:19|20)\d{2})\b(?![,.]\d)")),
    (
        "count",
        re.compile(
            rf"(?P<n>{NUMBER})(?P<k>k\b)?(?:\s?(?:-|–|to)\s?(?P<n2>{NUMBER}))?(?:[\s-]+(?P<u>[a-z][a-z'-]+(?: [a-z][a-z'-]+)?))?",
            re.I,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Value:
    """One checkable value. ``kind`` names the pattern; ``number`` is dollars, percent, days (durations), minutes after
    midnight (clocks), day + 100 x month (dates; month 0 when only "the 24th" is said) or a plain number; ``unit`` is the noun
    counted, the unit of time or the name a number belongs to; ``words`` is the text itself."""

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
        if word in WORDS:
            part += WORDS[word]
        elif word == "hundred":
            part = max(part, 1) * 100
        elif word == "thousand":
            total, part = total + max(part, 1) * 1000, 0
        elif word != "and":
            return None
    return float(total + part)


def values(text: str) -> tuple[Value, ...]:
    """Every value of the text in order; a stretch belongs to one value only."""
    taken = bytearray(len(text))
    found: list[Value] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]):
                continue
            made = list(_values_of(kind, match))
            if made:
                used = match.end("n2") if kind == "count" and match.group("n2") else match.end("n") if kind == "count" else end
                taken[start:used] = b"\1" * (used - start)
                found += made
    return tuple(sorted(found, key=lambda value: value.span))


def _values_of(kind, match):
    span, words, groups = match.span(), match.group().strip(), match.groupdict()
    if kind in ("url", "always"):
        yield Value(kind, 0.0, words.lower().removeprefix("https://").removeprefix("http://").removeprefix("www."), words, span)
    elif kind == "clock":
        yield Value(kind, _minutes(groups), "", words, span)
    elif kind == "date":
        if (number := _day(groups)) is not None:
            yield Value(kind, number, "", words, span)
    elif kind == "versioned":
        if groups["name"].lower() not in DATE_WORDS:
            yield Value(kind, number_of(groups["n"].split(".")[0]) or 0.0, words.lower().replace("-", " "), words, span)
    else:
        unit = _unit(groups.get("u") or "")
        for key in ("n", "n2"):
            said = groups.get(key)
            number = number_of(said) if said else None
            if number is not None:
                number *= MULTIPLES.get((groups.get("k") or "").strip().lower(), 1)
                scale = DAYS_IN[unit] if kind == "duration" else 1
                yield Value(kind, number * scale, unit, words, span)


def _unit(words: str) -> str:
    word = words.lower().split()[-1] if kind_of_time(words) else words.lower()
    word = SHORT_UNITS.get(word.rstrip("s"), word)
    return word.rstrip("s") if kind_of_time(word) else word


def kind_of_time(word: str) -> bool:
    """True for "weeks", "business days", "hrs"."""
    last = word.lower().split()[-1].rstrip("s") if word.strip() else ""
    return SHORT_UNITS.get(last, last) in DAYS_IN


def _minutes(groups) -> float:
    if groups.get("w"):
        return {"noon": 720.0, "midday": 720.0, "midnight": 0.0}[groups["w"].lower()]
    hour = int(groups.get("h") or groups.get("h2") or groups.get("h3") or 0)
    minute = int(groups.get("m") or groups.get("m2") or 0)
    half = (groups.get("ap") or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return float(hour * 60 + minute)


def _day(groups) -> float | None:
    if groups.get("iso"):
        _, month, day = groups["iso"].split("-")
        return float(int(month) * 100 + int(day))
    day = int(groups.get("d") or groups.get("d2") or groups.get("d3"))
    name = (groups.get("mo") or groups.get("mo2") or "").lower()[:3]
    month = next((n for n, m in enumerate(MONTHS, 1) if name and m.startswith(name)), 0)
    return float(month * 100 + day) if 1 <= day <= 31 else None
