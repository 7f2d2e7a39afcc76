"""The generation of the book, by which a phone notices that it was restored from a backup."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorer.resources import Location
from scorer.service.book import back_up, open_parties, restore
from scorer.service.parties import Parties
from scorer.web import create_app
from tests import there
from tests.web.conftest import KEY, PARTIAL, Phone


@pytest.mark.parametrize("path", ["/", "/phone.json", "/health", "/nowhere", "/parties/new"])
def test_every_answer_has_the_generation_of_the_book(phone: Phone, parties: Parties, path: str) -> None:
    assert phone.client.get(path).headers["Scorer-Generation"] == parties.generation


def test_the_answer_to_a_tap_and_to_a_poll_has_it(phone: Phone, parties: Parties, code: str) -> None:
    poll = phone.client.get(f"/p/{code}/live", headers=PARTIAL)
    again = phone.client.get(f"/p/{code}/live", headers={"If-None-Match": poll.headers["ETag"], **PARTIAL})
    tap = phone.client.post(f"/p/{code}/say", data={})
    assert again.status_code == 304
    assert {each.headers["Scorer-Generation"] for each in (poll, again, tap)} == {parties.generation}


def test_a_static_file_has_none_because_it_outlives_the_generation_in_a_cache(phone: Phone) -> None:
    assert "Scorer-Generation" not in phone.client.get("/static/js/own.js").headers


@pytest.mark.parametrize("path", ["/", "/phone", "/nowhere"])
def test_every_page_has_it(phone: Phone, parties: Parties, path: str) -> None:
    assert f'data-generation="{parties.generation}"' in phone.client.get(path).get_data(as_text=True)


def test_what_a_phone_keeps_has_it(phone: Phone, parties: Parties, code: str) -> None:
    kept, app = (there(phone.client.get(path).json) for path in (f"/p/{code}/kept", "/phone.json"))
    assert (kept["generation"], kept["app"]["generation"], app["generation"]) == (parties.generation,) * 3


@pytest.mark.sqlite
def test_it_is_another_one_after_a_restore(phone: Phone, parties: Parties, tmp_path: Path) -> None:
    assert back_up(parties.engine, tmp_path / "backup", tmp_path) == []
    restore(tmp_path / "backup", Location(tmp_path / "restored"))
    again = open_parties(tmp_path / "restored")
    restored = Phone(create_app(Parties(again.engine, lambda: datetime.now(UTC)), KEY))
    before, after = (each.client.get("/").headers["Scorer-Generation"] for each in (phone, restored))
    assert before == parties.generation
    assert after == again.generation != before
    again.engine.dispose()
