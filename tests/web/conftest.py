"""The application, phones and pages for the tests of the pages.

A phone is a client with its own cookies. It finds what it taps in the HTML, so that only a key that
is on the page can be tapped. Every page that it gets is checked, whatever the test is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import create_engine
from werkzeug.test import Cookie, TestResponse

from scorer.rules.names import without_isolates
from scorer.rules.presets import PRESETS
from scorer.service.club.services import club_services
from scorer.service.companies import Companies
from scorer.service.keeping import open_parties
from scorer.service.pairs import Pairs
from scorer.service.parties import Parties, Sheet, new_token
from scorer.service.shared import Attempts
from scorer.table import formatting
from scorer.web import create_app
from scorer.web.address import Reached
from scorer.web.rights import ROUTES, Right
from tests import there
from tests.quick_books import quick_books
from tests.service.club.running_club import Clock
from tests.service.tables import say

__all__ = ["Node", "Page", "Phone", "quick_books"]

VOID = frozenset(
    {
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    }
)
ADDRESSES = ("href", "src", "action", "formaction", "data", "poster", "hx-get", "hx-post")
SUBSCRIBED = "webcal://piquet.test"
"""What begins the address of a calendar of the program, which a calendar app opens."""

FORM = {"first": "Ada", "second": "Bea", "rules": "portland", "deals": "second"}
PARTIAL = {"HX-Request-Type": "partial"}
"""The form of a new partie, and the headers of a request of htmx,
which replaces a part of the page.
"""

WORKED_DEAL = (
    *("E exchange 5; Y exchange 3", "E point 5", "Y how many", "E making 49", "Y good"),
    *(
        "E quart",
        "E to ace",
        "Y good",
        "E trio of knaves",
        "Y not good",
        "Y quatorze of tens",
        "Y trio of queens",
    ),
    *(f"tricks {winner}1" for winner in "EEEEEYYYYYEE"),
)
"""The worked deal of Cavendish, tap by tap: 28 to elder, 23 to younger (The Laws of Piquet,
1892, pages 103 to 106).
"""

RUBICON_PARTIE = ("tricks E12", "tricks Y12") * 3
"""Ada wins with capots: 53 to nothing as elder, and to the one of elder's first lead as younger.
318 to 3 makes 421.
"""

ALERTS = frozenset(Path(__file__).with_name("alerts.txt").read_text("utf-8").splitlines())
"""Everything that a phone is shown in an alert, or as the heading of an error page,
with … for what varies.
"""

VARIES = re.compile(r"(?<=recorded: ).*|“[^”]*”|'[^']*'|\b[2-9A-HJ-NP-Z]{6}\b|\d+")
"""What was typed, codes, numbers, and a statement that was not recorded."""


@dataclass(eq=False)
class Node:
    tag: str
    attrs: dict[str, str]
    parent: Node | None = None
    children: list[Node | str] = field(default_factory=list)

    @cached_property
    def nodes(self) -> list[Node]:
        """This one and all that are in it, in their order."""
        found = []
        unseen = [self]
        while unseen:
            found.append(node := unseen.pop())
            unseen += [child for child in reversed(node.children) if isinstance(child, Node)]
        return found

    def words(self) -> Iterator[str]:
        for child in self.children:
            yield from [child] if isinstance(child, str) else child.words()

    def all(self, tag: str, **attrs: str) -> list[Node]:
        wanted = {name.rstrip("_"): value for name, value in attrs.items()}.items()
        return [each for each in self.nodes if each.tag == tag and wanted <= each.attrs.items()]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words()).split())

    def within(self, tag: str) -> Node | None:
        """The nearest element of *tag* around this one."""
        above = self.parent
        while above is not None and above.tag != tag:
            above = above.parent
        return above


AROUND_NAMES = (
    re.compile('<bdi translate="no">([^<]*)</bdi>'),
    re.compile('<span class="words">([^<]*)</span>'),
)
"""The elements that isolate names, and those that keep a text with names in one piece."""

PIECE = re.compile(
    r"""(?P<text>[^<]+)|<!--.*?-->|<!doctype\ html>|</(?P<end>[a-z0-9-]+)>
    |<(?P<tag>[a-z0-9-]+)(?P<attrs>(?:\s+[^\s"=<>/]+(?:="[^"]*"|='[^']*')?)*)\s*(?P<closed>/?)>""",
    re.DOTALL | re.VERBOSE,
)
ATTRIBUTE = re.compile(r"""([^\s"=<>/]+)(?:=(["'])(.*?)\2)?""", re.DOTALL)


@lru_cache(10_000)
def attributes(tag: str, written: str) -> Mapping[str, str]:
    """Return the attributes of a tag: none is there twice, is code or a style, or leads outside."""
    pairs = [
        (name.lower(), without_isolates(unescape(value)))
        for name, _, value in ATTRIBUTE.findall(written)
    ]
    assert len(pairs) == len(dict(pairs)), f"<{tag}> has an attribute twice: {pairs}"
    for name, value in pairs:
        assert name != "style", f"a <{tag}> is styled in the page"
        assert not name.startswith(("on", "hx-on")), f"<{tag} {name}> is code in the page"
        if name in ADDRESSES and tag != "meta":
            parts = urlsplit(value.removeprefix(SUBSCRIBED))
            assert parts.scheme in ("", "data"), f"{name}={value!r} leads outside"
            assert not parts.netloc, f"{name}={value!r} leads outside"
    return dict(pairs)


def read_html(html: str) -> Node:
    """Return the nodes of a page or a fragment, all of whose tags are balanced and written as all
    of ours are.

    Names are read as part of the text around them; that they are isolated there is looked at in
    `tests.isolation`.
    """
    root = here = Node("", {})
    for around in AROUND_NAMES:
        html = around.sub(r"\1", html)
    at = 0
    for found in PIECE.finditer(html):
        assert found.start() == at, f"not as HTML is written here: {html[at : at + 80]!r}"
        at = found.end()
        text, end, tag, attrs, closed = found.groups()
        if here.tag == "option" and (tag == "option" or end not in (None, "option")):
            assert here.parent is not None  # its end tag may be left out
            here = here.parent
        if text:
            here.children.append(without_isolates(unescape(text) if "&" in text else text))
        elif end:
            assert here.tag == end, f"</{end}> closes <{here.tag}> {here.attrs}"
            assert here.parent is not None
            here = here.parent
        elif tag:
            node = Node(tag, dict(attributes(tag, attrs)), here)
            here.children.append(node)
            if tag not in VOID and not closed:
                here = node
    assert at == len(html), f"not as HTML is written here: {html[at : at + 80]!r}"
    assert here is root, f"<{here.tag}> is never closed"
    return root


def _is_copy(node: Node) -> bool:
    """Whether a node is in a copy of its page in another language, which the page does not show."""
    copy = node.within("template")
    return copy is not None and ("lang" in copy.attrs or _is_copy(copy))


def check_html(html: str) -> Node:
    """Read *html*, and assert what holds for every answer."""
    root = read_html(html)
    nodes = root.nodes
    ids = [node.attrs["id"] for node in nodes if "id" in node.attrs and not _is_copy(node)]
    assert len(ids) == len(set(ids)), f"an id is used twice: {ids}"
    for node in nodes:
        target = node.attrs.get("hx-target", "")
        assert not target.startswith("#") or target[1:] in ids, (
            f"nothing has the id of the target {target}"
        )
        assert node.tag != "style", "a style is in the page"
        assert node.tag != "script" or ("src" in node.attrs and not node.text), (
            "a script is in the page"
        )
        if node.tag == "label":
            controls = [each for tag in ("input", "select", "textarea") for each in node.all(tag)]
            assert node.attrs.get("for") in ids or controls, (
                f"no control for the label {node.text!r}"
            )
        if node.tag == "form" and node.attrs.get("method", "get").lower() == "post":
            assert len(node.all("input", name="csrf_token")) == 1, (
                "a form posts without its csrf_token"
            )
        if node.tag in ("button", "a"):
            assert node.attrs.get("aria-label") or node.text, (
                f"a <{node.tag}> without a name: {node.attrs}"
            )
    if html.lstrip().lower().startswith("<!doctype"):
        local = [
            node.attrs["href"][1:]
            for node in root.all("a")
            if node.attrs.get("href", "").startswith("#")
        ]
        assert set(local) <= set(ids), f"a link leads to an id that is not on the page: {local}"
        assert [len(root.all(tag)) for tag in ("html", "head", "title", "body")] == [1, 1, 1, 1]
    return root


class Page:
    """An answer, read and checked."""

    def __init__(self, response: TestResponse) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.html = response.text if response.mimetype == "text/html" else ""
        self.is_whole = self.html.lstrip().lower().startswith("<!doctype")
        self.root = (
            check_html(self.html)
            if 200 <= self.status < 300 or self.status >= 400
            else Node("", {})
        )

    @property
    def text(self) -> str:
        return self.root.text

    @property
    def refusal(self) -> str:
        """What a form that is refused says, of which the page keeps what was typed."""
        assert self.status == 422, self.text
        return " ".join(node.text for node in self.root.nodes if node.attrs.get("role") == "alert")

    def said(self) -> dict[str, Node]:
        return {node.attrs["value"]: node for node in self.root.all("button", name="say")}

    def links(self) -> dict[str, str]:
        return {node.text: node.attrs["href"] for node in self.root.all("a")}

    def openers(self) -> list[str]:
        return [node.attrs["href"] for node in self.root.all("a") if "pick=" in node.attrs["href"]]

    def key(self, words: str) -> Node:
        found = [node for node in self.root.all("button") if node.text == words]
        assert found, f"{words!r} is not offered: {[node.text for node in self.root.all('button')]}"
        return found[0]

    @staticmethod
    def form(key: Node) -> tuple[str, dict[str, str]]:
        """Return where a form is posted, if elsewhere,
        and what a browser sends when *key* in it is tapped.
        """
        form = there(key.within("form"))
        data = {node.attrs["name"]: node.text for node in form.all("textarea")}
        for each in form.all("input"):
            if (
                each.attrs.get("type") not in ("radio", "checkbox", "file")
                or "checked" in each.attrs
            ):
                data[each.attrs["name"]] = each.attrs.get("value", "")
        for choice in form.all("select"):
            options = choice.all("option")
            chosen = next((option for option in options if "selected" in option.attrs), options[0])
            data[choice.attrs["name"]] = chosen.attrs["value"]
        if "name" in key.attrs:
            data[key.attrs["name"]] = key.attrs["value"]
        return key.attrs.get("formaction", form.attrs.get("action", "")), data

    @property
    def typed(self) -> dict[str, str]:
        """Return what the first form that posts would send as it is shown."""
        return Page.form(self.root.all("form", method="post")[0].all("button")[0])[1]

    def counts(self) -> tuple[int, int]:
        shown = (
            node for node in self.root.all("span") if "count" in node.attrs.get("class", "").split()
        )
        first, second = (int(node.text) for node in shown)
        return first, second

    def sums(self) -> list[list[str]]:
        """Return the figures of the footers of the tables."""
        return [
            [cell.text for cell in row.all("td")]
            for foot in self.root.all("tfoot")
            for row in foot.all("tr")
        ]


class Phone:
    """A client with its own cookies and CSRF token that taps what it sees."""

    def __init__(self, app: Flask, address: str = "127.0.0.1") -> None:
        self.client = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address

    @property
    def cookie(self) -> Cookie:
        return there(self.client.get_cookie("session"))

    @property
    def token(self) -> str:
        """A token as the forms of this phone have it."""
        with self.client.session_transaction() as session:
            secret = session.setdefault("csrf_token", new_token())
        return str(URLSafeTimedSerializer(KEY, salt="wtf-csrf-token").dumps(secret))

    @staticmethod
    def read(response: TestResponse) -> Page:
        """Return the page of an answer, whose refusals are all listed."""
        page = Page(response)
        shown = [node for node in page.root.nodes if node.attrs.get("role") == "alert"]
        if page.status >= 400 and page.status != 422:
            shown += page.root.all("h1")
        said = {VARIES.sub("…", node.text) for node in shown}
        assert said <= ALERTS, said - ALERTS
        return page

    def get(self, path: str, **options: Any) -> Page:
        return self.read(self.client.get(path, **options))

    def post(
        self,
        path: str,
        data: dict[str, str],
        *,
        token: str | None = None,
        missing: bool | None = False,
        **options: Any,
    ) -> Page:
        """Post a form to an address that takes it, or to one that is *missing*;
        `None` is for either.
        """
        data = {"csrf_token": self.token if token is None else token, **data}
        page = self.read(self.client.post(path, data=data, **options))
        assert page.status in (200, 204, 303) or page.status >= 400, f"{path} answers {page.status}"
        assert missing in (page.status in (404, 405), None), f"{path} answers {page.status}"
        assert (page.status == 303) == page.headers.get("Location", "").startswith("/"), (
            f"{path} leads nowhere"
        )
        return page

    def tap_form(self, key: Node, *, refused: bool = False, **options: Any) -> Page:
        """Tap *key*, which must do what it offers unless it is to be *refused*,
        and go where it leads.
        """
        action, data = Page.form(key)
        page = self.post(action, data, token=data["csrf_token"], **options)
        assert (page.status >= 400) == refused, f"{key.text!r} answers {page.status}: {page.text}"
        return self.get(page.headers["Location"]) if page.status == 303 else page

    def send(self, page: Page, words: str, /, **typed: str) -> Page:
        """Type into the form of the key with these words, tap the key, and go where it leads."""
        key = page.key(words)
        action, data = Page.form(key)
        form = there(key.within("form"))
        fields = {
            node.attrs.get("name")
            for tag in ("input", "textarea", "select")
            for node in form.all(tag)
        }
        assert set(typed) <= fields, f"{set(typed) - fields} is not asked for: {fields}"
        answer = self.post(action, data | typed, token=data["csrf_token"])
        return self.get(answer.headers["Location"]) if answer.status == 303 else answer

    def open(self, first: str = "Ada", second: str = "Bea", rules: str = "portland") -> str:
        """Open a partie and return its code; *first* is elder in the first deal."""
        names = {"first": first, "second": second, "another": "yes"}
        if (ruleset := PRESETS.get(rules.partition(" ")[0])) and ruleset.players > 2:
            names.update(third="Cem", fourth="Dora" * (ruleset.players > 3))
        else:
            names["deals"] = "second"
        page = self.post("/parties", {**names, "rules": rules})
        assert page.status == 303
        return page.headers["Location"].split("/")[2]

    def enter(self, code: str, speed: str) -> None:
        """Choose how much of a partie this phone enters."""
        assert self.post(f"/p/{code}/speed", {"speed": speed}).status == 303

    def table(self, code: str) -> Page:
        return self.get(f"/p/{code}/")

    def this_table(self, code: str) -> Page:
        return self.get(f"/p/{code}/this")

    def tap(self, page: Page, said: str, **options: Any) -> Page:
        keys = page.said()
        assert said in keys, f"{said!r} is not offered: {list(keys)}"
        return self.tap_form(keys[said], **options)

    def tap_all(self, code: str, *taps: str) -> Page:
        """Tap each of *taps* in turn, opening further keys where one is not in sight."""
        page = self.table(code)
        for said in taps:
            page = self.tap(self.find(page, said), said)
            assert page.status == 200, page.text
        return page

    def find(self, page: Page, said: str) -> Page:
        """Return the nearest page with a key that says *said*: this one, or one that it opens."""
        seen = {""}
        here = page
        unread = list[str]()
        while said not in here.said():
            unread += [href for href in dict.fromkeys(here.openers()) if href not in seen]
            seen |= {*unread}
            assert unread, f"{said!r} is not offered: {list(page.said())}"
            here = self.get(unread.pop(0))
        return here

    def share(self, code: str) -> str:
        return str(
            re.findall(r"https?://[^/ ]+(/s/[\w-]+)", self.post(f"/p/{code}/links", {}).text)[0]
        )

    def accept(self, link: str) -> Page:
        """Open a scoring link and tap its key; go where it leads."""
        page = self.get(link)
        action, data = page.form(page.root.all("button")[0])
        return self.get(self.post(action, data).headers["Location"])

    def sign(self, code: str, name: str, *, player: int, seen: str = "") -> Page:
        """Sign a finished partie of no season, of which *seen* is the version, and go on to its
        settlement. Its page does not offer that, but one that was loaded long ago may.
        """
        data = {"player": str(player), "name": name, "seen": seen}
        answer = self.post(f"/p/{code}/sign", data)
        return self.get(answer.headers["Location"])

    def say(
        self, code: str, said: str, *, deal: int, position: int, key: str, **options: Any
    ) -> Page:
        """Post a statement as a form made by hand would."""
        data = {"say": said, "deal": str(deal), "position": str(position), "key": key}
        return self.post(f"/p/{code}/say", data, **options)


KEY = b"a key that signs" * 2
REACHED = Reached("http://piquet.test")
"""Phones open the application under a name, as they do where it is served to a network."""

FILTERS = f"{crc32(Path(formatting.__file__).read_bytes()):08x}"
COMPILED = Path(__file__).parents[2] / ".pytest_cache" / "templates" / FILTERS
"""Where each worker finds what another has compiled of templates, with the same kind of filters."""

COMPILED.mkdir(parents=True, exist_ok=True)


def new_application(parties: Parties, reached: Reached = REACHED) -> Flask:
    """An application of its own, for a test that changes more of it than its settings."""
    app = create_app(parties, KEY, reached)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(COMPILED))
    return app


@cache
def _made(reached: Reached) -> tuple[Flask, dict[str, Any]]:
    """The application, which has never been asked for anything, and its settings."""
    app = new_application(Parties(create_engine("sqlite://"), Clock()), reached)
    return app, dict(app.config)


def application(parties: Parties, reached: Reached = REACHED) -> Flask:
    """The application with these parties, with its settings as at its start."""
    app, settings = _made(reached)
    app.config.clear()
    app.config.update(settings)
    app.extensions["parties"] = parties
    app.extensions["companies"] = Companies(parties.engine, parties.clock)
    app.extensions["pairs"] = Pairs(parties.engine, parties.clock)
    app.extensions["clubs"] = club_services(parties)
    return app


def forget_tries(app: Flask) -> None:
    """Reset the limits of tries, where one book is asked for more pages than a person asks for."""
    parties: Parties = app.extensions["parties"]
    Attempts(parties.engine, parties.clock).forget()


ARGUMENTS = {"partie": {"link": 1, "number": 1}, "company": {"link": 1, "number": 0}}
"""The other arguments of an address: the deals of a partie count from 1,
the parties of a company from 0.
"""


def routes(app: Flask, right: Right, code: str, kind: str = "partie") -> list[tuple[str, str]]:
    """Return every method and address that needs *right*,
    for the *kind* of sheet with this code, in no season.
    """
    found = []
    for rule in app.url_map.iter_rules():
        of_kind = rule.endpoint.startswith("companies.") == (kind == "company")
        if (
            ROUTES[rule.endpoint] is right
            and of_kind
            and "code" in rule.arguments
            and "dispute" not in rule.arguments
        ):
            built = rule.build(
                {
                    "code": code,
                    **{name: ARGUMENTS[kind][name] for name in rule.arguments - {"code"}},
                }
            )
            assert built is not None
            found += [
                (method, built[1])
                for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
            ]
    return found


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The application on a book of its own."""
    book = open_parties(tmp_path)
    yield application(book)
    book.engine.dispose()


@pytest.fixture
def parties(app: Flask) -> Parties:
    found = app.extensions["parties"]
    assert isinstance(found, Parties)
    return found


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def other(app: Flask) -> Phone:
    return Phone(app, "192.0.2.7")


@pytest.fixture
def code(phone: Phone) -> str:
    """A new partie of Ada and Bea that the phone scores."""
    return phone.open()


Recorder = Callable[..., Sheet]


@pytest.fixture
def record(parties: Parties) -> Recorder:
    """Record whole deals of a partie, one log after another."""
    return partial(say, parties)
