"""A club is exported, in every form, a member's own data alone;
parties are imported, all or none, faults named.
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from scorer.ledger import chain
from scorer.ledger.entries import SheetPosted
from scorer.ledger.terms import Format as Meeting
from scorer.ledger.terms import Stakes
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.names import without_isolates
from scorer.rules.notation.company_document import parse_company
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import play_partie
from scorer.rules.presets import PRESETS
from scorer.service.club.people import members
from scorer.service.club.posts import post_all
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer.export_tables import TABLES
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.service.club.transfer.import_files import File
from scorer.service.club.transfer.importing import NotImportable, Plan
from scorer.storage.engine import writing
from scorer.table.saving import BOM
from tests.rows import beside
from tests.service import REFUSALS, refusal, refused
from tests.service.club.conftest import Two, of_two
from tests.service.club.running_club import DEALS, RunningClub, founded, new_club
from tests.table.test_saving import archive_of

# Exports

NASTY = '=HYPERLINK("x", "Ada")'
"""A name that a spreadsheet would compute."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    """A club in which everything has happened once,
    and a second one of which nothing may be seen.
    """
    found = new_club(tmp_path_factory.mktemp("exported"), "Bœuf & “Cartes”")
    services = found.services
    ann = found.director
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(members, "FORMULA", "\0")  # earlier versions admitted such names
        ada, ben, cat = found.admit(NASTY, "Ben", "猫")
    open_ = found.season(ada, ben, cat, stakes=Stakes(12))
    services.seasons.draw(ann, found.season(ada, ben, name="Drawn", format=Meeting.SINGLE))
    services.clubs.choose(found.members[ada], "shown as", "initials")
    services.people.set_pin(found.members[ben], ben, "2746")
    first = found.play(open_, ada, ben).sheet.code
    found.play(open_, cat, ben)
    found.play(open_, ada, cat, signed=(0,))
    found.play(open_, ben, cat, *DEALS[:1])
    found.correct(first, "strike 12 for tricks Y1", deal=0, reason="@ben won it")
    services.seasons.adjust(ann, open_, cat, points=-30, reason="-late")
    with writing(found.engine, club=found.id) as db:
        called = members.alias(ben, "Benny", ann.author, found.clock().isoformat())
        post_all(db, found.id, [called])
    cards = found.season(ada, ben, cat, name="Cards", frame="chouette", order=COMPANY_ORDER)
    found.sign(found.card(cards, ada, ben, cat), ada, ben, cat)
    other = founded(found.parties, found.clock, "Others")
    other.play(other.season(*other.admit("Dan", "Eve")), 1, 2)
    yield found
    found.engine.dispose()


def archive(busy: RunningClub, form: ExportFormat, **asked: Any) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(busy.exported(form, **asked))) as found:
        assert found.testzip() is None
        assert found.infolist()[0].header_offset == 0, "nothing is sent twice"
        return {name: found.read(name).decode() for name in found.namelist()}


def test_the_document_has_every_table_and_every_row_has_every_column(busy: RunningClub) -> None:
    found = busy.document()
    assert found["format"] == "scorer club 1"
    assert found["club"] == busy.club.code
    assert found["club_name"] == busy.club.name
    for table in TABLES.values():
        assert found[table.name], table.name
        assert all(tuple(row) == table.columns for row in found[table.name])
    assert [row["name"] for row in found["members"]] == [NASTY, "Ben", "猫"]
    assert found["seasons"][0]["rules"] == "four-deal"
    assert found["seasons"][0]["ruleset"]["id"] == "four-deal"
    assert found["seasons"][0]["stakes"]["rate"] == 12
    links = chain.check(
        (row["entry"], row["entry_text"], row["digest"]) for row in found["entries"]
    )
    assert [fault for link in links for fault in link.faults] == []


def test_csv_has_the_rows_of_the_document_with_formulas_escaped(busy: RunningClub) -> None:
    """A name, a reason and a correction that begin like formulas get an apostrophe;
    negative numbers do not.
    """
    files = archive(busy, ExportFormat.CSV)
    found = busy.document()
    assert list(files) == [f"{table}.csv" for table in TABLES]
    assert [name for name, text in files.items() if not text.startswith(BOM)] == []
    read = {
        name: [*csv.reader(io.StringIO(text.removeprefix(BOM), newline=""), strict=True)]
        for name, text in files.items()
    }
    for name, (heading, *rows) in read.items():
        table = TABLES[name.removesuffix(".csv")]
        assert tuple(heading) == table.columns
        assert len(rows) == len(found[table.name])
    alone = busy.exported(ExportFormat.CSV, table="deals").decode()
    assert BOM + alone == files["deals.csv"]
    assert ("\r\n" in alone) is True
    cells = [cell for rows in read.values() for row in rows for cell in row]
    assert {cell[:2] for cell in cells} >= {"'=", "'@"}
    computed = [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert {float(cell) < 0 for cell in computed} == {True}


def test_unmarked_tables_are_the_same_without_the_mark(busy: RunningClub) -> None:
    marked = archive(busy, ExportFormat.CSV)
    without = {name: text.removeprefix(BOM) for name, text in marked.items()}
    assert archive(busy, ExportFormat.UNMARKED) == without


def test_no_secret_and_nothing_of_another_club_is_exported(busy: RunningClub) -> None:
    text = busy.exported(ExportFormat.JSON).decode()
    assert not [name for name in ("Others", "Dan", "Eve", "scrypt", "hash") if name in text]
    assert not any(
        len(value) == 64
        for row in busy.document()["credentials"]
        for value in map(str, row.values())
    )


def test_every_partie_is_exported_as_a_file_that_scores_alike(busy: RunningClub) -> None:
    files = archive(busy, ExportFormat.PIQUET)
    found = busy.document()
    assert [*files] == [
        *(f"season-{row['season']}/{row['partie']}.piquet" for row in found["parties"]),
        *(f"season-{row['season']}/{row['company']}.piquet" for row in found["companies"]),
    ]
    for row in found["parties"]:
        text = files[f"season-{row['season']}/{row['partie']}.piquet"]
        assert text.startswith(
            f"# Bœuf & “Cartes”, Winter: partie {row['partie']}, opened 2026-11-21T"
        )
        status = f", entry {row['entry']} of the ledger" if row["entry"] else ", not posted"
        assert text.splitlines()[0].endswith(status)
        read = parse_partie(text)
        partie = play_partie(read.record)
        assert read.about["event"] == "Winter"
        assert read.about["club"] == "Bœuf & “Cartes”"
        assert read.about.get("round", 0) == (row["round"] or 0)
        assert [player.name for player in partie.record.players] == [
            row["first"],
            row["second"],
        ]
        assert list(partie.totals) == [row["first_total"], row["second_total"]]
        assert (None if partie.settlement is None else partie.settlement.points) == row["margin"]


def test_an_export_of_one_season_has_nothing_of_another(busy: RunningClub) -> None:
    found = busy.document(season=2)
    assert [row["season"] for row in found["seasons"]] == [2]
    assert found["fixtures"]
    assert found["parties"] == found["deals"] == found["postings"] == []
    assert {row["season"] for row in found["entries"]} == {2}
    own = busy.document(season=1, member=2)["entries"]
    assert {row["kind"] for row in own} == {"entered", "sheet posted", "reversed"}


def test_a_members_own_export_has_all_their_data_and_no_others(busy: RunningClub) -> None:
    found = busy.document(member=2)
    whole = busy.document()
    assert [row["name"] for row in found["members"]] == ["Ben"]
    assert {row["credential"] for row in found["credentials"]} == {"link", "pin"}
    parties = [row for row in whole["parties"] if 2 in (row["first_member"], row["second_member"])]
    assert found["parties"] == parties
    assert {row["member"] for row in found["standings"]} == {2}
    for table in ("postings", "ratings"):
        assert found[table] == [row for row in whole[table] if row["member"] == 2] != []
    said = json.dumps(found["entries"])
    assert ("-late" in said) is False
    assert ("-late" in json.dumps(busy.document(member=3)["entries"])) is True
    assert ("猫 becomes" in said) is False
    assert found["entries"][0]["kind"] == "member admitted"
    assert {row["partie"] for row in found["statements"]} == {
        row["partie"] for row in found["parties"]
    }
    assert any(row["sheet"] for row in found["disputes"])


def test_a_company_is_exported_as_tables_and_as_text(busy: RunningClub) -> None:
    found = busy.document()
    (company,) = found["companies"]
    assert company["frame"] == "chouette"
    assert company["season"] == 3
    assert company["parties"] == 1
    assert company["signed"] is True
    assert [(row["cut"], row["balance"]) for row in found["company_players"]] == [
        (1, 300),
        (2, -150),
        (3, -150),
    ]
    text = archive(busy, ExportFormat.PIQUET)[f"season-3/{company['company']}.piquet"]
    assert parse_company(text).company.card.balances == (300, -150, -150)
    assert parse_company(text).about["club"] == "Bœuf & “Cartes”"
    assert text.splitlines()[0].endswith(
        f"card {company['company']}, entry {company['entry']} of the ledger"
    )


# Imports

HEADING = "partie,first,second,deal,first_points,second_points"
GOOD = beside(__file__)["good"]
PIQUET = beside(__file__)["piquet"]


def as_csv(text: str, name: str = "a.csv") -> File:
    return File(name, text.encode())


def piquet(text: str = PIQUET, name: str = "b.piquet") -> File:
    return File(name, text.encode())


def check(two: Two, *files: File, season: int = 0, **asked: Any) -> Plan:
    plan = two.services.importing.check(two.director, season or two.winter, files, **asked)
    said = {
        re.sub(r"partie [A-Z2-9]{6}, entry", "partie CODE, entry", each.message)
        for each in plan.faults
    }
    assert {*map(without_isolates, said)} <= set(REFUSALS)
    return plan


def faults(two: Two, *files: File, **asked: Any) -> list[str]:
    plan = check(two, *files, **asked)
    assert not plan.is_importable
    return [without_isolates(f"{each.where}: {each.message}") for each in plan.faults]


def post(two: Two, *files: File, **asked: Any) -> int:
    return two.services.importing.apply(two.director, check(two, *files, **asked))


def test_parties_count_in_the_order_in_which_they_were_played(two: Two) -> None:
    later = GOOD.replace("\n", ",2026-09-03\n").replace("points,2026-09-03", "points,date")
    post(two, as_csv(later), piquet(f"played = 2026-09-01\n{PIQUET}"))
    days = ["2026-09-03", "2026-09-03", "2026-09-01"]
    assert [each.played for each in two.services.records.parties(two.id, two.ada, 1, 9)] == days
    (said,) = faults(two, piquet(f"played = 2026-11-23\n{PIQUET}"), again=True)
    assert (
        said
        == "b.piquet:1:1: 23 November 2026 is in the future. Enter the day on which the partie "
        "was played"
    )


def test_a_table_and_a_partie_are_posted_with_the_director_as_author(two: Two) -> None:
    plan = check(two, as_csv(GOOD), piquet())
    assert plan.is_importable
    assert [(row.line, row.names, without_isolates(row.says)) for row in plan.rows] == [
        (2, ("Ada", "Ben"), "Ada receives 392, Rubicon not crossed"),
        (6, ("Ben", "Ada"), "Ada receives 312, Rubicon not crossed"),
        (1, ("Ada", "Ben"), without_isolates(plan.rows[2].says)),
    ]
    before = two.entries
    reported = list[int]()
    assert two.services.importing.apply(two.director, plan, reported.append) == sum(reported) == 3
    new = two.entries[len(before) :]
    bodies = [each.body for each in new if isinstance(each.body, SheetPosted)]
    assert [body.members for body in bodies] == [
        (two.ada, two.ben),
        (two.ben, two.ada),
        (two.ada, two.ben),
    ]
    assert {each.author for each in new} == {"director Ann"}
    assert {body.signed for body in bodies} == {0}
    assert [of_two(body).from_paper for body in bodies] == [True, True, True]
    assert bodies[2].lengths == (12, 12, 1, 12)


def test_an_import_with_a_fault_posts_nothing(two: Two) -> None:
    before = two.entries
    importing = two.services.importing
    assert check(two, as_csv(GOOD.replace("Ben", "Cat")), admit=True).admits == ("Cat",)
    plan = check(two, as_csv(GOOD), piquet(PIQUET.replace('"tricks E12"', '"E pint 5"')))
    assert [(each.where, each.readable) for each in plan.faults] == [("b.piquet:4:10", False)]
    with pytest.raises(NotImportable, match=refusal(r"b\.piquet:4:10: ")):
        importing.apply(two.director, plan)
    steps = importing.applying(two.director, check(two, as_csv(GOOD)))
    assert next(steps) == (0, 0)
    steps.close()  # whoever looked on has gone
    with pytest.raises(RuntimeError):
        importing.apply(
            two.director,
            check(two, as_csv(GOOD)),
            Mock(side_effect=RuntimeError("the disk is full")),
        )
    assert two.entries == before


LEVEL = (
    'rules = "four-deal"\nplayers = ["Ada", "Ben"]\n'
    + "[[deal]]\nscores = { Ada = 9, Ben = 9 }\n" * 4
)


def heading(log: str) -> str:
    return f'rules = "four-deal"\n[[deal]]\nlog = """\n{log}\n"""\n'


MUCH = 4_000_000
"""Characters that the web takes at once."""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PIQUET.replace("four-deal", "portland"), "1:1: the season is played under "),
        (PIQUET.replace('"tricks E12"', '"E point 9"'), "4:8: "),
        (
            PIQUET.replace('[[deal]]\nlog = "tricks Y12"\n', ""),
            "5:1: after 2 deals the partie is not over",
        ),
        (LEVEL, "9:1: level at 54 after four deals: two more deals are due (Law 71)"),
        ("players = [", "1:12: "),
        (f'frame = "pool"\n{PIQUET}', "1:1: a scorecard cannot be imported"),
        (PIQUET + 'house = "x"', ""),
        (heading("E point 5\n" * (MUCH // 10)), "10000:1: a partie’s file has at most 100,000"),
        (heading("\n" * MUCH), "99965:1: a partie’s file has at most 100,000"),
        ("[[deal]]\n" * (MUCH // 9), "11112:1: a partie’s file has at most 100,000"),
        ("a." * (MUCH // 2) + "a = 1", "1:1: a partie’s file has at most 100,000"),
        (heading("E point 5;" * 9_000), "4:1: a partie’s file has at most 6,000 words"),
        (heading("tricks " + "E99 " * 100), "4:1: a partie’s file has at most 6,000"),
        ("deal = [" + "{}, " * 1_000 + "]", "1:1: a partie has at most 999 deals"),
        ("\n" + "a." * 40_000 + "a = 1", "2:20: a key has more than 9 dots"),
        (f"[{'a.' * 40_000}a]", "1:21: a key has more than 9 dots"),
        (f"x = {{{'a.' * 40_000}a = 1}}", "1:25: a key has more than 9 dots"),
        ("x = " + "[" * 90_000, "1:37: this is nested too deep"),
    ],
    ids=range(18),
)
def test_a_mistake_in_a_file_is_reported_with_line_and_column(
    two: Two, text: str, message: str
) -> None:
    """What is too large is counted before it is parsed,
    for it would keep the machine busy for minutes.
    """
    (found,) = faults(two, piquet(text))
    assert found.startswith(f"b.piquet:{message}"), found


MANY = {
    "x\n": "1,000 errors were found; the rest was not read",
    "1,A,B,1,1,1\n": "a partie has at most 999 deals",
}


@pytest.mark.parametrize(("row", "message"), MANY.items(), ids=["bad", "one partie"])
def test_reading_a_table_stops_after_1000_errors(two: Two, row: str, message: str) -> None:
    found = faults(two, as_csv(f"{HEADING}\n{row * (MUCH // len(row))}"), as_csv(GOOD, "next.csv"))
    assert found[-1] == f"a.csv:1001:1: {message}"
    assert (len(found) <= 1_001) is True
    most = "".join(f"\n1,Ada,Ben,{deal},1,1" for deal in range(1, 1_000))
    assert faults(two, as_csv(HEADING + most)) == [
        "a.csv:8:1: the partie was over after deal 6 (Law 71)"
    ]


def test_more_parties_than_the_limit_and_other_files_are_refused(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.service.club.transfer.import_files.MOST_PARTIES", 1)
    assert faults(two, as_csv(GOOD)) == [
        "a.csv:6:1: an import takes at most 1 parties. Import them in parts"
    ]
    assert faults(two, piquet(), piquet(name="c.piquet"))[-1].startswith(
        "c.piquet:1:1: an import takes at most 1"
    )
    assert (
        "end in .piquet, in .zip, or in .xlsx or .csv" in faults(two, File("photo.jpg", b"JFIF"))[0]
    )
    (found,) = faults(two, File("two.csv", b"partie,first,second,deal\n\xff"))
    assert found == "two.csv:2:1: the file is not UTF-8 text. Save it as UTF-8 and try again"


def test_an_import_can_admit_and_enter_new_names(two: Two) -> None:
    table = as_csv(GOOD.replace("ben", "Zoë").replace("Ben", "zoë"))
    people = two.services.people
    assert "the club has no member called zoë" in faults(two, table)[0]
    plan = check(two, table, admit=True)
    assert plan.admits == ("zoë",)
    assert plan.enters == ("zoë",)
    two.services.importing.apply(two.director, plan)
    assert [each.name for each in people.members(two.id)] == ["Ada", "Ben", "zoë"]
    assert two.services.seasons.entrants(two.id, two.winter)[3] is False
    (dan,) = two.admit("Dan")
    table = as_csv(GOOD.replace("Ben", "Dan").replace("ben", "Dan"))
    assert "Dan is not in the season" in faults(two, table)[0]
    plan = check(two, table, admit=True)
    assert plan.admits == ()
    assert plan.enters == ("Dan",)
    people.leave(two.director, dan)
    assert "Dan has left the club. Mark them as returned first" in faults(two, table)[0]


def test_only_names_that_are_ticked_are_admitted_and_the_nearest_known_name_is_said(
    two: Two,
) -> None:
    table = as_csv(GOOD.replace("Ben", "Benn").replace("ben", "Zoë"))
    assert "no member called Benn (did you mean Ben?). Admit" in faults(two, table)[0]
    assert "no member called Zoë. Admit" in faults(two, table)[1]
    plan = check(two, table, admit=["zoë"])
    assert [(each.name, without_isolates(each.hint)) for each in plan.unknown] == [
        ("Benn", "like Ben"),
        ("Zoë", ""),
    ]
    assert plan.admits == ("Zoë",)
    assert len(plan.faults) == 1
    assert plan.is_importable is False
    post(two, table, admit=["zoë", "BENN"])
    assert len(two.services.people.members(1)) == 4
    two.services.people.merge(two.director, 3, two.ben)
    assert check(two, as_csv(GOOD.replace("Ben", "Benn")), again=True).rows[0].names == (
        "Ada",
        "Ben",
    )
    assert "begin like a formula" in faults(two, as_csv(GOOD.replace("Ben", "=1+1")))[0]


def test_a_partie_that_looks_like_another_is_refused(two: Two) -> None:
    assert (
        "it looks like the one at a.csv:2"
        in faults(two, as_csv(GOOD), as_csv(GOOD, "again.csv"))[0]
    )
    late = check(two, as_csv(GOOD))
    post(two, as_csv(GOOD))
    with pytest.raises(NotImportable, match="it looks like partie"):
        two.services.importing.apply(two.director, late)
    assert ["it looks like partie " in each for each in faults(two, as_csv(GOOD))] == [True, True]
    assert post(two, as_csv(GOOD), again=True) == 2


def test_a_partie_settles_the_fixture_it_was_played_for(two: Two) -> None:
    season = two.season(two.ada, two.ben, name="Drawn", format=Meeting.DOUBLE)
    two.drawn(season, [(two.ada, two.ben)], [(two.ben, two.ada)], [(two.ada, two.ben)])
    first, *rows = GOOD.replace("_points\n", "_points,round\n").splitlines()
    table = as_csv("\n".join([first, *(f"{row},{'3' if row[0] == '1' else ''}" for row in rows)]))
    plan = check(two, table, piquet(), season=season)
    assert [row.round for row in plan.rows] == [3, 2, 1]
    two.services.importing.apply(two.director, plan)
    assert not [each for each in two.services.seasons.fixtures_now(two.id, season) if each.is_open]
    assert (
        "in round 3 no fixture between Ada and Ben is open"
        in faults(two, table, season=season, again=True)[0]
    )
    assert (
        "whose fixtures are drawn"
        in faults(two, as_csv(GOOD.replace("Ben", "Zoe")), season=season, admit=True)[0]
    )


def test_the_preview_names_an_entrant_whose_name_is_erased(two: Two) -> None:
    (cy,) = two.admit("Cy")
    season = two.season(two.ada, two.ben, cy, name="With Cy")
    two.services.people.erase(two.director, cy)
    plan = check(two, as_csv(GOOD), season=season)
    assert [plan.names[row.member] for row in plan.moves.after.rows] == [
        "Ada",
        "Ben",
        f"Former member {cy}",
    ]


def test_an_export_can_be_imported(two: Two) -> None:
    post(two, as_csv(GOOD), piquet())
    season = two.season(two.ada, two.ben, name="Next")
    assert (
        post(two, File("deals.csv", two.exported(ExportFormat.CSV, table="deals")), season=season)
        == 3
    )
    standings = [
        two.services.standings.now(two.id, each).table.rows for each in (two.winter, season)
    ]
    played = [
        [(row.member, row.tally.balance, row.tally.points_won) for row in rows]
        for rows in standings
    ]
    assert played[0] == played[1]


@pytest.mark.parametrize("is_named", [True, False])
def test_elder_is_named_or_numbered_as_earlier_versions_did(two: Two, is_named: bool) -> None:
    heading, *rows = GOOD.splitlines()
    elders = [row.split(",")[2] if is_named else "2" for row in rows]
    lines = [f"{row},{elder}" for row, elder in zip(rows, elders, strict=True)]
    post(two, as_csv("\n".join((f"{heading},elder", *lines))))
    found = [row["elder"] for row in two.document()["deals"] if row["deal"] == 1]
    assert found == ["Ben", "Ada"], "the second player of each partie"


def test_a_table_of_a_spreadsheet_is_read(two: Two) -> None:
    """With semicolons, a byte order mark, quotes, empty lines,
    and columns of its own in any order.
    """
    lines = [f"remark;{line.replace(',', ';')}" for line in GOOD.splitlines()]
    text = "\ufeff" + "\r\n".join(
        [lines[0], ";;;;;;", *(f'"a;\n,,,,,,,,,,b"{each[6:]}' for each in lines[1:])]
    )
    plan = check(two, as_csv(text))
    assert plan.faults == ()
    assert [row.line for row in plan.rows] == [3, 11]


def test_only_a_director_of_the_club_imports_into_an_open_season_for_two(two: Two) -> None:
    asked = two.services.importing.check
    table = [as_csv(GOOD)]
    pools = {"frame": "pool", "order": COMPANY_ORDER}
    refused("Only a director", asked, two.players[0], two.winter, table)
    refused("played as a pool", asked, two.director, two.season(name="Pools", **pools), table)
    refused("no season 9", asked, two.director, 9, table)
    refused("no season", asked, replace(two.director, club_id=77), two.winter, table)


def test_the_terminal_acts_for_a_director(two: Two) -> None:
    club = two.id
    assert two.services.importing.director(club).author == "director Ann"
    two.services.people.add_director(two.director, name="Bob", password="another password")
    refused("Choose a director: Ann, Bob", two.services.importing.director, club)
    assert two.services.importing.director(club, "bob").name == "Bob"


def test_files_without_parties_cannot_be_imported(two: Two) -> None:
    plan = check(two, as_csv(HEADING + "\n"))
    assert plan.rows == ()
    assert plan.faults == ()
    assert plan.is_importable is False
    with pytest.raises(NotImportable, match=refusal("These files have no parties")):
        two.services.importing.apply(two.director, plan)


def test_a_preview_says_who_is_lurched_and_who_drew(two: Two) -> None:
    for rules, rows, says in (
        ("meyer-1888", "1,Ada,Ben,1,101,20\n", "Ada receives 2, with a lurch"),
        ("four-deal", "".join(f"1,Ada,Ben,{deal},30,30\n" for deal in range(1, 7)), "drawn"),
    ):
        season = two.season(two.ada, two.ben, name=rules, rules=ruleset_to_data(PRESETS[rules]))
        rows_of = check(two, as_csv(f"{HEADING}\n{rows}"), season=season).rows
        assert [without_isolates(row.says) for row in rows_of] == [says]


TURNED = """partie,first,second,deal,first_points,second_points,date
1,Ben,Ada,1,1,53,2026-11-21
1,Ben,Ada,2,0,53,2026-11-21
1,Ben,Ada,3,1,53,2026-11-21
1,Ben,Ada,4,0,53,2026-11-21
"""
"""The partie of Ada and Ben at the table, with Ben as elder in the first deal."""


def test_a_partie_of_the_table_is_known_in_an_import_by_its_day_and_totals(two: Two) -> None:
    code = two.partie(signed=(0, 1))
    (said,) = faults(two, as_csv(TURNED))
    assert said.endswith(
        f"it looks like partie {code}, entry 8 of the ledger: same players, same day, same totals"
    )


def test_the_same_totals_on_another_day_are_another_partie(two: Two) -> None:
    two.partie(signed=(0, 1))
    assert check(two, as_csv(TURNED.replace("2026-11-21", "2026-09-01"))).is_importable


# What two players have saved


RUNNING = PIQUET.replace('[[deal]]\nlog = "tricks Y12"\n', "")
OTHER_RULES = PIQUET.replace("four-deal", "portland")


def saved(*texts: str) -> File:
    files = [(f"{number}.piquet", text) for number, text in enumerate(texts, 1)]
    return File("saved.zip", archive_of(*files, ("results.csv", "day,code\n")))


def left_out(plan: Plan) -> list[str]:
    return [without_isolates(f"{each.where}: {each.message}") for each in plan.left_out]


def test_the_parties_that_two_have_saved_are_imported(two: Two) -> None:
    plan = check(two, saved(PIQUET, f"played = 2026-09-01\n{PIQUET}"), again=True)
    assert [row.file for row in plan.rows] == ["2.piquet", "1.piquet"]
    before = len(two.entries)
    assert two.services.importing.apply(two.director, plan) == 2
    assert len(two.entries) == before + 2


def test_what_a_season_cannot_take_of_them_is_left_out(two: Two) -> None:
    plan = check(two, saved(RUNNING, OTHER_RULES, PIQUET))
    assert [row.file for row in plan.rows] == ["3.piquet"]
    running, other = left_out(plan)
    assert running == "1.piquet:1:1: it is not over"
    assert other.startswith("2.piquet:1:1: the season is played under ")


def test_of_them_each_is_imported_once(two: Two) -> None:
    """The same two save again after they have played more."""
    post(two, saved(PIQUET))
    more = PIQUET.replace("E12", "E11 Y1", 1)
    plan = check(two, saved(PIQUET, more, more))
    assert [row.file for row in plan.rows] == ["2.piquet"]
    assert [each.file for each in plan.left_out] == ["1.piquet", "3.piquet"]


def test_a_partie_of_them_that_cannot_be_read_is_a_fault(two: Two) -> None:
    (said,) = faults(two, saved(PIQUET, PIQUET.replace('"tricks E12"', '"E pint 5"')))
    assert said.startswith("2.piquet:4:10: ")


def test_a_damaged_archive_is_a_fault(two: Two) -> None:
    damaged = File("saved.zip", saved(PIQUET).data[:-20])
    (said,) = faults(two, damaged)
    assert said == "saved.zip:1:1: This .zip file is damaged. Save it again, or choose another"
