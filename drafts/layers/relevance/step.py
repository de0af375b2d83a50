"""The relevance step: for each ask its answer, or why there is none. A confident wrong answer is the failure that matters."""

import re

from spacy.tokens import Doc

from drafts.domain import Answer, Ask, Brief, Fact, Knowledge, Plan, Polarity, Thread
from drafts.layers.relevance import arithmetic, objections
from drafts.layers.relevance.facts import FactIndex, index
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.needs import Need
from drafts.layers.relevance.people import headcount, headcounts
from drafts.layers.relevance.polarity import polarity
from drafts.layers.relevance.retrieve import Match, Question, question, rank
from profiles.language import parse

FAR = 0.22
"""Below this similarity to every fact an ask is not about what the team sells."""

_PRICING = re.compile(
    r"\b(?:discount|refund|credit|%|percent|price|pricing|cost|fee|quote|rate|per[- ]seat|waive|cheaper|deal|budget|\$\d)", re.I
)
_JOIN = re.compile(
    r"\b(?:join|sit in|attend|come along|dial in|tag along|listen in|be (?:there|on (?:the call|it))|bring (?:along|my|our|a|the))\b",
    re.I,
)


def plan(brief: Brief, thread: Thread, knowledge: Knowledge) -> Plan:
    """One answer for each ask of the brief, in its order. Facts count as they stand on the brief's day."""
    day = brief.now.date()
    in_force = index(knowledge.facts_in_force(day))
    expired = tuple(fact for fact in knowledge.facts if not fact.in_force(day))
    answers: list[Answer] = []
    for ask in brief.asks:
        answers.append(_answer(ask, brief, thread, knowledge, in_force, expired, tuple(answers)))
    return Plan(tuple(answers))


def _answer(ask, brief, thread, knowledge, in_force, expired, before) -> Answer:
    if ask.form == "open":
        return Answer(ask, "thread", statements=(ask.text,))
    if ask.form == "proposal":
        return _time(ask, brief)
    if ask.form == "objection" and (found := _objection(ask, brief, knowledge, in_force)):
        return found
    doc = parse(ask.text)
    return (
        _fact(ask, doc, thread, in_force, before)
        or _logistics(ask, brief)
        or (_objection(ask, brief, knowledge, in_force) if brief.objection_ids else None)
        or _unanswered(ask, doc, thread, in_force, expired)
    )


def _time(ask: Ask, brief: Brief) -> Answer:
    """A proposed time is confirmed when it lies ahead; one that is past, or none that can be read, is not."""
    ahead = tuple(time for time in brief.times if not time.past)
    if ahead:
        return Answer(ask, "time", polarity=Polarity.YES, times=ahead)
    why = "The time proposed has already passed." if brief.times else "No time could be read from the proposal."
    return Answer(ask, "none", why_not="ambiguous", note=f"{why} Ask which time is meant: “{ask.text}”.")


def _logistics(ask: Ask, brief: Brief) -> Answer | None:
    """Who else comes to a meeting that is being arranged: the rep's to welcome, and no fact of the product."""
    if (brief.times or brief.kind == "meeting") and _JOIN.search(ask.text):
        return Answer(ask, "thread", statements=("They are welcome to join.",), polarity=Polarity.YES)
    return None


def _objection(ask: Ask, brief: Brief, knowledge: Knowledge, in_force: FactIndex) -> Answer | None:
    found = objections.voiced(brief, ask.text, knowledge)
    if found is None:
        return None
    facts = objections.cited(found, tuple(entry.fact for entry in in_force.entries))
    return Answer(ask, "objection", facts=facts, statements=(*objections.sayable(found), *(fact.text for fact in facts)))


def _fact(ask: Ask, doc: Doc, thread: Thread, in_force: FactIndex, before: tuple[Answer, ...]) -> Answer | None:
    if not in_force.entries:
        return None
    asked = _question(doc, thread, in_force)
    accepted = [match for match in rank(asked, in_force) if match.accepted]
    if not accepted:
        return None
    chosen = _same_plan(accepted, asked, before, in_force.tiers)
    fact = chosen.entry.fact
    total = _total(fact, asked, thread)
    return Answer(
        ask,
        "fact",
        facts=(fact,),
        statements=(fact.text, total) if total else (fact.text,),
        polarity=polarity(doc, asked, chosen.entry, in_force.tiers),
    )


def _question(doc: Doc, thread: Thread, facts: FactIndex) -> Question:
    lead = thread.lead
    context = frozenset(stem(word) for word in re.findall(r"\w+", f"{lead.company} {lead.industry} {lead.role}".lower()))
    return question(doc, facts, context, headcount(doc.text, thread))


def _same_plan(accepted: list[Match], asked: Question, before: tuple[Answer, ...], tiers: frozenset[str]) -> Match:
    """The best match; among near-equals the one on the plan that an earlier answer already led to ("and the price of that?")."""
    bound = {t for answer in before for fact in answer.facts[:1] for t in tiers if re.search(rf"\b{t}\b", fact.text, re.I)}
    best = accepted[0]
    if len(bound) != 1 or any(re.search(rf"\b{t}\b", asked.text, re.I) for t in tiers):
        return best
    tier = next(iter(bound))
    near = [m for m in accepted if m.coverage >= best.coverage - 0.1 and re.search(rf"\b{tier}\b", m.entry.fact.text, re.I)]
    return near[0] if near else best


def _total(fact: Fact, asked: Question, thread: Thread) -> str | None:
    if Need.MONEY not in asked.needs or not asked.people:
        return None
    noun = _noun(asked.people, asked.text, thread.newest.text, thread.lead.size)
    return arithmetic.statement(fact, asked.people, noun)


def _noun(people: int, *texts: str) -> str:
    for text in texts:
        found = re.search(rf"\b{people}\b\s+([a-z]+)", text)
        if found and headcounts(found.group()):
            return found.group(1)
    return "people"


def _unanswered(ask: Ask, doc: Doc, thread: Thread, in_force: FactIndex, expired: tuple[Fact, ...]) -> Answer:
    """No fact covers the ask: say what is missing, and whether a fact that did has expired."""
    asked = _question(doc, thread, in_force)
    code = why_not(asked, in_force)
    if expired:
        lapsed = rank(_question(doc, thread, index(expired)), index(expired))
        if lapsed[0].accepted:
            fact = lapsed[0].entry.fact
            note = f"The fact that answered “{ask.text}” ({fact.id}) expired on {fact.valid_until:%d %B %Y}: it cannot be used."
            return Answer(ask, "none", why_not=code, note=note)
    return Answer(ask, "none", why_not=code, note=_note(ask, asked, in_force, code))


def why_not(asked: Question, facts: FactIndex) -> str:
    """The code for an ask without an answer: about money, about nothing the team sells, or a detail of what it sells."""
    if Need.MONEY in asked.needs or _PRICING.search(asked.text):
        return "specific_pricing"
    nearest = max((float(asked.vector @ entry.vector) for entry in facts.entries), default=0.0)
    return "out_of_scope" if nearest < FAR else "specific_technical"


def _note(ask: Ask, asked: Question, facts: FactIndex, code: str) -> str:
    if code == "out_of_scope":
        return f"“{ask.text}” is not about anything in the approved facts: it is yours to answer."
    ranked = rank(asked, facts)
    if not ranked:
        return f"There are no approved facts to answer “{ask.text}”."
    nearest = max(ranked, key=lambda match: match.score)
    words = ", ".join(dict.fromkeys(term.text for term in nearest.uncovered))
    missing = f"the nearest ({nearest.entry.fact.id}) says nothing of {words}" if words else "none says it whole"
    return f"No approved fact answers “{ask.text}”: {missing}."
