"""Serving the pages with no configuration: an application on the book, and an address to open."""

from __future__ import annotations

import os
import resource
import socket
import sys
import time
from pathlib import Path
from typing import cast

import click
import segno
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask

from ..service.book import Unusable, data_directory, open_parties, secret_key
from ..service.club.services import ClubServices
from ..service.opening import NotAllowed
from . import create_app
from .address import Reached, base_address, is_loopback

THREADS = 8
"""Requests answered at once; a tap takes a few milliseconds of each."""

CONNECTIONS = 2000
"""Connections kept open at once; every browser at a table holds one to six."""

OTHER_FILES = 200
"""Files that are open beside the connections, most of them the book's: three for each connection to it."""

IDLE, HEADER, REQUEST = 30, 10, 60
"""Seconds until a connection is closed: on which nothing moves, whose header or whose whole request is not complete."""


class Task(WSGITask):  # type: ignore[misc]  # waitress has no types
    """An answer after which the connection stays open: waitress closes it after every answer without a body."""

    def set_close_on_finish(self) -> None:
        """Close after this answer; but a 204 or a 304 needs no length to be known as complete."""
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version == "1.0":
            super().set_close_on_finish()


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that is closed if a request takes too long to arrive, however often another byte of it comes."""

    task_class = Task
    begun = 0.0

    def received(self, data: bytes) -> bool:
        """Take what has arrived, unless the request that it belongs to is late."""
        now = time.monotonic()
        if self.request is None:
            self.begun = now
        elif now - self.begun > (REQUEST if self.request.headers_finished else HEADER):
            self.will_close = True
        return bool(super().received(data))


def make_server(app: Flask, host: str, port: int) -> BaseWSGIServer:
    """
    A server that listens; a thousand idle or slow connections do not keep it from the next request.

    Raises:
        OSError: the port is taken.
    """
    server = create_server(
        app,
        host=host,
        port=port,
        threads=THREADS,
        connection_limit=_room_for_connections(),
        asyncore_use_poll=True,  # select() knows the first 1,024 files only
        channel_timeout=IDLE,
        cleanup_interval=IDLE // 3,
    )
    server.channel_class = Channel
    return cast("BaseWSGIServer", server)


def _room_for_connections() -> int:
    """How many connections there is room for, once this process may open as many files as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return CONNECTIONS
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(soft - OTHER_FILES, soft // 2)


NOT_ENCRYPTED = (
    "The connection is not encrypted: whoever listens on this network can read passwords, PINs and the cookies that "
    "keep people signed in. Use a network that you trust."
)
NO_NETWORK = "This computer is in no network, so phones cannot open it. Connect it and start again, or give --url."
NOT_FOR_PHONES = "Only this computer can open it. For phones start it with scorer serve --lan, or give --url."


def application(data: Path, reached: Reached) -> Flask:
    """The application on the book in *data*."""
    return create_app(open_parties(data), secret_key(data), reached)


def lan_address() -> str:
    """The address by which the local network reaches this machine, found without sending anything; or nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if is_loopback(found) else found


def reached_by(port: int, *, lan: bool, url: str) -> Reached:
    """
    How the program is reached that listens on *port*.

    Raises:
        ValueError: *url* is no address that a phone can open; the message says why.
    """
    found = lan_address() if lan and not url else ""
    base = base_address(url) if url else f"http://{found}:{port}" if found else ""
    name = socket.gethostname().lower()
    return Reached(base, lan, (name, f"{name}.local") if lan else ())


def run(asked: Path | None, port: int, *, lan: bool, url: str) -> None:
    """Serve until interrupted; say where, and what is not encrypted."""
    os.umask(0o077)
    try:
        reached = reached_by(port, lan=lan, url=url)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--url") from None
    try:
        app = application(data_directory(asked), reached)
        server = make_server(app, "0.0.0.0" if lan else "127.0.0.1", port)
    except (OSError, SQLAlchemyError, Unusable, NotAllowed) as error:
        reason = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
        click.echo(f"scorer serve: {reason}", err=True)
        sys.exit(2 if isinstance(error, Unusable) else 1)
    here, address = f"http://127.0.0.1:{port}/", f"{reached.base}/"
    click.echo(f"Piquet is served at {here if url or not reached.base else address}")
    if url:
        click.echo(f"Phones open it at {address}")
    if reached.base:
        segno.make(address).terminal(compact=True)
    else:
        click.echo(NO_NETWORK if lan else NOT_FOR_PHONES)
    if lan:
        click.echo(NOT_ENCRYPTED)
    clubs = cast("ClubServices", app.extensions["clubs"]).clubs
    token = clubs.new_setup_link()  # which ends those of earlier starts, also where there is a club
    if not clubs.has_clubs():
        set_up = f"{address if reached.base else here}set-up/{token}"
        click.echo(f"To found a club, open {set_up}; it holds for one club, until the next start.")
    click.echo("Press Ctrl+C to stop.")
    server.run()
