"""The figures, each defined once. What each means is said for people in ``definitions``."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from functools import lru_cache, reduce
from operator import add

from django.db import connection, transaction
from django.db.models import Case, Count, F, FloatField, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Extract, TruncDate

from drafts.models import LAYERS, Draft, HoldReason
from drafts.report.scope import Scope
from profiles.voice.features import FEATURES

REWRITTEN = 0.3
"""An edit that changes at least this share of the text counts as a rewrite."""

HELD, READY = Q(decision="held"), Q(decision="ready")
REVIEWED = ~Q(review_verdict="")
UNTOUCHED = Q(review_verdict="approved")
OVER = HELD & UNTOUCHED
WRONG = Q(review_verdict="rejected") | Q(review_verdict="edited", review_changed__gte=REWRITTEN)
MISSED = READY & WRONG

WHICH: dict[str, tuple[str, Q]] = {
    "finished": ("Finished drafts", Q()),
    "held": ("Held drafts", HELD),
    "ready": ("Ready drafts", READY),
    "reviewed": ("Reviewed drafts", REVIEWED),
    "over": ("Held, then approved untouched", OVER),
    "missed": ("Ready, then rejected or rewritten", MISSED),
    "approved": ("Approved as written", Q(review_verdict="approved")),
    "edited": ("Approved with edits", Q(review_verdict="edited")),
    "rejected": ("Rejected", Q(review_verdict="rejected")),
    "hurried": ("Approved faster than they can be read", Q(review_hurried=True)),
}
"""The drafts behind each number."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some drafts; two of them added are the counts over both. Rates are None where there is nothing to divide by."""

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
    hurried: int = 0

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

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
    def hurried_rate(self) -> float | None:
        return rate(self.hurried, self.sent)

    @property
    def edited_rate(self) -> float | None:
        return rate(self.edited, self.sent)


def rate(part: int, whole: int) -> float | None:
    return part / whole if whole else None


# --- one pass over the drafts -------------------------------------------------------------------------------------

COUNTED: tuple[tuple[Q, dict[str, Q]], ...] = (
    (
        HELD,
        {
            "held": Q(),
            **{layer: Q(held_by__contains=[layer]) for layer, _ in LAYERS},
            "held_reviewed": REVIEWED,
            "over": UNTOUCHED,
        },
    ),
    (READY, {"ready_reviewed": REVIEWED, "missed": WRONG}),
    (REVIEWED, {verdict: Q(review_verdict=verdict) for verdict in ("approved", "edited", "rejected")}),
    (Q(review_hurried=True), {"hurried": Q()}),
)
"""What is counted, by the name of its figure, under what several have in common: that is looked at once a draft."""

FLAGS = tuple(f.name for f in fields(Figures))[1:]
"""The counts besides all finished ones, in their order."""


@dataclass(frozen=True, slots=True)
class Medians:
    """Half of the reviews lie below each; None where there is none."""

    share_changed: float | None = None
    seconds_to_review: float | None = None
    seconds_on_screen: float | None = None


SENT = Q(review_verdict__in=["approved", "edited"])
MEDIANS = {
    "share_changed": ("review_changed", Q(review_verdict="edited")),
    "seconds_to_review": (Cast(Extract(F("review_at") - F("finished_at"), "epoch"), FloatField()), REVIEWED),
    "seconds_on_screen": ("review_seconds", SENT),
}
"""Of which value, over which drafts."""

GROUPINGS = ("rep", "kind", "week")


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The same counts by rep, by kind and by week (its Monday); medians over all reviews, and by rep."""

    rep: dict[int, Figures]
    kind: dict[str, Figures]
    week: dict[date, Figures]
    medians: Medians = Medians()
    medians_by_rep: dict[int, Medians] = field(default_factory=dict)

    @property
    def total(self) -> Figures:
        return sum(self.rep.values(), Figures())

    def team(self, members: Iterable[int]) -> Figures:
        """The counts of some reps together."""
        return sum((self.rep[pk] for pk in members if pk in self.rep), Figures())


def breakdown(scope: Scope) -> Breakdown:
    """Every count by every grouping, and the medians, in one scan: a year of drafts is read once, whatever is asked of it.

    The ORM says which drafts, and what is counted; MATERIALIZED and GROUPING SETS, which it does not have, are written out.
    """
    if not scope.reps:
        return Breakdown({}, {}, {})
    one_a_draft, params = _one_a_draft(scope).query.sql_with_params()
    halves = ", ".join(f"percentile_cont(0.5) WITHIN GROUP (ORDER BY {name})" for name in MEDIANS)
    sql = (
        f"WITH d AS MATERIALIZED ({one_a_draft}) "  # noqa: S608 - the names are those above
        "SELECT GROUPING(rep_id), GROUPING(kind), GROUPING(day), rep_id, kind, day, flags, count(*), NULL, NULL, NULL "
        "FROM d GROUP BY GROUPING SETS ((rep_id, flags), (kind, flags), (day, flags)) UNION ALL "
        f"SELECT GROUPING(rep_id), NULL, NULL, rep_id, NULL, NULL, NULL, NULL, {halves} "
        f"FROM d WHERE {MOST} IS NOT NULL GROUP BY GROUPING SETS ((rep_id), ())"
    )
    by: dict[str, dict[object, list[int]]] = {name: defaultdict(lambda: [0] * (1 + len(FLAGS))) for name in GROUPINGS}
    medians, medians_by_rep = Medians(), {}
    for *left_out, rep, kind, day, flags, number, changed, to_review, on_screen in _rows(sql, params):
        if number is not None:
            at = left_out.index(0)
            counts = by[GROUPINGS[at]][(rep, kind, day and day - timedelta(days=day.weekday()))[at]]
            for place in _places(flags):
                counts[place] += number
        elif left_out[0]:
            medians = Medians(changed, to_review, on_screen)
        else:
            medians_by_rep[rep] = Medians(changed, to_review, on_screen)
    figures = {name: {key: Figures(*counts) for key, counts in group.items()} for name, group in by.items()}
    return Breakdown(**figures, medians=medians, medians_by_rep=medians_by_rep)


@lru_cache(maxsize=1024)
def _places(flags: int) -> tuple[int, ...]:
    """Places among the fields of ``Figures`` that count such drafts: always the first, and those whose bit is set."""
    return (0, *(1 + place for place in range(len(FLAGS)) if flags >> place & 1))


MOST = "seconds_to_review"
"""Of every reviewed draft there is this one."""


def _one_a_draft(scope: Scope) -> QuerySet[Draft]:
    """One row a draft: what it is grouped by, which counts count it, as the bits of one number, and what the medians are of.

    There are few such numbers, so that a year of drafts becomes some hundred groups, each counted once.
    """
    values = {name: Case(When(q, then=value), output_field=FloatField()) for name, (value, q) in MEDIANS.items()}
    return scope.drafts().values("rep_id", "kind", day=TruncDate("finished_at"), flags=_flags(), **values)


def _flags() -> Combinable:
    """The counts that count a draft, as the bits of one number in the order of ``FLAGS``."""
    bits = {name: Value(1 << place) for place, name in enumerate(FLAGS)}

    def one(name: str, q: Q) -> Combinable:
        return Case(When(q, then=bits[name]), default=Value(0)) if q else bits[name]

    sums = (
        Case(When(common, then=reduce(add, (one(name, q) for name, q in counts.items()))), default=Value(0))
        for common, counts in COUNTED
    )
    return reduce(add, sums)


def flag_rate(scope: Scope) -> Figures:
    """Only how many were finished and held, which needs no review."""
    return Figures(**scope.drafts().aggregate(finished=Count("pk"), held=Count("pk", filter=HELD)))


def _rows(sql: str, params: tuple) -> list[tuple]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64MB'")  # a year of drafts is sorted in memory
        cursor.execute(sql, params)
        return cursor.fetchall()


@dataclass(frozen=True, slots=True)
class Week:
    """Monday to Sunday; ``start`` and ``end`` are cut to the scope's days."""

    start: date
    end: date
    figures: Figures


def weeks(scope: Scope, found: dict[date, Figures]) -> list[Week]:
    """Every week of the scope, oldest first, those without a draft too."""
    monday, listed = scope.since - timedelta(days=scope.since.weekday()), []
    while monday <= scope.until:
        sunday = monday + timedelta(days=6)
        listed.append(Week(max(monday, scope.since), min(sunday, scope.until), found.get(monday, Figures())))
        monday += timedelta(days=7)
    return listed


IN_WORDS = {
    "ambiguous": "a question with two meanings",
    "specific_pricing": "asks for a price no approved fact gives",
    "specific_technical": "asks for a detail no approved fact gives",
    "fact_expired": "the fact that answers it has expired",
    "injection": "the mail gives orders to the writer",
    "legal": "a legal matter",
    "angry": "the prospect is angry",
    "wrong_person": "may be meant for somebody else",
    "non_english": "not in English",
    "too_long": "a mail too long to read whole",
    "out_of_scope": "asks for something no approved fact is about",
    "no_point_fits": "no value point fits the prospect",
    "too_short": "too little text to judge",
    "benefit_missing": "says nothing the prospect would care about",
    "ask_unmet": "leaves something unanswered",
    "ask_restated": "touches on an ask without answering it",
    "expired_fact": "says what has expired, or is meant for other customers",
    "contradicts_fact": "contradicts an approved fact",
    "criticises_rival": "runs another product down",
    "foreign_stretch": "one part does not sound like the rest",
    "not_rewritten": "could not be written again",
    **{feature.name: f"unlike the rep’s mails: {feature.says[0].lower()}{feature.says[1:]}" for feature in FEATURES},
}
"""Reasons whose code says too little by itself: of voice, the habit that weighed most."""


@dataclass(frozen=True, slots=True)
class Reason:
    layer: str
    code: str
    drafts: int
    share: float | None

    @property
    def says(self) -> str:
        return IN_WORDS.get(self.code) or self.code.replace("_", " ").replace("ungrounded", "no source for a")


def reasons(scope: Scope, held: int) -> list[Reason]:
    """Why drafts were held when they were first decided, by code, the most frequent first. A draft has a reason only once."""
    rows = (
        HoldReason.objects.filter(draft__in=scope.drafts().filter(HELD))
        .order_by()
        .values("layer", "code")
        .annotate(n=Count("pk"))
        .order_by("-n", "layer", "code")
    )
    return [Reason(r["layer"], r["code"], r["n"], rate(r["n"], held)) for r in rows]


def behind(scope: Scope, which: str, code: str = "") -> QuerySet[Draft]:
    """The drafts behind a number, newest first."""
    found = scope.drafts().filter(WHICH[which][1])
    if code:
        found = found.filter(reasons__code=code).distinct()
    return found.order_by("-finished_at", "-pk")
