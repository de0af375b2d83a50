"""A page of drafts beside their threads and plans, for reading.

python -m drafts.evaluate.gallery --reps R --knowledge K --input S --only d01 d09 … > docs/drafts.md
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from drafts.domain import Answer, Composition, Layer, Outcome, Thread
from drafts.evaluate import cases
from drafts.evaluate.scenarios import RECENT, writer_named
from drafts.pipeline import draft

HEAD = """# Twelve drafts

Four kinds of reply by three reps, as the offline writer composes them; people, companies and the product are invented. Made by
`python -m drafts.evaluate.gallery`. Under each draft stands where its sentences come from: *own* is the rep's wording with the
example it was taken from, *fact* and *value* are approved texts in the rep's shape, *template* is a plain connecting sentence.
"""


def page(made: Sequence[tuple[cases.Scenario, str, Outcome]]) -> Iterator[str]:
    """The page's lines."""
    yield HEAD
    for case, rep, outcome in made:
        lead = case.thread.lead
        yield f"## {outcome.brief.kind.replace('_', ' ').capitalize()} · {rep} to {lead.name}\n"
        yield f"{lead.role}, {lead.industry}, {lead.size}; stage: {lead.stage}\n"
        yield from _thread(case.thread)
        yield "**Plan**\n"
        yield from (f"- {_answer(a)}" for a in outcome.plan.answers)
        yield f"- value: {_value(outcome)}\n"
        best = outcome.best
        scores = " · ".join(f"{layer} {best.judgements[layer].score or 0:.2f}" for layer in Layer)
        yield f"**Draft** ({outcome.status}; {scores})\n"
        yield from (f"> {line}" for line in best.composition.text.split("\n"))
        yield ""
        yield f"<sub>{_sources(best.composition)}</sub>\n"


def _thread(thread: Thread) -> Iterator[str]:
    yield "**Thread**\n"
    for message in thread.messages:
        who = "rep" if message.from_rep else thread.lead.name.split()[0]
        yield f"- *{who}, {message.sent_at:%-d %B %H:%M}:* {' / '.join(line for line in message.text.split(chr(10)) if line.strip())}"
    yield ""


def _answer(answer: Answer) -> str:
    said = ", ".join(f.id for f in answer.facts) or (answer.why_not and f"no answer ({answer.why_not})") or answer.source
    return f"{answer.ask.text} → {said}"


def _value(outcome: Outcome) -> str:
    point = outcome.value.point
    return f"{point.id}, {point.concern}" if point else outcome.value.why or "none"


def _sources(composition: Composition) -> str:
    said = []
    for sentence in composition.sentences:
        words = " ".join(composition.text[slice(*sentence.span)].split())
        if sentence.ref not in ("greeting", "closing"):
            said.append(f"“{words[:60]}{'…' if len(words) > 60 else ''}” {sentence.source} {sentence.ref}".strip())
    return " · ".join(said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("reps", "knowledge", "input"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=())
    given = parser.parse_args()
    reps = cases.reps(given.reps)
    materials = cases.materials(reps, cases.knowledge(given.knowledge))
    writer, made, recent = writer_named("offline"), [], {}
    for case in cases.scenarios(given.input):
        if given.only and case.id not in given.only:
            continue
        last = recent.setdefault(case.rep, [])
        outcome = draft(case.thread, case.trigger, case.now, replace(materials[case.rep], recent=tuple(last[:RECENT])), writer)
        if outcome.best:
            last.insert(0, outcome.best.composition.text)
            made.append((case, reps[case.rep].name.split()[0], outcome))
    sys.stdout.write("\n".join(page(made)).rstrip() + "\n")


if __name__ == "__main__":
    main()
