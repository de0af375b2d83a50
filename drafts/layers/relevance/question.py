"""An ask made ready for matching: what it asks about, without what only surrounds it."""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from spacy.tokens import Doc

from drafts.domain import Ask, Thread
from drafts.layers.relevance.facts import FactIndex
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.needs import IMPLIED, Need, needs_of
from drafts.layers.relevance.people import headcount, is_crew, is_people
from drafts.layers.relevance.terms import Term, terms
from drafts.layers.relevance.values import DATE_WORDS, Value, values
from profiles.embedding import embed
from profiles.language import parse

CONTEXT_WEIGHT = 0.15
"""Weight left to words of the lead's own trade, company and situation, and to people counted."""
LEAST_SHARE_WEIGHT = 0.35
"""Weight left to words that stand in many facts."""
TOO_LITTLE = 0.5
"""Weight below which an ask is all light words, and they must count after all ("how many companies use it")."""

_INSTEAD = re.compile(r"\b(?:instead of|rather than)\s+(?:[\w'-]+\s?){1,3}", re.I)
_ASIDE = re.compile(
    r"(?:,|;| -| –| —|\()\s*(?=(?:ours|our|my|mine|we|i|i'm|we're|she|he|they|that's|thats|that is|because|since|cause|cos|as (?:we|i|our|my)|then"
    r"|so that|right now|at the moment|currently|today)\b)",
    re.I,
)
_THEM = re.compile(r"\b(?:they|them|those|these)\b", re.I)


@dataclass(frozen=True)
class Question:
    """An ask prepared for matching: its terms with their weights, the type of answer it needs, its values, and
    the vectors of its core and of its whole wording, one a row.

    ``light`` is True when it has no content word of its own.
    """

    text: str
    terms: tuple[Term, ...]
    weights: tuple[float, ...]
    needs: tuple[Need, ...]
    values: tuple[Value, ...]
    people: int | None
    light: bool
    vectors: np.ndarray = field(repr=False)


def question(ask: Ask, thread: Thread, facts: FactIndex, company: str = "") -> Question:
    """Prepare an ask for matching against these facts. The seller's own name (``company``) is not part of what is asked."""
    text = core(ask.text)
    doc = _parsed(text)
    found = [
        term
        for term in terms(doc)
        if term.index not in _excluded(doc) and term.text not in DATE_WORDS and term.text not in company.lower().split()
    ]
    found += _antecedent(doc, ask, thread)
    context = _context(thread)
    weights = tuple(_weight(term, facts, context) for term in found)
    needs, light = needs_of(text), sum(weights) < TOO_LITTLE
    if light and (implied := [IMPLIED[need] for need in needs if need in IMPLIED]):
        found += [Term("", "", "", 1.0, concepts=frozenset((group,))) for group in implied]
        weights += (1.0,) * len(implied)
    elif light:
        weights = tuple(_weight(replace(term, weight=0.6 * term.full), facts, context) for term in found)
    return Question(
        text,
        tuple(found),
        weights,
        needs,
        values(text),
        headcount(text, thread),
        light,
        embed(list(dict.fromkeys((text, ask.text)))),
    )


def core(text: str) -> str:
    """An ask without the reason that trails it ("…, ours are on paper and get lost") and without an empty half.

    Understanding completes an ask as "context: ask"; the half that says something is kept, both when both do.
    """
    main = _ASIDE.split(text)[0]
    text = main if len(re.findall(r"\w{4,}", main)) >= 2 else text
    before, colon, after = text.partition(": ")
    if not colon:
        return text
    return text if _says_little(after) else after


def _says_little(text: str) -> bool:
    """True when a half has no content word of its own and leans on the other ("is that extra?")."""
    return not any(term.weight >= 0.5 for term in terms(_parsed(text)))


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Doc:
    return parse(text)


def _weight(term: Term, facts: FactIndex, context: frozenset[str]) -> float:
    share = max(LEAST_SHARE_WEIGHT, 1 - 2.5 * facts.share(term))
    own = CONTEXT_WEIGHT if (term.stem in context and not term.name) or is_crew(term.text) else 1.0
    return term.weight * share * own


@lru_cache(maxsize=64)
def _context(thread: Thread) -> frozenset[str]:
    """Stems of words about the lead: they describe who asks, not what is asked."""
    lead = thread.lead
    return frozenset(
        stem(word) for word in re.findall(r"\w+", f"{lead.company} {lead.industry} {lead.role} {lead.size} {lead.notes}".lower())
    )


def _excluded(doc: Doc) -> frozenset[int]:
    """Words that say what is not asked: after "instead of", "rather than"."""
    found = _INSTEAD.search(doc.text)
    return frozenset(token.i for token in doc if found and found.start() <= token.idx < found.end())


def _antecedent(doc: Doc, ask: Ask, thread: Thread) -> list[Term]:
    """What "they" or "those" stand for when the ask itself does not say: the last plural thing named before it in the thread."""
    pronoun = next((token for token in doc if _THEM.fullmatch(token.text) and token.dep_ != "det"), None)
    if pronoun is None or any(token.tag_ in ("NNS", "NNPS") for token in doc[: pronoun.i]):
        return []
    before = thread.messages[ask.message].text[: ask.span[0]] if 0 <= ask.message < len(thread.messages) else ""
    earlier = [message.text for message in thread.messages[:-1]][::-1]
    for text in (before, *earlier[:1]):
        plural = [token for token in _parsed(text) if token.tag_ == "NNS" and not is_people(token.text)]
        if plural:
            index = plural[-1].i
            return [term for term in terms(_parsed(text)) if term.index == index]
    return []
