"""Three players, and four in partnership: calls round the table, sides, seats and totals."""

from dataclasses import replace

import pytest

from scorer.rules.deal import ALONE, Deal, Phase, fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import house_rules
from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.notation.document import format_partie, parse_partie
from scorer.rules.partie import DealRecord, PartieRecord
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import NotationError, Rule
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player, Seat
from scorer.rules.statements import TricksCounted, TrickTaken
from tests.rows import beside, each_row

NORMAND, VOLEUR = PRESETS["normand"], PRESETS["voleur"]
PASSED = "E no point; E no sequence; E no set"
PLAYERS = tuple(Player(name) for name in ("Ada", "Ben", "Cem", "Dora"))


def deal_of(rules: Ruleset, log: str, setting: Setting = ALONE) -> Deal:
    return fold(rules, parse_log(log, rules), setting).require()


def passing(*letters: str) -> str:
    """All three classes passed over by these seats."""
    return "; ".join(PASSED.replace("E ", f"{letter} ") for letter in letters)


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


DOCUMENT: str = beside(__file__)["document"]


def test_a_partie_of_four_is_read_and_written() -> None:
    document = parse_partie(DOCUMENT)
    assert document.record.deals[0].scores == (30, 12)
    assert format_partie(document.record) == DOCUMENT
    three = PartieRecord(NORMAND, PLAYERS[:3], (DealRecord(scores=(1, 2, 3)),))
    assert parse_partie(format_partie(three)).record == three
    assert parse_partie('rules = "normand"').record.players == tuple(Player(name) for name in "ABC")
    assert parse_partie('rules = "voleur"').record.players == tuple(Player(name) for name in "ABCD")


@each_row("text", "message")
def test_a_partie_that_is_written_wrong(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"{message}$"):
        parse_partie(text)


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
