"""A season read: what stands beside its standings, and that nothing of it grows with the book."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from scorer.service.club.seasons import NoSuchSeason
from tests.service.club.conftest import Two


def test_unposted_parties_and_correction_periods_are_counted(two: Two) -> None:
    club, services = two.club.club.id, two.club.services
    two.play(signed=(0, 1))
    two.club.clock.later(hours=20)
    two.play(signed=(0, 1))
    two.play(signed=(0,))
    two.play("tricks E12")
    now = services.standings.now(club, two.season)
    assert (now.parties, now.unposted) == (2, 2)
    assert (now.periods.count, now.periods.of) == (2, {two.ada: 2, two.ben: 2})
    latest, earlier = services.standings.in_period(club, two.season, 1, 100)
    assert (latest.members, earlier.members) == ((two.ada, two.ben),) * 2
    assert latest.entry > earlier.entry
    assert services.standings.in_period(club, two.season, 2, 100) == [earlier]
    two.club.clock.later(hours=4)
    later = services.standings.now(club, two.season).periods
    assert (later.count, later.until) == (1, "2026-11-23T14:00:00+00:00")


def test_a_partie_that_is_reversed_is_not_open_to_correction(two: Two) -> None:
    services = two.club.services
    posted = two.sheet(two.play(signed=(0, 1))).posted
    assert posted is not None
    services.seasons.reverse(two.club.director, posted.entry.number, reason="the wrong two")
    now = services.standings.now(two.club.club.id, two.season)
    assert (now.parties, now.periods.count) == (0, 0)


def test_the_number_of_queries_does_not_grow_with_the_book(two: Two) -> None:
    asked = []
    event.listen(two.club.parties.engine, "before_cursor_execute", lambda *found: asked.append(found[2]))

    def questions() -> list[str]:
        asked.clear()
        two.club.services.standings.now(two.club.club.id, two.season)
        return list(asked)

    two.play(signed=(0, 1))
    few = questions()
    two.club.clock.later(days=2)
    for _ in range(4):
        two.play(signed=(0, 1))
    assert questions() == few


def test_the_cross_table_has_both_sides_of_every_meeting(two: Two) -> None:
    two.play(signed=(0, 1))
    found = two.club.services.standings.cross_table(two.club.club.id, two.season, 1, 20)
    assert found.order == (two.ada, two.ben)
    assert {pair: (each.won, each.lost, each.balance) for pair, each in found.meetings.items()} == {
        (two.ada, two.ben): (1, 0, 421),
        (two.ben, two.ada): (0, 1, -421),
    }


def test_the_race_ends_where_the_standings_are(two: Two) -> None:
    for _ in range(3):
        two.play(signed=(0, 1))
        two.club.clock.later(days=1)
    found = two.club.services.standings.race(two.club.club.id, two.season, 6)
    assert {member: [point.balance for point in line] for member, line in found.lines.items()} == {
        two.ada: [421, 842, 1263],
        two.ben: [-421, -842, -1263],
    }
    assert found.days == ("2026-11-21", "2026-11-23")


def test_a_season_or_a_member_that_the_club_does_not_have_is_not_found(two: Two) -> None:
    club, services = two.club.club.id, two.club.services
    for read in (services.standings.now, services.standings.players, services.stakes.of_season):
        with pytest.raises(NoSuchSeason):
            read(club, 7)
    with pytest.raises(NoSuchSeason):
        services.records.of_member(club, 7)
    with pytest.raises(NoSuchSeason):
        services.records.of_two(club, two.ada, two.ada)
    (cat,) = two.club.admit("Cat")
    with pytest.raises(NoSuchSeason):
        services.records.of_member(club, cat, two.season)
    with pytest.raises(NoSuchSeason):
        services.stakes.of_season(club, two.season, cat)
