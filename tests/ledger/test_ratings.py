"""Ratings: what a partie moves, checked against Glickman's paper."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.records import Rating, interval, is_provisional, rated
from tests.thorough import examples

SCALE = 173.7178
"""From Glickman's scale to Glicko's."""


def by_the_paper(own: Rating, other: Rating, score: float, tau: float = 0.5) -> Rating:
    """Glickman's steps 2 to 8 for a period of one partie, written down from the paper and from nothing else."""
    mu, phi, sigma = (own.rating - 1500) / SCALE, own.deviation / SCALE, own.volatility
    mu_j, phi_j = (other.rating - 1500) / SCALE, other.deviation / SCALE
    g = 1 / math.sqrt(1 + 3 * phi_j**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (mu - mu_j)))
    v = 1 / (g**2 * expected * (1 - expected))
    delta = v * g * (score - expected)
    a = math.log(sigma**2)

    def f(x: float) -> float:
        top = math.exp(x) * (delta**2 - phi**2 - v - math.exp(x))
        return top / (2 * (phi**2 + v + math.exp(x)) ** 2) - (x - a) / tau**2

    low, high = a - 10, a + 10
    for _ in range(100):  # by halves: slower than the paper's search, and nothing in it can be wrong
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return Rating(1500 + SCALE * (mu + phi**2 * g * (score - expected)), SCALE * phi, sigma, own.parties + 1)


def test_ratings_do_not_depend_on_seats() -> None:
    strong, weak = Rating(1800.0, 80.0, 0.05, 30), Rating(1450.0, 200.0)

    assert rated(weak, strong, 1) == tuple(reversed(rated(strong, weak, 0)))
    assert strong == Rating(1800.0, 80.0, 0.05, 30)


def test_a_rating_is_provisional_below_the_limit_and_has_an_interval() -> None:
    assert [is_provisional(Rating(parties=number), 10) for number in (0, 9, 10)] == [True, True, False]
    assert interval(Rating()) == pytest.approx((814.0, 2186.0))


plausible = st.builds(Rating, st.floats(800, 2400), st.floats(30, 350), st.floats(0.04, 0.08))


@examples(100)
@given(plausible, plausible, st.sampled_from((0, 1, None)))
def test_the_library_agrees_with_the_paper(first: Rating, second: Rating, winner: int | None) -> None:
    """Within what a page can show; its volatility differs a little, for the reason that the module gives."""
    score = 0.5 if winner is None else float(winner == 0)
    ours, paper = rated(first, second, winner)[0], by_the_paper(first, second, score)

    assert all(math.isfinite(each) for each in ours)
    assert ours.rating == pytest.approx(paper.rating, abs=0.05)
    assert ours.deviation == pytest.approx(paper.deviation, abs=0.05)
    assert ours.volatility == pytest.approx(paper.volatility, abs=0.002)
