"""``/healthz``: database, queue, language model and model endpoint, told apart. No secrets, no mail."""

import django_rq
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from profiles.language import ModelMissing, model_name


@login_not_required
@never_cache
@require_safe
def healthz(request):
    """200 when drafts can be made and seen, 503 otherwise; the body says which part is out."""
    parts = {"database": database(), "queue": queue(), "spacy": spacy_model(), "model_endpoint": model_endpoint()}
    well = all(parts[name]["ok"] for name in ("database", "queue", "spacy"))
    return JsonResponse({"ok": well, **parts}, status=200 if well else 503)


def database() -> dict:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return {"ok": False, "why": type(error).__name__}
    return {"ok": True}


def queue() -> dict:
    try:
        waiting = {name: django_rq.get_queue(name).count for name in settings.RQ_QUEUES}
    except RedisError as error:
        return {"ok": False, "why": type(error).__name__}
    return {"ok": True, "waiting": waiting}


def spacy_model() -> dict:
    try:
        return {"ok": True, "name": model_name()}
    except ModelMissing:
        return {"ok": False, "why": "no English model is installed"}


def model_endpoint() -> dict:
    """Configured or not; an endpoint that is down does not stop drafts, the offline writer takes over."""
    if not settings.OPENAI_BASE_URL:
        return {"ok": True, "why": "not configured: the offline writer writes"}
    return {"ok": True, "name": settings.OPENAI_MODEL}
