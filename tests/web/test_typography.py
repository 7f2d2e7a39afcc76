"""How words are set: no line ends between a law and its number, wherever on a page it stands."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from scorer.service.parties import Parties, Sheet
from tests.service.tables import EVERY_LINK
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Phone

LAW = re.compile(r"\bLaws?(\s)\d")


def spaces(body: str) -> list[str]:
    return LAW.findall(body)


def body(phone: Phone, path: str) -> str:
    """The markup of a page as it was sent: its white space is what is looked at."""
    return phone.client.get(path).get_data(as_text=True)


@pytest.mark.parametrize(
    ("where", "least"),
    [
        pytest.param("deals/1", 8, id="the deal explained"),
        pytest.param("deals/1/statements/26?change=E+false+point+5&since=25", 1, id="what a correction changes"),
        pytest.param("settlement", 1, id="the proof"),
    ],
)
def test_a_law_stays_with_its_number(phone: Phone, record: Callable[..., Sheet], where: str, least: int) -> None:
    code = phone.open()
    record(code, "; ".join(WORKED_DEAL), *RUBICON_PARTIE[1:])

    found = spaces(body(phone, f"/p/{code}/{where}"))

    assert len(found) >= least
    assert set(found) == {"\N{NO-BREAK SPACE}"}


def test_a_law_stays_with_its_number_among_the_rules(phone: Phone) -> None:
    """As a source, and within the words of a value."""
    found = spaces(body(phone, "/rules/portland"))

    assert len(found) >= 20
    assert set(found) == {"\N{NO-BREAK SPACE}"}


def test_a_law_stays_with_its_number_in_a_refusal(phone: Phone) -> None:
    code = phone.open()
    form = {"say": "Y good", "deal": "0", "position": "0", "key": "one", "csrf_token": phone.token}

    answer = phone.client.post(f"/p/{code}/say", data=form, follow_redirects=True)

    assert set(spaces(answer.get_data(as_text=True))) == {"\N{NO-BREAK SPACE}"}


def test_what_a_form_sends_is_what_was_said(phone: Phone, parties: Parties) -> None:
    """A player may be called as a law is: the name that comes back from a page is the one on the sheet."""
    code = phone.open("Law 65", "Bea")
    page = phone.table(code)

    assert "Law 65" in page.text
    assert (
        phone.post("/parties", {"first": "Law\N{NO-BREAK SPACE}65", "second": "Bea", "rules": "portland"}).status == 303
    )
    assert {sheet.names[0] for sheet in parties.latest(EVERY_LINK)} == {"Law 65"}
