"""Three players, and four in partnership: the phases of a deal, and who sits where."""

from dataclasses import replace

import pytest

from scorer.rules.deal import Deal, Phase, fold
from scorer.rules.house_rules import house_rules
from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import NotationError, Rule
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from scorer.rules.statements import TricksCounted, TrickTaken

NORMAND, VOLEUR = PRESETS["normand"], PRESETS["voleur"]


def deal_of(rules: Ruleset, log: str) -> Deal:
    return fold(rules, parse_log(log, rules)).require()


def test_a_seat_that_nobody_sits_in_is_refused_in_text_and_in_the_fold() -> None:
    with pytest.raises(NotationError, match=r"only three play under these rules$"):
        parse_log("F point 5 making 44", NORMAND)
    with pytest.raises(NotationError, match=r"only two play under these rules$"):
        parse_log("tricks T1", PORTLAND)
    with pytest.raises(NotationError, match="begins with E, Y or T"):
        parse_log("hello", NORMAND)
    for said in (TrickTaken(Seat.THIRD), TricksCounted(7, Seat.THIRD, 9)):
        refusal = fold(PORTLAND, (said,)).refusal
        assert refusal is not None
        assert refusal.rule is Rule.NO_SUCH_SEAT


def test_a_round_table_goes_from_exchange_to_calls_to_play_to_its_end() -> None:
    assert deal_of(NORMAND, "").phase is Phase.EXCHANGE
    assert deal_of(VOLEUR, "").phase is Phase.CALLS
    assert deal_of(NORMAND, "T exchange 1").phase is Phase.CALLS
    assert deal_of(NORMAND, "E no point").phase is Phase.CALLS
    assert deal_of(NORMAND, "tricks E1:1").phase is Phase.PLAY
    assert deal_of(NORMAND, "tricks E10:1").phase is Phase.OVER


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
