"""A prospect's mail put in by hand."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from drafts import intake
from drafts.review.forms import PasteForm
from profiles.refusal import Refused

KEPT_ONLY = "The mail is kept on its thread. No draft was asked for: it is not the newest mail there, or drafting is off."


def paste(request: HttpRequest) -> HttpResponse:
    """The form, and what became of it: the new draft's page. Only a rep has a desk to paste onto."""
    rep = getattr(request.user, "rep", None)
    if rep is None:
        raise Http404
    form = PasteForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "desk/paste.html", {"form": form}, status=422 if form.is_bound else 200)
    if form.cleaned_data["lead_email"].lower() in rep.addresses:
        form.add_error("lead_email", "This is your own address: fill in who wrote the mail.")
        return render(request, "desk/paste.html", {"form": form}, status=422)
    try:
        message = intake.paste(rep, request.user, **form.cleaned_data)
    except Refused as refusal:
        return render(request, "desk/paste.html", {"form": form, "refused": refusal.sentence}, status=409)
    draft = message.drafts.order_by("-pk").first()
    if draft:
        return redirect("draft", draft.pk)
    messages.info(request, KEPT_ONLY)
    return redirect("queue")
