from time import perf_counter

from django.core.management.base import BaseCommand, CommandError

from drafts.evaluate.scale import seed
from drafts.models import Draft


class Command(BaseCommand):
    help = "Fill an empty database with a year's drafts of many reps, to see what the pages cost there. Never in production."

    def add_arguments(self, parser):
        parser.add_argument("--drafts", type=int, default=200_000, help="with five audit events each")
        parser.add_argument("--reps", type=int, default=300)

    def handle(self, *args, drafts, reps, **options):
        if Draft.objects.exists():
            raise CommandError("There are drafts in this database. Name an empty one in DATABASE_URL.")
        if not 1 <= reps * 10 <= drafts:
            raise CommandError("Each rep has ten drafts on the desk: --drafts must be at least ten times --reps.")
        began = perf_counter()
        seed(drafts, reps, lambda line: self.stdout.write(f"{perf_counter() - began:>7.1f} s  {line}"))
        self.stdout.write(f"{perf_counter() - began:>7.1f} s  done")
