import io
import time
from collections.abc import Callable

from django.core.management import call_command
from django.core.management.base import BaseCommand

from profiles.models import Team


class Command(BaseCommand):
    help = "What `make run` does before anything serves: database up to date, static files, demo team. All in one process."
    requires_system_checks = []  # `make test` has run them; here they would cost a second of every start

    def handle(self, *args, **options):
        self.do("Bringing the database up to date", lambda: call_command("migrate", interactive=False, verbosity=0))
        self.do("Collecting the static files", lambda: call_command("collectstatic", interactive=False, verbosity=0))
        if not Team.objects.exists():
            self.do("Loading the demo team", lambda: call_command("load_demo", stdout=io.StringIO()))

    def do(self, doing: str, work: Callable[[], object]) -> None:
        began = time.monotonic()
        self.stdout.write(f"{doing} … ", ending="")
        self.stdout.flush()
        work()
        self.stdout.write(f"{time.monotonic() - began:.1f} s")
        self.stdout.flush()
