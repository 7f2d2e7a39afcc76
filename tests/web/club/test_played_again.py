"""A partie is taken out of the ledger, and its fixture is played again on a new sheet, by links and
keys.
"""

import pytest

from scorer.ledger.terms import Format
from scorer.service.club.disputes.cases import THE_TERMS
from scorer.service.club.seasons.fixtures import Lots
from tests import there
from tests.service.club.running_club import DEALS
from tests.web.club.conftest import ADA, BEN, CAT, Table
from tests.web.conftest import Page, Phone

POST = "Post to the ledger"
NEVER = "I never signed"
OTHER_WAY = tuple(each.translate(str.maketrans("EY", "YE")) for each in DEALS)


@pytest.fixture
def fixture(table: Table) -> str:
    """The page of the fixture of Ada and Ben in a round robin with Cat."""
    season = table.club.season(ADA, BEN, CAT, name="Robin", format=Format.SINGLE)
    table.season = season
    table.club.services.seasons.draw(table.club.director, season, Lots.AS_ENTERED)
    now = table.club.services.seasons.fixtures_now(table.club.id, season)
    (own,) = [each for each in now if {*each.members} == {ADA, BEN}]
    return f"{table.path}/s/{season}/fixtures/{own.round}/{own.table}"


def link(page: Page, words: str) -> str:
    return next(href for said, href in page.links().items() if said.startswith(words))


def begun(phone: Phone, fixture: str) -> str:
    """Begin the fixture by its key, and return the code of its sheet."""
    phone.send(phone.get(fixture), "Start on this phone")
    return link(phone.get(fixture), "Sheet").split("/")[2]


def played(table: Table, code: str, *logs: str) -> None:
    """Record four deals, and let both sign on their own phones."""
    for deal, log in enumerate(logs):
        table.club.parties.record(code, deal=deal, position=0, said=log, form_key=f"deal {deal}")
    for member, name in ((ADA, "Ada"), (BEN, "Ben")):
        phone = table.member(member)
        phone.send(phone.get(f"/p/{code}/settlement"), f"{name} signs")


def taken_out(table: Table, code: str) -> None:
    """Ben says that he never signed, and a director takes the partie out."""
    ben = table.member(BEN)
    page = ben.get(link(ben.get(f"/p/{code}/settlement"), NEVER))
    ben.send(page, "Say that you never signed", reason="I left before the end.")
    director = table.director
    page = director.get(f"/p/{code}/disputes/1")
    typed = {"words": "Nobody signs for another.", "law": THE_TERMS}
    director.send(director.send(page, "Take it out of the ledger", **typed), POST)


FIXTURE = "The fixture of round"


def played_again(table: Table, fixture: str) -> tuple[str, str]:
    """Play a fixture, have it taken out and play it again; return the codes of both sheets."""
    ada = table.member(ADA)
    first = begun(ada, fixture)
    played(table, first, *DEALS)
    taken_out(table, first)
    page = ada.get(f"/p/{first}/settlement")
    assert link(page, FIXTURE) == fixture
    again = begun(ada, fixture)
    played(table, again, *OTHER_WAY)
    return first, again


def test_a_partie_that_is_taken_out_leads_to_its_fixture_which_is_open(
    table: Table, fixture: str
) -> None:
    ada = table.member(ADA)
    first = begun(ada, fixture)
    played(table, first, *DEALS)
    assert "Ada won 421" in ada.get(fixture).text
    taken_out(table, first)
    assert "to play" in ada.get(fixture).text
    (key,) = [w for w in ada.get(f"/p/{first}/settlement").links() if w.startswith(FIXTURE)]
    assert key.endswith("is open: play it again, on a new sheet")
    assert "After 1 partie" not in ada.get(f"{table.path}/s/{table.season}/").text
    assert table.club.faults == []


def test_the_fixture_is_played_again_on_a_new_sheet_and_only_that_counts(
    table: Table, fixture: str
) -> None:
    first, again = played_again(table, fixture)
    assert first != again
    page = table.member(ADA).get(fixture)
    assert "Ben won 421" in page.text
    assert link(page, "Sheet").split("/")[2] == again
    rows = table.club.services.standings.now(table.club.id, table.season).table.rows
    assert {row.member: row.tally.balance for row in rows} == {ADA: -421, BEN: 421, CAT: 0}
    assert {row.member: row.tally.parties for row in rows} == {ADA: 1, BEN: 1, CAT: 0}
    (key,) = [
        words
        for words in table.director.get(f"/p/{first}/settlement").links()
        if words.startswith(FIXTURE)
    ]
    assert key.endswith("has been settled since")
    assert table.club.faults == []


def decided(table: Table, code: str) -> Page:
    """Decide as a director that a partie counts as it is."""
    director = table.director
    page = director.get(link(director.get(f"/p/{code}/settlement"), "Decide as director"))
    return director.send(page, "Preview the changes", words="It counts.", law=THE_TERMS)


def test_what_was_taken_out_is_not_posted_beside_what_was_played_again(
    table: Table, fixture: str
) -> None:
    first, again = played_again(table, fixture)
    entry = there(table.club.sheet(again).posted).entry.number
    refused = decided(table, first).refusal
    assert refused == (
        f"Its fixture is settled by entry {entry}, and only one result can count. Reverse that "
        "entry first."
    )
    table.club.services.seasons.reverse(table.club.director, entry, reason="Not this one.")
    table.director.send(decided(table, first), POST)
    assert "Ada won 421" in table.member(ADA).get(fixture).text
    assert [each.superseded_by for each in table.club.sheet(first).disputes] == [2, 0]
    assert table.club.faults == []


def test_what_was_taken_out_is_not_posted_while_it_is_played_again(
    table: Table, fixture: str
) -> None:
    ada = table.member(ADA)
    first = begun(ada, fixture)
    played(table, first, *DEALS)
    taken_out(table, first)
    again = begun(ada, fixture)
    assert f"being played again, on the sheet {again}" in decided(table, first).refusal


def test_a_new_ruling_says_that_it_supersedes_the_taking_out(table: Table, fixture: str) -> None:
    first = begun(table.member(ADA), fixture)
    played(table, first, *DEALS)
    taken_out(table, first)
    table.director.send(decided(table, first), POST)
    page = table.member(ADA).get(f"/p/{first}/disputes/1")
    assert "Superseded by the decision in dispute 2." in page.text
    page = table.member(ADA).get(f"/p/{first}/disputes/2")
    assert "This supersedes the decision in dispute 1." in page.text
