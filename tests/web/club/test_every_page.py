"""Every page of a club, asked for once by several visitors: it is there, its links lead on, and it keeps secrets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest

from tests.service.club.full_club import FullClub
from tests.thorough import EVERYTHING, mostly_slow
from tests.web.club.addresses import club_pages
from tests.web.club.secrets import Confided, confide
from tests.web.club.visitors import Visit, visiting_house
from tests.web.conftest import Page, Phone

pytestmark = pytest.mark.xdist_group("site")  # what they look at is made once


@dataclass
class Crawl:
    """The pages that a phone got by their addresses, and to which of them a link leads."""

    pages: dict[str, Page]
    linked: set[str]


@dataclass
class Site:
    """A club in which everything has happened, and what everybody got of it."""

    visit: Visit
    house: FullClub
    confided: Confided
    crawls: dict[str, Crawl]

    @property
    def addresses(self) -> dict[str, str]:
        """The pages of a club by endpoint, from the table of rights."""
        return club_pages(self.visit.app.url_map, self.house)


def crawl(phone: Phone, addresses: Iterable[str], *, follow: bool = True) -> Crawl:
    """Ask for *addresses*, and for every page of the club or of a partie to which their links lead."""
    found, waiting = Crawl({}, set()), [*addresses]
    while waiting:
        address = waiting.pop()
        if address in found.pages:
            continue
        page = found.pages[address] = phone.get(address)
        links = {each.partition("#")[0] for each in page.links().values()} if follow else set()
        new = {each for each in links if each.startswith(("/c/", "/p/")) and "?" not in each}
        found.linked |= new
        waiting += sorted(new)
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with visiting_house(tmp_path_factory.mktemp("site")) as (visit, house):
        confided = confide(visit)
        site = Site(visit, house, confided, {})
        start = [f"{visit.path}/", *site.addresses.values()]
        site.crawls["director"] = crawl(visit.director, start, follow=EVERYTHING)
        site.crawls["member"] = crawl(visit.member(1), start)
        site.crawls["who set a PIN"] = crawl(visit.member(confided.member), start, follow=False)
        yield site


def test_every_page_is_there(site: Site) -> None:
    assert len(site.addresses) > 30
    for endpoint, address in site.addresses.items():
        page = site.crawls["director"].pages[address]
        assert page.status in (200, 204), (endpoint, page.text)
        assert site.crawls["member"].pages[address].status in (200, 204, 403), endpoint


@pytest.mark.parametrize("visitor", mostly_slow(["director", "member"], ["member"]))
def test_every_link_of_every_page_leads_on(site: Site, visitor: str) -> None:
    """Every link that a page shows to a reader is open to them."""
    found = site.crawls[visitor]
    assert len(found.linked) > 40
    statuses = {address: found.pages[address].status for address in found.linked}
    assert {address: status for address, status in statuses.items() if status not in (200, 204)} == {}


def test_no_page_shows_a_secret(site: Site) -> None:
    for visitor, found in site.crawls.items():
        for address, page in found.pages.items():
            assert site.confided.found_in(page.html) == [], (visitor, address)
            assert site.confided.found_in(str(page.headers)) == [], (visitor, address)
