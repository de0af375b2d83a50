import time
from importlib import import_module

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from profiles.embedding import embed
from profiles.language import model_name, parse
from voicedesk.worker import WarmWorker

QUEUES = ("profiles", "drafts", "mail")
"""In this order: a draft without its profile waits, so profiles come first; archives come last."""


JOBS = ("drafts.jobs", "profiles.jobs", "voicedesk.jobs")


class Command(BaseCommand):
    requires_system_checks = []  # they import every page; a worker shows none
    help = "Work on the queues. The language model is loaded once, before a job is forked."

    def add_arguments(self, parser):
        parser.add_argument("--workers", type=int, default=1, help="how many jobs at a time")
        parser.add_argument("--burst", action="store_true", help="stop when the queues are empty")
        parser.add_argument("--queues", nargs="+", default=QUEUES, choices=QUEUES)

    def handle(self, *args, workers, burst, queues, verbosity, **options):
        embed(["Ready."])
        parse("Ready.")
        for module in JOBS:
            import_module(module)
        self.stdout.write(f"{model_name()} loaded; working on {', '.join(queues)} of {len(settings.RQ_QUEUES)} queues.")
        self.stdout.flush()
        if workers == 1:
            self.work(queues, burst, verbosity)
        else:
            call_command("rqworker-pool", *queues, num_workers=workers, burst=burst, verbosity=verbosity)

    def work(self, queues, burst: bool, verbosity: int) -> None:
        """One worker, begun again when it ends unasked: rq's gives up when Valkey goes away at the wrong moment."""
        while True:
            try:
                call_command("rqworker", *queues, burst=burst, verbosity=verbosity, with_scheduler=not burst)
            except SystemExit:
                if burst or WarmWorker.asked_to_stop:
                    raise
            if burst or WarmWorker.asked_to_stop:
                return
            self.stderr.write("The queue went away while a job was under way; beginning again.")
            time.sleep(1)
