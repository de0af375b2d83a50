"""What an example set has and lacks, before it can be activated."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from profiles.models import Example

FEWEST, WISHED, MOST = 12, 20, 30


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
    for kind, label in (
        ("inbound_first", "first replies"),
        ("nudge", "nudges"),
        ("meeting", "meetings"),
        ("objection", "objections"),
    ):
        if kinds.get(kind, 0) < 2:
            yield f"{kinds.get(kind, 0)} {label}: two or more show how the rep writes them."
    if used and len(lead_types) < 2:
        yield "The lead types are all alike, or not filled in."
    if used and len(stages) < 2:
        yield "The stages are all alike, or not filled in."
    old = sum((now - e.sent_at).days > 365 for e in used)
    if old:
        yield f"{old} of them are over a year old."
