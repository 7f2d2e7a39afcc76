"""No request breaks anything: every route and every form, by anybody, with anything in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule

from scorer.rules.presets import PRESETS
from scorer.service.club.audit.verification import verify
from scorer.service.parties import Parties
from tests.rows import beside
from tests.service.club.full_club import CORRECTED, FullClub
from tests.service.tables import say
from tests.thorough import EVERYTHING, FUZZ, SEED, this_run
from tests.web.club.conftest import Visit, club_pages, visiting_house
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Page, Phone

METHODS = (
    *("GET", "POST") * 3,
    "HEAD",
    "OPTIONS",
    "PUT",
    "DELETE",
    "PATCH",
    "PROPFIND",
    "NONSENSE",
)
_DATA = beside(__file__)
NUMBERS: list[str] = [*_DATA["numbers"], "9" * 400]
TEXTS: list[str] = [*NUMBERS, *_DATA["texts"], CORRECTED]
TEXTS += ["é" * 3000, f"tricks E{'9' * 30}", "strike " * 300, ";" * 2000]
FIELDS: list[str] = _DATA["fields"]
LONG = {"Accept-Language": "*" * 500, "If-None-Match": '"' * 50, "Cookie": "session=" + "a." * 500}
HEADERS = _DATA["headers"] | {
    name: [*_DATA["headers"][name], value] for name, value in LONG.items()
}
BODIES = [b"", b"\xff\xfe\x00", b"a" * 70_000, b"say=\xff&deal=%00", b"{"]
BODIES += [b"--x\r\nContent-Disposition: form-data\r\n\r\n"]
ROUNDS = 10
"""How often a batch asks for every route where `FUZZ` says how many requests are made."""

BATCHES = range(-(-FUZZ // (180 * ROUNDS)) or 1)
"""What `FUZZ` asks for in batches of requests, each to a book of its own."""

STAGES = (
    *(("portland", ()), ("portland", ("E point 5",)), ("cent-36", ("E exchange 1; Y exchange 1",))),
    *(
        ("modern", ("tricks E5 Y2",)),
        ("portland", WORKED_DEAL),
        *[("four-deal", RUBICON_PARTIE[:4])] * 2,
    ),
)
"""Parties that are new, in the calls, in the play, between deals, and over."""


@dataclass
class Book:
    """A club in which everything has happened, and parties outside it at every stage,
    the last of them signed.
    """

    visit: Visit
    house: FullClub
    codes: list[str]

    @property
    def parties(self) -> Parties:
        return self.visit.club.parties

    def scorer(self) -> Phone:
        phone = self.visit.phone()
        with phone.client.session_transaction() as session:
            session["links"] = {code: self.parties.links(code)[0].id for code in self.codes}
        return phone

    def address(self, rule: Rule, draw: Random) -> str:
        """Return an address of a route, mostly with what there is, else with anything."""
        path = rule.rule
        known = self.house.arguments
        for name in rule.arguments:
            good = [str(each) for each in known.get(name, [1, 2])] + self.codes * (name == "code")
            value = draw.choice([*good, *good, draw.choice(TEXTS)])
            for kind in ("", "int:", "path:"):
                path = path.replace(f"<{kind}{name}>", quote(value, safe=""))
        return path

    def is_intact(self) -> None:
        """Assert that the book says what it said, and that every page of it is there."""
        assert list(verify(self.parties.engine)) == []
        director = self.visit.director
        of_club = [f"{self.visit.path}/", f"{self.visit.path}/book"]
        of_parties = ("", "live", "?across=yes", "sheet", "share", "other-rules")
        for path in (
            *of_club,
            *(f"/p/{code}/{where}" for code in self.codes for where in of_parties),
        ):
            assert director.get(path).status == 200, path


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with visiting_house(tmp_path) as (visit, house):
        made = Book(visit, house, [])
        parties = visit.club.parties
        for rules, taps in STAGES:
            made.codes.append(parties.open(("Ada", "Bea"), PRESETS[rules])[0].code)
            say(parties, made.codes[-1], *taps)
        for player, name in enumerate(("Ada", "Bea")):
            parties.sign(made.codes[-1], player=player, name=name)
        visit.app.config["WTF_CSRF_ENABLED"] = (
            False  # or its guard would answer before the page is asked
        )
        yield made


def check(phone: Phone, method: str, path: str, address: str = "10.1.1.1", **request: Any) -> None:
    """Ask for an answer below 500, which is well-formed if it is a page."""
    response = phone.client.open(
        path, method=method, environ_overrides={"REMOTE_ADDR": address}, **request
    )
    assert response.status_code < 500, (method, path, request)
    if method != "HEAD" and response.mimetype == "text/html":
        Page(response)


@pytest.mark.parametrize("batch", BATCHES)
def test_no_request_breaks_anything(book: Book, batch: int, request: pytest.FixtureRequest) -> None:
    """Of five forms one meets the guard of tokens."""
    draw = Random(f"{SEED}, {batch}" if batch else SEED)
    visit = book.visit
    visitors = [
        visit.director,
        visit.director,
        visit.member(1),
        visit.member(6),
        book.scorer(),
        visit.phone(),
    ]
    rules = [rule for rule in visit.app.url_map.iter_rules() if rule.endpoint != "account.sign_out"]
    rounds = ROUNDS if FUZZ else this_run(whole=7, in_ci=7, usual=1)
    for number in range(rounds):
        for rule in rules:
            method = draw.choice(METHODS)
            data: Any = MultiDict(
                (draw.choice(FIELDS), draw.choice(TEXTS)) for _ in range(draw.randrange(6))
            )
            if method in ("GET", "HEAD", "OPTIONS") or draw.random() < 0.1:
                data = draw.choice(BODIES)
            names = draw.sample(sorted(HEADERS), draw.choice((0, 0, 1, 3)))
            headers = {name: draw.choice(HEADERS[name]) for name in names}
            headers.pop("Content-Length" if draw.random() < 0.9 else "", None)
            headers.pop("Cookie" if draw.random() < 0.7 else "", None)
            query = [(draw.choice(FIELDS), draw.choice(TEXTS)) for _ in range(draw.randrange(3))]
            visit.app.config["WTF_CSRF_ENABLED"] = draw.random() < 0.2
            path = book.address(rule, draw)
            address = f"10.1.{number}.{draw.randrange(250)}"
            check(
                draw.choice(visitors),
                method,
                path,
                address,
                data=data,
                headers=headers,
                query_string=query,
            )
    book.is_intact()
    request.node.user_properties.append(("requests", rounds * len(rules)))


def test_no_form_breaks_a_partie(book: Book) -> None:
    draw = Random(SEED)
    phone = book.scorer()
    for number in range(60 if EVERYTHING else 20):
        code = draw.choice(book.codes)
        deal = draw.choice(NUMBERS)
        position = draw.choice(NUMBERS)
        if draw.random() < 0.8:
            sheet = book.parties.sheet(code)
            current = draw.choice([0, sheet.current_deal])
            deal = str(current)
            position = str(len(sheet.log(current)))
        form = {"say": draw.choice(TEXTS), "deal": deal, "position": position, "key": f"{number}"}
        check(
            phone,
            "POST",
            f"/p/{code}/say",
            data=form,
            headers={"HX-Request-Type": draw.choice(("partial", "full"))},
        )
    book.is_intact()


def forms(phone: Phone, addresses: Iterable[str]) -> list[tuple[str, dict[str, str]]]:
    """Return every form that posts on these pages:
    its address, and what it sends as it is shown.
    """
    found = {}
    for address in addresses:
        for form in phone.get(address).root.all("form", method="post"):
            action, data = Page.form(form.all("button")[0])
            found[action, tuple(data)] = (action, data)
    return [each for each in found.values() if not each[0].endswith("/sign-out")]


@pytest.mark.slow
def test_no_form_breaks_a_club(book: Book) -> None:
    """Each form as it is shown, with anything in one field or some; another seed tries others."""
    draw = Random(SEED)
    visit = book.visit
    found = forms(visit.director, club_pages(visit.app.url_map, book.house).values())
    found += forms(visit.member(2), club_pages(visit.app.url_map, book.house, "account").values())
    assert len(found) > 12
    for number, (action, shown) in enumerate(found):
        phone = visit.member(2) if "/me/" in action else visit.director
        tries = [(name, draw.choice([*_DATA["worst"], "9" * 400, "é" * 3000])) for name in shown]
        tries += [(draw.choice([*shown, "é"]), draw.choice(TEXTS)) for _ in range(4)]
        for count, (name, value) in enumerate(draw.sample(tries, min(len(tries), 9))):
            data = MultiDict(shown)
            if draw.random() < 0.2:
                data.add(name, value)
            else:
                data[name] = value
            for other in draw.sample(sorted(shown), draw.choice((0, 0, 0, min(2, len(shown))))):
                data[other] = draw.choice(TEXTS)
            check(phone, "POST", action, f"10.{9 + number}.{count}.1", data=data)
    book.is_intact()


def test_a_form_too_large_or_of_too_many_fields_is_refused(
    phone: Phone, parties: Parties, code: str
) -> None:
    before = parties.sheet(code)
    fields = "&".join(f"f{number}=" for number in range(5000)).encode()
    for kind in (
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
    ):
        for path in ("/find", "/parties", f"/p/{code}/say"):
            for data in (
                b"say=" + b"x" * 65_000,
                b"say=" + b"x" * 65_537,
                b"say=" + b"x" * 3_000_000,
                fields,
            ):
                page = Page(phone.client.post(path, data=data, content_type=kind))
                assert page.status in (400, 413)
                assert page.is_whole
                assert "othing was recorded" in page.text
    assert parties.sheet(code) == before


def test_a_character_that_postgresql_cannot_store_is_refused(
    phone: Phone, parties: Parties, code: str
) -> None:
    before = parties.sheet(code)
    for path in ("/p/%00/", "/c/%00/", "/c/%00/export/file", f"/p/{code}/?pick=%00"):
        assert [
            phone.client.open(path, method=method).status_code for method in ("GET", "OPTIONS")
        ] == [400, 400]
    for path in ("/find", "/parties", f"/p/{code}/say"):
        form = {
            "csrf_token": phone.token,
            "say": "E point 5",
            "deal": "0",
            "position": "0",
            "key": "k\0",
        }
        page = Page(phone.client.post(path, data=form))
        assert page.status == 400
        assert "Nothing was recorded" in page.text
    assert parties.sheet(code) == before
