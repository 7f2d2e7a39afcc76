"""Carrying a club out of the program and parties into it, from a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ..service.club.exporting import Format
from ..service.club.import_files import File
from ..service.club.importing import Plan, Unsound
from .complaints import FORBIDDEN, UNREADABLE, complain, give_up
from .opened import bar, club_option, data_option, opened

__all__ = ["export", "import_parties"]


@click.command()
@click.option("--format", "form", required=True, type=click.Choice([each.value for each in Format]), help="The form.")
@click.option("--table", metavar="NAME", default="", help="One table alone, as a CSV file.")
@click.option("--season", type=int, metavar="N", help="Only this season.")
@click.option("--member", type=int, metavar="N", help="Only this member's own data.")
@click.option("--output", metavar="FILE", default="-", help="Where to; standard output without.")
@club_option
@data_option
def export(
    *,
    form: str,
    table: str,
    season: int | None,
    member: int | None,
    output: str,
    code: str | None,
    data: Path | None,
) -> None:
    """
    Write out everything of a club.

    As csv, a ZIP archive of tables; as json, one document; as journal, plain
    text that bean-check takes; as piquet, a ZIP archive of all parties.
    """
    with opened(data) as book:
        club = book.club(code)
        made = book.services.exporting.export(club.id, Format(form), table=table, season=season, member=member)
        if output == "-" and made.name.endswith(".zip") and sys.stdout.isatty():
            give_up(f"this is an archive; say where to: --output {made.name}", status=UNREADABLE)
        try:
            with click.open_file(output, "wb") as file:
                for piece in made.pieces:
                    file.write(piece)
        except OSError as error:
            sys.exit(complain(output, error.strerror or "this cannot be written", status=UNREADABLE))


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--season", type=int, required=True, metavar="N", help="The season that they were played in.")
@click.option("--admit", is_flag=True, help="Admit who is no member, and enter who does not take part.")
@click.option("--again", is_flag=True, help="Take parties that look like others for others.")
@click.option("--dry-run", is_flag=True, help="Only say what it would do.")
@click.option("--director", metavar="NAME", default="", help="Who posts them, where several direct the club.")
@club_option
@data_option
def import_parties(
    *,
    files: tuple[str, ...],
    season: int,
    admit: bool,
    again: bool,
    dry_run: bool,
    director: str,
    code: str | None,
    data: Path | None,
) -> None:
    """
    Post parties from files, all of them or none.

    A .piquet file has one partie. A CSV file has totals deal by deal, under
    the columns partie, first, second, deal, first_points, second_points and,
    for fixtures, round; the table deals of an export is such a file. Players
    are found by their names.
    """
    with opened(data) as book:
        club, importing = book.club(code), book.services.importing
        by = importing.director(club.id, director)
        read = [File(name, _bytes(name)) for name in files]
        plan = importing.check(by, season, read, admit=admit, again=again)
        if plan.is_sound and not dry_run:
            try:
                with bar(len(plan.rows), "Posting") as progress:
                    importing.apply(by, plan, progress)
            except Unsound as error:
                plan = error.plan
    for each in plan.complaints:
        click.echo(f"{each.where}: {each.message}", err=True)
    if not plan.is_sound:
        many = len(plan.complaints)
        why = f"{many} {'thing is' if many == 1 else 'things are'} wrong" if many else "there is no partie in them"
        click.echo(f"Nothing was imported: {why}.", err=True)
        sys.exit(FORBIDDEN if all(each.readable for each in plan.complaints) else UNREADABLE)
    click.echo("\n".join(_done(plan, club.name, posted=not dry_run)))


def _bytes(name: str) -> bytes:
    """What is in a file, or comes by standard input; without it the command ends."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        sys.exit(complain(name, error.strerror or "this cannot be opened", status=UNREADABLE))


def _done(plan: Plan, club: str, *, posted: bool) -> Iterator[str]:
    """What was posted, or would be."""
    if not posted:
        for row in plan.rows:
            fixture = f", round {row.round}" if row.round else ""
            yield f"{row.file}:{row.line}  {' and '.join(row.names)}{fixture}: {row.says}"
    for names, what, would in (
        (plan.admits, "admitted", "would be admitted"),
        (plan.enters, "entered for the season", "would be entered for the season"),
    ):
        if names:
            yield f"{', '.join(names)}: {what if posted else would}."
    parties = f"{len(plan.rows):,} {'partie' if len(plan.rows) == 1 else 'parties'}"
    yield f"{parties} {'posted' if posted else 'could be posted'} in season {plan.season} of {club}."
