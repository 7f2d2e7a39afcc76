"""Fixtures: round robins, a knock-out and a Swiss to the end, byes and forfeits, a play-off,
who leaves and returns.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import pytest

from scorer.ledger.entries import Reversed, SeasonOpened, SheetPosted
from scorer.ledger.results import Result, Tally
from scorer.ledger.terms import Format, TieBreak, Withdrawal
from scorer.rules.figures import Side
from scorer.rules.names import without_isolates
from scorer.service.club.desk.open_items import Kind
from scorer.service.club.disputes.paper import Written
from scorer.service.club.posts import Posted, post
from scorer.service.club.seasons.fixtures import FixtureNow, FixtureStatus, Lots
from scorer.service.club.seasons.season import SWISS_ORDER
from scorer.service.club.seasons.standings import rank_changes
from scorer.storage import projections
from scorer.storage.engine import reading, writing
from tests import there
from tests.rows import each_row
from tests.service import refused, why_not
from tests.service.club.conftest import Two
from tests.service.club.running_club import RunningClub, terms

TO_PLAY, AT_TABLE, PLAYED, _, FORFEIT, BYE, _ = FixtureStatus

WON = ((53, 1), (53, 0)) * 2
"""Deals that the first player wins by 421 points."""


@dataclass
class Rounds:
    club: RunningClub
    season: int

    def ask(self, verb: str, *asked: object, **named: object) -> Any:
        """Let the director do something with the season; *verb* is what the services call it."""
        return getattr(self.club.services.seasons, verb)(
            self.club.director, self.season, *asked, **named
        )

    def draw(self) -> int:
        return int(self.ask("draw", Lots.AS_ENTERED))

    def withdraw(self, member: int, substitute: int | None = None) -> None:
        self.ask("withdraw", member, "is moving away", substitute)

    def take_back(self, member: int) -> None:
        self.ask("take_back", member)

    @property
    def now(self) -> tuple[FixtureNow, ...]:
        return self.club.services.seasons.fixtures_now(self.club.id, self.season)

    def of(self, member: int) -> dict[int, FixtureNow]:
        return {each.round: each for each in self.now if member in each.members}

    def state(self, member: int) -> list[FixtureStatus]:
        return [each.state for each in self.of(member).values()]

    def play(self, *rounds: int, winner: int | None = None) -> None:
        for round_ in rounds:
            for each in self.now:
                if each.round == round_ and each.is_open and each.second is not None:
                    totals = [deal[::-1] if winner == each.second else deal for deal in WON]
                    self.club.from_paper(self.season, each.first, each.second, totals, round_)

    @property
    def open_items(self) -> list[tuple[str, str]]:
        """Without correction periods."""
        items = (
            item
            for report in self.club.services.open_items.report(self.club.id)
            for item in report.items
        )
        return [
            (each.kind.name, without_isolates(each.what))
            for each in items
            if each.kind is not Kind.OPEN
        ]

    def tally(self, member: int) -> Tally:
        with reading(self.club.engine) as db:
            return projections.tallies(db, self.club.id, self.season).get(member, Tally())


def test_rounds_have_days_which_can_be_moved_but_not_before_the_season(two: Two) -> None:
    members = (two.ada, two.ben, *two.admit("Cat", "Dan"))
    found = Rounds(
        two, two.season(*members, name="Rounds", format=Format.SINGLE, first_day="2026-12-01")
    )
    for first, every in (("2026-11-30", 7), ("2026-12-01", 29), ("2026-12-01", -1)):
        refused(
            "begins on 1 December|days between rounds",
            found.ask,
            "draw",
            Lots.AS_ENTERED,
            first,
            every,
        )
    found.ask("draw", Lots.AS_ENTERED, "2026-12-01", 14)
    assert list(dict.fromkeys(each.day for each in found.now)) == [
        "2026-12-01",
        "2026-12-15",
        "2026-12-29",
    ]
    before = len(two.entries)
    for _ in range(2):
        found.ask("move_round", 2, "2026-12-16")
    assert len(two.entries) == before + 1
    assert {each.day for each in found.now if each.round == 2} == {"2026-12-16"}
    refused("no such", found.ask, "move_round", 4, "2026-12-16")
    refused("begins on", found.ask, "move_round", 1, "2026-11-30")
    refused("not a day", found.ask, "move_round", 1, "yesterday")
    refused(
        "Its parties are played from then on",
        two.services.signing.open,
        1,
        found.season,
        (two.ada, two.ben),
    )


def test_after_its_last_day_a_season_is_neither_played_nor_drawn_and_nobody_has_grace(
    two: Two,
) -> None:
    """Sheets of earlier days are entered;
    who withdraws in the last week can return until its end.
    """
    members = (two.ada, two.ben, *two.admit("Cat"))
    ends = "Its parties are played until then"
    short = {"format": Format.SINGLE, "grace_days": 7, "last_day": "2026-11-30"}
    found, others = (
        Rounds(two, two.season(*members, name=each, **short)) for each in ("Short", "Undrawn")
    )
    refused(ends, found.ask, "draw", Lots.AS_ENTERED, "2026-11-21", 7)
    found.ask("draw", Lots.AS_ENTERED, "2026-11-21", 1)
    refused(ends, found.ask, "move_round", 3, "2026-12-01")
    two.clock.later(days=5)
    found.withdraw(3)
    (left,) = two.services.seasons.left(1, found.season).values()
    assert left.forfeits_from == "2026-12-01"
    found.take_back(3)
    two.clock.later(days=5)
    found.withdraw(3)
    assert {BYE, FORFEIT} & {*found.state(3)}
    paper = two.services.paper.enter_paper
    sheet = Written(((40, 20),) * 4, (240, 120))
    refused(ends, two.services.signing.open, 1, found.season, (two.ada, two.ben))
    refused(ends, paper, two.director, found.season, (two.ada, two.ben), sheet)
    paper(two.director, found.season, (two.ada, two.ben), sheet, played="2026-11-30")
    assert why_not(others.draw).startswith(
        "Undrawn ended on 30 November 2026. No more rounds are drawn."
    )


def rounds(two: Two, *more: str, **terms: object) -> Rounds:
    found = Rounds(two, two.season(two.ada, two.ben, *two.admit(*more), name="Rounds", **terms))
    found.draw()
    return found


def test_a_bye_is_posted_when_the_rounds_are_drawn(two: Two) -> None:
    """Of five who meet twice each has two."""
    season = rounds(two, "Cy", "Di", "Eve", format=Format.DOUBLE)
    byes = [each for each in season.now if each.second is None]
    assert Counter(each.first for each in byes) == dict.fromkeys(range(1, 6), 2)
    assert all(each.state is BYE and each.entry is not None for each in byes)
    assert all(season.tally(member).match_points == 2 * 2 for member in range(1, 6))
    refused("already drawn", season.draw)


def test_a_fixture_is_opened_once_with_its_seats(two: Two) -> None:
    season = rounds(two, format=Format.DOUBLE)
    signing = two.services.signing
    for round_, members in ((1, (two.ada, two.ben)), (2, (two.ben, two.ada))):
        sheet, again = (
            signing.open_fixture(two.id, season.season, (round_, 1), token=f"{round_}")
            for _ in range(2)
        )
        assert sheet == again
        assert there(signing.season_of(sheet.code)).members == members
        assert season.of(two.ada)[round_].code == sheet.code
    assert season.state(two.ada) == [AT_TABLE, AT_TABLE]
    playing = f"The fixture is being played: its partie has the code {season.of(two.ada)[1].code}."
    assert why_not(signing.open_fixture, two.id, season.season, (1, 1), token="another") == playing
    assert why_not(season.ask, "forfeit", (1, 1), two.ada) == playing


def test_a_forfeit_gives_the_points_of_the_terms(two: Two) -> None:
    season = rounds(two, format=Format.SINGLE, forfeit_points=150)
    season.ask("forfeit", (1, 1), two.ben)
    ada = season.tally(two.ada)
    ben = season.tally(two.ben)
    now = season.of(two.ada)[1]
    assert ada.balance == -150
    assert ben.balance == 150
    assert ben.match_points == 2
    assert ben.won == 1
    assert now.state == FORFEIT
    assert now.through == two.ben
    assert now.points == 150
    refused("settled", two.services.signing.open_fixture, two.id, season.season, (1, 1), token="")
    two.from_paper(season.season, two.ada, two.ben, WON, round_=0)
    assert two.services.seasons.forfeit_cost(two.id, season.season) == 150


def test_a_forfeit_costs_the_average_win_if_that_is_more(two: Two) -> None:
    """Staying away never costs less than an average loss;
    forfeits and draws are no part of the average.
    """
    season = rounds(two, "Cy", "Di", format=Format.SINGLE, forfeit_average=True)
    cost = two.services.seasons.forfeit_cost
    assert cost(two.id, season.season) == 200
    season.play(1)
    two.from_paper(season.season, 3, 4, [(20, 20)] * 6, round_=0)
    assert cost(two.id, season.season) == 421
    ada = season.of(two.ada)[2]
    season.ask("forfeit", ada.slot, next(each for each in ada.members if each != two.ada))
    assert season.of(two.ada)[2].points == cost(two.id, season.season) == 421


def test_a_director_gives_a_bye_for_a_fixture_that_nobody_is_to_blame_for(two: Two) -> None:
    season = rounds(two, format=Format.KNOCK_OUT)
    refused("Only a player of this fixture can have a bye", season.ask, "give_bye", (1, 1), 3)
    number = season.ask("give_bye", (1, 1), two.ben).entry.number
    now = season.of(two.ada)[1]
    assert now.state == BYE
    assert now.through == two.ben
    assert now.entry == number
    assert season.tally(two.ben).byes == 1
    assert season.tally(two.ada).points_lost == 0
    two.services.seasons.reverse(two.director, number, reason="they played after all")
    assert season.state(two.ada) == [TO_PLAY]


def test_a_draw_needs_two(two: Two) -> None:
    refused(
        "At least two", Rounds(two, two.season(two.ada, name="Alone", format=Format.SINGLE)).draw
    )


def test_a_member_joins_a_swiss_until_its_last_round_is_drawn(two: Two) -> None:
    swiss = rounds(two, "Cy", "Di", "Eve", format=Format.SWISS, rounds=2, order=SWISS_ORDER)
    fay, gil = two.admit("Fay", "Gil")
    swiss.play(1)
    swiss.ask("enter", fay)
    swiss.draw()
    assert [*swiss.of(fay)] == [2]
    assert all(each.second for each in swiss.now if each.round == 2) is True
    swiss.play(2)
    assert swiss.tally(fay).parties == 1
    refused("The last round is drawn", swiss.ask, "enter", gil)
    assert two.faults == []


@pytest.mark.parametrize(
    ("format", "state"), [(Format.KNOCK_OUT, "AGAIN"), (Format.SINGLE, "PLAYED")]
)
def test_a_drawn_fixture_is_played_again_in_a_knock_out(
    two: Two, format: Format, state: str
) -> None:
    season = two.season(two.ada, two.ben, name="Drawn", format=format)
    two.drawn(season, [(two.ada, two.ben)])
    two.from_paper(season, two.ada, two.ben, [(20, 20)] * 6, round_=1)
    (fixture,) = two.services.seasons.fixtures_now(two.id, season)
    assert fixture.state == FixtureStatus[state]
    assert fixture.through is None


def test_a_knock_out_is_played_to_the_end(two: Two) -> None:
    """Five members: three byes and one fixture, then two, then the last;
    who lost meets nobody any more.
    """
    season = rounds(two, "Cy", "Di", "Eve", format=Format.KNOCK_OUT)
    assert [each.second is None for each in season.now].count(True) == 3
    refused(r"Still open: .* and .*", season.draw)
    season.play(1)
    assert season.draw() == 1
    refused("Still open: .* and .*; .* and .*", season.draw)
    season.play(2)
    assert season.draw() == 1
    assert [each.round for each in season.now] == [1, 1, 1, 1, 2, 2, 3]
    season.play(3, winner=season.now[-1].second)
    through = {
        each.round: {one.through for one in season.now if one.round == each.round}
        for each in season.now
    }
    for round_ in (2, 3):
        assert {
            member for each in season.now if each.round == round_ for member in each.members
        } == through[round_ - 1]
    assert through[3] == {season.now[-1].second}
    refused("knock-out is over", season.draw)


def ranked(club: RunningClub, season: int) -> list[tuple[str, str, int]]:
    """The standings of a cup: rank, member and what each reached, and the match points."""
    now = club.services.standings.now(club.id, season)
    names = {member: str(name) for member, name in now.names.items()}
    return [
        (row.rank_words, f"{names[row.member]}: {row.reached}", row.tally.score)
        for row in now.table.rows
    ]


CLOSE = [(21, 20)] * 4
WIDE = [(40, 20)] * 4
"""Deals that the first player wins by 106 points, and by 220."""


def test_the_winner_of_a_final_is_first_although_others_have_more_points(two: Two) -> None:
    """A bye of five members takes Ada, Ben and Cy to the semi-final,
    and gives them nothing else.
    """
    cy, di, eve = two.admit("Cy", "Di", "Eve")
    cup = Rounds(
        two, two.season(two.ada, two.ben, cy, di, eve, name="Cup", format=Format.KNOCK_OUT)
    )
    cup.draw()
    two.from_paper(cup.season, di, eve, WIDE, 1)
    cup.draw()
    assert ranked(two, cup.season) == [
        ("1=", "Ada: in the semi-final", 0),
        ("1=", "Ben: in the semi-final", 0),
        ("1=", "Cy: in the semi-final", 0),
        ("1=", "Di: in the semi-final", 2),
        ("5", "Eve: quarter-final", 0),
    ]
    two.from_paper(cup.season, di, two.ada, WIDE, 2)
    two.from_paper(cup.season, two.ben, cy, CLOSE, 2)
    cup.draw()
    two.from_paper(cup.season, two.ben, di, CLOSE, 3)
    assert ranked(two, cup.season) == [
        ("1", "Ben: winner", 4),
        ("2", "Di: final", 4),
        ("3", "Cy: semi-final", 0),
        ("4", "Ada: semi-final", 0),
        ("5", "Eve: quarter-final", 0),
    ]


def test_a_cup_under_terms_of_before_is_ranked_by_the_round_too(two: Two) -> None:
    """Its terms name points first and two match points for a bye,
    which stay in the book and do not rank.
    """
    published = replace(
        terms("Old cup", format=Format.KNOCK_OUT), order=(TieBreak.MATCH_POINTS, TieBreak.POINTS)
    )
    (cy,) = two.admit("Cy")
    with writing(two.engine, club=two.id) as db:
        post(
            db,
            two.id,
            SeasonOpened(2, published),
            author=two.director.author,
            at=two.clock().isoformat(),
        )
    two.services.seasons.enter(two.director, 2, two.ada, two.ben, cy)
    cup = Rounds(two, 2)
    cup.draw()
    two.from_paper(2, two.ben, cy, WIDE, 1)
    cup.draw()
    two.from_paper(
        2, cup.now[-1].first, there(cup.now[-1].second), [deal[::-1] for deal in CLOSE], 2
    )
    second, first = cup.now[-1].members
    assert [row.member for row in two.services.standings.now(two.id, 2).table.rows] == [
        first,
        second,
        cy,
    ]
    shown = next(score for _, named, score in ranked(two, 2) if named.startswith("Ada"))
    assert cup.tally(two.ada).byes == 1
    assert cup.tally(two.ada).match_points - shown == 2
    assert two.faults == []


def test_terms_of_a_cup_are_published_with_the_round_reached_first_and_no_points_for_a_bye(
    two: Two,
) -> None:
    cup = rounds(two, format=Format.KNOCK_OUT, order=(TieBreak.POINTS, TieBreak.CAPOTS))
    found = there(two.services.seasons.season(two.id, cup.season)).terms
    assert found.order == (TieBreak.ROUND_REACHED, TieBreak.POINTS, TieBreak.CAPOTS)
    assert found.bye == 0
    refused(
        "for a knock-out only",
        two.season,
        name="Robin",
        format=Format.SINGLE,
        order=(TieBreak.ROUND_REACHED,),
    )


@pytest.mark.parametrize(
    ("policy", "reached"),
    [
        (Withdrawal.FORFEIT, ["Ben: winner", "Ada: final", "Cy: semi-final", "Di: semi-final"]),
        (
            Withdrawal.COUNT_PLAYED,
            ["Ben: winner", "Ada: final", "Cy: semi-final", "Di: semi-final"],
        ),
    ],
)
def test_a_finalist_who_withdraws_is_second(
    two: Two, policy: Withdrawal, reached: list[str]
) -> None:
    """Ada has won her semi-final by more than Ben;
    the walkover makes him the winner all the same.
    """
    cy, di = two.admit("Cy", "Di")
    members = (two.ada, two.ben, cy, di)
    cup = Rounds(two, two.season(*members, name="Cup", format=Format.KNOCK_OUT, withdrawal=policy))
    two.drawn(cup.season, [(two.ada, di), (two.ben, cy)])
    two.from_paper(cup.season, two.ada, di, WIDE, 1)
    two.from_paper(cup.season, two.ben, cy, CLOSE, 1)
    cup.draw()
    assert [each[0] for each in ranked(two, cup.season)] == ["1=", "1=", "3", "4"]
    cup.withdraw(two.ada)
    assert [each[1] for each in ranked(two, cup.season)] == reached


def test_a_ruling_on_a_final_is_previewed_with_the_ranks_that_it_makes(two: Two) -> None:
    cup = Rounds(two, two.season(two.ada, two.ben, name="Cup", format=Format.KNOCK_OUT))
    cup.draw()
    posted = SheetPosted(
        cup.season, cup.now[0].members, "", "", Result((Side(120), Side(100)), 0, 220), round=1
    )
    turned = replace(posted, result=Result((Side(100), Side(120)), 1, 101))
    with writing(two.engine, club=two.id) as db:
        post(db, two.id, posted, author=two.director.author, at=two.clock().isoformat())
        moved = rank_changes(db, two.id, posted, turned)
    first, second = posted.members
    assert moved == ((first, "1", "2"), (second, "2", "1"))


@pytest.mark.parametrize("days", [0, 7])
def test_a_winner_who_withdraws_forfeits_the_next_round_or_is_drawn_in_the_days_of_grace(
    two: Two, days: int
) -> None:
    cup = rounds(two, "Cy", "Di", format=Format.KNOCK_OUT, grace_days=days)
    cup.play(1)
    gone = there(cup.now[0].through)
    cup.withdraw(gone)
    cup.draw()
    last = cup.now[-1]
    if not days:
        assert last.state == FORFEIT
        assert last.through not in (None, gone)
    else:
        assert last.state == TO_PLAY
        assert last.through in (None, gone)
        cup.take_back(gone)
        cup.play(2)
        assert {each.state for each in cup.now} == {PLAYED}


@each_row
def test_a_withdrawal_follows_the_terms(
    two: Two,
    policy: Withdrawal,
    played: int,
    before: FixtureStatus,
    after: FixtureStatus,
    other_points: int | None,
) -> None:
    """Four members, three rounds; Ada leaves after one or two of them,
    and returns when that has been settled.
    """
    season = rounds(two, "Cy", "Di", format=Format.SINGLE, withdrawal=policy)
    season.play(*range(1, played + 1))
    other = next(each for each in season.of(two.ada)[1].members if each != two.ada)
    kept = season.tally(two.ada).balance if before is PLAYED else 0
    season.withdraw(two.ada)
    assert season.state(two.ada) == [before] * played + [after] * (3 - played)
    assert all(
        each.through != two.ada for each in season.of(two.ada).values() if each.round > played
    )
    assert season.tally(two.ada).balance == kept - 200 * (3 - played) * (after is FORFEIT)
    if other_points is not None:
        assert season.tally(other).balance == other_points
        assert season.tally(other).match_points == 2
    assert season.tally(two.ada).byes == 0
    assert two.services.seasons.entrants(two.id, season.season)[two.ada] is True
    refused("not in this season", season.withdraw, two.ada)
    season.take_back(two.ada)
    assert season.state(two.ada) == [PLAYED if before is PLAYED else TO_PLAY] * played + [
        TO_PLAY
    ] * (3 - played)
    assert season.tally(two.ada).balance == kept


def test_byes_of_one_who_is_annulled_are_reversed_until_they_return(two: Two) -> None:
    """Of three members each has a bye; Ada, who has played nothing,
    leaves no match point behind.
    """
    season = rounds(two, "Cy", format=Format.SINGLE, withdrawal=Withdrawal.ANNUL_UNDER_HALF)
    season.withdraw(two.ada)
    assert [season.tally(each).match_points for each in (1, 2, 3)] == [0, 4, 4]
    assert {season.tally(each).byes for each in (2, 3)} == {2}
    season.take_back(two.ada)
    assert [season.tally(each).match_points for each in (1, 2, 3)] == [2, 2, 2]
    assert sorted(each.value for each in season.state(two.ada)) == ["bye", "to play", "to play"]


def test_a_withdrawal_has_a_reason_and_leaves_no_partie_unsigned(two: Two) -> None:
    season = rounds(two, format=Format.SINGLE)
    code = two.play(season.season, two.ada, two.ben, round_=1, signed=(0,)).sheet.code
    over = f"The partie {code} is over but not posted. It must be signed or ruled on first."
    assert why_not(season.withdraw, two.ada) == over


@pytest.mark.parametrize("at_once", [True, False], ids=["with the withdrawal", "later"])
def test_a_substitute_takes_over_the_remaining_fixtures(two: Two, at_once: bool) -> None:
    """What Ada has played stays Ada's; Zoe sits where Ada would have sat,
    and undoes the forfeits of her fixtures.
    """
    season = rounds(two, "Cy", "Di", format=Format.SINGLE)
    (zoe,) = two.admit("Zoe")
    season.play(1)
    seats = {
        round_: each.members.index(two.ada)
        for round_, each in season.of(two.ada).items()
        if round_ > 1
    }
    balance = season.tally(two.ada).balance
    season.withdraw(two.ada, substitute=zoe if at_once else None)
    if not at_once:
        assert season.tally(two.ada).balance == balance - 400
        for gone in (two.ben, zoe):
            refused("Only a member who has withdrawn", season.ask, "replace", gone, zoe)
        for substitute in (3, 99):
            refused("not yet in this season", season.ask, "replace", two.ada, substitute)
        season.ask("replace", two.ada, zoe)
    assert season.tally(two.ada).balance == balance
    assert season.state(two.ada) == [PLAYED]
    assert season.state(zoe) == [TO_PLAY, TO_PLAY]
    assert {round_: each.members.index(zoe) for round_, each in season.of(zoe).items()} == seats
    season.play(2, 3)
    assert season.state(zoe) == [PLAYED, PLAYED]
    refused("no remaining fixtures", season.ask, "replace", two.ada, *two.admit("Max"))


def test_in_the_days_of_grace_nothing_is_forfeited_and_a_member_can_return(two: Two) -> None:
    season = rounds(two, "Cy", "Di", format=Format.SINGLE, grace_days=7)
    season.play(1)
    two.clock.later(days=2)
    season.withdraw(two.ada)
    assert season.state(two.ada) == [PLAYED, TO_PLAY, TO_PLAY]
    assert (
        "WITHDREW",
        "Ada: open fixtures are settled from 30 November 2026 on",
    ) in season.open_items
    opening = two.services.signing.open_fixture
    slot = season.of(two.ada)[2].slot
    withdrawn = "Ada has withdrawn from this season. Enter their return first."
    assert why_not(opening, two.id, season.season, slot, token="") == withdrawn
    two.clock.later(days=6)
    waits = "Ada can return until 30 November 2026. Wait for that day."
    assert why_not(season.ask, "settle_withdrawal", two.ada) == waits
    before = len(two.entries)
    season.take_back(two.ada)
    assert [each.kind for each in two.entries[before:]] == ["returned"]
    assert season.open_items == []
    refused("Only a member who has withdrawn can return", season.take_back, two.ada)
    season.withdraw(two.ada)
    two.clock.later(days=7)
    season.ask("settle_withdrawal", two.ada)
    assert season.state(two.ada) == [PLAYED, FORFEIT, FORFEIT]
    refused("no open fixture to forfeit", season.ask, "settle_withdrawal", two.ada)


def test_who_returns_takes_over_what_a_substitute_has_not_played_and_may_leave_again(
    two: Two,
) -> None:
    season = rounds(two, "Cy", "Di", format=Format.SINGLE)
    zoe, max_ = two.admit("Zoe", "Max")
    season.play(1)
    drawn = season.of(two.ada)
    season.withdraw(two.ada, substitute=zoe)
    season.play(2)
    season.take_back(two.ada)
    assert season.state(zoe) == [PLAYED]
    assert season.state(two.ada) == [PLAYED, TO_PLAY]
    assert season.of(two.ada).items() <= drawn.items()
    season.withdraw(two.ada, substitute=max_)
    season.withdraw(max_)
    season.take_back(two.ada)
    assert season.state(max_) == []
    assert season.state(two.ada) == [PLAYED, TO_PLAY]


def test_what_is_due_is_forfeited_before_the_next_draw_and_at_the_close(two: Two) -> None:
    cup = rounds(two, "Cy", "Di", format=Format.KNOCK_OUT, grace_days=7)
    first, second = cup.now
    cup.withdraw(first.first)
    two.play(cup.season, second.first, there(second.second), round_=1)
    two.clock.later(days=6)
    assert why_not(cup.draw).endswith("Still open: Ada and Di.")
    two.clock.later(days=1)
    cup.draw()
    assert cup.now[0].state == FORFEIT
    assert cup.now[0].through == first.second
    last = cup.now[-1]
    cup.withdraw(last.first)
    assert cup.now[-1].is_open
    found = there(two.services.open_items.before_closing(two.id, cup.season)).items
    assert [each.kind for each in found] == [Kind.WITHDREW]
    two.services.closing.close(two.director, cup.season, {})
    assert cup.now[-1].state == FORFEIT
    assert cup.now[-1].through == last.second


def test_a_play_off_passes_over_who_has_left_the_club_since(two: Two) -> None:
    people = two.services.people
    seasons = two.services.seasons
    robin = rounds(two, "Cy", "Di", format=Format.SINGLE, order=(TieBreak.POINTS,))
    robin.play(*range(1, 4), winner=1)
    assert people.erase_preview(two.id, two.ada).plays_in == ("Winter", "Rounds")
    for season in (two.winter, robin.season):
        report = there(two.services.open_items.before_closing(two.id, season))
        two.services.closing.close(
            two.director, season, {each.key: "over" for each in report.items}
        )
    first, *others = seasons.seeding(two.id, robin.season, 4).seeds
    people.leave(two.director, first)
    assert seasons.seeding(two.id, robin.season, 2).seeds == (*others[:2],)
    assert people.erase_preview(two.id, others[0]).plays_in == ()
    people.erase(two.director, others[0])
    assert sorted(seasons.entrants(two.id, robin.ask("open_playoff", 2, by_lot=True))) == sorted(
        others[1:]
    )
    refused("and have not left", seasons.seeding, two.id, robin.season, 4)


def test_a_swiss_is_drawn_round_by_round(two: Two) -> None:
    """Five members: in each round one has a bye, nobody twice; who leaves is no longer drawn."""
    swiss = rounds(two, "Cy", "Di", "Eve", format=Format.SWISS, rounds=3, order=SWISS_ORDER)
    assert [each.members for each in swiss.now] == [(1, 3), (4, 2), (5,)]
    assert why_not(swiss.draw).endswith("Still open: Ada and Cy; Di and Ben.")
    swiss.play(1)
    assert ("NOT_DRAWN", "round 2") in swiss.open_items
    assert swiss.draw() == 1
    assert {each.members for each in swiss.now[3:]} == {(2, 1), (5, 4), (3,)}
    swiss.play(2)
    swiss.withdraw(two.ada)
    swiss.draw()
    assert {member for each in swiss.now if each.round == 3 for member in each.members} == {
        2,
        3,
        4,
        5,
    }
    swiss.play(3)
    assert {*Counter(frozenset(each.members) for each in swiss.now).values()} == {1}
    assert "NOT_DRAWN" not in dict(swiss.open_items)
    assert why_not(swiss.draw) == "All 3 rounds of this season are already drawn."


def test_a_play_off_takes_the_first_of_a_round_robin(two: Two) -> None:
    seasons = two.services.seasons
    club = two.id
    robin = rounds(
        two,
        "Cy",
        "Di",
        "Eve",
        format=Format.SINGLE,
        order=(TieBreak.POINTS,),
        first_day="2026-11-01",
    )
    refused("when all fixtures are settled", robin.ask, "open_playoff", 4)
    robin.play(*range(1, 6), winner=1)
    for wrong in (3, 8):
        refused("A play-off is for 2, 4 or 8", robin.ask, "open_playoff", wrong)
    level = seasons.seeding(club, robin.season, 4).level
    assert level
    said = why_not(robin.ask, "open_playoff", 4)
    assert said.endswith(" are level in every tie-break. Tick the box to let a lot decide.")
    for points, member in enumerate(level, 1):
        robin.ask("adjust", member, points=points, reason="drawn by lot")
    robin.withdraw(5)
    found = seasons.seeding(club, robin.season, 4)
    assert found.level == ()
    assert {*found.seeds} == {1, 2, 3, 4}
    opened = robin.ask("open_playoff", 4)
    terms = there(seasons.season(club, opened)).terms
    assert terms.name == "Rounds: play-off"
    assert terms.format == Format.KNOCK_OUT
    assert terms.first_day == ""
    assert terms.after == robin.season
    assert terms.seeds == 4
    first, second, third, fourth = found.seeds
    assert [each.members for each in Rounds(two, opened).now] == [(first, fourth), (third, second)]
    assert sorted(seasons.entrants(club, opened)) == [1, 2, 3, 4]
    again = robin.ask("open_playoff", 2)
    cups = [(each.terms.name, each.closed) for each in seasons.playoffs(club, robin.season)]
    assert cups == [("Rounds: play-off", True), ("Rounds: play-off 2", False)]
    assert {*seasons.entrants(club, again)} == {first, second}
    two.services.signing.open_fixture(club, again, (1, 1), token="")
    refused("^Rounds: play-off 2 has begun", robin.ask, "open_playoff", 4)
    assert two.faults == []
    refused(
        "A play-off follows a round robin or a Swiss", Rounds(two, opened).ask, "open_playoff", 2
    )


def unenter(season: Rounds, entry: int | None) -> Posted:
    club = season.club
    return club.services.seasons.unenter(club.director, entry or 0, reason="They came.")


def test_a_walkover_by_mistake_is_corrected_without_a_ruling(two: Two) -> None:
    season = rounds(two, format=Format.SINGLE)
    season.ask("forfeit", (1, 1), two.ben)
    posted = unenter(season, season.of(two.ada)[1].entry)
    body = posted.entry.body
    assert isinstance(body, Reversed)
    assert body.mistyped
    assert body.law == ""
    assert season.state(two.ada) == [TO_PLAY]
    assert season.tally(two.ada).balance == 0


def test_the_bye_of_a_no_show_by_mistake_is_corrected_too(two: Two) -> None:
    season = rounds(two, format=Format.SINGLE)
    season.ask("give_bye", (1, 1), two.ben)
    assert season.state(two.ben) == [BYE]
    unenter(season, season.of(two.ben)[1].entry)
    assert season.state(two.ben) == [TO_PLAY]


def test_only_a_walkover_is_corrected_as_entered_by_mistake(two: Two) -> None:
    season = rounds(two, format=Format.SINGLE)
    season.play(1)
    why = "Only a walkover can be corrected as entered by mistake."
    assert why_not(unenter, season, season.of(two.ada)[1].entry) == why
    assert why_not(unenter, season, 1) == why


def test_only_a_director_corrects_a_walkover(two: Two) -> None:
    season = rounds(two, format=Format.SINGLE)
    season.ask("forfeit", (1, 1), two.ben)
    entry = season.of(two.ada)[1].entry
    seasons = two.services.seasons
    why = why_not(seasons.unenter, two.members[two.ada], entry or 0, reason="They came.")
    assert why == "Only a director can correct what was entered."


def test_what_a_withdrawal_has_forfeited_is_not_mistyped(two: Two) -> None:
    season = rounds(two, format=Format.SINGLE, withdrawal=Withdrawal.FORFEIT)
    season.withdraw(two.ben)
    entry = season.of(two.ada)[1].entry
    why = "This follows from a withdrawal. Enter the return of the member."
    assert why_not(unenter, season, entry) == why
