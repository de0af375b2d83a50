"""The whole way from a thread to a decision with the model writer, against a fake endpoint that does as it is told."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from drafts import pipeline
from drafts.domain import Layer, Trigger
from drafts.model import Breaker, Endpoint
from drafts.tests import misbehaving as bad
from drafts.tests import model_cases as case
from drafts.tests.misbehaving import MisbehavingServer, replies
from drafts.tests.model_cases import step_of
from drafts.writers.model import ModelWriter, configured
from drafts.writers.offline import OfflineWriter


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def obedient(request: dict[str, Any]) -> str:
    """What a model that does as it is told writes: the first approved statement for each ask, in the order given."""
    asked = request["messages"][-1]["content"]
    if step_of(request) == "Answers":
        blocks = re.split(r"^Ask (?=\d+)", asked, flags=re.M)[1:]
        said = [{"ask": int(b.split("\n")[0].split()[0].rstrip(":")), "sentences": _listed(b)[0]} for b in blocks]
        return json.dumps({"answers": said})
    if step_of(request) == "ValueLine":
        return json.dumps({"line": re.search(r"what they get: (.*)", asked)[1]})
    if "The body as it stands" in asked:
        standing = re.search(r"<<<BODY \w+\n(.*?)\nBODY", asked, re.S)[1]
        return json.dumps({"paragraphs": [{"lines": [_line(s) for s in p.split("\n")]} for p in standing.split("\n\n")]})
    answers = [_line(text, int(n)) for n, text in re.findall(r"^- Ask (\d+): (.*)", asked, re.M)]
    value = [_line(text) for text in re.findall(r"^- Value line: (.*)", asked, re.M)]
    return json.dumps({"paragraphs": [{"lines": lines} for lines in (answers, value) if lines]})


def _listed(block: str) -> list[str]:
    return re.findall(r"^- (.*)", block, re.M)


def _line(text: str, ask: int = 0) -> dict[str, Any]:
    return {"text": text, "serves": "answer" if ask else "other", "ask": ask}


def run(*behaviours, breaker: Breaker | None = None, materials=None):
    with MisbehavingServer(*behaviours) as server:
        door = Endpoint(server.url, "", "fake", timeout=30, max_retries=0, breaker=breaker or Breaker())
        writer = ModelWriter(door, OfflineWriter())
        outcome = pipeline.draft(case.THREAD, Trigger.INBOUND, case.NOW, materials or case.materials(), writer)
    return outcome, server


def test_a_draft_goes_the_whole_way_through_the_model():
    outcome, server = run(replies(obedient))
    best = outcome.best.composition
    assert best.writer == "model"
    assert best.text.startswith("Hi Ola.\n\n")
    assert best.text.endswith("\n\nMara")
    answered = [a for a in outcome.plan.answers if a.answered]
    assert answered
    assert all(a.statements[0] in best.text for a in answered)
    assert set(outcome.best.judgements) == set(Layer)
    assert [u.step for a in outcome.attempts for u in a.composition.usage][:2] == ["answers", "value"]
    assert len(server.requests) == sum(len(a.composition.usage) for a in outcome.attempts)


def test_a_model_that_is_down_leaves_the_offline_writers_outcome_and_a_remark():
    outcome, server = run(bad.fails(500))
    alone = pipeline.draft(case.THREAD, Trigger.INBOUND, case.NOW, case.materials(), OfflineWriter())
    assert outcome.best.composition.text == alone.best.composition.text
    assert (outcome.status, outcome.notes) == (alone.status, alone.notes)
    assert "error of its own" in outcome.best.composition.remark
    assert len(server.requests) == 1, "corrections do not wait for it again"


def test_a_model_that_stays_down_is_not_asked_at_every_draft():
    breaker = Breaker(failures=2)
    calls = [len(run(bad.fails(500), breaker=breaker)[1].requests) for _ in range(4)]
    assert calls == [1, 1, 0, 0]


def test_a_model_that_breaks_off_during_a_correction_keeps_the_better_draft():
    unreachable = dict.fromkeys(Layer, 1.1)
    strict = replace(case.materials(), policy=replace(case.materials().policy, thresholds=unreachable))
    good = replies(obedient)

    def until_the_first_fix(exchange):
        mending = "The body as it stands" in exchange.asked()["messages"][-1]["content"]
        (bad.drops if mending else good)(exchange)

    outcome, server = run(until_the_first_fix, materials=strict)
    assert any("The body as it stands" in r["messages"][-1]["content"] for r in server.requests)
    assert outcome.attempts[0].composition.writer == "model"
    assert any(a.composition.writer == "offline" and a.composition.remark for a in outcome.attempts[1:])
    assert outcome.best in outcome.attempts


def test_without_an_endpoint_the_configured_writer_falls_back_and_says_so():
    written = configured({}).compose(case.BRIEF, case.PLAN, case.VALUE, case.THREAD, case.materials())
    assert written.writer == "offline"
    assert written.remark.startswith("No language model is configured.")


def test_the_environment_names_endpoint_key_and_model():
    with MisbehavingServer(replies(obedient)) as server:
        named = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k", "OPENAI_MODEL": "large", "OPENAI_TIMEOUT": "30"}
        configured(named).compose(case.BRIEF, case.PLAN, case.VALUE, case.THREAD, case.materials())
    assert {r["model"] for r in server.requests} == {"large"}
    assert {h["authorization"] for h in server.headers} == {"Bearer k"}
