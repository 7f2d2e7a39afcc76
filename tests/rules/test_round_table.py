"""Three players, and four in partnership: calls round the table, sides, seats and totals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.rules.claims import Category
from scorer.rules.deal import ALONE, Deal, Phase, fold
from scorer.rules.deal_state import Setting
from scorer.rules.errors import ContradictoryRules, NotationError
from scorer.rules.house_rules import house_rules
from scorer.rules.legal import legal_next
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.notation.document import format_partie, parse_partie
from scorer.rules.partie import DealRecord, PartieRecord, play_partie, seating
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule, Settling
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import BySeat, Player, Seat
from scorer.rules.sentences import IllegalStatement, line_sentence, seat_names, step_sentence
from scorer.rules.statements import TricksCounted, TrickTaken
from scorer.rules.watch import watch

NORMAND, VOLEUR = PRESETS["normand"], PRESETS["voleur"]
PASSED = "E no point; E no sequence; E no set"
PLAYERS = tuple(Player(name) for name in ("Ada", "Ben", "Cem", "Dora"))


def deal_of(rules: Ruleset, log: str, setting: Setting = ALONE) -> Deal:
    return fold(rules, parse_log(log, rules), setting).require()


def refused(rules: Ruleset, log: str, setting: Setting = ALONE) -> Rule:
    folded = fold(rules, parse_log(log, rules), setting)
    assert folded.refusal is not None
    assert folded.position == len(parse_log(log, rules)) - 1
    return folded.refusal.rule


def told(deal: Deal) -> list[tuple[str, str, int, int]]:
    return [(line.seat.letter, line.kind.value, line.points, line.running) for line in deal.lines]


def passing(*letters: str) -> str:
    """All three classes passed over by these seats."""
    return "; ".join(PASSED.replace("E ", f"{letter} ") for letter in letters)


def test_the_best_claim_of_each_class_is_good_wherever_it_sits() -> None:
    log = (
        "E point 5 making 44; E trio of aces; Y point 5 making 48; Y quint to queen; Y trio of kings;"
        "T quatorze of tens; T quint to knave"
    )
    assert told(deal_of(NORMAND, log)) == [
        ("Y", "point", 5, 5),
        ("Y", "sequence", 15, 20),
        ("T", "set", 14, 14),
    ]


def test_all_of_the_holders_lesser_runs_and_sets_count_and_nobody_elses() -> None:
    log = "E tierce major; E tierce to nine; Y tierce to queen; T trio of aces; T trio of tens; E trio of kings"
    assert told(deal_of(NORMAND, log)) == [
        ("E", "sequence", 3, 3),
        ("E", "sequence", 3, 6),
        ("T", "set", 3, 3),
        ("T", "set", 3, 6),
    ]


def test_an_equal_best_of_two_sides_is_nobodys() -> None:
    log = "E point 5 making 48; Y point 5 making 48; T point 4 making 41; Y quart major; T quart major; E tierce major"
    assert told(deal_of(NORMAND, log)) == []
    one = house_rules(NORMAND, {"sequence_tie": "tied_only"})
    assert told(deal_of(one, log)) == [("E", "sequence", 3, 3)]


def test_a_player_whose_own_two_runs_are_equal_keeps_both() -> None:
    assert told(deal_of(NORMAND, "E tierce major; E tierce major; Y tierce to king")) == [
        ("E", "sequence", 3, 3),
        ("E", "sequence", 3, 6),
    ]


def test_both_partners_count_what_goes_with_the_best_of_their_side() -> None:
    log = "E quint major; Y quart to king; T tierce to ten; T trio of aces; F quatorze of kings; Y trio of tens"
    assert told(deal_of(VOLEUR, log)) == [
        ("E", "sequence", 15, 15),
        ("T", "sequence", 3, 18),
        ("Y", "set", 3, 3),
        ("F", "set", 14, 17),
    ]
    alone = house_rules(VOLEUR, {"lesser_count": "holder"})
    assert [line[:3] for line in told(deal_of(alone, log))] == [("E", "sequence", 15), ("F", "set", 14)]


def test_partners_who_are_level_do_not_void_their_class() -> None:
    assert told(deal_of(VOLEUR, "E quart major; T quart major; Y tierce major")) == [
        ("E", "sequence", 4, 4),
        ("T", "sequence", 4, 8),
    ]


def test_where_all_count_their_own_everybody_does() -> None:
    rules = house_rules(NORMAND, {"losers_in_class": "all_valid"})
    assert told(deal_of(rules, "E tierce to king; Y quart major; T trio of aces; E trio of tens")) == [
        ("E", "sequence", 3, 3),
        ("Y", "sequence", 4, 4),
        ("E", "set", 3, 6),
        ("T", "set", 3, 3),
    ]


@pytest.mark.parametrize(
    ("rules", "log", "rule"),
    [
        (VOLEUR, "E point 4 making 40; T point 4 making 40", Rule.PARTNER_HAS_POINT),
        (VOLEUR, "E point 3 making 29", Rule.POINT_TOO_LOW),
        (VOLEUR, "F exchange 1", Rule.DOES_NOT_EXCHANGE),
        (NORMAND, "E exchange 1", Rule.DOES_NOT_EXCHANGE),
        (NORMAND, "T exchange 3", Rule.EXCHANGE_LIMIT),
        (NORMAND, "T exchange 2; T exchange 2", Rule.SAID_ALREADY),
        (NORMAND, "E point 5 making 44; T exchange 1", Rule.CALLS_BEGUN),
        (NORMAND, "E point 5", Rule.SAY_PIPS),
        (NORMAND, "E tierce", Rule.SAY_HEAD),
        (NORMAND, "E point 5 making 44; E point 4 making 40", Rule.ONE_POINT),
        (NORMAND, "E trio of aces; E quatorze of aces", Rule.RANK_CALLED),
        (NORMAND, "E huitieme major; E tierce major", Rule.TOO_MANY_CARDS),
        (NORMAND, "E no set; E trio of aces", Rule.HAS_DECLINED),
        (NORMAND, "E trio of aces; E no set", Rule.HAS_DECLINED),
        (NORMAND, "tricks E1:1; Y trio of aces", Rule.OMITTED),
        (NORMAND, "tricks E1:1; Y no set", Rule.PLAY_BEGUN),
        (NORMAND, "E trio of aces; tricks E1:1; E withdraws trio of aces", Rule.PLAY_BEGUN),
        (NORMAND, "E withdraws trio of aces", Rule.NOT_CLAIMED),
        (NORMAND, "E false trio of aces", Rule.NOT_CLAIMED),
        (NORMAND, "E point 5 making 44; Y good", Rule.FOR_TWO),
        (NORMAND, "Y how many", Rule.FOR_TWO),
        (NORMAND, "E making 44", Rule.FOR_TWO),
        (NORMAND, "E to ace", Rule.FOR_TWO),
        (NORMAND, "E reckons nothing; Y waives", Rule.FOR_TWO),
        (NORMAND, "E short 1", Rule.FOR_TWO),
        (NORMAND, "E concedes", Rule.FOR_TWO),
        (NORMAND, "count E7 last E play 9", Rule.FOR_TWO),
        (NORMAND, "tricks E1", Rule.SAY_TENS),
        (NORMAND, "tricks E1:2", Rule.TENS_LIMIT),
        (NORMAND, "E carte blanche; Y carte blanche; T carte blanche", Rule.TWO_BLANKS),
        (VOLEUR, "E carte blanche", Rule.NOT_PLAYED),
    ],
)
def test_what_is_refused(rules: Ruleset, log: str, rule: Rule) -> None:
    assert refused(rules, log) is rule


def test_a_seat_that_nobody_sits_in_is_refused_in_text_and_in_the_fold() -> None:
    with pytest.raises(NotationError, match="only three play under these rules"):
        parse_log("F point 5 making 44", NORMAND)
    with pytest.raises(NotationError, match="only two play under these rules"):
        parse_log("tricks T1", PORTLAND)
    with pytest.raises(NotationError, match="begins with E, Y or T"):
        parse_log("hello", NORMAND)
    for said in (TrickTaken(Seat.THIRD), TricksCounted(7, Seat.THIRD, 9)):
        refusal = fold(PORTLAND, (said,)).refusal
        assert refusal is not None
        assert refusal.rule is Rule.NO_SUCH_SEAT


def test_two_cartes_blanches_of_three_both_score_or_annul_each_other() -> None:
    both = "E carte blanche; T carte blanche"
    assert told(deal_of(NORMAND, both)) == [("E", "carte_blanche", 10, 10), ("T", "carte_blanche", 10, 10)]
    annulled = deal_of(house_rules(NORMAND, {"carte_blanche_both": "annul"}), both)
    assert annulled.score == BySeat((0, 0, 0))


def test_the_phases() -> None:
    assert deal_of(NORMAND, "").phase is Phase.EXCHANGE
    assert deal_of(VOLEUR, "").phase is Phase.CALLS
    assert deal_of(NORMAND, "T exchange 1").phase is Phase.CALLS
    assert deal_of(NORMAND, "E no point").phase is Phase.CALLS
    assert deal_of(NORMAND, "tricks E1:1").phase is Phase.PLAY
    assert deal_of(NORMAND, "tricks E10:1").phase is Phase.OVER


def test_a_repique_waits_until_nobody_else_can_bar_it() -> None:
    calls = "E quint major; E trio of aces; E no point"
    assert LineKind.REPIQUE not in [line.kind for line in deal_of(NORMAND, f"{calls}; E trio of kings").lines]
    waits = f"E quint major; E point 5 making 51; {passing('Y')}"
    assert deal_of(NORMAND, waits).score == BySeat((20, 0, 0))
    (open_repique,) = [each for each in watch(deal_of(NORMAND, waits)) if each.kind is LineKind.REPIQUE]
    assert open_repique.closed_by == (Category.POINT, Category.SEQUENCE)
    whole = deal_of(NORMAND, f"{waits}; {passing('T')}")
    assert whole.score == BySeat((90, 0, 0))
    assert line_sentence(whole.lines[-1], seat_names(3)).startswith("repique: twenty, ninety; twenty in hand before")
    assert watch(whole) == ()


def test_a_third_hand_that_is_good_earlier_bars_the_repique() -> None:
    log = f"E quint major; E quatorze of aces; T point 5 making 48; {passing('Y')}; T no sequence; T no set"
    assert deal_of(NORMAND, log).score == BySeat((29, 0, 5))


def test_the_twenty_of_partners_is_made_together() -> None:
    log = f"E quint major; T quart major; T no point; T no set; E no point; E no set; {passing('Y', 'F')}"
    assert told(deal_of(VOLEUR, f"{log}; E quart to nine".replace("; E quart to nine", ""))) == [
        ("E", "sequence", 15, 15),
        ("T", "sequence", 4, 19),
    ]
    made = deal_of(VOLEUR, f"{log}; T tierce to nine")
    assert told(made)[-1] == ("T", "repique", 70, 92)
    anything = deal_of(VOLEUR, f"E quint major; T quint major; F trio of tens; {passing('Y')}")
    assert LineKind.REPIQUE not in [line.kind for line in anything.lines]


def test_a_pique_of_elders_side_and_what_bars_it() -> None:
    made = deal_of(VOLEUR, f"E quint major; T tierce to nine; {passing('Y', 'F')}; tricks E1:1 E1:1")
    assert told(made)[-2:] == [("E", "lead", 2, 20), ("E", "pique", 40, 60)]
    barred = deal_of(VOLEUR, f"E quint major; T tierce to nine; {passing('Y', 'F')}; tricks E1:1 Y1:1 T1:1")
    assert LineKind.PIQUE not in [line.kind for line in barred.lines]
    (open_pique,) = watch(deal_of(VOLEUR, f"E quint major; T tierce to nine; {passing('Y', 'F')}; tricks E1:1"))
    assert (open_pique.kind, open_pique.points, open_pique.needs) == (LineKind.PIQUE, 19, 1)


def test_tricks_of_three_lead_and_win_as_of_two() -> None:
    deal = deal_of(NORMAND, "tricks E1:1 Y1:2 T1:1 T1:0 E1:2 Y1:0 Y1:1 E1:2 E1:1 E1:1")
    assert deal.tricks == BySeat((5, 3, 2))
    # elder leads 1, 2, 6, 9 and 10, of which 2 and 6 are lost; the second player wins tricks 2 and 3, and so on
    assert [line.points for line in deal.lines if line.kind is LineKind.CARDS] == [10]
    assert [line[:3] for line in told(deal)] == [
        ("E", "lead", 4),
        ("Y", "lead", 2),
        ("T", "lead", 1),
        ("E", "trick", 2),
        ("Y", "trick", 1),
        ("T", "trick", 1),
        ("E", "last", 1),
        ("E", "cards", 10),
    ]


def test_the_cards_go_to_the_most_tricks_and_to_nobody_where_two_are_level() -> None:
    level = deal_of(NORMAND, "tricks E4:0 Y4:0 T2:0")
    assert [line.kind for line in level.lines] == [LineKind.LAST]
    fewer_than_half = deal_of(NORMAND, "tricks E4:0 Y3:0 T3:0")
    assert told(fewer_than_half)[-1][:3] == ("E", "cards", 10)


def test_partners_take_the_cards_and_the_capot_together() -> None:
    cards = deal_of(VOLEUR, "tricks E2:0 T3:0 Y3:0")
    assert told(cards)[-1] == ("T", "cards", 10, 10)
    capot = deal_of(VOLEUR, "tricks E5:0 T3:0")
    assert told(capot)[-1] == ("E", "capot", 40, 41)
    assert deal_of(VOLEUR, "tricks E4:0 Y4:0").lines[-1].kind is LineKind.LAST


def test_a_false_claim_leaves_the_best_of_the_rest_and_lets_others_call_late() -> None:
    before = "E quatorze of aces; Y trio of kings; tricks E1:1"
    assert deal_of(NORMAND, before).score == BySeat((15, 0, 0))
    found = f"{before}; E false quatorze of aces"
    assert deal_of(NORMAND, found).score == BySeat((1, 3, 0))
    assert deal_of(NORMAND, f"{found}; T quatorze of tens").score == BySeat((1, 0, 14))
    full = house_rules(NORMAND, {"penalties": "full"})
    assert deal_of(full, found).score == BySeat((0, 3, 0))
    assert deal_of(full, before.replace("; tricks E1:1", "; E false quatorze of aces")).score == BySeat((0, 3, 0))


def test_a_call_taken_back_may_be_called_anew() -> None:
    log = "E trio of aces; E withdraws trio of aces; E trio of kings"
    assert told(deal_of(NORMAND, log)) == [("E", "set", 3, 3)]


def test_what_was_shown_on_demand_is_not_taken_back() -> None:
    rules = house_rules(NORMAND, {"show_duty": "on_demand"})
    shown = "E trio of aces; E proves trio of aces"
    assert told(deal_of(rules, shown)) == [("E", "set", 3, 3)]
    assert refused(rules, f"{shown}; E withdraws trio of aces") is Rule.PROVED
    assert refused(rules, f"{shown}; E false trio of aces") is Rule.PROVED


def test_a_seat_under_penalty_scores_nothing_and_still_bars() -> None:
    log = f"E quint major; E point 5 making 51; {passing('Y')}; T point 6 making 60; T reckons nothing"
    deal = deal_of(NORMAND, log)
    assert deal.score == BySeat((15, 0, 0))
    assert deal.lines[0].bars


def test_a_carte_rouge_of_ten_cards() -> None:
    rules = house_rules(NORMAND, {"carte_rouge": 20})
    log = "E sixieme major; E quatorze of tens; E carte rouge"
    assert told(deal_of(rules, log))[-1] == ("E", "carte_rouge", 20, 50)
    assert refused(rules, "E sixieme major; E carte rouge") is Rule.NOT_EVERY_CARD


def test_the_race_to_a_hundred_stops_at_once_class_by_class() -> None:
    near = Setting(final=False, before=BySeat((96, 98, 90)), target=100)
    log = "E point 5 making 51; Y tierce major; Y no point; T no point"
    assert deal_of(NORMAND, log.removesuffix("; T no point"), near).stopped is None
    deal = deal_of(NORMAND, log, near)
    assert deal.stopped is Seat.ELDER
    assert told(deal) == [("E", "point", 5, 5)]
    waits = deal_of(NORMAND, "E tierce major; E no point", near)
    assert waits.stopped is None
    partners = Setting(final=False, before=BySeat((98, 90)), target=100)
    third = f"{passing('E', 'Y', 'F')}; T tierce major"
    assert deal_of(VOLEUR, third, partners).stopped is Seat.THIRD


def test_who_sits_where_and_whose_points_they_are() -> None:
    three = PLAYERS[:3]
    assert [seating(three, number)[Seat.ELDER].name for number in range(4)] == ["Ada", "Ben", "Cem", "Ada"]
    logs = tuple(DealRecord(parse_log(log, NORMAND)) for log in ("tricks E6:0 Y2:0 T2:0", "tricks E6:0 Y2:0 T2:0"))
    partie = play_partie(PartieRecord(NORMAND, three, logs))
    assert [scored.points for scored in partie.deals] == [(10, 0, 1), (1, 10, 0)]
    assert partie.totals == (11, 10, 1)
    four = play_partie(PartieRecord(VOLEUR, PLAYERS, (DealRecord(parse_log("tricks E4:0 T4:0", VOLEUR)),) * 2))
    assert [scored.points for scored in four.deals] == [(41, 0), (0, 41)]


def test_the_winner_has_a_partie_of_each_of_the_others() -> None:
    deals = (DealRecord(scores=(60, 20, 30)), DealRecord(scores=(10, 20, 80)))
    partie = play_partie(PartieRecord(NORMAND, PLAYERS[:3], deals))
    settlement = partie.settlement
    assert settlement is not None
    assert (settlement.winner, settlement.points) == (2, 1)
    names = [player.name for player in PLAYERS[:3]]
    assert [step_sentence(step, names) for step in settlement.steps] == ["Cem has reached 100, with 110"]
    assert [step.settling for step in settlement.steps] == [Settling.REACHED]


def test_level_past_the_post_plays_on_and_two_past_it_cannot_be_told() -> None:
    finish = house_rules(NORMAND, {"stop_rule": "finish_deal"})
    level = play_partie(PartieRecord(finish, PLAYERS[:3], (DealRecord(scores=(100, 100, 20)),)))
    assert level.settlement is None
    over = play_partie(PartieRecord(finish, PLAYERS[:3], (DealRecord(scores=(100, 101, 20)),)))
    assert over.settlement is not None
    with pytest.raises(IllegalStatement) as error:
        play_partie(PartieRecord(NORMAND, PLAYERS[:3], (DealRecord(scores=(100, 101, 20)),)))
    assert error.value.refusal.rule is Rule.RACE_UNKNOWN


@pytest.mark.parametrize("rules", [PORTLAND, VOLEUR], ids=["two", "four"])
def test_rules_are_for_as_many_as_play(rules: Ruleset) -> None:
    with pytest.raises(IllegalStatement) as error:
        play_partie(PartieRecord(rules, PLAYERS[:3]))
    assert error.value.refusal.rule is Rule.OTHER_PLAYERS


DOCUMENT = '''rules = "voleur"
players = ["Ada", "Ben", "Cem", "Dora"]

[[deal]]
scores = { Ada = 30, Ben = 12 }

[[deal]]
log = """
F point 4 making 41
tricks E1:1
"""
'''


def test_a_partie_of_four_is_read_and_written() -> None:
    document = parse_partie(DOCUMENT)
    assert document.record.deals[0].scores == (30, 12)
    assert format_partie(document.record) == DOCUMENT
    three = PartieRecord(NORMAND, PLAYERS[:3], (DealRecord(scores=(1, 2, 3)),))
    assert parse_partie(format_partie(three)).record == three
    assert parse_partie('rules = "normand"').record.players == tuple(Player(name) for name in "ABC")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('rules = "normand"\nplayers = ["Ada", "Ben"]', "players are three names"),
        ('rules = "normand"\nplayers = ["Ada", "Ben", "Ada"]', "the three players need different names"),
        (DOCUMENT.replace("Ben = 12", "Cem = 12"), "scores give the points of Ada and of Ben"),
    ],
)
def test_a_partie_that_is_written_wrong(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_partie(text)


@pytest.mark.parametrize(
    ("base", "changes", "reason"),
    [
        (NORMAND, {"players": 5}, "two, three or four players"),
        (NORMAND, {"sides": 2}, "each for himself, four in two sides"),
        (NORMAND, {"talon": 8}, "three hands of 10 and a talon of 8"),
        (NORMAND, {"point_pips": "on_tie"}, "pips and heads are always said"),
        (NORMAND, {"nought": True}, "held against one other hand"),
        (NORMAND, {"parties_to_win": 3}, "one partie to a number of points"),
        (NORMAND, {"pique_order": "chronological"}, "points are taken class by class"),
        (NORMAND, {"cards_to_pique": "at_seventh_trick"}, "the seventh trick is for two"),
        (NORMAND, {"penalties": "strict"}, "only an answered call binds"),
        (NORMAND, {"equality_blocks": True}, "nobody answers round the table"),
        (NORMAND, {"lurch": True}, "a lurch is between two sides"),
        (NORMAND, {"elder_exchange_max": 2}, "the dealer alone exchanges"),
        (NORMAND, {"dealer_exchange_max": 3}, "within the talon"),
        (
            NORMAND,
            {"trick_count": "two_for_capture", "trick_min_rank": "seven", "first_lead": "always"},
            "only between two",
        ),
        (PORTLAND, {"dealer_exchange_max": 2}, "not the dealer alone"),
        (PORTLAND, {"lesser_count": "side"}, "partners belong to rules for four"),
        (PORTLAND, {"point_min_pips": 30}, "needs its pips always said"),
        (VOLEUR, {"point_min_pips": 90}, "no more than 75 pips"),
        (VOLEUR, {"auction": True}, "bid for between two players"),
    ],
)
def test_house_rules_that_cannot_be(base: Ruleset, changes: dict[str, object], reason: str) -> None:
    with pytest.raises(ContradictoryRules, match=reason):
        house_rules(base, changes)


@pytest.mark.parametrize("rules", [NORMAND, VOLEUR], ids=["three", "four"])
def test_every_card_may_count_and_whole_tricks_are_two_keys(rules: Ruleset) -> None:
    plain = house_rules(rules, {"trick_min_rank": "seven"})
    taken = [each for each in legal_next(deal_of(plain, "")) if isinstance(each, TrickTaken)]
    assert taken == [TrickTaken(seat) for seat in rules.seats]
    assert deal_of(plain, f"tricks E{rules.hand}").is_over


def test_the_seats_of_a_ruleset() -> None:
    assert VOLEUR.opponents(Seat.ELDER) == (Seat.YOUNGER, Seat.FOURTH)
    assert VOLEUR.partners(Seat.YOUNGER) == (Seat.FOURTH,)
    assert NORMAND.partners(Seat.YOUNGER) == ()
    assert (PORTLAND.dealer, NORMAND.dealer, VOLEUR.dealer) == (Seat.YOUNGER, Seat.THIRD, Seat.FOURTH)
    assert replace(VOLEUR, players=2).side_of == (0, 1)
