"""Where the program is reached: foreign hosts and forms are refused, and no code leads to a loopback address."""

from __future__ import annotations

import pytest
from flask import Flask

from scorer.service.parties import Parties
from scorer.web.address import Reached, base_address
from tests.service.tables import EVERY_LINK
from tests.web.conftest import Phone

LAN = Reached("http://192.168.1.20:8421", lan=True, names=("talon", "talon.local"))
FORM = {"first": "Ada", "second": "Bea", "rules": "portland", "dealer": "second"}


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8421",
        "localhost",
        "[::1]:8421",
        "192.168.1.20:8421",
        "192.168.1.20",
        "10.42.0.1:8421",
        "[fe80::1]:8421",
        "Talon.local:8421",
        "talon",
    ],
)
def test_a_computer_in_a_network_answers_under_its_numbers_and_its_name(app: Flask, phone: Phone, host: str) -> None:
    app.config["REACHED"] = LAN
    assert phone.get("/", headers={"Host": host}).status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8421", "192.168.1.20.evil.example", "a" * 300, "x y", "[", "é.example", "."]
)
@pytest.mark.parametrize("reached", [Reached(), LAN, Reached("http://piquet.test")], ids=["here", "lan", "url"])
def test_a_foreign_host_is_refused_on_a_page_that_says_which_addresses_work(
    app: Flask, phone: Phone, reached: Reached, host: str
) -> None:
    app.config["REACHED"] = reached
    page = phone.get("/help", headers={"Host": host})
    assert page.status == 400
    assert "http://127.0.0.1:80/" in page.text
    assert f"{reached.base}/" in page.text
    assert "--url" in page.text


def test_the_page_that_refuses_a_foreign_host_is_drawn_with_its_style_sheet(phone: Phone) -> None:
    """And not with anything else of the program's."""
    headers = {"Host": "evil.example"}
    sheet = phone.get("/", headers=headers).root.all("link", rel="stylesheet")[0].attrs["href"]
    assert phone.client.get(sheet, headers=headers).status_code == 200


def test_only_the_computer_itself_is_answered_without_a_network(app: Flask, phone: Phone) -> None:
    app.config["REACHED"] = Reached()
    assert phone.get("/", headers={"Host": "127.0.0.1:8421"}).status == 200
    assert phone.get("/", headers={"Host": "192.168.1.20:8421"}).status == 400


@pytest.mark.parametrize(
    "source",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Origin": "http://[", "Referer": "http://localhost/"},
        {"Referer": "http://evil.example/parties/new"},
        {"Referer": "about:blank"},
    ],
    ids=str,
)
def test_a_form_from_another_site_records_nothing(phone: Phone, parties: Parties, source: dict[str, str]) -> None:
    """Though it carries this phone's cookie and its token."""
    page = phone.post("/parties", FORM, headers=source)
    assert page.status == 403
    assert "another site" in page.text
    assert "Nothing was recorded" in page.text
    assert parties.latest(EVERY_LINK) == []


@pytest.mark.parametrize(
    "source",
    [
        {},
        {"Origin": "http://localhost"},
        {"Origin": "http://piquet.test"},
        {"Referer": "http://localhost/parties/new"},
        {"Host": "piquet.test", "Origin": "https://piquet.test"},
    ],
    ids=str,
)
def test_a_form_of_its_own_is_taken(phone: Phone, source: dict[str, str]) -> None:
    token = phone.token
    if "Host" in source:
        phone.client.set_cookie("session", _cookie(phone), domain="piquet.test")
    assert phone.post("/parties", FORM, token=token, headers=source).status == 303


def _cookie(phone: Phone) -> str:
    found = phone.client.get_cookie("session")
    assert found is not None
    return found.value


def test_every_link_begins_with_the_one_base_whatever_name_the_page_was_opened_under(app: Flask, phone: Phone) -> None:
    code = phone.open()
    app.config["REACHED"] = LAN
    for host in ("localhost", "127.0.0.1:8421"):
        assert f"http://192.168.1.20:8421/p/{code}/" in phone.get(f"/p/{code}/share", headers={"Host": host}).text


def test_no_code_or_link_of_a_sheet_or_a_card_is_shown_that_no_phone_could_open(app: Flask, phone: Phone) -> None:
    """The page says what to do; no scoring link is made that could not be shown again."""
    partie = phone.open()
    made = phone.post("/company/new", {"frame": "pool", "rules": "portland", "name0": "X", "name1": "Y", "name2": "Z"})
    app.config["REACHED"] = Reached()
    for path in (f"/p/{partie}", made.headers["Location"].rstrip("/")):
        for page in (phone.get(f"{path}/share"), phone.post(f"{path}/links", {})):
            assert "can only be opened on this computer" in page.text
            assert "scorer serve --lan" in page.text
            assert page.root.all("svg") == []
            assert "http" not in page.text
            assert "Revoke link 1" in page.text
            assert "Revoke link 2" not in page.text
            assert "Make a scoring link" not in page.text


@pytest.mark.parametrize(
    ("typed", "base"),
    [
        ("http://192.168.1.20:8421", "http://192.168.1.20:8421"),
        ("https://Piquet.Example.org/", "https://piquet.example.org"),
        (" http://[2001:db8::1]:80 ", "http://[2001:db8::1]:80"),
    ],
)
def test_a_base_address_is_a_scheme_a_host_and_a_port(typed: str, base: str) -> None:
    assert base_address(typed) == base


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("piquet.example.org", "is not an address"),
        ("ftp://piquet.example.org", "is not an address"),
        ("http://", "is not an address"),
        ("http://[", "is not an address"),
        ("http://host:port", "is not an address"),
        ("http://user@host", "is not an address"),
        ("http://host/piquet", "is the address of a page"),
        ("http://127.0.0.1:8421", "can only be opened on this computer"),
        ("http://localhost", "can only be opened on this computer"),
        ("http://[::1]", "can only be opened on this computer"),
        ("http://0.0.0.0:8421", "can only be opened on this computer"),
    ],
)
def test_a_base_address_that_leads_no_phone_here_is_refused(typed: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        base_address(typed)
