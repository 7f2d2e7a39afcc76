"""Short logs that are easily got wrong, each with the verdict that it must have."""

from __future__ import annotations

import pytest

from scorer.rules.checker import check
from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from tests.rules.checker.agreement import FULL, assert_agrees
from tests.rules.checker.test_solver import Solver

CASES = {
    "nothing was said": ("portland", "", "possible"),
    "a blank hand that took no more than its courts and those of its quart": (
        "modern",
        "Y carte blanche; E exchange 5; Y exchange 3; E point 5 making 48; Y good; Y quart; E tierce to knave; Y good; "
        "tricks E1",
        "sunk 1",
    ),
    "a blank hand of which no more can have been thrown away": (
        "nought",
        "E carte blanche; E exchange 2; Y exchange 4; E point 4 making 38; Y not good; E trio of knaves; Y good; "
        "tricks E1",
        "impossible",
    ),
    "a carte rouge with a tierce that was equal before": (
        "rouge, nought",
        "E point 6; Y good; E trio of queens; Y good; E trio of knaves; E tierce; Y equal; E to ace; Y not good; "
        "E carte rouge; tricks E1",
        "sunk 2",
    ),
    "a second run as good as the one that was equal cannot be called": (
        "nought",
        "E exchange 1; Y exchange 1; E point 5 making 44; Y equal; E tierce to nine; Y equal; tricks E1",
        "possible",
    ),
    "whoever asks how many has as many": (
        "portland",
        "E point 4; Y how many; E making 34; Y good; Y quatorze of aces; Y quatorze of kings; Y quatorze of queens",
        "impossible",
    ),
    "and no more, unless something was sunk": (
        "portland",
        "E point 4; Y how many; E making 40; Y not good; Y quint to knave",
        "sunk 1",
    ),
    "but may have fewer where pips alone make a point": (
        "by pips",
        "E point 4; Y how many; E making 34; Y good; Y quatorze of aces; Y quatorze of kings; Y quatorze of queens",
        "possible",
    ),
    "nothing beats four aces": ("portland", "E quatorze of aces; Y not good", "impossible"),
    "nor is any point longer than eight": ("portland", "E point 8; Y not good", "impossible"),
    "younger may have four of any higher rank": ("portland", "E quatorze of tens; Y not good", "possible"),
    "a point of eight leaves nobody four aces, whatever it makes": (
        "portland",
        "E point 8; Y how many; E making 75; Y good; Y quatorze of aces",
        "impossible",
    ),
    "a hand two short has no eleven cards": (
        "portland",
        "E quatorze of aces; Y good; E quatorze of kings; E trio of queens; E short 2",
        "impossible",
    ),
    "a hand that is still blank has no courts": (
        "cent-36-both",
        "E carte blanche; E exchange 4; E carte blanche; E trio of kings; Y good",
        "impossible",
    ),
    "a blank hand that took two cards has two courts at the most": (
        "portland",
        "E carte blanche; E exchange 2; E trio of kings; Y good",
        "impossible",
    ),
    "and three if it took three": ("portland", "E carte blanche; E exchange 3; E trio of kings; Y good", "possible"),
    "younger's blank hand took what was left": (
        "portland",
        "Y carte blanche; E exchange 5; Y exchange 3; Y trio of queens",
        "possible",
    ),
    "two sets of courts are more than a blank hand can take": (
        "portland",
        "E carte blanche; E quatorze of kings; Y good; E quatorze of queens",
        "impossible",
    ),
    "a blank hand that reckons nothing": (
        "portland",
        "E carte blanche; E point 5; Y good; E reckons nothing",
        "possible",
    ),
    "a blank hand against one that reckons nothing": (
        "portland",
        "E carte blanche; E point 5; Y good; Y reckons nothing",
        "possible",
    ),
    "more of a rank than nothing sunk allows, in three suits": ("portland", "Y point 3 making 24; tricks E1", "sunk 3"),
    "a blank hand has no more courts than it took": ("portland", "E carte blanche", "possible"),
    "courts that must be held are not as good left out": (
        "modern",
        "E carte blanche; E point 4 making 38; Y good; E trio of aces; Y good",
        "possible",
    ),
    "younger's call is not elder's": ("portland", "E quint; Y not good; Y quint; tricks E1", "sunk 2"),
    "nor in the suit of the same name": (
        "portland",
        "E quart in hearts; Y not good; Y quart in hearts; tricks E1",
        "sunk 2",
    ),
    "nor is another of elder's the one denied": (
        "losers",
        "E quart; Y not good; E quart; E quart; Y quart major; Y quart major; tricks E1",
        "sunk 2",
    ),
    "four of a rank against three called": (
        "cent-36",
        "Y point 5 making 44; Y trio of tens; Y no sequence; E trio of aces; Y not good; tricks Y1:1",
        "sunk 1",
    ),
    "a better set that was told and never called is lost, not sunk": (
        "portland",
        "E trio of kings; Y not good; tricks E1",
        "sunk 2",
    ),
    "nor is it sunk where both count": (
        "losers",
        "E trio of kings; Y not good; tricks E1",
        "sunk 2",
    ),
    "nor is what cannot be called after an equal": (
        "losers",
        "E point 4; Y good; E tierce; Y equal; E to queen; Y equal; "
        "Y trio of queens; Y trio of knaves; Y trio of tens; tricks E1",
        "possible",
    ),
    "equal to a number is said of the best point": (
        "portland",
        "E point 5; Y equal; E making 47; Y not good; Y point 6",
        "sunk 1",
    ),
    "and of the best sequence": (
        "portland",
        "E tierce; Y equal; E to nine; Y not good; Y quart",
        "sunk 1",
    ),
    "one tierce is called and four are held": (
        "portland",
        "E quatorze of aces; Y good; E quatorze of kings; E quatorze of queens; E tierce; Y good; tricks E1",
        "sunk 3",
    ),
    "three cards that make twenty-seven are nobody's best point": (
        "card-game-heaven",
        "E point 3 making 27; Y good",
        "sunk 1",
    ),
    "several empty suits are one nought": (
        "nought",
        "E sixieme major; Y good; E sixieme; E sequence of nought; tricks E1",
        "sunk 2",
    ),
    "a nought is as long as a quint": (
        "nought",
        "E quint; Y equal; E to king; Y not good; E quatorze of knaves; Y good; Y sequence of nought",
        "possible",
    ),
    "a point of five is no nought": (
        "nought",
        "E point 5; Y good; E quint; Y good; E quart; E tierce; Y quatorze of aces",
        "sunk 1",
    ),
    "there is nothing to ask about a point of nought": (
        "nought",
        "E point of nought; Y not good; Y quatorze of kings; Y quatorze of queens; Y quatorze of knaves; tricks E1",
        "impossible",
    ),
    "nor about a sequence of nought": (
        "nought",
        "E sequence of nought; Y not good; Y quatorze of kings; Y quatorze of queens; Y quatorze of knaves",
        "impossible",
    ),
    "four of the rank of a trio that was found false": (
        "portland",
        "E trio of aces; Y not good; E quart to king in clubs; Y good; E false trio of aces",
        "possible",
    ),
    "whoever has called falsely is not asked what he sank": (
        "nought",
        "E tierce to ten in spades; Y equal; E false tierce to ten in spades; E tierce to nine in spades; Y good",
        "possible",
    ),
    "a false claim does not make a hand longer": (
        "portland",
        "E point 5 making 51; Y good; E tierce to nine; Y good; E quatorze of aces; Y good; E quatorze of kings; "
        "E trio of queens; tricks E1; E false point 5 making 51",
        "impossible",
    ),
    "a hand that reckons nothing may be long, whatever else of it is false": (
        "portland",
        "E point 5 making 51; Y good; E tierce to nine; Y good; E quatorze of aces; Y good; E quatorze of kings; "
        "E trio of queens; tricks E1; E reckons nothing; E false point 5 making 51",
        "possible",
    ),
    "the point called is his best, whatever it makes": (
        "portland",
        "E point 5; Y not good; E quint major; Y good; Y point 5; tricks E1",
        "sunk 1",
    ),
    "the point called is his best, in whatever suit": (
        "portland",
        "E point 5 in hearts; Y good; E quint major in spades; Y good; E no set; Y trio of aces; tricks E1",
        "sunk 1",
    ),
    "the sequence denied is his best, whatever its head": (
        "portland",
        "E point 5 making 51; Y good; E quint; Y not good",
        "sunk 1",
    ),
    "in a carte rouge a tierce is shown once": (
        "rouge",
        "E point 5 in hearts; Y good; E tierce; Y good; E quatorze of aces; Y good; E carte rouge",
        "sunk 1",
    ),
    "in a carte rouge a trio is three cards": (
        "rouge",
        "E point 3 in hearts; Y good; E trio of aces; Y good; E trio of kings; E trio of queens; E carte rouge",
        "sunk 2",
    ),
    "in a carte rouge the point is of the suit that was named": (
        "rouge",
        "E point 6 in hearts; Y good; E sixieme in spades; Y good; E trio of aces; Y good; E carte rouge",
        "impossible",
    ),
    "in a carte rouge only what is shown covers": (
        "rouge",
        "E point 6; Y good; E quart; Y good; E tierce; E carte rouge",
        "sunk 2",
    ),
    "in a carte rouge the best point covers": (
        "rouge",
        "E point 5; Y good; E quart in hearts; Y good; E trio of aces; Y good; E carte rouge",
        "possible",
    ),
    "in a carte rouge a nought covers nothing": (
        "rouge, nought",
        "E point of nought; Y good; E quart; Y good; E quart; E quart; E carte rouge",
        "possible",
    ),
    "in a carte rouge what is not good need not score": (
        "rouge",
        "E point 6 in hearts; Y good; E tierce; Y not good; E quatorze of aces; Y good; E trio of kings; E carte rouge",
        "possible",
    ),
    "a carte rouge whose tierces are both the one denied": (
        "rouge, losers",
        "E point 4; Y good; E quatorze of queens; Y good; E trio of kings; E trio of knaves; "
        "E tierce; Y not good; E tierce; Y tierce; E carte rouge",
        "sunk 1",
    ),
    "a carte rouge of which a claim is found false": (
        "rouge",
        "E sixieme to king in clubs; Y good; E sixieme major; E carte rouge; E false sixieme to king in clubs",
        "impossible",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_hard_case(case: str) -> None:
    name, text, expected = CASES[case]
    rules, solver = FULL[name], Solver()
    log = parse_log(text, rules)
    verdict = check(fold(rules, log).require())

    assert " ".join([verdict.finding.value, *([str(len(verdict.sunk))] if verdict.sunk else [])]) == expected
    assert_agrees(rules, log, solver.possible)
    solver.close()
