"""The report, the drafts behind its numbers, and all of it as CSV."""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from drafts.models import LAYERS, Draft
from drafts.report import queries, whatif
from drafts.report.definitions import DEFINITIONS
from drafts.report.queries import WHICH, Breakdown, Figures, Medians
from drafts.report.scope import Scope, reps_for, scope_of
from profiles.models import KINDS, ExampleSet, Rep, Team, VoiceProfile
from profiles.sheets import download

PAGE = 50

Table = tuple[tuple[str, ...], list[tuple]]
"""A header and rows under it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table: ``narrow`` is the query string that leads to exactly its drafts."""

    label: str
    narrow: str
    figures: Figures
    rep: Rep | None = None
    profile: VoiceProfile | None = None
    medians: Medians | None = None


def report(request: HttpRequest) -> HttpResponse:
    scope = scope_of(request.user, request.GET)
    found = queries.breakdown(scope)
    total = found.total
    weeks = queries.weeks(scope, found.week)
    may_see = reps_for(request.user)
    teams = {r.team_id: r.team for r in may_see}
    context = {
        "scope": scope,
        "behind": reverse("report_drafts"),
        "total": total,
        "medians": found.medians,
        "before": queries.flag_rate(scope.before()),
        "weeks": [Line("", scope.with_query(since=w.start.isoformat(), until=w.end.isoformat()), w.figures) for w in weeks],
        "week_days": [w.start for w in weeks],
        "chart": chart(weeks),
        "reps": rep_lines(scope, found),
        "kinds": kind_lines(scope, found),
        "teams": team_lines(scope, found) if len({r.team_id for r in scope.reps}) > 1 else [],
        "reasons": queries.reasons(scope, total.held),
        "definitions": DEFINITIONS,
        "rep_choices": may_see,
        "team_choices": sorted(teams.values(), key=lambda t: t.name) if len(teams) > 1 else [],
        "kind_choices": KINDS,
        "layers": LAYERS,
        "title": title(scope, teams),
    }
    return render(request, "report/flag_rate.html", context)


def title(scope: Scope, teams: dict) -> str:
    if scope.rep:
        return f"Flag rate, {scope.reps[0].name}"
    if scope.team or len(teams) == 1:
        return f"Flag rate, {teams[scope.team or next(iter(teams))].name}"
    return "Flag rate, all teams"


def rep_lines(scope: Scope, found: Breakdown) -> list[Line]:
    """Every rep in scope, also those without a finished draft, with the profile they write with."""
    profiles = current_profiles(scope)
    return [
        Line(
            rep.name,
            scope.with_query(rep=rep.pk),
            found.rep.get(rep.pk, Figures()),
            rep,
            profiles.get(rep.pk),
            found.medians_by_rep.get(rep.pk, Medians()),
        )
        for rep in scope.reps
    ]


def current_profiles(scope: Scope) -> dict[int, VoiceProfile]:
    """The newest built profile of each rep's active set: one query."""
    rows = (
        VoiceProfile.objects.filter(
            rep__in=[r.pk for r in scope.reps],
            status=VoiceProfile.Status.BUILT,
            example_set__status=ExampleSet.Status.ACTIVE,
        )
        .select_related("example_set")
        .defer("data", "held_out_scores")
        .order_by("rep_id", "-version")
        .distinct("rep_id")
    )
    return {p.rep_id: p for p in rows}


def kind_lines(scope: Scope, found: Breakdown) -> list[Line]:
    return [Line(label, scope.with_query(kind=kind), found.kind[kind]) for kind, label in KINDS if kind in found.kind]


def team_lines(scope: Scope, found: Breakdown) -> list[Line]:
    members: dict[Team, list[int]] = {}
    for rep in scope.reps:
        members.setdefault(rep.team, []).append(rep.pk)
    teams = sorted(members.items(), key=lambda item: item[0].name)
    return [Line(team.name, scope.with_query(team=team.pk), found.team(reps)) for team, reps in teams]


def chart(weeks: list[queries.Week]) -> dict:
    """The weeks' rates for the picture; the table under it has the same numbers."""
    series = {layer: [percent(getattr(w.figures, layer), w.figures.finished) for w in weeks] for layer, _ in LAYERS}
    return {
        "days": [w.start.isoformat() for w in weeks],
        "finished": [w.figures.finished for w in weeks],
        "held": [percent(w.figures.held, w.figures.finished) for w in weeks],
        **series,
    }


def percent(part: int, whole: int) -> float | None:
    share = queries.rate(part, whole)
    return None if share is None else round(100 * share, 2)


# --- what other thresholds would have done ------------------------------------------------------------------------


def what_if(request: HttpRequest) -> HttpResponse:
    scope = scope_of(request.user, request.GET)
    chosen, troubles = chosen_thresholds(request.GET)
    curves = whatif.curves(scope)
    may_see = reps_for(request.user)
    context = {
        "scope": scope,
        "troubles": (*scope.troubles, *troubles),
        "curves": curves,
        "pictures": [picture(c) for c in curves],
        "judged": any(c.total.drafts for c in curves),
        "lines": [(step / 100, [(c, c.held[step], c.share(step), c.nearest == step) for c in curves]) for step in whatif.STEPS],
        "chosen": [(layer, label, chosen.get(layer)) for layer, label in LAYERS],
        "together": whatif.together(scope, chosen) if chosen else None,
        "rep_choices": may_see,
        "kind_choices": KINDS,
        "definitions": whatif.DEFINITIONS,
        "csv": scope.with_query(**chosen),
    }
    return render(request, "report/what_if.html", context)


def picture(curve: whatif.Curve) -> dict:
    """A layer's shares over its threshold; a line nobody's review tells anything about is left out."""
    held, total = [curve.held[step] for step in whatif.STEPS], curve.total
    return {
        "layer": curve.layer,
        "stood": curve.stood,
        "thresholds": [step / 100 for step in whatif.STEPS],
        "held": [percent(h.drafts, total.drafts) for h in held],
        "wrong": [percent(h.wrong, total.wrong) for h in held] if total.wrong else None,
        "right": [percent(h.right, total.right) for h in held] if total.right else None,
    }


def chosen_thresholds(query) -> tuple[dict[str, float], list[str]]:
    """The thresholds of the address, by layer, and what was wrong with the others."""
    chosen, troubles = {}, []
    for layer, label in LAYERS:
        text = query.get(layer, "").strip().replace(",", ".")[:20]
        if not text:
            continue
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if 0 <= value <= 1:
            chosen[layer] = value
        else:
            troubles.append(f"“{text}” is no threshold for {label.lower()}: use a number from 0 to 1, such as 0.5.")
    return chosen, troubles


def what_if_table(scope: Scope, found: Breakdown | None = None) -> Table:
    columns = ("would be held", "share", "of wrong caught", "wrong", "of right held needlessly", "right")
    curves = whatif.curves(scope)
    header = ("Threshold", *(f"{c.label}: {column}" for c in curves for column in columns))
    rows = []
    for step in whatif.STEPS:
        cells = [
            (c.held[step].drafts, c.share(step), c.held[step].wrong, c.total.wrong, c.held[step].right, c.total.right)
            for c in curves
        ]
        rows.append((step / 100, *(value for group in cells for value in group)))
    return header, rows


# --- the drafts behind a number -----------------------------------------------------------------------------------


def drafts(request: HttpRequest) -> HttpResponse:
    scope = scope_of(request.user, request.GET)
    which, code = asked_for(request)
    found = (
        queries.behind(scope, which, code)
        .select_related("thread__lead", "rep", "review", "current")
        .defer("brief", "plan")
        .prefetch_related("current__scores", "notes")
    )
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "scope": scope,
        "which": which,
        "label": WHICH[which][0],
        "kind_label": dict(KINDS).get(scope.kind, ""),
        "code": code,
        "page": page,
        "narrow": scope.with_query(which=which, code=code),
    }
    return render(request, "report/drafts.html", context)


def asked_for(request: HttpRequest) -> tuple[str, str]:
    which = request.GET.get("which", "finished")
    if which not in WHICH:
        raise Http404
    return which, request.GET.get("code", "").replace("\x00", "")[:40]


# --- CSV ----------------------------------------------------------------------------------------------------------

FIGURES = (
    ("finished", "Finished"),
    ("held", "Held"),
    ("flag_rate", "Flag rate"),
    ("voice", "Held by voice"),
    ("relevance", "Held by relevance"),
    ("value", "Held by value"),
    ("held_reviewed", "Held and reviewed"),
    ("over", "Over-flagged"),
    ("over_rate", "Over-flagged rate"),
    ("ready_reviewed", "Ready and reviewed"),
    ("missed", "Missed"),
    ("miss_rate", "Missed rate"),
    ("approved", "Approved as written"),
    ("edited", "Approved with edits"),
    ("rejected", "Rejected"),
    ("hurried", "Approved faster than it can be read"),
    ("hurried_rate", "Share of the approved"),
)
MEDIANS = (
    ("share_changed", "Median share changed"),
    ("seconds_to_review", "Median seconds to review"),
    ("seconds_on_screen", "Median seconds on screen"),
)


def as_csv(request: HttpRequest, table: str) -> HttpResponse:
    """One of the report's tables, or its drafts one a row, for the same scope."""
    scope = scope_of(request.user, request.GET)
    if table == "drafts":
        which, code = asked_for(request)
        return download(named(scope, table), DRAFT_COLUMNS, draft_rows(queries.behind(scope, which, code)))
    if table not in TABLES:
        raise Http404
    return download(named(scope, table), *TABLES[table](scope, queries.breakdown(scope)))


def reasons_table(scope: Scope, found: Breakdown) -> Table:
    rows = [(r.layer, r.code, r.says, r.drafts, r.share) for r in queries.reasons(scope, found.total.held)]
    return ("Layer", "Reason", "In words", "Drafts", "Share of held"), rows


def weeks_table(scope: Scope, found: Breakdown) -> Table:
    return titles("Week from", FIGURES), [(w.start, *values(w.figures, FIGURES)) for w in queries.weeks(scope, found.week)]


def reps_table(scope: Scope, found: Breakdown) -> Table:
    lines = rep_lines(scope, found)
    rows = [(line.label, *values(line.figures, FIGURES), *values(line.medians, MEDIANS)) for line in lines]
    return titles("Rep", FIGURES + MEDIANS), rows


def kinds_table(scope: Scope, found: Breakdown) -> Table:
    return titles("Kind", FIGURES), [(line.label, *values(line.figures, FIGURES)) for line in kind_lines(scope, found)]


def teams_table(scope: Scope, found: Breakdown) -> Table:
    return titles("Team", FIGURES), [(line.label, *values(line.figures, FIGURES)) for line in team_lines(scope, found)]


def titles(first: str, columns: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return (first, *(title for _, title in columns))


def values(row: object, columns: tuple[tuple[str, str], ...]) -> list:
    return [getattr(row, name) for name, _ in columns]


TABLES = {
    "weeks": weeks_table,
    "reps": reps_table,
    "kinds": kinds_table,
    "teams": teams_table,
    "reasons": reasons_table,
    "what-if": what_if_table,
}


def named(scope: Scope, table: str) -> str:
    return f"voicedesk-{table}-{scope.since}-to-{scope.until}"


DRAFT_COLUMNS = (
    "Draft", "Rep", "Team", "Lead", "Company", "Kind", "Finished", "Decision", "Held by",
    "Voice now", "Relevance now", "Value now", "State now", "Verdict", "Reason", "Reviewed", "Share changed", "Seconds on screen",
)  # fmt: skip


def draft_rows(found):
    """A row a draft, read in portions, so that a year of them takes no memory to speak of."""
    rows = found.select_related("thread__lead", "rep__team", "review").defer("brief", "plan").prefetch_related("current__scores")
    for draft in rows.iterator(chunk_size=500):
        yield draft_row(draft)


def draft_row(draft: Draft) -> tuple:
    scores = {s.layer: s.score for s in draft.current.scores.all()} if draft.current else {}
    review = getattr(draft, "review", None)
    lead = draft.thread.lead
    return (
        draft.pk, draft.rep.name, draft.rep.team.name, lead.name, lead.company, draft.get_kind_display(), draft.finished_at,
        draft.decision, " ".join(draft.held_by), *(scores.get(layer) for layer, _ in LAYERS), draft.get_status_display(),
        review.get_verdict_display() if review else "", review.get_reason_display() if review and review.reason else "",
        review.at if review else None, review.edit_distance if review else None, review.seconds_on_screen if review else None,
    )  # fmt: skip
