"""Read by gunicorn by itself: each web worker learns its reps' desks, so that no first edit waits for it."""

import logging
import time
from threading import Thread

SECONDS = 10
"""Between two looks for desks not known yet, such as a new rep's."""

log = logging.getLogger("voicedesk.warm")


def post_worker_init(worker):
    Thread(target=keep_warm, name="warm", daemon=True).start()


def keep_warm():
    from django.db import connection

    from drafts import warm

    known = []
    while True:
        try:
            known = warm.desks(known)
        except Exception as error:  # noqa: BLE001 - being slow once is no reason to end
            log.info("desks not learned yet (%s)", type(error).__name__)
        finally:
            connection.close()
        time.sleep(SECONDS)
