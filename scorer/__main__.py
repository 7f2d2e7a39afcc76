"""The program: the commands of the terminal and the one that serves the pages.

This is the only place where both are put together; what it serves with is imported only when it is
asked to, so that the other commands start at once.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from .cli import book_option, give_up, main, url_option
from .resources import Location

__all__ = ["main"]


@main.command()
@click.option(
    "--lan", is_flag=True, help="Answer on the local network, and print a QR code for phones."
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8421,
    show_default=True,
    help="The port to listen on.",
)
@book_option
@url_option
@click.option(
    "--behind-proxy",
    default="",
    is_flag=False,
    flag_value="127.0.0.1",
    metavar="[ADDRESS]",
    help="Run behind an https proxy on this computer, or at this address or network.",
)
@click.option(
    "--log",
    type=click.Choice(["plain", "json"]),
    default="plain",
    show_default=True,
    help="How to log.",
)
@click.option(
    "--metrics-token",
    envvar="SCORER_METRICS_TOKEN",
    show_envvar=True,
    default="",
    help="Show metrics for Prometheus under /metrics, with this bearer token only.",
)
def serve(where: Location, port: int, **options: Any) -> None:
    """Serve the pages of a book."""
    from .web.serve import run

    run(where, port, **options)


@main.command()
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
def phone(directory: Path) -> None:
    """Write a scorekeeper for phones into a new DIRECTORY.

    Any web server can offer it. It needs no club: the parties stay on the phone. Offered over
    https, it also opens without a network.
    """
    from .service.files import naming
    from .service.keeping import open_parties
    from .web import create_app
    from .web.offline import folder

    if directory.exists() and any(directory.iterdir()):
        give_up(f"{directory} is not empty. Name a new directory.")
    with (
        TemporaryDirectory() as empty,
        create_app(open_parties(Path(empty)), b"").test_request_context(),
    ):
        for name, content in folder():
            path = directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with naming(path):
                path.write_bytes(content)
    click.echo(f"{directory}: offer this folder over https, and open it on a phone.")


if __name__ == "__main__":
    main(prog_name="scorer")
