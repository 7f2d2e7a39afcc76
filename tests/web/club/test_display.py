"""The club display follows the tables by itself, and is quiet while nothing happens."""

from datetime import UTC, datetime

from scorer.web.club.standings import AT_ONCE, TURN, turn
from tests import there
from tests.web.club.visitors import Visit


def test_a_poll_with_nothing_new_is_304_and_one_with_something_is_a_fragment(visit: Visit) -> None:
    club, phone = visit.club, visit.member(1)
    season = club.season(1, 2)
    first = phone.get(f"{visit.path}/display/live")
    assert not first.is_whole
    assert "No partie is in progress." in first.text
    asked = {"If-None-Match": first.headers["ETag"]}
    assert phone.get(f"{visit.path}/display/live", headers=asked).status == 304
    club.play(season, 1, 2, "tricks E12")
    second = phone.get(f"{visit.path}/display/live", headers=asked)
    assert (second.status, len(second.root.all("article"))) == (200, 1)


def test_a_partie_that_is_over_says_who_has_signed_and_whether_it_was_left_out(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    for signed in ((), (1,)):
        club.play(season, 1, 2, signed=signed)
    club.play(season, 1, 2, "tricks E12")

    def titles() -> list[str]:
        page = visit.member(1).get(f"{visit.path}/display/live")
        return [each.text for table in page.root.all("article") for each in table.all("h2")]

    now = ["Over, not signed", "Over, signed by Ben", "Deal 2 of 4"]
    assert titles() == now
    items = there(club.services.open_items.before_closing(club.id, season)).items
    club.services.closing.close(club.director, season, {each.key: "nobody comes" for each in items})
    assert titles() == [f"{each}, left out" for each in now]


def test_more_tables_than_can_be_read_take_turns(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    codes = {club.services.signing.open(club.club.id, season, (1, 2)).code for _ in range(AT_ONCE + 1)}
    assert len(codes) == AT_ONCE + 1
    seen = []
    for _ in range(2):
        page = visit.member(1).get(f"{visit.path}/display/live")
        (which,) = page.root.all("p", class_="display-which")
        seen.append((len(page.root.all("article")), page.headers["ETag"], which.text))
        club.clock.later(seconds=TURN)
    assert sorted(shown for shown, _, _ in seen) == [1, AT_ONCE]
    assert {words for _, _, words in seen} == {"Tables 1 to 6 of 7", "Tables 7 to 7 of 7"}
    assert seen[0][1] != seen[1][1]
    assert [turn(datetime.fromtimestamp(7_200, UTC), tables) for tables in (AT_ONCE, AT_ONCE + 1)] == [2, 360]
