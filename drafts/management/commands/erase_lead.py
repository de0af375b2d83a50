from django.core.management.base import BaseCommand, CommandError

from drafts.erasure import erase_lead
from drafts.models import Lead
from profiles.refusal import Refused


class Command(BaseCommand):
    help = "Remove a prospect and every word of theirs, in all teams that know the address. Cannot be undone."

    def add_arguments(self, parser):
        parser.add_argument("email")
        parser.add_argument("--yes", action="store_true", help="do it; without, only say what would go")

    def handle(self, *args, email, yes, **options):
        leads = Lead.objects.filter(email__iexact=email).select_related("team")
        if not leads:
            raise CommandError(f"No prospect has the address {email}.")
        for lead in leads:
            threads = lead.threads.count()
            if not yes:
                self.stdout.write(f"{lead.team}: {threads} threads would go. Add --yes to do it.")
                continue
            try:
                done = erase_lead(lead)
            except Refused as refusal:
                raise CommandError(refusal.sentence) from None
            self.stdout.write(f"{lead.team}: {done}")
