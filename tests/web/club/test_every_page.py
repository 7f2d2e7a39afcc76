"""Every page of a club: it is there, its links lead on, it keeps secrets,
and it asks the database for little.
"""

import logging
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy import event

from scorer.rules.deal import fold
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.service.club.people.clubs import Clubs
from scorer.service.club.people.members import People
from scorer.service.parties import new_token
from scorer.web.errors import SECRETS
from tests import there
from tests.service.club.full_club import FullClub
from tests.service.tables import PLAIN
from tests.thorough import EVERYTHING
from tests.web.club.conftest import Visit, club_pages, visiting_house
from tests.web.conftest import PARTIAL, Page, Phone

PASSWORD = "correct horse battery"
PIN = "83920156"


@dataclass
class Confided:
    """The member who set the PIN, the secrets by what they are,
    and the answers where they were typed or opened.
    """

    member: int
    secrets: dict[str, str]
    answers: list[Page]

    def found_in(self, text: str) -> list[str]:
        return [what for what, secret in self.secrets.items() if secret in text]


def confide(visit: Visit) -> Confided:
    """A club is founded, its director signs in, and a member opens a link and sets a PIN;
    some of it is mistyped.
    """
    (member,) = visit.club.admit("Zed")
    services = visit.club.services
    phone = visit.phone()
    own = visit.phone()
    unused = services.clubs.new_setup_link()
    set_up = services.clubs.new_setup_link()
    link = services.people.new_link(visit.club.director, member)
    founding = {"club": "Second Club", "director": "Zoë", "password": PASSWORD}
    answers = [
        phone.post(f"/set-up/{set_up}", {**founding, "password": "too short"}),
        phone.post(f"/set-up/{set_up}", {**founding, "club": ""}),
        phone.post(f"/set-up/{set_up}", founding),
    ]
    second = next(each for each in services.clubs.clubs() if each.name == "Second Club").code
    answers += [
        phone.post(f"/c/{second}/sign-in", {"name": "Zoë", "password": f"{PASSWORD}!"}),
        phone.post(f"/c/{second}/sign-in", {"name": "Zoë", "password": PASSWORD}),
        phone.post(f"/c/{second}/directors", {"name": "", "password": PASSWORD}),
        own.post(f"/m/{link}", {}),
        own.post(f"{visit.path}/me/pin", {"pin": f"{PIN}9"}),
        own.post(f"{visit.path}/me/pin", {"pin": PIN}),
        own.get(f"{visit.path}/me"),
    ]
    assert [each.status for each in answers] == [422, 422, 303, 422, 303, 422, 303, 422, 303, 200]
    secrets = {
        "password": PASSWORD,
        "PIN": PIN,
        "set-up link": set_up,
        "another": unused,
        "personal link": link,
    }
    secrets |= {"director link": services.people.new_director_link(visit.club.id)}
    return Confided(member, secrets, answers)


def crawl(
    app: Flask, phone: Phone, addresses: list[str], most: int
) -> tuple[dict[str, Page], set[str]]:
    """Return the pages at *addresses* and at their links, and those to which a link led;
    *most* of each route.
    """
    routes = Counter[str]()
    adapter = app.url_map.bind("")
    found = dict[str, Page]()
    linked = set[str]()
    ahead = [*addresses]
    while ahead:
        address = ahead.pop()
        if address in found:
            continue
        page = found[address] = phone.get(address)
        for link in sorted({each.partition("#")[0] for each in page.links().values()}):
            if link.startswith(("/c/", "/p/")) and "?" not in link:
                endpoint = str(adapter.match(link)[0])
                if link not in linked and routes[endpoint] < most:
                    routes[endpoint] += 1
                    linked.add(link)
                    ahead.append(link)
    return found, linked


def test_every_page_is_there_keeps_secrets_and_links_to_what_the_reader_may_open(
    tmp_path: Path,
) -> None:
    """A member with a PIN has pages of their own that others have not."""
    with visiting_house(tmp_path) as (visit, house):
        confided = confide(visit)
        every = list(club_pages(visit.app.url_map, house).values())
        own = list(club_pages(visit.app.url_map, house, "account").values())
        secret = set[str]()
        for phone, addresses, open_to in (
            (visit.director, every, {200, 204}),
            (visit.member(1), every, {200, 204, 403}),
            (visit.member(confided.member), own, {200, 204, 403}),
        ):
            starts = [f"{visit.path}/", *addresses] if addresses is every else addresses
            pages, linked = crawl(visit.app, phone, starts, (1 + EVERYTHING) * (addresses is every))
            assert {
                each: pages[each].status for each in addresses if pages[each].status not in open_to
            } == {}
            assert len(linked) > 30 or addresses is own
            assert {
                each: pages[each].status for each in linked if pages[each].status not in (200, 204)
            } == {}
            for address, page in pages.items():
                assert confided.found_in(f"{page.html}{page.headers}") == [], address
                kind = page.headers["Content-Type"] if page.status == 200 else "image/none"
                assert re.fullmatch(r"(?!text)[\w.+/-]+|[\w.+/-]+; charset=utf-8", kind), address
                fields = [
                    each for each in page.root.all("input") if each.attrs.get("name") in SECRETS
                ]
                secret |= {field.attrs["name"] for field in fields}
                for field in fields:  # hidden, long enough for any, and free to be pasted into
                    assert field.attrs["type"] == "password", address
                    assert "onpaste" not in field.attrs, address
                    assert ("maxlength" in field.attrs) == (field.attrs["name"] == "pin"), address
    assert secret == {"password", "current", "pin"}


@pytest.mark.slow
def test_every_page_is_there_after_a_member_is_merged_and_a_name_erased(tmp_path: Path) -> None:
    """Çağla played, was in a dispute and signed a scorecard, and is Gwen now;
    nobody is called Fay.
    """
    with visiting_house(tmp_path) as (visit, house):
        people = visit.club.services.people
        director = visit.club.director
        people.merge(director, 3, 7)
        people.erase(director, 6)
        addresses = list(club_pages(visit.app.url_map, house).values())
        addresses += [f"{visit.path}/players/{member}/" for member in (3, 6, 7)]
        addresses += [
            f"{visit.path}/search?q={words}" for words in ("Çağla", "Gwen", "Fay", "Gwen Adelaide")
        ]
        for phone in (visit.director, visit.member(7), visit.member(1)):
            pages, _ = crawl(visit.app, phone, addresses, 20)
            refused = {each: page.status for each, page in pages.items() if page.status >= 400}
            assert {*refused.values()} <= {403}, refused
            assert (
                pages[f"{visit.path}/players/3/"].headers["Location"] == f"{visit.path}/players/7/"
            )
            of_seasons = {
                each: page.text
                for each, page in pages.items()
                if each.startswith(f"{visit.path}/s/")
            }
            # Scorecards keep the names of who sat down.
            del of_seasons[f"{visit.path}/s/5/companies"]
            assert [
                each for each, text in of_seasons.items() if "Çağla" in text or "Fay" in text
            ] == []


@pytest.mark.sqlite
def test_no_answer_or_file_has_a_secret(
    visit: Visit, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    confided = confide(visit)
    for answer in confided.answers:
        assert confided.found_in(f"{answer.html}{answer.headers}") == []
    files = {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}
    assert "book.sqlite" in files
    for name, data in files.items():
        assert [
            what for what, secret in confided.secrets.items() if secret.encode() in data
        ] == [], name
    phone = visit.phone()
    link = f"/m/{confided.secrets['personal link']}"
    phone.post(link, {})
    serializer = there(SecureCookieSessionInterface().get_signing_serializer(visit.app))
    assert confided.found_in(str(serializer.loads(phone.cookie.value))) == []
    assert {visit.phone().get(link).status for _ in range(40)} == {200, 429}
    assert "Too many attempts at /m/<token> from" in caplog.text
    assert confided.found_in(caplog.text) == []


def test_a_breakdown_logs_no_secret(visit: Visit, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    confided = confide(visit)
    secrets = confided.secrets
    phone = visit.member(confided.member)
    token = phone.token
    for kind, verb, address, data in (
        (Clubs, "setup_link_holds", f"/set-up/{secrets['set-up link']}", None),
        (People, "open_link", f"/m/{secrets['personal link']}", None),
        (People, "director_link", f"/director/{secrets['director link']}", None),
        (
            People,
            "sign_in",
            f"{visit.path}/sign-in",
            {"name": "Ann", "password": secrets["password"]},
        ),
        (People, "set_pin", f"{visit.path}/me/pin", {"pin": secrets["PIN"]}),
    ):
        with patch.object(kind, verb, side_effect=RuntimeError("a breakdown")):
            answer = phone.get(address) if data is None else phone.post(address, data, token=token)
        assert answer.status == 500
        assert confided.found_in(answer.text) == []
    assert caplog.text.count("RuntimeError: a breakdown") == 5
    assert confided.found_in(caplog.text) == []


def pages(visit: Visit, house: FullClub) -> Iterator[tuple[str, str]]:
    """Yield the endpoint and the address of every page that needs no secret of its own."""
    (card,) = visit.club.services.signing.companies(
        visit.club.id, int(house.arguments["season"][4]), 1, 1
    )
    own: dict[str, dict[str, str | int]] = {"tables": {"number": 1}}
    own["companies"] = {"code": card.sheet.code, "number": 0}
    for rule in visit.app.url_map.iter_rules():
        is_of_pair = rule.endpoint.startswith("pairs.")  # a club has none
        if is_of_pair:
            continue
        if "GET" in (rule.methods or ()) and rule.arguments.isdisjoint({"token", "name"}):
            first = {"dispute": 1, **own.get(rule.endpoint.split(".")[0], {})}
            names = rule.arguments - (rule.defaults or {}).keys()
            built = rule.build(
                {name: first.get(name) or house.of(rule.endpoint, name) for name in names}
            )
            assert built is not None, rule
            yield rule.endpoint, built[1]


def test_no_page_reads_the_same_twice(tmp_path: Path) -> None:
    asked: list[tuple[str, str]] = []

    def note(
        _connection: Any, _cursor: Any, statement: str, parameters: Any, *_others: Any
    ) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, repr(parameters)))

    with visiting_house(tmp_path) as (visit, house):
        event.listen(visit.club.parties.engine, "before_cursor_execute", note)
        every = list(pages(visit, house))
        answered = set()
        repeated = {}
        for phone in (visit.director, visit.member(1), Phone(visit.app)):
            for endpoint, address in every:
                asked.clear()
                read_while_sent = endpoint in ("transfer.download", "transfer.own_data")
                if phone.client.get(address).status_code != 200 or read_while_sent:
                    continue
                answered.add(endpoint)
                most = (
                    2 if endpoint == "tables.live" else 1
                )  # it notes what a phone was sent, if it is still so
                if again := [
                    statement for (statement, _), times in Counter(asked).items() if times > most
                ]:
                    repeated[endpoint] = again
    assert repeated == {}
    assert len(answered) > 90


@pytest.mark.parametrize(
    ("in_season", "usual"), [(False, 1), (True, 3)], ids=["outside a season", "in a season"]
)
def test_a_tap_takes_few_sql_statements_however_long_the_partie_is(
    visit: Visit, in_season: bool, usual: int
) -> None:
    """The first tap of a partie reads its state as well, which is then known,
    and the last whether it has a company, and of which pair it is.
    """
    parties = visit.club.parties
    services = visit.club.services
    if in_season:
        season = visit.club.season(1, 2, rules=ruleset_to_data(PORTLAND))
        token = new_token()
        code = services.signing.open(visit.club.id, season, (1, 2), token=token).code
    else:
        sheet, token = parties.open(("Ada", "Ben"), PORTLAND)
        code = sheet.code
    phone = visit.member(1) if in_season else Phone(visit.app)
    phone.accept(f"/s/{token}")
    asked: list[str] = []

    def note(statement: str) -> None:
        is_step = statement.startswith("INSERT") and asked[-1:] == [
            statement
        ]  # of the trigger that it fires
        if (
            statement.startswith(("SELECT", "INSERT"))
            and "pg_advisory" not in statement
            and not is_step
        ):
            asked.append(statement)

    if parties.engine.dialect.name == "sqlite":
        event.listen(
            parties.engine, "checkout", lambda connection, *_: connection.set_trace_callback(note)
        )
    else:
        event.listen(
            parties.engine,
            "before_cursor_execute",
            lambda _connection, _cursor, said, *_: note(said),
        )
    for deal in range(6):
        taps = PLAIN.split("; ") if deal in (0, 5) else [f"tricks {'EY'[deal % 2]}12"]
        for position, said in enumerate(taps):
            form = {
                "deal": str(deal),
                "position": str(position),
                "key": f"{deal}-{position}",
                "say": said,
            }
            token = phone.token
            asked.clear()
            assert phone.post(f"/p/{code}/say", form, token=token, headers=PARTIAL).status == 200
            others = 1 if (deal, position) == (0, 0) else 0
            others += 3 if (deal, position) == (5, len(taps) - 1) and not in_season else 0
            assert len(asked) == usual + others, asked
    assert parties.sheet(code).partie.is_over


def test_a_tap_is_parsed_once_and_folds_nothing_again_but_to_undo(visit: Visit) -> None:
    """The first tap folds a new deal, others extend it;
    an undo folds it, and once more without what may be undone.
    """
    sheet, token = visit.club.parties.open(("Ada", "Ben"), PORTLAND)
    phone = Phone(visit.app)
    phone.accept(f"/s/{token}")
    done: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        codes = (parse_log.__wrapped__.__code__, fold.__code__)
        if event == "call" and frame.f_code in codes and frame.f_locals.get("log") != ():
            done.append(frame.f_code.co_name)

    for position, said in enumerate((*PLAIN.split("; "), "strike 3")):
        form = {"deal": "0", "position": str(position), "key": f"{position}", "say": said}
        token = phone.token
        done.clear()
        parse_log.cache_clear()
        sys.setprofile(note)
        answer = phone.post(f"/p/{sheet.code}/say", form, token=token, headers=PARTIAL)
        sys.setprofile(None)
        assert answer.status == 200
        assert done.count("parse_log") == 1
        assert done.count("fold") == {0: 1, 3: 2}.get(position, 0)
