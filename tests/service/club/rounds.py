"""A season played by fixtures, round by round, in a few words."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.ledger.pairing import Slot
from scorer.ledger.results import Tally
from scorer.service.club.fixtures import FixtureNow, FixtureStatus, Lots
from scorer.service.club.verification import verify
from scorer.storage import projections
from scorer.storage.engine import reading
from tests.service.club.running_club import DEALS, RunningClub


@dataclass
class Rounds:
    """A season of a club, whose fixtures are drawn in the order of entry."""

    club: RunningClub
    season: int

    def draw(self) -> int:
        """Draw what can be drawn."""
        return self.club.services.seasons.draw(self.club.director, self.season, Lots.AS_ENTERED)

    @property
    def now(self) -> tuple[FixtureNow, ...]:
        """Every fixture as it stands."""
        return self.club.services.seasons.fixtures_now(self.club.club.id, self.season)

    def of(self, member: int) -> dict[int, FixtureNow]:
        """A member's fixtures by their rounds."""
        return {each.round: each for each in self.now if member in each.members}

    def state(self, member: int) -> list[FixtureStatus]:
        """How far each of a member's fixtures has come."""
        return [each.state for each in self.of(member).values()]

    def slots(self, round_: int) -> list[Slot]:
        """Where somebody can be met in a round."""
        return [each.slot for each in self.now if each.round == round_ and each.is_open]

    def play(self, *rounds: int, winner: int | None = None) -> None:
        """Play all that is open of some rounds: the first of each fixture wins, or the member who is named."""
        for round_ in rounds:
            for each in self.now:
                if each.round == round_ and each.is_open and each.second is not None:
                    swapped = winner is not None and winner == each.second
                    deals = [_swapped(log) for log in DEALS] if swapped else list(DEALS)
                    self.club.play(self.season, each.first, each.second, *deals, round_=round_)

    def withdraw(self, member: int, substitute: int | None = None) -> None:
        """Let a member withdraw."""
        seasons = self.club.services.seasons
        seasons.withdraw(self.club.director, self.season, member, "is moving away", substitute)

    def tally(self, member: int) -> Tally:
        """A member's figures."""
        with reading(self.club.services.seasons.engine) as db:
            return projections.tallies(db, self.club.club.id, self.season).get(member, Tally())

    def check(self) -> None:
        """The book is whole, and every commodity sums to nothing among the members and the pool."""
        assert list(verify(self.club.services.seasons.engine)) == []


def _swapped(log: str) -> str:
    return log.replace("E", "#").replace("Y", "E").replace("#", "Y")
