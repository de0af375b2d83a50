"""``evaluate voice``: does a text sound like the author it claims?

The file's other authors are the cohort, as the other reps are in the product. Each author's pass mark is set from their own examples,
leave-one-out, for 5 % of their own texts held.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from spacy.tokens import Doc

from drafts.evaluate.files import MalformedRow, Row, read_rows, truth_for
from drafts.evaluate.options import Options
from profiles.language import parse_all
from profiles.voice import prepare, threshold
from profiles.voice.held_out import of_panel
from profiles.voice.measure import Measured, measure
from profiles.voice.model import build, imprint
from profiles.voice.population import Population, shipped
from profiles.voice.reading import CONTENT
from profiles.voice.score import score
from profiles.voice.standing import panel_of

HELD = 0.05
"""Share of an author's own texts that the pass mark may hold."""

MASK = "x"
"""What stands for every hidden word."""


def answer(options: Options) -> Iterator[Row]:
    """One ``{id, score, passed}`` a probe, in the rows' order."""
    rows = read_rows(options.input, ("kind", "author", "id", "text"))
    file = VoiceFile.of(rows, str(options.input))
    measured = measure_all((row["text"] for row in rows), options.mask_content)
    if not options.refit_folds:
        populations: Mapping[str, Population] = dict.fromkeys(file.authors, shipped())
    else:
        same = {key: bool(row["same"]) for key, row in truth_for(file.probes, options.input, options.truth).items()}
        populations = refit(file, same, measured, options.refit_folds, options.seed)
    found = judge_all(file, measured, populations)
    yield from (found[row["id"]] for row in file.probes)


@dataclass(frozen=True, slots=True)
class VoiceFile:
    """The rows of a voice file: ``examples`` by author, ``probes`` in order."""

    examples: Mapping[str, Sequence[Row]]
    probes: Sequence[Row]

    @property
    def authors(self) -> tuple[str, ...]:
        return tuple(self.examples)

    @classmethod
    def of(cls, rows: Iterable[Row], name: str) -> "VoiceFile":
        """Raises :class:`MalformedRow` for a probe whose claimed author has no examples."""
        examples: dict[str, list[Row]] = defaultdict(list)
        probes = []
        for row in rows:
            (probes if row["kind"] == "probe" else examples[row["author"]]).append(row)
        for probe in probes:
            if len(examples.get(probe["author"], ())) < 2:
                raise MalformedRow(f"{name}: probe {probe['id']} claims {probe['author']}, who has fewer than 2 examples")
        return cls(dict(examples), probes)


def measure_all(texts: Iterable[str], hide: bool = False) -> dict[str, Measured]:
    """Each different text measured once."""
    different = list(dict.fromkeys(texts))
    docs = parse_all(prepare(text) for text in different)
    return {text: measure(hide_content(doc) if hide else doc) for text, doc in zip(different, docs, strict=True)}


def hide_content(doc: Doc) -> Doc:
    """The Doc with every noun, verb, adjective, adverb, name and number replaced by one letter, its parse kept."""
    return Doc(
        doc.vocab,
        words=[MASK if token.pos_ in CONTENT else token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        tags=[token.tag_ for token in doc],
        pos=[token.pos_ for token in doc],
        deps=[token.dep_ for token in doc],
        heads=[token.head.i for token in doc],
        sent_starts=[bool(token.is_sent_start) for token in doc],
    )


def judge_all(file: VoiceFile, measured: Mapping[str, Measured], populations: Mapping[str, Population]) -> dict[str, Row]:
    """Every probe's answer by id, author by author: what an author is compared with is then worked out once."""
    claims: dict[str, list[Row]] = defaultdict(list)
    for probe in file.probes:
        claims[probe["author"]].append(probe)
    found: dict[str, Row] = {}
    models: dict[str, dict] = {}
    for author in sorted(claims, key=lambda author: populations[author].version):
        population = populations[author]
        if population.version not in models:
            texts = {name: [imprint(measured[row["text"]], population) for row in own] for name, own in file.examples.items()}
            models = {population.version: {name: (own, build(own)) for name, own in texts.items()}}
        everyone = models[population.version]
        own, model = everyone[author]
        at = panel_of(own, model, tuple(other for name, (_, other) in everyone.items() if name != author), population)
        examples = [row["id"] for row in file.examples[author]]
        least = threshold(of_panel(examples, own, at), HELD, population).value
        for row in claims[author]:
            value = score(measured[row["text"]], at, population)
            found[row["id"]] = {"id": row["id"], "score": value, "passed": value is not None and value >= least}
    return found


def refit(
    file: VoiceFile, same: Mapping[str, bool], measured: Mapping[str, Measured], folds: int, seed: int
) -> dict[str, Population]:
    """For each author numbers fitted without that author and without any text that is asked about in the author's fold."""
    from profiles.voice.fit import fit, writers_of

    fold_of = dict(zip(file.authors, np.random.default_rng(seed).permutation(np.arange(len(file.authors)) % folds), strict=True))
    found = {}
    for fold in range(folds):
        inside = {author for author, where in fold_of.items() if where == fold}
        asked = {row["text"] for row in file.probes if row["author"] in inside}
        rows = [
            row for author in file.authors if author not in inside for row in file.examples[author] if row["text"] not in asked
        ]
        rows += [row for row in file.probes if row["author"] not in inside and row["text"] not in asked]
        population = fit(writers_of(rows, same, measured), seed)
        found.update(dict.fromkeys(inside, population))
    return found
