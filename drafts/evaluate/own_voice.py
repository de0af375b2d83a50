"""Do the writer's own drafts sound like the rep? Their scores beside those of what the rep really wrote, and whose they are taken for.

python -m drafts.evaluate.own_voice --reps R --knowledge K --input S
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from drafts import hold
from drafts.evaluate import cases
from drafts.evaluate.scenarios import RECENT, writer_named
from drafts.layers.voice import score as voice_score
from drafts.pipeline import draft
from drafts.writers import Materials
from profiles import voice
from profiles.language import parse


@dataclass(frozen=True, slots=True)
class OwnVoice:
    """One rep's ready drafts: the ``median`` of their scores, the 25th percentile of the rep's held-out replies (``quarter``), how many
    drafts there are and how many of them score highest under this rep's profile (``taken_for``)."""

    rep: str
    median: float
    quarter: float
    drafts: int
    taken_for: int


def measured(made: Mapping[str, Materials], scenarios: Sequence[cases.Scenario]) -> Iterator[OwnVoice]:
    """One figure a rep who has ready drafts among the scenarios."""
    texts = _ready(made, scenarios)
    for rep, own in texts.items():
        if own:
            scores = [{other: _score(text, made[other]) for other in made} for text in own]
            held_out = voice.own_scores(made[rep].profile, tuple(made[rep].cohort.values())).values
            yield OwnVoice(
                rep,
                float(np.median([s[rep] for s in scores])),
                float(np.quantile(held_out, 0.25)),
                len(own),
                sum(max(s, key=s.get) == rep for s in scores),
            )


def _ready(made: Mapping[str, Materials], scenarios: Sequence[cases.Scenario]) -> dict[str, list[str]]:
    """The ready drafts of each rep, each written knowing the ones before, as in production."""
    writer, texts, recent = writer_named("offline"), {rep: [] for rep in made}, {rep: [] for rep in made}
    for case in scenarios:
        materials = replace(made[case.rep], recent=tuple(recent[case.rep][:RECENT]))
        outcome = draft(case.thread, case.trigger, case.now, materials, writer)
        if outcome.best:
            recent[case.rep].insert(0, outcome.best.composition.text)
        if outcome.best and outcome.status == hold.READY:
            texts[case.rep].append(outcome.best.composition.text)
    return texts


def _score(text: str, materials: Materials) -> float:
    return voice_score.judge(parse(text), materials).score or 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("reps", "knowledge", "input"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    found = list(
        measured(cases.materials(cases.reps(given.reps), cases.knowledge(given.knowledge)), cases.scenarios(given.input))
    )
    for own in found:
        print(
            f"{own.rep}: median {own.median:.3f}, own replies' quarter {own.quarter:.3f}, {own.taken_for} of {own.drafts} taken for theirs"
        )
    print(f"taken for the right rep: {sum(o.taken_for for o in found) / max(1, sum(o.drafts for o in found)):.3f}")


if __name__ == "__main__":
    main()
