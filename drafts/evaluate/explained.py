"""What was read in one thread and why: kind, times, hazards, each ask with its place, and the facts taken and refused for it.

    python -m drafts.evaluate.explained scenarios.json knowledge.json ID [--zone America/Chicago]

The files are those of ``evaluate scenarios``. Nothing is written or scored; this is what a writer would be handed.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from drafts.domain import Answer, Brief, Knowledge, Plan, Polarity, Rep, Thread
from drafts.evaluate import cases
from drafts.evaluate.files import MalformedRow
from drafts.layers.relevance.facts import index
from drafts.layers.relevance.question import question
from drafts.layers.relevance.retrieve import rank
from drafts.layers.relevance.step import plan
from drafts.understand import understand

SHOWN = 2
"""Refused facts that are named for each ask, the nearest first."""
NEAR = 0.3
"""Rank from which a refused fact is near enough to be named."""


def explain(case: cases.Scenario, known: Knowledge, zone: str) -> str:
    """The thread's newest message as it is understood and planned, for a rep in ``zone``."""
    rep = Rep(case.rep, case.rep.title(), "rep@seller.example.com", zone)
    brief = understand(case.thread, case.now, case.trigger, rep, known)
    return "\n".join(_lines(case.thread, brief, plan(brief, case.thread, known), known))


def _lines(thread: Thread, brief: Brief, made: Plan, known: Knowledge) -> Iterator[str]:
    yield f"kind    {brief.kind}"
    for time in brief.times:
        zone = f", zone named: {time.zone_words}" if time.zone_words else ""
        yield f"time    {time.start:%A %d %B %Y %H:%M %Z} (“{time.words}”{zone}){' PAST' if time.past else ''}"
    for hazard in brief.hazards:
        yield f"hazard  {hazard.code}: “{hazard.words}”"
    for answer in made.answers:
        start, end = answer.ask.span
        yield f"ask     {answer.ask.form} [{start}:{end}] “{answer.ask.text}”"
        yield f"  {_answered(answer)}"
        if answer.source in ("fact", "none") and answer.ask.form in ("question", "request"):
            yield from _refused(answer, thread, brief, known)


def _answered(answer: Answer) -> str:
    if not answer.answered:
        return f"held: {answer.why_not}"
    facts = ", ".join(fact.id for fact in answer.facts)
    yes = f", {answer.polarity}" if answer.polarity is not Polarity.NEITHER else ""
    return f"from {answer.source}{f' {facts}' if facts else ''}{yes}: {' '.join(answer.statements) or 'the rep takes it up'}"


def _refused(answer: Answer, thread: Thread, brief: Brief, known: Knowledge) -> Iterator[str]:
    facts = index(known.facts_in_force(brief.now.date()))
    ranked = rank(question(answer.ask, thread, facts, known.company), facts)
    near = [found for found in ranked if found.score >= NEAR and found.entry.fact not in answer.facts]
    for found in [found for found in near if found.uncovered or found.vetoes][:SHOWN]:
        yield f"  refused {found.entry.fact.id}: it {found.short_of}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what was read in one thread of a file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("scenarios", type=Path)
    parser.add_argument("knowledge", type=Path)
    parser.add_argument("id")
    parser.add_argument("--zone", default="UTC", help="the rep's time zone, an IANA name")
    given = parser.parse_args(arguments)
    case = next((case for case in cases.scenarios(given.scenarios) if case.id == given.id), None)
    if case is None:
        raise MalformedRow(f"{given.scenarios}: no thread {given.id}")
    print(explain(case, cases.knowledge(given.knowledge), given.zone))


if __name__ == "__main__":
    main()
