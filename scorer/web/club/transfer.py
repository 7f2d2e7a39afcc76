"""Export a club; import parties: upload, preview, post; found a club from a copy;
and show its standings on a page of another site.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePath
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    render_template,
    request,
    stream_template,
)
from werkzeug.wrappers import Response as Answer

from ...rules.names import folded
from ...service.club.credentials import Actor
from ...service.club.services import ClubServices
from ...service.club.transfer.copying import read_copy
from ...service.club.transfer.export_tables import TABLES
from ...service.club.transfer.exporting import (
    CSV_TYPE,
    FORMATS,
    OLD_FORMATS,
    Exported,
    ExportFormat,
)
from ...service.club.transfer.import_files import File
from ...service.club.transfer.importing import Importing, Matched, Plan
from ...service.club.transfer.spreadsheet_columns import (
    ColumnLayout,
    ColumnMeaning,
    TableMatched,
    headings_of,
    is_order_needed,
    shown_rows,
)
from ...service.club.transfer.spreadsheets import MOST_COLUMNS, DayOrder, letters
from ...table.entering import A_PAGE, NotAllowed
from ...table.formatting import counted, parse_number, unpacked
from ...table.isolation import in_pieces
from ...table.own_parties import Choice
from ...table.saving import BOM
from ..address import outward, redirect_to
from ..errors import error_page
from ..extensions import LARGEST_COPY, LARGEST_IMPORT, limited
from ..forms import LONGEST, Page, chosen_number, club_page, part_of, posts
from ..rights import the_actor, the_club
from ..visitor import the_club_services
from .corrections import changes_of

bp = Blueprint("transfer", __name__, url_prefix="/c/<club>")

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes of one file after decompression: a limit against crafted forms,
far above what the upload allows.
"""

BROKEN_FORM = "The files in this form are damaged. Choose them again."


def _plan(importing: Importing) -> Plan:
    """Return the plan of the files that a form uploads, or carries from its preview."""
    sent = request.files.getlist("files")
    files = [File(PurePath(each.filename).name, each.read()) for each in sent if each.filename]
    if not files:
        names = request.form.getlist("name")
        texts = request.form.getlist("text")
        if not names or len(names) != len(texts):
            raise NotAllowed("Choose at least one file.")
        try:
            both = zip(names, texts, strict=True)
            files = [File(name, unpacked(text, LARGEST_FILE)) for name, text in both]
        except ValueError:
            raise NotAllowed(BROKEN_FORM) from None
    return importing.check(
        the_actor(),
        chosen_number("season"),
        files,
        admit=request.form.getlist("admit"),
        again="again" in request.form,
        matched=Matched(layouts=_layouts(), names=_names(importing)),
    )


def _layouts() -> dict[str, ColumnLayout]:
    """Return what the form says of the columns of each table, by its title."""
    found = dict[str, ColumnLayout]()
    for number, title in enumerate(_numbered("table")):
        width = min(chosen_number(f"width-{number}"), MOST_COLUMNS)
        columns = [request.form.get(f"column-{number}-{column}", "") for column in range(width)]
        order = request.form.get(f"order-{number}", "")
        try:
            meanings = tuple(ColumnMeaning[each.upper()] for each in columns)
            found[title] = ColumnLayout(
                heading=chosen_number(f"heading-{number}"),
                meanings=meanings,
                order=DayOrder[order.upper()] if order else None,
                day=request.form.get(f"day-{number}", ""),
                is_taken=f"taken-{number}" in request.form,
            )
        except KeyError:
            raise NotAllowed(BROKEN_FORM) from None
    return found


def _numbered(field: str) -> Iterator[str]:
    """Yield what is in the fields of a name that are numbered from 0."""
    for number in range(MOST_ASKED):
        found = request.form.get(f"{field}-{number}")
        if found is None:
            return
        yield found


MOST_ASKED = 10_000
"""Names or tables that a form may ask about, far more than an upload has."""

NEW_MEMBER = "new"


def _names(importing: Importing) -> dict[str, int]:
    """Return who is meant by each name that the form asks about: the number of a member, or 0 for a
    new one.
    """
    found = dict[str, int]()
    for number, name in enumerate(_numbered("typed")):
        choice = request.form.get(f"meant-{number}", "")
        other = request.form.get(f"other-{number}", "")
        if other.strip():
            found[folded(name)] = importing.member_called(the_club().id, other)
        elif choice == NEW_MEMBER:
            found[folded(name)] = 0
        elif choice:
            found[folded(name)] = parse_number(choice, LONGEST)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedColumn:
    """A column of a table, of which it is asked what it has.

    Attributes:
        label: its letters and its heading.
        shown: what is in its first rows.
        choices: what it may have.
    """

    label: str
    shown: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class AskedTable:
    """A table, of which it is asked what its columns are."""

    matched: TableMatched
    columns: Sequence[AskedColumn]
    orders: Sequence[Choice]
    is_order_asked: bool


def posting(importing: Importing, by: Actor, plan: Plan) -> Iterator[tuple[int, int, str]]:
    """Post the parties of a plan and yield how many are posted,
    the last entry in the end, or why none is saved.
    """
    try:
        for parties, entry in importing.applying(by, plan):
            yield parties, entry, ""
    except NotAllowed as error:
        yield 0, 0, f"Nothing was posted. {error}"
    except Exception:
        current_app.logger.exception("an import failed")
        yield 0, 0, "The import failed. Nothing was posted. Try again."


@bp.url_value_preprocessor
def make_room(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow larger requests here than elsewhere, before anything reads them."""
    request.max_content_length = request.max_form_memory_size = LARGEST_IMPORT


@bp.get("/export")
def exports() -> Page:
    """List the files of the club, or of the season that is asked for."""
    seasons = the_club_services().seasons.seasons(the_club().id)
    asked = parse_number(request.args.get("season", ""), LONGEST)
    chosen = next((each for each in seasons if each.number == asked), None)
    shown = [each for each in seasons[::-1] if not each.closed] or seasons[-1:]
    return club_page(
        "export.html",
        chosen=chosen,
        number=chosen and chosen.number,
        seasons=[
            Choice(str(each.number), each.terms.name, each is chosen) for each in seasons[::-1]
        ],
        frames=[
            (each.terms.name, outward("embed.standings_for_others", season=each.number))
            for each in shown
        ],
        api=outward("api.index"),
        formats=[each for each in ExportFormat if chosen is None or each.file.of_season],
        tables=TABLES.values(),
    )


@bp.get("/export/file")
def download() -> Response:
    return _sent(table=request.args.get("table", ""), season=request.args.get("season", type=int))


@bp.get("/me/data")
def own_data() -> Response | Answer:
    if not the_actor().member:
        return redirect_to("account.settings")
    return _sent(member=the_actor().member)


def _sent(**asked: Any) -> Response:
    asked_form = request.args.get("form", ExportFormat.JSON.value)
    form = FORMATS.get(OLD_FORMATS.get(asked_form, asked_form))
    if form is None:
        abort(404)
    try:
        lasting: ClubServices = current_app.extensions["clubs"]  # it is read while it is sent
        made: Exported = lasting.exporting.export(the_club().id, form, **asked)
    except NotAllowed:
        abort(404)
    return sent(made)


def sent(made: Exported) -> Response:
    """Answer with a file; a table for a spreadsheet begins with the mark that Excel needs."""
    mark = [BOM.encode()] if made.type == CSV_TYPE else []
    answer = Response(chain(mark, made.pieces), mimetype=made.type)
    answer.headers.set("Content-Disposition", "attachment", filename=made.name)
    return answer


@bp.get("/import")
def imports(error: str = "") -> Page:
    chosen = chosen_number("season") or parse_number(request.args.get("season", ""), LONGEST)
    open_seasons = [
        Choice(str(each.number), each.terms.name, each.number == chosen)
        for each in reversed(the_club_services().seasons.seasons(the_club().id))
        if not each.closed and each.terms.is_for_two
    ]
    return club_page("import.html", error, seasons=open_seasons)


@posts(bp, "/import", imports)
def check() -> Page:
    return _preview(_plan(the_club_services().importing))


def _columns_page(plan: Plan) -> Page:
    """Ask what the columns of the tables are; what is missing is said once it was asked."""
    was_asked = "table-0" in request.form and not plan.are_tables_matched
    page, _ = club_page(
        "import_columns.html",
        plan=plan,
        was_asked=was_asked,
        tables=[_asked_of(each) for each in plan.tables],
    )
    return page, 422 if was_asked else 200


def _asked_of(matched: TableMatched) -> AskedTable:
    layout = matched.layout
    table = matched.table
    headings = headings_of(table, layout.heading)
    rows = [*shown_rows(table, layout)]
    columns = []
    # A form may say less of the columns than there are, if its file was exchanged for another.
    every = (*layout.meanings, *(ColumnMeaning.OUT,) * table.width)[: table.width]
    for column, meaning in enumerate(every):
        heading = headings[column]
        shown = [row[column] for row in rows if row[column]]
        columns.append(
            AskedColumn(
                label=f"Column {letters(column)}" + (f": {heading}" if heading else ""),
                shown=f"First rows: {' · '.join(shown)}" if shown else "empty in the first rows",
                choices=[
                    Choice(each.name.lower(), each.value, each is meaning) for each in ColumnMeaning
                ],
            )
        )
    orders = [Choice(each.name.lower(), each.value, each is layout.order) for each in DayOrder]
    return AskedTable(matched, columns, orders, is_order_asked=is_order_needed(table, layout))


def _preview(plan: Plan) -> Page:
    if plan.tables and ("columns" in request.form or not plan.are_tables_matched):
        return _columns_page(plan)
    if plan.asked:
        known = the_club_services().people.names(the_club().id)
        return club_page(
            "import_names.html", plan=plan, new=NEW_MEMBER, known=sorted({*known.values()})
        )
    found = counted(len(plan.faults), "error") if plan.faults else counted(len(plan.rows), "partie")
    season = the_club_services().seasons.season(the_club().id, plan.season)
    assert season is not None
    changes = changes_of(plan.moves, season, plan.names) if plan.is_importable else None
    page, _ = club_page(
        "import_plan.html",
        plan=plan,
        title=f"Import preview: {found}",
        changes=changes,
        terms=season.terms,
        part=part_of(len(plan.rows)),
        most=A_PAGE,
    )
    return page, 200 if plan.is_importable else 422


@posts(bp, "/import/post", imports)
def post() -> Page | Response:
    plan = _plan(the_club_services().importing)
    if not plan.is_importable:
        return _preview(plan)
    steps = posting(the_club_services().importing, the_actor(), plan)
    page = stream_template(
        "club/import_posted.html",
        club=the_club(),
        season=plan.season,
        of=len(plan.rows),
        steps=steps,
    )
    return Response(in_pieces(page))


# Founding a club from a copy


copies_bp = Blueprint("copies", __name__, url_prefix="/set-up/<token>/copy")


@copies_bp.url_value_preprocessor
def make_room_for_a_copy(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Allow a large request to those who may found a club, before anything reads it."""
    if the_club_services().clubs.setup_link_holds((values or {}).get("token", "")):
        request.max_content_length = LARGEST_COPY


@copies_bp.get("")
@limited
def choose(token: str, error: str = "") -> Page:
    if not the_club_services().clubs.setup_link_holds(token):
        return error_page(
            404, "This set-up link has been used or replaced.", "Run scorer club new for a new one."
        )
    return club_page("found_from_copy.html", error, largest=LARGEST_COPY // 1024**2)


@posts(copies_bp, "", choose)
@limited
def found(token: str) -> Answer:
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        raise NotAllowed("Choose the file of a club.")
    _, link = the_club_services().copying.found(read_copy(sent.stream), link=token)
    return redirect_to("account.director_link", token=link)


# The standings within a page of another site


embed_bp = Blueprint("embed", __name__, url_prefix="/c/<club>/s/<int:season>/embed")


@embed_bp.get("")
def standings_for_others(season: int) -> str:
    """Show the standings on a page of their own:
    the only one that another site may frame, if the club is public.
    """
    club = the_club()
    now = the_club_services().standings.now(club.id, season)
    g.may_be_framed = club.public
    return render_template("club/embed.html", club=club, now=now, rows=now.table.rows[:A_PAGE])
