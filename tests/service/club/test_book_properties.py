"""
The book under any sequence of what can happen to it.

Parties are posted, corrected, taken out and put in again, penalties are given
and cancelled, by chance and in any order, on a real database and through the
same verbs as the pages. After every step nothing has been made or lost, the
standings are those that the statements give, and the chain verifies.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from scorer.ledger.results import Tally, meeting_of, result_of, tally_of
from scorer.ledger.standings import standings
from scorer.ledger.terms import SeasonTerms, TieBreak
from scorer.rules.partie import Partie
from scorer.service.club.services import club_services
from scorer.service.club.standings import season_table
from scorer.service.opening import NotAllowed
from scorer.service.parties import Parties
from scorer.storage import book as store
from scorer.storage.engine import open_engine, reading
from tests.ledger.builders import replayed
from tests.quick_books import kept_directory
from tests.service.club.club_book import Clock, ClubBook, new_club_book
from tests.service.club.running_club import DEALS, FOUR
from tests.thorough import examples

MEMBERS = (1, 2, 3)
WEIGHTS = FOUR.deal_weights
ORDER = (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.RUBICONS_INFLICTED)

points = st.integers(0, 120)
pairs = st.tuples(points, points)
two = st.permutations(MEMBERS).map(lambda found: (found[0], found[1]))
"""Two members, the first elder in the first deal."""


@cache
def prepared() -> tuple[ClubBook, Path]:
    """A club of three in a season: made once, since founding and admitting take their time."""
    from scorer.rules.house_rules import ruleset_to_data  # noqa: PLC0415

    path = kept_directory() / "book.sqlite"
    book = new_club_book(path, SeasonTerms("Winter", ruleset_to_data(FOUR), order=ORDER))
    book.admit("Ada", "Ben", "Cat", season=1)
    book.engine.dispose()
    return book, path


class Book(RuleBasedStateMachine):
    """
    A book, and beside it only what was asked for.

    Attributes:
        current: the codes of the parties that stand, in the order in which each was first posted.
        given: for each entry that gives or takes points and stands, the member and how many.
    """

    parties = Bundle("parties")
    penalties = Bundle("penalties")

    @initialize()
    def open(self) -> None:
        book, path = prepared()
        self.directory = tempfile.TemporaryDirectory()
        made = Parties(open_engine(f"sqlite:///{shutil.copy(path, self.directory.name)}"), Clock())
        self.book = ClubBook(made, club_services(made), book.club, book.ann, dict(book.phones))
        self.current: dict[str, bool] = {}
        self.given: dict[int, tuple[int, int]] = {}

    def teardown(self) -> None:
        if hasattr(self, "book"):
            self.book.engine.dispose()
            self.directory.cleanup()

    @rule(target=parties, members=two, deals=st.lists(pairs, min_size=4, max_size=4))
    def play(self, members: tuple[int, int], deals: list[tuple[int, int]]) -> str:
        """A partie from paper, signed by both; after a tie two more deals that change nothing, so that it is drawn."""
        sums = [sum(weight * each[player] for weight, each in zip(WEIGHTS, deals, strict=True)) for player in (0, 1)]
        code = self.book.played(*members, deals if sums[0] != sums[1] else [*deals, (0, 0), (0, 0)])
        self.current[code] = True
        return code

    @rule(target=parties, members=two)
    def play_at_the_table(self, members: tuple[int, int]) -> str:
        """A partie of which every statement is known."""
        code = self.book.open(*members)
        self.book.say(code, *DEALS)
        self.book.sign(code)
        self.current[code] = True
        return code

    @rule(code=parties, deal=st.integers(0, 3), pair=pairs)
    def correct(self, code: str, deal: int, pair: tuple[int, int]) -> None:
        """Both agree that a deal was otherwise; what says nothing new, or is too late, is refused."""
        sheet = self.book.parties.sheet(code)
        strike = "strike 12 for tricks Y1" if deal % 2 == 0 else "strike 12 for tricks E1"
        said = "scores {} {}".format(*pair) if sheet.partie.deals[deal].deal is None else strike
        if not self.current[code]:
            with pytest.raises(NotAllowed):
                self.book.services.disputes.agree(code, self.book.phones[1])
            return
        try:
            self.book.correct(code, said, deal=deal)
        except NotAllowed:
            now = self.book.services.signing.sheet(code)
            assert now is not None
            assert now.dispute is None  # what is refused leaves nothing behind

    @rule(code=parties)
    def take_out(self, code: str) -> None:
        """The director reverses the entry by which a partie stands."""
        now = self.book.services.signing.sheet(code)
        assert now is not None
        if now.posted is None:
            assert not self.current[code]
            return
        self.book.services.seasons.reverse(self.book.ann, now.posted.entry.number, reason="played twice")
        self.current[code] = False

    @rule(code=parties)
    def put_back(self, code: str) -> None:
        """The director decides that a partie stands as it is recorded."""
        ask = self.book.services.disputes
        if self.current[code]:
            with pytest.raises(NotAllowed):
                ask.settle(code, self.book.ann, words="it stands", law="Law 74")
            return
        ask.settle(code, self.book.ann, words="it was no mistake", law="Law 74")
        self.current[code] = True

    @rule(target=penalties, member=st.sampled_from(MEMBERS), points=st.integers(-200, 200).filter(bool))
    def give(self, member: int, points: int) -> int:
        """A penalty or a compensation."""
        number = self.book.services.seasons.adjust(self.book.ann, 1, member, points=points, reason="late").entry.number
        self.given[number] = member, points
        return number

    @rule(number=consumes(penalties))
    def cancel(self, number: int) -> None:
        """It is cancelled; a second time it cannot be."""
        self.book.services.seasons.reverse(self.book.ann, number, reason="was not late")
        with pytest.raises(NotAllowed):
            self.book.services.seasons.reverse(self.book.ann, number, reason="again")
        del self.given[number]

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        if not hasattr(self, "book"):
            return
        with reading(self.book.engine) as db:
            sums: dict[str, int] = {}
            for (_, _, commodity), amount in store.balances(db, self.book.club.id).items():
                sums[commodity] = sums.get(commodity, 0) + amount
        assert not any(sums.values())

    @invariant()
    def the_standings_and_ratings_are_what_the_statements_give(self) -> None:
        """Counted again from the sheets of the parties that stand and from the penalties, not from the book."""
        if not hasattr(self, "book"):
            return
        tallies = {member: Tally() for member in MEMBERS}
        meetings: dict[tuple[int, int], list[object]] = {}
        terms = SeasonTerms("Winter", None, order=ORDER)
        current = list(self._standing())
        for partie, members in current:
            result = result_of(partie)
            given = terms.match_points(result.winner)
            for player, member in enumerate(members):
                tallies[member] += tally_of(result, player, given[player])
                meetings.setdefault((member, members[1 - player]), []).append(meeting_of(result, player, given[player]))
        for member, points in self.given.values():
            tallies[member] += Tally(adjusted=points)
        totals = {pair: sum(met[1:], start=met[0]) for pair, met in meetings.items()}  # type: ignore[call-overload]
        rows = standings(tallies, ORDER, lambda groups, *, among: totals.items())
        with reading(self.book.engine) as db:
            found = season_table(db, self.book.club.id, 1)
            held = store.balances(db, self.book.club.id, 1)
        assert {row.member: row.tally for row in found.rows} == tallies
        assert [(row.rank, row.shared, row.member) for row in found.rows] == [
            (row.rank, row.shared, row.member) for row in rows
        ]
        for member, tally in tallies.items():
            assert held.get((1, member, "points"), 0) == tally.balance
            assert held.get((1, member, "match_points"), 0) == tally.score
        assert found.ratings == replayed((members, result_of(partie).winner) for partie, members in current)

    @invariant()
    def the_chain_verifies(self) -> None:
        if hasattr(self, "book"):
            assert self.book.faults() == []

    def _standing(self) -> Iterator[tuple[Partie, tuple[int, int]]]:
        for code, stands in self.current.items():
            if stands:
                now = self.book.services.signing.sheet(code)
                assert now is not None
                yield now.sheet.partie, now.season_partie.members


TestBook = Book.TestCase
TestBook.settings = settings(examples(16), stateful_step_count=15, deadline=None)
