"""An evening of eleven, run by its director through pages alone, and what its members see."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorer.ledger.matching import Unfair, Unfairness
from scorer.ledger.terms import Format
from scorer.rules.names import without_isolates
from scorer.service.club.seasons.evenings import EveningNow, TableTonight
from scorer.web.club.evenings import unfair_words
from tests.web.club.conftest import Visit, visiting
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

    def look(self) -> Page:
        """Look at the page again, as its tables do by themselves."""
        self.page = self.phone.get(self.at)
        return self.page

    def tap(self, words: str, /, **typed: str) -> Page:
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

    # One of the four parties is disputed, which stands first until the director has ruled.
    tables = evening.now.tables
    for table in tables[1:]:
        evening.play(table)
    code = evening.play(tables[0], signed=(0,))
    first, second = (evening.visit.member(each) for each in tables[0].members)
    page = second.get(f"/p/{code}/settlement")
    page = second.get(page.links()["Something is wrong pick the deal, or call the director"])
    second.send(page, "Refuse to sign", reason="I took the last trick.")
    assert evening.look().text.index("Needs you") < evening.page.text.index("Who is here")
    first.send(first.get(f"/p/{code}/disputes/1"), "Send the reply", words="I took it.")
    assert "I took it." in evening.look().text
    evening.follow("refuses to sign")
    evening.tap("The record stands", words="Both sheets say so.", law="Law 70")
    evening.tap("Post to the ledger")
    assert "Needs you" not in evening.look().text

    # Round 2: two have come late, Georg has gone home: nine play, so one has a bye.
    evening.come("Lea", "Ivo", "Édith", "Georg")
    evening.tap("Pair the 9")
    evening.tap("Draw and start")
    assert sum(each.plan.is_bye for each in evening.now.evening.tables) == 1
    *played, late = (each for each in evening.now.tables if each.table.plan.round == 2)
    for table in played:
        evening.play(table)

    # The last two play at the next evening: one proposes it, the other accepts.
    assert propose(evening, late) == 2
    assert accept(evening, late) == 1

    # The end: the bulletin, and the day of the next evening.
    evening.look()
    evening.tap("Set the day", next="2026-12-05")
    evening.tap("End the evening")
    assert "The next is on Saturday 5 December" in evening.page.text
    bulletin = evening.follow("Bulletin of round 2")
    assert "has a bye" in bulletin.text
    assert evening.clicks == 27
    assert club.faults == []
    assert standings(evening) == recomputed(evening)

    # The next evening begins with what the two have arranged.
    club.clock.later(days=14)
    evening.open()
    names = [without_isolates(evening.now.names[each]) for each in late.members]
    arranged = f"Arranged for this evening {' – '.join(names)} 19:30, round 2"
    assert arranged in without_isolates(evening.page.text)


NEXT_EVENING = {"day": "2026-12-05", "time": "19:30"}


def propose(evening: Evening, table: TableTonight) -> int:
    """One of a table proposes the day of the next evening, from their first page on.

    Return the clicks.
    """
    proposer, _ = table.members
    phone = evening.visit.member(proposer)
    home = phone.get(f"{evening.visit.path}/")
    page = phone.get(next(href for words, href in home.links().items() if "Next:" in words))
    assert "Saturday 5 December, 19:30" in phone.send(page, "Propose this day", **NEXT_EVENING).text
    return 2


def accept(evening: Evening, table: TableTonight) -> int:
    """The other accepts it on their first page, and both read it there. Return the clicks."""
    _, other = table.members
    phone = evening.visit.member(other)
    phone.send(phone.get(f"{evening.visit.path}/"), "Accept")
    for member in table.members:
        home = evening.visit.member(member).get(f"{evening.visit.path}/")
        assert "round 2, Saturday 5 December, 19:30, to play" in home.text
    return 1


# What members see


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Evening]:
    """Four play as they like."""
    with visiting(tmp_path, "Ada", "Ben", "Cem", "Dora") as visit:
        season = visit.club.season(1, 2, 3, 4, name="Winter")
        found = Evening(visit, season, visit.director, visit.director.get(f"{visit.path}/"))
        found.open()
        yield found


def test_the_first_page_of_a_member_begins_with_their_table(room: Evening) -> None:
    room.come("Ada", "Ben")
    room.tap("Pair the 2")
    room.tap("Start")
    home = room.visit.member(1).get(f"{room.visit.path}/")
    assert home.text.index("you meet Ben") < home.text.index("Winter open")


def test_a_member_begins_the_partie_of_their_table(room: Evening) -> None:
    room.come("Ada", "Ben")
    room.tap("Pair the 2")
    room.tap("Start")
    own = room.visit.member(1)
    table = own.send(own.get(room.at), "Begin")
    assert "Deal 1 of 4" in table.text
    assert "deal 1 of 4, 0 – 0" in room.look().text


def test_a_member_says_that_they_do_not_come_and_the_director_reads_it(room: Evening) -> None:
    own = room.visit.member(1)
    page = own.send(own.get(room.at), "I do not come that evening")
    assert "You do not come." in page.text
    next_evening = room.phone.get(room.at.replace(DAY, "2026-11-28"))
    assert "Ada does not come." in next_evening.text
    assert "I do not come that evening" in own.send(page, "I come after all").text


def test_a_new_person_is_found_by_a_plain_letter_or_admitted(room: Evening) -> None:
    room.visit.club.admit("Édith")
    room.page = room.phone.get(f"{room.at}?q=edith")
    room.tap("Enter Édith")
    room.page = room.phone.get(f"{room.at}?q=Georg")
    room.tap("Admit Georg as a new member")
    names = [str(room.now.names[each]) for each in room.now.evening.here]
    assert [without_isolates(each) for each in names] == ["Édith", "Georg"]


def test_who_is_here_without_a_table_is_named_once_the_others_play(room: Evening) -> None:
    room.come("Ada", "Ben", "Cem")
    room.tap("Pair the 3")
    room.tap("Start")
    (member,) = room.now.free
    assert f"{NAMES[member - 1]} is here and has no table." in room.page.text
    assert "Tap the names" not in room.page.text


def test_the_tables_are_sent_again_only_when_something_has_changed(room: Evening) -> None:
    first = room.phone.get(f"{room.at}/live")
    again = room.phone.client.get(
        f"{room.at}/live", headers={"If-None-Match": first.headers["ETag"]}
    )
    room.come("Ada")
    changed = room.phone.client.get(
        f"{room.at}/live", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304
    assert changed.status_code == 200


# Mistakes


REFUSED: dict[str, tuple[str, dict[str, str], str]] = {
    "nobody to pair": ("pairs", {"do": "pair"}, "At least two members"),
    "an unknown key": ("pairs", {"do": "fly"}, "Use the keys of this page."),
    "an unknown end": ("end", {"do": "fly"}, "Use the keys of this page."),
    "no member": ("here", {"do": "here"}, "Choose a member."),
    "one who is not of the season": ("here", {"came": "99"}, "is not in this season"),
    "no time": ("here", {"do": "late", "member": "1", "at": "soon"}, "is not a time"),
    "a day that has passed": ("end", {"do": "next", "next": "2026-11-20"}, "on a later day"),
    "an old pairing": ("pairs", {"do": "swap", "seen": "9", "one": "1", "other": "2"}, "since"),
    "a table that is not there": ("begin", {"started": "9"}, "was taken back"),
    "a member who is there already": ("new", {"name": "Ada"}, "The club has a member called"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_mistake_is_refused_with_what_to_do(room: Evening, name: str) -> None:
    where, typed, why = REFUSED[name]
    assert why in room.phone.post(f"{room.at}/{where}", typed).refusal


@pytest.mark.parametrize("day", ["2026-13-01", "today", "20261121", "2026-11-31"])
def test_what_is_no_day_has_no_evening(room: Evening, day: str) -> None:
    assert room.phone.get(room.at.replace(DAY, day)).status == 404


def test_a_club_without_an_open_season_has_no_evening(tmp_path: Path) -> None:
    with visiting(tmp_path, "Ada") as visit:
        assert "No season is open." in visit.director.get(f"{visit.path}/tonight").text


# Figures


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


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (Unfair(Unfairness.MORE_BYES, (1,), 2), "Ada has more byes than the others."),
        (Unfair(Unfairness.MORE_BYES, (1, 2), 2), "Ada and Ben have more byes than the others."),
        (
            Unfair(Unfairness.FURTHER_ROUNDS, (1, 2), 1),
            "Ada and Ben play in rounds after those of the others.",
        ),
    ],
    ids=["one", "two", "two in further rounds"],
)
def test_what_is_unfair_is_said_of_one_or_of_several(found: Unfair, says: str) -> None:
    assert unfair_words(found, dict(enumerate(NAMES, 1))) == says
