"""The third place of a knock-out is played for beside its final, and ranks after it."""

from scorer.ledger.entries import SeasonClosed
from scorer.ledger.terms import Format
from scorer.service.club.posts import post
from scorer.service.club.seasons.fixtures import FixtureNow
from scorer.service.club.seasons.season import KNOCK_OUT_ORDER
from scorer.service.club.seasons.standings import season_rows
from scorer.storage.engine import reading, writing
from tests.service import refused
from tests.service.club.conftest import Two
from tests.service.club.seasons.test_rounds import Rounds

EARLY = "Third place is played for with the final of a knock-out, by who lost the semi-finals."


def cup(two: Two, number: int = 4) -> Rounds:
    """A knock-out whose first round is drawn in the order of entry."""
    others = two.admit(*("Cy", "Di", "Eve", "Fay", "Gil", "Hal")[: number - 2])
    terms = {"format": Format.KNOCK_OUT, "order": KNOCK_OUT_ORDER}
    found = Rounds(two, two.season(two.ada, two.ben, *others, name="Cup", **terms))
    found.draw()
    return found


def settle(of: Rounds, *, last_wins: bool = False) -> None:
    """Let the first player win every open fixture, or the last."""
    of.club.clock.later(seconds=1)
    for each in of.now:
        if each.is_open:
            of.ask("forfeit", each.slot, each.members[-1] if last_wins else each.first)
    of.club.clock.later(seconds=1)


def last_round(of: Rounds) -> list[FixtureNow]:
    return [each for each in of.now if each.round == of.now[-1].round]


def ranks(of: Rounds) -> list[tuple[str, str | None]]:
    with reading(of.club.engine) as db:
        rows = season_rows(db, of.club.id, of.season)
    return [(row.rank_words, row.reached) for row in rows]


def test_who_lost_the_semi_finals_play_for_third_beside_the_final(two: Two) -> None:
    of = cup(two)
    settle(of)
    winners = {each.through for each in of.now}
    of.ask("draw", third=True)
    final, third = last_round(of)
    assert {*final.members} == winners
    assert winners.isdisjoint(third.members)


def test_the_four_are_ranked_first_to_fourth(two: Two) -> None:
    of = cup(two)
    settle(of)
    of.ask("draw", third=True)
    settle(of)
    assert ranks(of) == [
        ("1", "winner"),
        ("2", "final"),
        ("3", "third place"),
        ("4", "fourth place"),
    ]
    assert two.faults == []


def test_they_share_a_rank_until_they_have_played(two: Two) -> None:
    of = cup(two)
    settle(of)
    of.ask("draw", third=True)
    final, third = last_round(of)
    of.ask("forfeit", final.slot, final.first)
    assert ranks(of)[2:] == [("3=", "for third place"), ("3=", "for third place")]
    of.ask("forfeit", third.slot, third.first)
    assert [words for words, _ in ranks(of)] == ["1", "2", "3", "4"]


def test_a_knock_out_with_third_is_over_after_its_last_round(two: Two) -> None:
    of = cup(two)
    settle(of)
    of.ask("draw", third=True)
    settle(of)
    refused("That was the final. The knock-out is over.", lambda: of.ask("draw"))


def test_third_is_not_played_for_before_the_final(two: Two) -> None:
    of = cup(two, 8)
    settle(of)
    refused(EARLY, lambda: of.ask("draw", third=True))


def test_of_three_nobody_else_lost_a_semi_final(two: Two) -> None:
    of = cup(two, 3)
    settle(of)
    refused(EARLY, lambda: of.ask("draw", third=True))


def test_without_a_match_for_third_both_have_reached_the_semi_final(two: Two) -> None:
    of = cup(two)
    settle(of)
    of.draw()
    settle(of)
    assert [reached for _, reached in ranks(of)[2:]] == ["semi-final", "semi-final"]


def test_a_play_off_ranks_who_went_out_together_as_in_the_season_before(two: Two) -> None:
    """Cy and Di lose the semi-finals: Di was third, by a wider margin, and Cy was fourth."""
    cy, di = two.admit("Cy", "Di")
    league = Rounds(two, two.season(two.ada, two.ben, cy, di, name="League", format=Format.SINGLE))
    two.drawn(league.season, [(two.ada, cy), (two.ben, di)])
    two.from_paper(league.season, two.ada, cy, [(40, 20)] * 4, 1)
    two.from_paper(league.season, two.ben, di, [(21, 20)] * 4, 1)
    seasons = two.services.seasons
    of = Rounds(two, seasons.open_playoff(two.director, league.season, 4))
    assert [each.members for each in of.now] == [(two.ada, cy), (di, two.ben)]
    for each, winner in zip(of.now, (two.ada, two.ben), strict=True):
        of.ask("forfeit", each.slot, winner)
    with reading(two.engine) as db:
        rows = season_rows(db, two.id, of.season)
    assert [row.member for row in rows[2:]] == [di, cy]
    assert [row.rank_words for row in rows[2:]] == ["3", "4"]
    assert two.faults == []


def test_a_match_for_third_that_is_not_played_leaves_both_where_they_were(two: Two) -> None:
    of = cup(two)
    settle(of)
    of.ask("draw", third=True)
    final, _ = last_round(of)
    of.ask("forfeit", final.slot, final.first)
    with writing(two.engine) as db:
        draft = SeasonClosed(of.season, ("fixture: for third place (they went home)",))
        post(db, two.id, draft, author=two.director.author, at=two.clock().isoformat())
    assert [reached for _, reached in ranks(of)[2:]] == ["semi-final", "semi-final"]
