"""The count at the end: what its keys offer, and what agrees with tricks entered before."""

from collections.abc import Iterator
from itertools import product

import pytest

from scorer.rules.deal import Deal, fold
from scorer.rules.names import Name, without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.partie import PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.seats import BySeat, Player, Seat
from scorer.rules.sentences import Names
from scorer.table.dialogue import keys_of, question
from scorer.table.keys import Key, Question

ADA = Name("Ada")
BEN = Name("Ben")
NAMES: Names = BySeat((ADA, BEN))
TWENTY_FOUR = "E point 6; Y good; E quart; Y good; E quatorze of aces; Y good"
"""Ada has 24 in hand, and needs five tricks before Ben's first for a pique: Ada then leads for the
sixth point.
"""


def dealt(log: str, rules: str = "portland") -> Deal:
    ruleset = PRESETS[rules]
    setting = play_partie(PartieRecord(ruleset, (Player(ADA), Player(BEN)), ())).next_setting
    return fold(ruleset, parse_log(log, ruleset), setting).require()


def asked(deal: Deal, pick: str) -> Question:
    found = question(deal, NAMES, pick)
    assert found is not None
    return found


def labels(found: Question) -> list[str]:
    return [without_isolates(str(key.label)) for row in found.rows for key in row.keys]


def counted(deal: Deal, opened: str) -> Iterator[Deal]:
    """Yield the deal after every count that the keys behind *opened* record."""
    for pick in (picks := [opened, f"{opened}-more"]):
        for key in keys_of(asked(deal, pick)):
            if "count E" in key.said:
                log = deal.log + parse_log(key.said, deal.rules)
                yield fold(deal.rules, log, deal.setting).require()
            elif key.pick.startswith(f"{opened}-") and key.pick not in picks:
                picks.append(key.pick)


def outcome(deal: Deal) -> tuple[int, Seat, tuple[int, ...]]:
    """Return elder's tricks, who took the last, and the counts."""
    tricks = [trick.winner for trick in deal.state.tricks]
    return tricks.count(Seat.ELDER), tricks[-1], tuple(deal.score)


@pytest.mark.parametrize("rules", ["portland", "modern", "wikipedia", "four-deal"])
@pytest.mark.parametrize("tricks", ["E6", "E5 Y1", "Y1 E7", "E3 Y3 E3", "Y8 E1"])
def test_a_count_instead_of_tricks_offers_exactly_the_counts_that_agree_with_them(
    rules: str, tricks: str
) -> None:
    deal = dealt(f"{TWENTY_FOUR}; tricks {tricks}", rules)
    left = deal.rules.hand - len(deal.state.tricks)
    possible = set()
    for order in product("EY", repeat=left):
        one_by_one = "; ".join(f"tricks {winner}1" for winner in order)
        log = deal.log + parse_log(one_by_one, deal.rules)
        possible.add(outcome(fold(deal.rules, log, deal.setting).require()))
    assert {outcome(each) for each in counted(deal, "count")} == possible


def test_another_count_says_first_that_it_leaves_out_the_tricks_entered() -> None:
    deal = dealt(f"{TWENTY_FOUR}; tricks E6")
    behind = [key.pick for key in keys_of(asked(deal, "count-more"))]
    assert "recount" in behind
    found = asked(deal, "recount")
    assert without_isolates(str(found.heading)) == (
        "This leaves out the tricks that were entered. How many did Ada take?"
    )
    assert {elder for elder, _, _ in map(outcome, counted(deal, "recount"))} == set(range(13))


def test_a_number_that_a_pique_may_have_made_has_two_keys_with_both_finals() -> None:
    found = asked(dealt(TWENTY_FOUR), "count-9-E")
    keys = [key for row in found.rows for key in row.keys]
    assert without_isolates(str(found.heading)) == (
        "Ada took nine tricks, the last to Ada. The count?"
    )
    assert labels(found) == ["45 – 4", "75 – 4", "46 – 5", "76 – 5", "47 – 6", "77 – 6"]
    assert [str(key.note or "") for key in keys] == ["", "twenty-nine, sixty: pique"] * 3


def recorded(found: Question) -> list[str]:
    return [key.said.rpartition("; ")[2] for row in found.rows for key in row.keys]


def test_each_of_two_finals_records_the_first_tricks_that_make_it() -> None:
    """Who says "seventy-five, four" has not said how many came before the other's first."""
    found = asked(dealt(TWENTY_FOUR), "count-9-E")
    assert recorded(found)[:2] == [
        "count E9 last E play 11 first 0-4",
        "count E9 last E play 11 first 5-8",
    ]


@pytest.mark.parametrize(
    ("tricks", "first"), [("E6", "first 6-8"), ("E7", "first 7-8"), ("E7 Y1", "first 7")]
)
def test_a_count_instead_of_tricks_keeps_what_was_entered_of_the_first_ones(
    tricks: str, first: str
) -> None:
    found = asked(dealt(f"{TWENTY_FOUR}; tricks {tricks}"), "count-9-E")
    assert recorded(found)[0] == f"count E9 last E play 11 {first}"


def test_where_two_first_runs_score_the_same_by_other_lines_it_is_asked_which() -> None:
    """Under this count the first lead scores if it loses; Ben reckons nothing, so totals agree."""
    quint = "E point 5 making 49; Y good; E quint to ace; Y good"
    log = f"Y reckons nothing; {quint}; E trio of aces; Y good; E trio of kings"
    deal = dealt(log, "card-game-heaven")
    (final,) = (key for key in keys_of(asked(deal, "count-4-E")) if key.pick == "count-4-E-7-33")
    found = asked(deal, final.pick)
    assert without_isolates(str(found.heading)) == (
        "Ada took four tricks. How many before Ben’s first?"
    )
    assert labels(found) == ["0", "1 to 2"]


def test_a_pique_that_was_entered_leaves_only_counts_with_it() -> None:
    deal = dealt(f"{TWENTY_FOUR}; tricks E6")
    notes = [key.note for row in asked(deal, "count-9-E").rows for key in row.keys]
    assert notes
    assert all(str(note) == "twenty-nine, sixty: pique" for note in notes)


def test_who_took_the_last_is_asked_with_the_count_where_there_is_room() -> None:
    found = asked(dealt("E no point; E no sequence; E no set"), "count-7")
    captions = [without_isolates(str(row.caption)) for row in found.rows]
    assert captions == ["The last to Ada", "The last to Ben"]
    assert sum(len(row.keys) for row in found.rows) == 10


def test_a_count_is_in_the_column_of_the_winner_of_the_last_trick() -> None:
    deal = dealt("E no point; E no sequence; E no set")
    found = question(deal, BySeat((BEN, ADA)), "count-7", elder=1)
    assert found is not None
    captions = [(row.column, without_isolates(str(row.caption))) for row in found.rows]
    assert captions == [(1, "The last to Ada"), (2, "The last to Ben")]


def test_of_six_tricks_the_counts_that_every_lead_lost_makes_are_behind_something_else() -> None:
    """With them there would be thirteen targets."""
    deal = dealt("E no point; E no sequence; E no set")
    found = asked(deal, "count-6")
    assert without_isolates(str(found.heading)) == "Ada took six tricks. The count?"
    assert labels(found) == [
        *("8 – 7", "9 – 8", "10 – 9", "11 – 10", "12 – 11"),
        *("7 – 7", "8 – 8", "9 – 9", "10 – 10", "11 – 11"),
    ]
    (among,) = (str(key.note) for key in found.quiet)
    assert among == "higher"
    assert labels(asked(deal, "count-6-more")) == ["13 – 12", "12 – 12"]
    assert len(keys_of(found)) == 12


def test_of_six_tricks_who_took_the_last_is_asked_first_where_tricks_are_above_the_keys() -> None:
    deal = dealt("E no point; E no sequence; E no set; tricks E1")
    found = asked(deal, "recount-6")
    assert without_isolates(str(found.heading)) == "Ada took six tricks. Who took the last?"


def test_between_two_players_who_took_the_last_is_asked_alone() -> None:
    deal = dealt("E no point; E no sequence; E no set")
    found = question(deal, NAMES, "count-6", across=True)
    assert found is not None
    assert without_isolates(str(found.heading)) == "Ada took six tricks. Who took the last?"


def test_where_the_first_run_decides_nothing_it_is_not_asked_for() -> None:
    found = asked(dealt("E point 5; Y good; E no sequence; E no set"), "count-7-E")
    keys: list[Key] = [key for row in found.rows for key in row.keys]
    assert keys
    assert all(key.said for key in keys)


@pytest.mark.parametrize("pick", ["count-x", "count-13", "count-²", "count-7-T", "count-7-E-99"])
def test_a_count_that_no_key_opens_asks_for_the_trick(pick: str) -> None:
    found = asked(dealt(TWENTY_FOUR), pick)
    assert str(found.heading) == "Trick 1: who takes it?"
