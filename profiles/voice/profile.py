"""What is learned of one writer: measured habits, not adjectives."""

import base64
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from profiles.voice.features import FEATURES, STREAMS, Rate
from profiles.voice.kinds import KindHabits, kind_habits
from profiles.voice.measure import Measured, measure
from profiles.voice.model import Imprint, Model, build, imprint
from profiles.voice.pieces import Counted
from profiles.voice.population import LEVELS, Population, shipped
from profiles.voice.sample import Sample

FORMAT = 3

LINES = 2
"""Own lines kept of a habit."""

LONGEST_LINE = 240
"""Letters of the longest line kept."""


class ProfileOutdated(ValueError):
    """A stored profile that was built with other numbers or in another format; it has to be built again."""


class NoSamples(ValueError):
    """A profile cannot be learned from nothing."""


@dataclass(frozen=True, slots=True)
class Own:
    """A writer's own numbers for one habit: mean and quantiles over the samples that hold evidence.

    ``lines`` count into the profile's ``lines``: sentences that show it.
    """

    value: float
    quantiles: tuple[float, ...]
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class VoiceProfile:
    """One writer's voice, as learned from the samples named in ``ids``.

    ``texts`` holds the samples as numbers (habits and pieces, packed): what a new text is compared with, and what each of them is
    judged against when it is held out. No sample can be read from it; ``lines`` are the few sentences
    that are kept to show habits by. ``population`` names the numbers it was built with.
    """

    population: str
    ids: tuple[str, ...]
    texts: str
    kinds: Mapping[str, KindHabits] = field(default_factory=dict)
    habits: Mapping[str, Own] = field(default_factory=dict)
    lines: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.population, self.ids, self.texts))

    @property
    def size(self) -> int:
        """How many samples it was learned from."""
        return len(self.ids)

    @property
    def mean(self) -> tuple[float, ...]:
        """Mean of each habit in standard deviations from the usual, in the order of ``FEATURES``."""
        return tuple(self.model.mean.tolist())

    @cached_property
    def imprints(self) -> tuple[Imprint, ...]:
        """The samples as numbers, in the order of ``ids``."""
        return unpack(self.texts)

    @cached_property
    def model(self) -> Model:
        """The writer as numbers, from all samples."""
        return build(self.imprints)

    def to_json(self) -> dict[str, Any]:
        """A plain JSON object that :meth:`from_json` reads back without loss."""
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "VoiceProfile":
        """Raises :class:`ProfileOutdated` when the stored profile cannot be compared with the shipped numbers."""
        if stored.get("format") != FORMAT or stored.get("population") != shipped().version:
            raise ProfileOutdated("This profile was built by an earlier version: build it again.")
        return cls(
            population=stored["population"],
            ids=tuple(stored["ids"]),
            texts=stored["texts"],
            kinds={kind: KindHabits.from_json(habits) for kind, habits in stored["kinds"].items()},
            habits={n: Own(o["value"], tuple(o["quantiles"]), tuple(o["lines"])) for n, o in stored["habits"].items()},
            lines=tuple(stored["lines"]),
        )


def learn(samples: Sequence[Sample], cohort: Sequence[VoiceProfile] = (), population: Population | None = None) -> VoiceProfile:
    """A writer's profile from their samples. Raises :class:`NoSamples` when there are none.

    ``cohort`` is accepted for symmetry with :func:`judge` and changes nothing: colleagues count when a text is judged, so that a
    profile does not go stale with theirs.
    """
    return learn_measured(samples, [measure(s.doc) for s in samples], population or shipped())


def learn_measured(samples: Sequence[Sample], measured: Sequence[Measured], population: Population) -> VoiceProfile:
    """:func:`learn` for samples that are measured already."""
    if not samples:
        raise NoSamples("There is nothing to learn a voice from.")
    habits, lines = _own(measured)
    return VoiceProfile(
        population=population.version,
        ids=tuple(s.id for s in samples),
        texts=pack([imprint(m, population) for m in measured]),
        kinds=kind_habits(samples, [m.reading for m in measured]),
        habits=habits,
        lines=lines,
    )


def pack(imprints: Sequence[Imprint]) -> str:
    """Texts as one string: compressed arrays in base64."""
    arrays = {
        "habits": np.array([i.habits for i in imprints], np.float16),
        "words": np.array([i.words for i in imprints], np.uint16),
    }
    for n, stream in enumerate(STREAMS):
        counted = [i.counted[n] for i in imprints]
        arrays[f"length_{stream.name}"] = np.array([len(c.ids) for c in counted], np.uint16)
        arrays[f"step_{stream.name}"] = np.concatenate([np.diff(c.ids, prepend=0) for c in counted]).astype(np.uint16)
        repeats = np.concatenate([np.rint(np.expm1(c.weights)) for c in counted])
        arrays[f"repeats_{stream.name}"] = np.minimum(repeats, np.iinfo(np.uint8).max).astype(np.uint8)
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return base64.b64encode(out.getvalue()).decode("ascii")


def unpack(texts: str) -> tuple[Imprint, ...]:
    """What :func:`pack` was given; habits to three digits."""
    with np.load(io.BytesIO(base64.b64decode(texts)), allow_pickle=False) as arrays:
        habits, words = arrays["habits"].astype(float), arrays["words"].tolist()
        streams = [_counted(*(arrays[f"{part}_{s.name}"] for part in ("length", "step", "repeats"))) for s in STREAMS]
    return tuple(Imprint(own, tuple(counted[i] for counted in streams), words[i]) for i, own in enumerate(habits))


def _counted(lengths: np.ndarray, steps: np.ndarray, repeats: np.ndarray) -> list[Counted]:
    ends = np.cumsum(lengths, dtype=np.int64)[:-1]
    parts = zip(np.split(steps.astype(np.int64), ends), np.split(repeats.astype(float), ends), strict=True)
    return [Counted(np.cumsum(step), np.log1p(repeat)) for step, repeat in parts]


def _own(measured: Sequence[Measured]) -> tuple[dict[str, Own], tuple[str, ...]]:
    """(numbers a habit, the lines they point to)."""
    value, evidence = np.array([m.value for m in measured]), np.array([m.evidence for m in measured])
    lines: dict[str, int] = {}
    used: Counter[str] = Counter()
    found = {}
    for i, feature in enumerate(FEATURES):
        known = np.sort(value[:, i][evidence[:, i] > 0])
        if len(known):
            quantiles = np.interp(np.multiply(LEVELS, len(known) - 1), np.arange(len(known)), known)
            chosen = _lines(measured, i, float(known.mean()), used)
            used.update(chosen)
            shown = tuple(lines.setdefault(line, len(lines)) for line in chosen)
            found[feature.name] = Own(round(float(known.mean()), 4), tuple(np.round(quantiles, 4).tolist()), shown)
    return found, tuple(lines)


def _lines(measured: Sequence[Measured], i: int, usual: float, used: Counter[str]) -> list[str]:
    """Sentences that show a habit, one a sample: of numbers the one nearest the usual, and rather lines that show no other habit yet.

    What spans several sentences is shown by none of them.
    """
    found: dict[str, None] = {}
    for m in measured:
        count = m.counts[i]
        if count is None or not count.where:
            continue
        nearest = 0 if isinstance(count, Rate) else min(range(len(count.where)), key=lambda n: abs(count.values[n] - usual))
        start, end = place = count.where[nearest]
        sentence = next((s for s in m.reading.body if s.start <= start < s.end), None)
        if sentence and end > sentence.end:
            continue
        line = m.reading.text((sentence.start, sentence.end) if sentence else place)
        if len(line) <= LONGEST_LINE:
            found[line] = None
        if sum(not used[line] for line in found) == LINES:
            break
    return sorted(found, key=lambda line: used[line])[:LINES]
