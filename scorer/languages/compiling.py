"""Compile the catalogues when the package is built, or is installed to be worked on.

Only what builds the package runs this, so only that needs Babel.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogue(path: Path) -> Path:
    """Write what a program reads of the catalogue at *path*, beside it, and return where."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    compiled = path.with_suffix(".mo")
    with compiled.open("wb") as file:
        write_mo(file, catalogue)
    return compiled


class CompileCatalogues(BuildHookInterface[Any]):
    """Compiles every catalogue before files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling passes both to every hook
        """Compile them for any kind of build."""
        for path in sorted((Path(self.root) / "scorer" / "languages").glob("*.po")):
            compile_catalogue(path)
