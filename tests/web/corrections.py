"""
A case of every kind of statement, and the way to its correction by links.

The way is found from page to page by what each page offers; no address is made up.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args
from urllib.parse import parse_qs, urlsplit

from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.rules.statements import Statement
from tests.web.conftest import Page, Phone

FOUR = house_rules(PRESETS["four-deal"], {"carte_rouge": 20})
"""Four deals, in which everything can be said that belongs to no auction."""


@dataclass(frozen=True)
class Case:
    """
    A slip and its correction.

    Attributes:
        log: the deal with the slip.
        number: the statement that is tapped first, from 1.
        change: the correction that the taps come to.
        becomes: the deal as it should have been recorded.
        last: whether it is the last deal of the partie, and not the second.
    """

    kind: type[Statement]
    log: str
    number: int
    change: str
    becomes: str
    rules: Ruleset = FOUR
    last: bool = False

    @property
    def deal(self) -> int:
        """The number of the deal, from 0."""
        assert self.rules.deals is not None
        return self.rules.deals - 1 if self.last else 1

    def logs(self, log: str) -> list[str]:
        """Return a whole partie with *log* as the deal in question."""
        assert self.rules.deals is not None
        usual = f"E bids 7; Y passes; {LOGS['rest']}" if self.rules.auction else "tricks E12"
        logs = [usual] * self.rules.deals
        logs[self.deal] = log
        return logs

    def should_be(self, deals: int | None = None) -> Partie:
        """Return the partie as it should have been recorded, its first *deals* deals or all of them."""
        logs = self.logs(self.becomes)[:deals]
        records = tuple(DealRecord(parse_log(log, self.rules)) for log in logs)
        return play_partie(PartieRecord(self.rules, (Player("Ada"), Player("Ben")), records))


_DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
LOGS: dict[str, str] = _DATA["logs"]
STEPS: list[dict[str, Any]] = _DATA["step"]
"""The steps of corrections, with what each page says; without a change there is none."""

_KINDS = {each.__name__: each for each in get_args(Statement)}


def spelled(text: str) -> str:
    """Return *text* with the logs that it names in braces."""
    return text.format(**LOGS)


def _case(row: dict[str, Any]) -> Case:
    texts = {name: spelled(row[name]) for name in ("log", "change", "becomes")}
    rules = PRESETS["auction"] if row.get("auction") else FOUR
    return Case(_KINDS[row["kind"]], number=row["number"], **texts, rules=rules, last=row.get("last", False))


CASES = tuple(map(_case, _DATA["case"]))


def doors(page: Page) -> list[tuple[str, str]]:
    """The steps of a correction that a page leads to: the correction so far, and the address."""
    found = []
    for node in page.root.all("a"):
        address = node.attrs["href"]
        if "/statements/" in address:
            found.append((parse_qs(urlsplit(address).query).get("change", [""])[0], address))
    return found


def likeness(change: str, address: str) -> int:
    """Return how many words of what an address does and picks are in *change*."""
    query = parse_qs(urlsplit(address).query)
    words = [word for name in ("do", "pick") for each in query.get(name, ()) for word in re.findall(r"\w+", each)]
    return sum(word in change.split() for word in words)


def follow(phone: Phone, page: Page, change: str) -> Page:
    """
    Go from the page of a statement to the one that offers to keep *change* or to ask for it.

    Of the keys that lead to a part of it, the one that leads farthest is tapped; without one, further keys are opened,
    those first that are most like it.
    """
    reached, seen, unread = "", set[str](), list[str]()
    while reached != change or not may_keep(page):
        found = doors(page)
        nearer = [
            (so_far, address)
            for so_far, address in found
            if len(so_far) > len(reached) and (change == so_far or change.startswith(f"{so_far}; "))
        ]
        if nearer:
            reached, address = max(nearer)
            seen, unread = set(), []
        else:
            new = {address: None for so_far, address in found if so_far == reached and address not in seen}
            seen |= set(new)
            unread = sorted([*unread, *new], key=lambda each: -likeness(change, each))
            assert unread, f"no link leads from {reached!r} to {change!r}"
            address = unread.pop(0)
        page = phone.get(address)
        assert page.status == 200
    return page


def may_keep(page: Page) -> bool:
    """Whether a page lets the correction be kept or asked for."""
    wanted = {"Keep this correction", "Ask for this correction", "Correct it as the director"}
    return any(node.text in wanted for tag in ("button", "a") for node in page.root.all(tag))


def timeline(page: Page, number: int) -> str:
    """Where the line of statement *number* of a deal leads."""
    (line,) = page.root.all("li", id=f"s{number}")
    return line.all("a")[0].attrs["href"]
