"""A season read: what stands beside its standings, and that nothing of it grows with the book; the club display."""

import pytest

from scorer.ledger.terms import TieBreak
from scorer.service.club.seasons import NoSuchSeason
from tests import there
from tests.service.club.conftest import Two


def test_unposted_parties_and_correction_periods_are_counted(two: Two) -> None:
    club, services = two.id, two.services
    two.partie(signed=(0, 1))
    two.clock.later(hours=20)
    two.partie(signed=(0, 1))
    two.partie(signed=(0,))
    two.partie("tricks E12")
    now = services.standings.now(club, two.winter)
    assert (now.parties, now.unposted) == (2, 2)
    assert (now.periods.count, now.correctable) == (2, {two.ada: 2, two.ben: 2})
    latest, earlier = services.standings.in_period(club, two.winter, 1, 100)
    assert (latest.members, earlier.members) == ((two.ada, two.ben),) * 2
    assert latest.entry > earlier.entry
    assert services.standings.in_period(club, two.winter, 2, 100) == [earlier]
    two.clock.later(hours=4)
    later = services.standings.now(club, two.winter).periods
    assert (later.count, later.until) == (1, "2026-11-23T14:00:00+00:00")
    services.seasons.reverse(two.director, latest.entry, reason="the wrong two")
    now = services.standings.now(club, two.winter)
    assert (now.parties, now.periods.count) == (1, 0)


def test_by_sonneborn_berger_the_win_over_the_stronger_member_counts_more(two: Two) -> None:
    """And those who share a rank are listed by the alphabet of people."""
    andras, dan = two.admit("Ándrás", "Dan")
    order = (TieBreak.MATCH_POINTS, TieBreak.SONNEBORN_BERGER)
    season = two.season(two.ada, two.ben, andras, dan, name="Berger", order=order)
    for winner, loser in ((andras, dan), (two.ada, two.ben), (two.ben, dan)):
        two.play(season, winner, loser)
    rows = two.services.standings.now(two.id, season).table.rows
    assert [(row.member, row.rank) for row in rows] == [(two.ada, 1), (andras, 2), (two.ben, 2), (dan, 4)]


def test_the_race_draws_what_counts_now_where_it_was_first_posted_and_always_its_reader(two: Two) -> None:
    ada, ben = two.ada, two.ben
    (cat,) = two.admit("Cat")
    season = two.season(ada, ben, cat, name="Race")
    code = two.play(season, ada, ben).sheet.code
    corrected = len(two.entries)
    two.play(season, ada, cat)
    second = len(two.entries)
    two.services.seasons.adjust(two.director, season, ben, points=-20, reason="Late.")
    penalty = len(two.entries)
    two.play(season, cat, ben)
    two.services.seasons.reverse(two.director, penalty + 1, reason="the wrong two")
    two.correct(code, "strike 12 for tricks Y1", deal=2)

    def lines(most: int, reader: int = 0) -> dict[int, list[tuple[int, int]]]:
        race = two.services.standings.race(two.id, season, most, reader)
        return {member: [(each.number, each.balance) for each in line] for member, line in race.lines.items()}

    first, last = [(corrected, 392), (second, 813)], [(second, -421)]
    assert lines(1) == {ada: first}
    assert lines(1, cat) == {ada: first, cat: last}
    assert lines(3) == {ada: first, ben: [(corrected, -392), (penalty, -412)], cat: last}


def test_a_season_or_a_member_that_the_club_does_not_have_is_not_found(two: Two) -> None:
    club, services = two.id, two.services
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
    second, third = two.partie("tricks E12"), two.partie(signed=(0,))
    now = two.services.display.now(two.id)
    assert [each.sheet.code for each in now.tables] == [second, third]
    assert there(now.season).number == two.winter
    two.sign(third, two.ben)
    now = two.services.display.now(two.id)
    assert [each.sheet.code for each in now.tables] == [second]
    assert there(now.table).rows[0].tally.balance == 421


def test_the_display_version_changes_only_with_what_it_shows(two: Two) -> None:
    display, club = two.services.display, two.id
    seen = [display.version(club)]
    code = two.partie("tricks E12")
    seen.append(display.version(club))
    two.parties.record(code, deal=1, position=0, said="tricks Y12", form_key="deal 1")
    seen.append(display.version(club))
    half = two.partie(signed=(0,))
    seen.append(display.version(club))
    two.sign(half, two.ben)
    seen.append(display.version(club))
    assert len(set(seen)) == len(seen)
    assert display.version(club) == seen[-1]
