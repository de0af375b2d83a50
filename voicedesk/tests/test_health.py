"""``/healthz`` tells the parts apart, needs no login and says nothing it should not."""

import pytest

pytestmark = pytest.mark.django_db


def test_all_well(client, queue):
    answer = client.get("/healthz")
    body = answer.json()
    assert answer.status_code == 200
    assert body["ok"] is True
    assert {"database", "queue", "spacy", "model_endpoint"} <= body.keys()


def test_a_queue_that_is_away_is_named_and_the_rest_is_not(client, valkey):
    valkey.stop()
    answer = client.get("/healthz")
    body = answer.json()
    assert answer.status_code == 503
    assert body["queue"]["ok"] is False
    assert body["database"]["ok"] is True


def test_a_configured_endpoint_is_named_by_its_model_not_by_its_key(client, queue, settings):
    settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY, settings.OPENAI_MODEL = "http://127.0.0.1:9/v1", "sk-very-secret", "small"
    answer = client.get("/healthz")
    assert answer.json()["model_endpoint"]["name"] == "small"
    assert "sk-very-secret" not in answer.content.decode()
