"""An import: what came in, how far it is, and the reason for every mail that was not simply kept."""

import re

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from profiles import imports
from profiles.models import ImportItem, MailImport, Rep
from profiles.refusal import Refused

PAGE = 100
UNDER_WAY = (MailImport.Status.QUEUED, MailImport.Status.READING)
NAMES_AN_EXAMPLE = re.compile(r"\bexample (\d+)")
OUTCOMES = dict(ImportItem._meta.get_field("outcome").choices)


@require_POST
def import_go_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Read on where a mailbox stopped answering; for sales ops."""
    if not request.user.is_ops:
        raise Http404
    found = get_object_or_404(MailImport, pk=pk)
    try:
        imports.go_on(found, request.user)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    return redirect("import_detail", pk)


def import_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """The page; while mail is being read only its numbers, and a fresh page when that is done."""
    visible = MailImport.objects.filter(rep__in=Rep.objects.for_user(request.user))
    found = get_object_or_404(visible.select_related("rep", "example_set", "requested_by"), pk=pk)
    under_way = found.status in UNDER_WAY
    if request.htmx:
        return render(request, "voices/import.html#progress", {"found": found}) if under_way else HttpResponseClientRefresh()
    items = found.items.all()
    code = request.GET.get("code", "").replace("\x00", "")[:40]
    page = Paginator(items.filter(code=code) if code else items, PAGE).get_page(request.GET.get("page"))
    for item in page:
        named = NAMES_AN_EXAMPLE.search(item.sentence) if item.code == "near_duplicate" else None
        item.example = int(named[1]) if named else None
    reasons = list(items.order_by().values("outcome", "code").annotate(n=Count("pk")).order_by("-n"))
    for reason in reasons:
        reason["outcome_label"] = OUTCOMES.get(reason["outcome"], reason["outcome"])
        reason["says"] = reason["code"].replace("_", " ")
    context = {"found": found, "under_way": under_way, "page": page, "reasons": reasons, "code": code}
    return render(request, "voices/import.html", context)
