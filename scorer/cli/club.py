"""What a terminal shows of a club: the standings of a season, exports and imports."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from ..ledger.standings import explain
from ..resources import Location
from ..rules.names import joined
from ..service.club.people.clubs import Club
from ..service.club.seasons.season import NoSuchSeason, latest_season
from ..service.club.seasons.standings import SeasonNow
from ..service.club.seasons.standings_columns import (
    StandingsColumn,
    StandingsLine,
    terminal_columns,
)
from ..service.club.transfer.exporting import FORMATS
from ..service.club.transfer.for_programs import standings_document
from ..service.club.transfer.import_files import File
from ..service.club.transfer.importing import NotImportable, Plan
from ..table.times import when
from . import (
    FORBIDDEN,
    UNREADABLE,
    book_option,
    club_option,
    complain,
    give_up,
    json_option,
    read_file,
)
from .book_commands import bar, opened
from .plain_text import aligned, pad, width

# Standings


LONGEST_NAME = 32
"""Columns of a name; a longer one is cut."""


@click.command()
@book_option
@json_option
def clubs(where: Location, as_json: bool) -> None:
    """List the clubs of the book."""
    with opened(where, to_read=True) as book:
        found = book.services.clubs.summaries()
    if as_json:
        click.echo(json.dumps([each._asdict() for each in found]))
        return
    rows = [("Code", "Name", "Members", "Seasons", "Standings", "Last entry")]
    rows += [
        (
            each.code,
            each.name,
            str(each.members),
            str(each.seasons),
            each.readers,
            f"{each.entries}, {when(each.last)}",
        )
        for each in found
    ]
    if not found:
        click.echo("No club has been founded. scorer club prints a link that founds one.")
        return
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [pad(cell, size) for cell, size in zip(row, sizes, strict=True)]
        click.echo("  ".join(cells).rstrip())


@click.command()
@click.option(
    "--season",
    "number",
    type=int,
    metavar="N",
    help="The number of the season; otherwise the latest.",
)
@click.option("--why", is_flag=True, help="Say under each row why it has that rank.")
@club_option
@book_option
@json_option
def standings(
    number: int | None, code: str | None, where: Location, why: bool, as_json: bool
) -> None:
    """Print the standings of a season."""
    with opened(where) as book:
        club = book.club(code)
        if number is None:
            season = latest_season(book.services.seasons.seasons(club.id))
            if season is None:
                give_up(f"{club.name} has no season yet")
            number = season.number
        try:
            now = book.services.standings.now(club.id, number)
        except NoSuchSeason:
            give_up(f"{club.name} has no season {number}")
    if as_json:
        click.echo(json.dumps(standings_document(club, now)))
    else:
        click.echo("\n".join(_table(club, now, why=why)))


def _cell(column: StandingsColumn, line: StandingsLine) -> str:
    value = column.value(line)
    if column.is_signed:
        return f"{value:+}".replace("-", "−") if value else "0"
    return "" if value is None else str(value)


def _table(club: Club, now: SeasonNow, *, why: bool) -> Iterator[str]:
    terms = now.season.terms
    rows = now.table.rows
    state = "closed" if now.season.closed else f"through entry {now.table.through}"
    yield (
        f"{club.name}, {terms.name}, {state}: by "
        f"{', then '.join(each.value for each in terms.ranking)}"
    )
    ranks = [row.rank_words for row in rows]
    first = max(map(len, ranks), default=0)
    name = min(max((width(now.names[row.member]) for row in rows), default=0), LONGEST_NAME)
    lines = [now.line(row) for row in rows]
    columns = [
        (each.terminal, [_cell(each, line) for line in lines])
        for each in terminal_columns(terms, rows)
    ]
    wide = [max(len(heading), *map(len, cells), 0) for heading, cells in columns]
    heads = aligned([heading for heading, _ in columns], wide, "  ")
    yield f"{'':{first}}  {'':{name}}  {heads}".rstrip()
    yield "─" * (first + name + 4 + len(heads))
    for number, row in enumerate(rows):
        cells = aligned([each[number] for _, each in columns], wide, "  ")
        yield f"{ranks[number]:>{first}}  {pad(now.names[row.member], name)}  {cells}".rstrip()
        if why and (said := explain(row, now.names)):
            yield f"{'':{first}}  {said}"
    if not rows:
        yield "No members are entered yet."
    if now.unposted:
        yield (
            f"{now.unposted} {'partie is' if now.unposted == 1 else 'parties are'} not posted yet."
        )


# Exports and imports


CONTENTS = "; ".join(f"{name}, {each.file.contents}" for name, each in FORMATS.items())


@click.command(help=f"Export the data of a club.\n\nThe formats are {CONTENTS}.")
@click.option(
    "--format",
    "form",
    required=True,
    type=click.Choice([*FORMATS]),
    help="The format.",
)
@click.option("--table", metavar="NAME", default="", help="One table alone, as a CSV file.")
@click.option("--season", type=int, metavar="N", help="Only this season.")
@click.option("--member", type=int, metavar="N", help="Only this member’s own data.")
@click.option(
    "--output", metavar="FILE", default="-", help="The file to write; otherwise standard output."
)
@club_option
@book_option
def export(
    *,
    form: str,
    table: str,
    season: int | None,
    member: int | None,
    output: str,
    code: str | None,
    where: Location,
) -> None:
    """Export the data of a club."""
    with opened(where) as book:
        club = book.club(code)
        made = book.services.exporting.export(
            club.id, FORMATS[form], table=table, season=season, member=member
        )
        if output == "-" and not made.is_text and sys.stdout.isatty():
            give_up(f"this is not text; say where to: --output {made.name}", status=UNREADABLE)
        try:
            with click.open_file(output, "wb") as file:
                for piece in made.pieces:
                    file.write(piece)
        except BrokenPipeError:
            raise
        except OSError as error:
            sys.exit(
                complain(output, error.strerror or "this cannot be written", status=UNREADABLE)
            )


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--season", type=int, required=True, metavar="N", help="The season in which they were played."
)
@click.option("--admit", is_flag=True, help="Admit and enter players who are not members.")
@click.option("--yes", is_flag=True, help="Do not ask before admitting them.")
@click.option("--again", is_flag=True, help="Post parties even if they look like posted ones.")
@click.option("--dry-run", is_flag=True, help="Only report what it would do.")
@click.option(
    "--director",
    metavar="NAME",
    default="",
    help="Who posts them, if the club has several directors.",
)
@club_option
@book_option
def import_parties(
    *,
    files: tuple[str, ...],
    season: int,
    admit: bool,
    yes: bool,
    again: bool,
    dry_run: bool,
    director: str,
    code: str | None,
    where: Location,
) -> None:
    """Post parties from files, all of them or none.

    A .piquet file has one partie, a .zip file several. A CSV file has totals deal by deal, as the
    table deals of an export. See scorer help exports.
    """
    with opened(where) as book:
        club = book.club(code)
        importing = book.services.importing
        by = importing.director(club.id, director)
        read = [File(name, read_file(name)) for name in files]
        plan = importing.check(by, season, read, admit=admit, again=again)
        posts = plan.is_importable and not dry_run
        if posts and plan.unknown and not yes:
            _ask(plan)
        if posts:
            try:
                with bar(len(plan.rows), "Posting") as progress:
                    importing.apply(by, plan, progress)
            except NotImportable as error:
                plan = error.plan
    for each in plan.faults:
        click.echo(f"{each.where}: {each.message}", err=True)
    for each in plan.left_out:
        click.echo(f"{each.where}: left out: {each.message}", err=True)
    if not plan.is_importable:
        click.echo(f"Nothing was imported: {_why_not(plan)}.", err=True)
        sys.exit(FORBIDDEN if all(each.readable for each in plan.faults) else UNREADABLE)
    click.echo("\n".join(_done(plan, club.name, posted=not dry_run)))


def _why_not(plan: Plan) -> str:
    count = len(plan.faults)
    if not count:
        return "there is no partie in them"
    return f"{count} {'thing is' if count == 1 else 'things are'} wrong"


def _ask(plan: Plan) -> None:
    """List the names that are not in the season, and ask; exit if they are not to be admitted."""
    for each in plan.unknown:
        hint = f" ({each.hint})" if each.hint else ""
        click.echo(f"{each.name}{hint}", err=True)
    if not click.confirm("Admit these names and enter them for the season?", err=True):
        give_up("nothing was imported")


def _done(plan: Plan, club: str, *, posted: bool) -> Iterator[str]:
    if not posted:
        for row in plan.rows:
            fixture = f", round {row.round}" if row.round else ""
            yield f"{row.file}:{row.line}  {joined(row.names, ' and ')}{fixture}: {row.says}"
    for names, what, would in (
        (plan.admits, "admitted", "would be admitted"),
        (plan.enters, "entered for the season", "would be entered for the season"),
    ):
        if names:
            yield f"{joined(names, ', ')}: {what if posted else would}."
    parties = f"{len(plan.rows):,} {'partie' if len(plan.rows) == 1 else 'parties'}"
    yield (
        f"{parties} {'posted' if posted else 'could be posted'} in season {plan.season} of {club}."
    )
