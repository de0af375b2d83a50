"""What the voice score is made of and where it holds: the tables of ``docs/voice.md``.

``python -m drafts.evaluate.voice_study ROWS TABLE... [--truth TRUTH]`` prints the tables named. Numbers are refitted on the other folds, as with
``evaluate voice --refit-folds``; ``--shipped`` answers with the shipped ones.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np

from drafts.evaluate.files import Row, read_rows, truth_for
from drafts.evaluate.voice import VoiceFile, judge_all, measure_all, refit
from profiles.voice.features import FAMILIES, FEATURES, STREAMS
from profiles.voice.measure import Measured
from profiles.voice.pieces import Counted, Pieces
from profiles.voice.population import Population, shipped

FOLDS = 5
SEED = 0
LENGTHS = (0, 30, 50, 80, 120, 10_000)
EXAMPLES = (5, 10, 15, 20, 30)

Pairs = Sequence[tuple[float, bool]]
"""(score, is the claim true)."""


class Study:
    """A voice file with its truth, measured once, and the ways to take parts of it away."""

    def __init__(self, rows: Path, truth: Path | None, use_shipped: bool):
        self.file = VoiceFile.of(read_rows(rows, ("kind", "author", "id", "text")), str(rows))
        self.same = {key: bool(row["same"]) for key, row in truth_for(list(self.file.probes), rows, truth).items()}
        texts = [row["text"] for own in self.file.examples.values() for row in own] + [row["text"] for row in self.file.probes]
        self.measured = measure_all(texts)
        self.use_shipped = use_shipped

    def answers(self, file: VoiceFile | None = None, measured: Mapping[str, Measured] | None = None) -> dict[str, Row]:
        """What ``evaluate voice`` answers, by probe."""
        return judge_all(file or self.file, measured or self.measured, self.populations)

    @cached_property
    def populations(self) -> Mapping[str, Population]:
        """The numbers each author is judged with: fitted without them, on all that the file holds of the others."""
        if self.use_shipped:
            return dict.fromkeys(self.file.authors, shipped())
        return refit(self.file, self.same, self.measured, FOLDS, SEED)

    def scores(
        self, file: VoiceFile | None = None, measured: Mapping[str, Measured] | None = None
    ) -> list[tuple[Row, float, bool]]:
        """(probe, score, is the claim true) for every probe, 0.5 for one that cannot be told."""
        file = file or self.file
        found = self.answers(file, measured)
        return [(p, 0.5 if (s := found[p["id"]]["score"]) is None else s, self.same[p["id"]]) for p in file.probes]

    def by_length(self) -> Iterator[str]:
        """AUC by the words of the probe's body."""
        yield from ("| words | probes | AUC | Brier |", "|---|---|---|---|")
        found = self.scores()
        for low, high in pairwise(LENGTHS):
            part = [(s, y) for p, s, y in found if low <= self.measured[p["text"]].words < high]
            if any(y for _, y in part):
                name = f"{low} to {high - 1}" if high < LENGTHS[-1] else f"{low} and more"
                yield f"| {name} | {len(part)} | {auc(part):.3f} | {brier(part):.3f} |"

    def cut_short(self) -> Iterator[str]:
        """AUC of probes cut off after the sentence that reaches so many words."""
        yield from ("| words kept | AUC | Brier |", "|---|---|---|")
        for least in (8, 12, 20, 30, 45):
            heads = {p["text"]: head(self.measured[p["text"]], least) for p in self.file.probes}
            measured = {**self.measured, **measure_all(heads.values())}
            file = VoiceFile(self.file.examples, [{**p, "text": heads[p["text"]]} for p in self.file.probes])
            part = [(s, y) for _, s, y in self.scores(file, measured)]
            yield f"| {least} | {auc(part):.3f} | {brier(part):.3f} |"

    def by_examples(self) -> Iterator[str]:
        """AUC with fewer and more examples; beyond those in the file, true probes are taken as examples and not asked."""
        yield from ("| examples | probes | AUC | EER | Brier | true mails held |", "|---|---|---|---|---|---|")
        own: dict[str, list[Row]] = {}
        for probe in self.file.probes:
            if self.same[probe["id"]]:
                own.setdefault(probe["author"], []).append(probe)
        for count in EXAMPLES:
            extra = {a: own.get(a, [])[: max(0, count - len(rows))] for a, rows in self.file.examples.items()}
            taken = {row["text"] for rows in extra.values() for row in rows}
            examples = {a: [*rows, *extra[a]][-count:] for a, rows in self.file.examples.items()}
            probes = [p for p in self.file.probes if p["text"] not in taken]
            found = self.answers(VoiceFile(examples, probes))
            part = [(0.5 if (s := found[p["id"]]["score"]) is None else s, self.same[p["id"]]) for p in probes]
            held = np.mean([not found[p["id"]]["passed"] for p in probes if self.same[p["id"]]])
            yield f"| {count} | {len(part)} | {auc(part):.3f} | {eer(part):.3f} | {brier(part):.3f} | {held:.1%} |"

    def unfiltered(self) -> Iterator[str]:
        """The writer's 20 examples, alone and among what a Sent folder holds besides them."""
        yield from ("| examples | AUC | EER | Brier | true mails held | false ones passed |", "|---|---|---|---|---|---|")
        names = list(self.file.examples)
        mixed = {author: self.sent_folder(author, names[(i + 7) % len(names)]) for i, author in enumerate(names)}
        folders = {
            "20, well mixed": self.file.examples,
            "100 as they lie there": mixed,
            "the same without somebody else's": {a: own[:70] for a, own in mixed.items()},
            "20 and 5 of somebody else's": {a: [*own[:20], *own[70:75]] for a, own in mixed.items()},
        }
        texts = (row["text"] for own in mixed.values() for row in own)
        measured = {**self.measured, **measure_all(text for text in texts if text not in self.measured)}
        for name, examples in folders.items():
            file = VoiceFile(examples, self.file.probes)
            found = self.answers(file, measured)
            part = [(0.5 if (s := found[p["id"]]["score"]) is None else s, self.same[p["id"]]) for p in file.probes]
            held = np.mean([not found[p["id"]]["passed"] for p in file.probes if self.same[p["id"]]])
            passed = np.mean([found[p["id"]]["passed"] for p in file.probes if not self.same[p["id"]]])
            yield f"| {name} | {auc(part):.3f} | {eer(part):.3f} | {brier(part):.3f} | {held:.1%} | {passed:.1%} |"

    def sent_folder(self, author: str, other: str) -> list[Row]:
        """A hundred mails: the author's 20, ten copies each of three of them (templates), 20 one-liners, 30 by somebody else.

        No author of the set has a hundred mails, so this is put together from what makes a Sent folder unlike a chosen set.
        """
        own = list(self.file.examples[author])
        stranger = [*self.file.examples[other], *(p for p in self.file.probes if p["author"] == other and self.same[p["id"]])]
        brief = [{**row, "text": head(self.measured[row["text"]], 1)} for row in own]
        return [*own, *own[:3] * 10, *brief, *stranger[:30]]

    def families(self) -> Iterator[str]:
        """Each family alone and left out."""
        yield from ("| family | alone: AUC | Brier | left out: AUC | Brier |", "|---|---|---|---|---|")
        part = [(s, y) for _, s, y in self.scores()]
        yield f"| all | {auc(part):.3f} | {brier(part):.3f} | | |"
        for family in FAMILIES:
            alone, rest = (self.only(keep) for keep in keeps(family))
            yield f"| {family} | {auc(alone):.3f} | {brier(alone):.3f} | {auc(rest):.3f} | {brier(rest):.3f} |"
        for stream in STREAMS:
            rest = self.only(lambda _, name, out=stream.name: name != out)
            yield f"| ({stream.name}) | | | {auc(rest):.3f} | {brier(rest):.3f} |"
        habits, pieces = ([thing.name for thing in things] for things in (FEATURES, STREAMS))
        alone, rest = (self.only(lambda _, name, kept=kept: name in kept) for kept in (habits, pieces))
        yield f"| (all habits, no pieces) | {auc(alone):.3f} | {brier(alone):.3f} | {auc(rest):.3f} | {brier(rest):.3f} |"

    def only(self, keep: Callable[[str, str], bool]) -> Pairs:
        """Scores when the evidence of everything else is taken away, fitted anew. ``keep`` is asked with family and name."""
        part = copy(self)
        part.__dict__.pop("populations", None)
        part.measured = {text: stripped(measured, keep) for text, measured in self.measured.items()}
        return [(s, y) for _, s, y in part.scores()]

    def calibration(self) -> Iterator[str]:
        """How often a claim with such a score is true."""
        yield from ("| score | probes | mean score | true |", "|---|---|---|---|")
        found = [(s, y) for _, s, y in self.scores()]
        for low in np.arange(0, 1, 0.1):
            part = [(s, y) for s, y in found if low <= s < low + 0.1 or (low > 0.85 and s >= 1)]
            if part:
                mean, true = np.mean([s for s, _ in part]), np.mean([y for _, y in part])
                yield f"| {low:.1f} to {low + 0.1:.1f} | {len(part)} | {mean:.2f} | {true:.2f} |"


def keeps(family: str) -> tuple[Callable[[str, str], bool], Callable[[str, str], bool]]:
    """The family alone, and all others."""
    return lambda of, _: of == family, lambda of, _: of != family


def stripped(text: Measured, keep: Callable[[str, str], bool]) -> Measured:
    """A text of which only some habits and pieces were measured."""
    kept = np.array([keep(f.family, f.name) for f in FEATURES])
    streams = [keep(s.family, s.name) for s in STREAMS]
    nothing, none = Counted(np.zeros(0, np.int64), np.zeros(0)), Pieces(np.zeros(0, np.uint64), np.zeros(0, np.int64))
    return replace(
        text,
        evidence=np.where(kept, text.evidence, 0.0),
        pieces=tuple(p if wanted else none for p, wanted in zip(text.pieces, streams, strict=True)),
        counted=tuple(c if wanted else nothing for c, wanted in zip(text.counted, streams, strict=True)),
    )


def head(text: Measured, least: int) -> str:
    """The text up to the sentence with which its body reaches ``least`` words; the whole text where it does not."""
    words = 0
    for sentence in text.reading.body:
        words += len(sentence.words)
        if words >= least:
            return text.reading.source[: text.reading.span(sentence.start, sentence.end)[1]]
    return text.reading.source


def auc(pairs: Pairs) -> float:
    """Area under the curve, ties counted half."""
    scores, same = np.array([s for s, _ in pairs]), np.array([y for _, y in pairs], bool)
    true, false = np.sort(scores[same]), scores[~same]
    below = np.searchsorted(true, false, "left") + np.searchsorted(true, false, "right")
    return float(1 - below.sum() / 2 / (len(true) * len(false)))


def eer(pairs: Pairs) -> float:
    """Equal error rate."""
    scores, same = np.array([s for s, _ in pairs]), np.array([y for _, y in pairs], bool)
    order = np.argsort(-scores, kind="stable")
    miss, false = 1 - np.cumsum(same[order]) / same.sum(), np.cumsum(~same[order]) / (~same).sum()
    at = int(np.argmin(np.abs(miss - false)))
    return float(miss[at] + false[at]) / 2


def brier(pairs: Pairs) -> float:
    """Mean squared distance of score and truth."""
    return float(np.mean([(s - y) ** 2 for s, y in pairs]))


TABLES = ("by_length", "cut_short", "by_examples", "unfiltered", "families", "calibration")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path)
    parser.add_argument("tables", nargs="+", choices=TABLES)
    parser.add_argument("--truth", type=Path)
    parser.add_argument("--shipped", action="store_true")
    given = parser.parse_args()
    study = Study(given.rows, given.truth, given.shipped)
    for table in given.tables:
        print(f"\n{table}\n")
        for line in getattr(study, table)():
            print(line, flush=True)


if __name__ == "__main__":
    main()
