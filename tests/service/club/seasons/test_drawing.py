"""Rounds as a director makes them: who is here, pairs that are moved, who sits out, who is late."""

from collections import Counter
from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.entries import ByeGiven, Fixture, RoundDrawn, RoundRedrawn
from scorer.ledger.matching import Unfair, Unfairness
from scorer.ledger.terms import Format, Withdrawal
from scorer.service.club.seasons.drawing import Proposal, ProposedTable
from scorer.service.club.seasons.fixtures import FixtureNow, Lots
from scorer.service.club.seasons.season import SWISS_ORDER
from scorer.storage import projections
from scorer.storage.engine import reading
from scorer.table.entering import NotAllowed
from tests import there
from tests.quick_books import kept_directory
from tests.service import refused
from tests.service.club.conftest import Two
from tests.service.club.running_club import new_club
from tests.service.club.seasons.test_rounds import WON, Rounds
from tests.thorough import examples

ADA, BEN, CY, DI, EVE, FAY, GIL = range(1, 8)
OTHERS = ("Cy", "Di", "Eve", "Fay", "Gil")


def season(two: Two, number: int, **terms: object) -> Rounds:
    """A season of Ada, Ben and others, which is not drawn yet."""
    members = two.ada, two.ben, *two.admit(*OTHERS[: number - 2])
    return Rounds(two, two.season(*members, name="Rounds", **terms))


def swiss(two: Two, number: int, **terms: object) -> Rounds:
    usual = {"format": Format.SWISS, "rounds": 4, "order": SWISS_ORDER}
    return season(two, number, **{**usual, **terms})


def robin(two: Two, number: int, **terms: object) -> Rounds:
    found = season(two, number, **{"format": Format.SINGLE, **terms})
    found.draw()
    return found


def proposed(of: Rounds, *here: int, byes: dict[int, int] | None = None) -> Proposal:
    return of.club.services.seasons.proposal(
        of.club.id, of.season, here, lots=Lots.AS_ENTERED, byes=byes or {}
    )


def pairs(of: Rounds, round_: int) -> list[tuple[int, ...]]:
    return [each.members for each in of.now if each.round == round_]


def fixture(of: Rounds, round_: int, member: int) -> FixtureNow:
    return of.of(member)[round_]


def byes(of: Rounds) -> list[tuple[int, int, bool]]:
    """The byes that stand: round, member, and whether they sat out."""
    given = {each.number: each.body for each in of.club.entries if isinstance(each.body, ByeGiven)}
    found = [given[each.entry] for each in of.now if each.entry in given]
    return [(each.round, each.member, each.absent) for each in found]


# A Swiss without the absent


def test_who_is_not_here_sits_a_round_of_a_swiss_out(two: Two) -> None:
    found = swiss(two, 5)
    found.ask("draw", Lots.AS_ENTERED, here=[ADA, BEN, DI, EVE])
    assert pairs(found, 1) == [(1, 4), (5, 2), (3,)]
    assert byes(found) == [(1, CY, True)]
    assert fixture(found, 1, CY).sat_out is True
    assert two.faults == []


def test_a_round_sat_out_gives_what_the_terms_say(two: Two) -> None:
    """As much as a draw, if they say nothing; a bye gives its own."""
    found = swiss(two, 5, absence=0)
    found.ask("draw", Lots.AS_ENTERED, here=[ADA, BEN, CY, DI])
    assert found.tally(EVE).match_points == 0
    assert found.tally(EVE).byes == 1
    usual = Rounds(two, two.season(ADA, BEN, CY, name="Usual", format=Format.SWISS, rounds=2))
    usual.ask("draw", Lots.AS_ENTERED, here=[ADA, BEN])
    assert usual.tally(CY).match_points == 1


def test_who_sat_out_may_have_a_bye_later(two: Two) -> None:
    """Cy sat out the first round, and is the last of five in the second."""
    found = swiss(two, 5, absence=0)
    found.ask("draw", Lots.AS_ENTERED, here=[ADA, BEN, DI, EVE])
    found.play(1)
    two.services.seasons.adjust(
        two.director, found.season, CY, points=-50, match_points=-9, reason="late"
    )
    found.draw()
    assert byes(found) == [(1, CY, True), (2, CY, False)]


def test_who_sat_out_for_as_much_as_a_win_has_no_bye_later(two: Two) -> None:
    found = swiss(two, 5, absence=2)
    found.ask("draw", Lots.AS_ENTERED, here=[ADA, BEN, DI, EVE])
    found.play(1)
    two.services.seasons.adjust(
        two.director, found.season, CY, points=-50, match_points=-9, reason="late"
    )
    found.draw()
    assert CY not in {member for number, member, _ in byes(found) if number == 2}


def test_an_export_tells_a_round_sat_out_from_a_bye(two: Two) -> None:
    found = swiss(two, 6)
    found.ask("draw", Lots.AS_ENTERED, here=[ADA, BEN, DI, EVE, FAY])
    states = {row["first_member"]: row["status"] for row in two.document()["fixtures"]}
    assert {state for member, state in states.items() if member == CY} == {"sat out"}
    assert [*states.values()].count("bye") == 1


def test_two_must_be_here_to_draw(two: Two) -> None:
    found = swiss(two, 4)
    refused("must be here", found.ask, "draw", Lots.AS_ENTERED, here=[ADA])
    found.draw()
    found.play(1)
    refused("must be here", found.ask, "draw", here=[ADA])
    robin = Rounds(two, two.season(ADA, BEN, name="Robin", format=Format.SINGLE))
    refused("Only the rounds of a Swiss", robin.ask, "draw", here=[ADA, BEN])


# Pairs as the director moved them


def test_a_director_moves_the_pairs_of_a_round_and_says_why(two: Two) -> None:
    found = swiss(two, 4)
    chosen = [Fixture(BEN, ADA), Fixture(CY, DI)]
    found.ask("draw", fixtures=chosen, by_hand=[(2, "They came together.")])
    assert pairs(found, 1) == [(2, 1), (3, 4)]
    (body,) = (each.body for each in two.entries if isinstance(each.body, RoundDrawn))
    assert body.by_hand == ((2, "They came together."),)
    assert two.faults == []


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ([(1, 2), (3, 1)], "Ada is in this round twice"),
        ([(1, 2)], "Give an opponent or a bye to Cy and Di"),
        ([(1, 2), (3, 4), (5, None)], "Eve does not play in this round"),
        ([(1, 2), (3, 9)], "member 9 does not play in this round"),
        ([(1, 2), (3, None), (4, None)], "Only one member can have a bye"),
    ],
)
def test_what_is_no_round_of_a_swiss_is_refused(
    two: Two, chosen: list[tuple[int, int | None]], says: str
) -> None:
    """Eve is in the season, and not here."""
    found = swiss(two, 5)
    fixtures = [Fixture(first, second) for first, second in chosen]
    refused(says, found.ask, "draw", here=[ADA, BEN, CY, DI], fixtures=fixtures)
    assert found.now == ()


def test_more_byes_than_one_need_a_reason_each(two: Two) -> None:
    found = swiss(two, 4)
    fixtures = [Fixture(ADA, BEN), Fixture(CY, None), Fixture(DI, None)]
    found.ask("draw", fixtures=fixtures, by_hand=[(2, "sisters"), (3, "sisters")])
    assert byes(found) == [(1, CY, False), (1, DI, False)]


@pytest.mark.parametrize(
    ("by_hand", "says"),
    [
        ([(3, "why")], "no table 3"),
        ([(1, " ")], "Enter why"),
        ([(1, "a"), (1, "b")], "one reason for each"),
    ],
)
def test_a_reason_belongs_to_one_pair(two: Two, by_hand: list[tuple[int, str]], says: str) -> None:
    found = swiss(two, 4)
    fixtures = [Fixture(ADA, BEN), Fixture(CY, DI)]
    refused(says, found.ask, "draw", fixtures=fixtures, by_hand=by_hand)


def test_a_knock_out_keeps_its_number_of_fixtures(two: Two) -> None:
    found = season(two, 4, format=Format.KNOCK_OUT)
    refused(
        "needs 2 fixtures",
        found.ask,
        "draw",
        fixtures=[Fixture(1, 2), Fixture(3, None), Fixture(4, None)],
    )
    found.ask("draw", fixtures=[Fixture(1, 2), Fixture(3, 4)])
    found.play(1)
    refused("Ben does not play", found.ask, "draw", fixtures=[Fixture(1, 2)])
    found.ask("draw", fixtures=[Fixture(3, 1)])
    assert pairs(found, 2) == [(3, 1)]


def test_the_pairs_of_a_round_robin_follow_from_its_draw(two: Two) -> None:
    found = season(two, 4, format=Format.SINGLE)
    refused("follow from its draw", found.ask, "draw", fixtures=[Fixture(1, 2), Fixture(3, 4)])


# Changing a round that is drawn


def test_a_round_is_changed_before_it_is_played(two: Two) -> None:
    """Its byes follow."""
    found = swiss(two, 5)
    found.draw()
    assert pairs(found, 1) == [(1, 3), (4, 2), (5,)]
    found.ask(
        "redraw",
        1,
        [Fixture(3, 1), Fixture(4, 5), Fixture(2, None)],
        "Ben comes later.",
        [(2, "neighbours")],
    )
    assert pairs(found, 1) == [(3, 1), (4, 5), (2,)]
    assert byes(found) == [(1, BEN, False)]
    assert found.tally(EVE).match_points == 0
    assert found.tally(BEN).match_points == 2
    (body,) = (each.body for each in two.entries if isinstance(each.body, RoundRedrawn))
    assert body.reason == "Ben comes later."
    assert body.by_hand == ((2, "neighbours"),)
    assert two.faults == []


def test_a_change_of_a_round_that_leaves_fewer_fixtures_verifies(two: Two) -> None:
    found = swiss(two, 5)
    found.ask("draw", Lots.AS_ENTERED, here=[ADA, BEN, CY, DI])
    gil = two.admit("Fay")[0]
    found.ask("enter", gil)
    found.ask("redraw", 1, [Fixture(1, 3), Fixture(4, 2), Fixture(gil, 5)], "Eve and Fay are late")
    assert pairs(found, 1) == [(1, 3), (4, 2), (gil, 5)]
    assert byes(found) == []
    assert two.faults == []


def test_a_bye_that_stays_is_not_given_again(two: Two) -> None:
    found = swiss(two, 5)
    found.ask("draw", Lots.AS_ENTERED, here=[ADA, BEN, CY, DI])
    before = fixture(found, 1, EVE).entry
    found.ask("redraw", 1, [Fixture(2, 1), Fixture(3, 4), Fixture(5, None)], "seats")
    assert fixture(found, 1, EVE).entry == before
    assert fixture(found, 1, EVE).sat_out is True


def test_what_has_begun_stays_at_its_table(two: Two) -> None:
    found = swiss(two, 4)
    found.draw()
    two.services.signing.open(two.id, found.season, (1, 3), round_=1)
    refused(
        "Ada and Cy, at table 1, have begun",
        found.ask,
        "redraw",
        1,
        [Fixture(1, 2), Fixture(3, 4)],
        "why",
    )
    found.ask("redraw", 1, [Fixture(1, 3), Fixture(2, 4)], "seats")
    assert pairs(found, 1) == [(1, 3), (2, 4)]


@pytest.mark.parametrize(
    ("round_", "chosen", "reason", "says"),
    [
        (1, [(1, 3), (4, 2), (5, None)], "why", "drawn so already"),
        (1, [(1, 3), (2, 4), (5, None)], " ", "Enter a reason"),
        (1, [(1, 3), (4, 2)], "why", "Give an opponent or a bye to Eve"),
        (1, [(1, 3), (4, 1), (5, None)], "why", "Ada is in this round twice"),
        (1, [(1, 3), (4, None), (2, None), (5, None)], "why", "Only one member"),
        (2, [(1, 3)], "why", "no such round"),
    ],
)
def test_a_change_that_makes_no_round_is_refused(
    two: Two, round_: int, chosen: list[tuple[int, int | None]], reason: str, says: str
) -> None:
    found = swiss(two, 5)
    found.draw()
    fixtures = [Fixture(first, second) for first, second in chosen]
    refused(says, found.ask, "redraw", round_, fixtures, reason)
    assert pairs(found, 1) == [(1, 3), (4, 2), (5,)]


def test_only_the_last_round_of_a_swiss_can_be_changed(two: Two) -> None:
    found = swiss(two, 5)
    found.draw()
    found.play(1)
    found.draw()
    drawn = [Fixture(1, 3), Fixture(4, 2), Fixture(5, None)]
    refused("Round 2 is drawn after it", found.ask, "redraw", 1, drawn, "why")


def test_two_of_a_round_robin_stay_together_and_others_do_not_meet_again(two: Two) -> None:
    found = robin(two, 4)
    assert pairs(found, 1) == [(1, 4), (2, 3)]
    change = [Fixture(1, 2), Fixture(4, 3)]
    refused("Ada and Di meet in this round only", found.ask, "redraw", 1, change, "why")
    found.ask("redraw", 1, [Fixture(4, 1), Fixture(2, 3)], "seats")
    assert pairs(found, 1) == [(4, 1), (2, 3)]
    assert two.faults == []


def test_two_of_a_round_robin_who_meet_in_another_round_do_not_meet_again(two: Two) -> None:
    """Eve joins after the draw, and plays Ada in the fourth round."""
    found = robin(two, 4)
    (eve,) = two.admit("Eve")
    found.ask("enter", eve)
    assert {*pairs(found, 4)[0]} == {ADA, eve}
    again = [Fixture(*pairs(found, 4)[0]), Fixture(BEN, CY)]
    refused("Ben and Cy meet in another round", found.ask, "redraw", 4, again, "why")


def test_the_draw_of_a_round_that_was_changed_can_be_undone(two: Two) -> None:
    """The byes that the change gave go with it."""
    found = swiss(two, 5)
    found.draw()
    found.ask("redraw", 1, [Fixture(1, 3), Fixture(4, 5), Fixture(2, None)], "Ben is late")
    entry = two.services.seasons.draw_to_undo(two.id, found.season)
    two.services.seasons.reverse(two.director, entry, reason="all wrong")
    assert found.now == ()
    assert found.tally(BEN).byes == 0
    assert two.faults == []


# Sitting out a round that is drawn


def test_who_sits_out_leaves_their_opponent_to_who_has_the_bye(two: Two) -> None:
    found = swiss(two, 5)
    found.draw()
    assert pairs(found, 1) == [(1, 3), (4, 2), (5,)]
    assert found.ask("sit_out", 1, CY) == []
    assert pairs(found, 1) == [(1, 5), (4, 2), (3,)]
    assert byes(found) == [(1, CY, True)]
    assert two.faults == []


def test_who_sits_out_leaves_their_opponent_a_bye_if_nobody_has_one(two: Two) -> None:
    found = swiss(two, 4)
    found.draw()
    assert found.ask("sit_out", 1, CY) == []
    assert pairs(found, 1) == [(1,), (4, 2), (3,)]
    assert byes(found) == [(1, ADA, False), (1, CY, True)]


def test_a_second_bye_because_another_sits_out_is_shown(two: Two) -> None:
    """Eve had the bye of the first round, and in the second her opponent leaves."""
    found = swiss(two, 5)
    found.draw()
    found.play(1)
    found.ask("draw", here=[ADA, BEN, CY, EVE])
    other = fixture(found, 2, EVE).other(EVE)
    shown = found.ask("sit_out", 2, other)
    assert shown == [Unfair(Unfairness.BYE_AGAIN, (EVE,), 2)]


def test_who_cannot_sit_out_is_refused(two: Two) -> None:
    found = swiss(two, 5)
    found.draw()
    refused("Eve has no opponent in this round already", found.ask, "sit_out", 1, EVE)
    refused("not in this round", found.ask, "sit_out", 1, 9)
    two.services.signing.open(two.id, found.season, (1, 3), round_=1)
    refused("The fixture of Ada has begun", found.ask, "sit_out", 1, ADA)
    other = Rounds(two, two.season(ADA, BEN, name="Robin", format=Format.SINGLE))
    other.draw()
    refused("Only a round of a Swiss", other.ask, "sit_out", 1, ADA)


# Proposals


def test_the_open_fixtures_of_a_round_robin_are_proposed_as_many_as_can_be(two: Two) -> None:
    found = robin(two, 5)
    there_are = proposed(found, ADA, BEN, CY, DI)
    met = {frozenset(each.members) for each in there_are.tables}
    assert len(met) == 2
    assert there_are.draws == 0
    assert all(
        found.of(each.members[0])[each.round].members == each.members for each in there_are.tables
    )
    assert proposed(found, ADA, BEN, CY).idle != ()


def test_a_fixture_that_is_being_played_is_not_proposed(two: Two) -> None:
    found = robin(two, 4)
    two.services.signing.open(two.id, found.season, (1, 4), round_=1)
    met = {frozenset(each.members) for each in proposed(found, ADA, DI).tables}
    assert met == set()


def test_a_proposal_of_a_swiss_is_what_is_drawn(two: Two) -> None:
    found = swiss(two, 6)
    first = proposed(found, ADA, BEN, CY, DI, EVE)
    assert first.draws == 1
    assert first.idle == (EVE,)
    assert first.absent == (FAY,)
    found.ask("draw", Lots.AS_ENTERED, here=[ADA, BEN, CY, DI, EVE])
    drawn = [each for each in pairs(found, 1) if len(each) == 2]
    assert [each.members for each in first.tables] == drawn
    open_ones = proposed(found, ADA, CY)
    assert [(each.members, each.round, each.table) for each in open_ones.tables] == [((1, 3), 1, 1)]
    assert open_ones.draws == 0
    found.play(1)
    assert proposed(found, *range(1, 7)).draws == 2


def test_the_next_round_of_a_knock_out_is_proposed_when_the_last_is_settled(two: Two) -> None:
    found = season(two, 4, format=Format.KNOCK_OUT)
    assert proposed(found, ADA).draws == 1
    found.draw()
    assert proposed(found, 1, 2, 3, 4).draws == 0
    found.play(1)
    final = proposed(found)
    assert final.draws == 2
    assert len(final.tables) == 1
    found.draw()
    found.play(2)
    assert proposed(found, 1, 2, 3, 4).tables == ()


def test_a_withdrawal_that_is_due_does_not_hold_up_a_proposal(two: Two) -> None:
    found = swiss(two, 4, grace_days=1)
    found.draw()
    found.withdraw(CY)
    two.from_paper(found.season, 4, 2, WON, 1)
    refused("not finished", proposed, found, ADA, BEN, DI)
    two.clock.later(days=2)
    next_one = proposed(found, ADA, BEN, DI)
    assert next_one.draws == 2
    assert {*next_one.idle, *(each for one in next_one.tables for each in one.members)} == {1, 2, 4}


def test_those_meet_in_an_open_season_who_have_not_met(two: Two) -> None:
    found = season(two, 4)
    two.from_paper(found.season, ADA, BEN, WON)
    two.from_paper(found.season, CY, DI, WON)
    met = {frozenset(each.members) for each in proposed(found, 1, 2, 3, 4).tables}
    assert met.isdisjoint({frozenset((ADA, BEN)), frozenset((CY, DI))})
    assert proposed(found, 1, 2).unfair == (Unfair(Unfairness.MET_BEFORE, (BEN, ADA), 1),)


def test_pairs_that_were_moved_are_as_fair_as_they_are(two: Two) -> None:
    found = season(two, 4)
    two.from_paper(found.season, ADA, BEN, WON)
    unfair_in = two.services.seasons.unfair_in
    moved = [ProposedTable((ADA, CY)), ProposedTable((BEN, DI))]
    assert unfair_in(two.id, found.season, moved) == ()
    moved = [ProposedTable((ADA, BEN)), ProposedTable((CY,))]
    assert unfair_in(two.id, found.season, moved, byes={CY: 1}) == (
        Unfair(Unfairness.MET_BEFORE, (ADA, BEN), 1),
        Unfair(Unfairness.BYE_AGAIN, (CY,), 2),
    )


def test_byes_of_earlier_days_are_considered(two: Two) -> None:
    found = season(two, 3)
    assert proposed(found, 1, 2, 3, byes={CY: 1, BEN: 1}).idle == (ADA,)


def test_tables_of_a_company_are_proposed(two: Two) -> None:
    """Who has been at one table comes to others."""
    found = season(two, 6, frame="chouette", order=())
    first = proposed(found, *range(1, 7))
    assert [len(each.members) for each in first.tables] == [3, 3]
    for each in first.tables:
        code = two.card(found.season, *each.members)
        two.sign(code, *each.members)
    again = proposed(found, *range(1, 7))
    met = [{*combinations(sorted(each.members), 2)} for each in first.tables]
    now = [{*combinations(sorted(each.members), 2)} for each in again.tables]
    assert sum(len(one & other) for one in met for other in now) == 2
    refused("At least 3 members", proposed, found, 1, 2)


def test_a_closed_season_has_no_proposal(two: Two) -> None:
    found = season(two, 2)
    two.services.closing.close(two.director, found.season, {})
    refused("The season is closed", proposed, found, 1, 2)


# Late entrants


def test_a_late_entrant_of_a_round_robin_takes_the_byes_that_are_left(two: Two) -> None:
    found = robin(two, 5)
    found.play(1)
    (had,) = (each.first for each in found.now if each.round == 1 and not each.second)
    (fay,) = two.admit("Fay")
    shown = found.ask("enter", fay)
    assert Unfair(Unfairness.MORE_BYES, (had,), 1) in shown
    assert shown[-1] == Unfair(Unfairness.FURTHER_ROUNDS, tuple(sorted((had, fay))), 1)
    assert byes(found) == [(1, had, False)]
    assert {each.other(fay) for each in found.of(fay).values()} == {1, 2, 3, 4, 5}
    assert two.faults == []


def test_what_follows_from_a_late_entry_can_be_seen_before_it(two: Two) -> None:
    found = robin(two, 4)
    (eve,) = two.admit("Eve")
    before = two.happened
    seen = two.services.seasons.late_entry(two.id, found.season, [eve])
    assert seen.changed == {}
    assert len(seen.further) == 4
    assert two.happened == before
    found.ask("enter", eve)
    assert max(each.round for each in found.now) == 3 + 4


def test_who_joins_when_everything_is_played_can_only_replace(two: Two) -> None:
    found = robin(two, 2)
    found.play(1)
    (cy,) = two.admit("Cy")
    refused("All fixtures are played.* can only replace", found.ask, "enter", cy)


def test_who_joins_a_knock_out_that_has_not_begun_is_advised_to_undo_the_draw(two: Two) -> None:
    found = season(two, 2, format=Format.KNOCK_OUT)
    found.draw()
    (cy,) = two.admit("Cy")
    refused("undo the draw", found.ask, "enter", cy)
    found.play(1)
    refused("has begun.* can only replace", found.ask, "enter", cy)


def test_who_returns_meets_who_has_joined_meanwhile(two: Two) -> None:
    found = robin(two, 4, withdrawal=Withdrawal.COUNT_PLAYED)
    found.withdraw(DI)
    (eve,) = two.admit("Eve")
    found.ask("enter", eve)
    assert {each.other(eve) for each in found.of(eve).values()} == {1, 2, 3}
    found.take_back(DI)
    assert {each.other(eve) for each in found.of(eve).values()} == {1, 2, 3, 4}
    assert two.faults == []


def test_further_rounds_that_are_undone_are_drawn_again(two: Two) -> None:
    found = robin(two, 4)
    (eve,) = two.admit("Eve")
    two.clock.later(minutes=1)
    found.ask("enter", eve)
    entry = two.services.seasons.draw_to_undo(two.id, found.season)
    two.services.seasons.reverse(two.director, entry, reason="on other days")
    assert found.of(eve) == {}
    assert found.draw() == 4
    assert {each.other(eve) for each in found.of(eve).values()} == {1, 2, 3, 4}
    refused("already drawn", found.draw)


@examples(6)
@given(
    st.integers(3, 6),
    st.integers(1, 2),
    st.integers(0, 3),
    st.booleans(),
)
def test_everybody_meets_everybody_however_late_one_enters(
    size: int, more: int, played: int, double: bool
) -> None:
    """By the ledger, which verifies; once, or twice in a double round robin."""
    club = new_club(kept_directory())
    members = club.admit(*(f"Member {number}" for number in range(size)))
    form = Format.DOUBLE if double else Format.SINGLE
    found = Rounds(club, club.season(*members, name="Robin", format=form))
    found.draw()
    last = max(each.round for each in found.now)
    found.play(*range(1, min(played, last - 1) + 1))
    late = club.admit(*(f"Late {number}" for number in range(more)))
    found.ask("enter", *late)
    met = Counter(tuple(sorted(each.members)) for each in found.now if there(each).second)
    wanted = combinations(sorted((*members, *late)), 2)
    assert met == Counter(dict.fromkeys(wanted, 2 if double else 1))
    assert club.faults == []
    club.engine.dispose()


ACTS = ("draw", "redraw", "redraw", "sit out", "play", "play", "undo", "enter")


def act(found: Rounds, act: str, data: st.DataObject) -> None:
    """Let a director do something with a Swiss by chance; what cannot be is refused."""
    now = found.now
    members = [*found.club.services.seasons.entrants(found.club.id, found.season)]
    last = now[-1].round if now else 0
    own = [each for each in now if each.round == last]
    match act:
        case "draw":
            found.ask("draw", Lots.AS_ENTERED, here=data.draw(st.sets(st.sampled_from(members))))
        case "redraw":
            order = data.draw(st.permutations([one for each in own for one in each.members]))
            seats = iter(order)
            chosen = [
                Fixture(next(seats), None if not each.second else next(seats)) for each in own
            ]
            found.ask("redraw", last, chosen, "by chance")
        case "sit out":
            found.ask("sit_out", last, data.draw(st.sampled_from(members)))
        case "play":
            found.play(last)
        case "undo":
            entry = found.club.services.seasons.draw_to_undo(found.club.id, found.season)
            found.club.services.seasons.reverse(found.club.director, entry, reason="again")
        case "enter":
            found.ask("enter", *found.club.admit(f"Late {len(members)}"))


@examples(8)
@given(st.integers(3, 6), st.data())
def test_a_swiss_verifies_whatever_a_director_does(size: int, data: st.DataObject) -> None:
    """In each round everybody is once; a bye gives its points as long as it stands."""
    club = new_club(kept_directory())
    members = club.admit(*(f"Member {number}" for number in range(size)))
    found = Rounds(club, club.season(*members, name="Swiss", format=Format.SWISS, rounds=9))
    for name in data.draw(st.lists(st.sampled_from(ACTS), min_size=3, max_size=12)):
        club.clock.later(minutes=1)
        with suppress(NotAllowed):
            act(found, name, data)
        in_rounds = Counter((each.round, one) for each in found.now for one in each.members)
        assert max(in_rounds.values(), default=1) == 1
    assert club.faults == []
    had = Counter(each.through for each in found.now if each.second is None)
    with reading(club.engine) as db:
        tallies = projections.tallies(db, club.id, found.season)
    assert {member: tally.byes for member, tally in tallies.items() if tally.byes} == had
    club.engine.dispose()
