"""Who is let in: hosts, forms, links and cookies, and what a proxy forwards."""

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha512
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from werkzeug.test import Client
from werkzeug.test import TestResponse as Response

from scorer.service.addresses import base_address
from scorer.service.keeping import open_parties
from scorer.service.parties import Parties
from scorer.service.shared import Attempts
from scorer.web import extensions
from scorer.web.address import Reached, networks
from scorer.web.extensions import network_address
from scorer.web.rights import ROUTES, Right
from scorer.web.serve import believe
from tests.rows import each_row
from tests.service.tables import EVERY_LINK
from tests.web.conftest import (
    FORM,
    KEY,
    RUBICON_PARTIE,
    Page,
    Phone,
    Recorder,
    application,
    new_application,
    routes,
)
from tests.web.test_companies import opened, paper


def test_every_route_has_a_right_and_posts_to_a_partie_need_more_than_its_code(app: Flask) -> None:
    rules = list(app.url_map.iter_rules())
    assert {rule.endpoint for rule in rules} == set(ROUTES)
    posts = {
        rule.endpoint
        for rule in rules
        if "code" in rule.arguments and "POST" in (rule.methods or ())
    }
    assert {ROUTES[endpoint] for endpoint in posts} == {
        Right.SCORER,
        Right.PLAYER,
        Right.CLUB_DIRECTOR,
        Right.PAIR_KEEPER,
        Right.RETURNING,
    }


def test_a_route_that_is_not_in_the_table_is_refused(parties: Parties) -> None:
    app = new_application(parties)
    app.add_url_rule("/forgotten", "forgotten", lambda: "open to all")
    assert Phone(app).get("/forgotten").status == 403


def test_a_phone_without_a_link_only_reads(
    phone: Phone, other: Phone, parties: Parties, record: Recorder
) -> None:
    """The first link of the book is another partie's. A signed cookie gives only what it names."""
    other.open("Cleo", "Dora")
    code = phone.open("Ada", "Bea")
    company = opened(phone)
    paper(phone, company, 0, by="result", winner="0", points="100")
    before = record(code, *RUBICON_PARTIE)
    card = phone.get(f"/company/{company}/").text
    for each, kind, least, back in (
        (code, "partie", (8, 4), f"/p/{code}/"),
        (company, "company", (4, 2), "/company/"),
    ):
        reads, scores = (
            routes(phone.client.application, right, each, kind)
            for right in (Right.READER, Right.SCORER)
        )
        assert (len(reads) >= least[0]) is True
        assert (len(scores) >= least[1]) is True
        for method, path in reads:
            assert method == "GET", path
            assert (other.get(path).status in (200, 204)) is True, path
        for link in (None, 1, "2", True, 10**30, -1):
            with other.client.session_transaction() as session:
                session["links"] = {each: link}
            for method, path in scores:
                page = other.post(
                    path,
                    {"say": "strike 12", "key": path, "by": "result", "winner": "1", "points": "9"},
                )
                assert method == "POST", (link, path)
                assert page.status == 403, (link, path)
                assert any(href.startswith(back) for href in page.links().values())
    assert parties.sheet(code) == before
    assert phone.get(f"/company/{company}/").text == card
    assert not any(link.revoked for link in parties.links(code))


def test_a_forged_cookie_gives_no_right(app: Flask, phone: Phone, other: Phone, code: str) -> None:
    forgers = [
        SecureCookieSessionInterface()
        for _ in ("another key", "another algorithm", "for something else")
    ]
    forgers[1].digest_method = sha512
    forgers[2].salt = "feed"
    app.config["WTF_CSRF_ENABLED"] = (
        False  # whose guard would refuse the forged cookie before the table is asked
    )
    for each, key in zip(forgers, ("guessed", app.secret_key, app.secret_key), strict=True):
        forger = Flask("forger")
        forger.secret_key = key
        serializer = each.get_signing_serializer(forger)
        assert serializer is not None
        for method, path in routes(app, Right.SCORER, code):
            other.client.set_cookie("session", serializer.dumps({"links": {code: 1}}))
            assert other.client.open(path, method=method).status_code == 403
        assert other.client.get(f"/p/{code}/").text.count('name="say"') == 0


def test_the_oldest_of_more_links_than_a_cookie_holds_is_dropped(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.web.visitor.MOST_LINKS", 2)
    _, *newest = [phone.open("Ada", second) for second in ("Bea", "Cem", "Dora")]
    with phone.client.session_transaction() as session:
        assert set(session["links"]) == set(newest)


def test_a_revoked_link_scores_no_longer_and_says_what_to_do(
    app: Flask, phone: Phone, other: Phone, code: str
) -> None:
    link = phone.share(code)
    assert other.accept(link).said()
    action, form = other.get(link).form(other.get(link).root.all("button")[0])
    revoke = next(
        node for node in phone.get(f"/p/{code}/share").root.all("button") if "2" in node.text
    )
    for _ in range(2):
        assert phone.tap_form(revoke).status == 200
    for _, path in routes(app, Right.SCORER, code):
        assert other.post(path, {}).status == 403
    for page in (other.get(link), other.get(other.post(action, form).headers["Location"])):
        assert page.status == 404
        assert ("Ask for a new one" in page.text) is True
    assert other.table(code).said() == {}
    assert phone.table(code).said()


def revoke(phone: Phone, code: str, number: int) -> Page:
    """Tap the key that revokes a link; return the page to which that leads."""
    page = phone.get(f"/p/{code}/share")
    return phone.tap_form(page.key(f"Revoke link {number}"))


def give_up(phone: Phone, code: str, number: int) -> Page:
    """Revoke the link of the phone in hand, and answer the question."""
    asked = revoke(phone, code, number)
    return phone.tap_form(asked.key(f"Revoke link {number}"))


AGAIN = "Score again on this phone"


def offers_return(phone: Phone, code: str) -> bool:
    return AGAIN in phone.get(f"/p/{code}/share").text


def test_the_link_of_the_phone_in_hand_is_revoked_only_after_a_question(
    phone: Phone, other: Phone, parties: Parties, code: str
) -> None:
    other.accept(phone.share(code))
    asked = revoke(phone, code, 1)
    assert "This is the link of this phone." in asked.text
    assert not any(link.revoked for link in parties.links(code))
    assert phone.table(code).said()


def test_the_last_link_is_revoked_only_after_a_question(
    phone: Phone, parties: Parties, code: str
) -> None:
    asked = revoke(phone, code, 1)
    assert "It is the last link. Without it, no phone can score by a link." in asked.text
    assert not any(link.revoked for link in parties.links(code))


def test_the_link_of_another_phone_is_revoked_at_once(
    phone: Phone, other: Phone, parties: Parties, code: str
) -> None:
    other.accept(phone.share(code))
    revoke(phone, code, 2)
    assert [link.revoked for link in parties.links(code)] == [False, True]


def test_a_phone_that_revoked_its_own_last_link_keeps_the_partie_and_scores_again(
    phone: Phone, code: str
) -> None:
    assert AGAIN in give_up(phone, code, 1).text
    assert phone.table(code).said() == {}
    assert AGAIN in phone.table(code).text
    assert f"/p/{code}/" in phone.get("/").links().values()
    phone.tap_form(phone.get(f"/p/{code}/share").key(AGAIN))
    assert phone.table(code).said()
    assert not offers_return(phone, code)


def test_a_phone_scores_again_once_however_often_that_is_sent(
    phone: Phone, parties: Parties, code: str
) -> None:
    key = give_up(phone, code, 1).key(AGAIN)
    for _ in range(2):
        phone.tap_form(key)
    assert [link.revoked for link in parties.links(code)] == [True, False]


def test_a_phone_whose_link_another_revoked_does_not_score_again(
    phone: Phone, other: Phone, code: str
) -> None:
    other.accept(phone.share(code))
    revoke(phone, code, 2)
    give_up(phone, code, 1)
    assert not offers_return(other, code)
    assert other.post(f"/p/{code}/links/return", {}).status == 403
    assert other.table(code).said() == {}


def test_a_phone_that_gave_up_its_link_does_not_score_again_while_another_scores(
    phone: Phone, other: Phone, code: str
) -> None:
    """That phone makes a link for it, or does not."""
    other.accept(phone.share(code))
    give_up(phone, code, 1)
    assert not offers_return(phone, code)
    assert phone.post(f"/p/{code}/links/return", {}).status == 403


def test_a_copy_of_the_cookie_restores_no_link_that_another_revoked(
    phone: Phone, other: Phone, parties: Parties, code: str
) -> None:
    give_up(phone, code, 1)
    copied = phone.cookie.value
    phone.tap_form(phone.get(f"/p/{code}/share").key(AGAIN))
    parties.revoke_link(code, parties.links(code)[-1].id)
    other.client.set_cookie("session", copied)
    assert not offers_return(other, code)
    assert other.post(f"/p/{code}/links/return", {}).status == 403


def test_a_partie_whose_link_another_revoked_stays_on_the_home_page(
    phone: Phone, other: Phone, code: str
) -> None:
    other.accept(phone.share(code))
    revoke(phone, code, 2)
    assert "Ada and Bea" in other.get("/").text


@pytest.mark.parametrize("link", ["", "/s/forged", "/s/" + "A" * 32, "/s/" + "é" * 500])
def test_a_link_forged_or_only_previewed_gives_no_right(
    phone: Phone, other: Phone, link: str, code: str
) -> None:
    """Messengers make a preview of a link: only a tap accepts it."""
    if link:
        assert other.get(link).status == 404
        assert other.post(link, {}).status == 303
    else:
        assert other.get(phone.share(code)).status == 200
    assert other.table(code).said() == {}


def test_a_form_without_its_token_records_nothing(
    app: Flask, phone: Phone, other: Phone, parties: Parties
) -> None:
    code = phone.open()
    theirs = other.token
    assert other.post("/parties", FORM, token=theirs).status == 303, (
        "it is right for the other phone"
    )
    sheet = parties.sheet(code)
    opened = len(parties.latest(EVERY_LINK))
    paths = [path for _, path in routes(app, Right.SCORER, code)]
    data = {
        "say": "E exchange 5",
        "deal": "0",
        "position": "0",
        "key": "k",
        "first": "C",
        "second": "D",
    }
    for token in ("", "é" * 400, "Ii4i.aaaa.bbbb", theirs):
        for path in (*paths, "/parties", "/find", "/s/forged"):
            page = phone.post(path, data, token=token)
            assert page.status == 400, path
            assert "send it again" in page.text.lower()
            assert "nothing was recorded" in page.text.lower()
    assert parties.sheet(code) == sheet
    assert len(parties.latest(EVERY_LINK)) == opened
    assert len(parties.links(code)) == 1


BLOCKED = "This browser blocks cookies."


def send_without_cookies(phone: Phone, path: str, **typed: str) -> list[Page]:
    """Send a form, and the one that asks for it again, from a phone that keeps no cookie."""
    pages = []
    data = {"csrf_token": "of a cookie that was dropped", **typed}
    for _ in range(2):
        phone.client.delete_cookie("session")
        pages.append(phone.post(path, data, token=data["csrf_token"], missing=None))
        data = pages[-1].typed
    return pages


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("/parties", FORM),
        ("/c/ABC234/sign-in", {"name": "Dora", "password": "correct horse battery"}),
        ("/m/a-personal-link", {"to": ""}),
        ("/set-up/a-set-up-link", {"club": "Portland"}),
    ],
)
def test_a_phone_that_blocks_cookies_learns_it_at_the_second_try(
    phone: Phone, path: str, typed: dict[str, str]
) -> None:
    first, second = send_without_cookies(phone, path, **typed)
    assert "allow cookies" in first.text
    assert first.status == 400
    assert (BLOCKED in first.text) is False
    assert second.status == 400
    assert (BLOCKED in second.text) is True


def test_what_was_typed_is_sent_once_cookies_are_allowed(phone: Phone, parties: Parties) -> None:
    _, again = send_without_cookies(phone, "/parties", **FORM)
    page = phone.tap_form(again.key("Send it again"))
    assert page.said()
    assert len(parties.latest(EVERY_LINK)) == 1


def test_a_phone_with_another_cookie_does_not_read_that_it_blocks_them(phone: Phone) -> None:
    phone.client.set_cookie("theme", "dark")
    _, second = send_without_cookies(phone, "/parties", **FORM)
    assert BLOCKED not in second.text


def test_how_to_allow_cookies_is_a_page(phone: Phone) -> None:
    assert "On-device site data" in phone.get("/cookies").text


def test_a_page_that_stayed_open_since_2001_still_records(
    phone: Phone, parties: Parties, code: str
) -> None:
    old = patch.object(TimestampSigner, "get_timestamp", return_value=1_000_000_000)
    with phone.client.session_transaction() as session, old:
        token = str(URLSafeTimedSerializer(KEY, salt="wtf-csrf-token").dumps(session["csrf_token"]))
    assert phone.say(code, "E exchange 5", deal=0, position=0, key="k", token=token).status == 303
    assert len(parties.sheet(code).log(0)) == 1


@each_row
def test_guessing_codes_and_links_is_limited_by_address(
    phone: Phone, other: Phone, method: str, path: str
) -> None:
    data = {"code": "ZZZZZZ", "csrf_token": phone.token} if method == "POST" else None
    answers = [phone.client.open(path, method=method, data=data) for _ in range(40)]
    assert 429 not in {answer.status_code for answer in answers[:10]}
    assert answers[-1].status_code == 429
    assert "Wait a minute" in answers[-1].text
    assert other.get("/s/forged").status == 404


def test_a_flood_of_attempts_is_written_down_no_further_than_any_limit_goes(
    parties: Parties,
) -> None:
    attempts = Attempts(parties.engine, parties.clock)
    assert [attempts.count("a key", 60) for _ in range(300)] == [*range(1, 202), *[201] * 99]
    assert (
        max(each.most for each in vars(extensions).values() if isinstance(each, extensions.Limit))
        < 201
    )


def test_following_a_partie_is_never_limited(phone: Phone, other: Phone, code: str) -> None:
    """A phone asks twenty times a minute, and a club's phones may share an address."""
    assert {other.client.get(f"/p/{code}/live").status_code for _ in range(40)} == {200}


LAN = Reached("http://192.168.1.20:8421", lan=True, names=("talon", "talon.local"))


@pytest.mark.parametrize("reached", [Reached(), LAN], ids=["this computer", "a network"])
def test_the_program_answers_to_its_own_hosts(app: Flask, phone: Phone, reached: Reached) -> None:
    app.config["REACHED"] = reached
    network = (
        "192.168.1.20:8421",
        "192.168.1.20",
        "10.42.0.1:8421",
        "[fe80::1]:8421",
        "Talon.local:8421",
        "talon",
    )
    for host in network if reached.lan else ("127.0.0.1:8421", "localhost", "[::1]:8421"):
        assert phone.get("/", headers={"Host": host}).status == 200, host


@pytest.mark.parametrize(
    "reached", [Reached(), LAN, Reached("http://piquet.test")], ids=["here", "lan", "url"]
)
def test_a_foreign_host_is_refused_with_the_addresses_that_work(
    app: Flask, phone: Phone, reached: Reached
) -> None:
    app.config["REACHED"] = reached
    foreign = (
        "evil.example",
        "evil.example:8421",
        "localhost, evil.example",
        "192.168.1.20.evil.example",
        "a" * 300,
        "x y",
        "[",
        "é.example",
        ".",
    )
    for host in (
        *foreign,
        "a..example",
        "a" * 64 + ".example",
        *([] if reached.lan else ["192.168.1.20:8421"]),
    ):
        page = phone.get("/help", headers={"Host": host})
        assert page.status == 400, host
        assert "http://127.0.0.1:80/" in page.text
        assert f"{reached.base}/" in page.text
        assert "--url" in page.text
        sheet = page.root.all("link", rel="stylesheet")[0].attrs["href"]
        assert phone.client.get(sheet, headers={"Host": "evil.example"}).status_code == 200


def test_a_form_from_another_site_records_nothing(phone: Phone, parties: Parties) -> None:
    """Though it carries this phone's cookie and its token."""
    sources = [
        {"Origin": origin} for origin in ("http://evil.example", "null", "http://localhost:9999")
    ]
    sources += [
        {"Referer": referer} for referer in ("http://evil.example/parties/new", "about:blank")
    ]
    for source in (*sources, {"Origin": "http://[", "Referer": "http://localhost/"}):
        page = phone.post("/parties", FORM | {"another": "yes"}, headers=source)
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
        assert (
            phone.post("/parties", FORM | {"another": "yes"}, token=token, headers=source).status
            == 303
        ), source


def test_every_link_begins_with_the_one_base_whatever_the_host(
    app: Flask, phone: Phone, code: str
) -> None:
    app.config["REACHED"] = LAN
    for host in ("localhost", "127.0.0.1:8421"):
        assert (
            f"http://192.168.1.20:8421/p/{code}/"
            in phone.get(f"/p/{code}/share", headers={"Host": host}).text
        )


def test_no_qr_code_or_link_is_shown_that_no_phone_could_open(app: Flask, phone: Phone) -> None:
    partie = phone.open()
    made = phone.post(
        "/company/new",
        {"frame": "pool", "rules": "portland", "name0": "X", "name1": "Y", "name2": "Z"},
    )
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


@each_row
def test_a_base_address_that_no_phone_can_open_is_refused(why: str, typed: tuple[str, ...]) -> None:
    for each in typed:
        with pytest.raises(ValueError, match=f"^{re.escape(f'{each} {why}')}$"):
            base_address(each)


FORWARDED = {"X-Forwarded-For": "198.51.100.9, 203.0.113.7", "X-Forwarded-Proto": "https"}
"""What the proxy adds; the first address is one that the visitor has made up."""

Ask = Callable[..., Response]


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Flask]:
    parties = open_parties(tmp_path)
    yield application(parties, Reached("https://piquet.test", lan=True, proxied=True))
    parties.engine.dispose()


@pytest.fixture
def ask(proxied: Flask) -> Ask:
    """What asks for a page through the server, from the proxy or from elsewhere."""
    client = Client(believe(proxied, networks("127.0.0.1, 10.0.0.0/8")))

    def asked(
        path: str, sender: str = "10.0.0.2", headers: Mapping[str, str] | None = None, **more: Any
    ) -> Response:
        named = {"Host": "piquet.test", **FORWARDED, **(headers or {})}
        return client.open(path, environ_base={"REMOTE_ADDR": sender}, headers=named, **more)

    return asked


@each_row
def test_the_forwarded_address_and_scheme_are_those_of_a_trusted_proxy(
    proxied: Flask,
    ask: Ask,
    sender: str,
    headers: dict[str, str],
    seen: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The proxy's own word is the last; and of IPv6 the network counts,
    in which one visitor has many addresses.
    """
    found: list[str] = []
    note = lambda: found.append(f"{network_address()} {request.scheme}")  # noqa: E731
    monkeypatch.setitem(
        proxied.before_request_funcs, None, [note, *proxied.before_request_funcs[None]]
    )
    ask("/", sender, headers)
    assert found == [seen]


def test_a_partie_is_opened_over_https_with_a_secure_cookie_and_https_in_every_link(
    ask: Ask,
) -> None:
    page = ask("/parties/new")
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    (token,) = set(re.findall(r'name="csrf_token" value="([^"]+)"', page.text))
    form = {
        "csrf_token": token,
        "first": "Ada",
        "second": "Bea",
        "rules": "portland",
        "deals": "second",
    }
    opened = ask("/parties", method="POST", data=form, headers={"Origin": "https://piquet.test"})
    assert opened.status_code == 303
    assert opened.headers["Location"][:3] == "/p/"
    for cookie in page.headers.getlist("Set-Cookie") + opened.headers.getlist("Set-Cookie"):
        assert cookie.startswith("__Host-session=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
    share = ask(f"{opened.headers['Location']}share").text
    assert "https://piquet.test/p/" in share
    assert "http://" not in share.replace("http://www.w3.org/", "")


@pytest.mark.parametrize(
    ("sender", "headers"), [("10.0.0.2", {"X-Forwarded-Proto": "http"}), ("192.0.2.1", {})]
)
def test_what_is_not_encrypted_is_refused_without_a_cookie(
    ask: Ask, sender: str, headers: dict[str, str]
) -> None:
    page = ask("/parties/new", sender, headers=headers)
    assert page.status_code == 400
    assert "Open https://piquet.test/ instead." in page.text
    assert {"Set-Cookie", "Strict-Transport-Security"}.isdisjoint(page.headers)


def test_attempts_are_counted_by_the_forwarded_address(ask: Ask) -> None:
    """One visitor at the limit does not lock out another behind the same proxy,
    and cannot get round it.
    """
    for number in range(30):
        assert (
            ask(
                "/p/ZZZZZZ/", headers={"X-Forwarded-For": f"192.0.2.{number}, 203.0.113.7"}
            ).status_code
            == 404
        )
    assert ask("/p/ZZZZZZ/").status_code == 429
    assert ask("/p/ZZZZZZ/", headers={"X-Forwarded-For": "203.0.113.8"}).status_code == 404
