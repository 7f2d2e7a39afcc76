"""The book's pages: every entry in a sentence with its proof, for members alone; receipts, for anybody."""

import sqlite3
from pathlib import Path

import pytest

from tests import there
from tests.web.club.visitors import Visit
from tests.web.conftest import Page


def posted(visit: Visit) -> tuple[int, str, str]:
    """A partie played and signed: its entry, and both receipts."""
    found = there(visit.club.play(visit.club.season(1, 2), 1, 2).posted)
    return found.entry.number, found.receipt(0), found.receipt(1)


def test_an_entry_shows_each_player_their_own_receipt_only(visit: Visit) -> None:
    number, *receipts = posted(visit)
    for member, shown in ((1, receipts[:1]), (2, receipts[1:]), (3, [])):
        page = visit.member(member).get(f"{visit.path}/book/{number}")
        assert [receipt for receipt in receipts if receipt in page.text] == shown


def test_any_start_of_a_page_is_answered_and_an_unknown_entry_is_not_found(visit: Visit) -> None:
    phone = visit.member(1)
    for before in ("", "0", "x", "²", "-1", "9" * 30, "99999"):
        assert phone.get(f"{visit.path}/book?before={before}").status == 200
    for where in ("0", "99", "9" * 400, "partie/ZZZZZZ", "x"):
        assert phone.get(f"{visit.path}/book/{where}").status == 404
    assert visit.director.get(f"{visit.path}/book/1/reversal").status == 404, "what cannot be reversed"


@pytest.mark.sqlite
def test_an_entry_that_was_tampered_with_is_marked(visit: Visit, tmp_path: Path) -> None:
    number, receipt, _ = posted(visit)
    with sqlite3.connect(tmp_path / "book.sqlite") as db:
        db.execute("DROP TRIGGER entry_no_update")
        db.execute("UPDATE entry SET text = replace(text, '421', '521') WHERE number = ?", (number,))
        db.execute("UPDATE entry SET text = 'x' || text WHERE number = 2")
        db.execute("UPDATE entry SET digest = (SELECT digest FROM entry WHERE number = 1) WHERE number = 3")
    phone = visit.member(1)
    (rows,) = phone.get(f"{visit.path}/book").root.all("ol", class_="list entries")
    wrong = [row.text.split()[0] for row in rows.all("a") if "does not match what was posted" in row.text]
    assert wrong == [str(number), "3", "2"]
    assert "This entry can no longer be read. " in phone.get(f"{visit.path}/book/2").text
    assert "broken: the entry before it has another digest" in phone.get(f"{visit.path}/book/4").text
    assert "does not match what was posted" in phone.get(f"{visit.path}/book/{number}").text
    assert verify(visit, receipt).refusal


def verify(visit: Visit, receipt: str) -> Page:
    return visit.phone().get("/verify", query_string={"receipt": receipt})


def test_a_receipt_may_be_typed_in_any_way(visit: Visit) -> None:
    _, receipt, _ = posted(visit)
    for typed in (f"  {receipt} ", receipt.lower(), receipt.replace("-", ""), receipt.replace("-", " – ")):
        assert verify(visit, typed).status == 200
    for typed in ("x", "217A-GLG4-JNHE", "1A-GLG4-JNHE", "9" * 39, "²A-GLG4-JNHE", "é" * 40, "4B"):
        page = verify(visit, typed)
        assert page.refusal
        assert page.root.all("input", name="receipt")[0].attrs["value"] == typed


def test_a_receipt_finds_its_own_club_and_is_not_guessed(visit: Visit) -> None:
    visit.founded("Other Club")
    _, receipt, _ = posted(visit)
    assert "The ledger of Turf Club has not changed" in verify(visit, receipt).text
    guesses = {verify(visit, f"1A-GLG4-JNH{letter}").status for letter in "23456789" * 4}
    assert guesses == {422, 429}, "receipts cannot be guessed at will"
