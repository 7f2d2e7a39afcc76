"""
Random deals with honest statements, for rehearsals.

>>> from random import Random
>>> from scorer.rules.presets import PORTLAND
>>> log = honest_deal(PORTLAND, Random(1))
>>> log[:2]
('E exchange 5', 'Y exchange 3')
>>> from scorer.rules.deal import fold
>>> from scorer.rules.notation import parse_log
>>> fold(PORTLAND, parse_log("; ".join(log), PORTLAND)).require().is_over
True
"""

from __future__ import annotations

from collections import Counter
from random import Random

from ...rules.cards import Card
from ...rules.claims import CALLED, Better, Category, Claim, compare
from ...rules.hands import Declarations, declare
from ...rules.notation import format_statement
from ...rules.ruleset import Ruleset
from ...rules.seats import TWO, Seat
from ...rules.statements import Answer, Answered, Called, Exchanged, Statement, TrickTaken

TAKEN = (5, 3)
"""Cards that elder and younger exchange."""

_ANSWERS = {Better.YES: Answer.NOT_GOOD, Better.EQUAL: Answer.EQUAL, Better.NO: Answer.GOOD}


def honest_deal(rules: Ruleset, chance: Random) -> tuple[str, ...]:
    """
    Return the statements of one random deal in canonical form.

    Both players exchange their cheapest cards, call everything they hold, answer truthfully, and follow suit.

    Args:
        rules: with twelve cards a hand, calls and answers.
    """
    pack = list(rules.pack)
    chance.shuffle(pack)
    hands = [pack[: rules.hand], pack[rules.hand : 2 * rules.hand]]
    talon = pack[2 * rules.hand :]
    said: list[Statement] = []
    for seat, taken in zip(TWO, TAKEN, strict=True):
        hands[seat] = _kept(hands[seat], taken) + talon[:taken]
        talon = talon[taken:]
        said.append(Exchanged(seat, taken))
    said += _calls(declare(rules, hands[Seat.ELDER]), declare(rules, hands[Seat.YOUNGER]))
    said += [TrickTaken(seat) for seat in _tricks(hands, chance)]
    return tuple(format_statement(each) for each in said)


def _kept(hand: list[Card], taken: int) -> list[Card]:
    """Return the hand without its cheapest cards outside its longest suit."""
    lengths = Counter(card.suit for card in hand)
    return sorted(hand, key=lambda card: (lengths[card.suit], card.rank))[taken:]


def _claims(declared: Declarations, category: Category) -> list[Claim]:
    return [claim for claim, _ in declared.counted if claim is not None and claim.category is category]


def _calls(elder: Declarations, younger: Declarations) -> list[Statement]:
    said: list[Statement] = []
    after: list[Statement] = []
    for category in CALLED:
        mine, theirs = _claims(elder, category), _claims(younger, category)
        answer = Answer.NOT_GOOD
        if mine:
            answer = _ANSWERS[compare(theirs[0], mine[0])] if theirs else Answer.GOOD
            said += [Called(Seat.ELDER, mine[0]), Answered(Seat.YOUNGER, answer)]
        if answer is Answer.GOOD:
            said += [Called(Seat.ELDER, claim) for claim in mine[1:]]
        if answer is Answer.NOT_GOOD:
            after += [Called(Seat.YOUNGER, claim) for claim in theirs]
    return said + after


def _tricks(hands: list[list[Card]], chance: Random) -> list[Seat]:
    """
    Return who wins each trick: a leader leads anything; a follower wins as cheaply as possible or throws the lowest
    card.
    """
    left = [list(hand) for hand in hands]
    leader, won = Seat.ELDER, []
    while left[leader]:
        led = left[leader].pop(chance.randrange(len(left[leader])))
        other = Seat(1 - leader)
        following = [card for card in left[other] if card.suit is led.suit]
        winning = [card for card in following if card.rank > led.rank]
        answer = min(winning or following or left[other], key=lambda card: card.rank)
        left[other].remove(answer)
        leader = other if winning else leader
        won.append(leader)
    return won
