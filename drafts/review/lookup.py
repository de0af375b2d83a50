"""Finding the draft a page is about: permission is part of the lookup."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from drafts.models import Draft
from profiles.models import User


def visible(user: User) -> QuerySet[Draft]:
    """What this person may read, with everything a page of it shows."""
    related = ("thread__lead", "rep", "answers", "current", "profile__example_set", "review__reviewer", "delivery")
    return Draft.objects.for_user(user).select_related(*related).defer("answers__raw", "profile__data", "words")


def own_or_404(request: HttpRequest, pk: int) -> Draft:
    """The draft as the one it belongs to may change it; for everybody else there is none."""
    return get_object_or_404(visible(request.user).of_rep_user(request.user), pk=pk)
