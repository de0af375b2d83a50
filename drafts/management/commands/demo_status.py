import time

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Prefetch

from drafts import demo
from drafts.models import Draft, LayerScore, Thread
from profiles.models import Rep, User, VoiceProfile

IN_THE_WORKS = (Draft.Status.QUEUED, Draft.Status.WRITING)
DEMO_DOMAIN = "@" + demo.OPS.partition("@")[2]
PATIENCE = 600
"""Seconds without any progress after which waiting makes no sense."""


class Command(BaseCommand):
    requires_system_checks = []  # they import every page, which costs more than all of this
    help = (
        "Show the demo's logins and one line a draft of the present; with --wait, first wait until the worker has written them."
    )

    def add_arguments(self, parser):
        parser.add_argument("--wait", action="store_true")

    def handle(self, *args, wait, **options):
        if wait:
            self.wait()
        self.logins()
        self.drafts()

    def wait(self) -> None:
        last, since = None, time.monotonic()
        while (now := self.progress()) != (0, 0):
            if now != last:
                last, since = now, time.monotonic()
                self.stdout.write(f"  {now[0]} voice profiles to build, {now[1]} drafts to write")
                self.stdout.flush()
            if time.monotonic() - since > PATIENCE:
                raise CommandError("Nothing has moved for ten minutes. Is the worker running? Its log says more.")
            time.sleep(0.25)

    def progress(self) -> tuple[int, int]:
        profiles = VoiceProfile.objects.filter(status__in=("queued", "building")).count()
        return profiles, Draft.objects.filter(status__in=IN_THE_WORKS).count()

    def logins(self) -> None:
        self.stdout.write(f"\nSign in with the password “{demo.PASSWORD}” as")
        reps = Rep.objects.filter(user__isnull=False, email__endswith=DEMO_DOMAIN).select_related("user").order_by("pk")
        for rep in (rep for rep in reps if rep.user.check_password(demo.PASSWORD)):
            self.stdout.write(f"  rep      {rep.email}")
        for role, email in (("manager", demo.MANAGER), ("ops", demo.OPS)):
            if User.objects.filter(email=email).exists():
                self.stdout.write(f"  {role:<8} {email}")

    def drafts(self) -> None:
        scores = Prefetch("current__scores", LayerScore.objects.all())
        present = Draft.objects.exclude(thread__status=Thread.Status.CLOSED)
        drafts = present.select_related("thread__lead", "rep", "current").prefetch_related(scores).order_by("rep", "pk")[:100]
        self.stdout.write(f"\n{'rep':<17}{'lead':<22}{'kind':<15}{'voice':>6}{'relev.':>8}{'value':>7}  state")
        for draft in drafts:
            self.stdout.write(self.line(draft))
        if past := Draft.objects.filter(thread__status=Thread.Status.CLOSED).exclude(decision="").count():
            self.stdout.write(f"and {past} of the weeks before, decided: they are in the reports and under Done.")

    def line(self, draft: Draft) -> str:
        found = {s.layer: s.score for s in draft.current.scores.all()} if draft.current else {}
        numbers = "".join(
            f"{'–' if found.get(layer) is None else f'{found[layer]:.2f}':>{width}}"
            for layer, width in (("voice", 6), ("relevance", 8), ("value", 7))
        )
        state = draft.status
        if draft.status == Draft.Status.HELD:
            codes = {}
            for note in draft.notes.all():
                codes.setdefault(note.layer or "the message", []).append(note.code)
            state = "held by " + ", ".join(f"{layer} ({', '.join(dict.fromkeys(found))})" for layer, found in codes.items())
        elif draft.ended_because:
            state = f"{draft.status}: {draft.ended_because}"
        return f"{draft.rep.name[:16]:<17}{draft.thread.lead.name[:21]:<22}{draft.get_kind_display():<15}{numbers}  {state}"
