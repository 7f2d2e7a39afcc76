"""Who may do what: every route is in the table of rights, and no phone scores without a current link."""

from collections.abc import Callable
from hashlib import sha512

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from scorer.service.parties import Parties, Sheet
from scorer.service.shared import Attempts
from scorer.web import extensions
from scorer.web.rights import ROUTES, Right
from tests.rows import each_row
from tests.service.tables import EVERY_LINK
from tests.web.applications import new_application
from tests.web.conftest import RUBICON_PARTIE, Phone, routes
from tests.web.test_companies import opened, paper


def test_every_route_has_a_right_and_posts_to_a_partie_need_more_than_its_code(app: Flask) -> None:
    rules = list(app.url_map.iter_rules())
    assert {rule.endpoint for rule in rules} == set(ROUTES)
    posts = {rule.endpoint for rule in rules if "code" in rule.arguments and "POST" in (rule.methods or ())}
    assert {ROUTES[endpoint] for endpoint in posts} == {Right.SCORER, Right.PLAYER, Right.CLUB_DIRECTOR}


def test_a_route_that_is_not_in_the_table_is_refused(parties: Parties) -> None:
    app = new_application(parties)
    app.add_url_rule("/forgotten", "forgotten", lambda: "open to all")
    assert Phone(app).get("/forgotten").status == 403


def test_a_phone_without_a_link_only_reads(
    app: Flask, phone: Phone, other: Phone, parties: Parties, record: Callable[..., Sheet]
) -> None:
    """The first link of the book is another partie's. A signed cookie gives only what it names."""
    other.open("Cleo", "Dora")
    code, company = phone.open("Ada", "Bea"), opened(phone)
    paper(phone, company, 0, by="result", winner="0", points="100")
    before, card = record(code, *RUBICON_PARTIE), phone.get(f"/company/{company}/").text
    for each, kind, least, back in ((code, "partie", (8, 4), f"/p/{code}/"), (company, "company", (4, 2), "/company/")):
        reads, scores = (routes(app, right, each, kind) for right in (Right.READER, Right.SCORER))
        assert (len(reads) >= least[0], len(scores) >= least[1]) == (True, True)
        for method, path in reads:
            assert (method, other.get(path).status in (200, 204)) == ("GET", True), path
        for link in (None, 1, "2", True, 10**30, -1):
            with other.client.session_transaction() as session:
                session["links"] = {each: link}
            for method, path in scores:
                page = other.post(path, {"say": "strike 12", "key": path, "by": "result", "winner": "1", "points": "9"})
                assert (method, page.status) == ("POST", 403), (link, path)
                assert any(href.startswith(back) for href in page.links().values())
    assert (parties.sheet(code), phone.get(f"/company/{company}/").text) == (before, card)
    assert not any(link.revoked for link in parties.links(code))


def test_a_forged_cookie_gives_no_right(app: Flask, phone: Phone, other: Phone, code: str) -> None:
    forgers = [SecureCookieSessionInterface() for _ in ("another key", "another algorithm", "for something else")]
    forgers[1].digest_method = sha512
    forgers[2].salt = "feed"
    app.config["WTF_CSRF_ENABLED"] = False  # whose guard would refuse the forged cookie before the table is asked
    for each, key in zip(forgers, ("guessed", app.secret_key, app.secret_key), strict=True):
        forger = Flask("forger")
        forger.secret_key = key
        serializer = each.get_signing_serializer(forger)
        assert serializer is not None
        for method, path in routes(app, Right.SCORER, code):
            other.client.set_cookie("session", serializer.dumps({"links": {code: 1}}))
            assert other.client.open(path, method=method).status_code == 403
        assert other.client.get(f"/p/{code}/").text.count('name="say"') == 0


def test_the_oldest_of_more_links_than_a_cookie_holds_is_dropped(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.web.visitor.MOST_LINKS", 2)
    _, *newest = [phone.open() for _ in range(3)]
    with phone.client.session_transaction() as session:
        assert set(session["links"]) == set(newest)


def test_a_revoked_link_scores_no_longer_and_says_what_to_do(app: Flask, phone: Phone, other: Phone, code: str) -> None:
    link = phone.share(code)
    assert other.accept(link).said()
    action, form = other.get(link).form(other.get(link).root.all("button")[0])
    revoke = next(node for node in phone.get(f"/p/{code}/share").root.all("button") if "2" in node.text)
    for _ in range(2):
        assert phone.tap_form(revoke).status == 200
    for _, path in routes(app, Right.SCORER, code):
        assert other.post(path, {}).status == 403
    for page in (other.get(link), other.get(other.post(action, form).headers["Location"])):
        assert (page.status, "Ask for a new one" in page.text) == (404, True)
    assert other.table(code).said() == {}
    assert phone.table(code).said()


@pytest.mark.parametrize("link", ["", "/s/forged", "/s/" + "A" * 32, "/s/" + "é" * 500])
def test_a_link_forged_or_only_previewed_gives_no_right(phone: Phone, other: Phone, link: str, code: str) -> None:
    """Messengers make a preview of a link: only a tap accepts it."""
    if link:
        assert (other.get(link).status, other.post(link, {}).status) == (404, 303)
    else:
        assert other.get(phone.share(code)).status == 200
    assert other.table(code).said() == {}


def test_a_form_without_its_token_records_nothing(app: Flask, phone: Phone, other: Phone, parties: Parties) -> None:
    code = phone.open()
    sheet, opened = parties.sheet(code), len(parties.latest(EVERY_LINK))
    paths = [path for _, path in routes(app, Right.SCORER, code)]
    data = {"say": "E exchange 5", "deal": "0", "position": "0", "key": "k", "first": "C", "second": "D"}
    for token in ("", "é" * 400, "Ii4i.aaaa.bbbb", other.token):
        for path in (*paths, "/parties", "/find", "/s/forged"):
            page = phone.post(path, data, token=token)
            assert page.status == 400, path
            assert "send it again" in page.text.lower()
            assert "nothing was recorded" in page.text.lower()
    assert (parties.sheet(code), len(parties.latest(EVERY_LINK)), len(parties.links(code))) == (sheet, opened, 1)


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


@each_row("method", "path")
def test_guessing_codes_and_links_is_limited_by_address(phone: Phone, other: Phone, method: str, path: str) -> None:
    data = {"code": "ZZZZZZ", "csrf_token": phone.token} if method == "POST" else None
    answers = [phone.client.open(path, method=method, data=data) for _ in range(40)]
    assert 429 not in {answer.status_code for answer in answers[:10]}
    assert answers[-1].status_code == 429
    assert "Wait a minute" in answers[-1].text
    assert other.get("/s/forged").status == 404


def test_a_flood_of_attempts_is_written_down_no_further_than_any_limit_goes(parties: Parties) -> None:
    attempts = Attempts(parties.engine, parties.clock)
    assert [attempts.count("a key", 60) for _ in range(300)] == [*range(1, 202), *[201] * 99]
    assert max(each.most for each in vars(extensions).values() if isinstance(each, extensions.Limit)) < 201


def test_following_a_partie_is_never_limited(phone: Phone, other: Phone, code: str) -> None:
    """A phone asks twenty times a minute, and a club's phones may share an address."""
    assert {other.client.get(f"/p/{code}/live").status_code for _ in range(40)} == {200}
