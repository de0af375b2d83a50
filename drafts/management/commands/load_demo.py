from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from drafts.demo import history, load
from profiles.models import Team


class Command(BaseCommand):
    help = "Put the demo team in with its past weeks: an invented seller, three reps, a manager, an ops person. Does nothing the second time."

    def add_arguments(self, parser):
        parser.add_argument("--among-others", action="store_true", help="load it even where other teams exist")

    def handle(self, *args, among_others, **options):
        if not among_others and Team.objects.exclude(name__in={row["team"] for row in load.data("reps")}).exists():
            raise CommandError(
                "Other teams are in this database. The demo has known passwords: use --among-others if you mean it."
            )
        with transaction.atomic():
            fresh = load.load()
            if fresh:
                history.load(timezone.now())
        self.stdout.write("The demo team is in." if fresh else "The demo team was in already.")
