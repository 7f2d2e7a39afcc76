"""A third and a fourth player; companies: who, what they agreed on, turns, paper cards, signatures and links."""

import sqlalchemy as sa
from alembic import op

from scorer.storage.schema import trigger_statements

revision = "0003"
down_revision = "0002"

TABLES = (
    "company",
    "company_player",
    "company_season",
    "turn",
    "turn_said",
    "company_signature",
    "company_link",
    "company_revocation",
)


def upgrade() -> None:
    """Bring the schema to this version."""
    op.add_column("partie", sa.Column("third", sa.Text))
    op.add_column("partie", sa.Column("fourth", sa.Text))
    op.create_table(
        "company",
        sa.Column("id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("code", "terms", "ruleset", "opened_at")),
        sa.PrimaryKeyConstraint("id", name="pk_company"),
        sa.UniqueConstraint("code", name="uq_company_code"),
    )
    op.create_table(
        "company_player",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("id", "company_id", "place")),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_company_player_company_id_company"),
        sa.PrimaryKeyConstraint("id", name="pk_company_player"),
        sa.UniqueConstraint("company_id", "place", name="uq_company_player_company_id_place"),
        sa.UniqueConstraint("company_id", "name", name="uq_company_player_company_id_name"),
    )
    op.create_table(
        "company_season",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("id", "company_id", "club_id", "season")),
        sa.Column("taken_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_company_season_company_id_company"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_company_season_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_company_season"),
        sa.UniqueConstraint("company_id", name="uq_company_season_company_id"),
    )
    op.create_index("ix_company_season_club_id_season", "company_season", ["club_id", "season"], unique=False)
    op.create_table(
        "turn",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("id", "company_id", "number", "first", "second")),
        sa.Column("partie_id", sa.Integer),
        sa.Column("begun_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_turn_company_id_company"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_turn_partie_id_partie"),
        sa.PrimaryKeyConstraint("id", name="pk_turn"),
        sa.UniqueConstraint("company_id", "number", name="uq_turn_company_id_number"),
        sa.UniqueConstraint("partie_id", name="uq_turn_partie_id"),
    )
    op.create_table(
        "turn_said",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("id", "turn_id")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("said", "form_key", "said_at")),
        sa.ForeignKeyConstraint(["turn_id"], ["turn.id"], name="fk_turn_said_turn_id_turn"),
        sa.PrimaryKeyConstraint("id", name="pk_turn_said"),
        sa.UniqueConstraint("turn_id", "form_key", name="uq_turn_said_turn_id_form_key"),
    )
    op.create_table(
        "company_signature",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("id", "company_id", "place")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "signed_at")),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_company_signature_company_id_company"),
        sa.PrimaryKeyConstraint("id", name="pk_company_signature"),
        sa.UniqueConstraint("company_id", "place", name="uq_company_signature_company_id_place"),
    )
    op.create_table(
        "company_link",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("id", "company_id")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("token_hash", "made_at")),
        sa.ForeignKeyConstraint(["company_id"], ["company.id"], name="fk_company_link_company_id_company"),
        sa.PrimaryKeyConstraint("id", name="pk_company_link"),
        sa.UniqueConstraint("token_hash", name="uq_company_link_token_hash"),
    )
    op.create_table(
        "company_revocation",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("id", "link_id")),
        sa.Column("revoked_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["link_id"], ["company_link.id"], name="fk_company_revocation_link_id_company_link"),
        sa.PrimaryKeyConstraint("id", name="pk_company_revocation"),
        sa.UniqueConstraint("link_id", name="uq_company_revocation_link_id"),
    )
    dialect = op.get_bind().dialect.name
    for table in TABLES:
        for sql in trigger_statements(table, dialect):
            op.execute(sa.text(sql))
