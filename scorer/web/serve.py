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


def application(data: Path) -> Flask:
    """The application on the book in *data*."""
    return create_app(open_parties(data), secret_key(data))


def lan_address() -> str:
    """The address by which the local network reaches this machine, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def run(asked: Path | None, port: int, *, lan: bool) -> None:
    """Serve until interrupted; say where."""
    os.umask(0o077)
    try:
        app = application(data_directory(asked))
        server = make_server(app, "0.0.0.0" if lan else "127.0.0.1", port)
    except (OSError, SQLAlchemyError, Unusable, NotAllowed) as error:
        reason = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
        click.echo(f"scorer serve: {reason}", err=True)
        sys.exit(2 if isinstance(error, Unusable) else 1)
    address = f"http://{lan_address() if lan else '127.0.0.1'}:{port}/"
    click.echo(f"Piquet is served at {address}")
    if lan:
        segno.make(address).terminal(compact=True)
    clubs = cast("ClubServices", app.extensions["clubs"]).clubs
    if not clubs.has_clubs():
        click.echo(f"To found a club, open {address}set-up/{clubs.new_setup_link()}; it holds for one club.")
    click.echo("Press Ctrl+C to stop.")
    server.run()
