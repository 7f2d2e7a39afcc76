"""A phone without the club: the pages of the parties that it keeps itself.

A worker of the page runs this, without Flask, SQLAlchemy and WTForms. It judges a tap as the club
does, and renders the templates of the club with the same contexts: the rules, the sentences and the
markup are those of the club. The script of the page keeps each tap before it is answered, and sends
it to the club later with its own idempotency key. A phone that is *alone* has no club at all.
"""

from __future__ import annotations

import base64
import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypeAlias
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from jinja2 import BytecodeCache, Environment, FileSystemLoader
from jinja2.bccache import Bucket

from ..resources import resource_dir
from ..rules.house_rules import ruleset_to_data, title_of
from ..rules.notation.document import format_partie
from ..rules.partie import PartieRecord, play_partie
from ..rules.seats import Player
from .again import Corrections, again_context, deal_context, kept_words, where_from
from .card import SPEEDS, Shown
from .charts import qr_code
from .doubts import cards_context
from .entering import CODE_LENGTH, CODE_LETTERS, NotAllowed, new_token, players_named
from .formatting import counted, packed, parse_number
from .formatting import prepare as prepare_templates
from .isolation import with_elements
from .keys import rank_label
from .own_parties import (
    ANOTHER,
    PLAYERS,
    begun_before,
    begun_context,
    new_context,
    new_partie,
    packed_partie,
    partie_in,
    rematch,
    sheet_entry,
    take_context,
)
from .proof import (
    NOT_OVER,
    other_rules_context,
    paid,
    picture_context,
    settlement_context,
    sheet_context,
    steps_of,
    verdict,
    what_was_signed,
)
from .recording import Recorded, Sheet, deal_record, judge, read_ruleset, recorded_as, tapped
from .seating import seating_context
from .times import day_at_table, day_carried
from .view import after_tap, said_in, shown_deal, table_context

Form: TypeAlias = Mapping[str, str]

# What a phone keeps of a sheet


KEPT_FIELDS = (
    "id",
    "code",
    "opened_at",
    "day",
    "signatures",
    "signed_at",
    "version",
    "head",
    "held",
    "in_season",
    "of_signed",
    "seatings",
    "on_card",
)


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as data for JSON: its rules, its players,
    and each deal with the keys of its rows.
    """
    partie = sheet.partie
    both = zip(partie.record.deals, sheet.taps, strict=True)
    deals = [{"said": recorded_as(record), "keys": keys} for record, keys in both]
    kept = {name: getattr(sheet, name) for name in KEPT_FIELDS}
    rules = ruleset_to_data(partie.record.rules)
    players = sheet.names
    return {
        **kept,
        "rules": rules,
        "players": players,
        "first": partie.record.first,
        "deals": deals,
    }


def sheet_from_data(data: Mapping[str, Any]) -> Sheet:
    """Return the sheet that `sheet_data` wrote."""
    kept = dict(data)
    ruleset = json.dumps(kept.pop("rules"))
    players = kept.pop("players")
    deals = kept.pop("deals")
    records = tuple(deal_record(deal["said"], ruleset) for deal in deals)
    first = kept.pop("first", 0)  # which a copy of an older version does not have
    record = PartieRecord(read_ruleset(ruleset), tuple(map(Player, players)), records, first)
    kept |= {name: tuple(kept.get(name, ())) for name in ("signatures", "signed_at", "seatings")}
    return Sheet(
        **kept, partie=play_partie(record), taps=tuple(tuple(deal["keys"]) for deal in deals)
    )


@dataclass(slots=True)
class Table:
    """A sheet on the phone.

    Attributes:
        shown: how the phone sees its table, as fields of `Shown`.
        begun: the form that opened it on this phone, with which the script opens it at the club;
            empty if that has it.
        unsent: how many taps the club has not confirmed.
        unfit: what was said here and does not fit what is kept of the sheet.
    """

    sheet: Sheet
    shown: dict[str, Any]
    begun: Form
    unsent: int = 0
    unfit: list[Form] = field(default_factory=list)

    @property
    def corrections(self) -> Corrections:
        """Return how the deals may be corrected here;
        what players request and a director decides needs the club.
        """
        sheet = self.sheet
        closed = sheet.is_closed if sheet.in_season else sheet.held
        return Corrections(record=self.shown["may_score"] and not closed)

    def kept(self) -> dict[str, Any]:
        return {"sheet": sheet_data(self.sheet), "shown": self.shown, "begun": self.begun}


# The pages


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page asks for: the values in its path and in its query,
    and those of a form if it is posted.
    """

    path: Form
    query: Mapping[str, list[str]]
    form: Form
    partial: bool

    def get(self, name: str, default: str = "") -> str:
        return self.query[name][-1] if name in self.query else default

    @property
    def args(self) -> dict[str, str]:
        return {name: values[-1] for name, values in self.query.items()}

    @property
    def number(self) -> int:
        """Return the number of the deal in the path, from 0; -1 if there is none."""
        return parse_number(self.path["number"], 3) - 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What the script of the page does with a question.

    Attributes:
        html: a page, or the part of it that is replaced.
        location: where to go on instead.
        kept: what to keep of a sheet from now on.
        dropped: the code of a sheet that is kept no longer.
        is_new: the tap is recorded, and the club does not have it.
    """

    html: str = ""
    status: int = 200
    location: str = ""
    kept: Mapping[str, Any] = field(default_factory=dict)
    dropped: str = ""
    is_new: bool = False


FIRST_LETTER = "0"
"""The first character of the code of a partie that was begun on this phone;
those of the club have no zeros.
"""


class _Compiled(BytecodeCache):
    """Templates that were compiled once in this process."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._known:
            bucket.bytecode_from_string(self._known[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


def _environment() -> Environment:
    loader = FileSystemLoader(resource_dir("templates"))
    found = Environment(loader=loader, autoescape=True, auto_reload=False, bytecode_cache=_COMPILED)
    prepare_templates(found)
    for each in (paid, rank_label, steps_of, title_of, verdict, what_was_signed):
        found.filters[each.__name__] = each
    found.filters["short"] = str  # of the head of a sheet, which only the club shows
    return found


def prepare() -> None:
    """Compile all templates, which takes longer than the first tap may wait;
    a worker keeps its memory after this.
    """
    environment = _environment()
    for name in environment.list_templates():
        environment.get_template(name)


class Phone:
    """The pages of a phone.

    Args:
        app: what the club says of itself: its `build`, the `addresses` of pages by their endpoints,
            those of `static` files by their names, who played the `last` partie, the `names` that
            it knows, its `saved` house rules; and whether the phone is `alone`; and the
            `generation` of its book, if there is one.
    """

    def __init__(self, app: Mapping[str, Any]) -> None:
        self.app = app
        self.alone: bool = app["alone"]
        self.addresses: Mapping[str, str] = app["addresses"]
        self.tables: dict[str, Table] = {}
        self.notices: list[tuple[str, str]] = []
        self.token = ""
        self.base = ""
        self.templates = _environment()
        self.templates.globals.update(
            url_for=self.url_for,
            static_url=app["static"].__getitem__,
            csrf_token=lambda: self.token,
            get_flashed_messages=self._take_notices,
            on_phone="alone" if self.alone else "away",
            build=app["build"],
            generation=lambda: app.get("generation", ""),
        )
        patterns = {
            each: re.sub(r"<(\w+)>", r"(?P<\1>[^/]+)", self.addresses[each].lstrip("?"))
            for each in (*PAGES, *TABLE_PAGES)
        }
        self.routes = [(re.compile(pattern), endpoint) for endpoint, pattern in patterns.items()]

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Return the address of a page: values that its path does not name go into its query."""
        path = self.addresses[endpoint]
        query = {}
        for name, value in values.items():
            if f"<{name}>" in path:
                path = path.replace(f"<{name}>", quote(str(value)))
            elif value is not None:
                query[name] = value
        return f"{path}?{urlencode(query, doseq=True)}" if query else path

    def _take_notices(self, **_: Any) -> list[tuple[str, str]]:
        notices = self.notices
        self.notices = []
        return notices

    def open(self, kept: Mapping[str, Any], taps: list[Form], unsent: int) -> Table:
        """Open what is kept of a sheet, and say the taps again that were made since,
        the last of them *unsent*.
        """
        table = Table(
            sheet_from_data(kept["sheet"]), dict(kept["shown"]), dict(kept.get("begun", {}))
        )
        self.tables[table.sheet.code] = table
        for form in taps:
            if not self._say(table, form)[-1] and not table.sheet.recorded_with(
                form.get("key", "")
            ):
                table.unfit.append(form)
        table.unsent = unsent
        return table

    def answer(self, address: str, form: Form | None = None, *, partial: bool = False) -> Answer:
        """Answer a request for a page of this phone, or a *form* that is posted;
        others need the club.
        """
        path, _, query = address.partition("#")[0].partition("?")
        for pattern, endpoint in self.routes:
            found = pattern.fullmatch(path)
            if found:
                values = {name: unquote(value) for name, value in found.groupdict().items()}
                asked = Asked(values, parse_qs(query, keep_blank_values=True), form or {}, partial)
                if "code" not in values:
                    return PAGES[endpoint](self, asked)
                if values["code"] in self.tables:
                    return TABLE_PAGES[endpoint](self, asked, self.tables[values["code"]])
        return self.elsewhere()

    def elsewhere(self) -> Answer:
        """Say that a page is not on this phone."""
        return self.page("table/elsewhere.html", 404)

    def page(self, template: str, status: int = 200, **context: Any) -> Answer:
        return Answer(with_elements(self.templates.get_template(template).render(context)), status)

    def page_of(self, template: str, context: dict[str, Any] | None) -> Answer:
        """Return a page with this context; without one, this phone has no such page."""
        return self.elsewhere() if context is None else self.page(template, **context)

    def part(self, asked: Asked, template: str, block: str, **context: Any) -> Answer:
        """Return a page, or only the *block* of it that is replaced."""
        found = self.templates.get_template(template)
        if not asked.partial:
            return Answer(with_elements(found.render(context)))
        return Answer(with_elements("".join(found.blocks[block](found.new_context(context)))))

    def table(
        self, table: Table, asked: Asked, deal: int, *, status: int = 200, **page: Any
    ) -> Answer:
        is_late = not self.alone and bool(table.unsent or table.begun)
        saved = f"On this phone: {table.unsent}" if is_late else "Saved"
        shown = Shown(**{**table.shown, **page}, saved=saved, is_late=is_late)
        return replace(
            self.part(
                asked, "table/table.html", "table", **table_context(table.sheet, deal, shown)
            ),
            status=status,
        )

    def _say(self, table: Table, form: Form) -> tuple[Any, ...]:
        """Judge a tap and keep it if it is legal;
        return what to show after it, and whether it is new.
        """
        said, typed = said_in(form)
        deal = parse_number(form.get("deal", ""))
        key = form.get("key", "")[:64]
        position = parse_number(form.get("position", ""))
        judged = judge(
            table.sheet,
            deal=deal,
            position=position,
            said=said,
            form_key=key,
            seen=form.get("seen", ""),
        )
        is_new = isinstance(judged, tuple)
        if isinstance(judged, tuple):
            new, partie = judged
            keys = (key,) * (len(new) or 1)
            table.sheet = tapped(
                table.sheet, partie, table.sheet.version, deal=deal, form_keys=keys
            )
            table.unsent += 1
            judged = Recorded(table.sheet, new)
        return *after_tap(
            judged, deal=deal, said=said, typed=typed, good=table.shown["good"]
        ), is_new

    def confirm(self, code: str, form: Form, version: str) -> dict[str, Any]:
        """Add to a sheet a tap that the club has recorded;
        return what to keep, nothing if the copy is old.
        """
        table = self.tables[code]
        is_new = self._say(self.tables[code], form)[-1]
        if is_new:
            table.unsent -= 1
            table.sheet = replace(table.sheet, version=version)
        return table.kept() if is_new else {}

    def file(self, code: str) -> dict[str, str]:
        """Return a sheet as a file: its name, and its text.
        What does not fit the sheet is in it as a comment.
        """
        table = self.tables[code]
        sheet = table.sheet
        text = format_partie(sheet.partie.record, sheet.played)
        if table.unfit:
            text += "\n# Said on this phone, where it does not fit the partie above:\n"
        for form in table.unfit:
            said = " ".join(form.get("say", "").split())
            text += f"# deal {parse_number(form.get('deal', '')) + 1}: {said}\n"
        return {"name": f"{sheet.heading}.piquet", "text": text}


def home(phone: Phone, _: Asked) -> Answer:
    tables = sorted(phone.tables.values(), key=lambda table: table.sheet.opened_at, reverse=True)
    running = list[Form]()
    finished = list[Form]()
    for table in tables:
        entry = sheet_entry(table.sheet)
        is_over = table.sheet.partie.is_over
        if phone.alone and is_over:
            entry["state"] = "finished"  # nobody signs without a club
        elif table.unsent and not phone.alone:
            entry["state"] += f", {counted(table.unsent, 'tap')} to send"
        (finished if is_over else running).append(entry)
    none: dict[str, Any] = {"companies": (), "clubs": (), "disputes": (), "to_sign": 0}
    return phone.page("table/home.html", running=running, finished=finished, **none)


def new(phone: Phone, asked: Asked, error: str = "") -> Answer:
    app = phone.app
    given = {**asked.args, **asked.form}
    latest = max(phone.tables.values(), key=lambda table: table.sheet.opened_at, default=None)
    last = latest.sheet.names if latest else app["last"]
    known = dict.fromkeys(
        [*(name for table in phone.tables.values() for name in table.sheet.names), *app["names"]]
    )
    context = new_context(given, last, list(known), app["saved"], error)
    return replace(phone.page("table/new.html", **context), status=422 if error else 200)


def _new_sheet(record: PartieRecord, today: str = "", played: str = "") -> Sheet:
    """Return the sheet of a partie that is begun *today*, as the page says,
    or that comes with the day *played*.
    """
    code = FIRST_LETTER + "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH - 1))
    at = datetime.now(UTC).isoformat(timespec="seconds")
    keys = tuple(tuple(new_token() for _ in deal.log or (None,)) for deal in record.deals)
    nobody = (None,) * len(record.players)
    partie = play_partie(record)
    day = day_carried(played, at) if played else day_at_table(today, at)
    return Sheet(
        id=0,
        code=code,
        opened_at=at,
        signatures=nobody,
        version="0",
        partie=partie,
        taps=keys,
        day=day,
    )


def _begin(phone: Phone, sheet: Sheet, form: Form) -> Answer:
    shown = {
        "may_score": True,
        "good": False,
        "across": False,
        "voice": False,
        "company": "",
        "may_call": False,
    }
    phone.tables[sheet.code] = table = Table(sheet, shown, form)
    return Answer(location=phone.url_for("tables.table", code=sheet.code), kept=table.kept())


def _own_sheets(phone: Phone) -> list[Sheet]:
    """Return the parties outside seasons that this phone may score, latest first."""
    tables = (table for table in phone.tables.values() if table.shown["may_score"])
    own = (table.sheet for table in tables if not table.sheet.in_season)
    return sorted(own, key=lambda sheet: sheet.opened_at, reverse=True)


def _offer(phone: Phone, endpoint: str, before: Sheet, form: Form) -> Answer:
    """Offer to go on with a partie, or to begin another by the form that was sent."""
    action = phone.url_for(endpoint)
    return phone.page("table/begun.html", action=action, **begun_context(form.items(), before))


def open_partie(phone: Phone, asked: Asked) -> Answer:
    """Begin a partie on this phone; the club opens it later with the same idempotency key."""
    form = asked.form
    try:
        names, rules = new_partie(form)
        players = tuple(map(Player, players_named(names, rules)))
    except NotAllowed as error:
        return new(phone, asked, str(error))
    sheet = _new_sheet(PartieRecord(rules, players, ()), form.get("today", ""))
    begun = {name: form[name] for name in (*PLAYERS, "dealer", "rules", "key") if name in form}
    sent_before = next(
        (table for table in phone.tables.values() if _form_of(table) == begun and "key" in begun),
        None,
    )
    if sent_before is not None:
        return Answer(location=phone.url_for("tables.table", code=sent_before.sheet.code))
    before = begun_before(_own_sheets(phone), names, datetime.now(UTC))
    if before is not None and ANOTHER not in form:
        return _offer(phone, "home.open_partie", before, form)
    return _begin(phone, sheet, {**begun, BEGUN_ON: sheet.day})


BEGUN_ON = "begun_on"


def _form_of(table: Table) -> Form:
    """Return what was typed to begin a partie, without the day that the phone adds."""
    return {name: value for name, value in table.begun.items() if name != BEGUN_ON}


def table_page(phone: Phone, asked: Asked, table: Table) -> Answer:
    kept = {}
    for choice in {"across", "voice"}.intersection(asked.query):
        table.shown[choice] = asked.get(choice) == "yes"
        kept = table.kept()
    pick = asked.get("pick")
    deal = shown_deal(table.sheet, asked.get("deal"))
    found = phone.table(table, asked, deal, pick=pick, opened=bool(pick))
    return replace(found, kept=kept)


def say(phone: Phone, asked: Asked, table: Table) -> Answer:
    form = asked.form
    before = table.sheet
    if form.get("say") in SPEEDS:
        table.shown["good"] = SPEEDS[form["say"]]
        found = phone.table(table, asked, shown_deal(table.sheet, form.get("deal", "")))
        return replace(found, kept=table.kept())
    _, deal, page, status, is_new = phone._say(table, form)
    kept = table.kept() if phone.alone and is_new else {}
    if status == 200 and "back" in form:
        phone.notices.append(("done", kept_words(before, table.sheet)))
        location = where_from(phone.url_for, table.sheet.code, deal, form["back"] or None)
        return Answer(location=location, is_new=is_new, kept=kept)
    return replace(phone.table(table, asked, deal, status=status, **page), is_new=is_new, kept=kept)


def deal_page(phone: Phone, asked: Asked, table: Table) -> Answer:
    return phone.page_of(
        "table/deal.html",
        deal_context(table.sheet, asked.number, table.corrections, asked.get("back")),
    )


def cards(phone: Phone, asked: Asked, table: Table) -> Answer:
    return phone.page_of("table/cards.html", cards_context(table.sheet, asked.number))


def again(phone: Phone, asked: Asked, table: Table) -> Answer:
    found = again_context(table.sheet, asked.number, asked.args, table.corrections, phone.url_for)
    return phone.page_of("table/again.html", found)


def sheet(phone: Phone, asked: Asked, table: Table) -> Answer:
    may = table.corrections.any
    found = sheet_context(table.sheet)
    return phone.part(
        asked, "table/sheet.html", "main", **found, signing=None, company="", may_correct=may
    )


def players(phone: Phone, asked: Asked, table: Table) -> Answer:
    found = seating_context(table.sheet, asked.args, table.corrections, phone.url_for)
    return phone.page("table/players.html", **found)


def settlement(phone: Phone, asked: Asked, table: Table) -> Answer:
    if table.sheet.partie.settlement is None:
        title, advice = NOT_OVER
        return phone.page(
            "table/error.html", 404, title=title, advice=advice, code=table.sheet.code
        )
    may_correct = table.corrections.record
    found = table.sheet
    context = {
        **settlement_context(found, everything="all" in asked.query, may_correct=may_correct),
        "stakes": (),
        "may_score": table.shown["may_score"],
        "signing": None,
        "company": "",
        "rematch": rematch(found) if not table.shown["company"] and not found.in_season else None,
        "picture": _data(
            "image/svg+xml",
            phone.templates.get_template("table/result.svg").render(picture_context(found)),
        ),
    }
    return phone.page("table/settlement.html", error="", **context)


def other_rules(phone: Phone, asked: Asked, table: Table) -> Answer:
    return phone.page("table/other_rules.html", **other_rules_context(table.sheet, asked.query))


# To and from other phones and clubs


def _data(mimetype: str, text: str) -> str:
    return f"data:{mimetype};base64,{base64.b64encode(text.encode()).decode()}"


def remove(phone: Phone, asked: Asked) -> Answer:
    """Keep a partie on this phone no longer; one that the club lacks taps of is kept."""
    code = asked.form.get("code", "")
    table = phone.tables.get(code)
    if table is None or (not phone.alone and (table.unsent or table.begun)):
        return Answer(location=phone.url_for("home.index"))
    del phone.tables[code]
    return Answer(location=phone.url_for("home.index"), dropped=code)


def share(phone: Phone, asked: Asked, table: Table) -> Answer:
    """Show the ways of a partie to another phone, a file, or a club;
    the club shows those of a partie that it has.
    """
    if not phone.alone:
        return phone.elsewhere()
    found = table.sheet
    club = urlsplit(asked.form.get("club", "").strip())
    data = packed_partie(found)
    if club.scheme in ("http", "https") and club.netloc:
        return Answer(
            location=f"{club.scheme}://{club.netloc}{club.path.rstrip('/')}/parties/take?partie={data}"
        )
    file = _data("text/plain;charset=utf-8", format_partie(found.partie.record, found.played))
    code = qr_code(f"{phone.base}#partie={data}")
    typed = asked.form.get("club", "")
    return phone.page("table/share.html", sheet=found, file=file, code=code, club=typed)


def take(phone: Phone, asked: Asked) -> Answer:
    """Show a partie from a link, a file or a text;
    once that is confirmed, keep it on this phone.
    """
    form = asked.form
    error = ""
    if "text" in form:
        return Answer(location=phone.url_for("home.take", partie=packed(form["text"].encode())))
    data = form.get("partie") or asked.get("partie")
    if "key" in form:
        try:
            document = partie_in(data)
            same = next(
                (sheet for sheet in _own_sheets(phone) if sheet.partie.record == document.record),
                None,
            )
            if same is not None and ANOTHER not in form:
                return _offer(phone, "home.keep_taken", same, form)
            return _begin(phone, _new_sheet(document.record, played=document.played), {})
        except NotAllowed as wrong:
            error = str(wrong)
    return phone.page("table/take.html", **take_context(data, error))


def waiting(phone: Phone, _: Asked) -> Answer:
    return phone.page("table/waiting.html")


PAGES: Mapping[str, Callable[[Phone, Asked], Answer]] = {
    "home.index": home,
    "home.new": new,
    "home.open_partie": open_partie,
    "home.remove": remove,
    "home.take": take,
    "home.keep_taken": take,
    "offline.waiting": waiting,
}
"""The pages that a phone has without a sheet."""

TABLE_PAGES: Mapping[str, Callable[[Phone, Asked, Table], Answer]] = {
    "tables.table": table_page,
    "tables.say": say,
    "tables.deal": deal_page,
    "tables.cards": cards,
    "tables.again": again,
    "sheets.players": players,
    "sheets.sheet": sheet,
    "sheets.settlement": settlement,
    "sheets.other_rules": other_rules,
    "sheets.share": share,
}
"""The pages that a phone has of a sheet."""

LEADS_TO = (
    "companies.card",
    "companies.new",
    "house_rules.index",
    "offline.kept",
    "operations.health",
    "reference.glossary",
    "reference.ruleset",
    "sheets.result",
    "sheets.sign",
    "signing.asking",
    "static_files.manifest",
    "tables.compare",
    "tables.live",
    "tables.saved",
)
"""The pages to which these lead, and which are at the club."""

ADDRESSES = (*PAGES, *TABLE_PAGES, *LEADS_TO)


# The worker


def answer(question: str) -> str:
    """Answer a question of the page's script, both in JSON; the phone is kept between them.

    A question begins with what the club says of itself (`app`), opens a sheet (`kept`, with the
    `taps` since then, and how many of them are `unsent`), asks for the page at an `address` or
    posts a `form` to it, says that the club has a tap (`confirmed`, with the `version` that it
    gave; the answer is empty if the copy is old), or asks for a `file`.
    """
    asked = json.loads(question)
    if "app" in asked:
        _OPEN["phone"] = phone = Phone(asked["app"])
        phone.base = asked["base"]
        return "{}"
    phone = _OPEN["phone"]
    code = asked.get("code", "")
    if "kept" in asked:
        return json.dumps(phone.open(asked["kept"], asked["taps"], asked["unsent"]).kept())
    if "confirmed" in asked:
        return json.dumps(phone.confirm(code, asked["confirmed"], asked["version"]))
    if "file" in asked:
        return json.dumps(phone.file(asked["file"]))
    phone.token = asked.get("token", "")
    found = phone.answer(asked["address"], asked.get("form"), partial=asked.get("partial", False))
    return json.dumps(asdict(found))


_OPEN: dict[str, Phone] = {}
"""The one phone of a worker."""
