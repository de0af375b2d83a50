import json
import warnings
from collections.abc import Callable, Iterator
from datetime import timedelta
from statistics import median
from time import perf_counter

from django.core.management.base import BaseCommand
from django.db import connection
from django.test import Client
from django.test.utils import override_settings
from django.utils import timezone

from drafts.models import Draft
from profiles.models import Rep, User

ROUNDS = 7


class Command(BaseCommand):
    help = "Queries and median milliseconds of the pages people live in, on the database at hand, without the network. As JSON."
    requires_system_checks = ()

    def handle(self, *args, **options):
        warnings.filterwarnings("ignore", "No directory at")  # nothing is collected, nothing static is asked for
        with override_settings(STORAGES={"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}):
            self.measure()

    def measure(self):
        for name, user, path in pages():
            client = Client(SERVER_NAME="localhost", raise_request_exception=True)
            client.force_login(user)
            self.stdout.write(json.dumps({"page": name, **measured(lambda client=client, path=path: client.get(path))}))
            self.stdout.flush()


def pages() -> Iterator[tuple[str, User, str]]:
    """Name, reader and address of each page."""
    rep = Rep.objects.select_related("user", "team").order_by("pk").first()
    manager = rep.team.managers.first()
    ops = User.objects.filter(is_staff=True).first()
    waiting = Draft.objects.filter(rep=rep).on_desk().first()
    decided = Draft.objects.filter(rep=rep, status="approved").last()
    year = f"since={timezone.localdate() - timedelta(days=364)}"
    yield "queue", rep.user, "/desk/"
    yield "queue, searched", rep.user, "/desk/?q=lead"
    yield "queue, decided", rep.user, "/desk/?state=done"
    yield "queue, decided, searched", rep.user, "/desk/?state=done&q=company"
    yield "draft", rep.user, f"/desk/{waiting.pk}/"
    yield "draft, decided", rep.user, f"/desk/{decided.pk}/"
    yield "report of a team, twelve weeks", manager, "/reports/"
    yield "report of a team, a year", manager, f"/reports/?{year}"
    yield "ops: queue", ops, "/desk/"
    yield "ops: decided, searched for a rare word", ops, "/desk/?state=done&q=lead77"
    yield "ops: decided, searched for no word there is", ops, "/desk/?state=done&q=zeppelin"
    yield "ops: report of everybody, a year", ops, f"/reports/?{year}"
    yield "ops: the drafts behind a year's number", ops, f"/reports/drafts/?{year}&which=over"
    for model in ("draft", "thread", "lead", "delivery"):
        yield f"ops: admin, {model}s", ops, f"/admin/drafts/{model}/"
    yield "ops: admin, events", ops, "/admin/profiles/event/"
    yield "ops: admin, threads searched", ops, "/admin/drafts/thread/?q=lead77"
    yield "ops: admin, leads searched", ops, "/admin/drafts/lead/?q=lead77"


def measured(work: Callable) -> dict:
    """Queries of one request, milliseconds as the median of several after a first one."""
    response, queries = work(), []

    def counted(execute, sql, params, many, context):
        queries.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(counted):
        work()
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        work()
        times.append(1000 * (perf_counter() - began))
    return {"status": response.status_code, "queries": len(queries), "ms": round(median(times), 1)}
