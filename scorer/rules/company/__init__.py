"""
Companies: chouette, pool and table, in which more than two play Piquet one partie after another.

The frame decides who plays the next partie, who advises or waits, and what each partie pays. The parties of a chouette
and of a pool are for two, those of a table for three or four, under any ruleset.
"""

from __future__ import annotations

from .record import (
    Card,
    Company,
    CompanyPartie,
    CompanyRecord,
    Lineup,
    Turn,
    TurnRecord,
    Won,
    after,
    as_played,
    begin,
    play,
    play_company,
    play_turn,
    rounded,
    settle_totals,
)
from .terms import (
    FRAMES,
    ChouetteTerms,
    CompanyTerms,
    Frame,
    PoolTerms,
    Rises,
    TableTerms,
    changes_of,
    choices_of,
    frame_named,
    source_of,
    terms_from_data,
    terms_line,
    terms_named,
    validate,
    words_of,
)
