"""The figures of a book, entry by entry: decisions that move nothing are in them too."""

from scorer.ledger import entries, projections
from scorer.ledger.records import RecordKind
from scorer.ledger.results import Tally
from tests.ledger.builders import TERMS, Book, replayed, result, tallies, won
from tests.ledger.builders import Partie as Played


def figures(*bodies: entries.Body) -> projections.Projections:
    book = Book()
    for body in bodies:
        book.post(body)
    return book.projected()


def test_a_replacement_takes_over_the_named_fixtures_and_a_season_is_closed() -> None:
    drawn = entries.RoundDrawn(1, 1, (entries.Fixture(1, 2), entries.Fixture(3, None)))
    members = [entries.MemberAdmitted(number, f"Member {number}") for number in (1, 2, 3, 4)]
    entered = [entries.Entered(1, number) for number in (1, 2, 3)]
    found = figures(*members, *entered, drawn, entries.Withdrew(1, 2, ""), entries.Replaced(1, 2, 4, ((1, 1), (9, 1))))
    assert found.fixtures == {(1, 1, 1): (1, 4), (1, 1, 2): (3, 0)}
    assert found.entrants == {(1, 1): 0, (1, 2): 1, (1, 3): 0, (1, 4): 0}
    assert (found.closed, figures(entries.SeasonClosed(1)).closed) == (set(), {1})


def test_a_member_who_withdrew_can_return_and_a_round_can_be_moved_to_another_day() -> None:
    one = entries.Fixture(1, 2)
    gone: list[entries.Body] = [entries.RoundDrawn(1, 1, (one,), "2026-10-01"), entries.RoundDrawn(1, 2, (one,))]
    gone += [entries.Entered(1, 2), entries.Withdrew(1, 2, "abroad", "2026-10-08")]
    assert (figures(*gone).entrants, figures(*gone).days) == ({(1, 2): 1}, {(1, 1): "2026-10-01"})
    back = figures(*gone, entries.Returned(1, 2), entries.RoundDated(1, 2, "2026-10-15"))
    assert (back.entrants, back.days) == ({(1, 2): 0}, {(1, 1): "2026-10-01", (1, 2): "2026-10-15"})


def test_a_club_has_a_name_directors_and_scorers() -> None:
    ann, zoe = entries.DirectorAdded("Ann"), entries.DirectorAdded("Zoe")
    given = [entries.RoleGiven(1, role) for role in (entries.Role.SCORER, entries.Role.MEMBER)]
    found = figures(entries.ClubFounded("Turf"), ann, zoe, entries.DirectorRemoved("Ann"), given[0])
    assert (found.club, found.directors, found.members[1].role) == ("Turf", {"Zoe"}, entries.Role.SCORER)
    assert figures(*given).members[1].role is entries.Role.MEMBER


def test_members_leave_return_are_merged_and_erased_and_each_name_is_known() -> None:
    admitted = [entries.MemberAdmitted(each, f"5ea1{each}") for each in (1, 2, 3)]
    renamed, left = entries.MemberRenamed(1, "5ea14"), entries.MemberLeft(1)
    found = figures(*admitted, renamed, left, entries.MemberMerged(3, 2), entries.MemberMerged(2, 1))
    assert found.merged == {3: 1, 2: 1}
    ann = projections.MemberNow("5ea14", projections.MemberStatus.LEFT, known=frozenset({"5ea11", "5ea14"}))
    assert found.members[1] == ann
    merged = [(found.members[each].status, found.members[each].into, found.members[each].sealed) for each in (2, 3)]
    assert merged == [(projections.MemberStatus.MERGED, 1, "5ea12"), (projections.MemberStatus.MERGED, 1, "5ea13")]
    assert figures(*admitted, left, entries.MemberRejoined(1)).members[1].status is projections.MemberStatus.MEMBER
    gone = figures(*admitted, entries.MemberMerged(3, 2), entries.MemberErased(2)).members
    names = [(gone[each].sealed, gone[each].status.value) for each in (1, 2, 3)]
    assert names == [("5ea11", "member"), ("", "erased"), ("", "merged")]


def test_what_is_of_a_merged_member_counts_for_the_other_and_what_is_reversed_later_too() -> None:
    """Who is entered twice still plays if one of both does; fixtures keep their slots."""
    drawn = entries.RoundDrawn(1, 1, (entries.Fixture(3, 1), entries.Fixture(1, 3), entries.Fixture(2, None)))
    book = Book()
    entered: list[entries.Body] = [entries.Entered(1, each) for each in (1, 2, 3)]
    for body in (*entered, drawn, entries.Entered(2, 3)):
        book.post(body)
    book.post(entries.Withdrew(1, 3, "away"))
    number = book.partie(won(3, 1, 150))
    book.partie(won(2, 1, 120))
    book.post(entries.MemberMerged(3, 2))
    found = book.projected()
    assert found.tallies == {**counted(won(2, 1, 150), won(2, 1, 120)), (2, 2): Tally()}
    assert found.entrants == {(1, 1): 0, (1, 2): 0, (2, 2): 0}
    assert found.fixtures == {(1, 1, 1): (2, 1), (1, 1, 2): (1, 2), (1, 1, 3): (2, 0)}
    book.reverse(number)
    change = book.projected().tallies
    assert change == {**counted(won(2, 1, 120)), (2, 2): Tally()}


def test_a_change_of_a_merged_member_s_meeting_is_one_of_the_other_s() -> None:
    body = entries.SheetPosted(1, (3, 1), "", "", won(3, 1).result)
    change = entries.changes(body, TERMS)
    assert change is not None
    assert change.of({3: 2}).meetings.keys() == {(2, 1), (1, 2)}


def counted(*parties: Played) -> dict[tuple[int, int], Tally]:
    return {(1, member): tally for member, tally in tallies(parties).items()}


def test_what_is_reversed_no_longer_counts() -> None:
    book = Book()
    book.partie(won(1, 2, 338, rubicon=True))
    number = book.partie(won(2, 1, 50))
    book.reverse(number)
    book.reverse(book.post(entries.Entered(1, 2)))
    found = book.projected()
    assert found.tallies == counted(won(1, 2, 338, rubicon=True))
    assert found.position == number + 3


def test_a_history_has_ratings_and_records_by_season_and_over_all_and_a_forfeit_sets_none() -> None:
    found = projections.History()
    for number, season, each in ((10, 1, won(1, 2)), (11, 2, won(2, 1)), (12, 2, won(1, 2))):
        after = found.add(number, season, each.members, each.result)
        assert after == found.ratings
    assert found.ratings == replayed([((1, 2), 0), ((2, 1), 0), ((1, 2), 0)])
    assert [found.records[season, 1][RecordKind.RUN].first for season in (0, 1, 2)] == [10, 10, 12]
    before = dict(found.ratings)
    assert found.add(13, 1, (1, 2), result((120, 100), 100, forfeit=True)) == {}
    assert (found.ratings, found.records[1, 1][RecordKind.RUN].last) == (before, 10)


def test_a_round_that_is_reversed_has_no_fixtures_and_no_day() -> None:
    book = Book()
    drawn = book.post(entries.RoundDrawn(1, 1, (entries.Fixture(1, 2), entries.Fixture(3, 4)), "2026-10-01"))
    book.reverse(drawn, law="")
    found = book.projected()
    assert (found.fixtures, found.days) == ({}, {})
