"""Every page of a club, found in the table of rights: it is there for those it is for, and its links lead on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.club.house import House, furnished
from tests.web.club.addresses import club_pages
from tests.web.club.visitors import Visit, visiting


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path) as found:
        yield found


@pytest.fixture
def house(visit: Visit) -> House:
    return furnished(visit.club)


def test_every_page_is_there(visit: Visit, house: House) -> None:
    found = club_pages(visit.app.url_map, house)
    assert len(found) > 30
    director, member = visit.director, visit.member(2)
    for endpoint, address in found.items():
        page = director.get(address)
        assert page.status in (200, 204), (endpoint, page.text)
        assert member.get(address).status in (200, 204, 403), endpoint


def test_every_link_of_every_page_leads_on(visit: Visit, house: House) -> None:
    """Every link that a page shows to a reader is open to them."""
    for phone in (visit.director, visit.member(1)):
        waiting, seen = [f"{visit.path}/"], {f"{visit.path}/"}
        while waiting:
            address = waiting.pop()
            page = phone.get(address)
            assert page.status in (200, 204), (address, page.text)
            new = {each.partition("#")[0] for each in page.links().values()} - seen - {""}
            new = {each for each in new if each.startswith(("/c/", "/p/")) and each.count("?") == 0}
            seen |= new
            waiting += sorted(new)
        assert len(seen) > 40
