import pytest

from drafts import writing
from drafts.checks import model_endpoint_is_usable


@pytest.fixture(autouse=True)
def fresh():
    writing.endpoint.cache_clear()
    yield
    writing.endpoint.cache_clear()


def test_no_endpoint_is_fine(settings):
    settings.OPENAI_BASE_URL = ""
    assert model_endpoint_is_usable(None) == []


@pytest.mark.parametrize(
    "wrong,sentence",
    [
        ({"OPENAI_MODEL": ""}, "not which model"),
        ({"OPENAI_BASE_URL": "localhost:8080"}, "http://"),
        ({"OPENAI_TIMEOUT": 170.0}, "shorten the timeout"),
    ],
)
def test_settings_that_do_not_fit_are_named_at_the_start(settings, wrong, sentence):
    settings.OPENAI_BASE_URL, settings.OPENAI_MODEL, settings.OPENAI_TIMEOUT = "http://127.0.0.1:9/v1", "small", 20.0
    for name, value in wrong.items():
        setattr(settings, name, value)
    (error,) = model_endpoint_is_usable(None)
    assert sentence in error.msg
