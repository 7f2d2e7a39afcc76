"""A correction period begins once, when the partie is first posted,
and ends early with a ruling.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

import sqlalchemy as sa
from alembic import op

from scorer.ledger import chain
from scorer.ledger.finality import Finality, finality
from scorer.storage.projections import read_terms

revision = "0004"
down_revision = "0003"


ENTRIES = sa.text("SELECT text FROM entry WHERE club_id = :club AND code = :code ORDER BY number")

TERMS = sa.text("SELECT terms FROM season WHERE club_id = :club AND number = :season")

CHANGED = sa.text(
    "SELECT club_id, season, code, first_entry FROM posted_partie WHERE code != '' AND (entry != "
    "first_entry OR EXISTS "
    "(SELECT 1 FROM entry WHERE entry.club_id = posted_partie.club_id AND entry.code = "
    "posted_partie.code "
    "AND entry.kind = 'dispute ended'))"
)
"""Parties that were corrected, or about which a dispute has ended:
of all others the period stays.
"""

UPDATE = sa.text(
    "UPDATE posted_partie SET correctable_until = :until WHERE club_id = :club AND first_entry = "
    ":first"
)


def upgrade() -> None:
    db = op.get_bind()
    for club, season, code, first in db.execute(CHANGED).all():
        texts: Sequence[str] = db.execute(ENTRIES, {"club": club, "code": code}).scalars().all()
        found = finality(map(chain.read, texts))
        terms = str(db.execute(TERMS, {"club": club, "season": season}).scalar_one())
        db.execute(UPDATE, {"until": until(found, terms), "club": club, "first": first})


def until(found: Finality, terms_text: str) -> str:
    if found.first is None or not found.has_period:
        return ""
    terms = read_terms(terms_text)
    at = datetime.fromisoformat(found.first.at)
    ends = at + timedelta(hours=terms.correction_hours)
    if terms.last_day:
        last = datetime.combine(date.fromisoformat(terms.last_day), time.max, UTC)
        ends = min(ends, max(at, last) + timedelta(days=1))
    if found.ruling is not None:
        ends = min(ends, datetime.fromisoformat(found.ruling.at))
    return ends.isoformat(timespec="seconds")
