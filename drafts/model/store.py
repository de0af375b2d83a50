"""Where the circuit breaker and the spending limit keep their few numbers."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Any, Protocol


class Store(Protocol):
    """The part of Django's cache that is needed: pass that cache itself, and every worker sees the same numbers."""

    def get(self, key: str, default: Any = None) -> Any:
        """The value kept under ``key``, or ``default``."""

    def set(self, key: str, value: Any, timeout: float) -> Any:
        """Keep ``value`` for ``timeout`` seconds."""

    def add(self, key: str, value: Any, timeout: float) -> bool:
        """Keep ``value`` unless there is one already; True for the caller whose value it is."""

    def incr(self, key: str, delta: int = 1) -> int:
        """Add to a number; raises ValueError when there is none."""

    def delete(self, key: str) -> Any:
        """Forget ``key``, if it is known."""


class Memory:
    """A :class:`Store` within one process, safe to share between threads."""

    def __init__(self, clock: Callable[[], float] = time.time):
        self._clock = clock
        self._lock = Lock()
        self._kept: dict[str, tuple[Any, float]] = {}

    def get(self, key: str, default: Any = None) -> Any:
        with self._lock:
            return self._live(key, default)

    def set(self, key: str, value: Any, timeout: float) -> None:
        with self._lock:
            self._kept[key] = (value, self._clock() + timeout)

    def add(self, key: str, value: Any, timeout: float) -> bool:
        with self._lock:
            if self._live(key) is not None:
                return False
            self._kept[key] = (value, self._clock() + timeout)
            return True

    def incr(self, key: str, delta: int = 1) -> int:
        with self._lock:
            value = self._live(key)
            if value is None:
                raise ValueError(f"{key} is not known")
            self._kept[key] = (value + delta, self._kept[key][1])
            return value + delta

    def delete(self, key: str) -> None:
        with self._lock:
            self._kept.pop(key, None)

    def _live(self, key: str, default: Any = None) -> Any:
        value, until = self._kept.get(key, (default, float("inf")))
        return value if self._clock() < until else default
