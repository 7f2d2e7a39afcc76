"""
Phones that score parties over a network that fails, and what they know at the end.

A phone does what the script of the table page does: one tap at a time, sent again under its own key until the club
answers. It trusts only what a page says: the next position and the next key are read from the answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import NamedTuple
from urllib.parse import urlencode

WAIT = 8.0
"""Seconds after which a phone gives an answer up, as the table page does."""

PATIENCE = 60.0
"""Seconds after which a tap that no machine answers is an error of the laboratory."""

Answer = tuple[int, str]
"""A status and a page."""

NETWORK = {
    "delivered": 60,
    "request lost": 6,
    "request truncated": 6,
    "answer lost": 8,
    "answer truncated": 6,
    "doubled": 6,
    "doubled at once": 4,
    "delayed": 4,
}
"""What becomes of a request, and how often in a hundred. One that is doubled may arrive again much later."""


class Lost(Exception):
    """No whole answer arrived."""


class Tap(NamedTuple):
    """What a phone said under a key of its own."""

    code: str
    deal: int
    said: str
    key: str


@dataclass
class Found:
    """What phones saw: the taps that were acknowledged, what failed, and what must not happen."""

    acknowledged: list[Tap] = field(default_factory=list)
    taps: int = 0
    races: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        self.acknowledged += other.acknowledged
        self.taps += other.taps
        self.races += other.races
        self.faults += other.faults
        self.errors += other.errors


class Line:
    """The network between one phone and the machines, whose faults are drawn from *random*."""

    def __init__(self, ports: Sequence[int], cookie: str, random: Random, faults: Counter[str]) -> None:
        self.ports, self.cookie, self.random, self.faults = [*ports], cookie, random, faults
        self.late: list[tuple[str, str, str | None]] = []

    def ask(self, method: str, path: str, form: str | None = None) -> Answer:
        """Return the answer; `Lost` if none arrived whole, whatever became of the request."""
        (fate,) = self.random.choices(list(NETWORK), list(NETWORK.values()))
        self.faults[fate] += fate != "delivered"
        if fate == "request lost":
            raise Lost
        if fate == "delayed":
            sleep(self.random.uniform(0, 0.2))
        if fate == "request truncated":
            self._send(method, path, form, cut=True)
            raise Lost
        if fate.startswith("doubled"):
            first = Thread(target=self._unheard, args=(method, path, form))
            first.start()
            if fate == "doubled":
                first.join()
            if self.random.random() < 0.5:
                self.late.append((method, path, form))
        found = self._send(method, path, form)
        if fate.startswith("answer"):
            if fate == "answer lost" and self.random.random() < 0.5:
                self.late.append((method, path, form))
            raise Lost
        return found

    def deliver_late(self) -> None:
        """Deliver requests that were held up, after later ones: nobody waits for their answers."""
        while self.late and self.random.random() < 0.5:
            self.faults["reordered"] += 1
            self._unheard(*self.late.pop(self.random.randrange(len(self.late))))

    def _unheard(self, method: str, path: str, form: str | None) -> None:
        with suppress(Lost):
            self._send(method, path, form)

    def _send(self, method: str, path: str, form: str | None, *, cut: bool = False) -> Answer:
        """Send a request to the first machine, and go to the next one if it does not answer."""
        connection = HTTPConnection("127.0.0.1", self.ports[0], timeout=WAIT)
        headers = {"Cookie": self.cookie} | ({"HX-Request-Type": "partial"} if path.endswith("/say") else {})
        body = b"" if form is None else form.encode()
        if form is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        try:
            connection.request(method, path, body[: len(body) // 2] if cut else body, headers)
            if cut:
                return 0, ""
            answer = connection.getresponse()
            page = answer.read().decode()
            if answer.status == 503 and "Retry-After" not in answer.headers:
                return 500, page
            return answer.status, page
        except (OSError, HTTPException):
            self.ports.append(self.ports.pop(0))
            raise Lost from None
        finally:
            connection.close()


class Phone(Thread):
    """A phone that says what a partie's *script* has, deal by deal, until the end; *others* score the same partie."""

    def __init__(self, code: str, script: Sequence[Sequence[str]], line: Line, *, others: bool = False) -> None:
        super().__init__(name=f"phone at {code}")
        self.code, self.script, self.line, self.others = code, script, line, others
        self.found = Found(faults=line.faults)

    def run(self) -> None:
        try:
            self.play()
        except AssertionError as error:
            self.found.errors.append(f"{self.name}: {error}")

    def play(self) -> None:
        for deal, taps in enumerate(self.script):
            page = self._until_answered("GET", f"/p/{self.code}/?deal={deal}")[1]
            while (at := _position(page)) is not None and at[0] == deal and at[1] < _length(taps):
                page = self._tap(page, deal, taps, at[1])

    def _tap(self, page: str, deal: int, taps: Sequence[str], position: int) -> str:
        """Say what comes at a *position*; the answer shows what is recorded then, whoever said it."""
        said = next(said for at, said in zip(_positions(taps), taps, strict=True) if at == position)
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        tap = Tap(self.code, deal, said, form["key"])
        sent = urlencode({**form, "say": said})
        self.found.taps += 1
        status, page = self._until_answered("POST", f"/p/{self.code}/say", sent)
        if status == 200:
            self.found.acknowledged.append(tap)
        else:
            self.found.races += 1
            assert status == 409, f"{said!r} is answered with {status}"
            assert self.others, f"{said!r} clashes, but no other phone scores"
        self.line.deliver_late()
        return page

    def _until_answered(self, method: str, path: str, form: str | None = None) -> Answer:
        """Send a request again until it is answered, as the table page does; 503 says that nothing was recorded."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            try:
                status, page = self.line.ask(method, path, form)
            except Lost:
                sleep(self.line.random.uniform(0.01, 0.1))
                continue
            if status != 503:
                assert status < 500, f"an answer is {status}: {' '.join(re.sub('<[^>]*>', ' ', page).split())[:300]}"
                return status, page
            self.line.faults["unavailable"] += 1
            sleep(self.line.random.uniform(0.05, 0.3))
        raise AssertionError("nobody answers")


class Member(Phone):
    """The phone of a member, who signs when the partie is over; one *script* of the two players is empty."""

    def play(self) -> None:
        super().play()
        path, end = f"/p/{self.code}", monotonic() + PATIENCE
        while monotonic() < end:
            page = self._until_answered("GET", f"{path}/settlement")[1]
            form = re.search(rf'<form[^>]*action="{path}/signatures#book".*?</form>', page, re.S)
            if form is not None:
                fields = dict(re.findall(r'name="(csrf_token|player)" value="([^"]*)"', form[0]))
                self.found.taps += 1
                status, _ = self._until_answered("POST", f"{path}/signatures", urlencode(fields))
                assert status == 303, f"a signature is answered with {status}"
                self.line.deliver_late()
                return
            sleep(0.1)
        raise AssertionError("there is nothing to sign")


def _position(page: str) -> tuple[int, int] | None:
    """Return the deal and the position of the form on a page; `None` if it has none."""
    found = dict(re.findall(r'<input type="hidden" name="(deal|position)" value="(\d+)"', page))
    return (int(found["deal"]), int(found["position"])) if len(found) == 2 else None


def _positions(taps: Sequence[str]) -> list[int]:
    """Return the position at which each tap is said."""
    return [sum(said.count(";") + 1 for said in taps[:number]) for number in range(len(taps))]


def _length(taps: Sequence[str]) -> int:
    return sum(said.count(";") + 1 for said in taps)
