"""The pages of a phone without the club, at the addresses that they have at the club.

The templates are those of the club, and so are the contexts: the rules, the sentences and the
markup are the same. A page is found by its address, and answered by one of the functions below.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, ClassVar
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from jinja2 import BytecodeCache, Environment, FileSystemLoader
from jinja2.bccache import Bucket

from ..resources import resource_dir
from ..rules.house_rules import title_of
from ..rules.language import language_named, languages
from ..rules.messages import Message, Text
from ..rules.notation.document import Document
from ..rules.partie import PartieRecord
from ..rules.seats import Player
from ..rules.statements import effective
from .again import again_context, deal_context, kept_words, where_from
from .card import Shown
from .charts import QR, qr_code
from .contexts import Context
from .doubts import cards_context
from .entering import NotAllowed, players_named
from .formatting import packed, parse_number, unpacked
from .formatting import prepare as prepare_templates
from .isolation import with_elements
from .kept import Form, TableOnPhone, new_sheet
from .keys import rank_label
from .own_pairs import OwnPairSheets, is_of_a_pair, own_pairs, pair_code
from .own_parties import (
    ANOTHER,
    DEALS,
    PLAYERS,
    HomePage,
    KnownPair,
    SheetEntry,
    StateText,
    begun_before,
    begun_context,
    file_name,
    file_text,
    folded_players,
    known_pairs,
    new_context,
    new_partie,
    packed_partie,
    partie_in,
    rematch,
    sheet_entry,
    take_context,
)
from .pair_page import PairLine, pair_context, pair_head, pair_line
from .pair_results import in_all
from .proof import NOT_OVER, settlement_context, sheet_context
from .recording import Sheet
from .saving import (
    LARGEST_ARCHIVE,
    ArchiveRead,
    Sorted,
    archive_name,
    fingerprint,
    is_archive,
    moments_of,
    read_archive,
    saved_archive,
    sort_read,
    take_all_context,
    taken_message,
)
from .seating import seating_context
from .settled import steps_of, verdict, what_was_signed
from .sharing import picture_context, result_context
from .speeds import (
    SPEED,
    Speed,
    counts_in,
    remembered_counts,
    remembered_speed,
    speed_context,
    speed_named,
    speeds_of,
)
from .this_table import this_table_context
from .times import day_of
from .under_rules import other_rules_context
from .view import shown_deal, table_context


class OnPhoneText(Text):
    """Where the taps of a table are; the outbox knows it, so no oracle asks it."""

    SAVED = "Saved"
    ON_PHONE = "On this phone: {count}"


@dataclass(frozen=True, slots=True)
class PageAsked:
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
class FileAnswer:
    """A file to keep on the phone: its name, its type, and its bytes in base64."""

    name: str
    mimetype: str
    data: str


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """What the script of the page does with a question.

    Attributes:
        html: a page, or the part of it that is replaced.
        location: where to go on instead.
        kept: what to keep of a sheet from now on.
        taken: likewise of each of many new sheets.
        file: to keep beside the page that is shown.
        dropped: the code of a sheet that is kept no longer.
        is_new: the tap is recorded, and the club does not have it.
        language: the code of the language that was chosen on this phone.
    """

    html: str = ""
    status: int = 200
    location: str = ""
    kept: Mapping[str, Any] = field(default_factory=dict)
    taken: Sequence[Mapping[str, Any]] = ()
    file: FileAnswer | None = None
    dropped: str = ""
    is_new: bool = False
    language: str = ""


# Templates


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
    for each in (file_name, rank_label, steps_of, title_of, verdict, what_was_signed):
        found.filters[each.__name__] = each
    found.filters["short"] = str  # of the head of a sheet, which only the club shows
    return found


def prepare() -> None:
    """Compile all templates, and read the languages, which takes longer than the first tap may
    wait; a worker keeps its memory after this.
    """
    languages()
    environment = _environment()
    for name in environment.list_templates():
        environment.get_template(name)


# The phone, and how it finds a page


class Phone:
    """A phone, and its pages.

    Args:
        app: what the club says of itself: its `build`, the `addresses` of pages by their endpoints,
            those of `static` files by their names, who played the `last` partie, the `names` and
            the `pairs` that it knows, its `saved` house rules, and the `speeds` that it remembers;
            and whether the phone is `alone`; and the `generation` of its book, if there is one.
        base: the address of the page that shows the pages of the phone.
    """

    def __init__(self, app: Mapping[str, Any], base: str = "") -> None:
        self.app = app
        self.alone: bool = app["alone"]
        own = ALONE_ADDRESSES if self.alone else {}
        self.addresses: Mapping[str, str] = {**app["addresses"], **own}
        self.tables: dict[str, TableOnPhone] = {}
        self.notices: list[tuple[str, str]] = []
        self.token = ""
        self.base = base
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
        self.pages = {**PAGES, **ALONE_PAGES} if self.alone else PAGES
        endpoints = (*self.pages, *TABLE_PAGES)
        self.routes = {each: _pattern(self.addresses[each]) for each in endpoints}

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

    def answer(
        self, address: str, form: Form | None = None, *, partial: bool = False
    ) -> PageAnswer:
        """Answer a request for a page of this phone, or a *form* that is posted;
        others need the club.
        """
        address, _, _ = address.partition("#")
        path, _, query = address.partition("?")
        for endpoint, pattern in self.routes.items():
            found = pattern.fullmatch(path)
            if not found:
                continue
            values = {name: unquote(value) for name, value in found.groupdict().items()}
            asked = PageAsked(values, parse_qs(query, keep_blank_values=True), form or {}, partial)
            if endpoint in self.pages:
                return self.pages[endpoint](self, asked)
            table = self.tables.get(values["code"])
            if table is not None:
                return TABLE_PAGES[endpoint](self, asked, table)
        return self.elsewhere()

    def speed_of(self, names: Sequence[str]) -> Speed:
        """Return how much is entered of the parties of these players: as of the latest that this
        phone has of them, or as the club remembers.
        """
        for table in _latest_first(self.tables.values()):
            if folded_players(table.sheet.names) == folded_players(names):
                return table.shown.speed
        return remembered_speed(self.app["speeds"], names)

    def counts_of(self, names: Sequence[str]) -> bool:
        """Return whether these players counted the tricks at the end of the last deal whose play
        this phone has, or else of the last that the club remembers.
        """
        for table in _latest_first(self.tables.values()):
            if folded_players(table.sheet.names) != folded_players(names):
                continue
            for deal in reversed(table.sheet.partie.record.deals):
                counts = counts_in([each for _, each in effective(deal.log)])
                if counts is not None:
                    return counts
        return remembered_counts(self.app["speeds"], names)

    def html(self, found: Context) -> str:
        return self.templates.get_template(found.template).render(found.variables)

    def show(self, found: Context | None, status: int = 200) -> PageAnswer:
        """Return a page; `None` is one that this phone does not have."""
        if found is None:
            return self.elsewhere()
        return PageAnswer(with_elements(self.html(found)), status)

    def part(self, asked: PageAsked, found: Context, block: str, status: int = 200) -> PageAnswer:
        """Return a page, or only the *block* of it that is replaced."""
        if not asked.partial:
            return self.show(found, status)
        template = self.templates.get_template(found.template)
        pieces = template.blocks[block](template.new_context(found.variables))
        return PageAnswer(with_elements("".join(pieces)), status)

    def page(self, template: str, status: int = 200) -> PageAnswer:
        """Return a page that is the same on every phone."""
        return PageAnswer(with_elements(self.templates.get_template(template).render()), status)

    def elsewhere(self) -> PageAnswer:
        """Say that a page is not on this phone."""
        return self.page("table/elsewhere.html", 404)

    def table(
        self, table: TableOnPhone, asked: PageAsked, deal: int, shown: Shown, status: int = 200
    ) -> PageAnswer:
        """Return the table as it is *shown*, with how much of it the club does not have."""
        is_late = not self.alone and bool(table.unsent or table.begun)
        saved = OnPhoneText.ON_PHONE(count=table.unsent) if is_late else OnPhoneText.SAVED()
        shown = replace(shown, saved=saved, is_late=is_late)
        return self.part(asked, table_context(table.sheet, deal, shown), "table", status)


def _pattern(address: str) -> re.Pattern[str]:
    """Return the pattern of the addresses of a page, with the names of their values."""
    return re.compile(re.sub(r"<(\w+)>", r"(?P<\1>[^/]+)", address.lstrip("?")))


# Pages without a sheet


def home(phone: Phone, _: PageAsked) -> PageAnswer:
    """List the parties of this phone; if it is alone, those of pairs are on their pages."""
    tables = _latest_first(phone.tables.values())
    pairs = _own_pairs(phone) if phone.alone else []
    if not pairs:
        return phone.show(_lists(phone, tables))
    today = _today()
    latest, *others = pairs
    head = pair_head(latest.history(), latest.code, today=today)
    of_pairs = {sheet.code for pair in pairs for sheet in pair.finished}
    if head.running is not None:
        of_pairs.add(head.running.code)
    found = replace(
        _lists(phone, [each for each in tables if each.sheet.code not in of_pairs]),
        pair=head,
        rematch=None if head.running else rematch(latest.finished[0]),
        other_pairs=[_line(each, today) for each in others],
    )
    return phone.show(found)


def _lists(phone: Phone, tables: Sequence[TableOnPhone]) -> HomePage:
    return HomePage(
        running=[_entry(phone, each) for each in tables if not each.sheet.partie.is_over],
        finished=[_entry(phone, each) for each in tables if each.sheet.partie.is_over],
    )


def _line(pair: OwnPairSheets, today: str) -> PairLine:
    won = in_all(pair.history().periods.values())
    score = (won.left.won, won.right.won)
    played = pair.sheets[0].played
    return pair_line(pair.code, pair.names, played=played, today=today, won=score)


def _today() -> str:
    """Return the day on the clock of this phone, in ISO 8601."""
    return day_of(datetime.now(UTC).isoformat())


def pair_page(phone: Phone, asked: PageAsked) -> PageAnswer:
    """Show a pair of this phone; what a book keeps of a pair besides is not offered."""
    pair = _own_pair(phone, asked.path["code"])
    if pair is None:
        return phone.elsewhere()
    year = asked.get("year")
    rules = asked.get("rules")
    start = parse_number(asked.get("start"), default=0)
    history = pair.history(year=year, rules=rules, start=start)
    return phone.show(
        pair_context(history, pair.code, today=_today(), year=year, rules=rules, start=start)
    )


def save_pair(phone: Phone, asked: PageAsked) -> PageAnswer:
    """Save every partie of a pair in one file, with a table of their results."""
    pair = _own_pair(phone, asked.path["code"])
    if pair is None:
        return phone.elsewhere()
    data = base64.b64encode(saved_archive(pair.saved())).decode()
    return PageAnswer(file=FileAnswer(archive_name(pair.names), "application/zip", data))


def _own_pairs(phone: Phone) -> list[OwnPairSheets]:
    tables = _latest_first(phone.tables.values())
    notes = {each.sheet.code: each.note for each in tables}
    return own_pairs((each.sheet for each in tables), notes)


def _own_pair(phone: Phone, code: str) -> OwnPairSheets | None:
    return next((each for each in _own_pairs(phone) if each.code == code), None)


def _latest_first(tables: Iterable[TableOnPhone]) -> list[TableOnPhone]:
    return sorted(tables, key=lambda table: table.sheet.opened_at, reverse=True)


def _entry(phone: Phone, table: TableOnPhone) -> SheetEntry:
    entry = sheet_entry(table.sheet)
    if table.unsent and not phone.alone:
        to_send = StateText.TO_SEND(what=entry.state, count=table.unsent)
        return replace(entry, state=to_send)
    return entry


def new(phone: Phone, asked: PageAsked, error: str = "") -> PageAnswer:
    app = phone.app
    tables = phone.tables.values()
    latest = max(tables, key=lambda table: table.sheet.opened_at, default=None)
    last = latest.sheet.names if latest else app["last"]
    known = [name for table in tables for name in table.sheet.names]
    names = list(dict.fromkeys((*known, *app["names"])))
    pairs = known_pairs((each.sheet for each in _latest_first(tables)), phone.speed_of)
    pairs += [KnownPair(tuple(both), deals, Speed(said)) for both, deals, said in app["pairs"]]
    found = new_context(
        {**asked.args, **asked.form},
        last=last,
        known=names,
        pairs=pairs,
        saved=app["saved"],
        error=error,
    )
    return phone.show(found, 422 if error else 200)


def _begin(
    phone: Phone, sheet: Sheet, form: Form, speed: Speed | None = None, note: str = ""
) -> PageAnswer:
    """Begin a sheet at a *speed*, or at that which its players are used to."""
    used_to = speed or phone.speed_of(sheet.names)
    shown = Shown(may_score=True, speed=used_to, counts=phone.counts_of(sheet.names))
    phone.tables[sheet.code] = table = TableOnPhone(sheet, shown, form, note)
    return PageAnswer(location=phone.url_for("tables.table", code=sheet.code), kept=table.kept())


def _own_sheets(phone: Phone) -> list[Sheet]:
    """Return the parties outside seasons that this phone may score, latest first."""
    sheets = [each.sheet for each in _latest_first(phone.tables.values()) if each.shown.may_score]
    return [sheet for sheet in sheets if not sheet.in_season]


def _offer(phone: Phone, endpoint: str, before: Sheet, form: Form) -> PageAnswer:
    """Offer to go on with a partie, or to begin another by the form that was sent."""
    action = phone.url_for(endpoint)
    return phone.show(begun_context(sheet_entry(before), action, form.items()))


BEGUN_ON = "begun_on"
"""The field in which a form that the club gets later says the day on which it was sent here."""


def open_partie(phone: Phone, asked: PageAsked) -> PageAnswer:
    """Begin a partie on this phone; the club opens it later with the same idempotency key."""
    form = asked.form
    try:
        typed = new_partie(form)
        players = tuple(map(Player, players_named(typed.names, typed.rules)))
    except NotAllowed as error:
        return new(phone, asked, str(error))
    record = PartieRecord(typed.rules, players, first=typed.first)
    sheet = new_sheet(record, form.get("today", ""))
    begun = {name: form[name] for name in (*PLAYERS, DEALS, SPEED, "rules", "key") if name in form}
    sent_before = _begun_by(phone, begun)
    if sent_before is not None:
        return PageAnswer(location=phone.url_for("tables.table", code=sent_before.code))
    before = begun_before(_own_sheets(phone), typed.names, datetime.now(UTC))
    if before is not None and ANOTHER not in form:
        return _offer(phone, "home.open_partie", before, form)
    return _begin(phone, sheet, {**begun, BEGUN_ON: sheet.day}, typed.speed)


def _begun_by(phone: Phone, begun: Form) -> Sheet | None:
    """Return the partie that the same form has begun before, if it has a key."""
    for table in phone.tables.values():
        typed = {name: value for name, value in table.begun.items() if name != BEGUN_ON}
        if "key" in begun and typed == begun:
            return table.sheet
    return None


def remove(phone: Phone, asked: PageAsked) -> PageAnswer:
    """Keep a partie on this phone no longer; one that the club lacks taps of is kept."""
    code = asked.form.get("code", "")
    location = phone.url_for("home.index")
    table = phone.tables.get(code)
    if table is None:
        return PageAnswer(location=location)
    if not phone.alone and (table.unsent or table.begun):
        return PageAnswer(location=location)
    del phone.tables[code]
    return PageAnswer(location=location, dropped=code)


def take(phone: Phone, asked: PageAsked) -> PageAnswer:
    """Show a partie from a link, a file or a text, or the parties of an archive;
    once that is confirmed, keep them on this phone.
    """
    form = asked.form
    if "archive" in form:
        return _take_archive(phone, form["archive"])
    if "file" in form:
        content = base64.b64decode(form["file"])
        if is_archive(content):
            return _preview_of(phone, content)
        return PageAnswer(location=phone.url_for("home.take", partie=packed(content)))
    if "text" in form:
        return PageAnswer(location=phone.url_for("home.take", partie=packed(form["text"].encode())))
    data = form.get("partie") or asked.get("partie")
    if "key" not in form:
        return phone.show(take_context(data))
    try:
        document = partie_in(data)
        for sheet in _own_sheets(phone):
            if sheet.partie.record == document.record and ANOTHER not in form:
                return _offer(phone, "home.keep_taken", sheet, form)
        taken = new_sheet(document.record, played=document.played)
        return _begin(phone, taken, {}, note=document.note)
    except NotAllowed as wrong:
        return phone.show(take_context(data, str(wrong)))


def _preview_of(phone: Phone, archive: bytes) -> PageAnswer:
    """Show what an archive of parties holds; the form of the page carries it back."""
    if not phone.alone:
        return phone.elsewhere()
    try:
        read = read_archive(archive)
    except NotAllowed as wrong:
        return phone.show(take_context("", str(wrong)), 422)
    return phone.show(take_all_context(_sorted(phone, read), read.unreadable, packed(archive)))


def _sorted(phone: Phone, read: ArchiveRead) -> Sorted:
    sheets = [table.sheet for table in phone.tables.values()]
    here = {fingerprint(sheet.partie.record, sheet.played) for sheet in sheets}
    return sort_read(read.parties, here=here, removed=())


def _take_archive(phone: Phone, data: str) -> PageAnswer:
    """Keep the parties of an archive that this phone does not have; a form that is sent again keeps
    none.
    """
    archive = unpacked(data, LARGEST_ARCHIVE)
    documents = [each.document for each in _sorted(phone, read_archive(archive)).new]
    moments = moments_of(documents, datetime.now(UTC).isoformat(timespec="seconds"))
    taken = [_taken(phone, document, at) for document, at in zip(documents, moments, strict=True)]
    phone.notices.append(("done", f"{taken_message(len(taken))}"))
    return PageAnswer(location=phone.url_for("home.index"), taken=taken)


def _taken(phone: Phone, document: Document, at: str) -> Mapping[str, Any]:
    sheet = new_sheet(document.record, played=document.played, at=at)
    shown = Shown(may_score=True, speed=phone.speed_of(sheet.names))
    table = TableOnPhone(sheet, shown, {}, document.note)
    phone.tables[sheet.code] = table
    return table.kept()


def waiting(phone: Phone, _: PageAsked) -> PageAnswer:
    return phone.page("table/waiting.html")


def choose_language(_: Phone, asked: PageAsked) -> PageAnswer:
    """Go back to the page of the choice, in the language that the script keeps from now on."""
    chosen = language_named(asked.form["language"])
    return PageAnswer(location=asked.form["back"], language=chosen.code if chosen else "")


# Pages of a sheet


def table_page(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    chooses = False
    if "across" in asked.query:
        chooses = True
        table.shown = replace(table.shown, across=asked.get("across") == "yes")
    if "voice" in asked.query:
        chooses = True
        table.shown = replace(table.shown, voice=asked.get("voice") == "yes")
    if "values" in asked.query:
        chooses = True
        table.shown = replace(table.shown, values=asked.get("values") == "yes")
    pick = asked.get("pick")
    deal = shown_deal(table.sheet, asked.get("deal"))
    shown = replace(table.shown, pick=pick, opened=bool(pick))
    found = phone.table(table, asked, deal, shown)
    return replace(found, kept=table.kept()) if chooses else found


def this_table(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    deal = shown_deal(table.sheet, asked.get("deal"))
    return phone.show(this_table_context(table.sheet, deal, table.shown))


def say(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    form = asked.form
    before = table.sheet
    after, is_new = table.say(form)
    if after.status == 200 and "back" in form:
        phone.notices.append(("done", kept_words(before, table.sheet)))
        back = form["back"] or None
        found = PageAnswer(location=where_from(phone.url_for, table.sheet.code, after.deal, back))
    else:
        found = phone.table(table, asked, after.deal, after.on(table.shown), after.status)
    # With a club, the script keeps the tap until that has it; alone, there is only the sheet
    return replace(found, is_new=is_new, kept=table.kept() if phone.alone and is_new else {})


def speed(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    """Show how much is entered, or change it."""
    chosen = speed_named(asked.form.get(SPEED, ""))
    if chosen not in speeds_of(table.sheet.partie.record.rules):
        return phone.show(speed_context(table.sheet, table.shown.speed))
    table.shown = replace(table.shown, speed=chosen)
    address = phone.url_for("tables.table", code=table.sheet.code)
    return PageAnswer(location=address, kept=table.kept())


def deal_page(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    back = asked.get("back")
    return phone.show(deal_context(table.sheet, asked.number, table.corrections, back))


def cards(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    return phone.show(cards_context(table.sheet, asked.number))


def again(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    may = table.corrections
    return phone.show(again_context(table.sheet, asked.number, asked.args, may, phone.url_for))


def sheet(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    found = replace(
        sheet_context(table.sheet), may_correct=table.corrections.any, file=_file(table.sheet)
    )
    return phone.part(asked, found, "main")


def players(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    may = table.corrections
    return phone.show(seating_context(table.sheet, asked.args, may, phone.url_for))


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneErrorPage(Context):
    """What is wrong with a request, and what to do.

    Attributes:
        code: of a sheet to whose table a link leads; `company`, of one to whose scorecard.
        club: where to sign in first.
        no_cookie: the browser may have refused the cookie.
        again: the form that was refused, to send again, with the labels of its `secrets`.
    """

    template: ClassVar = "table/error.html"

    title: Message | str
    advice: Message | str
    code: str = ""
    company: str = ""
    club: str = ""
    no_cookie: bool = False
    again: tuple[tuple[str, str | None], ...] = ()
    secrets: Mapping[str, Message] = field(default_factory=dict)


def _not_over(phone: Phone, sheet: Sheet) -> PageAnswer:
    title, advice = NOT_OVER
    return phone.show(PhoneErrorPage(title=title, advice=advice, code=sheet.code), 404)


def settlement(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    of = table.sheet
    if of.partie.settlement is None:
        return _not_over(phone, of)
    may_go_on = not table.shown.company and not of.in_season
    found = replace(
        settlement_context(of, everything="all" in asked.query),
        may_correct=table.corrections.record,
        may_score=table.shown.may_score,
        rematch=rematch(of) if may_go_on else None,
        picture=_picture(phone, of),
        file=_file(of),
        pair=pair_code(of.names) if phone.alone and is_of_a_pair(of) else "",
    )
    return phone.show(found)


def share_result(phone: Phone, _: PageAsked, table: TableOnPhone) -> PageAnswer:
    of = table.sheet
    if of.partie.settlement is None:
        return _not_over(phone, of)
    return phone.show(replace(result_context(of), picture=_picture(phone, of)))


def _picture(phone: Phone, sheet: Sheet) -> str:
    """Return the picture of a result in an address."""
    return _data("image/svg+xml", phone.html(picture_context(sheet)))


def other_rules(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    return phone.show(other_rules_context(table.sheet, asked.query))


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePage(Context):
    """The ways of a partie to another phone, a file, or a club.

    Attributes:
        file: the partie as a file, in an address.
        code: the same as a QR code; `None` if it is too long for one.
        club: the address of a club that was typed, and is none.
    """

    template: ClassVar = "table/share.html"

    sheet: Sheet
    file: str
    code: QR | None
    club: str


def share(phone: Phone, asked: PageAsked, table: TableOnPhone) -> PageAnswer:
    """Show the ways of a partie to another phone, a file, or a club;
    the club shows those of a partie that it has.
    """
    if not phone.alone:
        return phone.elsewhere()
    of = table.sheet
    data = packed_partie(of)
    typed = asked.form.get("club", "")
    club = urlsplit(typed.strip())
    if club.scheme in ("http", "https") and club.netloc:
        root = f"{club.scheme}://{club.netloc}{club.path.rstrip('/')}"
        return PageAnswer(location=f"{root}/parties/take?partie={data}")
    found = SharePage(
        sheet=of,
        file=_file(of),
        code=qr_code(f"{phone.base}#partie={data}"),
        club=typed,
    )
    return phone.show(found)


def _file(sheet: Sheet) -> str:
    """Return a partie as a file in an address."""
    return _data("text/plain;charset=utf-8", file_text(sheet))


def _data(mimetype: str, text: str) -> str:
    """Return a text as an address that has it in itself."""
    return f"data:{mimetype};base64,{base64.b64encode(text.encode()).decode()}"


# Which page is which


PAGES: Mapping[str, Callable[[Phone, PageAsked], PageAnswer]] = {
    "home.index": home,
    "home.new": new,
    "home.open_partie": open_partie,
    "home.remove": remove,
    "home.take": take,
    "home.keep_taken": take,
    "offline.waiting": waiting,
    "languages.choose": choose_language,
}
"""The pages that a phone has without a sheet."""

ALONE_PAGES: Mapping[str, Callable[[Phone, PageAsked], PageAnswer]] = {
    "pairs.show": pair_page,
    "pairs.save": save_pair,
}
"""The pages that a phone has only if there is no club, which has more of them."""

ALONE_ADDRESSES: Mapping[str, str] = {
    "pairs.show": "?/pair/<code>",
    "pairs.save": "?/pair/<code>/save",
}
"""Where these are."""

TABLE_PAGES: Mapping[str, Callable[[Phone, PageAsked, TableOnPhone], PageAnswer]] = {
    "tables.table": table_page,
    "tables.this_table": this_table,
    "tables.say": say,
    "tables.speed": speed,
    "tables.choose_speed": speed,
    "tables.deal": deal_page,
    "tables.cards": cards,
    "tables.again": again,
    "sheets.players": players,
    "sheets.sheet": sheet,
    "sheets.settlement": settlement,
    "sheets.share_result": share_result,
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
