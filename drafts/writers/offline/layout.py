"""How a rep's mails fall into paragraphs, and how a draft's parts are laid out like them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.letters import Letter, Line

MOSTLY = 0.5


@dataclass(frozen=True, slots=True)
class Layout:
    """``first_alone`` and ``last_alone``: shares of mails whose first (last) sentence has a paragraph of its own, asides in brackets
    not counted; ``paragraphs``: their usual number."""

    first_alone: float
    last_alone: float
    paragraphs: float

    def lay(self, opening: Sequence[Slot], answers: Sequence[Slot], value: Sequence[Slot], close: Sequence[Slot]) -> list[Slot]:
        """The parts in order, each slot marked whether it opens a paragraph."""
        opens = bool(opening) and self.first_alone >= MOSTLY
        closes = bool(close) and self.last_alone >= MOSTLY
        room = max(1, round(self.paragraphs) - opens - closes)
        apart = bool(value) and (room > 1 or (opens and not answers))
        room = max(1, room - apart)
        size = max(1, -(-len(answers) // room)) if answers else 1
        spread = [replace(s, paragraph=n % size == 0 and (n > 0 or opens or not opening)) for n, s in enumerate(answers)]
        return [
            *(replace(s, paragraph=n == 0) for n, s in enumerate(opening)),
            *spread,
            *(replace(s, paragraph=n == 0 and (apart or not (opening or answers))) for n, s in enumerate(value)),
            *(replace(s, paragraph=n == 0 and closes) for n, s in enumerate(close)),
        ]


def learn(letters: Sequence[Letter]) -> Layout:
    """The layout of some of a rep's letters."""
    if not letters:
        return Layout(1.0, 1.0, 3.0)
    parted = [letter.paragraphs for letter in letters]
    count = len(parted)
    return Layout(
        first_alone=sum(len(p) > 1 and _alone(p[0], 1) for p in parted) / count,
        last_alone=sum(len(p) > 1 and _alone(p[-1], LAST) for p in parted) / count,
        paragraphs=sum(map(len, parted)) / count,
    )


LAST = 2
"""Sentences of a closing paragraph: a question and its terms ("Worth a look? 15 minutes.")."""
FEW_WORDS = 10
"""A paragraph of so few words is one move, whatever its sentences."""


def _alone(paragraph: Sequence[Line], most: int) -> bool:
    said = [line for line in paragraph if not line.text.startswith("(")]
    return len(said) <= most or sum(len(line.text.split()) for line in said) <= FEW_WORDS
