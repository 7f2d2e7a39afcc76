"""Commands that are imported only when they are asked for, so that a score sheet does not wait for the database."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """
    A group of commands, some of which are known by name alone until they are used.

    Attributes:
        elsewhere: for each of those its module and its name there, as `module:name`.
    """

    def __init__(self, *args: Any, elsewhere: Mapping[str, str] | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.elsewhere = dict(elsewhere or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted({*super().list_commands(ctx), *self.elsewhere})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now if it was not before."""
        where = self.elsewhere.get(cmd_name)
        if where is None:
            return super().get_command(ctx, cmd_name)
        module, name = where.split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command
