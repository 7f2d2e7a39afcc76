"""Every page that can be asked for, of a book in which there is every kind of partie, card and season, by everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scorer.ledger.entries import PartiePosted
from scorer.service.club.credentials import Role
from scorer.service.club.import_files import File
from scorer.service.club.paper import Written
from scorer.web.extensions import LIMITER
from tests.browser.tables import ENDED, FRAMES, TABLES
from tests.service.club.full_club import NAMES, FullClub
from tests.thorough import mostly_slow, some
from tests.web.club.visitors import Visit, visiting_house
from tests.web.conftest import Phone
from tests.web.test_companies import begun, finish, opened, paper

pytestmark = pytest.mark.xdist_group("book")  # what they look at is made once

EVEN = "E no point; E no sequence; E no set; count E6 last Y play 7"
PARTIES: dict[str, tuple[str, tuple[str, ...]]] = {
    **{name: ("portland", (TABLES[name],)) for name in ("answer", "sets", "tricks", "over", "impossible", "sunk")},
    **{name: FRAMES[name] for name in ("bids", "made", "three call", "three made", "four call", "four made")},
    **ENDED,
    "new": ("portland", ()),
    "all taken back": ("portland", ("E exchange 5; strike 1",)),
    "level": ("portland", (EVEN,) * 6),
    "captured": ("cent-36", ("tricks E12:1",)),
    "series": ("french-150", ("tricks E12",) * 3),
}
"""The rules and the deals of parties outside every club."""

VISITORS = (
    "director",
    "stranger",
    "phone that scores",
    "player",
    "member",
    "scorer",
    "director of another club",
)
FROM_PAPER = Written(((53, 1), (53, 0), (53, 1), (53, 0)), (318, 3), 321, 421)
IMPORTED = """\
partie,first,second,deal,first_points,second_points
x1,{0},{1},1,30,20
x1,{0},{1},2,20,30
x1,{0},{1},3,40,10
x1,{0},{1},4,10,40
"""


class Book:
    """A full_club book and those who look at it."""

    def __init__(self, visit: Visit, house: FullClub) -> None:
        self.visit, self.house = visit, house
        phone = visit.phone()
        self.codes = [str(code) for code in house.arguments["code"]]
        for name, (rules, logs) in PARTIES.items():
            code = phone.open(rules=rules)
            finish(visit.club.parties, code, logs)
            assert len(visit.club.parties.sheet(code).partie.deals) == len([log for log in logs if log]), name
            self.codes.append(code)
        services, director = visit.club.services, visit.club.director
        open_season = int(house.arguments["season"][1])
        for into_book in (False, True):
            sheet = services.paper.enter_paper(director, open_season, (5, 6), FROM_PAPER, into_book=into_book)
            self.codes.append(sheet.code)
        table = File("a.csv", IMPORTED.format(NAMES[4], NAMES[6]).encode())
        services.importing.apply(director, services.importing.check(director, open_season, (table,)))
        latest = services.book.page(visit.club.club.id, None).entries[0].entry
        assert latest is not None
        assert isinstance(latest.body, PartiePosted)
        self.codes.append(latest.body.code)
        self.companies = [self._company(phone, frame) for frame in ("chouette", "pool", "table")]
        self.phone = phone

    def _company(self, phone: Phone, frame: str) -> str:
        """A card with a partie from paper and one that has begun."""
        rules = "normand" if frame == "table" else "portland"
        code = opened(phone, frame=frame, rules=rules)
        LIMITER.reset()
        paper(phone, code, 0, by="result", winner="0", points="150")
        self.codes.append(begun(phone, code))
        return code

    def client(self, visitor: str) -> FlaskClient:
        """What a visitor asks with."""
        club = self.visit.club
        match visitor:
            case "stranger":
                return self.visit.phone().client
            case "phone that scores":
                return self.phone.client
            case "director":
                return self.visit.phone(club.director).client
            case "director of another club":
                theirs = self.visit.founded("Theirs")
                return self.visit.phone(theirs.director, theirs).client
            case "scorer":
                club.services.people.give_role(club.director, 3, Role.SCORER)
                return self.visit.phone(club.members[3]).client
            case "player":
                return self.visit.phone(club.members[1]).client
        assert visitor == "member"
        return self.visit.phone(club.members[8]).client

    def addresses(self, rule: Rule) -> Iterator[str]:
        """The address of *rule* for everything in the book that it can be asked for."""
        places: dict[str, Sequence[object]] = {
            **self.house.arguments,
            "statement": [6],
            "company": self.companies,
            "code": self.codes,
            "token": ["forged"],
            "name": ["js/own.js"],
        }
        if "code" in rule.arguments or "company" in rule.arguments:
            places["number"] = [1, 6]
        names = sorted(rule.arguments)
        for values in product(*(places[name] for name in names)):
            built = rule.build(dict(zip(names, values, strict=True)))
            assert built is not None
            yield built[1]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with visiting_house(tmp_path_factory.mktemp("book")) as (visit, house):
        yield Book(visit, house)


@pytest.mark.parametrize("visitor", mostly_slow([VISITORS[0], *some(VISITORS[1:], 3)], VISITORS[:1]))
def test_every_page_answers_everybody(book: Book, visitor: str) -> None:
    """With itself, with another address, or with the reason why not; never with a fault of the program."""
    client, asked, failed = book.client(visitor), 0, []
    for rule in book.visit.app.url_map.iter_rules():
        for address in book.addresses(rule) if "GET" in (rule.methods or ()) else ():
            LIMITER.reset()
            status, asked = client.get(address).status_code, asked + 1
            if status not in (200, 204, 302, 303, 403, 404):
                failed.append((address, status))
    assert failed == []
    assert asked > 500
