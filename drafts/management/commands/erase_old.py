from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from drafts import retention


class Command(BaseCommand):
    help = "Erase the mail text of threads on which nothing waits and nothing happened for RETENTION_DAYS. Cannot be undone."

    def add_arguments(self, parser):
        parser.add_argument("--dry-run", action="store_true", help="only say how many threads it would be")

    def handle(self, *args, dry_run, **options):
        if not settings.RETENTION_DAYS:
            self.stdout.write("RETENTION_DAYS is 0: mail is kept until it is asked to be erased.")
            return
        now = timezone.now()
        count = retention.due(now).count() if dry_run else retention.erase_old(now)
        says = "would lose their mail text" if dry_run else "lost their mail text. Older backups still hold it"
        self.stdout.write(f"{count} threads without anything for {settings.RETENTION_DAYS} days {says}.")
