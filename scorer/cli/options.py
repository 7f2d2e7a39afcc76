"""The options that commands share, and how a command reports an error, with its exit status."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

FORBIDDEN, UNREADABLE = 1, 2
"""Exit status when something is wrong or not allowed, and when the input or the book cannot be read."""

data_option = click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help="The directory of the book."
)
club_option = click.option("--club", "code", metavar="CODE", help="The club, if the book has several.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
json_lines_option = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each file.")


def complain(where: object, what: object, *, status: int = FORBIDDEN) -> int:
    """Print what is wrong with a file, or at ``FILE:LINE:COLUMN``, and return the exit status."""
    click.echo(f"{where}: {what}", err=True)
    return status


def say(what: object) -> None:
    """Print an error of the running command."""
    complain(f"scorer {click.get_current_context().info_name}", what)


def give_up(what: object, *, status: int = FORBIDDEN) -> NoReturn:
    """Print why the command cannot continue, and exit."""
    say(what)
    sys.exit(status)
