"""Every button pressed while Valkey is away: what can be done is done, the rest says so; no page breaks."""

import logging

import pytest
from django.urls import get_resolver

from voicedesk.tests import access
from voicedesk.tests.test_access import addresses
from voicedesk.tests.world import World

pytestmark = pytest.mark.django_db

TABLE = access.table()
DASHBOARD = "admin:django_rq_"
"""The queues' own pages have nothing to show without a queue."""


def test_no_page_and_no_button_breaks(db, valkey, monkeypatch):
    world = World()
    valkey.stop()
    tried = []
    # What a button does is taken back after each, so what waits for its commit is done at once.
    monkeypatch.setattr("profiles.queueing.transaction.on_commit", lambda push: tried.append(push()))
    logging.disable(logging.ERROR)
    try:
        wrong = []
        for name, route in addresses(get_resolver()):
            if name.startswith(DASHBOARD) or "django_rq" in route:
                continue
            for person, method in (("owner", "GET"), ("owner", "POST"), ("ops", "GET"), ("ops", "POST"), ("anonymous", "POST")):
                answer = world.ask(person, method, name, route)
                expected = TABLE[name, method][access.PERSONS.index(person)]
                if answer.says not in {expected, "503"}:
                    wrong.append(f"{method} {name} as {person}: {answer.says} instead of {expected}")
        assert not wrong, "\n".join(wrong)
        assert len(tried) >= 3, "buttons that put something on the queue were among them"
    finally:
        logging.disable(logging.NOTSET)
