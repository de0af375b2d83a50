from django.core.management.base import BaseCommand, CommandError

from profiles.secrets import rotate


class Command(BaseCommand):
    help = "Seal every stored secret with the first key of SECRETS_KEYS, so that the later ones can be dropped."

    def handle(self, *args, **options):
        done = rotate()
        self.stdout.write(f"{done.sealed} secrets are sealed with the newest key.")
        if done.unreadable:
            raise CommandError(f"No key opens these; enter them again: {', '.join(done.unreadable)}.")
