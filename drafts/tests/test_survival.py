"""Jobs survive: workers killed mid-draft, Valkey gone and back, jobs delivered twice. One draft, none lost."""

import threading

import django_rq
import pytest
from django.db import connection, transaction

from drafts import actions, jobs
from drafts.models import Draft, Thread
from drafts.tests import factories as make
from drafts.tests.shells import kill, until, work_off, worker
from profiles.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.survival]


@pytest.fixture
def thread(valkey):
    rep = make.make_demo_rep()
    return make.make_thread(rep, lead=make.make_lead(rep.team, name="Orla Brandvik", industry="hvac", size="13 technicians"))


def asked(thread, text="Hi there, we run 13 techs. What does Team cost for us? Is there a free trial?") -> Draft:
    return actions.queue_draft(thread, make.make_message(thread, text), "inbound")


def status(draft: Draft) -> str:
    return Draft.objects.values_list("status", flat=True).get(pk=draft.pk)


def written_once(draft: Draft) -> None:
    """Finished, with each round stored once and one finishing event."""
    draft.refresh_from_db()
    assert draft.status in {"ready", "held"}, draft.ended_because
    numbers = list(draft.revisions.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(revision.scores.count() == 3 for revision in draft.revisions.all())
    assert Event.objects.filter(target="draft", target_id=draft.pk, verb__in=("draft ready", "draft held")).count() == 1


def test_a_worker_killed_in_the_middle_of_a_draft_loses_nothing(thread, shell_environment, settings):
    draft = asked(thread)
    with transaction.atomic():
        # The worker cannot finish while the thread's row is ours: it is caught with the draft in its hands.
        Thread.objects.select_for_update().get(pk=thread.pk)
        with worker(shell_environment) as process:
            until(lambda: _seen_from_outside(draft.pk) == "writing", "the worker to take the draft")
            kill(process)
    assert status(draft) == "writing"
    settings.CLAIM_SECONDS = 0
    jobs.reconcile()
    work_off({**shell_environment, "CLAIM_SECONDS": "1"})
    written_once(draft)


def _seen_from_outside(pk: int) -> str:
    """A draft's committed status, seen by a connection of its own."""
    seen = []

    def look():
        seen.append(Draft.objects.values_list("status", flat=True).get(pk=pk))
        connection.close()

    looking = threading.Thread(target=look)
    looking.start()
    looking.join()
    return seen[0]


def test_a_draft_asked_for_while_valkey_is_away_is_written_when_it_is_back(thread, shell_environment, valkey):
    valkey.stop()
    draft = asked(thread)
    assert status(draft) == "queued"
    valkey.start()
    assert jobs.reconcile()["drafts"] == 1
    work_off(shell_environment)
    written_once(draft)


def test_a_queue_that_lost_everything_is_filled_again(thread, shell_environment):
    draft = asked(thread)
    django_rq.get_queue("drafts").connection.flushall()
    jobs.reconcile()
    work_off(shell_environment)
    written_once(draft)


def test_a_worker_outlives_valkey_being_stopped_and_started(thread, shell_environment, valkey):
    with worker(shell_environment):
        first = asked(thread)
        until(lambda: status(first) in {"ready", "held"}, "the first draft")
        valkey.stop()
        valkey.start()
        second = asked(make.make_thread(thread.rep))
        until(lambda: _requeued_and_done(second), "the second draft, after Valkey came back")
    written_once(second)


def _requeued_and_done(draft: Draft) -> bool:
    if status(draft) == "queued":
        jobs.reconcile()
    return status(draft) in {"ready", "held"}


def test_a_job_delivered_twice_to_two_workers_makes_one_draft(thread, shell_environment):
    draft = asked(thread)
    for _ in range(3):
        django_rq.get_queue("drafts").enqueue(actions.WRITE, draft.pk)
    work_off(shell_environment, workers=2)
    written_once(draft)


def test_reconciling_does_not_pile_up_jobs_that_are_queued_already(thread):
    asked(thread)
    assert jobs.reconcile()["drafts"] == 0
    assert django_rq.get_queue("drafts").count == 1
