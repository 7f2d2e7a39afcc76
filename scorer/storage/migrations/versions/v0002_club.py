"""A club: its credentials, its book of entries, disputes, deals from paper, and what is derived from the entries."""

import sqlalchemy as sa
from alembic import op

from scorer.storage.schema import trigger_statements

revision = "0002"
down_revision = "0001"

TABLES = (
    "setup_link",
    "club",
    "dispute",
    "choice",
    "credential",
    "dispute_end",
    "entry",
    "place",
    "credential_end",
    "posting",
    "reversal",
)
FLAGS = ("rubicon", "lurch", "from_paper", "forfeit")
SIDE = ("total", "as_elder", "as_younger", "elder_deals", "younger_deals", "piques", "repiques", "capots")


def upgrade() -> None:
    """Bring the schema to this version."""
    op.create_table(
        "setup_link",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("made_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_setup_link"),
        sa.UniqueConstraint("token_hash", name="uq_setup_link_token_hash"),
    )
    op.create_table(
        "club",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("setup_link_id", sa.Integer, nullable=False),
        sa.Column("opened_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["setup_link_id"], ["setup_link.id"], name="fk_club_setup_link_id_setup_link"),
        sa.PrimaryKeyConstraint("id", name="pk_club"),
        sa.UniqueConstraint("code", name="uq_club_code"),
        sa.UniqueConstraint("setup_link_id", name="uq_club_setup_link_id"),
    )
    op.create_table(
        "dispute",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("partie_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("raised_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_dispute_partie_id_partie"),
        sa.PrimaryKeyConstraint("id", name="pk_dispute"),
        sa.UniqueConstraint("partie_id", "number", name="uq_dispute_partie_id_number"),
    )
    op.create_table(
        "choice",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("chosen_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_choice_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_choice"),
    )
    op.create_index("ix_choice_club_id_name", "choice", ["club_id", "name", "member"], unique=False)
    op.create_table(
        "credential",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("made_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_credential_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_credential"),
    )
    op.create_index("ix_credential_club_id_member", "credential", ["club_id", "member"], unique=False)
    op.create_index("ix_credential_secret_hash", "credential", ["secret_hash"], unique=False)
    op.create_table(
        "derived",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("through", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_derived_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", name="pk_derived"),
    )
    op.create_table(
        "dispute_end",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("dispute_id", sa.Integer, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("law", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["dispute_id"], ["dispute.id"], name="fk_dispute_end_dispute_id_dispute"),
        sa.PrimaryKeyConstraint("id", name="pk_dispute_end"),
        sa.UniqueConstraint("dispute_id", name="uq_dispute_end_dispute_id"),
    )
    op.create_table(
        "entrant",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("withdrew", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_entrant_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "season", "member", name="pk_entrant"),
    )
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_entry_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_entry"),
        sa.UniqueConstraint("club_id", "number", name="uq_entry_club_id_number"),
    )
    op.create_index("ix_entry_club_id_code", "entry", ["club_id", "code"], unique=False)
    op.create_index("ix_entry_club_id_season", "entry", ["club_id", "season", "number"], unique=False)
    op.create_table(
        "fixture",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("table", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_fixture_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "season", "round", "table", name="pk_fixture"),
    )
    op.create_table(
        "meeting",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer, nullable=False),
        sa.Column("parties", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("points_won", sa.Integer, nullable=False),
        sa.Column("points_lost", sa.Integer, nullable=False),
        sa.Column("match_points", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_meeting_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "season", "member", "other", name="pk_meeting"),
    )
    op.create_table(
        "member",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_member_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "number", name="pk_member"),
    )
    op.create_table(
        "place",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("partie_id", sa.Integer, nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("taken_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_place_club_id_club"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_place_partie_id_partie"),
        sa.PrimaryKeyConstraint("id", name="pk_place"),
        sa.UniqueConstraint("partie_id", name="uq_place_partie_id"),
    )
    op.create_index("ix_place_club_id_season", "place", ["club_id", "season"], unique=False)
    op.create_table(
        "rating",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("parties", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_rating_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "member", "entry", name="pk_rating"),
    )
    op.create_index("ix_rating_club_id_entry", "rating", ["club_id", "entry"], unique=False)
    op.create_table(
        "season",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("closed", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_season_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "number", name="pk_season"),
    )
    op.create_table(
        "tally",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("parties", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("match_points", sa.Integer, nullable=False),
        sa.Column("points_won", sa.Integer, nullable=False),
        sa.Column("points_lost", sa.Integer, nullable=False),
        sa.Column("adjusted", sa.Integer, nullable=False),
        sa.Column("match_adjusted", sa.Integer, nullable=False),
        sa.Column("rubicons_inflicted", sa.Integer, nullable=False),
        sa.Column("rubicons_suffered", sa.Integer, nullable=False),
        sa.Column("piques", sa.Integer, nullable=False),
        sa.Column("repiques", sa.Integer, nullable=False),
        sa.Column("capots", sa.Integer, nullable=False),
        sa.Column("as_elder", sa.Integer, nullable=False),
        sa.Column("as_younger", sa.Integer, nullable=False),
        sa.Column("elder_deals", sa.Integer, nullable=False),
        sa.Column("younger_deals", sa.Integer, nullable=False),
        sa.Column("forfeits", sa.Integer, nullable=False),
        sa.Column("byes", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_tally_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "season", "member", name="pk_tally"),
    )
    op.create_table(
        "credential_end",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("credential_id", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["credential_id"], ["credential.id"], name="fk_credential_end_credential_id_credential"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_credential_end"),
        sa.UniqueConstraint("credential_id", name="uq_credential_end_credential_id"),
    )
    op.create_table(
        "posting",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("entry_id", sa.Integer, nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("commodity", sa.Text, nullable=False),
        sa.Column("amount", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_posting_club_id_club"),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name="fk_posting_entry_id_entry"),
        sa.PrimaryKeyConstraint("id", name="pk_posting"),
    )
    op.create_index("ix_posting_entry_id", "posting", ["entry_id"], unique=False)
    op.create_index("ix_posting_club_id_season_member", "posting", ["club_id", "season", "member"], unique=False)
    op.create_table(
        "reversal",
        sa.Column("entry_id", sa.Integer, nullable=False),
        sa.Column("by_id", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["entry.id"], name="fk_reversal_by_id_entry"),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name="fk_reversal_entry_id_entry"),
        sa.PrimaryKeyConstraint("entry_id", name="pk_reversal"),
        sa.UniqueConstraint("by_id", name="uq_reversal_by_id"),
    )
    sides = [f"{side}_{name}" for side in ("first", "second") for name in SIDE]
    op.create_table(
        "played",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("club_id", "place", "entry", "season", "round")),
        sa.Column("code", sa.Text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("first", "second", "winner", "points")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in (*FLAGS, *sides)),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_played_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "place", name="pk_played"),
    )
    op.create_index("ix_played_club_id_first", "played", ["club_id", "first", "place"], unique=False)
    op.create_index("ix_played_club_id_season", "played", ["club_id", "season", "place"], unique=False)
    op.create_index("ix_played_club_id_second", "played", ["club_id", "second", "place"], unique=False)
    op.create_table(
        "waiting",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_waiting_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "code", name="pk_waiting"),
    )
    op.create_index("ix_waiting_club_id_season", "waiting", ["club_id", "season"], unique=False)
    dialect = op.get_bind().dialect.name
    for table in TABLES:
        for sql in trigger_statements(table, dialect):
            op.execute(sa.text(sql))
