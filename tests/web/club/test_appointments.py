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
    assert "Friday 4 December: fixed by a director." in found


def test_a_director_clears_the_day(drawn: Drawn) -> None:
    drawn.proposes(ADA)
    drawn.answers(BEN, "accept", 1)
    drawn.posts(drawn.visit.director, "fix", do="clear", seen="2")
    assert "A director cleared Friday 4 December, 19:30." in drawn.page(drawn.visit.member(ADA))


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
