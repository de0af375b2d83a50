"""What an example set has and lacks, before it can be activated."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from profiles.models import Example

FEWEST, WISHED, MOST = 12, 20, 30

KINDS = {
    "inbound_first": ("first reply", "first replies"),
    "nudge": ("nudge", "nudges"),
    "meeting": ("meeting", "meetings"),
    "objection": ("objection", "objections"),
    "other": ("of another kind", "of another kind"),
}
"""What one example of a kind is called, and several."""


@dataclass(frozen=True)
class Coverage:
    """Counts of the included examples; ``blocking`` stops activation, ``advice`` does not. Each is a sentence."""

    included: int
    tags: dict[str, int]
    kinds: dict[str, int]
    lead_types: dict[str, int]
    stages: dict[str, int]
    blocking: tuple[str, ...]
    advice: tuple[str, ...]

    @property
    def summary(self) -> str:
        """How many there are, by tag and by kind, in a sentence."""
        if not self.included:
            return "No examples are in use yet."
        by_tag = ", ".join(f"{count} {tag}" for tag, count in self.tags.items())
        by_kind = ", ".join(f"{count} {KINDS[kind][count != 1]}" for kind, count in self.kinds.items())
        return f"{self.included} example{'s' if self.included != 1 else ''} in use: {by_tag}; {by_kind}."


def coverage(examples: list[Example], now: datetime) -> Coverage:
    used = [e for e in examples if e.included]
    tags = Counter(e.tag or "untagged" for e in used)
    kinds = Counter(e.kind for e in used)
    lead_types = Counter(e.lead_type for e in used if e.lead_type)
    stages = Counter(e.stage for e in used if e.stage)
    return Coverage(
        included=len(used),
        tags=dict(tags),
        kinds=dict(kinds),
        lead_types=dict(lead_types),
        stages=dict(stages),
        blocking=tuple(_blocking(used)),
        advice=tuple(_advice(used, tags, kinds, lead_types, stages, now)),
    )


def _blocking(used):
    if len(used) < FEWEST:
        yield f"{FEWEST - len(used)} more examples are needed: a profile needs {FEWEST} at least, 20 to 30 are best."


def _advice(used, tags, kinds, lead_types, stages, now):
    if FEWEST <= len(used) < WISHED:
        yield f"{WISHED - len(used)} more would make a better profile; with {len(used)} the hold rate is a rough guess."
    if len(used) > MOST:
        yield f"{len(used)} examples: choose the 20 to 30 that show the rep best. More mediocre ones make a worse profile."
    if used and not tags.get("routine"):
        yield "None is tagged routine. Only the strongest make a profile too polished to sound real."
    if used and not tags.get("strongest"):
        yield "None is tagged strongest. Ask the rep which few they are proud of."
    for kind in ("inbound_first", "nudge", "meeting", "objection"):
        if kinds.get(kind, 0) < 2:
            yield f"{kinds.get(kind, 0)} {KINDS[kind][kinds.get(kind, 0) != 1]}: two or more show how the rep writes them."
    if used and len(lead_types) < 2:
        yield "The lead types are all alike, or not filled in."
    if used and len(stages) < 2:
        yield "The stages are all alike, or not filled in."
    old = sum((now - e.sent_at).days > 365 for e in used)
    if old:
        yield f"{old} of them are over a year old."
