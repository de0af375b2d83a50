from django.core.management.base import BaseCommand

from drafts.demo import make_history


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Write the demo's past weeks anew, with the writer as it is now. Needs no database; takes a minute or two."

    def handle(self, *args, **options):
        self.stdout.write(f"{make_history.main()} drafts in {make_history.FILE.name}")
