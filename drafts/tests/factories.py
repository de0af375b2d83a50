"""Small worlds for tests: threads, drafts and reviews on top of the people in ``profiles.tests.factories``."""

from datetime import UTC, datetime, timedelta
from functools import cache

from django.utils import timezone

from drafts import actions, convert
from drafts.demo.load import data as demo_data
from drafts.domain import Brief, Kind, Outcome, Plan, ValueChoice
from drafts.models import Draft, HoldNote, HoldReason, LayerScore, Lead, Message, Revision, Thread
from profiles import voice
from profiles.language import parse_all
from profiles.models import Rep, Team
from profiles.tests.factories import (
    PASSWORD,
    make_example,
    make_example_set,
    make_manager,
    make_ops,
    make_profile,
    make_rep,
    make_team,
    make_user,
    number,
)

__all__ = [
    "PASSWORD",
    "make_example",
    "make_example_set",
    "make_manager",
    "make_ops",
    "make_profile",
    "make_rep",
    "make_team",
    "make_user",
    "number",
]


@cache
def learned(rep_id: str = "dessa") -> dict:
    """What building really makes of a demo rep's mail, learned once a session, with the examples."""
    row = next(r for r in demo_data("reps") if r["id"] == rep_id)
    docs = parse_all([voice.prepare(e["reply"]) for e in row["examples"]])
    samples = [voice.Sample(doc, e["kind"], e["tag"], e["id"]) for e, doc in zip(row["examples"], docs, strict=True)]
    scores = voice.held_out(samples)
    bar = voice.threshold(scores)
    return {"data": voice.learn(samples).to_json(), "threshold": bar.value, "held_out_scores": list(scores.values), "row": row}


def make_demo_rep(rep_id: str = "dessa", team: Team | None = None) -> Rep:
    """A demo rep with their real examples and a really learned profile: drafts can be written for them."""
    found = learned(rep_id)
    row = found["row"]
    rep = make_rep(team, **{name: row[name] for name in ("name", "email", "title", "timezone", "signature")})
    example_set = make_example_set(rep, status="active")
    for e in row["examples"]:
        make_example(
            example_set,
            sent_at=e["sent_at"],
            incoming=e["incoming"],
            reply=e["reply"],
            kind=e["kind"],
            tag=e["tag"],
            message_id=e["id"],
        )
    built = {name: found[name] for name in ("data", "threshold", "held_out_scores")}
    make_profile(rep, example_set=example_set, example_count=len(row["examples"]), **built)
    return rep


def make_lead(team: Team, **fields) -> Lead:
    n = next(number)
    values = {"name": f"Lee Prospect {n}", "email": f"lee{n}@prospect.example.com", "company": "Prospect Air", "role": "owner"}
    return Lead.objects.create(team=team, **{**values, **fields})


def make_thread(rep: Rep, **fields) -> Thread:
    lead = fields.pop("lead", None) or make_lead(rep.team)
    return Thread.objects.create(rep=rep, lead=lead, **{"subject": "Pricing", **fields})


def make_message(thread: Thread, text="What does it cost for 13 technicians?", *, from_rep=False, **fields) -> Message:
    values = {
        "message_id": f"message-{next(number)}@prospect.example.com",
        "sender_name": thread.rep.name if from_rep else thread.lead.name,
        "sender_email": thread.rep.email if from_rep else thread.lead.email,
        "sent_at": timezone.now() - timedelta(hours=1),
        "subject": thread.subject,
    }
    message = Message.objects.create(thread=thread, rep=thread.rep, from_rep=from_rep, text=text, **{**values, **fields})
    thread.last_message_at, thread.last_from_rep = message.sent_at, from_rep
    thread.save(update_fields=["last_message_at", "last_from_rep"])
    return message


def empty_decisions(kind: str = "inbound_first") -> dict:
    """The ``brief`` and ``plan`` columns of a draft about which nothing was found out."""
    brief = Brief(Kind(kind), (), (), (), datetime(2026, 11, 30, tzinfo=UTC))
    outcome = Outcome("ready", brief, Plan(()), ValueChoice(None, False), (), None, ())
    return convert.decided_row(outcome)


def make_draft(
    rep: Rep | None = None, status: str = "ready", text="Hi Lee.\n\nTeam is $39.\n\nRae", scores=None, **fields
) -> Draft:
    """A draft in any state, with its thread; one on the desk or decided has a text with three scores."""
    thread = fields.pop("thread", None) or make_thread(rep or make_rep())
    answers = fields.pop("answers", None) or thread.messages.last() or make_message(thread)
    values = {"thread": thread, "rep": thread.rep, "answers": answers, "status": status, "kind": "inbound_first"}
    if status == "writing":
        values |= {"claim": "00000000-0000-4000-8000-000000000001", "claimed_at": timezone.now()}
    if status in ("ready", "held", "approved", "edited", "rejected"):
        decision = "held" if status == "held" else "ready"
        values |= {"finished_at": timezone.now(), "decision": decision, "version": 1, **empty_decisions()}
    if status in ("superseded", "failed", "skipped"):
        values |= {"ended_because": "A new message came in.", "finished_at": timezone.now()}
    draft = Draft.objects.create(**{**values, **fields})
    if draft.finished_at and status not in ("failed", "skipped"):
        draft.current = make_revision(draft, text, scores)
    draft.words = actions.words_of(draft)
    draft.save(update_fields=["current", "words"])
    return draft


def make_revision(draft: Draft, text: str, scores: dict | None = None, author="offline") -> Revision:
    """``scores`` by layer; each is held to the bar 0.5."""
    revision = Revision.objects.create(draft=draft, number=draft.revisions.count() + 1, author=author, text=text)
    for layer, score in {"voice": 0.8, "relevance": 0.9, "value": 0.7, **(scores or {})}.items():
        LayerScore.objects.create(
            revision=revision,
            layer=layer,
            score=score,
            threshold=0.5,
            passed=score is not None and score >= 0.5,
            note=f"About {layer}.",
        )
    return revision


def make_note(
    draft: Draft, layer="relevance", code="specific_pricing", sentence="She asks for a discount; no approved fact covers it."
) -> HoldNote:
    """A note on a draft, and the reason it leaves for the reports."""
    HoldReason.objects.get_or_create(draft=draft, layer=layer, code=code)
    return HoldNote.objects.create(draft=draft, position=draft.notes.count(), layer=layer, code=code, sentence=sentence)
