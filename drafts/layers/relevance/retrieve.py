"""Which fact answers an ask, if any: one fact must answer the whole ask, and have the right type of value.

Same topic with another attribute ("do photos carry GPS?" to a fact about photos) is what similarity cannot tell apart, so the
decision is not made by similarity. A fact is taken in one of two ways: every content word of the ask stands in it, in its keywords, or
in a word of the same meaning; or the fitted decision trusts it (``trust.py``) and no name, no shared verb and no listed thing is missing.
A wrong number, name or condition in the same place is a veto in both.
"""

import re
from dataclasses import dataclass, replace

from spacy.lang.en.stop_words import STOP_WORDS

from drafts.layers.relevance.covering import COVERED, cover
from drafts.layers.relevance.facts import Entry, FactIndex
from drafts.layers.relevance.lexicon import CONTRASTS, concepts_of, stem
from drafts.layers.relevance.needs import GIVES, Need, satisfies
from drafts.layers.relevance.people import bounds, is_people, meant_for, sized_for
from drafts.layers.relevance.question import Question
from drafts.layers.relevance.terms import WEIGHTS, Term
from drafts.layers.relevance.tiers import stands_for
from drafts.layers.relevance.trust import trust
from drafts.layers.relevance.values import Value

TRUSTED = 0.5
"""Fitted probability from which a fact is sent as the answer."""
LEAST_COVERED, SURE = 0.4, 0.7
"""Share of an ask's weight a fact must cover to be sent all the same, and the probability from which it need not."""
TRUSTED_IF_COVERED = 0.05
"""The same where the fact covers every word of the ask."""
MOST_UNCOVERED = 0.36
"""Share of an ask's weight that may stay uncovered."""
LITTLE = 0.2
"""Weight below which a word that is no thing counts for nothing where it is not covered."""
LEAST_SUBSTANCE = 0.3
"""Covered weight below which an ask has too little to go by ("is that ok?")."""
FLOOR = 0.34
"""Similarity to the fact or one of its keywords without which shared words are a coincidence."""
TYPED_FLOOR = 0.22
"""The same where the fact holds a type of value that few facts hold (a year, a place, hours)."""
NEARLY_ALL, WHOLE_FLOOR = 0.83, 0.2
"""Coverage from which a lower similarity is enough, and that similarity."""
LIGHT_FLOOR = 0.45
"""The same for an ask of light words only ("do you have anyone to call")."""
PRICED = 0.1
"""Rank gained by a fact with a price when a price is asked for."""
SAME_SIZE = 0.1
"""Rank gained by a fact that speaks of just this size of team."""

_FREE = re.compile(r"\b(?:free|no (?:extra |additional )?(?:charge|cost|fee))\b", re.I)
_DEADLINE = re.compile(
    r"(?<!month )(?<!week )(?<!day )(?<!year )(?<!quarter )\b(?:by|before|until|in time for)\s+(?!the\s+(?:week|month|quarter|year)\b)(?:the\s+|next\s+|this\s+|end of\s+)*"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|christmas"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|quarter|year|\d{1,2}(?:st|nd|rd|th)?)\b",
    re.I,
)
_NO_THINGS = frozenset(
    "take takes run runs is are was were would will can could do does cost costs come comes need needs work works for to and or".split()
)


@dataclass(frozen=True, slots=True)
class Match:
    """How well one fact answers an ask.

    ``covers`` says how well each term of the ask is covered, 0 to 1; ``uncovered`` are those the fact says nothing of. ``vetoes`` are
    reasons why it cannot be the answer whatever else fits, ``doubts`` why it may not be, each to be read after "the fact".
    ``whole``, ``keyword`` and ``similarity`` are cosines to the fact, its nearest keyword and the nearest of all its parts; ``score``
    ranks, 0 to about 1. ``leans`` is True for an ask that names no thing of its own; ``lacks`` where a name, the verb a yes or no turns on,
    what "they" stands for or one of several things asked for is uncovered. ``trust`` is the fitted probability that it answers, 0 where
    it was not weighed.
    """

    entry: Entry
    coverage: float
    covers: tuple[float, ...]
    uncovered: tuple[Term, ...]
    similarity: float
    whole: float
    keyword: float
    vetoes: tuple[str, ...]
    doubts: tuple[str, ...]
    score: float
    substance: float
    typed: bool
    light: bool
    leans: bool
    lacks: bool
    trust: float = 0.0

    @property
    def strict(self) -> bool:
        """Whether every word is covered and nothing speaks against it."""
        return not self.vetoes and not self.doubts and not self.uncovered and self.on_topic

    @property
    def accepted(self) -> bool:
        """Whether it may be sent as the answer: nothing forbids it, and the fitted decision trusts it."""
        if self.strict:
            return self.trust >= TRUSTED_IF_COVERED
        much = self.coverage >= LEAST_COVERED or self.trust >= SURE
        return self.trust >= TRUSTED and much and not (self.vetoes or self.doubts or self.leans or self.lacks)

    @property
    def short_of(self) -> str:
        """Why the fact is not the answer, to be read after "the fact"; empty when it is."""
        if self.accepted:
            return ""
        words = ", ".join(dict.fromkeys(term.text for term in self.uncovered))
        reasons = (*((f"says nothing of {words}",) if words else ()), *self.vetoes, *self.doubts)
        return " and ".join(dict.fromkeys(reasons)) or "says it in part at most"

    @property
    def on_topic(self) -> bool:
        """Whether the ask's words stand in the fact, whatever the type of answer it wants."""
        whole = self.coverage >= NEARLY_ALL and self.substance >= 1.0
        floor = TYPED_FLOOR if self.typed else LIGHT_FLOOR if self.light else WHOLE_FLOOR if whole else FLOOR
        return self.coverage >= 1 - MOST_UNCOVERED and self.substance >= LEAST_SUBSTANCE and self.similarity >= floor


def rank(asked: Question, facts: FactIndex) -> tuple[Match, ...]:
    """All facts, the likeliest answer first, accepted ones before all others."""
    matches = [match(asked, entry, facts) for entry in facts.entries]
    weighed = trust(asked, matches, facts)
    matches = [replace(found, trust=weighed.get(i, 0.0)) for i, found in enumerate(matches)]
    return tuple(sorted(matches, key=lambda m: (not m.accepted, not m.strict, -m.score)))


def match(asked: Question, entry: Entry, facts: FactIndex) -> Match:
    """Judge one fact as the answer to one ask."""
    covers = [_on_plan(term, entry, facts) or _ranked(term, entry, facts) or cover(term, entry) for term in asked.terms]
    counted = ((t, w, c) for t, w, c in zip(asked.terms, asked.weights, covers, strict=True) if c >= COVERED or _counts(t, w))
    total = sum(weight for _, weight, _ in counted)
    substance = sum(w * c for w, c in zip(asked.weights, covers, strict=True))
    coverage = substance / total if total else 0.0
    uncovered = tuple(
        term
        for term, weight, covered in zip(asked.terms, asked.weights, covers, strict=True)
        if covered < COVERED and (weight >= 0.55 or (weight >= 0.3 and (term.name or term.index == asked.deed)))
    )
    similarity = float((asked.vectors @ entry.part_vectors.T).max())
    keyword = float((asked.vectors @ entry.keyword_vectors.T).max()) if len(entry.keyword_vectors) else similarity
    typed = bool({Need.YEAR, Need.PLACE, Need.HOURS} & set(asked.needs))
    whole = float((asked.vectors @ entry.vector).max())
    score = 0.45 * coverage + 0.175 * (similarity + whole) + 0.2 * keyword
    score += SAME_SIZE * sized_for(entry.fact, asked.people)
    score += PRICED * (Need.MONEY in asked.needs and any(value.kind == "money" for value in entry.values))
    return Match(
        entry,
        coverage,
        tuple(covers),
        uncovered,
        max(similarity, keyword),
        whole,
        keyword,
        tuple(vetoes_of(asked, entry)),
        tuple(doubts_of(asked, entry)),
        score,
        substance,
        typed,
        asked.light and asked.needs == (Need.TOPIC,),
        asked.leans,
        any(t.name or t.index == asked.deed or t.index in asked.joined or t in asked.meant for t in uncovered),
    )


def _counts(term: Term, weight: float) -> bool:
    return weight >= LITTLE or term.full >= WEIGHTS["NOUN"]


def _on_plan(term: Term, entry: Entry, facts: FactIndex) -> float:
    """A plan's name is covered by a fact that says whether its subject holds there, named or not ("only for Studio")."""
    return 0.9 if term.text in facts.tiers and stands_for(term.text, entry.fact.text, facts.tiers) is not None else 0.0


def _ranked(term: Term, entry: Entry, facts: FactIndex) -> float:
    """ "The cheap plan" and "the upper plan" name the plan with the lowest or the highest price, in any fact that speaks of it."""
    if term.text in facts.tiers or len(facts.prices) < 2 or not {"cheaper", "dearer"} & term.concepts:
        return 0.0
    plan = list(facts.prices)[0 if "cheaper" in term.concepts else -1]
    speaks = entry.fact == facts.prices[plan] or stands_for(plan, entry.fact.text, facts.tiers) is not None
    return 0.9 * speaks


def vetoes_of(asked: Question, entry: Entry):
    """Reasons why the fact cannot answer, however close its topic."""
    for need in asked.needs:
        if not satisfies(need, entry.values, entry.places) and not (need is Need.MONEY and _said_free(asked, entry)):
            yield f"gives no {GIVES[need]}"
    if asked.instead and any(len(word) > 3 and stem(word) in entry.stems for word in asked.instead.split()):
        yield f"is about “{asked.instead}”, which is not wanted"
    if (
        (deadline := _DEADLINE.search(asked.text))
        and Need.DURATION not in asked.needs
        and deadline.group().lower() not in entry.fact.text.lower()
    ):
        yield f"says nothing of “{deadline.group()}”"
    yield from _number_vetoes(asked, entry)
    if not meant_for(entry.fact, asked.people):
        yield "is meant for teams of another size"
    concepts = {c for term in asked.terms if len(term.concepts) == 1 for c in term.concepts}
    for left, right in CONTRASTS:
        for one, other in ((left, right), (right, left)):
            if one in concepts and other not in concepts and other in entry.concepts and one not in entry.concepts:
                yield f"is about {other}, not {one}"


def doubts_of(asked: Question, entry: Entry):
    """Reasons why the fact may not answer, which much else that fits may outweigh."""
    if asked.unresolved:
        yield "cannot tell what is meant"
    counted = re.search(
        r"how many (?:more |extra |different |other )?(?!(?:do|does|can|could|are|is|will|would|may)\b)([a-z-]+)",
        asked.text,
        re.I,
    )
    if (
        counted
        and not is_people(counted.group(1))
        and not _counts_of(counted.group(1), entry)
        and Need.DURATION not in asked.needs
    ):
        yield f"gives no number of {counted.group(1)}"


def _counts_of(noun: str, entry: Entry) -> bool:
    """Whether the fact gives a number of this very thing."""
    units = [word for value in entry.values if value.kind == "count" for word in value.unit.split()]
    return any(stem(word) == stem(noun) or concepts_of(word) & concepts_of(noun) for word in units)


def _said_free(asked: Question, entry: Entry) -> bool:
    """Whether the fact says that the very thing whose price is asked costs nothing."""
    if not _FREE.search(entry.fact.text):
        return False
    things = [
        term for term, weight in zip(asked.terms, asked.weights, strict=True) if weight >= 0.4 and "price" not in term.concepts
    ]
    return any(cover(term, entry) >= COVERED for term in things)


def _counts_things(value: Value) -> bool:
    """Whether a number counts a thing: not people, whose number is the team's size, nor what only follows it ("what would 31 run me")."""
    return bool(value.unit) and not is_people(value.unit) and value.unit.split()[0] not in _NO_THINGS


def _number_vetoes(asked: Question, entry: Entry):
    for value in asked.values:
        same = [v for v in entry.values if v.kind == value.kind]
        if value.kind in ("money", "percent", "duration"):
            if not any(abs(v.number - value.number) <= 0.03 * max(v.number, value.number) for v in same):
                yield f"says nothing of {value.words}"
        elif value.kind == "versioned":
            if value.unit not in entry.fact.text.lower().replace("-", " "):
                yield f"says nothing of {value.words}"
        elif value.kind == "count" and value.number > 1 and _counts_things(value):
            units = {stem(word) for word in value.unit.split()}
            limits = [limit for limit in bounds(entry.fact.text) if stem(limit.unit) in units]
            if limits:
                if not any(limit.holds(value.number) for limit in limits):
                    yield f"is not meant for {value.words}"
                continue
            first = value.unit.split()[0]
            named = units & entry.stems or concepts_of(first) & entry.concepts
            if first not in STOP_WORDS and not named:
                yield f"says nothing of {value.words} {value.unit.split()[0]}"
            rivals = [v for v in same if {stem(word) for word in v.unit.split()} & units]
            if rivals and not any(v.number == value.number for v in rivals):
                yield f"speaks of {rivals[0].words}, not {value.words}"
