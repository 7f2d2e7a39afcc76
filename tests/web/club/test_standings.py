"""The pages that follow from the book: its entries and receipts, standings, cross-table, players and display."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorer.ledger.terms import Format
from scorer.service.club.fixtures import Lots
from scorer.service.club.seasons import SWISS_ORDER
from scorer.web.club import forms, standings
from scorer.web.club.standings import AT_ONCE, TURN, turn
from tests import there
from tests.rows import beside
from tests.service.club.full_club import NAMES
from tests.web.club.conftest import Visit, club_pages, visiting_house
from tests.web.conftest import Page


def posted(visit: Visit) -> tuple[int, str, str]:
    found = there(visit.club.play(visit.club.season(1, 2), 1, 2).posted)
    return found.entry.number, found.receipt(0), found.receipt(1)


def test_an_entry_shows_each_player_their_own_receipt_only(visit: Visit) -> None:
    number, *receipts = posted(visit)
    for member, shown in ((1, receipts[:1]), (2, receipts[1:]), (3, [])):
        page = visit.member(member).get(f"{visit.path}/book/{number}")
        assert [receipt for receipt in receipts if receipt in page.text] == shown


def test_any_start_of_a_page_is_answered_and_an_unknown_entry_is_not_found(visit: Visit) -> None:
    phone = visit.member(1)
    for before in ("", "0", "x", "²", "-1", "9" * 30, "99999"):
        assert phone.get(f"{visit.path}/book?before={before}").status == 200
    for where in ("0", "99", "9" * 400, "partie/ZZZZZZ", "x"):
        assert phone.get(f"{visit.path}/book/{where}").status == 404
    assert visit.director.get(f"{visit.path}/book/1/reversal").status == 404, "what cannot be reversed"


@pytest.mark.sqlite
def test_an_entry_that_was_tampered_with_is_marked(visit: Visit, tmp_path: Path) -> None:
    number, receipt, _ = posted(visit)
    with sqlite3.connect(tmp_path / "book.sqlite") as db:
        db.execute("DROP TRIGGER entry_no_update")
        db.execute("UPDATE entry SET text = replace(text, '421', '521') WHERE number = ?", (number,))
        db.execute("UPDATE entry SET text = 'x' || text WHERE number = 2")
        db.execute("UPDATE entry SET digest = (SELECT digest FROM entry WHERE number = 1) WHERE number = 3")
    phone = visit.member(1)
    (rows,) = phone.get(f"{visit.path}/book").root.all("ol", class_="list entries")
    wrong = [row.text.split()[0] for row in rows.all("a") if "does not match what was posted" in row.text]
    assert wrong == [str(number), "3", "2"]
    assert "This entry can no longer be read. " in phone.get(f"{visit.path}/book/2").text
    assert "broken: the entry before it has another digest" in phone.get(f"{visit.path}/book/4").text
    assert "does not match what was posted" in phone.get(f"{visit.path}/book/{number}").text
    assert verify(visit, receipt).refusal


def verify(visit: Visit, receipt: str) -> Page:
    return visit.phone().get("/verify", query_string={"receipt": receipt})


def test_a_receipt_may_be_typed_in_any_way(visit: Visit) -> None:
    _, receipt, _ = posted(visit)
    for typed in (f"  {receipt} ", receipt.lower(), receipt.replace("-", ""), receipt.replace("-", " – ")):
        assert verify(visit, typed).status == 200
    for typed in ("x", "217A-GLG4-JNHE", "1A-GLG4-JNHE", "9" * 39, "²A-GLG4-JNHE", "é" * 40, "4B"):
        page = verify(visit, typed)
        assert page.refusal
        assert page.root.all("input", name="receipt")[0].attrs["value"] == typed


def test_a_receipt_finds_its_own_club_and_is_not_guessed(visit: Visit) -> None:
    visit.founded("Other Club")
    _, receipt, _ = posted(visit)
    assert "The ledger of Turf Club has not changed" in verify(visit, receipt).text
    guesses = {verify(visit, f"1A-GLG4-JNH{letter}").status for letter in "23456789" * 4}
    assert guesses == {422, 429}, "receipts cannot be guessed at will"


def names(page: Page) -> list[str]:
    body = page.root.all("table", class_="ranks")[0].all("tbody")[0]
    return [row.all("th")[0].text for row in body.all("tr") if row.all("th")]


def test_every_row_of_a_long_table_is_on_a_page_and_printed(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "A_PAGE", 3)
    monkeypatch.setattr(standings, "A_SIDE", 3)
    visit.club.admit("Eve", "Fay", "Gil", "Hal")
    season, phone = visit.club.season(*range(1, 9)), visit.director
    first = phone.get(f"{visit.path}/s/{season}/")
    seen = names(first)
    for part in ("4 to 6", "7 to 8"):
        seen += names(phone.get(first.links()[part]))
    assert len(seen) == len(set(seen)) == 8
    assert names(phone.get(first.links()["Full table, to print"])) == seen
    for asked in ("0", "-1", "9999999999", "x", "²"):
        assert names(phone.get(f"{visit.path}/s/{season}/?from={asked}")) == seen[:3]
    assert len(phone.get(f"{visit.path}/s/{season}/cross-table?rows=7").root.all("tbody")[0].all("tr")) == 2
    corner = phone.get(f"{visit.path}/s/{season}/cross-table?rows=7&columns=7")
    assert [len(each.all("th")) for each in corner.root.all("thead")[0].all("tr")] == [2]


def test_the_reader_s_own_row_is_marked_in_every_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "A_PAGE", 1)
    monkeypatch.setattr(standings, "A_SIDE", 1)
    reached = set()
    with visiting_house(tmp_path) as (visit, house):
        phone, name = visit.member(3), NAMES[2]
        for endpoint, address in club_pages(visit.app.url_map, house).items():
            page = phone.get(f"{address}?around=me")
            if page.status != 200 or endpoint in beside(__file__)["no_lists_of_members"]:
                continue
            rows = [row for tag in ("li", "tr") for row in page.root.all(tag)]
            own = [row for row in rows if row.attrs.get("id") == "me"]
            assert len(own) == any(name in row.text for row in rows), endpoint
            assert all(name in row.text and "you" in row.attrs["class"] for row in own)
            reached |= {endpoint} if own else set()
        listed = phone.get(f"{visit.path}/s/{house.of('standings.standings', 'season')}/")
    assert reached >= {"standings.standings", "rounds.decides", "rounds.bulletin", "fixtures.index", "members.index"}
    assert "you" not in [row.attrs.get("class") for row in listed.root.all("tr")]


def test_a_rank_is_explained_where_a_tie_break_decided_it_or_where_it_is_asked(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3, 4, format=Format.SINGLE)
    club.drawn(season, [(1, 4), (2, 3)], [(4, 2), (3, 1)])
    club.play(season, 1, 4, round_=1)
    club.play(season, 4, 2, round_=2)
    club.services.seasons.forfeit(club.director, season, (2, 2), winner=3)
    club.services.seasons.withdraw(club.director, season, 3, "abroad")

    def why(query: str) -> list[str]:
        page = visit.director.get(f"{visit.path}/s/{season}/{query}")
        return [each.all("td")[1].text for each in page.root.all("tr", class_="because")]

    ties = [
        "ahead of Cat, level in points and head-to-head: 1 Rubicon inflicted to 0",
        "behind Dan, level in points and head-to-head: 0 Rubicons inflicted to 1",
    ]
    assert why("") == ties
    assert why("?why=1") == ["ahead of Dan: 221 points to 0; one correction period still open", *ties]
    assert len(why("?why=yes")) == 4
    page = visit.director.get(f"{visit.path}/s/{season}/")
    assert "After 2 parties and 2 forfeits" in page.text
    cat = next(row for row in page.root.all("tr") if row.all("a") and "Cat" in row.text)
    assert "withdrew" in cat.text
    assert [each.text for each in cat.all("td")][1:] == ["0", "2", "1", "0"]


def test_the_rank_of_a_member_with_only_a_bye_is_said_with_what_it_gave(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3, format=Format.SWISS, rounds=3, order=SWISS_ORDER)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    (bye,) = [each.first for each in club.services.seasons.fixtures_now(club.id, season) if each.second is None]
    page = visit.member(bye).get(f"{visit.path}/s/{season}/?why={bye}")
    others = [name for number, name in enumerate(("Ada", "Ben", "Cat"), 1) if number != bye]
    assert f"ahead of {' and '.join(others)}, who have no result yet; 2 match points by one bye" in page.text
    assert "1st of 3." in visit.member(bye).get(f"{visit.path}/").text
    assert "You have not played yet." in visit.member(1 if bye != 1 else 2).get(f"{visit.path}/").text


def test_a_reader_of_public_standings_sees_no_link_into_the_book(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    club.play(season, 1, 2)
    club.services.clubs.choose(club.director, "public standings", "yes")
    reader = visit.phone()
    for path in ("players/1/", "players/1/against/2", "ratings", "records", f"s/{season}/", f"s/{season}/race"):
        page = reader.get(f"{visit.path}/{path}")
        assert page.status == 200
        assert not [each for each in page.links().values() if "/book" in each]


def test_a_poll_with_nothing_new_is_304_and_one_with_something_is_a_fragment(visit: Visit) -> None:
    club, phone = visit.club, visit.member(1)
    season, first = club.season(1, 2), phone.get(f"{visit.path}/display/live")
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
    for _ in range(AT_ONCE + 1):
        club.services.signing.open(club.id, season, (1, 2))
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
