"""The rep's stock moves, mined from their own replies: kept or dropped by them or by sales ops, once a profile."""

from dataclasses import dataclass
from itertools import groupby

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from drafts import convert
from drafts.domain import Kind
from drafts.writers.offline import Move, mined_moves
from profiles.models import Example, Rep
from profiles.moves import choose_moves

PLACES = {
    "open": "Opens a mail",
    "aside": "In brackets behind a first question",
    "ask": "Asks after something left open",
    "when": "Confirms a time",
    "frame": "Introduces a benefit",
    "remark": "In between",
    "welcome": "Welcomes somebody along",
    "close": "Asks for the next step or ends a mail",
}
KINDS = {
    Kind.INBOUND_FIRST: "first replies",
    Kind.NUDGE: "nudges",
    Kind.MEETING: "meetings",
    Kind.OBJECTION: "objections",
    Kind.OTHER: "others",
}
SLOTS = {"<when>": "[the time]", "<person>": "[the person]", "<people>": "[the people]"}


@dataclass(frozen=True, slots=True)
class Shown:
    """One move as the page shows it."""

    id: str
    text: str
    kind: str
    sent_on: str
    claims_action: bool
    kept: bool


def moves(request: HttpRequest, pk: int) -> HttpResponse:
    """What is used of a rep's own sentences; only the rep and sales ops may choose, their manager looks on."""
    rep = get_object_or_404(Rep.objects.for_user(request.user).select_related("team"), pk=pk)
    profile = rep.current_profile()
    found = _mined(rep, profile) if profile else ()
    may_choose = rep.user_id == request.user.pk or request.user.is_ops
    if request.method == "POST" and profile:
        if not may_choose:
            raise Http404
        dropped = choose_moves(profile, request.user, shown={m.id for m in found}, kept=set(request.POST.getlist("keep")))
        messages.success(
            request, f"Kept. {dropped} of {len(found)} moves will not be used." if dropped else "Kept. All may be used."
        )
        return redirect("moves", pk)
    places = [
        (PLACES[role], [_shown(m, profile.dropped_moves) for m in group]) for role, group in groupby(found, lambda m: m.role)
    ]
    context = {"rep": rep, "profile": profile, "places": places, "may_choose": may_choose, "own": rep.user_id == request.user.pk}
    return render(request, "voices/moves.html", context)


def _mined(rep: Rep, profile) -> tuple[Move, ...]:
    examples = Example.objects.filter(example_set_id=profile.example_set_id, included=True)
    found = mined_moves(convert.to_rep(rep, examples), convert.to_knowledge(rep.team))
    order = list(PLACES)
    return tuple(sorted(found, key=lambda m: (order.index(m.role), list(KINDS).index(m.kind), m.text)))


def _shown(move: Move, dropped: list[str]) -> Shown:
    text = move.text
    for slot, words in SLOTS.items():
        text = text.replace(slot, words)
    return Shown(move.id, text, KINDS[move.kind], f"{move.sent_on:%-d %B %Y}", move.claims_action, move.id not in dropped)
