"""What every use case has: a database, or a transaction of it, and a clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from ..storage.engine import Database

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Service:
    """A group of use cases on a database, or on a transaction that it takes part in."""

    engine: Database
    clock: Clock

    def at(self) -> str:
        return self.clock().isoformat(timespec="seconds")
