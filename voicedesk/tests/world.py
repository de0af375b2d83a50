"""Two teams with one of everything in the first, and one of each kind of person who may ask for it."""

import re
from dataclasses import dataclass

import django_rq
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from rq import Worker

from drafts import actions
from drafts.models import Delivery, Draft, Fact, Objection, Policy, ValuePoint
from drafts.tests import factories as make
from profiles.models import MailImport, record
from voicedesk.tests.access import PERSONS

WRITTEN = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_xact_user_tables"
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:\[[^\]]*\]\+?|[^()[\]])*\)")
STANDS_FOR = {
    "voice_profile": "rep",
    "moves": "rep",
    "import_detail": "mailimport",
    "import_go_on": "mailimport",
    "policy_preview": "policy",
    "sets_beside": "exampleset",
    "draft_retry": "failed",
    "draft_undo": "approved",
    "draft_handed": "approved",
    "draft_handed_by_hand": "approved",
}
"""Which object an address of ours is about, where it is not the draft on the desk."""


PRIVATE = "Quagga"
"""Stands in everything that only the owner, their manager and sales ops may read."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``says`` in the table's words; whether anything was ``written``; whether the owner's things were ``shown``."""

    says: str
    written: bool
    shown: bool


class World:
    """Everything hangs on the first team's first rep, the ``owner``; a request changes nothing that outlives it."""

    def __init__(self):
        team, other_team = make.make_team(), make.make_team()
        rep, other = make.make_rep(team), make.make_rep(team)
        make.make_rep(other_team)
        people = (
            None,
            rep.user,
            other.user,
            make.make_manager(team),
            make.make_manager(other_team),
            make.make_ops(),
            make.make_user("Su Per", is_staff=True, is_superuser=True),
        )
        self.people = dict(zip(PERSONS, people, strict=True))
        self.sessions = {name: self._session(user) for name, user in self.people.items()}
        self.objects = self._objects(team, rep)
        worker = Worker(["drafts"], connection=django_rq.get_connection("drafts"))
        worker.register_birth()
        self.values = {
            **dict.fromkeys(("queue_index", "connection_index", "scheduler_index"), 0),
            "key": worker.key,
            "table": "weeks",
            "app_label": "drafts",
        }
        self.posted = self._posted(self.objects["draft"])

    def _objects(self, team, rep) -> dict:
        example_set = make.make_example_set(rep, examples=1)
        lead = make.make_lead(team, name=PRIVATE, company=PRIVATE)
        approved = make.make_draft(rep, status="approved", thread=make.make_thread(rep, lead=lead, subject=PRIVATE))
        return {
            "team": team,
            "rep": rep,
            "user": make.make_user("Pat Person"),
            "exampleset": example_set,
            "example": example_set.examples.get(),
            "voiceprofile": make.make_profile(rep),
            "mailimport": MailImport.objects.create(purpose="threads", rep=rep, source=f"{PRIVATE}.mbox", status="done"),
            "draft": make.make_draft(
                rep,
                text=f"{PRIVATE} it is.",
                thread=make.make_thread(rep, lead=lead, subject=PRIVATE),
                shown_at=timezone.now(),
                shown_whole_at=timezone.now(),
            ),
            "failed": make.make_draft(rep, status="failed"),
            "approved": approved,
            "delivery": Delivery.objects.create(draft=approved, method="smtp", message_id="one@seller.example.com"),
            "thread": approved.thread,
            "lead": make.make_lead(team),
            "fact": Fact.objects.create(code="F1", topic="pricing", text="Team is $39."),
            "valuepoint": ValuePoint.objects.create(code="V1", roles=["owner"], concern="time", text="It saves time."),
            "objection": Objection.objects.create(code="O1", objection="Too dear", response_points="Team is $39."),
            "policy": Policy.objects.create(team=team),
            "event": record("looked at", team),
        }

    @staticmethod
    def _posted(draft: Draft) -> dict[str, dict]:
        """What a person fills in who may."""
        text = {"text": draft.current.text, "version": draft.version}
        return {
            "paste": {"lead_name": "Lee", "lead_email": "lee@prospect.example.com", "text": "What does it cost?"},
            "draft_save": text,
            "draft_read": text,
            "draft_approve": text,
            "draft_reject": {"reason": "voice", "version": draft.version},
            "draft_again": {"version": draft.version},
        }

    def _session(self, user) -> str | None:
        if user is None:
            return None
        client = Client()
        client.force_login(user)
        return client.cookies["sessionid"].value

    def path(self, name: str, route: str) -> str:
        """The address with the world's own objects in it."""
        values = {**self.values, **self._keys(name, route)}
        if "<str:job_id>" in route:
            values["job_id"] = self._job()
        filled = PARAMETER.sub(lambda found: str(values.get(found[1] or found[2], "1")), route)
        return "/" + re.sub(r"[\^$?]", "", filled)

    def _job(self) -> str:
        """A job that failed: a new one each time, since what is done to it cannot be taken back."""
        queue = django_rq.get_queue("drafts", commit_mode="auto")
        job = queue.enqueue(actions.WRITE, self.objects["draft"].pk)
        queue.remove(job)
        job.set_status("failed")
        queue.failed_job_registry.add(job)
        return job.id

    def _keys(self, name: str, route: str) -> dict:
        model = re.match(r"admin/(?:drafts|profiles)/(\w+)/", route)
        if model:
            return dict.fromkeys(("object_id", "id", "pk"), self.objects[model[1]].pk)
        return {"pk": self.objects[STANDS_FOR.get(name, "draft")].pk}

    def ask(self, person: str, method: str, name: str, route: str, data: dict | None = None, **headers) -> Answer:
        """What the person is answered; whatever it changed is taken back."""
        client = Client(headers=headers, raise_request_exception=False)
        if self.sessions[person]:
            client.cookies["sessionid"] = self.sessions[person]
        path = self.path(name, route)
        with transaction.atomic():
            before = self._written()
            if method == "POST":
                deletes = {"post": "yes"} if name.endswith("_delete") else {}
                answer = client.post(path, data or self.posted.get(name, deletes))
            else:
                answer = client.generic(method, path)
            written = self._written() > before
            shown = PRIVATE.encode() in (answer.getvalue() if answer.streaming else answer.content)
            transaction.set_rollback(True)
        if answer.status_code == 302 and answer["Location"].startswith(("/accounts/login/", "/admin/login/")):
            return Answer("in", written, shown)
        return Answer({404: "no"}.get(answer.status_code, str(answer.status_code)), written, shown)

    def _written(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute(WRITTEN)
            return int(cursor.fetchone()[0])
