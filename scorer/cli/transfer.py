"""Export a club and import parties from a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ..service.club.exporting import Format
from ..service.club.importing import File, NotImportable, Plan
from .book import bar, opened
from .options import FORBIDDEN, UNREADABLE, club_option, complain, data_option, give_up


@click.command()
@click.option("--format", "form", required=True, type=click.Choice([each.value for each in Format]), help="The form.")
@click.option("--table", metavar="NAME", default="", help="One table alone, as a CSV file.")
@click.option("--season", type=int, metavar="N", help="Only this season.")
@click.option("--member", type=int, metavar="N", help="Only this member's own data.")
@click.option("--output", metavar="FILE", default="-", help="The file to write; otherwise standard output.")
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
    Export the data of a club.

    csv is a ZIP archive of tables; json, one document; journal, plain-text
    accounting for bean-check; piquet, a ZIP archive of all parties as text.
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
@click.option("--season", type=int, required=True, metavar="N", help="The season in which they were played.")
@click.option("--admit", is_flag=True, help="Admit and enter players who are not members.")
@click.option("--again", is_flag=True, help="Post parties even if they look like posted ones.")
@click.option("--dry-run", is_flag=True, help="Only report what it would do.")
@click.option("--director", metavar="NAME", default="", help="Who posts them, if the club has several directors.")
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

    A .piquet file has one partie. A CSV file has totals deal by deal, as the
    table deals of an export. See scorer help exports.
    """
    with opened(data) as book:
        club, importing = book.club(code), book.services.importing
        by = importing.director(club.id, director)
        read = [File(name, _bytes(name)) for name in files]
        plan = importing.check(by, season, read, admit=admit, again=again)
        if plan.is_importable and not dry_run:
            try:
                with bar(len(plan.rows), "Posting") as progress:
                    importing.apply(by, plan, progress)
            except NotImportable as error:
                plan = error.plan
    for each in plan.faults:
        click.echo(f"{each.where}: {each.message}", err=True)
    if not plan.is_importable:
        count = len(plan.faults)
        why = f"{count} {'thing is' if count == 1 else 'things are'} wrong" if count else "there is no partie in them"
        click.echo(f"Nothing was imported: {why}.", err=True)
        sys.exit(FORBIDDEN if all(each.readable for each in plan.faults) else UNREADABLE)
    click.echo("\n".join(_done(plan, club.name, posted=not dry_run)))


def _bytes(name: str) -> bytes:
    """Return the content of a file, or of standard input for `-`; exit if it cannot be read."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        sys.exit(complain(name, error.strerror or "this cannot be opened", status=UNREADABLE))


def _done(plan: Plan, club: str, *, posted: bool) -> Iterator[str]:
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
