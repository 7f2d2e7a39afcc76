"""Every page of a club, asked for once: it is there, its links lead on, and it keeps secrets."""

import re
from collections import Counter
from pathlib import Path

import pytest
from flask import Flask

from scorer.web.errors import SECRETS
from tests.thorough import EVERYTHING
from tests.web.club.addresses import club_pages
from tests.web.club.secrets import confide
from tests.web.club.visitors import visiting_house
from tests.web.conftest import Page, Phone


def crawl(app: Flask, phone: Phone, addresses: list[str], most: int) -> tuple[dict[str, Page], set[str]]:
    """Return the pages at *addresses* and at their links, and those to which a link led; *most* of each route."""
    routes, adapter = Counter[str](), app.url_map.bind("")
    found, linked, ahead = dict[str, Page](), set[str](), [*addresses]
    while ahead:
        address = ahead.pop()
        if address in found:
            continue
        page = found[address] = phone.get(address)
        for link in sorted({each.partition("#")[0] for each in page.links().values()}):
            if link.startswith(("/c/", "/p/")) and "?" not in link:
                endpoint = str(adapter.match(link)[0])
                if link not in linked and routes[endpoint] < most:
                    routes[endpoint] += 1
                    linked.add(link)
                    ahead.append(link)
    return found, linked


def test_every_page_is_there_keeps_secrets_and_links_to_what_the_reader_may_open(tmp_path: Path) -> None:
    """A member with a PIN has pages of their own that others have not."""
    with visiting_house(tmp_path) as (visit, house):
        confided = confide(visit)
        every = list(club_pages(visit.app.url_map, house).values())
        own = list(club_pages(visit.app.url_map, house, "account").values())
        secret = set[str]()
        for phone, addresses, open_to in (
            (visit.director, every, {200, 204}),
            (visit.member(1), every, {200, 204, 403}),
            (visit.member(confided.member), own, {200, 204, 403}),
        ):
            starts = [f"{visit.path}/", *addresses] if addresses is every else addresses
            pages, linked = crawl(visit.app, phone, starts, (1 + EVERYTHING) * (addresses is every))
            assert {each: pages[each].status for each in addresses if pages[each].status not in open_to} == {}
            assert len(linked) > 30 or addresses is own
            assert {each: pages[each].status for each in linked if pages[each].status not in (200, 204)} == {}
            for address, page in pages.items():
                assert confided.found_in(f"{page.html}{page.headers}") == [], address
                if page.status == 200:
                    assert re.fullmatch(r"[\w.+/-]+(; charset=utf-8)?", page.headers["Content-Type"]), address
                    assert "charset" in page.headers["Content-Type"] or not page.headers["Content-Type"].startswith(
                        "text"
                    )
                fields = [each for each in page.root.all("input") if each.attrs.get("name") in SECRETS]
                secret |= {field.attrs["name"] for field in fields}
                for field in fields:  # hidden, long enough for any, and free to be pasted into
                    assert field.attrs["type"] == "password", address
                    assert "onpaste" not in field.attrs, address
                    assert ("maxlength" in field.attrs) == (field.attrs["name"] == "pin"), address
    assert secret == {"password", "current", "pin"}


@pytest.mark.slow
def test_every_page_is_there_after_a_member_is_merged_and_a_name_erased(tmp_path: Path) -> None:
    """Çağla played, was in a dispute and signed a scorecard, and is Gwen now; nobody is called Fay."""
    with visiting_house(tmp_path) as (visit, house):
        people, director = visit.club.services.people, visit.club.director
        people.merge(director, 3, 7)
        people.erase(director, 6)
        addresses = list(club_pages(visit.app.url_map, house).values())
        addresses += [f"{visit.path}/players/{member}/" for member in (3, 6, 7)]
        addresses += [f"{visit.path}/search?q={words}" for words in ("Çağla", "Gwen", "Fay", "Gwen Adelaide")]
        for phone in (visit.director, visit.member(7), visit.member(1)):
            pages, _ = crawl(visit.app, phone, addresses, 20)
            assert {
                each: page.status for each, page in pages.items() if page.status >= 400 and page.status != 403
            } == {}
            assert pages[f"{visit.path}/players/3/"].headers["Location"] == f"{visit.path}/players/7/"
            of_seasons = {each: page.text for each, page in pages.items() if each.startswith(f"{visit.path}/s/")}
            del of_seasons[f"{visit.path}/s/5/companies"]  # its scorecards keep the names of who sat down
            assert [each for each, text in of_seasons.items() if "Çağla" in text or "Fay" in text] == []
