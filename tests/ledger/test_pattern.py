"""What was drawn against what was played."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.entries import Fixture
from scorer.ledger.pairing import round_robin
from scorer.ledger.pattern import Drawn, Met, Misfit, begun, misfits, unplayed

DRAWN = [Drawn(number, fixture) for number, fixtures in enumerate(round_robin([1, 2, 3, 4]), 1) for fixture in fixtures]


def left(
    *met: Met,
    byes: tuple[tuple[int, int], ...] = (),
    annulled: tuple[Met, ...] = (),
    withdrawn: tuple[int, ...] = (),
    drawn: list[Drawn] = DRAWN,
) -> list[tuple[int, int | None]]:
    gone = {each.meeting for each in annulled}
    found = unplayed(drawn, met, byes=set(byes), annulled=gone, withdrawn=withdrawn)
    return [(each.fixture.first, each.fixture.second) for each in found]


def test_a_season_played_as_drawn_has_nothing_to_tell() -> None:
    met = [Met(each.round, (each.fixture.first, each.fixture.second or 0)) for each in DRAWN]
    assert list(misfits(DRAWN, met)) == []
    assert left(*met) == []


def test_a_partie_of_a_pair_that_meets_in_another_round_fits_no_fixture() -> None:
    assert [why for why, _ in misfits(DRAWN, [Met(2, (1, 4)), Met(0, (1, 4)), Met(9, (1, 4))])] == [
        Misfit.NO_FIXTURE
    ] * 3


def test_of_parties_too_many_the_later_is_told() -> None:
    first, second = Met(1, (1, 4), code="AAAAAA"), Met(1, (1, 4), code="BBBBBB")
    assert list(misfits(DRAWN, [first, second])) == [(Misfit.TOO_OFTEN, second)]


def test_seats_changed_about_are_told_but_not_of_a_forfeit() -> None:
    assert [why for why, _ in misfits(DRAWN, [Met(1, (4, 1))])] == [Misfit.SEATS]
    assert list(misfits(DRAWN, [Met(1, (4, 1), forfeit=True)])) == []


def test_a_round_has_begun_with_its_first_partie_not_with_a_forfeit() -> None:
    assert begun([]) == 0
    assert begun([Met(1, (1, 4)), Met(3, (2, 4), forfeit=True)]) == 1


def test_a_bye_leaves_nothing_to_play() -> None:
    assert left(drawn=[Drawn(1, Fixture(1, None)), Drawn(1, Fixture(2, 3))]) == [(2, 3)]
    assert left(drawn=[Drawn(1, Fixture(2, 3))], byes=((1, 3),)) == []
    assert left(drawn=[Drawn(1, Fixture(2, 3))], byes=((2, 3),)) == [(2, 3)]


def test_a_withdrawal_leaves_what_nobody_has_settled() -> None:
    one = [Drawn(1, Fixture(1, 2))]
    assert left(drawn=one, withdrawn=(1,)) == [(1, 2)]
    assert left(drawn=one, withdrawn=(1, 2)) == []
    assert left(drawn=one, withdrawn=(1,), annulled=(Met(1, (1, 2)),)) == []
    assert left(drawn=one, annulled=(Met(1, (1, 2)),)) == [(1, 2)]
    assert left(Met(1, (2, 1), forfeit=True), drawn=one, withdrawn=(1,)) == []


@given(st.lists(st.sampled_from(DRAWN)))
def test_what_is_played_and_what_is_not_make_up_what_was_drawn(played: list[Drawn]) -> None:
    met = [Met(each.round, (each.fixture.first, each.fixture.second or 0)) for each in played]
    missing = left(*met)
    assert len(missing) + len(set(played)) == len(DRAWN)
    assert len(list(misfits(DRAWN, met))) == len(played) - len(set(played))
