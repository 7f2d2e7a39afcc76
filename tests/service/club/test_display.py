"""The wall of the club room: tonight's tables, and the season they play in."""

from __future__ import annotations

from tests.service.club.conftest import Two


def test_the_display_shows_recent_tables_in_order_of_opening(two: Two) -> None:
    wall, club = two.club.services.display, two.club.club.id
    two.play("tricks E12")
    two.club.clock.later(hours=13)
    second, third = two.play("tricks E12"), two.play(signed=(0,))
    now = wall.now(club)
    assert [each.sheet.code for each in now.tables] == [second, third]
    assert now.season is not None
    assert now.season.number == two.season


def test_a_posted_partie_moves_from_the_tables_to_the_standings(two: Two) -> None:
    two.play(signed=(0, 1))
    now = two.club.services.display.now(two.club.club.id)
    assert now.tables == ()
    assert now.table is not None
    assert now.table.rows[0].tally.balance == 421


def test_the_display_version_changes_only_with_what_it_shows(two: Two) -> None:
    wall, club = two.club.services.display, two.club.club.id
    seen = [wall.version(club)]
    code = two.play("tricks E12")
    seen.append(wall.version(club))
    two.club.parties.record(code, deal=1, position=0, said="tricks Y12", form_key="deal 1")
    seen.append(wall.version(club))
    half = two.play(signed=(0,))
    seen.append(wall.version(club))
    two.club.services.signing.sign(half, two.players[1])
    seen.append(wall.version(club))
    assert len(set(seen)) == len(seen)
    assert wall.version(club) == seen[-1]


def test_the_display_of_a_club_without_a_season_is_empty(two: Two) -> None:
    other = two.club.services.clubs
    link = other.new_setup_link()
    club, _ = other.found(link, club="New Club", director="Ann", password="a long password")
    now = two.club.services.display.now(club.id)
    assert (now.tables, now.season, now.table) == ((), None, None)
