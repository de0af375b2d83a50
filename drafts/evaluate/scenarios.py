"""Invented threads through the whole pipeline: what would be drafted, and would it be held, by what and why?"""

from collections.abc import Iterator
from dataclasses import replace

from drafts.domain import Layer, Outcome, Policy
from drafts.evaluate import cases
from drafts.evaluate.files import MalformedRow, Row
from drafts.evaluate.options import Options
from drafts.pipeline import draft
from drafts.writers import Writer

RECENT = 10
"""Drafts of a rep that the next one tries not to repeat, as in production."""


def answer(options: Options) -> Iterator[Row]:
    """One row a scenario: kind, asks, status, the layers and reasons it is held by, the three scores, the text and who wrote it."""
    approved = cases.knowledge(options.knowledge)
    made = cases.materials(cases.reps(options.reps), approved)
    writer = writer_named(options.writer)
    recent: dict[str, list[str]] = {}
    for case in cases.scenarios(options.input):
        if case.rep not in made:
            raise MalformedRow(f"{options.input}, {case.id}: no rep {case.rep} in {options.reps}")
        last = recent.setdefault(case.rep, [])
        materials = replace(made[case.rep], recent=tuple(last[:RECENT]))
        outcome = draft(case.thread, case.trigger, case.now, materials, writer)
        if outcome.best:
            last.insert(0, outcome.best.composition.text)
        yield {"id": case.id, **told(outcome, materials.policy)}


def writer_named(name: str) -> Writer:
    """The offline writer, or the model writer of the configured endpoint."""
    if name == "model":
        from drafts.writers.model import configured

        return configured()
    from drafts.writers.offline import OfflineWriter

    return OfflineWriter()


def told(outcome: Outcome, policy: Policy) -> Row:
    """An outcome as plain JSON."""
    best = outcome.best
    return {
        "kind": str(outcome.brief.kind),
        "asks": [a.text for a in outcome.brief.asks],
        "status": outcome.status,
        "held_by": [str(layer) for layer in outcome.held_by],
        "reasons": list(dict.fromkeys(n.code for n in outcome.notes)),
        "layers": layers(best.judgements, policy, outcome) if best else {},
        "text": best.composition.text if best else "",
        "writer": best.composition.writer if best else "",
    }


def layers(judgements, policy: Policy, outcome: Outcome | None = None) -> Row:
    """Each layer's score, whether it passes, and the first note on it."""
    notes = outcome.notes if outcome else ()
    return {
        str(layer): {
            "score": judgement.score,
            "passed": judgement.passes(policy.thresholds[layer]),
            "note": next((n.sentence for n in notes if n.layer is layer), ""),
        }
        for layer, judgement in judgements.items()
        if isinstance(layer, Layer)
    }
