"""The commands of the book: as a terminal and a script see them."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorer.cli import main
from scorer.ledger import chain
from scorer.service.backup import back_up
from scorer.service.book import BOOK, open_parties
from scorer.service.club.services import club_services
from scorer.service.club.verifying import verify
from tests.service.club.evenings import evening


def scorer(*args: object) -> Result:
    """What the program prints, and its exit status; anything but an exit is a failure."""
    done = CliRunner().invoke(main, [str(each) for each in args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of thirty parties."""
    data = tmp_path_factory.mktemp("rehearsed") / "book"
    done = scorer("rehearse", "--data", data, "--members", 6, "--parties", 30)
    assert done.exit_code == 0
    assert re.match(r"30 parties between 6 members in [\d.]+ s", done.stdout)
    assert re.search(r"the code \w{6}; Ann directs it with the password [\w-]{32}", done.stdout)
    return data


@pytest.fixture
def book(rehearsed: Path, tmp_path: Path) -> Path:
    """A copy of it, of which to make anything."""
    (tmp_path / "book").mkdir()
    shutil.copy(rehearsed / BOOK, tmp_path / "book" / BOOK)
    return tmp_path / "book"


def damage(data: Path) -> None:
    """Change what entry 20 says."""
    with closing(sqlite3.connect(data / BOOK)) as db:
        ((trigger,),) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'entry_no_update'")
        db.execute("DROP TRIGGER entry_no_update")
        db.execute("UPDATE entry SET text = replace(text, 'and', 'und') WHERE number = 20")
        db.execute(trigger)
        db.commit()


def receipt(data: Path) -> str:
    """The first player's receipt for the last partie."""
    parties = open_parties(data)
    services = club_services(parties)
    (club,) = services.clubs.clubs()
    entry = services.books.page(club.id).entries[0]
    parties.engine.dispose()
    return chain.receipt(entry.number, 0, entry.digest)


class TestRehearse:
    def test_there_must_be_no_book_yet(self, rehearsed: Path) -> None:
        done = scorer("rehearse", "--data", rehearsed)
        assert done.exit_code == 1
        assert done.stderr.startswith("rehearse:1:1: There is a book in")

    def test_the_same_seed_plays_the_same_parties(self, rehearsed: Path, tmp_path: Path) -> None:
        assert scorer("rehearse", "--data", tmp_path / "again", "--members", 6, "--parties", 30).exit_code == 0
        same = [
            json.loads(scorer("standings", "--data", each, "--json").stdout) for each in (rehearsed, tmp_path / "again")
        ]
        assert same[0].pop("club") != same[1].pop("club")
        assert same[0] == same[1]


class TestStandings:
    def test_every_row_adds_up(self, rehearsed: Path) -> None:
        told = json.loads(scorer("standings", "--data", rehearsed, "--json").stdout)
        assert (told["name"], told["season"], told["through"], told["unposted"]) == ("A season rehearsed", 1, 44, 0)
        assert [row["place"] for row in told["rows"]] == [1, 2, 3, 4, 5, 6]
        assert sum(row["parties"] for row in told["rows"]) == 60
        assert sum(row["points"] for row in told["rows"]) == 0
        for row in told["rows"]:
            assert row["points"] == row["points_won"] - row["points_lost"]
            assert row["parties"] == row["won"] + row["drawn"] + row["lost"]

    def test_the_table_says_the_same(self, rehearsed: Path) -> None:
        told = json.loads(scorer("standings", "--data", rehearsed, "--json").stdout)
        heading, _, _, *lines = scorer("standings", "--data", rehearsed, "--season", 1, "--why").stdout.splitlines()
        assert heading.startswith("Rehearsal, A season rehearsed, through entry 44: by points, then head-to-head")
        for row, line, why in zip(told["rows"], lines[::2], lines[1::2], strict=True):
            points = f"{row['points']:+}".replace("-", "−")
            assert re.match(rf"{row['place']}  {row['name']} .* {re.escape(points)} +\d+ ± \d+\?? ?$", line), line
            assert why.strip() == row["why"]

    def test_a_season_that_is_not_there(self, rehearsed: Path) -> None:
        done = scorer("standings", "--data", rehearsed, "--season", 7)
        assert (done.exit_code, done.stderr) == (1, "standings:1:1: Rehearsal has no season 7\n")

    def test_a_club_without_a_season(self, tmp_path: Path) -> None:
        evening(tmp_path).parties.engine.dispose()
        done = scorer("standings", "--data", tmp_path)
        assert (done.exit_code, done.stderr) == (1, "standings:1:1: Turf Club has no season yet\n")

    def test_one_of_several_clubs_is_named(self, book: Path) -> None:
        turf = evening(book)
        code = turf.club.code
        turf.parties.engine.dispose()
        done = scorer("standings", "--data", book)
        assert done.exit_code == 1
        assert re.search(rf"name one with --club: \w{{6}} \(Rehearsal\), {code} \(Turf Club\)", done.stderr)
        assert "Turf Club has no season yet" in scorer("standings", "--data", book, "--club", code.lower()).stderr
        assert "no club has the code 222222" in scorer("standings", "--data", book, "--club", "222222").stderr


class TestVerify:
    def test_a_book_that_holds(self, rehearsed: Path) -> None:
        done = scorer("verify", "--data", rehearsed)
        assert done.exit_code == 0
        assert re.fullmatch(r"44 entries in [\d.]+ s, [\d,]+ a second: nothing is wrong\.\n", done.stdout)
        assert json.loads(scorer("verify", "--data", rehearsed, "--json").stdout)["faults"] == []

    def test_what_was_changed_is_named_with_its_entry(self, book: Path) -> None:
        damage(book)
        done = scorer("verify", "--data", book)
        assert done.exit_code == 1
        assert "one thing is wrong" in done.stdout
        assert re.fullmatch(
            rf"{book / BOOK}:20:1: club \w{{6}}: entry 20 is not what was posted: its text does not give its digest\n",
            done.stderr,
        )

    def test_one_club_of_several(self, book: Path) -> None:
        turf = evening(book)
        turf.parties.engine.dispose()
        damage(book)
        assert scorer("verify", "--data", book).exit_code == 1
        done = scorer("verify", "--data", book, "--club", turf.club.code)
        assert done.exit_code == 0
        assert done.stdout.startswith("1 entry in ")

    def test_there_is_nothing_to_verify(self, tmp_path: Path) -> None:
        """No book is made by asking for one."""
        for command in ("verify", "standings"):
            done = scorer(command, "--data", tmp_path / "none")
            assert (done.exit_code, done.stdout) == (2, "")
            assert done.stderr == f"{command}:1:1: there is no book in {tmp_path / 'none'}\n"
        assert not (tmp_path / "none").exists()

    def test_what_is_no_book_at_all(self, tmp_path: Path) -> None:
        (tmp_path / BOOK).write_bytes(b"no database, but long enough to be taken for one" * 40)
        done = scorer("verify", "--data", tmp_path)
        assert (done.exit_code, done.stderr) == (2, "verify:1:1: the book cannot be read: file is not a database\n")

    def test_a_receipt_that_holds(self, rehearsed: Path) -> None:
        given = receipt(rehearsed)
        done = scorer("verify", given.lower().replace("-", " "), "--data", rehearsed)
        assert done.exit_code == 0
        lines = done.stdout.splitlines()
        assert re.fullmatch(
            rf"{given} holds: \w+ \w+'s receipt for entry 44 of Rehearsal, A season rehearsed\.", lines[0]
        )
        assert re.match(r"31 December 2026, 18:00 UTC  \w+", lines[1])
        assert lines[2:] == ["It stands.", "All that was said and signed is as it was posted."]
        document = json.loads(scorer("verify", given, "--data", rehearsed, "--json").stdout)
        assert (document["receipt"], document["entry"], document["faults"]) == (given, 44, [])
        assert (document["reversed"], document["instead"]) == (None, None)

    def test_a_receipt_of_a_partie_whose_record_was_changed(self, book: Path) -> None:
        """The entry still says it; what it was made from does not."""
        given = receipt(book)
        with closing(sqlite3.connect(book / BOOK)) as db:
            db.execute("DROP TRIGGER statement_no_update")
            db.execute("UPDATE statement SET said = 'scores 1 2' WHERE id = (SELECT max(id) FROM statement)")
            db.commit()
        done = scorer("verify", given, "--data", book)
        assert done.exit_code == 1
        assert re.search(
            r":44:1: club \w{6}: entry 44: statement 1 of deal \d of partie \w{6} is not what", done.stderr
        )
        assert "as it was posted" not in done.stdout

    def test_a_receipt_that_nobody_was_given(self, rehearsed: Path) -> None:
        done = scorer("verify", "44A-AAAA-AAAA", "--data", rehearsed)
        assert (done.exit_code, done.stdout) == (1, "")
        assert done.stderr.startswith("verify:1:1: no entry gives the receipt 44A-AAAA-AAAA")


class TestBackup:
    def test_the_copy_is_whole_and_for_its_owner_alone(self, book: Path, tmp_path: Path) -> None:
        """It is one file, and the standings in it are the same."""
        done = scorer("backup", tmp_path / "copy", "--data", book)
        assert done.exit_code == 0
        assert re.fullmatch(
            rf"{tmp_path / 'copy'}: [\d.]+ MB, 44 entries, in [\d.]+ s: nothing is wrong\.\n", done.stdout
        )
        assert sorted(each.name for each in tmp_path.iterdir()) == ["book", "copy"]
        assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
        (tmp_path / "restored").mkdir()
        shutil.copy(tmp_path / "copy", tmp_path / "restored" / BOOK)
        assert scorer("standings", "--data", tmp_path / "restored").stdout == scorer("standings", "--data", book).stdout

    def test_it_is_one_state_while_somebody_writes(self, book: Path, tmp_path: Path) -> None:
        """What is not committed is not in it, and whoever writes is not stopped."""
        engine = open_parties(book).engine
        with closing(sqlite3.connect(book / BOOK, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("UPDATE member SET name = 'Nobody'")
            assert back_up(engine, tmp_path / "copy") == []
            writer.execute("COMMIT")
        assert list(verify(engine)) != []
        engine.dispose()

    def test_it_takes_the_place_of_nothing(self, rehearsed: Path, tmp_path: Path) -> None:
        (tmp_path / "copy").write_text("dear to somebody")
        done = scorer("backup", tmp_path / "copy", "--data", rehearsed)
        assert done.exit_code == 1
        assert "is there already" in done.stderr
        assert (tmp_path / "copy").read_text() == "dear to somebody"

    def test_it_cannot_be_written(self, rehearsed: Path, tmp_path: Path) -> None:
        done = scorer("backup", tmp_path / "nowhere" / "copy", "--data", rehearsed)
        assert (done.exit_code, done.stderr) == (2, f"{tmp_path / 'nowhere' / 'copy'}:1:1: No such file or directory\n")

    def test_a_damaged_book_is_copied_and_said_to_be_damaged(self, book: Path, tmp_path: Path) -> None:
        damage(book)
        done = scorer("backup", tmp_path / "copy", "--data", book)
        assert done.exit_code == 1
        assert done.stderr.startswith(f"{tmp_path / 'copy'}:20:1: ")
        assert (tmp_path / "copy").is_file()


def test_the_link_that_founds_a_club(tmp_path: Path) -> None:
    """It founds one, in a book that is made if there is none."""
    done = scorer("club", "--data", tmp_path / "new")
    found = re.search(r"/set-up/([\w-]{32})$", done.stdout.strip())
    assert found is not None
    parties = open_parties(tmp_path / "new")
    clubs = club_services(parties).clubs
    assert clubs.setup_link_holds(found[1])
    clubs.found(found[1], club="Portland", director="Ann", password="a short sentence")
    assert not clubs.setup_link_holds(found[1])
    parties.engine.dispose()
