"""No PIN, link or password is written anywhere but where it is shown, once, to its owner."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.sessions import SecureCookieSessionInterface

from scorer.service.club.clubs import Clubs
from scorer.service.club.people import People
from tests import there
from tests.web.club.secrets import Confided, confide
from tests.web.club.visitors import Visit


@pytest.fixture
def confided(caplog: pytest.LogCaptureFixture, visit: Visit) -> Confided:
    caplog.set_level(logging.DEBUG)
    return confide(visit)


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    """Return all that was logged since the test began."""

    def read() -> str:
        records = [record for phase in ("setup", "call") for record in caplog.get_records(phase)]
        return "\n".join(logging.Formatter().format(record) for record in records)

    return read


@pytest.mark.sqlite
def test_no_answer_file_cookie_or_log_has_a_secret(
    visit: Visit, confided: Confided, logged: Callable[[], str], tmp_path: Path
) -> None:
    """The database and what lies beside it have hashes."""
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
    assert "Too many attempts at /m/<token> from" in logged()
    assert confided.found_in(logged()) == []


def test_a_breakdown_logs_no_secret_of_its_address_or_its_form(
    visit: Visit, confided: Confided, logged: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log says at which route, and what broke; not the address, nor what was typed."""

    def breaks(*arguments: object, **named: object) -> None:
        raise RuntimeError("a breakdown")

    secrets, phone = confided.secrets, visit.member(confided.member)
    token = phone.token
    for kind, verb, address, data in (
        (Clubs, "setup_link_holds", f"/set-up/{secrets['set-up link']}", None),
        (People, "open_link", f"/m/{secrets['personal link']}", None),
        (People, "director_link", f"/director/{secrets['director link']}", None),
        (People, "sign_in", f"{visit.path}/sign-in", {"name": "Ann", "password": secrets["password"]}),
        (People, "set_pin", f"{visit.path}/me/pin", {"pin": secrets["PIN"]}),
    ):
        monkeypatch.setattr(kind, verb, breaks)
        answer = phone.get(address) if data is None else phone.post(address, data, token=token)
        assert answer.status == 500
        assert confided.found_in(answer.text) == []
    assert logged().count("RuntimeError: a breakdown") == 5
    assert confided.found_in(logged()) == []
