"""The report of open items, closing a season, the desk and a member's own page, as they are tapped."""

import pytest

from scorer.ledger.entries import SeasonClosed
from scorer.ledger.terms import Format
from scorer.service.club.disputes import DisputeKind
from scorer.service.club.open_items import Kind
from scorer.web.club import forms, open_items
from scorer.web.club.open_items import ACTIONS, OTHERS, OWN_ACTIONS
from tests.service.club.running_club import DEALS, IMPOSSIBLE, RunningClub
from tests.web.club.visitors import Visit
from tests.web.conftest import Page


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
    """A member's own items are those of parties, fixtures and signatures."""
    of_a_season = {Kind.NO_FIXTURE, Kind.TOO_OFTEN, Kind.SEATS, Kind.MISSING, Kind.WITHDREW, Kind.NOT_DRAWN, Kind.OVER}
    assert set(ACTIONS) == set(Kind)
    assert set(OWN_ACTIONS) | set(OTHERS) == set(Kind) - of_a_season - {Kind.CLOCK}


def closed_with(visit: Visit, reasons: dict[str, str | list[str]], season: int = 1) -> tuple[Page, list[str]]:
    """Post the form that closes a season, then its preview; return the answer, and what was left open once closed."""
    phone, path = visit.director, f"{visit.path}/s/{season}/close"
    page = Page(phone.client.post(path, data={"csrf_token": phone.token, **reasons}))
    if page.status == 200:
        assert not visit.club.services.seasons.seasons(visit.club.club.id)[season - 1].closed
        data: dict[str, list[str]] = {"step": ["post"]}
        for each in page.root.all("input", type="hidden"):
            data.setdefault(each.attrs["name"], []).append(each.attrs["value"])
        page = Page(phone.client.post(path, data=data))
    (read, *_) = visit.club.services.book.page(visit.club.club.id).entries
    assert read.entry is not None
    body = read.entry.body
    return page, [*body.left_out] if isinstance(body, SeasonClosed) else []


def test_a_season_is_not_closed_while_an_open_item_has_no_reason(visit: Visit) -> None:
    season = busy(visit.club)
    shown = visit.director.get(f"{visit.path}/s/{season}/close").root.all("input", name="item")
    assert len(shown) == 12
    first, *rest = (node.attrs["value"] for node in shown)
    page, _ = closed_with(visit, {"item": first, first: "settled over a drink"})
    assert "Still without a reason" in page.refusal
    assert page.root.all("input", name=first)[0].attrs["value"] == "settled over a drink"
    assert not visit.club.services.seasons.seasons(visit.club.club.id)[0].closed
    reasons = {first: "settled over a drink", "every": "the season is over"}
    page, left_out = closed_with(visit, {"item": [first, *rest], **reasons})
    assert (page.status, len(left_out)) == (303, 12)
    assert visit.director.get(f"{visit.path}/s/{season}/close").status == 404
    assert left_out[0].endswith("(settled over a drink)")
    assert all(each.endswith("(the season is over)") for each in left_out[1:])


def test_a_fixture_that_is_not_played_leads_to_where_it_is_forfeited(visit: Visit) -> None:
    season = visit.club.season(1, 2, 3, 4, format=Format.SINGLE)
    visit.club.drawn(season, [(1, 4), (2, 3)])
    visit.club.play(season, 1, 4, round_=1)
    links = visit.director.get(f"{visit.path}/open-items").links()
    (address,) = (to for words, to in links.items() if words.startswith("Ben and Cat, round 1"))
    assert "Ben wins by forfeit" in visit.director.get(address).text


def test_of_many_items_the_first_are_listed_and_the_others_are_on_further_pages(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One reason for all the others covers those too, as long as they are the same as when the page was shown."""
    monkeypatch.setattr(open_items, "A_GROUP", 2)
    monkeypatch.setattr(forms, "A_PAGE", 3)
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

    def shown() -> dict[str, str | list[str]]:
        form = phone.get(path).root
        (seen,) = (node.attrs["value"] for node in form.all("input", name="seen"))
        return {"seen": seen, "item": [node.attrs["value"] for node in form.all("input", name="item")]}

    before = shown()
    visit.club.play(season, 1, 3, signed=())
    page, _ = closed_with(visit, {**before, "every": "both left"})
    assert "Ada and Cat" in page.refusal
    assert page.root.all("input", name="every")[0].attrs["value"] == "both left"
    page, left_out = closed_with(visit, {**shown(), "every": "both left"})
    assert (page.status, len(left_out)) == (303, 6)
