"""The oracle itself agrees with the deals that were printed with every card."""

from __future__ import annotations

import pytest

from tests.oracle.cards import Card, Claims, full
from tests.oracle.laws import GAMES
from tests.oracle.scoring import Facts, Trick, score

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = "6789TJQKA"


def card(code: str) -> Card:
    return RANKS.index(code[0]) + 6, SUITS[code[1]]


def facts(elder: str, younger: str, winners: str, blank: str = "", **left_unsaid: str) -> Facts:
    """A deal in which all was called but what was *left_unsaid*; *winners* is who won each trick, E or Y."""
    claims = []
    for seat, hand in (("E", elder), ("Y", younger)):
        called = full(GAMES["portland"], frozenset(map(card, hand.split())), blank=seat in blank)
        without = left_unsaid.get(seat, "").split()
        claims.append(
            Claims(
                called.hand,
                called.blank,
                None if "point" in without else called.point,
                () if "runs" in without else called.runs,
                () if "sets" in without else called.sets,
            )
        )
    leaders = "E" + winners
    tricks = tuple(Trick("EY".index(lead), "EY".index(won)) for lead, won in zip(leaders, winners, strict=False))
    return Facts(tuple(claims), tricks)


CAVENDISH = facts("AS JS 9S 8S AH KH QH JH 8H JC 9C KD", "QS TS TH AC KC QC TC AD QD JD TD 7D", "EEEEEYYYYYEE")
CARD_GAME_HEAVEN = facts(
    "KD QD JD TD 9D 8D KS QS AH KH QH 8C", "AD AS JS TS 9S 8S 7S JH 9H 7H AC KC", "YYEEEEEEEEEY", Y="point", E="sets"
)
MOST = facts("AS KS QS AH KH QH AD KD QD AC KC QC", "JS TS 8S JH TH 9H JD TD 9D JC TC 9C", "E" * 12)


@pytest.mark.parametrize(
    ("rules", "deal", "points"),
    [
        pytest.param("portland", CAVENDISH, [28, 23], id="Cavendish's worked deal"),
        pytest.param("card-game-heaven", CARD_GAME_HEAVEN, [46, 9], id="Card Game Heaven's worked deal"),
        pytest.param("portland", CARD_GAME_HEAVEN, [46, 8], id="the same by the club's count"),
        pytest.param("portland", MOST, [170, 0], id="the most that Hoyle knows of"),
    ],
)
def test_a_printed_deal_has_its_printed_score(rules: str, deal: Facts, points: list[int]) -> None:
    assert score(GAMES[rules], deal).points == points
