"""Parties as files: what is saved can be taken in again, and a bad archive is refused."""

from __future__ import annotations

import csv
import io
import random
import struct
import zipfile
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

from scorer.resources import resource_text
from scorer.rules.lines import LineKind
from scorer.rules.names import Name
from scorer.rules.notation import parse_log
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player
from scorer.table.entering import NotAllowed
from scorer.table.own_parties import file_name, file_text
from scorer.table.recording import Sheet
from scorer.table.saving import (
    LARGEST_ARCHIVE,
    LARGEST_UNPACKED,
    MOST_FILES,
    RESULTS,
    Cell,
    Fingerprint,
    SavedPartie,
    SavedText,
    TakenText,
    Unreadable,
    by_players,
    by_year,
    fingerprint,
    guarded,
    is_archive,
    moments_of,
    read_archive,
    saved_archive,
    sort_read,
    written,
)
from tests.service.tables import CAVENDISH, PLAIN

SEED = 20261128

RULES = ("portland", "modern", "wikipedia")
FORTY_LETTERS = "Bartholomaea Featherstonehaugh-Cholmonde"
HEBREW = "נעמה"


def a_sheet(code: str, day: str, record: PartieRecord) -> Sheet:
    return Sheet(
        id=0,
        code=code,
        opened_at=f"{day}T20:00:00+00:00",
        signatures=(None, None),
        version="0",
        partie=play_partie(record),
        day=day,
    )


def random_record(chance: random.Random, names: tuple[str, str]) -> PartieRecord:
    """A partie of two, most of them over, with totals or with what was said."""
    rules = PRESETS[chance.choice(RULES)]
    players = tuple(Player(Name(name)) for name in names)
    record = PartieRecord(rules, players, (), chance.randrange(2))
    most = chance.choice((2, 99, 99, 99))
    while len(record.deals) < most and not play_partie(record).is_over:
        said = chance.choice((CAVENDISH, PLAIN, ""))
        if said and chance.random() < 0.7:
            deal = DealRecord(parse_log(said, rules))
        else:
            deal = DealRecord(scores=(chance.randrange(60), chance.randrange(60)))
        record = replace(record, deals=(*record.deals, deal))
    return record


def random_parties(count: int) -> list[SavedPartie]:
    chance = random.Random(SEED)
    found = []
    for number in range(count):
        names = (FORTY_LETTERS, HEBREW) if number % 2 else (HEBREW, FORTY_LETTERS)
        day = date(2025, 6, 1) + timedelta(days=number * 5)
        record = random_record(chance, names)
        sheet = a_sheet(f"AAAA{number:02}", day.isoformat(), record)
        found.append(SavedPartie(sheet, left=number % 2))
    return found


SAVED = random_parties(60)


def archive_of(*files: tuple[str, str | bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return made.getvalue()


PARTIE = resource_text("examples/rubicon.piquet")
EXAMPLE = a_sheet("EXAMPLE", "2026-11-28", parse_partie(PARTIE).record)


def results(data: bytes) -> list[dict[str, str]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read(RESULTS).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    "cells",
    [
        ("Ada", 28, -3, 2.5, None, True),
        ("a,b", 'say "good"', "two\nlines", "two\r\nlines"),
        ("=1+1", " space", HEBREW, ""),
    ],
    ids=["figures", "to be quoted", "as they are"],
)
def test_a_line_of_a_table_is_that_of_the_library(cells: tuple[Cell, ...]) -> None:
    columns = [f"column {number}" for number in range(len(cells))]
    line = io.StringIO(newline="")
    csv.writer(line).writerow([guarded(cell) for cell in cells])
    assert list(written(columns, [cells]))[1] == line.getvalue()


def test_a_partie_that_is_taken_is_never_opened_in_the_future() -> None:
    later = parse_partie(PARTIE)._replace(played="2026-11-28")
    early = "2026-11-28T03:00:00+00:00"
    assert moments_of([later, later], early) == [early, early]


class TestWhatIsSaved:
    def test_is_read_again_with_record_and_day(self) -> None:
        read = read_archive(saved_archive(SAVED)).parties
        found = [(each.document.record, each.document.played) for each in read]
        assert found == [(each.sheet.partie.record, each.sheet.played) for each in SAVED]

    def test_has_nothing_that_cannot_be_read(self) -> None:
        assert read_archive(saved_archive(SAVED)).unreadable == []

    def test_is_the_same_in_whatever_order_it_is_given(self) -> None:
        assert saved_archive(SAVED) == saved_archive(SAVED[::-1])

    def test_is_in_the_order_of_play(self) -> None:
        days = [each.document.played for each in read_archive(saved_archive(SAVED[::-1])).parties]
        assert days == sorted(days)

    def test_has_parties_that_are_not_over(self) -> None:
        running = [each for each in SAVED if not each.sheet.partie.is_over]
        read = read_archive(saved_archive(running)).parties
        assert running
        assert [each.partie.is_over for each in read] == [False] * len(running)

    def test_keeps_a_note(self) -> None:
        note = 'Away, "by the fire" \\ = 3'
        (read,) = read_archive(saved_archive([SavedPartie(EXAMPLE, note=note)])).parties
        assert read.document.note == note

    def test_two_thousand_parties_are_within_the_limit(self) -> None:
        some = saved_archive(SAVED)
        assert len(some) / len(SAVED) * MOST_FILES < LARGEST_ARCHIVE


class TestTheNameOfAFile:
    def test_has_the_day_the_players_and_the_code(self) -> None:
        assert file_name(EXAMPLE) == "2026-11-28-ada-ben-EXAMPLE.piquet"

    def test_is_short_and_in_latin_letters(self) -> None:
        names = {file_name(each.sheet) for each in SAVED}
        assert max(map(len, names)) < 60
        assert all(name.isascii() for name in names)

    def test_is_another_for_each_partie(self) -> None:
        assert len({file_name(each.sheet) for each in SAVED}) == len(SAVED)


class TestTheTableOfResults:
    def test_has_a_row_for_each_partie_that_is_over(self) -> None:
        over = [each.sheet.code for each in SAVED if each.sheet.partie.is_over]
        assert [row["code"] for row in results(saved_archive(SAVED))] == over

    def test_has_the_players_where_the_page_has_them(self) -> None:
        sides = {(row["left"], row["right"]) for row in results(saved_archive(SAVED))}
        assert sides == {(HEBREW, FORTY_LETTERS)}

    def test_says_what_was_won_as_the_parties_do(self) -> None:
        """Recounted from the parties, without what makes the table."""
        won = Counter[str]()
        for each in SAVED:
            settled = each.sheet.partie.settlement
            if settled is not None and settled.winner is not None:
                won[each.sheet.names[settled.winner]] += settled.points
        found = Counter[str]()
        for row in results(saved_archive(SAVED)):
            if row["winner"]:
                found[row["winner"]] += int(row["paid"])
        assert found == won

    def test_has_the_totals_of_each(self) -> None:
        found = {
            row["code"]: {row["left"]: row["left_total"], row["right"]: row["right_total"]}
            for row in results(saved_archive(SAVED))
        }
        for each in SAVED:
            partie = each.sheet.partie
            if partie.is_over:
                totals = dict(zip(each.sheet.names, map(str, partie.totals), strict=True))
                assert found[each.sheet.code] == totals

    def test_counts_the_deals_of_which_only_totals_are_known(self) -> None:
        unknown = sum(
            deal.deal is None
            for each in SAVED
            if each.sheet.partie.is_over
            for deal in each.sheet.partie.deals
        )
        assert sum(int(row["unknown_deals"]) for row in results(saved_archive(SAVED))) == unknown

    def test_counts_the_piques_of_both(self) -> None:
        (row,) = results(saved_archive([SavedPartie(EXAMPLE)]))
        known = [each.deal for each in EXAMPLE.partie.deals if each.deal is not None]
        piques = sum(line.kind is LineKind.PIQUE for deal in known for line in deal.lines)
        assert int(row["left_piques"]) + int(row["right_piques"]) == piques

    def test_has_no_cell_that_a_spreadsheet_takes_for_a_formula(self) -> None:
        (row,) = results(saved_archive([SavedPartie(EXAMPLE, note="=1+1")]))
        assert row["note"] == "'=1+1"


class TestWhatCannotBeRead:
    def test_is_named_with_its_line_and_the_others_are_read(self) -> None:
        wrong = PARTIE.replace("[[deal]]", "[[dael]]", 1)
        read = read_archive(archive_of(("good.piquet", PARTIE), ("bad.piquet", wrong)))
        line = wrong[: wrong.index("[[dael]]")].count("\n") + 1
        assert [(each.file, each.line) for each in read.unreadable] == [("bad.piquet", line)]
        assert len(read.parties) == 1

    @pytest.mark.parametrize(
        ("name", "content", "why"),
        [
            ("notes.docx", "x", "its name does not end in .piquet"),
            ("more.ZIP", "x", "it is a .zip file within another. Take it in by itself"),
            (
                "../up.piquet",
                PARTIE,
                "it is in a folder. Put all files at the top of the .zip file",
            ),
            ("a\\b.piquet", PARTIE, "it is in a folder. Put all files at the top of the .zip file"),
            ("long.piquet", "x" * 40_001, "a partie has at most 40,000 characters"),
            (
                "longer.piquet",
                "x" * 160_001,
                "it is longer than a partie, which has at most 40,000 characters",
            ),
        ],
        ids=["other", "nested", "up", "folder", "long", "longer"],
    )
    def test_is_a_file_that_is_no_partie(self, name: str, content: str, why: str) -> None:
        (found,) = read_archive(archive_of((name, content))).unreadable
        assert found.line == 0
        assert str(found.why) == why

    def test_is_a_file_that_would_keep_the_machine_busy(self) -> None:
        text = f'{PARTIE}[[deal]]\nlog = "tricks {"E99 " * 100}"\n'
        (found,) = read_archive(archive_of(("busy.piquet", text))).unreadable
        assert found.line == text.count("\n")
        assert "at most 6,000 words and tricks" in str(found.why)

    def test_is_the_card_of_a_company(self) -> None:
        card = resource_text("examples/chouette.piquet")
        (found,) = read_archive(archive_of(("card.piquet", card))).unreadable
        assert str(found.why) == "it is the scorecard of a company"

    def test_is_two_players_of_one_name(self) -> None:
        text = 'rules = "portland"\nplayers = ["Zoe", "zoe"]\n'
        (found,) = read_archive(archive_of(("same.piquet", text))).unreadable
        assert found.line == 2

    def test_is_a_file_whose_bytes_are_damaged(self) -> None:
        data = bytearray(archive_of(("good.piquet", PARTIE), ("bad.piquet", PARTIE)))
        at = data.index(b"bad.piquet") + len("bad.piquet") + 20
        data[at] ^= 0xFF
        read = read_archive(bytes(data))
        assert read.unreadable == [Unreadable("bad.piquet", 0, SavedText.DAMAGED())]
        assert [each.file for each in read.parties] == ["good.piquet"]

    def test_is_said_with_its_file_and_its_line(self) -> None:
        assert str(Unreadable("a.piquet", 3, SavedText.PASSWORD()).where) == "a.piquet, line 3"
        assert Unreadable("a.piquet", 0, SavedText.PASSWORD()).where == "a.piquet"


class TestAnArchiveIsRefused:
    @pytest.mark.parametrize("length", [0, 30, 200])
    def test_if_it_is_cut_off(self, length: int) -> None:
        with pytest.raises(NotAllowed, match=r"This \.zip file is damaged"):
            read_archive(saved_archive(SAVED[:2])[:length])

    def test_if_it_unpacks_to_more_than_parties_need(self) -> None:
        """Eight megabytes of spaces are some ten thousand bytes."""
        bomb = archive_of(*[(f"{number}.piquet", " " * 150_000) for number in range(56)])
        assert len(bomb) < 64 * 1024 < LARGEST_UNPACKED
        with pytest.raises(NotAllowed, match="more than 8 MB"):
            read_archive(bomb)

    def test_without_unpacking_more_than_it_says(self) -> None:
        """A bomb whose directory says that it is small."""
        data = bytearray(archive_of(("bomb.piquet", " " * 150_000)))
        at = data.index(b"PK\x01\x02") + 24
        data[at : at + 4] = struct.pack("<I", 100)
        (found,) = read_archive(bytes(data)).unreadable
        assert found.file == "bomb.piquet"

    def test_if_it_has_too_many_files(self) -> None:
        many = archive_of(*[(f"{number}.piquet", "") for number in range(MOST_FILES + 1)])
        with pytest.raises(NotAllowed, match="has 2,001 files"):
            read_archive(many)

    def test_if_it_is_too_large(self) -> None:
        with pytest.raises(NotAllowed, match="too large"):
            read_archive(b"PK\x03\x04" + bytes(LARGEST_ARCHIVE))

    def test_but_not_for_what_systems_and_this_program_add(self) -> None:
        read = read_archive(archive_of((".DS_Store", "x"), (RESULTS, "day\r\n")))
        assert read == ([], [])


def test_an_archive_is_known_by_its_first_bytes() -> None:
    assert is_archive(saved_archive(SAVED[:1]))
    assert is_archive(archive_of())
    assert not is_archive(PARTIE.encode())


def marks(*saved: SavedPartie) -> list[Fingerprint]:
    return [fingerprint(each.sheet.partie.record, each.sheet.played) for each in saved]


class TestSorting:
    def test_takes_what_is_not_here(self) -> None:
        read = read_archive(saved_archive(SAVED)).parties
        found = sort_read(read, here=marks(*SAVED[:20]), removed=())
        assert len(found.new) == 40
        assert len(found.here) == 20

    def test_takes_again_what_was_removed(self) -> None:
        read = read_archive(saved_archive(SAVED)).parties
        found = sort_read(read, here=(), removed=marks(*SAVED[:20]))
        assert len(found.new) == 60
        assert found.again == found.new[:20]

    def test_takes_one_of_two_copies(self) -> None:
        read = read_archive(archive_of(("a.piquet", PARTIE), ("b.piquet", PARTIE))).parties
        found = sort_read(read, here=(), removed=())
        assert [each.file for each in found.new] == ["a.piquet"]
        assert [each.file for each in found.twice] == ["b.piquet"]

    def test_takes_the_same_record_of_another_day(self) -> None:
        days = ("2026-01-01", "2026-02-01")
        files = [(f"{day}.piquet", file_text(replace(EXAMPLE, day=day))) for day in days]
        found = sort_read(read_archive(archive_of(*files)).parties, here=(), removed=())
        assert len(found.new) == 2

    def test_knows_a_file_without_a_day_whenever_it_was_played(self) -> None:
        read = read_archive(archive_of(("a.piquet", PARTIE))).parties
        assert sort_read(read, here=marks(SavedPartie(EXAMPLE)), removed=()).new == []


def test_a_deal_that_is_only_begun_makes_no_other_partie() -> None:
    record = EXAMPLE.partie.record
    begun = replace(record, deals=(*record.deals[:2], DealRecord()))
    assert fingerprint(begun, "") == fingerprint(replace(record, deals=record.deals[:2]), "")


class TestThePreview:
    def test_counts_parties_of_the_same_players_in_any_seats(self) -> None:
        read = read_archive(saved_archive(SAVED)).parties
        assert [each.parties for each in by_players(read)] == [60]

    def test_counts_parties_by_year_the_latest_first(self) -> None:
        read = read_archive(saved_archive(SAVED)).parties
        years = Counter(each.sheet.played[:4] for each in SAVED)
        assert by_year(read) == sorted(years.items(), reverse=True)

    def test_counts_those_without_a_day(self) -> None:
        text = 'rules = "portland"\nplayers = ["Ada", "Ben"]\n'
        read = read_archive(archive_of(("a.piquet", text))).parties
        assert by_year(read) == [(TakenText.WITHOUT_DAY(), 1)]


def test_the_text_of_a_file_is_the_partie_with_its_day() -> None:
    assert parse_partie(file_text(EXAMPLE)).played == "2026-11-28"
