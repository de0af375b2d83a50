"""The queue's worker: a fork for each job, so that a crash takes one job along, and what jobs share learned before the fork."""

import logging

from django_rq.utils import reset_db_connections
from redis.exceptions import RedisError
from rq import Worker

from drafts import warm

log = logging.getLogger(__name__)


class WarmWorker(Worker):
    """Learns a rep's habits once instead of once a draft."""

    known: tuple[int | None, ...] = ()
    """What was learned last. Fewer than the memories hold that keep it, so that what fell out of them is learned again."""

    asked_to_stop = False
    """Whether a signal told a worker of this process to stop. One that ends without having been told is to be started again."""

    def handle_warm_shutdown_request(self):
        WarmWorker.asked_to_stop = True
        super().handle_warm_shutdown_request()

    def execute_job(self, job, queue):
        try:
            super().execute_job(job, queue)
        except RedisError:
            self.wait_for_horse()  # the queue went away while the job was watched; the job goes on and settles its row
            raise

    def fork_work_horse(self, job, queue):
        if job.func_name == "drafts.jobs.write":
            self.learn(*job.args)
        super().fork_work_horse(job, queue)

    def learn(self, draft_id: int) -> None:
        try:
            self.known = (*self.known, warm.for_draft(draft_id, self.known))[-16:]
        except Exception as error:  # noqa: BLE001 - the job will meet the same trouble, and its row is where that belongs
            log.info("draft %s: nothing learned before the fork (%s)", draft_id, type(error).__name__)
        finally:
            reset_db_connections()  # a connection must not have two users after the fork
