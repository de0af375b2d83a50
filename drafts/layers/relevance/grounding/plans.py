"""Things put on a plan that the facts do not put them on, and sentences that say what an expired fact said."""

import re
from collections.abc import Iterator

from drafts.layers.relevance.facts import Entry
from drafts.layers.relevance.grounding.text import HARD, Text
from drafts.layers.relevance.tiers import stands_for
from drafts.layers.relevance.view import Stretch, fact_share
from profiles.judgement import Evidence

SAYS = 0.6
"""Part of an expired fact's weight that a sentence must repeat to be saying it."""

_CLAUSE = re.compile(r"[^;—–(),]+(?:, (?:and|as well)[^;—–(),]+)?")
_ALL = re.compile(
    r"\b(?:every|any|all|both|either) (?:of (?:the|our) )?(?:two |three )?(?:plans?|tiers?|packages?|editions?)\b", re.I
)
_NOT_ON = re.compile(r"\b(?:not|no|never|except|without|than|nor)\b[^,;]*$|n't\b[^,;]*$", re.I)


def issues(text: Text) -> Iterator[Evidence]:
    """Clauses that put a thing on a plan where its fact says otherwise."""
    tiers = text.sources.facts.tiers
    if len(tiers) < 2:
        return
    for part in text.parts:
        if part.asks:
            continue
        for found in _CLAUSE.finditer(part.text):
            if not (claimed := _claimed(found.group(), tiers)):
                continue
            wrong = (_wrong(found.group(), claimed, entry, text) for entry in text.sources.facts.entries)
            if first := next(filter(None, wrong), None):
                tier, entry = first
                said = f"Puts it on {tier.title()}, where the fact does not: {entry.fact.text}"
                yield Evidence("contradicts_fact", said, HARD, ((part.span[0] + found.start(), part.span[0] + found.end()),))


def _claimed(clause: str, tiers: frozenset[str]) -> set[str]:
    """Plans that a clause says something holds on."""
    if _ALL.search(clause):
        return set(tiers)
    hits = (
        (tier, hit) for tier in tiers for hit in re.finditer(rf"\b{re.escape(tier)}\b", clause, re.I) if hit.group()[0].isupper()
    )
    return {tier for tier, hit in hits if not _NOT_ON.search(clause[: hit.start()])}


def _wrong(clause: str, claimed: set[str], entry: Entry, text: Text) -> tuple[str, Entry] | None:
    """The first plan claimed for this fact's subject that the fact does not grant, if the clause is about this fact."""
    facts, said = text.sources.facts, clause.lower()
    own = facts.own_words[entry.place]
    hits = [word for word in own if word in said and re.search(rf"\b{re.escape(word)}", said)]
    if not hits or len(hits) < min(2, len(own)):
        return None
    standing = {tier: stands_for(tier, entry.fact.text, facts.tiers) for tier in facts.tiers}
    if set(standing.values()) == {None}:
        return None
    return next(((tier, entry) for tier in sorted(claimed) if standing[tier] is not True), None)


def lapsed(text: Text) -> Iterator[Evidence]:
    """Sentences that say an expired fact, and no fact in force as much."""
    for entry in text.sources.expired.entries:
        for part in text.parts:
            share = fact_share(part, entry)
            if part.asks or share < SAYS or _better_said(part, share, text):
                continue
            said = f"Says what expired on {entry.fact.valid_until:%d %B %Y}: {entry.fact.text}"
            yield Evidence("expired_fact", said, HARD, (part.span,))


def _better_said(part: Stretch, share: float, text: Text) -> bool:
    return any(fact_share(part, other) >= share for other in text.sources.facts.entries)
