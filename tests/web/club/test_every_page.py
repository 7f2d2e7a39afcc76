"""Every page of a club: it is there, its links lead on, and no secret is written on it or anywhere else."""

import logging
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from scorer.service.club.clubs import Clubs
from scorer.service.club.people import People
from scorer.web.errors import SECRETS
from tests import there
from tests.thorough import EVERYTHING
from tests.web.club.conftest import Visit, club_pages, visiting_house
from tests.web.conftest import Page, Phone

PASSWORD, PIN = "correct horse battery", "83920156"


@dataclass
class Confided:
    """The member who set the PIN, the secrets by what they are, and the answers where they were typed or opened."""

    member: int
    secrets: dict[str, str]
    answers: list[Page]

    def found_in(self, text: str) -> list[str]:
        return [what for what, secret in self.secrets.items() if secret in text]


def confide(visit: Visit) -> Confided:
    """A club is founded, its director signs in, and a member opens a link and sets a PIN; some of it is mistyped."""
    (member,) = visit.club.admit("Zed")
    services, phone, own = visit.club.services, visit.phone(), visit.phone()
    unused, set_up = services.clubs.new_setup_link(), services.clubs.new_setup_link()
    link = services.people.new_link(visit.club.director, member)
    founding = {"club": "Second Club", "director": "Zoë", "password": PASSWORD}
    answers = [
        phone.post(f"/set-up/{set_up}", {**founding, "password": "too short"}),
        phone.post(f"/set-up/{set_up}", {**founding, "club": ""}),
        phone.post(f"/set-up/{set_up}", founding),
    ]
    second = next(each for each in services.clubs.clubs() if each.name == "Second Club").code
    answers += [
        phone.post(f"/c/{second}/sign-in", {"name": "Zoë", "password": f"{PASSWORD}!"}),
        phone.post(f"/c/{second}/sign-in", {"name": "Zoë", "password": PASSWORD}),
        phone.post(f"/c/{second}/directors", {"name": "", "password": PASSWORD}),
        own.post(f"/m/{link}", {}),
        own.post(f"{visit.path}/me/pin", {"pin": f"{PIN}9"}),
        own.post(f"{visit.path}/me/pin", {"pin": PIN}),
        own.get(f"{visit.path}/me"),
    ]
    assert [each.status for each in answers] == [422, 422, 303, 422, 303, 422, 303, 422, 303, 200]
    secrets = {"password": PASSWORD, "PIN": PIN, "set-up link": set_up, "another": unused, "personal link": link}
    secrets |= {"director link": services.people.new_director_link(visit.club.id)}
    return Confided(member, secrets, answers)


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
                kind = page.headers["Content-Type"] if page.status == 200 else "image/none"
                assert re.fullmatch(r"(?!text)[\w.+/-]+|[\w.+/-]+; charset=utf-8", kind), address
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
            refused = {each: page.status for each, page in pages.items() if page.status >= 400}
            assert {*refused.values()} <= {403}, refused
            assert pages[f"{visit.path}/players/3/"].headers["Location"] == f"{visit.path}/players/7/"
            of_seasons = {each: page.text for each, page in pages.items() if each.startswith(f"{visit.path}/s/")}
            del of_seasons[f"{visit.path}/s/5/companies"]  # its scorecards keep the names of who sat down
            assert [each for each, text in of_seasons.items() if "Çağla" in text or "Fay" in text] == []


@pytest.mark.sqlite
def test_no_answer_or_file_has_a_secret(visit: Visit, caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    caplog.set_level(logging.DEBUG)
    confided = confide(visit)
    for answer in confided.answers:
        assert confided.found_in(f"{answer.html}{answer.headers}") == []
    files = {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}
    assert "book.sqlite" in files
    for name, data in files.items():
        assert [what for what, secret in confided.secrets.items() if secret.encode() in data] == [], name
    phone, link = visit.phone(), f"/m/{confided.secrets['personal link']}"
    phone.post(link, {})
    serializer = there(SecureCookieSessionInterface().get_signing_serializer(visit.app))
    assert confided.found_in(str(serializer.loads(phone.cookie.value))) == []
    assert {visit.phone().get(link).status for _ in range(40)} == {200, 429}
    assert "Too many attempts at /m/<token> from" in caplog.text
    assert confided.found_in(caplog.text) == []


def test_a_breakdown_logs_no_secret(visit: Visit, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    confided = confide(visit)
    secrets, phone = confided.secrets, visit.member(confided.member)
    token = phone.token
    for kind, verb, address, data in (
        (Clubs, "setup_link_holds", f"/set-up/{secrets['set-up link']}", None),
        (People, "open_link", f"/m/{secrets['personal link']}", None),
        (People, "director_link", f"/director/{secrets['director link']}", None),
        (People, "sign_in", f"{visit.path}/sign-in", {"name": "Ann", "password": secrets["password"]}),
        (People, "set_pin", f"{visit.path}/me/pin", {"pin": secrets["PIN"]}),
    ):
        with patch.object(kind, verb, side_effect=RuntimeError("a breakdown")):
            answer = phone.get(address) if data is None else phone.post(address, data, token=token)
        assert (answer.status, confided.found_in(answer.text)) == (500, [])
    assert caplog.text.count("RuntimeError: a breakdown") == 5
    assert confided.found_in(caplog.text) == []
