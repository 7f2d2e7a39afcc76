"""Open the book; verify it, back it up, rehearse;
and make links to found a club or set a password.
"""

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
from ..service.addresses import base_address
from ..service.club.audit.faults import Fault
from ..service.club.audit.ledger_pages import CheckedReceipt, ReadEntry
from ..service.club.audit.losses import generation_words, generations_of, where_books_end
from ..service.club.audit.verification import how_many_entries, verify
from ..service.club.disputes.cases import Disputed, outcome_words, reply_words, request_words
from ..service.club.people.clubs import Club, NoSuchClub
from ..service.club.services import ClubServices, club_services
from ..service.club.transfer.copying import read_copy
from ..service.club.transfer.rehearsal import rehearse as make_rehearsal
from ..service.files import failure_words
from ..service.parties import NoSuchPartie, Parties
from ..table.entering import NotAllowed
from ..table.times import when
from . import UNREADABLE, book_option, club_option, complain, give_up, json_option, url_option


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
            give_up("no club has been founded; scorer club prints a link that founds one")
        if len(clubs) > 1:
            named = ", ".join(f"{each.code} ({each.name})" for each in clubs)
            give_up(f"there are several clubs; name one with --club: {named}")
        return clubs[0]


@contextmanager
def opened(where: Location, *, to_read: bool = False, older: bool = False) -> Iterator[Opened]:
    """Open a book, or only *to_read* it, perhaps one of an *older* version;
    print an error and exit if that fails.
    """
    with errors_of_the_book(where), ExitStack() as stack:
        parties = on_disk.open_to_read(where, older=older) if to_read else on_disk.open_book(where)
        stack.callback(parties.engine.dispose)
        yield Opened(parties, club_services(parties), on_disk.data_directory(where.data))


@contextmanager
def errors_of_the_book(where: Location) -> Iterator[None]:
    """Print why a book cannot be used, and exit."""
    try:
        yield
    except BrokenPipeError:  # a reader that leaves early, as `head` does, is no error
        raise
    except NotAllowed as error:
        give_up(error)
    except on_disk.Unusable as error:
        give_up(error, status=UNREADABLE)
    except OSError as error:
        give_up(failure_words(error), status=UNREADABLE)
    except SQLAlchemyError as error:  # without the SQL statement
        why = getattr(error, "orig", None) or error
        give_up(f"{on_disk.location_name(where)} cannot be used: {why}", status=UNREADABLE)
    except ValueError as error:
        give_up(f"the book is damaged, and scorer verify says where: {error}", status=UNREADABLE)


@contextmanager
def bar(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on a terminal, and nowhere else; the function advances it."""
    with click.progressbar(
        length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as shown:
        yield shown.update


@click.command("verify")
@click.argument("receipt", required=False)
@club_option
@book_option
@json_option
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of scorer heads.",
)
def verify_book(
    receipt: str | None, code: str | None, where: Location, as_json: bool, against: Path | None
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
        done = f"{_entries(found.entries)} in {found.seconds:.1f} s"
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


def _verified(book: Opened, code: str | None, against: Path | None) -> Verified:
    """Verify all clubs or one, and note where their ledgers ended if nothing is wrong."""
    engine = book.parties.engine
    start = time.perf_counter()
    faults = [
        each for each in on_disk.missing_since(book.data, engine) if code in (None, each.club)
    ]
    if against is not None:
        faults += on_disk.missing_heads(engine, against)
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


@click.command()
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
    scorer verify --against FILE says whether the ledgers still have each of them.
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


def _entries(count: int) -> str:
    return f"{count:,} {'entry' if count == 1 else 'entries'}"


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
    for signature, called in found.signers:
        moment = when(signature.at)
        yield first_up(signature_sentence(signature, called, found.names, moment))
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
        "signatures": [_signature_document(each, called) for each, called in found.signers],
        "says": found.posted.says,
        "reversed": _later(found.reversed),
        "instead": _later(found.replacement),
        "disputes": [_dispute_document(each, found.names) for each in found.disputes],
        "entries": {each.number: each.digest for each in found.entries},
        "faults": list(found.faults),
    }


def _signature_document(signature: SealedSignature, called: str) -> dict[str, object]:
    return {
        "player": called,
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


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@book_option
@click.option(
    "--keep",
    type=click.IntRange(1),
    help="FILE is an existing directory: keep this number of backups.",
)
def backup(file: Path, where: Location, keep: int | None) -> None:
    """Copy the book into a new FILE while it is used.

    The copy has the whole database as it is at one moment, and the key that signs cookies. It is
    verified before it gets its name. With --keep, it is named by the time, and the oldest copies
    are removed. If anything is wrong, it is named faulty, and none is removed. A book of an older
    version is copied too, before scorer serve migrates it; of that only the file is checked.
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
            with bar(count, "Verifying the copy") as progress:
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
    click.echo(f"{file}: {size:,.1f} MB, {_entries(count)}, in {seconds:.1f} s: {_faults(faults)}.")
    if older and not faults:
        click.echo(OLDER.format(older))
    if keep and not faults and (removed := on_disk.remove_old(directory, keep)):
        click.echo(f"{removed} older than the newest {keep} removed.")
    sys.exit(_name(str(file), faults))


OLDER = (
    "The book is of an older version of scorer ({}). It was copied whole, and the copied file is "
    "intact. "
    "Its ledger can be verified when scorer serve has migrated it."
)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@book_option
def restore(file: Path, where: Location) -> None:
    """Restore a backup into a new directory.

    With --database, the book goes into an empty database on a server. The copy is migrated to this
    version of scorer and verified; the backup stays as it is. It is a new generation of the book,
    which phones notice. A backup has the key that signs cookies: at the same address, phones go on
    where they were.
    """
    with errors_of_the_book(where):
        found = on_disk.restore(file, where)
    click.echo(f"{found.name}: {_entries(found.entries)}: {_faults(found.faults)}.")
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


@click.command()
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
        opened(_location(source), to_read=True) as old,
        _removed_if_refused(where),
        _target(where) as new,
    ):
        with bar(how_many_entries(old.parties.engine), "Verifying the copy") as progress:
            copied = on_disk.copy_book(old.parties.engine, new, progress)
        done = (
            f"{copied.rows:,} rows with {_entries(copied.entries)} in "
            f"{time.perf_counter() - start:.1f} s"
        )
        click.echo(
            f"{on_disk.book_name(new)}: {done}. Every row, digest and receipt is the same as in "
            f"{old.name}."
        )


@contextmanager
def _target(where: Location) -> Iterator[Engine]:
    """Open the database for a copy; print an error and exit if that fails."""
    with errors_of_the_book(where), ExitStack() as stack:
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


@click.command()
@click.option(
    "--copy",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Found the club from this copy.",
)
@url_option
@book_option
def club(file: Path | None, where: Location, url: str) -> None:
    """Print a link that founds a club.

    With --copy, found a club from a file that scorer export --format copy made:
    all its entries are posted again and verified, or nothing is changed. While
    this runs, nobody else can record in the book.
    """
    if file is not None:
        _found_from(file, where, url)
        return
    with opened(where) as book:
        token = book.services.clubs.new_setup_link()
        link = whole_link(book, url, f"/set-up/{token}")
    click.echo(f"Open this link to found a club. It works for one club: {link}")


def _found_from(file: Path, where: Location, url: str) -> None:
    with opened(where) as book, ExitStack() as stack:
        copy = read_copy(stack.enter_context(file.open("rb")))
        progress = stack.enter_context(bar(2 * copy.head.entries, "Posting and verifying"))
        found, token = book.services.copying.found(copy, progress=progress)
        link = whole_link(book, url, f"/director/{token}")
    click.echo(
        f"{found.name} is founded, with its {_entries(copy.head.entries)} verified. Its code is "
        f"{found.code}."
    )
    _say_director_link(found, link)


@click.command()
@click.argument("code")
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


@click.command()
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


@click.command()
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
    click.echo(f"{parties:,} parties between {members:,} members in {seconds:.1f} s, in {data}.")
    click.echo(
        f"Its club has the code {made.code}; {made.director} directs it with the password "
        f"{made.password}"
    )
