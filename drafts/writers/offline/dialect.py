"""How a rep spells: contracted or not, numbers as words or figures, which dash. Applied to texts that are not the rep's own."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

CONTRACTED = {
    "it is": "it's",
    "that is": "that's",
    "there is": "there's",
    "you are": "you're",
    "they are": "they're",
    "we are": "we're",
    "who is": "who's",
    "you will": "you'll",
    "we will": "we'll",
    "i will": "i'll",
    "i would": "i'd",
    "i have": "i've",
    "is not": "isn't",
    "are not": "aren't",
    "was not": "wasn't",
    "does not": "doesn't",
    "do not": "don't",
    "cannot": "can't",
    "will not": "won't",
    "would not": "wouldn't",
    "need not": "needn't",
}
UNITS = r"(?:hours?|days?|weeks?|months?|years?|minutes?|branch(?:es)?|seats?|technicians?|people|questions?|points?)"
WORDS = [
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
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
TENS = {30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety"}


SHORT_FORMS = {"technician": "tech", "telephone": "phone", "photograph": "photo", "application": "app", "information": "info"}
"""Words with a short form that some people always use and others never."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """``contracts`` and ``spells`` are None where a rep does neither often enough to tell; ``dash`` is theirs, and
    ``dashes`` whether they set clauses off with it; ``clipped`` are the long words they say the short form of."""

    contracts: bool | None = None
    spells: bool | None = None
    dash: str = "—"
    dashes: bool = False
    clipped: tuple[str, ...] = ()

    def plain(self, text: str) -> str:
        """A template, which is written as people speak: only spelled out for a rep who never contracts, with the rep's dash."""
        text = _expanded(text) if self.contracts is False else text
        if self.dashes and "—" not in text:
            text = _DASHED.sub(lambda m: f"{m['yes'] or ''} — {m['word'] or ''}", text, count=1)
        return text.replace("—", self.dash)

    def spell(self, text: str) -> str:
        """A text that is not the rep's own, in their spelling. Nothing but spelling changes."""
        if self.contracts:
            text = _contracted(text)
        elif self.contracts is False:
            text = _expanded(text)
        if self.spells:
            text = re.sub(
                rf"(?<![\d.,$€£:/-])\b(\d{{1,2}})(?= (?:to \d{{1,3}} )?{UNITS}\b)", lambda m: number_word(int(m[1])), text
            )
            text = re.sub(
                rf"(?<= to )(\d{{1,3}})(?= {UNITS}\b)", lambda m: number_word(int(m[1])) if int(m[1]) < 100 else m[1], text
            )
        for word in self.clipped:
            text = re.sub(rf"\b{word}(?=s?\b)", SHORT_FORMS[word], text)
            text = re.sub(rf"\b{word.capitalize()}(?=s?\b)", SHORT_FORMS[word].capitalize(), text)
        return text.replace("—", self.dash)


def learn(bodies: Sequence[str]) -> Dialect:
    """The dialect of a rep's own texts."""
    text = "\n".join(bodies).replace("’", "'")
    short = sum(len(re.findall(rf"\b{re.escape(s)}\b", text, re.I)) for s in CONTRACTED.values())
    long = sum(len(re.findall(rf"\b{re.escape(s)}\b", text, re.I)) for s in CONTRACTED)
    figures = len(re.findall(rf"(?<![\d.,$])\b\d{{1,2}} {UNITS}\b", text))
    words = len(re.findall(rf"\b(?:{'|'.join(WORDS[2:])}|{'|'.join(TENS.values())})(?:-\w+)? {UNITS}\b", text, re.I))
    dashes = Counter(re.findall(r"(?<=\s)(—|–|--|-)(?=\s)", text))
    ends = len(re.findall(r"[.!?](?:\s|$)", text)) or 1
    dash = dashes.most_common(1)[0][0] if dashes else "—"
    clipped = tuple(w for w, s in SHORT_FORMS.items() if _prefers(_count(s, text), _count(w, text)))
    return Dialect(_prefers(short, long), _prefers(words, figures), dash, sum(dashes.values()) / ends > OFTEN, clipped)


def _count(word: str, text: str) -> int:
    return len(re.findall(rf"\b{word}s?\b", text, re.I))


OFTEN = 0.3
"""Dashes a sentence from which a rep sets clauses off with them."""
_DASHED = re.compile(r"(?P<yes>\b[Yy]es), |, (?P<word>(?:so|and|but|or|if|because|just) )|: (?=how\b|what\b)")


def _prefers(this: int, that: int) -> bool | None:
    if this + that < 4:
        return None
    return True if this >= 2 * that else False if that >= 2 * this else None


def number_word(number: int) -> str:
    """Numbers under a hundred in words."""
    if number < len(WORDS):
        return WORDS[number]
    if number >= 100:
        return str(number)
    tens, rest = number - number % 10, number % 10
    name = TENS.get(tens, "twenty")
    return f"{name}-{WORDS[rest]}" if rest else name


def _contracted(text: str) -> str:
    for long, short in CONTRACTED.items():
        text = re.sub(rf"\b{long}\b(?!\s*[.,;?!])", lambda m, s=short: _cased(m.group(), s), text, flags=re.I)
    return text


def _expanded(text: str) -> str:
    for long, short in CONTRACTED.items():
        text = re.sub(rf"\b{re.escape(short)}\b", lambda m, s=long: _cased(m.group(), s), text.replace("’", "'"), flags=re.I)
    return text


def _cased(found: str, made: str) -> str:
    made = re.sub(r"\bi\b", "I", made)
    return made[0].upper() + made[1:] if found[0].isupper() else made
