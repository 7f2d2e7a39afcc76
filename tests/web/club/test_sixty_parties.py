"""A season of sixty parties that came in by every way there is, recomputed from its export alone.

The standings are reckoned here from the terms, the deals and the entries of the export, in words of
the laws and not with the program's own code.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from beancount import loader
from beancount.core.data import Transaction

from scorer.ledger.chain import receipt
from scorer.ledger.terms import Doubling, Format, Stakes, TieBreak
from scorer.service.club.disputes.cases import THE_TERMS, Correction, DisputeKind
from scorer.service.club.seasons.fixtures import FixtureNow, Lots
from scorer.service.club.transfer.exporting import ExportFormat
from tests import there
from tests.service.club.transfer.test_spreadsheets import workbook
from tests.web.club.conftest import TRICK, Visit, visiting
from tests.web.club.test_any_sheet import Taking
from tests.web.conftest import Phone

PEOPLE = (
    "Ada Brown",
    "Ben O’Hara",
    "Jana Nováková",
    "Dörte Groß",
    "Cem Kaya",
    "Fay Lund",
    "Gus Mann",
    "Ida Nagy",
    "Jo Orr",
    "Kim Page",
    "Lea Quist",
    "Max Roth",
)

ERASED = 4
NICKNAME = "Eddy"

WRITTEN = {1: "Brown, Ada", 2: "Ben OHara", 3: "Novakova, Jana", ERASED: NICKNAME}
"""How the files call some members; the others by their names."""

WAYS = ("FFFF", "SSSS", "FFFS", "SFFF", "FSSS", "SSFS", "FSFF")
"""Who makes the capots of the four deals of a partie that was played by statements: the first
player or the second.
"""


def logs(way: str) -> Iterator[str]:
    """Yield the statements of four deals; the first player is elder in the first and the third."""
    for deal, by in enumerate(way):
        elder = "FS"[deal % 2]
        yield f"tricks {'E' if by == elder else 'Y'}12"


@dataclass
class Sixty:
    """A round robin of twelve, and what comes into it."""

    visit: Visit
    season: int = 0
    fixtures: list[FixtureNow] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(60))

    def begin(self) -> None:
        club = self.visit.club
        self.season = club.season(
            *range(1, 13),
            format=Format.SINGLE,
            order=(TieBreak.MATCH_POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.POINTS),
            stakes=Stakes(25, doubled=Doubling.FOR_A_RUBICON),
            forfeit_points=150,
        )
        club.services.seasons.draw(club.director, self.season, Lots.AS_ENTERED)
        self.fixtures = [*club.services.seasons.fixtures_now(club.id, self.season)]
        assert len(self.fixtures) == 66

    def pairs(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield round, first and second player of some fixtures."""
        for each in self.fixtures[start:end]:
            yield each.round, each.first, there(each.second)

    def statements(self, start: int, end: int) -> None:
        for number, (round_, first, second) in enumerate(self.pairs(start, end)):
            way = WAYS[number % len(WAYS)]
            self.visit.club.play(self.season, first, second, *logs(way), round_=round_)

    def totals(self, start: int, end: int) -> None:
        for round_, first, second in self.pairs(start, end):
            deals = [(self.random.randrange(60), self.random.randrange(60)) for _ in range(3)]
            self.visit.club.from_paper(
                self.season, first, second, [*deals, (61, self.random.randrange(9))], round_
            )

    def rows(self, start: int, end: int) -> Iterator[tuple[int, date, str, str, int, int]]:
        """Yield rows of a file: round, day, both names and totals, the second player first."""
        for number, (round_, first, second) in enumerate(self.pairs(start, end)):
            one, other = (WRITTEN.get(each, PEOPLE[each - 1]) for each in (second, first))
            high = self.random.randrange(90, 190)
            low = self.random.randrange(40, high)
            own, others = (high, low) if number % 3 else (low, high)
            yield round_, date(2026, 10, number % 28 + 1), one, other, own, others

    def workbook(self, start: int, end: int) -> bytes:
        heading = ("Round", "Date", "Player 1", "Player 2", "Score 1", "Score 2")
        return workbook(("Winter league",), (), heading, *self.rows(start, end))

    def margins(self, start: int, end: int) -> str:
        lines = ["Rd;Datum;Spieler 1;Spieler 2;Sieger;Differenz"]
        for round_, day, one, other, own, others in self.rows(start, end):
            won = one if own > others else other
            named = f"{round_};{day:%d.%m.%Y};{one};{other};{won}"
            lines.append(f"{named};{abs(own - others) + 100},0")
        return "\r\n".join(lines)

    def take_in(self, name: str, data: bytes | str) -> Taking:
        """Take in a file with what the club knows of it, and with who is called by a nickname."""
        # What one director posts at one moment is one import.
        self.visit.club.clock.later(minutes=5)
        taking = Taking(self.visit, name, data, self.season)
        if taking.title == "Columns":
            taking.columns()
        if taking.title == "Names":
            asked = [each.text for each in taking.page.root.all("legend")]
            taking.names(**{f"other-{asked.index(NICKNAME)}": PEOPLE[ERASED - 1]})
        return taking


@pytest.fixture
def sixty(tmp_path: Path) -> Iterator[Sixty]:
    with visiting(tmp_path, *PEOPLE) as visit:
        made = Sixty(visit)
        made.begin()
        yield made


# What happens


def deny(sixty: Sixty, at: int) -> None:
    """One never signed: the partie is taken out, and they play it again."""
    club = sixty.visit.club
    ((round_, first, second),) = sixty.pairs(at, at + 1)
    code = club.play(sixty.season, first, second, round_=round_).sheet.code
    why = "I was on the tram."
    club.services.disputes.file(code, club.members[second], DisputeKind.DENIAL, why)
    club.services.disputes.take_out(
        code, club.director, words="The phone was at the bar.", law=THE_TERMS
    )
    club.play(sixty.season, first, second, *logs("SSSS"), round_=round_)


def dispute(sixty: Sixty, at: int) -> None:
    """The loser had one trick more, and the director corrects it."""
    club = sixty.visit.club
    ((round_, first, second),) = sixty.pairs(at, at + 1)
    code = club.play(sixty.season, first, second, round_=round_).sheet.code
    asked = Correction(deal=2, said=TRICK)
    club.services.disputes.file(
        code, club.members[second], DisputeKind.CORRECTION, "The last trick was mine.", asked
    )
    club.services.disputes.rule(code, club.director, follow=True, words="Seen.", law="Law 74")


def undo(phone: Phone, link: str) -> None:
    """Reverse an import, as its page offers it, after a preview."""
    page = phone.get(link)
    page = phone.send(page, "Preview the changes", reason="That was the season before.")
    phone.send(page, "Post to the ledger")


# The standings, from the export alone


@dataclass
class Played:
    """A partie as it counts: who played, who won (no draw occurs here), and what it pays."""

    pair: tuple[int, int]
    winner: int
    points: int
    rubicon: bool


def settled(rules: Mapping[str, Any], totals: Sequence[int]) -> tuple[int, int, bool]:
    """Return the winner, what the loser pays, and whether they are under the Rubicon (Law 72)."""
    low, high = sorted(totals)
    is_under = low < rules["rubicon"]
    paid = high + low if is_under else high - low
    return totals.index(high), paid + rules["partie_bonus"], is_under


def by_deals(document: Any, rules: Mapping[str, Any]) -> dict[str, tuple[int, int, bool]]:
    """Return how each partie is settled by its deals, by its code."""
    found = {}
    for code, rows in groupby(document["deals"], key=lambda row: row["partie"]):
        deals = [*rows]
        totals = [
            sum(row[of] * row["weight"] for row in deals)
            for of in ("first_points", "second_points")
        ]
        found[code] = settled(rules, totals)
    return found


def parties(document: Any) -> Iterator[Played]:
    """Yield the parties that count: what an entry posts that is not reversed.

    Of those with a sheet the result is reckoned from the deals, of a result only from its totals if
    it has them, and a walkover costs what the terms say.
    """
    (season,) = document["seasons"]
    deals = by_deals(document, season["ruleset"]["values"])
    for row in document["entries"]:
        body = json.loads(row["entry_text"])["body"] if row["kind"] == POSTED else None
        if body is None or row["reversed_by"] is not None:
            continue
        result = body["result"]
        stated = result["winner"], result["points"], result["rubicon"]
        known = result.get("known", "deals")
        if result["forfeit"]:
            assert stated == (result["winner"], season["forfeit_points"], False)
        elif known == "deals":
            assert stated == deals[body["code"]]
        elif known == "totals":
            assert stated == settled(
                season["ruleset"]["values"], [side["total"] for side in result["sides"]]
            )
        winner, points, rubicon = stated
        yield Played(tuple(body["members"]), winner, points, rubicon)


POSTED = "sheet posted"


@dataclass
class Line:
    """What is reckoned of a member."""

    parties: int = 0
    won: int = 0
    match_points: int = 0
    balance: int = 0
    rubicons: int = 0


def ranked(lines: Mapping[int, Line], played: Sequence[Played]) -> list[list[int]]:
    """Return the members by rank: by match points, then by head-to-head if all who are level have
    met each other, then by points.
    """

    def head_to_head(level: Sequence[int], member: int) -> Fraction:
        met = [each for each in played if {*each.pair} <= {*level} and member in each.pair]
        own = sum(each.pair[each.winner] == member for each in met)
        return Fraction(2 * own, len(met))

    def parted(group: Sequence[int], figures: Mapping[int, Any]) -> Iterator[list[int]]:
        for figure in sorted({*figures.values()}, reverse=True):
            yield [member for member in group if figures[member] == figure]

    found = list[list[int]]()
    for level in parted([*lines], {each: line.match_points for each, line in lines.items()}):
        met = {frozenset(each.pair) for each in played}
        have_met = all(
            frozenset((one, other)) in met for one in level for other in level if one < other
        )
        groups = [level]
        if have_met and len(level) > 1:
            groups = [*parted(level, {each: head_to_head(level, each) for each in level})]
        for group in groups:
            found += parted(group, {each: lines[each].balance for each in group})
    return found


def recomputed(document: Any) -> tuple[dict[int, Line], list[list[int]], int]:
    (season,) = document["seasons"]
    lines = {row["member"]: Line() for row in document["entrants"]}
    played = [*parties(document)]
    for each in played:
        for player, member in enumerate(each.pair):
            line = lines[member]
            won = player == each.winner
            line.parties += 1
            line.won += won
            line.match_points += season["win"] if won else season["loss"]
            line.balance += each.points if won else -each.points
            line.rubicons += won and each.rubicon
    return lines, ranked(lines, played), len(played)


# The proof


def shown(visit: Visit, season: int) -> Iterator[tuple[str, str, int, int]]:
    """Yield of each row on the page of the standings: rank, name, match points and points."""
    page = visit.director.get(f"{visit.path}/s/{season}/")
    (table,) = page.root.all("table", class_="ranks")
    heading, *rows = table.all("tr")
    assert [cell.text for cell in heading.all("th")][-2:] == ["MP", "Points"]
    for row in rows:
        for name in row.all("th"):
            rank, *_, match_points, points = (cell.text for cell in row.all("td"))
            yield rank, name.text, int(match_points), whole(points)


def whole(text: str) -> int:
    return int(text.replace(",", "").replace("\N{MINUS SIGN}", "-"))


def exported(document: Any) -> tuple[dict[int, Line], list[list[int]]]:
    """Return the standings of the export as they are reckoned here."""
    rows = document["standings"]
    lines = {
        row["member"]: Line(
            parties=row["parties"],
            won=row["won"],
            match_points=row["match_points"],
            balance=row["points_won"] - row["points_lost"],
            rubicons=row["rubicons_inflicted"],
        )
        for row in rows
    }
    ranks = groupby(rows, key=lambda row: row["rank"])
    return lines, [[row["member"] for row in level] for _, level in ranks]


def as_shown(
    document: Any, lines: Mapping[int, Line], order: Sequence[Sequence[int]]
) -> Iterator[tuple[str, str, int, int]]:
    names = {row["member"]: row["name"] for row in document["standings"]}
    rank = 1
    for level in order:
        for member in level:
            line = lines[member]
            yield str(rank), names[member], line.match_points, line.balance
        rank += len(level)


def held_in_journal(visit: Visit) -> dict[int, tuple[int, int]]:
    """Return the points and the match points that each member has in the end of the journal, which
    bean-check accepts.
    """
    entries, errors, _ = loader.load_string(visit.club.exported(ExportFormat.JOURNAL).decode())
    assert errors == []
    held = defaultdict[int, Counter[str]](Counter)
    for entry in entries:
        for each in entry.postings if isinstance(entry, Transaction) else ():
            of = re.match(r"Assets:Season1:Member(\d+):", each.account)
            if of is not None:
                units = there(each.units)
                held[int(of[1])][units.currency] += int(there(units.number))
    return {member: (each["POINTS"], each["MATCH-POINTS"]) for member, each in held.items()}


def check_receipts(visit: Visit, document: Any) -> None:
    """Check the receipt of each player for each entry that posts a partie."""
    club = visit.club
    posted = [row for row in document["entries"] if row["kind"] == POSTED]
    assert len(posted) == 60 + 3 + 2  # three were undone, one was denied, one was corrected
    for row in posted:
        for player in (0, 1):
            text = receipt(row["entry"], player, row["digest"])
            found = there(club.services.receipts.check(club.id, text, with_names=False))
            assert found.faults == ()
            assert (found.reversed is None) is (row["reversed_by"] is None)


def test_a_season_of_sixty_parties_is_recomputed_from_its_export(sixty: Sixty) -> None:
    visit = sixty.visit
    club = visit.club
    phone = visit.director
    ((round_, _, present),) = sixty.pairs(0, 1)
    club.services.seasons.forfeit(club.director, sixty.season, (round_, 1), present)
    deny(sixty, 1)
    dispute(sixty, 2)
    sixty.statements(3, 22)
    sixty.totals(22, 36)
    by_totals = sixty.workbook(36, 50)
    assert "posted to the ledger" in sixty.take_in("winter.xlsx", by_totals).post().text
    by_margin = sixty.margins(50, 60)
    assert "posted to the ledger" in sixty.take_in("liga.csv", by_margin).post().text
    undone = sixty.take_in("before.csv", sixty.margins(60, 63)).post()
    undo(phone, undone.links()["Reverse this import"])

    # The same files again post nothing.
    before = len(club.entries)
    for name, data in (("winter.xlsx", by_totals), ("liga.csv", by_margin)):
        again = sixty.take_in(name, data)
        assert "Post all parties" not in again.page.text
        assert len(again.faults) == (14 if name == "winter.xlsx" else 10)
    assert len(club.entries) == before

    club.services.people.erase(club.director, ERASED)
    document = club.document(season=sixty.season)
    assert NICKNAME not in json.dumps(document)
    lines, order, count = recomputed(document)
    assert count == 60
    assert exported(document) == (lines, order)
    assert [*shown(visit, sixty.season)] == [*as_shown(document, lines, order)]
    assert held_in_journal(visit) == {
        member: (line.balance, line.match_points) for member, line in lines.items()
    }
    assert club.faults == []
    check_receipts(visit, document)

    # Nobody guesses who the file calls by the name that is erased.
    asked = Taking(visit, "winter.xlsx", by_totals, sixty.season)
    assert asked.title == "Names"
    assert [each.text for each in asked.page.root.all("legend")] == [NICKNAME]
