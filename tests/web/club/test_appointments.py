"""The day of a fixture on its page, on the first page of its players, and in their calendars."""

from dataclasses import dataclass

import pytest
from icalendar import Calendar, Component

from scorer.ledger.terms import Format
from scorer.rules.names import without_isolates
from scorer.service.club.seasons.fixtures import Lots
from tests.web.club.conftest import ADA, BEN, CAT, Visit
from tests.web.conftest import Phone

FRIDAY = "2026-12-04"
TOMORROW = "2026-11-22"


@dataclass
class Drawn:
    """A robin of Ada, Ben and Cat; `path` leads to the fixture of Ada and Ben."""

    visit: Visit
    season: int
    round: int
    path: str

    @property
    def home(self) -> str:
        return f"{self.visit.path}/"

    def posts(self, phone: Phone, what: str, **typed: str) -> int:
        return phone.post(f"{self.path}/{what}", typed).status

    def proposes(self, member: int, day: str = FRIDAY, seen: int = 0) -> int:
        phone = self.visit.member(member)
        return self.posts(phone, "propose", day=day, time="19:30", seen=str(seen))

    def answers(self, member: int, do: str, seen: int) -> int:
        return self.posts(self.visit.member(member), "answer", do=do, seen=str(seen))

    def page(self, phone: Phone, at: str = "") -> str:
        return without_isolates(phone.get(at or self.path).text)

    def agree(self, day: str = FRIDAY) -> None:
        self.proposes(ADA, day)
        self.answers(BEN, "accept", 1)

    def have_days(self, day: str) -> None:
        """Give every round the same day."""
        for round_ in (1, 2, 3):
            at = f"{self.visit.path}/s/{self.season}/fixtures/{round_}/day"
            self.visit.director.post(at, {"day": day})

    def of_club(self) -> dict[str, Component]:
        """What is in the calendar of the club, by its title."""
        at = f"{self.visit.path}/calendar.ics"
        found = Calendar.from_ical(self.visit.member(CAT).client.get(at).data).walk("VEVENT")
        return {without_isolates(str(each["summary"])): each for each in found}

    def event(self, member: int) -> Component:
        """The fixture in the calendar of a player."""
        at = f"{self.visit.path}/players/{member}/calendar.ics"
        found = Calendar.from_ical(self.visit.member(member).client.get(at).data).walk("VEVENT")
        (own,) = [each for each in found if f"round {self.round}:" in str(each["summary"])]
        return own


@pytest.fixture
def drawn(visit: Visit) -> Drawn:
    season = visit.club.season(ADA, BEN, CAT, format=Format.SINGLE, last_day="2027-01-31")
    seasons = visit.club.services.seasons
    seasons.draw(visit.club.director, season, Lots.AS_ENTERED)
    (of_both,) = [
        each
        for each in seasons.fixtures_now(visit.club.id, season)
        if {*each.members} == {ADA, BEN}
    ]
    path = f"{visit.path}/s/{season}/fixtures/{of_both.round}/{of_both.table}"
    return Drawn(visit, season, of_both.round, path)


def test_a_proposal_is_asked_on_the_first_page_of_the_other(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    found = drawn.page(drawn.visit.member(BEN), drawn.home)
    assert "Ada proposes Friday 4 December, 19:30." in found


def test_it_is_not_asked_of_who_proposed_it(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    assert "proposes" not in drawn.page(drawn.visit.member(ADA), drawn.home)


def test_an_accepted_day_is_on_the_page_of_the_fixture(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    drawn.answers(BEN, "accept", 1)
    found = drawn.page(drawn.visit.member(CAT))
    assert "Friday 4 December, 19:30: agreed by both players." in found


def test_a_proposal_is_nothing_to_other_members(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    assert "Friday 4 December" not in drawn.page(drawn.visit.member(CAT))


def test_the_director_sees_a_proposal(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    assert "Ada proposes Friday 4 December, 19:30." in drawn.page(drawn.visit.director)


def test_a_director_fixes_the_day(drawn: Drawn) -> None:
    drawn.posts(drawn.visit.director, "fix", day=FRIDAY, time="", seen="0")
    found = drawn.page(drawn.visit.member(ADA))
    assert "Friday 4 December: fixed by director Ann." in found


def test_a_director_clears_the_day(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    drawn.answers(BEN, "accept", 1)
    drawn.posts(drawn.visit.director, "fix", do="clear", seen="2")
    found = drawn.page(drawn.visit.member(ADA))
    assert "Director Ann cleared Friday 4 December, 19:30." in found


def test_who_is_left_reads_that_the_other_cancelled(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    drawn.answers(BEN, "accept", 1)
    drawn.answers(BEN, "cancel", 2)
    found = drawn.page(drawn.visit.member(ADA), drawn.home)
    assert "Ben cancelled Friday 4 December, 19:30." in found


def test_the_first_page_reminds_of_a_fixture_the_day_before(drawn: Drawn) -> None:
    drawn.proposes(ADA, TOMORROW)
    drawn.answers(BEN, "accept", 1)
    assert "Tomorrow: Ben, 19:30" in drawn.page(drawn.visit.member(ADA), drawn.home)


def test_a_day_that_is_over_is_refused_on_the_page(drawn: Drawn) -> None:
    assert drawn.proposes(ADA, "2026-11-01") == 422


@pytest.mark.parametrize("what", ["propose", "answer"])
def test_another_member_arranges_nothing(drawn: Drawn, what: str) -> None:
    typed = {"day": FRIDAY, "do": "accept", "seen": "0"}
    assert drawn.posts(drawn.visit.member(CAT), what, **typed) == 422


def test_a_player_fixes_nothing(drawn: Drawn) -> None:
    assert drawn.posts(drawn.visit.member(ADA), "fix", day=FRIDAY, seen="0") == 403


def test_an_answer_that_is_none_is_refused(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    assert drawn.answers(BEN, "perhaps", 1) == 422


def test_a_proposal_is_tentative_in_the_calendar(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    assert drawn.event(BEN)["status"] == "TENTATIVE"


def test_an_agreed_day_has_its_time_in_the_calendar(drawn: Drawn) -> None:
    drawn.visit.club.services.clubs.choose_zone(drawn.visit.club.director, "America/New_York")
    drawn.proposes(ADA)
    drawn.answers(BEN, "accept", 1)
    begins = drawn.event(ADA).decoded("dtstart")
    assert str(begins) == "2026-12-05 00:30:00+00:00"


def test_a_cancelled_day_is_cancelled_in_the_calendar(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    drawn.answers(BEN, "decline", 1)
    assert drawn.event(BEN)["status"] == "CANCELLED"


def test_each_change_of_the_day_raises_the_sequence(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    found = [drawn.event(BEN)["sequence"]]
    for seen, do in enumerate(("accept", "cancel"), 1):
        drawn.answers(BEN, do, seen)
        found.append(drawn.event(BEN)["sequence"])
    assert found == [1, 2, 3]


def test_the_event_stays_the_same_when_its_day_changes(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    before = drawn.event(BEN)["uid"]
    drawn.answers(BEN, "decline", 1)
    assert drawn.event(BEN)["uid"] == before


def test_an_agreed_day_stays_when_its_round_is_moved(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    drawn.answers(BEN, "accept", 1)
    at = drawn.path.rpartition("/")[0]
    drawn.visit.director.post(f"{at}/day", {"day": "2026-12-18"})
    assert str(drawn.event(ADA).decoded("dtstart")).startswith(FRIDAY)


def test_a_director_reads_which_days_stay_when_a_round_is_moved(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    drawn.answers(BEN, "accept", 1)
    director = drawn.visit.director
    director.post(f"{drawn.path.rpartition('/')[0]}/day", {"day": "2026-12-18"})
    found = drawn.page(director, f"{drawn.visit.path}/s/{drawn.season}/fixtures")
    assert "These keep their own day:" in found


def test_the_feed_reminds_of_a_fixture_the_day_before(drawn: Drawn) -> None:
    drawn.proposes(ADA, TOMORROW)
    drawn.answers(BEN, "accept", 1)
    found = drawn.visit.member(CAT).client.get(f"{drawn.visit.path}/feed.atom").text
    assert "play on Sunday 22 November, 19:30</title>" in found


def test_the_feed_does_not_remind_of_a_later_day(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    drawn.answers(BEN, "accept", 1)
    found = drawn.visit.member(CAT).client.get(f"{drawn.visit.path}/feed.atom").text
    assert "play on" not in found


def test_the_fixtures_have_the_day_that_is_agreed_on(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    drawn.answers(BEN, "accept", 1)
    found = drawn.page(drawn.visit.member(CAT), f"{drawn.visit.path}/s/{drawn.season}/fixtures")
    assert "Ada – Ben Friday 4 December, 19:30" in found


def test_a_director_sees_in_the_fixtures_what_is_proposed(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    found = drawn.page(drawn.visit.director, f"{drawn.visit.path}/s/{drawn.season}/fixtures")
    assert "Ada – Ben proposed: Friday 4 December, 19:30" in found


def test_the_next_fixture_on_the_first_page_has_the_day_that_is_agreed_on(drawn: Drawn) -> None:
    drawn.have_days("2026-12-18")
    drawn.agree()
    found = drawn.page(drawn.visit.member(ADA), drawn.home)
    assert f"Next: Ben round {drawn.round}, Friday 4 December, 19:30, to play" in found


def test_the_next_fixture_is_the_soonest(drawn: Drawn) -> None:
    """It is that of another round as soon as the two agree on a later day."""
    drawn.have_days("2026-12-18")
    drawn.agree("2027-01-08")
    found = drawn.page(drawn.visit.member(ADA), drawn.home)
    assert "Next: Cat" in found


def test_an_agreed_day_is_an_event_of_its_own_in_the_calendar_of_the_club(drawn: Drawn) -> None:
    drawn.have_days("2026-12-18")
    drawn.agree()
    title = f"Winter, round {drawn.round}: Ada and Ben"
    assert str(drawn.of_club()[title].decoded("dtstart")) == "2026-12-04 19:30:00+00:00"


def test_the_calendar_of_the_club_does_not_say_two_days_of_a_fixture(drawn: Drawn) -> None:
    drawn.have_days("2026-12-18")
    assert f"Winter, round {drawn.round}" in drawn.of_club()
    drawn.agree()
    assert "Ada" not in str(drawn.of_club()[f"Winter, round {drawn.round}"].get("description"))


def test_a_printed_fixture_has_its_day(drawn: Drawn) -> None:
    drawn.agree()
    page = drawn.visit.member(CAT).get(drawn.path)
    assert [each.text for each in page.root.all("span", class_="onpaper")] == [
        ", Friday 4 December, 19:30"
    ]


def test_a_bulletin_has_the_day_of_what_is_to_play(drawn: Drawn) -> None:
    drawn.agree()
    at = f"{drawn.visit.path}/s/{drawn.season}/rounds/{drawn.round}"
    assert "Ada and Ben: to play, Friday 4 December, 19:30" in drawn.page(drawn.visit.director, at)


def test_an_open_item_has_the_day_that_was_agreed_on(drawn: Drawn) -> None:
    drawn.agree()
    drawn.visit.club.clock.later(days=14)
    found = drawn.page(drawn.visit.director, f"{drawn.visit.path}/open-items")
    assert f"Ada and Ben, round {drawn.round}, on 4 December 2026" in found


def test_a_bracket_has_the_day_that_is_agreed_on(visit: Visit) -> None:
    club = visit.club
    season = club.season(ADA, BEN, name="Cup", format=Format.KNOCK_OUT, last_day="2027-01-31")
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED, "2026-12-18")
    path = f"{visit.path}/s/{season}/fixtures"
    Drawn(visit, season, 1, f"{path}/1/1").agree()
    (match,) = visit.member(CAT).get(path).root.all("a", class_="match")
    assert match.text.endswith("Friday 4 December, 19:30")
