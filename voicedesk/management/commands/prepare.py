import io
import time
from collections.abc import Callable
from datetime import UTC, datetime

from django.core.management import call_command
from django.core.management.base import BaseCommand

from drafts.models import Draft
from profiles.models import Team, VoiceProfile

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Command(BaseCommand):
    help = "What `make run` does before anything serves: database up to date, static files, demo team. All in one process."
    requires_system_checks = []  # `make test` has run them; here they would cost a second of every start

    def add_arguments(self, parser):
        parser.add_argument("--alone", action="store_true", help="no worker works on this database: whatever is claimed is free")

    def handle(self, *args, alone, **options):
        self.do("Bringing the database up to date", lambda: call_command("migrate", interactive=False, verbosity=0))
        self.do("Collecting the static files", lambda: call_command("collectstatic", interactive=False, verbosity=0))
        if not Team.objects.exists():
            self.do("Loading the demo team", lambda: call_command("load_demo", stdout=io.StringIO()))

        if alone and (held := release_claims()):
            self.do(f"Queueing {held} interrupted jobs again", queue_again)

    def do(self, doing: str, work: Callable[[], object]) -> None:
        began = time.monotonic()
        self.stdout.write(f"{doing} … ", ending="")
        self.stdout.flush()
        work()
        self.stdout.write(f"{time.monotonic() - began:.1f} s")
        self.stdout.flush()


def release_claims() -> int:
    """Make the claims of workers that were killed count as expired now, and not in some minutes; returns how many there were."""
    held = Draft.objects.filter(status=Draft.Status.WRITING).update(claimed_at=LONG_AGO)
    return held + VoiceProfile.objects.filter(status=VoiceProfile.Status.BUILDING).update(claimed_at=LONG_AGO)


def queue_again() -> None:
    """Imported only here: it brings the whole pipeline."""
    from voicedesk.jobs import reconcile_drafts, reconcile_profiles

    reconcile_profiles()
    reconcile_drafts()
