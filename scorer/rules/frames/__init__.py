"""
Frames: how more than two play Piquet one partie after another.

The parties themselves are for two, under any ruleset; a frame says who plays
the next one, who advises or waits, and what moves between all of them.
"""

from __future__ import annotations

from .chouette import Chouette, ChouetteTerms, Rounding, play_chouette, rounded
from .pool import Pool, PoolTerms, Rises, play_pool
from .result import Won

__all__ = [
    "Chouette",
    "ChouetteTerms",
    "Pool",
    "PoolTerms",
    "Rises",
    "Rounding",
    "Won",
    "play_chouette",
    "play_pool",
    "rounded",
]
