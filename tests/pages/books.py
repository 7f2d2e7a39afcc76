"""The fixed books, and what is looked at in each: every page, by those who see something else on it."""

from __future__ import annotations

import io
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.routing import Rule

from scorer.ledger.terms import Format, Withdrawal
from scorer.service.club.fixtures import Lots
from scorer.service.club.import_files import File
from scorer.service.club.paper import Written
from scorer.service.parties import Parties
from scorer.storage.engine import open_engine
from scorer.web.extensions import LIMITER
from scorer.web.rights import ROUTES, Right
from tests.browser.tables import ENDED, FRAME_PAGES, FRAMES, PAGES, TABLES
from tests.pages.rendering import Texts
from tests.pages.terminal import terminal
from tests.service.club.full_club import NAMES, full_club
from tests.service.club.running_club import Clock
from tests.web.applications import application
from tests.web.club.visitors import Visit, visiting
from tests.web.conftest import Node, Page, Phone
from tests.web.test_companies import begun, finish, opened, paper

__all__ = ["BOOKS", "Club"]

EVEN = "E no point; E no sequence; E no set; count E6 last Y play 7"
CAPOT = "count E12 last E play 13"
OTHERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "new": ("portland", ()),
    "all taken back": ("portland", ("E exchange 5; strike 1",)),
    "corrected": ("portland", ("tricks E12", "tricks E7 Y5; strike 12 for tricks E1")),
    "level": ("portland", (EVEN,) * 6),
    "captured": ("cent-36", ("tricks E12:1",)),
    "series": ("french-150", ("tricks E12",) * 3),
    "watched": ("portland", ("E exchange 5; Y exchange 3; E point 6; Y good; E quint",)),
    "penalised": ("portland", ("E exchange 5; Y exchange 3; E point 5; Y good; E reckons nothing",)),
}
"""Further parties, by what there is to see in them."""

TABLE_PAGES = {
    "corrected": ("", "deals/2", "deals/2/statements/12", "settlement", "sheet"),
    "level": ("", "settlement", "sheet"),
    "series": ("", "settlement"),
    "penalised": ("", "deals/1"),
    "watched": ("", "across"),
}


@contextmanager
def _phone(data: Path) -> Iterator[Phone]:
    """Yield a phone at a book without a club."""
    parties = Parties(open_engine(f"sqlite:///{data / 'book.sqlite'}"), Clock())
    yield Phone(application(parties))
    parties.engine.dispose()


def _tables(phone: Phone, texts: Texts, rules: dict[str, tuple[str, tuple[str, ...]]]) -> dict[str, str]:
    """Play the parties and return their codes by name."""
    parties = phone.client.application.extensions["parties"]
    codes = {}
    for name, (ruleset, logs) in rules.items():
        codes[name] = phone.open("Adelaide", "Bénédicte", rules=ruleset)
        texts.codes[codes[name]] = name
        finish(parties, codes[name], logs)
    return codes


def parties_of_two(data: Path) -> Texts:
    """Look at parties of two at every step, from the phone that scores and from one that watches."""
    texts = Texts()
    with _phone(data) as phone:
        codes = _tables(
            phone, texts, {name: ("portland", (log,)) for name, log in TABLES.items()} | {"finished": ENDED["finished"]}
        )
        for name, address in PAGES.items():
            texts.get(name, phone, address.format(**codes))
        watching = Phone(phone.client.application)
        for name in ("empty", "answer", "over", "finished"):
            texts.get(f"watching, {name}", watching, f"/p/{codes[name]}/")
        texts.get("watching, share", watching, f"/p/{codes['over']}/share")
        texts.get("nobody's link", watching, "/s/forged")
        texts.get("hand, refused", phone, "/hand?card=AS&card=AS")
        texts.get("hand, one card", phone, "/hand?card=7C")
        texts.get("house rules, every field", phone, "/rules/house?from=portland")
    return texts


def other_parties(data: Path) -> Texts:
    """Look at parties of three, of four, with an auction, of other lengths, corrected and level."""
    texts = Texts()
    with _phone(data) as phone:
        codes = _tables(phone, texts, FRAMES | {name: ENDED[name] for name in ENDED if name != "finished"} | OTHERS)
        for name, address in FRAME_PAGES.items():
            texts.get(name, phone, address.format(**codes))
        for name, endings in TABLE_PAGES.items():
            for ending in endings:
                texts.get(f"{name}, {ending or 'table'}", phone, f"/p/{codes[name]}/{ending}")
        for name in ("new", "all taken back", "captured"):
            texts.get(f"{name}, table", phone, f"/p/{codes[name]}/")
        texts.get("new, sheet", phone, f"/p/{codes['new']}/sheet")
    return texts


def companies(data: Path) -> Texts:
    """Look at a chouette, a pool and a table: new, halfway, corrected, over, and from a phone that watches."""
    texts = Texts()
    with _phone(data) as phone:
        watching = Phone(phone.client.application)
        texts.get("new company", phone, "/company/new")
        texts.look("new company, refused", phone.post("/company/new", {"frame": "chouette", "rules": "portland"}))
        for frame in ("chouette", "pool", "table"):
            texts.get(f"new {frame}", phone, f"/company/new?frame={frame}")
            LIMITER.reset()
            code = opened(phone, frame=frame, rules="normand" if frame == "table" else "portland")
            texts.codes[code] = frame
            texts.get(f"{frame}, new", phone, f"/company/{code}/")
            paper(phone, code, 0, by="result", winner="0", points="150")
            if frame != "table":
                texts.look(f"{frame}, paper refused", paper(phone, code, 1, by="totals", total0="x", total1="1"))
                paper(phone, code, 1, by="totals", total0="155", total1="105")
                paper(phone, code, 0, by="totals", total0="105", total1="155")
            partie = begun(phone, code)
            texts.codes[partie] = f"partie of the {frame}"
            for ending in ("", "live", "share", "signatures", "turns/0", "turns/1", "turns/2"):
                texts.get(f"{frame}, {ending or 'card'}", phone, f"/company/{code}/{ending}")
            texts.get(f"{frame}, watching", watching, f"/company/{code}/")
            if frame == "chouette":
                finish(phone.client.application.extensions["parties"], partie, (CAPOT, "count E0 last Y play 1") * 3)
                for ending in ("", "settlement", "sheet"):
                    texts.get(f"{frame}, partie over, {ending or 'table'}", phone, f"/p/{partie}/{ending}")
                texts.get(f"{frame}, card after it", phone, f"/company/{code}/")
    return texts


FROM_PAPER = Written(((53, 1), (53, 0), (53, 1), (53, 0)), (318, 3), 321, 421)
IMPORTED = "partie,first,second,deal,first_points,second_points\n" + "".join(
    f"x1,{NAMES[4]},{NAMES[6]},{deal},{points}\n" for deal, points in enumerate(("30,20", "20,30", "40,10", "10,40"), 1)
)


class Club:
    """A club in which everything has happened: a correction, disputes, a forfeit, paper, an import, a season closed."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.texts = visit, Texts()
        self.house = full_club(visit.club)
        club, services, director = visit.club, visit.club.services, visit.club.director
        self.arguments = {name: list(values) for name, values in self.house.arguments.items()}
        open_ = int(self.arguments["season"][1])
        for into_book in (False, True):
            sheet = services.paper.enter_paper(director, open_, (5, 6), FROM_PAPER, into_book=into_book)
            self.arguments["code"].append(sheet.code)
        table = File("a.csv", IMPORTED.encode())
        services.importing.apply(director, services.importing.check(director, open_, (table,)))
        walked_over = club.season(1, 2, 3, name="Walked over", format=Format.SINGLE, withdrawal=Withdrawal.FORFEIT)
        services.seasons.draw(director, walked_over, Lots.AS_ENTERED)
        services.seasons.withdraw(director, walked_over, 3, "abroad", None)
        self.arguments["season"].append(walked_over)
        self.entries = self._one_of_each_kind()
        self.texts.name_codes(club)

    def _one_of_each_kind(self) -> list[int]:
        """Return the number of the first entry of each kind."""
        books, club = self.visit.club.services.book, self.visit.club.club.id
        found, before = dict[str, int](), None
        while page := books.page(club, before).entries:
            found |= {each.entry.kind: each.number for each in page if each.entry is not None}
            before = page[-1].number
        return list(found.values())

    def addresses(self, rule: Rule) -> Iterator[str]:
        """Yield the address of *rule* with the arguments that show most, then with one other argument at a time."""
        first = {name: self.house.of(rule.endpoint, name) for name in rule.arguments}
        several = {name: values if name in OFTEN else values[:2] for name, values in self.arguments.items()}
        if "code" in first:
            first |= {"number": 1} if "number" in first else {}
            several["number"] = [1]
        elif rule.endpoint == "book.entry":
            several["number"] += self.entries
        changes = [{}, *({name: value} for name in sorted(first) for value in several[name])]
        built = (rule.build({**first, **change}) for change in changes)
        yield from dict.fromkeys(each[1] for each in built if each is not None)

    def walk(self, who: str, phone: Phone, rights: Container[Right], most: int | None = None) -> Iterator[Page]:
        """Look at the pages that these rights open, and at no more than *most* of a kind."""
        for rule in sorted(self.visit.app.url_map.iter_rules(), key=lambda rule: rule.rule):
            named = set(rule.arguments) <= set(self.arguments)
            if not named or "GET" not in (rule.methods or ()) or ROUTES[rule.endpoint] not in rights:
                continue
            shown = 1 if rule.endpoint.startswith(MUCH_ALIKE) else most
            for address in list(self.addresses(rule))[:shown] if rule.endpoint not in FILES else ():
                yield self.texts.get(who, phone, address)

    def post_all(self, who: str, phone: Phone, pages: Iterable[Page], *, typed: bool) -> None:
        """Post one form to each route, as given or with every field filled in, and keep the answer."""
        forms: dict[str, tuple[str, dict[str, str]]] = {}
        for form in (form for page in pages for form in page.root.all("form", method="post")):
            action, data = filled(form.all("button")[0], typed=typed)
            forms.setdefault(endpoint(self.visit.app, action), (action, data))
        how, token = "filled in" if typed else "as given", phone.token
        for kind in sorted(forms, key=lambda kind: (kind in LAST, kind)):
            action, data = forms[kind]
            LIMITER.reset()
            answer = phone.post(action, data, token=token)
            self.texts.look(f"{who} posts {kind} {how}: {self.texts.known(action)}", answer)
            if answer.status == 303:
                self.texts.get(f"{who} after {kind} {how}", phone, answer.headers["Location"])

    def bring_in(self, name: str, table: str) -> None:
        """Preview the import of a CSV table."""
        phone, address = self.visit.director, f"{self.visit.path}/in"
        data: dict[str, Any] = {"season": "3", "files": (io.BytesIO(table.encode()), "parties.csv")}
        LIMITER.reset()
        self.texts.look(f"{name} table", phone.post(address, data, content_type="multipart/form-data"))


OFTEN = ("season", "number", "what", "code")
"""Arguments that are tried with every value; the others with two."""

LAST = ("directors.end", "account.sign_out")
"""Forms that end the visit: posted last."""

MUCH_ALIKE = ("disputes.settling", "corrections.reversal", "paper.blank", "tables.", "sheets.other_rules")
"""Pages that are shown once, because they differ little."""

FILES = ("transfer.download", "carrying.own", "tables.saved")
"""Routes that answer with files or nothing."""


def endpoint(app: Flask, action: str) -> str:
    """Return the name of the route that a form is posted to."""
    path = urlsplit(action).path
    return str(app.url_map.bind("").match(path, method="POST")[0])


def filled(key: Node, *, typed: bool) -> tuple[str, dict[str, str]]:
    """Fill in the form of *key*, with something in every empty field if *typed*; return its address and its data."""
    form = key.within("form")
    assert form is not None
    data = {node.attrs["name"]: node.text for node in form.all("textarea")}
    for field in form.all("input"):
        if field.attrs.get("type") not in ("radio", "checkbox", "file") or "checked" in field.attrs:
            data[field.attrs["name"]] = field.attrs.get("value", "")
    for choice in form.all("select"):
        options = choice.all("option")
        chosen = next((each for each in options if "selected" in each.attrs), options[0])
        data[choice.attrs["name"]] = chosen.attrs["value"]
        if typed and not data[choice.attrs["name"]]:
            data[choice.attrs["name"]] = options[-1].attrs["value"]
    for field in form.all("input") if typed else ():
        if data.get(field.attrs["name"]) == "":
            data[field.attrs["name"]] = "1234" if "numeric" in field.attrs.get("inputmode", "") else "Some words"
    if "name" in key.attrs:
        data[key.attrs["name"]] = key.attrs["value"]
    del data["csrf_token"]
    return key.attrs.get("formaction", form.attrs["action"]), data


EVERYBODY = (Right.CLUB_READER, Right.READER, Right.COMPANY_READER)
MEMBERS = (*EVERYBODY, Right.CLUB_MEMBER, Right.PLAYER, Right.COMPANY_PLAYER)
DIRECTORS = (*MEMBERS, Right.CLUB_SCORER, Right.CLUB_DIRECTOR)


def club(data: Path) -> Texts:
    """Look at a club with open and closed seasons, as its director, two players and a stranger."""
    with visiting(data) as visit:
        book = Club(visit)
        director, player = visit.director, visit.member(1)
        seen = list(book.walk("director", director, DIRECTORS))
        own = list(book.walk("player", player, MEMBERS, 1))
        own += book.walk("player, every partie", player, (Right.PLAYER, Right.READER))
        list(book.walk("opponent", visit.member(2), (Right.PLAYER,)))
        list(book.walk("stranger", visit.phone(), DIRECTORS, 1))
        for who, pages in (("player", own), ("director", seen)):
            for typed in (False, True):
                again = visit.member(1) if who == "player" else visit.director
                book.post_all(who, again, pages, typed=typed)
        book.bring_in("same", IMPORTED.replace("x1", "x2"))
        book.bring_in("good", IMPORTED.replace("30,20", "31,20"))
        book.bring_in("bad", IMPORTED.replace("40", "forty").replace(NAMES[6], "Nobody"))
    return book.texts


BOOKS: dict[str, Callable[[Path], Texts]] = {
    "two": parties_of_two,
    "others": other_parties,
    "companies": companies,
    "club": club,
    "terminal": terminal,
}
"""How each book is made and looked at, by the name of its file."""
