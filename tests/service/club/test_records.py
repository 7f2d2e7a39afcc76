"""What the parties say of a member, of two, of a club; ratings by replay; and what the stakes come to."""

import pytest

from scorer.ledger.records import Outcome, RecordKind
from scorer.ledger.terms import Doubled, Settled, Stakes
from scorer.storage import book
from scorer.storage.engine import reading
from tests.service.club.conftest import TRICK, Two


def played(two: Two) -> list[int]:
    """Ada wins twice as elder first, then Ben once; the numbers of the entries."""
    numbers = []
    for first, second in ((two.ada, two.ben), (two.ada, two.ben), (two.ben, two.ada)):
        posted = two.club.play(two.season, first, second).posted
        assert posted is not None
        numbers.append(posted.entry.number)
        two.club.clock.later(days=1)
    return numbers


def test_records_name_the_entries_they_come_from_and_count_only_current_ones(two: Two) -> None:
    first, second, third = played(two)
    now = two.club.services.records.of_member(two.club.club.id, two.ada, two.season)
    assert (now.rank, now.tally.parties, now.tally.won, now.tally.balance) == (("1", 2), 3, 2, 421)
    assert now.form == (Outcome.WON, Outcome.WON, Outcome.LOST)
    best, worst, run = (now.records[kind] for kind in (RecordKind.MARGIN, RecordKind.LOSS, RecordKind.RUN))
    assert (best.figure, best.first, worst.figure, worst.first) == (421, first, 421, third)
    assert (run.figure, run.first, run.last) == (2, first, second)
    assert (now.tally.as_elder, now.tally.as_younger, now.tally.elder_deals) == (53 * 4 + 2, 53 * 4, 6)
    assert now.meetings[two.ben].won == 2
    records, club = two.club.services.records, two.club.club.id
    listed = records.parties(club, two.ada, 1, 9, season=two.season)
    assert [row.entry for row in listed.parties] == [third, second, first]
    assert [listed.days[row.first_entry] for row in listed.parties] == ["2026-11-23", "2026-11-22", "2026-11-21"]
    assert records.parties(club, two.ben, 2, 1, other=two.ada).parties == listed.parties[1:2]
    own, other = records.of_two(club, two.ada, two.ben).meetings
    assert (own.won, own.balance, other.won, other.balance) == (2, 421, 1, -421)
    over_all = records.of_member(club, two.ada)
    assert (over_all.rank, over_all.tally) == (None, now.tally)
    services = two.club.services
    with reading(two.club.engine) as db:
        moved = [book.movements(db, club, two.season, two.ada, every) for every in (1, 1000)]
    assert [[(each.number, each.points) for each in moves] for moves in moved] == [
        [(first, 421), (second, 421), (third, -421)],
        [(third, 421)],
    ]
    found = services.records.of_club(club, two.season).records
    longest, margin = found[RecordKind.RUN], found[RecordKind.MARGIN]
    assert (longest.member, longest.figure, longest.first, longest.last) == (two.ada, 2, first, second)
    assert (margin.member, margin.figure, margin.first) == (two.ada, 421, first)
    services.seasons.reverse(two.club.director, first, reason="the wrong two")
    services.seasons.reverse(two.club.director, second, reason="the wrong two")
    after = services.records.of_club(club)
    assert (after.season, after.records[RecordKind.MARGIN].first) == (None, third)
    assert after.records[RecordKind.RUN].member == two.ben
    corrected = two.play(signed=(0, 1))
    two.club.correct(corrected, TRICK, deal=2)
    posted, margin = two.sheet(corrected).posted, records.of_member(club, two.ada).records[RecordKind.MARGIN]
    assert posted is not None
    assert (margin.figure, margin.first) == (392, posted.entry.number)


@pytest.mark.parametrize(
    ("stakes", "owed"),
    [
        (Stakes(240, points_step=50, doubled=Doubled.FOR_A_RUBICON), 1920),
        (Stakes(1, per=1, settled=Settled.AT_CLOSE), 421),
    ],
)
def test_stakes_are_owed_by_partie_or_by_balance(two: Two, stakes: Stakes, owed: int) -> None:
    season = two.club.season(two.ada, two.ben, name="Stakes", stakes=stakes)
    two.season = season
    played(two)
    services, club = two.club.services, two.club.club.id
    (found,) = services.stakes.of_season(club, season).owed
    assert (found.payer, found.payee, found.amount) == (two.ben, two.ada, owed)
    payments = services.stakes.payments(club, season, two.ben, 1, 9).payments
    assert sum(each.payment.amount * (1 if each.payee == two.ada else -1) for each in payments) == owed
    assert all(each.payment.steps for each in payments)
    own = services.stakes.of_season(club, season, two.ben)
    assert (own.owed, own.payments) == ((found,), len(payments))
    assert services.stakes.payments(club, season, two.ben, 2, 1).payments == payments[1:2]
    two.club.play(season, two.ben, two.ada)
    (level,) = services.stakes.of_season(club, season).owed
    assert (level.payer, level.payee, level.amount) == (two.ben, two.ada, 0)
