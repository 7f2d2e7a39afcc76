"""View models of the pages to export a club and to import parties."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from flask import current_app, request, url_for

from ...ledger.terms import TWO
from ...service.club.actors import Actor
from ...service.club.clubs import Club
from ...service.club.export_tables import TABLES
from ...service.club.exporting import Format
from ...service.club.import_files import File
from ...service.club.importing import Importing, Plan
from ...service.club.seasons import Season
from ...service.opening import NotAllowed
from ..figures import counted
from .forms import Choice

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
        address = url_for("carrying.download", club=club.code, form=form.value, **query)
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
        is_sound: there are parties, and no errors.
        more_rows: rows beyond those listed.
        complaints: where, and what is wrong there.
        new: sentences on who would be admitted and entered.
        looks_alike: some partie may be a duplicate.
        files: each file's name and packed content, which the form carries to the posting.
        admit: unknown names may be admitted.
        again: possible duplicates may be posted.
    """

    season: int
    title: str
    is_sound: bool
    rows: tuple[PlanRow, ...]
    more_rows: int
    complaints: tuple[tuple[str, str], ...]
    more_complaints: int
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
        is_sound=plan.is_sound,
        rows=tuple(
            PlanRow(
                where=f"{row.file}, line {row.line}",
                names=" and ".join(row.names),
                result=f"{row.says}; round {row.round}" if row.round else row.says,
            )
            for row in plan.rows[:MOST]
        ),
        more_rows=max(0, len(plan.rows) - MOST),
        complaints=tuple((each.where, each.message) for each in plan.complaints[:MOST]),
        more_complaints=max(0, len(plan.complaints) - MOST),
        new=tuple(new),
        looks_alike=any(each.looks_alike for each in plan.complaints),
        files=tuple((each.name, _packed(each.data)) for each in plan.files),
        admit=plan.admit,
        again=plan.again,
    )


def _title(plan: Plan) -> str:
    if plan.complaints:
        return f"Import preview: {counted(len(plan.complaints), 'error')}"
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
