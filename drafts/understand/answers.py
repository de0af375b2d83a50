"""A mail that only answers the rep's question: clear when there was one plain question, else nobody can tell what was meant."""

import re
from dataclasses import dataclass

from drafts.domain import Thread
from drafts.understand.cues import VAGUE, Act
from drafts.understand.reading import Reading, Unit, read

WORDS = 6
"""A mail of at most this many words may be nothing but an answer."""
VAGUE_AT = 0.4
"""Probability from which a short answer in other words than a plain yes or no is as unclear as one."""

_BARE = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|no|nope|ok(?:ay)?|sure|do\s+it|go\s+(?:ahead|for\s+it)|fine|great|perfect|sounds\s+good|works|that\s+(?:one|works)|"
    r"the\s+(?:first|second|other|latter|former)(?:\s+one)?|either|both|maybe|agreed|correct|right|exactly|whatever|please\s+do|thanks?(?:\s+you)?|"
    r"will\s+do|done|let['’]?s\s+do\s+(?:it|that)|same|not\s+sure|probably|i\s+guess)\b",
    re.I,
)
_OPTIONS = re.compile(r"\bor\b|n['’]t\b.*,\s*\w+\s+\w+\?|\bnot\b", re.I)
_YES_NO = re.compile(r"^\W*(?:yes|yep|yeah|no|nope|it\s+did|we\s+do|they\s+would|i\s+did)\b", re.I)


@dataclass(frozen=True, slots=True)
class Answer:
    """The words of a bare answer and the one question it settles; ``question`` is empty when it fits several, or none."""

    words: str
    question: str = ""

    @property
    def unclear(self) -> bool:
        return not self.question


def bare_answer(reading: Reading, thread: Thread, act: Act) -> Answer | None:
    """The answer a short mail is, None when it is more than that or answers nothing of the rep's.

    It settles a question only when the rep asked exactly one, without an "or" and not in the negative: to "you don't want to
    wait, do you?" both yes and no mean two things.
    """
    earlier = thread.messages[:-1]
    if not earlier or not earlier[-1].from_rep or reading.words > WORDS or not reading.units:
        return None
    words = reading.units[0].text
    if not _BARE.match(words) and act.of(VAGUE) < VAGUE_AT:
        return None
    questions = [u.text for u in read(earlier[-1].text).units if u.text.rstrip().endswith("?")]
    settled = questions[0] if len(questions) == 1 and not _OPTIONS.search(questions[0]) else ""
    return Answer(words, settled)


def only_answers(unit: Unit) -> bool:
    """True for "Yes they would": so short an answer objects to nothing."""
    return bool(_YES_NO.match(unit.text)) and len(unit.text.split()) <= 5
