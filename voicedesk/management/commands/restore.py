from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from voicedesk.backup import BackupFailed, restore


class Command(BaseCommand):
    help = "What `backup` wrote into the empty database of DATABASE_URL, compared table by table with what was dumped."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)

    def handle(self, *args, file, **options):
        try:
            found = restore(file)
        except BackupFailed as trouble:
            raise CommandError(str(trouble)) from None
        self.stdout.write(
            f"{len(found)} tables, {sum(rows for rows, _ in found.values())} rows, each as it was. Now run migrate."
        )
