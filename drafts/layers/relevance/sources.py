"""What a draft may draw on: facts in force that fit this lead, the thread, sums of facts, confirmed times, the rep's own habits."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from drafts.domain import Brief, Fact, Knowledge, Plan, Rep, Thread
from drafts.layers.relevance import arithmetic
from drafts.layers.relevance.facts import Entry, FactIndex, index
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.people import headcount, headcounts, meant_for
from drafts.layers.relevance.values import Value, values
from profiles.language import parse


@dataclass(frozen=True)
class Sources:
    """Everything that may be said, prepared for looking up.

    ``values`` are those of the thread, of sums, and of facts in force that fit the lead (``fact_values`` of those alone);
    ``barred`` those that stand only in expired facts or in facts for other leads; ``habits`` are durations and numbers in the rep's
    own replies. ``words`` are all words of the allowed sources in lower case, ``thread_words`` those of thread and people,
    ``approved_words`` those of facts, value points and response points. ``points`` are the value and response points as
    they stand. ``deeds`` are lemmas of verbs the rep uses of themself.
    """

    facts: FactIndex
    expired: FactIndex
    values: tuple[Value, ...]
    barred: tuple[Value, ...]
    habits: tuple[Value, ...]
    words: frozenset[str]
    thread_words: frozenset[str]
    deeds: frozenset[str]
    fact_values: tuple[Value, ...]
    approved_words: frozenset[str]
    fact_stems: frozenset[str]
    points: tuple[str, ...] = ()

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of ``words``."""
        return frozenset(map(stem, self.words))

    @cached_property
    def thread_stems(self) -> frozenset[str]:
        """Stems of ``thread_words``."""
        return frozenset(map(stem, self.thread_words))

    @cached_property
    def approved_stems(self) -> frozenset[str]:
        """Stems of ``approved_words``."""
        return frozenset(map(stem, self.approved_words))


@lru_cache(maxsize=64)
def gather(brief: Brief, plan: Plan, thread: Thread, knowledge: Knowledge, rep: Rep | None) -> Sources:
    """The sources for one thread; kept, since a writer's candidates are judged many times against the same."""
    day = brief.now.date()
    people = headcount("", thread)
    planned = {fact.id for answer in plan.answers for fact in answer.facts}
    fitting = tuple(f for f in knowledge.facts_in_force(day) if f.id in planned or meant_for(f, people))
    unfit = tuple(f for f in knowledge.facts_in_force(day) if f not in fitting)
    expired = tuple(f for f in knowledge.facts if not f.in_force(day))
    lead = thread.lead
    said = "\n".join([*(f"{m.subject}\n{m.text}\n{m.quoted}" for m in thread.messages), lead.notes, lead.size, lead.stage])
    approved = (*(v.text for v in knowledge.value_points), *(p for o in knowledge.objections for p in o.response_points))
    points = "\n".join(approved)
    allowed = (*values(_with_last_days(fitting)), *values(said), *values(points), *_sums(fitting, thread))
    own = [e.reply for e in rep.examples] if rep else []
    keywords = " ".join(k for f in fitting for k in f.keywords)
    identity = f"{lead.name} {lead.email} {lead.company} {lead.role} {lead.industry} {knowledge.company} " + (
        f"{rep.name} {rep.email} {rep.signature} {rep.title}" if rep else ""
    )
    everything = "\n".join([*(f.text for f in fitting), keywords, said, points, identity])
    return Sources(
        facts=index(fitting),
        expired=index(expired),
        values=allowed,
        barred=values("\n".join(f.text for f in (*unfit, *expired))),
        habits=tuple(v for v in values("\n".join(own)) if v.kind in ("duration", "count")),
        words=_words(everything),
        thread_words=_words(f"{said} {identity}"),
        deeds=_deeds(tuple(own)),
        fact_values=values(_with_last_days(fitting)),
        approved_words=_words("\n".join([*(f.text for f in fitting), keywords, points])),
        points=approved,
        fact_stems=frozenset(term.stem for entry in index(fitting).entries for term in entry.said if not term.name),
    )


def _with_last_days(facts: tuple[Fact, ...]) -> str:
    """The facts' texts, each with the last day it may be used: an offer may say until when it holds."""
    return "\n".join(f"{f.text} {f.valid_until:%d %B}" if f.valid_until else f.text for f in facts)


def _sums(facts: tuple[Fact, ...], thread: Thread) -> tuple[Value, ...]:
    """Every price per head times every number the prospect counts their own by, a month and a year."""
    counts = {n for text in (*(m.text for m in thread.messages), thread.lead.size) for n in headcounts(text)}
    counts |= {int(v.number) for m in thread.prospect for v in values(m.text) if v.kind == "count" and v.unit and v.number >= 5}
    sums = (total * times for fact in facts for n in counts for total in arithmetic.totals(fact, n) for times in (1, 12))
    return tuple(Value("money", total, "", "", (0, 0)) for total in dict.fromkeys(sums))


def _words(text: str) -> frozenset[str]:
    found = re.findall(r"[^\W_]+", text.lower())
    return frozenset(found) | frozenset(re.findall(r"[^\W_]+(?:[-'’][^\W_]+)+", text.lower()))


@lru_cache(maxsize=32)
def _deeds(own: tuple[str, ...]) -> frozenset[str]:
    """Lemmas of verbs whose subject in the rep's replies is I or we."""
    doc = parse("\n\n".join(own))
    return frozenset(
        token.head.lemma_.lower() for token in doc if token.dep_ in ("nsubj", "nsubjpass") and token.lower_ in ("i", "we") and token.head.pos_ in ("VERB", "AUX")
    )  # fmt: skip


def entry_of(fact: Fact) -> Entry:
    """A fact prepared for matching."""
    return index((fact,)).entries[0]
