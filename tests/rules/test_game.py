"""The front door: a partie said statement by statement, what it shows, and what it refuses."""

import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

import scorer.rules as kernel
from scorer.rules import (
    PRESETS,
    Finding,
    Game,
    IllegalStatement,
    NotationError,
    PointClaim,
    SequenceClaim,
    SetClaim,
    WrongValue,
    agree,
    declare,
    parse_hand,
    parse_log,
)
from scorer.rules.cards import Rank, Suit
from scorer.rules.errors import MessageError
from scorer.rules.names import without_isolates
from scorer.rules.seats import Seat
from scorer.rules.statements import Called, effective, format_statement
from tests.rules.strategies import each_preset

CALLS = "E exchange 5; Y exchange 3; E point 5; Y good; E quint major; Y good; E no set"
WON = f"{CALLS}; tricks E12"
TWO_DEALS = [WON, "E exchange 5; Y exchange 3; E no point; E no sequence; E no set; tricks E6 Y6"]


def said(*deals: str, rules: str = "portland") -> Game:
    """A game of Ada and Ben in which these deals were said."""
    game = Game(rules, ["Ada", "Ben"])
    for log in deals:
        game.say(log)
    return game


def refusal(call: Callable[[], object], kind: type[MessageError]) -> str:
    """The message with which a call is refused."""
    with pytest.raises(kind) as refused:
        call()
    return without_isolates(str(refused.value.message))


def words(game: Game) -> list[str]:
    return [format_statement(each) for each in game.log]


# What is said


def test_a_partie_is_said_deal_by_deal() -> None:
    game = said(*TWO_DEALS)
    assert [scored.points for scored in game.deals] == [(103, 0), (7, 7)]
    assert game.score == {"Ada": 110, "Ben": 7}
    assert repr(game) == "<Game portland: Ada 110, Ben 7; deal 3, Ada is elder>"


def test_a_statement_may_be_said_as_words_as_a_value_or_as_an_answer() -> None:
    by_words = said("E exchange 5; Y exchange 3")
    by_value = said()
    for each in by_words.log:
        by_value.say(each)
    by_answer = said()
    ask = by_answer.asks()
    assert ask is not None
    by_answer.say(ask.answers[0])
    assert by_words == by_value == by_answer


def test_what_is_asked_after_the_end_of_a_deal_is_the_first_of_the_next() -> None:
    ask = said(WON).asks()
    assert ask is not None
    assert ask.words[0] == "E exchange 5; Y exchange 3"


def test_a_penalty_after_the_end_of_a_deal_names_it() -> None:
    game = said(WON)
    game.say("E reckons nothing", deal=0)
    assert game.score["Ada"] < said(WON).score["Ada"]
    assert len(game.deals) == 1


def test_a_deal_may_be_entered_by_its_totals() -> None:
    game = said(WON)
    game.enter(28, 23)
    assert game.score == {"Ada": 131, "Ben": 23}
    assert game.deal is None
    assert game.log == ()
    assert game.lines == ()


def test_a_partie_that_is_over_asks_nothing_and_is_settled() -> None:
    game = said()
    for _ in range(3):
        game.enter(40, 10)
        game.enter(12, 20)
    assert game.is_over
    assert game.asks() is None
    assert game.legal() == ()
    settlement = game.settlement
    assert settlement is not None
    assert settlement.winner == 0
    assert settlement.points == 346
    assert settlement.rubicon
    assert repr(game) == "<Game portland: Ada 156, Ben 90; over>"


# What was said wrongly


def test_a_statement_is_corrected_and_the_rest_stays() -> None:
    game = said(WON)
    game.correct(4, "E quint to king")
    assert "Y good" in words(game)
    assert game.score == said(WON.replace("major", "to king")).score


def test_the_replies_to_what_was_not_called_go_with_it() -> None:
    game = said(WON)
    game.correct(4)
    assert "Y good" not in [format_statement(each) for _, each in effective(game.log)][4:]
    assert game.score == said(WON.replace("; E quint major; Y good", "")).score


def test_what_was_left_out_is_inserted() -> None:
    without = WON.replace("E no set", "E trio of aces; Y good; E trio of kings")
    game = said(without.replace("; E trio of kings", ""))
    game.insert(8, "E trio of kings")
    assert game.score == said(without).score


def test_an_earlier_deal_is_corrected() -> None:
    game = said(*TWO_DEALS)
    game.correct(4, "E quint to king", deal=0)
    assert game.deals[1].points == (7, 7)
    assert game.score == said(WON.replace("major", "to king"), TWO_DEALS[1]).score


def test_what_does_not_fit_a_correction_is_refused_with_its_reason() -> None:
    game = said(WON)
    before = game.partie
    why = refusal(lambda: game.correct(3), IllegalStatement)
    assert why.startswith("younger has not yet answered elder’s point")
    assert game.partie is before, "the game is as it was"


def test_undo_takes_back_a_call_whole_and_leaves_states_alone() -> None:
    game = said(CALLS)
    before = game.partie
    game.say("tricks E6")
    game.undo()
    assert game.partie is before
    game.undo()
    assert refusal(game.undo, WrongValue) == (
        "nothing has been said yet, so there is nothing to undo"
    )


def test_a_copy_goes_its_own_way() -> None:
    game = said(CALLS)
    other = game.copy()
    other.say("tricks E12")
    assert not game.deals[0].is_over
    other.undo()
    assert other == game


# What is refused


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Game("portland", ["Ada"]), "players are two names"),
        (lambda: Game("portland", ["Ada", "Ada"]), "the two players need different names"),
        (lambda: Game("portland", ["Ada", ""]), "a name has 1 to 80 printable characters"),
        (
            lambda: Game("portland", ["Ada", "Ben"], elder="Cem"),
            "elder in the first deal is Ada or Ben: they play this partie",
        ),
        (lambda: said().say(""), "there is no statement in this"),
        (lambda: said(WON).say("E point 5", deal=1), "there is no deal 1: the deals are 0 to 0"),
        (
            lambda: said().enter(1),
            "the totals of a deal are 2 whole numbers from 0 to 9999",
        ),
        (
            lambda: said().enter(-1, 0),
            "the totals of a deal are 2 whole numbers from 0 to 9999",
        ),
        (
            lambda: said(CALLS).correct(99, "E point 5"),
            "deal 0 has no current statement at position 99",
        ),
    ],
)
def test_a_wrong_value_says_which_there_are(make: Callable[[], object], why: str) -> None:
    assert refusal(make, WrongValue) == why


def test_a_deal_from_totals_has_no_statements_to_check_or_to_add_to() -> None:
    game = said()
    game.enter(28, 23)
    why = "deal 0 has totals alone, and no statements"
    assert refusal(game.check, WrongValue) == why
    assert refusal(lambda: game.say("E point 5", deal=0), WrongValue) == why
    assert refusal(lambda: game.correct(0, "E point 5"), WrongValue) == why


def test_totals_wait_for_the_end_of_a_deal_in_progress() -> None:
    assert "deal 1 is not finished" in refusal(lambda: said(CALLS).enter(1, 2), IllegalStatement)


def test_what_the_rules_refuse_leaves_the_game_as_it_was() -> None:
    game = said(CALLS)
    before = game.partie
    refusal(lambda: game.say("tricks E3; Y quart"), IllegalStatement)
    assert game.partie is before


def test_words_that_are_none_are_refused_with_their_line() -> None:
    with pytest.raises(NotationError) as refused:
        said().say("E exchange 5\nY exhange 3")
    assert str(refused.value).startswith("2:3: ")


def test_other_objects_are_no_game() -> None:
    assert said() != "a game"
    with pytest.raises(TypeError):
        hash(said())


# Files


def test_a_game_is_written_and_read_back() -> None:
    game = Game("portland rubicon=120", ["Ada", "Ben"], elder="Ben")
    game.say(WON)
    game.enter(28, 23)
    assert Game.load(game.dump()) == game


def test_what_a_file_says_about_a_partie_is_kept() -> None:
    game = said(WON)
    game.played = "2026-11-29"
    game.note = "by the fire"
    game.about |= {"event": "Winter", "round": 3}
    again = Game.load(game.dump())
    assert again.played == "2026-11-29"
    assert again.note == "by the fire"
    assert again.about == {"event": "Winter", "round": 3}
    assert again.copy().dump() == game.dump()


def test_a_file_is_scored_by_other_rules() -> None:
    text = said(WON).dump()
    assert Game.load(text, rules="wikipedia").rules is PRESETS["wikipedia"]
    assert Game.load(text, rules=PRESETS["modern"]).score == {"Ada": 103, "Ben": 0}


def test_what_a_file_says_against_the_rules_has_its_line() -> None:
    text = 'players = ["A", "B"]\n[[deal]]\nlog = """\nE exchange 5\nE exchange 4\n"""\n'
    with pytest.raises(IllegalStatement) as refused:
        Game.load(text)
    assert refused.value.line == 5
    assert refused.value.column == 1


# What is shown


def test_partners_score_together() -> None:
    game = Game("voleur", ["Ann", "Bea", "Cem", "Dan"])
    assert game.players == ("Ann", "Bea", "Cem", "Dan")
    assert game.score == {"Ann and Cem": 0, "Bea and Dan": 0}


def test_claims_are_checked_against_the_pack() -> None:
    assert said(WON).check().finding is Finding.POSSIBLE
    impossible = said(
        "E exchange 5; Y exchange 3; E point 5; Y not good; E no sequence; "
        "E quatorze of aces; Y good; Y point 8"
    )
    assert impossible.check(0).finding is Finding.IMPOSSIBLE


class Cells(HTMLParser):
    """The text of each cell of a table, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.found.append(without_isolates(data))


def test_a_notebook_shows_every_line_with_its_law_and_the_settlement() -> None:
    game = Game("portland", ["<Ada>", "Ben"])
    game.say(WON)
    for _ in range(5):
        game.enter(1, 2)
    html = game._repr_html_()
    assert "<Ada>" not in without_isolates(html), "names are escaped"
    cells = Cells(html).found
    at = cells.index("quint major")
    assert "Settlement" not in said(WON)._repr_html_(), "it is not over"
    assert cells[at - 2 : at + 3] == ["<Ada>", "15", "quint major", "Law 63", "20"]
    assert "Deal 2: <Ada> 104, Ben 2 (from totals)" in cells
    assert cells[cells.index("Settlement") :][:3] == ["Settlement", "step", "law"]


def test_a_state_is_short_to_print() -> None:
    game = said(CALLS)
    assert repr(game.partie) == "<Partie portland: Ada 20, Ben 0; deals: 1>"
    assert repr(game.deal) == f"<Deal portland, elder’s calls: {CALLS}>"
    assert repr(said().deal) == "<Deal portland, exchange: nothing said>"
    assert repr(Game("portland rubicon=120").rules) == "<Ruleset portland rubicon=120>"


def test_the_rows_of_a_partie_add_up_to_its_totals() -> None:
    game = said(*TWO_DEALS)
    game.enter(28, 23)
    for name, total in game.score.items():
        assert sum(row.points for row in game.rows() if row.player == name) == total
    assert [row for row in game.rows() if row.deal == 2] == [
        (2, Seat.ELDER, "Ada", "totals", 28, ""),
        (2, Seat.YOUNGER, "Ben", "totals", 23, ""),
    ]
    (quint,) = (row for row in game.rows() if row.kind == "sequence")
    assert quint == (0, Seat.ELDER, "Ada", "sequence", 15, "Law 63")


def test_the_total_of_partners_is_one_row() -> None:
    game = Game("voleur", ["Ann", "Bea", "Cem", "Dan"])
    game.enter(20, 30)
    game.enter(1, 2)
    assert [(row.deal, row.seat.word, row.player, row.points) for row in game.rows()] == [
        (0, "elder", "Ann with Cem", 20),
        (0, "younger", "Bea with Dan", 30),
        (1, "elder", "Bea with Dan", 2),
        (1, "younger", "Ann with Cem", 1),
    ]


# Claims with more and with less detail


HEARTS = Suit.HEARTS


@pytest.mark.parametrize(
    ("one", "other", "may_be_the_same"),
    [
        (PointClaim(5, 49, HEARTS), PointClaim(5), True),
        (PointClaim(5, 49, HEARTS), PointClaim(5, 49), True),
        (PointClaim(5, 49, HEARTS), PointClaim(5, 48), False),
        (PointClaim(5, 49, HEARTS), PointClaim(5, 49, Suit.SPADES), False),
        (PointClaim(5, 49), PointClaim(6), False),
        (SequenceClaim(4, Rank.ACE, HEARTS), SequenceClaim(4), True),
        (SequenceClaim(4, Rank.ACE, HEARTS), SequenceClaim(4, Rank.KING), False),
        (SetClaim(4, Rank.ACE), SetClaim(4, Rank.ACE), True),
        (SetClaim(4, Rank.ACE), SetClaim(4, Rank.KING), False),
        (SequenceClaim(4), SetClaim(4, Rank.ACE), False),
    ],
)
def test_a_claim_agrees_with_one_that_says_less(
    one: PointClaim, other: PointClaim, *, may_be_the_same: bool
) -> None:
    assert agree(one, other) is may_be_the_same
    assert agree(other, one) is may_be_the_same


@each_preset
def test_every_declaration_of_a_hand_agrees_with_a_legal_call(preset: str) -> None:
    """So that a program that knows the cards finds what to say of them."""
    rules = PRESETS[preset]
    cards = parse_hand("AS KS QS JS TS AH AD KD QD AC KC QC")
    if rules.hand != len(cards) or rules.auction:
        pytest.skip("another size of hand, or a contract first")
    game = Game(rules)
    declared = declare(rules, cards)
    legal = [said.claim for said in game.legal() if isinstance(said, Called)]
    held = [claim for claim in (declared.point, *declared.sequences, *declared.sets) if claim]
    assert [claim for claim in held if not any(agree(claim, each) for each in legal)] == []


# The package


def test_the_kernel_needs_the_standard_library_alone() -> None:
    """And not even modules of it that reach files or the network for what it does."""
    script = (
        "import sys; from scorer.rules import Game, PRESETS; "
        "print(*sorted({each.partition('.')[0] for each in sys.modules}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    others = {each for each in loaded if each not in sys.stdlib_module_names}
    assert {each for each in others if not each.startswith(("_", "sitecustomize"))} <= {"scorer"}
    assert {"socket", "sqlite3", "http", "asyncio", "email"}.isdisjoint(loaded)


def test_everything_that_is_exported_is_there() -> None:
    assert [name for name in kernel.__all__ if not hasattr(kernel, name)] == []


def test_a_statement_of_the_kernel_is_what_a_log_reads() -> None:
    (said_,) = parse_log("E quart", PRESETS["portland"])
    assert isinstance(said_, Called)
