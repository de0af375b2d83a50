"""Standing objections: which sentence objects, to what, and which approved response it calls for."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from drafts.domain import Objection
from drafts.understand.cues import OBJECTING, Act, Cue, read_cues
from drafts.understand.numbers import load
from drafts.understand.patterns import OBJECTIONS, PATTERNS
from drafts.understand.reading import Unit, read
from drafts.understand.wanted import ASKS_AT, Wanted
from profiles.embedding import similarities
from profiles.judgement import Span

CONCERNS = {concern: PATTERNS[concern] for concern in OBJECTIONS}
"""The concerns an objection can voice, each with its unmistakable wordings."""
OBJECTS_AT, ASKING_OBJECTS_AT = 0.3, 0.4
"""Probability from which a mail is answered as an objection; the higher one holds for a mail that also asks something."""
SURE_AT = 0.34
"""Probability below which a mail that only tells may be news as well as an objection."""
VOICES_AT = 0.3
"""Probability from which a clause of an objecting mail voices an objection."""
PLAIN_AT = 0.8
"""Probability by its cues from which a sentence of an objecting mail objects too."""
MOST_VOICED = 6
"""Sentences of a mail that are answered as objections: each costs a vector."""
LEAST = 1e-3
"""Kept away from 0 and 1 by this, so that neither evidence alone is certain."""
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


def find_objections(act: Act, wants: Mapping[Span, Wanted], known: tuple[Objection, ...]) -> tuple[Objecting, ...]:
    """The sentences that object, in order, each with the approved objection nearest to it; none unless the mail as a whole
    objects, given whether it asks something, too."""
    asking = any(w.asks >= ASKS_AT for w in wants.values())
    if not act.cues or act.unsafe or objects(act, wants) < (ASKING_OBJECTS_AT if asking else OBJECTS_AT):
        return ()
    looked = {cue.unit: cue for cue in act.cues}
    voiced = [w for w in wants.values() if _voices(w, looked.get(w.heard.clause.unit))]
    asked = {w.heard.clause.unit for w in wants.values() if w.asks >= ASKS_AT and w.heard.clause.listed}
    shown = act.shown_by(act.among(OBJECTING)).unit
    units = tuple(dict.fromkeys(w.heard.clause.unit for w in voiced))[:MOST_VOICED] or ((shown,) if shown not in asked else ())
    cues = {cue.unit: cue for cue in read_cues([u for u in units if u not in looked], len(units))} | looked
    return tuple(_objecting(cues[unit], known) for unit in units)


def _voices(wanted: Wanted, cue: Cue | None) -> bool:
    """Whether a clause of an objecting mail is one of those that object: it likely does, or its sentence's cues leave hardly a doubt."""
    chance = wanted.chances["objection"] if not wanted.heard.clause.listed else 0.0
    return chance >= VOICES_AT or (cue is not None and cue.of(OBJECTING) >= PLAIN_AT and wanted.asks < 0.5)


def objects(act: Act, wants: Mapping[Span, Wanted]) -> float:
    """Probability that a mail objects: its words, what its clauses want and what it does by its cues, weighed together as ``fit.py``
    found."""
    numbers = load("objecting")
    noticed = frozenset().union(*(w.evidence for w in wants.values()))
    margin = numbers["on_words"][list(noticed)].astype(float).sum() + numbers["bias"]
    margin += numbers["on_signs"] @ np.array(signs(act, [w.chances["objection"] for w in wants.values()]))
    return float(1 / (1 + np.exp(-margin)))


def signs(act: Act, voiced: Iterable[float]) -> list[float]:
    """What speaks for an objection, as log odds: that one of the clauses voices one, and that the mail's cues do."""
    return [log_odds(1 - math.prod(1 - chance for chance in voiced)), log_odds(act.of(OBJECTING))]


def log_odds(chance: float) -> float:
    """Of a probability, kept finite."""
    return math.log((chance + LEAST) / (1 - chance + LEAST))


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
