"""Fixtures: round robins with seats balanced, byes and forfeits, a knock-out to the end, who leaves and who comes."""

from collections import Counter
from dataclasses import dataclass

import pytest

from scorer.ledger.results import Tally
from scorer.ledger.terms import Format, Withdrawal
from scorer.service.club.seasons import FixtureNow, FixtureStatus, Lots
from scorer.service.opening import NotAllowed
from scorer.storage import projections
from scorer.storage.engine import reading
from tests.rows import each_row
from tests.service import refusal
from tests.service.club.conftest import Two
from tests.service.club.running_club import DEALS, RunningClub

TO_PLAY, AT_TABLE, PLAYED, _, FORFEIT, BYE = FixtureStatus


LOST = (DEALS[1], DEALS[0]) * 2


@dataclass
class Rounds:
    club: RunningClub
    season: int

    def draw(self) -> int:
        return self.club.services.seasons.draw(self.club.director, self.season, Lots.AS_ENTERED)

    @property
    def now(self) -> tuple[FixtureNow, ...]:
        return self.club.services.seasons.fixtures_now(self.club.club.id, self.season)

    def of(self, member: int) -> dict[int, FixtureNow]:
        return {each.round: each for each in self.now if member in each.members}

    def state(self, member: int) -> list[FixtureStatus]:
        return [each.state for each in self.of(member).values()]

    def play(self, *rounds: int, winner: int | None = None) -> None:
        for round_ in rounds:
            for each in self.now:
                if each.round == round_ and each.is_open and each.second is not None:
                    swapped = winner is not None and winner == each.second
                    self.club.play(self.season, each.first, each.second, *(LOST if swapped else DEALS), round_=round_)

    def withdraw(self, member: int, substitute: int | None = None) -> None:
        seasons = self.club.services.seasons
        seasons.withdraw(self.club.director, self.season, member, "is moving away", substitute)

    def tally(self, member: int) -> Tally:
        with reading(self.club.engine) as db:
            return projections.tallies(db, self.club.club.id, self.season).get(member, Tally())


def test_rounds_have_days_which_can_be_moved_but_not_before_the_season(two: Two) -> None:
    members = two.ada, two.ben, *two.club.admit("Cat", "Dan")
    season = two.club.season(*members, name="Rounds", format=Format.SINGLE, first_day="2026-12-01")
    found = Rounds(two.club, season)
    seasons, director = found.club.services.seasons, found.club.director
    for first, every in (("2026-11-30", 7), ("2026-12-01", 29), ("2026-12-01", -1)):
        with pytest.raises(NotAllowed, match=refusal("begins on 1 December|days between rounds")):
            seasons.draw(director, found.season, Lots.AS_ENTERED, first, every)
    seasons.draw(director, found.season, Lots.AS_ENTERED, "2026-12-01", 14)
    assert list(dict.fromkeys(each.day for each in found.now)) == ["2026-12-01", "2026-12-15", "2026-12-29"]
    before = len(found.club.entries)
    for _ in range(2):
        seasons.move_round(director, found.season, 2, "2026-12-16")
    assert len(found.club.entries) == before + 1
    assert {each.day for each in found.now if each.round == 2} == {"2026-12-16"}
    for round_, day, why in ((4, "2026-12-16", "no such round"), (1, "2026-11-30", "begins on"), (1, "soon", "")):
        with pytest.raises(NotAllowed, match=refusal(why) if why else "soon is not a day"):
            seasons.move_round(director, found.season, round_, day)
    with pytest.raises(NotAllowed, match=refusal("Its parties are played from then on")):
        found.club.services.signing.open(found.club.club.id, found.season, two.ada, two.ben)


def rounds(two: Two, *more: str, **terms: object) -> Rounds:
    found = Rounds(two.club, two.club.season(two.ada, two.ben, *two.club.admit(*more), name="Rounds", **terms))
    found.draw()
    return found


@pytest.mark.parametrize(("format_", "times"), [(Format.SINGLE, 1), (Format.DOUBLE, 2)])
@pytest.mark.parametrize("more", [("Cy", "Di"), ("Cy", "Di", "Eve")], ids=["four", "five"])
def test_everybody_meets_everybody_and_the_seats_are_balanced(
    two: Two, format_: Format, times: int, more: tuple[str, ...]
) -> None:
    season = rounds(two, *more, format=format_)
    members = set(range(1, 3 + len(more)))
    met = [each for each in season.now if each.second is not None]
    assert Counter(frozenset(each.members) for each in met) == {
        frozenset((one, other)): times for one in members for other in members if one < other
    }
    first = Counter(each.first for each in met)
    second = Counter(each.second for each in met)
    assert max(abs(first[each] - second[each]) for each in members) <= times % 2
    byes = [each for each in season.now if each.second is None]
    assert Counter(each.first for each in byes) == dict.fromkeys(members if len(members) % 2 else (), times)
    assert all(each.state is BYE and each.entry is not None for each in byes)
    assert all(season.tally(member).match_points == 2 * times * (len(members) % 2) for member in members)
    assert two.club.faults == []
    with pytest.raises(NotAllowed, match=refusal("already drawn")):
        season.draw()


def test_a_fixture_is_opened_once_with_its_seats(two: Two) -> None:
    season, club = rounds(two, format=Format.DOUBLE), two.club.club.id
    signing = two.club.services.signing
    for round_, (first, second) in ((1, (two.ada, two.ben)), (2, (two.ben, two.ada))):
        sheet = signing.open_fixture(club, season.season, (round_, 1), token=f"{round_}")
        assert signing.open_fixture(club, season.season, (round_, 1), token=f"{round_}") == sheet
        belongs = signing.season_of(sheet.code)
        assert belongs is not None
        assert belongs.members == (first, second)
        assert season.of(two.ada)[round_].code == sheet.code
    assert season.state(two.ada) == [AT_TABLE, AT_TABLE]
    playing = rf"^The fixture is being played: its partie has the code {season.of(two.ada)[1].code}\.$"
    with pytest.raises(NotAllowed, match=playing):
        signing.open_fixture(club, season.season, (1, 1), token="another")
    with pytest.raises(NotAllowed, match=playing):
        two.club.services.seasons.forfeit(two.club.director, season.season, (1, 1), two.ada)


def test_a_forfeit_gives_the_points_of_the_terms(two: Two) -> None:
    season = rounds(two, format=Format.SINGLE, forfeit_points=150)
    two.club.services.seasons.forfeit(two.club.director, season.season, (1, 1), two.ben)
    ada, ben = season.tally(two.ada), season.tally(two.ben)
    assert (ada.balance, ben.balance, ben.match_points, ben.won) == (-150, 150, 2, 1)
    now = season.of(two.ada)[1]
    assert (now.state, now.through, now.points) == (FORFEIT, two.ben, 150)
    with pytest.raises(NotAllowed, match=refusal("settled")):
        two.club.services.signing.open_fixture(two.club.club.id, season.season, (1, 1), token="")
    assert two.club.faults == []


def test_a_draw_needs_fixtures_and_two_and_is_final(two: Two) -> None:
    alone = two.club.season(two.ada, name="Alone", format=Format.SINGLE)
    with pytest.raises(NotAllowed, match=refusal("At least two")):
        Rounds(two.club, alone).draw()
    season = rounds(two, format=Format.SINGLE)
    with pytest.raises(NotAllowed, match=refusal("can only replace one who withdrew")):
        two.club.services.seasons.enter(two.club.director, season.season, *two.club.admit("Cy"))


@pytest.mark.parametrize(("format", "state"), [(Format.KNOCK_OUT, "AGAIN"), (Format.SINGLE, "PLAYED")])
def test_a_drawn_fixture_is_played_again_in_a_knock_out(two: Two, format: Format, state: str) -> None:
    season = two.club.season(two.ada, two.ben, name="Drawn", format=format)
    two.club.drawn(season, [(two.ada, two.ben)])
    two.club.from_paper(season, two.ada, two.ben, [(20, 20)] * 6, round_=1)
    (fixture,) = two.club.services.seasons.fixtures_now(two.club.club.id, season)
    assert (fixture.state, fixture.through) == (FixtureStatus[state], None)


def test_a_knock_out_is_played_to_the_end(two: Two) -> None:
    """Five members: three byes and one fixture, then two, then the last; who lost meets nobody any more."""
    season = rounds(two, "Cy", "Di", "Eve", format=Format.KNOCK_OUT)
    assert [each.second is None for each in season.now].count(True) == 3
    with pytest.raises(NotAllowed, match=refusal(r"Still open: .* and .*")):
        season.draw()
    season.play(1)
    assert season.draw() == 1
    with pytest.raises(NotAllowed, match=refusal("Still open: .* and .*; .* and .*")):
        season.draw()
    season.play(2)
    assert season.draw() == 1
    assert [each.round for each in season.now] == [1, 1, 1, 1, 2, 2, 3]
    season.play(3, winner=season.now[-1].second)
    through = {each.round: {one.through for one in season.now if one.round == each.round} for each in season.now}
    for round_ in (2, 3):
        assert {member for each in season.now if each.round == round_ for member in each.members} == through[round_ - 1]
    assert through[3] == {season.now[-1].second}
    with pytest.raises(NotAllowed, match=refusal("knock-out is over")):
        season.draw()
    assert two.club.faults == []


def test_a_winner_who_withdraws_forfeits_the_next_round(two: Two) -> None:
    season = rounds(two, "Cy", "Di", format=Format.KNOCK_OUT)
    season.play(1)
    gone, *_ = (each.through for each in season.now)
    assert gone is not None
    season.withdraw(gone)
    season.draw()
    last = season.now[-1]
    assert (last.state, last.through != gone) == (FORFEIT, True)
    assert two.club.faults == []


@each_row("policy", "played", "before", "after", "other_points")
def test_a_withdrawal_follows_the_terms(
    two: Two, policy: Withdrawal, played: int, before: FixtureStatus, after: FixtureStatus, other_points: int | None
) -> None:
    """Four members, three rounds; Ada leaves after one or two of them."""
    season = rounds(two, "Cy", "Di", format=Format.SINGLE, withdrawal=policy)
    season.play(*range(1, played + 1))
    first = season.of(two.ada)[1]
    other = next(each for each in first.members if each != two.ada)
    points = season.tally(two.ada).balance
    season.withdraw(two.ada)
    assert season.state(two.ada) == [before] * played + [after] * (3 - played)
    assert all(each.through != two.ada for each in season.of(two.ada).values() if each.round > played)
    stays = before is PLAYED
    forfeits = 100 * (3 - played) * (after is FORFEIT)
    assert season.tally(two.ada).balance == (points if stays else 0) - forfeits
    if other_points is not None:
        assert season.tally(other).balance == other_points
        assert season.tally(other).match_points == 2
    assert season.tally(two.ada).byes == 0
    assert two.club.services.seasons.entrants(two.club.club.id, season.season)[two.ada] is True
    assert two.club.faults == []
    with pytest.raises(NotAllowed, match=refusal("not in this season")):
        season.withdraw(two.ada)


def test_byes_of_one_who_is_annulled_are_reversed(two: Two) -> None:
    """Of three members each has a bye; Ada, who has played nothing, leaves no match point behind."""
    season = rounds(two, "Cy", format=Format.SINGLE, withdrawal=Withdrawal.ANNUL_UNDER_HALF)
    assert season.tally(two.ada).match_points == 2
    season.withdraw(two.ada)
    assert season.tally(two.ada).match_points == 0
    assert {season.tally(each).byes for each in (2, 3)} == {2}
    assert two.club.faults == []


def test_a_withdrawal_has_a_reason_and_leaves_no_partie_unsigned(two: Two) -> None:
    season = rounds(two, format=Format.SINGLE)
    season_sheet = two.club.play(season.season, two.ada, two.ben, round_=1, signed=(0,))
    over = f"^The partie {season_sheet.sheet.code} is over but not posted. It must be signed or ruled on first.$"
    with pytest.raises(NotAllowed, match=over):
        season.withdraw(two.ada)


@pytest.mark.parametrize("at_once", [True, False], ids=["with the withdrawal", "later"])
def test_a_substitute_takes_over_the_remaining_fixtures(two: Two, at_once: bool) -> None:
    """What Ada has played stays Ada's; Zoe sits where Ada would have sat, and undoes the forfeits of her fixtures."""
    season = rounds(two, "Cy", "Di", format=Format.SINGLE)
    replace, director, (zoe,) = two.club.services.seasons.replace, two.club.director, two.club.admit("Zoe")
    season.play(1)
    seats = {each.round: each.members.index(two.ada) for each in season.now if two.ada in each.members}
    balance = season.tally(two.ada).balance
    season.withdraw(two.ada, substitute=zoe if at_once else None)
    if not at_once:
        assert season.tally(two.ada).balance == balance - 200
        for gone, substitute, why in (
            (two.ben, zoe, "Only a member who has withdrawn"),
            (zoe, zoe, "Only a member who has withdrawn"),
            (two.ada, 3, "not yet in this season"),
            (two.ada, 99, "not yet in this season"),
        ):
            with pytest.raises(NotAllowed, match=refusal(why)):
                replace(director, season.season, gone, substitute)
        replace(director, season.season, two.ada, zoe)
    assert season.tally(two.ada).balance == balance
    assert (season.state(two.ada), season.state(zoe)) == ([PLAYED], [TO_PLAY, TO_PLAY])
    assert {each.round: each.members.index(zoe) for each in season.of(zoe).values()} == {
        round_: seat for round_, seat in seats.items() if round_ > 1
    }
    season.play(2, 3)
    assert season.state(zoe) == [PLAYED, PLAYED]
    assert two.club.faults == []
    with pytest.raises(NotAllowed, match=refusal("no remaining fixtures")):
        replace(director, season.season, two.ada, *two.club.admit("Max"))
