"""
A case of every kind of statement, and the way to its correction by links.

The way is found from page to page by what each page offers; no address is made up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args
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

AUCTION = PRESETS["auction"]

CALLS = "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good; E quart; Y how high; E to ace; Y good"
COUNT = "count E7 last E play 9"
DEAL = f"{CALLS}; {COUNT}"
CLEAN = "E point 5; Y good"
BIDS = "E bids 8; Y doubles; E redoubles; Y passes"
REST = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set; tricks E7 Y5"


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
        usual = f"E bids 7; Y passes; {REST}" if self.rules.auction else "tricks E12"
        logs = [usual] * self.rules.deals
        logs[self.deal] = log
        return logs

    def should_be(self, deals: int | None = None) -> Partie:
        """Return the partie as it should have been recorded, its first *deals* deals or all of them."""
        logs = self.logs(self.becomes)[:deals]
        records = tuple(DealRecord(parse_log(log, self.rules)) for log in logs)
        return play_partie(PartieRecord(self.rules, (Player("Ada"), Player("Ben")), records))


def _case(kind: str, log: str, number: int, change: str, becomes: str, **others: object) -> Case:
    kinds = {each.__name__: each for each in get_args(Statement)}
    return Case(kinds[kind], log, number, change, becomes, **others)  # type: ignore[arg-type]


CASES = (
    _case(
        "CarteBlancheShown", f"E carte blanche; {DEAL}", 1, "strike 1 for Y carte blanche", f"Y carte blanche; {DEAL}"
    ),
    _case("Exchanged", DEAL, 1, "strike 1 for E exchange 3", DEAL.replace("E exchange 5", "E exchange 3")),
    _case(
        "Called",
        DEAL,
        3,
        "strike 3 for E point 6; strike 5 for E making 56",
        DEAL.replace("point 5", "point 6").replace("49", "56"),
    ),
    _case(
        "Declined",
        f"{CALLS}; E no set; {COUNT}",
        11,
        "strike 11 for E trio of aces; insert Y good before 12",
        f"{CALLS}; E trio of aces; Y good; {COUNT}",
    ),
    _case("Asked", DEAL, 4, "strike 4 for Y good; strike 5; strike 6", DEAL.replace("Y how many; E making 49; ", "")),
    _case("PipsSaid", DEAL, 5, "strike 5 for E making 44", DEAL.replace("49", "44")),
    _case("HeadSaid", DEAL, 9, "strike 9 for E to king", DEAL.replace("to ace", "to king")),
    _case("Answered", DEAL, 10, "strike 10 for Y not good", f"{CALLS[:-4]}not good; {COUNT}"),
    _case(
        "Withdrawn",
        f"{CLEAN}; E withdraws point 5; E point 4; Y good; {COUNT}",
        3,
        "strike 3; strike 4; strike 5",
        f"{CLEAN}; {COUNT}",
    ),
    _case(
        "Proved",
        f"{DEAL}; E shows quart major",
        12,
        "strike 12 for E false quart major",
        f"{DEAL}; E false quart major",
    ),
    _case(
        "FoundFalse",
        f"{DEAL}; E false quart major",
        12,
        "strike 12 for E shows quart major",
        f"{DEAL}; E shows quart major",
    ),
    _case(
        "ReckonedNothing",
        f"{DEAL}; E reckons nothing",
        12,
        "strike 12 for Y reckons nothing",
        f"{DEAL}; Y reckons nothing",
    ),
    _case("Waived", f"{DEAL}; E reckons nothing; Y waives", 13, "strike 13", f"{DEAL}; E reckons nothing"),
    _case(
        "PlayedShort",
        f"{CLEAN}; Y short 1; tricks E7 Y4",
        3,
        "strike 3 for Y short 2; strike 14",
        f"{CLEAN}; Y short 2; tricks E7 Y3",
    ),
    _case(
        "CarteRougeShown",
        f"{CLEAN}; E quart; Y good; E trio of aces; Y good; E carte rouge; {COUNT}",
        7,
        "strike 7",
        f"{CLEAN}; E quart; Y good; E trio of aces; Y good; {COUNT}",
    ),
    _case("Conceded", "E concedes", 1, f"strike 1 for {COUNT}", COUNT, last=True),
    _case("TrickTaken", "tricks E7 Y5", 12, "strike 12 for tricks E1", "tricks E7 Y4 E1"),
    _case("TricksCounted", DEAL, 11, "strike 11 for count E7 last Y play 8", f"{CALLS}; count E7 last Y play 8"),
    _case("Struck", f"{CALLS}; {COUNT}; strike 10 for Y not good", 10, "strike 10 for Y good", DEAL),
    _case(
        "Inserted",
        f"{DEAL}; insert E trio of aces before 11; insert Y good before 11",
        12,
        "strike 12 for E trio of kings",
        f"{CALLS}; E trio of kings; Y good; {COUNT}",
    ),
    _case("Bid", f"{BIDS}; {REST}", 1, "strike 1 for E bids 9", f"{BIDS}; {REST}".replace("8", "9", 1), rules=AUCTION),
    _case(
        "Doubled",
        f"{BIDS}; {REST}",
        2,
        "strike 2 for Y passes; strike 3; strike 4",
        f"E bids 8; Y passes; {REST}",
        rules=AUCTION,
    ),
    _case(
        "Redoubled",
        f"{BIDS}; {REST}",
        3,
        "strike 3 for E passes; strike 4",
        f"E bids 8; Y doubles; E passes; {REST}",
        rules=AUCTION,
    ),
    _case(
        "Passed",
        f"E bids 8; Y passes; {REST}",
        2,
        "strike 2 for Y bids 9; insert E passes before 3",
        f"E bids 8; Y bids 9; E passes; {REST}",
        rules=AUCTION,
    ),
)
"""One slip of every kind, in a deal that is closed."""


def doors(page: Page) -> list[tuple[str, str]]:
    """The steps of a correction that a page leads to: the correction so far, and the address."""
    found = []
    for node in page.root.all("a"):
        address = node.attrs["href"]
        if "/statements/" in address:
            found.append((parse_qs(urlsplit(address).query).get("change", [""])[0], address))
    return found


def follow(phone: Phone, page: Page, change: str) -> Page:
    """
    Go from the page of a statement to the one that offers to keep *change* or to ask for it.

    Of the keys that lead to a part of it, the one that leads farthest is tapped; without one, further keys are opened.
    """
    reached, seen, unread = "", set[str](), [page]
    while unread:
        here = unread.pop(0)
        assert here.status == 200
        if reached == change and may_keep(here):
            return here
        found = doors(here)
        nearer = [
            (so_far, address)
            for so_far, address in found
            if len(so_far) > len(reached) and (change == so_far or change.startswith(f"{so_far}; "))
        ]
        if nearer:
            reached, address = max(nearer)
            unread, seen = [phone.get(address)], set()
            continue
        new = [address for so_far, address in found if so_far == reached and address not in seen]
        seen |= set(new)
        unread += [phone.get(address) for address in new]
    raise AssertionError(f"no link leads from {reached!r} to {change!r}")


def may_keep(page: Page) -> bool:
    """Whether a page lets the correction be kept or asked for."""
    wanted = {"Keep this correction", "Ask for this correction", "Correct it as the director"}
    return any(node.text in wanted for tag in ("button", "a") for node in page.root.all(tag))


def timeline(page: Page, number: int) -> str:
    """Where the line of statement *number* of a deal leads."""
    (line,) = page.root.all("li", id=f"s{number}")
    return line.all("a")[0].attrs["href"]
