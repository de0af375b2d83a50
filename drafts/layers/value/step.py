"""The value step: which approved value point this lead should hear, or none and why."""

import re
from collections.abc import Sequence

import numpy as np

from drafts.domain import Brief, Kind, Lead, Plan, Thread, ValueChoice, ValuePoint
from drafts.layers.value.fit import fit
from drafts.layers.value.match import nearness
from drafts.understand.objections import concern_of
from profiles.embedding import embed

CLOSE_ENOUGH = 0.5
"""Nearness to the prospect's own words at which a point may be made to somebody whose role nobody noted."""
SAME, REPEATED = 0.56, -2.0
"""Nearness from which a point says what an answer says already, and what that counts in place of evidence."""
LAST_NUDGE_WITH_VALUE = 2
SHORTEST, LONGEST_READ, CLAUSE = 9, 40, 5
"""Characters of a sentence worth reading for a concern, how many of them are read, and words of a clause worth reading by itself."""
STEP_BACK = frozenset({"timing", "authority"})
"""Objections that are answered by stepping back: a benefit on top would be the push the approved response forbids."""
ALREADY = re.compile(r"\b(?:already|too|as well|covered|we have|we've got|we use|works fine)\b", re.I)


def choose(brief: Brief, thread: Thread, plan: Plan, points: Sequence[ValuePoint]) -> ValueChoice:
    """The best approved point for this lead, with the reason; ``expected`` False where a benefit line would be out of place.

    A point must be meant for the lead's role and industry. Among those, the concern the prospect voiced decides, then whether
    the answers already rest on the point's evidence.
    """
    lead = thread.lead
    expected, why_not = _expected(brief, plan)
    suited = suitable(points, thread)
    if not suited:
        return ValueChoice(None, expected, _nothing_fits(lead))
    ranked = sorted(zip(_appeal(suited, thread, plan), suited, strict=True), key=lambda pair: -pair[0])
    appeal, point = ranked[0]
    if not expected:
        keep = brief.kind is Kind.MEETING or appeal >= CLOSE_ENOUGH
        return ValueChoice(point if keep else None, False, why_not)
    return ValueChoice(point, True, f"{lead.name or 'The lead'} is {_described(lead)}, and likely minds {point.concern}.")


def suitable(points: Sequence[ValuePoint], thread: Thread) -> tuple[ValuePoint, ...]:
    """Points meant for this lead. With no role on record, those the prospect's own words call for."""
    lead = thread.lead
    if lead.role.strip():
        return tuple(p for p in points if fit(p, lead).suits)
    said = said_by(thread)
    open_to = [p for p in points if fit(p, lead).industry > 0]
    if not said:
        return ()
    near = nearness(said, embed(said), open_to).max(axis=0, initial=0.0)
    return tuple(p for p, n in zip(open_to, near, strict=True) if n >= CLOSE_ENOUGH)


def _expected(brief: Brief, plan: Plan) -> tuple[bool, str]:
    if brief.kind is Kind.MEETING:
        return False, "A confirmed time needs no benefit line."
    if brief.kind is Kind.OTHER:
        return False, "This is for the rep's own judgment, not for a benefit line."
    if brief.kind is Kind.NUDGE and brief.nudge_number > LAST_NUDGE_WITH_VALUE:
        return False, "A third reminder should not sell again."
    if brief.kind is Kind.OBJECTION and voiced(brief) and voiced(brief) <= STEP_BACK:
        return False, "The approved response steps back; a benefit line would push."
    return True, ""


def voiced(brief: Brief) -> frozenset[str]:
    """The standing concerns that the prospect's objections are about."""
    titles = [a.text.partition(":")[0] for a in brief.asks if a.form == "objection"]
    return frozenset(concern for title in titles for concern in concern_of(title))


def _appeal(points: Sequence[ValuePoint], thread: Thread, plan: Plan) -> np.ndarray:
    said, lead = said_by(thread), thread.lead
    near = nearness(said, embed(said), points) if said else np.zeros((1, len(points)))
    have = np.array([bool(ALREADY.search(s)) for s in said] or [False])
    wanted = np.where(have[:, None], 0.0, near).max(axis=0)
    owned = np.where(have[:, None], near, 0.0).max(axis=0)
    used = {f.id for a in plan.answers for f in a.facts}
    evidence = np.array([len(used & set(p.evidence)) / max(1, len(p.evidence)) for p in points])
    evidence = np.where(_repeats(points, plan), REPEATED, evidence)
    role = np.array([fit(p, lead).role for p in points])
    narrow = np.array([bool(p.industries) for p in points])
    return wanted + 0.12 * evidence + 0.1 * role + 0.03 * narrow - 0.6 * np.maximum(0.0, owned - 0.35)


def _repeats(points: Sequence[ValuePoint], plan: Plan) -> np.ndarray:
    """Which points only say again what an answer says."""
    told = [f.text for a in plan.answers if a.source == "fact" for f in a.facts]
    if not told:
        return np.zeros(len(points), bool)
    return (embed([p.text for p in points]) @ embed(told).T).max(axis=1) >= SAME


def said_by(thread: Thread) -> list[str]:
    """The prospect's own words of this thread that may show a concern: every sentence or line, newest mail first, and the clauses of
    long ones, where a concern often hides behind a question."""
    found = []
    for message in reversed(thread.prospect):
        for sentence in re.split(r"(?<=[.!?])\s+|\n+", message.text):
            clauses = re.split(r"[,;]\s+(?:then|and|but|so)?\s*", sentence)
            found += [sentence.strip(), *(c.strip() for c in clauses if len(clauses) > 1 and len(c.split()) >= CLAUSE)]
    return list(dict.fromkeys(s for s in found if len(s) >= SHORTEST))[:LONGEST_READ]


def _described(lead: Lead) -> str:
    role, industry = lead.role.strip(), lead.industry.strip()
    if role and industry:
        return f"{_a(role)} in {industry}"
    return _a(role) if role else f"in {industry}" if industry else "of unknown role"


def _a(noun: str) -> str:
    return f"an {noun}" if noun[:1].lower() in "aeio" else f"a {noun}"


def _nothing_fits(lead: Lead) -> str:
    if not lead.role.strip():
        return "Nobody noted this lead's role, and nothing they wrote points to an approved benefit."
    return f"No approved value point is meant for {_described(lead)}."
