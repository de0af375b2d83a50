"""Does a value point suit a lead? Role, industry, and the concern the lead voiced."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from drafts.domain import Lead, ValuePoint

SPELLED = {
    "ops": "operations",
    "op": "operations",
    "mgr": "manager",
    "mngr": "manager",
    "dir": "director",
    "exec": "executive",
    "svp": "vp",
    "evp": "vp",
    "gm": "general manager",
    "cs": "customer service",
    "cx": "customer experience",
    "revops": "revenue operations",
    "chief operating officer": "coo",
    "chief financial officer": "cfo",
    "chief information officer": "cio",
    "chief information security officer": "ciso",
    "chief executive officer": "ceo",
    "managing director": "ceo",
    "vice president": "vp",
    "head": "director",
    "chief": "director",
    "co owner": "owner",
    "co founder": "founder",
    "dispatching": "dispatch",
    "facility": "facilities",
    "information technology": "it",
}
"""Common ways to write the same title; longest first when applied."""

SENIORITY = frozenset(
    [
        "senior",
        "junior",
        "sr",
        "jr",
        "lead",
        "assistant",
        "associate",
        "deputy",
        "acting",
        "interim",
        "regional",
        "group",
        "global",
        "chief",
    ]
)
"""Words that shift a title's rank but not what its holder cares about; ignored when the rest agrees."""

LINKS = frozenset(["of", "the", "and", "for", "a", "an", "in", "at", "to"])


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a point suits a lead. ``role`` and ``industry`` from 0 (no) to 1 (named outright)."""

    role: float
    industry: float

    @property
    def suits(self) -> bool:
        return self.role > 0 and self.industry > 0


@lru_cache(maxsize=4096)
def fit(point: ValuePoint, lead: Lead) -> Fit:
    """Match of the lead's role and industry with those the point was written for."""
    return Fit(role_match(lead.role, point.roles), industry_match(lead.industry, point.industries))


def role_match(role: str, roles: Sequence[str]) -> float:
    """1 for the same title however it is written, .8 when they differ by rank or place only, else 0.

    >>> role_match("Head of Operations", ("operations director",))
    1.0
    >>> role_match("Senior Operations Manager, West", ("operations manager",))
    0.8
    >>> role_match("brand designer", ("owner",))
    0.0
    """
    return max((_same_title(held, wanted) for held in _titles(role) for wanted in map(_title, roles)), default=0.0)


def industry_match(industry: str, industries: Sequence[str]) -> float:
    """1 when the point is for any industry or names this one, .8 when one name contains the other, .5 when the lead's is unknown."""
    if not industries:
        return 1.0
    if not industry.strip():
        return 0.5
    held = _words(industry)
    named = [_words(name) for name in industries]
    if held in named:
        return 1.0
    return 0.8 if any(set(name) <= set(held) or set(held) <= set(name) for name in named if name) else 0.0


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[a-z0-9]+", text.lower()))


@lru_cache(maxsize=4096)
def _title(text: str) -> frozenset[str]:
    plain = f" {' '.join(_words(text))} "
    for short in sorted(SPELLED, key=len, reverse=True):
        plain = plain.replace(f" {short} ", f" {SPELLED[short]} ")
    return frozenset(plain.split()) - LINKS


@lru_cache(maxsize=1024)
def _titles(role: str) -> tuple[frozenset[str], ...]:
    """A lead may hold several: "owner / dispatcher", "CFO and co-founder", "operations manager, west"."""
    parts = re.split(r"\s*(?:[/&,;+|(]|\band\b)\s*", role)
    return tuple(title for title in map(_title, [role, *parts]) if title)


def _same_title(held: frozenset[str], wanted: frozenset[str]) -> float:
    if held == wanted:
        return 1.0
    if held - SENIORITY == wanted - SENIORITY and wanted - SENIORITY:
        return 0.8
    return 0.8 if len(wanted) > 1 and wanted < held else 0.0
