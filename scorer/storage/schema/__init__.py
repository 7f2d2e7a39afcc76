"""The tables, and the triggers that keep what was said and posted append-only."""

from __future__ import annotations

from .base import metadata, trigger_statements
from .club import (
    choice,
    club,
    credential,
    credential_end,
    dispute,
    dispute_end,
    entry,
    place,
    posting,
    reversal,
    setup_link,
)
from .derived import derived, entrant, fixture, meeting, member, rating, season, tally
from .parties import partie, revocation, scoring_link, signature, statement

APPEND_ONLY = (
    partie,
    statement,
    signature,
    scoring_link,
    revocation,
    setup_link,
    club,
    choice,
    credential,
    credential_end,
    place,
    dispute,
    dispute_end,
    entry,
    posting,
    reversal,
)
"""The tables whose rows are never changed and never removed."""


DERIVED = (member, season, entrant, fixture, tally, meeting, rating, derived)
"""The tables that are recomputed from the entries."""

__all__ = [
    "APPEND_ONLY",
    "DERIVED",
    "metadata",
    "trigger_statements",
    "partie",
    "statement",
    "signature",
    "scoring_link",
    "revocation",
    "setup_link",
    "club",
    "choice",
    "credential",
    "credential_end",
    "place",
    "dispute",
    "dispute_end",
    "entry",
    "posting",
    "reversal",
    "member",
    "season",
    "entrant",
    "fixture",
    "tally",
    "meeting",
    "rating",
    "derived",
]
