"""A rep's own reviews as they are recorded: what a manager sees in figures, the rep sees one by one."""

from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from drafts import attention
from drafts.models import Review

DAYS = 30
SHOWN = 50


@dataclass(frozen=True, slots=True)
class Line:
    review: Review
    words: int
    reading_seconds: int


def record(request: HttpRequest) -> HttpResponse:
    """The last thirty days of one's own reviews; only a rep has any."""
    if not hasattr(request.user, "rep"):
        raise Http404
    since = timezone.now() - timedelta(days=DAYS)
    found = Review.objects.filter(reviewer=request.user, at__gte=since).order_by("-at")
    facts = list(found.values_list("verdict", "hurried", "seconds_on_screen"))
    sent = [seconds for verdict, _, seconds in facts if verdict != Review.Verdict.REJECTED]
    shown = found.select_related("draft__thread__lead").defer("draft__brief", "draft__plan", "draft__words")[:SHOWN]
    context = {
        "days": DAYS,
        "total": len(facts),
        "counts": [(verdict.label, sum(v == verdict for v, _, _ in facts)) for verdict in Review.Verdict],
        "hurried": sum(hurried for _, hurried, _ in facts),
        "sent": len(sent),
        "typical": median(sent) if sent else None,
        "streak": attention.streak(request.user),
        "long_streak": attention.LONG_STREAK,
        "words_a_second": attention.WORDS_A_SECOND,
        "lines": [Line(r, len(r.text.split()), attention.reading_seconds(r.text)) for r in shown],
    }
    return render(request, "desk/record.html", context)
