"""A circuit breaker: an endpoint that keeps failing is left alone, then tried with one call."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from drafts.model.store import Memory, Store


@dataclass(frozen=True, slots=True)
class Breaker:
    """Opens after ``failures`` within ``window`` seconds, for ``rest`` seconds; then one caller may try (half open).

    That probe's success closes it, its failure opens it again. ``probe`` bounds how long a probe that never reported, because
    its worker was killed, keeps others out. ``clock`` is wall-clock time, because workers on several hosts share the store.
    Two failures noted in the same instant may count as one: the breaker then opens one call later.
    """

    name: str = "model"
    store: Store = field(default_factory=Memory)
    clock: Callable[[], float] = time.time
    failures: int = 5
    window: float = 120.0
    rest: float = 60.0
    probe: float = 300.0

    def allows(self) -> bool:
        """Whether a call may be made now; when half open, True once for each probe."""
        closed_from = self.store.get(self._key("open"))
        if closed_from is None:
            return True
        return self.clock() >= closed_from and self.store.add(self._key("probe"), True, self.probe)

    def failed(self) -> None:
        """Note a call that the endpoint failed."""
        now = self.clock()
        if self.store.get(self._key("open")) is not None:
            self._open(now)
            return
        recent = [at for at in self.store.get(self._key("failures"), []) if at > now - self.window] + [now]
        self.store.set(self._key("failures"), recent, self.window)
        if len(recent) >= self.failures:
            self._open(now)

    def succeeded(self) -> None:
        """Note a call that the endpoint answered, whatever it said."""
        for part in ("open", "probe", "failures"):
            self.store.delete(self._key(part))

    def _open(self, now: float) -> None:
        # Kept long past the rest: as long as it is kept, one failed probe is enough to open again.
        self.store.set(self._key("open"), now + self.rest, 10 * (self.rest + self.probe))
        self.store.delete(self._key("probe"))

    def _key(self, part: str) -> str:
        return f"breaker:{self.name}:{part}"
