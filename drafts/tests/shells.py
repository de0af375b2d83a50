"""Real worker processes for tests: started, watched, killed; never more than a bounded time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
PATIENCE = 90.0


def until(condition: Callable[[], object], what: str, patience: float = PATIENCE):
    """The condition's first true answer; fails with ``what`` when it never comes."""
    deadline = time.monotonic() + patience
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"waited {patience:.0f} s in vain: {what}"
        time.sleep(0.05)
    return answer


def work_off(environment: dict[str, str], workers: int = 1) -> None:
    """Let workers empty the queues, each a process of its own, and wait for them."""
    running = [
        subprocess.Popen([sys.executable, MANAGE, "worker", "--burst", "-v", "0"], env=environment, stdout=subprocess.DEVNULL)
        for _ in range(workers)
    ]
    for process in running:
        assert process.wait(PATIENCE) == 0


@contextmanager
def worker(environment: dict[str, str]) -> Iterator[subprocess.Popen]:
    """A worker that stays; it and its children are gone afterwards."""
    process = subprocess.Popen(
        [sys.executable, MANAGE, "worker", "-v", "0"], env=environment, start_new_session=True, stdout=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen) -> None:
    """kill -9 of a worker with the child that does its job (it may have a process group of its own)."""
    try:
        family = [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]
    except psutil.NoSuchProcess:
        return
    for member in family:
        try:
            os.kill(member.pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    process.wait(10)
