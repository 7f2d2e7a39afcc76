"""
The tables of a club: who may do what, what is in dispute, and the book.

What was decided or played is an entry of the book; what a phone or a person
proves himself with is no part of it, and is only ever ended by another row.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from .base import metadata

setup_link = Table(
    "setup_link",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token_hash", Text, nullable=False, unique=True, comment="SHA-256 of the link's secret"),
    Column("made_at", Text, nullable=False, comment="UTC, ISO 8601"),
)

club = Table(
    "club",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False, unique=True, comment="short code in the addresses of the club's pages"),
    Column("setup_link_id", Integer, ForeignKey("setup_link.id"), nullable=False, unique=True),
    Column("opened_at", Text, nullable=False, comment="UTC, ISO 8601"),
)

choice = Table(
    "choice",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("member", Integer, nullable=False, comment="whose choice it is; 0 for the club"),
    Column("name", Text, nullable=False, comment="what is chosen"),
    Column("value", Text, nullable=False, comment="the last row of a name is the one that counts"),
    Column("chosen_at", Text, nullable=False, comment="UTC, ISO 8601"),
    Index("ix_choice_club_id_name", "club_id", "name", "member"),
)

credential = Table(
    "credential",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("kind", Text, nullable=False, comment="password, link, pin or director link"),
    Column("role", Text, nullable=False, comment="director, scorer or member"),
    Column("member", Integer, nullable=False, comment="the member's number; 0 for a director who is none"),
    Column("name", Text, nullable=False, comment="by which a director signs in; else empty"),
    Column("secret_hash", Text, nullable=False, comment="of a password or PIN, salted; of a link, SHA-256"),
    Column("made_at", Text, nullable=False, comment="UTC, ISO 8601"),
    Index("ix_credential_secret_hash", "secret_hash"),
    Index("ix_credential_club_id_member", "club_id", "member"),
)

credential_end = Table(
    "credential_end",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("credential_id", Integer, ForeignKey("credential.id"), nullable=False, unique=True),
    Column("ended_at", Text, nullable=False, comment="UTC, ISO 8601"),
)

sign_out = Table(
    "sign_out",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session", Text, nullable=False, unique=True, comment="the session that was ended, as its cookie names it"),
    Column("signed_out_at", Text, nullable=False, comment="UTC, ISO 8601"),
)

place = Table(
    "place",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partie_id", Integer, ForeignKey("partie.id"), nullable=False, unique=True),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("season", Integer, nullable=False, comment="the number of the season it is played in"),
    Column("first", Integer, nullable=False, comment="the first player's number as a member"),
    Column("second", Integer, nullable=False, comment="the second player's"),
    Column("round", Integer, nullable=False, comment="the round of the fixture it is played for; 0 for none"),
    Column("taken_at", Text, nullable=False, comment="UTC, ISO 8601"),
    Index("ix_place_club_id_season", "club_id", "season"),
)

dispute = Table(
    "dispute",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partie_id", Integer, ForeignKey("partie.id"), nullable=False),
    Column("number", Integer, nullable=False, comment="from 1, in its partie"),
    Column("player", Integer, nullable=False, comment="who raised it: 0 or 1, or -1 for the director"),
    Column("kind", Text, nullable=False, comment="refusal, call or correction"),
    Column("reason", Text, nullable=False, comment="in the player's own words"),
    Column("deal", Integer, nullable=False, comment="the deal it is about, from 0; -1 for none"),
    Column("said", Text, nullable=False, comment="what would put it right, at the end of that deal's log; or empty"),
    Column("raised_at", Text, nullable=False, comment="UTC, ISO 8601"),
    UniqueConstraint("partie_id", "number"),
)

dispute_end = Table(
    "dispute_end",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("dispute_id", Integer, ForeignKey("dispute.id"), nullable=False, unique=True),
    Column("how", Text, nullable=False, comment="agreed, withdrawn or ruled"),
    Column("by", Text, nullable=False, comment="who ended it, in words"),
    Column("words", Text, nullable=False, comment="the ruling or the reason"),
    Column("law", Text, nullable=False, comment="the law it rests on, or empty"),
    Column("ended_at", Text, nullable=False, comment="UTC, ISO 8601"),
)

entry = Table(
    "entry",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("number", Integer, nullable=False, comment="from 1, without a gap"),
    Column("kind", Text, nullable=False, comment="as in the text"),
    Column("season", Integer, nullable=False, comment="the season it belongs to; 0 for none"),
    Column("code", Text, nullable=False, comment="the partie's code, or empty"),
    Column("text", Text, nullable=False, comment="the whole entry, canonical JSON"),
    Column("digest", Text, nullable=False, comment="SHA-256 of the text; the next entry carries it"),
    UniqueConstraint("club_id", "number"),
    Index("ix_entry_club_id_season", "club_id", "season", "number"),
    Index("ix_entry_club_id_code", "club_id", "code"),
)

posting = Table(
    "posting",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("entry_id", Integer, ForeignKey("entry.id"), nullable=False),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("season", Integer, nullable=False),
    Column("member", Integer, nullable=False, comment="0 for the pool"),
    Column("commodity", Text, nullable=False, comment="points, match_points or stakes"),
    Column("amount", Integer, nullable=False, comment="into the account; negative out of it"),
    Index("ix_posting_entry_id", "entry_id"),
    Index("ix_posting_club_id_season_member", "club_id", "season", "member"),
)

reversal = Table(
    "reversal",
    metadata,
    Column("entry_id", Integer, ForeignKey("entry.id"), primary_key=True, comment="the entry that is reversed"),
    Column("by_id", Integer, ForeignKey("entry.id"), nullable=False, unique=True, comment="the entry that reverses it"),
)
