"""Breaker and spending limit on the cache that all workers share: the app's own, on the real server."""

import pytest
from django.core.cache import cache

from drafts.domain import Usage
from drafts.model import Breaker, DailySpend, Memory


@pytest.fixture(params=["memory", "shared cache"])
def store(request):
    if request.param == "memory":
        return Memory()
    request.getfixturevalue("queue")
    return cache


def test_one_workers_failures_open_the_breaker_for_all(store):
    here, there = (Breaker(name="test", store=store, failures=2) for _ in range(2))
    here.failed()
    there.failed()
    assert not here.allows()
    assert not there.allows()


def test_one_worker_alone_probes(store):
    first, second = (Breaker(name="test", store=store, failures=1, rest=0) for _ in range(2))
    first.failed()
    assert [first.allows(), second.allows()] == [True, False]
    first.succeeded()
    assert second.allows()


def test_what_one_worker_spent_is_spent_for_all(store):
    here, there = (DailySpend("test", limit=0.00005, store=store) for _ in range(2))
    here.record(Usage("voice", 30, 10, 1.0))
    assert there.allows()
    there.record(Usage("voice", 10, 0, 1.0))
    assert not here.allows()
    assert here.spent() == pytest.approx(0.00005)
