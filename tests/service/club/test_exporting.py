"""What is carried out of a club: all of it, in every form, and a member's own alone."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from scorer.ledger import chain
from scorer.ledger.terms import Format as Meeting
from scorer.ledger.terms import Stakes
from scorer.rules.notation.company import parse_company
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import play_partie
from scorer.service.club import people
from scorer.service.club.exporting import TABLES, Format
from scorer.service.club.seasons import COMPANY_ORDER
from tests.service.club.running_club import DEALS, RunningClub, founded, new_club

NASTY = '=HYPERLINK("x", "Ada")'
"""A name that a spreadsheet would compute."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    """A club in which everything has happened once, and a second one of which nothing may be seen."""
    found = new_club(tmp_path_factory.mktemp("exported"), "Bœuf & “Cartes”")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(people, "FORMULA", "\0")  # earlier versions admitted such names
        ada, ben, cat = found.admit(NASTY, "Ben", "猫")
    open_, drawn = (
        found.season(ada, ben, cat, stakes=Stakes(12)),
        found.season(ada, ben, name="Drawn", format=Meeting.SINGLE),
    )
    found.services.seasons.draw(found.director, drawn)
    found.services.clubs.choose(found.members[ada], "shown as", "initials")
    found.services.people.set_pin(found.members[ben], ben, "2746")
    first = found.play(open_, ada, ben).sheet.code
    found.play(open_, cat, ben)
    found.play(open_, ada, cat, signed=(0,))
    found.play(open_, ben, cat, *DEALS[:1])
    found.correct(first, "strike 12 for tricks Y1", deal=0, reason="@ben won it")
    found.services.seasons.adjust(found.director, open_, cat, points=-30, reason="-late")
    cards = found.season(ada, ben, cat, name="Cards", frame="chouette", order=COMPANY_ORDER)
    found.sign(found.card(cards, ada, ben, cat), ada, ben, cat)
    other = founded(found.parties, found.clock, "Others")
    other.play(other.season(*other.admit("Dan", "Eve")), 1, 2)
    yield found
    found.parties.engine.dispose()


def archive(club: RunningClub, form: Format, **asked: Any) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(club.exported(form, **asked))) as found:
        assert found.testzip() is None
        assert found.infolist()[0].header_offset == 0, "nothing is sent twice"
        return {name: found.read(name).decode() for name in found.namelist()}


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_the_document_has_every_table_and_every_row_has_every_column(club: RunningClub) -> None:
    found = club.document()
    assert found["format"] == "scorer club 1"
    assert found["club"] == {"code": club.club.code, "name": club.club.name}
    for table in TABLES.values():
        assert found[table.name], table.name
        assert all(tuple(row) == table.columns for row in found[table.name])
        assert table.meaning
    assert [row["name"] for row in found["members"]] == [NASTY, "Ben", "猫"]
    assert found["seasons"][0]["rules"]["id"] == "four-deal"
    assert found["seasons"][0]["stakes"]["rate"] == 12
    links = chain.check((row["number"], row["text"], row["digest"]) for row in found["entries"])
    assert [fault for link in links for fault in link.faults] == []


def test_csv_has_the_rows_of_the_document_with_formulas_escaped(club: RunningClub) -> None:
    """A name, a reason and a correction that begin like formulas get an apostrophe; negative numbers do not."""
    files, found = archive(club, Format.CSV), club.document()
    assert list(files) == [f"{table.name}.csv" for table in TABLES.values()]
    for table in TABLES.values():
        assert len(read_csv(files[f"{table.name}.csv"])) == len(found[table.name])
    alone = club.exported(Format.CSV, table="deals").decode()
    assert alone == files["deals.csv"]
    assert "\r\n" in alone
    cells = [cell for text in files.values() for row in read_csv(text) for cell in row.values()]
    assert any(cell.startswith("'=") for cell in cells)
    assert any(cell.startswith("'@") for cell in cells)
    computed = [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert computed
    assert all(float(cell) < 0 for cell in computed)


def test_no_secret_and_nothing_of_another_club_is_exported(club: RunningClub) -> None:
    text = club.exported(Format.JSON).decode()
    assert not [name for name in ("Others", "Dan", "Eve", "scrypt", "hash") if name in text]
    assert not any(len(value) == 64 for row in club.document()["credentials"] for value in map(str, row.values()))


def test_every_partie_is_exported_as_a_file_that_scores_alike(club: RunningClub) -> None:
    files, found = archive(club, Format.PIQUET), club.document()
    rows = (*found["parties"], *found["companies"])
    assert sorted(files) == sorted(f"season-{row['season']}/{row['code']}.piquet" for row in rows)
    for row in found["parties"]:
        text = files[f"season-{row['season']}/{row['code']}.piquet"]
        assert text.startswith(f"# Bœuf & “Cartes”, Winter: partie {row['code']}, opened 2026-11-21T")
        status = f", entry {row['entry']} of the ledger" if row["entry"] else ", not posted"
        assert text.splitlines()[0].endswith(status)
        partie = play_partie(parse_partie(text).record)
        assert [player.name for player in partie.record.players] == [row["first_name"], row["second_name"]]
        assert list(partie.totals) == [row["first_total"], row["second_total"]]
        assert (None if partie.settlement is None else partie.settlement.points) == row["points"]


def test_an_export_of_one_season_has_nothing_of_another(club: RunningClub) -> None:
    found = club.document(season=2)
    assert [row["number"] for row in found["seasons"]] == [2]
    assert found["fixtures"]
    assert found["parties"] == found["deals"] == found["postings"] == []
    assert {row["season"] for row in found["entries"]} == {2}
    own = club.document(season=1, member=2)["entries"]
    assert {row["kind"] for row in own} == {"entered", "sheet posted", "reversed"}


def test_a_members_own_export_has_all_their_data_and_no_others(club: RunningClub) -> None:
    found, whole = club.document(member=2), club.document()
    assert [row["name"] for row in found["members"]] == ["Ben"]
    assert {row["kind"] for row in found["credentials"]} == {"link", "pin"}
    assert [row["code"] for row in found["parties"]] == [
        row["code"] for row in whole["parties"] if 2 in (row["first"], row["second"])
    ]
    assert {row["member"] for row in found["postings"]} == {2}
    assert {row["member"] for row in found["standings"]} == {2}
    assert found["postings"] == [row for row in whole["postings"] if row["member"] == 2]
    assert found["ratings"] == [row for row in whole["ratings"] if row["member"] == 2]
    said = json.dumps(found["entries"])
    assert "-late" not in said
    assert "-late" in json.dumps(club.document(member=3)["entries"])
    assert "猫 becomes" not in said
    assert [row["kind"] for row in found["entries"]][:1] == ["member admitted"]
    codes = {row["code"] for row in found["parties"]}
    assert {row["partie"] for row in found["statements"]} == codes
    assert any(row["partie"] for row in found["disputes"])


def test_a_company_is_exported_as_tables_and_as_text(club: RunningClub) -> None:
    found = club.document()
    (company,) = found["companies"]
    assert (company["frame"], company["season"], company["parties"], company["signed"]) == ("chouette", 3, 1, True)
    assert [(row["seat"], row["balance"]) for row in found["company_players"]] == [(1, 300), (2, -150), (3, -150)]
    text = archive(club, Format.PIQUET)[f"season-3/{company['code']}.piquet"]
    assert parse_company(text).company.card.balances == (300, -150, -150)
    assert text.splitlines()[0].endswith(f"card {company['code']}, entry {company['entry']} of the ledger")
