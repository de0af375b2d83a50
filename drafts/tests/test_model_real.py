"""Against a real llama.cpp server over HTTP: the wire works, and the fake endpoint of the other tests has the real one's form.

The model is a very small one: that its answers fit the form is the server's doing, what they say is of no interest here.
"""

import json
from typing import Any, Literal
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from pydantic import BaseModel, ConfigDict

from drafts.model import Endpoint, ModelUnavailable
from drafts.tests import local_model, misbehaving
from drafts.tests import model_cases as case
from drafts.tests.misbehaving import MisbehavingServer
from drafts.writers import prompts
from drafts.writers.model import ModelWriter

pytestmark = [pytest.mark.model, pytest.mark.skipif(bool(local_model.missing()), reason=local_model.missing())]

ENOUGH = 120.0
"""Seconds for a small answer on two busy cores."""


class Choice(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    answer: Literal["yes", "no"]


QUESTION = [{"role": "system", "content": "Answer in JSON."}, {"role": "user", "content": "Is snow cold?"}]


@pytest.fixture(scope="module")
def real():
    with local_model.LocalModel() as running:
        yield running


def door(real, **options) -> Endpoint:
    return Endpoint(real.url, "", "smollm2", **{"timeout": ENOUGH, "max_retries": 0, "budget": ENOUGH, **options})


def test_a_real_server_answers_in_the_form_asked_for_and_counts_its_tokens(real):
    answer = door(real).ask(QUESTION, Choice, max_tokens=30, step="choice", seed=1)
    assert answer.parsed.answer in ("yes", "no")
    assert not answer.usage.estimated
    assert answer.usage.prompt_tokens > 10
    assert 0 < answer.usage.completion_tokens <= 30


def test_a_real_answer_cut_off_at_its_limit_is_known_as_that(real):
    with pytest.raises(ModelUnavailable) as caught:
        door(real).ask(QUESTION, Choice, max_tokens=2, step="choice")
    assert caught.value.reason_code == "truncated"
    assert caught.value.usage.completion_tokens == 2


@pytest.mark.parametrize("form", [prompts.Answers, prompts.ValueLine, prompts.Body])
def test_a_real_server_takes_the_forms_of_all_steps(real, form):
    with pytest.raises(ModelUnavailable) as caught:
        door(real).ask(QUESTION, form, max_tokens=2, step="form")
    assert caught.value.reason_code == "truncated", "the server began to write in the form, so it understood it"


# --- is the fake like the real one? -------------------------------------------------------------------------------


def post(url: str, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    call = Request(f"{url}/chat/completions", json.dumps(request).encode(), {"Content-Type": "application/json"})
    try:
        with urlopen(call, timeout=ENOUGH) as reply:
            return reply.status, json.load(reply)
    except HTTPError as error:
        return error.code, json.load(error)


def assert_form(fake: Any, real: Any, place: str = "answer"):
    """Everything the fake says, the real server says under the same name with the same type."""
    assert type(fake) is type(real), place
    if isinstance(fake, dict):
        assert not fake.keys() - real.keys(), place
        for key in fake:
            assert_form(fake[key], real[key], f"{place}.{key}")
    if isinstance(fake, list):
        assert len(fake) == len(real), place
        for n, (one, other) in enumerate(zip(fake, real, strict=True)):
            assert_form(one, other, f"{place}[{n}]")


@pytest.mark.parametrize("limit, finish", [(30, "stop"), (2, "length")])
def test_the_fakes_completion_has_the_real_ones_form(real, limit, finish):
    schema = {"name": "Choice", "schema": Choice.model_json_schema(), "strict": True}
    request = {
        "model": "m",
        "messages": QUESTION,
        "max_completion_tokens": limit,
        "response_format": {"type": "json_schema", "json_schema": schema},
    }
    with MisbehavingServer(misbehaving.says('{"answer": "yes"}', finish=finish)) as server:
        fake_status, fake = post(server.url, request)
    real_status, answered = post(real.url, request)
    assert fake_status == real_status == 200
    assert_form(fake, answered)
    assert fake["choices"][0]["finish_reason"] == answered["choices"][0]["finish_reason"]


def test_the_fakes_error_has_the_real_ones_form(real):
    request = {"model": "m", "messages": [{"role": "user", "content": "x"}], "response_format": {"type": "nonsense"}}
    with MisbehavingServer(misbehaving.fails(400)) as server:
        _, fake = post(server.url, request)
    status, answered = post(real.url, request)
    assert status == 400
    assert_form(fake, answered)
    with pytest.raises(ModelUnavailable) as caught:
        door(real).ask([{"role": "nobody", "content": 5}], Choice, max_tokens=5, step="choice")
    assert caught.value.reason_code in ("bad_request", "server_error")


# --- last, because the server goes on for a while with a call that was given up -----------------------------------


def test_a_draft_written_through_a_real_server_ends_in_a_whole_mail_in_bounded_time(real):
    offline = case.Offline()
    writer = ModelWriter(door(real, timeout=8, budget=8), offline, budget=10, seed=1)
    written = writer.compose(case.BRIEF, case.PLAN, case.VALUE, case.THREAD, case.materials())
    assert written.text.startswith("Hi Ola.\n\n")
    assert written.text.endswith("\n\nMara")
    assert written.usage
    assert (written.writer, bool(written.remark)) == (("offline", True) if offline.asked else ("model", False))
