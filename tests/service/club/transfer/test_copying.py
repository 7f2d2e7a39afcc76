"""A club is copied to another server: the same chain, standings and journal,
or a refusal that names what is wrong.
"""

import gzip
import io
import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from scorer.ledger import chain
from scorer.ledger.entries import SheetPosted
from scorer.ledger.terms import Format
from scorer.service.club.audit.verification import verify
from scorer.service.club.posting.signing import SheetStatus
from scorer.service.club.services import club_services
from scorer.service.club.transfer.copying import read_copy
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.service.parties import Parties
from scorer.storage import copies, entry_rows, projections
from scorer.storage import schema as s
from scorer.storage.engine import open_engine, reading
from tests import there
from tests.rows import each_row
from tests.service import refused, why_not
from tests.service.club.conftest import Two
from tests.service.club.full_club import CORRECTED, full_club
from tests.service.club.running_club import RunningClub, founded, new_club

Head = dict[str, Any]
Line = list[Any]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> RunningClub:
    """A club in which everything has happened, with cards,
    on a server that has had another club before it.
    """
    first = new_club(tmp_path_factory.mktemp("original"), "First")
    first.play(first.season(*first.admit("Dan", "Eve")), 1, 2)
    return full_club(founded(first.parties, first.clock, "Turf Club")).club


@pytest.fixture(scope="module")
def copied(original: RunningClub) -> bytes:
    return original.exported(ExportFormat.MOVE)


@pytest.fixture
def elsewhere(original: RunningClub, tmp_path: Path) -> Parties:
    return Parties(open_engine(f"sqlite:///{tmp_path / 'book.sqlite'}"), original.clock)


def imported(parties: Parties, data: bytes, original: RunningClub) -> RunningClub:
    """The club that is founded from a copy;
    its first member has the director's rights by the link.
    """
    services = club_services(parties)
    club, link = services.copying.found(read_copy(io.BytesIO(data)))
    director = services.people.set_director(link, name="Ann", password="nine wet umbrellas")
    return RunningClub(parties, original.clock, services, club, director)


def test_a_copied_club_keeps_its_time_zone_and_the_days_of_its_parties(
    two: Two, tmp_path: Path
) -> None:
    """The end of its correction periods, which are counted again, is the same."""
    two.services.clubs.choose_zone(two.director, "America/New_York")
    season = two.season(two.ada, two.ben, name="Short", last_day="2026-11-22", correction_hours=720)
    before = two.play(season, two.ada, two.ben)
    elsewhere = Parties(open_engine(f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"), two.clock)
    club = imported(elsewhere, two.exported(ExportFormat.MOVE), two)
    after = club.sheet(before.sheet.code)
    assert club.services.clubs.zone_name(club.id) == "America/New_York"
    assert club.faults == []
    assert after.played == before.played
    assert after.until == before.until


def test_what_was_entered_by_mistake_is_copied_as_such(two: Two, tmp_path: Path) -> None:
    season = two.season(two.ada, two.ben, name="Cup", format=Format.SINGLE)
    two.drawn(season, [(two.ada, two.ben)])
    seasons = two.services.seasons
    walkover = seasons.forfeit(two.director, season, (1, 1), two.ada)
    seasons.unenter(two.director, walkover.entry.number, reason="They came.")
    elsewhere = Parties(open_engine(f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"), two.clock)
    club = imported(elsewhere, two.exported(ExportFormat.MOVE), two)
    assert club.entries == two.entries
    assert club.faults == []


def test_a_copied_club_has_the_same_book_and_journal(
    original: RunningClub, copied: bytes, elsewhere: Parties
) -> None:
    """Its id is another one, which its cards' digests do not show;
    what it lacks are passwords, links and PINs.
    """
    club = imported(elsewhere, copied, original)
    assert original.id == 2
    assert club.id == 1
    assert club.club.code == original.club.code
    assert club.club.name == "Turf Club"
    assert club.entries == original.entries
    assert club.faults == []
    assert club.exported(ExportFormat.JOURNAL) == original.exported(ExportFormat.JOURNAL)
    there_, here = (each.document() for each in (original, club))
    assert here["entries"][-1]["digest"] == there_["entries"][-1]["digest"]
    alike = there_.keys() - {"members", "credentials"}
    assert {name: here[name] for name in alike} == {name: there_[name] for name in alike}
    assert [row["name"] for row in here["members"]] == [row["name"] for row in there_["members"]]
    assert [(row["credential"], row["name"]) for row in here["credentials"]] == [
        ("director link", None),
        ("password", "Ann"),
    ]
    with reading(original.engine) as one, reading(elsewhere.engine) as other:
        for table in (*s.PROJECTIONS, s.unposted):
            rows = [
                list(projections.rows(db, found.id, table))
                for db, found in ((one, original), (other, club))
            ]
            assert rows[0] == rows[1], table.name


def test_a_copied_club_goes_on(
    original: RunningClub, copied: bytes, elsewhere: Parties, tmp_path: Path
) -> None:
    busy = founded(elsewhere, original.clock, "Busy")
    busy.play(busy.season(*busy.admit("Xia", "Yan")), 1, 2)
    club = imported(elsewhere, copied, original)
    people = club.services.people
    club.members |= {
        each: there(people.open_link(people.new_link(club.director, each))) for each in (1, 2, 3, 4)
    }
    half = [
        each
        for each in club.services.signing.pending(club.id)
        if each.status is SheetStatus.HALF_SIGNED
    ]
    assert len(half) == 2
    for each in half:
        for player in each.unsigned:
            posted = there(club.sign(each.sheet.code, each.membership.members[player]).posted)
            assert (
                there(
                    club.services.receipts.check(club.id, posted.receipt(player), with_names=True)
                ).faults
                == ()
            )
    club.play(3, 1, 2)
    busy.play(1, 1, 2)
    assert club.faults == []
    again = Parties(open_engine(f"sqlite:///{tmp_path / 'again.sqlite'}"), original.clock)
    twice = imported(again, club.exported(ExportFormat.MOVE), original)
    assert twice.entries == club.entries
    assert twice.faults == []


def test_a_server_takes_a_club_once(
    original: RunningClub, copied: bytes, elsewhere: Parties
) -> None:
    imported(elsewhere, copied, original)
    has = f"This server already has the club {original.club.code} (Turf Club)."
    assert has in why_not(imported, elsewhere, copied, original)
    renamed = changed(copied, lambda head: head | {"code": "ZZZZZZ"})
    sheets = r"This server already has sheets with the codes (\w{6}, ){9}\w{6} and \d"
    assert re.match(sheets, why_not(imported, elsewhere, renamed, original))
    assert len(club_services(elsewhere).clubs.clubs()) == 1


def changed(
    data: bytes, head: Callable[[Head], object], change: Callable[[list[Line]], list[Line]] = list
) -> bytes:
    first, *lines = [json.loads(line) for line in gzip.decompress(data).splitlines()]
    return gzip.compress(
        b"".join(json.dumps(each).encode() + b"\n" for each in (head(first), *change(lines)))
    )


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> RunningClub:
    """A club with a partie that was corrected and one in a season that is closed."""
    club = new_club(tmp_path_factory.mktemp("small"))
    club.season(*club.admit("Ada", "Ben"))
    club.correct(club.play(1, 1, 2).sheet.code, CORRECTED, deal=3)
    club.services.clubs.choose(club.members[1], "shown as", "initials")
    past = club.season(1, 2, name="Past", correction_hours=0)
    club.play(past, 1, 2)
    club.services.closing.close(club.director, past, {})
    return club


def edited(lines: list[Line], table: str, column: str, value: object) -> list[Line]:
    next(line for line in lines if line[0] == table)[
        1 + s.own_columns(s.metadata.tables[table]).index(column)
    ] = value
    return lines


def without(lines: list[Line], table: str, nth: int) -> list[Line]:
    lines.remove([line for line in lines if line[0] == table][nth])
    return lines


CHANGES: dict[str, Callable[..., list[Line]]] = {
    "edited": edited,
    "without": without,
    "posted again": lambda lines, words: [
        *lines,
        [row for row in lines if row[0] == "entry" and words in row[1]][-1],
    ],
    "begun with": lambda lines, *line: [[*line], *lines],
    "ended with": lambda lines, *line: [*lines, [*line]],
    "named": lambda lines, table: [[table, *lines[0][1:]], *lines],
}


@each_row
def test_a_changed_copy_is_refused_and_nothing_is_kept(
    change: str,
    asked: tuple[str | int | None, ...],
    why: str,
    small: RunningClub,
    elsewhere: Parties,
) -> None:
    data = changed(
        small.exported(ExportFormat.MOVE), dict, lambda lines: CHANGES[change](lines, *asked)
    )
    said = why_not(imported, elsewhere, data, small)
    assert said[:21] == "The file is damaged: "
    assert (why in said) is True
    assert said[-23:] == ". Nothing was imported."
    assert club_services(elsewhere).clubs.clubs() == []


def test_what_is_not_a_copy_is_refused(
    copied: bytes, original: RunningClub, elsewhere: Parties
) -> None:
    no_format = changed(copied, lambda head: head | {"format": "scorer club 1"})
    no_name = changed(
        copied, lambda head: {name: value for name, value in head.items() if name != "name"}
    )
    broken = gzip.compress(gzip.decompress(copied)[:-20])
    for data in (
        b"",
        b"{}",
        copied[:-1],
        copied[:5000],
        gzip.compress(b"[]"),
        no_format,
        no_name,
        broken,
    ):
        said = why_not(imported, elsewhere, data, original)
        assert said.startswith("This is not the file of a whole club, or a part of it is missing.")
    older = changed(copied, lambda head: head | {"columns": {}})
    assert why_not(imported, elsewhere, older, original).startswith(
        "This file was made by another version of scorer."
    )
    exports = original.services.exporting.export
    founds = club_services(elsewhere).copying.found
    assert why_not(exports, original.id, ExportFormat.MOVE, season=1).startswith(
        "Only the whole club can be moved."
    )
    refused(
        "This set-up link has been used or replaced",
        founds,
        read_copy(io.BytesIO(copied)),
        link="forged",
    )
    late = Parties(elsewhere.engine, lambda: original.clock() - timedelta(days=1))
    assert "is ahead of the clock" in why_not(
        club_services(late).copying.found, read_copy(io.BytesIO(copied))
    )
    assert club_services(elsewhere).clubs.clubs() == []


def test_every_table_is_copied_follows_from_the_entries_or_stays() -> None:
    """A new table has to be put into one of these lists, or a copy would lack it.

    Rows that follow are posted again with the texts of the entries, or noted by triggers; secrets,
    and what belongs to one server, stay.
    """
    following = (s.entry, s.posting, s.reversal, s.unposted, s.chain_end, *s.PROJECTIONS)
    staying = (
        *(
            s.club,
            s.setup_link,
            s.credential,
            s.credential_end,
            s.scoring_link,
            s.revocation,
            s.generation,
            # a club has no pairs: they play outside seasons
            s.pair,
            s.pair_link,
            s.pair_partie,
            s.pair_setting,
            s.pair_sheet,
            s.pair_sum,
            s.sheet_note,
        ),
        *s.PASSING,
    )
    assert sorted(each.name for each in (*copies.COPIED, *following, *staying)) == sorted(
        s.metadata.tables
    )
    assert [
        column for table in copies.COPIED for column in table.columns if "hash" in column.name
    ] == []


def test_a_book_goes_on_with_digests_by_another_method(
    original: RunningClub, elsewhere: Parties, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was chained and given out before holds, in a copy too,
    and a change on either side is found.
    """
    (tmp_path / "club").mkdir()
    club = original.copied(tmp_path / "club")
    people = club.services.people
    open_ = 3
    companies = 5
    link = people.new_link(club.director, 3)
    monkeypatch.setattr(chain, "METHODS", ("sha256", "sha3_256"))
    club.correct(club.play(open_, 1, 2).sheet.code, CORRECTED, deal=3)
    club.sign(club.card(companies, 1, 2, 3), 1, 2, 3)
    people.rename(club.director, 4, "Dan")
    assert there(people.open_link(link)).member == 3
    assert club.faults == []
    with reading(club.engine) as db:
        rows = [
            row
            for row in entry_rows.entries(db, club.id)
            if isinstance(chain.read(row.text).body, SheetPosted)
        ]
    for row in rows:
        receipt = chain.receipt(row.number, 0, row.digest)
        assert (
            there(club.services.receipts.check(club.id, receipt, with_names=True)).receipt
            == receipt
        )
    assert [row.digest.startswith("sha3_256:") for row in rows] == [False] * (len(rows) - 3) + [
        True
    ] * 3
    assert imported(elsewhere, club.exported(ExportFormat.MOVE), club).faults == []
    for which in ("min", "max"):
        number = f"(SELECT {which}(id) FROM statement)"
        with club.tampered(
            "statement", f"UPDATE statement SET recorded_at = ? WHERE id = {number}", ""
        ) as db:
            assert any("statement" in fault.what for fault in verify(db, now=club.clock()))
