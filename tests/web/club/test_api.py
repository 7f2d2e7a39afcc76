"""The JSON API of a club."""

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import OpenAPIV31SpecValidator
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from scorer.resources import resource_dir
from scorer.rules.company import Won
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer import for_programs
from scorer.service.club.transfer.api_description import (
    ANSWERS,
    EXAMPLES,
    EXAMPLES_FILE,
    WORDS_NOW,
    ApiExample,
    example_text,
)
from scorer.service.club.transfer.for_programs import SHEETS_A_PART
from scorer.service.topics import topic_text
from scorer.web.club.api import routes
from scorer.web.extensions import MISSES, WRONG_KEYS
from scorer.web.visitor import feed_key
from tests.service.club.running_club import DEALS
from tests.web.club.conftest import Visit, visiting, visiting_house
from tests.web.conftest import Page

A_PART = 10
"""Rows of a part of a list where a test makes several parts."""


PIQUE = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E quint; Y good; E trio of kings; Y good; "
    "tricks E9 Y3"
)


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


# The examples, which are in the help and in the description


PLACEHOLDERS = "CLUB", "PARTIE", "CARD", "TURN"
"""The codes in the examples; those of a club are drawn."""


@dataclass(frozen=True)
class ExampleClub:
    """A club with a season between two and one of a chouette, and its codes in the examples."""

    visit: Visit
    codes: dict[str, str]

    def ask(self, example: ApiExample) -> TestResponse:
        """Make a request as in an example."""
        path = example.request
        for code, placeholder in self.codes.items():
            path = path.replace(placeholder, code)
        headers = {"Authorization": f"Bearer {example.key}"} if example.key else {}
        address = f"{self.visit.path}/api/v1/{path}"
        public = "no" if example.status == 401 else "yes"
        self.visit.club.services.clubs.choose(self.visit.club.director, "public standings", public)
        phone = self.visit.phone()
        if example.status == 429:
            for _ in range(WRONG_KEYS.most):
                phone.client.get(address, headers=headers)
        return phone.client.get(address, headers=headers)

    def answer(self, example: ApiExample) -> ApiExample:
        """Return an example with what is answered now, and the codes that examples have."""
        found = self.ask(example)
        text = found.text
        for code, placeholder in self.codes.items():
            text = text.replace(code, placeholder)
        return example._replace(status=found.status_code, answer=json.loads(text))


@pytest.fixture
def example_club(tmp_path: Path) -> Iterator[ExampleClub]:
    with visiting(tmp_path, "Ada", "Ben", "Cat") as visit:
        club = visit.club
        partie = club.play(club.season(1, 2), 1, 2, PIQUE, *DEALS[1:]).sheet.code
        cards = club.season(1, 2, 3, name="Cards", frame="chouette", order=COMPANY_ORDER)
        card = club.card(cards, 1, 2, 3)
        turn, _ = club.companies.begin(card, number=1, elder=1)
        for deal, said in enumerate(DEALS):
            club.parties.record(turn.code, deal=deal, position=0, said=said, form_key=f"{deal}")
        club.sign(card, 1, 2, 3)
        codes = club.club.code, partie, card, turn.code
        yield ExampleClub(visit, dict(zip(codes, PLACEHOLDERS, strict=True)))


def written(example: ApiExample) -> dict[str, Any]:
    """Return an example as it is in the file: without a key if none is sent."""
    document = example._asdict()
    if not example.key:
        del document["key"]
    return document


def test_the_examples_of_the_documentation_are_its_answers(example_club: ExampleClub) -> None:
    found = [example_club.answer(each) for each in EXAMPLES]
    if os.environ.get("EXAMPLES") == "write":
        text = json.dumps([*map(written, found)], indent=1, ensure_ascii=False)
        (resource_dir("rules").parent / EXAMPLES_FILE).write_text(f"{text}\n", "utf-8")
        return
    assert [*map(written, found)] == [*map(written, EXAMPLES)]


def test_every_route_has_an_example_in_the_help(visit: Visit) -> None:
    asked_of = {each.endpoint.removeprefix("api.") for each in routes(visit.app)}
    assert {each.route for each in EXAMPLES if each.status == 200} == asked_of
    assert {*ANSWERS} == asked_of
    shown = re.findall(r"^```json\n(.*?)\n^```$", topic_text("api"), re.M | re.S)
    kept = {each.name: example_text(each.name) for each in EXAMPLES}
    assert {each.name for each in EXAMPLES if kept[each.name] in shown} == {
        each.name for each in EXAMPLES if each.status == 200
    } | {"wrong-key"}
    assert len(shown) == len({*shown})
    for each in shown:
        assert json.loads(each)


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
    code = row["partie"]
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
    address = f"{keyed.visit.path}/api/v1/members"
    for other in ("Basic QWRhOnNlY3JldA==", f"Token {keyed.key}"):
        headers = {"Authorization": other}
        assert keyed.visit.member(1).client.get(address, headers=headers).status_code == 200
        assert keyed.visit.phone().client.get(address, headers=headers).status_code == 401


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


@contextmanager
def served(visit: Visit) -> Iterator[str]:
    """Serve the pages of a club on a port of this machine, and yield the address."""
    server = make_server("127.0.0.1", 0, visit.app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_program_of_the_help_reads_a_club_that_is_served(keyed: Keyed) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", topic_text("api"), re.M | re.S)
    assert len([line for line in program.splitlines() if line]) == 10
    club = keyed.visit.club
    for _ in range(SHEETS_A_PART + 1):
        club.play(1, 2, 1, PIQUE, *DEALS[1:])
    with served(keyed.visit) as server:
        asked = [sys.executable, "-c", program, server, club.club.code]
        done = subprocess.run([*asked, keyed.key], capture_output=True, text=True, check=True)
        refused = subprocess.run([*asked, "wrong"], capture_output=True, text=True, check=False)
    assert done.stdout == f"{SHEETS_A_PART + 1} piques and 0 repiques\n"
    assert "HTTP Error 401" in refused.stderr


# The description


def description(visit: Visit) -> Any:
    answer = visit.phone().client.get("/api/v1/openapi.json")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    return answer.json


@pytest.fixture
def described(visit: Visit) -> Any:
    return description(visit)


def test_the_description_is_valid_openapi(described: Any) -> None:
    assert described["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(described).validate()


def test_the_description_is_sent_again_only_if_it_has_changed(visit: Visit) -> None:
    client = visit.phone().client
    tag = client.get("/api/v1/openapi.json").headers["ETag"]
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": tag})
    assert again.status_code == 304


def closed(schema: Any) -> Any:
    """Return a schema that allows no field and no word but those that it names."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: closed(each) for name, each in schema.items()}
    if isinstance(found.get("properties"), dict) and "type" in found:
        found["additionalProperties"] = False
    if WORDS_NOW in found:
        found["enum"] = [*found.pop(WORDS_NOW), None]  # the type says whether null is allowed
    return found


def validator(described: Any, path: str, status: int) -> Draft202012Validator:
    """Return what checks an answer of this status on a path of the description."""
    responses = described["paths"][path]["get"]["responses"]
    response = responses[str(status)]
    if "$ref" in response:
        response = described["components"]["responses"][response["$ref"].rpartition("/")[2]]
    schema = response["content"]["application/json"]["schema"]
    whole = {"components": closed(described["components"]), **schema}
    return Draft202012Validator(whole, format_checker=FormatChecker())


PATHS = {
    "index": "/",
    "seasons": "/seasons",
    "standings": "/s/{season}/standings",
    "results": "/s/{season}/results",
    "lines": "/s/{season}/lines",
    "partie": "/parties/{code}",
    "members": "/members",
}


def test_every_answer_is_as_described_and_has_no_other_key(
    example_club: ExampleClub,
) -> None:
    described = description(example_club.visit)
    assert [*described["paths"]] == sorted(PATHS.values())
    for each in EXAMPLES:
        found = example_club.ask(each)
        check = validator(described, PATHS[each.route], found.status_code)
        faults = [f"{fault.json_path}: {fault.message}" for fault in check.iter_errors(found.json)]
        assert faults == [], each.name


def test_every_answer_of_a_club_in_which_everything_has_happened_is_as_described(
    tmp_path: Path,
) -> None:
    with visiting_house(tmp_path) as (visit, house):
        described = description(visit)
        club = house.club
        seasons = [each.number for each in club.services.seasons.seasons(club.id)]
        asked_of = [
            (route, f"s/{season}/{route}")
            for season in seasons
            for route in ("standings", "results", "lines")
        ]
        for rows in (club.document()["parties"], club.document()["companies"]):
            asked_of += [
                ("partie", f"parties/{row.get('partie') or row['company']}") for row in rows
            ]
        for route, path in (*asked_of, ("seasons", "seasons"), ("members", "members")):
            answer = visit.director.client.get(f"{visit.path}/api/v1/{path}")
            assert answer.status_code == 200, path
            check = validator(described, PATHS[route], 200)
            faults = [
                f"{fault.json_path}: {fault.message}" for fault in check.iter_errors(answer.json)
            ]
            assert faults == [], path


def test_the_description_says_what_each_key_means_in_the_words_of_the_dictionary(
    described: Any,
) -> None:
    of_line = described["components"]["schemas"]["Line"]["properties"]
    assert of_line["law"] == {
        "description": "The law or another source by which the line scores; null if no law gives "
        "it, or only the deal’s totals are known.",
        "type": ["string", "null"],
    }
    assert of_line["points"]["type"] == "integer"
    assert of_line["seat"][WORDS_NOW] == ["elder", "younger", "third", "fourth"]
    assert "enum" not in of_line["seat"]
    for name, schema in described["components"]["schemas"].items():
        for key, each in schema["properties"].items():
            assert "description" in each or "items" in each or name == "Error", (name, key)


def test_every_route_says_what_it_returns(described: Any) -> None:
    operations = [each["get"] for each in described["paths"].values()]
    assert [
        each["summary"] for each in operations if not each["summary"].startswith("Return ")
    ] == []
    assert len({each["operationId"] for each in operations}) == len(operations)
    assert {
        each["operationId"]: [
            parameter["name"] for parameter in each["parameters"] if parameter["in"] != "header"
        ]
        for each in operations
    } == {
        "index": [],
        "seasons": [],
        "standings": ["season"],
        "results": ["season", "before"],
        "lines": ["season", "before"],
        "partie": ["code"],
        "members": ["after"],
    }
