"""The holdings of one suit, as bits, and families of them."""

from __future__ import annotations

from scorer.rules.cards import Rank
from scorer.rules.checker.holdings import suit_of


def test_disjoint_backtracks_when_the_first_choice_leaves_nothing() -> None:
    suit = suit_of(Rank.SEVEN)
    seven, eight, nine = map(suit.bit, (Rank.SEVEN, Rank.EIGHT, Rank.NINE))

    assert suit.disjoint((suit.of((seven, eight)), suit.of((seven, nine)), suit.of((seven,)))) == (eight, nine, seven)
    assert suit.disjoint((suit.of((seven,)), suit.of((eight,)), suit.of((seven, eight)))) is None
