"""The figures, each defined once. What each means is said for people in ``definitions``."""

from dataclasses import dataclass, fields
from datetime import date, timedelta

from django.db.models import Aggregate, Count, DurationField, F, FloatField, Q, QuerySet
from django.db.models.functions import TruncWeek

from drafts.models import LAYERS, Draft, HoldNote
from drafts.report.scope import Scope

REWRITTEN = 0.3
"""An edit that changes at least this share of the text counts as a rewrite."""

HELD, READY = Q(decision="held"), Q(decision="ready")
REVIEWED = Q(review__isnull=False)
OVER = HELD & Q(review__verdict="approved")
MISSED = READY & (Q(review__verdict="rejected") | Q(review__verdict="edited", review__edit_distance__gte=REWRITTEN))

WHICH: dict[str, tuple[str, Q]] = {
    "finished": ("Finished drafts", Q()),
    "held": ("Held drafts", HELD),
    "ready": ("Ready drafts", READY),
    "reviewed": ("Reviewed drafts", REVIEWED),
    "over": ("Held, then approved untouched", OVER),
    "missed": ("Ready, then rejected or rewritten", MISSED),
    "approved": ("Approved as written", Q(review__verdict="approved")),
    "edited": ("Approved with edits", Q(review__verdict="edited")),
    "rejected": ("Rejected", Q(review__verdict="rejected")),
}
"""The drafts behind each number."""


class Median(Aggregate):
    """Half of the values lie below it; PostgreSQL computes it."""

    function = "percentile_cont"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)%(filter)s"
    name = "Median"


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts and medians over some drafts. Rates are None where there is nothing to divide by."""

    finished: int = 0
    held: int = 0
    voice: int = 0
    relevance: int = 0
    value: int = 0
    held_reviewed: int = 0
    over: int = 0
    ready_reviewed: int = 0
    missed: int = 0
    approved: int = 0
    edited: int = 0
    rejected: int = 0
    share_changed: float | None = None
    seconds_to_review: float | None = None
    seconds_on_screen: float | None = None

    @property
    def flag_rate(self) -> float | None:
        return rate(self.held, self.finished)

    @property
    def layers(self) -> list[tuple[str, str, int, float | None]]:
        """(layer, label, count, rate) in the order layers are always shown."""
        return [(layer, label, getattr(self, layer), rate(getattr(self, layer), self.finished)) for layer, label in LAYERS]

    @property
    def over_rate(self) -> float | None:
        return rate(self.over, self.held_reviewed)

    @property
    def miss_rate(self) -> float | None:
        return rate(self.missed, self.ready_reviewed)

    @property
    def sent(self) -> int:
        """Approved, with or without edits."""
        return self.approved + self.edited

    @property
    def edited_rate(self) -> float | None:
        return rate(self.edited, self.sent)


def rate(part: int, whole: int) -> float | None:
    return part / whole if whole else None


COUNTS = {
    "finished": Count("pk"),
    "held": Count("pk", filter=HELD),
    **{layer: Count("pk", filter=HELD & Q(held_by__contains=[layer])) for layer, _ in LAYERS},
    "held_reviewed": Count("pk", filter=HELD & REVIEWED),
    "over": Count("pk", filter=OVER),
    "ready_reviewed": Count("pk", filter=READY & REVIEWED),
    "missed": Count("pk", filter=MISSED),
    "approved": Count("pk", filter=Q(review__verdict="approved")),
    "edited": Count("pk", filter=Q(review__verdict="edited")),
    "rejected": Count("pk", filter=Q(review__verdict="rejected")),
}
MEDIANS = {
    "share_changed": Median("review__edit_distance", filter=Q(review__verdict="edited"), output_field=FloatField()),
    "to_review": Median(F("review__at") - F("finished_at"), output_field=DurationField()),
    "seconds_on_screen": Median(
        "review__seconds_on_screen", filter=Q(review__verdict__in=["approved", "edited"]), output_field=FloatField()
    ),
}


def figures(row: dict) -> Figures:
    to_review = row.get("to_review")
    known = {f.name: row[f.name] for f in fields(Figures) if f.name in row}
    return Figures(**known | {"seconds_to_review": to_review.total_seconds() if to_review else None})


def total(scope: Scope) -> Figures:
    return figures(scope.drafts().aggregate(**COUNTS, **MEDIANS))


@dataclass(frozen=True, slots=True)
class Week:
    """Monday to Sunday; ``start`` and ``end`` are cut to the scope's days."""

    start: date
    end: date
    figures: Figures


def by_week(scope: Scope) -> list[Week]:
    """Every week of the scope, oldest first, empty ones too."""
    rows = scope.drafts().annotate(week=TruncWeek("finished_at")).values("week").annotate(**COUNTS, **MEDIANS)
    found = {row["week"].date(): figures(row) for row in rows}
    monday = scope.since - timedelta(days=scope.since.weekday())
    weeks = []
    while monday <= scope.until:
        weeks.append(Week(max(monday, scope.since), min(monday + timedelta(days=6), scope.until), found.get(monday, Figures())))
        monday += timedelta(days=7)
    return weeks


def by(scope: Scope, field: str) -> dict[object, Figures]:
    """Figures for each value of a field: ``rep``, ``kind`` or ``rep__team``."""
    rows = scope.drafts().values(field).annotate(**COUNTS, **MEDIANS)
    return {row[field]: figures(row) for row in rows}


@dataclass(frozen=True, slots=True)
class Reason:
    layer: str
    code: str
    drafts: int
    share: float | None

    @property
    def says(self) -> str:
        return self.code.replace("_", " ")


def reasons(scope: Scope, held: int) -> list[Reason]:
    """Why drafts were held, by the codes of their notes, the most frequent first."""
    rows = (
        HoldNote.objects.filter(draft__in=scope.drafts().filter(HELD))
        .order_by()
        .values("layer", "code")
        .annotate(n=Count("draft", distinct=True))
        .order_by("-n", "layer", "code")
    )
    return [Reason(r["layer"], r["code"], r["n"], rate(r["n"], held)) for r in rows]


def behind(scope: Scope, which: str, code: str = "") -> QuerySet[Draft]:
    """The drafts behind a number, newest first."""
    found = scope.drafts().filter(WHICH[which][1])
    if code:
        found = found.filter(notes__code=code).distinct()
    return found.order_by("-finished_at", "-pk")
