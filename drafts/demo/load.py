"""The demo team: an invented seller, three reps, their example mail and fifteen threads, put in as real mail is."""

import json
import re
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from django.db import transaction

from drafts import actions
from drafts.demo import MANAGER, OPS, PASSWORD
from drafts.intake.reading import store
from drafts.models import Draft, Fact, Lead, Message, Objection, Policy, Thread, ValuePoint
from profiles import mail
from profiles.actions import activate, quarter_of
from profiles.models import Example, ExampleSet, Rep, Team, User

HERE = Path(__file__).parent


def data(name: str):
    return json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))


def load() -> bool:
    """Put the demo team in; False when it is there already. All of it or nothing."""
    with transaction.atomic():
        if User.objects.filter(email=OPS).exists():
            return False
        ops = User.objects.create_superuser(OPS, PASSWORD, name="Odin Fells", timezone="America/Chicago")
        manager = User.objects.create_user(MANAGER, PASSWORD, name="Mara Quill", timezone="America/Chicago")
        knowledge = data("knowledge")
        load_knowledge(knowledge, ops)
        reps = {row["id"]: load_rep(row, knowledge["company"]["name"], manager) for row in data("reps")}
        for row, rep in ((row, reps[row["id"]]) for row in data("reps")):
            activate(load_examples(row, rep), ops)
        for row in data("threads"):
            load_thread(row, reps[row["rep"]])
    return True


def load_knowledge(knowledge: dict, owner: User) -> None:
    for row in knowledge["facts"]:
        Fact.objects.create(
            code=row["id"],
            topic=row["topic"],
            text=row["text"],
            valid_until=row["valid_until"],
            keywords=row["keywords"],
            owner=owner,
        )
    for row in knowledge["value_points"]:
        point = ValuePoint.objects.create(
            code=row["id"], roles=row["roles"], industries=row["industries"] or [], concern=row["concern"], text=row["text"]
        )
        point.evidence.set(Fact.objects.filter(code__in=row["evidence"]))
    for row in knowledge["objections"]:
        points = "\n".join(row["approved_response_points"])
        Objection.objects.create(code=row["id"], objection=row["objection"], response_points=points)


def load_rep(row: dict, company: str, manager: User) -> Rep:
    team, _ = Team.objects.get_or_create(name=row["team"], defaults={"company": company})
    team.managers.add(manager)
    Policy.objects.get_or_create(team=team)
    user = User.objects.create_user(row["email"], PASSWORD, name=row["name"], timezone=row["timezone"])
    names = ("name", "email", "title", "timezone", "signature")
    return Rep.objects.create(user=user, team=team, **{name: row[name] for name in names})


def load_examples(row: dict, rep: Rep) -> ExampleSet:
    newest = max(datetime.fromisoformat(e["sent_at"]) for e in row["examples"])
    example_set = ExampleSet.objects.create(rep=rep, quarter=quarter_of(newest.date()))
    for e in row["examples"]:
        Example.objects.create(
            example_set=example_set,
            message_id=f"{e['id']}@demo.example.com",
            sent_at=e["sent_at"],
            incoming=e["incoming"],
            reply=e["reply"],
            kind=e["kind"],
            tag=e["tag"],
            lead_type=e["lead_type"],
            stage=e["stage"],
        )
    return example_set


def load_thread(row: dict, rep: Rep) -> Draft:
    """One thread as it stood at the scenario's moment, and the draft it calls for."""
    lead = Lead.objects.create(team=rep.team, **row["lead"])
    thread = Thread.objects.create(rep=rep, lead=lead, subject=row["thread"][0]["subject"])
    newest = None
    for number, said in enumerate(row["thread"]):
        newest = load_message(row["id"], number, said, thread)
    thread.last_message_at, thread.last_from_rep = newest.sent_at, newest.from_rep
    thread.save(update_fields=["last_message_at", "last_from_rep"])
    draft = actions.queue_draft(thread, newest, row["trigger"])
    Draft.objects.filter(pk=draft.pk).update(as_of=row["now"])
    return draft


HTML = re.compile(r"<\s*(?:html|body|div|p|br)\b[^>]*>", re.I)
"""Bodies that were written as HTML: their hidden parts are what they test."""


def load_message(scenario: str, number: int, said: dict, thread: Thread) -> Message:
    rep, lead = (
        Address(thread.rep.name, addr_spec=thread.rep.email),
        Address(thread.lead.name, addr_spec=thread.lead.email),
    )
    from_rep = said["from"] == "rep"
    built = EmailMessage()
    built["Message-ID"] = f"<{scenario}-{number}@demo.example.com>"
    if number:
        built["In-Reply-To"] = f"<{scenario}-{number - 1}@demo.example.com>"
    built["From"], built["To"] = (rep, lead) if from_rep else (lead, rep)
    built["Subject"] = said["subject"]
    built["Date"] = format_datetime(datetime.fromisoformat(said["sent_at"]))
    for name, value in said.get("headers", {}).items():
        if name not in built:
            built[name] = value
    built.set_content(said["body"], subtype="html" if HTML.search(said["body"]) else "plain")
    raw = built.as_bytes()
    return store(thread, mail.read(raw), raw, from_rep)
