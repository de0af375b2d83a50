"""Yes, no or neither: what a fact says to a yes-or-no ask. In doubt neither, and the fact is stated without a yes."""

import re

from drafts.domain import Polarity
from drafts.layers.relevance.facts import Entry
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.needs import is_closed
from drafts.layers.relevance.question import Question
from drafts.layers.relevance.tiers import stands_for

_BURDEN = re.compile(
    r"\b(?:need|require|have to|must|pay|cost|costs|charged?|extra|fees?|licen[cs]es?|more expensive|goes? up|rise|increase|commit|minimum)\b",
    re.I,
)
_RELIEF = re.compile(r"\b(?:free|no (?:extra |additional )?(?:charge|cost|card|fee)|at no|included|complimentary)\b", re.I)
_NEGATION = re.compile(r"\b(?:no|not|never|cannot|can't|isn't|aren't|doesn't|don't|without|nor|neither)\b", re.I)


def polarity(asked: Question, entry: Entry, tiers: frozenset[str]) -> Polarity:
    """The fact's yes or no to the ask; NEITHER for open asks and whenever the sentences do not settle it."""
    text = entry.fact.text
    if not is_closed(asked.text):
        return Polarity.NEITHER
    if any(value.kind == "clock" for value in asked.values):
        return Polarity.NEITHER
    if _BURDEN.search(asked.text):
        if _RELIEF.search(text):
            return Polarity.NO
        return Polarity.NEITHER
    named = {tier for tier in tiers if re.search(rf"\b{tier}\b", asked.text, re.I)}
    if named:
        standing = {tier: stands_for(tier, text, tiers) for tier in named}
        if all(value is True for value in standing.values()):
            return Polarity.YES
        if all(value is False for value in standing.values()):
            return Polarity.NO
        return Polarity.NEITHER
    sentence = _closest(asked, entry)
    if _NEGATION.search(sentence):
        return (
            Polarity.NO
            if re.match(r"\s*(?:there is|there are|we do|we are|it is|it does)?\s*(?:no|not|n't)\b", sentence, re.I)
            else Polarity.NEITHER
        )
    if re.match(r"\s*only\b", sentence, re.I):
        return Polarity.NEITHER
    return Polarity.YES


def _closest(asked: Question, entry: Entry) -> str:
    """The sentence of the fact that shares most with the ask."""
    stems = {term.stem for term in asked.terms}
    return max((s for s in entry.doc.sents), key=lambda s: len({stem(t.lemma_.lower()) for t in s} & stems)).text
