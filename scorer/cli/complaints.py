"""How a command reports an error, and its exit status."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

FORBIDDEN, UNREADABLE = 1, 2
"""Exit status when something is wrong or not allowed, and when the input or the book cannot be read."""


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
