"""
The table without the network: what a phone does in a worker while it cannot reach the club.

The phone keeps a copy of the sheet (`sheet_data`) and the taps that the club has not confirmed. It judges each further
tap by `recording.judge`, as the club does, and renders the block of `table.html` that htmx replaces with the context of
`table_view`. So the rules, the sentences and the markup are those of the club. Its script sends the taps later, in
order, each with its own idempotency key; a tap that the club has counted already is then counted once.

The worker runs these modules without Flask, SQLAlchemy and WTForms: the test of this module blocks their import.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from jinja2 import Environment, FileSystemLoader

from ..resources import resource_dir
from ..rules.house_rules import ruleset_to_data
from ..rules.notation import format_statement
from ..rules.partie import PartieRecord, play_partie
from ..rules.seats import Player
from ..rules.statements import effective
from ..service.recording import Recorded, Sheet, deal_record, from_paper, judge, read_ruleset, tapped
from .card import SPEEDS
from .formatting import parse_number, prepare
from .table_view import Shown, after_tap, said_in, shown_deal, table_context

ADDRESSES = (
    "tables.table",
    "tables.say",
    "tables.live",
    "tables.saved",
    "tables.deal",
    "tables.again",
    "sheets.sheet",
    "sheets.share",
    "sheets.settlement",
    "companies.card",
    "signing.asking",
    "reference.glossary",
)
"""The pages to which the table leads."""


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as data for JSON: its rules, its players, and each deal with the keys of its rows."""
    partie = sheet.partie
    deals = [
        {
            "said": [format_statement(each) for each in record.log]
            if record.scores is None
            else [from_paper(*record.scores)],
            "keys": keys,
        }
        for record, keys in zip(partie.record.deals, sheet.taps, strict=True)
    ]
    names = ("id", "code", "opened_at", "signatures", "version", "held", "in_season", "of_signed")
    kept = {name: getattr(sheet, name) for name in names}
    return {**kept, "rules": ruleset_to_data(partie.record.rules), "players": sheet.names, "deals": deals}


def sheet_from_data(data: Mapping[str, Any]) -> Sheet:
    """Return the sheet that `sheet_data` wrote."""
    kept = dict(data)
    ruleset, players, deals = json.dumps(kept.pop("rules")), kept.pop("players"), kept.pop("deals")
    records = tuple(deal_record(deal["said"], ruleset) for deal in deals)
    record = PartieRecord(read_ruleset(ruleset), tuple(map(Player, players)), records)
    kept["signatures"] = tuple(kept["signatures"])
    return Sheet(**kept, partie=play_partie(record), taps=tuple(tuple(deal["keys"]) for deal in deals))


class Table:
    """
    The table of a phone that keeps its own taps.

    Args:
        kept: what the club gave to the phone: the `sheet`, the `addresses` of pages by their endpoints, and in `shown`
            how the phone sees the table, as the fields of `Shown`.
    """

    def __init__(self, kept: Mapping[str, Any]) -> None:
        self.sheet = sheet_from_data(kept["sheet"])
        self.shown: dict[str, Any] = dict(kept["shown"])
        self.addresses: Mapping[str, str] = kept["addresses"]
        self.token = ""
        self.unsent = 0
        self.templates = Environment(loader=FileSystemLoader(resource_dir("templates")), autoescape=True)
        prepare(self.templates)
        self.templates.globals.update(
            url_for=self.url_for, csrf_token=lambda: self.token, get_flashed_messages=lambda **_: ()
        )

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Return the address of a page: values that its path does not name go into its query."""
        path, query = self.addresses[endpoint], {}
        for name, value in values.items():
            if f"<{name}>" in path:
                path = path.replace(f"<{name}>", quote(str(value)))
            elif value is not None:
                query[name] = value
        return f"{path}?{urlencode(query)}" if query else path

    def show(self, address: str, token: str = "") -> str:
        """Return the table as a link asks for it, with the deal and the pick in its address."""
        asked = dict(parse_qsl(urlsplit(address).query))
        pick = asked.get("pick", "")
        deal = shown_deal(self.sheet, asked.get("deal", ""))
        return self._render(deal, token, pick=pick, opened=bool(pick), turned="turned" in asked)

    def say(self, form: Mapping[str, str], token: str = "") -> tuple[int, str]:
        """Judge a tap, keep it if it is legal, and return the status and the table that answer it."""
        (said, typed), deal = said_in(form), parse_number(form.get("deal", ""))
        if said in SPEEDS:
            self.shown["good"] = SPEEDS[said]
            return 200, self._render(shown_deal(self.sheet, str(deal)), token)
        key, position = form.get("key", "")[:64], parse_number(form.get("position", ""))
        judged = judge(self.sheet, deal=deal, position=position, said=said, form_key=key, seen=form.get("seen", ""))
        if isinstance(judged, tuple):
            new, partie = judged
            rows = len(new) or 1
            self.sheet = tapped(self.sheet, partie, self.sheet.version, deal=deal, form_keys=(key,) * rows)
            self.unsent += 1
            judged = Recorded(self.sheet, new)
        _, deal, page, status = after_tap(judged, deal=deal, said=said, typed=typed, good=self.shown["good"])
        return status, self._render(deal, token, **page)

    def _render(self, deal: int, token: str, **page: Any) -> str:
        self.token = token
        found = table_context(self.sheet, deal, Shown(**{**self.shown, **page}))
        if self.unsent:
            vars(found["card"]).update(saved=f"On this phone: {self.unsent}", is_late=True)
        template = self.templates.get_template("table.html")
        return "".join(template.blocks["table"](template.new_context(found)))


def answer(question: str) -> str:
    """
    Answer a question of the page's script, both in JSON: the table of one sheet is kept between them.

    A question opens a sheet (`kept`, with its unsent `taps`), asks for the table at an address (`show`), records a tap
    (`say`; with the `version` that the club gave it, the club has it), or asks for the `version` of a deal as it is. A
    tap that the club has but the copy does not take is not answered: the copy is old.
    """
    asked = json.loads(question)
    token = asked.get("token", "")
    if "kept" in asked:
        _OPEN["table"] = table = Table(asked["kept"])
        for form in asked["taps"]:
            table.say(form)
        table.unsent = len(asked["taps"])
        table.show("")  # compiles the templates, which the first tap need not wait for
        return json.dumps({})
    table = _OPEN["table"]
    if "show" in asked:
        return json.dumps({"status": 200, "html": table.show(asked["show"], token)})
    if "say" in asked:
        before = table.unsent
        status, html = table.say(asked["say"], token)
        is_new = table.unsent > before
        if "version" in asked and not is_new:
            return json.dumps({})
        if "version" in asked:
            table.unsent, table.sheet = before, replace(table.sheet, version=asked["version"])
            return json.dumps({"sheet": sheet_data(table.sheet)})
        return json.dumps({"status": status, "html": html, "is_new": is_new})
    current = effective(table.sheet.log(asked["version"]))
    return json.dumps({"version": "; ".join(format_statement(each) for _, each in current)})


_OPEN: dict[str, Table] = {}
"""The one table that a worker shows."""
