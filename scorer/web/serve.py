"""Serving the pages with no configuration: an application on the book, and an address to open."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import cast

import click
import segno
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from waitress import create_server

from ..service.book import data_directory, open_parties, secret_key
from ..service.club.services import ClubServices
from . import create_app

THREADS = 8
"""Requests answered at once; a tap takes a few milliseconds of each."""


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
    try:
        app = application(data_directory(asked))
        server = create_server(app, host="0.0.0.0" if lan else "127.0.0.1", port=port, threads=THREADS)
    except (OSError, SQLAlchemyError) as error:
        reason = getattr(error, "strerror", None) or error
        click.echo(f"serve:1:1: {reason}", err=True)
        sys.exit(1)
    address = f"http://{lan_address() if lan else '127.0.0.1'}:{port}/"
    click.echo(f"Piquet is served at {address}")
    if lan:
        segno.make(address).terminal(compact=True)
    clubs = cast("ClubServices", app.extensions["clubs"]).clubs
    if not clubs.has_clubs():
        click.echo(f"To found a club, open {address}set-up/{clubs.new_setup_link()}; it holds for one club.")
    click.echo("Press Ctrl+C to stop.")
    server.run()
