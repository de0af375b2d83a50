"""``evaluate voice``: does a text sound like the author it claims?"""

from collections.abc import Iterator

from drafts.evaluate.files import MalformedRow, Row, read_rows
from drafts.evaluate.options import Options
from profiles.language import english
from profiles.voice import Sample, held_out, judge, learn, prepare, threshold


def answer(options: Options) -> Iterator[Row]:
    """One ``{id, score, passed}`` a probe, in the rows' order."""
    rows = read_rows(options.input, ("kind", "author", "id", "text"))
    examples = [row for row in rows if row["kind"] == "example"]
    samples: dict[str, list[Sample]] = {}
    for row, doc in zip(examples, _parsed(examples), strict=True):
        samples.setdefault(row["author"], []).append(Sample(doc, id=row["id"]))
    profiles = {author: learn(own) for author, own in samples.items()}
    limits = {}
    for author, own in samples.items():
        cohort = [profile for name, profile in profiles.items() if name != author]
        limits[author] = threshold(held_out(own, cohort)).value
    probes = [row for row in rows if row["kind"] == "probe"]
    for row, doc in zip(probes, _parsed(probes), strict=True):
        author = row["author"]
        if author not in profiles:
            raise MalformedRow(f"{options.input}: probe {row['id']} claims {author}, who has no examples")
        found = judge(doc, profiles[author], [profile for name, profile in profiles.items() if name != author])
        yield {"id": row["id"], "score": found.score, "passed": found.passes(limits[author])}


def _parsed(rows: list[Row]):
    nlp = english()
    with nlp.select_pipes(disable=["ner"]):
        yield from nlp.pipe((prepare(row["text"]) for row in rows), batch_size=64)
