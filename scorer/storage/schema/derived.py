"""
The tables that are derived from a book's entries, and kept only to be read quickly.

They are the one part of the database that is changed; `scorer verify`
recomputes them from the entries.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, Table, Text

from ...ledger.meetings import MEETING_FIGURES
from ...ledger.results import SIDE_FIGURES
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

played = Table(
    "played",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("place", Integer, primary_key=True, comment="the number of the entry by which it was posted first"),
    Column("entry", Integer, nullable=False, comment="the number of the entry by which it stands"),
    Column("season", Integer, nullable=False),
    Column("round", Integer, nullable=False, comment="of the fixture it was played for; 0 for none"),
    Column("code", Text, nullable=False, comment="the partie's; empty for one that was not played"),
    Column("first", Integer, nullable=False, comment="the first player's number as a member"),
    Column("second", Integer, nullable=False, comment="the second player's"),
    Column("winner", Integer, nullable=False, comment="0 or 1; -1 for a draw"),
    Column("points", Integer, nullable=False, comment="what the loser pays"),
    Column("rubicon", Integer, nullable=False, comment="0 or 1, as all that follow"),
    *(Column(name, Integer, nullable=False) for name in ("lurch", "from_paper", "forfeit")),
    *(Column(f"{side}_{name}", Integer, nullable=False) for side in ("first", "second") for name in SIDE_FIGURES),
    Column("until", Text, nullable=False, comment="the end of its correction period, UTC, ISO 8601; empty for none"),
    Column("impossible", Text, nullable=False, comment="the deals, from 1, whose claims no pack allows"),
    Index("ix_played_club_id_season", "club_id", "season", "place"),
    Index("ix_played_club_id_season_until", "club_id", "season", "until"),
    Index("ix_played_club_id_first", "club_id", "first", "place"),
    Index("ix_played_club_id_second", "club_id", "second", "place"),
)

waiting = Table(
    "waiting",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("code", Text, primary_key=True, comment="of a partie that has a place in a season and no entry yet"),
    Column("season", Integer, nullable=False),
    Index("ix_waiting_club_id_season", "club_id", "season"),
)

derived = Table(
    "derived",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("through", Integer, nullable=False, comment="the number of the last entry that the figures hold"),
)
