"""Putting work on the queue. The row is the truth: a queue that cannot be reached costs time, never work."""

import logging
from datetime import datetime
from functools import cache

import django_rq
from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

PATIENCE = 3
"""Seconds a server may take to answer. One that hangs, and does not even refuse, must not hold up who saved something."""


ONCE_MORE = Retry(NoBackoff(), 1, supported_errors=(ConnectionError,))
"""A connection kept from before the server was started again is found dead when it is used, and made anew."""


def enqueue(queue: str, function: str, *args, at: datetime | None = None) -> None:
    """Queue ``function`` (a dotted path) once the present transaction is committed, to be run at once or from ``at``.

    When the queue is out of reach, the reconciler finds the row and queues it later.
    """
    transaction.on_commit(lambda: _push(queue, function, args, at))


def _push(queue: str, function: str, args: tuple, at: datetime | None) -> None:
    try:
        found = _queue(queue, commit_mode="auto")
        if at is None:
            found.enqueue(function, *args)
        else:
            found.enqueue_at(at, function, *args)
    except RedisError as error:
        log.warning("queue %s is out of reach (%s); %s%s waits for the reconciler", queue, type(error).__name__, function, args)


def waiting(queue: str) -> int:
    """How many jobs stand in the queue; raises RedisError when it is out of reach."""
    return _queue(queue).count


def _queue(name: str, **options):
    return django_rq.get_queue(name, connection=_client(settings.RQ_QUEUES[name]["URL"]), **options)


@cache
def _client(url: str) -> Redis:
    """A client that asks once and waits no longer than ``PATIENCE``. Workers have their own, which may wait for work."""
    return Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=ONCE_MORE)
