"""What the keeper of a server watches: health, readiness, figures behind a token,
and a log without secrets.
"""

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorer.service import keeping
from scorer.service.keeping import open_parties
from scorer.service.parties import Parties
from scorer.web.operations import log_as_json, measure
from scorer.web.visitor import feed_key
from tests.service.club.running_club import Clock, founded
from tests.web.conftest import Phone, new_application

TOKEN = "a token of Prometheus"
SECRET = "Z9secret7Z"

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Flask]:
    """An application of its own, because what watches one stays with it."""
    parties = open_parties(tmp_path)
    yield new_application(parties)
    parties.engine.dispose()


@pytest.fixture
def log(watched: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    monkeypatch.setattr(logging.root, "handlers", [])
    log_as_json(watched)
    yield written
    logging.getLogger("scorer.requests").setLevel(logging.NOTSET)


def test_a_program_that_lives_and_is_ready_says_so_at_every_address_without_a_cookie(
    app: Flask,
) -> None:
    for path, says in (("/health", "alive\n"), ("/ready", "ready\n")):
        answer = app.test_client().get(path, headers={"Host": "10.0.0.9:8421"})
        assert answer.status_code == 200
        assert answer.text == says
        assert answer.mimetype == "text/plain"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers


def test_what_cannot_record_is_not_ready(
    app: Flask, parties: Parties, monkeypatch: pytest.MonkeyPatch
) -> None:
    def says() -> tuple[int, str]:
        assert client.get("/health").status_code == 200
        answer = client.get("/ready")
        return answer.status_code, answer.text.strip()

    client = app.test_client()
    on_this_disk = parties.engine.dialect.name == "sqlite"
    full = (503, "disk") if on_this_disk else (200, "ready")
    monkeypatch.setattr(keeping, "LEAST_ROOM", 2**62)
    assert says() == full
    monkeypatch.undo()
    monkeypatch.setattr("os.access", lambda *_: False)
    assert says() == full
    monkeypatch.undo()
    with parties.engine.begin() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert says() == (503, "schema")
    with parties.engine.begin() as db:
        db.execute(text("ALTER TABLE alembic_version RENAME COLUMN version_num TO number"))
    assert says() == (503, "database")


def test_nobody_without_the_token_sees_that_there_are_figures(app: Flask, watched: Flask) -> None:
    measure(watched, TOKEN)
    for client, sent in (
        (app.test_client(), ""),
        (app.test_client(), TOKEN),
        (watched.test_client(), "another one"),
    ):
        assert (
            client.get("/metrics", headers={"Authorization": f"Bearer {sent}"}).status_code == 404
        )
    assert (
        watched.test_client().get("/metrics", headers={"Authorization": "Basic YTpi"}).status_code
        == 404
    )


def test_the_figures_are_those_of_routes_of_waiting_writers_and_of_the_book(watched: Flask) -> None:
    measure(watched, TOKEN)
    phone = Phone(watched)
    code = phone.open()
    phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5")
    phone.say(code, "E point 6", deal=0, position=0, key="late")
    found = phone.client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    figures = dict(re.findall(r"^(\w+(?:\{.*\})?) ([\d.]+)$", found, re.M))
    assert figures['scorer_requests_total{route="tables.say",status="303"}'] == "2.0"
    assert figures['scorer_requests_total{route="tables.say",status="409"}'] == "1.0"
    assert figures['scorer_request_seconds_count{route="tables.say"}'] == "3.0"
    assert float(figures["scorer_write_wait_seconds_count"]) >= 3
    assert figures["scorer_statements_total"] == "3.0"
    assert figures["scorer_entries_total"] == "0.0"
    assert code not in found


def test_the_log_says_who_signed_in_and_what_was_refused_to_whom(
    watched: Flask, log: io.StringIO
) -> None:
    """By the numbers of credentials, members and links:
    a name that is wrong may be a password in a wrong field.
    """
    club = founded(watched.extensions["parties"], Clock())
    ada, ben = club.admit("Ada", "Ben")
    code = club.play(club.season(ada, ben), ada, ben, signed=()).sheet.code
    of = f"/c/{club.club.code}"
    club.services.people.set_pin(club.members[ada], ada, "2846")
    director = Phone(watched)
    table = Phone(watched)
    for password in ("a wrong password", "a long password"):
        director.post(f"{of}/sign-in", {"name": "Ann", "password": password})
    table.accept(f"/s/{club.parties.new_link(code)}")
    for pin in ("1357", "2846"):
        table.post(f"/p/{code}/signatures", {"player": "0", "pin": pin})
    table.get(f"{of}/directors")
    with (member := Phone(watched)).client.session_transaction() as session:
        session["acts"] = {club.club.code: (named := club.services.people.begin(club.members[ben]))}
    member.get(f"{of}/directors")
    assert named not in log.getvalue()
    table.post("/parties", {"first": "Ada", "second": "Ada"})
    table.post("/parties", {"first": "Ada", "second": "Ben"}, token="forged")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    about = ("club", "credential", "member", "acts", "links")
    assert [
        [line["event"], *(line[name] for name in about if name in line)]
        for line in lines
        if "event" in line
    ] == [
        ["password refused", club.club.code],
        ["signed in", club.club.code, club.director.credential],
        ["PIN asked", ada],
        ["PIN accepted", ada],
        ["not allowed", {}, {code: club.parties.links(code)[-1].id}],
        ["not allowed", {club.club.code: club.members[ben].credential}, {}],
        ["form not accepted"],
        ["form not read"],
    ]
    said = [
        {name: line[name] for name in line if name not in ("time", "process", "request", "ms")}
        for line in lines
    ]
    assert not re.search("Ann|Ada|Ben|wrong|long|1357|2846", json.dumps(said)), (
        "a number may be in what is left out"
    )


def test_the_log_says_that_a_key_was_refused_and_not_which(
    watched: Flask, log: io.StringIO
) -> None:
    club = founded(watched.extensions["parties"], Clock())
    with watched.app_context():
        key = feed_key(club.director)
    wrong = f"{key[:-4]}AAAA"
    statuses = []
    for sent in (wrong, key):
        answer = Phone(watched).client.get(
            f"/c/{club.club.code}/api/v1/", headers={"Authorization": f"Bearer {sent}"}
        )
        statuses.append(answer.status_code)
    assert statuses == [401, 200]
    refused, answered = map(json.loads, log.getvalue().splitlines())
    assert refused["event"] == "key refused"
    assert refused["club"] == club.club.code
    assert "event" not in answered
    assert wrong not in log.getvalue()
    assert key not in log.getvalue()


def test_no_secret_is_in_the_log(watched: Flask, log: io.StringIO) -> None:
    """Every route is asked with a secret in its address, query, form, cookie and headers;
    and one fails with it.
    """
    client = watched.test_client()
    client.set_cookie("session", SECRET)
    headers = {
        "Authorization": f"Bearer {SECRET}",
        "X-Forwarded-For": SECRET,
        "Referer": f"http://localhost/{SECRET}",
    }
    asked = 0
    for rule in watched.url_map.iter_rules():
        address = re.sub("<int:.*?>", "1", re.sub(r"<(?!int)[^>]*>", SECRET, rule.rule))
        for method in sorted((rule.methods or set()) - {"OPTIONS"}):
            data = (
                dict.fromkeys(("password", "pin", "name", "key", "say"), SECRET)
                if method == "POST"
                else None
            )
            client.open(
                address, method=method, data=data, query_string={"key": SECRET}, headers=headers
            )
            asked += 1

    def fail() -> str:
        raise ValueError(SECRET)

    watched.view_functions["operations.health"] = fail
    failed = client.get("/health", query_string={"key": SECRET})
    client.get(f"/nowhere/{SECRET}")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    answered = [line for line in lines if "status" in line]
    assert SECRET not in log.getvalue()
    assert len(answered) == asked + 2 > 200
    assert {line["route"] for line in answered} > {
        "home.scoring_link",
        "account.accept_password",
        "tables.say",
        None,
    }
    assert all(
        line["ms"] >= 0 and line["process"] and len(line["request"]) == 16 for line in answered
    )
    (error,) = [line for line in lines if line["level"] == "error"]
    assert error["error"] == "ValueError"
    assert error["route"] == "operations.health"
    assert error["raised"][-1].endswith(" fail")
    assert error["request"] == failed.headers["X-Request-Id"]
