"""
What an entry changes in the figures of a season, so that they need not be added up again.

One function says it for the fold of a whole book and for the figures that are
kept beside it; they can differ only if somebody changed the one or the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .companies import CompanyPosted, tally_of_share
from .entries import Adjusted, Body, ByeGiven, PartiePosted
from .meetings import Meeting, meeting_of
from .tallies import Tally, tally_of
from .terms import Terms


@dataclass(frozen=True, slots=True)
class Changes:
    """
    What is to be added.

    Attributes:
        season: to the figures of this season.
        tallies: to each member's tally.
        meetings: to the meeting of each member with another.
    """

    season: int
    tallies: dict[int, Tally] = field(default_factory=dict)
    meetings: dict[tuple[int, int], Meeting] = field(default_factory=dict)

    def __neg__(self) -> Changes:
        return Changes(
            self.season,
            {member: -tally for member, tally in self.tallies.items()},
            {pair: -meeting for pair, meeting in self.meetings.items()},
        )


def changes(body: Body, terms: Terms | None) -> Changes | None:
    """
    What an entry that is no reversal adds to the figures; a reversal takes the same away.

    Args:
        body: what happened.
        terms: the terms of its season; `None` if it belongs to none.
    """
    if isinstance(body, PartiePosted):
        assert terms is not None
        given = terms.match_points(body.result.winner)
        found = Changes(body.season)
        for player, member in enumerate(body.members):
            other = body.members[1 - player]
            found.tallies[member] = tally_of(body.result, player, given[player])
            found.meetings[member, other] = meeting_of(body.result, player, given[player])
        return found
    if isinstance(body, CompanyPosted):
        return Changes(body.season, {share.member: tally_of_share(share) for share in body.shares})
    if isinstance(body, Adjusted):
        return Changes(body.season, {body.member: Tally(adjusted=body.points, match_adjusted=body.match_points)})
    if isinstance(body, ByeGiven):
        assert terms is not None
        return Changes(body.season, {body.member: Tally(match_points=terms.bye, byes=1)})
    return None
