"""Postings: what each kind of entry moves, and that nothing is made by it."""

from __future__ import annotations

import pytest
from hypothesis import given

from scorer.ledger.accounts import POOL, Account, Commodity, Posting, sums
from scorer.ledger.entries import Adjusted, Body, ByeGiven, Entered, PartiePosted, Reversed, StakesPaid
from scorer.ledger.postings import postings_of
from scorer.ledger.results import Result
from scorer.ledger.stakes import Doubled, Settled, Stakes
from scorer.ledger.terms import Terms
from tests.ledger.builders import TERMS, result
from tests.ledger.strategies import bodies, terms

POINTS, MATCH_POINTS, STAKES = Commodity


def partie(came_to: Result) -> PartiePosted:
    """A partie of member 1 with member 2 in season 3."""
    return PartiePosted(3, (1, 2), "K7QX", (12,) * 6, "", came_to)


def moves(body: Body, terms: Terms = TERMS) -> dict[tuple[int, Commodity], int]:
    """What each member, or the pool, has more after an entry of season 3."""
    postings = postings_of(body, terms)
    assert {each.account.season for each in postings} <= {3}
    return {(each.account.member, each.commodity): each.amount for each in postings}


def test_a_partie_moves_its_points_from_loser_to_winner() -> None:
    assert moves(partie(result((98, 120), 318, rubicon=True))) == {
        (1, POINTS): -318,
        (2, POINTS): 318,
        (POOL, MATCH_POINTS): -2,
        (2, MATCH_POINTS): 2,
    }


def test_a_draw_moves_match_points_alone() -> None:
    postings = postings_of(partie(result((100, 100), 0)), TERMS)

    assert postings == (
        Posting(Account(3, POOL), MATCH_POINTS, -1),
        Posting(Account(3, 1), MATCH_POINTS, 1),
        Posting(Account(3, POOL), MATCH_POINTS, -1),
        Posting(Account(3, 2), MATCH_POINTS, 1),
    )


@pytest.mark.parametrize(
    ("stakes", "came_to", "amount"),
    [
        pytest.param(Stakes(10), result((120, 98), 318, rubicon=True), 31, id="after each partie"),
        pytest.param(Stakes(10, doubled=Doubled.FOR_A_RUBICON), result((120, 98), 318, rubicon=True), 62, id="doubled"),
        pytest.param(Stakes(10, settled=Settled.AT_CLOSE), result((120, 98), 318), 0, id="at the close"),
        pytest.param(Stakes(10), result((1, 0), 318, forfeit=True), 0, id="nobody pays for what was not played"),
        pytest.param(None, result((120, 98), 318), 0, id="nothing is played for"),
    ],
)
def test_what_is_played_for(stakes: Stakes | None, came_to: Result, amount: int) -> None:
    found = moves(partie(came_to), Terms("Winter", None, stakes=stakes))

    assert (found.get((1, STAKES), 0), found.get((2, STAKES), 0)) == (amount, -amount)
    assert (found[1, POINTS], found[2, POINTS]) == (318, -318)


def test_the_director_gives_out_of_the_pool_and_takes_into_it() -> None:
    assert moves(Adjusted(3, 2, -20, 1, "late", "terms 4")) == {
        (POOL, POINTS): 20,
        (2, POINTS): -20,
        (POOL, MATCH_POINTS): -1,
        (2, MATCH_POINTS): 1,
    }


def test_a_bye_is_given_out_of_the_pool() -> None:
    assert moves(ByeGiven(3, 2, 1)) == {(POOL, MATCH_POINTS): -2, (2, MATCH_POINTS): 2}


def test_the_stakes_of_a_season_are_paid_between_two() -> None:
    assert moves(StakesPaid(3, 2, 1, 245, 480)) == {(2, STAKES): -480, (1, STAKES): 480}


def test_what_only_says_something_moves_nothing() -> None:
    assert postings_of(Entered(3, 1), TERMS) == ()
    assert postings_of(Reversed(1, "entered twice", "Law 70"), None) == ()


@given(bodies, terms)
def test_nothing_is_made_and_nothing_is_lost(body: Body, terms: Terms) -> None:
    if isinstance(body, PartiePosted) and (body.result.winner not in (None, 0, 1) or body.result.points < 0):
        body = partie(result((120, 98), abs(body.result.points)))
    if terms.stakes is not None and (
        terms.stakes.per < 1 or min(terms.stakes.points_step, terms.stakes.money_step) < 1
    ):
        terms = TERMS

    assert set(sums(postings_of(body, terms)).values()) <= {0}
