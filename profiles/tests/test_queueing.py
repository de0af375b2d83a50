"""Work that cannot be queued now is not lost and holds nobody up."""

import socket

import pytest

from profiles import queueing

pytestmark = pytest.mark.django_db


@pytest.fixture
def hung(monkeypatch, settings):
    """A server that takes connections and never answers, which is worse than one that is away."""
    monkeypatch.setattr(queueing, "PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"redis://127.0.0.1:{listening.getsockname()[1]}/0"
        monkeypatch.setitem(settings.RQ_QUEUES, "drafts", {**settings.RQ_QUEUES["drafts"], "URL": url})
        yield
    queueing._client.cache_clear()


def test_a_hung_server_costs_a_moment_and_no_error(hung, django_capture_on_commit_callbacks, caplog):
    with django_capture_on_commit_callbacks(execute=True):
        queueing.enqueue("drafts", "drafts.jobs.write", 7)
    assert "waits for the reconciler" in caplog.text


def test_how_long_the_queue_of_a_hung_server_is_cannot_be_told(hung):
    with pytest.raises(queueing.RedisError):
        queueing.waiting("drafts")
