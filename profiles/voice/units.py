"""Numbers as people read them."""

from collections.abc import Callable
from math import exp, expm1

SHARE = "%"
MAILS = "of mails"
PER_WORD = "per 100 words"
PER_SENTENCE = "per 10 sentences"
WORDS = "words"
LOG_WORDS = "words, from a logarithm"
LOG_WORDS_1 = "words, from a logarithm of one more"
LOG_COUNT = "count, from a logarithm"
NUMBER = "number"

_TO_NUMBER: dict[str, Callable[[float], float]] = {
    SHARE: lambda v: 100 * v,
    MAILS: lambda v: 100 * v,
    PER_WORD: lambda v: 100 * v,
    PER_SENTENCE: lambda v: 10 * v,
    WORDS: lambda v: v,
    LOG_WORDS: exp,
    LOG_WORDS_1: expm1,
    LOG_COUNT: exp,
    NUMBER: lambda v: v,
}

SHOWN = {
    SHARE: "%",
    MAILS: "% of mails",
    PER_WORD: "per 100 words",
    PER_SENTENCE: "per 10 sentences",
    WORDS: "words",
    LOG_WORDS: "words",
    LOG_WORDS_1: "words",
    LOG_COUNT: "",
    NUMBER: "",
}
"""What stands behind a number of each unit."""


def number(value: float, unit: str) -> float:
    """A raw value in the unit people read."""
    return _TO_NUMBER[unit](value)


def digits(value: float, unit: str) -> str:
    """The number alone: no decimals where they would be noise."""
    return f"{number(value, unit):.{_decimals(number(value, unit), unit)}f}"


def with_unit(value: float, unit: str) -> str:
    """The number with its unit: "34%", "2.1 per 100 words", "9 words"; "none" for what is counted and does not occur."""
    if unit in (PER_WORD, PER_SENTENCE) and float(digits(value, unit)) == 0:
        return "none"
    return _behind(digits(value, unit), unit)


def share_of_mails(value: float) -> str:
    """ "all", "none" or a percentage."""
    return {"0": "none", "100": "all"}.get(said := digits(value, MAILS), f"{said}%")


def spread(low: float, high: float, unit: str) -> str:
    """A range without its unit: "5 to 22"; empty where both ends read the same."""
    ends = number(low, unit), number(high, unit)
    decimals = min(_decimals(end, unit) for end in ends)
    said = [f"{end:.{decimals}f}" for end in ends]
    return " to ".join(said) if said[0] != said[1] else ""


def _decimals(shown: float, unit: str) -> int:
    if unit in (SHARE, MAILS) or abs(shown) >= 20:
        return 0
    return 2 if unit == NUMBER else 1


def _behind(digits: str, unit: str) -> str:
    shown = SHOWN[unit]
    return digits + (shown if shown.startswith("%") else f" {shown}" if shown else "")
