"""The clock: what it names exists, runs, and brings nothing heavy into the scheduler."""

import os
import subprocess
import sys

import pytest
from rq.cron import CronScheduler

from voicedesk import jobs

CLOCK = ("reconcile_drafts", "reconcile_profiles", "nudge", "remind", "watch_voices", "erase_old_mail")


@pytest.mark.django_db
@pytest.mark.parametrize("name", CLOCK)
def test_each_job_of_the_clock_runs_when_there_is_nothing_to_do(name):
    found = getattr(jobs, name)()
    assert not any(found.values()) if isinstance(found, dict) else found == 0


def test_every_job_is_on_a_queue_that_a_worker_serves(queue):
    from voicedesk.management.commands.worker import QUEUES

    scheduler = CronScheduler(connection=queue)
    scheduler.load_config_from_file("voicedesk.cron")
    assert {job.func.__name__ for job in scheduler.get_jobs()} == set(CLOCK)
    assert {job.queue_name for job in scheduler.get_jobs()} <= set(QUEUES)


def test_naming_the_jobs_needs_no_language_model():
    """A scheduler that starts in half a second and takes a third of the memory."""
    script = "import django, sys; django.setup(); import voicedesk.cron; sys.exit('spacy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], env=os.environ, check=False).returncode == 0
