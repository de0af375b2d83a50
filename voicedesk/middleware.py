from zoneinfo import ZoneInfo

from django.utils import timezone


class ReaderZoneMiddleware:
    """Shows every time in the reader's own zone: the rep's for a rep, otherwise the user's setting."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.user.is_authenticated:
            with timezone.override(ZoneInfo(request.user.timezone)):
                return self.get_response(request)
        return self.get_response(request)
