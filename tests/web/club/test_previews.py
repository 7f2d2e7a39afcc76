"""Previews of ordinary posts: the result, the new ranks of those concerned,
and how many others move.
"""

from tests.service.club.running_club import RunningClub
from tests.web.club.conftest import Visit
from tests.web.conftest import Node, Page, Phone

ADA = 1
BEN = 2
CAT = 3
DAN = 4


def ranks(club: RunningClub, season: int) -> dict[str, str]:
    now = club.services.standings.now(club.id, season)
    return {str(now.names[row.member]): row.rank_words for row in now.table.rows}


def penalty(visit: Visit, director: Phone, season: int, member: int, points: int) -> Page:
    return director.send(
        director.get(f"{visit.path}/s/{season}/penalty"),
        "Preview the changes",
        member=f"{member}",
        what="penalty",
        points=f"{points}",
        reason="Late three times.",
        law="Law 70",
    )


def played(visit: Visit) -> int:
    """Ada leads with 842 points, Ben and Dan have lost 421 each, and Cat has not played."""
    season = visit.club.season(ADA, BEN, CAT, DAN)
    visit.club.play(season, ADA, BEN)
    visit.club.play(season, ADA, DAN)
    return season


def rows(page: Page, within: Node | None = None) -> list[str]:
    lists = (within or page.root).all("ul", class_="list figures")
    return [row.text for row in lists[0].all("li")]


def folded(page: Page, words: str) -> Node:
    return next(each for each in page.root.all("details") if each.all("summary")[0].text == words)


def test_a_preview_shows_the_new_ranks_of_those_concerned(visit: Visit) -> None:
    page = penalty(visit, visit.director, played(visit), BEN, 100)
    assert rows(page) == ["Ben rank 3, was 2= −521"]


def test_a_preview_counts_the_others_who_move_and_folds_how(visit: Visit) -> None:
    page = penalty(visit, visit.director, played(visit), BEN, 100)
    assert rows(page, folded(page, "1 other moves")) == ["Dan rank 2, was 2= −421"]


def test_a_preview_says_that_nobody_else_moves(visit: Visit) -> None:
    page = penalty(visit, visit.director, played(visit), ADA, 1)
    assert rows(page) == ["Ada rank 1, as before +841"]
    assert "No other rank changes." in page.text


def test_the_ranks_of_a_preview_are_those_after_it_is_posted(visit: Visit) -> None:
    season = played(visit)
    before = ranks(visit.club, season)
    director = visit.director
    page = penalty(visit, director, season, ADA, 1300)
    shown = rows(page) + rows(page, folded(page, "2 others move"))
    director.send(page, "Post to the ledger")
    after = ranks(visit.club, season)
    expected = {f"{name} rank {after[name]}, was {before[name]}" for name in ("Ada", "Ben", "Dan")}
    assert {each.rpartition(" ")[0] for each in shown} == expected


def test_the_whole_comparison_is_folded(visit: Visit) -> None:
    page = penalty(visit, visit.director, played(visit), BEN, 100)
    tables = folded(page, "Every figure, now and after").all("table", class_="sum moves")
    assert tables == page.root.all("table", class_="sum moves")
    assert [each.all("caption")[0].text for each in tables] == ["Ben", "Dan"]
    assert [cell.text for cell in tables[0].all("td")][:4] == ["2=", "3", "−421", "−521"]
