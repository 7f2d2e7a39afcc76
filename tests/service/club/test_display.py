"""The club display: the tables in play, and the season they play in."""

from tests.service.club.conftest import Two


def test_the_display_shows_recent_tables_in_order_of_opening(two: Two) -> None:
    display, club = two.club.services.display, two.club.club.id
    two.play("tricks E12")
    two.club.clock.later(hours=13)
    second, third = two.play("tricks E12"), two.play(signed=(0,))
    now = display.now(club)
    assert [each.sheet.code for each in now.tables] == [second, third]
    assert now.season is not None
    assert now.season.number == two.season
    two.club.services.signing.sign(third, two.players[1])
    now = display.now(club)
    assert [each.sheet.code for each in now.tables] == [second]
    assert now.table is not None
    assert now.table.rows[0].tally.balance == 421


def test_the_display_version_changes_only_with_what_it_shows(two: Two) -> None:
    display, club = two.club.services.display, two.club.club.id
    seen = [display.version(club)]
    code = two.play("tricks E12")
    seen.append(display.version(club))
    two.club.parties.record(code, deal=1, position=0, said="tricks Y12", form_key="deal 1")
    seen.append(display.version(club))
    half = two.play(signed=(0,))
    seen.append(display.version(club))
    two.club.services.signing.sign(half, two.players[1])
    seen.append(display.version(club))
    assert len(set(seen)) == len(seen)
    assert display.version(club) == seen[-1]
