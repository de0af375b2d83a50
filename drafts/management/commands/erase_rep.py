from django.core.management.base import BaseCommand, CommandError

from drafts.erasure import erase_rep
from profiles.models import Rep
from profiles.refusal import Refused


class Command(BaseCommand):
    help = (
        "Remove a rep with their mail, drafts, examples, profiles and mailbox; the account stays as a number. Cannot be undone."
    )

    def add_arguments(self, parser):
        parser.add_argument("email")
        parser.add_argument("--yes", action="store_true", help="do it; without, only say what would go")

    def handle(self, *args, email, yes, **options):
        rep = Rep.objects.filter(email__iexact=email).select_related("user").first()
        if rep is None:
            raise CommandError(f"No rep has the address {email}.")
        if not yes:
            self.stdout.write(
                f"{rep.threads.count()} threads and {rep.example_sets.count()} example sets would go. Add --yes to do it."
            )
            return
        try:
            done = erase_rep(rep)
        except Refused as refusal:
            raise CommandError(refusal.sentence) from None
        self.stdout.write(str(done))
