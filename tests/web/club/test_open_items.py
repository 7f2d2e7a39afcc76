"""The report of open items, closing a season, the desk and a member's own page, as they are tapped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.ledger.entries import SeasonClosed
from scorer.ledger.terms import Format
from scorer.service.club.credentials import Role
from scorer.service.club.disputes import DisputeKind
from scorer.service.club.open_items import Kind
from scorer.web.club import open_items
from scorer.web.club.open_items import ACTIONS, OTHERS, OWN_ACTIONS
from tests.service.club.running_club import DEALS, IMPOSSIBLE, RunningClub
from tests.web.club.visitors import Visit, visiting
from tests.web.conftest import Page, Phone


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Cat", "Dan") as found:
        yield found


def busy(club: RunningClub) -> int:
    """A season with an item of nearly every kind."""
    season = club.season(1, 2, 3, 4, format=Format.SINGLE)
    club.drawn(season, [(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)])
    club.play(season, 1, 4, "tricks E12", round_=1)
    club.clock.later(hours=5)
    club.play(season, 3, 2, round_=1)
    club.play(season, 2, 3, "tricks E12", "tricks Y12", round_=1)
    club.play(season, 4, 3, *DEALS[:2], IMPOSSIBLE, DEALS[3], round_=2, signed=())
    club.play(season, 1, 3, round_=2, signed=(0,))
    disputed = club.play(season, 2, 4, round_=3, signed=())
    club.services.disputes.file(disputed.sheet.code, club.members[2], DisputeKind.REFUSAL, "the count of deal 4")
    return season


def test_every_kind_of_open_item_has_an_action() -> None:
    assert set(ACTIONS) == set(Kind)
    assert set(OWN_ACTIONS) | set(OTHERS) == set(Kind) - {
        *(Kind.NO_FIXTURE, Kind.TOO_OFTEN, Kind.SEATS, Kind.MISSING, Kind.NOT_DRAWN)
    }


def test_open_items_are_for_scorers_and_the_desk_for_directors(visit: Visit) -> None:
    link = visit.club.services.people.new_link(visit.club.director, 3, role=Role.SCORER)
    scorer = visit.club.services.people.open_link(link)
    season = visit.club.season(1, 2)
    rights = {
        "open-items": (200, 200, 403, 403),
        "desk": (200, 403, 403, 403),
        f"s/{season}/close": (200, 403, 403, 403),
    }
    for where, expected in rights.items():
        phones = (visit.director, visit.phone(scorer), visit.member(1), visit.phone())
        assert tuple(phone.get(f"{visit.path}/{where}").status for phone in phones) == expected


def closing(phone: Phone, page: Page, **typed: str) -> Page:
    """Fill in the page before a season is closed, and tap its key."""
    form = page.root.all("form")[0]
    data = [(node.attrs["name"], node.attrs.get("value", "")) for node in form.all("input")]
    data = [(name, typed.get(name, value)) for name, value in data]
    return Page(phone.client.post(form.attrs.get("action", ""), data=_lists(data)))


def _lists(data: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in data:
        found.setdefault(name, []).append(value)
    return found


def test_a_season_with_nothing_open_is_closed_by_one_tap(visit: Visit) -> None:
    season = visit.club.season(1, 2, correction_hours=0)
    visit.club.play(season, 1, 2)
    path = f"{visit.path}/s/{season}/close"
    phone = visit.director
    page = phone.get(path)
    assert "Nothing is open" in page.text
    answer = phone.post(path, {})
    assert answer.status == 303
    assert "Winter is closed." in phone.get(answer.headers["Location"]).text
    assert phone.get(path).status == 404
    assert phone.post(path, {}).status == 404


def test_a_season_is_not_closed_while_something_is_left_out_in_silence(visit: Visit) -> None:
    season = busy(visit.club)
    path = f"{visit.path}/s/{season}/close"
    phone = visit.director
    shown = phone.get(path).root.all("input", name="item")
    assert len(shown) == 12
    first, *rest = (node.attrs["value"] for node in shown)
    token = phone.token
    page = phone.post(path, {"item": first, first: "settled over a drink"}, token=token)
    assert page.status == 422
    assert "Something is still open" in page.root.all("p", role="alert")[0].text
    assert page.root.all("input", name=first)[0].attrs["value"] == "settled over a drink"
    assert not visit.club.services.seasons.seasons(visit.club.club.id)[0].closed
    data = {"csrf_token": token, "item": [first, *rest], first: "settled over a drink", "every": "the season is over"}
    answer = phone.client.post(path, data=data)
    assert answer.status_code == 303
    (read, *_) = visit.club.services.book.page(visit.club.club.id).entries
    assert read.entry is not None
    assert isinstance(read.entry.body, SeasonClosed)
    assert len(read.entry.body.left_out) == 12
    assert read.entry.body.left_out[0].endswith("(settled over a drink)")
    assert all(each.endswith("(the season is over)") for each in read.entry.body.left_out[1:])


def test_one_reason_for_all_does_not_cover_what_was_not_shown(visit: Visit) -> None:
    season = visit.club.season(1, 2, 3)
    visit.club.play(season, 1, 2, signed=())
    phone, path = visit.director, f"{visit.path}/s/{season}/close"
    shown = [node.attrs["value"] for node in phone.get(path).root.all("input", name="item")]
    visit.club.play(season, 1, 3, signed=())
    page = Page(
        phone.client.post(path, data={"csrf_token": phone.token, "item": shown, "every": "never mind"}),
    )
    assert page.status == 422
    assert "Ada and Cat" in page.root.all("p", role="alert")[0].text
    assert page.root.all("input", name="every")[0].attrs["value"] == "never mind"


def test_of_many_items_the_first_are_listed_and_the_others_are_in_pages(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reason for all the others covers those too, as long as they are the same."""
    monkeypatch.setattr(open_items, "A_GROUP", 2)
    monkeypatch.setattr(open_items, "A_PAGE", 3)
    season = visit.club.season(1, 2, 3)
    for _ in range(5):
        visit.club.play(season, 1, 2, signed=())
    phone, path = visit.director, f"{visit.path}/s/{season}/close"
    for address in (f"{visit.path}/open-items", path):
        page = phone.get(address)
        assert page.text.count("Ada and Ben: 318 to 3") == 2
        rest = page.links()["3 more show all"]
    page = phone.get(rest)
    assert page.text.count("Ada and Ben: 318 to 3") == 3
    assert phone.get(page.links()["4 to 5"]).text.count("Ada and Ben: 318 to 3") == 2
    assert "All open items" in phone.get(f"{visit.path}/open-items/{season}?kind=nothing").text
    assert phone.get(f"{visit.path}/open-items/{season + 1}?kind=unsigned").status == 404

    before = phone.get(path)
    visit.club.play(season, 1, 3, signed=())
    assert "Something is still open" in closing(phone, before, every="both left").text
    assert closing(phone, phone.get(path), every="both left").status == 303
    (read, *_) = visit.club.services.book.page(visit.club.club.id).entries
    assert read.entry is not None
    assert isinstance(read.entry.body, SeasonClosed)
    assert len(read.entry.body.left_out) == 6


@pytest.mark.parametrize("season", ["0", "2", "9" * 40])
def test_a_season_that_is_not_there_is_not_closed(visit: Visit, season: str) -> None:
    visit.club.season(1, 2)
    assert visit.director.get(f"{visit.path}/s/{season}/close").status == 404
    assert visit.director.post(f"{visit.path}/s/{season}/close", {}).status == 404


def test_open_items_show_nothing_of_another_club(visit: Visit) -> None:
    busy(visit.club)
    other = visit.founded("Other Club")
    other.admit("Eve", "Fay")
    season = other.season(1, 2)
    phone = visit.phone(other.director, other)
    path = f"/c/{other.club.code}"
    assert "nothing is open" in phone.get(f"{path}/open-items").text
    assert phone.get(f"{path}/s/{season + 1}/close").status == 404
    assert phone.get(f"{visit.path}/open-items").status == 403
    assert "You have nothing to do." in visit.phone(other.members[1], other).get(f"{path}/me/open-items").text
