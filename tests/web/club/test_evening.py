"""An evening of eleven, run by its director through pages alone, and what its members see."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorer.ledger.terms import Format
from scorer.service.club.disputes.cases import Correction, DisputeKind, ReplyKind
from scorer.service.club.seasons.evenings import EveningNow, TableTonight
from tests.web.club.conftest import TRICK, Visit, visiting
from tests.web.conftest import Page, Phone

NAMES = (
    "Ada",
    "Ben",
    "Cem",
    "Dora",
    "Emil",
    "Flora",
    "Georg",
    "Hanna",
    "Ivo",
    "Édith",
    "Kim",
    "Lea",
)
LEA = 12
"""She is a member of the club, but not of the season."""

DAY = "2026-11-21"


@dataclass
class Evening:
    """The page of an evening on the director's laptop, whose clicks are counted."""

    visit: Visit
    season: int
    phone: Phone
    page: Page
    clicks: int = 0

    @property
    def now(self) -> EveningNow:
        return self.visit.club.services.evenings.now(self.visit.club.id, self.season, DAY)

    @property
    def at(self) -> str:
        return f"{self.visit.path}/s/{self.season}/evening/{DAY}"

    def open(self) -> None:
        """Open *Tonight* from the first page of the club."""
        self.page = self.phone.get(f"{self.visit.path}/tonight")
        self.page = self.phone.get(self.page.headers["Location"])

    def look(self) -> Page:
        """Look at the page again, as its tables do by themselves."""
        self.page = self.phone.get(self.at)
        return self.page

    def tap(self, words: str, **typed: str) -> Page:
        self.clicks += 1
        self.page = self.phone.send(self.page, words, **typed)
        assert self.page.status == 200, self.page.text
        return self.page

    def follow(self, words: str) -> Page:
        self.clicks += 1
        links = [(text, href) for text, href in self.page.links().items() if words in text]
        _, address = links[0]
        self.page = self.phone.get(address)
        return self.page

    def come(self, *names: str) -> None:
        for name in names:
            self.tap(name)

    def swap(self, one: int, other: int) -> None:
        """Tap one of the pairing, then the other."""
        marking = self.page.root.all("a", **{"aria-label": f"Move {NAMES[one - 1]}"})
        self.page = self.phone.get(marking[0].attrs["href"])
        (key,) = self.page.root.all("button", name="other", value=str(other))
        self.page = self.phone.tap_form(key)
        self.clicks += 2

    def play(self, table: TableTonight, **signed: Any) -> str:
        """Two play the partie of a table, which the first wins."""
        club = self.visit.club
        first, second = table.members
        round_ = table.table.plan.round
        return club.play(self.season, first, second, round_=round_, **signed).sheet.code


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Eleven play a Swiss of two rounds; nobody is here yet."""
    with visiting(tmp_path, *NAMES) as visit:
        season = visit.club.season(*range(1, LEA), name="Autumn", format=Format.SWISS, rounds=2)
        found = Evening(visit, season, visit.director, visit.director.get(f"{visit.path}/"))
        found.open()
        yield found


def test_an_evening_of_eleven(evening: Evening) -> None:
    """Two are late and one is absent; a pair is changed, somebody is replaced, one has a bye, and
    two dispute their result.
    """
    club = evening.visit.club

    # Round 1: eight are here. Two change seats, and Hanna is replaced by Lea before she plays.
    evening.come("Ada", "Ben", "Cem", "Dora", "Emil", "Flora", "Georg", "Hanna")
    evening.tap("Pair the 8")
    one, other, *_ = (each.members[0] for each in evening.now.evening.plan)
    evening.swap(one, other)
    evening.tap("Draw and start")
    evening.follow("Hanna leaves")
    evening.tap("Withdraw Hanna", reason="Hanna is unwell", substitute=str(LEA))
    evening.tap("Post to the ledger")
    evening.look()
    assert LEA in {member for each in evening.now.tables for member in each.members}

    # One of the four parties is disputed, which stands first until the players agree.
    tables = evening.now.tables
    for table in tables[1:]:
        evening.play(table)
    code = evening.play(tables[0], signed=(0,))
    first, second = (club.members[each] for each in tables[0].members)
    disputes = club.services.disputes
    asked = Correction(deal=2, said=TRICK)
    disputes.file(code, second, DisputeKind.CORRECTION, "I took the last.", asked)
    assert evening.look().text.index("Needs you") < evening.page.text.index("Who is here")
    disputes.reply(code, first, ReplyKind.AGREES)
    club.sign(code, first.member, second.member)
    assert "Needs you" not in evening.look().text

    # Round 2: two have come late, Georg has gone home: nine play, so one has a bye.
    evening.come("Lea", "Ivo", "Édith", "Georg")
    evening.tap("Pair the 9")
    evening.tap("Draw and start")
    assert sum(each.plan.is_bye for each in evening.now.evening.tables) == 1
    for table in evening.now.tables:
        if table.table.plan.round == 2:
            evening.play(table)

    # The end: the bulletin, and the day of the next evening.
    evening.look()
    evening.tap("Set the day", next="2026-12-05")
    evening.tap("End the evening")
    assert "The next is on Saturday 5 December" in evening.page.text
    bulletin = evening.follow("Bulletin of round 2")
    assert "has a bye" in bulletin.text
    assert evening.clicks == 24
    assert club.faults == []
    assert standings(evening) == recomputed(evening)


def standings(evening: Evening) -> dict[int, tuple[int, int]]:
    """Points and match points of everybody, as the export has them."""
    rows = evening.visit.club.document()["standings"]
    return {row["member"]: (row["balance"], row["match_points"]) for row in rows}


WIN = 2
BYE = 2
SAT_OUT = 1
"""Match points by the usual terms."""


def recomputed(evening: Evening) -> dict[int, tuple[int, int]]:
    """Points and match points, added up from the parties and the byes of the export."""
    document = evening.visit.club.document()
    points = Counter[int]()
    matches = Counter[int]()
    for row in document["parties"]:
        both = [row["first"], row["second"]]
        winner = both.pop(row["winner"] - 1)
        (loser,) = both
        points[winner] += row["points"]
        points[loser] -= row["points"]
        matches[winner] += WIN
    for row in document["entries"]:
        if row["kind"] == "bye given":
            body = json.loads(row["text"])["body"]
            matches[body["member"]] += SAT_OUT if body.get("absent") else BYE
    return {member: (points[member], matches[member]) for member in range(1, LEA + 1)}
