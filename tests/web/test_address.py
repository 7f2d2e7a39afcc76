"""The addresses of the program: foreign hosts and forms are refused, and no QR code leads to a loopback address."""

import re

import pytest
from flask import Flask

from scorer.service.parties import Parties
from scorer.web.address import Reached, base_address
from tests.service.tables import EVERY_LINK
from tests.web.conftest import FORM, Phone

LAN = Reached("http://192.168.1.20:8421", lan=True, names=("talon", "talon.local"))


@pytest.mark.parametrize(
    ("reached", "hosts"),
    [
        (Reached(), ["127.0.0.1:8421", "localhost", "[::1]:8421"]),
        (LAN, ["192.168.1.20:8421", "192.168.1.20", "10.42.0.1:8421", "[fe80::1]:8421", "Talon.local:8421", "talon"]),
    ],
    ids=["this computer", "a network"],
)
def test_the_program_answers_to_its_own_hosts(app: Flask, phone: Phone, reached: Reached, hosts: list[str]) -> None:
    app.config["REACHED"] = reached
    for host in hosts:
        assert phone.get("/", headers={"Host": host}).status == 200, host


FOREIGN = ("evil.example", "evil.example:8421", "192.168.1.20.evil.example", "a" * 300, "x y", "[", "é.example", ".")


@pytest.mark.parametrize("reached", [Reached(), LAN, Reached("http://piquet.test")], ids=["here", "lan", "url"])
def test_a_foreign_host_is_refused_on_a_page_that_says_which_addresses_work(
    app: Flask, phone: Phone, reached: Reached
) -> None:
    """The page is shown with its style sheet."""
    app.config["REACHED"] = reached
    for host in (*FOREIGN, "a..example", "a" * 64 + ".example", *([] if reached.lan else ["192.168.1.20:8421"])):
        page = phone.get("/help", headers={"Host": host})
        assert page.status == 400, host
        assert "http://127.0.0.1:80/" in page.text
        assert f"{reached.base}/" in page.text
        assert "--url" in page.text
        sheet = page.root.all("link", rel="stylesheet")[0].attrs["href"]
        assert phone.client.get(sheet, headers={"Host": "evil.example"}).status_code == 200


def test_a_form_from_another_site_records_nothing(phone: Phone, parties: Parties) -> None:
    """Though it carries this phone's cookie and its token."""
    sources = [{"Origin": origin} for origin in ("http://evil.example", "null", "http://localhost:9999")]
    sources += [{"Referer": referer} for referer in ("http://evil.example/parties/new", "about:blank")]
    for source in (*sources, {"Origin": "http://[", "Referer": "http://localhost/"}):
        page = phone.post("/parties", FORM, headers=source)
        assert page.status == 403, source
        assert "another site" in page.text
        assert "Nothing was recorded" in page.text
    assert parties.latest(EVERY_LINK) == []


def test_a_form_of_its_own_is_recorded(phone: Phone) -> None:
    token = phone.token
    phone.client.set_cookie("session", phone.cookie.value, domain="piquet.test")
    own = [{"Origin": f"http://{host}"} for host in ("localhost", "piquet.test")]
    for source in (
        {},
        *own,
        {"Referer": "http://localhost/parties/new"},
        {"Host": "piquet.test", "Origin": "https://piquet.test"},
    ):
        assert phone.post("/parties", FORM, token=token, headers=source).status == 303, source


def test_every_link_begins_with_the_one_base_whatever_host_the_page_was_opened_under(app: Flask, phone: Phone) -> None:
    code = phone.open()
    app.config["REACHED"] = LAN
    for host in ("localhost", "127.0.0.1:8421"):
        assert f"http://192.168.1.20:8421/p/{code}/" in phone.get(f"/p/{code}/share", headers={"Host": host}).text


def test_no_qr_code_or_link_is_shown_that_no_phone_could_open(app: Flask, phone: Phone) -> None:
    """The page says what to do. No scoring link is made, because it is shown only once."""
    partie = phone.open()
    made = phone.post("/company/new", {"frame": "pool", "rules": "portland", "name0": "X", "name1": "Y", "name2": "Z"})
    app.config["REACHED"] = Reached()
    for path in (f"/p/{partie}", made.headers["Location"].rstrip("/").replace("company", "p")):
        for page in (phone.get(f"{path}/share"), phone.post(f"{path}/links", {})):
            assert "can only be opened on this computer" in page.text
            assert page.root.all("svg") == []
            assert "http" not in page.text
            assert "Revoke link 1" in page.text
            assert "Revoke link 2" not in page.text
            assert "Make a scoring link" not in page.text


def test_a_base_address_is_a_scheme_a_host_and_a_port() -> None:
    assert base_address("http://192.168.1.20:8421") == "http://192.168.1.20:8421"
    assert base_address("https://Piquet.Example.org/") == "https://piquet.example.org"
    assert base_address(" http://[2001:db8::1]:80 ") == "http://[2001:db8::1]:80"


WRONG = {
    "is not an address. Give one like http://192.168.1.20:8421.": "a.b ftp://a http:// http://[ http://a:b http://a@b "
    "http://a:0",
    "is the address of a page. Give it without anything after the host and port.": "http://a/b http://a?b http://a#b",
    "can only be opened on this computer. Give the address that phones open.": "http://127.0.0.1:8421 http://localhost "
    "http://[::1] http://0.0.0.0:8421",
}


@pytest.mark.parametrize(("why", "typed"), WRONG.items())
def test_a_base_address_that_no_phone_can_open_is_refused(why: str, typed: str) -> None:
    for each in typed.split():
        with pytest.raises(ValueError, match=f"^{re.escape(f'{each} {why}')}$"):
            base_address(each)
