"""The queue: a rep's drafts, oldest first, in one table, filtered by links."""

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from urllib.parse import urlencode

from django.db.models import Count, Min, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from drafts.models import Draft
from drafts.review import shown
from drafts.review.undo import undoable
from profiles.models import KINDS, User

Status = Draft.Status

STATES: dict[str, tuple[str, tuple[str, ...]]] = {
    "": ("To review", (Status.READY, Status.HELD)),
    "ready": ("Ready", (Status.READY,)),
    "held": ("Held", (Status.HELD,)),
    "writing": ("Being written", (Status.QUEUED, Status.WRITING)),
    "unwritten": ("Not written", (Status.FAILED, Status.SKIPPED)),
    "done": ("Done", (Status.APPROVED, Status.EDITED, Status.REJECTED)),
}
NEWEST_FIRST = ("unwritten", "done")
UNCOUNTED = ("unwritten", "done")
"""Grow for ever and are history: counting them would cost more than it tells."""

PAGE = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for; whatever it does not know is taken as "no filter"."""

    state: str = ""
    kind: str = ""
    words: str = ""
    page: int = 1

    @classmethod
    def of(cls, query) -> "Wanted":
        state, kind, page = query.get("state", ""), query.get("kind", ""), query.get("page", "")
        return cls(
            state if state in STATES else "",
            kind if kind in dict(KINDS) else "",
            query.get("q", "").replace("\x00", "").strip()[:200],
            max(1, min(int(page), 10_000)) if page.isdecimal() and len(page) < 10 else 1,
        )

    def link(self, **changes) -> str:
        now = {"state": self.state, "kind": self.kind, "q": self.words, **changes}
        kept = urlencode({k: v for k, v in now.items() if v})
        return reverse("queue") + (f"?{kept}" if kept else "")


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    href: str
    current: bool
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    pk: int
    lead: str
    about: str
    kind: str
    wants: str
    more: int
    badges: list[shown.Badge]
    status: str
    status_label: str
    since: datetime
    because: str
    rep: str


def desk(user: User) -> QuerySet[Draft]:
    """A rep's desk is their own; who has no desk looks over those they may see."""
    return Draft.objects.of_rep_user(user) if hasattr(user, "rep") else Draft.objects.for_user(user)


def queue(request: HttpRequest) -> HttpResponse:
    """The page, or only its table where the table asks for itself; nothing at all while nothing changed."""
    wanted = Wanted.of(request.GET)
    drafts = desk(request.user)
    counts = Counts.of(drafts)
    rows, more = page_of(drafts, wanted)
    if not rows and wanted.page > 1:
        wanted = replace(wanted, page=last_page(drafts, wanted))
        rows, more = page_of(drafts, wanted)
    stamp = stamped(rows, counts)
    if request.htmx and request.GET.get("stamp") == stamp:
        return HttpResponse(status=204)
    context = {
        "wanted": wanted,
        "title": STATES[wanted.state][0],
        "newest_first": wanted.state in NEWEST_FIRST,
        "rows": rows,
        "stamp": stamp,
        "counts": counts,
        "states": state_links(wanted, counts),
        "kinds": kind_links(wanted, counts),
        "next_page": wanted.link(page=wanted.page + 1) if more else "",
        "earlier_page": wanted.link(page=wanted.page - 1) if wanted.page > 1 else "",
        "own": hasattr(request.user, "rep"),
        "undo": None if request.htmx else undoable(request.user),
        "here": wanted.link(page=wanted.page if wanted.page > 1 else ""),
    }
    return render(request, "desk/queue.html#rows" if request.htmx else "desk/queue.html", context)


def page_of(drafts: QuerySet[Draft], wanted: Wanted) -> tuple[list[Row], bool]:
    """One page of rows, and whether there is another: three queries, however many drafts."""
    order = ("-created_at", "-pk") if wanted.state in NEWEST_FIRST else ("created_at", "pk")
    start = (wanted.page - 1) * PAGE
    found = (
        narrowed(drafts, wanted)
        .order_by(*order)
        .select_related("thread__lead", "answers", "current", "rep")
        .defer("answers__raw", "answers__quoted", "answers__left_out", "answers__hidden", "plan", "words")
        .prefetch_related("current__scores", "notes")[start : start + PAGE + 1]
    )
    rows = [row(draft) for draft in found]
    return rows[:PAGE], len(rows) > PAGE


def last_page(drafts: QuerySet[Draft], wanted: Wanted) -> int:
    """Where who asks for a page there is not any more finds something: counted only then."""
    return max(1, -(-narrowed(drafts, wanted).order_by().count() // PAGE))


def narrowed(drafts: QuerySet[Draft], wanted: Wanted) -> QuerySet[Draft]:
    drafts = drafts.filter(status__in=STATES[wanted.state][1])
    if wanted.kind:
        drafts = drafts.filter(kind=wanted.kind)
    for word in wanted.words.split()[:6]:
        drafts = drafts.filter(words__icontains=word)
    return drafts


def row(draft: Draft) -> Row:
    lead, asks = draft.thread.lead, draft.brief.get("asks", [])
    scores = draft.current.scores.all() if draft.current else ()
    holding = {n.layer for n in draft.notes.all()} if draft.status == Status.HELD else ()
    return Row(
        draft.pk,
        str(lead),
        " · ".join(part for part in (lead.company, lead.role) if part),
        draft.get_kind_display() if draft.kind else "",
        first_ask(draft, asks),
        max(0, len(asks) - 1),
        shown.badges(scores, holding),
        draft.status,
        draft.get_status_display(),
        draft.created_at,
        draft.ended_because,
        draft.rep.name,
    )


def first_ask(draft: Draft, asks: list[dict]) -> str:
    """What they want, in their words: the first ask as it stands in the mail, else the first line that says something."""
    if asks:
        said, (start, end) = asks[0]["text"], asks[0].get("span") or (0, 0)
        words = draft.answers.text[start:end]
        return words if words and words in said else said
    lines = draft.answers.text.strip().splitlines() or [draft.thread.subject]
    return " ".join(next((line for line in lines if len(line.split()) > 3), lines[0]).split())[:200]


# --- counts and links ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counts:
    """How many unsent drafts there are, by state and kind: one query over what is on a desk or in the works."""

    by: dict[tuple[str, str], int]
    oldest: datetime | None

    @classmethod
    def of(cls, drafts: QuerySet[Draft]) -> "Counts":
        found = drafts.unsent().order_by().values("status", "kind").annotate(n=Count("pk"), oldest=Min("created_at"))
        rows = list(found)
        waiting = [r["oldest"] for r in rows if r["status"] in STATES[""][1]]
        return cls({(r["status"], r["kind"]): r["n"] for r in rows}, min(waiting, default=None))

    def number(self, state: str, kind: str = "") -> int:
        return sum(n for (status, of), n in self.by.items() if status in STATES[state][1] and kind in ("", of))

    @property
    def ready(self) -> int:
        return self.number("ready")

    @property
    def held(self) -> int:
        return self.number("held")

    @property
    def waiting(self) -> int:
        return self.ready + self.held

    @property
    def writing(self) -> int:
        return self.number("writing")


def state_links(wanted: Wanted, counts: Counts) -> list[Link]:
    return [
        Link(
            label,
            wanted.link(state=state),
            wanted.state == state,
            None if state in UNCOUNTED else counts.number(state, wanted.kind),
        )
        for state, (label, _) in STATES.items()
    ]


def kind_links(wanted: Wanted, counts: Counts) -> list[Link]:
    """Every kind that has drafts in the chosen state, and the chosen one; "any" undoes the choice."""
    counted = wanted.state not in UNCOUNTED
    links = [Link("Any kind", wanted.link(kind=""), not wanted.kind)]
    for kind, label in KINDS:
        number = counts.number(wanted.state, kind)
        if number or kind == wanted.kind or not counted:
            links.append(Link(label, wanted.link(kind=kind), wanted.kind == kind, number if counted else None))
    return links


def stamped(rows: list[Row], counts: Counts) -> str:
    """Changes whenever the table would look different, and with the minute, for the ages in it."""
    seen = repr((rows, sorted(counts.by.items()), int(timezone.now().timestamp() // 60)))
    return blake2b(seen.encode(), digest_size=8).hexdigest()
