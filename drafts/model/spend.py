"""What calls cost, and the limit a team may spend in a day."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Protocol

from drafts.domain import Usage
from drafts.model.store import Memory, Store

A_MILLION = 1_000_000
TWO_DAYS = 2 * 86400


@dataclass(frozen=True, slots=True)
class Price:
    """Money for a million tokens in and out, in whatever currency the limit is in."""

    prompt: float = 0.0
    completion: float = 0.0

    def of(self, usage: Usage) -> float:
        """What a call cost."""
        return (usage.prompt_tokens * self.prompt + usage.completion_tokens * self.completion) / A_MILLION


class Spend(Protocol):
    """Asked before each call, told after it."""

    def allows(self) -> bool:
        """Whether another call may be made."""

    def record(self, usage: Usage) -> None:
        """Note what a call took, whether or not its answer was of use."""


class Unlimited:
    """Spends without counting."""

    def allows(self) -> bool:
        return True

    def record(self, usage: Usage) -> None:
        pass


def today_utc() -> date:
    return datetime.fromtimestamp(time.time(), UTC).date()


@dataclass(frozen=True, slots=True)
class DailySpend:
    """At most ``limit`` money a day for ``name`` (a team); at the price of 1 and 1, millions of tokens.

    Calls under way together may pass the limit by what they take themselves. With a shared store the count holds for all
    workers; a store that forgets starts the day anew, so it is a brake and not the books: those are the drafts' stored usage.
    """

    name: str
    limit: float
    price: Price = Price(1.0, 1.0)
    store: Store = field(default_factory=Memory)
    today: Callable[[], date] = today_utc

    def __post_init__(self):
        if not self.price.prompt and not self.price.completion:
            raise ValueError("A spending limit for the language model needs the price of its tokens.")

    def spent(self) -> float:
        """Money spent today."""
        return self.store.get(self._key(), 0) / A_MILLION

    def allows(self) -> bool:
        return self.spent() < self.limit

    def record(self, usage: Usage) -> None:
        self.store.add(self._key(), 0, TWO_DAYS)
        self.store.incr(self._key(), round(self.price.of(usage) * A_MILLION))

    def _key(self) -> str:
        return f"spend:{self.name}:{self.today().isoformat()}"
