"""What every group of use cases has: a database, or a transaction that it takes part in, and a clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from ..storage.engine import Database

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Service:
    engine: Database
    clock: Clock

    def at(self) -> str:
        return self.clock().isoformat(timespec="seconds")
