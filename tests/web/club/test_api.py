"""The JSON API of a club."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer import for_programs
from scorer.service.topics import topic_text
from tests.web.club.conftest import Visit, visiting

A_PART = 10
"""Rows of a part of a list where a test makes several parts."""


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Cat") as visit:
        visit.club.play(visit.club.season(1, 2), 1, 2)
        visit.club.services.clubs.choose(visit.club.director, "public standings", "yes")
        yield visit


def asked(visit: Visit, address: str, **headers: str) -> tuple[int, Any, Any]:
    """Return the status, the document and the headers of what anybody sees."""
    path = address if address.startswith("/") else f"{visit.path}/api/v1/{address}"
    answer = visit.phone().client.get(
        path, headers={name.replace("_", "-"): each for name, each in headers.items()}
    )
    assert answer.mimetype == "application/json"
    return answer.status_code, answer.json, answer.headers


def shortened(document: Any) -> Any:
    """Return a document with one row in each list of rows, as the examples are."""
    if isinstance(document, dict):
        return {
            name: [shortened(each[0])]
            if name in ("seasons", "rows", "members") and isinstance(each, list)
            else each
            for name, each in document.items()
        }
    return document


def test_the_examples_of_the_documentation_are_its_answers(visit: Visit) -> None:
    addresses = [
        "",
        "seasons",
        "s/1/standings",
        "s/1/results",
        "s/2/results",
        "members",
        "s/9/standings",
    ]
    club = visit.club
    (partie,) = [each["partie"] for each in asked(visit, "s/1/results")[1]["results"]]
    before = {address: asked(visit, address)[1] for address in addresses}
    card = club.card(
        club.season(1, 2, 3, name="Cards", frame="chouette", order=COMPANY_ORDER), 1, 2, 3
    )
    club.sign(card, 1, 2, 3)
    before["s/2/results"] = asked(visit, "s/2/results")[1]
    text = json.dumps([shortened(before[address]) for address in addresses], ensure_ascii=False)
    for code, name in ((club.club.code, "CLUB"), (partie, "PARTIE"), (card, "CARD")):
        text = text.replace(code, name)
    examples = re.findall(r"^```json\n(.*?)^```$", topic_text("api"), re.M | re.S)
    assert json.loads(text) == [json.loads(each) for each in examples]


def all_of(visit: Visit, address: str, key: str) -> list[int]:
    found = []
    while address:
        _, part, _ = asked(visit, address)
        rows, address = part.values()
        assert 0 < len(rows) <= A_PART
        found += [each[key] for each in rows]
    return found


def test_long_lists_come_in_parts(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    club = visit.club
    for _ in range(A_PART):
        club.from_paper(1, 2, 1, ((30, 20),) * 4)
    club.admit(*(f"Member {number}" for number in range(4 * A_PART - 3)))
    with monkeypatch.context() as short:
        short.setattr(for_programs, "A_PAGE", A_PART)
        entries = all_of(visit, "s/1/results", "entry")
        numbers = all_of(visit, "members", "member")
    assert len(entries) == A_PART + 1
    assert entries == sorted(entries, reverse=True)
    assert numbers == list(range(1, 4 * A_PART + 1))
    _, found, headers = asked(visit, "members?after=x", Accept_Encoding="identity")
    assert found["members"][0]["member"] == 1
    assert ("Content-Encoding" in headers) is False
    small = visit.phone().client.get(
        f"{visit.path}/api/v1/members", headers={"Accept-Encoding": "gzip"}
    )
    assert small.content_encoding == "gzip"
    assert json.loads(gzip.decompress(small.data)) == found


def test_nothing_is_sent_again_until_something_changes(visit: Visit) -> None:
    status, _, headers = asked(visit, "s/1/standings")
    tag = headers["ETag"]
    assert status == 200
    assert headers["Cache-Control"] == "no-cache"
    again = visit.phone().client.get(
        f"{visit.path}/api/v1/s/1/standings", headers={"If-None-Match": tag}
    )
    assert again.status_code == 304
    assert again.data == b""
    assert again.headers["ETag"] == tag
    assert asked(visit, "s/1/results", If_None_Match=tag)[0] == 200
    visit.club.services.clubs.choose(visit.club.members[1], "shown as", "initials")
    status, found, _ = asked(visit, "s/1/standings", If_None_Match=tag)
    assert status == 200
    assert found["rows"][0]["name"] == "A."


def test_a_private_club_is_for_its_members(visit: Visit) -> None:
    assert asked(visit, "")[2]["Access-Control-Allow-Origin"] == "*"
    visit.club.services.clubs.choose(visit.club.director, "public standings", "no")
    status, found, headers = asked(visit, "members")
    assert status == 403
    assert found["error"]["status"] == 403
    assert found["error"]["title"] == "You cannot open this page."
    assert "Access-Control-Allow-Origin" not in headers
    own = visit.member(2).client.get(f"{visit.path}/api/v1/members")
    assert own.status_code == 200
    assert own.headers["Cache-Control"] == "private, no-cache"
    assert "Access-Control-Allow-Origin" not in own.headers


@pytest.mark.parametrize(
    "address", ["s/1/nothing", "s/x/results", "/c/ZZZZZZ/api/v1/", "/c/ZZZZZZ/api/v2/"]
)
def test_what_is_not_there_is_said_in_json(visit: Visit, address: str) -> None:
    status, found, _ = asked(visit, address)
    assert status == 404
    assert found["error"]["status"] == 404
