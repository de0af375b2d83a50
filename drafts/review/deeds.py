"""What a rep does with a draft. Each view finds, asks once, answers; a refusal keeps what was typed and says why."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST
from django_htmx.http import reswap

from drafts import actions, scoring
from drafts.delivery.handing import settle_by_hand
from drafts.models import Draft
from drafts.review.draft import approve_words, judged_partial, page
from drafts.review.forms import AgainForm, ApproveForm, RejectForm, TextForm, VersionForm
from drafts.review.lookup import own_or_404
from profiles.refusal import Refused


@require_POST
def scores(request: HttpRequest, pk: int) -> HttpResponse:
    """Judge what is being typed; nothing is stored, so the version does not matter until it is saved.

    Words still on their way when their rep decided the draft, or asked for it to be written again, need no score.
    """
    found = own_or_404(request, pk)
    if hasattr(found, "review") or found.status in (Draft.Status.QUEUED, Draft.Status.WRITING):
        return HttpResponse(status=204)
    form = TextForm(request.POST)
    if not form.is_valid():
        return told(request, found, form.first_error(), 422)
    text = actions.normalised(form.cleaned_data["text"])
    try:
        actions.on_desk(found, None)
        if not text:
            return told(request, found, actions.EMPTY, 422)
        rescored = scoring.rescore(found, text)
    except Refused as refusal:
        return told(request, found, refusal.sentence, 409)
    return judged_partial(request, found, text, rescored.scores, rescored.notes)


@require_POST
def save(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep what was typed: by itself after a pause, or by the button where there is no JavaScript."""
    found = own_or_404(request, pk)
    form = TextForm(request.POST)
    if not form.is_valid():
        return refuse(request, found, form.first_error(), 422)
    text = actions.normalised(form.cleaned_data["text"])
    try:
        if not is_kept(found, text):
            actions.save_text(found, request.user, text=text, version=form.cleaned_data["version"])
    except Refused as refusal:
        return refuse(request, found, refusal.sentence, 409)
    if not request.htmx:
        messages.success(request, "Saved.")
        return redirect("draft", pk)
    kept = own_or_404(request, pk)
    return judged_partial(request, kept, text, kept.current.scores.all(), kept.notes.all(), saved=timezone.now())


def is_kept(found: Draft, text: str) -> bool:
    """Whether these very words stand there already: said twice, as a page that was left and opened again does, is no conflict."""
    return found.current is not None and found.current.text == text


@require_POST
def read(request: HttpRequest, pk: int) -> HttpResponse:
    """The draft was on the screen to its end; approval opens. A page that shows an earlier text opens nothing."""
    found = own_or_404(request, pk)
    form = VersionForm(request.POST)
    if not form.is_valid():
        return refuse(request, found, form.first_error(), 422)
    try:
        actions.mark_shown_whole(found, request.user, version=form.cleaned_data["version"])
    except Refused as refusal:
        return refuse(request, found, refusal.sentence, 409)
    if not request.htmx:
        return redirect("draft", pk)
    return render(
        request, "desk/draft.html#approve", {"draft": own_or_404(request, pk), **approve_words(found), "may_decide": True}
    )


@require_POST
def approve(request: HttpRequest, pk: int) -> HttpResponse:
    found = own_or_404(request, pk)
    form = ApproveForm(request.POST)
    if not form.is_valid():
        return refuse(request, found, form.first_error(), 422)
    try:
        actions.approve(
            found,
            request.user,
            text=form.cleaned_data["text"],
            version=form.cleaned_data["version"],
            seconds_on_screen=form.cleaned_data["seconds"] or seconds_since_opened(found),
            answered=form.cleaned_data["answered"],
        )
    except actions.AskFirst as question:
        return refuse(request, own_or_404(request, pk), question.sentence, 409, is_question=True)
    except Refused as refusal:
        return refuse(request, own_or_404(request, pk), refusal.sentence, 409)
    return redirect("draft", pk)


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an approval back, as long as nothing has left."""
    found = own_or_404(request, pk)
    try:
        found = actions.undo_approval(found, request.user)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect("draft", pk)
    if found.status == Draft.Status.SUPERSEDED:
        messages.warning(request, f"Taken back: nothing was sent. {found.ended_because}")
    else:
        messages.success(request, "Taken back: nothing was sent, and the draft is on your desk again.")
    return redirect("draft", pk)


@require_POST
def handed_by_hand(request: HttpRequest, pk: int) -> HttpResponse:
    """The rep says whether an uncertain text arrived, or wants a failed one handed over again."""
    found = own_or_404(request, pk)
    try:
        settle_by_hand(found, request.user, arrived=request.POST.get("arrived") == "yes")
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    return redirect("draft", pk)


@require_POST
def reject(request: HttpRequest, pk: int) -> HttpResponse:
    found = own_or_404(request, pk)
    form = RejectForm(request.POST)
    if not form.is_valid():
        return refuse(request, found, form.first_error(), 422, panel="reject")
    try:
        actions.reject(
            found,
            request.user,
            reason=form.cleaned_data["reason"],
            remark=form.cleaned_data["remark"],
            version=form.cleaned_data["version"],
        )
    except Refused as refusal:
        return refuse(request, own_or_404(request, pk), refusal.sentence, 409, panel="reject")
    messages.success(request, f"Rejected the draft for {found.thread.lead}.")
    return redirect("draft", pk)


@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Write it again, the whole or one layer, perhaps with a short instruction."""
    found = own_or_404(request, pk)
    form = AgainForm(request.POST)
    if not form.is_valid():
        return refuse(request, found, form.first_error(), 422, panel="again")
    try:
        actions.again(
            found,
            request.user,
            layer=form.cleaned_data["layer"],
            instruction=form.cleaned_data["instruction"],
            version=form.cleaned_data["version"],
        )
    except Refused as refusal:
        return refuse(request, own_or_404(request, pk), refusal.sentence, 409, panel="again")
    return redirect("draft", pk)


@require_POST
def retry(request: HttpRequest, pk: int) -> HttpResponse:
    """Try again what could not be written."""
    found = own_or_404(request, pk)
    try:
        actions.retry(found, request.user)
    except Refused as refusal:
        return refuse(request, found, refusal.sentence, 409)
    return redirect("draft", pk)


# --- shared -------------------------------------------------------------------------------------------------------


def refuse(
    request: HttpRequest, found: Draft, sentence: str, status: int, panel: str = "", is_question: bool = False
) -> HttpResponse:
    """Say why not, or ask before it is done; what was typed stays in the editor."""
    if request.htmx:
        return told(request, found, sentence, status)
    typed = request.POST.get("text")
    return page(
        request, found, typed=typed, refused=sentence, status=status, panel=panel, posted=request.POST, is_question=is_question
    )


def told(request: HttpRequest, found: Draft, sentence: str, status: int) -> HttpResponse:
    """The sentence for the page that asked in the background; nothing else on it changes."""
    response = render(request, "desk/draft.html#refusal", {"draft": found, "refused": sentence, "oob": True}, status=status)
    return reswap(response, "none")


def seconds_since_opened(found: Draft) -> int:
    """What is known of the reading time where the browser did not count it."""
    return int((timezone.now() - found.shown_at).total_seconds()) if found.shown_at else 0
