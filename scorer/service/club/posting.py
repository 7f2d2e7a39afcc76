"""
Post entries: entry, postings and projections are written together or not at all.

Every entry goes through here, and none ever changes.
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
"""Entries that can be reversed, because they move something; a decision is followed by another one instead."""

CLOSED = "The season is closed and takes no more entries."


@dataclass(frozen=True, slots=True)
class Posted:
    """A posted entry and its digest."""

    entry: Entry
    digest: str

    def receipt(self, player: int) -> str:
        """Return a player's receipt."""
        return chain.receipt(self.entry.number, player, self.digest)


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry to post: body, author in words, and time (UTC, ISO 8601)."""

    body: Body
    author: str
    at: str


def terms_of(db: Connection, club_id: int, season: int) -> SeasonTerms:
    """
    Return the terms of a season.

    Raises:
        NotAllowed: there is no such season.
    """
    row = projections.find_season(db, club_id, season)
    if row is None:
        raise NotAllowed(f"The club has no season {season}.")
    return read_terms(row.terms)


def read_entry(row: store.EntryRow) -> Posted:
    return Posted(chain.read(row.text), row.digest)


def find_entry(db: Connection, club_id: int, number: int) -> tuple[store.EntryRow, Posted]:
    """
    Return the entry with this number.

    Raises:
        NotAllowed: there is no such entry.
    """
    row = store.find_entry(db, club_id, number)
    if row is None:
        raise NotAllowed(f"The book has no entry {number}.")
    return row, read_entry(row)


def post(db: Connection, club_id: int, body: Body, *, author: str, at: str) -> Posted:
    """
    Post an entry that is not a reversal.

    Raises:
        NotAllowed: its season is missing or closed.
    """
    return post_all(db, club_id, [Draft(body, author, at)])[0]


def post_all(db: Connection, club_id: int, drafts: Sequence[Draft]) -> list[Posted]:
    """
    Post entries that are not reversals, in order.

    Raises:
        NotAllowed: the season of one is missing or closed.
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
    Post the reversal of an entry.

    Args:
        law: the law or the term that requires it; may be empty.

    Raises:
        NotAllowed: there is no such entry, it moves nothing, it is already reversed, its season is closed, or there is
            no
            reason.
    """
    row, old = find_entry(db, club_id, number)
    body = old.entry.body
    if not isinstance(body, REVERSIBLE):
        raise NotAllowed("Only parties, cards, penalties and byes can be reversed. This entry moves nothing.")
    if row.reversed_by is not None:
        raise NotAllowed(f"Entry {number} is already reversed by entry {row.reversed_by}.")
    if not reason.strip():
        raise NotAllowed("Enter a reason. It becomes part of the entry.")
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

    No entry is earlier than the one before it: if the clock was set back, it has that one's time.
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
    """Return the time of an entry; empty if there is none or it cannot be read."""
    row = store.find_entry(db, club_id, number)
    try:
        return "" if row is None else chain.read(row.text).at
    except ValueError:
        return ""


__all__ = ["Draft", "Posted", "find_entry", "post", "post_all", "read_entry", "read_terms", "reverse", "terms_of"]
