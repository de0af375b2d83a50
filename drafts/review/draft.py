"""One draft: the thread on one side, the text on the other, under it what is off and why."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django_htmx.http import HttpResponseClientRefresh

from drafts import actions
from drafts.delivery.message import addressee
from drafts.models import Draft, Message, Review, Revision
from drafts.review import shown
from drafts.review.compare import Change, changes
from drafts.review.handed import handed
from drafts.review.lookup import visible
from drafts.review.marks import Piece, for_browser, pieces
from drafts.review.undo import undoable
from drafts.writers import wishes

ON_DESK = (Draft.Status.READY, Draft.Status.HELD)
IN_THE_WORKS = (Draft.Status.QUEUED, Draft.Status.WRITING)

APPROVE = {"none": "Approve", "smtp": "Approve and send", "imap": "Approve and put in Drafts"}
"""What the main action says it does, by the way a text goes on."""

ALTHOUGH_HELD = {
    "none": "it is yours to copy",
    "smtp": "it is sent",
    "imap": "it goes to your Drafts",
}
"""What approving a held draft does: the same as with any other."""

APPROVED = {
    "none": "The text is below: copy it into your mail.",
    "smtp": "It is sent from your address in a moment; this page says when it is delivered.",
    "imap": "It goes to the Drafts folder of your mailbox in a moment; you send it from there.",
}
"""What happens next, said after it was done."""


def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """The page. Where it polls for a draft being written, nothing until there is something to see, then a fresh page."""
    found = get_object_or_404(visible(request.user), pk=pk)
    if request.htmx:
        seen = request.GET.get("status", "")
        return HttpResponse(status=204) if seen == found.status else HttpResponseClientRefresh()
    if found.status in ON_DESK and found.rep.user_id == request.user.pk:
        actions.mark_shown(found, request.user)
    return page(request, found)


def page(
    request: HttpRequest, found: Draft, *, typed: str | None = None, refused: str = "", status: int = 200, **more
) -> HttpResponse:
    """The whole page; ``typed`` is what the person wrote when a deed of theirs was ``refused``, so that it is not lost."""
    scores = found.current.scores.all() if found.current else ()
    asked = shown.asks(found, scores)
    listed, source_marks = shown.origins(found, shown.sources(found), asked)
    rounds = rounds_of(found)
    judged = shown.judged(scores, found.notes.all(), hasattr(found, "review"))
    text = found.current.text if found.current else ""
    left = left_over(found, typed, more.get("posted", {}))
    typed = None if left else typed
    context = {
        "draft": found,
        "lead": found.thread.lead,
        "mails": mails(found),
        "asks": asked,
        "hazards": found.brief.get("hazards", []),
        "text": text if typed is None else typed,
        "overlay": pieces(text, source_marks + judged.marks) if typed in (None, text) else pieces(typed, ()),
        "from": json.dumps(for_browser(text, source_marks)),
        "off": json.dumps(for_browser(text, judged.marks)),
        "judged": judged,
        "origins": listed,
        "rounds": rounds,
        "value_why": (found.plan.get("value") or {}).get("why", ""),
        "on_desk": found.status in ON_DESK,
        "in_the_works": found.status in IN_THE_WORKS,
        "may_decide": found.status in ON_DESK and found.rep.user_id == request.user.pk,
        "own": found.rep.user_id == request.user.pk,
        **approve_words(found),
        "reasons": Review.Reason.choices,
        "wishes": [f"“{wish}”" for wish in wishes.EXAMPLES],
        "refused": refused,
        "left_over": left,
        "neighbours": neighbours(found, request.user),
        "newer": newer(found),
        "addressee": addressee(found),
        "undo": undoable(request.user),
        "handed": handed(found),
        **more,
    }
    return render(request, "desk/draft.html", context, status=status)


def left_over(found: Draft, typed: str | None, posted: Mapping[str, str]) -> str:
    """What was typed for a draft that has no field for it any more: it stands on the page to be copied."""
    if found.status in ON_DESK:
        return ""
    stands = {
        text for text in (found.current and found.current.text, getattr(found, "review", None) and found.review.text) if text
    }
    words = (actions.normalised(part) for part in (typed or "", posted.get("remark", ""), posted.get("instruction", "")))
    return "\n\n".join(part for part in words if part and part not in stands)


# --- the thread ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mail:
    message: Message
    pieces: list[Piece]
    newest: bool

    @property
    def sender(self) -> str:
        return self.message.sender_name or self.message.sender_email

    @property
    def left_out(self) -> list[str]:
        """What a mail holds besides its author's new words."""
        parts = {"earlier mail quoted in it": self.message.quoted, "signature and footer": self.message.left_out}
        return [name for name, text in parts.items() if text.strip()]


def mails(found: Draft) -> list[Mail]:
    """Newest first, with the asks marked in the words they stand in."""
    rows = list(found.thread.messages.defer("raw"))
    count = len(rows)
    shown_mails = [
        Mail(row, pieces(row.text, shown.ask_marks(found, position, count)), position == count - 1)
        for position, row in enumerate(rows)
    ]
    return shown_mails[::-1]


# --- what was written before --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Round:
    """One wording: who wrote it, on what instruction, how it scored, and what it changed."""

    number: int
    author: str
    at: datetime
    instruction: str
    layer: str
    remark: str
    badges: list[shown.Badge]
    changes: list[Change]
    current: bool


def rounds_of(found: Draft) -> list[Round]:
    """Oldest first; each with what it changed in the one before."""
    before, listed = "", []
    for row in found.revisions.prefetch_related("scores"):
        listed.append(
            Round(
                row.number,
                Revision.Author(row.author).label,
                row.created_at,
                row.instruction,
                row.get_layer_display() if row.layer else "",
                row.remark,
                shown.badges(row.scores.all()),
                changes(before, row.text) if before else [Change("same", row.text)],
                row.pk == found.current_id,
            )
        )
        before = row.text
    return listed


# --- where to go next ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Neighbours:
    earlier: Draft | None
    later: Draft | None

    @property
    def next(self) -> Draft | None:
        """The one to open after this one: the next, or the oldest that was passed over."""
        return self.later or self.earlier


def neighbours(found: Draft, user) -> Neighbours:
    """The drafts before and after this one on the reader's own desk, oldest first."""
    desk = Draft.objects.of_rep_user(user).on_desk().select_related("thread__lead").only("pk", "created_at", "thread__lead__name")
    here = Q(created_at=found.created_at)
    later = desk.filter(Q(created_at__gt=found.created_at) | here & Q(pk__gt=found.pk)).order_by("created_at", "pk").first()
    earlier = desk.filter(Q(created_at__lt=found.created_at) | here & Q(pk__lt=found.pk)).order_by("-created_at", "-pk").first()
    return Neighbours(earlier, later)


def newer(found: Draft) -> Draft | None:
    """The draft that took the place of one that was superseded or failed."""
    if found.status not in (Draft.Status.SUPERSEDED, Draft.Status.FAILED):
        return None
    return Draft.objects.filter(thread_id=found.thread_id, pk__gt=found.pk).order_by("-pk").only("pk", "status").first()


# --- what a text being typed is worth -----------------------------------------------------------------------------


def judged_partial(request: HttpRequest, found: Draft, text: str, scores, notes, **more) -> HttpResponse:
    """Badges and notes for a wording; with ``saved``, the new version and where its sentences come from as well."""
    judged, asked = shown.judged(scores, notes), shown.asks(found, scores)
    context = {"draft": found, "judged": judged, "asks": asked, "oob": True, "may_decide": True, **approve_words(found), **more}
    context["off"] = json.dumps(for_browser(text, judged.marks))
    if "saved" in more:
        listed, marks = shown.origins(found, shown.sources(found), asked)
        context |= {"origins": listed, "from": json.dumps(for_browser(text, marks))}
    return render(request, "desk/draft.html#judged", context)


def approve_words(found: Draft) -> dict[str, str]:
    way = actions.way_of(found.rep)
    return {"approve_label": APPROVE[way], "approved_words": APPROVED[way], "although_held": ALTHOUGH_HELD[way], "hand_over": way}
