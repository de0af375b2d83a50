"""A rep, a lead and a plan to test the model writer on, and a fake model that writes what it is told to."""

import json
from datetime import UTC, datetime
from functools import cache
from typing import Any

from drafts.domain import (
    Answer,
    Ask,
    Brief,
    Composition,
    Example,
    Fact,
    Kind,
    Knowledge,
    Lead,
    Message,
    Plan,
    Polarity,
    Rep,
    Sentence,
    Thread,
    ValueChoice,
    ValuePoint,
)
from drafts.tests.misbehaving import Behaviour, replies
from drafts.writers.base import Materials, Writer
from profiles.language import parse
from profiles.voice import Sample, learn, prepare

NOW = datetime(2026, 3, 9, 15, 0, tzinfo=UTC)
REPLIES = (
    """Hi Una.

The Basic plan is $20 a seat a month. Six seats, so $120.

You also stop retyping orders at night. That alone pays for it.

Want to see it? 20 minutes is enough.

Mara""",
    """Hi Piet.

Yes, it runs on phones. Android and iPhone, same app.

Your drivers see the next stop without calling in. Fewer calls for you.

Shall I show you on your own routes?

Mara""",
    """Hi Rosa.

Import takes a day. You send the sheet and we load it for you.

Nobody types old customers in twice. Your office keeps its evening.

Worth a quick look this month?

Mara""",
    """Hi Emil.

Support answers the phone from 8 to 6. No ticket queue.

When a truck is stuck you talk to a person. That is the part that counts.

Want the number before you decide?

Mara""",
)
EXAMPLES = tuple(
    Example(str(n), Kind.INBOUND_FIRST, "routine", datetime(2026, 1, n, tzinfo=UTC), f"What about question {n}?", reply)
    for n, reply in enumerate(REPLIES, 1)
)
REP = Rep(
    "r1",
    "Mara Lindqvist",
    "mara@haulable.example",
    "Europe/Stockholm",
    "Mara Lindqvist\nHaulable\n+46 8 555 010",
    examples=EXAMPLES,
)

PRICE = Fact("F1", "pricing", "The Basic plan is $20 per seat per month, billed annually.", keywords=("price", "cost", "driver"))
OFFICE = Fact("F2", "pricing", "Office logins are free on every plan.", keywords=("office", "seat", "need a seat", "login"))
POINT = ValuePoint("V1", ("owner",), (), "late paperwork", "Delivery notes reach the office the moment a job is signed.")
KNOWLEDGE = Knowledge("Haulable", (PRICE, OFFICE), (POINT,))

MAIL = (
    "Hello,\nwhat would it cost for 9 drivers, and do the two in the office need a seat? The paperwork comes in days late.\nOla"
)
LEAD = Lead("Ola Fjell", "ola@fjell.example", "Fjell Frakt", "owner", "haulage", "9 drivers")
THREAD = Thread(LEAD, (Message(False, NOW, MAIL, "Price?", "Ola Fjell", hidden="SECRET hidden words"),))

COST = Ask("What would it cost for 9 drivers?", "question", (10, 44), 0)
SEAT = Ask("Do the two in the office need a seat?", "question", (46, 84), 0)
BRIEF = Brief(Kind.INBOUND_FIRST, (COST, SEAT), (), (), NOW, concern="The paperwork comes in days late.")
PLAN = Plan(
    (
        Answer(COST, "fact", (PRICE,), (PRICE.text, "9 drivers come to $180 a month.")),
        Answer(SEAT, "fact", (OFFICE,), (OFFICE.text,), Polarity.NO),
    )
)
VALUE = ValueChoice(POINT, True)

OFFLINE = Composition("Hi Ola.\n\nOffline text.\n\nMara", "offline", (Sentence((9, 22), "own"),))


@cache
def materials() -> Materials:
    profile = learn([Sample(parse(prepare(reply)), Kind.INBOUND_FIRST) for reply in REPLIES])
    return Materials(REP, profile, KNOWLEDGE)


class Offline(Writer):
    """A fallback that always writes the same and remembers what it was asked."""

    name = "offline"

    def __init__(self):
        self.asked = []

    def compose(self, *given) -> Composition:
        self.asked.append(given)
        return OFFLINE


# --- a fake model -------------------------------------------------------------------------------------------------

GOOD = {
    "Answers": {
        "answers": [
            {"ask": 1, "sentences": "Basic is $20 per seat per month, so 9 drivers come to $180 a month."},
            {"ask": 2, "sentences": "No, office logins are free."},
        ]
    },
    "ValueLine": {"line": "Delivery notes reach your office the moment a job is signed."},
    "Body": {
        "paragraphs": [
            {
                "lines": [
                    {"text": "Basic is $20 a seat a month.", "serves": "answer", "ask": 1},
                    {"text": "9 drivers, so $180.", "serves": "answer", "ask": 1},
                    {"text": "Office logins are free.", "serves": "answer", "ask": 2},
                ]
            },
            {"lines": [{"text": "Delivery notes reach you the moment a job is signed.", "serves": "value", "ask": 0}]},
            {
                "lines": [
                    {"text": "Want to see it?", "serves": "next_step", "ask": 0},
                    {"text": "20 minutes is enough.", "serves": "next_step", "ask": 0},
                ]
            },
        ]
    },
}


def step_of(request: dict[str, Any]) -> str:
    """Which step a request is for: the name of the form it asks for."""
    return request["response_format"]["json_schema"]["name"]


def model(**instead: Any) -> Behaviour:
    """A model that answers each step well, but says what it is told to ``instead`` at the steps named (a text, or JSON)."""

    def write(request: dict[str, Any]) -> str:
        said = instead.get(step_of(request), GOOD[step_of(request)])
        return said if isinstance(said, str) else json.dumps(said)

    return replies(write)


def body(*sentences: str) -> dict[str, Any]:
    """A body in one paragraph that answers both asks with its first two sentences."""
    lines = [{"text": s, "serves": "answer" if n < 2 else "other", "ask": n + 1 if n < 2 else 0} for n, s in enumerate(sentences)]
    return {"paragraphs": [{"lines": lines}]}
