"""Records of a member in the order of the book, forfeits aside; and what a partie moves of their ratings."""

from collections.abc import Iterable

import pytest

from scorer.ledger import records
from scorer.ledger.results import Result, Side
from tests.ledger.builders import Partie, drawn, result, score_card, won

A, B, C = 1, 2, 3

FORFEIT = Partie((A, B), result((0, 1), 9999, forfeit=True))


def at(figure: int, member: int, number: int) -> records.Feat:
    return records.Feat(figure, member, number, number)


def records_of(member: int, parties: Iterable[Partie]) -> records.Records:
    """The records of a member; the first partie is that of entry 10."""
    found: records.Records = {}
    for number, each in enumerate(parties, start=10):
        if member in each.members:
            records.add_partie(found, number, member, each.result, each.members.index(member))
    return found


def test_records_of_the_score_card() -> None:
    found = records_of(A, score_card())
    assert (found[records.RecordKind.MARGIN], found[records.RecordKind.LOSS]) == (at(416, A, 11), at(476, A, 12))
    assert (found[records.RecordKind.TOTAL], found[records.RecordKind.LOWEST]) == (at(224, A, 11), at(75, A, 12))
    assert (found[records.RecordKind.RUN], found[records.RecordKind.GOING_ON]) == (
        records.Feat(2, A, 10, 11),
        at(1, A, 14),
    )
    assert [records.outcome(each.result, 0) for each in score_card()][2:] == [
        records.Outcome.LOST,
        records.Outcome.LOST,
        records.Outcome.WON,
    ]
    assert records.outcome(drawn(A, B).result, 1) is records.Outcome.DRAWN
    assert records_of(C, score_card()) == records_of(A, [FORFEIT]) == {}


def test_the_first_of_equal_records_counts() -> None:
    parties = [won(A, B, 150), won(A, B, 150), won(B, A, 60), won(B, A, 60)]
    assert records_of(A, parties) == {
        records.RecordKind.MARGIN: at(150, A, 10),
        records.RecordKind.LOSS: at(60, A, 12),
        records.RecordKind.TOTAL: at(120, A, 10),
        records.RecordKind.LOWEST: at(100, A, 12),
        records.RecordKind.PIQUES: at(0, A, 10),
        records.RecordKind.REPIQUES: at(0, A, 10),
        records.RecordKind.CAPOTS: at(0, A, 10),
        records.RecordKind.RUN: records.Feat(2, A, 10, 11),
        records.RecordKind.GOING_ON: at(0, A, 13),
    }


def test_a_draw_ends_a_run_and_a_forfeit_does_not() -> None:
    parties = [won(A, B), won(A, B), drawn(A, B), won(A, B), won(C, B), FORFEIT, won(A, C), won(A, B), won(B, A)]
    assert (
        records_of(A, parties[:-1])[records.RecordKind.GOING_ON]
        == records_of(A, parties)[records.RecordKind.RUN]
        == records.Feat(3, A, 13, 17)
    )
    assert records.RecordKind.RUN not in records_of(A, [drawn(A, B), won(B, A)])


def test_the_figures_of_a_side_set_records() -> None:
    made = Result((Side(180, piques=2, repiques=1), Side(60, repiques=2, capots=1)), 0, 340, rubicon=True)
    first, second = (records_of(member, [won(B, A, 150), won(C, B), Partie((A, C), made)]) for member in (A, C))
    figures = records.RecordKind.PIQUES, records.RecordKind.REPIQUES, records.RecordKind.CAPOTS
    assert [first[kind] for kind in figures] == [at(2, A, 12), at(1, A, 12), at(0, A, 10)]
    assert [second[kind] for kind in figures] == [at(0, C, 11), at(2, C, 12), at(1, C, 12)]
    assert set(records.OF_A_CLUB) == {
        records.RecordKind.MARGIN,
        records.RecordKind.TOTAL,
        *figures,
        records.RecordKind.RUN,
    }


# Ratings, by Glickman's formulas

NEW, STRONG, WEAK = records.Rating(), records.Rating(1800.0, 80.0, 0.05, 30), records.Rating(1450.0, 200.0)


@pytest.mark.parametrize(
    ("first", "second", "winner", "after"),
    [
        (NEW, NEW, 0, (records.Rating(1662.311, 290.319), records.Rating(1337.689, 290.319))),
        (
            records.Rating(1500.0, 200.0),
            records.Rating(1400.0, 30.0),
            0,
            (records.Rating(1563.564, 175.403), records.Rating(1398.144, 31.670)),
        ),
        (STRONG, WEAK, None, (records.Rating(1789.334, 79.679, 0.05), records.Rating(1524.030, 187.913))),
        (STRONG, WEAK, 1, (records.Rating(1773.907, 79.679, 0.05), records.Rating(1622.538, 187.913))),
    ],
)
def test_a_partie_moves_both_ratings_as_the_paper_says(
    first: records.Rating, second: records.Rating, winner: int | None, after: tuple[records.Rating, records.Rating]
) -> None:
    """Its steps 2 to 8, worked out once for a period of one partie; the library's volatility differs a little."""
    found = records.rated(first, second, winner)
    for own, before, expected in zip(found, (first, second), after, strict=True):
        assert own[:2] == pytest.approx(expected[:2], abs=0.001)
        assert own.volatility == pytest.approx(expected.volatility, abs=0.00002)
        assert own.parties == before.parties + 1
    assert records.rated(second, first, None if winner is None else 1 - winner) == tuple(reversed(found))


def test_a_rating_is_provisional_below_the_limit_and_has_an_interval() -> None:
    assert [records.is_provisional(records.Rating(parties=number), 10) for number in (0, 9, 10)] == [True, True, False]
    assert records.interval(records.Rating()) == pytest.approx((814.0, 2186.0))
