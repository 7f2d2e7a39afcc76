"""What an entry adds to the figures of a season: tallies, meetings, and the facts of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .entries import Adjusted, Body, ByeGiven, SheetPosted, stakes_of
from .results import (
    NO_FACTS,
    CardResult,
    GameFacts,
    Meeting,
    Result,
    Tally,
    facts_of,
    meeting_of,
    tally_of,
)
from .terms import SeasonTerms


@dataclass(frozen=True, slots=True)
class Changes:
    """What is added to the tallies of members, the meetings of pairs and the facts of a season."""

    season: int
    tallies: dict[int, Tally] = field(default_factory=dict)
    meetings: dict[tuple[int, int], Meeting] = field(default_factory=dict)
    facts: GameFacts = NO_FACTS

    def __neg__(self) -> Changes:
        return Changes(
            self.season,
            {member: -tally for member, tally in self.tallies.items()},
            {pair: -meeting for pair, meeting in self.meetings.items()},
            -self.facts,
        )

    def of(self, merged: Mapping[int, int]) -> Changes:
        """Return the same of the members into whom some are *merged*."""
        return Changes(
            self.season,
            {merged.get(member, member): tally for member, tally in self.tallies.items()},
            {
                (merged.get(one, one), merged.get(two, two)): each
                for (one, two), each in self.meetings.items()
            },
            self.facts,
        )


def changes(body: Body, terms: SeasonTerms | None) -> Changes | None:
    """Return what an entry that is no reversal adds to tallies, meetings and the facts of the game;
    its reversal subtracts the same.
    """
    if isinstance(body, SheetPosted):
        assert terms is not None
        result = body.result
        if isinstance(result, Result):
            return _of_two(body, result, terms)
        return _of_all(body.season, result)
    if isinstance(body, Adjusted):
        return Changes(
            body.season,
            {body.member: Tally(adjusted=body.points, match_adjusted=body.match_points)},
        )
    if isinstance(body, ByeGiven):
        assert terms is not None
        points = terms.bye_points(absent=body.absent)
        return Changes(body.season, {body.member: Tally(match_points=points, byes=1)})
    return None


def _of_two(body: SheetPosted, result: Result, terms: SeasonTerms) -> Changes:
    if not terms.counts(result):
        return Changes(body.season, dict.fromkeys(body.members, Tally(result_only=1)))
    given = terms.match_points(result.winner)
    stakes = stakes_of(result, terms)
    found = Changes(body.season, facts=facts_of(result, has_rubicon=terms.has_rubicon))
    for player, member in enumerate(body.members):
        other = body.members[1 - player]
        found.tallies[member] = tally_of(result, player, given[player])
        found.meetings[member, other] = meeting_of(result, player, given[player], stakes)
    return found


def _of_all(season: int, card: CardResult) -> Changes:
    """Return what a company's card adds to tallies;
    it does not say who won against whom, so there is no meeting.
    """
    return Changes(
        season,
        {
            share.member: Tally(
                *(share.parties, share.won, share.drawn, share.lost),
                points_won=max(share.balance, 0),
                points_lost=max(-share.balance, 0),
            )
            for share in card.shares
        },
    )
