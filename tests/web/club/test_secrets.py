"""No PIN, link or password is written anywhere but where it is shown, once, to whom it belongs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask.sessions import SecureCookieSessionInterface

from scorer.service.club.clubs import Clubs
from scorer.service.club.people import People
from tests.web.club.secrets import Confided, confide
from tests.web.club.visitors import Visit, visiting
from tests.web.conftest import Phone


@dataclass
class Told(Confided):
    """What was ever secret in a club, and whatever was logged meanwhile."""

    visit: Visit
    log: pytest.LogCaptureFixture

    @property
    def logged(self) -> str:
        records = [record for phase in ("setup", "call") for record in self.log.get_records(phase)]
        return "\n".join(logging.Formatter().format(record) for record in records)


@pytest.fixture
def visit(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Visit]:
    caplog.set_level(logging.DEBUG)
    with visiting(tmp_path) as found:
        yield found


@pytest.fixture
def told(visit: Visit, caplog: pytest.LogCaptureFixture) -> Told:
    found = confide(visit)
    return Told(found.member, found.secrets, found.answers, visit, caplog)


def test_no_answer_gives_back_what_was_typed(told: Told) -> None:
    for answer in told.answers:
        assert told.found_in(answer.html) == []
        assert told.found_in(str(answer.headers)) == []


def test_no_file_keeps_a_secret(told: Told, tmp_path: Path) -> None:
    """Neither the database nor what lies beside it: all are kept as hashes."""
    files = [each for each in tmp_path.iterdir() if each.is_file()]
    assert any(each.name == "book.sqlite" for each in files)
    for each in files:
        kept = each.read_bytes()
        assert [what for what, secret in told.secrets.items() if secret.encode() in kept] == [], each.name


def test_no_cookie_carries_a_secret(told: Told) -> None:
    phone = told.visit.phone()
    phone.post(f"/m/{told.secrets['personal link']}", {})
    cookie = phone.client.get_cookie("session")
    serializer = SecureCookieSessionInterface().get_signing_serializer(told.visit.app)
    assert cookie is not None
    assert serializer is not None
    assert told.found_in(str(serializer.loads(cookie.value))) == []


def test_no_log_names_a_secret(told: Told) -> None:
    link = f"/m/{told.secrets['personal link']}"
    assert {told.visit.phone().get(link).status for _ in range(40)} == {200, 429}
    assert "exceeded" in told.logged
    assert told.found_in(told.logged) == []


@pytest.mark.parametrize("where", ["set-up link", "personal link", "director link", "password", "PIN"])
def test_a_breakdown_logs_no_secret_of_its_address_or_its_form(
    told: Told, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The log says at which route, and what broke; not the address, nor what was typed."""

    def breaks(*arguments: object, **named: object) -> None:
        raise RuntimeError("a breakdown")

    secret, path = told.secrets[where], told.visit.path
    kind, verb, address, data = {
        "set-up link": (Clubs, "setup_link_holds", f"/set-up/{secret}", None),
        "personal link": (People, "open_link", f"/m/{secret}", None),
        "director link": (People, "director_link", f"/director/{secret}", None),
        "password": (People, "sign_in", f"{path}/sign-in", {"name": "Ann", "password": secret}),
        "PIN": (People, "set_pin", f"{path}/me/pin", {"pin": secret}),
    }[where]
    phone: Phone = told.visit.member(told.member)
    token = phone.token
    monkeypatch.setattr(kind, verb, breaks)
    answer = phone.get(address) if data is None else phone.post(address, data, token=token)
    assert answer.status == 500
    assert "a breakdown" in told.logged
    assert told.found_in(told.logged) == []
    assert told.found_in(answer.text) == []
