"""Parties to a hundred and more: the old English, the 36-card, the German and the French games, and kin of theirs."""

from __future__ import annotations

from .. import options as o
from ..cards import Rank
from ._table import UNSOURCED, variant
from .portland import PORTLAND
from .rubicon import CARD_GAME_HEAVEN, HEAVEN, WIKIPEDIA

AU_CENT = "Cavendish, Laws of Piquet au Cent"
OLD_ENGLISH = "Hoyle's Games Improved; Cassell"
MEYER = "Meyer 1888, in German Wikipedia"
SIX_DEALS = "German Wikipedia, the partie of six deals"
OLDER_GAME = f"{HEAVEN}: an older game, first past 100"
ENGRANJEU = "engranjeu.fr"
MAISON_FACILE = "maison-facile.com"
MADE_OF_THE_PACK = "arithmetic: two would need more plain cards than the pack has"

HAND_AND_CALLS = (
    "players hand trio_points quatorze_points set_min_rank point_tie losers_in_class order repique_threshold "
    "repique_bonus pique_threshold pique_bonus pique_seat cards_points cards_basis "
)
"""What every one of these texts says as the Rubicon game does."""

CENT_32 = variant(
    PORTLAND,
    "cent-32",
    "Hundred up, old English",
    stated=f"{AU_CENT}; {OLD_ENGLISH}",
    stated_fields=HAND_AND_CALLS
    + "lowest talon elder_exchange_min elder_exchange_max elder_peek carte_blanche carte_blanche_blank_of "
    "carte_blanche_when point_value sequence_points sequence_tie repique_blocked_by pique_order pique_blocked_by "
    "cards_to_pique capot_to_pique last_to_pique trick_count last_points cards_tie capot_points capot_form "
    "discard_consulted",
    younger_exchange_min=(0, AU_CENT),
    younger_exchange_max=(None, AU_CENT),
    younger_peek=(o.Peek.ELECTED, AU_CENT),
    first_dealer=(o.FirstDealer.LOWER_DEALS, AU_CENT),
    carte_blanche_told=(o.CarteBlancheTold.YOUNGER_AFTER_ELDER, AU_CENT),
    carte_blanche_both=(o.CarteBlancheBoth.IMPOSSIBLE, MADE_OF_THE_PACK),
    point_compare=(o.PointCompare.PIPS, AU_CENT),
    point_pips=(o.Stated.ALWAYS, AU_CENT),
    sequence_heads=(o.Stated.ALWAYS, AU_CENT),
    trick_min_rank=(Rank.TEN, OLD_ENGLISH),
    ends=(o.Ends.TARGET, AU_CENT),
    deals=(None, AU_CENT),
    deal_weights=((), AU_CENT),
    tie_deals=(0, AU_CENT),
    rubicon=(None, AU_CENT),
    partie_bonus=(0, AU_CENT),
    concession=(False, AU_CENT),
    target=(100, AU_CENT),
    decider_target=(None, UNSOURCED),
    target_order=(o.Order.CATEGORY, "Hoffmann 1909"),
    stop_rule=(o.StopRule.AT_ONCE, "American Cyclopaedia"),
    lurch=(True, AU_CENT),
    parties_to_win=(3, AU_CENT),
    penalties=(o.Penalties.STRICT, AU_CENT),
    unproved_denial=(o.UnprovedDenial.ELDER, AU_CENT),
    omission=(o.Omission.FIRST_CARD, AU_CENT),
    show_duty=(o.ShowDuty.SHOWN_OR_LOST, AU_CENT),
    edit_window=(o.EditWindow.PARTIE_ENDS, AU_CENT),
    stakes=(o.Stakes.PER_PARTIE, AU_CENT),
    stake_rounding=(0, AU_CENT),
)

CENT_36 = variant(
    CENT_32,
    "cent-36",
    "Au cent with the sixes, 36 cards",
    stated=WIKIPEDIA,
    stated_fields=HAND_AND_CALLS
    + "elder_exchange_min carte_blanche carte_blanche_blank_of carte_blanche_when sequence_tie repique_blocked_by "
    "capot_to_pique cards_tie capot_points trick_min_rank ends target deals deal_weights rubicon partie_bonus",
    lowest=(Rank.SIX, WIKIPEDIA),
    talon=(12, f"{WIKIPEDIA}, which gives the pack and the hands"),
    elder_exchange_max=(7, WIKIPEDIA),
    younger_exchange_min=(1, UNSOURCED),
    younger_peek=(o.Peek.BOTH, UNSOURCED),
    first_dealer=(o.FirstDealer.CUT, UNSOURCED),
    carte_blanche_both=(o.CarteBlancheBoth.BOTH_SCORE, WIKIPEDIA),
    carte_blanche_told=(o.CarteBlancheTold.AT_ONCE, UNSOURCED),
    point_compare=(o.PointCompare.LENGTH_THEN_PIPS, WIKIPEDIA),
    point_value=(o.PointValue.LENGTH, WIKIPEDIA),
    point_min=(4, WIKIPEDIA),
    point_pips=(o.Stated.ON_TIE, WIKIPEDIA),
    sequence_heads=(o.Stated.ON_TIE, UNSOURCED),
    sequence_points=((3, 4, 15, 16, 17, 18, 19), f"{WIKIPEDIA}; the run of nine by the same formula"),
    equality_blocks=(False, WIKIPEDIA),
    cards_to_pique=(o.CardsToPique.AT_SEVENTH_TRICK, WIKIPEDIA),
    capot_form=(o.CapotForm.ON_TOP, WIKIPEDIA),
    trick_count=(o.TrickCount.CAPTURED_CARDS, WIKIPEDIA),
    last_points=(0, WIKIPEDIA),
    lurch=(False, UNSOURCED),
    parties_to_win=(1, UNSOURCED),
    penalties=(o.Penalties.VOID, UNSOURCED),
    unproved_denial=(o.UnprovedDenial.NOBODY, UNSOURCED),
    omission=(o.Omission.YOUNGER_PLAYS, UNSOURCED),
    show_duty=(o.ShowDuty.SILENT, UNSOURCED),
    edit_window=(o.EditWindow.PARTIE_ENDS, UNSOURCED),
)

MEYER_1888 = variant(
    CENT_32,
    "meyer-1888",
    "Meyer 1888, German",
    stated=MEYER,
    stated_fields=HAND_AND_CALLS + "lowest talon carte_blanche sequence_points ends target lurch stakes",
    elder_exchange_min=(3, MEYER),
    elder_exchange_max=(5, MEYER),
    younger_exchange_min=(3, MEYER),
    younger_exchange_max=(None, MEYER),
    younger_peek=(o.Peek.OWN, UNSOURCED),
    first_dealer=(o.FirstDealer.LOTS, MEYER),
    carte_blanche_blank_of=(o.BlankOf.COURTS_AND_TENS, MEYER),
    carte_blanche_when=(o.CarteBlancheWhen.AFTER_EXCHANGE, MEYER),
    carte_blanche_told=(o.CarteBlancheTold.AT_ONCE, UNSOURCED),
    carte_blanche_both=(o.CarteBlancheBoth.IMPOSSIBLE, MADE_OF_THE_PACK),
    point_compare=(o.PointCompare.LENGTH_THEN_PIPS, UNSOURCED),
    point_value=(o.PointValue.LENGTH_SQUARED, MEYER),
    point_tie=(o.TiePoint.NOBODY, UNSOURCED),
    point_pips=(o.Stated.ON_TIE, UNSOURCED),
    sequence_heads=(o.Stated.ON_TIE, UNSOURCED),
    repique_blocked_by=(o.BlockedBy.ANYTHING_VALID, MEYER),
    pique_blocked_by=(o.BlockedBy.ANYTHING_VALID, MEYER),
    trick_count=(o.TrickCount.CLUB, MEYER),
    trick_min_rank=(Rank.SEVEN, MEYER),
    last_points=(3, MEYER),
    cards_tie=(o.CardsTie.CARRIED, MEYER),
    capot_points=(40, f"{MEYER}: thirty on top of the ten"),
    capot_form=(o.CapotForm.ON_TOP, MEYER),
    parties_to_win=(1, MEYER),
    penalties=(o.Penalties.VOID, UNSOURCED),
    unproved_denial=(o.UnprovedDenial.NOBODY, UNSOURCED),
    omission=(o.Omission.YOUNGER_PLAYS, UNSOURCED),
    show_duty=(o.ShowDuty.SILENT, UNSOURCED),
    edit_window=(o.EditWindow.DEAL_ENDS, UNSOURCED),
)

MEYER_RUBICON = variant(
    MEYER_1888,
    "meyer-rubicon",
    "Meyer 1888, six deals with the Rubicon",
    stated=None,
    ends=(o.Ends.DEALS, SIX_DEALS),
    deals=(6, SIX_DEALS),
    deal_weights=((1, 1, 1, 1, 1, 1), SIX_DEALS),
    tie_deals=(2, f"{SIX_DEALS}: two more deals, then drawn"),
    rubicon=(100, SIX_DEALS),
    rubicon_mode=(o.RubiconMode.SUM, SIX_DEALS),
    partie_bonus=(100, SIX_DEALS),
    target=(None, SIX_DEALS),
    stop_rule=(o.StopRule.FINISH_DEAL, SIX_DEALS),
    lurch=(False, SIX_DEALS),
    stakes=(o.Stakes.PER_POINT, SIX_DEALS),
)

HEAVEN_100 = variant(
    CARD_GAME_HEAVEN,
    "heaven-100",
    "Card Game Heaven's count, first past 100",
    stated=None,
    ends=(o.Ends.TARGET, OLDER_GAME),
    deals=(None, OLDER_GAME),
    deal_weights=((), OLDER_GAME),
    tie_deals=(0, OLDER_GAME),
    rubicon=(None, OLDER_GAME),
    partie_bonus=(0, OLDER_GAME),
    target=(100, OLDER_GAME),
    stop_rule=(o.StopRule.AT_ONCE, UNSOURCED),
    lurch=(False, UNSOURCED),
    parties_to_win=(1, OLDER_GAME),
    stakes=(o.Stakes.PER_PARTIE, UNSOURCED),
)

FRENCH_150 = variant(
    CENT_32,
    "french-150",
    "French, to 150",
    stated="French pages, as the old English game",
    stated_fields=HAND_AND_CALLS
    + "lowest talon elder_exchange_min elder_exchange_max sequence_points cards_points capot_points ends stakes",
    younger_exchange_min=(1, f"{MAISON_FACILE}; populus"),
    younger_exchange_max=(None, UNSOURCED),
    first_dealer=(o.FirstDealer.LOWER_DEALS, "zpag.net"),
    carte_blanche=(10, ENGRANJEU),
    carte_blanche_when=(o.CarteBlancheWhen.DEALT, ENGRANJEU),
    carte_blanche_told=(o.CarteBlancheTold.AT_ONCE, ENGRANJEU),
    carte_blanche_both=(o.CarteBlancheBoth.IMPOSSIBLE, MADE_OF_THE_PACK),
    point_compare=(o.PointCompare.PIPS, ENGRANJEU),
    point_value=(o.PointValue.LENGTH, "French pages"),
    point_pips=(o.Stated.ALWAYS, ENGRANJEU),
    trick_count=(o.TrickCount.CLUB, UNSOURCED),
    trick_min_rank=(Rank.SEVEN, UNSOURCED),
    last_points=(1, "French Wikipedia, second-hand"),
    target=(150, MAISON_FACILE),
    decider_target=(221, MAISON_FACILE),
    parties_to_win=(2, f"{MAISON_FACILE}: a decider follows one partie each"),
)
