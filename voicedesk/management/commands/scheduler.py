import signal
import time

from django.core.management import call_command
from django.core.management.base import BaseCommand
from redis.exceptions import RedisError


class Command(BaseCommand):
    requires_system_checks = []  # they import every page; the scheduler shows none
    help = "Queue what happens by the clock (voicedesk/cron.py). Goes on by itself when the queue was out of reach."

    def handle(self, *args, **options):
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        while True:
            try:
                call_command("rqcron", "voicedesk.cron", logging_level="WARNING")
                return
            except RedisError as error:
                self.stderr.write(f"The queue is out of reach ({type(error).__name__}); trying again.")
                time.sleep(2)
            except KeyboardInterrupt:
                return
