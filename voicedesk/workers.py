"""A worker that forks for each job, and learns before the fork what the next jobs will need too."""

import logging

from django.db import connections
from rq import Worker

from drafts import warm

log = logging.getLogger(__name__)


class WarmWorker(Worker):
    """A child inherits what its parent has learned and takes nothing back; so the parent learns, and the child writes."""

    def fork_work_horse(self, job, queue):
        try:
            warm.for_job(job.func_name, job.args)
        except Exception as error:  # noqa: BLE001 - a parent that cannot warm up still forks; the child says what is wrong
            log.warning("not warmed for %s: %s", job.func_name, type(error).__name__)
        finally:
            connections.close_all()
        super().fork_work_horse(job, queue)
