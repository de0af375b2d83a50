"""The wordings there are for one approved text: the rep's own first, then safe restylings, with this thread's numbers filled in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from drafts.writers.offline.align import acronyms, content, content_of
from drafts.writers.offline.bridges import Register, register
from drafts.writers.offline.context import Context
from drafts.writers.offline.occasion import Occasion
from drafts.writers.offline.phrases import Phrase
from drafts.writers.offline.repmodel import RepModel
from drafts.writers.offline.shape import Habits
from drafts.writers.offline.transforms import Shape, Wording, single, wordings
from drafts.writers.offline.units import Unit
from profiles.language import parsed

OWN = 1.0
"""Worth of the rep's own wording before how well it says the text; a restyled one is worth half."""
SHORTEST_BENEFIT = 5
"""Words below which a fragment only names a topic."""
LEAD_SEEN = 6
"""Words of an answer in which its topic already stands, so that naming it before would say it twice."""
RESTYLED = 0.45
HALF = 0.6
"""What it costs a phrase to say only the other half of what was asked."""
WITH_BENEFIT = 0.9
"""What a phrase gains that says the benefit along with the fact, as its own place for it then stays empty."""
LEAST = {"fact": 0.5, "value": 0.58, "point": 0.62}
"""How well a phrase must say a text: the few words of an instruction are met by chance, and a benefit is more than its topic."""

_TOTAL = re.compile(r"That is (\$[\d,.]+) (a month|a year|in all) for (\d+) (\w+)\.?$")
_NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


@dataclass(frozen=True, slots=True)
class Said:
    """What a text is said in answer to: the ask's words, a ``lead`` that may stand before a yes ("Texts"), the plan's ``total`` for a price,
    the ask's place in the plan, and stems (``keys``) of which a phrase must hold one to be understood by itself; ``source`` is the approved
    text with its keywords, ``text`` without: what it shares with the ask must be in a phrase for it."""

    asked: str = ""
    lead: str = ""
    total: str = ""
    ask: int = -1
    keys: frozenset[str] = frozenset()
    source: str = ""
    text: str = ""


def sayings(context: Context, kind: str, identity: str, text: str, to: Said = Said()) -> list[Unit]:
    """Units that say one approved text (``kind`` and ``identity`` as in :class:`~drafts.writers.offline.align.Target`)."""
    occasion, model, total, ask = context.occasion, context.model, to.total, to.ask
    units = [*_own(kind, identity, context, to)]
    source = model.spoken(addressed(sized(text, occasion.seats)))
    restyled = []
    for wording in wordings(source, context.materials.knowledge.company, model.names):
        gain = _suits(wording.shape, context.habits)
        said, clause = _with_total(wording, total, context.habits)
        if model.joint and clause and wording.shape is Shape.PLAIN:
            clause = _dashed_pair(said, clause, model)
        if to.lead and not total:
            said, clause, gain = _with_yes(wording, said, clause, gain, to.lead, model)
        unit = Unit("answer", said, kind, identity, ask, clause, frozenset({identity}), RESTYLED + (gain or 0.0))
        restyled.append((gain is None, unit))
    fitting = [unit for unfit, unit in restyled if not unfit]
    return units + (fitting or [unit for _, unit in restyled])


_OTHERS = "technicians|customers|crews|dispatchers|clients|guests|tenants|patients|students|drivers|employees|mechanics|inspectors|teams"
_ADDRESSED = re.compile(
    rf"(?:^|(?<=[.;] )|(?<=, so )|(?<=, and ))({_OTHERS})(?= (?!of\b|under\b|over\b|above\b|on\b|in\b|with\b|between\b|who\b)\w+)",
    re.I,
)


def addressed(text: str) -> str:
    """People in general become the reader's: "so dispatchers stop phoning" -> "so your dispatchers stop phoning".

    Only a bare plural that begins a clause, and only where nothing narrows it down ("Teams under 40").
    """
    return _ADDRESSED.sub(lambda m: ("Your " if m[1][0].isupper() else "your ") + m[1].lower(), text)


_SIZED = re.compile(
    r"^(Teams|Companies|Customers|Businesses|Shops|Crews|Rollouts|Projects) (?:(of) )?(?:(under|over|above|below|up to) (\d+)|(\d+) to (\d+)) (\w+) "
    r"((?:\w+ly )?)(are|have|take|need|get|go)\b( (?:typically|usually|generally|normally))?",
)
_SINGULAR = {"are": "is", "have": "has", "take": "takes", "need": "needs", "get": "gets", "go": "goes"}


def sized(text: str, seats: int | None) -> str:
    """A rule about sizes said of this prospect, where their number is known and falls under it.

    >>> sized("Teams under 40 technicians are typically live in about 3 weeks.", 12)
    'A team of your size is typically live in about 3 weeks.'
    """
    found = _SIZED.match(text)
    if not found or not seats:
        return text
    noun, of, bound, limit, low, high, counted, adverb, verb, after = found.groups()
    if low:
        inside = int(low) <= seats <= int(high)
    else:
        inside = (
            seats < int(limit) if bound in ("under", "below") else seats <= int(limit) if bound == "up to" else seats > int(limit)
        )
    if not inside:
        return text
    single_noun = {"Companies": "company", "Businesses": "business"}.get(noun, noun[:-1].lower())
    subject = f"A {single_noun} for {seats} {counted}" if of else f"A {single_noun} of your size"
    return f"{subject} {adverb}{_SINGULAR[verb]}{after or ''}{text[found.end() :]}"


def _dashed_pair(said: str, clause: str, model: RepModel) -> str:
    """Two sentences as one clause with the rep's dash between them."""
    first, stop, second = said.partition(". ")
    if not stop or ". " in second or model.joint in said:
        return clause
    return f"{single(f'{first}.', model.names)} {model.joint} and {single(second, model.names)}"


def _with_yes(
    wording: Wording, said: str, clause: str, gain: float | None, lead: str, model: RepModel
) -> tuple[str, str, float | None]:
    """The answer behind a plain yes, for a rep who puts it so: "Texts: yes. ..." or "Spanish — yes, ..."."""
    if lead.lower() in " ".join(said.split()[:LEAD_SEEN]).lower():
        return said, clause, gain
    short = wording.shape is Shape.BURST or (wording.shape is Shape.PLAIN and ". " not in said)
    if model.yes == ":" and short:
        return f"{lead}: yes. {said}", "", 0.4
    if model.yes == "—" and clause and wording.shape in (Shape.PLAIN, Shape.DASH) and "—" not in clause:
        return model.spoken(f"{lead} — yes, {clause}."), "", 0.35
    return said, clause, gain


def _own(kind: str, identity: str, context: Context, to: Said) -> Iterator[Unit]:
    wanted = content_of(to.asked) if to.asked else frozenset()
    essential = wanted & content(t for t in parsed(to.text) if t.pos_ in ("NOUN", "PROPN")) if to.text else frozenset()
    for phrase in context.model.phrases:
        score = phrase.score(kind, identity)
        if score < LEAST[kind] or score < max(s for _, _, s in phrase.says) - 0.15 or not _names(phrase.text, to.keys):
            continue
        if kind == "value" and len(phrase.text.split()) < SHORTEST_BENEFIT:
            continue
        if essential and not essential & content_of(phrase.text):
            continue
        text = fill(phrase, context.occasion, to.total, context.model.spoken("technicians"))
        if not text:
            continue
        worth = OWN + 0.5 * min(score, 1.0) + 0.15 * ("<total>" in phrase.text) - _beside(phrase, kind, identity, context)
        worth += _on_topic(text, wanted) - 0.6 * _more_than(text, to.source) - 0.5 * _lacks(text, to.text)
        worth -= HALF * _misses(content_of(text), wanted, content_of(to.text))
        worth += WITH_BENEFIT * _has_benefit(phrase, kind, context)
        clause = _clause(text, context.model)
        if to.total and "<total>" not in phrase.text:
            text, clause = _with_total(Wording(Shape.PLAIN, text, clause), to.total, context.habits)
        says = frozenset(i for _, i, _ in phrase.says) | {identity}
        yield Unit("answer", text, "own", phrase.example, to.ask, clause, says, worth)
        set_off = _TAIL.sub(r" (\1).", text) if context.habits.rate("brackets") > DASHES and "(" not in text else text
        if set_off != text:
            clause = _clause(set_off, context.model)
            yield Unit("answer", set_off, "own", phrase.example, to.ask, clause, says, worth + 0.05)


def _has_benefit(phrase: Phrase, kind: str, context: Context) -> bool:
    """True for a phrase that says a fact together with the benefit chosen for this lead."""
    value = context.value
    return (
        kind == "fact" and value.expected and value.point is not None and phrase.score("value", value.point.id) >= LEAST["value"]
    )


_TAIL = re.compile(r"(?:,| [—–-]{1,2}) ((?:no|at no|both|all|free)\b[^,.—–(]{2,18}|so (?!that)[^,.—–(]{8,50})\.$")
"""A short remark at the end of a sentence, which a rep who uses brackets would put in them."""


def _beside(phrase: Phrase, kind: str, identity: str, context: Context) -> float:
    """What it costs that a phrase also says other facts, or a benefit that is not the one chosen for this lead."""
    chosen = context.value.point.id if context.value.point else ""
    others = sum((k, i) != (kind, identity) and k == kind and s >= 0.5 for k, i, s in phrase.says)
    strangers = sum(k == "value" and i not in (identity, chosen) and s >= 0.5 for k, i, s in phrase.says)
    return 0.35 * others + 0.6 * strangers


def _more_than(text: str, source: str) -> float:
    """Share of a phrase's content that its source does not have: something else rides along."""
    said = content_of(text)
    return len({s for s in said - content_of(source) if s.isalpha()}) / len(said) if source and said else 0.0


def _misses(said: frozenset[str], asked: frozenset[str], told: frozenset[str]) -> float:
    """Share of the approved text that a phrase leaves out, times the share of what was asked of it that it leaves out."""
    wanted = asked & told
    return len(told - said) / len(told) * len(wanted - said) / len(wanted) if wanted else 0.0


def _lacks(text: str, source: str) -> float:
    """1 for a phrase without an acronym that stands in the text it says: one of several ways to pay, a certificate."""
    return float(bool(acronyms(source) - acronyms(text)))


def _names(text: str, keys: frozenset[str]) -> bool:
    return not keys or bool(content_of(text) & keys)


_LABELLED = re.compile(r"(?:\w+ ){0,2}\w+(?::| [—–-]) ")
"""A topic put before its answer, as only an answer has one."""
_LEAD = re.compile(r"((?:[\w-]+ ){0,2}[\w-]+): |(?:As (?:to|for|regards)|On|Regarding) ([\w ]{3,30}),")


def _on_topic(text: str, wanted: frozenset[str]) -> float:
    """A phrase that takes up the ask's own words is worth more; one behind a label the ask never used is worth less."""
    if not wanted:
        return -0.5 * bool(re.search(r": (?:yes|no)\b", text)) - 0.3 * bool(_LABELLED.match(text))
    lead = _LEAD.match(text)
    off = bool(lead) and not content_of(lead[1] or lead[2]) & wanted
    return min(0.3, 0.1 * len(content_of(text) & wanted)) - 0.4 * off


def _clause(text: str, model: RepModel) -> str:
    return single(text, model.names) if text.endswith(".") else ""


def fill(phrase: Phrase, occasion: Occasion, total: str = "", people: str = "technicians") -> str:
    """The phrase with this thread's head count, trade and total; empty when the thread does not give one it needs."""
    text, found = phrase.text, _TOTAL.match(total)
    seats = occasion.seats
    if "<total>" in text:
        if not found:
            return ""
        text = text.replace("$<total>", found[1]).replace("<total>", found[1].lstrip("$"))
    if re.search(r"<seats>|<Seats>", text):
        if not seats:
            return ""
        spelled = _NUMBER_WORDS[seats] if seats < len(_NUMBER_WORDS) and "<Seats>" in text else str(seats)
        text = text.replace("<seats>", str(seats)).replace("<Seats>", spelled.capitalize())
    trade = occasion.trade
    text = text.replace("<trades>", trade or people).replace("<trade>", (trade or people)[:-1])
    return text[:1].upper() + text[1:]


def _suits(shape: Shape, habits: Habits) -> float | None:
    """How well a shape fits the rep's rates; None for one they would not use."""
    brief = register(habits) is Register.BRIEF
    if shape in (Shape.BURST, Shape.LABEL):
        if not brief:
            return None
        return 0.3 if shape is Shape.BURST else 0.35 if habits.rate("colons") > COLONS else 0.1
    if brief:
        return LONG_WINDED
    if shape is Shape.DASH:
        return 0.3 if habits.rate("dashes") + habits.rate("brackets") > DASHES else None
    return 0.0


LONG_WINDED = -0.2
"""What a whole sentence is worth to a rep who writes in bursts."""
COLONS, DASHES = 0.08, 0.3
"""Rates a sentence from which a mark counts as the rep's own."""


def _with_total(wording: Wording, total: str, habits: Habits) -> tuple[str, str]:
    """A price with what it comes to, put as the register does."""
    found = _TOTAL.match(total)
    if not found:
        return wording.text, wording.clause
    amount, period, seats, noun = found.groups()
    kind = register(habits)
    if kind is Register.BRIEF:
        counted = f"{seats} {noun}, so" if noun != "people" else f"For {seats} that's"
        return f"{wording.text} {counted} {amount} {period}.", ""
    first, _, rest = wording.text.partition(". ")
    first = first.rstrip(".")
    if kind is Register.FORMAL:
        joined = f"{first}, which for {seats} {noun} comes to {amount} {period}"
    elif habits.rate("dashes") > 0.3:
        joined = f"{first} — so {amount} {period} for {seats}"
    else:
        joined = f"{first}, so {amount} {period} for {seats} {noun}"
    clause = wording.clause.replace(first[1:], joined[1:]) if wording.clause and not rest else ""
    return f"{joined}. {rest}".strip() if rest else f"{joined}.", clause
