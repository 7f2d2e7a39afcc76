"""Open the book; verify it, back it up, restore it, copy it to another database, and rehearse."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import click
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from ..ledger.entries import SealedSignature
from ..ledger.signature_words import signature_sentence
from ..resources import Location
from ..rules.versions import difference_message
from ..rules.words import first_up
from ..service import keeping as on_disk
from ..service.club.audit.faults import Fault
from ..service.club.audit.ledger_pages import CheckedReceipt, ReadEntry
from ..service.club.audit.losses import generation_words, generations_of, where_books_end
from ..service.club.audit.verification import how_many_entries, verify
from ..service.club.disputes.cases import Disputed, request_words
from ..service.club.disputes.dispute_words import outcome_words, reply_words
from ..service.club.people.clubs import Club, NoSuchClub
from ..service.club.services import ClubServices, club_services
from ..service.club.transfer.rehearsal import rehearse as make_rehearsal
from ..service.files import failure_words
from ..service.parties import NoSuchPartie, Parties
from ..table.entering import NotAllowed
from ..table.formatting import counted
from ..table.times import when
from . import (
    STANDARD_INPUT,
    UNREADABLE,
    SteadyGroup,
    book_option,
    called,
    club_option,
    complain,
    give_up,
    json_option,
    read_file,
)


@dataclass(frozen=True, slots=True)
class Opened:
    parties: Parties
    services: ClubServices
    data: Path
    """The directory of the cookie key and of the note of the last check."""

    @property
    def name(self) -> str:
        return on_disk.book_name(self.parties.engine)

    def club(self, code: str | None) -> Club:
        """Return the club with this code, or the only one; exit if there is none."""
        try:
            clubs = (
                self.services.clubs.clubs() if code is None else [self.services.clubs.club(code)]
            )
        except NoSuchClub:
            give_up(f"no club has the code {code}")
        if not clubs:
            give_up("no club has been founded; scorer club new prints a link that founds one")
        if len(clubs) > 1:
            named = ", ".join(f"{each.code} ({each.name})" for each in clubs)
            give_up(f"there are several clubs; name one with --club: {named}")
        return clubs[0]


@contextmanager
def opened(
    where: Location, *, to_read: bool = False, older: bool = False, option: str = ""
) -> Iterator[Opened]:
    """Open a book, or only *to_read* it, perhaps one of an *older* version;
    print an error and exit if that fails. An *option* other than `--data` may have named it.
    """
    with errors_of_the_book(where, option), ExitStack() as stack:
        parties = on_disk.open_to_read(where, older=older) if to_read else on_disk.open_book(where)
        stack.callback(parties.engine.dispose)
        yield Opened(parties, club_services(parties), on_disk.data_directory(where.data))


@contextmanager
def errors_of_the_book(where: Location, option: str = "") -> Iterator[None]:
    """Print why a book cannot be used, and exit."""
    try:
        yield
    except NotAllowed as error:
        give_up(error)
    except on_disk.Misplaced as error:
        advice = f"{error.found}. Check what {option} says" if option else error
        give_up(advice, status=UNREADABLE)
    except on_disk.Unusable as error:
        give_up(error, status=UNREADABLE)
    except OSError as error:
        if error.filename is None:
            raise  # it is about what the command prints
        give_up(failure_words(error), status=UNREADABLE)
    except SQLAlchemyError as error:  # without the SQL statement
        why = getattr(error, "orig", None) or error
        give_up(f"{on_disk.location_name(where)} cannot be used: {why}", status=UNREADABLE)
    except ValueError as error:
        give_up(
            f"the book is damaged, and scorer book verify says where: {error}", status=UNREADABLE
        )


@contextmanager
def bar(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on a terminal, and nowhere else; the function advances it."""
    with click.progressbar(
        length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as shown:
        yield shown.update


@click.group("book", cls=SteadyGroup)
def group() -> None:
    """Keep the book: the database of all clubs."""


@group.command("verify")
@click.argument("receipt", required=False)
@club_option
@book_option
@json_option
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="A file of scorer book heads.",
)
def verify_book(
    receipt: str | None, code: str | None, where: Location, as_json: bool, against: str | None
) -> None:
    """Verify the book, one receipt, or the head of one sheet.

    Without a RECEIPT, check the chain of digests, the statements, the signatures and every stored
    figure, of all clubs or of one. With a RECEIPT, print the entry it was given for, and what has
    replaced it since. With the code and the head of a sheet (K7M2QX-GLG4-JNHE), print after which
    statement it was the head. With --against, check also that every head in a file is still in its
    ledger. The exit status is 1 if anything differs.
    """
    with opened(where, to_read=True) as book:
        if receipt is not None:
            sheet = _SHEET_HEAD.fullmatch(receipt.upper())
            if sheet is None:
                sys.exit(_verify_receipt(book, receipt, code, as_json=as_json))
            click.echo(_statement_of(book, code=sheet["code"], head=sheet["head"]))
            return
        if code is not None:
            code = book.club(code).code
        known = generations_of(book.parties.engine)
        found = _verified(book, code, against)
    if as_json:
        restored = [
            {
                "generation": each.id,
                "at": each.begun_at,
                "entries": each.entries,
                "statements": each.statements,
            }
            for each in known[1:]
        ]
        faults = [
            {"club": each.club, "entry": each.entry, "what": each.what} for each in found.faults
        ]
        document = {
            "entries": found.entries,
            "seconds": round(found.seconds, 3),
            "restored": restored,
            "faults": faults,
        }
        click.echo(json.dumps(document))
    else:
        done = f"{counted_entries(found.entries)} in {found.seconds:.1f} s"
        rate = f"{found.entries / found.seconds:,.0f} a second"
        click.echo(f"{done}, {rate}: {_faults(found.faults)}.")
        for line in generation_words(known):
            click.echo(line)
    sys.exit(_name(book.name, found.faults))


class Verified(NamedTuple):
    """What a verification found, among how many entries in how many seconds."""

    entries: int
    seconds: float
    faults: list[Fault]


def _verified(book: Opened, code: str | None, against: str | None) -> Verified:
    """Verify all clubs or one, and note where their ledgers ended if nothing is wrong."""
    engine = book.parties.engine
    start = time.perf_counter()
    faults = [
        each for each in on_disk.missing_since(book.data, engine) if code in (None, each.club)
    ]
    if against is not None:
        kept = read_file(against).decode("utf-8", "replace")
        faults += on_disk.missing_heads(engine, kept, called(against))
    entries = how_many_entries(engine, code)
    ends = where_books_end(engine, code)
    with bar(entries, "Verifying") as progress:
        faults += verify(engine, code, progress)
    seconds = time.perf_counter() - start
    if not faults:
        on_disk.note_or_warn(book.data, engine, ends)
    return Verified(entries, seconds, faults)


_SHEET_HEAD = re.compile("(?P<code>[0-9A-Z]{6})-(?P<head>[0-9A-Z]{4}-[0-9A-Z]{4})")


def _statement_of(book: Opened, code: str, head: str) -> str:
    """Return in words at which statement a sheet had this head; exit if it never had."""
    try:
        found = book.parties.had_head(code, head)
    except NoSuchPartie:
        give_up(f"no sheet has the code {code}{_or_lost(book)}")
    why = f"it was misread, or the record was changed{_or_lost(book)}"
    return found or give_up(f"{code} does not have the head {head}: {why}")


def _or_lost(book: Opened) -> str:
    """Say that something may have been lost by the last restore;
    empty if the book never was restored.
    """
    known = generations_of(book.parties.engine)
    if len(known) < 2:
        return ""
    return (
        f", or it is of what was recorded before the book was restored from a backup on "
        f"{when(known[-1].begun_at)}"
    )


@group.command()
@click.option(
    "--to",
    "target",
    metavar="FILE|URL",
    help="Append them to a file, or post them to a server of your own.",
)
@book_option
def heads(target: str | None, where: Location) -> None:
    """Print the head of each ledger.

    It proves every entry before it. With --to, keep it in a second place as well:
    scorer book verify --against FILE says whether the ledgers still have each of them.
    """
    with opened(where, to_read=True) as book:
        lines = on_disk.heads(book.parties.engine, datetime.now(UTC).isoformat(timespec="seconds"))
        click.echo("\n".join(lines))
        try:
            if target is not None:
                on_disk.send_heads(lines, target)
        except OSError as error:
            why = getattr(error, "reason", error)  # of a server that cannot be reached
            give_up(f"{target}: {getattr(why, 'strerror', None) or why}", status=UNREADABLE)


def counted_entries(count: int) -> str:
    return counted(count, "entry", "entries")


def _faults(faults: list[Fault]) -> str:
    if not faults:
        return "nothing is wrong"
    return "one thing is wrong" if len(faults) == 1 else f"{len(faults):,} things are wrong"


def _name(book: str, faults: Iterable[Fault]) -> int:
    status = 0
    for each in faults:
        club = f"club {each.club}: " if each.club else ""
        status = complain(book, f"{club}{each.what}")
    return status


def _verify_receipt(book: Opened, receipt: str, code: str | None, *, as_json: bool) -> int:
    clubs = [book.club(code)] if code is not None else book.services.clubs.clubs()
    for club in clubs:
        found = book.services.receipts.check(club.id, receipt, with_names=True)
        if found is None:
            continue
        if as_json:
            click.echo(json.dumps(_receipt_document(club, found)))
        else:
            click.echo("\n".join(_receipt_lines(club, found)))
        return _name(
            book.name, [Fault(club.code, found.posted.number, each) for each in found.faults]
        )
    lost = book.services.receipts.lost([club.id for club in clubs], receipt)
    or_lost = f", or it was lost: {lost}" if lost else ""
    return give_up(
        f"no entry has the receipt {receipt}: it was misread, or its entry was changed{or_lost}"
    )


def _receipt_lines(club: Club, found: CheckedReceipt) -> Iterable[str]:
    of = f"entry {found.posted.number} of {club.name}, {found.season}"
    yield f"{found.receipt} is valid: {found.holder}’s receipt for {of}."
    yield f"{when(found.posted.at)}  {found.posted.says}"
    for signature, signer in found.signers:
        moment = when(signature.at)
        yield first_up(f"{signature_sentence(signature, signer, found.names, moment)}")
    if found.signed_at and not found.signers:
        yield f"{when(found.signed_at)}  Signed by {found.holder}."
    if found.reversed is None:
        yield "The entry is current."
    else:
        yield (
            f"{when(found.reversed.at)}  Reversed by entry {found.reversed.number}. "
            f"{found.reversed.says}"
        )
    if found.replacement is not None:
        yield (
            f"{when(found.replacement.at)}  Replaced by entry {found.replacement.number}. "
            f"{found.replacement.says}"
        )
    for disputed in found.disputes:
        dispute = disputed.dispute
        names = disputed.record.names
        yield (
            f"{when(dispute.raised_at)}  Dispute {dispute.number}. {request_words(dispute, names)}"
        )
        if disputed.version is not None and disputed.version.difference is not None:
            yield f"  {difference_message(disputed.version.difference, disputed.version.names)}"
        for reply in dispute.replies:
            yield f"{when(reply.replied_at)}  {reply_words(reply, names)}"
        if not dispute.is_open:
            yield f"{when(dispute.ended_at or '')}  {outcome_words(dispute, found.names)}"
    for entry in found.entries if found.disputes else ():
        yield f"Entry {entry.number}  {entry.digest}"
    if not found.faults:
        yield "Its statements and signatures have not changed since."


def _receipt_document(club: Club, found: CheckedReceipt) -> dict[str, object]:
    return {
        "club": club.code,
        "receipt": found.receipt,
        "entry": found.posted.number,
        "at": found.posted.at,
        "season": found.season,
        "holder": found.holder,
        "signed_at": found.signed_at or None,
        "signatures": [_signature_document(each, signer) for each, signer in found.signers],
        "says": found.posted.says,
        "reversed": _later(found.reversed),
        "instead": _later(found.replacement),
        "disputes": [_dispute_document(each, found.names) for each in found.disputes],
        "entries": {each.number: each.digest for each in found.entries},
        "faults": list(found.faults),
    }


def _signature_document(signature: SealedSignature, signer: str) -> dict[str, object]:
    return {
        "player": signer,
        "at": signature.at,
        "means": signature.means.value or None,
        "by": signature.by or None,
    }


def _later(entry: ReadEntry | None) -> dict[str, object] | None:
    """Return the entry that reversed or replaced another; null if none did."""
    if entry is None:
        return None
    return {"entry": entry.number, "at": entry.at, "says": entry.says}


def _dispute_document(disputed: Disputed, names: Mapping[int, str]) -> dict[str, object]:
    dispute = disputed.dispute
    at_the_table = disputed.record.names
    return {
        "number": dispute.number,
        "request": request_words(dispute, at_the_table),
        "replies": [reply_words(reply, at_the_table) for reply in dispute.replies],
        "outcome": None if dispute.is_open else outcome_words(dispute, names),
    }


def _file(_ctx: click.Context, _param: click.Parameter, path: Path) -> Path:
    """Refuse standard input and output: a backup is a database, which is searched and written in
    any order.
    """
    if str(path) == STANDARD_INPUT:
        raise click.BadParameter("A backup is a file. Give its name.")
    return path


@group.command()
@click.argument("file", type=click.Path(path_type=Path), callback=_file)
@book_option
@click.option(
    "--keep",
    type=click.IntRange(1),
    help="FILE is an existing directory: keep this number of backups.",
)
def backup(file: Path, where: Location, keep: int | None) -> None:
    """Back up the book into a new FILE while it is used.

    The backup has the whole database as it is at one moment, and the key that signs cookies. It is
    verified before it gets its name. With --keep, it is named by the time, and the oldest backups
    are removed. If anything is wrong, it is named faulty, and none is removed. A book of an older
    version is backed up too, before scorer serve migrates it; of that only the file is checked.
    """
    with opened(where, to_read=True, older=True) as book:
        engine = book.parties.engine
        start = time.perf_counter()
        since = None
        if keep and not file.is_dir():
            give_up(f"{file} is not a directory. Make it, or mount its disk", status=UNREADABLE)
        if keep:
            directory = file
            since = on_disk.newest(file)
            file = on_disk.next_name(directory, book.parties.clock())
        for lost in on_disk.missing_since(book.data, engine):
            give_up(f"club {lost.club}: {lost.what}")
        older = on_disk.older_version(engine)
        count = how_many_entries(engine)
        ends = where_books_end(engine)
        try:
            with bar(count, "Verifying the backup") as progress:
                faults = on_disk.back_up(engine, file, book.data, since=since, progress=progress)
        except OSError as error:
            give_up(failure_words(error, file), status=UNREADABLE)
        if faults and keep:
            # so that no later one is compared with it
            file = file.rename(file.with_suffix(".faulty.sqlite"))
        elif not faults and not older:
            on_disk.note_or_warn(book.data, engine, ends)
    size = file.stat().st_size / 1e6
    seconds = time.perf_counter() - start
    click.echo(
        f"{file}: {size:,.1f} MB, {counted_entries(count)}, in {seconds:.1f} s: {_faults(faults)}."
    )
    if older and not faults:
        click.echo(OLDER.format(older))
    if keep and not faults and (removed := on_disk.remove_old(directory, keep)):
        click.echo(f"{removed} older than the newest {keep} removed.")
    sys.exit(_name(str(file), faults))


OLDER = (
    "The book is of an older version of scorer ({}). It was backed up whole, and the file is "
    "intact. "
    "Its ledger can be verified when scorer serve has migrated it."
)


@group.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), callback=_file)
@book_option
def restore(file: Path, where: Location) -> None:
    """Restore a backup into a new directory.

    With --database, the book goes into an empty database on a server. It is migrated to this
    version of scorer and verified; the backup stays as it is. It is a new generation of the book,
    which phones notice. A backup has the key that signs cookies: at the same address, phones go on
    where they were.
    """
    with errors_of_the_book(where):
        found = on_disk.restore(file, where)
    click.echo(f"{found.name}: {counted_entries(found.entries)}: {_faults(found.faults)}.")
    if found.migrated:
        click.echo(
            f"It was of an older version of scorer ({found.migrated}) and was migrated. The "
            f"backup is as it was."
        )
    click.echo(
        f"It is generation {found.generation} of the book: phones notice that it was restored."
    )
    click.echo(WITH_KEY if found.has_key else WITHOUT_KEY)
    sys.exit(_name(found.name, found.faults))


WITH_KEY = "It has the key that signs cookies: phones go on where they were."
WITHOUT_KEY = "It has no key that signs cookies: everyone must sign in or open their link again."


@group.command()
@click.option(
    "--from",
    "source",
    required=True,
    metavar="BOOK",
    help="The directory or the address of the book.",
)
@click.option(
    "--to", "target", required=True, metavar="BOOK", help="A new directory, or an empty database."
)
def copy(source: str, target: str) -> None:
    """Copy a book into another database.

    It proves that nothing differs. A BOOK is a directory, or an address like
    postgresql+psycopg://USER@HOST/NAME. Everything is copied and verified, or nothing. The cookie
    key stays in its directory: serve the copy with a directory that has it, or phones are signed
    out.
    """
    start = time.perf_counter()
    where = _location(target)
    with (
        opened(_location(source), to_read=True, option="--from") as old,
        _removed_if_refused(where),
        _target(where) as new,
    ):
        with bar(how_many_entries(old.parties.engine), "Verifying the copy") as progress:
            copied = on_disk.copy_book(old.parties.engine, new, progress)
        done = (
            f"{counted(copied.rows, 'row')} with {counted_entries(copied.entries)} in "
            f"{time.perf_counter() - start:.1f} s"
        )
        click.echo(
            f"{on_disk.book_name(new)}: {done}. Every row, digest and receipt is the same as in "
            f"{old.name}."
        )


@contextmanager
def _target(where: Location) -> Iterator[Engine]:
    """Open the database for a copy; print an error and exit if that fails."""
    with errors_of_the_book(where, "--to"), ExitStack() as stack:
        engine = on_disk.make_target(where)
        stack.callback(engine.dispose)
        yield engine


@contextmanager
def _removed_if_refused(where: Location) -> Iterator[None]:
    """Remove the file of a new book that was not copied, so that nobody serves it."""
    path = None if where.database or where.data is None else where.data / on_disk.BOOK
    is_new = path is not None and not path.exists()
    try:
        yield
    except BaseException:
        for each in path.parent.glob(f"{on_disk.BOOK}*") if path and is_new else ():
            each.unlink()
        raise


def _location(book: str) -> Location:
    return Location(database=book) if "://" in book else Location(Path(book))


@group.command()
@click.option(
    "--data",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="A new directory.",
)
@click.option(
    "--members", type=click.IntRange(2), default=40, show_default=True, help="How many take part."
)
@click.option(
    "--parties", type=click.IntRange(1), default=1000, show_default=True, help="How many they play."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed plays the same parties."
)
def rehearse(data: Path, members: int, parties: int, seed: int) -> None:
    """Make a new book with a season of parties that nobody played.

    They are random deals between members who do not exist, posted like any other. Use it to try the
    pages and to measure.
    """
    start = time.perf_counter()
    with errors_of_the_book(Location(data)), bar(parties, "Playing") as progress:
        made = make_rehearsal(data, members=members, parties=parties, seed=seed, progress=progress)
    seconds = time.perf_counter() - start
    click.echo(
        f"{counted(parties, 'partie')} between {counted(members, 'member')} in {seconds:.1f} s, in "
        f"{data}."
    )
    click.echo(
        f"Its club has the code {made.code}; {made.director} directs it with the password "
        f"{made.password}"
    )
