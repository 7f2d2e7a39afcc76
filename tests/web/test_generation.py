"""The generation of the book, by which a phone notices that it was restored from a backup."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine

from scorer.resources import Location
from scorer.service.keeping import back_up, open_parties, restore
from scorer.service.parties import Parties
from scorer.storage import generations
from scorer.storage.engine import writing
from scorer.web import create_app
from tests import there
from tests.service.club.running_club import new_club
from tests.web.conftest import KEY, PARTIAL, Phone


@pytest.mark.parametrize("path", ["/", "/phone.json", "/health", "/nowhere", "/parties/new"])
def test_every_answer_has_the_generation_of_the_book(
    phone: Phone, parties: Parties, path: str
) -> None:
    assert phone.client.get(path).headers["Scorer-Generation"] == parties.generation


def test_the_answer_to_a_tap_and_to_a_poll_has_it(
    phone: Phone, parties: Parties, code: str
) -> None:
    poll = phone.client.get(f"/p/{code}/live", headers=PARTIAL)
    again = phone.client.get(
        f"/p/{code}/live", headers={"If-None-Match": poll.headers["ETag"], **PARTIAL}
    )
    tap = phone.client.post(f"/p/{code}/say", data={})
    assert again.status_code == 304
    assert {each.headers["Scorer-Generation"] for each in (poll, again, tap)} == {
        parties.generation
    }


def test_a_static_file_has_none_because_it_outlives_the_generation_in_a_cache(phone: Phone) -> None:
    assert "Scorer-Generation" not in phone.client.get("/static/js/own.js").headers


@pytest.mark.parametrize("path", ["/", "/nowhere"])
def test_every_page_has_it(phone: Phone, parties: Parties, path: str) -> None:
    assert f'data-generation="{parties.generation}"' in phone.client.get(path).get_data(
        as_text=True
    )


def test_what_a_phone_keeps_has_it(phone: Phone, parties: Parties, code: str) -> None:
    kept, visit = (
        there(phone.client.get(path).json) for path in (f"/p/{code}/kept", "/phone.json")
    )
    assert kept["generation"] == parties.generation
    assert visit["generation"] == parties.generation


@pytest.mark.parametrize("path", ["/phone", "/phone/waiting"])
def test_a_page_that_a_phone_keeps_is_of_any_book(phone: Phone, path: str) -> None:
    assert "data-generation" not in phone.client.get(path).get_data(as_text=True)


@pytest.mark.sqlite
def test_it_is_another_one_after_a_restore(phone: Phone, parties: Parties, tmp_path: Path) -> None:
    assert back_up(parties.engine, tmp_path / "backup", tmp_path) == []
    restore(tmp_path / "backup", Location(tmp_path / "restored"))
    again = open_parties(tmp_path / "restored")
    restored = Phone(create_app(Parties(again.engine, lambda: datetime.now(UTC)), KEY))
    before, after = (
        each.client.get("/").headers["Scorer-Generation"] for each in (phone, restored)
    )
    assert before == parties.generation
    assert after == again.generation != before
    again.engine.dispose()


def test_a_receipt_of_a_lost_entry_is_said_to_be_lost_by_the_restore(tmp_path: Path) -> None:
    """Of an entry that the backup has, the page says what it says of any."""
    club = new_club(tmp_path)
    restored_at(club.engine, "2026-11-22T20:31:00+00:00")
    last = len(club.entries)
    phone = Phone(create_app(club.parties, KEY))
    says = [unread(phone, f"{number}A-2222-2222") for number in (last, last + 1)]
    assert "the ledger was changed after it was issued." in says[0]
    assert (
        "or its entry was lost: the book was restored on 22 November 2026, 20:31 UTC "
        f"from a backup that ends with entry {last}." in says[1]
    )
    club.engine.dispose()


def unread(phone: Phone, receipt: str) -> str:
    """What the page of a receipt says that matches no entry."""
    page = phone.get("/verify", query_string={"receipt": receipt})
    assert page.status == 422
    return page.text


def restored_at(engine: Engine, at: str) -> None:
    with writing(engine) as db:
        generations.begin(db, at=at)
