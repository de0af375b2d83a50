"""Writes the demo's past weeks: mails that came, the drafts the pipeline makes of them, and what three reps did with those.

manage.py make_demo_history    # a minute or two; ``history`` puts what it wrote into a database

Every draft is written and judged by the real pipeline, a changed text judged again as on the desk. Only what the reps decide is drawn,
with a seed. In the first weeks the team's voice threshold was too strict, which the report shows.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import cache
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import numpy as np

from drafts import convert, pipeline
from drafts.domain import Layer, Lead, Message, Note, Outcome, Rep, Thread, Trigger
from drafts.evaluate import cases
from drafts.layers.relevance.own_words import Wording
from drafts.scoring import score_view
from drafts.writers import Materials
from drafts.writers.offline import OfflineWriter
from profiles import voice
from profiles.judgement import Judgement

HERE = Path(__file__).parent
FILE = HERE / "history.json.gz"
MONDAY = datetime(2026, 11, 30).date()
"""The week that is called this one; a database gets the same weekdays before its own."""
WEEKS, STRICT_WEEKS, STRICT = 10, 5, 0.35
"""In the first weeks a third of what really is the rep's would have been held on voice."""
RECENT = 10
EVIDENCE = 6
"""Pieces kept of each layer's evidence, the heaviest."""

DEEDS = {
    "ready": {"approved": 60, "hurried": 8, "edited": 18, "rewritten": 5, "rejected": 9},
    "held": {"approved": 24, "edited": 36, "rewritten": 12, "rejected": 28},
}
"""What reps do with a draft, in a hundred."""
REASONS = {"voice": "voice", "value": "value", "relevance": "myself"}


@dataclass(frozen=True, slots=True)
class Past:
    """A mail of some week before: ``said`` is what the rep had written the day before, if anything."""

    week: int
    moment: datetime
    subject: str
    said: str
    body: str
    lead: dict[str, str]

    def thread(self) -> Thread:
        said = [Message(True, self.moment - timedelta(days=1), self.said, self.subject)] if self.said else []
        return Thread(Lead(**self.lead), (*said, Message(False, self.moment, self.body, self.subject, self.lead["name"])))


def main() -> int:
    """Returns how many drafts were written."""
    team = cases.reps(HERE / "reps.json")
    made = cases.materials(team, cases.knowledge(HERE / "knowledge.json"))
    rows = [row for place, rep in enumerate(team.values()) for row in rows_of(place, rep, made[rep.id])]
    FILE.write_bytes(gzip.compress(json.dumps(rows, ensure_ascii=False).encode(), mtime=0))
    return len(rows)


def rows_of(place: int, rep: Rep, materials: Materials) -> Iterator[dict]:
    """A row a draft, oldest first."""
    random, writer, said = Random(place), OfflineWriter(), []  # noqa: S311 - not for secrets
    scores = voice.held_out(cases.samples_of(rep), tuple(materials.cohort.values())).values
    strict = {**materials.policy.thresholds, Layer.VOICE: float(np.quantile(scores, STRICT))}
    pasts = list(past_of(place, rep, random))
    for number, past in enumerate(pasts):
        policy = replace(materials.policy, thresholds=strict) if past.week > WEEKS - STRICT_WEEKS else materials.policy
        then = replace(materials, policy=policy, recent=tuple(said[-RECENT:]))
        outcome = pipeline.draft(past.thread(), Trigger.INBOUND, past.moment, then, writer)
        if outcome.best is None:
            continue
        said.append(outcome.best.composition.text)
        yield {
            "rep": rep.id,
            "week": past.week,
            "day": past.moment.weekday(),
            "time": f"{past.moment:%H:%M}",
            **{name: getattr(past, name) for name in ("subject", "said", "body", "lead")},
            **drafted(outcome, then),
            **reviewed(past, outcome, then, random, may_hurry=number < len(pasts) - 5),
        }


def past_of(place: int, rep: Rep, random: Random) -> Iterator[Past]:
    """Every mail once, in an order and from leads of this rep's own, on working days of the past weeks."""
    found, zone = mails(), ZoneInfo(rep.timezone)
    days = [MONDAY - timedelta(weeks=week) + timedelta(days=day) for week in range(1, WEEKS + 1) for day in range(5)]
    rows = random.sample(found["mails"], len(found["mails"]))
    moments = [
        datetime.combine(day, time(random.randrange(8, 16), random.randrange(60)), zone)
        for day in sorted(random.sample(days, len(rows)))
    ]
    for at, (row, moment) in enumerate(zip(rows, moments, strict=True), place * len(rows)):
        first, last = found["first"][at % len(found["first"])], found["last"][(at * 7 + place) % len(found["last"])]
        lead = {
            "name": f"{first} {last}",
            "email": f"{first}@{last}.example.com".lower(),
            "company": f"{last} {row['industry'].title()}".replace("Hvac", "Air"),
            **{name: row[name] for name in ("role", "industry", "size", "stage")},
        }
        names = {"first": first, "name": lead["name"]}
        said = row["said"].get(rep.id, "").format(**names)
        week = -(-(MONDAY - moment.date()).days // 7)
        yield Past(week, moment, row["subject"], said, row["body"].format(**names), lead)


@cache
def mails() -> dict:
    """Invented mails and names, and what each rep types of their own."""
    return json.loads((HERE / "mails.json").read_text(encoding="utf-8"))


def drafted(outcome: Outcome, materials: Materials) -> dict:
    composition = outcome.best.composition
    return {
        "kind": outcome.brief.kind.value,
        "decision": outcome.status,
        "held_by": [layer.value for layer in outcome.held_by],
        **convert.decided_row(outcome),
        "facts": sorted({fact.id for answer in outcome.plan.answers for fact in answer.facts}),
        "text": composition.text,
        "sentences": convert.sentence_rows(composition),
        "remark": composition.remark,
        "scores": score_rows(outcome.best.judgements, outcome.notes, materials),
        "notes": note_rows(outcome.notes),
    }


def score_rows(judgements: dict[Layer, Judgement], notes: tuple[Note, ...], materials: Materials) -> list[dict]:
    rows = []
    for layer in Layer:
        view = score_view(layer, judgements[layer], materials.policy.thresholds[layer], notes)
        kept = sorted(view.evidence, key=lambda e: -abs(e["weight"]))[:EVIDENCE]
        evidence = [{**e, "weight": round(e["weight"], 3)} for e in kept]
        rows.append(
            {"layer": view.layer, "score": view.score, "threshold": view.threshold, "note": view.note, "evidence": evidence}
        )
    return rows


def note_rows(notes: tuple[Note, ...]) -> list[dict]:
    return [
        {"layer": note.layer.value if note.layer else "", "code": note.code, "sentence": note.sentence, "spans": note.spans, "quote": note.quote}
        for note in notes
    ]  # fmt: skip


def reviewed(past: Past, outcome: Outcome, materials: Materials, random: Random, *, may_hurry: bool) -> dict:
    """What the rep did with it: most is approved as it stands; what is held is more often changed, or left to the rep."""
    written = text = outcome.best.composition.text
    (deed,) = random.choices([*DEEDS[outcome.status]], [*DEEDS[outcome.status].values()])
    words, minutes = len(text.split()), min(600.0, random.lognormvariate(3.3, 0.9))
    seconds = max(1, words // 20) if deed == "hurried" and may_hurry else round(words / 3 * random.uniform(0.7, 2.2)) + 4
    review = {"verdict": "approved", "minutes": round(minutes, 1), "seconds": seconds}
    if deed == "rejected":
        held_by = next(iter(outcome.held_by), "")
        return {
            "review": {
                **review,
                "verdict": "rejected",
                "reason": REASONS.get(held_by) or random.choice(["value", "wrong", "voice"]),
            }
        }
    if deed in ("edited", "rewritten"):
        typed = mails()["typed"][materials.rep.id]
        alone = deed == "rewritten"
        text = changed(text, random.choice(typed["instead" if alone else "one_more"]), alone=alone)
        judgements, notes = pipeline.rescore(text, outcome, past.thread(), materials, (Wording(written, by_rep=False),))
        edited = {"text": text, "scores": score_rows(judgements, notes, materials), "notes": note_rows(notes)}
        return {"edited": edited, "review": {**review, "verdict": "edited"}}
    return {"review": review}


def changed(text: str, said: str, *, alone: bool) -> str:
    """One sentence more at the end of the last paragraph, or ``alone`` between greeting and sign-off."""
    greeting, *body, sign_off = text.split("\n\n")
    if alone or not body:
        return "\n\n".join([greeting, said, sign_off])
    return "\n\n".join([greeting, *body[:-1], f"{body[-1]} {said}", sign_off])
