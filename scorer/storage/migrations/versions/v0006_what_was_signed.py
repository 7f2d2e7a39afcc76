"""Up to which statement each signature covers its partie, so that a player signs again after a correction."""

import sqlalchemy as sa
from alembic import op

from scorer.storage.schema import trigger_statements

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Bring the schema to this version."""
    db = op.get_bind()
    if db.dialect.name == "postgresql":
        op.execute(sa.text("DROP FUNCTION signature_append_only() CASCADE"))  # its triggers with it
    signed = db.execute(
        sa.text(
            "SELECT partie_id, player, name, signed_at, "
            "(SELECT max(id) FROM statement WHERE partie_id = signature.partie_id) AS covers "
            "FROM signature ORDER BY id"
        )
    )
    rows = [dict(row) for row in signed.mappings()]
    op.drop_table("signature")  # SQLite alters no constraint of a table
    table = op.create_table(
        "signature",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("partie_id", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("signed_at", sa.Text, nullable=False),
        sa.Column("covers", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_signature"),
        sa.ForeignKeyConstraint(["partie_id"], ["partie.id"], name="fk_signature_partie_id_partie"),
        sa.ForeignKeyConstraint(["covers"], ["statement.id"], name="fk_signature_covers_statement"),
        sa.UniqueConstraint("partie_id", "player", "covers", name="uq_signature_partie_id_player_covers"),
    )
    if rows:
        db.execute(table.insert(), rows)
    for sql in trigger_statements("signature", db.dialect.name):
        op.execute(sa.text(sql))
