"""Everything goes wrong at once while mail keeps coming: at the end each prospect's mail has its one draft, and nothing is lost.

Threads arrive while workers are killed with -9, Valkey is stopped and started, PostgreSQL is restarted, and the model's endpoint
hangs, drops, answers garbage and 429. The dice are seeded; where the blows fall in a draft's making is up to the machine.

A short form runs with the other tests. `make storm` runs a long one (`STORM=2000` threads unless told otherwise).
"""

import os
import random
from collections import Counter
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

import pytest
from django.db import InterfaceError, OperationalError, connections
from django.utils import timezone
from redis.exceptions import RedisError

from drafts import actions, jobs
from drafts.intake import keep
from drafts.models import Delivery, Draft, Review, Thread
from drafts.tests import factories as make
from drafts.tests import misbehaving as bad
from drafts.tests.misbehaving import MisbehavingServer
from drafts.tests.shells import kill, until, worker
from profiles import mail
from profiles.models import Event
from profiles.refusal import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.survival]

THREADS = int(os.environ.get("STORM", "12"))
WORKERS = 1 if THREADS < 100 else 2
BLOWS = max(4, THREADS // 12)
BACKLOG = 30
"""Drafts that may wait. Mail comes no faster than the workers get on, or most drafts would be made after the storm."""
QUESTIONS = (
    "What does Team cost for 13 technicians?",
    "Is there a free trial?",
    "How long does setup take?",
    "Could we talk on Thursday at 3?",
    "That is too expensive for us.",
)
SETTLED = ("ready", "held", "approved", "edited", "rejected", "failed", "skipped")
HARD_TIMES = {
    "CLAIM_SECONDS": "4",
    "DRAFT_JOB_SECONDS": "20",
    "OPENAI_MODEL": "fake",
    "OPENAI_TIMEOUT": "1",
}
"""A worker's claim is short, so that what a killed one held is soon free: also while another, slow one still writes."""


class Storm:
    """The weather and what is to survive it."""

    def __init__(self, rep, environment, valkey, postgres):
        self.rep, self.environment, self.valkey, self.postgres = rep, environment, valkey, postgres
        self.dice = random.Random(7)
        self.workers: list = []
        self.approved: dict[int, str] = {}
        self.counts: Counter[str] = Counter()

    # --- what happens to the machines ---

    def hire(self) -> None:
        found = worker(self.environment)
        self.workers.append((found, found.__enter__()))

    def kill_a_worker(self) -> None:
        context, process = self.workers.pop(self.dice.randrange(len(self.workers)))
        kill(process)
        context.__exit__(None, None, None)
        self.hire()

    def restart_valkey(self) -> None:
        self.valkey.stop()
        self.letter()  # one comes in while it is away
        self.valkey.start()

    def kill_valkey(self) -> None:
        self.valkey.kill()
        self.valkey.start()

    def restart_postgres(self) -> None:
        self.postgres.stop()
        self.postgres.start()
        connections.close_all()

    def blow(self) -> None:
        blows = (self.kill_a_worker, self.restart_valkey, self.restart_postgres, self.kill_valkey)
        chosen = blows[self.counts["blows"] % len(blows)]
        self.counts["blows"] += 1
        self.counts[chosen.__name__.replace("_", " ")] += 1
        chosen()

    # --- what people do meanwhile ---

    def letter(self, thread: int | None = None, from_rep: bool = False) -> None:
        """A prospect writes, on a new thread or once more; or the rep does, from their own outbox."""
        self.counts["letters"] += 1
        number = self.counts["letters"]
        thread = number if thread is None else thread
        lead = f"lee{thread}@prospect{thread}.example.com"
        built = EmailMessage()
        built["Message-ID"], built["Subject"] = f"<storm-{number}@example.com>", f"Re: Question {thread}"
        built["From"], built["To"] = (self.rep.email, lead) if from_rep else (lead, self.rep.email)
        built["Date"] = format_datetime(datetime.now(UTC))
        built.set_content(f"Hi there,\n\n{self.dice.choice(QUESTIONS)}\n\nLee")
        raw = built.as_bytes()
        until(lambda: self.try_to(lambda: keep(self.rep, mail.read(raw), raw)), "the mail to be stored")

    def approve_one(self) -> None:
        """The rep takes the oldest draft of the desk, reads it and approves it."""
        draft = Draft.objects.on_desk().order_by("created_at").first()
        if draft is None:
            return
        try:
            actions.mark_shown_whole(draft, self.rep.user)
            draft.refresh_from_db()
            review = actions.approve(draft, self.rep.user, text=draft.current.text, version=draft.version, seconds_on_screen=60)
            self.approved[draft.pk] = review.text
        except Refused as refusal:
            self.counts[refusal.sentence[:60]] += 1

    def try_to(self, deed) -> bool:
        """What a page or a job would do: a database that is away is tried again, a queue that is away waits for the next round."""
        try:
            deed()
        except (OperationalError, InterfaceError):
            connections.close_all()
            return False
        except RedisError:
            pass
        return True

    # --- the whole ---

    def rage(self) -> None:
        every = max(1, THREADS // BLOWS)
        for number in range(1, THREADS + 1):
            self.letter()
            if number % 4 == 0:
                self.letter(thread=self.dice.randint(1, number))
            if number % 9 == 0:
                self.letter(thread=self.dice.randint(1, number), from_rep=True)
            if number % every == 0:
                self.blow()
            self.try_to(self.approve_one)
            self.try_to(jobs.reconcile)
            until(self.caught_up, "the workers to catch up", patience=300)

    def caught_up(self) -> bool:
        self.try_to(jobs.reconcile)
        return Draft.objects.filter(status__in=("queued", "writing")).count() <= BACKLOG

    def calm_down(self) -> None:
        """The scheduler's rounds, until nothing is under way."""

        def quiet() -> bool:
            self.try_to(jobs.reconcile)
            self.try_to(self.approve_one)
            return not Draft.objects.filter(status__in=("queued", "writing")).exists()

        until(quiet, "every draft to be settled", patience=60 + THREADS * 3)

    def go_home(self) -> None:
        for context, _ in self.workers:
            context.__exit__(None, None, None)


def moody(dice: random.Random):
    """An endpoint that misbehaves in another way each time."""
    ways = (
        bad.hangs,
        bad.drops,
        bad.fails(429, Retry_After="1"),
        bad.fails(500),
        bad.sends(b"{garbage"),
        bad.says("no JSON"),
        bad.says("{}"),
    )
    return lambda exchange: dice.choice(ways)(exchange)


def test_nothing_is_lost_and_nothing_doubled(valkey, postgres, shell_environment, settings, capsys):
    settings.CLAIM_SECONDS = int(HARD_TIMES["CLAIM_SECONDS"])
    settings.UNDO_SECONDS = 0
    rep = make.make_demo_rep()
    with MisbehavingServer(moody(random.Random(11))) as server:
        storm = Storm(rep, {**shell_environment, **HARD_TIMES, "OPENAI_BASE_URL": server.url}, valkey, postgres)
        try:
            for _ in range(WORKERS):
                storm.hire()
            storm.rage()
            storm.calm_down()
        finally:
            storm.go_home()
        asked = len(server.requests)
    ends = Counter(Draft.objects.values_list("status", flat=True))
    with capsys.disabled():
        print(f"\n{dict(storm.counts)}; {asked} calls to the model; {len(storm.approved)} approved; drafts: {dict(ends)}")
    check(storm)


def check(storm: Storm) -> None:
    """What was promised, row by row."""
    for thread in Thread.objects.prefetch_related("messages", "drafts"):
        newest = max(thread.messages.all(), key=lambda m: (m.sent_at, m.pk))
        unsent = [d for d in thread.drafts.all() if d.status in Draft.UNSENT]
        current = [d for d in thread.drafts.all() if d.answers_id == newest.pk and d.status in SETTLED]
        assert len(unsent) <= 1
        if newest.from_rep:
            assert not unsent, f"thread {thread.pk}: the rep wrote themselves, and a draft is still there"
        else:
            assert len(current) == 1, f"thread {thread.pk}: {[(d.status, d.answers_id) for d in thread.drafts.all()]}"
    for draft in Draft.objects.all():
        assert draft.claim is None
        if draft.status in ("failed", "skipped", "superseded"):
            assert draft.ended_because
        finishing = Event.objects.filter(target="draft", target_id=draft.pk, verb__in=("draft ready", "draft held")).count()
        assert finishing <= 1, f"draft {draft.pk} was finished {finishing} times"
        numbers = list(draft.revisions.values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
    assert not Delivery.objects.filter(status="sending").exists()
    kept = dict(Review.objects.exclude(verdict="rejected").values_list("draft_id", "text"))
    assert kept == storm.approved, "approvals made during the storm are all there, word for word"
    assert not Draft.objects.filter(pk__in=storm.approved).exclude(status__in=("approved", "edited")).exists()
    assert storm.approved or THREADS < 12
    assert timezone.now() > Thread.objects.latest("created_at").created_at
