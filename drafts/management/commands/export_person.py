from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from drafts.erasure import export_lead, export_rep
from drafts.models import Lead
from profiles.models import Rep


class Command(BaseCommand):
    help = "All that is kept of a prospect or a rep, as a zip: data.json and their mails as they came."

    def add_arguments(self, parser):
        parser.add_argument("email")
        parser.add_argument("file", type=Path, help="where to; with several teams, the team's number is put before the ending")

    def handle(self, *args, email, file, **options):
        rep = Rep.objects.filter(email__iexact=email).first()
        found = [(file, export_rep, rep)] if rep else []
        leads = list(Lead.objects.filter(email__iexact=email))
        found += [
            (file if len(leads) == 1 else file.with_stem(f"{file.stem}-{lead.team_id}"), export_lead, lead) for lead in leads
        ]
        if not found:
            raise CommandError(f"Nothing is kept of {email}.")
        for target, export, person in found:
            try:
                mails = export(person, target)
            except FileExistsError:
                raise CommandError(f"{target} is there already.") from None
            self.stdout.write(f"{target}: {person}, {mails} mails.")
