"""
Posting: an entry is written, with its postings and with what it changes in the figures, or nothing is.

Everything that enters a book goes through here; nothing in it is ever changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.entries import (
    Adjusted,
    Body,
    ByeGiven,
    CompanyPosted,
    Entry,
    PartiePosted,
    Posting,
    Reversed,
    SeasonClosed,
    SeasonOpened,
)
from ...ledger.postings import Changes, changes, postings_of
from ...ledger.terms import SeasonTerms
from ...storage import book as store
from ...storage import projections
from ..opening import NotAllowed
from . import figures
from .figures import read_terms

REVERSIBLE = (PartiePosted, CompanyPosted, Adjusted, ByeGiven)
"""What can be reversed: what moves something. A decision is followed by another instead."""

CLOSED = "The season is closed; its book takes no more entries."


@dataclass(frozen=True, slots=True)
class Posted:
    """An entry that stands in the book, and its digest."""

    entry: Entry
    digest: str

    def receipt(self, player: int) -> str:
        """The receipt of a player of the partie that was posted."""
        return chain.receipt(self.entry.number, player, self.digest)


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be posted: what happened, who posts it, in words, and when, UTC in ISO 8601."""

    body: Body
    author: str
    at: str


def terms_of(db: Connection, club_id: int, season: int) -> SeasonTerms:
    """
    The terms of a season.

    Raises:
        NotAllowed: the club has no such season.
    """
    row = projections.find_season(db, club_id, season)
    if row is None:
        raise NotAllowed(f"The club has no season {season}.")
    return read_terms(row.terms)


def read_entry(row: store.EntryRow) -> Posted:
    """A stored entry."""
    return Posted(chain.read(row.text), row.digest)


def find_entry(db: Connection, club_id: int, number: int) -> tuple[store.EntryRow, Posted]:
    """
    The entry with this number.

    Raises:
        NotAllowed: the book has no such entry.
    """
    row = store.find_entry(db, club_id, number)
    if row is None:
        raise NotAllowed(f"The book has no entry {number}.")
    return row, read_entry(row)


def post(db: Connection, club_id: int, body: Body, *, author: str, at: str) -> Posted:
    """
    Post an entry that is no reversal.

    Args:
        db: a transaction that writes.
        club_id: whose book.
        body: what happened.
        author: who posts it, in words.
        at: when, UTC in ISO 8601.

    Raises:
        NotAllowed: its season is not there, or is closed.
    """
    return post_all(db, club_id, [Draft(body, author, at)])[0]


def post_all(db: Connection, club_id: int, drafts: Sequence[Draft]) -> list[Posted]:
    """
    Post entries that are no reversals, one after another.

    Raises:
        NotAllowed: the season of one is not there, or is closed.
    """
    seasons: dict[int, SeasonTerms | None] = {}
    made: list[tuple[Draft, int, tuple[Posting, ...]]] = []
    kept: list[Changes | None] = []
    for draft in drafts:
        body = draft.body
        season: int = getattr(body, "season", 0)
        if isinstance(body, SeasonOpened):
            seasons[season] = body.terms
        elif season and season not in seasons:
            seasons[season] = _open_terms(db, club_id, season)
        terms = seasons.get(season)
        if season and terms is None:
            raise NotAllowed(CLOSED)
        if isinstance(body, SeasonClosed):
            seasons[season] = None
        made.append((draft, season, postings_of(body, terms)))
        kept.append(changes(body, terms))
    posted = [each for each, _ in _append(db, club_id, made)]
    figures.keep(db, club_id, list(zip((each.entry for each in posted), kept, strict=True)))
    return posted


def reverse(db: Connection, club_id: int, number: int, *, reason: str, law: str, author: str, at: str) -> Posted:
    """
    Post the reversal of an earlier entry: all that it moved goes back.

    Args:
        db: a transaction that writes.
        club_id: whose book.
        number: the entry to reverse.
        reason: why.
        law: the law or the term that says so.
        author: who reverses it, in words.
        at: when, UTC in ISO 8601.

    Raises:
        NotAllowed: there is no such entry, it moves nothing, it has been
            reversed, its season is closed, or no reason is given.
    """
    row, old = find_entry(db, club_id, number)
    body = old.entry.body
    if not isinstance(body, REVERSIBLE):
        raise NotAllowed("Only what moves something can be reversed: a partie, a card, a penalty or a bye.")
    if row.reversed_by is not None:
        raise NotAllowed(f"Entry {number} was reversed before, by entry {row.reversed_by}.")
    if not reason.strip():
        raise NotAllowed("Say why: the reason stands in the book.")
    season = projections.find_season(db, club_id, body.season)
    assert season is not None
    if season.closed:
        raise NotAllowed(CLOSED)
    back = tuple(each.reversed for each in old.entry.postings)
    draft = Draft(Reversed(number, reason.strip(), law.strip()), author, at)
    ((posted, entry_row),) = _append(db, club_id, [(draft, body.season, back)])
    store.append_reversal(db, row.id, entry_row.id)
    undone = changes(body, read_terms(season.terms))
    assert undone is not None
    figures.keep_reversal(db, club_id, posted.entry, old.entry, -undone)
    return posted


def _open_terms(db: Connection, club_id: int, season: int) -> SeasonTerms:
    row = projections.find_season(db, club_id, season)
    if row is None:
        raise NotAllowed(f"The club has no season {season}.")
    if row.closed:
        raise NotAllowed(CLOSED)
    return read_terms(row.terms)


def _append(
    db: Connection, club_id: int, made: Sequence[tuple[Draft, int, tuple[Posting, ...]]]
) -> list[tuple[Posted, store.EntryRow]]:
    """
    Append entries to the chain, each with its season and its postings.

    No entry is earlier than the one before it: where the clock was put back, it has the time of that one.
    """
    last, previous = store.last_entry(db, club_id) or (0, chain.BEGINNING)
    at = _posted_at(db, club_id, last)
    new: list[store.NewEntry] = []
    for number, (draft, season, postings) in enumerate(made, last + 1):
        at = max(at, draft.at)  # both are UTC to the second, in one form
        entry = Entry(number, at, draft.author, draft.body, postings, previous)
        text = chain.write(entry)
        previous = chain.digest(text)
        new.append(store.NewEntry(entry, season, getattr(draft.body, "code", ""), text, previous))
    rows = store.append_entries(db, club_id, new)
    return [(Posted(each.entry, each.digest), row) for each, row in zip(new, rows, strict=True)]


def _posted_at(db: Connection, club_id: int, number: int) -> str:
    """The time of an entry; nothing if there is none, or if `verify` would say that it cannot be read."""
    row = store.find_entry(db, club_id, number)
    try:
        return "" if row is None else chain.read(row.text).at
    except ValueError:
        return ""


__all__ = ["Draft", "Posted", "find_entry", "post", "post_all", "read_entry", "read_terms", "reverse", "terms_of"]
