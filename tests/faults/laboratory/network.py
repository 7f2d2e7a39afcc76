"""The network between the phones of a schedule and their club,
whose faults are drawn from the seed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .club import Club
from .node import Words

FATES = {
    "delivered": 66,
    "request lost": 5,
    "answer lost": 6,
    "answer cut": 3,
    "no answer": 2,
    "doubled": 4,
    "doubled late": 4,
    "request late": 4,
    "answer late": 3,
    "unavailable": 3,
}
"""What becomes of a request, and how often in a hundred."""

FAR = 9_000
"""Milliseconds after which a phone has given an answer up."""


@dataclass
class Network:
    """What the phones send, and how it arrives.

    Attributes:
        offline: the phones that have no network now.
        is_calm: whatever is sent from now on arrives, and is answered.
        sent: what was sent with the fate that was drawn for it, by its number.
    """

    club: Club
    random: Random
    offline: set[int] = field(default_factory=set)
    is_calm: bool = False
    requests: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    sent: dict[int, tuple[str, Words]] = field(default_factory=dict)

    def hear(self, words: Words) -> Words:
        """Say after how long something arrives that was `sent`,
        or what comes of it now that it has `arrived`.
        """
        if "sent" in words:
            return self._send(words["sent"])
        return self._arrive(words["arrived"])

    def _send(self, sent: Words) -> Words:
        fate = self._fate(sent["phone"])
        self.requests += 1
        self.faults[fate] += fate != "delivered"
        self.sent[sent["id"]] = fate, sent
        return {
            "after": self.random.randrange(FAR, 40_000) if fate == "request late" else self._soon()
        }

    def _fate(self, phone: int) -> str:
        if self.is_calm:
            return "delivered"
        if phone in self.offline:
            return "no network"
        (fate,) = self.random.choices(list(FATES), list(FATES.values()))
        return fate

    def _soon(self) -> int:
        return self.random.randrange(1, 250)

    def _arrive(self, number: int) -> Words:
        """Let a request arrive at the club, unless it was lost;
        return what the phone hears of it, and when.
        """
        fate, sent = self.sent[number]
        if fate == "no answer":
            return {"never": True}
        if fate in ("request lost", "no network"):
            return {"failed": True, "after": self._soon()}
        if fate == "unavailable":
            headers = {"Retry-After": "1", "Scorer-Notice": "The book is busy."}
            return {"status": 503, "headers": headers, "body": "", "after": self._soon()}
        found = self._ask(sent)
        if fate == "answer lost":
            return {"failed": True, "after": self._soon()}
        if fate == "answer late":
            return {**found, "after": self.random.randrange(FAR - 2_000, 30_000)}
        if fate == "doubled":
            found = self._ask(sent)
        if fate == "doubled late":
            self.sent[number] = "delivered", sent
            found["again"] = self.random.randrange(1_000, 60_000)
        return {**found, "after": self._soon(), "cut": fate == "answer cut"}

    def _ask(self, sent: Words) -> dict[str, Any]:
        return self.club.answer(
            sent["phone"], sent["method"], sent["url"], sent["body"], sent["headers"]
        )
