"""
The tables, and the triggers that keep rows append-only.

A statement is stored in its canonical form and a partie with its whole ruleset, so that an old partie is always
scored by the rules it was played under. Whose turn it is in a company and every balance follow from the results and
are not stored; the seats of a turn are, because a later correction does not change them.

Every time is UTC in ISO 8601.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint

from ..ledger.results import MEETING_FIGURES, SIDE_FIGURES, TALLY_FIGURES

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMING)


def trigger_statements(table: str, dialect: str) -> tuple[str, ...]:
    """Return the SQL that makes *table* refuse UPDATE and DELETE; *dialect* is `sqlite` or `postgresql`."""
    refusal = f"{table} is append-only"
    if dialect == "sqlite":
        return tuple(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
            for verb in ("UPDATE", "DELETE")
        )
    function = f"{table}_append_only"
    return (
        f"CREATE FUNCTION {function}() RETURNS trigger AS $$ "
        f"BEGIN RAISE EXCEPTION '{refusal}'; END $$ LANGUAGE plpgsql",
        f"CREATE TRIGGER {function} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()",
        f"CREATE TRIGGER {function}_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {function}()",
    )


partie = Table(
    "partie",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False, unique=True, comment="short code that opens the sheet for reading"),
    Column("first", Text, nullable=False, comment="name of the player who is elder in the first deal"),
    Column("second", Text, nullable=False, comment="name of the other player"),
    Column("ruleset", Text, nullable=False, comment="the whole ruleset as JSON"),
    Column("opened_at", Text, nullable=False),
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
    Column("text", Text, nullable=False, comment="the statement in its canonical form"),
    Column("form_key", Text, nullable=False, comment="idempotency key"),
    Column("recorded_at", Text, nullable=False),
    UniqueConstraint("partie_id", "deal", "position"),
    UniqueConstraint("partie_id", "form_key", "position"),
)

signature = Table(
    "signature",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partie_id", Integer, ForeignKey("partie.id"), nullable=False),
    Column("player", Integer, nullable=False, comment="from 0"),
    Column("name", Text, nullable=False, comment="the name as signed"),
    Column("signed_at", Text, nullable=False),
    Column(
        "covers",
        Integer,
        ForeignKey("statement.id"),
        nullable=False,
        comment="the partie's last statement at that time",
    ),
    UniqueConstraint("partie_id", "player", "covers"),
)

scoring_link = Table(
    "scoring_link",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partie_id", Integer, ForeignKey("partie.id"), nullable=False),
    Column("token_hash", Text, nullable=False, unique=True, comment="SHA-256 of the link's secret"),
    Column("made_at", Text, nullable=False),
)

revocation = Table(
    "revocation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("link_id", Integer, ForeignKey("scoring_link.id"), nullable=False, unique=True),
    Column("revoked_at", Text, nullable=False),
)

setup_link = Table(
    "setup_link",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token_hash", Text, nullable=False, unique=True, comment="SHA-256 of the link's secret"),
    Column("made_at", Text, nullable=False),
)

club = Table(
    "club",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False, unique=True, comment="short code in the addresses of the club's pages"),
    Column("setup_link_id", Integer, ForeignKey("setup_link.id"), nullable=False, unique=True),
    Column("opened_at", Text, nullable=False),
)

setting = Table(
    "setting",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("member", Integer, nullable=False, comment="whose setting; 0 for the club"),
    Column("name", Text, nullable=False),
    Column("value", Text, nullable=False, comment="the last row of a member and name counts"),
    Column("set_at", Text, nullable=False),
    Index("ix_setting_club_id_name", "club_id", "name", "member"),
)

credential = Table(
    "credential",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("kind", Text, nullable=False, comment="password, link, pin or director link"),
    Column("role", Text, nullable=False, comment="director, scorer or member"),
    Column("member", Integer, nullable=False, comment="the member's number; 0 for a director who is none"),
    Column("name", Text, nullable=False, comment="a director's name to sign in with; else empty"),
    Column("secret_hash", Text, nullable=False, comment="of a password or PIN, salted; of a link, SHA-256"),
    Column("made_at", Text, nullable=False),
    Index("ix_credential_secret_hash", "secret_hash"),
    Index("ix_credential_club_id_member", "club_id", "member"),
)

credential_end = Table(
    "credential_end",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("credential_id", Integer, ForeignKey("credential.id"), nullable=False, unique=True),
    Column("ended_at", Text, nullable=False),
)

sign_out = Table(
    "sign_out",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session", Text, nullable=False, unique=True, comment="as in the cookie"),
    Column("signed_out_at", Text, nullable=False),
)

season_partie = Table(
    "season_partie",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("partie_id", Integer, ForeignKey("partie.id"), nullable=False, unique=True),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("season", Integer, nullable=False, comment="the season's number"),
    Column("first", Integer, nullable=False, comment="the first player's number as a member"),
    Column("second", Integer, nullable=False, comment="the second player's"),
    Column("round", Integer, nullable=False, comment="the round of the fixture it is played for; 0 for none"),
    Column("added_at", Text, nullable=False),
    Index("ix_season_partie_club_id_season", "club_id", "season"),
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
    Column(
        "correction", Text, nullable=False, comment="correcting statements for the end of that deal's log; or empty"
    ),
    Column("raised_at", Text, nullable=False),
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
    Column("ended_at", Text, nullable=False),
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

company = Table(
    "company",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False, unique=True, comment="short code that opens the card for reading"),
    Column("terms", Text, nullable=False, comment="the frame and its options in one line"),
    Column("ruleset", Text, nullable=False, comment="the whole ruleset of its parties as JSON"),
    Column("opened_at", Text, nullable=False),
)

company_player = Table(
    "company_player",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False),
    Column("seat", Integer, nullable=False, comment="in the order of the cut, from 0"),
    Column("name", Text, nullable=False),
    Column("member", Integer, nullable=False, comment="the player's number as a member; 0 outside every season"),
    UniqueConstraint("company_id", "seat"),
    UniqueConstraint("company_id", "name"),
)

season_company = Table(
    "season_company",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False, unique=True),
    Column("club_id", Integer, ForeignKey("club.id"), nullable=False),
    Column("season", Integer, nullable=False, comment="the season's number"),
    Column("added_at", Text, nullable=False),
    Index("ix_season_company_club_id_season", "club_id", "season"),
)

turn = Table(
    "turn",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False),
    Column("number", Integer, nullable=False, comment="from 0, in its company"),
    Column("first", Integer, nullable=False, comment="the seat of the player in the box, or who stayed in"),
    Column("second", Integer, nullable=False, comment="the seat of the opponent"),
    Column("partie_id", Integer, ForeignKey("partie.id"), unique=True, comment="null for a partie from a paper card"),
    Column("begun_at", Text, nullable=False),
    UniqueConstraint("company_id", "number"),
)

turn_result = Table(
    "turn_result",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("turn_id", Integer, ForeignKey("turn.id"), nullable=False),
    Column("result", Text, nullable=False, comment="totals, result or drawn, from a paper scorecard; or removed"),
    Column("form_key", Text, nullable=False, comment="idempotency key"),
    Column("recorded_at", Text, nullable=False),
    UniqueConstraint("turn_id", "form_key"),
)

company_signature = Table(
    "company_signature",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False, comment="the name as signed"),
    Column("signed_at", Text, nullable=False),
    UniqueConstraint("company_id", "seat"),
)

company_link = Table(
    "company_link",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("company_id", Integer, ForeignKey("company.id"), nullable=False),
    Column("token_hash", Text, nullable=False, unique=True, comment="SHA-256 of the link's secret"),
    Column("made_at", Text, nullable=False),
)

company_revocation = Table(
    "company_revocation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("link_id", Integer, ForeignKey("company_link.id"), nullable=False, unique=True),
    Column("revoked_at", Text, nullable=False),
)

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
    Column("table", Integer, primary_key=True, comment="in its round, from 1"),
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
    Column("entry", Integer, primary_key=True, comment="the rating holds after this entry"),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("parties", Integer, nullable=False),
    Index("ix_rating_club_id_entry", "club_id", "entry"),
)

posted_partie = Table(
    "posted_partie",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("first_entry", Integer, primary_key=True, comment="the entry that first posted it; orders the parties"),
    Column("entry", Integer, nullable=False, comment="the entry that posts it now"),
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
    Column("correctable_until", Text, nullable=False, comment="the end of its correction period; empty for none"),
    Column("impossible", Text, nullable=False, comment="the deals, from 1, whose claims no pack allows"),
    Index("ix_posted_partie_club_id_season", "club_id", "season", "first_entry"),
    Index("ix_posted_partie_club_id_season_correctable_until", "club_id", "season", "correctable_until"),
    Index("ix_posted_partie_club_id_first", "club_id", "first", "first_entry"),
    Index("ix_posted_partie_club_id_second", "club_id", "second", "first_entry"),
)

unposted = Table(
    "unposted",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("code", Text, primary_key=True, comment="of a season's partie that has no entry yet"),
    Column("season", Integer, nullable=False),
    Index("ix_unposted_club_id_season", "club_id", "season"),
)

projection_position = Table(
    "projection_position",
    metadata,
    Column("club_id", Integer, ForeignKey("club.id"), primary_key=True),
    Column("through", Integer, nullable=False, comment="the last entry that is in the projections"),
)

PROJECTIONS = (member, season, entrant, fixture, tally, meeting, rating, posted_partie, projection_position)
"""The tables that are rebuilt from a book's entries."""

APPEND_ONLY = tuple(table for table in metadata.sorted_tables if table not in {*PROJECTIONS, unposted})
"""The tables whose rows never change. The others are projections, with `unposted` rebuilt from entries and sheets."""
