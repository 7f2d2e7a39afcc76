"""What a phone kept and sends later: with its moment, before or after a migration,
or in a form that is too old.
"""

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from scorer.service.keeping import BOOK, KEY, open_parties
from scorer.service.parties import Parties
from scorer.storage.engine import MIGRATIONS, migrate
from scorer.web.address import HERE_ONLY
from scorer.web.serve import application
from tests.quick_books import version
from tests.web.conftest import KEY as COOKIE_KEY
from tests.web.conftest import PARTIAL, Page, Phone

OF_OLD = {"first": "Ada", "second": "Bea", "rules": "portland", "dealer": "first"}
"""The form of a partie that Ada deals, as programs before this one sent it."""

TAP = {"say": "E exchange 5", "deal": "0", "position": "0", "key": "a tap"}
PARTIE = {"first": "Ada", "second": "Bea", "rules": "portland", "deals": "second"}


def seconds_since(parties: Parties, at: str) -> int:
    return int((parties.clock() - datetime.fromisoformat(at)) / timedelta(seconds=1))


def opened(phone: Phone, **form: str) -> str:
    """The code of a partie that a phone sends with these fields."""
    return phone.post("/parties", PARTIE | form).headers["Location"].split("/")[2]


@pytest.mark.parametrize(
    ("ago", "found"),
    [
        ("3600", 3600),
        ("", 0),
        ("-60", 0),
        ("an hour", 0),
        ("9" * 10, 0),
        ("99999999", 0),
        ("1.5", 0),
    ],
)
def test_a_partie_is_opened_at_the_moment_at_which_it_was_begun(
    phone: Phone, parties: Parties, ago: str, found: int
) -> None:
    code = opened(phone, ago=ago)
    assert 0 <= seconds_since(parties, parties.sheet(code).opened_at) - found < 60


@pytest.mark.parametrize(
    ("ago", "found"),
    [("60", 60), ("", 0), ("-60", 0), ("an hour", 0), ("9" * 10, 0), ("99999999", 3600)],
)
def test_a_tap_is_recorded_at_the_moment_at_which_it_was_made(
    phone: Phone, parties: Parties, ago: str, found: int
) -> None:
    code = opened(phone, ago="3600")
    assert phone.post(f"/p/{code}/say", TAP | {"ago": ago}).status == 303
    assert 0 <= seconds_since(parties, parties.said_at(code)[0]) - found < 60


def refused(page: Page) -> None:
    assert page.status == 426
    assert "This phone’s program is too old for the club." in page.text
    assert "Open the page again while the club answers" in page.text


@pytest.mark.parametrize(
    "form", [{"format": "1"}, {}, {"format": "x"}], ids=["an older one", "none", "no number"]
)
@pytest.mark.parametrize("headers", [{}, PARTIAL], ids=["a page", "a part of it"])
def test_a_tap_in_a_form_that_is_too_old_is_refused_in_words_and_changes_nothing(
    phone: Phone,
    parties: Parties,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
    form: dict[str, str],
    headers: dict[str, str],
) -> None:
    monkeypatch.setattr("scorer.web.errors.OLDEST_FORMAT", 2)
    refused(phone.post(f"/p/{code}/say", TAP | form, headers=headers))
    assert parties.said_at(code) == {}
    assert phone.post(f"/p/{code}/say", TAP | {"format": "2"}).status == 303


def test_a_partie_in_a_form_that_is_too_old_is_refused_in_words(
    phone: Phone, parties: Parties, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.web.errors.OLDEST_FORMAT", 2)
    refused(phone.post("/parties", PARTIE | {"format": "1"}))
    assert opened(phone, format="2")


@pytest.mark.parametrize("form", [{}, {"format": "1"}, {"format": "7"}])
def test_every_form_is_accepted_now(phone: Phone, code: str, form: dict[str, str]) -> None:
    assert phone.post(f"/p/{code}/say", TAP | form).status == 303


@pytest.mark.sqlite
def test_taps_that_were_made_before_a_migration_arrive_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A partie that was begun, and a tap of another,
    wait on the phone while the book gets another version.

    The phone began the partie with a program that put elder first.
    """
    data = tmp_path / "book"
    data.mkdir()
    (data / KEY).write_bytes(COOKIE_KEY)
    phone = Phone(application(data, HERE_ONLY))
    begun = phone.get("/parties/new")
    form = begun.typed | OF_OLD
    code = phone.open()
    tap = phone.get(f"/p/{code}/").typed | TAP
    before: Parties = phone.client.application.extensions["parties"]
    before.engine.dispose()
    old = version(data / BOOK)
    migrated_to_another_version(tmp_path, old, monkeypatch)
    phone.client.application = application(data, HERE_ONLY)
    assert version(data / BOOK) == "9999"
    answers = [phone.post(f"/p/{code}/say", tap) for _ in range(2)]
    addresses = [
        phone.post("/parties", form | {"another": "yes"}).headers["Location"] for _ in range(2)
    ]
    parties = open_parties(data)
    assert [each.status for each in answers] == [303, 303]
    assert [len(each) for each in parties.sheet(code).taps] == [1]
    assert addresses[0] == addresses[1]
    assert parties.sheet(addresses[0].split("/")[2]).names == ("Bea", "Ada")
    parties.engine.dispose()


def migrated_to_another_version(directory: Path, old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program need a version of the book that comes after the *old* one."""
    migrations = shutil.copytree(MIGRATIONS, directory / "migrations")
    (migrations / "versions" / "v9999_shoe.py").write_text(
        "from alembic import op\nimport sqlalchemy as sa\n"
        f"revision, down_revision = '9999', '{old}'\n"
        "def upgrade():\n    op.add_column('member', sa.Column('shoe', sa.Text))\n"
    )
    monkeypatch.setattr("scorer.storage.engine.MIGRATIONS", migrations)
    monkeypatch.setattr(
        "scorer.storage.engine.migrate", migrate
    )  # and not as tests make their books
