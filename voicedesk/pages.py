"""Where a person lands, and what they see when something is missing."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render


def home(request: HttpRequest) -> HttpResponse:
    """Each to their own: reps to the desk, managers to the report, sales ops to the admin."""
    user = request.user
    if hasattr(user, "rep"):
        return redirect("queue")
    if user.is_manager:
        return redirect("report")
    if user.is_ops:
        return redirect("admin:index")
    return render(request, "nothing_yet.html")


def not_here(request: HttpRequest, **parts) -> HttpResponse:
    raise Http404
