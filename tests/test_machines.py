"""Two machines and one database: killed in turn while phones tap, they lose nothing and double nothing."""

import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import CookieJar
from itertools import count
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import select

from scorer.rules.presets import PORTLAND
from scorer.service.book import open_parties
from scorer.service.club.verification import verify
from scorer.service.parties import Parties
from scorer.storage import schema as s
from scorer.storage.engine import reading
from tests import postgresql
from tests.test_serve import first_page, free_port
from tests.thorough import WHOLE

KILLS = 100 if WHOLE else 4
PHONES = 4
"""Two phones score on one sheet; the others on their own."""


@dataclass
class Machine:
    """A program that serves a database, and its port."""

    command: list[str]
    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        assert "New partie" in first_page(self.port)

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def machines(data: Path, database: str) -> Iterator[list[Machine]]:
    command = [sys.executable, "-m", "scorer", "serve", "--data", str(data), "--database", database]
    found = [Machine(command, free_port()) for _ in range(2)]
    with ExitStack() as stack:
        for each in found:
            each.start()
            stack.callback(each.kill)
        yield found


@dataclass
class Phone:
    """A phone that taps and, where it gets no answer, sends the same tap to the other machine."""

    name: str
    code: str
    ports: list[int]
    acknowledged: list[str] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, data: dict[str, str] | None = None) -> tuple[int, str]:
        """Return status and page, of whichever machine answers."""
        for port in self.ports * 1000:
            body = None if data is None else urllib.parse.urlencode(data).encode()
            try:
                with self.browser.open(f"http://127.0.0.1:{port}{path}", body, timeout=10) as answer:
                    return answer.status, answer.read().decode()
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    return error.code, error.read().decode()
                self.troubles["503"] += 1
            except (OSError, HTTPException) as error:
                self.troubles[type(error).__name__] += 1
            self.ports.reverse()
            time.sleep(0.02)
        raise TimeoutError(path)

    def accept(self, token: str) -> None:
        status, page = self.ask(f"/s/{token}", {"csrf_token": self.hidden(self.ask(f"/s/{token}")[1], "csrf_token")})
        assert (status, "Undo" in page) == (200, True), page

    @staticmethod
    def hidden(page: str, name: str) -> str:
        found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', page)
        assert found is not None, page
        return found[1]

    def tap(self, until: Event) -> None:
        _, page = self.ask(f"/p/{self.code}/")
        for number in count():
            if until.is_set():
                return
            key, token, position = (
                f"{self.name} {number}",
                self.hidden(page, "csrf_token"),
                self.hidden(page, "position"),
            )
            said = f"strike 1 for E point {4 + int(position) % 4}"
            status, page = self.ask(
                f"/p/{self.code}/say",
                {"csrf_token": token, "deal": "0", "position": position, "key": key, "say": said},
            )
            assert status in (200, 409), page
            if status == 200:
                self.acknowledged.append(key)
            else:
                self.troubles["clash"] += 1
                _, page = self.ask(f"/p/{self.code}/")


def open_sheet(parties: Parties) -> tuple[str, str]:
    """Open a partie whose first statement can be corrected again and again; return its code and a scoring link."""
    sheet, token = parties.open(("Ada", "Bea"), PORTLAND)
    parties.record(sheet.code, deal=0, position=0, said="E point 4; Y good", form_key="first")
    return sheet.code, token


@pytest.mark.slow
def test_two_machines_killed_in_turn_lose_and_double_nothing(tmp_path: Path) -> None:
    database = postgresql.address(postgresql.new_database(postgresql.new_name()))
    parties = open_parties(tmp_path, database)
    sheets = [open_sheet(parties) for _ in range(PHONES - 1)]
    done = Event()
    with machines(tmp_path, database) as pair, ThreadPoolExecutor(PHONES) as pool:
        phones = [
            Phone(f"phone {number}", code, [each.port for each in pair][:: 1 - number % 2 * 2])
            for number, (code, _) in enumerate([*sheets, sheets[0]])
        ]
        for phone, (_, token) in zip(phones, [*sheets, sheets[0]], strict=True):
            phone.accept(token)
        tapping = [pool.submit(phone.tap, done) for phone in phones]
        try:
            for number in range(KILLS):
                time.sleep(0.4)
                pair[number % 2].kill()
                pair[number % 2].start()
        finally:
            done.set()
        for each in tapping:
            each.result()
    with reading(parties.engine) as db:
        recorded = Counter(db.execute(select(s.statement.c.form_key).where(s.statement.c.position > 1)).scalars())
    acknowledged = [key for phone in phones for key in phone.acknowledged]
    assert recorded == Counter(acknowledged)
    assert set(recorded.values()) == {1}
    assert list(verify(parties.engine)) == []
    parties.engine.dispose()
    troubles = sum((phone.troubles for phone in phones), Counter[str]())
    print(f"{len(acknowledged)} taps, {KILLS} kills, {dict(troubles)}: 0 lost, 0 doubled")
