"""Render a page as text: its words, headings, keys, links, fields, tables and live regions, without
its looks.

Each line is one block of the page. The marks:

    # heading                    as many marks as its level
    [text](address)              a link
    <text | name=value>          a button, with what it posts
    name: value (attributes)     a field
    | cell | cell                a row of a table
    alert: text                  an element with a role or a label, by that
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from urllib.parse import urlsplit

from tests.service.club.running_club import RunningClub
from tests.web.conftest import Node, Page, Phone, forget_tries

__all__ = ["Texts", "render"]

INLINE = frozenset(
    {
        "a",
        "abbr",
        "b",
        "br",
        "button",
        "cite",
        "code",
        "em",
        "i",
        "img",
        "input",
        "label",
        "mark",
        "output",
    }
    | {
        "progress",
        "q",
        "s",
        "select",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "svg",
        "textarea",
        "time",
        "u",
    }
)
STATES = frozenset(
    {
        "bonus",
        "differs",
        "elder",
        "few",
        "first",
        "hot",
        "left",
        "main",
        "right",
        "struck",
        "won",
        "you",
    }
)
"""Classes that tell a reader something that no word tells."""

DRAWN = frozenset({"line", "polygon", "polyline", "rect", "text"})
"""What a chart is drawn with; the squares of a QR code are random."""

HIDDEN = frozenset({"csrf_token", "key"})
"""Fields whose values are random; that they are there is checked on every page."""

LONGEST = 100
"""A longer hidden value is a compressed file."""

LIMITS = (
    "type",
    "min",
    "max",
    "minlength",
    "maxlength",
    "pattern",
    "required",
    "checked",
    "readonly",
    "disabled",
)
LIVE = (
    "role",
    "aria-live",
    "aria-current",
    "hx-get",
    "hx-trigger",
    "data-aloud",
    "data-warning",
    "lang",
    "hidden",
)


def _said(node: Node, *names: str) -> str:
    """Return those of *names* that *node* has, in brackets."""
    found = [
        f"{name}={node.attrs[name]}" if node.attrs[name] else name
        for name in names
        if name in node.attrs
    ]
    return f" ({', '.join(found)})" if found else ""


def _state(node: Node) -> str:
    states = sorted(STATES & set(node.attrs.get("class", "").split()))
    return "".join(f"{state}! " for state in states)


def _label(node: Node) -> str:
    return f"{node.attrs['aria-label']}: " if node.attrs.get("aria-label") else ""


def _field(node: Node) -> str:
    name = node.attrs.get("name", "")
    value = node.attrs.get("value", "")
    if node.tag == "input" and node.attrs.get("type") == "hidden":
        if name in HIDDEN:
            return ""
        return f"{name}={value}" if len(value) < LONGEST else f"{name}={{file}}"
    if node.tag == "textarea":
        value = node.text
    if node.tag == "select":
        options = []
        for each in node.all("option"):
            mark = "*" if "selected" in each.attrs else ""
            options.append(f"{mark}{each.text}={each.attrs.get('value', each.text)}")
        value = "; ".join(options)
    label = node.attrs.get("aria-label", "")
    limits = _said(node, *LIMITS, "placeholder", "inputmode", "autocomplete")
    return f"{label and f'{label}, '}{name}: {value}{limits}"


def _words(node: Node) -> str:
    """Return an element and all in it as one line."""
    text = " ".join("".join(_piece(child) for child in node.children).split())
    return f"{_state(node)}{text}"


def _piece(child: Node | str) -> str:
    """Return a part of a line, with the space that separates a block from its neighbours."""
    if isinstance(child, str):
        return child
    words = _words(child)
    match child.tag:
        case "a":
            download = " download" if "download" in child.attrs else ""
            href = child.attrs.get("href", "")
            return f"[{_label(child)}{words}]({href}{download}){_said(child, 'aria-current')}"
        case "button":
            value = (
                f" | {child.attrs['name']}={child.attrs.get('value', '')}"
                if "name" in child.attrs
                else ""
            )
            to = f" -> {child.attrs['formaction']}" if "formaction" in child.attrs else ""
            return f"<{_label(child)}{words}{value}{to}{_said(child, 'disabled')}> "
        case "input" | "select" | "textarea":
            field = _field(child)
            return f" [{field}] " if field else ""
        case "br":
            return " / "
        case "img" | "svg":
            name = child.attrs.get("aria-label") or child.attrs.get("alt", "")
            shapes = (each for each in child.nodes if each.tag in DRAWN)
            drawn = "".join(
                f" / {each.tag} {each.text}{_said(each, *each.attrs)}" for each in shapes
            )
            return f"(picture: {name}{drawn})"
        case "progress":
            return f"({child.attrs['value']} of {child.attrs['max']})"
        case "script" | "style" | "link" | "meta":
            return ""
    whole = f"{_label(child)}{words}{_said(child, *LIVE)}"
    if child.tag in ("small", "span"):
        return f" {whole} "
    return whole if child.tag in INLINE else f" {whole} / "


def _cells(row: Node) -> str:
    cells = [cell for cell in row.children if isinstance(cell, Node)]
    said = (
        f"{_words(cell).removesuffix(' /')}{_said(cell, 'colspan', 'rowspan')}".strip()
        for cell in cells
    )
    return f"| {' | '.join(said)}"


def _lines(node: Node) -> Iterator[str]:
    """Yield the lines of the content of an element."""
    open_line = ""
    for child in node.children:
        if isinstance(child, str) or child.tag in INLINE:
            open_line += _piece(child)
            continue
        yield open_line
        open_line = ""
        yield from _block(child)
    yield open_line


def _block(node: Node) -> Iterator[str]:
    match node.tag:
        case "script" | "style" | "link" | "meta" | "head":
            return
        case "h1" | "h2" | "h3" | "h4":
            yield f"{'#' * int(node.tag[1])} {_words(node)}"
            return
        case "tr":
            yield f"{_state(node)}{_cells(node)}{_said(node, *LIVE)}"
            return
        case "form":
            yield (
                f"form {node.attrs.get('method', 'get')} "
                f"{node.attrs.get('action', '')}{_said(node, 'enctype')}"
            )
        case "dt" | "summary" | "caption" | "legend" | "li" | "dd":
            mark = {"li": "-", "dd": ":"}.get(node.tag, f"{node.tag}:")
            first, *rest = [line for line in _lines(node) if line.strip()] or [""]
            yield f"{mark} {_state(node)}{first.strip()}{_said(node, *LIVE)}"
            yield from rest
            return
    label = node.attrs.get("aria-label", "")
    said = _said(
        node, *LIVE, *(["class"] if node.attrs.get("role") == "group" else [])
    )  # how many keys are in a row
    if label or said or _state(node):
        yield f"{node.tag}: {_state(node)}{label}{said}"
    yield from _lines(node)


def render(page: Page) -> str:
    """Render *page* as text, with whatever is random in it."""
    lines = [f"status {page.status}"] if page.status != 200 else []
    lines += [f"title: {node.text}" for node in page.root.all("title") if node.within("head")]
    sheets = [urlsplit(node.attrs["href"]).path for node in page.root.all("link", rel="stylesheet")]
    lines += [f"styled by {each}" for each in sheets if "long" in each]
    for part in page.root.all("body") or [page.root]:
        lines += _lines(part)
    if page.status in (302, 303):
        lines.append(f"to {page.headers['Location']}")
        lines += (
            ["with a cookie that lasts"] if "Expires=" in page.headers.get("Set-Cookie", "") else []
        )
    lines += [f"{name}: {value}" for name, value in page.headers.items() if name.startswith("HX-")]
    if "Content-Disposition" in page.headers:
        lines.append(f"{page.headers['Content-Type']}: {page.headers['Content-Disposition']}")
    found = (re.sub(r"\s+", " ", line).strip() for line in lines)
    return "\n".join(line for line in found if line)


SHORT = 200
"""A text of so many characters is written again where it is seen again."""

LONG = re.compile(r"(?<![\w-])[\w-]{32}(?![\w-])")
CODE = re.compile(r"/(?:p|c|company|pair)/([2-9A-Z]{6})(?![\w-])")
RECEIPT = re.compile(r"\b\d+[A-Z]?(?:-[A-Z2-9]{4}){2,}\b")
HEAD = re.compile(
    r"(?<=[Hh]ead )[2-9A-Z]{4}-[2-9A-Z]{4}\b|(?<=ledger is )[2-9A-Z]{4}-[2-9A-Z]{4}\b"
)
DIGEST = re.compile(r"\b[0-9a-f]{16,64}\b")


NAMED = ("credential", "member", "player", "signature")
"""The tables with names of people."""


def names_in(phone: Phone) -> set[str]:
    """The names of people in the book of a phone, but for members whose name was erased."""
    with phone.client.application.extensions["parties"].engine.connect() as db:
        found = {
            name for table in NAMED for (name,) in db.exec_driver_sql(f"SELECT name FROM {table}")
        }
    return {name for name in found if name and not name.startswith("Former member")}


class Texts:
    """The pages of one book as text.

    Attributes:
        codes: names for the random codes of the book: `{finished}` for `K7PQ2M`.
        words: other names for what stands in addresses.
        phones: who looks, by name.
        pages: the texts, by what is looked at and who looks.
        left_out: what has its turn another day.
        html: the pages as they were sent, by their names.
        printed: what commands print, by their names.
        names: of the people in the book, whoever they were at any time.
    """

    def __init__(self) -> None:
        self.codes: dict[str, str] = {}
        self.words: dict[str, object] = {}
        self.phones: dict[str, Phone] = {}
        self.pages: dict[str, str] = {}
        self.left_out = set[str]()
        self.html: dict[str, str] = {}
        self.printed: dict[str, str] = {}
        self.names = set[str]()
        self.seen: dict[str, str] = {}
        self.by_phone = defaultdict[Phone, list[Page]](list)

    def name_codes(self, club: RunningClub) -> None:
        """Name the codes of a club and of all that is played,
        in the order in which they were made.
        """
        with club.parties.engine.connect() as db:
            numbers: Counter[str] = Counter()
            for kind, code in db.exec_driver_sql("SELECT kind, code FROM sheet ORDER BY id"):
                numbers[kind] += 1
                self.codes[code] = f"{kind} {numbers[kind]}"
            of_pairs = db.exec_driver_sql("SELECT code FROM pair ORDER BY id").scalars()
            for number, code in enumerate(of_pairs, 1):
                self.codes[code] = f"pair {number}"
        self.codes[club.club.code] = "club"

    @property
    def known_words(self) -> dict[str, object]:
        """The codes and other words by the names that stand for them in addresses."""
        return {name: code for code, name in self.codes.items()} | self.words

    def known(self, text: str) -> str:
        """Return *text* with names for codes, tokens and digests,
        so that every run gives the same.
        """
        for code in CODE.findall(text):
            self.codes.setdefault(code, f"opened {len(self.codes) + 1}")
        for code, name in self.codes.items():
            text = text.replace(code, f"{{{name}}}")
        text = HEAD.sub("{head}", text)
        return RECEIPT.sub("{receipt}", DIGEST.sub("{digest}", LONG.sub("{token}", text)))

    def look(self, name: str, page: Page) -> Page:
        """Keep a page under a name that no other has."""
        assert name not in self.pages, name
        assert page.status < 500, name
        text = self.known(render(page))
        self.html[name] = page.html
        self.pages[name] = (
            f"as {self.seen[text]}" if text in self.seen and len(text) > SHORT else text
        )
        self.seen.setdefault(text, name)
        return page

    def get(self, name: str, phone: Phone, address: str) -> Page:
        """Ask for a page and keep it, its address before it."""
        if len(self.pages) % 10 == 0:
            forget_tries(phone.client.application)
            self.names |= names_in(phone)
        page = self.look(f"{name}: {self.known(address)}", phone.get(address))
        for form in page.root.all("form"):
            form.attrs.setdefault("action", address)
        self.by_phone[phone].append(page)
        return page

    def get_all(self, name: str, phone: Phone, path: str, *pages: str) -> None:
        """Ask for pages that begin with a path, and keep them."""
        for page in pages:
            self.get(name, phone, f"{path}{page}")
