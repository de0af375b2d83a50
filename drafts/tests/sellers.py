"""Invented sellers for the relevance tests: two in files with labelled asks, one small with plans, ranges and objections."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from drafts.domain import Ask, Brief, Fact, Kind, Knowledge, Lead, Message, Objection, Plan, ProposedTime, Rep, Thread

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


def seller(name: str) -> tuple[Knowledge, list[dict]]:
    """A seller's facts from ``data``, with labelled asks: their texts and the ids of the facts that answer them."""
    found = json.loads((Path(__file__).parent / "data" / f"{name}.json").read_text(encoding="utf-8"))
    facts = tuple(
        Fact(
            row["id"],
            row["topic"],
            row["text"],
            date.fromisoformat(row["valid_until"]) if row["valid_until"] else None,
            tuple(row["keywords"]),
        )
        for row in found["facts"]
    )
    return Knowledge(found["company"], facts), found["asks"]


PAYLARK = Knowledge(
    "Paylark",
    (
        Fact("A1", "pricing", "The Basic plan is $8 per employee per month.", None, ("price", "cost", "basic plan")),
        Fact(
            "A2",
            "pricing",
            "The Plus plan is $14 per employee per month. It adds time sheets.",
            None,
            ("price", "plus plan", "time sheets"),
        ),
        Fact(
            "A3",
            "pricing",
            "Special rates exist above 500 employees, quoted after a call.",
            None,
            ("volume", "discount", "large"),
        ),
        Fact(
            "A4",
            "product",
            "Direct deposit is included on the Plus plan. It is not offered on Basic.",
            None,
            ("direct deposit", "bank"),
        ),
        Fact(
            "A5",
            "onboarding",
            "Companies under 50 employees are set up in about 4 days.",
            None,
            ("setup", "how long", "onboarding"),
        ),
        Fact(
            "A6",
            "onboarding",
            "Companies of 50 to 500 employees take 3 to 4 weeks to set up.",
            None,
            ("setup", "how long", "onboarding"),
        ),
        Fact("A7", "contract", "The agreement runs for 12 months.", None, ("term", "contract", "length")),
        Fact("A8", "contract", "It can be cancelled with 45 days' notice.", None, ("cancel", "notice")),
        Fact(
            "A9", "pricing", "New companies get 25% off the first quarter.", date(2026, 9, 30), ("discount", "offer", "promotion")
        ),
        Fact("A10", "support", "The help line is open 8am to 5pm Pacific on weekdays.", None, ("support hours", "phone", "help")),
        Fact("A11", "product", "Pay slips can be exported as PDF at any time.", None, ("export", "pay slips", "pdf")),
    ),
    objections=(
        Objection(
            "X1",
            "It is too expensive",
            (
                "Basic at $8 per employee is the lower way in (A1).",
                "Ask what they pay now.",
                "There is no long tie: 45 days' notice (A8).",
            ),
        ),
        Objection(
            "X2",
            "We use another payroll service",
            ("Do not criticise the other service.", "Ask what they would change about it."),
        ),
    ),
)
"""A payroll service with two plans, ranges of team size, an expired offer and two objections."""

REP = Rep("ro", "Ro Vance", "ro@paylark.example.com", "America/New_York")


def thread_of(*texts: str, size: str = "", notes: str = "", days_ago: float = 0.1, from_rep: tuple[int, ...] = ()) -> Thread:
    """A thread of these messages, the prospect's unless their number is in ``from_rep``, the last ``days_ago`` before ``NOW``."""
    last = NOW - timedelta(days=days_ago)
    messages = tuple(Message(n in from_rep, last - timedelta(days=len(texts) - 1 - n), text) for n, text in enumerate(texts))
    return Thread(Lead("Ines Abt", company="Abt Bakery", size=size, notes=notes), messages)


def brief_of(
    *asks: Ask | str, times: tuple[ProposedTime, ...] = (), kind: Kind = Kind.OTHER, objections: tuple[str, ...] = ()
) -> Brief:
    """A brief with these asks; a bare string is a question."""
    made = tuple(ask if isinstance(ask, Ask) else Ask(ask, "question") for ask in asks)
    return Brief(kind, made, times, (), NOW, objection_ids=objections)


def answer_ids(plan: Plan, number: int = 0) -> list[str]:
    """Ids of the facts of one answer."""
    return [fact.id for fact in plan.answers[number].facts]
