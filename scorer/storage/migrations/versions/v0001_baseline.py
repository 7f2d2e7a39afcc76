"""
The schema of the first release.

Until that release the tables are made as `scorer.storage.schema` has them. The release replaces this by the operations
that make them, because later migrations start from here.
"""

import sqlalchemy as sa
from alembic import op

from scorer.storage.schema import APPEND_ONLY, metadata, trigger_statements

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table and trigger."""
    metadata.create_all(op.get_bind(), checkfirst=False)
    for table in APPEND_ONLY:
        for sql in trigger_statements(table.name, op.get_bind().dialect.name):
            op.execute(sa.text(sql))
