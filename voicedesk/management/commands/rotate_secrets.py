from django.core.management.base import BaseCommand, CommandError

from profiles import secrets
from voicedesk import accounts


class Command(BaseCommand):
    help = "Seal every stored secret with the first key of SECRETS_KEYS, so that the later ones can be dropped."

    def handle(self, *args, **options):
        done = [secrets.rotate(), accounts.rotate_second_factors()]
        self.stdout.write(f"{sum(d.sealed for d in done)} secrets are sealed with the newest key.")
        if lost := [name for d in done for name in d.unreadable]:
            raise CommandError(f"No key opens these; enter them again: {', '.join(lost)}.")
