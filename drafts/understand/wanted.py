"""What each clause wants of its reader: a fitted decision over how it is said and what stands around it.

Rules know the forms of a question, and real mail is full of the forms without the thing: "who has time for that?", "my wrists would
like a word", "does the job, mostly"; and of the thing without the form: "price for nine of us". So the rules' verdicts are only some
of the evidence. The rest is words, form and surroundings, weighed by one multinomial logistic regression that ``fit.py`` fitted on the
mails in ``marked/``. Evidence is named by short strings that are hashed into one table (Weinberger et al. 2009, "Feature hashing").
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from zlib import crc32

import numpy as np
from spacy.tokens import Token

from drafts.understand.clauses import Clause, split
from drafts.understand.courtesy import is_courtesy
from drafts.understand.features import mask_grams, visible, word_grams
from drafts.understand.numbers import load
from drafts.understand.questions import is_question
from drafts.understand.reading import Reading
from drafts.understand.requests import is_request
from profiles.judgement import Span

WANTS = ("", "question", "request", "time", "objection")
"""What a clause may want: nothing, to be told, something done, a time fixed, an objection met."""
BUCKETS = 1 << 14
ASKS_AT = 0.5
"""Probability from which a clause counts as asking when it is told what a mail does."""
_ENDS = " )\"'”’"


@dataclass(frozen=True, slots=True)
class Heard:
    """A clause and what the rules make of it."""

    clause: Clause
    question: bool
    request: bool
    courtesy: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """A clause with the probability of each of :data:`WANTS`, summing to 1, and the buckets of what was noticed about it."""

    heard: Heard
    chances: Mapping[str, float]
    evidence: frozenset[int] = frozenset()

    @property
    def asks(self) -> float:
        """Probability, 0 to 1, that it asks a question or makes a request."""
        return self.chances["question"] + self.chances["request"]


def wanted(reading: Reading, first: bool, asked: bool) -> dict[Span, Wanted]:
    """Every clause of a text by its place. ``first``: it opens the conversation; ``asked``: the rep's last mail asked something."""
    clauses = heard(reading)
    if not clauses:
        return {}
    noticed = [evidence(clauses, i, reading, first, asked) for i in range(len(clauses))]
    rows = np.array([_logits(buckets) for buckets in noticed])
    raised = np.exp(rows - rows.max(axis=1, keepdims=True))
    chances = (raised / raised.sum(axis=1, keepdims=True)).tolist()
    return {
        said.clause.span: Wanted(said, dict(zip(WANTS, row, strict=True)), buckets)
        for said, row, buckets in zip(clauses, chances, noticed, strict=True)
    }


def heard(reading: Reading) -> tuple[Heard, ...]:
    """The clauses of a text that hold a word, in order, with the rules' verdicts."""
    return tuple(
        Heard(clause, is_question(clause), is_request(clause), is_courtesy(clause.text) or is_courtesy(unit.text))
        for unit in reading.units
        for clause in split(unit)
        if visible(clause.tokens)
    )


def evidence(clauses: Sequence[Heard], at: int, reading: Reading, first: bool, asked: bool) -> frozenset[int]:
    """The buckets of everything that is noticed about one clause."""
    names = (
        *_said(clauses[at].clause),
        *_built(clauses[at]),
        *_around(clauses, at),
        *_placed(clauses, at, reading, first, asked),
    )
    return frozenset(crc32(name.encode()) % BUCKETS for name in names)


def _said(clause: Clause) -> Iterator[str]:
    """Its words, and its form with every word of content masked."""
    tokens = visible(clause.tokens)
    yield from (f"w:{gram}" for gram in word_grams(tokens))
    yield from (f"m:{gram}" for gram in mask_grams(tokens))
    yield from (f"l:{token.lemma_.lower()}" for token in tokens)
    yield from (f"o{i}:{token.lower_}" for i, token in enumerate(tokens[:3]))
    yield from _core(tokens)
    yield f"len:{min(len(tokens) // 4, 6)}"


def _core(tokens: Sequence[Token]) -> Iterator[str]:
    """The verb it turns on and who does it."""
    inside = set(tokens)
    root = next((t for t in tokens if t.dep_ == "ROOT" or t.head not in inside), tokens[0])
    subject = next((t.lower_ for t in tokens if t.head == root and t.dep_ in {"nsubj", "nsubjpass", "expl"}), "")
    yield from (f"root:{root.tag_}", f"verb:{root.lemma_.lower()}", f"subject:{subject}", f"does:{subject} {root.tag_}")


def _built(said: Heard) -> Iterator[str]:
    """The rules' verdicts, its end mark and its sentence's, and how the sentence is divided."""
    clause, end = said.clause, said.clause.unit.text.rstrip(_ENDS)[-1:]
    yield f"rules:{said.question} {said.request} {said.courtesy}"
    yield f"rules:{said.question} {end}"
    yield f"ends:{clause.text.rstrip(_ENDS)[-1:]}"
    yield f"sentence ends:{end}"
    yield f"last:{clause.last} listed:{clause.listed}"
    yield f"item:{clause.unit.item} led:{bool(clause.unit.lead)}"


def _around(clauses: Sequence[Heard], at: int) -> Iterator[str]:
    """What the clauses before and after it are."""
    for side, place in (("before", at - 1), ("after", at + 1)):
        if not 0 <= place < len(clauses):
            yield f"{side}:none"
            continue
        other = clauses[place]
        same = other.clause.unit is clauses[at].clause.unit
        yield f"{side} same:{same} ends:{other.clause.unit.text.rstrip()[-1:]}"
        yield f"{side} rules:{other.question} {other.request} {other.courtesy}"
        yield f"{side} listed:{other.clause.listed}"


def _placed(clauses: Sequence[Heard], at: int, reading: Reading, first: bool, asked: bool) -> Iterator[str]:
    """Where in which mail it stands, and whether inside quotation marks or brackets."""
    text, start = reading.text, clauses[at].clause.span[0]
    before = text[:start]
    yield f"first:{first} asked:{asked}"
    yield f"fifth:{5 * at // len(clauses)} of:{min(len(clauses) // 3, 6)}"
    yield f"marks:{min(text.count('?'), 4)}"
    yield f"quoted:{before.count('"') % 2 == 1 or before.count('“') > before.count('”') or text[start - 1 : start] in {'"', '“'}}"
    yield f"bracketed:{before.rfind('(') > before.rfind(')')}"


def _logits(buckets: frozenset[int]) -> np.ndarray:
    weights, bias = _model()
    return weights[list(buckets)].sum(axis=0) + bias


@cache
def _model() -> tuple[np.ndarray, np.ndarray]:
    """Weights, shape (BUCKETS, len(WANTS)), and the bias of each."""
    kept = load("wanted")
    return kept["weights"].astype(np.float32), kept["bias"].astype(np.float32)
