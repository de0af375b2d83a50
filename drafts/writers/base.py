"""The interface every writer has, and what it is given."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from drafts.domain import Brief, Composition, Knowledge, Layer, Plan, Policy, Rep, Thread, ValueChoice
from profiles.judgement import Span

if TYPE_CHECKING:
    from profiles.voice import VoiceProfile


@dataclass(frozen=True, slots=True)
class Materials:
    """Everything a draft is made of besides the thread.

    ``cohort`` holds the other reps' profiles by rep id: voice is judged against them. ``recent`` are the texts of this rep's
    last drafts, newest first, so that a writer does not say the same again. ``dropped_moves`` are the ids of mined moves
    the rep or ops chose not to use.
    """

    rep: Rep
    profile: "VoiceProfile"
    knowledge: Knowledge
    policy: Policy = field(default_factory=Policy)
    cohort: Mapping[str, "VoiceProfile"] = field(default_factory=dict)
    recent: tuple[str, ...] = ()
    dropped_moves: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Instruction:
    """What to change in a text that was written before.

    ``layer`` is the layer to mend, None for a wish of the rep's. ``sentence`` says it to a person or a model, ``codes`` say
    it to code (the evidence codes that weigh against the text, or those of :mod:`drafts.wishes`), ``spans`` point into the previous text, and
    ``topics`` are words not to be mentioned.
    """

    layer: Layer | None
    sentence: str
    codes: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    topics: tuple[str, ...] = ()


class Writer(ABC):
    """Turns a brief, a plan and a value point into a finished mail in the rep's voice."""

    name: str = ""

    @abstractmethod
    def compose(
        self,
        brief: Brief,
        plan: Plan,
        value: ValueChoice,
        thread: Thread,
        materials: Materials,
        instruction: Instruction | None = None,
        previous: Composition | None = None,
    ) -> Composition:
        """One finished mail, greeting and closing included, signature not.

        With an ``instruction``, ``previous`` rewritten so that only what the instruction is about changes.
        """

    def candidates(
        self,
        brief: Brief,
        plan: Plan,
        value: ValueChoice,
        thread: Thread,
        materials: Materials,
        instruction: Instruction | None = None,
        previous: Composition | None = None,
    ) -> Sequence[Composition]:
        """One or more mails to choose from, the writer's own favourite first."""
        return (self.compose(brief, plan, value, thread, materials, instruction, previous),)
