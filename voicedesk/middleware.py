import logging
import re
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.db import DataError
from django.http import HttpResponseBadRequest, HttpResponseNotFound
from django.shortcuts import redirect, render
from django.template.loader import get_template
from django.utils import timezone
from django.utils.cache import patch_cache_control
from redis.exceptions import RedisError

from voicedesk.accounts import lacks_second_factor

log = logging.getLogger(__name__)


class QueueAwayMiddleware:
    """Where a page cannot do without Valkey (signing in counts its tries there), it says so instead of breaking."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_exception(self, request, exception):
        if not isinstance(exception, RedisError):
            return None
        log.error("%s: Valkey is out of reach (%s)", request.path, type(exception).__name__)
        return render(request, "503.html", status=503)


class UnreadableMiddleware:
    """An address or a form nobody's browser makes is answered as what it is, not as a fault of ours.

    Forms come in UTF-8: other charsets can hold what no page and no row can. An admin's list takes any filter from its address,
    and the queues' pages any number: what the database or a number cannot be is found out on the way.
    """

    UTF_8 = ("utf-8", "utf8", "us-ascii")
    NOT_IN_AN_ADDRESS = (DataError, OverflowError, ValueError)

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.content_params.get("charset", "utf-8").strip("\"' ").lower() not in self.UTF_8:
            return self.refused()
        return self.get_response(request)

    def process_exception(self, request, exception):
        if request.method != "GET" or not request.path.startswith("/admin/"):
            return None
        if request.path.startswith("/admin/django_rq/") and isinstance(exception, LookupError):
            return HttpResponseNotFound(get_template("404.html").render())
        if request.GET and isinstance(exception, self.NOT_IN_AN_ADDRESS):
            log.warning("%s: what its address asks for cannot be read (%s)", request.path, type(exception).__name__)
            return self.refused()
        return None

    def refused(self):
        return HttpResponseBadRequest(get_template("400.html").render())


class PrivatePagesMiddleware:
    """Pages of somebody signed in are kept by no cache, nor shown again from one after they signed out."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if request.user.is_authenticated and "Cache-Control" not in response.headers:
            patch_cache_control(response, private=True, no_store=True)
        return response


class ReaderZoneMiddleware:
    """Shows every time in the reader's own zone: the rep's for a rep, otherwise the user's setting."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.user.is_authenticated:
            with timezone.override(ZoneInfo(request.user.timezone)):
                return self.get_response(request)
        return self.get_response(request)


class SecondFactorMiddleware:
    """Whoever needs a second factor and has none sets it up first; until then only the account's own pages are open."""

    OPEN = ("/accounts/", "/healthz", "/static/")

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.user.is_authenticated and not request.path.startswith(self.OPEN) and lacks_second_factor(request.user):
            messages.info(request, "Set up a second factor first: it is required here.")
            return redirect("mfa_activate_totp")
        return self.get_response(request)


class VisibleMarksMiddleware:
    """Characters that turn the direction of text around are shown as a mark: nobody's words may read otherwise than they are.

    One character for one, so that places in a text stay where they were.
    """

    MARK = "\u21c4"
    BYTES = re.compile(b"\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c")

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if not response.headers.get("Content-Type", "").startswith(("text/html", "text/csv")):
            return response
        if response.streaming:
            response.streaming_content = map(self.marked, response.streaming_content)
        else:
            response.content = self.marked(response.content)
        return response

    def marked(self, page: bytes) -> bytes:
        return self.BYTES.sub(self.MARK.encode(), page)
