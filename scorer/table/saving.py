r"""Parties as files: one alone, or many in an archive with a table of their results; and what an
archive from elsewhere holds.

>>> "".join(written(("name", "points"), [("=1+1", -4), ("Ada", None), ("O'Hara", True)]))
"name,points\r\n'=1+1,-4\r\nAda,\r\nO'Hara,1\r\n"
>>> bare("'=1+1"), bare("'tis")
('=1+1', "'tis")
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from io import BytesIO
from itertools import chain
from pathlib import PurePosixPath
from typing import ClassVar, NamedTuple, TypeAlias

from ..rules.figures import Side
from ..rules.house_rules import title_of
from ..rules.language import ENGLISH, speaking
from ..rules.messages import Message, Text
from ..rules.names import without_isolates
from ..rules.notation.company_document import is_company
from ..rules.notation.document import Document
from ..rules.partie import Partie, PartieRecord, heading
from ..rules.seats import Player
from .checking import Problem, decoded, read_and_play, refuse_too_many_words
from .contexts import Context
from .entering import NotAllowed, players_named, refuse_if
from .own_parties import ENDING, LONGEST_PARTIE, file_name, file_text, folded_players, in_ascii
from .pair_results import result_for
from .recording import Sheet
from .times import day_carried, noon

# Tables for a spreadsheet
#
# Text that a spreadsheet would take for a formula is escaped by an apostrophe, which is removed
# when it is read here.


Cell: TypeAlias = int | float | str | bool | Mapping[str, object] | list[object] | None
"""A cell; a list or mapping is written as JSON."""

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What a formula begins with."""

ESCAPED = (*FORMULA, "\t", "\r", "\n")
"""Text that begins like this is a formula to some spreadsheet."""


def guarded(cell: Cell) -> int | float | str:
    if isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, int | float):
        return cell
    if cell is None:
        return ""
    text = cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)
    return f"'{text}" if text.startswith(ESCAPED) else text


def bare(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(ESCAPED) else text


BOM = "\ufeff"
"""What begins a CSV file that people open: without it Excel does not read UTF-8.

Python reads such a file as `utf-8-sig`; pandas and this program leave the mark out by themselves.
"""


def written(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yield the lines of a CSV table (RFC 4180), the first with the names of its columns.

    They are those of the library's `csv`, which the Python in the page of a phone does not have.
    """
    for row in chain([columns], rows):
        yield ",".join(_quoted(guarded(cell)) for cell in row) + "\r\n"


QUOTED = frozenset(',"\r\n')
"""What a cell has only in quotes."""


def _quoted(cell: int | float | str) -> str:
    text = str(cell)
    if QUOTED.isdisjoint(text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


# Saving


class SavedPartie(NamedTuple):
    """A partie to save, with the *note* of its players, empty for none; *left* is who is on the
    left of their page, 0 or 1.
    """

    sheet: Sheet
    left: int = 0
    note: str = ""


def archive_name(names: Sequence[str]) -> str:
    """Return the name of the file with every partie of two players."""
    known = [letters for name in names if (letters := in_ascii(name))]
    return "-".join(("piquet", *known)) + ".zip"


RESULTS = "results.csv"

OF_SIDES = ("piques", "repiques", "capots")

COLUMNS = (
    "day",
    "code",
    "left",
    "right",
    "winner",
    "paid",
    "paid_in",
    "under_rubicon",
    "left_total",
    "right_total",
    "rules",
    *(f"{side}_{figure}" for side in ("left", "right") for figure in OF_SIDES),
    "deals",
    "unknown_deals",
    "note",
)
"""The columns of the table of results.

The winner and what is paid are empty if the partie is level; `paid_in` is points or parties. Of the
unknown deals only the totals are known: piques, repiques and capots are those of the others.
"""


def result_row(saved: SavedPartie) -> list[Cell]:
    """Return the row of a finished partie of two in the table of results."""
    sheet = saved.sheet
    result = result_for(
        sheet.partie,
        left=saved.left,
        code=sheet.code,
        day=sheet.played,
        opened_at=sheet.opened_at,
        note=saved.note,
    )
    names = (sheet.names[saved.left], sheet.names[1 - saved.left])
    is_level = result.winner is None
    left, right = result.sides
    return [
        result.day,
        result.code,
        *names,
        "" if result.winner is None else names[result.winner],
        None if is_level else result.paid,
        "parties" if result.in_parties else "points",
        result.rubicon,
        left.total,
        right.total,
        title_of(sheet.partie.record.rules),
        *_figures(left),
        *_figures(right),
        result.deals,
        result.unknown,
        result.note,
    ]


def _figures(side: Side) -> list[int]:
    return [getattr(side, name) for name in OF_SIDES]


MADE_AT = (1980, 1, 1, 0, 0, 0)
"""The moment of each file in an archive, the first that one can have: so the same parties make the
same archive, whenever it is made.
"""


def saved_archive(parties: Iterable[SavedPartie]) -> bytes:
    """Return the archive of parties of two: a file of each in the order in which they were played,
    and a table of the results of those that are over, in English whoever saves it.
    """
    with speaking(ENGLISH):
        return _archive(parties)


def _archive(parties: Iterable[SavedPartie]) -> bytes:
    ordered = sorted(parties, key=_when_played)
    finished = [each for each in ordered if each.sheet.partie.is_over]
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for each in ordered:
            _add(archive, file_name(each.sheet), file_text(each.sheet, each.note))
        _add(archive, RESULTS, BOM + "".join(written(COLUMNS, map(result_row, finished))))
    return made.getvalue()


def _when_played(saved: SavedPartie) -> tuple[str, str, str]:
    return saved.sheet.played, saved.sheet.opened_at, saved.sheet.code


def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    about = zipfile.ZipInfo(name, MADE_AT)
    archive.writestr(about, without_isolates(text).encode(), zipfile.ZIP_DEFLATED)


# The files of an archive from elsewhere. Sizes are checked before anything is unpacked, so that no
# archive fills the memory.


MOST_FILES = 2_000
"""The most files of an archive."""

LARGEST_ARCHIVE = 3 * 1024 * 1024
"""The most bytes of an archive; two thousand parties have some two and a half million."""

LARGEST_UNPACKED = 8 * 1024 * 1024
"""The most bytes of the files of an archive together; a partie that is entered with every call has
some four thousand.
"""

LARGEST_FILE = 4 * LONGEST_PARTIE
"""The most bytes of one file: a letter has at most four."""

UNPACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How files may be packed, of which the memory that unpacking takes is known."""

ENCRYPTED = 1
"""The flag of a file that has a password."""

DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""What the library raises for an archive that it cannot read."""

SKIPPED = frozenset({RESULTS, ".DS_Store", "Thumbs.db"})
"""Files that are no parties, and are nobody's mistake: those of the program, and of systems."""


class SavedText(Text):
    """Why a file of an archive is not taken.

    It is said of a file and of nothing played, so no oracle asks it: each is tested with a file of
    the kind.
    """

    TOO_LONG = "a partie has at most {most:,} characters"
    SCORECARD = "it is the scorecard of a company"
    NAMES = "{reason}"
    DAMAGED = "it is damaged in the .zip file"
    IN_A_FOLDER = "it is in a folder. Put all files at the top of the .zip file"
    ZIP_IN_ZIP = "it is a .zip file within another. Take it in by itself"
    NOT_PIQUET = "its name does not end in .piquet"
    PASSWORD = "it has a password"
    PACKED = "it is packed in a way that this program does not read"
    TOO_LARGE = "it is longer than a partie, which has at most {most:,} characters"
    LINE = "{word}, line {number}"


class TakenText(Text):
    """What is said of an archive as a whole, and of the parties that are taken from it.

    It counts files and nothing played, so no oracle asks it: archives are in `tests/table`.
    """

    TOO_LARGE = "This .zip file is too large. It may have 3 MB."
    DAMAGED = "This .zip file is damaged. Save it again, or choose another."
    MANY_FILES = "This .zip file has {count:,} files. Take in at most {most:,} at once."
    TOO_LARGE_UNPACKED = (
        "The files in this .zip file are too large to be parties: they have more than 8 MB."
    )
    ALL_HERE = "All parties of that file are on this phone."
    TAKEN_IN = "{parties:,} {parties:partie/parties} taken in."
    WITHOUT_DAY = "without a day"


class FileSaved(NamedTuple):
    name: str
    data: bytes


class Unreadable(NamedTuple):
    """Why a file is not taken; *line* is 0 for the whole file."""

    file: str
    line: int
    why: Message

    @property
    def where(self) -> Message | str:
        return SavedText.LINE(word=self.file, number=self.line) if self.line else self.file


class Unpacked(NamedTuple):
    files: list[FileSaved]
    unreadable: list[Unreadable]


def is_archive(data: bytes) -> bool:
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def unpacked_archive(data: bytes) -> Unpacked:
    """Return the files of parties in an archive, in its order, and those that cannot be one;
    `NotAllowed` if it is damaged, or larger than a few thousand parties.
    """
    refuse_if(len(data) > LARGEST_ARCHIVE, TakenText.TOO_LARGE())
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _files(archive)
    except NotAllowed:
        raise
    except DAMAGED:
        raise NotAllowed(TakenText.DAMAGED()) from None


def _files(archive: zipfile.ZipFile) -> Unpacked:
    about = [(each, _path(each)) for each in archive.infolist() if not each.is_dir()]
    about = [(each, path) for each, path in about if path.name not in SKIPPED]
    refuse_if(
        len(about) > MOST_FILES,
        TakenText.MANY_FILES(count=len(about), most=MOST_FILES),
    )
    refuse_if(
        sum(each.file_size for each, _ in about) > LARGEST_UNPACKED,
        TakenText.TOO_LARGE_UNPACKED(),
    )
    found = Unpacked([], [])
    for each, path in about:
        wrong = _why_unread(each, path)
        if wrong is not None:
            found.unreadable.append(Unreadable(path.name, 0, wrong))
            continue
        try:
            found.files.append(FileSaved(path.name, archive.read(each)))
        except DAMAGED:
            found.unreadable.append(Unreadable(path.name, 0, SavedText.DAMAGED()))
    return found


def _path(about: zipfile.ZipInfo) -> PurePosixPath:
    return PurePosixPath(about.filename.replace("\\", "/"))


def _why_unread(about: zipfile.ZipInfo, path: PurePosixPath) -> Message | None:
    """Return why a file of an archive is not read; `None` if it is."""
    ending = path.suffix.lower()
    if len(path.parts) > 1:
        return SavedText.IN_A_FOLDER()
    if ending == ".zip":
        return SavedText.ZIP_IN_ZIP()
    if ending != ENDING:
        return SavedText.NOT_PIQUET()
    if about.flag_bits & ENCRYPTED:
        return SavedText.PASSWORD()
    if about.compress_type not in UNPACKED:
        return SavedText.PACKED()
    if about.file_size > LARGEST_FILE:
        return SavedText.TOO_LARGE(most=LONGEST_PARTIE)
    return None


# Taking parties in


class PartieRead(NamedTuple):
    """A partie in a file of an archive."""

    file: str
    document: Document
    partie: Partie


class ArchiveRead(NamedTuple):
    parties: list[PartieRead]
    unreadable: list[Unreadable]


def read_archive(data: bytes) -> ArchiveRead:
    """Return the parties in an archive, and what cannot be read; `NotAllowed` as from
    `unpacked_archive`.
    """
    found = unpacked_archive(data)
    parties = list[PartieRead]()
    unreadable = list(found.unreadable)
    for file in found.files:
        try:
            parties.append(_read(file))
        except Problem as problem:
            unreadable.append(Unreadable(file.name, problem.line, problem.message))
    return ArchiveRead(parties, unreadable)


def _read(file: FileSaved) -> PartieRead:
    text = decoded(file.data)
    if len(text) > LONGEST_PARTIE:
        raise Problem(0, 1, SavedText.TOO_LONG(most=LONGEST_PARTIE))
    if is_company(text):
        raise Problem(1, 1, SavedText.SCORECARD())
    refuse_too_many_words(text)
    document, partie = read_and_play(text)
    record = document.record
    names = [player.name for player in record.players]
    try:
        players = tuple(map(Player, players_named(names, record.rules)))
    except NotAllowed as error:
        line = document.locations.find("players").line
        raise Problem(line, 1, SavedText.NAMES(reason=str(error))) from None
    # as a book keeps them, so that a copy is known
    document = document._replace(record=replace(record, players=players))
    return PartieRead(file.name, document, partie)


def moments_of(documents: Sequence[Document], at: str) -> list[str]:
    """Return the moment at which each partie counts as opened, none after *at*: a second after
    another from noon of its day on, so that those of a day keep their order.
    """
    found = list[str]()
    on_day = Counter[str]()
    for document in documents:
        day = day_carried(document.played, at)
        moment = datetime.fromisoformat(noon(day)) + timedelta(seconds=on_day[day])
        on_day[day] += 1
        found.append(min(moment.isoformat(timespec="seconds"), at))
    return found


class Fingerprint(NamedTuple):
    """What two copies of a partie have in common: what was recorded, and the day."""

    record: PartieRecord
    day: str


def fingerprint(record: PartieRecord, day: str) -> Fingerprint:
    """Return the fingerprint of a partie; a deal that is only begun makes no difference."""
    deals = list(record.deals)
    while deals and not deals[-1].log and deals[-1].scores is None:
        deals.pop()
    return Fingerprint(replace(record, deals=tuple(deals)), day)


def taken_message(taken: int) -> Message:
    """Say how many parties of an archive were taken in, if any of it were new."""
    return TakenText.TAKEN_IN(parties=taken) if taken else TakenText.ALL_HERE()


class Sorted(NamedTuple):
    """The parties of an archive, each in one list.

    Attributes:
        new: those to take, of which some were taken off this phone before, `again`.
        here: those that this phone has.
        twice: copies of others in the archive.
    """

    new: list[PartieRead]
    again: list[PartieRead]
    here: list[PartieRead]
    twice: list[PartieRead]


def sort_read(
    parties: Iterable[PartieRead],
    *,
    here: Collection[Fingerprint],
    removed: Collection[Fingerprint],
) -> Sorted:
    """Sort the parties of an archive by whether they are *here*, or were *removed* from here.

    A file without a day is the same as a partie of any day.
    """
    known = set(here)
    known_records = {each.record for each in here}
    gone = set(removed)
    found = Sorted([], [], [], [])
    seen = set[Fingerprint]()
    for each in parties:
        mark = fingerprint(each.document.record, each.document.played)
        is_here = mark in known if mark.day else mark.record in known_records
        if is_here:
            found.here.append(each)
            continue
        if mark in seen:
            found.twice.append(each)
            continue
        seen.add(mark)
        found.new.append(each)
        if mark in gone:
            found.again.append(each)
    return found


class CountOf(NamedTuple):
    """How many parties to take are of the same players, or of a year."""

    what: Message | str
    parties: int


def by_players(parties: Iterable[PartieRead]) -> list[CountOf]:
    """Return how many parties are of which players, most first."""
    names = dict[tuple[str, ...], str]()
    counts = Counter[tuple[str, ...]]()
    for each in parties:
        record = each.partie.record
        players = [player.name for player in record.players]
        key = tuple(folded_players(players))
        names.setdefault(key, heading(record.rules, players))
        counts[key] += 1
    return [CountOf(names[key], count) for key, count in counts.most_common()]


def by_year(parties: Iterable[PartieRead]) -> list[CountOf]:
    """Return how many parties are of which year, the latest first; those without a day last."""
    counts = Counter(each.document.played[:4] for each in parties)
    ordered = sorted(counts.items(), reverse=True)
    return [CountOf(year or TakenText.WITHOUT_DAY(), count) for year, count in ordered]


MOST_LISTED = 50
"""Files that a preview lists; of more, it counts the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeAllPage(Context):
    """The parties of an archive, before they are taken.

    Attributes:
        archive: packed, for the form that takes them.
        players: how many of the new parties are of whom; *years* likewise.
        again: how many of the new ones were removed from this phone.
        twice: how many files are copies of others in the archive.
        here: names of files of parties that this phone has.
        most: how many files are listed.
    """

    template: ClassVar[str] = "table/take_all.html"

    archive: str
    new: int
    players: Sequence[CountOf]
    years: Sequence[CountOf]
    again: int
    twice: int
    here: Sequence[str]
    unreadable: Sequence[Unreadable]
    most: int = MOST_LISTED


def take_all_context(found: Sorted, unreadable: Sequence[Unreadable], archive: str) -> TakeAllPage:
    """Return the context of the preview of an archive."""
    return TakeAllPage(
        archive=archive,
        new=len(found.new),
        players=by_players(found.new),
        years=by_year(found.new),
        again=len(found.again),
        twice=len(found.twice),
        here=[each.file for each in found.here],
        unreadable=unreadable,
    )
