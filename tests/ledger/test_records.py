"""Records: of a member, of two members and of a club."""

from __future__ import annotations

from fractions import Fraction

from scorer.ledger.records import (
    Feat,
    MemberRecord,
    Outcome,
    RecordKind,
    club_records,
    head_to_head,
    member_record,
)
from scorer.ledger.results import Meeting, Result, Side
from tests.ledger.builders import Partie, drawn, in_the_book, result, score_card, won

A, B, C = 1, 2, 3


def at(figure: int, member: int, number: int) -> Feat:
    return Feat(figure, member, number, number)


def shown(letters: str) -> list[Outcome]:
    return [{"W": Outcome.WON, "D": Outcome.DRAWN, "L": Outcome.LOST}[letter] for letter in letters]


FORFEIT = Partie((A, B), result((0, 1), 9999, forfeit=True))


def test_member_record_of_the_score_card() -> None:
    """Ann was elder in the deals 1, 3 and 5: 27, 44 and 35 of the first partie."""
    card = in_the_book(score_card())
    record = member_record(A, card)
    sides = [each.result.sides[0] for each in card]

    assert (record.parties, record.form) == (5, tuple(shown("WWLLW")))
    assert (sides[0].as_elder, sides[0].as_younger, sides[0].elder_deals, sides[0].younger_deals) == (106, 58, 3, 3)
    assert record.as_elder == Fraction(sum(side.as_elder for side in sides), 15)
    assert record.as_younger == Fraction(sum(side.as_younger for side in sides), 15)
    assert (record.best, record.worst) == (at(416, A, 11), at(476, A, 12))
    assert (record.highest, record.lowest) == (at(224, A, 11), at(75, A, 12))
    assert record.run == Feat(2, A, 10, 11)

    nothing = MemberRecord(0, None, None, None, None, None, None, (), None)
    assert member_record(C, card) == nothing
    assert member_record(A, in_the_book([FORFEIT])) == nothing


def test_the_first_of_equal_records_counts() -> None:
    parties = in_the_book([won(A, B, 150), won(A, B, 150), won(B, A, 60), won(B, A, 60)])
    record = member_record(A, parties)

    assert (record.best, record.worst) == (at(150, A, 10), at(60, A, 12))
    assert (record.highest, record.lowest) == (at(120, A, 10), at(100, A, 12))
    assert club_records(parties) == {
        RecordKind.MARGIN: at(150, A, 10),
        RecordKind.TOTAL: at(120, A, 10),
        RecordKind.RUN: Feat(2, A, 10, 11),
    }


def test_form_is_the_last_ten_latest_last() -> None:
    parties = [won(A, B), won(A, B), *[drawn(A, B)] * 5, won(B, A), won(A, C), FORFEIT, won(B, C), won(C, A), won(A, B)]

    assert member_record(A, in_the_book(parties)).form == tuple(shown("WDDDDDLWLW"))


def test_a_draw_ends_a_run_and_a_forfeit_does_not() -> None:
    parties = [won(A, B), won(A, B), drawn(A, B), won(A, B), won(C, B), FORFEIT, won(A, C), won(A, B), won(B, A)]

    assert member_record(A, in_the_book(parties)).run == Feat(3, A, 13, 17)


def test_head_to_head_of_two_members() -> None:
    parties = in_the_book([won(A, B, 150), won(C, A), won(B, A, 90), drawn(B, A), FORFEIT])
    meeting, found = head_to_head(B, A, parties).meeting, head_to_head(B, A, parties).parties

    assert meeting == Meeting(parties=4, won=2, drawn=1, lost=1, points_won=10_089, points_lost=150)
    assert [each.number for each in found] == [10, 12, 13, 14]
    assert head_to_head(B, C, parties).meeting == Meeting()


def test_the_records_of_a_club() -> None:
    made = Result((Side(180, piques=2, repiques=1), Side(60, repiques=2, capots=1)), 0, 340, rubicon=True)
    parties = [won(B, A, 150), Partie((A, C), made), won(C, A), won(C, B), drawn(C, A), won(B, A), FORFEIT]

    assert club_records(in_the_book(parties)) == {
        RecordKind.MARGIN: at(340, A, 11),
        RecordKind.TOTAL: at(180, A, 11),
        RecordKind.PIQUES: at(2, A, 11),
        RecordKind.REPIQUES: at(2, C, 11),
        RecordKind.CAPOTS: at(1, C, 11),
        RecordKind.RUN: Feat(2, C, 12, 13),
    }
    assert club_records([]) == {}
    assert RecordKind.RUN not in club_records(in_the_book([drawn(A, B)]))
