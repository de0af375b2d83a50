from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from voicedesk.backup import BackupFailed, backup


class Command(BaseCommand):
    help = "The whole database into FILE (pg_dump), and beside it FILE.json with the rows and checksum of every table."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)

    def handle(self, *args, file, **options):
        try:
            found = backup(file)
        except BackupFailed as trouble:
            raise CommandError(str(trouble)) from None
        self.stdout.write(f"{file}: {len(found)} tables, {sum(rows for rows, _ in found.values())} rows.")
