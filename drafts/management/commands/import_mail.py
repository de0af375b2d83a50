from collections import Counter
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q
from django.utils import timezone

from drafts.intake.reading import keep_message
from profiles import imports
from profiles.actions import quarter_of
from profiles.examples.reading import ExampleReader
from profiles.models import ExampleSet, ImportItem, MailImport, Rep
from profiles.refusal import Refused


class Command(BaseCommand):
    help = "Read an .eml file, an .mbox archive or a .zip of them as a rep's example mail or as their threads. Reading it again changes nothing."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)
        parser.add_argument("--rep", required=True, help="the rep's mail address")
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--examples", metavar="QUARTER", nargs="?", const="", help="into the example set of a quarter such as 2026-Q4"
        )
        what.add_argument("--threads", action="store_true", help="as mail that came in (the default)")
        what.add_argument("--sent", action="store_true", help="the rep's own Sent folder: what says it is theirs is theirs")
        parser.add_argument("--show", type=int, default=20, help="how many skipped mails to name")

    def handle(self, *args, file, rep, examples, sent, show, **options):
        try:
            rep = Rep.objects.select_related("team").get(email__iexact=rep)
        except Rep.DoesNotExist:
            known = ", ".join(Rep.objects.values_list("email", flat=True)[:10]) or "none yet"
            raise CommandError(f"No rep has the address {rep}. Known: {known}.") from None
        try:
            stream = file.open("rb")
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        with stream:
            found = self.read(rep, file, stream, examples, sent)
        self.summary(found, show)

    def read(self, rep: Rep, file: Path, stream, examples: str | None, sent: bool) -> MailImport:
        if examples is None:
            return self.read_into(None, rep, file, stream, keep_message, sent)
        quarter = examples or quarter_of(timezone.localdate())
        collecting = rep.example_sets.filter(quarter=quarter, status=ExampleSet.Status.COLLECTING).first()
        earlier = rep.example_sets.annotate(named=Q(quarter=quarter)).order_by("-named", "-pk").first()
        example_set = collecting or ExampleSet.objects.create(rep=rep, quarter=quarter)
        try:
            return self.read_into(example_set, rep, file, stream, ExampleReader())
        finally:
            if earlier and not collecting and not example_set.examples.exists():
                self.take_back(example_set, earlier)

    def read_into(
        self, example_set: ExampleSet | None, rep: Rep, file: Path, stream, keep: imports.Handler, sent: bool = False
    ) -> MailImport:
        purpose = MailImport.Purpose.EXAMPLES if example_set else MailImport.Purpose.THREADS
        found, token = imports.take_up(purpose, rep, file.name, file.stat().st_size, example_set, sent)
        if found.read:
            self.stderr.write(f"Going on after mail {found.read}, where reading was broken off.")
        try:
            return imports.read_stream(found, stream, self.counting(keep), token)
        except Refused as refusal:
            imports.stop(found, refusal.sentence, token)
            raise CommandError(refusal.sentence) from None

    def take_back(self, empty: ExampleSet, known: ExampleSet) -> None:
        """Nothing was new: what was read belongs to the set that has it."""
        empty.imports.update(example_set=known)
        empty.delete()
        self.stdout.write(f"Nothing new for the set {known} ({known.get_status_display().lower()}): no new set was made.")

    def counting(self, handle):
        done = 0

        def counted(*args):
            nonlocal done
            done += 1
            if done % 100 == 0:
                self.stderr.write(f"{done} mails read")
            return handle(*args)

        return counted

    def summary(self, found: MailImport, show: int) -> None:
        say = self.stdout.write
        say(f"{found.source}: {found.read} mails read: {found.kept} kept, {found.known} already here, {found.skipped} skipped.")
        items = ImportItem.objects.filter(mail_import=found)
        for (outcome, code), count in sorted(Counter(items.values_list("outcome", "code")).items()):
            say(f"  {outcome:<8}{code:<16}{count:>6}")
        notable = items.filter(outcome="skipped").exclude(code__in=("not_the_rep", "answered"))
        for item in notable[:show]:
            say(f"  mail {item.position}: {item.sentence} {item.subject[:60]!r}")
        if notable.count() > show:
            say(f"  … and {notable.count() - show} more, on the import's page.")
