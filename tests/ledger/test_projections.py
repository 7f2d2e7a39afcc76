"""The figures of a book, entry by entry: decisions that move nothing are in them too."""

from __future__ import annotations

from scorer.ledger.entries import (
    Body,
    Entered,
    Fixture,
    MemberAdmitted,
    Replaced,
    Reversed,
    RoundDrawn,
    SeasonClosed,
    Withdrew,
)
from scorer.ledger.projections import Projections
from scorer.ledger.ratings import Rating
from scorer.ledger.results import Tally, meeting_of
from tests.ledger.builders import TERMS, Book, drawn, replayed, result, tallies, won
from tests.ledger.builders import Partie as Played


def figures(*bodies: Body) -> Projections:
    book = Book()
    for body in bodies:
        book.post(body)
    return folded(book)


def test_a_replacement_takes_over_the_named_fixtures_and_a_season_is_closed() -> None:
    drawn = RoundDrawn(1, 1, (Fixture(1, 2), Fixture(3, None)))
    members = [MemberAdmitted(number, f"Member {number}") for number in (1, 2, 3, 4)]
    entered = [Entered(1, number) for number in (1, 2, 3)]
    found = figures(*members, *entered, drawn, Withdrew(1, 2, ""), Replaced(1, 2, 4, ((1, 1), (9, 1))))
    assert found.fixtures == {(1, 1, 1): (1, 4), (1, 1, 2): (3, 0)}
    assert found.entrants == {(1, 1): False, (1, 2): True, (1, 3): False, (1, 4): False}
    assert (found.closed, figures(SeasonClosed(1)).closed) == (set(), {1})


def folded(book: Book) -> Projections:
    found = Projections()
    for entry in book.entries:
        undone = book.entries[entry.body.entry - 1] if isinstance(entry.body, Reversed) else None
        found.add(entry, undone)
    return found


def counted(*parties: Played) -> dict[tuple[int, int], Tally]:
    return {(1, member): tally for member, tally in tallies(parties).items()}


def test_parties_add_up_to_tallies_and_meetings() -> None:
    parties = won(1, 2, 338, rubicon=True), drawn(2, 1), won(2, 3)
    one, other, last = (TERMS.match_points(each.result.winner) for each in parties)
    book = Book()
    numbers = [book.partie(each) for each in parties]
    found = folded(book)

    assert found.tallies == counted(*parties)
    assert found.meetings == {
        (1, 1, 2): meeting_of(parties[0].result, 0, one[0]) + meeting_of(parties[1].result, 1, other[1]),
        (1, 2, 1): meeting_of(parties[0].result, 1, one[1]) + meeting_of(parties[1].result, 0, other[0]),
        (1, 2, 3): meeting_of(parties[2].result, 0, last[0]),
        (1, 3, 2): meeting_of(parties[2].result, 1, last[1]),
    }
    assert {number: entry.number for number, entry in found.posted.items()} == {number: number for number in numbers}
    assert found.position == numbers[-1] == len(book.entries)


def test_what_is_reversed_no_longer_counts() -> None:
    book = Book()
    book.partie(won(1, 2, 338, rubicon=True))
    number = book.partie(won(2, 1, 50))
    book.reverse(number)
    book.reverse(book.post(Entered(1, 2)))
    found = folded(book)

    assert found.tallies == counted(won(1, 2, 338, rubicon=True))
    assert number not in found.rated
    assert number not in found.posted
    assert found.position == number + 3


def test_a_corrected_partie_keeps_its_position_in_the_ratings() -> None:
    book = Book()
    first = book.partie(won(1, 2))
    book.partie(won(2, 3))
    book.reverse(first)
    book.partie(won(2, 1), instead_of=first)
    found = folded(book)

    assert found.rated[first + 3] == (first, (2, 1), 0)
    assert found.posted[first].number == first + 3
    assert {member: rating for member, _, rating in found.ratings()} == replayed([((2, 1), 0), ((2, 3), 0)])
    assert {member: rating for member, _, rating in found.ratings()}[1] != Rating()


def test_a_forfeit_is_posted_but_not_rated() -> None:
    book = Book()
    number = book.partie(Played((1, 2), result((120, 100), 100, forfeit=True)))
    found = folded(book)

    assert number in found.posted
    assert number not in found.rated
    assert [*found.ratings()] == []
