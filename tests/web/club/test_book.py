"""The book's pages: every entry in a sentence with its proof, for members alone; receipts, for anybody."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.ledger.entries import BODIES
from scorer.ledger.stakes import Stakes
from scorer.ledger.terms import Format, Withdrawal
from scorer.service.club.disputes import DisputeKind
from tests.web.club.visitors import Visit, visiting
from tests.web.conftest import Page


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Cat") as found:
        yield found


def posted(visit: Visit, season: int, first: int = 1, second: int = 2) -> tuple[int, tuple[str, str], str]:
    """A partie played and signed: its entry, both receipts, its code."""
    season_sheet = visit.club.play(season, first, second)
    assert season_sheet.posted is not None
    receipts = season_sheet.posted.receipt(0), season_sheet.posted.receipt(1)
    return season_sheet.posted.entry.number, receipts, season_sheet.sheet.code


def words(page: Page) -> list[str]:
    return [node.text for node in page.root.all("ol", class_="list entries")[0].all("a")]


ELSEWHERE = {"stakes paid", "company posted"}
"""The kinds of entries that a season of parties between two has not of itself, and that have tests of their own."""


def test_every_kind_of_entry_is_said_in_a_sentence(visit: Visit) -> None:
    """One of each, each naming whom it is about; nothing of how it is stored."""
    club, services = visit.club, visit.club.services
    season = club.season(1, 2, format=Format.SINGLE, stakes=Stakes(240), withdrawal=Withdrawal.STAND)
    club.drawn(season, [(1, 2)], [(2, 1)])
    number, _, _ = posted(visit, season)
    services.people.rename(club.director, 3, "Clara")
    services.seasons.adjust(club.director, season, 1, points=-20, reason="late", law="the club’s term 4")
    services.seasons.reverse(club.director, number, reason="wrong cards")
    disputed = club.play(season, 1, 2, signed=())
    services.disputes.file(disputed.sheet.code, club.members[1], DisputeKind.CALL, "deal 2")
    services.disputes.rule(disputed.sheet.code, club.director, follow=False, words="it stands", law="Law 70")
    for member in (1, 2):
        services.signing.sign(disputed.sheet.code, club.members[member])
    services.seasons.withdraw(club.director, season, 2, "he moves")
    services.seasons.replace(club.director, season, 2, 3)
    open_ = services.open_items.before_closing(club.club.id, season)
    assert open_ is not None
    services.closing.close(club.director, season, {item.key: "the end" for item in open_.items})
    page = visit.member(1).get(f"{visit.path}/book")
    kinds = [visit.member(1).get(f"{visit.path}/book/{n}").text for n in range(1, len(words(page)) + 1)]
    told = "\n".join(words(page))
    assert {kind for kind in BODIES if any(f" {kind}:" in text for text in kinds)} == set(BODIES) - ELSEWHERE
    for said in (
        "The club is founded: Turf Club.",
        "Ada becomes member 1.",
        "Member 3 is renamed Clara.",
        "Season 1 is opened: Winter.",
        "Ben takes part in Winter.",
        "Round 1 of Winter is drawn: 1 fixture.",
        "Ada 318, Ben 3: Ada receives 421.",
        "Ada loses 20 points: late (the club’s term 4).",
        f"Entry {number} is reversed: wrong cards.",
        f"Dispute 1 of partie {disputed.sheet.code} is ruled on: it stands (Law 70).",
        "Ben withdraws from Winter: he moves.",
        "Ada has a bye in round 2 of Winter.",
        "Clara replaces Ben in Winter and takes over 2 fixtures.",
        "Winter is closed; left out: correction period open:",
    ):
        assert said in told


def test_the_list_says_who_posted_what_when_and_what_it_moved(visit: Visit) -> None:
    number, _, _ = posted(visit, visit.club.season(1, 2, stakes=Stakes(240)))
    row = words(visit.member(3).get(f"{visit.path}/book"))[0]
    assert row == (
        f"{number} Ada 318, Ben 3: Ada receives 421. points: Ben −421, Ada +421 match points: Ada +2 "
        "pence: Ben −1,010, Ada +1,010 Ada and Ben, 21 November 2026, 18:00 UTC"
    )


def test_an_entry_shows_postings_that_sum_to_zero_and_the_whole_of_its_proof(visit: Visit) -> None:
    number, _, code = posted(visit, visit.club.season(1, 2))
    page = visit.member(3).get(f"{visit.path}/book/{number}")
    rows = [[cell.text for cell in (*row.all("th"), *row.all("td"))] for row in page.root.all("tr")]
    assert rows == [
        ["Account", "points", "match points"],
        ["Ada", "+421", "+2"],
        ["Ben", "−421", ""],
        ["the season’s pool", "", "−2"],
        ["Sum", "0", "0"],
    ]
    whole = visit.club.services.book.entry(visit.club.club.id, number)
    assert whole is not None
    before = visit.club.services.book.entry(visit.club.club.id, number - 1)
    assert before is not None
    assert whole.read.digest in page.text
    assert before.read.digest in page.text
    assert whole.read.text in page.text
    assert f"matches the digest of entry {number - 1}" in page.text
    assert {f"/p/{code}/sheet", f"{visit.path}/book/partie/{code}"} <= set(page.links().values())


def test_a_player_finds_his_receipt_and_another_does_not(visit: Visit) -> None:
    number, receipts, _ = posted(visit, visit.club.season(1, 2))
    for member, shown in ((1, receipts[:1]), (2, receipts[1:]), (3, ())):
        page = visit.member(member).get(f"{visit.path}/book/{number}")
        assert tuple(receipt for receipt in receipts if receipt in page.text) == shown


def test_a_reversal_and_what_it_reverses_lead_to_each_other(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    number, _, code = posted(visit, season)
    visit.club.services.seasons.reverse(visit.club.director, number, reason="wrong cards")
    phone = visit.member(1)
    assert f"{visit.path}/book/{number + 1}" in phone.get(f"{visit.path}/book/{number}").links().values()
    assert f"{visit.path}/book/{number}" in phone.get(f"{visit.path}/book/{number + 1}").links().values()
    listed = words(phone.get(f"{visit.path}/book/partie/{code}"))
    assert [row.split()[0] for row in listed] == [str(number + 1), str(number)]
    assert f"reversed by entry {number + 1}" in listed[1]


def test_a_long_book_is_read_page_by_page(visit: Visit) -> None:
    visit.club.admit(*(f"Member {number}" for number in range(4, 120)))
    phone = visit.member(1)
    seen, address = [], f"{visit.path}/book"
    while address:
        page = phone.get(address)
        seen += [int(row.split()[0]) for row in words(page)]
        address = page.links().get("Older entries", "")
    assert seen == list(range(120, 0, -1))
    newer = phone.get(page.links()["Newer entries"])
    assert [int(row.split()[0]) for row in words(newer)] == list(range(70, 20, -1))
    assert "Newer entries" not in phone.get(f"{visit.path}/book").links()


@pytest.mark.parametrize("before", ["", "0", "x", "²", "-1", "9" * 30, "99999"])
def test_any_place_in_the_book_may_be_asked_for(visit: Visit, before: str) -> None:
    assert visit.member(1).get(f"{visit.path}/book?before={before}").status == 200


@pytest.mark.parametrize("where", ["0", "99", "9" * 400, "partie/ZZZZZZ", "x"])
def test_what_is_not_in_the_book_has_no_page(visit: Visit, where: str) -> None:
    assert visit.member(1).get(f"{visit.path}/book/{where}").status == 404


def test_the_entries_of_another_club_are_not_in_the_book(visit: Visit) -> None:
    _, _, code = posted(visit, visit.club.season(1, 2))
    other = visit.founded("Other Club")
    other.admit("Eve")
    phone = visit.phone(other.members[1], other)
    path = f"/c/{other.club.code}/book"
    assert phone.get(f"{path}/partie/{code}").status == 404
    assert phone.get(f"{path}/3").status == 404
    assert phone.get(f"{visit.path}/book").status == 403


def test_an_entry_that_was_tampered_with_is_told(visit: Visit, tmp_path: Path) -> None:
    number, receipts, _ = posted(visit, visit.club.season(1, 2))
    with sqlite3.connect(tmp_path / "book.sqlite") as db:
        db.execute("DROP TRIGGER entry_no_update")
        db.execute("UPDATE entry SET text = replace(text, '421', '521') WHERE number = ?", (number,))
        db.execute("UPDATE entry SET text = 'x' || text WHERE number = 2")
        db.execute("UPDATE entry SET digest = replace(digest, 'a', 'b') WHERE number = 3")
    phone = visit.member(1)
    told = words(phone.get(f"{visit.path}/book"))
    assert [int(row.split()[0]) for row in told if "does not match what was posted" in row] == [number, 3, 2]
    assert "can no longer be read" in phone.get(f"{visit.path}/book/2").text
    assert "broken: the entry before it has another digest" in phone.get(f"{visit.path}/book/4").text
    assert "does not match what was posted" in phone.get(f"{visit.path}/book/{number}").text
    assert verify(visit, receipts[0]).status == 422


def verify(visit: Visit, receipt: str, club: str = "", member: int = 0) -> Page:
    phone = visit.member(member) if member else visit.phone()
    return phone.get("/verify", query_string={"receipt": receipt, "club": club})


def test_a_receipt_holds_for_anybody_and_names_nobody(visit: Visit) -> None:
    number, receipts, _ = posted(visit, visit.club.season(1, 2))
    for receipt, holder in zip(receipts, ("the first player", "the second player"), strict=True):
        page = verify(visit, receipt)
        assert page.status == 200
        assert f"{receipt} is valid" in page.text
        assert f"issued to {holder}" in page.text
        assert "The first player 318, the second player 3: the first player receives 421." in page.text
        assert f"Entry {number}" in page.text
        assert "Ada" not in page.text
        assert "Ben" not in page.text


def test_names_are_told_to_members_and_where_standings_are_public_to_anybody(visit: Visit) -> None:
    _, receipts, _ = posted(visit, visit.club.season(1, 2))
    assert "issued to Ben" in verify(visit, receipts[1], member=3).text
    visit.club.services.clubs.choose(visit.club.director, "public standings", "yes")
    visit.club.services.clubs.choose(visit.club.members[2], "shown as", "initials")
    page = verify(visit, receipts[1])
    assert "issued to B." in page.text
    assert "Ada 318" in page.text


@pytest.mark.parametrize("typed", ["{}", " {} ", "{:l}", "{:-}", "{: }"])
def test_a_receipt_may_be_typed_as_people_type(visit: Visit, typed: str) -> None:
    _, (receipt, _), _ = posted(visit, visit.club.season(1, 2))
    written = {
        "{}": receipt,
        " {} ": f"  {receipt} ",
        "{:l}": receipt.lower(),
        "{:-}": receipt.replace("-", ""),
        "{: }": receipt.replace("-", " – "),
    }[typed]
    assert verify(visit, written).status == 200


def test_the_receipts_of_a_corrected_partie_hold_both_and_say_what_stands(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    number, (old, _), code = posted(visit, season)
    services, members = visit.club.services, visit.club.members
    services.disputes.file(
        code, members[2], DisputeKind.CORRECTION, "Ben had one trick", deal=3, said="strike 12 for tricks E1"
    )
    season_sheet = services.disputes.agree(code, members[1])
    assert season_sheet.posted is not None
    new = season_sheet.posted.receipt(0)
    before, after = verify(visit, old), verify(visit, new)
    assert "was reversed later" in before.text
    assert f"Replaced by entry {season_sheet.posted.entry.number}" in before.text
    assert "Ben had one trick" not in before.text
    assert "Ben had one trick" in verify(visit, old, member=3).text
    assert "The entry is current" in after.text
    assert f"entry {number}" in after.text


@pytest.mark.parametrize(
    "receipt", ["x", "217A-GLG4-JNHE", "1A-GLG4-JNHE", "9" * 39, "²A-GLG4-JNHE", "é" * 40, "4B"], ids=ascii
)
def test_what_is_no_receipt_of_the_book_is_refused_and_kept_to_be_put_right(visit: Visit, receipt: str) -> None:
    posted(visit, visit.club.season(1, 2))
    page = verify(visit, receipt)
    assert page.status == 422
    assert page.root.all("p", role="alert")
    assert page.root.all("input", name="receipt")[0].attrs["value"] == receipt


def test_a_receipt_of_one_club_is_none_of_another(visit: Visit) -> None:
    _, (receipt, _), _ = posted(visit, visit.club.season(1, 2))
    other = visit.founded("Other Club")
    assert verify(visit, receipt, visit.club.club.code.lower()).status == 200
    assert verify(visit, receipt, other.club.code).status == 422
    assert verify(visit, receipt, "NONE").status == 422
    assert verify(visit, receipt).status == 422
    assert "Turf Club" not in verify(visit, receipt).text


def test_nothing_is_asked_of_an_empty_form(visit: Visit) -> None:
    page = visit.phone().get("/verify")
    assert page.status == 200
    assert not page.root.all("p", role="alert")


def test_receipts_cannot_be_guessed_at_will(visit: Visit) -> None:
    assert verify(visit, "x").status == 422
    assert {verify(visit, f"1A-GLG4-JNH{letter}").status for letter in "23456789" * 4} == {422, 429}
