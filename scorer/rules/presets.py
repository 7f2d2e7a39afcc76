"""
The presets: the rulesets of the literature, every value with its source.

>>> PRESETS["portland"].rubicon, PRESETS["portland"].source("rubicon")
(100, 'Law 73')
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from . import ruleset as o
from .cards import Rank
from .claims import Category
from .ruleset import RULE_FIELDS, Ruleset

UNSOURCED = "unsourced"
"""The source of a value that no text gives: we chose it, and a club may choose another."""


def preset(id: str, title: str, **rows: tuple[Any, str]) -> Ruleset:
    """Build a ruleset with the value and the source of every field."""
    values = {name: value for name, (value, _) in rows.items()}
    return Ruleset(id=id, title=title, sources={name: source for name, (_, source) in rows.items()}, **values)


def variant(
    base: Ruleset, id: str, title: str, *, stated: str | None, stated_fields: str = "", **rows: tuple[Any, str]
) -> Ruleset:
    """
    Build a ruleset with the values of *base* except for *rows*.

    Args:
        stated: the source of the values shared with *base*; `None` to keep
            the base's own sources.
        stated_fields: the shared fields that this source states, by name; all
            other shared fields are unsourced.
    """
    named = frozenset(stated_fields.split())
    values = {f.name: getattr(base, f.name) for f in RULE_FIELDS} | {n: value for n, (value, _) in rows.items()}
    sources = dict(base.sources)
    if stated is not None:
        sources = {f.name: stated if f.name in named else UNSOURCED for f in RULE_FIELDS}
    sources |= {name: source for name, (_, source) in rows.items()}
    return Ruleset(id=id, title=title, sources=sources, **values)


# Portland


DESCRIPTION = "Cavendish, description of the game"
ABSENT = "absent from Cavendish"
FOR_TWO = "for more than two players"

PORTLAND = preset(
    "portland",
    "Portland: Cavendish's Rubicon Piquet",
    players=(2, DESCRIPTION),
    sides=(2, DESCRIPTION),
    lowest=(Rank.SEVEN, DESCRIPTION),
    hand=(12, "Law 9"),
    talon=(8, "Law 9"),
    auction=(False, ABSENT),
    bid_min=(7, ABSENT),
    contract_points=(10, ABSENT),
    minus_threshold=(21, ABSENT),
    minus_sinking=(False, ABSENT),
    minus_calls=(o.MinusCalls.HOLDER, ABSENT),
    minus_cards=(o.MinusCards.WINNER, ABSENT),
    elder_exchange_min=(1, "Law 21"),
    elder_exchange_max=(5, "Law 21"),
    younger_exchange_min=(1, "Law 22"),
    younger_exchange_max=(None, "Law 34"),
    dealer_exchange_min=(0, FOR_TWO),
    dealer_exchange_max=(0, FOR_TWO),
    elder_peek=(o.Peek.OWN, "Law 33"),
    younger_peek=(o.Peek.ELECTED, "Law 36"),
    discard_consulted=(True, "Law 45"),
    first_dealer=(o.FirstDealer.HIGHER_CHOOSES, "Law 4"),
    carte_blanche=(10, "Law 61"),
    carte_blanche_blank_of=(o.BlankOf.COURTS, "Law 18"),
    carte_blanche_when=(o.CarteBlancheWhen.DEALT, "Law 18"),
    carte_blanche_both=(o.CarteBlancheBoth.IMPOSSIBLE, "arithmetic: two would need 24 of 20 plain cards"),
    carte_blanche_told=(o.CarteBlancheTold.AT_ONCE, "Law 20"),
    carte_rouge=(0, ABSENT),
    carte_rouge_to_thirty=(o.CarteRougeThirty.EITHER, f"{ABSENT}; English Wikipedia, where it is played"),
    point_compare=(o.PointCompare.LENGTH_THEN_PIPS, "Law 62"),
    point_value=(o.PointValue.LENGTH, "Law 62"),
    point_min=(0, "Cavendish discusses points of three"),
    point_min_pips=(0, ABSENT),
    point_pips=(o.Stated.ON_TIE, "Law 46"),
    point_tie=(o.TiePoint.NOBODY, "Law 62"),
    partner_point=(True, FOR_TWO),
    nought=(False, ABSENT),
    sequence_points=((3, 4, 15, 16, 17, 18), "Law 63"),
    sequence_tie=(o.TieSequence.VOID_CLASS, "Law 63"),
    sequence_heads=(o.Stated.ON_TIE, "Law 48"),
    trio_points=(3, "Law 64"),
    quatorze_points=(14, "Law 64"),
    set_min_rank=(Rank.TEN, "Law 64"),
    losers_in_class=(o.LosersInClass.NONE, "Law 63"),
    lesser_count=(o.LesserCount.HOLDER, "Laws 63 and 64"),
    order=(tuple(Category), "Law 67"),
    repique_threshold=(30, "Law 68"),
    repique_bonus=(60, "Law 68"),
    repique_blocked_by=(o.BlockedBy.EARLIER, "Law 68"),
    pique_threshold=(30, "Law 69"),
    pique_bonus=(30, "Law 69"),
    pique_order=(o.Order.CATEGORY, "Law 67"),
    pique_blocked_by=(o.BlockedBy.EARLIER, "Law 69"),
    pique_seat=(o.PiqueSeat.ELDER, "Law 69"),
    equality_blocks=(False, DESCRIPTION),
    barred_blocks=(True, "Law 58"),
    cards_to_pique=(o.CardsToPique.NEVER, "Laws 66 to 69"),
    capot_to_pique=(False, "Law 69"),
    last_to_pique=(True, "Law 67"),
    trick_count=(o.TrickCount.CLUB, "Law 65"),
    trick_min_rank=(Rank.SEVEN, "Law 65"),
    first_lead=(o.FirstLead.NO, "Law 65"),
    last_points=(1, "Law 65"),
    cards_points=(10, "Law 66"),
    cards_basis=(o.CardsBasis.MAJORITY, "Law 66"),
    cards_tie=(o.CardsTie.NOBODY, "Law 66"),
    capot_points=(40, "Law 66"),
    capot_form=(o.CapotForm.IN_PLACE, "Law 66"),
    ends=(o.Ends.DEALS, "Law 71"),
    deals=(6, "Law 71"),
    deal_weights=((1, 1, 1, 1, 1, 1), "Law 71"),
    tie_deals=(2, "Law 71"),
    rubicon=(100, "Law 73"),
    rubicon_mode=(o.RubiconMode.SUM, "Law 73"),
    partie_bonus=(100, "Law 72"),
    concession=(True, DESCRIPTION),
    target=(None, "Law 71"),
    decider_target=(None, "Law 71"),
    target_order=(o.Order.CATEGORY, "Law 67"),
    stop_rule=(o.StopRule.FINISH_DEAL, "Law 71"),
    lurch=(False, "absent from the Rubicon game"),
    parties_to_win=(1, "Law 71"),
    penalties=(o.Penalties.FULL, "Laws 44 and 54"),
    unproved_denial=(o.UnprovedDenial.NOBODY, UNSOURCED),
    omission=(o.Omission.YOUNGER_PLAYS, "Law 56"),
    show_duty=(o.ShowDuty.ON_REQUEST, "Law 55"),
    edit_window=(o.EditWindow.NEXT_HAND_SEEN, "Law 70"),
    stakes=(o.Stakes.PER_POINT, DESCRIPTION),
    stake_rounding=(50, DESCRIPTION),
)

# Other Rubicon games


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
"""The fields that every later Rubicon text repeats."""

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

# To a hundred and more


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
"""The fields in which each of these texts agrees with the Rubicon game."""

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

# Three and four players
#
# The texts are short. What they leave out is unsourced, and provisional.


VOLEUR_PAGE = "adpoker.fr, Piquet voleur"
SECOND_HAND = "second-hand, of Card Game Heaven"
NOBODY_ANSWERS = "where more than two call, nobody answers"


def _no_exchange(source: str, *seats: str) -> dict[str, tuple[int, str]]:
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

# Auction Piquet


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

# All of them


PRESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        ruleset.id: ruleset
        for ruleset in (
            PORTLAND,
            MODERN,
            WIKIPEDIA_RUBICON,
            CARD_GAME_HEAVEN,
            FOUR_DEAL,
            CENT_36,
            CENT_32,
            MEYER_1888,
            MEYER_RUBICON,
            HEAVEN_100,
            FRENCH_150,
            AUCTION,
            NORMAND,
            VOLEUR,
        )
    }
)

DEFAULT = PORTLAND
