"""Phones that score parties over a network that fails, and what they know at the end.

A phone does what the script of the table page does: it keeps the taps that the club has not
answered, some at a time, and sends them in order, each again under its own key until the club
answers. If something else was recorded meanwhile, it drops those that it has not sent, and goes on
from what the club shows.
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

KEPT = (1, 1, 2, 3, 8)
"""How many taps a phone makes before it sends them, as often."""

Answer = tuple[int, str]
"""A status and a page; of 503, what the page of the table would show."""

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
"""What becomes of a request, and how often in a hundred.
One that is doubled may arrive again much later.
"""


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
    """What phones saw: the taps that were acknowledged, what failed, and what must not happen.

    `faulty` taps were hit by a fault at least once before they were answered. `answered` is by the
    machine's port.
    """

    acknowledged: list[Tap] = field(default_factory=list)
    taps: int = 0
    faulty: int = 0
    races: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    answered: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        for each in vars(self):
            setattr(self, each, getattr(self, each) + getattr(other, each))


class Line:
    """The network between one phone and the machines, whose faults are drawn from *random*."""

    def __init__(self, ports: Sequence[int], cookie: str, random: Random) -> None:
        self.ports = random.sample(ports, len(ports))
        self.cookie = cookie
        self.random = random
        self.late: list[tuple[str, str, str | None]] = []
        self.faults: Counter[str] = Counter()
        self.answered: Counter[int] = Counter()

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
        found = self._send(method, path, form, part=0.5 if fate == "answer truncated" else 1)
        if fate == "answer lost":
            if self.random.random() < 0.5:
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

    def _send(
        self, method: str, path: str, form: str | None, *, cut: bool = False, part: float = 1
    ) -> Answer:
        """Send a request to the first machine, and go to the next one if it does not answer.

        The connection is closed with half of the request sent, if it is *cut*, or with a *part* of
        the answer read.
        """
        connection = HTTPConnection("127.0.0.1", self.ports[0], timeout=WAIT)
        headers = {"Cookie": self.cookie} | (
            {"HX-Request-Type": "partial"} if path.endswith("/say") else {}
        )
        body = b"" if form is None else form.encode()
        if form is not None:
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": str(len(body)),
            }
        try:
            connection.request(method, path, body[: len(body) // 2] if cut else body, headers)
            if cut:
                return 0, ""
            answer = connection.getresponse()
            if part < 1:
                answer.read(int(part * int(answer.headers["Content-Length"])))
                raise Lost
            page = answer.read().decode()
            self.answered[self.ports[0]] += 1
            if answer.status == 503:
                return (
                    (503, answer.headers["Scorer-Notice"])
                    if "Retry-After" in answer.headers
                    else (500, page)
                )
            return answer.status, page
        except (OSError, HTTPException):
            self.faults["no contact"] += 1
            self.ports.append(self.ports.pop(0))
            raise Lost from None
        finally:
            connection.close()


class Phone(Thread):
    """A phone that says what a partie's *script* has, deal by deal, until the end;
    *others* score the same partie.
    """

    def __init__(
        self, code: str, script: Sequence[Sequence[str]], line: Line, *, others: bool = False
    ) -> None:
        super().__init__(name=f"phone at {code}")
        self.code = code
        self.script = script
        self.line = line
        self.others = others
        self.found = Found(faults=line.faults, answered=line.answered)

    def run(self) -> None:
        try:
            self.play()
        except AssertionError as error:
            self.found.errors.append(f"{self.name}: {error}")

    def play(self) -> None:
        for deal, taps in enumerate(self.script):
            page = self._until_answered("GET", f"/p/{self.code}/?deal={deal}")[1]
            while (
                (at := _position(page)) is not None
                and at[0] == deal
                and at[1] < _positions(taps)[-1]
            ):
                page = self._say_some(page, deal, taps, at[1])

    def _say_some(self, page: str, deal: int, taps: Sequence[str], position: int) -> str:
        """Keep some taps from a *position* on, and send them;
        the answer shows what is recorded, whoever said it.
        """
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        kept = [each for each in zip(_positions(taps), taps, strict=False) if each[0] >= position]
        for at, said in kept[: self.line.random.choice(KEPT)]:
            key = form["key"] if at == position else f"{self.line.random.getrandbits(128):032x}"
            tap = Tap(self.code, deal, said, key)
            sent = {**form, "position": at, "key": key, "say": said}
            status, page = self._counted(f"/p/{self.code}/say", urlencode(sent))
            if status != 200:
                self.found.races += 1
                assert status == 409, f"{said!r} is answered with {status}"
                assert self.others, f"{said!r} clashes, but no other phone scores"
                break
            self.found.acknowledged.append(tap)
        return page

    def _counted(self, path: str, form: str) -> Answer:
        before = self.line.faults.total()
        answer = self._until_answered("POST", path, form)
        self.found.taps += 1
        self.found.faulty += self.line.faults.total() > before
        self.line.deliver_late()
        return answer

    def _until_answered(self, method: str, path: str, form: str | None = None) -> Answer:
        """Send a request again until it is answered, as the table page does;
        503 says that nothing was recorded.
        """
        end = monotonic() + PATIENCE
        while monotonic() < end:
            try:
                status, page = self.line.ask(method, path, form)
            except Lost:
                sleep(self.line.random.uniform(0.01, 0.1))
                continue
            if status != 503:
                assert status < 500, (
                    f"an answer is {status}: {' '.join(re.sub('<[^>]*>', ' ', page).split())[:300]}"
                )
                return status, page
            self.line.faults[page] += 1
            sleep(self.line.random.uniform(0.05, 0.3))
        raise AssertionError("nobody answers")


class Member(Phone):
    """The phone of a member, who signs when the partie is over;
    one *script* of the two players is empty.
    """

    def play(self) -> None:
        super().play()
        path = f"/p/{self.code}"
        end = monotonic() + PATIENCE
        before = ""
        while monotonic() < end:
            page = self._until_answered("GET", f"{path}/settlement")[1]
            shown = re.sub(r"<[^>]*>", "", page)
            if shown != before:  # the other player's phone still scores
                end = monotonic() + PATIENCE
                before = shown
            form = re.search(rf'<form[^>]*action="{path}/signatures#book".*?</form>', page, re.S)
            if form is not None:
                fields = dict(re.findall(r'name="(csrf_token|player)" value="([^"]*)"', form[0]))
                status, page = self._counted(f"{path}/signatures", urlencode(fields))
                refused = re.findall(r'role="alert">(.*?)<', page)
                assert status == 303, f"a signature is answered with {status}: {refused}"
                return
            sleep(0.1)
        raise AssertionError("there is nothing to sign")


def _position(page: str) -> tuple[int, int] | None:
    """Return the deal and the position of the form on a page; `None` if it has none."""
    found = dict(re.findall(r'<input type="hidden" name="(deal|position)" value="(\d+)"', page))
    return (int(found["deal"]), int(found["position"])) if len(found) == 2 else None


def _positions(taps: Sequence[str]) -> list[int]:
    """Return the position at which each tap is said, and the next one."""
    return [sum(said.count(";") + 1 for said in taps[:number]) for number in range(len(taps) + 1)]
