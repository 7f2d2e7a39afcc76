"""Every page of a club, asked for once: it is there, its links lead on, and it keeps secrets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from flask import Flask

from tests.web.club.addresses import club_pages
from tests.web.club.secrets import confide
from tests.web.club.visitors import visiting_house
from tests.web.conftest import Page, Phone

OF_A_KIND = 2
"""The pages of one route to which links are followed."""


def crawl(app: Flask, phone: Phone, addresses: list[str]) -> tuple[dict[str, Page], set[str]]:
    """Return the pages at *addresses* and at their links, and those to which a link led; some of each route."""
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
                if link not in linked and routes[endpoint] < OF_A_KIND:
                    routes[endpoint] += 1
                    linked.add(link)
                    ahead.append(link)
    return found, linked


@pytest.mark.parametrize("visitor", ["director", "member", "member with a PIN"])
def test_every_page_is_there_keeps_secrets_and_links_to_what_the_reader_may_open(visitor: str, tmp_path: Path) -> None:
    with visiting_house(tmp_path) as (visit, house):
        confided = confide(visit)
        phone = {"director": visit.director, "member": visit.member(1)}.get(visitor, visit.member(confided.member))
        addresses = club_pages(visit.app.url_map, house)
        pages, linked = crawl(visit.app, phone, [f"{visit.path}/", *addresses.values()])
        open_to = (200, 204) if visitor == "director" else (200, 204, 403)
        assert {each: pages[each].status for each in addresses.values() if pages[each].status not in open_to} == {}
        assert len(linked) > 30
        assert {each: pages[each].status for each in linked if pages[each].status not in (200, 204)} == {}
        for address, page in pages.items():
            assert confided.found_in(f"{page.html}{page.headers}") == [], address
