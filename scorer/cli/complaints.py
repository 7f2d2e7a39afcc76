"""How a command says what is wrong: about a place in a file, about a file, or about itself; and its exit status."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

FORBIDDEN, UNREADABLE = 1, 2
"""Exit status when something is wrong or not allowed, and when the input or the book cannot be read."""


def complain(where: object, what: object, *, status: int = FORBIDDEN) -> int:
    """Say what is wrong with a file, or at ``FILE:LINE:COLUMN``; return the exit status for it."""
    click.echo(f"{where}: {what}", err=True)
    return status


def say(what: object) -> None:
    """Say something about the running command."""
    complain(f"scorer {click.get_current_context().info_name}", what)


def give_up(what: object, *, status: int = FORBIDDEN) -> NoReturn:
    """Say why the command cannot go on, and exit."""
    say(what)
    sys.exit(status)
