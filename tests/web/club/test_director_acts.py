"""Everything by which a director moves points or draws:
previewed, undone from where it was done, told to members.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

import pytest

from scorer.ledger.terms import Format
from scorer.service.club.disputes.cases import Correction, DisputeKind
from scorer.service.club.seasons.fixtures import Lots
from scorer.web.rights import VIEWS, Right
from tests import there
from tests.quick_books import kept_directory
from tests.rows import beside
from tests.service.club.full_club import CORRECTED
from tests.service.club.running_club import RunningClub, new_club
from tests.web.club.conftest import Visit
from tests.web.conftest import Node, Page, Phone, application

POST = "Post to the ledger"
REASON = {"reason": "Wrong."}


class Act(NamedTuple):
    """Tap the `key` of a `page` and then `post`, and undo it by the link or the key `back` of
    the page on which it ends.
    """

    page: str
    key: str
    back: str
    typed: dict[str, str] = {}  # noqa: RUF012  # nobody adds to it
    post: str = POST


ACTS = {name: Act(**row) for name, row in beside(__file__)["acts"].items()}


def test_every_act_of_a_director_is_looked_at() -> None:
    """By the table of rights, without pages that only show."""
    shows = {
        "form",
        "mistyped",
        "mistyped_walkover",
        "mistaken",
        "settling",
        "reversal",
        "penalty",
        "playoff",
        "entrant",
        "new",
        "exports",
        "download",
        "imports",
    }
    shows |= {"check", "before_closing", "report", "of_season"}
    known = {*ACTS, *beside(__file__)["elsewhere"]}
    acts = {
        f"{blueprint}.{view}"
        for right in (Right.CLUB_SCORER, Right.CLUB_DIRECTOR)
        for blueprint, views in VIEWS[right].items()
        for view in {*views.split()} - shows
    }
    assert {each for each in acts if {each, each.partition(".")[0]}.isdisjoint(known)} == set()


@cache
def prepared() -> tuple[RunningClub, dict[str, str]]:
    """Return a club with six seasons, each for some of the acts,
    and the codes of two parties; made once.
    """
    club = new_club(kept_directory())
    director = club.director
    seasons = club.services.seasons
    club.admit("Ada", "Ben", "Cat", "Dan", "Eve")
    robin = club.season(1, 2, 3, 4, name="Robin", format=Format.SINGLE)
    club.drawn(robin, [(1, 4), (2, 3)], [(1, 3), (4, 2)])
    seasons.withdraw(director, robin, 4, "ill")
    open_ = club.season(1, 2, name="Open")
    played = club.play(open_, 1, 2).sheet.code
    unsigned = club.play(open_, 1, 2, signed=(0,)).sheet.code
    asked = Correction(deal=3, said=CORRECTED)
    club.services.disputes.file(played, club.members[2], DisputeKind.CORRECTION, "one trick", asked)
    grace = club.season(1, 2, 3, name="Grace", format=Format.SINGLE, grace_days=1)
    seasons.draw(director, grace, Lots.AS_ENTERED)
    seasons.withdraw(director, grace, 3, "ill")
    club.season(1, 2, name="Undrawn", format=Format.SINGLE)
    swiss = club.season(1, 2, name="Swiss", format=Format.SWISS, rounds=1)
    seasons.draw(director, swiss, Lots.AS_ENTERED)
    (drawn,) = seasons.fixtures_now(1, swiss)
    club.play(swiss, drawn.first, there(drawn.second), round_=1)
    cup = club.season(1, 2, 3, 4, name="Cup", format=Format.KNOCK_OUT)
    club.drawn(cup, [(1, 4), (2, 3)])
    for first, second in ((4, 1), (2, 3)):
        club.play(cup, first, second, round_=1)
    club.clock.later(days=2)
    return club, {"played": played, "unsigned": unsigned}


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    club = prepared()[0].copied(tmp_path)
    yield Visit(application(club.parties), club)
    club.engine.dispose()


def moved(visit: Visit, page: str) -> list[object]:
    """What an act on a page may move: the tallies and fixtures of its season,
    the open one if none is named.
    """
    services = visit.club.services
    found = list[object]()
    of = int((re.findall(r"^s/(\d+)/", page) or [2])[0])
    for season in (
        each for each in services.seasons.seasons(1) if each.number == of or each.number > 6
    ):
        rows = services.standings.now(1, season.number).table.rows
        fixtures = [
            (each.slot, each.members, each.state)
            for each in services.seasons.fixtures_now(1, season.number)
        ]
        found.append(({row.member: row.tally for row in rows if row.tally.parties}, fixtures))
    return [each for each in found if each != ({}, [])]


def heard_by(phone: Phone, visit: Visit) -> list[str]:
    """What the first page of a member has of what was done since they looked,
    and of what is next.
    """
    page = phone.get(f"{visit.path}/")
    news = [
        row.text
        for each in page.root.all("section", **{"aria-labelledby": "news"})
        for row in each.all("li")
    ]
    return [*news, *(words for words in page.links() if words.startswith("Next"))]


def key_of(page: Page, words: str) -> Node:
    return next(each for each in page.root.all("button") if each.text.startswith(words))


def tapped(director: Phone, page: Page, words: str, /, **typed: str) -> Page:
    """Return what follows the key that begins with *words*;
    what its form does not ask for is not typed.
    """
    key = key_of(page, words)
    form = there(key.within("form"))
    asked = {
        each.attrs["name"] for tag in ("input", "textarea", "select") for each in form.all(tag)
    }
    return director.send(
        page, key.text, **{name: text for name, text in typed.items() if name in asked}
    )


@pytest.mark.parametrize("endpoint", ACTS)
def test_an_act_is_previewed_announced_and_undone(visit: Visit, endpoint: str) -> None:
    act = ACTS[endpoint]
    _, codes = prepared()
    director = visit.director
    ben = visit.member(2)
    before = moved(visit, act.page)
    heard = [heard_by(ben, visit)]
    page = director.get(urljoin(f"{visit.path}/", act.page.format(**codes)))
    preview = tapped(director, page, act.key, **act.typed)
    assert "This is a preview. Nothing is posted yet." in preview.text
    assert moved(visit, act.page) == before
    assert (
        Page.form(key_of(director.send(preview, "Edit"), act.key))[1].items() >= act.typed.items()
    )
    page = director.send(preview, act.post)
    assert moved(visit, act.page) != before
    heard.append(heard_by(ben, visit))
    href = next((href for words, href in page.links().items() if words.startswith(act.back)), "")
    page = director.get(href) if href else page
    if endpoint != "disputes.rule":  # another ruling follows it
        director.send(tapped(director, page, "Preview" if href else act.back, **REASON), POST)
        heard.append(heard_by(ben, visit))
        assert moved(visit, act.page) == before
    assert "Preview" in page.text or not href
    assert [one for one, other in pairwise(heard) if one == other] == []
    assert visit.club.faults == []
