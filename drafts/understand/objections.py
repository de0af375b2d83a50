"""Standing objections: which sentence objects, to what, and which approved response it calls for."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from drafts.domain import Objection
from drafts.understand.cues import OBJECTING, Act, Cue, read_cues
from drafts.understand.patterns import OBJECTIONS, PATTERNS
from drafts.understand.reading import Unit, read
from profiles.embedding import similarities

CONCERNS = {concern: PATTERNS[concern] for concern in OBJECTIONS}
"""The concerns an objection can voice, each with its unmistakable wordings."""
ALSO = 0.6
"""Probability, all cues equally likely beforehand, from which a further sentence of an objecting mail objects too."""
SPEAKS_TO = 0.3
"""Share of an approved objection's title that a concern must have for the title to be about it."""
MATCHES = 0.35
"""How well an approved objection must fit what was said, from 0 to 1, to be its answer."""


@dataclass(frozen=True, slots=True)
class Objecting:
    """A unit that objects, the concern it voices, and the approved objection that speaks to it (``id`` empty for none)."""

    unit: Unit
    concern: str
    id: str = ""
    title: str = ""


def find_objections(act: Act, known: tuple[Objection, ...]) -> tuple[Objecting, ...]:
    """The sentences that object, in order, each with the approved objection nearest to it; none unless the mail as a whole
    more likely objects than does anything else."""
    if not act.objecting:
        return ()
    voiced = act.shown_by(act.among(OBJECTING))
    return tuple(_objecting(cue, known) for cue in act.cues if cue is voiced or objects(cue))


def objects(cue: Cue) -> bool:
    """True when a sentence of an objecting mail is one of those that object."""
    return cue.of(OBJECTING) >= ALSO


def _objecting(cue: Cue, known: tuple[Objection, ...]) -> Objecting:
    concern = cue.among(OBJECTING)
    voiced = _share(cue.chances)
    near = similarities([cue.unit.text], [o.objection for o in known])[0] if known and cue.embedded else [0.0] * len(known)
    fits = [(0.6 * _overlap(voiced, _of_title(o.objection)) + 0.4 * float(s), o) for s, o in zip(near, known, strict=True)]
    fit, best = max(fits, key=lambda pair: pair[0], default=(0.0, None))
    if best is None or fit < MATCHES:
        return Objecting(cue.unit, concern)
    return Objecting(cue.unit, concern, best.id, best.objection)


def _share(chances: Mapping[str, float]) -> dict[str, float]:
    """The chances among the objections alone."""
    total = sum(chances[c] for c in OBJECTING) or 1.0
    return {c: chances[c] / total for c in OBJECTING}


def _overlap(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    """Bhattacharyya coefficient: 1 for the same distribution, 0 for none in common."""
    return sum(math.sqrt(left[c] * right[c]) for c in OBJECTING)


@lru_cache(maxsize=512)
def _of_title(title: str) -> dict[str, float]:
    units = read(title).units
    return _share(read_cues(units[:1], 1)[0].chances) if units else dict.fromkeys(OBJECTING, 1 / len(OBJECTING))


def concern_of(title: str) -> frozenset[str]:
    """The concerns an approved objection's title speaks to; at least one."""
    shares = _of_title(title)
    return frozenset(c for c, share in shares.items() if share >= SPEAKS_TO) or frozenset({max(shares, key=shares.__getitem__)})
