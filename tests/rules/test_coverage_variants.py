"""
One test or more for every row `V` of the coverage table in `scorer.rules.coverage`.

The variants are games of their own: each row of what is known of one is shown
on a log, or in what its preset says and where that comes from.
"""

from __future__ import annotations

from typing import Any, get_args

import pytest

from scorer.rules import coverage
from scorer.rules.checker import Finding, check
from scorer.rules.checker.verdicts import verdict_sentence
from scorer.rules.company import (
    ChouetteTerms,
    CompanyPartie,
    CompanyRecord,
    CompanyTerms,
    Lineup,
    PoolTerms,
    Rises,
    Rounding,
    TableTerms,
    TurnRecord,
    Won,
    after,
    begin,
    play,
    play_company,
    source_of,
    validate,
    words_of,
)
from scorer.rules.company.terms import AfterDraw, NextBox
from scorer.rules.deal import Deal, fold
from scorer.rules.errors import ContradictoryRules
from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie, seating
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.seats import Player, Seat
from scorer.rules.settlement import settle
from scorer.rules.statements import Bid, Doubled, Passed, Redoubled, Statement

AUCTION = PRESETS["auction"]
NOTHING = "E no point; E no sequence; E no set; "


def deal(log: str, **house: Any) -> Deal:
    """A deal of Auction Piquet, every statement of it legal."""
    rules = house_rules(AUCTION, house)
    return fold(rules, parse_log(log, rules)).require()


def refused(log: str, **house: Any) -> Rule | None:
    """Why the last statement of *log* is refused; `None` if it is not."""
    rules = house_rules(AUCTION, house)
    statements = parse_log(log, rules)
    folded = fold(rules, statements)
    assert folded.position in (None, len(statements) - 1)
    return None if folded.refusal is None else folded.refusal.rule


def points(log: str, kind: str, **house: Any) -> list[tuple[Seat, int]]:
    """Whose the lines of *kind* are, and what they score."""
    return [(line.seat, line.points) for line in deal(log, **house).lines if line.kind.value == kind]


def unsourced(*names: str) -> bool:
    """Whether the values of all these fields are hearsay, and said to be."""
    return {AUCTION.source(name) for name in names} == {"unsourced"}


# Auction Piquet


def test_variant_auction_players_are_two() -> None:
    assert AUCTION.players == 2


def test_variant_auction_pack_is_that_of_the_parent() -> None:
    assert (len(AUCTION.pack), AUCTION.hand, AUCTION.talon) == (32, 12, 8)


def test_variant_auction_exchange_comes_after_the_contract_and_is_free() -> None:
    assert refused("E exchange 5") is Rule.AUCTION_OPEN
    assert refused("E bids 7; Y passes; E exchange 0") is None
    assert refused("E bids 7; Y passes; E exchange 0; Y exchange 0") is None
    assert unsourced("elder_exchange_min", "younger_exchange_min")


def test_variant_auction_bidding() -> None:
    """Elder opens at seven; each bid is higher; a minus ranks with its plus; two passes and he opens anew."""
    assert refused("Y bids 7") is Rule.OTHERS_BID
    assert refused("E bids 6") is Rule.BID_LIMIT
    assert refused("E bids 7; Y bids minus 7") is Rule.BID_LIMIT
    assert refused("E passes; Y passes; Y bids 7") is Rule.OTHERS_BID
    assert refused("E passes; Y passes; E bids minus 7") is None
    assert {Bid, Passed, Doubled, Redoubled} < set(get_args(Statement))


def test_variant_auction_minus_forbids_sinking() -> None:
    """Nothing stops it at the table; the checker, which finds it, says that it is forbidden."""
    sunk = "Y passes; E point 3; Y good; E no sequence; E no set; Y no sequence; Y no set; tricks E1"
    verdict = check(deal("E bids minus 7; " + sunk))
    assert verdict.finding is Finding.SUNK
    assert verdict_sentence(verdict).endswith("; sinking is forbidden in a minus deal")
    for lawful in (check(deal("E bids 7; " + sunk)), check(deal("E bids minus 7; " + sunk, minus_sinking=True))):
        assert lawful.finding is Finding.SUNK
        assert "forbidden" not in verdict_sentence(lawful)
    assert AUCTION.source("minus_sinking") == "Card Game Heaven, Piquet"


@pytest.mark.parametrize(("whose", "seat"), [("holder", Seat.ELDER), ("other", Seat.YOUNGER)])
def test_variant_auction_calls_have_their_values_and_in_a_minus_deal_a_disputed_owner(whose: str, seat: Seat) -> None:
    assert points("E bids minus 7; Y passes; E point 6; Y good", "point", minus_calls=whose) == [(seat, 6)]
    assert points("E bids 7; Y passes; E point 6; Y good", "point", minus_calls=whose) == [(Seat.ELDER, 6)]
    assert unsourced("minus_calls", "point_value", "sequence_points")


def test_variant_auction_bonuses_at_thirty_and_twenty_nine_or_in_a_minus_deal_at_twenty_one() -> None:
    twenty_one = "Y passes; E point 6; Y good; E quint; Y good; "
    assert points("E bids minus 7; " + twenty_one, "repique") == [(Seat.ELDER, 60)]
    assert points("E bids 7; " + twenty_one + "E no set; tricks E7", "pique") == []
    assert points("E bids 7; " + twenty_one + "E no set; tricks E8", "pique") == [(Seat.ELDER, 30)]
    twenty = "E bids minus 7; Y passes; E no point; E quint; Y good; E trio of kings; Y good; "
    assert points(twenty + "tricks Y2", "pique") == []
    assert points(twenty + "tricks Y3", "pique") == [(Seat.ELDER, 30)]
    assert unsourced("repique_threshold", "pique_threshold", "minus_threshold")


def test_variant_auction_tricks_count_one_won_or_lost_and_nothing_for_a_lead_or_the_last() -> None:
    for bid, elder, younger in (("7", 5, 7), ("minus 7", 7, 5)):
        log = f"E bids {bid}; Y passes; {NOTHING}tricks E1 Y3 E4 Y4"
        assert points(log, "trick") == [(Seat.ELDER, elder), (Seat.YOUNGER, younger)]
        assert points(log, "lead") == points(log, "last") == []
    assert unsourced("trick_count", "last_points")


@pytest.mark.parametrize(("said", "factor"), [("", 1), ("Y doubles; E passes; ", 2), ("Y doubles; E redoubles; ", 4)])
def test_variant_auction_contract_pays_ten_a_trick_over_or_short(said: str, factor: int) -> None:
    said = said or "Y passes; "
    said += "Y passes; " if factor == 4 else ""
    assert points(f"E bids 7; {said}{NOTHING}tricks E9 Y3", "contract") == [(Seat.ELDER, 20 * factor)]
    assert points(f"E bids 9; {said}{NOTHING}tricks E7 Y5", "contract") == [(Seat.YOUNGER, 20 * factor)]
    assert unsourced("contract_points")


def test_variant_auction_cards_are_as_in_the_parent_and_in_a_minus_deal_disputed() -> None:
    log = "E bids {}; Y passes; " + NOTHING + "tricks {}"
    assert points(log.format("7", "E7 Y5"), "cards") == [(Seat.ELDER, 10)]
    assert points(log.format("7", "E12"), "capot") == [(Seat.ELDER, 40)]
    whose = {word: points(log.format("minus 7", "E3 Y9"), "cards", minus_cards=word) for word in ("winner", "loser")}
    assert whose == {"winner": [(Seat.YOUNGER, 10)], "loser": [(Seat.ELDER, 10)]}
    assert points(log.format("minus 7", "E3 Y9"), "cards", minus_cards="nobody") == []
    assert unsourced("minus_cards", "cards_points", "capot_points")


def test_variant_auction_end_after_six_deals_with_a_rubicon_of_150_and_one_more_when_level() -> None:
    players = (Player("A"), Player("B"))

    def over(*scores: tuple[int, int]) -> bool:
        return play_partie(PartieRecord(AUCTION, players, tuple(DealRecord(scores=each) for each in scores))).is_over

    assert [over(*[(30, 20)] * 5), over(*[(30, 20)] * 6)] == [False, True]
    assert [over(*[(30, 30)] * 6), over(*[(30, 30)] * 7)] == [False, True]
    assert settle(AUCTION, (200, 150)).points == 200 - 150 + 150
    assert settle(AUCTION, (200, 149)).points == 200 + 149 + 150
    assert unsourced("deals", "tie_deals", "rubicon", "partie_bonus")


def test_variant_auction_money_is_the_parents_for_want_of_a_source() -> None:
    assert AUCTION.stakes is PORTLAND.stakes
    assert unsourced("stakes", "stake_rounding")


def test_variant_auction_rotation_alternates_even_when_the_hands_are_thrown_in() -> None:
    """Two passes are no deal: the same dealer deals it, and what was told of the hands thrown in is gone."""
    log = parse_log("E carte blanche; E passes; Y passes; E bids 7; Y passes; tricks E7 Y5", AUCTION)
    record = PartieRecord(AUCTION, (Player("A"), Player("B")), (DealRecord(log=log), DealRecord()))
    first, second = play_partie(record).deals
    assert first.points == (17, 5)
    assert [each.seats[Seat.ELDER].name for each in (first, second)] == ["A", "B"]


# Three players, and four in partnership


def told(base: str, log: str, **house: Any) -> list[tuple[str, str, int]]:
    """The lines of a deal of three or four: whose, of what kind, with what points."""
    rules = house_rules(PRESETS[base], house)
    found = fold(rules, parse_log(log, rules)).require()
    return [(line.seat.letter, line.kind.value, line.points) for line in found.lines]


def said_to_be_unsourced(base: str, *names: str) -> bool:
    """Whether the preset gives no source for any of these fields."""
    return {PRESETS[base].source(name) for name in names} == {"unsourced"}


def ends(base: str, *scores: tuple[int, ...]) -> bool:
    """Whether these totals end a partie."""
    players = tuple(Player(name) for name in "ABCD"[: PRESETS[base].players])
    return play_partie(PartieRecord(PRESETS[base], players, tuple(DealRecord(scores=each) for each in scores))).is_over


NO_CALLS = "Y no point; Y no sequence; Y no set; T no point; T no sequence; T no set; "


@pytest.mark.parametrize(("base", "players", "sides"), [("normand", 3, (0, 1, 2)), ("voleur", 4, (0, 1, 0, 1))])
def test_variant_three_players_and_four(base: str, players: int, sides: tuple[int, ...]) -> None:
    assert (PRESETS[base].players, PRESETS[base].side_of) == (players, sides)


def test_variant_four_players_sit_opposite_their_partners() -> None:
    assert PRESETS["voleur"].partners(Seat.ELDER) == (Seat.THIRD,)


def test_variant_three_pack_is_of_three_hands_of_ten_and_a_talon_of_two() -> None:
    rules = PRESETS["normand"]
    assert (len(rules.pack), rules.hand, rules.talon) == (32, 10, 2)


def test_variant_four_pack_is_of_four_hands_of_eight() -> None:
    rules = PRESETS["voleur"]
    assert (len(rules.pack), rules.hand, rules.talon) == (32, 8, 0)


def test_variant_three_exchange_is_the_dealers_alone() -> None:
    assert (PRESETS["normand"].dealer_exchange_min, PRESETS["normand"].dealer_exchange_max) == (0, 2)
    assert told("normand", "T exchange 2") == []
    assert told("normand", "T exchange 0; E point 5 making 44") == [("E", "point", 5)]
    assert fold(PRESETS["normand"], parse_log("E exchange 1", PRESETS["normand"])).refusal is not None


def test_variant_four_exchange_is_nobodys() -> None:
    assert fold(PRESETS["voleur"], parse_log("F exchange 1", PRESETS["voleur"])).refusal is not None


def test_variant_three_calls_are_held_against_each_other() -> None:
    log = "E point 5 making 44; Y point 5 making 48; T quart major; E tierce major; T trio of tens"
    assert told("normand", log) == [("Y", "point", 5), ("T", "sequence", 4), ("T", "set", 3)]
    bare = fold(PRESETS["normand"], parse_log("E point 5", PRESETS["normand"])).refusal
    assert bare is not None
    assert bare.rule is Rule.SAY_PIPS


def test_variant_four_calls_of_partners() -> None:
    rules = PRESETS["voleur"]
    equal = fold(rules, parse_log("E point 4 making 40; T point 4 making 40", rules)).refusal
    low = fold(rules, parse_log("E point 3 making 29", rules)).refusal
    late = fold(rules, parse_log("tricks E1:1; E trio of aces", rules)).refusal
    assert [each and each.rule for each in (equal, low, late)] == [
        Rule.PARTNER_HAS_POINT,
        Rule.POINT_TOO_LOW,
        Rule.OMITTED,
    ]
    log = "E quint major; T tierce to ten; Y quart to king"
    assert told("voleur", log) == [("E", "sequence", 15), ("T", "sequence", 3)]
    assert told("voleur", log, lesser_count="holder") == [("E", "sequence", 15)]


def test_variant_three_bonuses_at_twenty() -> None:
    twenty = f"E point 5 making 51; E quint major; {NO_CALLS}"
    assert told("normand", twenty)[-1] == ("E", "repique", 70)
    eighteen = f"E tierce to nine; E quint major; {NO_CALLS}"
    assert told("normand", f"{eighteen}tricks E1:1")[-1] == ("E", "lead", 1)
    assert told("normand", f"{eighteen}tricks E2:1")[-1] == ("E", "pique", 40)
    assert said_to_be_unsourced("normand", "pique_bonus", "repique_bonus")


def test_variant_four_bonuses_make_sixty_and_ninety_of_twenty() -> None:
    passing = f"{NO_CALLS.replace('T ', 'F ')}"
    assert told("voleur", f"E quint major; T quart major; T tierce to nine; {passing}")[-1] == ("T", "repique", 70)
    assert told("voleur", f"E quint major; T tierce to nine; {passing}tricks E2:1")[-1] == ("E", "pique", 40)
    barred = f"E quint major; T quart major; Y trio of tens; {NO_CALLS.replace('T ', 'F ').replace('Y no set; ', '')}"
    assert "repique" not in [kind for _, kind, _ in told("voleur", barred)]


@pytest.mark.parametrize("base", ["normand", "voleur"])
def test_variant_three_tricks_count_tens_led_and_tens_that_win(base: str) -> None:
    assert told(base, "tricks E1:1 Y1:2 T1:1 E1:0") == [("E", "lead", 2), ("Y", "trick", 1), ("T", "trick", 1)]


def test_variant_four_tricks_make_one_total_of_partners() -> None:
    rules = PRESETS["voleur"]
    log = parse_log("tricks E1:1 T1:2 T2:1 E1:0", rules)
    assert [line.running for line in fold(rules, log).require().lines] == [2, 4, 5]


def test_variant_three_cards_go_to_the_most_tricks() -> None:
    assert told("normand", "tricks E4:0 Y3:0 T3:0")[-1] == ("E", "cards", 10)
    assert "cards" not in [kind for _, kind, _ in told("normand", "tricks E4:0 Y4:0 T2:0")]
    assert told("normand", "tricks E10:0")[-1] == ("E", "capot", 40)
    assert said_to_be_unsourced("normand", "cards_points", "capot_points")


def test_variant_four_cards_are_won_by_both_partners() -> None:
    assert told("voleur", "tricks E2:0 T3:0 Y3:0")[-1] == ("T", "cards", 10)
    assert told("voleur", "tricks E4:0 T4:0")[-1] == ("E", "capot", 40)


def test_variant_three_end_at_a_hundred() -> None:
    assert [ends("normand", (99, 0, 0)), ends("normand", (100, 0, 0))] == [False, True]


def test_variant_four_end_at_a_hundred() -> None:
    assert [ends("voleur", (99, 0)), ends("voleur", (100, 0))] == [False, True]
    assert said_to_be_unsourced("voleur", "target")


@pytest.mark.parametrize(("base", "scores"), [("normand", (100, 3, 2)), ("voleur", (100, 3))])
def test_variant_three_money_and_fours_is_a_partie_from_each_loser(base: str, scores: tuple[int, ...]) -> None:
    players = tuple(Player(name) for name in "ABCD"[: PRESETS[base].players])
    settlement = play_partie(PartieRecord(PRESETS[base], players, (DealRecord(scores=scores),))).settlement
    assert settlement is not None
    assert (settlement.winner, settlement.points) == (0, 1)
    assert said_to_be_unsourced(base, "stakes")

    card = play(TableTerms(), len(players), [Won(settlement.winner, settlement.points)], PRESETS[base].sides)
    assert card.balances == ((2, -1, -1) if base == "normand" else (1, -1, 1, -1))


def test_variant_four_money_is_unsourced() -> None:
    assert said_to_be_unsourced("voleur", "stakes", "stake_rounding")
    assert source_of(TableTerms(), "stake") == "unsourced"


@pytest.mark.parametrize("base", ["normand", "voleur"])
def test_variant_three_rotation_goes_round(base: str) -> None:
    players = tuple(Player(name) for name in "ABCD"[: PRESETS[base].players])
    assert [seating(players, number)[Seat.ELDER].name for number in range(4)] == [
        players[number % len(players)].name for number in range(4)
    ]


def test_variant_four_rotation_keeps_partners_opposite() -> None:
    players = tuple(Player(name) for name in "ABCD")
    for number in range(4):
        seats = seating(players, number)
        assert {seats[Seat.ELDER].name, seats[Seat.THIRD].name} in ({"A", "C"}, {"B", "D"})


# Chouette and pool


def lost_by_the_box(**terms: Any) -> tuple[int, ...]:
    """Who play after the first in the box has lost to the second."""
    return play(ChouetteTerms(**terms), 3, [Won(1, 150)]).lineup.seats


@pytest.mark.parametrize("terms", [ChouetteTerms(), PoolTerms()], ids=["chouette", "pool"])
def test_variant_chouette_players_and_pools_are_three_or_more(terms: CompanyTerms) -> None:
    assert begin(terms, 5).lineup == Lineup((0, 1), (2, 3, 4))
    with pytest.raises(ContradictoryRules, match="three players or more"):
        begin(terms, 2)


def test_variant_pool_players_wait_for_their_turn() -> None:
    assert play(PoolTerms(), 4, [Won(0, 150)]).lineup == Lineup((0, 2), (3, 1))


@pytest.mark.parametrize("terms", [ChouetteTerms(rounding=Rounding.NONE), PoolTerms()], ids=["chouette", "pool"])
def test_variant_chouette_deal_and_pools_are_those_of_any_rules_for_two(terms: CompanyTerms) -> None:
    for rules in PRESETS.values():
        if rules.players == 2:
            validate(terms, rules, 3)
        else:
            with pytest.raises(ContradictoryRules, match="between two"):
                validate(terms, rules, 3)


def test_variant_pool_deal_is_precisely_the_base_game() -> None:
    validate(PoolTerms(), PORTLAND, 3)
    validate(PoolTerms(), PRESETS["cent-32"], 3)


@pytest.mark.parametrize("terms", [ChouetteTerms(), PoolTerms()], ids=["chouette", "pool"])
def test_variant_chouette_end_and_pools_is_one_partie_a_turn(terms: CompanyTerms) -> None:
    players = tuple(Player(name) for name in "ABC")
    company = play_company(CompanyRecord(PORTLAND, players, terms, (TurnRecord(result=Won(0, 150)),)))
    assert [type(each) for each in company.parties] == [CompanyPartie]
    assert company.card.lineup.seats == (0, 2)


def test_variant_pool_end_of_a_partie_is_all_that_ends() -> None:
    assert len(play(PoolTerms(), 3, [Won(0, 1)] * 7).turns) == 7


def test_variant_chouette_money_is_double_for_the_box_and_rounded_to_tens() -> None:
    """The scoring card of Cavendish: A wins 190 and C 310, B loses 500."""
    card = [Won(0, 150), Won(0, 416), Won(1, 476), Won(1, 141), Won(0, 126)]
    assert play(ChouetteTerms(), 3, card).balances == (190, -500, 310)
    assert play(ChouetteTerms(rounding=Rounding.NONE), 3, [Won(0, 126)]).balances == (252, -126, -126)
    assert play(ChouetteTerms(share=2), 3, [Won(0, 150)]).balances == (600, -300, -300)
    assert source_of(ChouetteTerms(), "rounding") != "unsourced" != source_of(ChouetteTerms(), "share")


def test_variant_chouette_rotation_is_a_choice() -> None:
    assert lost_by_the_box() == (1, 2)
    assert lost_by_the_box(next_box=NextBox.ADVISER) == (2, 1)
    assert play(ChouetteTerms(), 3, [Won(0, 150)]).lineup.seats == (0, 2)


def test_variant_chouette_choice_of_deal_and_cards_is_the_boxs() -> None:
    assert words_of(ChouetteTerms(), "choice") == "the box"
    assert source_of(ChouetteTerms(), "choice") != "unsourced"


def test_variant_chouette_draw_is_played_again_by_the_same_two_or_not() -> None:
    drawn = [Won(None, 0)]
    assert play(ChouetteTerms(), 3, drawn).lineup.seats == (0, 1)
    assert play(ChouetteTerms(after_draw=AfterDraw.NEXT_ADVISER), 3, drawn).lineup.seats == (0, 2)
    assert source_of(ChouetteTerms(), "after_draw") == "unsourced"


def test_variant_pool_money_goes_into_the_pool_and_out_of_it() -> None:
    for terms in (PoolTerms(), PoolTerms(stake=3, entry=2)):
        card = begin(terms, 3)
        for won in (Won(0, 150), Won(1, 80), Won(1, 90), Won(0, 10)):
            card = after(card, won)
            assert sum(card.balances) + card.held == 0
    assert source_of(PoolTerms(), "stake") != "unsourced"
    assert source_of(PoolTerms(), "entry") == "unsourced"


def test_variant_pool_rotation_is_a_choice() -> None:
    assert play(PoolTerms(), 3, [Won(0, 1)]).lineup.seats == (0, 2)
    assert play(PoolTerms(rises=Rises.WINNER, in_a_row=1), 3, [Won(0, 1)]).lineup.seats == (1, 2)
    assert source_of(PoolTerms(), "rises") == "unsourced"


def test_variant_pool_taken_by_who_beats_each_of_the_others_or_so_many() -> None:
    assert [turn.taken_by for turn in play(PoolTerms(), 3, [Won(0, 1), Won(0, 1)]).turns] == [None, 0]
    assert [turn.taken_by for turn in play(PoolTerms(in_a_row=1), 3, [Won(1, 1)]).turns] == [1]
    assert source_of(PoolTerms(), "in_a_row") == "unsourced"


def test_variant_pool_choice_of_deal_and_cards_is_unsourced() -> None:
    assert words_of(PoolTerms(), "choice") == "the winner of a cut"
    assert source_of(PoolTerms(), "choice") == "unsourced"


def test_variant_pool_draw_costs_nothing_or_both_a_stake() -> None:
    drawn = [Won(None, 0)]
    assert play(PoolTerms(), 3, drawn).balances == (0, 0, 0)
    assert play(PoolTerms(stakes_of_a_draw=True), 3, drawn).balances == (-1, -1, 0)
    assert source_of(PoolTerms(), "stakes_of_a_draw") == "unsourced"


def test_variant_company_changes_are_refused_and_another_card_begins() -> None:
    """A card has as many balances at its end as at its beginning."""
    assert len(play(PoolTerms(), 4, [Won(0, 1)] * 9).balances) == 4
    assert "V company_changes       refused: " in (coverage.__doc__ or "")


# Counterpique


def test_variant_counterpique_is_refused_for_it_is_another_game() -> None:
    """Its bids run from 21 to 104 by tricks and cards left, and it keeps two scores: there is no field for either."""
    assert "counterpique" not in PRESETS
    assert "V counterpique          refused: " in (coverage.__doc__ or "")
