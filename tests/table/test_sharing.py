"""What is shared of a result: its text, and the marks of a deal in text and picture."""

from math import ceil
from typing import cast

import pytest

from scorer.rules.house_rules import rules_named
from scorer.rules.names import Name, without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, heading, play_partie, side_names
from scorer.rules.seats import Player
from scorer.table.marks import side_scores
from scorer.table.recording import Sheet
from scorer.table.sharing import shared_lines
from tests.rows import each_row

NAMES = ("Ada", "Ben", "Cem", "Dora")


class SheetLike:
    """What of a sheet a shared text reads."""

    def __init__(self, rules: str, deals: tuple[str, ...]) -> None:
        of = rules_named(rules)
        players = tuple(Player(Name(name)) for name in NAMES[: of.players])
        records = []
        for deal in deals:
            first, *scores = deal.split()
            if first == "scores":
                records.append(DealRecord(scores=tuple(map(int, scores))))
            else:
                records.append(DealRecord(parse_log(deal, of)))
        self.partie = play_partie(PartieRecord(of, players, tuple(records)))
        names = [player.name for player in players]
        self.sides = side_names(of, names)
        self.heading = heading(of, names)


def sheet(rules: str, *deals: str) -> Sheet:
    return cast("Sheet", SheetLike(rules, deals))


@each_row
def test_a_result_is_shared_line_by_line(rules: str, deals: tuple[str, ...], text: str) -> None:
    lines = shared_lines(sheet(rules, *deals))
    assert without_isolates("\n".join(map(str, lines))) == text.strip()


@pytest.mark.parametrize("points", [50, 17, 15, 13, 9, 4, 1])
def test_a_result_is_shared_in_at_most_eight_lines(points: int) -> None:
    """However many deals a partie to a hundred takes, from two to a hundred."""
    deals = ceil(100 / points)
    assert len(shared_lines(sheet("cent-36", *[f"scores {points} 0"] * deals))) <= 8


def test_a_blank_hand_that_is_blank_again_has_one_mark() -> None:
    partie = sheet(
        "portland carte_blanche_when=both", "E carte blanche; E exchange 5; E carte blanche"
    ).partie
    assert [str(mark) for mark in side_scores(partie, partie.deals[0])[0].marks] == [
        "carte blanche"
    ]


def test_a_carte_blanche_that_is_annulled_has_no_mark() -> None:
    partie = sheet("cent-36 carte_blanche_both=annul", "E carte blanche; Y carte blanche").partie
    assert [side.marks for side in side_scores(partie, partie.deals[0])] == [[], []]
