"""The days of fixtures: who may say what of them, what is repeated, and what is shown to whom."""

import pytest

from scorer.ledger.appointments import AppointmentStatus, DayEnding
from scorer.ledger.terms import Format
from scorer.service.club.credentials import Actor
from scorer.service.club.seasons.appointments import Appointments, DayAnswer, FixtureDay
from scorer.service.club.seasons.fixtures import FixtureStatus
from tests.service import why_not
from tests.service.club.conftest import Two
from tests.service.club.seasons.test_rounds import Rounds

ADA, BEN, CY, DI = range(1, 5)
TODAY = "2026-11-21"
TOMORROW = "2026-11-22"
FRIDAY = "2026-12-04"
SATURDAY = "2026-12-05"


class Days(Rounds):
    """A robin of four that is drawn."""

    @property
    def service(self) -> Appointments:
        return self.club.services.appointments

    def actor(self, member: int) -> Actor:
        return self.club.members[member]

    def now_of(self, one: int, other: int) -> FixtureDay:
        season = self.club.services.seasons.season(self.club.id, self.season)
        assert season is not None
        return next(
            each
            for each in self.service.of_season(self.club.id, season, self.now)
            if {*each.fixture.members} == {one, other}
        )

    def seen(self, one: int, other: int) -> int:
        return len(self.now_of(one, other).noted)

    def propose(self, by: int, other: int, day: str = FRIDAY, time: str = "19:30") -> None:
        now = self.now_of(by, other)
        self.service.propose(
            self.actor(by), self.season, now.fixture.slot, day, time, seen=len(now.noted)
        )

    def answer(self, by: int, other: int, answer: DayAnswer, seen: int | None = None) -> None:
        now = self.now_of(by, other)
        self.service.answer(
            self.actor(by),
            self.season,
            now.fixture.slot,
            answer,
            seen=len(now.noted) if seen is None else seen,
        )

    def agree(self, day: str = FRIDAY) -> None:
        self.propose(ADA, BEN, day)
        self.answer(BEN, ADA, DayAnswer.ACCEPT)

    def status(self, one: int = ADA, other: int = BEN) -> AppointmentStatus:
        return self.now_of(one, other).appointment.status


@pytest.fixture
def days(two: Two) -> Days:
    members = two.ada, two.ben, *two.admit("Cy", "Di")
    of = Days(two, two.season(*members, name="Days", format=Format.SINGLE, last_day="2027-01-31"))
    of.draw()
    return of


def test_a_day_that_is_accepted_is_agreed_on(days: Days) -> None:
    days.agree()
    assert days.now_of(ADA, BEN).begins == (FRIDAY, "19:30")


def test_the_fixtures_of_others_keep_no_day(days: Days) -> None:
    days.agree()
    assert days.status(CY, DI) is AppointmentStatus.NOTHING


def test_the_log_of_days_verifies(days: Days) -> None:
    days.agree()
    assert days.club.faults == []


def test_the_same_proposal_sent_twice_is_noted_once(days: Days) -> None:
    slot = days.now_of(ADA, BEN).fixture.slot
    for _ in range(2):
        days.service.propose(days.actor(ADA), days.season, slot, FRIDAY, "19:30", seen=0)
    assert days.seen(ADA, BEN) == 1


def test_an_answer_sent_twice_is_noted_once(days: Days) -> None:
    days.propose(ADA, BEN)
    days.answer(BEN, ADA, DayAnswer.ACCEPT, seen=1)
    days.answer(BEN, ADA, DayAnswer.ACCEPT, seen=1)
    assert days.seen(ADA, BEN) == 2


def test_a_late_acceptance_does_not_accept_another_day(days: Days) -> None:
    days.propose(ADA, BEN, FRIDAY)
    days.propose(ADA, BEN, SATURDAY)
    why = why_not(lambda: days.answer(BEN, ADA, DayAnswer.ACCEPT, seen=1))
    assert "changed after you opened the page" in why


def test_a_late_acceptance_leaves_the_day_open(days: Days) -> None:
    days.propose(ADA, BEN, FRIDAY)
    days.propose(ADA, BEN, SATURDAY)
    why_not(lambda: days.answer(BEN, ADA, DayAnswer.ACCEPT, seen=1))
    assert days.status() is AppointmentStatus.PROPOSED


@pytest.mark.parametrize(
    ("day", "time", "words"),
    [
        ("2026-11-20", "", "is over. Choose a later day."),
        ("2027-02-01", "", "Days ends on 31 January 2027"),
        ("soon", "", "soon is not a day"),
        (FRIDAY, "half past", "half past is not a time"),
    ],
)
def test_a_day_that_cannot_be_is_refused(days: Days, day: str, time: str, words: str) -> None:
    assert words in why_not(lambda: days.propose(ADA, BEN, day, time))


def test_nobody_else_proposes_a_day(days: Days) -> None:
    slot = days.now_of(ADA, BEN).fixture.slot
    why = why_not(
        lambda: days.service.propose(days.actor(CY), days.season, slot, FRIDAY, "", seen=0)
    )
    assert why == "Only the two players of this fixture can arrange its day."


@pytest.mark.parametrize("answer", DayAnswer)
def test_nothing_is_answered_where_nothing_is_said(days: Days, answer: DayAnswer) -> None:
    assert why_not(lambda: days.answer(ADA, BEN, answer))


def test_a_player_cannot_cancel_what_a_director_fixed(days: Days) -> None:
    slot = days.now_of(ADA, BEN).fixture.slot
    days.service.fix(days.club.director, days.season, slot, FRIDAY, "19:30", seen=0)
    assert "A director fixed this day" in why_not(lambda: days.answer(ADA, BEN, DayAnswer.CANCEL))


def test_a_director_clears_what_is_agreed(days: Days) -> None:
    days.agree()
    slot = days.now_of(ADA, BEN).fixture.slot
    days.service.clear(days.club.director, days.season, slot, seen=2)
    assert days.status() is AppointmentStatus.NOTHING


def test_a_substitute_begins_without_a_day(days: Days) -> None:
    days.agree()
    (eve,) = days.club.admit("Eve")
    days.withdraw(BEN, eve)
    assert days.status(ADA, eve) is AppointmentStatus.NOTHING


def test_a_member_who_withdrew_keeps_no_day(days: Days) -> None:
    days.agree()
    days.withdraw(BEN)
    assert days.status() is AppointmentStatus.NOTHING


def test_nothing_is_arranged_once_it_is_played(days: Days) -> None:
    days.agree()
    round_ = days.now_of(ADA, BEN).fixture.round
    days.play(round_)
    assert "is settled" in why_not(lambda: days.answer(ADA, BEN, DayAnswer.CANCEL))


def test_a_moved_round_leaves_what_is_agreed(days: Days) -> None:
    days.agree()
    days.ask("move_round", days.now_of(ADA, BEN).fixture.round, SATURDAY)
    assert days.now_of(ADA, BEN).begins == (FRIDAY, "19:30")


def test_a_moved_round_moves_what_is_not_agreed(days: Days) -> None:
    days.propose(ADA, BEN)
    days.ask("move_round", days.now_of(ADA, BEN).fixture.round, SATURDAY)
    assert days.now_of(ADA, BEN).begins == (SATURDAY, "")


def test_who_is_asked_sees_it(days: Days) -> None:
    days.propose(ADA, BEN)
    (found,) = days.service.own_days(days.club.id, BEN)
    assert found.is_asked


def test_who_asks_is_not_asked(days: Days) -> None:
    days.propose(ADA, BEN)
    assert days.service.own_days(days.club.id, ADA) == []


def test_who_is_left_sees_that_the_other_cancelled(days: Days) -> None:
    days.agree()
    days.answer(BEN, ADA, DayAnswer.CANCEL)
    (found,) = days.service.own_days(days.club.id, ADA)
    assert found.ended is not None
    assert found.ended.how is DayEnding.CANCELLED


@pytest.mark.parametrize(("day", "left"), [(TODAY, 0), (TOMORROW, 1)])
def test_a_fixture_is_shown_the_day_before(days: Days, day: str, left: int) -> None:
    days.agree(day)
    assert [each.days_left for each in days.service.own_days(days.club.id, ADA)] == [left]


def test_a_reminder_is_due_from_the_day_before(days: Days) -> None:
    days.agree()
    days.club.clock.later(days=12)
    (found,) = days.service.reminders(days.club.id)
    assert found.of.fixture.state is FixtureStatus.TO_PLAY


def test_no_reminder_is_due_two_days_before(days: Days) -> None:
    days.agree()
    days.club.clock.later(days=11)
    assert days.service.reminders(days.club.id) == []


def test_the_number_of_changes_does_not_fall_with_a_substitute(days: Days) -> None:
    days.agree()
    round_ = days.now_of(ADA, BEN).fixture.round
    (eve,) = days.club.admit("Eve")
    days.withdraw(BEN, eve)
    season = days.club.services.seasons.season(days.club.id, days.season)
    assert season is not None
    found = days.service.season_days(days.club.id, season, days.now)
    assert len(found.revised[round_, ADA]) == 2


def test_a_merged_member_keeps_the_day(days: Days) -> None:
    days.agree()
    (eve,) = days.club.admit("Eve")
    days.club.services.people.merge(days.club.director, BEN, eve)
    assert days.status(ADA, eve) is AppointmentStatus.AGREED


def test_an_erased_member_keeps_the_day(days: Days) -> None:
    days.agree()
    days.club.services.people.erase(days.club.director, BEN)
    assert days.club.faults == []
