"""What other thresholds would have held, recomputed from the scores that are stored: nothing is judged anew."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.db.models import Case, CharField, Exists, OuterRef, QuerySet, Value, When

from drafts import hold
from drafts.models import LAYERS, Draft, HoldReason
from drafts.report.queries import REWRITTEN, WRONG, _rows, rate
from drafts.report.scope import Scope

STEPS = tuple(range(10, 100, 5))
"""Thresholds shown in the table, in hundredths."""

OUTCOME = Case(
    When(WRONG, then=Value("wrong")),
    When(review_verdict="approved", then=Value("right")),
    default=Value("unknown"),
    output_field=CharField(),
)


@dataclass(frozen=True, slots=True)
class Held:
    """How many of the drafts, of those that turned out wrong and of those that were approved untouched, a threshold holds."""

    drafts: int = 0
    wrong: int = 0
    right: int = 0

    def __add__(self, other: "Held") -> "Held":
        return Held(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @classmethod
    def of(cls, outcome: str, number: int) -> "Held":
        return cls(number, **({outcome: number} if outcome != "unknown" else {}))


@dataclass(frozen=True, slots=True)
class Curve:
    """One layer: ``total`` judged, ``held`` by each threshold of ``STEPS``, and the threshold that stood, on average."""

    layer: str
    label: str
    total: Held
    held: dict[int, Held]
    stood: float | None

    @property
    def nearest(self) -> int:
        """The step next to the threshold that stood; 0 when there was none."""
        return min(STEPS, key=lambda step: abs(step / 100 - self.stood)) if self.stood is not None else 0

    def share(self, step: int) -> float | None:
        return rate(self.held[step].drafts, self.total.drafts)


UNSCORED = Exists(HoldReason.objects.filter(draft=OuterRef("pk"), code__in=hold.SETTLES))
"""Held for what the mail says or asks: a hazard, or an ask that nothing approved answers."""


def first_wordings(scope: Scope) -> QuerySet[Draft]:
    judged = scope.drafts().filter(decided_on__isnull=False)
    return judged.values("id", "decided_on_id", "decision", "held_by", outcome=OUTCOME, unscored=UNSCORED)


def curves(scope: Scope) -> list[Curve]:
    """Every layer at every step, in one pass. A text too short to tell is held whatever the threshold."""
    if not scope.reps:
        return []
    drafts, params = first_wordings(scope).query.sql_with_params()
    found = _rows(
        "SELECT layer, floor(round((score * 100)::numeric, 4))::int, outcome, count(*), sum(threshold) "  # noqa: S608
        f"FROM ({drafts}) AS d JOIN drafts_layerscore AS s ON s.revision_id = d.decided_on_id GROUP BY 1, 2, 3",
        params,
    )
    return [curve(layer, label, [row[1:] for row in found if row[0] == layer]) for layer, label in LAYERS]


def curve(layer: str, label: str, rows: list[tuple]) -> Curve:
    total = sum((Held.of(outcome, n) for _, outcome, n, _ in rows), Held())
    held = {
        step: sum((Held.of(outcome, n) for cent, outcome, n, _ in rows if cent is None or cent < step), Held()) for step in STEPS
    }
    return Curve(layer, label, total, held, rate(sum(threshold for *_, threshold in rows), total.drafts))


@dataclass(frozen=True, slots=True)
class Together:
    """All layers at chosen thresholds: what is ``held`` then, what ``was``, out of ``total``."""

    total: Held
    was: Held
    held: Held


def together(scope: Scope, chosen: Mapping[str, float]) -> Together:
    """Layers not chosen keep the threshold each draft was held to. What was held for another reason than a score stays held."""
    if not scope.reps:
        return Together(Held(), Held(), Held())
    drafts, params = first_wordings(scope).query.sql_with_params()
    layers = "".join(" WHEN layer = %s THEN %s" for _ in chosen)
    threshold = f"CASE{layers} ELSE threshold END" if chosen else "threshold"
    one_a_draft = (
        f"SELECT outcome, decision = 'held' AS was, bool_or(score IS NULL OR score < {threshold}) "  # noqa: S608
        "OR bool_or(passed AND decision = 'held' AND layer = ANY(held_by)) OR (decision = 'held' AND (unscored OR bool_and(passed))) AS held "
        f"FROM ({drafts}) AS d JOIN drafts_layerscore AS s ON s.revision_id = d.decided_on_id "
        "GROUP BY d.id, outcome, decision, unscored"
    )
    pairs = [part for layer, value in chosen.items() for part in (layer, value)]
    rows = _rows(f"SELECT outcome, was, held, count(*) FROM ({one_a_draft}) AS d GROUP BY 1, 2, 3", (*pairs, *params))  # noqa: S608
    return Together(
        sum((Held.of(outcome, n) for outcome, _, _, n in rows), Held()),
        sum((Held.of(outcome, n) for outcome, was, _, n in rows if was), Held()),
        sum((Held.of(outcome, n) for outcome, _, held, n in rows if held), Held()),
    )


DEFINITIONS = (
    (
        "Would have been held",
        "Finished drafts whose first wording scored under the threshold, from the scores stored then. "
        "A text too short to judge is held whatever the threshold is.",
    ),
    (
        "Caught",
        f"Out of the drafts that turned out wrong (rejected, or changed by {REWRITTEN:.0%} of the text or more): "
        "how many this threshold holds. More is better.",
    ),
    ("Held needlessly", "Out of the drafts approved without changing a word: how many this threshold holds. Fewer is better."),
    (
        "The threshold that stood",
        "Marked with ◆: the average of what the drafts were held to. Voice has its own for each rep, so there the mark is about.",
    ),
    (
        "All together",
        "A draft is held when any layer holds it. What was held for another reason than a score, such as an ask no fact covers, "
        "stays held. Thresholds left empty stay as they were.",
    ),
)
