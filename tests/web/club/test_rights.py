"""The table of rights, walked: every route of a club by every visitor, and every number of another
club.

The addresses are made from the rules of the routes, so that a new page is walked as well; one that
names a thing of a new kind fails here until `Side` says what such a thing is. The routes that
matter are asked for once more, with the status of every answer written by hand.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, func, select
from werkzeug.routing import Rule

from scorer.ledger.terms import Format, Stakes
from scorer.service.club.credentials import Actor, Role
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.seasons.season import COMPANY_ORDER as POINTS_FIRST
from scorer.service.parties import Parties
from scorer.storage.engine import open_engine, reading
from scorer.storage.schema import PASSING, metadata
from scorer.web.club.fixtures import COMPANY_ORDER
from scorer.web.rights import ROUTES, Right
from scorer.web.visitor import feed_key
from tests import there
from tests.quick_books import copied, kept_directory
from tests.service.club.running_club import FOUR, Clock, RunningClub, founded, new_club
from tests.thorough import EVERYTHING, some
from tests.web.club.conftest import Visit
from tests.web.conftest import Phone, application, forget_tries

OURS = frozenset({"player", "member", "scorer", "director"})
NAMED: dict[Right, frozenset[str]] = {Right.CLUB_READER: OURS, Right.CLUB_MEMBER: OURS}
NAMED |= {
    Right.CLUB_SCORER: frozenset({"scorer", "director"}),
    Right.CLUB_DIRECTOR: frozenset({"director"}),
}
"""Who has each right in a club whose standings are not public."""

PLAYING = frozenset({"player", "guest at a table", "scorer", "director"})
"""Who may do what a player does to the partie in progress; all but the player may score it."""

VISITORS: tuple[str, ...] = (
    *(
        "nobody",
        "guest at a table",
        "guest whose link was revoked",
        "player",
        "member",
        "scorer",
        "director",
    ),
    *(
        "member whose link was revoked",
        "director whose password was ended",
        "their member",
        "their scorer",
    ),
    *("their director", "their director under the name of our club"),
)


@dataclass
class Side:
    """A club with something of every kind in it.

    Attributes:
        numbers: the values of the arguments of an address; no two clubs share one.
        open: the code of a partie in progress, as `card` is that of a company.
        links: the scoring link of each of the two, and one that was revoked.
    """

    club: RunningClub
    numbers: dict[str, int | str]
    acts: dict[str, Actor]
    other_director: int
    open: str
    card: str
    links: Mapping[str, tuple[int, int]]


@dataclass
class Walk:
    """An application with two clubs, and those who visit ours."""

    app: Flask
    ours: Side
    theirs: Side
    acts: Mapping[str, Mapping[str, Actor]]
    clients: dict[str, FlaskClient] = field(default_factory=dict)
    asked: int = 0

    def client(self, visitor: str) -> FlaskClient:
        client = self.app.test_client()
        with client.session_transaction() as session:
            begin = self.app.extensions["clubs"].people.begin
            session["acts"] = {
                code: begin(actor) for code, actor in self.acts.get(visitor, {}).items()
            }
            if "guest" in visitor:
                session["links"] = {
                    code: links["revoked" in visitor] for code, links in self.ours.links.items()
                }
        return client

    def ask(self, visitor: str, method: str, path: str) -> int:
        client = self.clients.get(visitor) or self.clients.setdefault(visitor, self.client(visitor))
        self.asked += 1
        if self.asked % 20 == 0:
            forget_tries(self.app)
        status = client.open(path, method=method).status_code
        if method == "POST" and status != 403:
            del self.clients[visitor]  # who may have signed out
        return status

    def rows(self) -> list[int | None]:
        kept = [
            select(func.count()).select_from(each)
            for each in metadata.sorted_tables
            if each not in PASSING
        ]
        with reading(self.ours.club.engine) as db:
            return [db.scalar(each) for each in kept]


def a_side(club: RunningClub, members: int, seasons: int) -> Side:
    """A club whose last season is drawn and begun:
    parties in the book, one disputed, one in progress.
    """
    services = club.services
    director = club.director
    numbers = club.admit(*(f"{club.club.name} {number}" for number in range(1, members + 1)))
    services.people.add_director(director, name="Zoe", password="another long one")
    chouette = club.season(*numbers[:3], name="Chouette", frame="chouette", order=POINTS_FIRST)
    card = club.card(chouette, *numbers[:3], won=())
    kind = {"format": Format.SINGLE, "stakes": Stakes(10)}
    *_, season = (club.season(*numbers, name=f"Season {each}", **kind) for each in range(seasons))
    services.seasons.draw(director, season, Lots.AS_ENTERED)
    first, second, *_, begun, waiting = services.seasons.fixtures_now(club.id, season)
    for each in (first, second):
        code = club.play(season, each.first, there(each.second), round_=each.round).sheet.code
    for dispute in range(1, seasons + 1):  # all but the last are withdrawn
        services.disputes.call(code, 0, "my point was six")
        if dispute < seasons:
            services.disputes.withdraw(code, club.members[second.first])
    sheet = services.signing.open(club.id, season, begun.members, round_=begun.round)
    links: dict[str, tuple[int, int]] = {}
    for sheets, linked in ((club.parties, sheet.code), (club.companies, card)):
        for _ in range(seasons * 3):
            sheets.new_link(linked)
        current, revoked, *_ = (each.id for each in sheets.links(linked))
        sheets.revoke_link(linked, revoked)
        links[linked] = current, revoked
    ended, plain, scorer, *_, other, looked_at = [
        each for each in numbers if each not in begun.members
    ]
    latest = club.entries[-1].number
    services.people.give_role(director, scorer, Role.SCORER)
    services.people.end_credential(director, club.members[ended].credential)
    found: dict[str, int | str] = {
        "club": club.club.code,
        "season": season,
        "member": looked_at,
        "other": other,
    }
    found |= {
        "credential": club.members[looked_at].credential,
        "code": code,
        "number": latest,
        "dispute": seasons,
    }
    found |= {"round": waiting.round, "table": waiting.table, "what": "call", "form": "json"}
    found["day"] = "2026-11-28"  # every season has an evening on every day
    acts = {
        "player": club.members[begun.first],
        "member": club.members[plain],
        "scorer": club.members[scorer],
    }
    acts |= {"director": director, "member whose link was revoked": club.members[ended]}
    return Side(
        club, found, acts, services.people.directors(director)[-1].id, sheet.code, card, links
    )


@cache
def prepared() -> tuple[Engine, Side, Side]:
    """Return a book with two clubs; theirs has more of everything,
    so that its numbers mean nothing in ours.
    """
    path = kept_directory() / "book.sqlite"
    parties = Parties(open_engine(f"sqlite:///{path}"), Clock())
    clock = Clock()
    ours = a_side(founded(parties, clock, "Ours"), 8, 1)
    theirs = a_side(founded(parties, clock, "Theirs"), 12, 2)
    parties.engine.dispose()
    return parties.engine, ours, theirs


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    book, ours, theirs = prepared()
    parties = Parties(copied(book, tmp_path), Clock())
    app = application(parties)
    app.config["WTF_CSRF_ENABLED"] = False  # whose guard refuses before the table does
    people = app.extensions["clubs"].people
    people.add_director(ours.club.director, name="Max", password="a third long one")
    max_ = people.directors(ours.club.director)[-1].id
    former = people.actor(max_)
    people.end_credential(ours.club.director, max_)
    here = ours.club.club.code
    elsewhere = theirs.club.club.code
    acts: dict[str, dict[str, Actor]] = {
        visitor: {here: actor} for visitor, actor in ours.acts.items()
    }
    acts |= {f"their {visitor}": {elsewhere: actor} for visitor, actor in theirs.acts.items()}
    acts["their director under the name of our club"] = {here: theirs.club.director}
    acts["director whose password was ended"] = {here: former}
    yield Walk(app, replace(ours, club=replace(ours.club, parties=parties)), theirs, acts)
    parties.engine.dispose()


def routes(app: Flask, *rights: Right) -> list[tuple[str, Rule]]:
    found = [rule for rule in app.url_map.iter_rules() if ROUTES[rule.endpoint] in rights]
    assert len(found) >= 3
    return [
        (method, rule)
        for rule in found
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]


def address(rule: Rule, side: Side, others: Mapping[str, int | str] | None = None) -> str:
    numbers = dict(side.numbers)
    if "member" not in rule.arguments:
        numbers["credential"] = side.other_director
    if "code" in rule.arguments:
        numbers |= {"number": 1, "dispute": 1}  # of the deals or the disputes of the partie
    if "club" not in rule.arguments:  # the sheet of a partie: its deals and links
        numbers |= {"code": side.open, "number": 1, "link": side.links[side.open][0]}
    if rule.endpoint.startswith("companies."):
        numbers |= {"code": side.card, "number": 0}
    missing = rule.arguments - numbers.keys()
    assert not missing, f"say in `a_side` what a club has for {missing} in {rule.rule}"
    built = rule.build({name: numbers[name] for name in rule.arguments} | dict(others or {}))
    assert built is not None
    return built[1]


def test_every_route_of_a_club_has_a_right_of_a_club(walk: Walk) -> None:
    for rule in walk.app.url_map.iter_rules():
        signs_in = rule.endpoint in ("account.sign_in", "account.accept_password")
        assert ("club" in rule.arguments and not signs_in) == (ROUTES[rule.endpoint] in NAMED), (
            rule.rule
        )


@pytest.mark.parametrize("right", NAMED, ids=lambda right: right.name)
def test_every_route_is_open_to_those_who_have_its_right_and_refused_to_all_others(
    walk: Walk, right: Right
) -> None:
    """Of those who have it, the one with the fewest rights asks, and of all others one in three;
    in CI all of them.
    """
    before = walk.rows()
    others = [visitor for visitor in VISITORS if visitor not in NAMED[right]]
    for number, (method, rule) in enumerate(routes(walk.app, right)):
        for visitor in others if EVERYTHING else some(others, 3, number):
            status = walk.ask(visitor, method, address(rule, walk.ours))
            # a program is told that it needs a key
            refusal = 401 if rule.endpoint.startswith("api.") else 403
            assert status == refusal, (visitor, method, rule.rule)
    assert walk.rows() == before
    answers = {
        (visitor, method, rule.rule): walk.ask(visitor, method, address(rule, walk.ours))
        for method, rule in routes(walk.app, right)
        for visitor in (NAMED[right] if EVERYTHING else [min(NAMED[right], key=VISITORS.index)])
        if (visitor, rule.endpoint) != ("director", "transfer.own_data")  # who is not a member
    }
    assert {
        asked: status for asked, status in answers.items() if status not in (200, 204, 303, 422)
    } == {}


def test_public_standings_open_what_is_for_readers_and_nothing_else(walk: Walk) -> None:
    """Nobody and another club's member read them, and in CI whoever is not of ours."""
    walk.app.extensions["clubs"].clubs.choose(walk.ours.club.director, "public standings", "yes")
    readers = set(VISITORS) - OURS if EVERYTHING else {"nobody", "their member"}
    for method, rule in routes(walk.app, *NAMED):
        is_read = ROUTES[rule.endpoint] is Right.CLUB_READER
        opened = 303 if rule.endpoint in COMPANY_ORDER else 200  # the season is for two
        for visitor in sorted(readers) if is_read else ["nobody"]:
            status = walk.ask(visitor, method, address(rule, walk.ours))
            assert status == (opened if is_read else 403), (visitor, method, rule.rule, status)


def test_nothing_of_another_club_and_no_number_beyond_the_database_is_found(walk: Walk) -> None:
    """Each argument of theirs by itself, and all together;
    and numbers that no database can look up.
    """
    before = walk.rows()
    for method, rule in routes(walk.app, *NAMED):
        arguments = sorted(rule.arguments - {"club", "what", "form", "day"})
        theirs = dict(walk.theirs.numbers)
        if "member" not in rule.arguments:
            theirs["credential"] = walk.theirs.other_director
        wrong: list[dict[str, int | str]] = [{name: theirs[name]} for name in arguments]
        wrong += [{name: theirs[name] for name in arguments}] if arguments else []
        integers = [name for name in arguments if isinstance(walk.ours.numbers.get(name), int)]
        wrong += [{name: number} for name in integers for number in (0, 2**31, 10**30)]
        for each in wrong:
            path = address(rule, walk.ours, each)
            assert walk.ask("director", method, path) == 404, (method, path)
    assert walk.rows() == before


@pytest.mark.parametrize(
    ("right", "named"),
    [(Right.SCORER, PLAYING - {"player"}), (Right.PLAYER, PLAYING)],
    ids=["score", "play"],
)
def test_a_sheet_is_scored_and_signed_only_by_right(
    walk: Walk, right: Right, named: frozenset[str]
) -> None:
    revoking_last = sorted(
        routes(walk.app, right), key=lambda each: each[1].endpoint == "sheets.revoke"
    )
    for method, rule in revoking_last:
        for visitor in VISITORS:
            status = walk.ask(visitor, method, address(rule, walk.ours))
            assert (status != 403) == (visitor in named), (visitor, method, rule.rule, status)
            assert status < 500, (visitor, method, rule.rule, status)


def test_every_form_of_a_club_needs_its_token(walk: Walk) -> None:
    walk.app.config["WTF_CSRF_ENABLED"] = True
    before = walk.rows()
    for method, rule in routes(walk.app, *NAMED):
        if method == "POST":
            assert walk.ask("director", method, address(rule, walk.ours)) == 400, rule.rule
    assert walk.rows() == before


def test_guessing_at_the_address_of_a_club_limits_nobody_who_is_signed_in(visit: Visit) -> None:
    stranger = visit.phone().client
    assert 429 in {stranger.get("/c/ZZZZZZ/").status_code for _ in range(40)}
    assert stranger.get(f"{visit.path}/").status_code == 429
    assert visit.director.get(f"{visit.path}/").status == 200


WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
ROWS: list[list[str]] = [line.split() for line in WRITTEN["routes"].strip().splitlines()]
FORMS: dict[str, dict[str, str]] = WRITTEN["forms"]
PLAYER = 1
OPPONENT = 2
MEMBER = 3
SCORER = 4
ENDED = 5


@cache
def prepared_by_hand() -> tuple[RunningClub, RunningClub, dict[str, object]]:
    """Return our club and theirs, and the parts of the addresses; theirs has higher numbers."""
    club = new_club(kept_directory(), "Ours")
    people = club.services.people
    director = club.director
    club.admit("Ada", "Ben", "Cat", "Dan", "Eve")
    people.give_role(director, SCORER, Role.SCORER)
    people.set_pin(club.members[PLAYER], PLAYER, "4711")
    season = club.season(PLAYER, OPPONENT)
    posted, over, disputed = (
        club.play(season, 1, 2, signed=signed).sheet.code for signed in ((0, 1), (), (0,))
    )
    club.services.disputes.call(disputed, 1, "my point was six")
    playing = club.play(season, PLAYER, OPPONENT, "tricks E12", "tricks Y12").sheet.code
    outside = club.parties.open(("Eve", "Fay"), FOUR)[0].code
    theirs = founded(club.parties, club.clock, "Theirs")
    theirs.admit(*(f"Member {number}" for number in range(9)))
    theirs.season(1, 2, name="Spring")
    their_season = theirs.season(1, 2)
    their_partie = [theirs.play(their_season, 1, 2).sheet.code for _ in range(4)][-1]
    links = {
        "personal_link": people.new_link(director, MEMBER),
        "ended_link": people.new_link(director, ENDED),
    }
    people.end_credential(director, club.members[ENDED].credential)
    people.end_credential(director, there(people.open_link(links["ended_link"])).credential)
    used_link = club.services.clubs.new_setup_link()
    club.services.clubs.found(
        used_link, club="Third", director="Max", password="yet another long one"
    )
    entry, their_entry = (
        there(each.posted).entry.number for each in (club.sheet(posted), theirs.sheet(their_partie))
    )
    assert their_entry > club.entries[-1].number
    with application(club.parties).app_context():
        readers = {
            "key": club.members[MEMBER],
            "their_key": theirs.director,
            "ended_key": club.members[ENDED],
        }
        keys = {name: feed_key(actor) for name, actor in readers.items()}
    parts: dict[str, object] = {
        "club": club.club.code,
        "season": season,
        "director": director.credential,
    }
    parts |= {
        "open": playing,
        "link": club.parties.links(playing)[0].id,
        "disputed": disputed,
        "used_link": used_link,
    }
    parts |= {
        "entry": entry,
        "over": over,
        "their_member": 9,
        "their_entry": their_entry,
        "their_partie": their_partie,
    }
    return club, theirs, parts | keys | links | {"outside": outside}


MEMBERS = {
    "player": PLAYER,
    "opponent": OPPONENT,
    "member": MEMBER,
    "scorer": SCORER,
    "revoked": ENDED,
}
COLUMNS = (
    "nobody",
    "follows",
    "scores",
    *list(MEMBERS)[:4],
    "director",
    "their director",
    "revoked",
    "signed out",
)


def phone_of(visitor: str, visit: Visit, theirs: RunningClub, code: str) -> Phone:
    if visitor in MEMBERS:
        return visit.member(MEMBERS[visitor])
    if visitor == "their director":
        return visit.phone(theirs.director, theirs)
    phone = visit.director if visitor in ("director", "signed out") else visit.phone()
    if visitor == "signed out":
        cookie = phone.cookie.value
        assert phone.post(f"{visit.path}/sign-out", {}).status == 303
        phone.client.set_cookie("session", cookie)
    with phone.client.session_transaction() as session:
        if visitor == "follows":
            session["followed"] = [code]
        if visitor == "scores":
            session["links"] = {code: visit.club.parties.links(code)[0].id}
    return phone


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_visitors_are_answered_as_written_by_hand(tmp_path: Path, row: list[str]) -> None:
    """What was granted changes the book, so that the next visitor is given another copy of it."""
    method, path, *written = row
    ours, theirs, parts = prepared_by_hand()
    address, _, form = path.partition("#")
    address = address.format(**parts)
    club = None
    answers = []
    for visitor in COLUMNS:
        if club is None:
            (data := tmp_path / visitor).mkdir()
            club = ours.copied(data)
        visit = Visit(application(club.parties), club)
        phone = phone_of(visitor, visit, theirs, str(parts["over" if "{over}" in path else "open"]))
        typed = {"csrf_token": phone.token, **FORMS.get(form, {})}
        answer = phone.client.open(address, method=method, data=typed if method == "POST" else None)
        answers.append(str(answer.status_code))
        if method == "POST" and answer.status_code < 400:
            club.parties.engine.dispose()
            club = None
    assert dict(zip(COLUMNS, answers, strict=True)) == dict(zip(COLUMNS, written, strict=True))
    if club is not None:
        club.parties.engine.dispose()
