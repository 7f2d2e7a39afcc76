"""
The presets: the rulesets of the literature, every value with its source.

>>> PRESETS["portland"].rubicon, PRESETS["portland"].source("rubicon")
(100, 'Law 73')
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from .rule_values import value_from_text
from .ruleset import RULE_FIELDS, Ruleset

UNSOURCED = "unsourced"
"""The source of a value that no text gives: we chose it, and a club may choose another."""


def preset(
    base: Ruleset | None, id: str, title: str, rules: Mapping[str, str], *, keep_sources: bool = False
) -> Ruleset:
    """
    Build a ruleset from what each source says, and for the rest from *base*.

    Under each source *rules* has ``rule=value`` as a club writes its house rules, or the rule alone where its value is
    that of *base*. The rest has the sources of *base* with *keep_sources*; otherwise it is unsourced.
    """
    names = [rule.name for rule in RULE_FIELDS]
    values: dict[str, Any] = {} if base is None else {name: getattr(base, name) for name in names}
    sources = dict(base.sources) if base is not None and keep_sources else dict.fromkeys(names, UNSOURCED)
    for source, said in rules.items():
        for rule in said.split():
            name, equals, text = rule.partition("=")
            sources[name] = source
            if equals:
                values[name] = value_from_text(name, text)
    return Ruleset(id=id, title=title, sources=sources, **values)


# Portland


DESCRIPTION = "Cavendish, description of the game"
ABSENT = "absent from Cavendish"
FOR_TWO = "for more than two players"
TWO_BLANKS = "arithmetic: two would need 24 of 20 plain cards"

PORTLAND = preset(
    None,
    "portland",
    "Portland: Cavendish's Rubicon Piquet",
    {
        DESCRIPTION: (
            "players=2 sides=2 lowest=seven equality_blocks=no concession=yes stakes=per_point stake_rounding=50"
        ),
        "Law 9": "hand=12 talon=8",
        ABSENT: (
            "auction=no bid_min=7 contract_points=10 minus_threshold=21 minus_sinking=no minus_calls=holder "
            "minus_cards=winner carte_rouge=0 point_min_pips=0 nought=no"
        ),
        "Law 21": "elder_exchange_min=1 elder_exchange_max=5",
        "Law 22": "younger_exchange_min=1",
        "Law 34": "younger_exchange_max=none",
        FOR_TWO: "dealer_exchange_min=0 dealer_exchange_max=0 partner_point=yes",
        "Law 33": "elder_peek=own",
        "Law 36": "younger_peek=elected",
        "Law 45": "discard_consulted=yes",
        "Law 4": "first_dealer=higher_chooses",
        "Law 61": "carte_blanche=10",
        "Law 18": "carte_blanche_blank_of=courts carte_blanche_when=dealt",
        TWO_BLANKS: "carte_blanche_both=impossible",
        "Law 20": "carte_blanche_announced=at_once",
        f"{ABSENT}; English Wikipedia, where it is played": "carte_rouge_to_thirty=either",
        "Law 62": "point_compare=length_then_pips point_value=length point_tie=nobody",
        "Cavendish discusses points of three": "point_min=0",
        "Law 46": "point_pips=on_tie",
        "Law 63": "sequence_points=3,4,15,16,17,18 sequence_tie=void_class losers_in_class=none",
        "Law 48": "sequence_heads=on_tie",
        "Law 64": "trio_points=3 quatorze_points=14 set_min_rank=ten",
        "Laws 63 and 64": "lesser_count=holder",
        "Law 67": (
            "order=carte_blanche,point,sequence,set,play,cards pique_order=category last_to_pique=yes "
            "target_order=category"
        ),
        "Law 68": "repique_threshold=30 repique_bonus=60 repique_blocked_by=earlier",
        "Law 69": "pique_threshold=30 pique_bonus=30 pique_blocked_by=earlier pique_seat=elder capot_to_pique=no",
        "Law 58": "barred_blocks=yes",
        "Laws 66 to 69": "cards_to_pique=never",
        "Law 65": "trick_count=club trick_min_rank=seven first_lead=no last_points=1",
        "Law 66": "cards_points=10 cards_basis=majority cards_tie=nobody capot_points=40 capot_form=in_place",
        "Law 71": (
            "ends=deals deals=6 deal_weights=1,1,1,1,1,1 tie_deals=2 target=none decider_target=none "
            "stop_rule=finish_deal parties_to_win=1"
        ),
        "Law 73": "rubicon=100 rubicon_mode=sum",
        "Law 72": "partie_bonus=100",
        "absent from the Rubicon game": "lurch=no",
        "Laws 44 and 54": "penalties=full",
        UNSOURCED: "unproved_denial=nobody",
        "Law 56": "omission=younger_plays",
        "Law 55": "show_duty=on_request",
        "Law 70": "edit_window=next_hand_seen",
    },
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
"""The rules that every later Rubicon text repeats."""

MODERN = preset(
    PORTLAND,
    "modern",
    "Modern: Parlett and pagat",
    {
        f"{PARLETT}; {PAGAT}": (
            COMMON
            + "elder_peek younger_exchange_max carte_blanche_announced discard_consulted sequence_tie losers_in_class "
            "nought equality_blocks cards_to_pique capot_to_pique last_to_pique trick_count cards_tie capot_form"
        ),
        f"{PARLETT}, second-hand": "younger_exchange_min=0",
        PAGAT: "younger_peek tie_deals",
        PARLETT: "first_dealer=lower_deals show_duty",
        TWO_BLANKS: "carte_blanche_both",
        f"{PAGAT}; {PARLETT} leans the same way": "pique_order=chronological",
        UNSOURCED: "concession=no stake_rounding=0",
        f"{PARLETT}: none": "point_min",
        f"{PARLETT}: 40 as a variation": "carte_rouge",
    },
)

WIKIPEDIA_RUBICON = preset(
    PORTLAND,
    "wikipedia",
    "Wikipedia's Rubicon Piquet",
    {
        WIKIPEDIA: (
            COMMON + "elder_peek younger_exchange_min younger_exchange_max carte_blanche_announced losers_in_class "
            "equality_blocks capot_to_pique last_to_pique trick_count cards_tie sequence_tie "
            "first_dealer=higher_deals point_min=4 cards_to_pique=at_seventh_trick capot_form=on_top"
        ),
        UNSOURCED: (
            "younger_peek=both concession=no penalties=void show_duty=silent edit_window=deal_ends stake_rounding=0"
        ),
        TWO_BLANKS: "carte_blanche_both",
        f"{WIKIPEDIA}: 20, or 10 or 40, by agreement": "carte_rouge",
        f"{WIKIPEDIA}: at the stage where it is complete; by a variation not younger's, after the lead": (
            "carte_rouge_to_thirty"
        ),
        f"{WIKIPEDIA}, ambiguous": "pique_order=chronological",
    },
)

CARD_GAME_HEAVEN = preset(
    PORTLAND,
    "card-game-heaven",
    "Card Game Heaven's count",
    {
        HEAVEN: (
            COMMON
            + "elder_peek discard_consulted younger_exchange_max point_min capot_form sequence_tie last_to_pique "
            "younger_exchange_min=0 younger_peek=exposed_or_hidden carte_blanche_announced=younger_after_elder"
        ),
        UNSOURCED: "first_dealer=cut concession=no penalties=void edit_window=deal_ends stake_rounding=0",
        TWO_BLANKS: "carte_blanche_both",
        f"{HEAVEN}, worked hand of 46-9": "trick_count=two_for_capture first_lead=if_lost",
        f"{HEAVEN}, proving": "show_duty=on_demand",
    },
)

FOUR_DEAL = preset(
    PORTLAND,
    "four-deal",
    "The partie of four deals",
    {
        "Law 71, note": "deals=4 deal_weights=2,1,1,2",
    },
    keep_sources=True,
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
"""The rules in which each of these texts agrees with the Rubicon game."""

CENT_32 = preset(
    PORTLAND,
    "cent-32",
    "Hundred up, old English",
    {
        f"{AU_CENT}; {OLD_ENGLISH}": (
            HAND_AND_CALLS
            + "lowest talon elder_exchange_min elder_exchange_max elder_peek carte_blanche carte_blanche_blank_of "
            "carte_blanche_when point_value sequence_points sequence_tie repique_blocked_by pique_order "
            "pique_blocked_by cards_to_pique capot_to_pique last_to_pique trick_count last_points cards_tie "
            "capot_points capot_form discard_consulted"
        ),
        AU_CENT: (
            "younger_exchange_min=0 younger_exchange_max younger_peek first_dealer=lower_deals "
            "carte_blanche_announced=younger_after_elder point_compare=pips point_pips=always sequence_heads=always "
            "ends=target deals=none deal_weights=none tie_deals=0 rubicon=none partie_bonus=0 concession=no target=100 "
            "lurch=yes parties_to_win=3 penalties=strict unproved_denial=elder omission=first_card "
            "show_duty=shown_or_lost edit_window=partie_ends stakes=per_partie stake_rounding=0"
        ),
        MADE_OF_THE_PACK: "carte_blanche_both",
        OLD_ENGLISH: "trick_min_rank=ten",
        "Hoffmann 1909": "target_order",
        "American Cyclopaedia": "stop_rule=at_once",
    },
)

CENT_36 = preset(
    CENT_32,
    "cent-36",
    "Au cent with the sixes, 36 cards",
    {
        WIKIPEDIA: (
            HAND_AND_CALLS + "elder_exchange_min carte_blanche carte_blanche_blank_of carte_blanche_when sequence_tie "
            "repique_blocked_by capot_to_pique cards_tie capot_points trick_min_rank ends target deals deal_weights "
            "rubicon partie_bonus lowest=six elder_exchange_max=7 carte_blanche_both=both_score "
            "point_compare=length_then_pips point_value point_min=4 point_pips=on_tie equality_blocks "
            "cards_to_pique=at_seventh_trick capot_form=on_top trick_count=captured_cards last_points=0"
        ),
        f"{WIKIPEDIA}, which gives the pack and the hands": "talon=12",
        UNSOURCED: (
            "younger_exchange_min=1 younger_peek=both first_dealer=cut carte_blanche_announced=at_once "
            "sequence_heads=on_tie lurch=no parties_to_win=1 penalties=void unproved_denial=nobody "
            "omission=younger_plays show_duty=silent"
        ),
        f"{WIKIPEDIA}; the run of nine by the same formula": "sequence_points=3,4,15,16,17,18,19",
    },
)

MEYER_1888 = preset(
    CENT_32,
    "meyer-1888",
    "Meyer 1888, German",
    {
        MEYER: (
            "players hand trio_points quatorze_points set_min_rank losers_in_class order repique_threshold "
            "repique_bonus pique_threshold pique_bonus pique_seat cards_points cards_basis lowest talon carte_blanche "
            "sequence_points ends target lurch stakes elder_exchange_min=3 elder_exchange_max younger_exchange_min=3 "
            "younger_exchange_max first_dealer=lots carte_blanche_blank_of=courts_and_tens "
            "carte_blanche_when=after_exchange point_value=length_squared repique_blocked_by=anything_valid "
            "pique_blocked_by=anything_valid trick_count trick_min_rank=seven last_points=3 cards_tie=carried "
            "capot_form=on_top parties_to_win=1"
        ),
        UNSOURCED: (
            "younger_peek=own carte_blanche_announced=at_once point_compare=length_then_pips point_pips=on_tie "
            "sequence_heads=on_tie penalties=void unproved_denial=nobody omission=younger_plays show_duty=silent "
            "edit_window=deal_ends"
        ),
        MADE_OF_THE_PACK: "carte_blanche_both",
        f"{MEYER}: thirty on top of the ten": "capot_points",
    },
)

MEYER_RUBICON = preset(
    MEYER_1888,
    "meyer-rubicon",
    "Meyer 1888, six deals with the Rubicon",
    {
        SIX_DEALS: (
            "ends=deals deals=6 deal_weights=1,1,1,1,1,1 rubicon=100 rubicon_mode partie_bonus=100 target=none "
            "stop_rule=finish_deal lurch=no stakes=per_point"
        ),
        f"{SIX_DEALS}: two more deals, then drawn": "tie_deals=2",
    },
    keep_sources=True,
)

HEAVEN_100 = preset(
    CARD_GAME_HEAVEN,
    "heaven-100",
    "Card Game Heaven's count, first past 100",
    {
        OLDER_GAME: (
            "ends=target deals=none deal_weights=none tie_deals=0 rubicon=none partie_bonus=0 target=100 parties_to_win"
        ),
        UNSOURCED: "stop_rule=at_once lurch stakes=per_partie",
    },
    keep_sources=True,
)

FRENCH_150 = preset(
    CENT_32,
    "french-150",
    "French, to 150",
    {
        "French pages, as the old English game": (
            HAND_AND_CALLS
            + "lowest talon elder_exchange_min elder_exchange_max sequence_points capot_points ends stakes"
        ),
        f"{MAISON_FACILE}; populus": "younger_exchange_min=1",
        "zpag.net": "first_dealer",
        ENGRANJEU: "carte_blanche carte_blanche_when carte_blanche_announced=at_once point_compare point_pips",
        MADE_OF_THE_PACK: "carte_blanche_both",
        "French pages": "point_value",
        UNSOURCED: "trick_min_rank=seven",
        "French Wikipedia, second-hand": "last_points",
        MAISON_FACILE: "target=150 decider_target=221",
        f"{MAISON_FACILE}: a decider follows one partie each": "parties_to_win=2",
    },
)

# Three and four players
#
# The texts are short. What they leave out is unsourced, and provisional.


VOLEUR_PAGE = "adpoker.fr, Piquet voleur"
SECOND_HAND = "second-hand, of Card Game Heaven"
NOBODY_ANSWERS = "where more than two call, nobody answers"

NORMAND = preset(
    CENT_32,
    "normand",
    "Three players: Normand (provisional)",
    {
        HEAVEN: (
            "players=3 sides=3 lowest hand=10 talon=2 dealer_exchange_max=2 sequence_points trio_points quatorze_points"
        ),
        f"{HEAVEN}: the dealer alone exchanges": (
            "elder_exchange_min=0 elder_exchange_max=0 younger_exchange_min younger_exchange_max=0"
        ),
        f"{HEAVEN}: may exchange": "dealer_exchange_min",
        UNSOURCED: (
            "carte_blanche_both=both_score repique_bonus=70 pique_bonus=40 lurch=no parties_to_win=1 penalties=void "
            "show_duty=silent"
        ),
        NOBODY_ANSWERS: "point_pips sequence_heads unproved_denial=nobody",
        SECOND_HAND: "repique_threshold=20 pique_threshold=20 target",
    },
)

VOLEUR = preset(
    NORMAND,
    "voleur",
    "Four in partnership: Voleur (provisional)",
    {
        VOLEUR_PAGE: (
            "trick_count trio_points quatorze_points sequence_points players=4 sides=2 lowest hand=8 talon=0 "
            "point_min_pips=30 partner_point=no repique_threshold repique_blocked_by=anything_valid pique_threshold "
            "omission"
        ),
        f"{VOLEUR_PAGE}: nobody exchanges": (
            "elder_exchange_min elder_exchange_max younger_exchange_min younger_exchange_max dealer_exchange_min "
            "dealer_exchange_max=0"
        ),
        UNSOURCED: "carte_blanche=0 pique_blocked_by=anything_valid",
        NOBODY_ANSWERS: "point_pips sequence_heads",
        f"{VOLEUR_PAGE}, whose text is not clear on it": "lesser_count=side",
        f"{VOLEUR_PAGE}: ninety in place of twenty": "repique_bonus",
        f"{VOLEUR_PAGE}: sixty in place of twenty": "pique_bonus",
    },
)

# Auction Piquet


BIDDING = "pokerwiner.com, Auction Piquet"

AUCTION = preset(
    PORTLAND,
    "auction",
    "Auction Piquet (provisional)",
    {
        f"{HEAVEN}; {BIDDING}": "players lowest hand talon auction=yes",
        BIDDING: "bid_min",
        HEAVEN: "minus_sinking",
        UNSOURCED: (
            "elder_exchange_min=0 younger_exchange_min=0 first_dealer=cut pique_threshold=29 trick_count=flat "
            "last_points=0 tie_deals=1 rubicon=150 partie_bonus=150 concession=no penalties=void stake_rounding=0"
        ),
        TWO_BLANKS: "carte_blanche_both",
    },
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
