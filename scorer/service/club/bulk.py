"""
Store and post many finished parties of a season in one step: from paper, from files, or from a rehearsal.

They are posted like a partie that is signed at the table, and their rows are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ...rules.partie import play_partie
from ...storage import season_parties as store
from ...storage.parties import PartieRow, SignatureRow, StatementRow
from ...storage.season_parties import SeasonPartie, WholePartie
from ..opening import NotAllowed, new_code
from .posting import Draft, Posted, post_all
from .recorded import Recorded


@dataclass(frozen=True, slots=True)
class PlayedPartie:
    """
    A finished partie to store and post.

    Attributes:
        members: the first player and the second.
        deals: for each deal its statements in canonical form, or its totals as from `from_paper`.
        source: a word that begins the idempotency keys.
        author: who posts it, in words.
        round: 0 for none.
        signed: both players signed it; if nobody did, it is an import without a correction period.
    """

    members: tuple[int, int]
    names: tuple[str, str]
    deals: tuple[tuple[str, ...], ...]
    source: str
    author: str
    at: str
    round: int = 0
    signed: bool = False


def enter_all(db: Connection, club_id: int, season: int, ruleset: str, played: Sequence[PlayedPartie]) -> list[Posted]:
    """
    Store finished parties of a season and post them in order.

    Args:
        ruleset: the season's ruleset as JSON.

    Raises:
        NotAllowed: one of them is not over, or the season is closed.
        IllegalStatement: the rules forbid a statement.
    """
    recorded = [
        _recorded(each, code, club_id, season, ruleset)
        for each, code in zip(played, _codes(db, len(played)), strict=True)
    ]
    drafts = []
    for each, found in zip(played, recorded, strict=True):
        partie = play_partie(found.record)
        if not partie.is_over:
            raise NotAllowed("This partie is not over. Finish it, then post it.")
        drafts.append(Draft(found.body(partie, imported=not each.signed), each.author, each.at))
    store.append_parties(
        db,
        [
            WholePartie(each.row, each.place, tuple(said for deal in each.deals for said in deal), each.signatures)
            for each in recorded
        ],
    )
    return post_all(db, club_id, drafts)


def _recorded(played: PlayedPartie, code: str, club_id: int, season: int, ruleset: str) -> Recorded:
    first, second = played.names
    signatures = tuple(SignatureRow(player, name, played.at) for player, name in enumerate(played.names))
    return Recorded(
        PartieRow(0, code, first, second, ruleset, played.at),
        SeasonPartie(0, club_id, season, played.members, played.round, played.at),
        tuple(
            tuple(
                StatementRow(number, position, said, f"{played.source} {number + 1}", played.at)
                for position, said in enumerate(deal)
            )
            for number, deal in enumerate(played.deals)
        ),
        signatures if played.signed else (),
    )


def _codes(db: Connection, many: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < many:
        drawn = dict.fromkeys(new_code() for _ in range(many - len(found)))
        held = store.taken(db, drawn)
        found |= {code: None for code in drawn if code not in held}
    return list(found)
