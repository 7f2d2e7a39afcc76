"""Parties brought in from files: all or none, and every bad row named."""

import re
from dataclasses import replace
from typing import Any

import pytest

from scorer.ledger.entries import SheetPosted
from scorer.ledger.terms import Format as Meeting
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PRESETS
from scorer.service.club.exporting import Format
from scorer.service.club.importing import File, NotImportable, Plan
from scorer.service.club.seasons import COMPANY_ORDER
from tests.rows import beside
from tests.service import REFUSALS, refusal, refused
from tests.service.club.conftest import Two, of_two

HEADING = "partie,first,second,deal,first_points,second_points"
GOOD, PIQUET = beside(__file__)["good"], beside(__file__)["piquet"]


def csv(text: str, name: str = "a.csv") -> File:
    return File(name, text.encode())


def piquet(text: str = PIQUET, name: str = "b.piquet") -> File:
    return File(name, text.encode())


def check(two: Two, *files: File, season: int = 0, **asked: Any) -> Plan:
    plan = two.services.importing.check(two.director, season or two.winter, files, **asked)
    said = {re.sub(r"partie [A-Z2-9]{6}, entry", "partie CODE, entry", each.message) for each in plan.faults}
    assert said <= set(REFUSALS)
    return plan


def faults(two: Two, *files: File, **asked: Any) -> list[str]:
    plan = check(two, *files, **asked)
    assert not plan.is_importable
    return [f"{each.where}: {each.message}" for each in plan.faults]


def post(two: Two, *files: File, **asked: Any) -> int:
    return two.services.importing.apply(two.director, check(two, *files, **asked))


def test_parties_count_in_the_order_in_which_they_were_played(two: Two) -> None:
    later = GOOD.replace("\n", ",2026-09-03\n").replace("points,2026-09-03", "points,date")
    post(two, csv(later), piquet(f"played = 2026-09-01\n{PIQUET}"))
    days = ["2026-09-03", "2026-09-03", "2026-09-01"]
    assert [each.played for each in two.services.records.parties(two.id, two.ada, 1, 9)] == days
    assert faults(two, piquet(f"played = 2026-11-23\n{PIQUET}"), again=True) == [
        "b.piquet:1:1: 23 November 2026 is in the future. Enter the day on which the partie was played"
    ]


def test_a_table_and_a_partie_are_posted_with_the_director_as_author(two: Two) -> None:
    plan = check(two, csv(GOOD), piquet())
    assert plan.is_importable
    assert [(row.line, row.names, row.says) for row in plan.rows] == [
        (2, ("Ada", "Ben"), "Ada receives 392, Rubicon not crossed"),
        (6, ("Ben", "Ada"), "Ada receives 312, Rubicon not crossed"),
        (1, ("Ada", "Ben"), plan.rows[2].says),
    ]
    before, reported = two.entries, list[int]()
    assert two.services.importing.apply(two.director, plan, reported.append) == sum(reported) == 3
    new = two.entries[len(before) :]
    bodies = [each.body for each in new if isinstance(each.body, SheetPosted)]
    assert [body.members for body in bodies] == [(two.ada, two.ben), (two.ben, two.ada), (two.ada, two.ben)]
    assert {each.author for each in new} == {"director Ann"}
    assert {body.signed for body in bodies} == {0}
    assert [of_two(body).from_paper for body in bodies] == [True, True, True]
    assert bodies[2].lengths == (12, 12, 1, 12)


def test_an_import_with_a_fault_posts_nothing(two: Two) -> None:
    before = two.entries
    assert check(two, csv(GOOD.replace("Ben", "Cat")), admit=True).admits == ("Cat",)
    plan = check(two, csv(GOOD), piquet(PIQUET.replace('"tricks E12"', '"E pint 5"')))
    assert [(each.where, each.readable) for each in plan.faults] == [("b.piquet:4:10", False)]
    with pytest.raises(NotImportable, match=refusal(r"b\.piquet:4:10: ")):
        two.services.importing.apply(two.director, plan)
    steps = two.services.importing.applying(two.director, check(two, csv(GOOD)))
    assert next(steps) == (0, 0)
    steps.close()  # whoever looked on has gone
    assert two.entries == before

    def breaks(_: int) -> None:
        raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError):
        two.services.importing.apply(two.director, check(two, csv(GOOD)), breaks)
    assert two.entries == before


def heading(log: str) -> str:
    return f'rules = "four-deal"\n[[deal]]\nlog = """\n{log}\n"""\n'


MUCH = 4_000_000
"""Characters that the web takes at once."""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PIQUET.replace("four-deal", "portland"), "b.piquet:1:1: the season is played under "),
        (PIQUET.replace('"tricks E12"', '"E point 9"'), "b.piquet:4:8: "),
        (PIQUET.replace('[[deal]]\nlog = "tricks Y12"\n', ""), "b.piquet:5:1: after 2 deals the partie is not over"),
        (
            'rules = "four-deal"\nplayers = ["Ada", "Ben"]\n' + "[[deal]]\nscores = { Ada = 9, Ben = 9 }\n" * 4,
            "b.piquet:9:1: level 54–54: two more deals are due (Law 71)",
        ),
        ("players = [", "b.piquet:1:12: "),
        (f'frame = "pool"\n{PIQUET}', "b.piquet:1:1: a scorecard cannot be imported"),
        (PIQUET + 'house = "x"', "b.piquet:"),
        (heading("E point 5\n" * (MUCH // 10)), "b.piquet:10000:1: a partie's file has at most 100,000"),
        pytest.param(heading("\n" * MUCH), "b.piquet:99965:1: a partie's file has at most 100,000", id="white space"),
        pytest.param("[[deal]]\n" * (MUCH // 9), "b.piquet:11112:1: a partie's file has at most 100,000", id="deals"),
        pytest.param("a." * (MUCH // 2) + "a = 1", "b.piquet:1:1: a partie's file has at most 100,000", id="dots"),
        (heading("E point 5;" * 9_000), "b.piquet:4:1: a partie's file has at most 6,000 words"),
        pytest.param(heading("tricks " + "E99 " * 100), "b.piquet:4:1: a partie's file has at most 6,000", id="tricks"),
        pytest.param("deal = [" + "{}, " * 1_000 + "]", "b.piquet:1:1: a partie has at most 999 deals", id="inline"),
        pytest.param("\n" + "a." * 40_000 + "a = 1", "b.piquet:2:1: a key has more than 9 dots", id="a deep key"),
        pytest.param(f"[{'a.' * 40_000}a]", "b.piquet:1:1: a key has more than 9 dots", id="a deep table"),
        (f"x = {{{'a.' * 40_000}a = 1}}", "b.piquet:1:1: a key has more than 9 dots"),
        pytest.param("x = " + "[" * 90_000, "b.piquet:1:1: this is nested too deep", id="nesting"),
    ],
    ids=range(18),
)
def test_a_mistake_in_a_file_is_reported_with_line_and_column(two: Two, text: str, message: str) -> None:
    """What is too large is counted before it is parsed, for it would keep the machine busy for minutes."""
    (found,) = faults(two, piquet(text))
    assert found.startswith(message), found


@pytest.mark.parametrize(
    ("rows", "messages"),
    [
        pytest.param("x\n" * (MUCH // 2), ["a.csv:1001:1: 1,000 errors were found; the rest was not read"], id="bad"),
        pytest.param("1,A,B,1,1,1\n" * (MUCH // 12), ["a.csv:1001:1: a partie has at most 999 deals"], id="one partie"),
    ],
)
def test_reading_a_table_stops_after_1000_errors(two: Two, rows: str, messages: list[str]) -> None:
    found = faults(two, csv(f"{HEADING}\n{rows}"), csv(GOOD, "next.csv"))
    assert found[-1:] == messages
    assert len(found) <= 1_001
    most = "".join(f"\n1,Ada,Ben,{deal},1,1" for deal in range(1, 1_000))
    assert faults(two, csv(HEADING + most)) == ["a.csv:8:1: the partie was over after deal 6 (Law 71)"]


def test_more_parties_than_the_limit_and_other_files_are_refused(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.service.club.importing.MOST_PARTIES", 1)
    assert faults(two, csv(GOOD)) == ["a.csv:6:1: an import takes at most 1 parties. Import them in parts"]
    assert faults(two, piquet(), piquet(name="c.piquet"))[-1].startswith("c.piquet:1:1: an import takes at most 1")
    assert "end in .piquet, or in .csv" in faults(two, File("photo.jpg", b"JFIF"))[0]
    (found,) = faults(two, File("two.csv", b"\n\xff"))
    assert found == "two.csv:2:1: the file is not UTF-8 text. Save it as UTF-8 and try again"


def test_an_import_can_admit_and_enter_new_names(two: Two) -> None:
    table = csv(GOOD.replace("ben", "Zoë").replace("Ben", "zoë"))
    assert "the club has no member called zoë" in faults(two, table)[0]
    plan = check(two, table, admit=True)
    assert (plan.admits, plan.enters) == (("zoë",), ("zoë",))
    two.services.importing.apply(two.director, plan)
    named = [each.name for each in two.services.people.members(two.id)]
    assert named == ["Ada", "Ben", "zoë"]
    assert two.services.seasons.entrants(two.id, two.winter)[3] is False
    (dan,) = two.admit("Dan")
    assert "Dan is not in the season" in faults(two, csv(GOOD.replace("Ben", "Dan")))[0]
    plan = check(two, csv(GOOD.replace("Ben", "Dan").replace("ben", "Dan")), admit=True)
    assert (plan.admits, plan.enters) == ((), ("Dan",))
    two.services.people.leave(two.director, dan)
    assert "Dan has left the club. Mark them as returned first" in faults(two, csv(GOOD.replace("Ben", "Dan")))[0]


def test_only_names_that_are_ticked_are_admitted_and_the_nearest_known_name_is_said(two: Two) -> None:
    table = csv(GOOD.replace("Ben", "Benn").replace("ben", "Zoë"))
    assert "no member called Benn (did you mean Ben?). Admit" in faults(two, table)[0]
    assert "no member called Zoë. Admit" in faults(two, table)[1]
    plan = check(two, table, admit=["zoë"])
    assert [(each.name, each.hint) for each in plan.unknown] == [("Benn", "like Ben"), ("Zoë", "")]
    assert (plan.admits, len(plan.faults), plan.is_importable) == (("Zoë",), 1, False)
    post(two, table, admit=["zoë", "BENN"])
    assert len(two.services.people.members(1)) == 4
    two.services.people.merge(two.director, 3, two.ben)
    assert check(two, csv(GOOD.replace("Ben", "Benn")), again=True).rows[0].names == ("Ada", "Ben")
    assert "begin like a formula" in faults(two, csv(GOOD.replace("Ben", "=1+1")))[0]


def test_a_partie_that_looks_like_another_is_refused(two: Two) -> None:
    assert "it looks like the one at a.csv:2" in faults(two, csv(GOOD), csv(GOOD, "again.csv"))[0]
    late = check(two, csv(GOOD))
    post(two, csv(GOOD))
    with pytest.raises(NotImportable, match="it looks like partie"):
        two.services.importing.apply(two.director, late)
    assert ["it looks like partie " in each for each in faults(two, csv(GOOD))] == [True, True]
    assert post(two, csv(GOOD), again=True) == 2


def test_a_partie_settles_the_fixture_it_was_played_for(two: Two) -> None:
    season = two.season(two.ada, two.ben, name="Drawn", format=Meeting.DOUBLE)
    two.drawn(season, [(two.ada, two.ben)], [(two.ben, two.ada)], [(two.ada, two.ben)])
    rounds = GOOD.replace("_points\n", "_points,round\n").splitlines()
    table = "\n".join([rounds[0], *(f"{row},{'3' if row[0] == '1' else ''}" for row in rounds[1:])])
    plan = check(two, csv(table), piquet(), season=season)
    assert [row.round for row in plan.rows] == [3, 2, 1]
    two.services.importing.apply(two.director, plan)
    assert not [each for each in two.services.seasons.fixtures_now(two.id, season) if each.is_open]
    again = check(two, csv(table), season=season, again=True)
    assert "in round 3 no fixture between Ada and Ben is open" in again.faults[0].message
    plan = check(two, csv(GOOD.replace("Ben", "Zoe")), season=season, admit=True)
    assert "whose fixtures are drawn" in plan.faults[0].message


def test_the_preview_names_an_entrant_whose_name_is_erased(two: Two) -> None:
    (cy,) = two.admit("Cy")
    season = two.season(two.ada, two.ben, cy, name="With Cy")
    two.services.people.erase(two.director, cy)
    plan = check(two, csv(GOOD), season=season)
    assert [plan.names[row.member] for row in plan.moves.after.rows] == ["Ada", "Ben", f"Former member {cy}"]


def test_an_export_can_be_imported(two: Two) -> None:
    post(two, csv(GOOD), piquet())
    made = two.services.exporting.export(two.id, Format.CSV, table="deals")
    file = File(made.name, b"".join(made.pieces))
    season = two.season(two.ada, two.ben, name="Next")
    assert post(two, file, season=season) == 3
    standings = [two.services.standings.now(two.id, each).table.rows for each in (two.winter, season)]
    played = [[(row.member, row.tally.balance, row.tally.points_won) for row in rows] for rows in standings]
    assert played[0] == played[1]


def test_a_table_of_a_spreadsheet_is_read(two: Two) -> None:
    """With semicolons, a byte order mark, quotes, empty lines, and columns of its own in any order."""
    lines = [f"remark;{line.replace(',', ';')}" for line in GOOD.splitlines()]
    text = "\ufeff" + "\r\n".join([lines[0], ";;;;;;", *(f'"a;\n,,,,,,,,,,b"{each[6:]}' for each in lines[1:])])
    plan = check(two, csv(text))
    assert plan.faults == ()
    assert [row.line for row in plan.rows] == [3, 11]


def test_only_a_director_of_the_club_imports_into_an_open_season_for_two(two: Two) -> None:
    pools = two.season(name="Pools", frame="pool", order=COMPANY_ORDER)
    stranger = replace(two.director, club_id=77)
    for by, season, why in (
        (two.players[0], two.winter, "Only a director"),
        (two.director, pools, "played as a pool"),
        (two.director, 9, "no season 9"),
        (stranger, two.winter, "no season"),
    ):
        refused(why, two.services.importing.check, by, season, [csv(GOOD)])


def test_the_terminal_acts_for_a_director(two: Two) -> None:
    club = two.id
    assert two.services.importing.director(club).author == "director Ann"
    two.services.people.add_director(two.director, name="Bob", password="another password")
    refused("Choose a director: Ann, Bob", two.services.importing.director, club)
    assert two.services.importing.director(club, "bob").name == "Bob"


def test_files_without_parties_cannot_be_imported(two: Two) -> None:
    plan = check(two, csv(HEADING + "\n"))
    assert (plan.rows, plan.faults, plan.is_importable) == ((), (), False)
    with pytest.raises(NotImportable, match=refusal("These files have no parties")):
        two.services.importing.apply(two.director, plan)


def test_a_preview_says_who_is_lurched_and_who_drew(two: Two) -> None:
    for rules, rows, says in (
        ("meyer-1888", "1,Ada,Ben,1,101,20\n", "Ada receives 2, with a lurch"),
        ("four-deal", "".join(f"1,Ada,Ben,{deal},30,30\n" for deal in range(1, 7)), "drawn"),
    ):
        season = two.season(two.ada, two.ben, name=rules, rules=ruleset_to_data(PRESETS[rules]))
        plan = check(two, csv(f"{HEADING}\n{rows}"), season=season)
        assert [row.says for row in plan.rows] == [says]
