"""
A case of every kind of statement, and the way to its correction by links.

The way is found from page to page by what each page offers; no address is made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import get_args
from urllib.parse import parse_qs, urlsplit

from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.rules.statements import Log, Statement
from tests.rows import beside
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
        becomes: the deal as it should have been recorded.
        last: whether it is the last deal of the partie, and not the second.
    """

    kind: type[Statement]
    log: str
    number: int
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


_DATA = beside(__file__)
LOGS: dict[str, str] = _DATA["logs"]
_KINDS = {each.__name__: each for each in get_args(Statement)}


def spelled(text: str) -> str:
    """Return *text* with the logs that it names in braces."""
    return text.format(**LOGS)


def _cases(table: str, rules: Ruleset = FOUR, *, last: bool = False) -> Iterator[Case]:
    for kind, (log, number, becomes) in _DATA[table].items():
        yield Case(_KINDS[kind], spelled(log), number, spelled(becomes), rules, last)


CASES = (
    *_cases("cases"),
    *_cases("cases_of_a_last_deal", last=True),
    *_cases("cases_of_an_auction", PRESETS["auction"]),
)


@dataclass(frozen=True)
class Step:
    """A link to a step: the deal as it is said there, how many statements of it were begun, and what is opened."""

    version: str
    begun: int
    do: str
    pick: str
    address: str

    def leads(self, goal: Log, rules: Ruleset) -> tuple[int, int]:
        """Return how near this is to *goal*: how few statements differ, and how many were begun."""
        version = parse_log(self.version, rules)
        same = SequenceMatcher(None, version, goal, autojunk=False).get_matching_blocks()
        begun = self.begun if version[: self.begun] == goal[: self.begun] else -1
        return 2 * sum(block.size for block in same) - len(version) - len(goal), begun


def steps(page: Page, recorded: str = "") -> list[Step]:
    """The steps that a page leads to."""
    found = []
    for node in page.root.all("a"):
        address = urlsplit(node.attrs["href"])
        if address.path.endswith("/again"):
            asked = {name: values[0] for name, values in parse_qs(address.query).items()}
            version, begun = asked.get("version", recorded), int(asked["at"]) - 1
            found.append(Step(version, begun, asked.get("do", ""), asked.get("pick", ""), node.attrs["href"]))
    return found


def follow(phone: Phone, page: Page, recorded: str, becomes: str, rules: Ruleset = FOUR) -> Page:
    """
    Go from the page of a line to the one that offers to keep the deal as it *becomes*, or to ask for it.

    Of the keys that say more of it, the one that says most is tapped; without one, further keys are opened, first those
    that are nearest to where the two differ.
    """
    goal, said = parse_log(becomes, rules), version(page, recorded)
    reached = Step(said, 0, "", "", "").leads(goal, rules)
    seen, unread = set[str](), list[Step]()
    while not (may_keep(page) and parse_log(said, rules) == goal):
        found = steps(page, recorded)
        tapped = [each for each in found if not each.do + each.pick]
        near = max(tapped, key=lambda each: each.leads(goal, rules), default=None)
        if near is not None and near.leads(goal, rules) > reached:
            step, reached, seen, unread = near, near.leads(goal, rules), set(), []
        else:
            new = [each for each in found if each.address not in seen and each.do + each.pick]
            seen |= {each.address for each in new}
            pairs = enumerate(zip_longest(parse_log(said, rules), goal))
            differs = next((at for at, (one, other) in pairs if one != other), 0)
            unread = sorted(unread + new, key=lambda step: abs(step.begun - differs))
            assert unread, f"no link leads from {said!r} to {becomes!r}"
            step = unread.pop(0)
        page = phone.get(step.address)
        assert page.status == 200
        said = version(page, step.version)
    return page


def version(page: Page, otherwise: str) -> str:
    """The deal as a page says it, by the links that change nothing of it."""
    return next((each.version for each in steps(page, otherwise) if each.do + each.pick), otherwise)


KEEPS = ("Keep", "Ask for this correction", "Correct it as the director")


def may_keep(page: Page) -> bool:
    """Whether a page lets the deal be kept as it is said, or asked for."""
    return any(node.text in KEEPS for tag in ("button", "a") for node in page.root.all(tag))


def timeline(page: Page, number: int) -> str:
    """Where the line of statement *number* of a deal leads."""
    line = next(each for each in page.root.nodes if each.attrs.get("id") == f"s{number}")
    return line.all("a")[0].attrs["href"]
