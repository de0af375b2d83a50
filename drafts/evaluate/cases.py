"""JSON of reps, knowledge and scenarios to the pipeline's own words."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from drafts.domain import (
    Example,
    Fact,
    Kind,
    Knowledge,
    Layer,
    Lead,
    Message,
    Objection,
    Policy,
    Rep,
    Thread,
    Trigger,
    ValuePoint,
)
from drafts.evaluate.files import MalformedRow, Row, read_object, read_rows
from drafts.writers import Materials
from profiles import voice
from profiles.language import parse_all
from profiles.mail.body import read_html, read_text

_HTML = re.compile(r"<\s*(?:html|body|div|p|br|table|span)\b[^>]*>", re.I)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A thread with the moment and the reason a draft is made."""

    id: str
    rep: str
    thread: Thread
    trigger: Trigger
    now: datetime


def knowledge(path: Path) -> Knowledge:
    """What a team may say. Raises :class:`MalformedRow` naming the file and what is wrong."""
    row = read_object(path)
    return _checked(path, "knowledge", lambda: _knowledge(row))


def reps(path: Path) -> dict[str, Rep]:
    """The reps by id, each with their examples."""
    return {
        r.id: r for r in (_checked(path, row["id"], lambda row=row: _rep(row)) for row in read_rows(path, ("id", "examples")))
    }


def scenarios(path: Path) -> list[Scenario]:
    """The threads, in the file's order."""
    needed = ("id", "rep", "now", "lead", "thread")
    return [_checked(path, row["id"], lambda row=row: _scenario(row)) for row in read_rows(path, needed)]


def materials(team: dict[str, Rep], approved: Knowledge) -> dict[str, Materials]:
    """What each rep's drafts are made of, as production has it: a profile from all their examples, the others as cohort, and the
    threshold that profile sets itself."""
    samples = {rep.id: samples_of(rep) for rep in team.values()}
    profiles = {rep_id: voice.learn(found) for rep_id, found in samples.items()}
    made = {}
    for rep in team.values():
        others = {rep_id: profile for rep_id, profile in profiles.items() if rep_id != rep.id}
        least = voice.threshold(voice.held_out(samples[rep.id], tuple(others.values()))).value
        policy = Policy(thresholds={**Policy().thresholds, Layer.VOICE: least})
        made[rep.id] = Materials(rep, profiles[rep.id], approved, policy, cohort=others)
    return made


def samples_of(rep: Rep) -> list[voice.Sample]:
    """A rep's examples, parsed, as a profile is learned from them."""
    docs = parse_all(voice.prepare(e.reply) for e in rep.examples)
    return [voice.Sample(doc, e.kind, e.tag, e.id, e.sent_at) for doc, e in zip(docs, rep.examples, strict=True)]


def _checked[T](path: Path, name: str, build: Callable[[], T]) -> T:
    try:
        return build()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise MalformedRow(f"{path}, {name}: {type(error).__name__}: {error}") from error


def _knowledge(row: Row) -> Knowledge:
    company = row.get("company", "")
    return Knowledge(
        company=company["name"] if isinstance(company, dict) else company,
        facts=tuple(
            Fact(f["id"], f["topic"], f["text"], _day(f.get("valid_until")), tuple(f.get("keywords", ()))) for f in row["facts"]
        ),
        value_points=tuple(
            ValuePoint(
                v["id"],
                tuple(v["roles"]),
                tuple(v.get("industries") or ()),
                v["concern"],
                v["text"],
                tuple(v.get("evidence") or ()),
            )
            for v in row.get("value_points", ())
        ),
        objections=tuple(
            Objection(o["id"], o["objection"], tuple(o["approved_response_points"])) for o in row.get("objections", ())
        ),
    )


def _rep(row: Row) -> Rep:
    return Rep(
        id=row["id"],
        name=row["name"],
        email=row["email"],
        timezone=row["timezone"],
        signature=row.get("signature", ""),
        title=row.get("title", ""),
        examples=tuple(_example(e) for e in row["examples"]),
    )


def _example(row: Row) -> Example:
    return Example(
        id=row["id"],
        kind=Kind(row["kind"]),
        tag=row.get("tag", ""),
        sent_at=_instant(row["sent_at"]),
        incoming=read_text(row["incoming"]).own or row["incoming"],
        reply=row["reply"],
        lead_type=row.get("lead_type", ""),
        stage=row.get("stage", ""),
    )


def _scenario(row: Row) -> Scenario:
    return Scenario(
        id=row["id"],
        rep=row["rep"],
        thread=Thread(_lead(row["lead"]), tuple(_messages(row["thread"], row["lead"]))),
        trigger=Trigger(row.get("trigger", Trigger.INBOUND)),
        now=_instant(row["now"]),
    )


def _lead(row: Row) -> Lead:
    return Lead(**{name: row.get(name) or "" for name in Lead.__dataclass_fields__})


def _messages(rows: Iterable[Row], lead: Row) -> Iterable[Message]:
    for row in rows:
        body = read_html(row["body"]) if _HTML.search(row["body"]) else read_text(row["body"])
        from_rep = row["from"] == "rep"
        yield Message(
            from_rep=from_rep,
            sent_at=_instant(row["sent_at"]),
            text=body.own,
            subject=row.get("subject", ""),
            sender="" if from_rep else lead.get("name", ""),
            hidden=body.hidden,
            quoted="\n\n".join(q.text for q in body.quotes),
            left_out=f"{body.signature}\n{body.footer}".strip(),
            flags=frozenset(row.get("flags", ())),
        )


def _day(value: Any) -> date | None:
    return date.fromisoformat(value) if value else None


def _instant(value: str) -> datetime:
    found = datetime.fromisoformat(value)
    if found.tzinfo is None:
        raise ValueError(f"{value} has no zone")
    return found
