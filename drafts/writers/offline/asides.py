"""What a rep adds in brackets behind the question they begin with: their own asides, else plain ones."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from drafts.writers.offline.context import OWN_MOVE, Context
from drafts.writers.offline.units import Unit

HABIT = 0.5
"""Share of a rep's first questions with an aside, from which a draft's has one too."""
GAIN = 0.3

_TWO = re.compile(r"^(?!.*\w, [^,]+(?:,| [—–-]{1,2}) or ).*\bor\b")
"""A question between two things, not three."""
_BRACKET = re.compile(r" \([^()]*\)$")
_TIMES = re.compile(r"\b(?:days?|weeks?|months?|year|monday|tuesday|wednesday|thursday|friday)\b", re.I)
"""An aside about how long something took."""
_CHOICE = re.compile(r"\b(?:either|both|they need|half)\b", re.I)
"""An aside about the two answers a question offered."""


def with_asides(context: Context, questions: Iterable[Unit]) -> Iterator[Unit]:
    """The questions, and for a rep who does so each of them with an aside that goes with it."""
    asides = list(_asides(context)) if context.model.asides >= HABIT else []
    for unit in questions:
        bracketed = bool(asides) and bool(_BRACKET.search(unit.text))
        yield replace(unit, worth=unit.worth + GAIN * OWN_MOVE * bracketed)
        question = _BRACKET.sub("", unit.text)
        for aside in asides if question.endswith("?") else ():
            if _TWO.search(question) or not _CHOICE.search(aside.text):
                yield replace(unit, text=f"{question} {aside.text}", worth=unit.worth + GAIN * aside.worth)


def _asides(context: Context) -> Iterator[Unit]:
    yield from (u for u in context.moves("aside") if not _TIMES.search(u.text))
    yield from (u for u in context.moves("aside", anywhere=True) if _CHOICE.search(u.text))
    if context.first_contact:
        yield from context.bank("aside_first", "aside")
    yield from context.bank("aside", "aside")
