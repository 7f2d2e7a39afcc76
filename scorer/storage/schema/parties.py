"""
The tables of the parties at the table.

A statement is kept in the words of the game, in its canonical form; the
ruleset of a partie is kept whole, so that an old partie is scored for ever by
the rules it was played under.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, Table, Text, UniqueConstraint

from .base import metadata

partie = Table(
    "partie",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False, unique=True, comment="short code that opens the sheet for reading"),
    Column("first", Text, nullable=False, comment="name of the player who is elder in the first deal"),
    Column("second", Text, nullable=False, comment="name of the other player"),
    Column("ruleset", Text, nullable=False, comment="the whole ruleset as JSON"),
    Column("opened_at", Text, nullable=False, comment="UTC, ISO 8601"),
    Column("third", Text, comment="name of the third of three or four players"),
    Column("fourth", Text, comment="name of the fourth of four, the partner of the second"),
)

statement = Table(
    "statement",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partie_id", Integer, ForeignKey("partie.id"), nullable=False),
    Column("deal", Integer, nullable=False, comment="number of the deal, from 0"),
    Column("position", Integer, nullable=False, comment="position in the deal's log, from 0"),
    Column("said", Text, nullable=False, comment="the statement in its canonical form"),
    Column("form_key", Text, nullable=False, comment="idempotency key of the form that said it"),
    Column("said_at", Text, nullable=False, comment="UTC, ISO 8601"),
    UniqueConstraint("partie_id", "deal", "position"),
    UniqueConstraint("partie_id", "form_key", "position"),
)

signature = Table(
    "signature",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partie_id", Integer, ForeignKey("partie.id"), nullable=False),
    Column("player", Integer, nullable=False, comment="the player's place in the partie, from 0"),
    Column("name", Text, nullable=False, comment="the name as signed"),
    Column("signed_at", Text, nullable=False, comment="UTC, ISO 8601"),
    Column("covers", Integer, ForeignKey("statement.id"), nullable=False, comment="the partie's last statement then"),
    UniqueConstraint("partie_id", "player", "covers"),
)

scoring_link = Table(
    "scoring_link",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partie_id", Integer, ForeignKey("partie.id"), nullable=False),
    Column("token_hash", Text, nullable=False, unique=True, comment="SHA-256 of the link's secret"),
    Column("made_at", Text, nullable=False, comment="UTC, ISO 8601"),
)

revocation = Table(
    "revocation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("link_id", Integer, ForeignKey("scoring_link.id"), nullable=False, unique=True),
    Column("revoked_at", Text, nullable=False, comment="UTC, ISO 8601"),
)
