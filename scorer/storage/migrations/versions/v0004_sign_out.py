"""The sessions that were ended by signing out."""

import sqlalchemy as sa
from alembic import op

from scorer.storage.schema import trigger_statements

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Bring the schema to this version."""
    op.create_table(
        "sign_out",
        sa.Column("id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("session", "signed_out_at")),
        sa.PrimaryKeyConstraint("id", name="pk_sign_out"),
        sa.UniqueConstraint("session", name="uq_sign_out_session"),
    )
    for sql in trigger_statements("sign_out", op.get_bind().dialect.name):
        op.execute(sa.text(sql))
