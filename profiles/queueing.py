"""Putting work on the queue. The row is the truth: a queue that cannot be reached costs time, never work."""

import logging
from datetime import datetime

import django_rq
from django.db import transaction
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


def enqueue(queue: str, function: str, *args, at: datetime | None = None) -> None:
    """Queue ``function`` (a dotted path) once the present transaction is committed, to be run at once or from ``at``.

    When the queue is out of reach, the reconciler finds the row and queues it later.
    """
    transaction.on_commit(lambda: _push(queue, function, args, at))


def _push(queue: str, function: str, args: tuple, at: datetime | None) -> None:
    try:
        found = django_rq.get_queue(queue, commit_mode="auto")
        if at is None:
            found.enqueue(function, *args)
        else:
            found.enqueue_at(at, function, *args)
    except RedisError as error:
        log.warning("queue %s is out of reach (%s); %s%s waits for the reconciler", queue, type(error).__name__, function, args)


def waiting(queue: str) -> int:
    """How many jobs stand in the queue; raises RedisError when it is out of reach."""
    return django_rq.get_queue(queue).count
