"""Everything the offline writer knows of a rep, learned once from their examples and the team's knowledge."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from drafts.domain import Kind, Knowledge, Rep
from drafts.writers.offline import moves, shape, when
from drafts.writers.offline.align import Aligner, targets
from drafts.writers.offline.letters import Letter, letters
from drafts.writers.offline.moves import Move
from drafts.writers.offline.phrases import Phrase, remember
from drafts.writers.offline.shape import Habits
from drafts.writers.offline.transforms import names_in

ENOUGH = 3
"""Replies of a kind from which it has habits of its own."""


@dataclass(frozen=True, slots=True)
class RepModel:
    """``habits`` by kind, with ``None`` for all kinds together; ``names`` are words of the knowledge that keep their capital."""

    habits: dict[Kind | None, Habits]
    moves: tuple[Move, ...]
    phrases: tuple[Phrase, ...]
    when: when.Style
    names: frozenset[str]

    def shape(self, kind: Kind) -> Habits:
        return self.habits.get(kind) or self.habits[None]


@lru_cache(maxsize=64)
def learn(rep: Rep, knowledge: Knowledge) -> RepModel:
    """The model of a rep; remembered, since a profile's examples never change."""
    read = letters(rep.examples)
    aligner = aligner_of(knowledge)
    bodies = {letter.example.id: body(letter) for letter in read}
    habits: dict[Kind | None, Habits] = {None: shape.learn(list(bodies.values()), list(bodies.values()))}
    for kind in Kind:
        own = [bodies[letter.example.id] for letter in read if letter.kind is kind]
        if len(own) >= ENOUGH:
            habits[kind] = shape.learn(own, list(bodies.values()))
    return RepModel(
        habits,
        (*moves.mine(read, aligner), *moves.frames(read, aligner)),
        remember(read, aligner),
        when.learn(list(bodies.values())),
        _names(knowledge),
    )


@lru_cache(maxsize=8)
def aligner_of(knowledge: Knowledge) -> Aligner:
    """The aligner of a team's knowledge, shared by its reps."""
    return Aligner(targets(knowledge))


@lru_cache(maxsize=8)
def _names(knowledge: Knowledge) -> frozenset[str]:
    texts = [f.text for f in knowledge.facts] + [v.text for v in knowledge.value_points]
    return names_in([*texts, *(p for o in knowledge.objections for p in o.response_points)]) | {knowledge.company}


def body(letter: Letter) -> str:
    """The letter without greeting and closing."""
    return "\n\n".join(" ".join(line.text for line in paragraph) for paragraph in letter.paragraphs)


def bodies(read: Sequence[Letter]) -> list[str]:
    return [body(letter) for letter in read]
