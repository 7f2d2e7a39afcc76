"""
The tables that are derived from a book's entries, and kept only to be read quickly.

They are the one part of the database that is changed; `scorer verify`
recomputes them from the entries.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, Table, Text

from ...ledger.meetings import MEETING_FIGURES
from ...ledger.tallies import FIGURES as TALLY_FIGURES
from .base import metadata

member = Table(
    "member",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("number", Integer, primary_key=True, comment="from 1"),
    Column("name", Text, nullable=False),
)

season = Table(
    "season",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("number", Integer, primary_key=True, comment="from 1"),
    Column("terms", Text, nullable=False, comment="as in the entry that opened it"),
    Column("closed", Integer, nullable=False, comment="0 or 1"),
)

entrant = Table(
    "entrant",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("withdrew", Integer, nullable=False, comment="0 or 1"),
)

fixture = Table(
    "fixture",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("round", Integer, primary_key=True, comment="from 1"),
    Column("table", Integer, primary_key=True, comment="its place in the round, from 1"),
    Column("first", Integer, nullable=False, comment="elder in the first deal"),
    Column("second", Integer, nullable=False, comment="elder in the sixth; 0 if the first has a bye"),
)

tally = Table(
    "tally",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("member", Integer, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in TALLY_FIGURES),
)

meeting = Table(
    "meeting",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("other", Integer, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in MEETING_FIGURES),
)

rating = Table(
    "rating",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("entry", Integer, primary_key=True, comment="the number of the entry after which it holds"),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("parties", Integer, nullable=False),
    Index("ix_rating_club_id_entry", "club_id", "entry"),
)

derived = Table(
    "derived",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("through", Integer, nullable=False, comment="the number of the last entry that the figures hold"),
)
