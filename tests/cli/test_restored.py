"""A restored book is a new generation: what it lacks since is not taken for what was removed."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorer.ledger import chain
from scorer.rules.presets import PORTLAND
from scorer.service.club.services import club_services
from scorer.service.keeping import BOOK, NOTE, open_parties
from scorer.storage.entry_rows import POSTED
from tests import postgresql, there
from tests.cli.conftest import fails, printed
from tests.cli.test_book import change, cut

pytestmark = pytest.mark.sqlite

ENTRIES = 45
"""How many entries the backup has."""


PASSWORDS: dict[str, str] = {}
"""The password of the director Ann, as the rehearsal has printed it."""


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("rehearsed") / "book"
    made = printed("book", "rehearse", "--data", data, "--members", 6, "--parties", 30)
    PASSWORDS[data.name] = made.split()[-1]
    return data


@pytest.fixture
def book(rehearsed: Path, tmp_path: Path) -> Path:
    """A book of which there is a backup, after which a member was admitted."""
    data = tmp_path / "book"
    shutil.copytree(rehearsed, data)
    printed("book", "backup", tmp_path / "backup", "--data", data)
    admit(data, "Zoe")
    printed("book", "verify", "--data", data)
    return data


def admit(data: Path, name: str) -> None:
    """Post an entry."""
    parties = open_parties(data)
    services = club_services(parties)
    (club,) = services.clubs.clubs()
    services.people.admit(
        there(services.people.sign_in(club.code, "Ann", PASSWORDS["book"])), [name]
    )
    parties.engine.dispose()


@pytest.fixture
def restored(book: Path, tmp_path: Path) -> Path:
    data = tmp_path / "restored"
    says = printed("book", "restore", tmp_path / "backup", "--data", data)
    assert "It is generation 2 of the book: phones notice that it was restored.\n" in says
    return data


def generation(data: Path) -> str:
    parties = open_parties(data)
    token = parties.generation
    parties.engine.dispose()
    return token


def row(data: Path, sql: str) -> tuple[object, ...]:
    with closing(sqlite3.connect(data / BOOK)) as db:
        found: tuple[object, ...] = db.execute(sql).fetchone()
        return found


def test_each_restore_is_a_generation_with_a_token_of_its_own(
    book: Path, restored: Path, tmp_path: Path
) -> None:
    """Also another one from the same backup, and one of a restored book."""
    printed("book", "restore", tmp_path / "backup", "--data", tmp_path / "again")
    printed("book", "backup", tmp_path / "later", "--data", restored)
    says = printed("book", "restore", tmp_path / "later", "--data", tmp_path / "third")
    assert "It is generation 3 of the book" in says
    tokens = [generation(each) for each in (book, restored, tmp_path / "again", tmp_path / "third")]
    assert len({*tokens}) == 4
    assert all(re.fullmatch("[0-9a-f]{12}", each) for each in tokens)


def test_a_backup_and_a_copy_keep_the_generation(restored: Path, tmp_path: Path) -> None:
    (tmp_path / "served").mkdir()
    printed("book", "backup", tmp_path / "served" / BOOK, "--data", restored)
    printed("book", "copy", "--from", restored, "--to", tmp_path / "copied")
    assert (
        generation(tmp_path / "served") == generation(tmp_path / "copied") == generation(restored)
    )


@pytest.mark.slow
def test_a_restore_into_a_database_on_a_server_is_a_generation_too(
    book: Path, tmp_path: Path
) -> None:
    database = postgresql.address(postgresql.new_database(postgresql.new_name()))
    target = ("--database", database, "--data", tmp_path / "data")
    assert "It is generation 2 of the book" in printed(
        "book", "restore", tmp_path / "backup", *target
    )
    assert "Generation 2: since " in printed("book", "verify", *target)


def test_verification_says_since_when_each_generation_is(restored: Path) -> None:
    (statements,) = row(restored, "SELECT count(*) FROM statement")
    _, *lines = printed("book", "verify", "--data", restored).splitlines()
    at = r"\d+ \w+ \d{4}, \d\d:\d\d UTC"
    assert re.fullmatch(rf"Generation 1: since {at}\.", lines[0])
    began = rf"restored from a backup with {ENTRIES} entries and {statements:,} statements"
    assert re.fullmatch(rf"Generation 2: since {at}, {began}\.", lines[1])
    document = json.loads(printed("book", "verify", "--json", "--data", restored))
    assert [(each["generation"], each["entries"]) for each in document["restored"]] == [
        (2, ENTRIES)
    ]


def test_a_book_that_was_never_restored_has_nothing_to_say_of_it(book: Path) -> None:
    assert "Generation" not in printed("book", "verify", "--data", book)


def test_what_is_recorded_after_a_restore_is_verified_with_it(restored: Path) -> None:
    parties = open_parties(restored)
    code = parties.open(("Ada", "Bea"), PORTLAND)[0].code
    parties.record(code, deal=0, position=0, said="E point 5", form_key="one")
    parties.engine.dispose()
    admit(restored, "Yan")
    assert printed("book", "verify", "--data", restored).startswith(f"{ENTRIES + 1} entries in ")


def test_a_receipt_from_before_the_backup_is_still_valid(restored: Path) -> None:
    number, digest = row(
        restored, f"SELECT number, digest FROM entry WHERE kind = '{POSTED}' ORDER BY number DESC"
    )
    assert isinstance(number, int)
    receipt = chain.receipt(number, 0, str(digest))
    assert f"{receipt} is valid" in printed("book", "verify", receipt, "--data", restored)


def test_a_receipt_of_a_lost_entry_is_not_taken_for_one_that_was_forged(
    book: Path, restored: Path
) -> None:
    """Of an entry that the backup has, nothing but a change explains it."""
    lost = chain.receipt(ENTRIES + 1, 0, "00" * 32)
    forged = chain.receipt(ENTRIES, 0, "00" * 32)
    assert re.search(
        r"it was misread, or its entry was changed, or it was lost: the book was restored on "
        r".* UTC "
        rf"from a backup that ends with entry {ENTRIES}\n",
        fails("book", "verify", lost, "--data", restored),
    )
    assert fails("book", "verify", forged, "--data", restored).endswith(
        "it was misread, or its entry was changed\n"
    )
    assert fails("book", "verify", lost, "--data", book).endswith(
        "it was misread, or its entry was changed\n"
    )


def test_a_sheet_that_the_backup_lacks_may_have_been_lost(book: Path, restored: Path) -> None:
    before = (
        r", or it is of what was recorded before the book was restored from a backup on .* UTC\n"
    )
    assert re.search(
        "no sheet has the code 222222" + before,
        fails("book", "verify", "222222-2222-2222", "--data", restored),
    )
    code = row(restored, "SELECT code FROM sheet")[0]
    says = fails("book", "verify", f"{code}-2222-2222", "--data", restored)
    assert re.search("or the record was changed" + before, says)


LOST = (
    rf"entry {ENTRIES + 1} was lost since {{}}: the book was restored on .* UTC from a backup "
    rf"with {ENTRIES} entries"
)


def test_a_head_of_a_lost_entry_is_missing_because_of_the_restore(
    book: Path, tmp_path: Path
) -> None:
    """It is still a fault: whoever keeps heads has to hear of the restore."""
    kept = tmp_path / "heads"
    kept.write_text(
        "2020-01-01T00:00:00+00:00 " + printed("book", "heads", "--data", book).partition(" ")[2],
        "utf-8",
    )
    printed("book", "restore", tmp_path / "backup", "--data", tmp_path / "restored")
    says = fails("book", "verify", "--data", tmp_path / "restored", "--against", kept)
    assert re.search(LOST.format(r"its head was kept on .* UTC \(.*heads, line 1\)"), says)
    admit(tmp_path / "restored", "Yan")  # another entry has that number now
    says = fails("book", "verify", "--data", tmp_path / "restored", "--against", kept)
    assert re.search(LOST.format(".*"), says)


def test_what_is_removed_after_a_restore_is_not_put_down_to_it(
    restored: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "heads"
    printed("book", "heads", "--data", restored, "--to", kept)
    (restored / NOTE).unlink()
    cut(restored)
    says = fails("book", "verify", "--data", restored, "--against", kept)
    assert (
        f"the ledger has shrunk from {ENTRIES} entries to {ENTRIES - 1} since its head was kept on"
        in says
    )
    assert re.search(
        rf"generation 2 of the book began with {ENTRIES} entries, but {ENTRIES - 1} are left", says
    )
    assert "was lost" not in says


def test_a_note_of_the_lost_part_beside_the_book_says_that_it_was_restored(
    book: Path, tmp_path: Path
) -> None:
    """As where the restored file was put into the old directory;
    it is not served until somebody has decided.
    """
    note = json.loads((book / NOTE).read_text("utf-8"))
    printed("book", "restore", tmp_path / "backup", "--data", tmp_path / "restored")
    (tmp_path / "restored" / NOTE).write_text(
        json.dumps(note | {"at": "2020-01-01T00:00:00+00:00"}), "utf-8"
    )
    says = fails("serve", "--data", tmp_path / "restored")
    assert re.search(
        LOST.format("it was verified on .* UTC")
        + rf"\. If this is the book you want, remove .*{NOTE}",
        says,
    )


def test_a_nightly_backup_after_a_restore_says_what_the_last_one_has_more(
    book: Path, tmp_path: Path
) -> None:
    (shelf := tmp_path / "shelf").mkdir()
    last = shelf / "book-20260901-031500.sqlite"
    printed("book", "backup", last, "--data", book)
    printed("book", "restore", tmp_path / "backup", "--data", tmp_path / "restored")
    says = fails("book", "backup", shelf, "--keep", 3, "--data", tmp_path / "restored")
    assert re.search(
        LOST.format(f"{last}") + rf"\. If this is the book you want, move {last} away\.", says
    )


def test_what_another_restore_of_the_same_backup_has_is_lost_by_this_one(
    book: Path, tmp_path: Path
) -> None:
    """Both are generation 2, but not the same."""
    printed("book", "restore", tmp_path / "backup", "--data", tmp_path / "second")
    admit(tmp_path / "second", "Yan")
    (shelf := tmp_path / "shelf").mkdir()
    last = shelf / "book-20260901-031500.sqlite"
    printed("book", "backup", last, "--data", tmp_path / "second")
    printed("book", "restore", tmp_path / "backup", "--data", tmp_path / "third")
    says = fails("book", "backup", shelf, "--keep", 3, "--data", tmp_path / "third")
    assert re.search(LOST.format(f"{last}"), says)


def test_no_restore_explains_what_a_book_lacks_that_is_no_copy(
    book: Path, restored: Path, tmp_path: Path
) -> None:
    (shelf := tmp_path / "shelf").mkdir()
    printed("book", "rehearse", "--data", tmp_path / "other", "--members", 6, "--parties", 30)
    printed("book", "backup", shelf / "book-20260901-031500.sqlite", "--data", tmp_path / "other")
    says = fails("book", "backup", shelf, "--keep", 3, "--data", restored)
    assert "the ledger has shrunk from 45 entries to 0 since" in says


def test_a_restore_that_was_said_to_be_at_another_time_is_found(restored: Path) -> None:
    change(
        restored / BOOK, "UPDATE generation SET begun_at = '2026-01-01T00:00:00+00:00' WHERE id = 2"
    )
    assert "generation 2 of the book was changed, or one before it was added" in fails(
        "book", "verify", "--data", restored
    )
