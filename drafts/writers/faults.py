"""What can be wrong with words a model wrote, found by code before anything is made of them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from drafts.understand.language import foreign_language
from drafts.writers.prompts import RULES

RUN = 8
"""This many words in a row of our own instructions are a quotation."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A stable ``code``, what to tell the model (``mend``) and what to tell a person (``sentence``). Neither quotes the text."""

    code: str
    mend: str
    sentence: str


def _fault(code: str, mend: str, about: str) -> Fault:
    return Fault(code, mend, f"The language model's text {about}.")


PLACEHOLDER = _fault("placeholder", "It had a placeholder to fill in.", "had a placeholder left in it")
PREAMBLE = _fault(
    "preamble", "It spoke about the task. Write only the mail's own sentences.", "spoke about the task instead of doing it"
)
REFUSAL = _fault("refused", "It declined the task.", "declined to write this")
QUOTED = _fault("quoted_prompt", "It repeated the instructions.", "repeated its own instructions")
UNBORNE = _fault(
    "unborne",
    "It stated something that is in none of the statements. Say only what they say.",
    "stated something that nobody approved",
)
FOREIGN = _fault("wrong_language", "It was not in English.", "was in another language than the rep's")
EMPTY = _fault("empty", "It had no text.", "was empty")
NUMBER = _fault("new_number", "It had a number that is in none of the statements.", "had a number in it that nobody approved")
HOUR = _fault("new_time", "It had a time of day that nobody proposed.", "had a time in it that nobody proposed")
DAY = _fault("new_day", "It named a day or month that nobody proposed.", "named a day that nobody proposed")
LINK = _fault(
    "new_link", "It had a link or address that is in none of the statements.", "had a link or address in it that nobody gave"
)
MISSING = _fault("ask_missing", "It left an answer out. Every numbered answer must be in it.", "left out an answer")
LONG = _fault(
    "too_long",
    "It was too long. Stay under the rep's longest and cut what is not needed.",
    "was longer than anything the rep writes",
)
MARKUP = _fault("markup", "It had headings or bold marks. Write plain text.", "had formatting marks in it")

_PLACEHOLDER = re.compile(
    r"""\[[^\]\n]{1,60}\] | \{\{?[^{}\n]{1,60}\}?\} | <[a-z][^<>\n]{1,60}> | _{3,}
      | \b(?:XX+|TBD|TODO|lorem\ ipsum)\b
      | \binsert\ (?:your\ |the\ |a\ )?(?:name|date|time|link|company)\b""",
    re.I | re.X,
)
_PREAMBLE = re.compile(
    r"""^\s*(?:(?:sure(?:\ thing)?|certainly|absolutely|of\ course|okay|ok|great)[,!.:]*\s+)?
        (?:here(?:['’]s|\ is|\ are)|below\ is|i(?:['’]ve|\ have)\ (?:written|drafted|rewritten|revised))\s+(?:\w+\s+){0,4}
        (?:repl(?:y|ies)|drafts?|e-?mails?|responses?|rewrites?|json|version\ of\ (?:the|your)\ (?:reply|e-?mail|message|text))\b
      | \bas\ an\ ai\b | \b(?:large\ )?language\ model\b
      | \blet\ me\ know\ if\ you(?:['’]d|\ would)\ like\ (?:me\ to|any)\ (?:adjust|change|revis|edit|tweak|modif)""",
    re.I | re.X,
)
_OF_ITSELF = re.compile(
    r"\b(?:my|the|these|our) (?:\w+ )?(?:instructions?|prompt|guidelines|configuration)\b(?=[^.!?]*(?:\b(?:i|me|was|were|are|is|given|say|tell)\b|:))"
    r"|\bsystem prompt\b|\bapproved (?:facts?|statements?)\b|\bbetween (?:the )?marks\b",
    re.I,
)
_REFUSAL = re.compile(
    r"""\bi(?:['’]m|\ am)\ (?:sorry|afraid|unable)[^.!?]{0,40}\b(?:assist|help|comply|complete)\ (?:with\ )?(?:this|that|your)\b
      | \bi\ (?:can(?:no|['’])t|won['’]t)\ (?:assist|help|comply|write|generate|create)\b[^.!?]{0,30}\b(?:this|that|request)\b""",
    re.I | re.X,
)
_MARKUP = re.compile(r"\*\*|^\s*#{1,6}\s|```|</?[a-z]+>", re.I | re.M)
_LINK = re.compile(
    r"""https?://\S+ | \bwww\.\S+ | \b[\w.+-]+@[\w-]+\.[\w.-]+\b
      | \b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|co|ai|app|dev|uk|de|eu)\b""",
    re.I | re.X,
)

_UNITS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {w: n for n, w in enumerate(_UNITS)} | {w: 10 * n for n, w in enumerate(_TENS, 2)} | {"hundred": 100, "dozen": 12}
_SPELLED = re.compile(rf"\b(?:({'|'.join(_TENS)})[- ]({'|'.join(_UNITS[1:10])})|({'|'.join(_VALUES)}))\b", re.I)
_CLOCK = re.compile(r"(?<![\d$€£.,])([01]?\d|2[0-3])[:.]([0-5]\d)(?!\d|\s?%)")
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_MEASURED = re.compile(
    r"""[\s-](?:\w+[\s-])?(?:minutes?|mins?|hours?|days?|weeks?|months?|years?|quarters?|percent|per\ cent|dollars?|euros?|pounds?
      |seats?|users?|licen[cs]es?|logins?)\b""",
    re.I | re.X,
)
_TALK = re.compile(r"\b([\w-]+)[\s-](?:minutes?|mins?)\b", re.I)
_DAYS = re.compile(
    r"""\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?=s?\b)|[Tt]omorrow|[Tt]onight|(?:March|May)(?=\s+\d)|(?<=\d\s)(?:March|May)
      |January|February|April|June|July|August|September|October|November|December)\b""",
    re.X,
)
_HOUR = re.compile(r"\b(\d{1,2})(?:[:.](\d\d))?\s?([ap])\.?\s?m\b", re.I)
_BARE_HOUR = re.compile(
    r"\b(?:at|or|around|about|by|between|and|to|from|till?|until|before|after|say)\s(\d{1,2})\b(?![:.]\d|\s?[ap]\.?m)", re.I
)


@dataclass(frozen=True)
class Sources:
    """The texts a mail's particulars may come from: ``texts`` for everything; ``habits``, the rep's own replies, only for how
    long a talk is that they usually offer."""

    texts: tuple[str, ...]
    habits: tuple[str, ...] = ()

    @cached_property
    def numbers(self) -> frozenset[str]:
        return frozenset(n for text in self.texts for n in _numbers(text))

    @cached_property
    def talks(self) -> frozenset[str]:
        return frozenset(n for text in self.habits for n in _talks(text))

    @cached_property
    def hours(self) -> frozenset[str]:
        return frozenset(h for text in self.texts for h in _hours(text))

    @cached_property
    def everything(self) -> str:
        return " ".join(self.texts).lower()

    def names_day(self, day: str) -> bool:
        """Whether a day or month is named, perhaps shortened ("thu")."""
        return any(day.lower().startswith(word) for word in self._words)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for word in re.findall(r"[a-z]{3,}", self.everything))


def of_words(text: str, sources: Sources, mark: str = "") -> Iterator[Fault]:
    """What is wrong with a text on its own, worst first; nothing when it may be used."""
    if not text.strip():
        yield EMPTY
        return
    for pattern, fault in ((_REFUSAL, REFUSAL), (_PREAMBLE, PREAMBLE), (_PLACEHOLDER, PLACEHOLDER), (_MARKUP, MARKUP)):
        if pattern.search(text):
            yield fault
    if (mark and mark in text) or "<<<" in text or ">>>" in text or _runs(text) & _runs(RULES) or _OF_ITSELF.search(text):
        yield QUOTED
    plain = _LINK.sub(" ", text)
    if foreign_language(plain):
        yield FOREIGN
    if any(_bare(link) not in sources.everything for link in _LINK.findall(text)):
        yield LINK
    timeless = _HOUR.sub(" ", plain)
    if set(_claimed(timeless)) - sources.numbers - (sources.talks & set(_talks(timeless))):
        yield NUMBER
    if {_at(found) for found in _HOUR.finditer(plain)} - sources.hours:
        yield HOUR
    if not all(map(sources.names_day, _DAYS.findall(plain))):
        yield DAY


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = re.findall(r"[\w']+", text.lower())
    return frozenset(tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1))


def _bare(link: str) -> str:
    return re.sub(r"^(?:https?://)?(?:www\.)?", "", link.lower()).rstrip(".,;:!?)/")


def _at(found: re.Match[str]) -> str:
    """An hour with am or pm on the clock of 24 hours."""
    return f"{int(found[1]) % 12 + (12 if found[3].lower() == 'p' else 0)}:{found[2] or '00'}"


def _hours(text: str) -> Iterator[str]:
    """The times of day a text may mean: both halves of the day where it says neither."""
    yield from map(_at, _HOUR.finditer(text))
    for found in _CLOCK.finditer(_HOUR.sub(" ", text)):
        yield from (f"{hour}:{found[2]}" for hour in (int(found[1]), int(found[1]) + 12))
    for found in _BARE_HOUR.finditer(text):
        yield from (f"{hour}:00" for hour in (int(found[1]), int(found[1]) + 12))


def _numbers(text: str) -> Iterator[str]:
    """Every number of a text, however it is written: "$1,200", "twenty-five", and both hours of a clock time."""
    for clock in _CLOCK.finditer(text):
        hour, minutes = int(clock[1]), clock[2]
        yield from (f"{h}:{minutes}" for h in {hour, (hour + 12) % 24, hour % 12 or 12})
        yield from (str(h) for h in {hour, (hour + 12) % 24, hour % 12 or 12} if minutes == "00")
    yield from map(_plain, _DIGITS.findall(_CLOCK.sub(" ", text)))
    yield from (str(_value(found)) for found in _SPELLED.finditer(text))


def _claimed(text: str) -> Iterator[str]:
    """The numbers a text commits to: all figures, and number words that measure something ("three weeks", not "two things")."""
    for clock in _CLOCK.finditer(text):
        yield str(int(clock[1])) if clock[2] == "00" else f"{int(clock[1])}:{clock[2]}"
    yield from map(_plain, _DIGITS.findall(_CLOCK.sub(" ", re.sub(r"^\s*\d{1,2}[.)]\s", " ", text, flags=re.M))))
    yield from (
        str(_value(found)) for found in _SPELLED.finditer(text) if _MEASURED.match(text, found.end()) and _value(found) != 1
    )


def _talks(text: str) -> Iterator[str]:
    for word in _TALK.findall(text):
        yield from _numbers(word)


def _value(found: re.Match[str]) -> int:
    if found[1]:
        return _VALUES[found[1].lower()] + _VALUES[found[2].lower()]
    return _VALUES[found[3].lower()]


def _plain(figure: str) -> str:
    bare = figure.replace(",", "")
    return bare.rstrip("0").rstrip(".") if "." in bare else bare.lstrip("0") or "0"


def first(faults: Iterable[Fault]) -> Fault | None:
    return next(iter(faults), None)
