"""The Rubicon family besides Portland: modern, Wikipedia, Card Game Heaven, and the partie of four deals."""

from __future__ import annotations

from .. import options as o
from ._table import UNSOURCED, variant
from .portland import PORTLAND

PARLETT = "Parlett, How to play it"
PAGAT = "pagat, as reported in 2026"
WIKIPEDIA = "English Wikipedia, Piquet, July 2023"
HEAVEN = "Card Game Heaven, Piquet"

COMMON = (
    "players lowest hand talon elder_exchange_min elder_exchange_max carte_blanche carte_blanche_blank_of "
    "carte_blanche_when point_compare point_value point_pips point_tie sequence_points trio_points quatorze_points "
    "set_min_rank repique_threshold repique_bonus repique_blocked_by pique_threshold pique_bonus pique_blocked_by "
    "pique_seat trick_min_rank last_points cards_points cards_basis capot_points ends deals deal_weights rubicon "
    "rubicon_mode partie_bonus order "
)
"""What every later Rubicon text says again."""

MODERN = variant(
    PORTLAND,
    "modern",
    "Modern: Parlett and pagat",
    stated=f"{PARLETT}; {PAGAT}",
    stated_fields=COMMON
    + "elder_peek younger_exchange_max carte_blanche_told discard_consulted sequence_tie losers_in_class nought "
    "equality_blocks cards_to_pique capot_to_pique last_to_pique trick_count cards_tie capot_form",
    younger_exchange_min=(0, f"{PARLETT}, second-hand"),
    younger_peek=(o.Peek.ELECTED, PAGAT),
    first_dealer=(o.FirstDealer.LOWER_DEALS, PARLETT),
    carte_blanche_both=(o.CarteBlancheBoth.IMPOSSIBLE, "arithmetic: two would need 24 of 20 plain cards"),
    pique_order=(o.Order.CHRONOLOGICAL, f"{PAGAT}; {PARLETT} leans the same way"),
    tie_deals=(2, PAGAT),
    concession=(False, UNSOURCED),
    show_duty=(o.ShowDuty.ON_REQUEST, PARLETT),
    point_min=(0, f"{PARLETT}: none"),
    carte_rouge=(0, f"{PARLETT}: 40 as a variation"),
    stake_rounding=(0, UNSOURCED),
)

WIKIPEDIA_RUBICON = variant(
    PORTLAND,
    "wikipedia",
    "Wikipedia's Rubicon Piquet",
    stated=WIKIPEDIA,
    stated_fields=COMMON
    + "elder_peek younger_exchange_min younger_exchange_max carte_blanche_told losers_in_class equality_blocks "
    "capot_to_pique last_to_pique trick_count cards_tie sequence_tie",
    younger_peek=(o.Peek.BOTH, UNSOURCED),
    first_dealer=(o.FirstDealer.HIGHER_DEALS, WIKIPEDIA),
    carte_blanche_both=(o.CarteBlancheBoth.IMPOSSIBLE, "arithmetic: two would need 24 of 20 plain cards"),
    carte_rouge=(0, f"{WIKIPEDIA}: 20, or 10 or 40, by agreement"),
    carte_rouge_to_thirty=(
        o.CarteRougeThirty.EITHER,
        f"{WIKIPEDIA}: at the stage where it is complete; by a variation not younger's, after the lead",
    ),
    point_min=(4, WIKIPEDIA),
    pique_order=(o.Order.CHRONOLOGICAL, f"{WIKIPEDIA}, ambiguous"),
    cards_to_pique=(o.CardsToPique.AT_SEVENTH_TRICK, WIKIPEDIA),
    capot_form=(o.CapotForm.ON_TOP, WIKIPEDIA),
    concession=(False, UNSOURCED),
    penalties=(o.Penalties.VOID, UNSOURCED),
    show_duty=(o.ShowDuty.SILENT, UNSOURCED),
    edit_window=(o.EditWindow.DEAL_ENDS, UNSOURCED),
    stake_rounding=(0, UNSOURCED),
)

CARD_GAME_HEAVEN = variant(
    PORTLAND,
    "card-game-heaven",
    "Card Game Heaven's count",
    stated=HEAVEN,
    stated_fields=COMMON
    + "elder_peek discard_consulted younger_exchange_max point_min capot_form sequence_tie last_to_pique",
    younger_exchange_min=(0, HEAVEN),
    younger_peek=(o.Peek.EXPOSED_OR_HIDDEN, HEAVEN),
    first_dealer=(o.FirstDealer.CUT, UNSOURCED),
    carte_blanche_told=(o.CarteBlancheTold.YOUNGER_AFTER_ELDER, HEAVEN),
    carte_blanche_both=(o.CarteBlancheBoth.IMPOSSIBLE, "arithmetic: two would need 24 of 20 plain cards"),
    trick_count=(o.TrickCount.TWO_FOR_CAPTURE, f"{HEAVEN}, worked hand of 46-9"),
    first_lead=(o.FirstLead.IF_LOST, f"{HEAVEN}, worked hand of 46-9"),
    concession=(False, UNSOURCED),
    penalties=(o.Penalties.VOID, UNSOURCED),
    show_duty=(o.ShowDuty.ON_DEMAND, f"{HEAVEN}, proving"),
    edit_window=(o.EditWindow.DEAL_ENDS, UNSOURCED),
    stake_rounding=(0, UNSOURCED),
)

FOUR_DEAL = variant(
    PORTLAND,
    "four-deal",
    "The partie of four deals",
    stated=None,
    deals=(4, "Law 71, note"),
    deal_weights=((2, 1, 1, 2), "Law 71, note"),
)
