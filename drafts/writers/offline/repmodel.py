"""Everything the offline writer knows of a rep, learned once from their examples and the team's knowledge."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from drafts.domain import Kind, Knowledge, Rep
from drafts.writers.offline import dialect, layout, moves, shape, when
from drafts.writers.offline.align import Aligner, targets
from drafts.writers.offline.dialect import Dialect
from drafts.writers.offline.layout import Layout
from drafts.writers.offline.letters import Letter, Line, letters
from drafts.writers.offline.moves import Move
from drafts.writers.offline.phrases import Phrase, remember
from drafts.writers.offline.shape import Habits
from drafts.writers.offline.transforms import names_in
from profiles.embedding import embed

ENOUGH = 3
"""Replies of a kind from which it has habits of its own."""


@dataclass(frozen=True, slots=True)
class RepModel:
    """``habits`` by kind, with ``None`` for all kinds together; ``names`` are words of the knowledge that keep their capital;
    ``opens`` is the share of mails of a kind that begin with something other than an answer; ``agendas`` whether meetings are
    confirmed with what they will be about; ``incoming`` the vector of the mail each example answered; ``dialect`` how the rep spells;
    ``asks_first`` the share of mails of a kind that begin with a question; ``yes`` the mark before a bare yes; ``layouts`` how mails of a kind fall into paragraphs; ``asides`` the share of first questions that something in brackets follows;
    ``subordinates`` whether they hang clauses on others more often than not ("although", "while", "which")."""

    habits: dict[Kind | None, Habits]
    moves: tuple[Move, ...]
    phrases: tuple[Phrase, ...]
    when: when.Style
    names: frozenset[str]
    opens: dict[Kind, float]
    agendas: bool
    incoming: dict[str, np.ndarray]
    dialect: Dialect
    asks_first: dict[Kind, float]
    yes: str
    layouts: dict[Kind | None, Layout]
    asides: float = 0.0
    subordinates: bool = False

    def spoken(self, text: str) -> str:
        """An approved or template sentence in the rep's spelling: contractions, number words, their kind of dash."""
        return self.dialect.spell(text)

    @property
    def joint(self) -> str:
        """The dash this rep joins clauses with; empty for one who uses "and"."""
        return self.dialect.dash if self.dialect.dashes else ""

    @property
    def link(self) -> str:
        """What joins two plain clauses: "while" for a rep who says so in long sentences, else "and"."""
        return "while" if self.subordinates else "and"

    def layout(self, kind: Kind) -> Layout:
        return self.layouts.get(kind) or self.layouts[None]

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
        habits=habits,
        moves=moves.mine(read, aligner),
        phrases=remember(read, aligner),
        when=when.learn(list(bodies.values())),
        names=_names(knowledge),
        opens={kind: _opens([x for x in read if x.kind is kind], aligner) for kind in Kind},
        agendas=_agendas([x for x in read if x.kind is Kind.MEETING], aligner),
        incoming={x.example.id: embed([x.example.incoming or " "])[0] for x in read},
        dialect=dialect.learn(list(bodies.values())),
        asks_first={kind: _share(["?" in x.lines[0].text for x in read if x.kind is kind]) for kind in Kind},
        yes=_yes("\n".join(bodies.values())),
        layouts={None: layout.learn(read)} | {k: layout.learn(of) for k, of in _by_kind(read).items() if len(of) >= ENOUGH},
        subordinates=_subordinates(list(bodies.values())),
        asides=_share([x.lines[1].text.startswith("(") for x in read if "?" in x.lines[0].text and len(x.lines) > 1]),
    )


def _share(found: Sequence[bool]) -> float:
    return sum(found) / len(found) if found else 0.0


def _subordinates(texts: Sequence[str]) -> bool:
    """True when there is a hanging clause, set off by a comma, in every other sentence."""
    hung = sum(len(re.findall(r", (?:although|while|since|which|provided|so that|because|whether|as)\b", t)) for t in texts)
    return hung >= 0.5 * max(1, sum(len(shape.sentences_of(t)) for t in texts))


def _yes(text: str) -> str:
    """The mark after which the rep puts a bare yes, ":" or a dash ("—" whichever they use); empty when they do not."""
    colon, dash = len(re.findall(r"\w: yes\b", text, re.I)), len(re.findall(r"\w\s[—–-]{1,2}\s(?:also )?yes\b", text, re.I))
    return ":" if colon >= max(2, dash) else "—" if dash >= 2 else ""


def _by_kind(read: Sequence[Letter]) -> dict[Kind, list[Letter]]:
    return {kind: [x for x in read if x.kind is kind] for kind in Kind}


def _opens(read: Sequence[Letter], aligner: Aligner) -> float:
    """Share of mails whose first sentence thanks, asks or takes something up instead of answering."""
    return sum(not _answers(x.lines[0], aligner) for x in read) / len(read) if read else 0.0


def _answers(line: Line, aligner: Aligner) -> bool:
    if "?" in line.text or re.match(r"(?:thank|i appreciate|i hope|glad|great|good to|sorry)", line.text, re.I):
        return False
    return len(line.text.split()) < moves.SHORT_ANSWER or any(m.target.kind == "fact" for m in aligner.matches(line.span)[:1])


def _agendas(read: Sequence[Letter], aligner: Aligner) -> bool:
    """True when most meeting confirmations hold a sentence near a fact or a benefit."""
    said = [
        any(m.target.kind in ("value", "fact") for line in x.lines for m in aligner.matches(line.span, 0.45)[:1]) for x in read
    ]
    return bool(said) and sum(said) * 2 > len(said)


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
