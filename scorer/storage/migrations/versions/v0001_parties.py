"""Parties, their statements and signatures, and the links that let a phone score."""

import sqlalchemy as sa
from alembic import op

from scorer.storage.schema import trigger_statements

revision = "0001"
down_revision = None

TABLES = ("partie", "statement", "signature", "scoring_link", "revocation")


def upgrade() -> None:
    """Bring the schema to this version."""
    op.create_table(
        "partie",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("first", sa.Text, nullable=False),
        sa.Column("second", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("opened_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_partie"),
        sa.UniqueConstraint("code", name="uq_partie_code"),
    )
    op.create_table(
        "statement",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("partie_id", sa.Integer, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("form_key", sa.Text, nullable=False),
        sa.Column("said_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_statement"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_statement_partie_id_partie"),
        sa.UniqueConstraint("partie_id", "deal", "position", name="uq_statement_partie_id_deal_position"),
        sa.UniqueConstraint("partie_id", "form_key", "position", name="uq_statement_partie_id_form_key_position"),
    )
    op.create_table(
        "signature",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("partie_id", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("signed_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_signature"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_signature_partie_id_partie"),
        sa.UniqueConstraint("partie_id", "player", name="uq_signature_partie_id_player"),
    )
    op.create_table(
        "scoring_link",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("partie_id", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("made_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_scoring_link"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_scoring_link_partie_id_partie"),
        sa.UniqueConstraint("token_hash", name="uq_scoring_link_token_hash"),
    )
    op.create_table(
        "revocation",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("link_id", sa.Integer, nullable=False),
        sa.Column("revoked_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_revocation"),
        sa.ForeignKeyConstraint(["link_id"], ["scoring_link.id"], name="fk_revocation_link_id_scoring_link"),
        sa.UniqueConstraint("link_id", name="uq_revocation_link_id"),
    )
    dialect = op.get_bind().dialect.name
    for table in TABLES:
        for sql in trigger_statements(table, dialect):
            op.execute(sa.text(sql))
