"""A small invented seller of door locks for holiday flats, two reps who write very differently, and threads to answer."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from drafts.domain import (
    Answer,
    Ask,
    Brief,
    Example,
    Fact,
    Kind,
    Knowledge,
    Lead,
    Message,
    Objection,
    Plan,
    Polarity,
    ProposedTime,
    Rep,
    Thread,
    ValueChoice,
    ValuePoint,
)
from drafts.writers import Materials
from profiles import voice
from profiles.language import parse_all

NOW = datetime(2026, 5, 18, 14, 0, tzinfo=UTC)

PRICE = Fact("K1", "pricing", "The Host plan is $6 per door per month, billed annually.", None, ("price", "cost", "host plan"))
OFFLINE = Fact("K2", "product", "The lock keeps working when the internet is down.", None, ("offline", "internet", "outage"))
TRIAL = Fact("K3", "pricing", "There is a free 30-day trial and no card is needed to start it.", None, ("trial", "free", "try"))
SETUP = Fact(
    "K4", "onboarding", "Our team fits the locks within 10 days, at no extra charge.", None, ("install", "fitting", "setup")
)
AUDIT = Fact("K5", "security", "Every opening is logged and the log is kept for 90 days.", None, ("log", "audit", "record"))
OLD = Fact("K6", "pricing", "New hosts get 15% off the first year.", datetime(2026, 1, 31).date(), ("discount",))

NIGHTS = ValuePoint(
    "W1",
    ("owner", "property manager"),
    (),
    "guests locked out at night",
    "A guest who arrives at midnight gets in without phoning you.",
    ("K2",),
)
PROOF = ValuePoint(
    "W2",
    ("compliance manager",),
    (),
    "proving who was in a flat",
    "You can show who opened a door and when, without asking anyone.",
    ("K5",),
)
KNOWLEDGE = Knowledge(
    "Keyhaven",
    (PRICE, OFFLINE, TRIAL, SETUP, AUDIT, OLD),
    (NIGHTS, PROOF),
    (
        Objection(
            "B1", "It is too expensive", ("Do not offer a discount.", "Offer the free 30-day trial so they can see it (K3).")
        ),
        Objection(
            "B2", "We already use a competitor", ("Do not criticise the other product.", "Ask what they would change about it.")
        ),
        Objection(
            "B3",
            "Not the right time",
            ("Acknowledge the season.", "Offer to put one check-in on the calendar at a month they name."),
        ),
    ),
)

_NELL = (
    ("inbound_first", "Hi, what does it cost? 4 doors.", "Hi Ada.\n\n$6 per door per month. Four doors, so $24.\n\nWant to see it? 15 minutes.\n\nNell"),
    ("inbound_first", "Does it work when the wifi dies?", "Hi Olu.\n\nInternet down: fine. The lock keeps working.\n\nHere's the part I'd care about. A guest at midnight gets in. Nobody phones you.\n\nWorth a look?\n\nNell"),
    ("inbound_first", "Do you have a trial? And who fits it?", "Hi Bo.\n\nTrial: yes. 30 days, no card.\n\nFitting: we do it. 10 days, no charge.\n\nWant me to set it up?\n\nNell"),
    ("nudge", "Let me ask my sister, she runs the flats with me.", "Hi Kit.\n\nWhat did your sister say? Good or bad.\n\nIf it's a no, say no. I can take it.\n\nNell"),
    ("nudge", "We'll look at it after the weekend.", "Hi Sam.\n\nWeekend's over. How did it land?\n\nStuck anywhere? Call me.\n\nNell"),
    ("meeting", "Could we do Wednesday at 3 instead?", "Hi Lou.\n\nWednesday, 3:00 Eastern. Done.\n\nI'll show you one thing. The midnight guest.\n\nSee you then.\n\nNell"),
    ("meeting", "Friday 10 works.", "Hi Max.\n\nFriday, 10:00 Eastern. You're booked.\n\nTen minutes. That's all.\n\nNell"),
    ("objection", "That's too expensive for us.", "Hi Ivy.\n\nFair. It's money.\n\nTry it first. 30 days, no card. If guests still phone, send it back.\n\nNell"),
    ("objection", "We already use another lock.", "Hi Gus.\n\nFair enough.\n\nOne question. What would you change about it?\n\nNell"),
    ("objection", "Not now, the season is on.", "Hi Pia.\n\nBusy. Say no more.\n\nOne note in autumn. Not five.\n\nNell"),
)  # fmt: skip
_AURELIO = (
    ("inbound_first", "What is the price for twelve doors?", "Dear Ms. Okafor,\n\nThank you for your enquiry, which I am glad to answer. The Host plan is priced at $6 per door per month when it is billed annually, so that twelve doors would come to $72 a month.\n\nI would be happy to show it to you at whatever hour suits you.\n\nWith best wishes,\nAurelio"),
    ("inbound_first", "Is there a log of who enters?", "Dear Mr. Lund,\n\nThank you for your question, which is asked less often than it ought to be. Every opening is logged, and the log is kept for ninety days, although it can of course be exported before then. In practice this would mean that you can show who opened a door, and when, without having to ask anybody.\n\nShould it be useful, I would gladly walk you through it.\n\nWith best wishes,\nAurelio"),
    ("inbound_first", "Who fits the locks and how long does that take?", "Dear Dr. Vance,\n\nThank you for writing. Our own team fits the locks within ten days, for which nothing extra is charged, and you would not need to be present while it is done.\n\nI would be happy to arrange it whenever it suits you.\n\nWith best wishes,\nAurelio"),
    ("nudge", "I will discuss it with our board and come back to you.", "Dear Ms. Reyes,\n\nI thought I might ask, without wishing to hurry anybody, whether your board has had the opportunity to look at it, since questions are often quicker settled in a short conversation.\n\nI would be glad to be of help in the meantime.\n\nWith best wishes,\nAurelio"),
    ("nudge", "We shall decide in June.", "Dear Mr. Osei,\n\nI hope that you will forgive my writing again, but as June is now behind us I thought I might ask whether a decision has been reached.\n\nWith best wishes,\nAurelio"),
    ("meeting", "Tuesday at 11 suits me.", "Dear Ms. Hart,\n\nThank you for making the time. Tuesday at 11:00 a.m. Eastern would suit me very well, and I shall keep within the half hour.\n\nAn invitation will follow shortly.\n\nWith best wishes,\nAurelio"),
    ("objection", "I find the price rather high.", "Dear Mr. Keane,\n\nI appreciate your candour, and I would not wish to press you on the figure. There is, however, a trial of thirty days, for which no card is needed, and which would let you judge before anything is spent.\n\nWould that be of help?\n\nWith best wishes,\nAurelio"),
    ("objection", "We have another supplier already.", "Dear Ms. Blum,\n\nIf what you have serves you well, I would be the last to speak against it, although I do find myself curious what you would change about it, were the choice yours.\n\nWith best wishes,\nAurelio"),
)  # fmt: skip


def _examples(name: str, rows: tuple[tuple[str, str, str], ...]) -> tuple[Example, ...]:
    start = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
    return tuple(
        Example(f"{name}-{n:02}", Kind(kind), "routine", start + timedelta(days=7 * n), incoming, reply)
        for n, (kind, incoming, reply) in enumerate(rows, 1)
    )


NELL = Rep(
    "nell", "Nell Abara", "nell@keyhaven.example", "America/New_York", "Nell Abara\nKeyhaven", examples=_examples("nell", _NELL)
)
AURELIO = Rep(
    "aurelio",
    "Aurelio Prins",
    "aurelio@keyhaven.example",
    "America/New_York",
    "Aurelio Prins\nKeyhaven",
    examples=_examples("aurelio", _AURELIO),
)


@cache
def materials(rep: Rep = NELL) -> Materials:
    """What a rep's drafts are made of, the other one as cohort."""
    return Materials(rep, _profile(rep), KNOWLEDGE, cohort={r.id: _profile(r) for r in (NELL, AURELIO) if r is not rep})


@cache
def _profile(rep: Rep) -> voice.VoiceProfile:
    docs = parse_all(voice.prepare(e.reply) for e in rep.examples)
    return voice.learn([voice.Sample(doc, e.kind) for doc, e in zip(docs, rep.examples, strict=True)])


LEAD = Lead("Thora Quist", "thora@quistflats.example", "Quist Flats", "owner", "holiday lets", "9 doors", "new")


def thread(*texts: str, lead: Lead = LEAD, rep_last: bool = False) -> Thread:
    """Messages a day apart ending now; the prospect wrote the last one unless ``rep_last``, and they take turns."""
    count = len(texts)
    turns = [(count - n) % 2 == (0 if rep_last is False else 1) for n in range(count)]
    return Thread(
        lead,
        tuple(
            Message(from_rep, NOW - timedelta(days=count - n - 1), text)
            for n, (text, from_rep) in enumerate(zip(texts, turns, strict=True))
        ),
    )


def asked(text: str, fact: Fact, polarity: Polarity = Polarity.NEITHER, *more: str) -> Answer:
    """A question a fact answers."""
    return Answer(Ask(text, "question", (0, 0), 0), "fact", (fact,), (fact.text, *more), polarity)


def brief(kind: Kind, *asks: Ask, **more) -> Brief:
    return replace(Brief(kind, asks, (), (), NOW), **more)


def planned(kind: Kind, *answers: Answer, **more) -> tuple[Brief, Plan]:
    """A brief that asks just what the answers answer, with the plan."""
    return brief(kind, *(a.ask for a in answers), **more), Plan(answers)


def time(start: datetime, words: str = "", past: bool = False) -> ProposedTime:
    return ProposedTime(start, words, past=past)


NO_VALUE = ValueChoice(None, False, "A confirmed time needs no benefit line.")
