"""
The score card of five parties that Cavendish prints, played into a season: the proof that a book says what a card says.

Standings of 692 and 617 points received, a journal that `bean-check` takes and
whose balances are the standings; and after the correction of one deal the
reversal and the new entry, receipts of both that hold, and ratings as if the
corrected partie had been played so from the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from beancount import loader
from beancount.core.data import Transaction

from scorer.ledger import chain
from scorer.ledger.entries import Entry, PartiePosted, Reversed
from scorer.ledger.ratings import Rating
from scorer.ledger.results import Tally
from scorer.service.club.exporting import Format
from scorer.service.club.paper import DoesNotAddUp, Written
from scorer.service.club.standings import SeasonTable, season_table
from scorer.storage import book as store
from scorer.storage.engine import reading
from tests.ledger.builders import replayed
from tests.published import published
from tests.service.club.club_book import ClubBook, new_club_book

CARD: dict[str, Any] = published("settlements")["score_card"]
READ_WRONG = (3, 3)
"""The fourth partie's deals do not add up to what was settled; A's points in this deal are taken to be nine more."""


def written(number: int) -> Written:
    """A partie of the card as it stands on the sheet."""
    partie = CARD["partie"][number]
    return Written(tuple(zip(partie["a"], partie["b"], strict=True)), tuple(partie["totals"]), pays=partie["points"])


def mended(number: int) -> Written:
    """A partie of the card with deals that add up to its totals."""
    sheet = written(number)
    deals = list(sheet.deals)
    if number == READ_WRONG[0]:
        a, b = deals[READ_WRONG[1]]
        deals[READ_WRONG[1]] = a + 9, b
    return Written(tuple(deals), sheet.totals, pays=sheet.pays)


def entries(book: ClubBook) -> list[Entry]:
    """The book, read from its texts."""
    with reading(book.engine) as db:
        return [chain.read(row.text) for row in store.entries(db, book.club.id)]


def table(book: ClubBook) -> SeasonTable:
    """The standings."""
    with reading(book.engine) as db:
        return season_table(db, book.club.id, 1)


def tallies(book: ClubBook) -> dict[int, Tally]:
    """The tally of each member in the standings."""
    return {row.member: row.tally for row in table(book).rows}


def receipts(book: ClubBook, code: str) -> list[tuple[str, str]]:
    """The receipts of both players of every entry by which a partie was posted, the first entry first."""
    return [
        (chain.receipt(each.number, 0, digest), chain.receipt(each.number, 1, digest))
        for each in entries(book)
        if isinstance(each.body, PartiePosted) and each.body.code == code
        for digest in [chain.digest(chain.write(each))]
    ]


def replay_entries(book: ClubBook) -> dict[int, Rating]:
    """The ratings of a replay from nothing of the parties that stand, each in the place of its first entry."""
    current: dict[int, PartiePosted] = {}
    numbered = {each.number: each.body for each in entries(book)}
    for number, body in numbered.items():
        if isinstance(body, PartiePosted):
            current[body.instead_of or number] = body
        if isinstance(body, Reversed) and isinstance(undone := numbered[body.entry], PartiePosted):
            del current[undone.instead_of or body.entry]
    return replayed((body.members, body.result.winner) for _, body in sorted(current.items()))


def balances_of_journal(book: ClubBook) -> Counter[tuple[str, str]]:
    """What every account of the journal holds, as `beancount` reads it; it must find no error in it."""
    exported = book.services.exporting.export(book.club.id, Format.JOURNAL)
    found, errors, _ = loader.load_string(b"".join(exported.pieces).decode())
    assert errors == []
    held: Counter[tuple[str, str]] = Counter()
    for each in found:
        for posting in each.postings if isinstance(each, Transaction) else ():
            assert posting.units is not None
            assert posting.units.number is not None
            held[posting.account, posting.units.currency] += int(posting.units.number)
    return held


@pytest.fixture
def book(tmp_path: Path) -> Iterator[ClubBook]:
    """A and B in a season, before their first partie."""
    book = new_club_book(tmp_path / "book.sqlite")
    book.admit("A", "B", season=1)
    yield book
    book.engine.dispose()


@pytest.fixture
def codes(book: ClubBook) -> list[str]:
    """The five parties, entered from the sheets, signed by both, and posted."""
    found = []
    for number in range(len(CARD["partie"])):
        sheet = book.services.paper.enter_paper(book.ann, 1, (1, 2), mended(number))
        book.sign(sheet.code)
        found.append(sheet.code)
    return found


def test_the_sheet_that_contradicts_itself_is_refused_and_names_its_nine_points(book: ClubBook) -> None:
    with pytest.raises(DoesNotAddUp, match="The deals of A add up to 94; the sheet says 103, which is 9 too many"):
        book.services.paper.enter_paper(book.ann, 1, (1, 2), written(READ_WRONG[0]))


def test_the_standings_are_the_score_card(book: ClubBook, codes: list[str]) -> None:
    """A has received 692 and B 617, so that A stands 75 up."""
    found = tallies(book)
    won = {"a": found[1].points_won, "b": found[2].points_won}
    assert won == CARD["won"] == {"a": 692, "b": 617}
    assert (found[1].balance, found[2].balance) == (75, -75)
    assert CARD["balance"] == {"winner": "A", "points": 75}
    assert [(row.member, row.rank, row.shared) for row in table(book).rows] == [(1, 1, False), (2, 2, False)]
    for posted, partie in zip(
        (each.body for each in entries(book) if isinstance(each.body, PartiePosted)), CARD["partie"], strict=True
    ):
        assert "AB"[posted.result.winner or 0] == partie["winner"]
        assert (posted.result.points, posted.result.rubicon) == (partie["points"], partie["rubicon"])
        assert [side.total for side in posted.result.sides] == partie["totals"]


def test_the_journal_is_balanced_and_its_balances_are_the_standings(book: ClubBook, codes: list[str]) -> None:
    held, found = balances_of_journal(book), tallies(book)
    for member, tally in found.items():
        account = f"Assets:Season1:Member{member}"
        assert held[f"{account}:Won", "POINTS"] == tally.points_won
        assert held[f"{account}:Lost", "POINTS"] == -tally.points_lost
        assert held[f"{account}:Matches", "MATCH-POINTS"] == tally.match_points
    for commodity in ("POINTS", "MATCH-POINTS"):
        assert sum(amount for (_, each), amount in held.items() if each == commodity) == 0


def test_a_deal_is_corrected_by_a_reversal_and_a_new_entry(book: ClubBook, codes: list[str]) -> None:
    """The third deal of the first partie was 40 to 6: A's margin is four points less."""
    before = entries(book)
    book.correct(codes[0], "scores 40 6", deal=2)
    back, again = entries(book)[len(before) :]
    first = next(each for each in before if isinstance(each.body, PartiePosted) and each.body.code == codes[0])
    assert back.body == Reversed(first.number, "we both remember it otherwise", "Law 74")
    assert [each.amount for each in back.postings] == [-each.amount for each in first.postings]
    assert isinstance(again.body, PartiePosted)
    assert (again.body.code, again.body.instead_of, again.body.result.points) == (codes[0], first.number, 146)
    found = tallies(book)
    assert (found[1].points_won, found[2].points_won) == (692 - 4, 617)
    assert entries(book)[: len(before)] == before
    assert book.faults() == []
    assert balances_of_journal(book)["Assets:Season1:Member1:Won", "POINTS"] == 688


def test_after_a_correction_the_receipts_of_both_entries_verify(book: ClubBook, codes: list[str]) -> None:
    book.correct(codes[0], "scores 40 6", deal=2)
    old, new = receipts(book, codes[0])
    for player, receipt in enumerate(old):
        checked = book.services.receipts.check(book.club.id, receipt, with_names=True)
        assert checked is not None
        assert checked.receipt == receipt
        assert checked.holder == "AB"[player]
        assert checked.says == "A 164, B 114: A receives 150, from paper."
        assert checked.reversed is not None
        assert checked.replacement is not None
        assert checked.replacement.number == checked.reversed.number + 1
    for receipt in new:
        checked = book.services.receipts.check(book.club.id, receipt, with_names=True)
        assert checked is not None
        assert checked.says.startswith("A 160, B 114: A receives 146, from paper. Replaces entry ")
        assert (checked.reversed, checked.replacement) == (None, None)


def test_ratings_follow_a_correction_as_a_replay_from_nothing_does(book: ClubBook, codes: list[str]) -> None:
    """The correction turns a partie round, so that every rating after it moves."""
    before = table(book).ratings
    assert before == replay_entries(book)
    book.correct(codes[0], "scores 4 66", deal=2)
    after = table(book).ratings
    assert after != before
    assert after == replay_entries(book)
    assert book.faults() == []
