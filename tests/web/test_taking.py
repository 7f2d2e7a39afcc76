"""Many parties from one file: a preview, then each of them once; and how many may be opened."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from flask import Flask

from scorer.resources import resource_text
from scorer.service.parties import Parties, Sheet, new_token
from scorer.table.formatting import packed
from scorer.table.saving import LARGEST_ARCHIVE, saved_archive
from scorer.web import extensions
from scorer.web.extensions import OPENED, OPENED_BY_PAIR, TAKEN
from tests.service.tables import EVERY_LINK
from tests.table.test_saving import HEBREW, SAVED, archive_of
from tests.web.conftest import Page, Phone

PARTIE = resource_text("examples/rubicon.piquet")


def upload(phone: Phone, data: bytes) -> Page:
    """What the page shows of a file that is chosen on it."""
    shown = phone.get("/parties/take")
    form = {
        "csrf_token": shown.root.all("input", name="csrf_token")[0].attrs["value"],
        "file": (io.BytesIO(data), "saved.zip"),
        "text": "",
    }
    return phone.read(phone.client.post("/parties/take", data=form))


def take_in(phone: Phone, page: Page) -> Page:
    (key,) = (each for each in page.root.all("button") if each.text.startswith("Take in"))
    return phone.tap_form(key)


def sheets(parties: Parties) -> list[Sheet]:
    return parties.scored_by(EVERY_LINK.links)


class TestAnArchive:
    def test_is_shown_by_players_and_year_before_it_is_taken(
        self, phone: Phone, parties: Parties
    ) -> None:
        page = upload(phone, saved_archive(SAVED[:50]))
        years = Counter(each.sheet.played[:4] for each in SAVED[:50])
        assert "50 new parties" in page.text
        assert HEBREW in page.text
        assert [f"{year} {count}" in page.text for year, count in years.items()] == [True] * 2
        assert sheets(parties) == []

    def test_is_taken_with_records_and_days(self, phone: Phone, parties: Parties) -> None:
        take_in(phone, upload(phone, saved_archive(SAVED)))
        found = {(each.partie.record, each.played) for each in sheets(parties)}
        assert found == {(each.sheet.partie.record, each.sheet.played) for each in SAVED}

    def test_is_taken_once_if_the_form_is_sent_again(self, phone: Phone, parties: Parties) -> None:
        page = upload(phone, saved_archive(SAVED[:5]))
        take_in(phone, page)
        assert "All parties of that file are on this phone." in take_in(phone, page).text
        assert len(sheets(parties)) == 5

    def test_takes_only_what_is_not_here(self, phone: Phone, parties: Parties) -> None:
        take_in(phone, upload(phone, saved_archive(SAVED[:5])))
        page = upload(phone, saved_archive(SAVED[:8]))
        assert "3 new parties" in page.text
        assert "On this phone already 5" in page.text
        take_in(phone, page)
        assert len(sheets(parties)) == 8

    def test_that_is_here_has_no_key(self, phone: Phone) -> None:
        take_in(phone, upload(phone, saved_archive(SAVED[:2])))
        page = upload(phone, saved_archive(SAVED[:2]))
        assert "No new partie" in page.text
        assert not any("Take in" in each.text for each in page.root.all("button"))

    def test_takes_again_what_was_removed_and_says_so(self, phone: Phone, parties: Parties) -> None:
        take_in(phone, upload(phone, saved_archive(SAVED[:2])))
        phone.post("/remove", {"code": sheets(parties)[0].code})
        page = upload(phone, saved_archive(SAVED[:2]))
        assert "1 new partie" in page.text
        assert "Removed from this phone before, and taken in again: 1." in page.text
        take_in(phone, page)
        assert len(sheets(parties)) == 3

    def test_names_what_cannot_be_read_and_takes_the_others(
        self, phone: Phone, parties: Parties
    ) -> None:
        wrong = PARTIE.replace('rules = "portland"', 'rules = "portlnad"')
        page = upload(phone, archive_of(("good.piquet", PARTIE), ("bad.piquet", wrong)))
        assert "1 file cannot be read" in page.text
        assert "bad.piquet, line 3" in page.text
        take_in(phone, page)
        assert len(sheets(parties)) == 1

    def test_keeps_the_order_of_the_parties_of_a_day(self, phone: Phone, parties: Parties) -> None:
        names = ["Cem", "Ada", "Ben"]
        head = 'rules = "portland"\nplayed = 2026-01-05\n'
        texts = [f'{head}players = ["{name}", "Zoe"]\n' for name in names]
        files = [(f"{number}.piquet", text) for number, text in enumerate(texts)]
        take_in(phone, upload(phone, archive_of(*files)))
        ordered = sorted(sheets(parties), key=lambda each: each.opened_at)
        assert [each.names[0] for each in ordered] == names

    def test_that_is_damaged_is_refused_with_words(self, phone: Phone) -> None:
        page = upload(phone, saved_archive(SAVED[:2])[:-30])
        assert page.status == 422
        assert "This .zip file is damaged" in page.refusal

    def test_in_a_damaged_form_is_refused_with_words(self, phone: Phone) -> None:
        page = phone.post("/parties/take", {"archive": "nonsense!", "key": new_token()})
        assert page.status == 422
        assert "This form is damaged" in page.refusal

    def test_of_another_phone_is_taken_by_it_too(
        self, phone: Phone, other: Phone, parties: Parties
    ) -> None:
        for each in (phone, other):
            take_in(each, upload(each, saved_archive(SAVED[:2])))
        assert len(sheets(parties)) == 4

    def test_may_have_two_thousand_parties(self, phone: Phone) -> None:
        """The form that carries them back is longer than any other."""
        data = bytes(LARGEST_ARCHIVE)
        page = phone.post("/parties/take", {"archive": packed(data), "key": new_token()})
        assert page.status == 422  # and not 413: it is read, and is no archive


class TestHowManyMayBeOpened:
    @pytest.fixture(autouse=True)
    def few(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, most in (("OPENED", 2), ("OPENED_BY_PAIR", 3), ("TAKEN", 4)):
            limit = getattr(extensions, name)
            monkeypatch.setattr(extensions, name, extensions.Limit(limit.what, most, 60))

    def begin(self, phone: Phone, *, count: int, second: str = "") -> list[int]:
        """The answers to so many new parties of Ada, each with another player or with *second*."""
        form = {"rules": "portland", "deals": "first", "first": "Ada", "another": "yes"}
        return [
            phone.post("/parties", {**form, "second": second or f"Ben {number}"}).status
            for number in range(count)
        ]

    def test_is_by_address_with_new_players(self, phone: Phone, app: Flask) -> None:
        """Each makes a pair, which does not bring the right to more."""
        assert self.begin(phone, count=3) == [303, 303, 429]
        assert self.begin(Phone(app), count=1) == [429]

    def test_is_by_pair_with_its_link(self, phone: Phone) -> None:
        assert self.begin(phone, count=5, second="Ben") == [303, 303, 303, 303, 429]

    def test_is_not_reached_by_others_at_the_same_address(self, phone: Phone, app: Flask) -> None:
        self.begin(phone, count=1, second="Ben")
        self.begin(Phone(app), count=3)
        assert self.begin(phone, count=1, second="Ben") == [303]

    def test_of_a_pair_costs_the_address_nothing(self, phone: Phone, app: Flask) -> None:
        self.begin(phone, count=4, second="Ben")
        assert self.begin(Phone(app), count=1) == [303]

    def test_counts_an_archive_as_one(self, phone: Phone, parties: Parties) -> None:
        take_in(phone, upload(phone, saved_archive(SAVED[:20])))
        assert len(sheets(parties)) == 20
        assert self.begin(phone, count=2) == [303, 429]

    def test_counts_archives_by_themselves(self, phone: Phone) -> None:
        statuses = [upload(phone, saved_archive(SAVED[:1])).status for _ in range(5)]
        assert statuses == [200, 200, 200, 200, 429]


def test_forty_phones_at_one_address_stay_within_the_limits() -> None:
    """Each of forty phones without a pair begins five parties an hour; a pair plays ten."""
    assert OPENED.most >= 40 * 5
    assert OPENED_BY_PAIR.most >= 10
    assert TAKEN.most >= 2
