"""
Frames: how more than two play Piquet one partie after another.

The parties themselves are for two, under any ruleset; a frame says who plays
the next one, who advises or waits, and what moves between all of them.

Coverage of the rows on which chouette (C) and pool (P) are more than their
base, and of those on which no source says anything:

==================  ========================================================================
row                 implemented by
==================  ========================================================================
C, P players        three or more, two at a time: `Lineup`; refused with the reason for fewer
C, P all of a deal  the ruleset of the company, any that is for two
C, P end            one partie a turn: `CompanyPartie`
C money             `ChouetteTerms.share` and `ChouetteTerms.rounding`
C rotation          `ChouetteTerms.next_box`
C choice of deal    `ChouetteTerms.choice`
C draw (silent)     `ChouetteTerms.after_draw`
P money             `PoolTerms.stake`; silent on `PoolTerms.entry`
P rotation (silent) `PoolTerms.rises`
P taken (silent)    `PoolTerms.in_a_row`
P choice (silent)   `PoolTerms.choice`
P draw (silent)     `PoolTerms.stakes_of_a_draw`
who comes, leaves   refused: the turns and the pool are of all who began; another company begins
==================  ========================================================================
"""

from __future__ import annotations

from .card import Card, Lineup, Turn
from .chouette import rounded
from .company import (
    Company,
    CompanyPartie,
    CompanyRecord,
    TurnRecord,
    after,
    as_played,
    begin,
    play,
    play_company,
    play_turn,
    result_of,
    settle_totals,
)
from .naming import changes_of, frame_named, terms_from_data, terms_line, terms_named
from .result import Won
from .terms import (
    FRAMES,
    ChouetteTerms,
    Frame,
    PoolTerms,
    Rises,
    Rounding,
    Terms,
    choices_of,
    source_of,
    validate,
    words_of,
)

__all__ = [
    "FRAMES",
    "Card",
    "ChouetteTerms",
    "Company",
    "CompanyPartie",
    "CompanyRecord",
    "Frame",
    "Lineup",
    "PoolTerms",
    "Rises",
    "Rounding",
    "Terms",
    "Turn",
    "TurnRecord",
    "Won",
    "after",
    "as_played",
    "begin",
    "changes_of",
    "choices_of",
    "frame_named",
    "play",
    "play_company",
    "play_turn",
    "result_of",
    "rounded",
    "settle_totals",
    "source_of",
    "terms_from_data",
    "terms_line",
    "terms_named",
    "validate",
    "words_of",
]
