"""Short ways to write down a season: who beat whom by how much;
and what the property tests of the book draw from.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from scorer.ledger import entries
from scorer.ledger.chain import BEGINNING, digest, write
from scorer.ledger.projections import Projections
from scorer.ledger.records import Rating, rated
from scorer.ledger.results import Meeting, Result, Tally, meeting_of, result_of, tally_of
from scorer.ledger.terms import SeasonTerms
from scorer.ledger.tie_breaks import Group, Meetings, Met
from scorer.rules.figures import Side
from tests.published import published
from tests.rules.settling import play

TERMS = SeasonTerms("Winter", {"id": "portland"})

NAMES = {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan", 5: "Eve", 6: "Fay"}


def result(
    totals: tuple[int, int], points: int, *, rubicon: bool = False, forfeit: bool = False
) -> Result:
    """A result by its totals; the player with more has won *points*."""
    winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
    return Result(
        (Side(totals[0]), Side(totals[1])), winner, points, rubicon=rubicon, forfeit=forfeit
    )


class Partie(NamedTuple):
    """Two members, the first player first, and what their partie came to."""

    members: tuple[int, int]
    result: Result


def won(winner: int, loser: int, points: int = 100, *, rubicon: bool = False) -> Partie:
    """A partie that *winner* won as first player."""
    return Partie((winner, loser), result((120, 100), points, rubicon=rubicon))


def drawn(first: int, second: int) -> Partie:
    """A partie that nobody won."""
    return Partie((first, second), result((100, 100), 0))


def tallies(
    parties: Iterable[Partie], members: Iterable[int] = (), terms: SeasonTerms = TERMS
) -> dict[int, Tally]:
    """What the parties add up to for each member in them, and nothing for the other *members*."""
    found = {member: Tally() for member in members}
    for each in parties:
        for player, member in enumerate(each.members):
            points = terms.match_points(each.result.winner)[player]
            found[member] = found.get(member, Tally()) + tally_of(each.result, player, points)
    return found


def meetings(
    parties: Sequence[Partie], terms: SeasonTerms = TERMS, asked: list[list[Group]] | None = None
) -> Meetings:
    """What gives the meetings of groups; *asked* remembers for which it was asked."""

    def of(groups: Sequence[Group], *, among: bool) -> Iterable[Met]:
        if asked is not None:
            asked.append(list(groups))
        found: dict[tuple[int, int], Meeting] = {}
        for each in parties:
            for player, (member, other) in enumerate((each.members, each.members[::-1])):
                if any(member in group and (other in group or not among) for group in groups):
                    met = meeting_of(
                        each.result, player, terms.match_points(each.result.winner)[player]
                    )
                    found[member, other] = found.get((member, other), Meeting()) + met
        return found.items()

    return of


def replayed(parties: Iterable[tuple[tuple[int, int], int | None]]) -> dict[int, Rating]:
    """Return the ratings after parties, each given as its members and winner,
    in the order of the book.
    """
    found: dict[int, Rating] = {}
    for members, winner in parties:
        before = found.get(members[0], Rating()), found.get(members[1], Rating())
        found |= dict(zip(members, rated(*before, winner), strict=True))
    return found


def posted(partie: Partie, instead_of: int | None = None) -> entries.SheetPosted:
    return entries.SheetPosted(
        1, partie.members, "K7QX", "ab" * 32, partie.result, 0, instead_of, lengths=(12,) * 6
    )


class Book:
    def __init__(self, terms: SeasonTerms = TERMS) -> None:
        self.entries: list[entries.Entry] = []
        self.terms = terms
        self.previous = BEGINNING
        self.day = "2026-01-05"
        self.post(entries.ClubFounded("Portland Club"))
        self.post(entries.SeasonOpened(1, terms))

    def post(self, body: entries.Body, postings: tuple[entries.Posting, ...] | None = None) -> int:
        """Post an entry and give its number."""
        moved = entries.postings_of(body, self.terms) if postings is None else postings
        number = len(self.entries) + 1
        self.entries.append(
            entries.Entry(
                number, f"{self.day}T19:30:00Z", "director Ann", body, moved, self.previous
            )
        )
        self.previous = digest(write(self.entries[-1]))
        return number

    def partie(self, partie: Partie, instead_of: int | None = None) -> int:
        return self.post(posted(partie, instead_of))

    def reverse(
        self, number: int, reason: str = "a deal was entered twice", law: str = "Law 70"
    ) -> int:
        """Post the reversal of an entry."""
        merged = self.projected().merged
        back = tuple(each.reversed(merged) for each in self.entries[number - 1].postings)
        return self.post(entries.Reversed(number, reason, law), back)

    def projected(self) -> Projections:
        """Return what the entries add up to."""
        found = Projections()
        for entry in self.entries:
            undone = (
                self.entries[entry.body.entry - 1]
                if isinstance(entry.body, entries.Reversed)
                else None
            )
            found.add(entry, undone)
        return found

    @property
    def texts(self) -> list[tuple[int, str, str]]:
        """The chain as it is stored: number, text and digest of each entry."""
        return [(each.number, write(each), digest(write(each))) for each in self.entries]


def score_card() -> list[Partie]:
    """Cavendish's card of five parties between Ann and Ben, played out and settled under the
    Portland rules.

    One deal of it is misread by nine points; it is given what the totals need.
    """
    found = []
    for each in published("settlements")["score_card"]["partie"]:
        columns = each["a"], each["b"]
        for column, total in zip(columns, each["totals"], strict=True):
            column[0] += total - sum(column)
        found.append(Partie((1, 2), result_of(play([*zip(*columns, strict=True)]))))
    return found


def balances(
    postings: Iterable[entries.Posting],
) -> dict[tuple[entries.Account, entries.Commodity], int]:
    found = Counter[tuple[entries.Account, entries.Commodity]]()
    for each in postings:
        found[each.account, each.commodity] += each.amount
    return dict(found)


_scalars = st.one_of(st.integers(), st.booleans(), st.text(max_size=5))

_rulesets = st.dictionaries(
    st.text(max_size=5), st.one_of(_scalars, st.lists(_scalars, max_size=3)), max_size=3
)

terms: st.SearchStrategy[SeasonTerms] = st.builds(SeasonTerms, rules=_rulesets)


opened = st.builds(entries.SeasonOpened, terms=terms)
others = [kind for kind in entries.BODIES.values() if kind is not entries.SeasonOpened]
bodies: st.SearchStrategy[entries.Body] = st.one_of([opened, *map(st.from_type, others)])

any_entries: st.SearchStrategy[entries.Entry] = st.builds(
    entries.Entry,
    body=bodies,
    postings=st.lists(st.from_type(entries.Posting), max_size=4).map(tuple),
)
