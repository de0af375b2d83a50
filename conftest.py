"""The tests' PostgreSQL and Valkey: the real servers, started when a test first needs one, gone after the session.

Fixtures: `db`, `transactional_db`, `live_server` (pytest-django's) bring both servers up. `valkey` is an empty Valkey and
its server's handle; `postgres` the database server's. `shell_environment` is what a subprocess (a worker, a command) needs
to work on this test's database and queue.

`DATABASE_URL` and `REDIS_URL` in the environment are used instead of embedded servers. The tests empty the Redis database
they are given, so one that holds keys is refused.
"""

import os
import secrets

import django
import pytest
import redis

from voicedesk import services

EMBEDDED = services.spare()
GIVEN_REDIS = bool(os.environ.get("REDIS_URL"))
GIVEN_POSTGRES = bool(os.environ.get("DATABASE_URL"))


def pytest_configure(config):
    """Settings read the environment once, so it must name the servers before Django loads: their addresses are known up front.

    That is also why the settings module is not named in pyproject.toml: pytest-django would load it before this file.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "voicedesk.settings")
    os.environ["DATABASE_URL"] = os.environ.get("DATABASE_URL") or EMBEDDED.database_url
    os.environ["REDIS_URL"] = os.environ.get("REDIS_URL") or EMBEDDED.redis_url
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
    django.setup()


def pytest_unconfigure(config):
    if EMBEDDED.folder.exists():
        EMBEDDED.remove()


@pytest.fixture(scope="session")
def _embedded():
    services.sweep()
    services.make_own_folder(EMBEDDED.folder, services.Account.mine(), 0o711)
    return EMBEDDED


@pytest.fixture(scope="session")
def _postgres_server(_embedded):
    """The session's PostgreSQL server; None when DATABASE_URL names one that is not ours to stop."""
    if GIVEN_POSTGRES:
        return None
    _embedded.postgres.start()
    return _embedded.postgres


@pytest.fixture(scope="session")
def _valkey_server(_embedded):
    """The session's Valkey server; None when REDIS_URL names one that is not ours to stop."""
    if not GIVEN_REDIS:
        _embedded.valkey.start()
        return _embedded.valkey
    keys = redis.from_url(os.environ["REDIS_URL"]).dbsize()
    if keys:
        pytest.exit(f"REDIS_URL names a database with {keys} keys. The tests empty it, so name an empty one.", returncode=2)
    return None


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, _postgres_server, _valkey_server):
    """Before the test database is made. Valkey comes along because saving may enqueue."""


@pytest.fixture
def postgres(_postgres_server):
    """The PostgreSQL server: `.stop()`, `.start()`, `.kill()`. It runs again after the test, whatever the test did."""
    if _postgres_server is None:
        pytest.skip("DATABASE_URL names a PostgreSQL that is not ours to stop")
    yield _postgres_server
    _postgres_server.start()


@pytest.fixture
def valkey(_valkey_server):
    """The Valkey server, empty: `.stop()`, `.start()`, `.kill()`, `.url`. It runs again after the test."""
    if _valkey_server is None:
        pytest.skip("REDIS_URL names a server that is not ours to stop")
    redis.from_url(_valkey_server.url).flushall()
    yield _valkey_server
    _valkey_server.start()


@pytest.fixture
def queue(_valkey_server):
    """An empty queue server's client, ours or the one REDIS_URL names. For tests that enqueue and never stop the server."""
    client = redis.from_url(os.environ["REDIS_URL"])
    client.flushdb()
    yield client
    client.close()


@pytest.fixture
def shell_environment(transactional_db):
    """The environment for a subprocess that works on this test's rows, which are committed (transactional_db)."""
    from django.db import connection

    name = connection.settings_dict["NAME"]
    address, _, options = os.environ["DATABASE_URL"].partition("?")
    test_database = f"{address.rpartition('/')[0]}/{name}{'?' + options if options else ''}"
    return {**os.environ, "DATABASE_URL": test_database}
