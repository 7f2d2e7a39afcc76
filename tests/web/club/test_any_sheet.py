"""Ten files as clubs have them, with the mistakes that people make, are taken in by pages."""

import io
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from scorer.ledger.chain import receipt
from scorer.ledger.entries import MemberAlias, SheetPosted
from scorer.ledger.results import Basis, Result
from scorer.ledger.terms import Doubling, Format, Stakes
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.transfer.copying import read_copy
from scorer.service.club.transfer.exporting import ExportFormat
from tests import there
from tests.service.club.full_club import former_members
from tests.service.club.transfer.test_spreadsheets import saved, workbook
from tests.web.club.conftest import Visit, club_pages, visiting, visiting_house
from tests.web.conftest import Page

PEOPLE = ("Ada Brown", "Ben O’Hara", "Jana Nováková", "Dörte Groß")


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, *PEOPLE) as visit:
        visit.club.season(1, 2, 3, 4)
        yield visit


class Taking:
    """A file on its way through the pages, on one phone."""

    def __init__(self, visit: Visit, name: str, data: bytes | str, season: int = 1) -> None:
        self.phone = visit.director
        file = data.encode() if isinstance(data, str) else data
        form: Any = {"season": str(season), "files": (io.BytesIO(file), name)}
        self.page = self.phone.post(
            f"{visit.path}/import", form, content_type="multipart/form-data"
        )

    def tap(self, words: str, **typed: str) -> Page:
        self.page = self.phone.send(self.page, words, **typed)
        return self.page

    def columns(self, **typed: str) -> Page:
        return self.tap("Go on to the names", **typed)

    def names(self, **typed: str) -> Page:
        return self.tap("Go on to the preview", **typed)

    def post(self) -> Page:
        return self.tap("Post all parties")

    @property
    def title(self) -> str:
        return self.page.root.all("h1")[0].text

    @property
    def faults(self) -> list[str]:
        return [
            each.text
            for found in self.page.root.all("ol", class_="list faults")
            for each in found.all("li")
        ]


def results(visit: Visit) -> list[SheetPosted]:
    return [each.body for each in visit.club.entries if isinstance(each.body, SheetPosted)]


def said(visit: Visit) -> list[str]:
    """Return each posted result: the day, the members, who won what, and what is known."""
    found = []
    for body in results(visit):
        result = body.result
        assert isinstance(result, Result)
        winner = "nobody" if result.winner is None else body.members[result.winner]
        pair = "-".join(map(str, body.members))
        found.append(f"{body.played} {pair}: {winner} {result.points} {result.known.value}")
    return found


def counted(visit: Visit) -> dict[int, tuple[int, int]]:
    """Return the parties and the balance of each member in the standings."""
    rows = visit.club.services.standings.now(visit.club.id, 1).table.rows
    return {row.member: (row.tally.parties, row.tally.balance) for row in rows if row.counted}


def test_1_a_workbook_of_totals_with_a_title_and_a_sum_below(visit: Visit) -> None:
    """The settlement follows from the totals by the rules of the season."""
    data = workbook(
        ("Winter league 2025",),
        (),
        ("Date", "Player 1", "Player 2", "Score 1", "Score 2"),
        (date(2025, 3, 14), "Ada Brown", "Ben O’Hara", 134, 112),
        (date(2025, 3, 21), "Jana Nováková", "Ada Brown", 151, 97.0),
        (None, None, None, 285, 209),
    )
    taking = Taking(visit, "winter.xlsx", data)
    assert taking.title == "Columns"
    assert "First rows: 2025-03-14 · 2025-03-21" in taking.page.text
    taking.columns()
    assert taking.title == "Import preview: 2 parties"
    assert "winter.xlsx Results!A6 the row has no partie" in taking.faults[0]
    assert "posted to the ledger" in taking.post().text
    assert said(visit) == ["2025-03-14 1-2: 1 122 totals", "2025-03-21 3-1: 3 348 totals"]
    assert visit.club.faults == []


def test_2_a_semicolon_file_of_windows_with_decimal_commas_and_days_with_points(
    visit: Visit,
) -> None:
    text = "Day;First;Second;Winner;Margin\r\n14.3.25;Dörte Groß;Ada Brown;Dörte Groß;119,0\r\n"
    taking = Taking(visit, "ergebnisse.csv", text.encode("cp1252"))
    assert "Windows-1252" in taking.page.text
    taking.columns()
    taking.post()
    assert said(visit) == ["2025-03-14 4-1: 4 119 margin"]


def test_3_a_file_of_a_phone_in_utf_16_with_tabs_and_surnames_first(visit: Visit) -> None:
    text = 'When\tA\tB\tWon by\tPoints\n2025-03-14\t"Nováková, Jana"\t"Brown, Ada"\t1\t140\n'
    taking = Taking(visit, "results.txt", text.encode("utf-16"))
    taking.columns()
    assert taking.title == "Import preview: 1 partie"
    taking.post()
    assert said(visit) == ["2025-03-14 3-1: 3 140 margin"]


NICKNAMES = """sep=;
Date;Player;Opponent;Winner;Points
14 Mar 2025;Ben OHara;Jana Novakova;Ben OHara;133
15 Mar 2025;Eddy;Zoe;drawn;
15 Mar 2025;Ben OHara;Eddy;eddy;250
"""


def test_4_nicknames_and_plain_letters_are_matched_once_and_found_from_then_on(
    visit: Visit,
) -> None:
    taking = Taking(visit, "nicknames.csv", NICKNAMES)
    taking.columns()
    assert taking.title == "Names"
    asked = [each.text for each in taking.page.root.all("legend")]
    assert "Eddy" in asked
    assert "Zoe" in asked
    position = asked.index("Eddy")
    taking.names(**{f"other-{position}": "Dörte Groß"})
    assert "Eddy is Dörte Groß, who is found by this name from now on." in taking.page.text
    assert "New members: Zoe." in taking.page.text
    taking.post()
    assert "2025-03-15 2-4: 4 250 margin" in said(visit)
    assert "2025-03-15 4-5: nobody 0 margin" in said(visit)
    found = visit.club.services.people.search(visit.club.id, "eddy", whole_names=True)
    assert [*found] == [4]
    member = visit.director.get(f"{visit.path}/members/4/edit")
    assert "Found by another name too: Eddy." in member.text
    again = Taking(visit, "more.csv", NICKNAMES.replace("2025", "2026"))
    assert again.title == "Import preview: 3 parties"
    assert visit.club.faults == []


def test_5_days_that_may_be_two_are_asked_about(visit: Visit) -> None:
    text = "date,player 1,player 2,winner,margin\n3/4/2025,Ada Brown,Ben O’Hara,a,120\n"
    taking = Taking(visit, "american.csv", text)
    assert taking.columns().status == 422
    assert "Say whether the day or the month comes first." in taking.page.text
    taking.columns(**{"order-0": "month_first"})
    taking.post()
    assert said(visit) == ["2025-03-04 1-2: 1 120 margin"]


WRONG = """Date,First,Second,Total 1,Total 2
14/3/2025,Ada Brown,Ben O’Hara,134,l12
31/2/2025,Ada Brown,Ben O’Hara,134,112
14/3/2025,Ada Brown,,134,112
14/3/2025,Ada Brown,Ben O’Hara,"1,340",112
"""


def test_6_what_cannot_be_read_is_listed_by_its_cell_and_nothing_is_posted(visit: Visit) -> None:
    taking = Taking(visit, "typos.csv", WRONG)
    assert taking.columns().status == 422
    assert taking.faults == [
        "typos.csv E2 “l12” was read; a whole number from 0 to 9,999 was expected",
        "typos.csv A3 “31/2/2025” was read; there is no such day",
        "typos.csv C4 the cell is empty; the name of a player was expected",
        "typos.csv D5 “1,340” was read; a whole number from 0 to 9,999 was expected",
    ]
    assert "Post all parties" not in taking.page.text
    assert results(visit) == []


def test_7_a_table_without_headings_and_with_the_evening_in_its_name(visit: Visit) -> None:
    data = workbook(("Ada Brown", "Ben O’Hara", 134, 112), ("Dörte Groß", "Ada Brown", 99, 150))
    taking = Taking(visit, "14 March.xlsx", data)
    assert taking.columns().status == 422
    assert "enter the day on which all were played" in taking.page.text
    taking.columns(**{"day-0": "2025-03-14"})
    taking.post()
    assert said(visit) == ["2025-03-14 1-2: 1 122 totals", "2025-03-14 4-1: 1 349 totals"]


def test_8_a_workbook_with_a_sheet_of_deals_and_one_of_members(visit: Visit) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Deals"
    sheet.append(["Match", "Date", "First", "Second", "Deal", "First points", "Second points"])
    for deal, points in enumerate(((30, 10), (12, 41), (28, 23), (51, 4)), 1):
        sheet.append([1, date(2025, 3, 14), "Ada Brown", "Ben O’Hara", deal, *points])
    members = book.create_sheet("Members")
    members.append(["Phone", "Town"])
    members.append(["0170 1", "Bath"])
    taking = Taking(visit, "club.xlsx", saved(book))
    taking.columns()
    assert taking.title == "Import preview: 1 partie"
    taking.post()
    (body,) = results(visit)
    assert body.code
    assert body.result.known is Basis.DEALS  # type: ignore[union-attr]
    assert visit.club.faults == []


def test_of_several_tables_one_must_be_taken_in(visit: Visit) -> None:
    book = Workbook()
    first = book.active
    assert first is not None
    for sheet in (first, book.create_sheet("Members")):
        sheet.append(["Phone", "Town"])
        sheet.append(["0170 1", "Bath"])
    taking = Taking(visit, "club.xlsx", saved(book))
    assert taking.columns().status == 422
    assert "Tick at least one table to take in." in taking.page.text


def test_the_only_table_is_taken_in_whatever_its_columns_seem_to_be(visit: Visit) -> None:
    text = "Phone,Town\n0170 1,Bath\n"
    taking = Taking(visit, "phones.csv", text)
    assert taking.columns().status == 422
    assert "Say which columns have both totals" in taking.page.text


def test_9_totals_and_margins_that_disagree_are_a_fault(visit: Visit) -> None:
    text = (
        "Date|First|Second|Winner|Margin|Total 1|Total 2\n"
        "2025-03-14|Ada Brown|Ben O’Hara|Ada Brown|122|134|112\n"
        "2025-03-15|Ada Brown|Ben O’Hara|Ada Brown|22|134|112\n"
    )
    taking = Taking(visit, "both.csv", text)
    taking.columns()
    (fault,) = taking.faults
    assert fault.startswith("both.csv E3 “22” was read; by the rules of this season 134 to 112")
    taking.tap("Change the columns")
    taking.columns(**{"column-0-5": "out", "column-0-6": "out"})
    taking.post()
    assert said(visit) == ["2025-03-14 1-2: 1 122 margin", "2025-03-15 1-2: 1 22 margin"]


GROWING = "Date,First,Second,Winner,Margin\n14/3/2025,Ada Brown,Ben O’Hara,Ada Brown,122\n"
MORE = "21/3/2025,Ben O’Hara,Ada Brown,Ben O’Hara,122\n"


def test_10_a_file_that_goes_on_is_taken_in_again_and_posts_what_is_new(visit: Visit) -> None:
    """The club remembers its columns, so that nothing is asked."""
    first = Taking(visit, "league.csv", GROWING)
    first.columns()
    first.post()
    same = Taking(visit, "league.csv", GROWING)
    assert "it is in the ledger already: same players, day and result" in same.faults[0]
    assert "Post all parties" not in same.page.text
    grown = Taking(visit, "league.csv", GROWING + MORE)
    assert grown.title == "Import preview: 1 partie"
    grown.post()
    assert said(visit) == ["2025-03-14 1-2: 1 122 margin", "2025-03-21 2-1: 2 122 margin"]


def test_two_alike_in_one_file_are_posted_only_if_they_are_said_to_be_two(visit: Visit) -> None:
    taking = Taking(visit, "twice.csv", GROWING + GROWING.splitlines()[1] + "\n")
    taking.columns()
    assert "it looks like the one at twice.csv B2" in taking.faults[0]
    taking.tap("Check the files again", again="yes")
    taking.post()
    assert len(results(visit)) == 2


def test_an_import_of_results_is_undone_as_one_after_a_preview(visit: Visit) -> None:
    taking = Taking(visit, "league.csv", GROWING + MORE)
    taking.columns()
    done = taking.post()
    phone = taking.phone
    page = phone.get(done.links()["Reverse this import"])
    page = phone.send(page, "Preview the changes", reason="The wrong season.")
    assert counted(visit) == {1: (2, 0), 2: (2, 0)}
    phone.send(page, "Post to the ledger")
    assert counted(visit) == {}
    assert visit.club.faults == []


def test_a_result_only_counts_and_every_page_says_what_it_is(visit: Visit) -> None:
    taking = Taking(visit, "league.csv", GROWING)
    taking.columns()
    taking.post()
    phone = taking.phone
    assert counted(visit) == {1: (1, 122), 2: (1, -122)}
    assert "1 result without deals" in phone.get(f"{visit.path}/s/1/").text
    player = phone.get(f"{visit.path}/players/1/?season=1")
    assert "won, result only" in player.text
    assert "1 partie of these is known by the result only." in player.text
    assert "Average deal as elder no deal yet" in player.text
    entry = phone.get(f"{visit.path}/book/{len(visit.club.entries)}").text
    assert "Ada Brown receives 122, result only" in entry
    assert "Only the margin is known, not the deals." in entry
    answer: Any = phone.client.get(f"{visit.path}/api/v1/s/1/results").json
    (result,) = answer["results"]
    assert result["known"] == "margin"
    assert result["first_total"] is None
    assert result["second_total"] is None


@pytest.mark.sqlite
def test_a_name_from_a_file_is_erased_with_its_member(visit: Visit) -> None:
    taking = Taking(visit, "nick.csv", GROWING.replace("Ben O’Hara", "Bennykins"))
    taking.columns()
    taking.names(**{"other-0": "Ben O’Hara"})
    taking.post()
    club = visit.club
    assert any(isinstance(each.body, MemberAlias) for each in club.entries)
    club.services.people.erase(club.director, 2)
    club.engine.dispose()
    book = Path(str(club.engine.url.database))
    assert b"Bennykins" not in book.read_bytes()
    assert club.faults == []


def test_every_page_of_a_club_with_results_only_and_other_names_opens(tmp_path: Path) -> None:
    with visiting_house(tmp_path) as (visit, house):
        former_members(visit.club, 3)
        phone = visit.director
        pages = club_pages(visit.app.url_map, house)
        wrong = {
            address: status
            for address in pages.values()
            if (status := phone.client.get(address).status_code) not in (200, 303)
        }
        assert wrong == {}


def test_a_file_with_rounds_goes_on(visit: Visit) -> None:
    """What came in before has settled its fixture, and is no error of the file."""
    season = visit.club.season(1, 2, 3, 4, name="League", format=Format.SINGLE)
    visit.club.services.seasons.draw(visit.club.director, season, Lots.AS_ENTERED)
    lines = ["round,date,first,second,winner,margin"]
    for each in visit.club.services.seasons.fixtures_now(visit.club.id, season)[:3]:
        pair = f"{PEOPLE[each.first - 1]},{PEOPLE[there(each.second) - 1]}"
        lines.append(f"{each.round},14/3/2025,{pair},a,140")
    first = Taking(visit, "league.csv", "\n".join(lines[:3]), season)
    first.columns()
    first.post()
    grown = Taking(visit, "league.csv", "\n".join(lines), season)
    assert grown.title == "Import preview: 1 partie"
    grown.post()
    assert len(results(visit)) == 3


def test_the_receipt_of_a_result_or_a_walkover_says_that_it_was_reversed(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3, 4, name="League", format=Format.SINGLE)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    club.services.seasons.forfeit(club.director, season, (1, 1), 1)
    taking = Taking(visit, "league.csv", GROWING)
    taking.columns()
    taking.post()
    for number in [each.number for each in club.entries if isinstance(each.body, SheetPosted)]:
        read = there(club.services.book.entry(club.id, number)).read
        check = f"/verify?receipt={receipt(number, 0, read.digest)}"
        assert "The entry is current." in visit.director.get(check).text
        club.services.seasons.reverse(club.director, number, reason="a mistake")
        page = visit.director.get(check).text
        assert "The entry was reversed later and no longer counts." in page


def test_a_fixture_is_settled_by_a_result_and_says_that_it_is_one(visit: Visit) -> None:
    season = visit.club.season(1, 2, 3, 4, name="League", format=Format.SINGLE)
    visit.club.services.seasons.draw(visit.club.director, season, Lots.AS_ENTERED)
    first, *_ = visit.club.services.seasons.fixtures_now(visit.club.id, season)
    one = PEOPLE[first.first - 1]
    other = PEOPLE[there(first.second) - 1]
    text = f"round,date,first,second,winner,margin\n1,14/3/2025,{other},{one},{one},140\n"
    taking = Taking(visit, "league.csv", text, season=season)
    taking.columns()
    taking.post()
    fixtures = visit.director.get(f"{visit.path}/s/{season}/fixtures")
    assert f"{one} won 140, result only" in fixtures.text


def test_a_copied_club_has_its_other_names_and_results_only(visit: Visit, tmp_path: Path) -> None:
    taking = Taking(visit, "nicknames.csv", NICKNAMES)
    taking.columns()
    taking.names(**{"other-0": "Ben O’Hara"})
    taking.post()
    file = io.BytesIO(visit.club.exported(ExportFormat.MOVE))
    (tmp_path / "other").mkdir()
    with visiting(tmp_path / "other") as server:
        club, _ = server.club.services.copying.found(read_copy(file))
        found = server.club.services.people.search(club.id, "ben ohara", whole_names=True)
        assert 2 in found
        assert server.club.services.standings.now(club.id, 1).results_only == 3


def not_counting(visit: Visit, **terms: Any) -> int:
    """Open a season whose terms leave results without deals out of the count."""
    return visit.club.season(1, 2, 3, 4, name="Old", counts_results_only=False, **terms)


def test_by_the_terms_results_without_deals_are_shown_and_do_not_count(visit: Visit) -> None:
    season = not_counting(visit)
    taking = Taking(visit, "league.csv", GROWING + MORE, season)
    taking.columns()
    assert "by the terms of this season they do not count in standings, ratings or records." in (
        taking.page.text
    )
    assert "No rank, rating or stake changes." in taking.page.text
    taking.post()
    phone = taking.phone
    club = visit.club
    standings = phone.get(f"{visit.path}/s/{season}/").text
    assert "After 0 parties; 2 results without deals do not count." in standings
    assert club.services.records.ratings(club.id)[0] == []
    assert club.services.records.of_club(club.id) == {}
    terms = phone.get(f"{visit.path}/s/{season}/terms").text
    assert "Results without deals are shown and marked; they count neither in standings" in terms
    player = phone.get(f"{visit.path}/players/1/?season={season}").text
    assert "2 more results without deals are listed below." in player
    assert "won, result only" in player
    two = phone.get(f"{visit.path}/players/1/against/2").text
    assert "2 parties with each other; level in points." in two
    assert "2 parties are known by the result only, and do not count in standings." in two
    entry = phone.get(f"{visit.path}/book/{len(club.entries)}").text
    assert "By the terms of its season it does not count in standings, ratings or records." in entry
    assert "This entry changes no account." in entry
    answer: Any = phone.client.get(f"{visit.path}/api/v1/s/{season}/results").json
    assert [each["counts"] for each in answer["results"]] == [False, False]
    assert club.faults == []


def test_where_some_count_head_to_head_says_how_many_do_not(visit: Visit) -> None:
    Taking(visit, "league.csv", GROWING).columns()
    for season in (1, not_counting(visit)):
        taking = Taking(visit, "league.csv", GROWING, season)
        if taking.title == "Columns":
            taking.columns()
        taking.post()
    two = visit.director.get(f"{visit.path}/players/1/against/2").text
    assert "2 parties with each other; Ada Brown is 244 points ahead." in two
    assert "2 parties are known by the result only; 1 of these does not count in standings." in two


def test_what_does_not_count_is_followed_by_what_does_in_every_order(visit: Visit) -> None:
    """A partie of an earlier day that comes in later makes ratings and records again."""
    season = not_counting(visit)
    club = visit.club
    club.play(season, 1, 2)
    before = club.services.records.ratings(club.id)
    taking = Taking(visit, "league.csv", GROWING + MORE.replace("2025", "2026"), season)
    taking.columns()
    done = taking.post()
    assert club.services.records.ratings(club.id) == before
    club.play(season, 2, 3)
    assert club.faults == []
    phone = taking.phone
    page = phone.get(done.links()["Reverse this import"])
    page = phone.send(page, "Preview the changes", reason="The wrong season.")
    phone.send(page, "Post to the ledger")
    assert "without deals" not in phone.get(f"{visit.path}/s/{season}/").text
    assert club.faults == []


def test_what_does_not_count_settles_no_fixture(visit: Visit) -> None:
    season = not_counting(visit, format=Format.SINGLE)
    club = visit.club
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    first, *_ = before = club.services.seasons.fixtures_now(club.id, season)
    one = PEOPLE[first.first - 1]
    other = PEOPLE[there(first.second) - 1]
    text = f"round,date,first,second,winner,margin\n1,14/3/2025,{one},{other},{one},140\n"
    taking = Taking(visit, "league.csv", text, season=season)
    taking.columns()
    assert "it does not count in standings, ratings or records, and settles no fixture." in (
        taking.page.text
    )
    taking.post()
    assert club.services.seasons.fixtures_now(club.id, season) == before
    items = visit.director.get(f"{visit.path}/s/{season}/open").text
    assert "imported" not in items
    assert club.faults == []


def test_a_copied_club_counts_as_its_terms_say(visit: Visit, tmp_path: Path) -> None:
    season = not_counting(visit)
    taking = Taking(visit, "league.csv", GROWING, season)
    taking.columns()
    taking.post()
    file = io.BytesIO(visit.club.exported(ExportFormat.MOVE))
    (tmp_path / "other").mkdir()
    with visiting(tmp_path / "other") as server:
        club, _ = server.club.services.copying.found(read_copy(file))
        now = server.club.services.standings.now(club.id, season)
        assert not now.season.terms.counts_results_only
        assert now.parties == 0
        assert now.results_only == 1
        assert server.club.services.records.ratings(club.id)[0] == []


@pytest.mark.parametrize(
    ("file", "owed"),
    [
        # 134 to 97: under the Rubicon the loser pays 331, twice.
        ("Date,First,Second,Total 1,Total 2\n14/3/2025,Ada Brown,Ben O’Hara,134,97\n", 662),
        ("Date,First,Second,Winner,Margin\n14/3/2025,Ada Brown,Ben O’Hara,a,331\n", 331),
    ],
    ids=["totals", "margin"],
)
def test_stakes_that_a_rubicon_doubles_are_doubled_if_it_is_known(
    visit: Visit, file: str, owed: int
) -> None:
    stakes = Stakes(100, doubled=Doubling.FOR_A_RUBICON)
    season = visit.club.season(1, 2, name="Rich", stakes=stakes)
    taking = Taking(visit, "league.csv", file, season)
    taking.columns()
    is_unknown = owed == 331
    says = "1 result by the margin alone: nobody knows if the stakes are to be doubled"
    assert (says in taking.page.text) is is_unknown
    taking.post()
    phone = taking.phone
    entry = phone.get(f"{visit.path}/book/{len(visit.club.entries)}").text
    assert ("Nobody knows if the stakes are to be doubled" in entry) is is_unknown
    page = phone.get(f"{visit.path}/s/{season}/stakes/").text
    assert f"Ben O’Hara owes Ada Brown {owed} pence" in page
    assert ("nobody knows if they are to be doubled" in page) is is_unknown
    assert visit.club.faults == []


def test_what_does_not_count_is_not_played_for_stakes(visit: Visit) -> None:
    season = not_counting(visit, stakes=Stakes(100, doubled=Doubling.FOR_A_RUBICON))
    taking = Taking(visit, "league.csv", GROWING, season)
    taking.columns()
    assert "by the margin alone" not in taking.page.text
    taking.post()
    visit.club.play(season, 1, 3)
    page = visit.director.get(f"{visit.path}/s/{season}/stakes/1")
    (paid,) = (each.text for each in page.root.all("h3"))
    assert "Ada Brown wins 421 from Jana Nováková" in paid


def test_a_season_that_came_in_is_closed_as_it_came_in(visit: Visit) -> None:
    """Imported results have no correction period, so nothing is open."""
    taking = Taking(visit, "league.csv", GROWING + MORE)
    taking.columns()
    taking.post()
    close = f"{visit.path}/s/1/close"
    phone = taking.phone
    page = phone.get(close)
    assert "Nothing is open, so you can close it now." in page.text
    (key,) = (each.text for each in page.root.all("button") if "Preview closing" in each.text)
    final = phone.send(phone.send(page, key), "Close the season").text
    assert "After 2 parties, 2 results without deals, all imported." in final


def test_a_season_with_a_partie_of_its_own_is_not_said_to_be_imported(visit: Visit) -> None:
    taking = Taking(visit, "league.csv", GROWING)
    taking.columns()
    taking.post()
    visit.club.play(1, 1, 2)
    assert "imported" not in visit.director.get(f"{visit.path}/s/1/").text
