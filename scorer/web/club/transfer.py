"""Export a club; import parties: upload, preview, post."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, stream_template, url_for
from werkzeug.wrappers import Response as Answer

from ...ledger.terms import TWO
from ...service.club.clubs import Club
from ...service.club.credentials import Actor
from ...service.club.exporting import TABLES, Exported, Format
from ...service.club.import_files import File
from ...service.club.importing import Importing, Plan
from ...service.club.seasons import Season
from ...service.opening import NotAllowed
from ..formatting import counted
from ..phones import the_club_services
from ..rights import the_actor, the_club
from .forms import Choice, chosen_number

# The view models


MOST = 200
"""Rows and errors listed on a page; more are only counted."""

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes of one file after decompression: a limit against crafted forms, far above what the upload allows."""

BROKEN_FORM = "The files in this form are damaged. Choose them again."

FORMS = (
    (Format.CSV, "Tables", "CSV for a spreadsheet, in one archive"),
    (Format.JSON, "One document", "JSON for programs"),
    (Format.JOURNAL, "Journal", "plain-text accounting, for beancount"),
    (Format.PIQUET, "Parties", "one .piquet text each, in one archive"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A file to download."""

    address: str
    name: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportsPage:
    """The files of a club; *seasons* has each season's name and its files, latest first."""

    everything: tuple[Link, ...]
    seasons: tuple[tuple[str, tuple[Link, ...]], ...]
    tables: tuple[Link, ...]


def exports_page(club: Club, seasons: Sequence[Season]) -> ExportsPage:
    """Return the page of exports."""

    def link(name: str, note: str, form: Format, **query: Any) -> Link:
        address = url_for("transfer.download", club=club.code, form=form.value, **query)
        return Link(address=address, name=name, note=note)

    def links(season: int | None = None) -> tuple[Link, ...]:
        return tuple(link(name, note, form, season=season) for form, name, note in FORMS)

    return ExportsPage(
        everything=links(),
        seasons=tuple((each.terms.name, links(each.number)) for each in reversed(seasons)),
        tables=tuple(link(table.name, table.meaning, Format.CSV, table=table.name) for table in TABLES),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPage:
    """The form for files; only open seasons of parties between two can be imported into."""

    seasons: tuple[Choice, ...]
    admit: bool
    error: str


def import_page(seasons: Sequence[Season], error: str) -> ImportPage:
    """Return the form for files, with what was chosen before."""
    chosen = request.form.get("season", "")
    return ImportPage(
        seasons=tuple(
            Choice(str(each.number), each.terms.name, str(each.number) == chosen)
            for each in reversed(seasons)
            if not each.closed and each.terms.frame == TWO
        ),
        admit="admit" in request.form,
        error=error,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """A partie to post; *where* is its file and line."""

    where: str
    names: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPage:
    """
    The preview of an import.

    Attributes:
        is_importable: there are parties, and no errors.
        more_rows: rows beyond those listed.
        faults: where, and what is wrong there.
        new: sentences on who would be admitted and entered.
        looks_alike: some partie may be a duplicate.
        files: each file's name and packed content, which the form carries to the posting.
        admit: unknown names may be admitted.
        again: possible duplicates may be posted.
    """

    season: int
    title: str
    is_importable: bool
    rows: tuple[PlanRow, ...]
    more_rows: int
    faults: tuple[tuple[str, str], ...]
    more_faults: int
    new: tuple[str, ...]
    looks_alike: bool
    files: tuple[tuple[str, str], ...]
    admit: bool
    again: bool


def uploaded(importing: Importing, by: Actor, season: int) -> PlanPage:
    """
    Return the preview of the uploaded files.

    Raises:
        NotAllowed: no file was chosen, or the season accepts no parties.
    """
    sent = [each for each in request.files.getlist("files") if each.filename]
    if not sent:
        return resubmitted(importing, by, season)[1]
    files = [File(PurePath(each.filename or "").name[:80], each.read()) for each in sent]
    return _page(importing.check(by, season, files, admit="admit" in request.form, again="again" in request.form))


def resubmitted(importing: Importing, by: Actor, season: int) -> tuple[Plan, PlanPage]:
    """
    Return the plan and the preview of the files that a form carries.

    Raises:
        NotAllowed: it carries none, or the season accepts no parties.
    """
    names, texts = request.form.getlist("name"), request.form.getlist("text")
    if not names or len(names) != len(texts):
        raise NotAllowed("Choose at least one file.")
    files = [File(name[:80], _unpacked(text)) for name, text in zip(names, texts, strict=True)]
    plan = importing.check(by, season, files, admit="admit" in request.form, again="again" in request.form)
    return plan, _page(plan)


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()


def _unpacked(text: str) -> bytes:
    opened = zlib.decompressobj()
    try:
        data = opened.decompress(base64.b64decode(text, validate=True), LARGEST_FILE)
    except (zlib.error, binascii.Error):
        raise NotAllowed(BROKEN_FORM) from None
    if opened.unconsumed_tail or not opened.eof:
        raise NotAllowed(BROKEN_FORM)
    return data


def _page(plan: Plan) -> PlanPage:
    new = [f"New members: {', '.join(plan.admits)}."] if plan.admits else []
    new += [f"Will be entered for the season: {', '.join(plan.enters)}."] if plan.enters else []
    return PlanPage(
        season=plan.season,
        title=_title(plan),
        is_importable=plan.is_importable,
        rows=tuple(
            PlanRow(
                where=f"{row.file}, line {row.line}",
                names=" and ".join(row.names),
                result=f"{row.says}; round {row.round}" if row.round else row.says,
            )
            for row in plan.rows[:MOST]
        ),
        more_rows=max(0, len(plan.rows) - MOST),
        faults=tuple((each.where, each.message) for each in plan.faults[:MOST]),
        more_faults=max(0, len(plan.faults) - MOST),
        new=tuple(new),
        looks_alike=any(each.looks_alike for each in plan.faults),
        files=tuple((each.name, _packed(each.data)) for each in plan.files),
        admit=plan.admit,
        again=plan.again,
    )


def _title(plan: Plan) -> str:
    if plan.faults:
        return f"Import preview: {counted(len(plan.faults), 'error')}"
    return f"Import preview: {counted(len(plan.rows), 'partie')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The progress of a posting: *done* of *of* parties; after a failure nothing is saved."""

    done: int
    of: int
    words: str
    failed: bool = False

    @property
    def is_last(self) -> bool:
        """Whether all parties are saved, or none will be."""
        return self.failed or self.done == self.of


def posting(importing: Importing, by: Actor, plan: Plan) -> Iterator[Step]:
    """Post the parties of a plan and yield the progress; the last step comes when all of them are saved."""
    of = len(plan.rows)
    try:
        for done in importing.applying(by, plan):
            words = f"{counted(done, 'partie')} posted to the book." if done == of else f"{done:,} of {of:,}"
            yield Step(done=done, of=of, words=words)
    except NotAllowed as error:
        yield Step(done=0, of=of, words=f"Nothing was posted. {error}", failed=True)
    except Exception:
        current_app.logger.exception("an import failed")
        yield Step(done=0, of=of, words="The import failed. Nothing was posted. Try again.", failed=True)


# The pages


bp = Blueprint("transfer", __name__, url_prefix="/c/<club>")

LARGEST = 4 * 1024 * 1024
"""Bytes of the files of one import, and of the form that carries them from the preview to the posting."""


@bp.url_value_preprocessor
def make_room(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow larger requests here than elsewhere, before anything reads them."""
    request.max_content_length = request.max_form_memory_size = LARGEST


@bp.get("/export")
def exports(club: str) -> str:
    """List the files to export."""
    page = exports_page(the_club(), the_club_services().seasons.seasons(the_club().id))
    return render_template("club/out.html", club=the_club(), page=page)


@bp.get("/export/file")
def download(club: str) -> Response:
    """Send the whole club, a season, or one table."""
    return _sent(table=request.args.get("table", ""), season=request.args.get("season", type=int))


@bp.get("/me/data")
def own_data(club: str) -> Response | Answer:
    """Send a member their own data."""
    if not the_actor().member:
        return redirect(url_for("account.settings", club=club), 303)
    return _sent(member=the_actor().member)


def _sent(**asked: Any) -> Response:
    try:
        form = Format(request.args.get("form", Format.JSON.value))
        made: Exported = the_club_services().exporting.export(the_club().id, form, **asked)
    except (NotAllowed, ValueError):
        abort(404)
    answer = Response(made.pieces, mimetype=made.type)
    answer.headers.set("Content-Disposition", "attachment", filename=made.name)
    return answer


@bp.get("/import")
def imports(club: str, error: str = "") -> tuple[str, int]:
    """Show the form for files."""
    page = import_page(the_club_services().seasons.seasons(the_club().id), error)
    return render_template("club/in.html", club=the_club(), page=page), 422 if error else 200


@bp.post("/import")
def check(club: str) -> tuple[str, int]:
    """Preview an import: the parties, or the errors in the files."""
    try:
        page = uploaded(the_club_services().importing, the_actor(), chosen_number("season"))
    except NotAllowed as error:
        return imports(club, str(error))
    return render_template("club/in_plan.html", club=the_club(), page=page), 200 if page.is_importable else 422


@bp.post("/import/post")
def post(club: str) -> tuple[str, int] | Response:
    """Post the parties and stream the progress; the page ends when all of them are saved."""
    try:
        plan, page = resubmitted(the_club_services().importing, the_actor(), chosen_number("season"))
    except NotAllowed as error:
        return imports(club, str(error))
    if not page.is_importable:
        return render_template("club/in_plan.html", club=the_club(), page=page), 422
    steps = posting(the_club_services().importing, the_actor(), plan)
    return Response(stream_template("club/in_posted.html", club=the_club(), page=page, steps=steps))
