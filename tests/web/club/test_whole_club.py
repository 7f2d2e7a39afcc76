"""
A club of twelve, played through its pages alone: every format, a dispute, a withdrawal, a merge and an erasure.

After every step bean-check accepts the journal of the book, and its accounts hold what the standings show.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from beancount import loader

from scorer.service.club.fixtures import FixtureNow
from scorer.service.club.verification import verify
from tests.web.club.test_season_companies import started
from tests.web.club.test_seasons import stepped
from tests.web.club.visitors import Visit, visiting
from tests.web.conftest import Page, Phone
from tests.web.test_companies import paper

NAMES = ("Ada", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lea")
POST = "Post to the ledger"


@dataclass
class Club:
    visit: Visit
    director: Phone

    def get(self, path: str) -> Page:
        return self.director.get(f"{self.visit.path}/{path}")

    def do(self, path: str, words: str, *posts: str, **typed: str) -> Page:
        """Tap the key that begins with *words* on a page, and the one that *posts* what it previews."""
        page = self.get(path)
        keys = [node.text for node in page.root.all("button")]
        assert [each for each in keys if each.startswith(words)], (path, words, keys)
        key = next(each for each in keys if each.startswith(words))
        done = self.director.send(page, key, **typed)
        for key in [node.text for node in done.root.all("button") if node.text in (POST, *posts)]:
            done = self.director.send(done, key)
        assert done.status == 200, done.text
        self.check()
        return done

    def check(self) -> None:
        """Have bean-check accept the journal, and find the points of each standings in its accounts."""
        journal = self.director.client.get(f"{self.visit.path}/export/file?form=journal").text
        _, errors, _ = loader.load_string(journal)
        assert errors == [], errors[0].message
        services, held = self.visit.club.services, dict[tuple[int, int], int]()
        for season, member, balance in re.findall(r"balance Assets:Season(\d+):Member(\d+)  (-?\d+) POINTS\n", journal):
            held[int(season), int(member)] = int(balance)
        for season in services.seasons.seasons(1):
            for row in services.standings.now(1, season.number).table.rows:
                merged = [each for each in held if each == (season.number, row.member)]
                assert sum(held[each] for each in merged) == row.tally.balance, (season.number, row.member)

    def open(self, name: str, *members: int, **terms: str) -> int:
        """Open a season by its form, step by step, and enter members, or everybody."""
        *_, shown = stepped(self.director, self.visit.path, name=name, **terms)
        page = self.director.send(shown, "Open the season")
        assert page.status == 200, page.text
        season = len(self.visit.club.services.seasons.seasons(1))
        if members:
            data = {"member": [str(each) for each in members], "csrf_token": self.director.token}
            self.director.client.post(f"{self.visit.path}/s/{season}/entrants", data=data)
        else:
            self.director.send(page, next(node.text for node in page.root.all("button")))
        assert set(self.visit.club.services.seasons.entrants(1, season)) >= set(members)
        return season

    def fixtures(self, season: int) -> Iterator[FixtureNow]:
        """Yield the fixtures to play, as they are after each."""
        while left := [each for each in self.visit.club.services.seasons.fixtures_now(1, season) if each.is_open]:
            yield left[0]

    def enter(self, season: int, first: int, second: int, round_: int = 0, points: int = 0, **how: str) -> Page:
        """Enter a partie from paper that the first player wins by the number of points, or as given."""
        deals = {
            f"{seat}{number}": str(20 + (points if (seat, number) == ("a", 1) else 0))
            for number in range(1, 7)
            for seat in "ab"
        }
        totals = {"total_a": str(120 + points), "total_b": "120"}
        path = f"s/{season}/paper?first={first}&second={second}&round={round_}"
        return self.do(path, how.pop("key", "Preview and post"), **deals, **totals, **how)

    def play(self, season: int) -> None:
        """Play the fixtures that are drawn: the lower number wins, the more the further apart they are."""
        for each in self.fixtures(season):
            assert each.second is not None
            won = each.second - each.first
            deals = (each.first, each.second) if won > 0 else (each.second, each.first)
            path = f"s/{season}/fixtures/{each.round}/{each.table}"
            if won > 0:
                self.enter(season, *deals, each.round, points=won)
            else:
                self.do(path, f"{NAMES[each.second - 1]} wins by forfeit")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with visiting(tmp_path, *NAMES) as visit:
        yield Club(visit, visit.director)


@pytest.mark.slow
def test_a_club_lives_through_every_format_a_dispute_a_merge_and_an_erasure_by_its_pages(club: Club) -> None:
    swiss = club.open("Swiss", format="swiss", rounds="2")
    club.do(f"s/{swiss}/fixtures", "Draw the fixtures", lots="as_entered", first_day="2026-12-01")
    club.play(swiss)
    club.do(f"s/{swiss}/fixtures", "Draw the next round", first_day="2026-12-08")
    club.play(swiss)
    robin = club.open("Robin", 1, 2, 3, 4, 5, format="single", grace_days="7", forfeit_average="yes", rate="1")
    club.do(f"s/{robin}/fixtures", "Draw the fixtures", lots="as_entered")
    first = next(club.fixtures(robin))
    club.do(f"s/{robin}/fixtures/{first.round}/{first.table}", f"{NAMES[first.first - 1]} wins by forfeit")
    club.do(f"s/{robin}/entrants/5", "Withdraw Eve", reason="abroad")
    club.do(f"s/{robin}/entrants/5", "Let Eve return")
    club.do(f"s/{robin}/entrants/5", "Withdraw Eve", reason="abroad again", substitute="6")
    club.do(f"s/{robin}/entrants/4", "Withdraw Dan", reason="moving away")
    club.visit.club.clock.later(days=8)
    club.do(f"s/{robin}/entrants/4", "Settle")
    club.play(robin)
    club.do(f"s/{robin}/penalty", "Preview", member="1", points="20", reason="late")
    club.do(f"s/{robin}/fixtures/play-off?seeds=2", "Open the play-off")
    club.play(robin + 1)
    double = club.open("Double", 1, 2, 3, format="double")
    club.do(f"s/{double}/fixtures", "Draw the fixtures", lots="as_entered")
    club.play(double)
    assert "2–0" in club.get(f"s/{double}/cross-table").text
    circle, ada = club.open("Circle", 1, 2, 3, frame="chouette"), club.visit.member(1)
    card = started(club.visit, ada, circle)
    assert paper(ada, card, 0, by="result", winner="0", points="150").status == 303
    for member in (1, 2, 3):
        phone = club.visit.member(member)
        phone.send(phone.get(f"/company/{card}/signatures"), f"{NAMES[member - 1]} signs")
    club.check()
    assert "Ada +300" in club.get("book").text
    cup = club.open("Cup", *range(1, 9), format="knock_out")
    club.do(f"s/{cup}/fixtures", "Draw the fixtures", lots="as_entered")
    club.play(cup)
    for _ in range(2):
        club.do(f"s/{cup}/fixtures", "Draw the next round")
        club.play(cup)
    club.do("members", "Admit these members", names="Idda")
    typo = len(NAMES) + 1
    open_ = club.open("Open", 1, 2, 3, typo)
    page = club.enter(open_, 1, 2, points=60, key="Enter for both to sign")
    code = re.findall(r"Code ([A-Z0-9]{6})", page.text)[0]
    phones = {member: club.visit.member(member) for member in (1, 2, 3)}
    for member in (1, 2):
        phones[member].send(phones[member].get(f"/p/{code}/settlement"), f"{NAMES[member - 1]} signs")
    club.check()
    page = phones[2].get(f"/p/{code}/ask/correction")
    page = phones[2].get(
        f"{next(href for words, href in page.links().items() if words.startswith('Deal 1'))}?total0=20&total1=80"
    )
    page = phones[2].send(
        phones[2].get(page.links()["Ask for this correction"]), "Request a correction", reason="Swapped."
    )
    dispute = f"/p/{code}/disputes/1"
    phones[1].send(phones[1].get(dispute), "Contest the correction", words="I wrote it down.")
    ruling = {"words": "Both pads say so.", "law": "Law 74"}
    page = club.director.send(club.director.get(dispute), "Correct it", **ruling)
    club.director.send(page, POST)
    club.check()
    assert "Both pads say so." in phones[1].get(f"/p/{code}/settlement").text
    club.enter(open_, typo, 3, points=30)
    club.do(f"members/{typo}/merge", "Preview the merge", "Merge Idda into Ida", into="9")
    for season in (swiss, open_):
        club.visit.club.clock.later(days=3)
        club.do(f"s/{season}/close", "Preview")
    club.do("members/12/edit", "Mark as left")
    club.director.post(f"{club.visit.path}/sign-in", {"name": "Ann", "password": "a long password"})  # days later
    club.do("members/11/erase", "Erase the name", asked="yes")
    assert "Kit" not in club.director.client.get(f"{club.visit.path}/export/file?form=json").text
    assert "Ida" in club.get(f"s/{open_}/").text
    assert list(verify(club.visit.club.engine, now=club.visit.club.clock())) == []
    feed = phones[3].client.get(f"{club.visit.path}/feed.atom")
    assert (feed.status_code, b"Swiss" in feed.data) == (200, True)
