"""Small worlds for tests: one call, one row with what it needs, all invented."""

from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count

from django.utils import timezone

from drafts.demo.load import data as demo_data
from drafts.domain import Brief, Kind, Plan, ValueChoice
from drafts.models import Draft, HoldNote, LayerScore, Lead, Message, Policy, Revision, Thread
from profiles.models import Example, ExampleSet, Rep, Team, User, VoiceProfile

number = count(1)
PASSWORD = "correct horse battery"


def make_user(name="Una Person", **fields) -> User:
    return User.objects.create_user(f"person{next(number)}@seller.example.com", PASSWORD, name=name, **fields)


def make_ops(**fields) -> User:
    return make_user("Olive Ops", is_staff=True, **fields)


def make_team(**fields) -> Team:
    team = Team.objects.create(**{"name": f"Team {next(number)}", "company": "Crewlattice", **fields})
    Policy.objects.create(team=team)
    return team


def make_manager(team: Team) -> User:
    user = make_user("Mo Manager")
    team.managers.add(user)
    return user


def make_rep(team: Team | None = None, **fields) -> Rep:
    """A rep who can sign in; ``rep.user`` is the account."""
    n = next(number)
    user = fields.pop("user", None) or make_user(f"Rae Writer {n}")
    values = {"name": user.name, "email": f"rae{n}@seller.example.com", **fields}
    return Rep.objects.create(team=team or make_team(), user=user, **values)


def make_example_set(rep: Rep, examples: int = 0, status: str = "collecting", **fields) -> ExampleSet:
    """``examples`` copies of short invented replies, all different."""
    activated = {}
    if status != "collecting":
        activated = {
            "activated_at": timezone.now(),
            "activated_by": make_ops(),
            "refresh_due": timezone.localdate() + timedelta(days=91),
        }
    found = ExampleSet.objects.create(rep=rep, **{"quarter": "2026-Q4", "status": status, **activated, **fields})
    for n in range(examples):
        make_example(
            found,
            reply=f"Hi Sam,\n\nThank you for reply number {n}. The {n} crews are set up on Monday. Shall we talk then?\n\nRae",
        )
    return found


def make_example(example_set: ExampleSet, **fields) -> Example:
    n = next(number)
    values = {
        "message_id": f"example-{n}@seller.example.com",
        "sent_at": timezone.now() - timedelta(days=n % 60),
        "reply": f"Hello number {n}, this is what we said to you before, and it still holds.",
    }
    return Example.objects.create(example_set=example_set, **{**values, **fields})


def make_profile(rep: Rep, **fields) -> VoiceProfile:
    """A built profile in an active set; its measured data is empty unless given."""
    example_set = fields.pop("example_set", None) or make_example_set(rep, status="active")
    values = {"status": "built", "version": 1, "built_at": timezone.now(), "threshold": 0.4, "example_count": 20}
    return VoiceProfile.objects.create(rep=rep, example_set=example_set, **{**values, **fields})


@cache
def learned(rep_id: str = "dessa") -> dict:
    """What building really makes of a demo rep's mail, learned once a session, with the examples."""
    from profiles import voice
    from profiles.language import parse_all

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
    from drafts import convert

    brief = Brief(Kind(kind), (), (), (), datetime(2026, 11, 30, tzinfo=UTC))
    outcome = convert.domain.Outcome("ready", brief, Plan(()), ValueChoice(None, False), (), None, ())
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
        draft.save(update_fields=["current"])
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
    return HoldNote.objects.create(draft=draft, position=draft.notes.count(), layer=layer, code=code, sentence=sentence)
