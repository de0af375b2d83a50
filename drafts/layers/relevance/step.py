"""The relevance step: for each ask its answer, or why there is none. A confident wrong answer is the failure that matters."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from textwrap import shorten

from drafts.domain import Answer, Ask, Brief, Fact, Knowledge, Plan, Polarity, Thread
from drafts.layers.relevance import arithmetic, objections
from drafts.layers.relevance.covering import COVERED, cover
from drafts.layers.relevance.facts import FactIndex, index
from drafts.layers.relevance.needs import Need
from drafts.layers.relevance.people import headcounts, sized_for
from drafts.layers.relevance.polarity import polarity
from drafts.layers.relevance.question import Question, core, is_list, only_price, question, says_little
from drafts.layers.relevance.retrieve import Match, match, rank
from drafts.layers.relevance.tiers import first_tier, stands_for
from drafts.layers.relevance.values import values

FAR = 0.22
"""Below this similarity to every fact an ask is not about what the team sells."""
LAPSED_MARGIN = 0.02
"""How much better an expired fact must fit than any in force for the ask to have no answer."""
NEAR = 0.34
"""Part of an ask that a fact must cover to be shown as the nearest: less helps nobody to see why it is not the answer."""
EQUAL = 0.1
"""Difference in coverage below which two facts answer an ask equally well."""
UNSAFE = {"unclear": "ambiguous", "instruction": "injection"}
"""Forms of ask that no fact can answer, with the hazard they are."""

_PRICING = re.compile(
    r"%|\b(?:get|come|go|drop|down) (?:down )?to \d|\d+ (?:a|per) head|[$€£]\s?\d|\bfor (?:nothing|free)\b|\b(?:bill(?:ed|ing)?|discount|refund|credit|percent|price|pricing|cost|fee|quote|rate(?! limit)|per[- ]seat|waive|cheaper|deal|budget)",
    re.I,
)
_JOINT = re.compile(
    r"\s*,?\s+(?:and|&|\+|plus|as well as)\s+|,\s+(?=(?:if|whether|do|does|can|is|are|what|how|which|who|where|when)\b)", re.I
)
_FOR_NOTHING = re.compile(r"\b(?:free|complimentary|no (?:extra |additional )?(?:charge|cost|fee))\b", re.I)
_PRICED = re.compile(rf"{_FOR_NOTHING.pattern}|\b(?:included|extra|pricing|quoted)\b", re.I)
_OR = re.compile(r"\W*or\W*", re.I)
_POINTS_BACK = re.compile(r"\b(?:ours|mine|it|that|this|those|these|they|them)\b", re.I)
_PLAN = r"(?:plan|tier|package|edition|version|level|subscription)"
_WHICH_PLAN = re.compile(
    rf"\b(?:which|what) {_PLAN}s?\b|\b(?:a|any|some) (?:particular|certain|special|specific|different|higher|bigger) {_PLAN}\b"
    rf"|\bdepend(?:s|ent|ing)? (?:up)?on (?:the|which|what) {_PLAN}(?: taken| chosen)?\b"
    rf"|\bthe (?:dearer|higher|bigger|upper|top|pricier|more expensive) (?:one|{_PLAN})\b",
    re.I,
)
_ABOUT_MEETING = re.compile(
    r"\b(?:invit\w+|link|agenda|dial|zoom|teams|cell|mobile|call me|ring me|keep it|keep (?:this|us) (?:short|to|under)|minutes|half an hour|an hour"
    r"|start with|calendar|room|reschedul\w+|run (?:late|over|long))\b",
    re.I,
)
_DEMANDS = re.compile(
    r"(?:^|: )\W*(?:(?:get|come|go|drop|bring|knock|take|match|meet|beat|do|make|give|throw|waive|cut)\b[^.?!]*\d|(?:match|beat|waive|throw in|knock)\b)",
    re.I,
)
_SPARES = re.compile(r"\W*(?:please,? )?no (?:more )?(?:calls?|demos?|meetings?|visits?|brochures?|sales \w+|phone \w+)\b", re.I)
"""What they do not want: nothing a fact answers."""
_SUITS = re.compile(
    r"\W*(?:and |so |but )?(?:does|do|would|will|could|can|is|are) (?:that|this|it|either|both|those|these|any of (?:those|these|them)) "
    r"(?:still |also |all |be )*(?:work|suit|do|fit|ok|okay|fine|good|possible|convenient|alright|all right)\b(?: (?:for|with|on|at) (?:you|your)(?: \w+)?)?\W*$",
    re.I,
)
_JOIN = re.compile(
    r"\b(?:joins?|sits? in|attends?|comes? along|dials? in|tags? along|listens? in|be (?:there|on (?:the call|it))|bring (?:along|my|our|a|the)|(?:her|him|them|\w+) on (?:too|as well|the call)"
    r"|(?:have|with) (?:\w+ ){1,5}(?:with|beside) (?:me|us)|(?:will|ll) be (?:there|with (?:me|us)|listening))\b",
    re.I,
)


def plan(brief: Brief, thread: Thread, knowledge: Knowledge) -> Plan:
    """One answer for each ask of the brief, in its order. Facts count as they stand on the brief's day."""
    day = brief.now.date()
    desk = _Desk(
        brief,
        thread,
        knowledge,
        index(knowledge.facts_in_force(day)),
        index(tuple(fact for fact in knowledge.facts if not fact.in_force(day))),
    )
    answers: list[Answer] = []
    for ask in brief.asks:
        answers.append(_answer(ask, desk, tuple(answers)))
    return Plan(tuple(_settled_by_alternative(answers, thread)))


def _settled_by_alternative(answers: list[Answer], thread: Thread) -> Iterator[Answer]:
    """ "Does it go both ways, or is it a one-way export?": the fact that answers the first half says what holds of the second."""
    for before, answer in zip((None, *answers), answers, strict=False):
        alternative = (
            before is not None
            and (before.source, answer.source, answer.why_not) == ("fact", "none", "specific_technical")
            and before.ask.message == answer.ask.message >= 0
            and _OR.fullmatch(thread.messages[answer.ask.message].text[before.ask.span[1] : answer.ask.span[0]])
        )
        yield Answer(answer.ask, "thread") if alternative else answer


@dataclass(frozen=True)
class _Desk:
    """What lies on the desk while a plan is made."""

    brief: Brief
    thread: Thread
    knowledge: Knowledge
    in_force: FactIndex
    expired: FactIndex


def _answer(ask: Ask, desk: _Desk, before: tuple[Answer, ...]) -> Answer:
    if ask.form == "open":
        return Answer(ask, "thread", statements=(ask.text,))
    if ask.form in UNSAFE:
        return Answer(ask, "none", why_not=UNSAFE[ask.form], note=f"“{ask.text}” is yours to judge.")
    if ask.form == "proposal":
        return _time(ask, desk.brief)
    if ask.form == "objection" and (found := _objection(ask, desk)):
        return found
    asked = question(ask, desk.thread, desk.in_force, desk.knowledge.company)
    return (
        _empty(ask, asked, desk.brief)
        or _said_again(ask, desk.brief)
        or _logistics(ask, desk.brief)
        or (_facts(ask, desk, before) if is_list(asked.text) else None)
        or _price_of_that(ask, asked, desk, before)
        or _plan_of_that(ask, asked, desk, before)
        or _fact(ask, asked, desk, before)
        or _same_subject(ask, asked, desk, before)
        or _facts(ask, desk, before)
        or _wish(ask, asked, desk)
        or _voiced_in_passing(ask, asked, desk)
        or _unanswered(ask, asked, desk)
    )


def _empty(ask: Ask, asked: Question, brief: Brief) -> Answer | None:
    """ "I'd like that answered first": it asks for nothing that the other asks do not."""
    others = [other for other in brief.asks if other is not ask]
    if others and _SPARES.match(ask.text):
        return Answer(ask, "thread")
    if others and ask.text.rstrip().endswith(":"):
        return Answer(ask, "thread")
    if others and ask.form == "request" and asked.light and not asked.values and asked.needs == (Need.TOPIC,):
        return Answer(ask, "thread")
    return None


def _said_again(ask: Ask, brief: Brief) -> Answer | None:
    """A wish that only stands in the words of an objection is answered with the objection. A question is not: it wants its fact; nor is a
    demand with a figure in it ("get to 33 and you have us")."""
    if ask.form != "request" or _DEMANDS.search(ask.text):
        return None
    return Answer(ask, "thread") if any(_repeats(ask, other) for other in brief.asks if other is not ask) else None


def _repeats(ask: Ask, other: Ask) -> bool:
    """Whether an ask only stands in the words of an objection that is answered as one."""
    if other.form != "objection" or ask.form == "objection":
        return False
    same_place = (
        ask.message == other.message and ask.span != (0, 0) and max(ask.span[0], other.span[0]) < min(ask.span[1], other.span[1])
    )
    return same_place or ask.text.strip(" .?!") in other.text


def _time(ask: Ask, brief: Brief) -> Answer:
    """A proposed time is confirmed when it lies ahead; one that is past, or none that can be read, is not."""
    ahead = tuple(time for time in brief.times if not time.past)
    if ahead:
        return Answer(ask, "time", polarity=Polarity.YES, times=ahead)
    why = "The time proposed has already passed." if brief.times else "No time could be read from the proposal."
    return Answer(ask, "none", why_not="ambiguous", note=f"{why} Ask which time is meant: “{ask.text}”.")


def _logistics(ask: Ask, brief: Brief) -> Answer | None:
    """Who else comes to a meeting that is being arranged, the rep's to welcome; or whether the time suits, which the time's own ask settles."""
    if (brief.times or brief.kind == "meeting") and _JOIN.search(ask.text):
        return Answer(ask, "thread", statements=("They are welcome to join.",), polarity=Polarity.YES)
    if brief.times and _SUITS.match(ask.text):
        return Answer(ask, "thread")
    return None


def _wish(ask: Ask, asked: Question, desk: _Desk) -> Answer | None:
    """A wish about the meeting that is being arranged ("keep it under half an hour"): the rep's to take up. What names a thing of the
    product ("does the Abakura link cost extra") is none."""
    arranging = desk.brief.times or desk.brief.kind == "meeting"
    product = any(term.name and desk.in_force.share(term) > 0 for term in asked.terms)
    if arranging and _ABOUT_MEETING.search(ask.text) and not product and not only_price(asked):
        return Answer(ask, "thread")
    return None


def _objection(ask: Ask, desk: _Desk) -> Answer | None:
    found = objections.voiced(desk.brief, ask.text, desk.knowledge)
    if found is None:
        return None
    facts = objections.cited(found, tuple(entry.fact for entry in desk.in_force.entries))
    said = (*objections.sayable(found), *(fact.text for fact in facts))
    return Answer(ask, "objection", facts=facts, statements=said, note=" ".join(objections.guidance(found)))


def _voiced_in_passing(ask: Ask, asked: Question, desk: _Desk) -> Answer | None:
    """A question that only says the objection again ("is there nothing cheaper?") gets the objection's response."""
    known = {v.number for message in desk.thread.messages if message.from_rep for v in values(message.text)}
    new = any(value.number not in known for value in asked.values)
    if not desk.brief.objection_ids or new or not objections.repeats(desk.brief, ask.text, desk.knowledge):
        return None
    return _objection(ask, desk)


def _fact(ask: Ask, asked: Question, desk: _Desk, before: tuple[Answer, ...]) -> Answer | None:
    chosen = _chosen(asked, desk, before)
    if chosen is None:
        return None
    fact = chosen.entry.fact
    total = _total(fact, asked, desk.thread)
    statements = (fact.text, total) if total else (fact.text,)
    return Answer(ask, "fact", (fact,), statements, polarity(asked, chosen.entry, desk.in_force.tiers))


def _facts(ask: Ask, desk: _Desk, before: tuple[Answer, ...]) -> Answer | None:
    """An ask of two parts ("contract length and renewal") is answered when each part is, by one fact each."""
    for halves in _halves(core(ask.text)):
        asked = [question(replace(ask, text=half), desk.thread, desk.in_force, desk.knowledge.company) for half in halves]
        chosen = [_chosen(half, desk, before) for half in asked]
        facts = tuple(dict.fromkeys(found.entry.fact for found in chosen if found))
        if all(chosen) and len(facts) > 1 and _same_deed(halves, asked[0], chosen[1]):
            return Answer(ask, "fact", facts, tuple(fact.text for fact in facts))
    return None


def _same_deed(halves: tuple[str, str], first: Question, second: Match | None) -> bool:
    """ "Does it sync invoices and payments": a second half without a verb is about the first half's verb too."""
    if second is None or is_list(halves[0]) or not is_list(halves[1]):
        return True
    deeds = [term for term, weight in zip(first.terms, first.weights, strict=True) if weight >= 0.3 and term.index in first.verbs]
    return all(cover(term, second.entry) >= COVERED for term in deeds)


def _same_subject(ask: Ask, asked: Question, desk: _Desk, before: tuple[Answer, ...]) -> Answer | None:
    """ "What does it sync?", "which plan would that be?": answered by the fact that answered the ask before, if it says that too."""
    last = next((answer for answer in reversed(before) if answer.source == "fact"), None)
    if last is None or not _POINTS_BACK.search(ask.text):
        return None
    fact = last.facts[0]
    entry = desk.in_force.entry(fact)
    found = match(replace(asked, unresolved=False), entry, desk.in_force)
    if _WHICH_PLAN.search(ask.text):
        fits = first_tier(fact.text, desk.in_force.tiers) is not None
    else:
        fits = not found.vetoes and not found.doubts and not found.uncovered and found.coverage >= 0.5 and found.substance >= 0.1
    return Answer(ask, "fact", (fact,), (fact.text,), polarity(asked, entry, desk.in_force.tiers)) if fits else None


def _price_of_that(ask: Ask, asked: Question, desk: _Desk, before: tuple[Answer, ...]) -> Answer | None:
    """ "…, and what is the charge?": the price in the fact that answered the ask before, or of the one plan that fact puts it on.
    Where nothing answered that ask, nobody knows the price of "it"."""
    if not before or not only_price(asked):
        return None
    last, facts = before[-1], desk.in_force
    if last.source == "none" and _POINTS_BACK.search(ask.text):
        return Answer(
            ask, "none", why_not="specific_pricing", note=f"“{ask.text}” asks for the price of what no approved fact answers."
        )
    if last.source != "fact":
        return None
    said = _FOR_NOTHING if Need.MONEY in asked.needs else _PRICED
    priced = next((f for f in last.facts if any(v.kind == "money" for v in values(f.text)) or said.search(f.text)), None)
    if priced is None and Need.MONEY in asked.needs:
        tiers = {tier for tier in facts.tiers if any(re.search(rf"\b{tier}\b", f.text, re.I) for f in last.facts)}
        priced = facts.prices.get(tiers.pop()) if len(tiers) == 1 else None
    if priced is None:
        return None
    total = _total(priced, asked, desk.thread)
    return Answer(
        ask,
        "fact",
        (priced,),
        (priced.text, total) if total else (priced.text,),
        polarity(asked, facts.entry(priced), facts.tiers),
    )


def _plan_of_that(ask: Ask, asked: Question, desk: _Desk, before: tuple[Answer, ...]) -> Answer | None:
    """ "Which plan do I need for that?": the plan in the fact that answered the ask before, if it names one."""
    bare = says_little(_WHICH_PLAN.sub(" ", asked.text))
    if not before or not bare or not _WHICH_PLAN.search(ask.text) or before[-1].source not in ("fact", "none"):
        return None
    named = next(
        (f for f in before[-1].facts if first_tier(f.text, desk.in_force.tiers) or stands_for("", f.text, frozenset())), None
    )
    if named is None:
        return Answer(ask, "none", why_not="specific_technical", note=f"No approved fact says on which plan: “{ask.text}”.")
    return Answer(ask, "fact", (named,), (named.text,))


def _halves(text: str) -> Iterator[tuple[str, str]]:
    """Every way to take an ask apart at "and", "plus" or a comma before a new question."""
    for found in _JOINT.finditer(text):
        left, right = text[: found.start()], text[found.end() :]
        if re.search(r"\w{3}", left) and re.search(r"\w{3}", right):
            yield left, right


def _chosen(asked: Question, desk: _Desk, before: tuple[Answer, ...]) -> Match | None:
    """The fact in force that answers, unless one that expired fits better: then the answer has expired."""
    ranked = rank(asked, desk.in_force)
    accepted = [found for found in ranked if found.accepted]
    if not accepted:
        return None
    if sized := _sized(accepted[0], asked, ranked):
        return sized
    lapsed = [found for found in rank(asked, desk.expired) if found.strict]
    if lapsed and lapsed[0].score > accepted[0].score + LAPSED_MARGIN:
        return None
    return _among_equals(accepted, asked, before, desk.in_force.tiers)


def _sized(best: Match, asked: Question, ranked: tuple[Match, ...]) -> Match | None:
    """A fact of the same topic that speaks of just this size of team, before one that speaks of all ("volume pricing above 150")."""
    if sized_for(best.entry.fact, asked.people):
        return None
    same = (m for m in ranked if m.entry.fact.topic == best.entry.fact.topic and m.on_topic)
    return next((m for m in same if sized_for(m.entry.fact, asked.people)), None)


def _among_equals(accepted: list[Match], asked: Question, before: tuple[Answer, ...], tiers: frozenset[str]) -> Match:
    """The best match, unless the ask leaves open which of several prices is meant.

    Then the one on the plan an earlier answer led to ("and the price of that?"), else the one listed first, as a price list begins
    with what is usual.
    """
    best = accepted[0]
    if first_tier(asked.text, tiers):
        return best
    equal = [m for m in accepted if m.coverage >= best.coverage - EQUAL]
    bound = {tier for answer in before for fact in answer.facts[:1] if (tier := first_tier(fact.text, tiers))}
    priced = Need.MONEY in asked.needs or _WHICH_PLAN.search(asked.text)
    if priced and len(bound) == 1 and (same := [m for m in equal if first_tier(m.entry.fact.text, tiers) in bound]):
        return same[0]
    if Need.MONEY in asked.needs:
        priced = [m for m in equal if any(value.kind == "money" for value in m.entry.values)]
        return min(priced, key=lambda m: m.entry.place, default=best)
    return best


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


def _unanswered(ask: Ask, asked: Question, desk: _Desk) -> Answer:
    """No fact covers the ask: say what is missing, and whether a fact that did has expired."""
    code = why_not(asked, desk.in_force)
    lapsed = [found for found in rank(asked, desk.expired) if found.strict]
    if lapsed:
        fact = lapsed[0].entry.fact
        note = f"The fact that answered “{ask.text}” ({fact.id}) expired on {fact.valid_until:%d %B %Y}: it cannot be used."
        return Answer(ask, "none", why_not=code, note=note)
    return Answer(ask, "none", why_not=code, note=_note(ask, asked, desk.in_force, code))


def why_not(asked: Question, facts: FactIndex) -> str:
    """The code for an ask without an answer: about money, about nothing the team sells, or a detail of what it sells."""
    if Need.MONEY in asked.needs or _PRICING.search(asked.text):
        return "specific_pricing"
    if asked.light and asked.needs == (Need.TOPIC,) and not asked.values and _POINTS_BACK.search(asked.text):
        return "ambiguous"
    nearest = max((float((asked.vectors @ entry.vector).max()) for entry in facts.entries), default=0.0)
    return "out_of_scope" if nearest < FAR else "specific_technical"


def _note(ask: Ask, asked: Question, facts: FactIndex, code: str) -> str:
    if code == "out_of_scope":
        return f"“{ask.text}” is not about anything in the approved facts: it is yours to answer."
    ranked = rank(asked, facts)
    if not ranked:
        return f"There are no approved facts to answer “{ask.text}”."
    nearest = max(ranked, key=lambda found: found.score)
    if nearest.coverage < NEAR and nearest.uncovered:
        words = ", ".join(dict.fromkeys(term.text for term in nearest.uncovered))
        return f"No approved fact answers “{ask.text}”: none speaks of {words}."
    said = shorten(nearest.entry.fact.text, 80, placeholder="…")
    return f"No approved fact answers “{ask.text}”: the nearest (“{said}”) {nearest.short_of}."
