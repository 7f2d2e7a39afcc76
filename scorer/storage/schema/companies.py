"""
The tables of a company: who they are, what they agreed on, and which partie is which of its turns.

Who plays next, and every balance, follows from how the parties ended, and is
kept nowhere. Who sat where when a partie began is kept, for a result that is
put right later does not change it.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from .base import metadata

company = Table(
    "company",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False, unique=True, comment="short code that opens the card for reading"),
    Column("terms", Text, nullable=False, comment="the frame and what was agreed on, in one line"),
    Column("ruleset", Text, nullable=False, comment="the whole ruleset of its parties as JSON"),
    Column("opened_at", Text, nullable=False, comment="UTC, ISO 8601"),
)

company_player = Table(
    "company_player",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False),
    Column("place", Integer, nullable=False, comment="in the order in which they cut, from 0"),
    Column("name", Text, nullable=False),
    Column("member", Integer, nullable=False, comment="the player's number as a member; 0 outside every season"),
    UniqueConstraint("company_id", "place"),
    UniqueConstraint("company_id", "name"),
)

company_season = Table(
    "company_season",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False, unique=True),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("season", Integer, nullable=False, comment="the number of the season it is played in"),
    Column("taken_at", Text, nullable=False, comment="UTC, ISO 8601"),
    Index("ix_company_season_club_id_season", "club_id", "season"),
)

turn = Table(
    "turn",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False),
    Column("number", Integer, nullable=False, comment="from 0, in its company"),
    Column(
        "first", Integer, nullable=False, comment="the place of who sat first: in the box, or who had kept his seat"
    ),
    Column("second", Integer, nullable=False, comment="the place of who played against him"),
    Column("partie_id", Integer, ForeignKey("partie.id"), unique=True, comment="none of a partie from a paper card"),
    Column("begun_at", Text, nullable=False, comment="UTC, ISO 8601"),
    UniqueConstraint("company_id", "number"),
)

turn_said = Table(
    "turn_said",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("turn_id", Integer, ForeignKey("turn.id"), nullable=False),
    Column(
        "said", Text, nullable=False, comment="totals, result or drawn, of a paper card; or struck. The last counts"
    ),
    Column("form_key", Text, nullable=False, comment="idempotency key of the form that said it"),
    Column("said_at", Text, nullable=False, comment="UTC, ISO 8601"),
    UniqueConstraint("turn_id", "form_key"),
)

company_signature = Table(
    "company_signature",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False),
    Column("place", Integer, nullable=False, comment="whose it is, by his place in the company"),
    Column("name", Text, nullable=False, comment="the name as signed"),
    Column("signed_at", Text, nullable=False, comment="UTC, ISO 8601"),
    UniqueConstraint("company_id", "place"),
)

company_link = Table(
    "company_link",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False),
    Column("token_hash", Text, nullable=False, unique=True, comment="SHA-256 of the link's secret"),
    Column("made_at", Text, nullable=False, comment="UTC, ISO 8601"),
)

company_revocation = Table(
    "company_revocation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("link_id", Integer, ForeignKey("company_link.id"), nullable=False, unique=True),
    Column("revoked_at", Text, nullable=False, comment="UTC, ISO 8601"),
)
