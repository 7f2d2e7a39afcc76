"""The tables, and the triggers that keep rows append-only and note where their chains end.

A statement is stored in its canonical form and a partie with its whole ruleset, so that an old
partie is always scored by the rules it was played under. Whose turn it is in a company and every
balance follow from the results and are not stored; the seats of a turn are, because a later
correction does not change them.

Every moment is UTC in ISO 8601; every day is that of the place, or of the club.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from sqlalchemy import (
    Column,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem

from ..ledger.results import GAME_FIGURES, MEETING_FIGURES, TALLY_FIGURES
from ..rules.figures import SIDE_FIGURES
from ..rules.names import Name
from ..table.pair_results import PAIR_COUNTS, PLAYER_SUMS

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMING)


NAMING_PLAYERS = {
    "player": ("id", "sheet_id", "seat", "member", "sealed"),
    "renaming": ("id", "sheet_id", "seat", "sealed"),
    "signature": ("id", "sheet_id", "player", "signed_at", "covers", "digest", "means", "phone"),
    "pair_setting": ("id", "pair_id", "name", "value", "sealed", "set_at", "digest"),
    "sheet_note": ("id", "sheet_id", "sealed", "set_at", "digest"),
}
"""The columns that cannot be changed of append-only tables with names, or with lines that may have
some, because a name is erased on request.
"""


def trigger_statements(
    table: str, dialect: str, columns: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the SQL that makes *table* refuse UPDATE and DELETE;
    *dialect* is `sqlite` or `postgresql`.

    *columns* are those that the table has so far; `None` if it has all.
    """
    kept = [each for each in NAMING_PLAYERS.get(table, ()) if columns is None or each in columns]
    refusal = f"{table} is append-only"
    update = f"UPDATE OF {', '.join(kept)}" if kept else "UPDATE"
    if dialect == "sqlite":
        return tuple(
            f"CREATE TRIGGER {table}_no_{verb[:6].lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
            for verb in (update, "DELETE")
        )
    function = f"{table}_append_only"
    return (
        f"CREATE FUNCTION {function}() RETURNS trigger AS $$ "
        f"BEGIN RAISE EXCEPTION '{refusal}'; END $$ LANGUAGE plpgsql",
        f"CREATE TRIGGER {function} BEFORE {update} OR DELETE ON {table} FOR EACH ROW EXECUTE "
        f"FUNCTION {function}()",
        f"CREATE TRIGGER {function}_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {function}()",
    )


def end_statements(table: str, owner: str, dialect: str) -> tuple[str, ...]:
    """Return the SQL that notes the last row of each chain of *table* in `chain_end`, in the
    statement that appends it.

    Each row replaces the note of the row before it; *owner* is the column of the chain's owner.
    """
    trigger = f"{table}_chain_end"
    values = f"('{table}', NEW.{owner}, NEW.digest)"
    note = (
        f"INSERT INTO chain_end (chain, owner, digest) VALUES {values} "
        "ON CONFLICT (chain, owner) DO UPDATE SET digest = excluded.digest"
    )
    if dialect == "sqlite":
        return (f"CREATE TRIGGER {trigger} AFTER INSERT ON {table} BEGIN {note}; END",)
    return (
        f"CREATE FUNCTION {trigger}() RETURNS trigger AS $$ BEGIN {note}; RETURN NULL; END $$ "
        f"LANGUAGE plpgsql",
        f"CREATE TRIGGER {trigger} AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION "
        f"{trigger}()",
    )


def _keyed(name: str, items: Iterable[SchemaItem]) -> Table:
    """Make a table whose key is in its own columns, *items*, which hold its indexes too."""
    return Table(name, metadata, *items)


def _numbered(name: str, items: Iterable[SchemaItem]) -> Table:
    """Make a table whose rows are numbered as they are appended."""
    return _keyed(name, [Column("id", Integer, primary_key=True), *items])


def _projection(name: str, items: Iterable[SchemaItem]) -> Table:
    """Make a table of a projection, whose key begins with the club."""
    return _keyed(name, [_reference("club_id", "club", primary_key=True), *items])


def _text(name: str, comment: str | None = None, **options: Any) -> Column[str]:
    return Column(name, Text, nullable=False, comment=comment, **options)


class PersonName(TypeDecorator[Name]):
    """The name of a person, which is read as a `Name`."""

    impl = Text
    cache_ok = True
    python_type = str

    def process_bind_param(self, value: str | None, _: Dialect) -> Any:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, _: Dialect) -> Name | None:
        return None if value is None else Name(value)


def _person(comment: str | None = None) -> Column[Name]:
    return Column("name", PersonName, nullable=False, comment=comment)


def _integer(name: str, comment: str | None = None, **options: Any) -> Column[int]:
    return Column(name, Integer, nullable=False, comment=comment, **options)


def _integers(*names: str, **options: Any) -> Iterator[Column[int]]:
    return (_integer(name, **options) for name in names)


def _reference(
    name: str, table: str, comment: str | None = None, *, nullable: bool = False, **options: Any
) -> Column[int]:
    return Column(
        name, Integer, ForeignKey(f"{table}.id"), nullable=nullable, comment=comment, **options
    )


def _chained(name: str, items: Iterable[SchemaItem]) -> Table:
    """Make a numbered table each of whose rows proves the row before it,
    as in `scorer.storage.row_chains`.
    """
    digest = _text("digest", "of the row and of the row before it")
    return _numbered(name, [*items, digest])


def own_columns(table: Table) -> tuple[str, ...]:
    """Return the columns of a table but that of the club, which is another one in a copy."""
    return tuple(column.name for column in table.columns if column.name != "club_id")


sheet = _chained(
    "sheet",
    [
        _text("code", "short code that opens the sheet for reading", unique=True),
        _text("kind", "partie or company"),
        _text("terms", "of a company, the frame and its options in one line; else empty"),
        _text("ruleset", "the whole ruleset as JSON"),
        _text("opened_at"),
    ],
)

player = _numbered(
    "player",
    [
        _reference("sheet_id", "sheet"),
        _integer(
            "seat",
            "from 0: in a partie the elder of the first deal, in a company the order of the cut",
        ),
        _person(),
        _integer("member", "the player's number as a member; 0 outside every season"),
        _text("salt", "of the sealed name; empty once the name is erased"),
        _text("sealed", "the name as the digest of the sheet has it"),
        UniqueConstraint("sheet_id", "seat"),
        UniqueConstraint("sheet_id", "name"),
        Index("ix_player_member", "member", "sheet_id"),
    ],
)

renaming = _numbered(
    "renaming",
    [
        _reference("sheet_id", "sheet"),
        _integer("seat", "the player's"),
        _person("the player's from then on; the last row of a seat counts"),
        _text("salt", "of the sealed name; empty once the name is erased"),
        _text("sealed", "the name as the statement that says so has it"),
        UniqueConstraint("sheet_id", "seat", "sealed"),
    ],
)

statement = _chained(
    "statement",
    [
        _reference("partie_id", "sheet"),
        _integer("deal", "number of the deal, from 0"),
        _integer("position", "position in the deal's log, from 0"),
        _text("text", "the statement in its canonical form"),
        _text("form_key", "idempotency key"),
        _text("recorded_at"),
        UniqueConstraint("partie_id", "deal", "position"),
        UniqueConstraint("partie_id", "form_key", "position"),
    ],
)

signature = _chained(
    "signature",
    [
        _reference("sheet_id", "sheet"),
        _integer("player", "the seat, from 0"),
        _person("the name as signed"),
        _text("signed_at"),
        _text("covers", "the head of the sheet then, as in `scorer.storage.sheets.head`"),
        _text("means", "as in `scorer.ledger.signing.Means`; empty if unrecorded"),
        _text("phone", "whose phone a PIN was typed on, as the author of an entry; or empty"),
        UniqueConstraint("sheet_id", "player", "covers"),
    ],
)

scoring_link = _chained(
    "scoring_link",
    [
        _reference("sheet_id", "sheet"),
        _text("token_hash", "SHA-256 of the link's secret", unique=True),
        _text("made_at"),
        Index("ix_scoring_link_sheet_id", "sheet_id"),
    ],
)

revocation = _chained(
    "revocation",
    [
        _reference("sheet_id", "sheet", "the link's"),
        _reference("link_id", "scoring_link", unique=True),
        _text("revoked_at"),
        Index("ix_revocation_sheet_id", "sheet_id"),
    ],
)

setup_link = _numbered(
    "setup_link",
    [
        _text("token_hash", "SHA-256 of the link's secret", unique=True),
        _text("made_at"),
    ],
)

club = _chained(
    "club",
    [
        _text("code", "short code in the addresses of the club's pages", unique=True),
        _reference("setup_link_id", "setup_link", unique=True),
        _text("opened_at"),
    ],
)

setting = _chained(
    "setting",
    [
        _reference("club_id", "club"),
        _integer("member", "whose setting; 0 for the club"),
        _text("name"),
        _text("value", "the last row of a member and name counts"),
        _text("set_at"),
        Index("ix_setting_club_id_name", "club_id", "name", "member"),
    ],
)

arrangement = _chained(
    "arrangement",
    [
        _reference("club_id", "club"),
        _integer("season", "of which it is; 0 for the club"),
        _text("about", "an evening, or a fixture: `evening 2026-12-05`, `fixture 3.2`"),
        _text("event", "what was arranged, as `scorer.ledger.arranging` writes it"),
        _text("author", "in words, as of an entry"),
        _text("set_at"),
        Index("ix_arrangement_club_id_season", "club_id", "season", "about"),
    ],
)

credential = _chained(
    "credential",
    [
        _reference("club_id", "club"),
        _text("kind", "password, link, pin or director link"),
        _integer("member", "the member's number; 0 for a director"),
        _person("a director's name to sign in with; else empty"),
        _text("secret_hash", "of a password or PIN, salted; of a link, SHA-256"),
        _text("made_at"),
        Index("ix_credential_secret_hash", "secret_hash"),
        Index("ix_credential_club_id_member", "club_id", "member"),
    ],
)

credential_end = _chained(
    "credential_end",
    [
        _reference("club_id", "club", "the credential's"),
        _reference("credential_id", "credential", unique=True),
        _text("ended_at"),
        Index("ix_credential_end_club_id", "club_id"),
    ],
)

sign_in = _numbered(
    "sign_in",
    [
        _text("session", "as in the cookie of the phone", unique=True),
        _reference("credential_id", "credential", "the password or the link", index=True),
        _text("browser", "in words, with its system; empty if unknown"),
        _text("signed_in_at"),
        _text("used_on", "the last day on which it was used, in ISO 8601; empty before that"),
        _text(
            "ended",
            "here if the person signed out on this phone, elsewhere if on another; else empty",
        ),
    ],
)

season_sheet = _chained(
    "season_sheet",
    [
        _reference("sheet_id", "sheet", unique=True),
        _reference("club_id", "club"),
        _integer("season", "the season's number"),
        _integer("round", "the round of the fixture it is played for; 0 for none"),
        _text("kind", "the sheet's"),
        _text("added_at"),
        Index("ix_season_sheet_club_id_season", "club_id", "season"),
        Index("ix_season_sheet_club_id_kind", "club_id", "kind", "sheet_id"),
    ],
)

day_of_play = _chained(
    "day_of_play",
    [
        _reference("sheet_id", "sheet"),
        _text(
            "day",
            "in ISO 8601, where the sheet was opened, or as corrected; "
            "the last row of a sheet counts",
        ),
        _text("set_at"),
        Index("ix_day_of_play_sheet_id", "sheet_id"),
    ],
)

pair = _chained(
    "pair",
    [
        _text("code", "short code in the address of the pair's page", unique=True),
        _text("opened_at"),
    ],
)

pair_link = _chained(
    "pair_link",
    [
        _reference("pair_id", "pair"),
        _text("token_hash", "SHA-256 of the link's secret; the last of a pair holds", unique=True),
        _text("made_at"),
        Index("ix_pair_link_pair_id", "pair_id"),
    ],
)

pair_sheet = _chained(
    "pair_sheet",
    [
        _reference("sheet_id", "sheet"),
        _reference("pair_id", "pair", "the pair of this partie; the last row of a sheet counts"),
        _integer("left", "the player, from 0, who is on the left there; -1 if it is left out"),
        _text("set_at"),
        Index("ix_pair_sheet_sheet_id", "sheet_id"),
        Index("ix_pair_sheet_pair_id", "pair_id"),
    ],
)

pair_setting = _chained(
    "pair_setting",
    [
        _reference("pair_id", "pair"),
        _text("name", "stake, settled or joined"),
        _text("value", "the last row of a name counts; of settled, all do"),
        _text("text", "a line that the players have added; empty for none, or once it is erased"),
        _text("salt", "of the sealed line; empty likewise"),
        _text("sealed", "the line as the digest has it; empty for none"),
        _text("set_at"),
        Index("ix_pair_setting_pair_id_name", "pair_id", "name"),
    ],
)

sheet_note = _chained(
    "sheet_note",
    [
        _reference("sheet_id", "sheet"),
        _text("text", "a line; the last row of a sheet counts; empty once it is erased"),
        _text("salt", "of the sealed line; empty for none, or once it is erased"),
        _text("sealed", "the line as the digest has it; empty for none"),
        _text("set_at"),
        Index("ix_sheet_note_sheet_id", "sheet_id"),
    ],
)

dispute = _chained(
    "dispute",
    [
        _reference("sheet_id", "sheet"),
        _integer("number", "from 1, on its sheet"),
        _integer("player", "who raised it, from 0; -1 for the director"),
        _text("kind", "as in `DisputeKind`, in lower case"),
        _text("reason", "in the player's own words"),
        _integer("turn", "of a company, the partie it is about, from 0; -1 for none"),
        _integer("deal", "the deal it is about, from 0; -1 for none"),
        _text(
            "correction",
            "correcting statements for the end of that deal's log, or a turn's result; or empty",
        ),
        _text("raised_at"),
        UniqueConstraint("sheet_id", "number"),
    ],
)

reply = _chained(
    "reply",
    [
        _reference("dispute_id", "dispute"),
        _integer("player", "whose, from 0"),
        _text("kind", "agrees, replies or contests"),
        _text("words", "the player's own, or empty"),
        _text("form_key", "idempotency key"),
        _text("replied_at"),
        UniqueConstraint("dispute_id", "player", "form_key"),
    ],
)

outcome = _chained(
    "outcome",
    [
        _reference("dispute_id", "dispute", unique=True),
        _reference("club_id", "club"),
        _integer("season", "the sheet's"),
        _text("how", "as in `Outcome`, in lower case"),
        _text("by", "who ended it, in words"),
        _text("words", "the ruling or the reason, or empty"),
        _text("law", "the law it rests on, or empty"),
        _text("ended_at"),
        Index("ix_outcome_club_id", "club_id", "id"),
        Index("ix_outcome_club_id_law", "club_id", "law"),
        Index("ix_outcome_club_id_season", "club_id", "season"),
        Index("ix_outcome_club_id_how", "club_id", "how"),
    ],
)

unopened = _keyed(
    "unopened",
    [
        _reference("club_id", "club", primary_key=True),
        _integer("member", "a player who has not opened its outcome", primary_key=True),
        _reference("dispute_id", "dispute", primary_key=True),
        Index("ix_unopened_dispute_id", "dispute_id"),
    ],
)

unseen_signature = _keyed(
    "unseen_signature",
    [
        _reference("club_id", "club", primary_key=True),
        _integer("member", "who signed on another's phone, and has not read so", primary_key=True),
        _reference("signature_id", "signature", primary_key=True),
        Index("ix_unseen_signature_signature_id", "signature_id"),
    ],
)

entry = _numbered(
    "entry",
    [
        _reference("club_id", "club"),
        _integer("number", "from 1, without a gap"),
        _text("kind", "as in the text"),
        _integer("season", "the season it belongs to; 0 for none"),
        _text("code", "the sheet's code, or empty"),
        _text("text", "the whole entry, canonical JSON"),
        _text("digest", "SHA-256 of the text; the next entry carries it"),
        UniqueConstraint("club_id", "number"),
        Index("ix_entry_club_id_season", "club_id", "season", "number"),
        Index("ix_entry_club_id_kind", "club_id", "season", "kind", "number"),
        Index("ix_entry_club_id_code", "club_id", "code"),
    ],
)

BALANCE = ("club_id", "season", "member", "commodity", "entry_id", "amount")
"""The columns of a posting that a balance needs: their index alone answers the query."""

posting = _numbered(
    "posting",
    [
        _reference("entry_id", "entry"),
        _reference("club_id", "club"),
        _integer("season"),
        _integer("member", "0 for the pool"),
        _text("commodity", "points, match_points or stakes"),
        _integer("amount", "into the account; negative out of it"),
        Index("ix_posting_entry_id", "entry_id"),
        Index("ix_posting_balance", *BALANCE),
    ],
)

reversal = _keyed(
    "reversal",
    [
        _reference("entry_id", "entry", "the entry that is reversed", primary_key=True),
        _reference("by_id", "entry", "the entry that reverses it", unique=True),
    ],
)

turn = _chained(
    "turn",
    [
        _reference("company_id", "sheet"),
        _integer("number", "from 0, in its company"),
        _integer("first", "the seat of the player in the box, or who stayed in"),
        _integer("second", "the seat of the opponent"),
        _reference(
            "partie_id", "sheet", "null for a partie from a paper card", unique=True, nullable=True
        ),
        _text("begun_at"),
        UniqueConstraint("company_id", "number"),
    ],
)

turn_result = _chained(
    "turn_result",
    [
        _reference("turn_id", "turn"),
        _text("result", "totals, result or drawn, from a paper scorecard; or removed"),
        _text("form_key", "idempotency key"),
        _text("recorded_at"),
        UniqueConstraint("turn_id", "form_key"),
    ],
)

chain_end = _keyed(
    "chain_end",
    [
        _text("chain", "the table of its rows", primary_key=True),
        _integer(
            "owner",
            "the id of what they belong to: a sheet, turn, dispute or club; or of a generation",
            primary_key=True,
        ),
        _text("digest", "of the last of them; a trigger keeps it"),
    ],
)

generation = _chained(
    "generation",
    [
        _text("token", "by which a phone knows it", unique=True),
        _text("begun_at"),
        _integer("last_entry", "the last id of an entry when it began; 0 for none"),
        _integer("entries", "how many there were then"),
        _integer("last_statement", "likewise"),
        _integer("statements", "likewise"),
    ],
)

member = _projection(
    "member",
    [
        _integer("number", "from 1", primary_key=True),
        _person("which can be erased"),
        _text("salt", "of the member's sealed names; empty once the name is erased"),
        _text("sealed", "the name as in the ledger; empty likewise"),
        _text("status", "as in `MemberStatus`, in lower case"),
        _integer("merged_into", "the member who it was found to be; 0 for none"),
        _text("role", "scorer or member"),
        Index("ix_member_club_id_merged_into", "club_id", "merged_into"),
    ],
)

alias = _projection(
    "alias",
    [
        _integer("entry", "by which it was given", primary_key=True),
        _integer("member", "who is found by it"),
        _person("the other name"),
        _text("salt", "of the sealed name"),
        _text("sealed", "the name as in the ledger"),
        Index("ix_alias_club_id_member", "club_id", "member"),
    ],
)

season = _projection(
    "season",
    [
        _integer("number", "from 1", primary_key=True),
        _text("terms", "as in the entry that opened it"),
        _integer("closed", "0 or 1"),
    ],
)

season_round = _projection(
    "season_round",
    [
        *_integers("season", "round", primary_key=True),
        _text("day", "on which it is played, in ISO 8601"),
    ],
)

entrant = _projection(
    "entrant",
    [
        *_integers("season", "member", primary_key=True),
        _integer("withdrew", "0 or 1"),
    ],
)

fixture = _projection(
    "fixture",
    [
        _integer("season", primary_key=True),
        _integer("round", "from 1", primary_key=True),
        _integer("table", "in its round, from 1", primary_key=True),
        _integer("first", "elder in the first deal"),
        _integer("second", "elder in the sixth; 0 if the first has a bye"),
    ],
)

tally = _projection(
    "tally",
    [
        *_integers("season", "member", primary_key=True),
        *_integers(*TALLY_FIGURES),
    ],
)

season_facts = _projection(
    "season_facts",
    [
        _integer("season", primary_key=True),
        *_integers(*GAME_FIGURES),
    ],
)

meeting = _projection(
    "meeting",
    [
        *_integers("season", "member", "other", primary_key=True),
        *_integers(*MEETING_FIGURES),
    ],
)

rating = _projection(
    "rating",
    [
        _integer("member", primary_key=True),
        _text("moment", "of the partie after which the rating holds", primary_key=True),
        *(Column(name, Float, nullable=False) for name in ("rating", "deviation", "volatility")),
        _integer("parties"),
        Index("ix_rating_club_id_moment", "club_id", "moment"),
    ],
)

POINTS = ("first_entry", "winner", "points")
"""What a partie changes in the points of its players, and where."""

posted_partie = _projection(
    "posted_partie",
    [
        _integer("first_entry", "the entry that first posted it", primary_key=True),
        _integer("entry", "the entry that posts it now"),
        _text(
            "moment", "the day it was played, then its first entry, with zeros: orders the parties"
        ),
        _integer("season"),
        _integer("round", "of the fixture it was played for; 0 for none"),
        _text("code", "the partie's; empty for one that was not played"),
        _integer("first", "the first player's number as a member"),
        _integer("second", "the second player's"),
        _integer("winner", "0 or 1; -1 for a draw"),
        _integer("points", "what the loser pays"),
        _integer("rubicon", "0 or 1, as all that follow"),
        *_integers("lurch", "from_paper", "forfeit"),
        *_integers(*(f"{side}_{name}" for side in ("first", "second") for name in SIDE_FIGURES)),
        _text("correctable_until", "the end of its correction period; empty for none"),
        _text("state", "as in `scorer.ledger.finality.ResultState` while the season is open"),
        _text("impossible", "the deals, from 1, whose claims no pack allows"),
        _text("known", "what is known of it, as in `Basis`, in lower case"),
        Index("ix_posted_partie_club_id_moment", "club_id", "moment"),
        Index("ix_posted_partie_club_id_season", "club_id", "season", "moment"),
        Index("ix_posted_partie_club_id_round", "club_id", "season", "round"),
        Index(
            "ix_posted_partie_club_id_season_correctable_until",
            "club_id",
            "season",
            "correctable_until",
        ),
        Index("ix_posted_partie_club_id_first", "club_id", "first", "moment"),
        Index("ix_posted_partie_club_id_second", "club_id", "second", "moment"),
        # These two have all that the points chart of a season needs.
        Index("ix_posted_partie_points_of_first", "club_id", "first", "season", *POINTS),
        Index("ix_posted_partie_points_of_second", "club_id", "second", "season", *POINTS),
    ],
)

record = _projection(
    "record",
    [
        _integer("season", "0 for all seasons", primary_key=True),
        _integer("member", primary_key=True),
        _text("kind", "as in `RecordKind`, in lower case", primary_key=True),
        _integer("figure"),
        _integer("first", "the entry that first posted the partie that set it, or began the run"),
        _integer("last", "likewise of the partie that ended it"),
        Index("ix_record_club_id_season_kind", "club_id", "season", "kind", "figure"),
    ],
)

unposted = _projection(
    "unposted",
    [
        _text("code", "of a season's partie that has no entry yet", primary_key=True),
        _integer("season"),
        Index("ix_unposted_club_id_season", "club_id", "season"),
    ],
)

projection_position = _projection(
    "projection_position",
    [
        _integer("through", "the last entry that is in the projections"),
    ],
)

pair_partie = _keyed(
    "pair_partie",
    [
        _reference("pair_id", "pair", primary_key=True),
        _reference("sheet_id", "sheet", primary_key=True),
        _text("status", "over, running or out: left out of the pair"),
        _integer("seat", "the player, from 0, who is on the left"),
        _text("day", "on which it was played, in ISO 8601"),
        _text("opened_at", "orders those of a day"),
        _text("code", "the partie's"),
        _text("rules", "in a line; empty before the end, where all that follows is 0 or empty"),
        _integer("winner", "0 for the left, 1 for the right; -1 if it is level, or not over"),
        _integer("paid", "what the loser pays: points, or parties"),
        _integer("in_parties", "0 or 1"),
        _integer("rubicon", "0 or 1: the loser did not cross it"),
        *_integers(*(f"{side}_{name}" for side in ("left", "right") for name in SIDE_FIGURES)),
        *_integers("left_best", "left_best_deal", "right_best", "right_best_deal"),
        *_integers("deals", "unknown", "to_elder", "to_younger"),
        _text("moments", "deal, kind and player of each, in order"),
        Index("ix_pair_partie_sheet_id", "sheet_id"),
        *(
            Index(f"ix_pair_partie_{side}_best", "pair_id", "status", f"{side}_best")
            for side in ("left", "right")
        ),
        Index(
            "ix_pair_partie_steps",
            *("pair_id", "status", "day", "opened_at", "code"),
            *("winner", "paid", "in_parties", "rules"),
        ),  # holds all that the line of a balance takes
    ],
)

pair_sum = _keyed(
    "pair_sum",
    [
        _reference("pair_id", "pair", primary_key=True),
        _text("year", "in which its parties were played", primary_key=True),
        _text("rules", "by which, in a line", primary_key=True),
        *_integers(*PAIR_COUNTS),
        *_integers(*(f"{side}_{name}" for side in ("left", "right") for name in PLAYER_SUMS)),
    ],
)

attempt = _keyed(
    "attempt",
    [
        _text("key", "keyed digest of what is limited, and for whom", primary_key=True),
        _integer("hits"),
        _text("until", "the end of the period; the row is deleted after it", index=True),
    ],
)

sent_version = _keyed(
    "sent_version",
    [
        _text("code", "the sheet's", primary_key=True),
        _text("version", "the latest that was sent to a phone that watches"),
    ],
)

erasure = _keyed(
    "erasure",
    [
        _text("what", "of which traces may be left: a member, or the file", primary_key=True),
        _text("erased_at"),
    ],
)

PROJECTIONS = (
    member,
    alias,
    season,
    season_round,
    entrant,
    fixture,
    tally,
    season_facts,
    meeting,
    rating,
    posted_partie,
    record,
    projection_position,
)
"""The tables that say what a book's entries add up to."""

OF_PAIRS = (pair_partie, pair_sum)
"""The tables that say what the parties of pairs add up to."""

OF_READERS = (unopened, unseen_signature)
"""The tables that say what members have still to read."""

PASSING = (attempt, sent_version, sign_in, erasure)
"""The tables of what the processes that serve a book must agree on for a while,
but nobody needs later.
"""

APPEND_ONLY = tuple(
    table
    for table in metadata.sorted_tables
    if table not in {*PROJECTIONS, unposted, *OF_READERS, *OF_PAIRS, chain_end, *PASSING}
)
"""The tables whose rows never change. Of the others, `unposted` is a projection of entries and
sheets, those of pairs of the sheets of these, and `chain_end` of the rows with chains."""
