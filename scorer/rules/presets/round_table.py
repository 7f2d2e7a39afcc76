"""
Three players, and four in partnership: calls are compared round the table.

The texts are short. What they leave out is unsourced, and provisional.
"""

from __future__ import annotations

from .. import options as o
from ._table import UNSOURCED, variant
from .hundred import CENT_32
from .rubicon import HEAVEN

VOLEUR_PAGE = "adpoker.fr, Piquet voleur"
SECOND_HAND = "second-hand, of Card Game Heaven"
NOBODY_ANSWERS = "where more than two call, nobody answers"


def _no_exchange(source: str, *seats: str) -> dict[str, tuple[int, str]]:
    """None of *seats* exchanges a card."""
    return {f"{seat}_exchange_{end}": (0, source) for seat in seats for end in ("min", "max")}


NORMAND = variant(
    CENT_32,
    "normand",
    "Three players: Normand (provisional)",
    stated=HEAVEN,
    stated_fields="",
    players=(3, HEAVEN),
    sides=(3, HEAVEN),
    lowest=(CENT_32.lowest, HEAVEN),
    hand=(10, HEAVEN),
    talon=(2, HEAVEN),
    **_no_exchange(f"{HEAVEN}: the dealer alone exchanges", "elder", "younger"),
    dealer_exchange_min=(0, f"{HEAVEN}: may exchange"),
    dealer_exchange_max=(2, HEAVEN),
    carte_blanche_both=(o.CarteBlancheBoth.BOTH_SCORE, UNSOURCED),
    point_pips=(o.Stated.ALWAYS, NOBODY_ANSWERS),
    sequence_heads=(o.Stated.ALWAYS, NOBODY_ANSWERS),
    sequence_points=(CENT_32.sequence_points, HEAVEN),
    trio_points=(CENT_32.trio_points, HEAVEN),
    quatorze_points=(CENT_32.quatorze_points, HEAVEN),
    repique_threshold=(20, SECOND_HAND),
    pique_threshold=(20, SECOND_HAND),
    repique_bonus=(70, UNSOURCED),
    pique_bonus=(40, UNSOURCED),
    target=(100, SECOND_HAND),
    lurch=(False, UNSOURCED),
    parties_to_win=(1, UNSOURCED),
    penalties=(o.Penalties.VOID, UNSOURCED),
    unproved_denial=(o.UnprovedDenial.NOBODY, NOBODY_ANSWERS),
    show_duty=(o.ShowDuty.SILENT, UNSOURCED),
)

VOLEUR = variant(
    NORMAND,
    "voleur",
    "Four in partnership: Voleur (provisional)",
    stated=VOLEUR_PAGE,
    stated_fields="players hand trick_count trio_points quatorze_points sequence_points",
    players=(4, VOLEUR_PAGE),
    sides=(2, VOLEUR_PAGE),
    lowest=(CENT_32.lowest, VOLEUR_PAGE),
    hand=(8, VOLEUR_PAGE),
    talon=(0, VOLEUR_PAGE),
    **_no_exchange(f"{VOLEUR_PAGE}: nobody exchanges", "elder", "younger", "dealer"),
    carte_blanche=(0, UNSOURCED),
    point_min_pips=(30, VOLEUR_PAGE),
    point_pips=(o.Stated.ALWAYS, NOBODY_ANSWERS),
    sequence_heads=(o.Stated.ALWAYS, NOBODY_ANSWERS),
    partner_point=(False, VOLEUR_PAGE),
    lesser_count=(o.LesserCount.SIDE, f"{VOLEUR_PAGE}, whose text is not clear on it"),
    repique_threshold=(20, VOLEUR_PAGE),
    repique_bonus=(70, f"{VOLEUR_PAGE}: ninety in place of twenty"),
    repique_blocked_by=(o.BlockedBy.ANYTHING_VALID, VOLEUR_PAGE),
    pique_threshold=(20, VOLEUR_PAGE),
    pique_bonus=(40, f"{VOLEUR_PAGE}: sixty in place of twenty"),
    pique_blocked_by=(o.BlockedBy.ANYTHING_VALID, UNSOURCED),
    omission=(o.Omission.FIRST_CARD, VOLEUR_PAGE),
    target=(100, UNSOURCED),
)
