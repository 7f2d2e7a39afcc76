"""The club of a schedule: the application and its book, killed,
updated and restored from a backup.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from http.cookies import SimpleCookie
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Flask
from flask.ctx import RequestContext
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import select

from scorer.resources import Location
from scorer.rules.presets import PORTLAND
from scorer.service.keeping import back_up, open_parties, restore, secret_key
from scorer.service.parties import NoSuchPartie, Parties
from scorer.storage import schema
from scorer.storage.engine import reading
from scorer.table.recording import Sheet
from scorer.web import create_app
from scorer.web.extensions import OPENED, network_address

PLAYERS = ("Ada", "Ben")

_COMPILED = TemporaryDirectory()
_TEMPLATES = FileSystemBytecodeCache(_COMPILED.name)
"""The pages that a club of before has compiled."""


@dataclass
class Club:
    """A club, whose book is in a directory.

    Attributes:
        clock: the time of the club, which is that of the schedule.
        cookies: what each phone has for a cookie.
        build: what the program that serves is called; an update gives it another name.
    """

    directory: Path
    clock: Callable[[], datetime]
    cookies: dict[int, dict[str, str]] = field(default_factory=dict)
    backups: list[Path] = field(default_factory=list)
    build: str = "0" * 12
    generation: int = 0

    def __post_init__(self) -> None:
        self._start()

    @property
    def data(self) -> Path:
        return self.directory / f"book-{self.generation}"

    def _start(self) -> None:
        """Serve the book, by a process that knows nothing of the one before."""
        opened = open_parties(_made(self.data))
        self.parties: Parties = replace(opened, clock=self.clock)
        self.app: Flask = create_app(self.parties, secret_key(self.data))
        self.app.jinja_env.bytecode_cache = _TEMPLATES
        self.client: FlaskClient = self.app.test_client(use_cookies=False)

    def close(self) -> None:
        self.parties.engine.dispose()

    def kill(self) -> None:
        self.close()
        self._start()

    def update(self) -> None:
        """Start another version of the program on the same book."""
        self.build = secrets.token_hex(6)
        self.kill()

    def back_up(self) -> None:
        path = self.directory / f"backup-{len(self.backups)}.sqlite"
        assert back_up(self.parties.engine, path, self.data) == []
        self.backups.append(path)

    def restore(self, backup: Path) -> None:
        """Go on with the book as it was at a backup."""
        self.close()
        self.generation += 1
        assert restore(backup, Location(self.data, "")).faults == []
        self._start()

    # What people do there

    def open(self, phones: list[int]) -> str:
        """Open a partie that these phones score; return its code."""
        sheet, _ = self.parties.open(PLAYERS, PORTLAND)
        for phone in phones:
            self.let_score(phone, sheet.code)
        return sheet.code

    def let_score(self, phone: int, code: str) -> None:
        """Open a new scoring link of a partie on a phone, if the club has it."""
        if not self.has(code):
            return
        address = f"/s/{self.parties.new_link(code)}"
        page = self.answer(phone, "GET", address)["body"]
        token = re.search(r'name="csrf_token" value="([^"]*)"', page)
        assert token is not None
        done = self.answer(phone, "POST", address, f"csrf_token={token[1]}", follow=False)
        assert done["status"] == 303, done

    def revoke_links(self, code: str) -> None:
        """Let no phone score a partie, if the club has it."""
        for link in self.parties.links(code) if self.has(code) else ():
            if not link.revoked:
                self.parties.revoke_link(code, link.id)

    def sheet(self, code: str) -> Sheet:
        return self.parties.sheet(code)

    def has(self, code: str) -> bool:
        with suppress(NoSuchPartie):
            return bool(self.sheet(code))
        return False

    def keys(self) -> Counter[str]:
        """Return how many statements each tap has recorded, by the key of the tap."""
        with reading(self.parties.engine) as db:
            return Counter(db.execute(select(schema.statement.c.form_key)).scalars())

    def moments(self) -> dict[str, datetime]:
        """Return when each tap was said, by its key, as the club has recorded it."""
        with reading(self.parties.engine) as db:
            rows = db.execute(select(schema.statement.c.form_key, schema.statement.c.recorded_at))
            return {key: datetime.fromisoformat(at) for key, at in rows}

    def refuse_openings(self, phone: int) -> None:
        """Let no partie be opened from a phone, as where 120 were opened in an hour."""
        with self._as(phone):
            for _ in range(OPENED.most + 1):
                OPENED.hit(network_address())

    def allow_openings(self, phone: int) -> None:
        with self._as(phone):
            OPENED.forget(network_address())

    def _as(self, phone: int) -> RequestContext:
        return self.app.test_request_context(method="POST", environ_overrides=address_of(phone))

    # What phones send

    def answer(
        self,
        phone: int,
        method: str,
        url: str,
        body: str = "",
        headers: Mapping[str, str] = MappingProxyType({}),
        *,
        follow: bool = True,
    ) -> dict[str, Any]:
        """Answer a request of a phone, which follows where that leads."""
        parts = urlsplit(url)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        own = self.cookies.setdefault(phone, {})
        sent = {**headers, "Cookie": "; ".join(f"{name}={value}" for name, value in own.items())}
        form = dict(parse_qsl(body, keep_blank_values=True)) if method == "POST" else None
        found = self.client.open(
            path, method=method, data=form, headers=sent, environ_overrides=address_of(phone)
        )
        assert found.status_code != 500, f"the club fails at {method} {url} {body}"
        for line in found.headers.getlist("Set-Cookie"):
            own |= {name: each.value for name, each in SimpleCookie(line).items()}
        if follow and found.status_code in (302, 303):
            return self.answer(phone, "GET", found.headers["Location"], headers=headers)
        named = {
            name: value
            for name, value in found.headers
            if name not in ("Set-Cookie", "Scorer-Build")
        }
        headers = {**named, "Scorer-Build": self.build}
        return {
            "status": found.status_code,
            "headers": headers,
            "body": found.text,
            "url": f"{ORIGIN}{path}",
        }


def address_of(phone: int) -> dict[str, str]:
    """Return the network address of a phone, which has one of its own."""
    return {"REMOTE_ADDR": f"192.0.2.{phone}"}


ORIGIN = "https://piquet.test"


def _made(directory: Path) -> Path:
    directory.mkdir(exist_ok=True)
    return directory
