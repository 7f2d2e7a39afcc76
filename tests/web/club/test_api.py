"""The JSON API of a club."""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer
from werkzeug.test import TestResponse

from scorer.rules.company import Won
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer import for_programs
from scorer.service.topics import topic_text
from scorer.web.extensions import MISSES, WRONG_KEYS
from scorer.web.visitor import feed_key
from tests.web.club.conftest import Visit, visiting
from tests.web.conftest import Page

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
    assert status == 401
    assert found["error"]["status"] == 401
    assert found["error"]["title"] == "This club is private."
    assert headers["WWW-Authenticate"] == 'Bearer realm="piquet"'
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


# A partie, or a scorecard


def test_a_partie_is_sent_again_only_after_something_is_recorded(visit: Visit) -> None:
    club = visit.club
    playing = club.play(1, 1, 2, "tricks E12").sheet.code
    chouette = club.season(1, 2, 3, name="Cards", frame="chouette", order=COMPANY_ORDER)
    card = club.card(chouette, 1, 2, 3)
    for code in (playing, card):
        tag = asked(visit, f"parties/{code}")[2]["ETag"]
        again = visit.phone().client.get(
            f"{visit.path}/api/v1/parties/{code}", headers={"If-None-Match": tag}
        )
        assert again.status_code == 304
        if code == playing:
            club.parties.record(code, deal=1, position=0, said="tricks Y12", form_key="next")
        else:
            club.companies.enter(code, number=1, result=Won(0, 90), form_key="next")
        status, found, headers = asked(visit, f"parties/{code}", If_None_Match=tag)
        assert status == 200
        assert headers["ETag"] != tag
        assert len(found.get("turns", found["deals"])) == 2


def test_a_code_is_read_in_any_case(visit: Visit) -> None:
    (row,) = asked(visit, "s/1/results")[1]["results"]
    code = row.get("partie") or row["code"]
    assert asked(visit, f"parties/{code.lower()}")[1]["partie"] == code


def test_a_partie_that_is_not_of_the_club_is_missing_and_a_guess(visit: Visit) -> None:
    """Otherwise a public club would tell which codes are in use, as often as somebody asks."""
    theirs = visit.founded("Theirs")
    theirs.admit("Dan", "Eve")
    outside = theirs.play(theirs.season(1, 2), 1, 2).sheet.code
    for code in (outside, "ZZZZZZ"):
        status, found, _ = asked(visit, f"parties/{code}")
        assert status == 404
        assert found["error"]["title"] == "No partie has this code."
    for _ in range(MISSES.most - 2):
        assert asked(visit, "parties/ZZZZZZ")[0] == 404
    assert asked(visit, "parties/ZZZZZZ")[0] == 429


# The key of a member


@dataclass(frozen=True)
class Keyed:
    """A private club, and the key that a member finds under My account."""

    visit: Visit
    key: str

    def ask(self, address: str, key: str, **asked: Any) -> TestResponse:
        """Ask as a program, which has no cookies."""
        headers = {"Authorization": f"Bearer {key}"}
        return self.visit.phone().client.open(
            f"{self.visit.path}/{address}", headers=headers, **asked
        )


def shown_key(page: Page) -> str:
    return found_in(r'curl -H "Authorization: Bearer (\S+)" \S+/api/v1/', page.text)


def found_in(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found, text
    return found[1]


@pytest.fixture
def keyed(visit: Visit) -> Keyed:
    visit.club.services.clubs.choose(visit.club.director, "public standings", "no")
    return Keyed(visit, shown_key(visit.member(1).get(f"{visit.path}/me")))


def test_a_program_reads_a_private_club_with_the_key_of_a_member(keyed: Keyed) -> None:
    own = keyed.visit.member(1).client.get(f"{keyed.visit.path}/api/v1/s/1/results")
    answer = keyed.ask("api/v1/s/1/results", keyed.key)
    assert answer.status_code == 200
    assert answer.data == own.data
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Accept-Encoding, Authorization, Cookie"
    assert "Set-Cookie" not in answer.headers
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert keyed.key not in f"{answer.text}{answer.headers}"


def test_a_key_reads_only_what_is_for_programs_and_writes_nothing(keyed: Keyed) -> None:
    for address in ("", "me", "members", "book", "s/1/", "me/data", "calendar.ics", "feed.atom"):
        assert keyed.ask(address, keyed.key).status_code == 403, address
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = keyed.ask("api/v1/members", keyed.key, method=method)
        assert answer.status_code == 405, method
        assert answer.json == {
            "error": {
                "status": 405,
                "title": "The API only reads.",
                "advice": "Send a GET request.",
            }
        }
        assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    assert keyed.ask("me/pin", keyed.key, method="POST", data={"pin": "8305"}).status_code == 400


@pytest.mark.parametrize("name", ["key", "access_token", "bearer"])
def test_a_key_in_the_address_is_no_key(keyed: Keyed, name: str) -> None:
    """Addresses are logged by proxies and kept by browsers."""
    status, _, headers = asked(keyed.visit, f"members?{name}={keyed.key}")
    assert status == 401
    assert headers["WWW-Authenticate"] == 'Bearer realm="piquet"'


def wrong_keys(keyed: Keyed) -> list[str]:
    """Return keys that are not valid: cut, changed, made up, empty, of another club,
    and made for something else with the same secret.
    """
    other = keyed.visit.founded("Theirs")
    with keyed.visit.app.app_context():
        theirs = feed_key(other.director)
    secret = keyed.visit.app.secret_key
    assert secret
    cookie = str(URLSafeSerializer(secret, "cookie-session").dumps(1))
    changed = f"{keyed.key[:-1]}{'A' if keyed.key[-1] != 'A' else 'B'}"
    return [keyed.key[:-1], changed, "x", "", "a.b", "é", theirs, cookie]


def test_a_key_that_is_not_valid_is_refused_with_what_to_do(keyed: Keyed) -> None:
    for key in wrong_keys(keyed):
        answer = keyed.ask("api/v1/members", key)
        assert answer.json is not None
        assert answer.status_code == 401, key
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="piquet", error="invalid_token"'
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.json["error"] == {
            "status": 401,
            "title": "This key is not valid.",
            "advice": "It may be incomplete, of another club, or of a link or password that was "
            "replaced. Copy the key from My account again.",
        }
    keyed.visit.club.services.clubs.choose(keyed.visit.club.director, "public standings", "yes")
    assert keyed.ask("api/v1/members", "x").status_code == 401
    beside = keyed.visit.member(1).client.get(
        f"{keyed.visit.path}/api/v1/members", headers={"Authorization": "Bearer x"}
    )
    assert beside.status_code == 401


def test_another_scheme_is_for_a_proxy_in_front_of_the_program(keyed: Keyed) -> None:
    basic = {"Authorization": "Basic QWRhOnNlY3JldA=="}
    address = f"{keyed.visit.path}/api/v1/members"
    assert keyed.visit.member(1).client.get(address, headers=basic).status_code == 200
    assert keyed.visit.phone().client.get(address, headers=basic).status_code == 401


def test_a_key_ends_with_the_link_or_the_password_that_it_was_made_of(keyed: Keyed) -> None:
    visit = keyed.visit
    people = visit.club.services.people
    of_director = shown_key(visit.director.get(f"{visit.path}/me"))
    assert of_director != keyed.key
    assert keyed.ask("api/v1/", of_director).status_code == 200
    people.end_credential(visit.club.director, visit.club.members[1].credential)
    assert keyed.ask("api/v1/", keyed.key).status_code == 401
    people.change_password(visit.club.director, "a long password", "yet another long one")
    assert keyed.ask("api/v1/", of_director).status_code == 401


def test_guesses_at_keys_are_limited_by_the_network_they_come_from(keyed: Keyed) -> None:
    answers = {keyed.ask("api/v1/", "x").status_code for _ in range(WRONG_KEYS.most)}
    assert answers == {401}
    assert keyed.ask("api/v1/", "x").status_code == 429
    assert keyed.ask("api/v1/", keyed.key).status_code == 429
    assert keyed.visit.member(1).client.get(f"{keyed.visit.path}/api/v1/").status_code == 200
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    assert keyed.ask("api/v1/", keyed.key, environ_overrides=elsewhere).status_code == 200


def test_a_right_key_may_be_sent_as_often_as_a_program_likes(keyed: Keyed) -> None:
    answers = {keyed.ask("api/v1/", keyed.key).status_code for _ in range(2 * WRONG_KEYS.most)}
    assert answers == {200}


def test_a_member_of_a_public_club_reads_that_programs_need_no_key(visit: Visit) -> None:
    page = visit.member(1).get(f"{visit.path}/me")
    assert "Authorization" not in page.text
    assert "so programs read them without a key" in page.text
