"""The fixed books, and what is looked at in each:
every page, by those who see something else on it.
"""

import io
import re
import tomllib
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice, product
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode, urlsplit

from werkzeug.routing import Rule

from scorer.ledger import chain
from scorer.ledger.entries import BODIES, Fixture, LotDrawn
from scorer.ledger.lots import by_lot
from scorer.ledger.terms import Doubling, Format, Settled, Stakes, TieBreak, Withdrawal
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PRESETS
from scorer.service.club.disputes.cases import THE_TERMS, Correction, DisputeKind, ReplyKind
from scorer.service.club.disputes.paper import Written
from scorer.service.club.posts import running
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.seasons.season import COMPANY_ORDER, SWISS_ORDER
from scorer.service.club.transfer.import_files import File
from scorer.service.parties import Parties
from scorer.storage.engine import open_engine, writing
from scorer.web.rights import ROUTES, Right
from tests import there
from tests.browser.tables import ENDED, FRAME_PAGES, FRAMES, PAGES, TABLES, played
from tests.browser.tables import WORDS as TABLE_WORDS
from tests.pages.damaged import damaged
from tests.pages.rendering import Texts
from tests.pages.terminal import terminal
from tests.service.club.full_club import NAMES, FullClub, former_members
from tests.service.club.running_club import DEALS, IMPOSSIBLE, Clock
from tests.web.club.conftest import ADA, BEN, CAT, TRICK, Visit, seated, visiting, visiting_house
from tests.web.club.test_seasons import busy
from tests.web.conftest import PARTIAL, Node, Page, Phone, application, forget_tries
from tests.web.test_companies import begun, finish, opened, paper

__all__ = ["BOOKS", "Club"]

EVER = 2**40
"""A time, in seconds, until which a phone keeps a choice that it else keeps for an evening."""


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))


PARTIES = _data("others")
WALKED = _data("routes")
CAPOT, CLAIMS = (str(PARTIES["words"][each]) for each in ("CAPOT", "CLAIMS"))
GOOD_CALLS: dict[str, str] = PARTIES["only good calls"]
WORDS = TABLE_WORDS | PARTIES["words"] | {"IMPOSSIBLE": IMPOSSIBLE, "SUNK": TABLES["sunk"]}
OTHERS = played(PARTIES["further"], WORDS)

MORE: dict[str, dict[str, dict[str, Any]]] = _data("more")
LOOKS: dict[str, list[list[str]]] = _data("looks")
TABLE_PAGES: dict[str, list[str]] = _data("tables")
OFTEN, FILES, LAST, TWICE = (WALKED[each] for each in ("often", "files", "last", "twice"))
ALIKE_TO_ALL, IN_TWO_SEASONS, MUCH_ALIKE = (
    tuple(WALKED[each]) for each in ("alike_to_all", "in_two_seasons", "much_alike")
)


@contextmanager
def _phone(data: Path) -> Iterator[Phone]:
    """Yield a phone at a book without a club."""
    parties = Parties(open_engine(f"sqlite:///{data / 'book.sqlite'}"), Clock())
    yield Phone(application(parties))
    parties.engine.dispose()


def _tables(
    phone: Phone, texts: Texts, rules: dict[str, tuple[str, tuple[str, ...]]]
) -> dict[str, str]:
    """Play the parties and return their codes by name."""
    parties = phone.client.application.extensions["parties"]
    codes = {}
    for name, (ruleset, logs) in rules.items():
        codes[name] = phone.open("Adelaide", "Bénédicte", rules=ruleset)
        texts.codes[codes[name]] = name
        finish(parties, codes[name], tuple(filter(None, logs)))
    return codes


def parties_of_two(data: Path) -> Texts:
    """Look at parties of two at every step, from the phone that scores
    and from one that watches.
    """
    texts = Texts()
    with _phone(data) as phone:
        for address in ("/", "/parties/new"):
            texts.get("a phone that has played nothing", Phone(phone.client.application), address)
        codes = _tables(
            phone,
            texts,
            {name: ("portland", (log,)) for name, log in TABLES.items()}
            | {"finished": ENDED["finished"]},
        )
        for name, address in PAGES.items():
            texts.get(name, phone, address.format(**codes))
        codes |= _tables(
            phone, texts, {name: ("portland", (log,)) for name, log in GOOD_CALLS.items()}
        )
        steps = ("empty", "point", "answer", "sets", "younger", "tricks", "over")
        phone.enter(codes["empty"], "good calls")
        for name in ("empty", "sets", *GOOD_CALLS):
            for pick in ("", "&pick=more"):
                texts.get(f"good calls, {name}{pick}", phone, f"/p/{codes[name]}/?deal=0{pick}")
        phone.enter(codes["empty"], "totals")
        texts.get("totals, empty", phone, f"/p/{codes['empty']}/")
        phone.enter(codes["empty"], "every call")
        for chosen, choice, names in (
            ("across", EVER, steps),
            ("voice", EVER, steps),
        ):
            with phone.client.session_transaction() as session:
                session[chosen] = choice
            for name in names:
                for pick in ("", "&pick=more"):
                    texts.get(f"{chosen}, {name}{pick}", phone, f"/p/{codes[name]}/?deal=0{pick}")
            with phone.client.session_transaction() as session:
                del session[chosen]
        texts.phones = {"scorer": phone, "watching": Phone(phone.client.application)}
        look(texts, "parties of two")
        for code in ("ZZZZZZ", ""):
            phone.post("/find", {"code": code})
            texts.get(f"after looking for {code or 'no code'}", phone, "/")
        look(texts, "a count")
        for address in ("live", "saved?version=1"):
            page = phone.get(f"/p/{codes['tricks']}/{address}", headers=PARTIAL)
            texts.look(f"a part of the table: {address}", page)
        for typed in (False, True):
            post_all(texts, "scorer", phone, texts.by_phone[phone], typed=typed)
        _shared(texts, phone, f"/p/{codes['answer']}")
        post_more(texts, "two")
    return texts


def _shared(texts: Texts, phone: Phone, address: str) -> None:
    """Make a scoring link, open it on another phone and accept it there."""
    other = Phone(phone.client.application)
    link = re.findall(
        r"/s/[\w-]+", texts.look("a new link", phone.post(f"{address}/links", {})).text
    )[0]
    action, data = Page.form(texts.get("another phone", other, link).root.all("button")[0])
    accepted = texts.look("another phone accepts", other.post(action, data))
    texts.get("another phone scores", other, accepted.headers["Location"])


def other_parties(data: Path) -> Texts:
    """Look at parties of three, of four, with an auction, of other lengths, corrected and level."""
    texts = Texts()
    with _phone(data) as phone:
        codes = _tables(
            phone,
            texts,
            FRAMES | {name: ENDED[name] for name in ENDED if name != "finished"} | OTHERS,
        )
        for name, address in FRAME_PAGES.items():
            texts.get(name, phone, address.format(**codes))
        for name, endings in TABLE_PAGES.items():
            for ending in endings:
                texts.get(f"{name}, {ending or 'table'}", phone, f"/p/{codes[name]}/{ending}")
        texts.phones["scorer"] = phone
        look(texts, "other parties")
        post_more(texts, "others")
    return texts


def companies(data: Path) -> Texts:
    """Look at a chouette, a pool and a table:
    new, halfway, corrected, over, and from a phone that watches.
    """
    texts = Texts()
    with _phone(data) as phone:
        texts.phones = {"scorer": phone, "watching": Phone(phone.client.application)}
        texts.get("new company", phone, "/company/new")
        texts.look(
            "new company, refused",
            phone.post("/company/new", {"frame": "chouette", "rules": "portland"}),
        )
        for frame in ("chouette", "pool", "round table"):
            texts.get(f"new {frame}", phone, f"/company/new?frame={frame}")
            forget_tries(phone.client.application)
            terms = {"stake": "21", "entry": "5"} if frame == "pool" else {}
            code = opened(
                phone,
                frame=frame,
                rules="normand" if frame == "round table" else "portland",
                **terms,
            )
            texts.codes[code] = frame
            texts.get(f"{frame}, new", phone, f"/company/{code}/")
            paper(phone, code, 0, by="result", winner="0", points="150")
            if frame != "round table":
                texts.look(
                    f"{frame}, paper refused",
                    paper(phone, code, 1, by="totals", total0="x", total1="1"),
                )
                paper(phone, code, 1, by="totals", total0="155", total1="105")
                paper(phone, code, 0, by="totals", total0="105", total1="155")
            partie = begun(phone, code)
            texts.codes[partie] = f"partie of the {frame}"
            texts.words |= {"name": frame, "code": code}
            look(texts, "a company")
            if frame == "chouette":
                finish(
                    phone.client.application.extensions["parties"],
                    partie,
                    (CAPOT, "count E0 last Y play 1") * 3,
                )
                look(texts, "after a partie of a company")
                for name in ("Ada", "Ben", "Cem"):
                    phone.send(phone.get(f"/company/{code}/signatures"), f"{name} signs", name=name)
                    if name != "Ben":
                        look(texts, f"{name} has signed")
        for name, fields in PARTIES["companies"].items():
            forget_tries(phone.client.application)
            totals = {each: fields[each] for each in ("total0", "total1")}
            code = opened(
                phone, **{each: said for each, said in fields.items() if each not in totals}
            )
            texts.codes[code] = name
            paper(phone, code, 0, by="totals", **totals)
            texts.words |= {"name": name, "code": code}
            look(texts, "another company")
        for typed in (False, True):
            post_all(texts, "scorer", phone, texts.by_phone[phone][::-1], typed=typed)
        _shared(texts, phone, f"/p/{code}")
        post_more(texts, "companies")
    return texts


def pairs(data: Path) -> Texts:
    """Look at two pairs, from a phone on which they play, one that has a link, and one that has
    none: new, with parties of two years and by two rulesets, settled, joined and parted.
    """
    texts = Texts()
    with _phone(data) as phone:
        app = phone.client.application
        texts.phones = {"scorer": phone, "reader": Phone(app), "watching": Phone(app)}
        for moment, table in PARTIES["of a pair"].items():
            for name, partie in table.items():
                _play(phone, texts, name, partie)
            look(texts, moment)
        link = re.findall(r"/w/[\w-]+", phone.get(f"/pair/{texts.known_words['pair 1']}/link").text)
        texts.get("another phone", texts.phones["reader"], link[0])
        texts.phones["reader"].send(texts.phones["reader"].get(link[0]), "Open on this phone")
        look(texts, "a pair is read")
        with ExitStack() as stack:
            for name in ("web.pairs.PAGE_SIZE", "table.pair_page.PAGE_SIZE"):
                stack.enter_context(patch(f"scorer.{name}", 2))
            look(texts, "two parties a page")
        for typed in (True, False):
            post_all(texts, "scorer", phone, texts.by_phone[phone], typed=typed)
        post_more(texts, "pairs")
    return texts


def _play(phone: Phone, texts: Texts, name: str, partie: dict[str, Any]) -> None:
    """Play a partie of two, some days after the one before."""
    parties = phone.client.application.extensions["parties"]
    parties.clock.later(days=partie.get("later", 0))
    first, second = partie["names"]
    code = phone.open(first, second, rules=partie.get("rules", "portland"))
    texts.codes[code] = name
    finish(parties, code, tuple(each.format(**WORDS) for each in partie["logs"]))


FROM_PAPER = Written(((53, 1), (53, 0), (53, 1), (53, 0)), (318, 3), 321, 421)
RENAMED = "Gwendolen <i>"
IMPORTED = "partie,first,second,deal,first_points,second_points\n" + "".join(
    f"x1,{NAMES[4]},{NAMES[6]},{deal},{points}\n"
    for deal, points in enumerate(("30,20", "20,30", "40,10", "10,40"), 1)
)


class Club:
    """A club in which everything has happened:
    a correction, disputes, a forfeit, paper, an import, a season closed.
    """

    def __init__(self, visit: Visit, house: FullClub) -> None:
        self.visit = visit
        self.house = house
        self.texts = Texts()
        club = visit.club
        services = visit.club.services
        director = visit.club.director
        self.arguments = {name: list(values) for name, values in self.house.arguments.items()}
        open_ = int(self.arguments["season"][1])
        for into_book in (False, True):
            sheet = services.paper.enter_paper(
                director, open_, (5, 6), FROM_PAPER, into_book=into_book
            )
            self.arguments["code"].append(sheet.code)
        table = File("a.csv", IMPORTED.encode())
        services.importing.apply(director, services.importing.check(director, open_, (table,)))
        walked_over = club.season(
            1, 2, 3, name="Walked over", format=Format.SINGLE, withdrawal=Withdrawal.FORFEIT
        )
        services.seasons.draw(director, walked_over, Lots.AS_ENTERED)
        services.seasons.withdraw(director, walked_over, 3, "abroad", None)
        services.seasons.move_round(director, walked_over, 2, "2026-12-01")
        self.arguments["season"].append(walked_over)
        substituted = club.season(
            1, 2, name="Substituted", format=Format.SINGLE, withdrawal=Withdrawal.COUNT_PLAYED
        )
        # The seed is the same in every run, and with it the order.
        at = club.clock().isoformat()
        with writing(club.engine) as db:
            run = running(db, club.id, substituted, author=director.author, at=at)
            run.post(LotDrawn(substituted, chain.BEGINNING, by_lot(chain.BEGINNING, (1, 2))))
        services.seasons.draw(director, substituted, Lots.AS_ENTERED)
        services.seasons.redraw(director, substituted, 1, [Fixture(2, 1)], "Ben begins.")
        services.seasons.withdraw(director, substituted, 2, "abroad", None)
        services.seasons.replace(director, substituted, 2, 3)
        services.seasons.withdraw(director, open_, 8, "abroad", None)
        services.seasons.take_back(director, open_, 8)
        services.people.rename(director, 7, RENAMED)
        services.house_rules.save(director, "Four", "portland point_min=4")
        paid = club.season(
            1, 2, name="Paid", correction_hours=0, stakes=Stakes(1, per=1, settled=Settled.AT_CLOSE)
        )
        club.play(paid, 1, 2)
        services.closing.close(director, paid, {})
        former_members(club)
        self.entries = self._one_of_each_kind()
        self.texts.name_codes(club)

    def _one_of_each_kind(self) -> list[int]:
        """Return the number of the first entry of each kind."""
        books = self.visit.club.services.book
        club = self.visit.club.club.id
        found = dict[str, int]()
        before = None
        while page := books.page(club, before).entries:
            found |= {each.entry.kind: each.number for each in page if each.entry is not None}
            before = page[-1].number
        assert found.keys() == BODIES.keys(), "an entry of every kind is shown"
        return list(found.values())

    def addresses(self, rule: Rule) -> Iterator[str]:
        """Yield the address of *rule* with the arguments that show most,
        then with one other argument at a time.
        """
        first = {name: self.house.of(rule.endpoint, name) for name in rule.arguments}
        several = {
            name: values if name in OFTEN else values[:2] for name, values in self.arguments.items()
        }
        if rule.endpoint.startswith(IN_TWO_SEASONS):
            several["season"] = several["season"][:2]
        if "code" in first:
            first |= {"number": 1} if "number" in first else {}
            several["number"] = [1]
        elif rule.endpoint == "book.entry":
            several["number"] += self.entries
        changes = [{}, *({name: value} for name in sorted(first) for value in several[name])]
        built = (rule.build({**first, **change}) for change in changes)
        yield from dict.fromkeys(each[1] for each in built if each is not None)

    def walk(
        self, who: str, phone: Phone, rights: Container[Right], most: int | None = None
    ) -> Iterator[Page]:
        """Look at the pages that these rights open, at no more than *most* of a kind,
        and at what is alike once.
        """
        for rule in sorted(self.visit.app.url_map.iter_rules(), key=lambda rule: rule.rule):
            named = set(rule.arguments) <= set(self.arguments) and not rule.endpoint.startswith(
                "companies."
            )
            may = named and "GET" in (rule.methods or ()) and ROUTES[rule.endpoint] in rights
            if (
                may
                and rule.endpoint not in FILES
                and (who == "director" or not rule.endpoint.startswith(ALIKE_TO_ALL))
            ):
                for address in islice(
                    self.addresses(rule), 1 if rule.endpoint.startswith(MUCH_ALIKE) else most
                ):
                    yield self.texts.get(who, phone, address)

    def preview_import(self, name: str, table: str) -> Page:
        phone = self.visit.director
        address = f"{self.visit.path}/import"
        data: dict[str, Any] = {"season": "3", "files": (io.BytesIO(table.encode()), "parties.csv")}
        forget_tries(phone.client.application)
        return self.texts.look(
            f"{name} table", phone.post(address, data, content_type="multipart/form-data")
        )


def filled(key: Node, *, typed: bool) -> tuple[str, dict[str, str]]:
    """Return the address and the data of the form of *key*,
    with something in every empty field if *typed*.
    """
    action, data = Page.form(key)
    form = there(key.within("form"))
    for choice in form.all("select") if typed else ():
        data[choice.attrs["name"]] = (
            data[choice.attrs["name"]] or choice.all("option")[-1].attrs["value"]
        )
    for field in form.all("input") if typed else ():
        if data.get(field.attrs["name"]) == "":
            data[field.attrs["name"]] = (
                "1234" if "numeric" in field.attrs.get("inputmode", "") else "Some words"
            )
    del data["csrf_token"]
    return action, data


JOINS_LATE = "plays the others in further rounds"
"""What a page says on which members join a round robin late: many further rounds would follow, and
change most pages that are looked at after it.
"""


def post_all(texts: Texts, who: str, phone: Phone, pages: Iterable[Page], *, typed: bool) -> None:
    """Post one form to each route, as given or, if it has empty fields, with them filled in;
    keep the answer.
    """
    app = phone.client.application
    routes = app.url_map.bind("")
    forms: dict[str, tuple[str, dict[str, str]]] = {}
    calm = (page for page in pages if JOINS_LATE not in page.text)
    for form in (form for page in calm for form in page.root.all("form", method="post")):
        if not form.all("button"):
            continue  # every key of the table opens others
        key = form.all("button")[0]
        found = filled(key, typed=typed)
        kind = str(routes.match(urlsplit(found[0]).path, method="POST")[0])
        if not typed or kind in TWICE or found != filled(key, typed=False):
            forms.setdefault(kind, found)
    how = "filled in" if typed else "as given"
    token = phone.token
    for kind in sorted(forms, key=lambda kind: (kind in LAST, kind)):
        action, data = forms[kind]
        forget_tries(app)
        answer = phone.post(action, data, token=token)
        texts.look(f"{who} posts {kind} {how}: {texts.known(action)}", answer)
        if answer.status == 303:
            again = (
                phone.post(action, data, token=token).headers["Location"] if "key" in data else None
            )
            assert again in (None, answer.headers["Location"]), (
                f"{kind} is not the same when it is sent again"
            )
            texts.get(f"{who} after {kind} {how}", phone, answer.headers["Location"])


def look(texts: Texts, when: str) -> None:
    """Look at what `looks.toml` has for a moment of a book."""
    for row in LOOKS[when]:
        name, who, path, *endings = (each.format_map(texts.known_words) for each in row)
        texts.get_all(name, texts.phones[who], path, *(endings or [""]))


def post_more(texts: Texts, book: str) -> None:
    """Post what `more.toml` has for a book and `then` a key of the answer;
    or ask for a page if nothing is posted.
    """
    for name, row in MORE[book].items():
        phone = texts.phones[row.get("who", "scorer")]
        forget_tries(phone.client.application)
        address = row["at"].format_map(texts.known_words)
        headers = row.get("headers", {})
        data = {
            field: text
            for field, text in row.items()
            if field not in ("at", "who", "then", "headers")
        }
        answer = (
            phone.post(address, data, headers=headers, missing=None)
            if data
            else phone.get(address, headers=headers)
        )
        texts.look(name, answer)
        if "then" in row:
            answer = phone.post(*Page.form(answer.key(row["then"])))
        if answer.status == 303:
            texts.get(f"after {name}", phone, answer.headers["Location"])


EVERYBODY = (Right.CLUB_READER, Right.READER)
MEMBERS = (*EVERYBODY, Right.CLUB_MEMBER, Right.PLAYER)
DIRECTORS = (*MEMBERS, Right.CLUB_SCORER, Right.CLUB_DIRECTOR)
OF_A_PARTIE = (Right.PLAYER, Right.READER)


def club(data: Path) -> Texts:
    """Look at a club with open and closed seasons, as its director, two players and a stranger."""
    with visiting_house(data) as (visit, house):
        book = Club(visit, house)
        director = visit.director
        player = visit.member(1)
        seen = list(book.walk("director", director, DIRECTORS))
        seen.append(
            book.texts.get("director", director, f"{visit.path}/rules?rules=portland+rubicon=120")
        )
        own = list(book.walk("player", player, set(MEMBERS) - set(OF_A_PARTIE), 1))
        own += book.walk("player", player, OF_A_PARTIE)
        list(book.walk("opponent", visit.member(2), (Right.PLAYER,)))
        stranger = visit.phone()
        list(book.walk("stranger", stranger, (Right.READER,), 1))
        book.texts.phones = {
            "director": visit.director,
            "player": visit.member(1),
            "nobody": visit.phone(),
        }
        book.texts.phones["stranger"] = stranger
        book.texts.words["partie"] = book.arguments["code"][0]
        look(book.texts, "a stranger in the club")
        for who, pages in (("player", own), ("director", seen)):
            for typed in (False, True):
                again = visit.member(1) if who == "player" else visit.director
                post_all(book.texts, who, again, pages, typed=typed)
        _signing_in(visit, book.texts, stranger)
        parties = IMPORTED.replace(NAMES[6], RENAMED)
        book.preview_import("same", parties.replace("x1", "x2"))
        good = book.preview_import("good", parties.replace("30,20", "31,20"))
        book.preview_import("bad", parties.replace("40", "forty").replace(RENAMED, "Nobody"))
        post_all(book.texts, "good table", visit.director, [good], typed=False)
        post_more(book.texts, "club")
    return book.texts


def _signing_in(visit: Visit, texts: Texts, phone: Phone) -> None:
    """Open each kind of link to sign in, and one that nobody made; then post what they ask for."""
    people = visit.club.services.people
    clubs = visit.club.services.clubs
    made = {
        "set-up": clubs.new_setup_link(),
        "director": people.new_director_link(visit.club.club.id),
    }
    for kind, token in (made | {"m": people.new_link(visit.club.director, 1)}).items():
        for each in (token, "forged"):
            texts.get("stranger", phone, f"/{kind}/{each}")
    texts.get("stranger", phone, f"{visit.path}/sign-in")
    for typed in (True, False):
        post_all(texts, "stranger", phone, texts.by_phone[phone], typed=typed)


SEEN_BY_ALL = ("half signed", "posted", "disputed")
"""Parties that a third member, a shared phone and a stranger look at too."""


def _people(visit: Visit, *members: int) -> dict[str, Phone]:
    """Return the phones of these members, by name, and the director's."""
    return {str(member): visit.member(member) for member in members} | {"director": visit.director}


def signing(data: Path) -> Texts:
    """Look at parties on their way into the book: signed, disputed, corrected, ruled on;
    then late, then closed.
    """
    texts = Texts()
    with visiting(data, "Ada", "Ben", "Cat") as visit:
        table = seated(visit)
        club = visit.club
        services = visit.club.services
        director = visit.club.director
        ben = club.members[BEN]
        codes = {
            "unsigned": table.play(),
            "half signed": table.play(signed=(0,)),
            "posted": table.play(signed=(0, 1)),
            "in progress": table.play("tricks E12"),
            "of paper": club.from_paper(table.season, ADA, BEN, [(53, 0)] * 4),
            "let stand": table.play(signed=(0,)),
            "claims": table.play(*DEALS[:2], CLAIMS, DEALS[3], signed=(0, 1)),
        }
        both = (0, 1)
        one = (0,)
        disputed = {
            "disputed": both,
            "ruled": both,
            "agreed": both,
            "half, agreed": one,
            "both sign": one,
        }
        disputed |= {"contested": both, "none, agreed": ()}
        codes |= {name: table.play(signed=signed) for name, signed in disputed.items()}
        texts.codes |= {club.club.code: "club", **{code: name for name, code in codes.items()}}
        for name in disputed:
            asked = Correction(deal=2, said=TRICK)
            services.disputes.file(
                codes[name], ben, DisputeKind.CORRECTION, "I took the last.", asked
            )
        asked = Correction(deal=2, said="strike 6 for Y not good")
        services.disputes.file(codes["claims"], ben, DisputeKind.CORRECTION, "No.", asked)
        for name in ("ruled", "contested"):
            services.disputes.reply(
                codes[name], club.members[ADA], ReplyKind.CONTESTS, "I took it with the ten."
            )
            services.disputes.reply(codes[name], ben, ReplyKind.REPLIES, "The ten was gone.")
        club.clock.later(minutes=3)
        services.disputes.rule(
            codes["ruled"], director, follow=True, words="Cat saw it.", law="Law 70"
        )
        services.disputes.settle(
            codes["let stand"], director, words="Ben has gone home.", law=THE_TERMS
        )
        for name in ("agreed", "half, agreed", "both sign", "none, agreed"):
            services.disputes.reply(codes[name], club.members[ADA], ReplyKind.AGREES)
        for name in ("both sign", "none, agreed"):
            services.signing.sign(codes[name], ben)
        concerned = _people(visit, ADA, BEN)
        for name, code in codes.items():
            if name not in ("in progress", "contested"):
                others = {
                    "3": visit.member(CAT),
                    "shared": table.shared(code),
                    "nobody": visit.phone(),
                }
                for who, phone in (
                    concerned | others if name in SEEN_BY_ALL else concerned
                ).items():
                    texts.get(f"{name}, {who}", phone, f"/p/{code}/settlement")
            if name != "contested":
                texts.get(f"{name}, sheet", concerned["1"], f"/p/{code}/sheet")
        shared = {
            f"of {name}": table.shared(codes[name]) for name in ("disputed", "ruled", "unsigned")
        }
        texts.phones = concerned | shared | {"nobody": visit.phone()}
        look(texts, "signed and disputed")
        _receipts(visit, texts, codes)
        for when in ("soon", "late", "closed"):
            if when == "soon":
                club.clock.later(minutes=72)
            elif when == "late":
                club.clock.later(days=1)
            else:
                open_ = there(services.open_items.before_closing(club.club.id, table.season))
                services.closing.close(
                    director, table.season, {item.key: "the end" for item in open_.items}
                )
            texts.words |= {"when": when, "said": TRICK, "season": table.season}
            look(texts, "later")
            if when == "soon":
                post_more(texts, "signing")
    return texts


def _receipts(visit: Visit, texts: Texts, codes: dict[str, str]) -> None:
    """Check receipts as nobody, as a member, and where standings are public."""
    club = visit.club
    services = visit.club.services
    posted = [
        each
        for each in reversed(services.book.page(club.club.id).entries)
        if each.entry is not None
    ]
    for who in ("nobody", "member", "nobody, public"):
        phone = visit.member(CAT) if who == "member" else visit.phone()
        if who.endswith("public"):
            visit.director.post(f"{visit.path}/directors/choices", {"public": "yes"})
            services.clubs.choose(club.members[BEN], "shown as", "initials")
        for name, each, player in product(("posted", "agreed"), posted, (0, 1)):
            if getattr(there(each.entry).body, "code", "") == codes[name]:
                receipt = chain.receipt(each.number, player, each.digest)
                number = f"receipt {player} of entry {each.number}"
                texts.look(f"{who} checks {number}", phone.get(f"/verify?receipt={receipt}"))


def seasons(data: Path) -> Texts:
    """Look at what is open in a busy season and in quiet ones, and at stakes, ratings,
    blank sheets and tables.
    """
    texts = Texts()
    with visiting(data, "Ada", "Ben", "Cat", "Dan") as visit:
        club = visit.club
        services = visit.club.services
        words = texts.words
        texts.phones["director"] = visit.director
        texts.codes[club.club.code] = "club"
        look(texts, "no season")
        quiet = club.season(
            1, 2, name="Quiet", order=(TieBreak.MATCH_POINTS, TieBreak.POINTS), provisional=2
        )
        words["quiet"] = quiet
        look(texts, "a quiet season")
        for number in range(3):
            club.play(quiet, 1, 2)
            club.clock.later(days=1)
            look(texts, f"{number + 1} played")
        words["byes"] = byes = club.season(
            1, 2, 3, name="Byes", format=Format.SINGLE, withdrawal=Withdrawal.COUNT_PLAYED
        )
        look(texts, "not drawn")
        services.seasons.draw(club.director, byes, Lots.AS_ENTERED)
        services.seasons.withdraw(club.director, byes, 2, "abroad")
        look(texts, "byes")
        for each in services.book.page(club.club.id).entries:
            if each.entry is not None and each.entry.kind == "bye given":
                services.seasons.reverse(club.director, each.number, reason="no bye after all")
        look(texts, "byes reversed")
        busy(club)
        words["auction"] = club.season(
            1, 2, name="Auction", rules=ruleset_to_data(PRESETS["auction"])
        )
        stakes = club.season(1, 2, name="Stakes", stakes=Stakes(1, per=1, settled=Settled.AT_CLOSE))
        dropped = club.season(1, 2, name="Odd points", stakes=Stakes(240, points_step=50))
        at_close = [club.play(stakes, *pair).sheet.code for pair in ((1, 2), (2, 1))]
        words |= {"at close": at_close[0], "for points": club.play(dropped, 1, 2).sheet.code}
        company = club.season(1, 2, 3, name="Chouette", frame="chouette", order=COMPANY_ORDER)
        card = club.card(company, 1, 2, 3)
        words |= {"stakes": stakes, "dropped": dropped, "company": company, "card": card}
        texts.name_codes(club)
        people = _people(visit, 1, 2, 3, 4)
        for who, phone in people.items():
            texts.get_all(f"{who} waits", phone, f"{visit.path}/", "", "me/open-items")
            texts.get(f"{who}, no signature", phone, f"/company/{card}/signatures")
        texts.phones = people | texts.phones
        look(texts, "a busy season")
        for member in (1, 2, 3):
            services.signing.sign(card, club.members[member])
            words["member"] = member
            look(texts, "a card is signed")
        look(texts, "members")
        _card_disputed(visit, texts, company)
        posted = there(club.sheet(card).posted)
        services.seasons.reverse(club.director, posted.entry.number, reason="no such card")
        look(texts, "a card is reversed")
        _half_played(visit, texts)
        with ExitStack() as stack:
            for name in SIZES:
                stack.enter_context(patch(f"scorer.{name}", 2))
            look(texts, "two rows a page")
        _leaving_and_returning(visit, texts)
        club.season(name="Empty")
        post_more(texts, "seasons")
    return texts


SIZES = (
    *("web.forms.A_PAGE", "web.club.standings.A_SIDE", "service.club.seasons.records.MOST_MEMBERS"),
    *("web.club.standings.MOST_MEMBERS", "web.club.ledger_pages.A_PAGE"),
    "service.club.audit.ledger_pages.A_PAGE",
)
"""How many rows a page has."""


def _card_disputed(visit: Visit, texts: Texts, season: int) -> None:
    """Look at a scorecard of which a player asks for corrections,
    to which all others agree or on which one rules.
    """
    club = visit.club
    services = visit.club.services
    people = texts.phones
    code = club.card(season, 1, 2, 3)
    partie = club.companies.begin(code, number=1, elder=0)[0].code
    finish(club.parties, partie, (CAPOT, "count E0 last Y play 1") * 2)
    club.companies.enter(code, number=2, totals=(120, 98), form_key="three")
    texts.codes |= {code: "disputed card", partie: "partie of the card"}
    club.sign(code, 1, 2, 3)
    look(texts, "a card is asked about")
    for number, asked in enumerate(ASKED, 1):
        texts.get(f"asks with {asked}", people["1"], f"/p/{code}/ask?{urlencode(asked)}")
        answer = people["1"].post(
            f"/p/{code}/ask", {"reason": "It was not so.", "player": "0", **asked}
        )
        texts.look(f"asked {asked}", answer)
        texts.words |= {"asked": asked, "dispute": number}
        look(texts, "a correction is asked for")
        page = f"/p/{code}/disputes/{number}"
        if asked["turn"] == "2":
            services.disputes.rule(
                code, club.director, follow=True, words="It was another partie.", law=THE_TERMS
            )
        else:
            texts.get(f"agrees {asked}", people["2"], f"{page}?agree=1")
            people["2"].post(page, {"player": "1", "kind": "agrees", "sure": "yes"})
            texts.get(f"half agreed {asked}", people["3"], page)
            people["3"].post(page, {"player": "2", "kind": "agrees", "sure": "yes"})
        look(texts, "a card is corrected")
    look(texts, "all is corrected")


ASKED = (
    {"turn": "1", "deal": "2", "said": "strike 1 for count E6 last E play 8"},
    {"turn": "0", "said": "totals 98 121"},
    {"turn": "2", "said": "removed"},
)
"""The corrections of a scorecard."""


def _half_played(visit: Visit, texts: Texts) -> None:
    """Look at a member who drew and played on paper, doubled stakes,
    a withdrawal that annuls, and a knock-out.
    """
    club = visit.club
    seasons = visit.club.services.seasons
    texts.words["cup"] = cup = club.season(1, 2, name="Cup", format=Format.KNOCK_OUT)
    seasons.draw(club.director, cup, Lots.AS_ENTERED)
    club.play(cup, 1, 2, round_=1)
    look(texts, "a cup")
    terms = {
        "stakes": Stakes(240, points_step=50, money_step=2, doubled=Doubling.FOR_A_RUBICON),
        "withdrawal": Withdrawal.ANNUL_UNDER_HALF,
        "correction_hours": 2,
    }
    texts.words["half"] = half = club.season(1, 2, 3, 4, name="Half", format=Format.SINGLE, **terms)
    seasons.draw(club.director, half, Lots.AS_ENTERED)
    texts.codes[club.from_paper(half, 1, 4, [(20, 20)] * 6)] = "drawn"
    texts.codes[club.play(half, 2, 3, round_=1).sheet.code] = "won"
    club.services.clubs.choose(club.director, "public standings", "yes")
    look(texts, "half played")
    for what in ("taken", "given"):
        data = {
            "member": "1",
            "what": what,
            "points": "10",
            "match_points": "0",
            "reason": "late",
            "step": "preview",
        }
        texts.look(
            f"points {what}, preview",
            texts.phones["director"].post(f"{visit.path}/s/{half}/penalty", data),
        )


def _leaving_and_returning(visit: Visit, texts: Texts) -> None:
    """Look at a Swiss that a member leaves with days of grace,
    and at a play-off of two who are level.
    """
    club = visit.club
    director = texts.phones["director"]
    seasons = visit.club.services.seasons
    terms = {"rounds": 2, "order": SWISS_ORDER, "grace_days": 7, "forfeit_average": True}
    swiss = club.season(1, 2, 3, 4, name="Swiss", format=Format.SWISS, **terms)
    texts.words |= {"swiss": swiss, "playoff": swiss + 1}
    path = f"{visit.path}/s/{swiss}"
    seasons.draw(club.director, swiss, Lots.AS_ENTERED)
    texts.codes[club.play(swiss, 1, 3, round_=1).sheet.code] = "of the Swiss"
    seasons.withdraw(club.director, swiss, 2, "abroad")
    look(texts, "in the days of grace")
    club.clock.later(days=7)
    look(texts, "after the days of grace")
    preview = texts.look("settles", director.post(f"{path}/entrants/2/settle", {}))
    texts.look("settled", director.send(preview, "Post to the ledger"))
    texts.look("takes back", director.post(f"{path}/entrants/2/return", {}))
    look(texts, "settled")
    seasons.draw(club.director, swiss)
    texts.look(
        "preview of a forfeit", director.post(f"{path}/fixtures/2/1/forfeit", {"winner": "1"})
    )
    seasons.give_bye(club.director, swiss, (2, 1), 1)
    look(texts, "all drawn")
    seasons.open_playoff(club.director, swiss, 2, by_lot=True)
    look(texts, "with a play-off")


BOOKS: dict[str, Callable[[Path], Texts]] = {
    "two": parties_of_two,
    "others": other_parties,
    "companies": companies,
    "pairs": pairs,
    "club": club,
    "signing": signing,
    "seasons": seasons,
    "terminal": terminal,
    "damaged": damaged,
}
"""How each book is made and looked at, by the name of its file."""
