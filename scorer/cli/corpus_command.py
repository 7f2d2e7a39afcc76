"""The command that writes the corpus."""

from __future__ import annotations

from pathlib import Path

import click

from ..service.corpus.writing import DEALS, SEED, write_corpus
from . import give_up
from .book_commands import bar


@click.command()
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--deals", type=click.IntRange(1), default=DEALS, show_default=True, help="How many, at least."
)
@click.option(
    "--seed", type=int, default=SEED, show_default=True, help="The same seed makes the same deals."
)
def corpus(directory: Path, deals: int, seed: int) -> None:
    """Write deals to test other programs with.

    DIRECTORY is a new one. What is written is JSON without English: published deals, random deals
    under every ruleset with log, lines, totals and settlement, and counts of what may be said. A
    README says how to read it.
    """
    if directory.exists() and any(directory.iterdir()):
        give_up(f"{directory} is not empty. Name a new directory.")
    with bar(deals, "Playing") as progress:
        made = write_corpus(directory, deals=deals, seed=seed, progress=progress)
    click.echo(f"{made:,} random deals and those that were published, in {directory}.")
