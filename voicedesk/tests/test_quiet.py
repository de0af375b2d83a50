"""What a mail says and what opens a door stand in no log, no job, no health page and no error page."""

import json
import logging

import django_rq
import pytest
from django.test import Client

from drafts import actions, jobs
from drafts.intake import keep
from drafts.models import Draft
from drafts.tests import factories as make
from profiles import mail
from profiles.models import Event

pytestmark = pytest.mark.django_db

WORDS, TOKEN = "quaggabeere", "sk-secret-0123456789"


@pytest.fixture
def letter(queue, settings, caplog, django_capture_on_commit_callbacks):
    """A prospect's mail with words to look for, stored and queued, while everything is logged."""
    caplog.set_level(logging.DEBUG)
    settings.OPENAI_API_KEY = TOKEN
    rep = make.make_demo_rep()
    raw = f"From: {WORDS}@p.example.com\nTo: {rep.email}\nSubject: {WORDS}\nMessage-ID: <1@p.example.com>\n\nHi {WORDS}, {WORDS}?".encode()
    with django_capture_on_commit_callbacks(execute=True):
        keep(rep, mail.read(raw), raw)
    return Draft.objects.get()


def test_a_job_holds_a_number_and_nothing_else(letter):
    (job,) = django_rq.get_queue("drafts").jobs
    assert (job.func_name, job.args, job.kwargs) == (actions.WRITE, (letter.pk,), {})
    assert WORDS not in str(job.to_dict())


@pytest.mark.parametrize("stage", ["prepared", "_first", "judged", "_decided"])
def test_whatever_breaks_while_writing_the_log_says_where_and_not_what(letter, stage, monkeypatch, caplog):
    def breaks(*args, **kwargs):
        raise ValueError(f"could not make sense of {WORDS} with {TOKEN}")

    monkeypatch.setattr(f"drafts.pipeline.{stage}", breaks)
    jobs.write(letter.pk)
    jobs.reconcile()
    assert "ValueError" in caplog.text
    assert WORDS not in caplog.text
    assert TOKEN not in caplog.text


def test_the_audit_trail_holds_none_of_it(letter):
    assert Event.objects.exists()
    assert WORDS not in json.dumps(list(Event.objects.values("verb", "target", "data")))


def test_health_and_error_pages_say_nothing_of_it(letter, caplog, monkeypatch):
    client = Client(raise_request_exception=False)
    assert not {WORDS, TOKEN} & set(client.get("/healthz").text.split('"'))
    client.force_login(letter.rep.user)

    def breaks(*args, **kwargs):
        raise ValueError(f"{WORDS} {TOKEN}")

    monkeypatch.setattr("drafts.review.queue.page_of", breaks)
    answer = client.get("/desk/")
    assert answer.status_code == 500
    assert WORDS not in answer.text
    assert TOKEN not in answer.text
