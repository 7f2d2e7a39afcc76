"""Auction Piquet: the hands are bid for. What no text that could be read gives is unsourced, and provisional."""

from __future__ import annotations

from .. import options as o
from ._table import UNSOURCED, variant
from .portland import PORTLAND
from .rubicon import HEAVEN

BIDDING = "pokerwiner.com, Auction Piquet"

AUCTION = variant(
    PORTLAND,
    "auction",
    "Auction Piquet (provisional)",
    stated=f"{HEAVEN}; {BIDDING}",
    stated_fields="players lowest hand talon",
    auction=(True, f"{HEAVEN}; {BIDDING}"),
    bid_min=(7, BIDDING),
    contract_points=(10, UNSOURCED),
    minus_threshold=(21, UNSOURCED),
    minus_sinking=(False, HEAVEN),
    minus_calls=(o.MinusCalls.HOLDER, UNSOURCED),
    minus_cards=(o.MinusCards.WINNER, UNSOURCED),
    elder_exchange_min=(0, UNSOURCED),
    younger_exchange_min=(0, UNSOURCED),
    first_dealer=(o.FirstDealer.CUT, UNSOURCED),
    carte_blanche_both=(o.CarteBlancheBoth.IMPOSSIBLE, "arithmetic: two would need 24 of 20 plain cards"),
    pique_threshold=(29, UNSOURCED),
    trick_count=(o.TrickCount.FLAT, UNSOURCED),
    last_points=(0, UNSOURCED),
    tie_deals=(1, UNSOURCED),
    rubicon=(150, UNSOURCED),
    partie_bonus=(150, UNSOURCED),
    concession=(False, UNSOURCED),
    penalties=(o.Penalties.VOID, UNSOURCED),
    stake_rounding=(0, UNSOURCED),
)
