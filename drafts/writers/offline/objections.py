"""How an objection is met: the rep's acknowledgement, then the approved points this mail has room for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from drafts.domain import Objection
from drafts.understand.objections import concern_of
from drafts.writers.offline import answers
from drafts.writers.offline.align import content, content_of, content_of_words
from drafts.writers.offline.answers import of_fact
from drafts.writers.offline.asides import with_asides
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.bridges import ACKNOWLEDGE, Register
from drafts.writers.offline.context import TEMPLATE, Context
from drafts.writers.offline.points import Point, read
from drafts.writers.offline.said import Said, sayings
from drafts.writers.offline.transforms import upper_first
from drafts.writers.offline.units import Unit
from profiles.embedding import similarities

WORDS_A_POINT = 22.0
"""How many words of a rep's usual objection reply make room for one more point."""
FEWEST, MOST = 2, 4
MOST_OBJECTIONS = 2


def slots(context: Context) -> tuple[list[Slot], list[Slot]]:
    """The acknowledgement, or the question of a rep who begins with one; then answers to what was asked beside the objection, and
    as many points as this rep's mails have room for."""
    asked = answers.slots(context, skip=("time",))
    told = frozenset(f.id for a in context.plan.answers if a.source == "fact" for f in a.facts)
    room = max(FEWEST, min(MOST, round(context.habits.words[1] / WORDS_A_POINT)))
    room -= len(asked) + bool(context.value.point and context.value.expected)
    listed = sum(a.form in ("question", "request") for a in context.occasion.brief.asks)
    points = _points(context, told, max(FEWEST - bool(asked), room, min(MOST, listed)))
    said = [*asked, *(answers.slot(context, units) for units in points)]
    if not context.asks_first:
        return [_acknowledgement(context)], said
    return [asking(context)], [*([_acknowledgement(context)] if _must_acknowledge(context) else ()), *said]


def _must_acknowledge(context: Context) -> bool:
    """True when the approved response begins with an acknowledgement."""
    points = [read(p) for o in _voiced(context) for p in o.response_points]
    return any(p.act in ("acknowledge", "accept", "thank", "agree", "apologise", "apologize") for p in points)


def asking(context: Context) -> Slot:
    """The question an objection is met with by a rep who begins with one: the approved one, their own, or a plain one."""
    voiced = _voiced(context)
    concerns = frozenset(c for o in voiced for c in concern_of(o.objection))
    units = [u for u in context.moves("open", concerns=concerns) if "?" in u.text]
    approved = [read(p) for o in voiced for p in o.response_points]
    rival = context.occasion.rival or "it"
    questions = [asked(p.text).replace(" it?", f" {rival}?") for p in approved if p.act == "ask"]
    units += [Unit("open", question, "template", "ask", worth=TEMPLATE + 0.1) for question in questions]
    person = context.occasion.person.words if context.occasion.person else "whoever decides"
    for rank, concern in enumerate(sorted(concerns)):
        plain = context.bank(f"question_{concern}", "open", person=person, it=rival)
        units += [replace(u, worth=u.worth - 0.1 * rank) for u in plain]
    return Slot(tuple(with_asides(context, units)), ends=True)


def _voiced(context: Context) -> list[Objection]:
    ids = context.occasion.brief.objection_ids
    return sorted((o for o in context.materials.knowledge.objections if o.id in ids), key=lambda o: ids.index(o.id))


def _acknowledgement(context: Context) -> Slot:
    voiced = _voiced(context)
    concerns = frozenset(c for o in voiced for c in concern_of(o.objection))
    units = [u for u in context.moves("open", concerns=concerns) if "?" not in u.text]
    person = context.occasion.person.words if context.occasion.person else "anybody"
    for rank, objection in enumerate(voiced):
        for concern in sorted(concern_of(objection.objection)):
            for text in ACKNOWLEDGE[concern][context.register]:
                said = upper_first(context.model.dialect.plain(text.format(person=person)))
                units.append(Unit("open", said, "template", f"acknowledge:{concern}", worth=TEMPLATE - 0.1 * rank))
    return Slot(tuple(units), optional=not units, ends=True)


@dataclass(frozen=True, slots=True)
class _Response:
    """One thing a response may say: its units, whether it asks or offers, its place in the approved order, how near it is to what
    the prospect wrote, and whether it counts a price out for them."""

    units: tuple[Unit, ...]
    act: bool
    place: tuple[int, int]
    near: int
    counted: bool = False


def _points(context: Context, told: frozenset[str], room: int) -> list[list[Unit]]:
    """What there is room for, one thing for each of several objections, the nearest to what was said first; then
    a price with what it comes to, the others in their approved order, questions and offers last."""
    said = set(told)
    objections = _spoken_of(context, _voiced(context))
    queues = [list(_of(context, rank, objection, said)) for rank, objection in enumerate(objections)]
    queues = [sorted(queue, key=lambda r: -r.near) for queue in queues if queue]
    room = min(room, len(queues)) if len(queues) > 1 else room
    chosen: list[_Response] = []
    while any(queues) and len(chosen) < room:
        for queue in queues:
            if queue and len(chosen) < room:
                chosen.append(queue.pop(0))
    return [list(r.units) for r in sorted(chosen, key=lambda r: (r.act, not r.counted, r.place))]


def _spoken_of(context: Context, voiced: list[Objection]) -> list[Objection]:
    """At most two objections to respond to: of more, those least like what the prospect wrote are passed over."""
    if len(voiced) <= MOST_OBJECTIONS:
        return voiced
    facts = {f.id: f.text for f in context.materials.knowledge.facts}
    near = {o.id: float(similarities([context.occasion.newest], [*_stated(o, facts)]).max()) for o in voiced}
    kept = sorted(voiced, key=lambda o: -near[o.id])[:MOST_OBJECTIONS]
    return [o for o in voiced if o in kept]


def _stated(objection: Objection, facts: Mapping[str, str]) -> Iterator[str]:
    yield objection.objection
    for point in map(read, objection.response_points):
        yield from (facts[i] for i in point.facts if i in facts)


def _of(context: Context, rank: int, objection: Objection, said: set[str]) -> Iterator[_Response]:
    facts = {f.id: f for f in context.materials.knowledge.facts_in_force(context.occasion.brief.now.date())}
    number = next((n for n, a in enumerate(context.plan.answers) if a.source == "objection"), -1)
    wrote = content(context.occasion.doc)
    for place, raw in enumerate(objection.response_points):
        point = read(raw)
        if point.silent or not point.text or (context.asks_first and point.act == "ask"):
            continue
        near = len(content_of(point.text) & wrote)
        cited = [facts[i] for i in point.facts if i in facts and i not in said]
        said.update(f.id for f in cited)
        acted = act(context, point, f"{objection.id}.{place}", number)
        for fact in cited:
            units = of_fact(context, fact, number)
            nearer = near + len((content_of(fact.text) | content_of_words(fact.keywords)) & wrote)
            yield _Response((*acted, *units), bool(acted), (rank, place), nearer, bool(answers.counted(context, fact)))
            acted = []
        if acted and not point.facts:
            yield _Response(tuple(acted), True, (rank, place), near)


def act(context: Context, point: Point, identity: str, number: int) -> list[Unit]:
    """An instruction carried out: the question asked, the offer made; nothing for what is only to be minded."""
    said, plain = frozenset({identity, *point.facts}), context.model.dialect.plain
    own = [u for u in sayings(context, "point", identity, point.text, Said(point.text, ask=number)) if u.source == "own"]
    if point.act == "ask":
        concerns = frozenset(c for o in _voiced(context) for c in concern_of(o.objection))
        remarks = (u for role in ("remark", "open") for u in context.moves(role, concerns=concerns) if "?" in u.text)
        own = [replace(u, move="answer", says=said, ask=number) for u in remarks if content_of(u.text) & content_of(point.text)]
        return [*own, Unit("answer", plain(asked(point.text)), "template", identity, number, says=said, worth=0.5)]
    if point.act not in ("offer", "suggest", "propose"):
        return []
    if re.search(r"\b(?:month|check-in|calendar)\b", point.text):
        month = context.occasion.month
        return context.bank("month", "answer", month=month) if month else context.bank("later", "answer")
    first = Unit("answer", plain(offered(point.text, context.register)), "template", identity, number, says=said, worth=0.5)
    again = plain(also_offered(point.text, context.register))
    if not again:
        return [*own, first]
    earlier = frozenset(f"{identity.rpartition('.')[0]}.{n}" for n in range(int(identity.rpartition(".")[2])))
    return [*own, first, replace(first, text=again, needs=earlier, worth=0.9)]


def asked(text: str) -> str:
    """ "what they would change about it" -> "What would you change about it?" """
    plain = text.rstrip(".")
    found = re.match(r"(what|which|how|where|when|why|who)(.*?)\bthey (would|could|can|will|do)\b(.*)", plain, re.I)
    if found:
        return " ".join(f"{found[1].capitalize()}{found[2]}{found[3]} you{found[4]}?".split())
    return f"May I ask {re.sub(r'\bthey\b', 'you', plain)}?"


def offered(text: str, register: Register) -> str:
    """ "a short summary they can forward" -> "Would a short summary you can forward help?" """
    thing = _to_them(text)
    if thing.startswith("to "):
        return f"I would be glad to {thing[3:]}." if register is Register.FORMAL else f"I can {thing[3:]}."
    if register is Register.BRIEF:
        return f"Want {thing}?"
    return f"Would {thing} help?" if register is Register.PLAIN else f"Might {thing} be of help?"


def _to_them(text: str) -> str:
    thing = re.sub(r"\btheir\b", "your", re.sub(r"\bthey\b", "you", text.rstrip(".")))
    return re.sub(r"\bboth people\b", "both of you", thing).partition(" so ")[0]


def also_offered(text: str, register: Register) -> str:
    """A second offer beside a first: "Or a call with both of you at once." Empty for one that is an action."""
    thing = _to_them(text)
    if thing.startswith("to "):
        return ""
    if register is Register.BRIEF:
        return f"Or {thing}."
    return (
        f"Or {thing}, if that's easier."
        if register is Register.PLAIN
        else f"Should you prefer it, {thing} would be equally possible."
    )
