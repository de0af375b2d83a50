"""Four hundred and seventy-six invented threads to two sellers and a hundred and thirty everyday asks, by people who had not seen the rules.

They were unseen when first read; what they showed was then mended as classes, so they are a guard now, not a measure: the bars
stand a little under what is reached. The first figures, before anything was mended, are in ``docs/understanding.md``.
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

from drafts.domain import Brief, Lead, Message, Plan, Rep, Thread, Trigger
from drafts.evaluate import cases
from drafts.layers.relevance.step import plan
from drafts.understand import understand

TESTS = Path(__file__).parent
KNOWN = {
    "crewlattice": TESTS.parent / "demo" / "knowledge.json",
    "kelvinbrook": TESTS / "data" / "knowledge_kelvinbrook.json",
}
ZONES = {"dessa": "America/Chicago", "julian": "America/New_York", "priya": "America/Denver"}
PLAIN = set(
    "a an the to of for and or is are do does did you your we our us i me my it its this that in on at with be can could".split()
)


@dataclass(frozen=True)
class Read:
    """A labelled thread with what was understood and planned."""

    expect: dict
    brief: Brief
    plan: Plan

    @property
    def held(self) -> bool:
        return bool(self.brief.hazards or self.plan.unanswered)

    @property
    def must_hold(self) -> bool:
        """Whether understanding or the plan must hold it: some threads wait for want of a value point, which neither knows."""
        return self.expect["must_hold"] and self.expect["hold_layer"] != "value"

    @property
    def reasons(self) -> set[str]:
        return {h.code for h in self.brief.hazards} | {a.why_not for a in self.plan.unanswered}

    @property
    def facts(self) -> set[str]:
        return {fact.id for answer in self.plan.answers for fact in answer.facts}


def _read(seller: str) -> list[Read]:
    known, path = cases.knowledge(KNOWN[seller]), TESTS / "data" / f"mails_{seller}.json"
    expected = {row["id"]: row["expect"] for row in json.loads(path.read_text(encoding="utf-8"))}
    found = []
    for case in cases.scenarios(path):
        rep = Rep(case.rep, case.rep.title(), f"{case.rep}@seller.example.com", ZONES[case.rep])
        brief = understand(case.thread, case.now, case.trigger, rep, known)
        found.append(Read(expected[case.id], brief, plan(brief, case.thread, known)))
    return found


@pytest.fixture(scope="module")
def found() -> list[Read]:
    return [*_read("crewlattice"), *_read("kelvinbrook")]


def _share(hits: list[bool]) -> float:
    return sum(hits) / len(hits)


def _stems(text: str) -> set[str]:
    return {word.lower()[:5] for word in re.findall(r"\w+", text)} - PLAIN


def test_the_kind_of_reply_is_right(found):
    assert _share([r.brief.kind == r.expect["kind"] for r in found]) >= 0.95


def test_what_must_wait_waits(found):
    """But for one: a chain of 31 shops asks for the price "at that sort of number", and is told the list price."""
    assert [r.expect["asks"][0] for r in found if r.must_hold and not r.held] == ["group price per sensor for 31 sites"]


def test_the_reason_is_named(found):
    assert _share([r.expect["hold_reason"] in r.reasons for r in found if r.must_hold and r.expect["hold_reason"]]) >= 0.9


def test_most_of_the_rest_does_not_wait(found):
    assert _share([not r.held for r in found if not r.expect["must_hold"]]) >= 0.67


def test_what_does_not_wait_rests_on_the_facts_that_answer(found):
    passed = [r for r in found if not r.held and not r.expect["must_hold"]]
    right = [all(set(ids) & r.facts for ids in r.expect["answerable"].values()) for r in passed]
    assert _share(right) >= 0.95


def test_asks_are_found(found):
    wanted = [(_stems(ask), [_stems(a.text) for a in r.brief.asks]) for r in found for ask in r.expect["asks"]]
    assert _share([any(len(want & got) >= len(want) / 3 for got in every) for want, every in wanted]) >= 0.83


def test_only_times_that_were_meant_are_confirmed(found):
    for r in found:
        ahead = {t.start for t in r.brief.times if not t.past}
        assert ahead <= {datetime.fromisoformat(t) for t in r.expect["times"]}


@pytest.mark.parametrize("seller, right, wrong", [("crewlattice", 41, 3), ("kelvinbrook", 29, 1)])
def test_everyday_asks_are_answered_from_their_fact(seller, right, wrong):
    known = cases.knowledge(KNOWN[seller])
    asks = json.loads((TESTS / "data" / "everyday_asks.json").read_text(encoding="utf-8"))[seller]
    now = datetime.fromisoformat("2026-11-30T09:00:00-06:00")
    rep = Rep("r", "Noor", "noor@seller.example.com", "America/Chicago")
    answered, invented = 0, []
    for ask in asks:
        lead = Lead("Ann Bee", company="Acme", stage="new", size="12 technicians")
        thread = Thread(lead, (Message(False, now, ask["text"]),))
        brief = understand(thread, now, Trigger.INBOUND, rep, known)
        made = plan(brief, thread, known)
        held = bool(brief.hazards or made.unanswered)
        facts = {fact.id for answer in made.answers for fact in answer.facts}
        answered += not held and bool(facts & set(ask["facts"]))
        if not ask["facts"] and not held:
            invented.append(ask["text"])
    assert answered >= right
    assert len(invented) <= wrong, invented
