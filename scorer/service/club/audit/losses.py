"""What a book has lost since its end was kept elsewhere, and what a restore explains.

A kept end is the number and the digest of a ledger's last entry. A book that was restored from a
backup began a new generation, with the entries that the backup had.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Engine, func, select

from ....storage import entry_rows, generations
from ....storage import schema as s
from ....storage.engine import reading
from ....storage.generations import GenerationRow
from ....table.formatting import counted
from ....table.times import when
from ..people.clubs import clubs_named
from .database_faults import reading_damaged
from .faults import Fault


class Kept(NamedTuple):
    """Where the ends of ledgers were kept: since when, in words, in which generation,
    and what to do about a loss.
    """

    since: str
    generation: int
    advice: str = ""
    if_restored: str = ""


def where_books_end(
    engine: Engine | Connection, code: str | None = None
) -> dict[str, tuple[int, str]]:
    with reading_damaged(engine) as db:
        found = {club.code: entry_rows.last_entry(db, club.id) for club in clubs_named(db, code)}
    return {each: (last.number, last.digest) for each, last in found.items() if last is not None}


def missing_entries(
    db: Connection, before: Mapping[str, tuple[int, str]], kept: Kept
) -> Iterator[Fault]:
    """Yield what books lack that had more *before*: the last entries, with their digests.

    What came after the backup from which the book was restored since is said to be lost by that.
    """
    c = s.entry.c
    numbers = {club.code: club.id for club in db.execute(select(s.club.c.id, s.club.c.code))}
    for code, (number, digest) in before.items():
        ours = c.club_id == numbers.get(code)
        found = db.execute(select(c.digest).where(ours, c.number == number)).scalar_one_or_none()
        if found == digest:
            continue
        restored = generations.end_of(db, numbers.get(code, 0), number, since=kept.generation)
        if restored is not None:
            yield Fault(
                code, number, _sentences(_lost(number, *restored, kept.since), kept.if_restored)
            )
        elif found is None:
            now = db.execute(select(func.max(c.number)).where(ours)).scalar_one() or 0
            what = f"the ledger has shrunk from {_entries(number)} to {now:,} {kept.since}"
            yield Fault(code, number, _sentences(what, kept.advice))
        else:
            yield Fault(
                code,
                number,
                _sentences(f"entry {number:,} has been replaced {kept.since}", kept.advice),
            )


def _entries(count: int) -> str:
    return counted(count, "entry", "entries")


def _lost(number: int, generation: GenerationRow, last: int, since: str) -> str:
    """Say which entries a restore lost: those after the *last* in the backup, up to *number*."""
    lost = f"entries {last + 1:,} to {number:,} were"
    if number == last + 1:
        lost = f"entry {number:,} was"
    backup = f"from a backup with {_entries(last)}"
    return f"{lost} lost {since}: the book was restored on {when(generation.begun_at)} {backup}"


def _sentences(what: str, advice: str) -> str:
    return f"{what}. {advice}" if advice else what


# Generations


def generations_of(engine: Engine | Connection) -> list[GenerationRow]:
    with reading_damaged(engine) as db:
        return generations.generations(db)


def generation_at(db: Connection, at: str) -> int:
    """Return the number of the generation that a book had at a moment."""
    return generations.generation_at(generations.generations(db), at)


def common_generation(earlier: Sequence[GenerationRow], now: Sequence[GenerationRow]) -> int:
    """Return the number of the last generation that two books have in common.

    If it is none, one is not a copy of the other, and the last is returned: no restore explains
    what differs.
    """
    common = [
        row.id for before, row in zip(earlier, now, strict=False) if before.token == row.token
    ]
    return max(common, default=len(now))


def lost_before(engine: Engine | Connection, club_id: int, number: int) -> str:
    """Say if entry *number* of a club may have been lost by a restore;
    empty if none can have been.
    """
    with reading(engine) as db:
        restored = generations.end_of(db, club_id, number, since=1)
    if restored is None:
        return ""
    generation, last = restored
    return (
        f"the book was restored on {when(generation.begun_at)} from a backup that ends with "
        f"entry {last:,}"
    )


def generation_words(known: Sequence[GenerationRow]) -> list[str]:
    """Say of each generation of a restored book since when it is and with what it began;
    nothing of a book's first.
    """
    if len(known) < 2:
        return []
    first, *others = known
    words = [f"Generation 1: since {when(first.begun_at)}."]
    for each in others:
        entries = _entries(each.entries)
        statements = counted(each.statements, "statement")
        since = f"Generation {each.id}: since {when(each.begun_at)}"
        words.append(f"{since}, restored from a backup with {entries} and {statements}.")
    return words
