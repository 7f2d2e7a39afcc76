"""View models of the pages on which a club is carried out, and parties are brought in."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

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

MOST = 200
"""Rows and complaints that a page lists; the others are counted."""

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes that a file which a form carries on may have; nothing larger is ever sent by one of ours."""

FORMS = (
    (Format.CSV, "Tables", "CSV for a spreadsheet, in one archive"),
    (Format.JSON, "One document", "JSON, for programs"),
    (Format.JOURNAL, "The journal", "plain-text accounting, for beancount and its like"),
    (Format.PIQUET, "The parties", "each as text in the words of the game, in one archive"),
)


@dataclass(frozen=True, slots=True)
class Link:
    """A file that can be had: its address, its name, and what it is."""

    address: str
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class OutPage:
    """
    The ways to carry a club out.

    Attributes:
        everything: the files of the whole club.
        seasons: for each season its name and its files, the latest first.
        tables: the tables, one by one.
    """

    everything: tuple[Link, ...]
    seasons: tuple[tuple[str, tuple[Link, ...]], ...]
    tables: tuple[Link, ...]


def links_out(club: Club, seasons: Sequence[Season]) -> OutPage:
    """The page with the ways to carry a club out."""

    def links(season: int | None = None) -> tuple[Link, ...]:
        return tuple(
            Link(url_for("carrying.download", club=club.code, form=form.value, season=season), name, what)
            for form, name, what in FORMS
        )

    tables = tuple(
        Link(
            url_for("carrying.download", club=club.code, form=Format.CSV.value, table=table.name),
            table.name,
            table.meaning,
        )
        for table in TABLES
    )
    return OutPage(links(), tuple((each.terms.name, links(each.number)) for each in reversed(seasons)), tables)


@dataclass(frozen=True, slots=True)
class BringPage:
    """
    The form for files.

    Attributes:
        seasons: the number and the name of each that is open and for two, and whether it is chosen.
        admit: the box for admitting is ticked.
        error: what was wrong with the form, or empty.
    """

    seasons: tuple[tuple[int, str, bool], ...]
    admit: bool
    error: str


def bring_page(seasons: Sequence[Season], error: str) -> BringPage:
    """The page with the form for files."""
    asked = request.form.get("season", "")
    found = [
        (each.number, each.terms.name, str(each.number) == asked)
        for each in reversed(seasons)
        if not each.closed and each.terms.frame == TWO
    ]
    return BringPage(tuple(found), "admit" in request.form, error)


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A partie that would be posted: where it stands, who played it, and what it comes to."""

    where: str
    names: str
    says: str


@dataclass(frozen=True, slots=True)
class PlanPage:
    """
    What bringing in some files would do.

    Attributes:
        season: the season's number.
        title: how many parties it is, in words.
        is_sound: nothing is against it.
        rows: the parties, or the first of them.
        more_rows: how many others there are.
        complaints: where, and what is wrong there.
        more_complaints: how many others there are.
        new: who would be admitted or entered, in words.
        looks_alike: some partie looks like another.
        files: each file's name and what is in it, as the form carries it on.
        admit: whether the form lets admit.
        again: whether it lets parties look alike.
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


def brought_now(importing: Importing, by: Actor, season: int) -> PlanPage:
    """
    What the files that were chosen would do.

    Raises:
        NotAllowed: nothing was chosen, or the season takes no parties.
    """
    sent = [each for each in request.files.getlist("files") if each.filename]
    if not sent:
        return brought_again(importing, by, season)[1]
    files = [File(PurePath(each.filename or "").name[:80], each.read()) for each in sent]
    return _page(importing.check(by, season, files, admit="admit" in request.form, again="again" in request.form))


def brought_again(importing: Importing, by: Actor, season: int) -> tuple[Plan, PlanPage]:
    """
    What the files that a form carries on would do.

    Raises:
        NotAllowed: it carries none, or the season takes no parties.
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
        raise NotAllowed("This form is not from the page: choose the files once more.") from None
    if opened.unconsumed_tail or not opened.eof:
        raise NotAllowed("This form is not from the page: choose the files once more.")
    return data


def _page(plan: Plan) -> PlanPage:
    parties = _counted(len(plan.rows), "partie", "parties")
    wrong = _counted(len(plan.complaints), "thing is", "things are")
    title = f"{wrong} wrong" if plan.complaints else f"{parties} can be posted" if plan.rows else "No partie in these"
    new = [f"{', '.join(plan.admits)}: will be admitted"] if plan.admits else []
    new += [f"{', '.join(plan.enters)}: will be entered for the season"] if plan.enters else []
    rows = [
        PlanRow(
            f"{row.file}, line {row.line}",
            " and ".join(row.names),
            f"{row.says}{f'; round {row.round}' if row.round else ''}",
        )
        for row in plan.rows[:MOST]
    ]
    return PlanPage(
        plan.season,
        title,
        plan.is_sound,
        tuple(rows),
        max(0, len(plan.rows) - MOST),
        tuple((each.where, each.message) for each in plan.complaints[:MOST]),
        max(0, len(plan.complaints) - MOST),
        tuple(new),
        any(each.looks_alike for each in plan.complaints),
        tuple((each.name, _packed(each.data)) for each in plan.files),
        plan.admit,
        plan.again,
    )


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


@dataclass(frozen=True, slots=True)
class Step:
    """
    How far the posting has come.

    Attributes:
        done: how many parties have been posted.
        of: how many there are.
        words: that in words.
        failed: nothing was kept, and nothing will be.
    """

    done: int
    of: int
    words: str
    failed: bool = False

    @property
    def is_last(self) -> bool:
        """Whether all of it is kept, or nothing."""
        return self.failed or self.done == self.of


def posting(importing: Importing, by: Actor, plan: Plan) -> Iterator[Step]:
    """Post what a plan says, and tell how far it has come; the last step is told when all of it is kept."""
    of = len(plan.rows)
    try:
        for done in importing.applying(by, plan):
            parties = _counted(done, "partie is", "parties are")
            yield Step(done, of, f"{parties} in the book." if done == of else f"{done:,} of {of:,}")
    except NotAllowed as error:
        yield Step(0, of, f"Nothing was posted. {error}", failed=True)
    except Exception:
        current_app.logger.exception("an import broke")
        yield Step(0, of, "Something broke here. Nothing was posted, and nothing that was saved is lost.", failed=True)
