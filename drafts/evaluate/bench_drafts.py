"""What a draft costs, beside one bare parse of its own text: writing it, and judging a text typed on the desk."""

from collections.abc import Iterator
from pathlib import Path
from time import process_time

from drafts import pipeline
from drafts.evaluate import cases
from drafts.evaluate.bench import Ratio, bare_parse, side_by_side
from drafts.writers.offline import OfflineWriter

DEMO = Path(__file__).resolve().parents[1] / "demo"
"""The demo team's reps, knowledge and threads: every clone has them."""


def ratios() -> Iterator[Ratio]:
    made = cases.materials(cases.reps(DEMO / "reps.json"), cases.knowledge(DEMO / "knowledge.json"))
    writer, threads = OfflineWriter(), cases.scenarios(DEMO / "threads.json")

    def write():
        return [pipeline.draft(t.thread, t.trigger, t.now, made[t.rep], writer) for t in threads]

    written = [(t, o) for t, o in zip(threads, write(), strict=True) if o.best]
    texts = [o.best.composition.text for _, o in written]

    def parse_texts():
        return [bare_parse(text) for text in texts]

    def rescore():
        return [pipeline.rescore(o.best.composition.text, o, t.thread, made[t.rep]) for t, o in written]

    yield side_by_side("a whole draft, understood to decided, over one parse of its text", write, parse_texts, rounds=3)
    yield side_by_side("judging a typed text on three layers, over one parse of it", rescore, parse_texts, rounds=5)
    spent = process_time()
    write()
    yield Ratio("seconds of a core for one draft, warm (bar: 20 a second)", (process_time() - spent) / len(threads), 0.05)
