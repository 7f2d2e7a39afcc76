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
from scorer.web.club.fairness import unfair_words
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

SUBSTITUTE = "Enter the substitute"


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

    def replace(self, table: TableTonight, *, member: int, substitute: int) -> None:
        """Enter a substitute for a member of a table."""
        keys = [each for each in self.page.root.all("button") if each.text == SUBSTITUTE]
        forms = [Page.form(each) for each in keys]
        started = str(table.table.started)
        ((action, data),) = ((to, data) for to, data in forms if data["started"] == started)
        typed = data | {"member": str(member), "substitute": str(substitute)}
        self.page = self.phone.post(action, typed, token=data["csrf_token"])
        self.clicks += 1

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
    (table,) = (each for each in evening.now.tables if 8 in each.members)
    evening.replace(table, member=8, substitute=LEA)
    evening.tap("Post to the ledger")
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
    evening.come("Ivo", "Édith", "Georg")
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
    assert evening.clicks == 25
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


# Each kind of season


def opened(visit: Visit, *members: int, **terms: Any) -> Evening:
    """Return the page of an evening of a new season."""
    season = visit.club.season(*members, name="Autumn", **terms)
    found = Evening(visit, season, visit.director, visit.director.get(f"{visit.path}/"))
    found.open()
    return found


@pytest.fixture
def six(tmp_path: Path) -> Iterator[Visit]:
    """A club of nine; seasons are opened by the tests."""
    with visiting(tmp_path, *NAMES[:9]) as visit:
        yield visit


def drawn_robin(visit: Visit) -> Evening:
    """Return the page of an evening of four who play a round robin."""
    found = opened(visit, 1, 2, 3, 4, format=Format.SINGLE)
    visit.club.drawn(found.season, [(1, 2), (3, 4)], [(1, 3), (4, 2)], [(4, 1), (2, 3)])
    found.look()
    return found


def test_a_robin_that_is_not_drawn_leads_to_its_draw(six: Visit) -> None:
    robin = opened(six, 1, 2, 3, 4, format=Format.SINGLE)
    robin.come("Ada", "Ben")
    assert "The fixtures are not drawn yet." in robin.page.text
    assert "Draw the fixtures" in robin.follow("Draw the fixtures").text


def test_a_robin_is_played_fixture_by_fixture(six: Visit) -> None:
    robin = drawn_robin(six)
    robin.come("Ada", "Ben", "Cem", "Dora")
    robin.tap("Pair the 4")
    robin.tap("Start")
    for table in robin.now.tables:
        robin.play(table)
    robin.look()
    robin.tap("Pair the 4")
    assert {each.round for each in robin.now.evening.plan} == {2}


def test_two_of_a_robin_who_have_met_are_not_paired(six: Visit) -> None:
    robin = drawn_robin(six)
    robin.come("Ada", "Ben")
    robin.tap("Pair the 2")
    robin.tap("Start")
    robin.play(robin.now.tables[0])
    assert "Ada and Ben have no open fixture with one another." in robin.look().text
    assert "Pair the" not in robin.page.text


def test_a_robin_that_is_played_to_its_end_says_so(six: Visit) -> None:
    robin = opened(six, 1, 2, format=Format.SINGLE)
    six.club.drawn(robin.season, [(1, 2)])
    six.club.play(robin.season, 1, 2, round_=1)
    assert "All rounds are played." in robin.look().text


def test_a_knock_out_is_drawn_with_those_who_are_not_here(six: Visit) -> None:
    """Four play; the two who are not here are drawn against them or have a bye."""
    cup = opened(six, 1, 2, 3, 4, format=Format.KNOCK_OUT)
    cup.come("Ada")
    cup.tap("Pair round 1")
    assert "This fixture stays open for another day." in cup.page.text
    cup.tap("Draw and start")
    drawn = six.club.services.seasons.drawn_fixtures(six.club.id, cup.season)
    assert len(drawn) == 2
    assert not cup.now.tables
    assert "Round 1 goes on." in cup.page.text


def test_who_comes_later_plays_their_fixture_of_a_knock_out(six: Visit) -> None:
    cup = opened(six, 1, 2, 3, 4, format=Format.KNOCK_OUT)
    six.club.drawn(cup.season, [(1, 2), (3, 4)])
    cup.look()
    cup.come("Ada", "Cem", "Dora")
    cup.tap("Pair the 3")
    cup.tap("Start")
    cup.come("Ben")
    cup.tap("Pair the 2")
    assert [each.members for each in cup.now.evening.plan] == [(1, 2)]


def test_a_knock_out_goes_on_with_its_next_round(six: Visit) -> None:
    cup = opened(six, 1, 2, 3, 4, format=Format.KNOCK_OUT)
    six.club.drawn(cup.season, [(1, 2), (3, 4)])
    six.club.play(cup.season, 1, 2, round_=1)
    six.club.play(cup.season, 3, 4, round_=1)
    cup.look()
    cup.come("Ada", "Cem")
    cup.tap("Pair round 2")
    assert "To play for the third place too, draw the final with the fixtures" in cup.page.text
    cup.tap("Draw and start")
    assert [each.members for each in cup.now.tables] == [(1, 3)]


def test_of_a_swiss_it_is_said_who_sits_the_round_out_with_what(six: Visit) -> None:
    swiss = opened(six, 1, 2, 3, 4, 5, format=Format.SWISS, rounds=3)
    swiss.come("Ada", "Ben", "Cem")
    swiss.tap("Pair the 3")
    assert "has a bye" in swiss.page.text
    assert "Dora and Emil sit this round out, with 1 match point each." in swiss.page.text


def test_three_are_seated_at_one_table_and_two_are_too_few(six: Visit) -> None:
    pool = opened(six, 1, 2, 3, frame="chouette", order=())
    pool.come("Ada", "Ben")
    assert "At least 3 must be here for a table." in pool.page.text
    pool.come("Cem")
    pool.tap("Seat the 3")
    assert "Who sits where" in pool.page.text
    pool.tap("Start")
    pool.tap("Begin")
    assert "begun" in pool.look().text


# Who comes late, leaves, or plays for another


@pytest.fixture
def swiss(six: Visit) -> Evening:
    """Five of seven are here and play a round of a Swiss, one of them with a bye."""
    found = opened(six, 1, 2, 3, 4, 5, 6, 7, format=Format.SWISS, rounds=3)
    found.come("Ada", "Ben", "Cem", "Dora", "Emil")
    found.tap("Pair the 5")
    found.tap("Draw and start")
    return found


def test_a_round_is_drawn_again_with_who_comes_late(swiss: Evening) -> None:
    swiss.come("Flora")
    assert "Flora sits it out, with 1 match point." in swiss.page.text
    preview = swiss.tap("Draw round 1 again")
    assert "Flora comes late" in preview.text
    swiss.tap("Post to the ledger")
    swiss.tap("Draw and start")
    assert {member for each in swiss.now.tables for member in each.members} == {1, 2, 3, 4, 5, 6}
    assert len(swiss.now.tables) == 3
    assert swiss.visit.club.faults == []


def test_a_round_that_has_begun_is_not_drawn_again(swiss: Evening) -> None:
    first, second = swiss.now.tables[0].members
    swiss.visit.club.play(swiss.season, first, second, "tricks E12", round_=1)
    swiss.come("Flora")
    assert "Draw round 1 again" not in swiss.page.text
    refused = swiss.phone.post(f"{swiss.at}/late", {"do": "again"})
    assert "This round has begun and is not drawn again." in refused.refusal


def test_who_comes_late_plays_who_has_the_bye_though_the_round_has_begun(swiss: Evening) -> None:
    (bye,) = (each.plan.members[0] for each in swiss.now.evening.tables if each.plan.is_bye)
    swiss.play(swiss.now.tables[0])
    swiss.look()
    swiss.come("Flora")
    preview = swiss.tap("Let these two play")
    assert "Round 1 of Autumn is changed, Flora comes late" in preview.text
    swiss.tap("Post to the ledger")
    assert {bye, 6} in [{*each.members} for each in swiss.now.tables]
    assert not any(each.plan.is_bye for each in swiss.now.evening.tables)
    assert swiss.visit.club.faults == []


def test_who_comes_late_when_nobody_is_left_plays_in_the_next_round(swiss: Evening) -> None:
    swiss.come("Flora")
    swiss.tap("Let these two play")
    swiss.tap("Post to the ledger")
    swiss.play(swiss.now.tables[0])
    swiss.look()
    swiss.come("Georg")
    assert "Georg sits it out, with 1 match point." in swiss.page.text
    assert "Georg plays in the next one." in swiss.page.text


def test_who_is_entered_after_the_draw_is_late_too(swiss: Evening) -> None:
    swiss.page = swiss.phone.get(f"{swiss.at}?q=Hanna")
    swiss.tap("Enter Hanna")
    assert "Hanna was entered after its draw." in swiss.page.text
    swiss.tap("Let these two play", why="Hanna could not come earlier")
    swiss.tap("Post to the ledger")
    assert "By hand: Hanna could not come earlier" in swiss.page.text


def test_who_has_an_opponent_sits_the_round_out_for_who_has_the_bye(swiss: Evening) -> None:
    (bye,) = (each.plan.members[0] for each in swiss.now.evening.tables if each.plan.is_bye)
    member, other = swiss.now.tables[0].members
    preview = swiss.tap(f"{NAMES[member - 1]} sits this round out")
    assert "Round 1 of Autumn is changed" in preview.text
    swiss.tap("Post to the ledger")
    assert {other, bye} in [{*each.members} for each in swiss.now.tables]
    assert f"{NAMES[member - 1]} sits out." in swiss.page.text
    assert swiss.visit.club.faults == []


def test_nobody_sits_out_a_round_of_a_robin(six: Visit) -> None:
    robin = drawn_robin(six)
    robin.come("Ada", "Ben")
    robin.tap("Pair the 2")
    robin.tap("Start")
    assert "sits this round out" not in robin.page.text
    asked = {"do": "rest", "started": "1", "member": "1"}
    refused = robin.phone.post(f"{robin.at}/late", asked)
    assert "Only a round of a Swiss can be sat out." in refused.refusal


def test_a_partie_is_left_unfinished_and_gone_on_with(room: Evening) -> None:
    room.come("Ada", "Ben")
    room.tap("Pair the 2")
    room.tap("Start")
    first, second = room.now.tables[0].members
    room.visit.club.play(room.season, first, second, "tricks E12")
    room.look()
    room.tap("Leave it unfinished")
    assert "left unfinished: deal 2 of 4" in room.page.text
    assert "Pair the 2" in room.page.text
    room.tap("Go on with it")
    assert "Pair the 2" not in room.page.text


def test_someone_new_plays_for_another_at_one_table_of_an_open_season(room: Evening) -> None:
    room.come("Ada", "Ben")
    room.tap("Pair the 2")
    room.tap("Start")
    room.tap("Enter the substitute", member="1", name="Zoe")
    assert "Zoe" in room.page.text
    (table,) = room.now.tables
    assert {*table.members} == {2, 5}
    assert 1 in room.now.entrants


def test_a_substitute_of_a_robin_takes_over_all_fixtures_after_a_preview(six: Visit) -> None:
    robin = drawn_robin(six)
    robin.come("Ada", "Ben")
    robin.tap("Pair the 2")
    robin.tap("Start")
    preview = robin.tap("Enter the substitute", member="1", name="Zoe")
    assert "Zoe replaces Ada in Autumn and takes over 3 fixtures." in preview.text
    robin.tap("Post to the ledger")
    (table,) = robin.now.tables
    assert {*table.members} == {2, 10}
    assert robin.now.evening.here == (2, 10)


def test_who_plays_in_the_season_already_is_no_substitute(six: Visit) -> None:
    robin = drawn_robin(six)
    robin.come("Ada", "Ben")
    robin.tap("Pair the 2")
    robin.tap("Start")
    asked = {"started": "1", "member": "1", "substitute": "3"}
    refused = robin.phone.post(f"{robin.at}/substitute", asked)
    assert "plays in this season already, and nobody can play for two" in refused.refusal


def test_a_forfeit_from_a_table_leads_back_to_the_evening(six: Visit) -> None:
    robin = drawn_robin(six)
    robin.come("Ada", "Ben")
    robin.tap("Pair the 2")
    robin.tap("Start")
    robin.tap("Ada wins by forfeit")
    robin.tap("Post to the ledger")
    assert "Who is here" in robin.page.text
    assert "Ada won by forfeit" in robin.page.text


def test_what_cannot_be_made_fair_for_a_late_entrant_is_said_before_and_after(six: Visit) -> None:
    robin = drawn_robin(six)
    says = "Ada, Ben, Cem, Dora and Zoe play in 4 further rounds after the last."
    robin.page = robin.phone.get(f"{robin.at}?q=Zoe")
    assert says in robin.tap("Admit Zoe as a new member").text
    assert says in robin.tap("Draw").text


def test_a_late_entrant_is_previewed_among_the_entrants_too(six: Visit) -> None:
    robin = drawn_robin(six)
    path = f"{six.path}/s/{robin.season}/entrants"
    robin.page = robin.phone.get(path)
    preview = robin.tap("Enter these members", member="5")
    assert "Cannot be made fair" in preview.text
    robin.tap("Draw")
    assert 5 in robin.now.entrants


def test_rounds_for_late_entrants_are_drawn_again_after_their_draw_was_undone(six: Visit) -> None:
    robin = drawn_robin(six)
    seasons = six.club.services.seasons
    seasons.enter(six.club.director, robin.season, 5)
    drawn = six.club.entries[-1].number
    seasons.reverse(six.club.director, drawn, reason="Emil may not come")
    fixtures = f"{six.path}/s/{robin.season}/fixtures"
    robin.page = robin.phone.get(fixtures)
    robin.tap("Draw the rounds for late entrants")
    robin.tap("Draw")
    met = seasons.drawn_fixtures(six.club.id, robin.season)
    assert {each.round for each in met if 5 in (each.first, each.second)} == {4, 5, 6, 7}
    assert "Draw the rounds for late entrants" not in robin.phone.get(fixtures).text


# At the table, and the end


def test_the_phone_at_a_table_shows_its_number_and_when_the_round_ends(room: Evening) -> None:
    room.come("Ada", "Ben")
    room.tap("Pair the 2")
    room.tap("Start")
    room.tap("Set the time", at="22.15")
    table = room.tap("Begin")
    (link,) = (href for text, href in table.links().items() if text == "Table 1")
    assert "Table 1. This round ends at 22:15." in room.phone.get(link).text
    sheet = room.phone.get(f"/p/{room.now.tables[0].code}/sheet")
    assert "Table 1. This round ends at 22:15." in sheet.text


def test_the_scorecard_of_a_company_shows_its_table(six: Visit) -> None:
    pool = opened(six, 1, 2, 3, frame="chouette", order=())
    pool.come("Ada", "Ben", "Cem")
    pool.tap("Seat the 3")
    pool.tap("Start")
    assert "Table 1." in pool.tap("Begin").text


def test_the_evening_of_an_open_season_has_a_bulletin(room: Evening) -> None:
    room.come("Ada", "Ben", "Cem", "Dora")
    room.tap("Pair the 4")
    room.tap("Start")
    finished = room.now.tables[0]
    room.play(finished)
    room.look()
    room.tap("End the evening")
    assert "The next is on Saturday 28 November." in room.page.text
    assert "1 table is not finished" in room.page.text
    bulletin = room.follow("Bulletin of the evening")
    winner = NAMES[finished.members[0] - 1]
    assert f"{winner} wins 421 against" in bulletin.text
    assert bulletin.text.index("Still open") < bulletin.text.index("not begun")
    assert "Next evening: Saturday 28 November" in bulletin.text
    text = bulletin.root.all("textarea")[0].text
    assert f"1 {winner}, +421" in text


def test_a_partie_that_was_begun_without_a_table_is_in_the_bulletin_of_its_day(
    room: Evening,
) -> None:
    room.visit.club.play(room.season, 3, 4)
    bulletin = room.phone.get(f"{room.at}/bulletin").text
    before = room.phone.get(f"{room.at.replace(DAY, '2026-11-20')}/bulletin").text
    assert "Cem wins 421 against Dora" in bulletin
    assert "No partie of this day is posted." in before


def test_the_bulletin_of_a_company_has_what_each_has_won(six: Visit) -> None:
    pool = opened(six, 1, 2, 3, frame="chouette", order=())
    pool.come("Ada", "Ben", "Cem")
    pool.tap("Seat the 3")
    pool.tap("Start")
    members = pool.now.tables[0].members
    code = six.club.card(pool.season, *members)
    six.club.sign(code, *members)
    pool.look()
    assert "+300" in pool.follow("Bulletin of the evening").text


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
    "an unknown act of a table": ("undo", {"do": "fly"}, "Use the keys of this page."),
    "an unknown way to be late": ("late", {"do": "fly"}, "Use the keys of this page."),
    "to be late in a season without rounds": ("late", {"do": "again"}, "without an opponent"),
    "a table to leave that is not there": ("undo", {"do": "leave", "started": "9"}, "taken back"),
    "no substitute": ("substitute", {"started": "9", "member": "1"}, "taken back"),
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
        both = {row["first_member"], row["second_member"]}
        winner = row["winner_member"]
        (loser,) = both - {winner}
        points[winner] += row["margin"]
        points[loser] -= row["margin"]
        matches[winner] += WIN
    for row in document["entries"]:
        if row["kind"] == "bye given":
            body = json.loads(row["entry_text"])["body"]
            matches[body["member"]] += SAT_OUT if body.get("absent") else BYE
    return {member: (points[member], matches[member]) for member in range(1, LEA + 1)}


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (Unfair(Unfairness.MORE_BYES, (1,), 2), "Ada has more byes than the others."),
        (Unfair(Unfairness.MORE_BYES, (1, 2), 2), "Ada and Ben have more byes than the others."),
        (
            Unfair(Unfairness.FURTHER_ROUNDS, (1, 2), 1),
            "Ada and Ben play in 1 further round after the last.",
        ),
    ],
    ids=["one", "two", "two in further rounds"],
)
def test_what_is_unfair_is_said_of_one_or_of_several(found: Unfair, says: str) -> None:
    assert unfair_words(found, dict(enumerate(NAMES, 1))) == says
