"""The answers of a plan, each fact once, in the words and shape of the rep."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from spacy.tokens import Token

from drafts.domain import Answer, Fact, Polarity
from drafts.writers.offline.align import content, content_of, content_of_words
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.bridges import Register
from drafts.writers.offline.context import Context
from drafts.writers.offline.said import Said, addressed, sayings
from drafts.writers.offline.transforms import upper_first
from drafts.writers.offline.units import Unit
from drafts.writers.offline.words import MONTHS
from profiles.embedding import similarities
from profiles.language import parsed, with_entities

UNSAID = ("instruction", "unclear", "open")
"""Forms of ask that are shown to the rep, never answered."""


def slots(context: Context, skip: Sequence[str] = ()) -> list[Slot]:
    """A slot a fact, then one line for what cannot be answered."""
    said = [*_answered(context, skip), *(_unanswered(context) if "none" not in skip else ())]
    return [slot(context, units) for units in said]


def slot(context: Context, units: Sequence[Unit]) -> Slot:
    """The place of an answer; it may stay empty when something before it said the same."""
    covers = frozenset.intersection(*(u.says for u in units)) if units else frozenset()
    return Slot(tuple(units), joins=context.joins, covers=covers)


def _answered(context: Context, skip: Sequence[str]) -> Iterator[list[Unit]]:
    told: set[str] = set()
    for number, answer in enumerate(context.plan.answers):
        if not answer.answered or answer.source in ("objection", *skip) or answer.ask.form in UNSAID:
            continue
        if answer.source == "thread" and answer.statements:
            yield joining(context, number)
        if answer.source == "rep":  # what they typed is said as they typed it
            yield [Unit("answer", answer.statements[0], "rep", ask=number, worth=2.0)]
        for fact in answer.facts if answer.source == "fact" else ():
            if fact.id not in told:
                told.add(fact.id)
                yield of_fact(context, fact, number)


def of_fact(context: Context, fact: Fact, number: int) -> list[Unit]:
    """Every way to say a fact, cut to what the asks that it answers need."""
    about = [a for a in context.plan.answers if fact in a.facts] or [context.plan.answers[max(number, 0)]]
    asked = " ".join(a.ask.text for a in about)
    total = next((s for a in about for s in a.statements if s.startswith("That is $")), "") or counted(context, fact)
    polarity = next((a.polarity for a in about if a.source == "fact"), Polarity.NEITHER)
    lead = topic(about[0].ask.text, fact) if polarity is Polarity.YES else ""
    keys = frozenset(
        k for k in content_of_words(fact.keywords) | content(parsed(fact.text)[:KEY_WORDS]) if k.isalpha() and k not in VAGUE
    )
    about_it = any(a.source == "fact" for a in about)
    said = Said(asked if about_it else "", lead, total, number, keys, f"{fact.text} {' '.join(fact.keywords)}", fact.text)
    units = sayings(context, "fact", fact.id, needed(fact.text, asked) if about_it else fact.text, said)
    return [*units, *(u for unit in units for u in _folded(context, fact, unit))]


def _folded(context: Context, fact: Fact, unit: Unit) -> Iterator[Unit]:
    """The fact with its consequence for this lead in the same sentence: "..., so that adding staff never moves the bill"."""
    point = context.value.point
    if point is None or fact is not _ground(context) or not unit.clause or context.register is Register.BRIEF:
        return
    _, so, consequence = point.text.rstrip(".").partition(", so ")
    if so and ", so " not in unit.clause and len(consequence.split()) <= LONGEST_CONSEQUENCE:
        consequence = context.model.spoken(addressed(consequence.removeprefix("that ")))
        joint = (
            ", so that"
            if context.register is Register.FORMAL
            else f" {context.model.joint} so"
            if context.model.joint
            else ", so"
        )
        text = f"{upper_first(unit.clause)}{joint} {consequence}."
        yield replace(unit, text=text, clause="", says=unit.says | {point.id}, worth=unit.worth + WITH_CONSEQUENCE)


def _ground(context: Context) -> Fact | None:
    """Of the facts that are answered and that the benefit rests on, the one it is nearest to."""
    point = context.value.point
    resting = [f for a in context.plan.answers if a.source == "fact" for f in a.facts if f.id in point.evidence]
    return max(resting, key=lambda f: float(similarities([point.text], [f.text])[0, 0]), default=None)


LONGEST_CONSEQUENCE = 16
WITH_CONSEQUENCE = 0.9
"""What a fact gains that says its consequence along, whose own place then stays empty."""


def counted(context: Context, fact: Fact) -> str:
    """What a price comes to for this prospect, where the price is the objection; else empty."""
    found, seats = re.search(r"\$(\d+(?:\.\d\d)?) per \w+ per (month|year)\b", fact.text), context.occasion.seats
    if not found or not seats or not any(a.source == "objection" and _MONEY.search(a.ask.text) for a in context.plan.answers):
        return ""
    amount = f"{float(found[1]) * seats:,.2f}".removesuffix(".00")
    return f"That is ${amount} a {found[2]} for {seats} {context.occasion.trade or 'people'}."


_MONEY = re.compile(r"\b(?:expensive|budget|cost\w*|pric\w+|cheap\w*|afford\w*|money)\b", re.I)
KEY_WORDS = 6
"""Words at the start of a fact that say what it is about."""


def topic(asked: str, fact: Fact) -> str:
    """A short name for what was asked, in words the fact has too: "Quarterly visits", "Spanish"; empty when there is none.

    It is for a rep who answers "Texts: yes."
    """
    known = content_of(f"{fact.text} {' '.join(fact.keywords)}")
    doc = parsed(asked.rpartition(": ")[2] or asked)
    best = ""
    for chunk in doc.noun_chunks:
        words = [t for t in chunk if not t.is_stop and t.pos_ in ("NOUN", "PROPN", "ADJ")]
        if (
            not words
            or not _asked_for(chunk.root)
            or chunk[0].lower_ in ("each", "every", "any", "no")
            or chunk.root.lemma_.lower() in VAGUE
        ):
            continue
        if content([chunk.root]) & known and len(words) <= LONGEST_TOPIC and chunk.root.pos_ in ("NOUN", "PROPN"):
            best = max(best, doc[words[0].i : chunk.end].text, key=len)
    return _as_written(best, fact.text) if best else ""


LONGEST_TOPIC = 3


def _asked_for(noun: Token) -> bool:
    """ "do you have *texts*", "is there a *trial*", "does it talk to *LedgerNest*": the thing a plain yes is about."""
    if any(t.dep_ == "advcl" for t in (noun.head, *noun.head.ancestors)):
        return False
    if noun.dep_ == "pobj":
        return noun.head.lower_ in ("to", "with")
    return noun.dep_ in ("dobj", "attr", "nsubjpass", "ROOT", "appos", "conj")


def _as_written(words: str, text: str) -> str:
    """A name in the spelling and number of the fact: "ledgernest online" -> "LedgerNest Online", "reminder" -> "Reminders"."""
    found = re.search(rf"\b{re.escape(words)}s?\b", text, re.I)
    return upper_first(found.group() if found else words)


def needed(text: str, asked: str) -> str:
    """The sentences of a fact that an ask needs: those that share something with it, and every restriction; all when none does.

    >>> needed("The Pro plan is $9. It adds exports.", "what is the price of Pro?")
    'The Pro plan is $9.'
    """
    sentences = [s.text.strip() for s in parsed(text).sents]
    if len(sentences) < 2:
        return text
    wanted = content_of(asked)
    price = bool(re.search(r"\b(?:price|pricing|cost|how much|charge|pay|\$)", asked, re.I))
    touched = [bool(content_of(s) & wanted) or (price and "$" in s) for s in sentences]
    if not any(touched):
        return text
    kept = [s for s, t in zip(sentences, touched, strict=True) if t or _RESTRICTS.search(s)]
    if kept[0] != sentences[0] and re.match(r"(?:It|They|This|These)\b", kept[0]):
        return text
    return " ".join(kept)


_RESTRICTS = re.compile(r"\b(?:only|not|no|except|unless|minimum|must)\b", re.I)


def joining(context: Context, number: int) -> list[Unit]:
    """The welcome for whoever the prospect wants to bring along."""
    person = context.occasion.person or context.occasion.companion
    if person is None:
        return [*context.moves("welcome"), *context.bank("welcome_all", "answer")]
    return context.bank("welcome", "answer", person=person.words, is_="are" if person.plural else "is")


def _unanswered(context: Context) -> Iterator[list[Unit]]:
    """One honest line for everything the approved facts do not answer; nothing for words that only an attack would ask."""
    if any(h.code == "injection" for h in context.occasion.brief.hazards):
        return
    labels = list(
        dict.fromkeys(label(a, context.materials.rep.name) for a in context.plan.unanswered if a.ask.form not in UNSAID)
    )
    labels = [one for one in labels if one]
    if labels:
        yield context.bank("unknown", "answer", label=listed(labels))
    elif any(a.ask.form not in UNSAID for a in context.plan.unanswered):
        yield context.bank("unknown_rest" if any(a.answered for a in context.plan.answers) else "unknown_all", "answer")


def label(answer: Answer, rep: str = "") -> str:
    """A short name for an ask, as the prospect put it; empty when no noun phrase of it names anything but the rep."""
    doc = with_entities(parsed(answer.ask.text.rpartition(": ")[2] or answer.ask.text))
    named = (c for c in doc.noun_chunks if c.root.pos_ in ("NOUN", "PROPN") and c.root.ent_type_ != "PERSON")
    chunks = [c for c in named if c.root.lemma_.lower() not in VAGUE]
    if not chunks:
        return ""
    best = max(chunks, key=lambda c: (len([t for t in c if not t.is_stop]), c.end))
    start = best.start
    while start > 0 and (
        doc[start - 1].text in "-+/&" or doc[start].text in "-+/&" or doc[start - 1].pos_ in ("NOUN", "PROPN", "ADJ", "SYM")
    ):
        start -= 1
    words = doc[start : best.end].text
    after = doc[best.end : best.end + 4].text
    if re.match(r"(?:on|in|of|for|per)\s+\w+", after):
        words = f"{words} {' '.join(after.split()[:3])}"
    words = re.sub(rf"^(?:(?:{_DETERMINERS})\s+)+", "", words, flags=re.I).rstrip("?.,!;: ")
    if re.search(rf"\b{re.escape(rep.split()[0])}\b", words) if rep else False:
        return ""
    if not _CLEAN.match(words) or len(words.split()) > LONGEST_LABEL or set(re.findall(r"[a-z]+", words.lower())) & MONTHS:
        return ""
    bare = best.root.pos_ == "PROPN" and best[0].pos_ != "DET"
    return words if bare else f"the {words}"


LONGEST_LABEL = 6
_DETERMINERS = "the|an?|any|some|my|our|your|their|his|her|its|no|own|all|each|every|that|this|these|those|whatever|such|same"
_CLEAN = re.compile(r"^(?!(?:about|what|which|how|please|if|do|does|is|are|it|you|we|i)\b)[\w][\w +/&'’-]{2,}$", re.I)
VAGUE = frozenset(
    "time month night day way thing part lot kind problem use hour week year bit end side price half please same guy list".split()
)
"""Nouns that say nothing of what was asked."""


def listed(labels: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"
