"""Good replies and replies broken on one layer, scored as drafts: does the broken layer fall, and only that one?"""

from collections.abc import Iterator

from drafts.domain import Thread
from drafts.evaluate import cases
from drafts.evaluate.files import MalformedRow, Row, read_rows
from drafts.evaluate.options import Options
from drafts.evaluate.scenarios import layers
from drafts.pipeline import Case, judged, prepared


def answer(options: Options) -> Iterator[Row]:
    """Two rows a case, ``<id>:good`` and ``<id>:broken``, each with the three layers."""
    made = cases.materials(cases.reps(options.reps), cases.knowledge(options.knowledge))
    known = {case.id: case for case in cases.scenarios(options.scenarios)}
    ready: dict[str, Case] = {}
    for row in read_rows(options.input, ("id", "scenario", "good", "broken")):
        if row["scenario"] not in known:
            raise MalformedRow(f"{options.input}, {row['id']}: no scenario {row['scenario']} in {options.scenarios}")
        scenario = known[row["scenario"]]
        if scenario.id not in ready:
            thread: Thread = scenario.thread
            ready[scenario.id] = prepared(thread, scenario.trigger, scenario.now, made[scenario.rep])
        case = ready[scenario.id]
        for name in ("good", "broken"):
            yield {"id": f"{row['id']}:{name}", "layers": layers(judged(case, row[name]), case.materials.policy)}
