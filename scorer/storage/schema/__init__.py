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
    sign_out,
)
from .companies import (
    company,
    company_link,
    company_player,
    company_revocation,
    company_season,
    company_signature,
    turn,
    turn_said,
)
from .derived import derived, entrant, fixture, meeting, member, played, rating, season, tally, waiting
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
    sign_out,
    place,
    dispute,
    dispute_end,
    entry,
    posting,
    reversal,
    company,
    company_player,
    company_season,
    turn,
    turn_said,
    company_signature,
    company_link,
    company_revocation,
)
"""The tables whose rows are never changed and never removed."""


DERIVED = (member, season, entrant, fixture, tally, meeting, rating, played, derived)
"""The tables that are recomputed from the entries."""

BESIDE = (waiting,)
"""The tables that are recomputed from the entries and from something else."""

__all__ = [
    "APPEND_ONLY",
    "DERIVED",
    "BESIDE",
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
    "sign_out",
    "place",
    "dispute",
    "dispute_end",
    "entry",
    "posting",
    "reversal",
    "company",
    "company_player",
    "company_season",
    "turn",
    "turn_said",
    "company_signature",
    "company_link",
    "company_revocation",
    "member",
    "season",
    "entrant",
    "fixture",
    "tally",
    "meeting",
    "rating",
    "played",
    "waiting",
    "derived",
]
