"""The worker that learns before it forks."""

import os
import signal

import django_rq
import pytest
from django.db import connection

from drafts import warm
from drafts.models import Draft
from drafts.tests import factories as make
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
