"""The program is updated while phones are open:
none mixes two builds, and each opens without the network after it.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import MakePhone
from tests.browser.programs import Folder, newer_program, serving_from, write_folder
from tests.browser.taps import Phone
from tests.browser.test_offline import BEGUN, READY, expect_saved, ready
from tests.programs import free_port, until
from tests.test_project import CHECKOUT

pytestmark = pytest.mark.browser

Replace: TypeAlias = Callable[[Folder, tuple[Path, Path]], None]

NEWER = "body.newer"
RENEWED = "The program was updated."


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return newer_program(tmp_path_factory.mktemp("newer"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "book"


@pytest.fixture
def port() -> int:
    return free_port()


def expect_newer(page: Page) -> None:
    """The markup, the script and the style of a page are those of the newer program."""
    expect(page.locator(NEWER)).to_be_attached(timeout=READY)
    expect(page.locator("html.newer-script")).to_be_attached()
    assert (
        page.evaluate("getComputedStyle(document.body).getPropertyValue('--newer').trim()") == "yes"
    )


def expect_older(page: Page) -> None:
    expect(page.locator(NEWER)).to_have_count(0)
    expect(page.locator("html.newer-script")).to_have_count(0)


def expect_files_kept(page: Page) -> None:
    """The files of a build are all on the phone."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")


def test_after_an_update_the_table_and_home_open_without_the_network(
    make_phone: MakePhone, newer: Path, data: Path, port: int
) -> None:
    with serving_from(CHECKOUT, data, port) as address:
        phone = ready(make_phone, address=address)
        expect_files_kept(phone.page)
    page = phone.page
    phone.play("E point 5")
    expect_saved(page, "On this phone: 1")
    with serving_from(newer, data, port):
        expect_saved(page, "Saved")
    page.reload()
    expect(page.locator("#table")).to_be_visible(timeout=READY)
    assert "Y good" in phone.offered()
    page.goto(phone.address)
    expect(page.get_by_role("link", name="Ada and Ben")).to_be_visible(timeout=READY)


def test_an_open_page_renews_its_files_and_itself_and_says_so_once(
    make_phone: MakePhone, newer: Path, data: Path, port: int
) -> None:
    with serving_from(CHECKOUT, data, port) as address:
        phone = ready(make_phone, address=address)
        expect_files_kept(phone.page)
    page = phone.page
    with serving_from(newer, data, port):
        expect_newer(page)
        expect(page.get_by_text(RENEWED)).to_be_visible()
        page.reload()
        expect_newer(page)
        expect(page.get_by_text(RENEWED)).to_have_count(0)
    page.reload()
    expect_newer(page)
    expect(page.locator("#table")).to_be_visible(timeout=READY)


def test_a_page_that_loads_nothing_for_the_time_without_a_network_renews_itself_too(
    phone: Phone, newer: Path, data: Path, port: int
) -> None:
    """Data costs money on this phone; without a service worker,
    and over plain http, it is the same.
    """
    with serving_from(CHECKOUT, data, port) as address:
        phone.address = address
        phone.open_partie()
        phone.play(BEGUN)
    with serving_from(newer, data, port):
        expect_newer(phone.page)
        expect(phone.page.get_by_text(RENEWED)).to_be_visible()


def test_a_page_is_not_loaded_again_while_a_tap_waits_or_words_are_typed(
    phone: Phone, newer: Path, data: Path, port: int
) -> None:
    page = phone.page
    with serving_from(CHECKOUT, data, port) as address:
        phone.address = address
        phone.open_partie()
        page.goto(f"{page.url}?pick=totals")
        page.locator("#total0").fill("28")
        page.locator("h2").first.click()
    with serving_from(newer, data, port):
        with page.expect_response("**/renew.js", timeout=READY):
            pass
        page.wait_for_timeout(8000)  # longer than a page is left alone
        expect_older(page)
        expect(page.locator("#total0")).to_have_value("28")
        page.locator("#total0").fill("")
        expect_newer(page)


# A folder without a club


@pytest.fixture(scope="module")
def folders(newer: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folders that the older and the newer program write."""
    directory = tmp_path_factory.mktemp("folders")
    return write_folder(CHECKOUT, directory / "older"), write_folder(newer, directory / "newer")


@pytest.fixture
def folder(folders: tuple[Path, Path]) -> Iterator[Folder]:
    found = Folder(folders[0])
    with found.offered():
        yield found


@pytest.fixture
def alone(make_phone: MakePhone, folder: Folder) -> Phone:
    """A phone that has a partie and all of the older folder."""
    phone = make_phone(offline=True)
    phone.address = folder.address
    page = phone.page
    page.goto(folder.address)
    page.get_by_role("link", name="New partie").click(timeout=READY)
    phone.begin("Ada", "Ben")
    expect_saved(page, "Saved")
    phone.play(BEGUN)
    expect_files_kept(page)
    return phone


def expect_partie(page: Page) -> None:
    expect(page.get_by_role("link", name="Ada and Ben")).to_be_visible(timeout=READY)


def expect_given_up(page: Page, folder: Folder) -> None:
    """The phone has tried to keep the newer files, and could not."""
    until(lambda: "static/offline.zip" in folder.asked)
    page.wait_for_function(
        "navigator.serviceWorker.getRegistration().then(({ installing }) => !installing)"
    )


def cut_short(folder: Folder, folders: tuple[Path, Path]) -> None:
    """Replace the folder; one of the new files never arrives."""
    folder.directory = folders[1]
    folder.lost = {"static/offline.zip"}
    folder.asked.clear()


def half_copied(folder: Folder, folders: tuple[Path, Path]) -> None:
    """Replace some files of the folder; at the addresses of the other new ones are the old ones."""
    older, newer = folders
    folder.directory = Path(shutil.copytree(older, older.parent / "half", dirs_exist_ok=True))
    for name in ("index.html", "files.json", "service.js", "static/js/table.js"):
        shutil.copyfile(newer / name, folder.directory / name)
    folder.asked.clear()


@pytest.mark.parametrize("replace", [cut_short, half_copied])
def test_a_folder_that_is_not_replaced_as_a_whole_opens_as_before(
    alone: Phone, folder: Folder, folders: tuple[Path, Path], replace: Replace
) -> None:
    page = alone.page
    replace(folder, folders)
    page.goto(folder.address)
    expect_given_up(page, folder)
    page.goto(folder.address)
    expect_older(page)
    expect_partie(page)
    page.context.set_offline(True)
    page.reload()
    expect_older(page)
    expect_partie(page)


def test_a_folder_that_was_replaced_renews_its_open_page_once_all_of_it_has_arrived(
    alone: Phone, folder: Folder, folders: tuple[Path, Path]
) -> None:
    page = alone.page
    cut_short(folder, folders)
    page.goto(folder.address)
    expect_given_up(page, folder)
    folder.lost.clear()
    page.goto(folder.address)
    expect_newer(page)
    expect_partie(page)
    page.context.set_offline(True)
    page.reload()
    expect_newer(page)
    expect_partie(page)


# Opening what is on the phone


def hang(_: Route) -> None:
    """Leave a request without an answer."""


def fail(route: Route) -> None:
    route.abort()


@pytest.mark.parametrize(
    ("file", "becomes", "words"),
    [
        (
            "offline_worker.js",
            hang,
            "Opening takes longer than it should. What is on this phone is kept.",
        ),
        ("later.js", hang, "Opening takes longer than it should. What is on this phone is kept."),
        (
            "files.json",
            fail,
            "This phone has kept no partie yet. Open one while the club answers. Then it opens "
            "here without the club.",
        ),
    ],
)
def test_opening_ends_with_a_reason_and_a_way_on(
    phone: Phone, file: str, becomes: Callable[[Route], None], words: str
) -> None:
    page = phone.page
    page.route(f"**/{file}*", becomes)
    page.goto(f"{phone.address}/phone", wait_until="commit")
    expect(page.get_by_role("status")).to_have_text("Opening what is on this phone…")
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    expect(page.get_by_role("status")).to_have_text(words)
    expect(page.get_by_role("link", name="On this phone")).to_be_visible()
    page.unroute(f"**/{file}*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#opening")).to_have_count(0, timeout=READY)


def test_a_reason_is_not_replaced_by_another(phone: Phone) -> None:
    page = phone.page
    page.route("**/files.json*", fail)
    page.goto(f"{phone.address}/phone")
    page.wait_for_timeout(14_000)
    expect(page.get_by_role("status")).to_contain_text("This phone has kept no partie yet.")
