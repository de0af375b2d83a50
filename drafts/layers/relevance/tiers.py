"""Plans, packages and editions: their names, and on which of them a fact holds."""

import re

from drafts.domain import Fact

_TIER = re.compile(
    r"\b(?:the |on |in |of |with )?([A-Z][\w+]*) (?:plan|tier|package|edition|bundle|subscription|customers?|licen[cs]e)\b"
)
_SENTENCES = re.compile(r"(?<=[.;])\s+|, (?:though|but|although)\b")
_DENIES = re.compile(r"\b(?:not|no|never|except)\b|n't\b", re.I)

_NOT_TIERS = frozenset("the a an every each any either no all both only new our your this that existing most many".split())


def tiers_of(facts: tuple[Fact, ...]) -> frozenset[str]:
    """Names of plans or packages, lower-cased: what stands before "plan" and the like, and any name in a fact that does so elsewhere."""
    return frozenset(match.lower() for fact in facts for match in _TIER.findall(fact.text) if match.lower() not in _NOT_TIERS)


def first_tier(text: str, tiers: frozenset[str]) -> str | None:
    """The plan a text is about: the first one it names."""
    found = [(hit.start(), tier) for tier in tiers if (hit := re.search(rf"\b{re.escape(tier.title())}\b", text))]
    return min(found)[1] if found else None


def stands_for(tier: str, text: str, tiers: frozenset[str]) -> bool | None:
    """Whether a fact says its subject holds on a plan: True, False, or None when it does not say.

    "included on the Growth plan. It is not offered on Team" is True for Growth and False for Team;
    "on every plan" is True for all; "only the Team plan" is False for the others.
    """
    if re.search(
        r"\b(?:available to|for) everyone\b|\b(?:every|all|any|either|both) (?:of the )?(?:two )?plans?\b|\b(?:every|any|either) (?:plan|tier|package)\b",
        text,
        re.I,
    ):
        return True
    only = re.compile(rf"\bonly (?:on )?(?:the )?(?:{'|'.join(map(re.escape, tiers)) or '(?!)'})\b", re.I)
    for sentence in _SENTENCES.split(text):
        if mentioned := re.search(rf"\b{re.escape(tier)}\b", sentence, re.I):
            return not _DENIES.search(sentence[: mentioned.start()])
        if only.search(sentence):
            return False
    return None
