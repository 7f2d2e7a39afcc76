"""Who may do what: every route stands in the table of rights, and no phone scores without a link that holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from werkzeug.routing import Rule

from scorer.service.parties import Parties, Sheet
from scorer.web import create_app
from scorer.web.rights import ROUTES, Right
from tests.service.tables import EVERY_LINK
from tests.web.applications import KEY
from tests.web.conftest import RUBICON_PARTIE, Phone, routes


def refused(app: Flask, phone: Phone, code: str) -> None:
    """Every route that scores refuses the phone, with a page that says what to do."""
    found = routes(app, Right.SCORER, code)
    assert len(found) >= 4
    before = app.extensions["parties"].sheet(code)
    for method, path in found:
        page = phone.get(path) if method == "GET" else phone.post(path, {"say": "E exchange 5", "key": path})
        assert page.status == 403, (method, path)
        assert "Share" in page.text
        assert f"/p/{code}/" in page.links().values()
    assert app.extensions["parties"].sheet(code) == before
    assert not any(link.revoked for link in app.extensions["parties"].links(code)[1:])


def test_the_table_of_rights_lists_every_route_and_no_other(app: Flask) -> None:
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == set(ROUTES)


def test_everything_that_is_posted_to_a_partie_needs_the_right_to_score_to_play_or_to_rule(app: Flask) -> None:
    def posts(rule: Rule) -> bool:
        return "code" in rule.arguments and "POST" in (rule.methods or ())

    assert {ROUTES[rule.endpoint] for rule in app.url_map.iter_rules() if posts(rule)} == {
        Right.SCORER,
        Right.PLAYER,
        Right.CLUB_DIRECTOR,
    }


def test_a_route_that_is_not_in_the_table_is_refused(parties: Parties) -> None:
    app = create_app(parties, KEY)
    app.add_url_rule("/forgotten", "forgotten", lambda: "open to all")
    assert Phone(app).get("/forgotten").status == 403


def test_a_phone_without_a_link_may_not_score(app: Flask, phone: Phone, other: Phone) -> None:
    refused(app, other, phone.open())


def test_a_phone_without_a_link_may_read_everything(
    app: Flask, phone: Phone, other: Phone, record: Callable[..., Sheet]
) -> None:
    code = phone.open()
    record(code, *RUBICON_PARTIE)
    read = [path for method, path in routes(app, Right.READER, code) if method == "GET"]
    assert len(read) >= 8
    for path in read:
        assert other.get(path).status in (200, 204), path


def test_a_phone_whose_link_was_revoked_may_not_score(app: Flask, phone: Phone, other: Phone) -> None:
    code = phone.open()
    link = phone.share(code)
    assert other.accept(link).said()
    revoke = next(node for node in phone.get(f"/p/{code}/share").root.all("button") if "2" in node.text)
    assert phone.tap_form(revoke).status == 200
    for method, path in routes(app, Right.SCORER, code):
        assert method == "POST"
        assert other.post(path, {}).status == 403
    assert other.table(code).said() == {}
    assert phone.table(code).said()


def test_a_revoked_link_gets_a_page_that_says_what_to_do(phone: Phone, other: Phone, parties: Parties) -> None:
    code = phone.open()
    link = phone.share(code)
    token = other.get(link).form(other.get(link).root.all("button")[0])
    parties.revoke_link(code, parties.links(code)[1].id)
    for page in (other.get(link), other.get(other.post(token[0], {}).headers["Location"])):
        assert page.status == 404
        assert "Ask for a new one" in page.text
    assert other.table(code).said() == {}


def test_a_link_is_only_followed_by_a_tap(phone: Phone, other: Phone) -> None:
    """A preview of the link, as messengers make one, gives no right."""
    code = phone.open()
    assert other.get(phone.share(code)).status == 200
    assert other.table(code).said() == {}


@pytest.mark.parametrize("link", ["/s/forged", "/s/" + "A" * 32, "/s/" + "é" * 500])
def test_a_forged_link_gives_no_right(phone: Phone, other: Phone, link: str) -> None:
    code = phone.open()
    assert other.get(link).status == 404
    assert other.post(link, {}).status == 303
    assert other.table(code).said() == {}


def test_the_link_of_another_partie_gives_no_right(app: Flask, phone: Phone, other: Phone) -> None:
    code, _ = phone.open("Ada", "Bea"), other.open("Cleo", "Dora")
    refused(app, other, code)


@pytest.mark.parametrize("number", [1, "2", True, None, 10**30, -1])
def test_the_number_of_another_partie_s_link_gives_no_right(
    app: Flask, phone: Phone, other: Phone, number: object
) -> None:
    """The first link of the book is another partie's; the cookie is signed, and still gives only what it names."""
    other.open("Cleo", "Dora")
    code = phone.open("Ada", "Bea")
    with other.client.session_transaction() as session:
        session["links"] = {code: number}
    refused(app, other, code)


def test_a_forged_cookie_gives_no_right(app: Flask, phone: Phone, other: Phone) -> None:
    code = phone.open()
    forger = Flask("forger")
    forger.secret_key = "guessed"
    serializer = SecureCookieSessionInterface().get_signing_serializer(forger)
    assert serializer is not None
    app.config["WTF_CSRF_ENABLED"] = False  # whose guard would refuse the forged cookie before the table is asked
    for method, path in routes(app, Right.SCORER, code):
        other.client.set_cookie("session", serializer.dumps({"links": {code: 1}}))
        assert other.client.open(path, method=method).status_code == 403
    assert other.client.get(f"/p/{code}/").text.count('name="say"') == 0


@pytest.mark.parametrize("token", ["", "wrong", "é" * 400, "Ii4i.aaaa.bbbb"])
def test_a_form_without_its_token_records_nothing_and_says_what_to_do(
    app: Flask, phone: Phone, parties: Parties, token: str
) -> None:
    code = phone.open()
    sheet, opened = parties.sheet(code), len(parties.latest(EVERY_LINK))
    paths = [path for method, path in routes(app, Right.SCORER, code) if method == "POST"]
    for path in (*paths, "/parties", "/find", "/s/forged"):
        data = {"say": "E exchange 5", "deal": "0", "position": "0", "key": "k", "first": "C", "second": "D"}
        page = phone.post(path, data, token=token)
        assert page.status == 400, path
        assert "reload" in page.text.lower()
        assert "nothing was recorded" in page.text.lower()
    assert (parties.sheet(code), len(parties.latest(EVERY_LINK)), len(parties.links(code))) == (sheet, opened, 1)


def test_the_token_of_another_phone_is_refused(phone: Phone, other: Phone) -> None:
    code = phone.open()
    assert phone.say(code, "E exchange 5", deal=0, position=0, key="k", token=other.token).status == 400


def test_a_page_that_stayed_open_since_2001_still_records(app: Flask, phone: Phone, parties: Parties) -> None:
    class Old(TimestampSigner):
        """Signs as in September 2001."""

        def get_timestamp(self) -> int:
            return 1_000_000_000

    code = phone.open()
    assert phone.token
    with phone.client.session_transaction() as session:
        drawn = session["csrf_token"]
    token = URLSafeTimedSerializer(app.config["SECRET_KEY"], salt="wtf-csrf-token", signer=Old).dumps(drawn)
    assert isinstance(token, str)
    assert phone.say(code, "E exchange 5", deal=0, position=0, key="k", token=token).status == 303
    assert len(parties.sheet(code).log(0)) == 1


@pytest.mark.parametrize(
    ("method", "path"), [("post", "/find"), ("get", "/s/forged"), ("post", "/s/forged")], ids=["code", "link", "accept"]
)
def test_after_too_many_tries_a_page_asks_to_wait(phone: Phone, other: Phone, method: str, path: str) -> None:
    token = phone.token
    statuses = []
    for _ in range(40):
        page = phone.get(path) if method == "get" else phone.post(path, {"code": "ZZZZZZ"}, token=token)
        statuses.append(page.status)
    assert 429 not in statuses[:10]
    assert statuses[-1] == 429
    assert "Wait a minute" in page.text
    assert other.get("/s/forged").status == 404


def test_guessing_codes_at_the_address_of_a_table_is_limited_too(phone: Phone) -> None:
    statuses = [phone.client.get(f"/p/{number:06}/").status_code for number in range(100, 200)]
    assert 429 in statuses


def test_looking_on_is_never_limited(phone: Phone, other: Phone) -> None:
    """A phone asks twenty times a minute, and a club's phones may share an address."""
    code = phone.open()
    assert {other.client.get(f"/p/{code}/live").status_code for _ in range(100)} == {200}
