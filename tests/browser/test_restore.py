"""A book is restored or migrated while phones have more than it:
they offer it, and nothing is overwritten.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.resources import Location
from scorer.service.keeping import back_up, open_parties, restore
from scorer.storage.engine import MIGRATIONS, revisions
from tests.browser.conftest import MakePhone
from tests.browser.programs import serving_from
from tests.browser.taps import Phone
from tests.browser.test_offline import (
    BEGUN,
    READY,
    code_of,
    expect_for_everybody,
    expect_saved,
    ready,
    said,
)
from tests.programs import free_port
from tests.service.tables import logs, say
from tests.test_project import CHECKOUT

pytestmark = pytest.mark.browser

SINCE = "E point 5; Y good"
"""What was said after the backup."""


def copied(data: Path) -> Path:
    parties = open_parties(data)
    back_up(parties.engine, data / "backup.sqlite", data)
    parties.engine.dispose()
    return data / "backup.sqlite"


def in_book(data: Path, code: str) -> list[list[str]]:
    parties = open_parties(data)
    found = logs(parties.sheet(code))
    parties.engine.dispose()
    return found


def ahead_of_a_restored_book(
    make_phone: MakePhone, directory: Path, port: int
) -> tuple[Phone, str]:
    """Return a phone that has more of a partie than the book in `after`,
    and the code of the partie.
    """
    before = directory / "before"
    with serving_from(CHECKOUT, before, port) as address:
        phone = ready(make_phone, address=address)
        backup = copied(before)
        phone.play(SINCE)
        expect_saved(phone.page, "Saved")
        phone.page.wait_for_function("() => outbox.rows.length === 0")  # its copy has all of it
    restore(backup, Location(directory / "after"))
    return phone, code_of(phone)


def stays_open(page: Page) -> None:
    """It hears of it by itself."""


def reloads(page: Page) -> None:
    page.reload()


@pytest.mark.parametrize("does", [stays_open, reloads])
def test_a_phone_offers_what_a_restored_book_lacks(
    make_phone: MakePhone, tmp_path: Path, does: Callable[[Page], None]
) -> None:
    port = free_port()
    after = tmp_path / "after"
    phone, code = ahead_of_a_restored_book(make_phone, tmp_path, port)
    page = phone.page
    with serving_from(CHECKOUT, after, port):
        does(page)
        page.wait_for_url("**/compare", timeout=READY)
        expect(
            page.get_by_text("This phone has two statements that the club lost.")
        ).to_be_visible()
        expect_for_everybody(page)
        page.get_by_role("button", name="Send them").click()
        expect(phone.count).to_have_text(["5", "0"], timeout=READY)
        expect_saved(page, "Saved")
        assert in_book(after, code) == [said(f"{BEGUN}; {SINCE}")]


def test_where_both_went_on_after_a_restore_a_person_chooses(
    make_phone: MakePhone, tmp_path: Path
) -> None:
    port = free_port()
    after = tmp_path / "after"
    phone, code = ahead_of_a_restored_book(make_phone, tmp_path, port)
    page = phone.page
    parties = open_parties(after)
    say(parties, code, "E point 6; Y good")
    parties.engine.dispose()
    with serving_from(CHECKOUT, after, port):
        page.wait_for_url("**/compare", timeout=READY)
        expect(page.get_by_role("table")).to_contain_text("point of six")
        expect(page.get_by_role("table")).to_contain_text("point of five")
        page.get_by_label("The club’s, as recorded").check()
        page.get_by_role("button", name="Keep what is chosen").click()
        expect(phone.count).to_have_text(["6", "0"], timeout=READY)
        expect_saved(page, "Saved")


def test_a_phone_says_that_a_restored_book_lacks_the_whole_partie(
    make_phone: MakePhone, tmp_path: Path
) -> None:
    port = free_port()
    before = tmp_path / "before"
    after = tmp_path / "after"
    with serving_from(CHECKOUT, before, port) as address:
        backup = copied(before)
        phone = ready(make_phone, address=address)
        page = phone.page
        expect_saved(page, "Saved")
    restore(backup, Location(after))
    with serving_from(CHECKOUT, after, port):
        page.wait_for_url("**/phone/waiting", timeout=READY)
        expect(
            page.get_by_text("restored from an older backup, without this partie")
        ).to_be_visible()
        expect_for_everybody(page)
        with page.expect_download(timeout=READY) as saved:
            page.get_by_role("button", name="Save as a file").click()
        assert "E exchange 5" in saved.value.path().read_text("utf-8")


def older(data: Path) -> None:
    """Make of a book one of the version before: the last migration, which added tables, is taken
    back.
    """
    *_, before, last = revisions()
    (migration,) = (MIGRATIONS / "versions").glob(f"v{last}_*.sql")
    added = re.findall(r"CREATE TABLE (\w+)", migration.read_text("utf-8"))
    parties = open_parties(data)
    with parties.engine.begin() as db:
        for table in reversed(added):
            db.exec_driver_sql(f"DROP TABLE {table}")
        db.exec_driver_sql("UPDATE alembic_version SET version_num = ?", (before,))
    parties.engine.dispose()


def test_what_waits_arrives_after_the_book_was_migrated(
    make_phone: MakePhone, tmp_path: Path
) -> None:
    port = free_port()
    data = tmp_path / "book"
    with serving_from(CHECKOUT, data, port) as address:
        phone: Phone = ready(make_phone, address=address)
        page = phone.page
        code = code_of(phone)
    phone.play(SINCE)
    expect_saved(page, "On this phone: 2")
    older(data)
    with serving_from(CHECKOUT, data, port):
        expect_saved(page, "Saved")
        assert in_book(data, code) == [said(f"{BEGUN}; {SINCE}")]
