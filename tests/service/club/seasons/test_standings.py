"""A season read: its standings, what the parties say of a member, of two, of a club,
and what the stakes come to.
"""

import pytest
import sqlalchemy as sa

from scorer.ledger.entries import SheetPosted
from scorer.ledger.records import PartieOutcome, RecordKind
from scorer.ledger.results import NO_FACTS, GameFacts, Result
from scorer.ledger.terms import Doubling, Owed, Settled, Stakes, TieBreak
from scorer.rules.figures import Side
from scorer.service.club.audit.verification import verify
from scorer.service.club.posts import post
from scorer.service.club.seasons.records import MOST_MEMBERS
from scorer.service.club.seasons.season import NoSuchSeason
from scorer.storage import entry_rows
from scorer.storage.engine import reading, writing
from tests import there
from tests.ledger.builders import replayed
from tests.service.club.conftest import TRICK, Two


def test_unposted_parties_and_correction_periods_are_counted(two: Two) -> None:
    club = two.id
    now = two.services.standings.now
    two.partie(signed=(0, 1))
    two.clock.later(hours=20)
    for signed in ((0, 1), (0,)):
        two.partie(signed=signed)
    two.partie("tricks E12")
    found = now(club, two.winter)
    assert found.parties == 2
    assert found.unposted == 2
    assert found.periods.count == 2
    assert found.correctable == {two.ada: 2, two.ben: 2}
    latest, earlier = two.services.standings.in_period(club, two.winter, 1, 100)
    assert latest.members == earlier.members == (two.ada, two.ben)
    assert latest.entry > earlier.entry
    assert two.services.standings.in_period(club, two.winter, 2, 100) == [earlier]
    two.clock.later(hours=4)
    later = now(club, two.winter).periods
    assert later.count == 1
    assert later.until == "2026-11-23T14:00:00+00:00"
    two.services.seasons.reverse(two.director, latest.entry, reason="the wrong two")
    assert now(club, two.winter).parties == 1
    assert now(club, two.winter).periods.count == 0


def test_by_sonneborn_berger_the_win_over_the_stronger_member_counts_more(two: Two) -> None:
    """And those who share a rank are listed by the alphabet of people."""
    andras, dan = two.admit("Ándrás", "Dan")
    order = (TieBreak.MATCH_POINTS, TieBreak.SONNEBORN_BERGER)
    season = two.season(two.ada, two.ben, andras, dan, name="Berger", order=order)
    for winner, loser in ((andras, dan), (two.ada, two.ben), (two.ben, dan)):
        two.play(season, winner, loser)
    rows = two.services.standings.now(two.id, season).table.rows
    assert [(row.member, row.rank) for row in rows] == [
        (two.ada, 1),
        (andras, 2),
        (two.ben, 2),
        (dan, 4),
    ]


def test_the_race_draws_what_counts_now_where_it_was_first_posted_and_always_its_reader(
    two: Two,
) -> None:
    ada = two.ada
    ben = two.ben
    (cat,) = two.admit("Cat")
    season = two.season(ada, ben, cat, name="Race")
    partie = two.play(season, ada, ben)
    corrected = there(partie.posted).entry.number
    second = there(two.play(season, ada, cat).posted).entry.number
    penalty = two.services.seasons.adjust(
        two.director, season, ben, points=-20, reason="Late."
    ).entry.number
    two.play(season, cat, ben)
    two.services.seasons.reverse(two.director, penalty + 1, reason="the wrong two")
    two.correct(partie.sheet.code, TRICK, deal=2)

    def lines(most: int, reader: int = 0) -> dict[int, list[tuple[int, int]]]:
        race = two.services.standings.race(two.id, season, most, reader)
        return {
            member: [(each.number, each.balance) for each in line]
            for member, line in race.lines.items()
        }

    first = [(corrected, 392), (second, 813)]
    last = [(second, -421)]
    assert lines(1) == {ada: first}
    assert lines(1, cat) == {ada: first, cat: last}
    assert lines(3) == {ada: first, ben: [(corrected, -392), (penalty, -412)], cat: last}


def test_a_season_or_a_member_that_the_club_does_not_have_is_not_found(two: Two) -> None:
    club = two.id
    services = two.services
    (cat,) = two.admit("Cat")
    for read, asked in (
        (services.standings.now, (7,)),
        (services.stakes.of_season, (7,)),
        (services.stakes.of_season, (two.winter, cat)),
        (services.records.of_member, (7,)),
        (services.records.of_member, (cat, two.winter)),
        (services.records.of_two, (two.ada, two.ada)),
    ):
        with pytest.raises(NoSuchSeason):
            read(club, *asked)


def test_the_display_shows_recent_tables_in_order_of_opening(two: Two) -> None:
    two.partie("tricks E12")
    two.clock.later(hours=13)
    second = two.partie("tricks E12")
    third = two.partie(signed=(0,))
    now = two.services.display.now(two.id)
    assert [each.sheet.code for each in now.tables] == [second, third]
    assert there(now.season).number == two.winter
    two.sign(third, two.ben)
    now = two.services.display.now(two.id)
    assert [each.sheet.code for each in now.tables] == [second]
    assert there(now.table).rows[0].tally.balance == 421


def test_the_display_version_changes_only_with_what_it_shows(two: Two) -> None:
    display = two.services.display
    club = two.id
    seen = [display.version(club)]
    code = two.partie("tricks E12")
    seen.append(display.version(club))
    two.parties.record(code, deal=1, position=0, said="tricks Y12", form_key="deal 1")
    seen.append(display.version(club))
    half = two.partie(signed=(0,))
    seen.append(display.version(club))
    two.sign(half, two.ben)
    assert display.version(club) == display.version(club) not in seen
    assert len({*seen}) == len(seen)


# Records, ratings and stakes


def played(two: Two) -> list[int]:
    """Ada wins twice as elder first, then Ben once; the numbers of the entries."""
    numbers = []
    for first, second in ((two.ada, two.ben), (two.ada, two.ben), (two.ben, two.ada)):
        numbers.append(there(two.play(two.winter, first, second).posted).entry.number)
        two.clock.later(days=1)
    return numbers


def test_a_partie_that_was_played_before_others_is_rated_and_counted_before_them(two: Two) -> None:
    club = two.id
    ada = two.ada
    ben = two.ben
    records = two.services.records
    numbers = []
    with writing(two.engine) as db:
        for day, winner in zip(
            ("2026-09-03", "2026-09-01", "2026-09-04", "2026-09-02"), (0, 1, 0, 0), strict=True
        ):
            result = Result((Side(150 - 40 * winner), Side(110 + 40 * winner)), winner, 140)
            body = SheetPosted(two.winter, (ada, ben), "", "", result, played=day)
            numbers.append(
                post(
                    db, club, body, author="director Ann", at="2026-11-21T18:00:00+00:00"
                ).entry.number
            )
    third, first, last, second = numbers
    now = records.of_member(club, ada)
    assert now.ratings[-1][1] == replayed([((ada, ben), winner) for winner in (1, 0, 0, 0)])[ada]
    assert [moment for moment, _ in now.ratings] == [
        f"2026-09-0{day} {number:09}" for day, number in enumerate((first, second, third, last), 1)
    ]
    run = now.records[RecordKind.RUN]
    assert run.figure == 3
    assert run.first == second
    assert run.last == last
    assert [each.entry for each in records.parties(club, ada, 1, 9)] == [last, third, second, first]
    assert two.faults == []
    two.services.seasons.reverse(two.director, second, reason="the wrong two")
    assert (
        records.of_member(club, ada).ratings[-1][1]
        == replayed([((ada, ben), winner) for winner in (1, 0, 0)])[ada]
    )


def test_records_name_the_entries_they_come_from_and_count_only_current_ones(two: Two) -> None:
    first, second, third = played(two)
    services = two.services
    records = two.services.records
    club = two.id
    now = records.of_member(club, two.ada, two.winter)
    assert now.rank == ("1", 2)
    assert now.tally.parties == 3
    assert now.tally.won == 2
    assert now.tally.balance == 421
    assert now.form == (PartieOutcome.WON, PartieOutcome.WON, PartieOutcome.LOST)
    assert now.history == ()
    best, worst, run = (
        now.records[kind] for kind in (RecordKind.MARGIN, RecordKind.LOSS, RecordKind.RUN)
    )
    assert best.figure == 421
    assert best.first == first
    assert worst.figure == 421
    assert worst.first == third
    assert run.figure == 2
    assert run.first == first
    assert run.last == second
    assert now.tally.as_elder == 53 * 4 + 2
    assert now.tally.as_younger == 53 * 4
    assert now.tally.elder_deals == 6
    assert now.meetings[two.ben].won == 2
    listed = records.parties(club, two.ada, 1, 9, season=two.winter)
    days = [(third, "2026-11-23"), (second, "2026-11-22"), (first, "2026-11-21")]
    assert [(row.entry, row.played) for row in listed] == days
    assert records.parties(club, two.ben, 2, 1, other=two.ada) == listed[1:2]
    own, other, *_ = records.of_two(club, two.ada, two.ben)
    assert own.won == 2
    assert own.balance == 421
    assert other.won == 1
    assert other.balance == -421
    over_all = records.of_member(club, two.ada)
    assert over_all.rank is None
    assert over_all.tally == now.tally
    assert [(each.season.number, each.rank, each.of) for each in over_all.history] == [
        (two.winter, "1", 2)
    ]
    with reading(two.engine) as db:
        of_each, together = (
            entry_rows.race_lines(db, club, two.winter, [two.ada], every, is_counted=sa.true())[
                two.ada
            ]
            for every in (1, 1000)
        )
    assert of_each == ((first, 421), (second, 842), (third, 421))
    assert together == ((third, 421),)
    found = records.of_club(club, two.winter)
    longest = found[RecordKind.RUN]
    margin = found[RecordKind.MARGIN]
    assert longest.member == two.ada
    assert longest.figure == 2
    assert longest.first == first
    assert longest.last == second
    assert margin.member == two.ada
    assert margin.figure == 421
    assert margin.first == first
    for each in (first, second):
        services.seasons.reverse(two.director, each, reason="the wrong two")
    after = records.of_club(club)
    assert after[RecordKind.MARGIN].first == third
    assert after[RecordKind.RUN].member == two.ben
    corrected = two.partie(signed=(0, 1))
    two.correct(corrected, TRICK, deal=2)
    margin = records.of_member(club, two.ada).records[RecordKind.MARGIN]
    assert margin.figure == 392
    assert margin.first == there(two.sheet(corrected).posted).entry.number


BY_PARTIE = Stakes(240, points_step=50, doubled=Doubling.FOR_A_RUBICON)
BY_BALANCE = Stakes(1, per=1, settled=Settled.AT_CLOSE)


@pytest.mark.parametrize(("stakes", "owed"), [(BY_PARTIE, 1920), (BY_BALANCE, 421)])
def test_stakes_are_owed_by_partie_or_by_balance(two: Two, stakes: Stakes, owed: int) -> None:
    two.winter = season = two.season(two.ada, two.ben, name="Stakes", stakes=stakes)
    played(two)
    stakes_now = two.services.stakes
    club = two.id
    whole = stakes_now.of_season(club, season)
    own = stakes_now.of_season(club, season, two.ben)
    assert whole.owed == own.owed == (Owed(two.ben, two.ada, owed),)
    payments = stakes_now.payments(club, season, two.ben, 1, 9)
    assert (
        sum(each.payment.amount * (1 if each.payee == two.ada else -1) for each in payments) == owed
    )
    assert all(each.payment.steps for each in payments)
    assert own.payments == len(payments)
    assert own.fewest.payments == ()
    assert whole.fewest == (whole.owed, True)
    assert stakes_now.payments(club, season, two.ben, 2, 1) == payments[1:2]
    two.play(season, two.ben, two.ada)
    level = stakes_now.of_season(club, season)
    assert level.owed == (Owed(two.ben, two.ada, 0),)
    assert level.debts == 0


def test_a_round_of_debts_is_settled_by_its_balances(two: Two) -> None:
    """Ada owes Ben, who owes Cat, who owes Ada less: two payments do for three;
    with more members none are listed.
    """
    cat = two.admit("Cat")[0]
    season = two.season(two.ada, two.ben, cat, name="Round", stakes=Stakes(100, points_step=1))
    for first, second in ((two.ben, two.ada), (cat, two.ben), (two.ada, cat), (cat, two.ben)):
        two.play(season, first, second)
    now = two.services.stakes.of_season(two.id, season)
    assert now.debts == 3
    assert now.fewest == ((Owed(two.ben, cat, 421),), True)
    more = two.services.people.admit(
        two.director, [f"Member {each}" for each in range(MOST_MEMBERS - 2)]
    )
    two.services.seasons.enter(two.director, season, *more)
    many = two.services.stakes.of_season(two.id, season)
    assert many.owed == ()
    assert many.fewest.payments == ()


def test_the_results_say_of_the_game_what_their_deals_have(two: Two) -> None:
    """By hand: two parties of four capots of elder's, 53 to nothing twice and 1 to 53 twice."""
    records = two.services.records
    assert records.facts(two.id) == NO_FACTS
    two.partie(signed=(0, 1))
    paper = ((20, 30), (31, 20), (40, 12), (9, 44))
    two.from_paper(two.season(two.ada, two.ben, name="Paper"), two.ada, two.ben, paper)
    in_winter = records.facts(two.id, two.winter)
    on_paper = records.facts(two.id, two.winter + 1)
    assert in_winter == GameFacts(
        deals=4,
        elder_points=108,
        younger_points=106,
        said_deals=4,
        capots=4,
        rubicon_parties=1,
        rubicons=1,
    )
    assert on_paper == GameFacts(
        deals=4, elder_points=124, younger_points=82, rubicon_parties=1, rubicons=0
    )
    assert records.facts(two.id) == in_winter + on_paper
    two.services.seasons.reverse(two.director, posted_number(two), reason="the wrong two")
    assert records.facts(two.id) == in_winter
    assert two.faults == []
    with two.tampered("season_facts", "UPDATE season_facts SET piques = piques + 1") as db:
        assert [fault.what for fault in verify(db, now=two.clock())] != []


def posted_number(two: Two) -> int:
    """The number of the last entry."""
    return two.entries[-1].number
