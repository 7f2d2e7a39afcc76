"""Clubs: found one, list them, make links; the standings of a season, exports and imports."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import click

from ..ledger.standings import explain
from ..resources import Location
from ..rules.names import joined
from ..service import keeping as on_disk
from ..service.addresses import base_address
from ..service.club.people.clubs import Club, Summary
from ..service.club.seasons.season import NoSuchSeason, latest_season
from ..service.club.seasons.standings import SeasonNow
from ..service.club.seasons.standings_columns import (
    StandingsColumn,
    StandingsLine,
    terminal_columns,
)
from ..service.club.transfer.copying import read_copy
from ..service.club.transfer.export_tables import TABLES
from ..service.club.transfer.exporting import FORMATS, OLD_FORMATS
from ..service.club.transfer.for_programs import standings_document
from ..service.club.transfer.import_files import File, kind_of
from ..service.club.transfer.importing import NotImportable, Plan
from ..service.files import failure_words
from ..service.parties import NoSuchPartie
from ..table.formatting import counted
from ..table.times import when
from . import (
    FORBIDDEN,
    STANDARD_INPUT,
    UNREADABLE,
    SteadyGroup,
    book_option,
    called,
    club_option,
    completion,
    did_you_mean,
    files_argument,
    give_up,
    json_option,
    read_file,
    url_option,
)
from .book_commands import Opened, bar, counted_entries, opened
from .plain_text import aligned, pad, width


@click.group("club", cls=SteadyGroup)
def group() -> None:
    """Run a club: found it, make its links, read its standings, export and import."""


# Founding, and links


@group.command()
@click.option(
    "--from",
    "file",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Found it from this file, which scorer club export --format move made.",
)
@click.option("--copy", "old", type=click.Path(dir_okay=False, allow_dash=True), hidden=True)
@url_option
@book_option
def new(file: str | None, old: str | None, where: Location, url: str) -> None:
    """Print a link that founds a club.

    With --from, found a club that was on another server: all its entries are posted again and
    verified, or nothing is changed. While this runs, nobody else can record in the book.
    """
    if name := file or old:  # --copy is what --from was called before
        _found_from(name, where, url)
        return
    with opened(where) as book:
        token = book.services.clubs.new_setup_link()
        link = whole_link(book, url, f"/set-up/{token}")
    click.echo(f"Open this link to found a club. It works for one club: {link}")


def _found_from(file: str, where: Location, url: str) -> None:
    with opened(where) as book, ExitStack() as stack:
        copy = read_copy(stack.enter_context(click.open_file(file, "rb")))
        progress = stack.enter_context(bar(2 * copy.head.entries, "Posting and verifying"))
        found, token = book.services.copying.found(copy, progress=progress)
        link = whole_link(book, url, f"/director/{token}")
    click.echo(
        f"{found.name} is founded, with its {counted_entries(copy.head.entries)} verified. Its "
        f"code is {found.code}."
    )
    _say_director_link(found, link)


@group.command("list")
@book_option
@json_option
def clubs(where: Location, as_json: bool) -> None:
    """List the clubs of the book."""
    with opened(where, to_read=True) as book:
        found = book.services.clubs.summaries()
    if as_json:
        click.echo(json.dumps([_club_document(each) for each in found]))
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
        click.echo("No club has been founded. scorer club new prints a link that founds one.")
        return
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [pad(cell, size) for cell, size in zip(row, sizes, strict=True)]
        click.echo("  ".join(cells).rstrip())


@group.command()
@click.argument("code", shell_complete=completion.clubs)
@url_option
@book_option
def director(code: str, where: Location, url: str) -> None:
    """Print a one-time link that sets a director's password.

    A director of the club CODE opens it within 24 hours.
    """
    with opened(where) as book:
        found = book.club(code)
        token = book.services.people.new_director_link(found.id)
        link = whole_link(book, url, f"/director/{token}")
    _say_director_link(found, link)


def _say_director_link(club: Club, link: str) -> None:
    click.echo(
        f"Open this link to set a director’s password in {club.name}. It works once, for 24 "
        f"hours: {link}"
    )


@group.command()
@click.argument("code")
@url_option
@book_option
def link(code: str, where: Location, url: str) -> None:
    """Print a new scoring link for the partie with this CODE."""
    with opened(where) as book:
        try:
            token = book.parties.new_link(code)
        except NoSuchPartie:
            give_up(f"no partie has the code {code}")
        address = whole_link(book, url, f"/s/{token}")
    click.echo(f"Open this link on the phone: {address}")


NO_ADDRESS = (
    "The address of the program is not known, because it was not served from this directory yet. "
    "Put it before the link, or give it with --url."
)


def whole_link(book: Opened, url: str, path: str) -> str:
    """Return a link with the address of the program:
    the *url* that was given, or where the book was last served.
    """
    base = _base_of(url) if url else on_disk.noted_address(book.data)
    if not base:
        click.echo(NO_ADDRESS, err=True)
    return f"{base}{path}"


def _base_of(url: str) -> str:
    try:
        return base_address(url)
    except ValueError as error:
        give_up(error, status=UNREADABLE)


# Standings


LONGEST_NAME = 32
"""Columns of a name; a longer one is cut."""


@group.command()
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


def _club_document(club: Summary) -> dict[str, Any]:
    """Return a club by the words of the dictionary of columns."""
    known = club._asdict()
    return {"club": known.pop("code"), "club_name": known.pop("name"), **known}


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
        yield (f"{counted(now.unposted, 'partie is', 'parties are')} not posted yet.")


# Exports and imports


CONTENTS = "; ".join(f"{name}, {each.file.contents}" for name, each in FORMATS.items())

STANDARD_OUTPUT = "-"


class _Format(click.Choice[str]):
    """A format of exports; one by its old name is read as well."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(OLD_FORMATS.get(value, value), param, ctx)


@group.command(help=f"Export the data of a club.\n\nThe formats are {CONTENTS}.")
@click.option(
    "--format",
    "form",
    required=True,
    type=_Format([*FORMATS]),
    help="The format.",
)
@click.option(
    "--table",
    metavar="NAME",
    default="",
    help="One table alone, as a CSV file.",
    shell_complete=completion.tables,
)
@click.option("--season", type=int, metavar="N", help="Only this season.")
@click.option("--member", type=int, metavar="N", help="Only this member’s own data.")
@click.option(
    "--output",
    metavar="FILE",
    default=STANDARD_OUTPUT,
    type=click.Path(allow_dash=True),
    help="The file to write; otherwise standard output.",
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
    if table not in TABLES and (question := did_you_mean(table, TABLES)):
        give_up(f"there is no table {table}.{question}")
    with opened(where) as book:
        club = book.club(code)
        made = book.services.exporting.export(
            club.id, FORMATS[form], table=table, season=season, member=member
        )
        if output == STANDARD_OUTPUT and not made.is_text and sys.stdout.isatty():
            give_up(f"this is not text; say where to: --output {made.name}", status=UNREADABLE)
        try:
            with click.open_file(output, "wb") as file:
                for piece in made.pieces:
                    file.write(piece)
        except BrokenPipeError:
            raise
        except OSError as error:
            name = "standard output" if output == STANDARD_OUTPUT else output
            click.echo(failure_words(error, name), err=True)
            sys.exit(UNREADABLE)


@group.command("import")
@files_argument
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
    table deals of an export. FILE is - for standard input, of any kind. See scorer help exports.
    """
    with opened(where) as book:
        club = book.club(code)
        importing = book.services.importing
        by = importing.director(club.id, director)
        read = [_read(name) for name in files]
        plan = importing.check(by, season, read, admit=admit, again=again)
        posts = plan.is_importable and not dry_run
        if posts and plan.unknown and not yes:
            if STANDARD_INPUT in files:
                give_up(
                    "the file is standard input, which cannot be asked whether to admit names; "
                    "nothing was imported. Add --yes"
                )
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


def _read(name: str) -> File:
    """Read a file; standard input has no name that says of which kind it is."""
    data = read_file(name)
    return File(called(name), data, kind_of(data) if name == STANDARD_INPUT else "")


def _why_not(plan: Plan) -> str:
    count = len(plan.faults)
    if not count:
        return "there is no partie to import"
    return f"{counted(count, 'thing is', 'things are')} wrong"


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
    parties = counted(len(plan.rows), "partie")
    done = "posted" if posted else "could be posted"
    yield f"{parties} {done} in season {plan.season} of {club}."
