"""A rep's short wish for a draft ("shorter", "don't mention price"): what it asks for, and whether it was done."""

import re

from drafts.domain import Note
from drafts.writers.base import Instruction

SHORTER, LONGER, OMIT, NO_QUESTION = "shorter", "longer", "omit", "no_question"

MARGIN = 0.95
"""A text counts as shorter below this share of the words it had."""

EXAMPLES = ("shorter", "longer", "don’t mention price", "no question")
"""One of each kind, for who wants to know what can be wished."""

_SHORTER = re.compile(
    r"\b(?:shorter|shorten|short|brief(?:er)?|cut (?:it|this) down|trim|tighter|less text|too long|concise)\b", re.I
)
_LONGER = re.compile(r"\b(?:longer|more detail|expand|too short)\b", re.I)
_NO_QUESTION = re.compile(r"\b(?:no|without (?:a|the|any)?|drop the|don'?t ask (?:a|any)?)\s*questions?\b", re.I)
_OMIT = re.compile(
    r"\b(?:do(?:n'?t| not) (?:mention|talk about|bring up|include|say|quote)|leave out|skip|remove|drop|omit|without|no mention of|nothing about|cut|no)"
    r"\s+(?:any |the |my |our |anything about |mention of )*(?P<topic>[^.;,!?]{2,60})",
    re.I,
)
RELATED = {
    "price": ("price", "pricing", "priced", "cost", "costs", "$", "per month", "a month", "billed", "fee"),
    "pricing": ("price", "pricing", "priced", "cost", "costs", "$", "per month", "a month", "billed", "fee"),
    "cost": ("price", "pricing", "priced", "cost", "costs", "$", "per month", "a month", "billed", "fee"),
    "numbers": tuple("0123456789$"),
    "trial": ("trial", "try it", "14 days", "fourteen days"),
    "demo": ("demo", "demonstration", "walk you through", "show you"),
    "call": ("call", "phone", "speak", "talk"),
}
"""What else says the same as a topic a rep may name."""


def understand(wish: str) -> Instruction | None:
    """The wish as something code can do and check, or None when it is none of the known kinds."""
    said = wish.replace("’", "'")
    if _NO_QUESTION.search(said):
        return Instruction(None, wish, (NO_QUESTION,))
    omitted = _OMIT.search(said)
    topic = re.sub(r"\s+(?:please|at all|here|yet|this time)$", "", omitted["topic"].strip().lower()) if omitted else ""
    if topic:
        return Instruction(None, wish, (OMIT,), topics=words_of(topic))
    if _SHORTER.search(said):
        return Instruction(None, wish, (SHORTER,))
    if _LONGER.search(said):
        return Instruction(None, wish, (LONGER,))
    return None


def words_of(topic: str) -> tuple[str, ...]:
    """The words and phrases that would mention a topic."""
    head = topic.rstrip("s") or topic
    return RELATED.get(topic) or RELATED.get(head) or (head,)


def mentions(text: str, topics: tuple[str, ...]) -> bool:
    """True when a text mentions any of the topics, at the start of a word."""
    plain = text.lower()
    return any(re.search(rf"(?<!\w){re.escape(t)}" if t[0].isalpha() else re.escape(t), plain) for t in topics)


def verify(instruction: Instruction, before: str, after: str) -> Note | None:
    """None when the wish is done; else the note that says what is still there."""
    code = instruction.codes[0]
    had, has = len(before.split()), len(after.split())
    if code == SHORTER and has >= MARGIN * had:
        return _unmet(f"Could not make it shorter without losing an answer: {had} words before, {has} after.")
    if code == LONGER and has <= had:
        return _unmet(f"There is nothing approved to add: {had} words before, {has} after.")
    if code == NO_QUESTION and "?" in after:
        return _unmet("The question could not be taken out without leaving a hole.")
    if code == OMIT and mentions(after, instruction.topics):
        return _unmet(f"“{instruction.topics[0]}” is still mentioned, because an ask cannot be answered without it.")
    return None


def not_understood(wish: str) -> Note:
    return _unmet(f"I do not know how to do “{wish}”: I can make it shorter or longer, leave a topic out, or drop the question.")


def broke(wish: str) -> Note:
    return _unmet(f"Doing “{wish}” would have broken another layer, so the draft was left as it was.")


def _unmet(sentence: str) -> Note:
    return Note(None, "wish_not_met", sentence)
