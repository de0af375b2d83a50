"""Processes we started, perhaps in an earlier life: recognised by who they are, and ended for good.

A process number alone says nothing after a crash, for the kernel hands it out again. So a process is
ours only when its number *and* its start time match, or when it carries our mark in its environment.
"""

import contextlib
import os
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import psutil

MARK = "VOICEDESK_STARTED_FOR"
"""The environment variable that tells, in every process of a run, which data folder it works for."""

CLOCK_SLACK = 2.0
"""Seconds. Start times are derived from the boot time, which moves a little when the clock is set."""


@dataclass(frozen=True)
class Identity:
    """A process that cannot be confused with a later one of the same number."""

    pid: int
    started: float

    @classmethod
    def of(cls, pid: int) -> "Identity":
        """The identity of a running process. Raises psutil.NoSuchProcess when there is none."""
        return cls(pid, psutil.Process(pid).create_time())

    def process(self) -> psutil.Process | None:
        """The process, or None when it has ended (also when its number now belongs to another)."""
        with contextlib.suppress(psutil.Error, ValueError):
            process = psutil.Process(self.pid)
            if abs(process.create_time() - self.started) < CLOCK_SLACK and is_alive(process):
                return process
        return None


def is_alive(process: psutil.Process) -> bool:
    """Whether the process still does anything; a zombie does not."""
    with contextlib.suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def marked(mark: str) -> Iterator[psutil.Process]:
    """Every process started for `mark`, whoever its parent is by now; never the caller's own."""
    for process in psutil.process_iter():
        if process.pid == os.getpid():
            continue
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == mark and is_alive(process):
                yield process


def wait_until_gone(processes: Iterable[psutil.Process], patience: float) -> list[psutil.Process]:
    """Wait until all have ended, `patience` seconds at most; returns those that have not.

    A zombie counts as gone: in a container whose first process reaps nothing, an orphan stays one for ever.
    """
    left = list(processes)
    deadline = time.monotonic() + patience
    while left := [process for process in left if is_alive(process)]:
        if time.monotonic() > deadline:
            break
        time.sleep(0.01)
    return left


def end(processes: Iterable[psutil.Process], patience: float) -> None:
    """End the processes and all their descendants, within `patience` seconds for each of two generations.

    Those of the `processes` that are nobody's child among them hear of it first, so that they can put their children to
    rest; then what they left behind.
    Whatever does not listen is killed.
    """
    given = {process.pid: process for process in processes}
    heads = [process for process in given.values() if _parent(process) not in given]
    descendants = {pid: process for pid, process in given.items() if process not in heads}
    for head in heads:
        with contextlib.suppress(psutil.Error):
            descendants |= {child.pid: child for child in head.children(recursive=True)}
    for generation in (heads, list(descendants.values())):
        _signal(generation, signal.SIGTERM)
        left = wait_until_gone(generation, patience)
        _signal(left, signal.SIGKILL)
        wait_until_gone(left, patience=5)


def _parent(process: psutil.Process) -> int | None:
    with contextlib.suppress(psutil.Error):
        return process.ppid()
    return None


def _signal(processes: Iterable[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        if is_alive(process):
            with contextlib.suppress(psutil.Error):
                process.send_signal(number)
