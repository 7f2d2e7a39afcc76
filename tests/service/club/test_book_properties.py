"""The book under any sequence of what can happen to it.

Parties are posted, corrected, reversed and posted again, penalties are given and cancelled, members
are merged, by chance and in any order, through the same use cases as the pages. After every step
nothing has been made or lost and the standings are those that the statements give; in the end the
book verifies.
"""

import tempfile
from contextlib import nullcontext
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from scorer.ledger.results import Tally, meeting_of, result_of, tally_of
from scorer.ledger.standings import standings
from scorer.ledger.terms import SeasonTerms, TieBreak
from scorer.service.club.disputes.cases import ReplyKind
from scorer.service.club.seasons.standings import season_table
from scorer.storage import entry_rows as store
from scorer.storage.engine import reading
from scorer.table.entering import NotAllowed
from tests.ledger.builders import replayed
from tests.quick_books import kept_directory
from tests.service.club.running_club import FOUR, RunningClub, new_club
from tests.thorough import EVERYTHING

MEMBERS = (1, 2, 3)
TWICE = 4
"""Who is member 3, admitted again; they play as both until they are merged."""
WEIGHTS = FOUR.deal_weights
ORDER = (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.RUBICONS_INFLICTED)

points = st.integers(0, 120)
pairs = st.tuples(points, points)
two = st.permutations(MEMBERS).map(lambda found: (found[0], found[1]))
"""Two members, the first elder in the first deal."""

numbers = st.booleans()
"""Whether member 3 plays under the second number, while they have two."""


@cache
def prepared() -> RunningClub:
    club = new_club(kept_directory())
    club.season(*club.admit("Ada", "Ben", "Cat", "Kat"), order=ORDER)
    return club


class Book(RuleBasedStateMachine):
    """A book, and beside it only what was asked for.

    Attributes:
        current: by code whether a partie counts, in the order in which each was first posted.
        players: by code under which numbers it was played.
        given: for each current entry that gives or takes points, the member and how many.
        merged: whether the member who was admitted twice is merged.
    """

    parties = Bundle("parties")
    penalties = Bundle("penalties")

    @initialize()
    def open(self) -> None:
        self.directory = tempfile.TemporaryDirectory()
        self.club = prepared().copied(Path(self.directory.name))
        self.current: dict[str, bool] = {}
        self.players: dict[str, tuple[int, int]] = {}
        self.ruled: set[str] = set()
        self.given: dict[int, tuple[int, int]] = {}
        self.merged = False

    def teardown(self) -> None:
        if hasattr(self, "club"):
            faults = self.club.faults
            self.club.engine.dispose()
            self.directory.cleanup()
            assert faults == []

    def _as(self, members: tuple[int, int], *, twice: bool) -> tuple[int, ...]:
        return tuple(
            TWICE if twice and each == MEMBERS[-1] and not self.merged else each for each in members
        )

    def _one(self, member: int) -> int:
        """Who a number is, in the end."""
        return MEMBERS[-1] if self.merged and member == TWICE else member

    @rule()
    def merge(self) -> None:
        people = self.club.services.people
        ann = self.club.director
        with pytest.raises(NotAllowed) if self.merged else nullcontext():
            people.merge(ann, TWICE, MEMBERS[-1])
        self.merged = True

    @rule(target=parties, members=two, twice=numbers, deals=st.lists(pairs, min_size=4, max_size=4))
    def play(self, members: tuple[int, int], twice: bool, deals: list[tuple[int, int]]) -> str:
        """A partie from paper; after a tie two more deals that change nothing,
        so that it is drawn.
        """
        sums = [
            sum(weight * each[player] for weight, each in zip(WEIGHTS, deals, strict=True))
            for player in (0, 1)
        ]
        first, second = self._as(members, twice=twice)
        code = self.club.from_paper(
            1, first, second, deals if sums[0] != sums[1] else [*deals, (0, 0), (0, 0)]
        )
        self.current[code] = True
        self.players[code] = (first, second)
        return code

    @rule(target=parties, members=two, twice=numbers)
    def play_at_the_table(self, members: tuple[int, int], twice: bool) -> str:
        first, second = self._as(members, twice=twice)
        code = self.club.play(1, first, second).sheet.code
        self.current[code] = True
        self.players[code] = (first, second)
        return code

    @rule(code=parties, deal=st.integers(0, 3), pair=pairs)
    def correct(self, code: str, deal: int, pair: tuple[int, int]) -> None:
        """Both agree that a deal was otherwise;
        what changes nothing, or is too late, is refused.
        """
        strike = "strike 12 for tricks Y1" if deal % 2 == 0 else "strike 12 for tricks E1"
        said = (
            "scores {} {}".format(*pair)
            if self.club.parties.sheet(code).partie.deals[deal].deal is None
            else strike
        )
        if not self.current[code]:
            with pytest.raises(NotAllowed):
                self.club.services.disputes.reply(code, self.club.members[1], ReplyKind.AGREES)
            return
        if code in self.ruled:
            self._ask_in_vain(code, said, deal)
            return
        try:
            self.club.correct(code, said, deal=deal)
        except NotAllowed:
            assert self.club.sheet(code).dispute is None  # what is refused leaves nothing behind

    def _ask_in_vain(self, code: str, said: str, deal: int) -> None:
        """After a ruling a player may ask, and the other cannot agree."""
        with pytest.raises(NotAllowed):
            self.club.correct(code, said, deal=deal)
        if self.club.sheet(code).dispute is not None:
            self.club.services.disputes.withdraw(
                code, self.club.members[self.club.sheet(code).membership.members[0]]
            )

    @rule(code=parties)
    def reverse(self, code: str) -> None:
        posted = self.club.sheet(code).posted
        assert (posted is not None) == self.current[code]
        if posted is not None:
            self.club.services.seasons.reverse(
                self.club.director, posted.entry.number, reason="played twice"
            )
        self.current[code] = False

    @rule(code=parties)
    def post_again(self, code: str) -> None:
        with pytest.raises(NotAllowed) if self.current[code] else nullcontext():
            self.club.services.disputes.settle(
                code, self.club.director, words="it was no mistake", law="Law 74"
            )
        if not self.current[code]:
            self.ruled.add(code)
        self.current[code] = True

    @rule(target=penalties, member=two, twice=numbers, points=st.integers(-200, 200).filter(bool))
    def give(self, member: tuple[int, int], twice: bool, points: int) -> int:
        given, _ = self._as(member, twice=twice)
        seasons = self.club.services.seasons
        number = seasons.adjust(
            self.club.director, 1, given, points=points, reason="late"
        ).entry.number
        self.given[number] = given, points
        return number

    @rule(number=consumes(penalties))
    def cancel(self, number: int) -> None:
        for already in (nullcontext(), pytest.raises(NotAllowed)):
            with already:
                self.club.services.seasons.reverse(
                    self.club.director, number, reason="was not late"
                )
        del self.given[number]

    @invariant()
    def nothing_is_made_or_lost_and_the_standings_are_what_the_statements_give(self) -> None:
        """Counted again from the sheets of the current parties and from the penalties,
        not from the book.
        """
        if not hasattr(self, "club"):
            return
        tallies = {member: Tally() for member in (MEMBERS if self.merged else (*MEMBERS, TWICE))}
        meetings: dict[tuple[int, int], list[object]] = {}
        current = [
            (self.club.parties.sheet(code).partie, (self._one(first), self._one(second)))
            for code, (first, second) in self.players.items()
            if self.current[code]
        ]
        for partie, members in current:
            result = result_of(partie)
            given = SeasonTerms("Winter", None, order=ORDER).match_points(result.winner)
            for player, member in enumerate(members):
                tallies[member] += tally_of(result, player, given[player])
                meetings.setdefault((member, members[1 - player]), []).append(
                    meeting_of(result, player, given[player])
                )
        for member, points in self.given.values():
            tallies[self._one(member)] += Tally(adjusted=points)
        totals = {pair: sum(met[1:], start=met[0]) for pair, met in meetings.items()}  # type: ignore[call-overload]
        rows = standings(tallies, ORDER, lambda groups, *, among: totals.items())
        with reading(self.club.engine) as db:
            found = season_table(db, self.club.id, 1)
            held = store.balances(db, self.club.id)
        for commodity in {key[2] for key in held}:
            assert sum(amount for key, amount in held.items() if key[2] == commodity) == 0
        assert {row.member: row.tally for row in found.rows} == tallies
        ranks, expected = (
            [(row.rank, row.shared, row.member) for row in each] for each in (found.rows, rows)
        )
        assert ranks == expected
        for member, tally in tallies.items():
            kept = [held.get((1, member, commodity), 0) for commodity in ("points", "match_points")]
            assert kept == [tally.balance, tally.score]
        assert found.ratings == replayed(
            (members, result_of(partie).winner) for partie, members in current
        )


TestBook = Book.TestCase
TestBook.settings = settings(
    max_examples=10 if EVERYTHING else 6, stateful_step_count=12, deadline=None
)
