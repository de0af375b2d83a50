"""A voiced objection and the points the team has approved as a response."""

import re

from drafts.domain import Brief, Fact, Knowledge, Objection
from profiles.embedding import embed

_CITED = re.compile(r"\s*\(((?:[A-Z]+\d+)(?:,\s*[A-Z]+\d+)*)\)")
_GUIDANCE = re.compile(
    r"^(?:do not|don't|never|acknowledge|accept|ask|thank|offer|mention|avoid|invite|propose|suggest|agree|respect|show|explain|point)\b",
    re.I,
)
NEAR = 0.3
"""Cosine from which an objection counts as the one voiced."""


def voiced(brief: Brief, text: str, knowledge: Knowledge) -> Objection | None:
    """The standard objection an ask voices: one that understanding named, the nearest to the ask's words; None when none is near."""
    known = [o for o in knowledge.objections if o.id in brief.objection_ids] or list(knowledge.objections)
    if not known:
        return None
    named = bool(brief.objection_ids) and any(o.id in brief.objection_ids for o in known)
    similar = embed([f"{o.objection}. {' '.join(o.response_points)}" for o in known]) @ embed([text])[0]
    direct = embed([o.objection for o in known]) @ embed([text])[0]
    best = int((0.7 * direct + 0.3 * similar).argmax())
    return known[best] if named or direct[best] >= NEAR else None


def repeats(brief: Brief, text: str, knowledge: Knowledge) -> bool:
    """Whether a text says again, in other words, an objection the mail voices."""
    known = [o.objection for o in knowledge.objections if o.id in brief.objection_ids]
    return bool(known) and float((embed(known) @ embed([text])[0]).max()) >= NEAR


def cited(objection: Objection, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Facts in force that the response points cite, in their order, each once."""
    ids = [i for point in objection.response_points for group in _CITED.findall(point) for i in re.split(r",\s*", group)]
    known = {fact.id: fact for fact in facts}
    return tuple(known[i] for i in dict.fromkeys(ids) if i in known)


def sayable(objection: Objection) -> tuple[str, ...]:
    """Response points that are statements to the prospect, without their citations; guidance ("Do not criticise…") left out."""
    plain = (_CITED.sub("", point).strip() for point in objection.response_points)
    return tuple(point for point in plain if not _GUIDANCE.match(point))


def guidance(objection: Objection) -> tuple[str, ...]:
    """Response points that say how to behave rather than what to say."""
    plain = (_CITED.sub("", point).strip() for point in objection.response_points)
    return tuple(point for point in plain if _GUIDANCE.match(point))
