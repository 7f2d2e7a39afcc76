"""
The score card of five parties that Cavendish prints, played into a season: the proof that a book says what a card says.

Standings of 692 and 617 points received, a journal that `bean-check` takes and
whose balances are the standings; and after the correction of one deal the
reversal and the new entry, receipts of both that hold, and ratings as if the
corrected partie had been played so from the first.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from beancount import loader
from beancount.core.data import Transaction

from scorer.ledger import chain
from scorer.ledger.entries import DisputeEnded, Entry, Reversed, SheetPosted
from scorer.ledger.results import Tally
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PORTLAND
from scorer.service.club.exporting import Format
from scorer.service.club.paper import DoesNotAddUp, Written
from scorer.service.club.standings import SeasonTable, season_table
from scorer.storage.engine import reading
from tests import there
from tests.published import published
from tests.service import refusal
from tests.service.club.conftest import of_two
from tests.service.club.running_club import RunningClub, new_club

CARD: dict[str, Any] = published("settlements")["score_card"]
READ_WRONG = (3, 3)
"""The fourth partie's deals do not add up to what was settled; A's points in this deal are taken to be nine more."""


def written(number: int) -> Written:
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


def table(club: RunningClub) -> SeasonTable:
    with reading(club.engine) as db:
        return season_table(db, club.club.id, 1)


def tallies(club: RunningClub) -> dict[int, Tally]:
    return {row.member: row.tally for row in table(club).rows}


def receipts(club: RunningClub, code: str) -> list[tuple[str, str]]:
    """The receipts of both players of every entry by which a partie was posted, the first entry first."""
    return [
        (chain.receipt(each.number, 0, digest), chain.receipt(each.number, 1, digest))
        for each in club.entries
        if isinstance(each.body, SheetPosted) and each.body.code == code
        for digest in [chain.digest(chain.write(each))]
    ]


def balances_of_journal(club: RunningClub) -> Counter[tuple[str, str]]:
    """What every account of the journal holds, as `beancount` reads it; it must find no error in it."""
    exported = club.services.exporting.export(club.club.id, Format.JOURNAL)
    found, errors, _ = loader.load_string(b"".join(exported.pieces).decode())
    assert errors == []
    held: Counter[tuple[str, str]] = Counter()
    for each in found:
        for posting in each.postings if isinstance(each, Transaction) else ():
            assert posting.units is not None
            assert posting.units.number is not None
            held[posting.account, posting.units.currency] += int(posting.units.number)
    return held


@pytest.fixture(scope="module")
def score_card(tmp_path_factory: pytest.TempPathFactory) -> RunningClub:
    """A and B in a season: the five parties, entered from the sheets, signed by both, and posted."""
    club = new_club(tmp_path_factory.mktemp("card"))
    club.season(*club.admit("A", "B"), rules=ruleset_to_data(PORTLAND))
    for number in range(len(CARD["partie"])):
        sheet = club.services.paper.enter_paper(club.director, 1, (1, 2), mended(number))
        for member in (1, 2):
            club.services.signing.sign(sheet.code, club.members[member])
    return club


@pytest.fixture
def club(score_card: RunningClub, tmp_path: Path) -> Iterator[RunningClub]:
    found = score_card.copied(tmp_path)
    yield found
    found.engine.dispose()


def first_posted(club: RunningClub) -> tuple[Entry, SheetPosted]:
    return next((each, each.body) for each in club.entries if isinstance(each.body, SheetPosted))


def test_the_sheet_that_contradicts_itself_is_refused_and_names_its_nine_points(club: RunningClub) -> None:
    with pytest.raises(DoesNotAddUp, match=refusal("The deals of A add up to 94; the sheet says 103")):
        club.services.paper.enter_paper(club.director, 1, (1, 2), written(READ_WRONG[0]))


def test_the_standings_are_the_score_card(club: RunningClub) -> None:
    """A has received 692 and B 617, so that A stands 75 up."""
    found = tallies(club)
    won = {"a": found[1].points_won, "b": found[2].points_won}
    assert won == CARD["won"] == {"a": 692, "b": 617}
    assert (found[1].balance, found[2].balance) == (75, -75)
    assert CARD["balance"] == {"winner": "A", "points": 75}
    assert [(row.member, row.rank, row.shared) for row in table(club).rows] == [(1, 1, False), (2, 2, False)]
    for posted, partie in zip(
        (each.body for each in club.entries if isinstance(each.body, SheetPosted)), CARD["partie"], strict=True
    ):
        result = of_two(posted)
        assert "AB"[result.winner or 0] == partie["winner"]
        assert (result.points, result.rubicon) == (partie["points"], partie["rubicon"])
        assert [side.total for side in result.sides] == partie["totals"]


def test_the_journal_is_balanced_and_its_balances_are_the_standings(club: RunningClub) -> None:
    held, found = balances_of_journal(club), tallies(club)
    assert len(found) == 2
    for member, tally in found.items():
        account = f"Assets:Season1:Member{member}"
        assert held[f"{account}:Won", "POINTS"] == tally.points_won
        assert held[f"{account}:Lost", "POINTS"] == -tally.points_lost
        assert held[f"{account}:Matches", "MATCH-POINTS"] == tally.match_points
    for commodity in ("POINTS", "MATCH-POINTS"):
        assert sum(amount for (_, each), amount in held.items() if each == commodity) == 0


def test_a_corrected_deal_is_reversed_and_posted_again_and_every_receipt_verifies(club: RunningClub) -> None:
    """The third deal of the first partie was 40 to 6: A's margin is four points less."""
    before, (first, body) = club.entries, first_posted(club)
    club.correct(body.code, "scores 40 6", deal=2)
    ended, back, again = club.entries[len(before) :]
    assert isinstance(ended.body, DisputeEnded)
    assert back.body == Reversed(first.number, "we both remember it otherwise", "Law 74")
    assert [each.amount for each in back.postings] == [-each.amount for each in first.postings]
    assert isinstance(again.body, SheetPosted)
    assert (again.body.code, again.body.instead_of, of_two(again.body).points) == (body.code, first.number, 146)
    found = tallies(club)
    assert (found[1].points_won, found[2].points_won) == (692 - 4, 617)
    assert club.entries[: len(before)] == before
    assert club.faults == []
    assert balances_of_journal(club)["Assets:Season1:Member1:Won", "POINTS"] == 688
    old, new = receipts(club, body.code)
    for player in (0, 1):
        checked = there(club.services.receipts.check(club.club.id, old[player], with_names=True))
        assert (checked.receipt, checked.holder) == (old[player], "AB"[player])
        assert checked.posted.says == "A 164, B 114: A receives 150, from paper."
        assert checked.reversed is not None
        assert checked.replacement is not None
        assert (checked.reversed.number, checked.replacement.number) == (back.number, again.number)
        checked = there(club.services.receipts.check(club.club.id, new[player], with_names=True))
        assert checked.posted.says.startswith("A 160, B 114: A receives 146, from paper. Replaces entry ")
        assert (checked.reversed, checked.replacement) == (None, None)
    (last, *_) = club.services.book.page(club.club.id).entries
    third = chain.receipt(last.number, 2, last.digest)
    assert club.services.receipts.check(club.club.id, third, with_names=True) is None
    assert club.services.book.season_of(club.club.id, last.number + 1) == 0
