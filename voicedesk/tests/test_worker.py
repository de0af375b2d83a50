"""The worker that learns before it forks."""

import os
import signal
import sys
from contextlib import nullcontext

import django_rq
import pytest
from django.db import connection
from redis.exceptions import ConnectionError
from rq import Worker

from drafts import warm
from drafts.models import Draft
from drafts.tests import factories as make
from voicedesk.management.commands import worker as command
from voicedesk.worker import WarmWorker

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def worker(queue):
    found = django_rq.get_queue("drafts")
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield WarmWorker([found], connection=found.connection)
    for number, handler in handlers.items():  # a worker that ran in this process took them
        signal.signal(number, handler)


def draft_of(rep) -> Draft:
    return make.make_draft(rep, "queued")


def test_drafts_of_one_rep_are_learned_for_once_and_written_in_forks(worker, monkeypatch):
    rep = make.make_demo_rep()
    drafts = [draft_of(rep), draft_of(rep)]
    learned = []
    original = warm.pipeline.draft
    monkeypatch.setattr(warm.pipeline, "draft", lambda *args: learned.append(os.getpid()) or original(*args))
    for draft in drafts:
        worker.queues[0].enqueue("drafts.jobs.write", draft.pk)
    worker.work(burst=True, logging_level="ERROR")
    assert learned == [os.getpid()]
    for draft in drafts:
        draft.refresh_from_db()
        assert draft.status in {"ready", "held"}, draft.ended_because


def test_what_cannot_be_learned_is_left_to_the_job_to_report(worker):
    draft = draft_of(make.make_rep())  # no profile
    worker.learn(draft.pk)
    assert worker.known == ()


def test_no_connection_is_open_when_the_worker_forks(worker):
    draft = draft_of(make.make_demo_rep())
    worker.learn(draft.pk)
    assert connection.connection is None


def test_only_the_last_things_learned_are_taken_for_known(worker, monkeypatch):
    monkeypatch.setattr(warm, "for_draft", lambda pk, known: pk)
    for number in range(20):
        worker.learn(number)
    assert worker.known == tuple(range(4, 20))


class TestWhenTheQueueGoesAway:
    def test_the_job_under_way_is_waited_for(self, worker, monkeypatch):
        waited = []

        def away(*args):
            raise ConnectionError("Connection closed by server.")

        monkeypatch.setattr(Worker, "execute_job", away)
        monkeypatch.setattr(worker, "wait_for_horse", lambda: waited.append(True))
        with pytest.raises(ConnectionError):
            worker.execute_job(None, None)
        assert waited

    @pytest.mark.parametrize("ends", [0, 1], ids=["without a word", "with an exit"])
    def test_the_worker_begins_again_until_it_is_asked_to_stop(self, monkeypatch, ends):
        begun = []

        def work(name, *queues, **options):
            begun.append(queues)
            WarmWorker.asked_to_stop = len(begun) == 3
            if ends:
                sys.exit(ends)

        monkeypatch.setattr(WarmWorker, "asked_to_stop", False)
        monkeypatch.setattr(command, "call_command", work)
        monkeypatch.setattr(command.time, "sleep", lambda seconds: None)
        with pytest.raises(SystemExit) if ends else nullcontext():
            command.Command().work(("drafts",), burst=False, verbosity=0)
        assert len(begun) == 3

    def test_a_worker_that_only_empties_the_queues_begins_once(self, monkeypatch):
        begun = []
        monkeypatch.setattr(command, "call_command", lambda *args, **options: begun.append(args))
        command.Command().work(("drafts",), burst=True, verbosity=0)
        assert len(begun) == 1

    def test_a_signal_is_remembered(self, worker, monkeypatch):
        monkeypatch.setattr(WarmWorker, "asked_to_stop", False)
        worker.handle_warm_shutdown_request()
        assert WarmWorker.asked_to_stop
