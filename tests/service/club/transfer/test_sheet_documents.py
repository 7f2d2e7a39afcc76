"""What a program reads of one sheet, and of the lines of a season."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.partie import Partie
from scorer.rules.presets import PRESETS
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer import for_programs
from scorer.service.parties import Recorded
from scorer.service.sheets import CompanyCard
from scorer.table.entering import NotAllowed
from scorer.table.recording import Sheet, from_paper
from tests.service.club.full_club import full_club
from tests.service.club.running_club import DEALS, RunningClub, new_club


@pytest.fixture
def club(tmp_path: Path) -> RunningClub:
    made = new_club(tmp_path)
    made.admit("Ada", "Ben", "Cat", "Dan")
    return made


def read(club: RunningClub, code: str) -> Any:
    return club.services.documents.sheet(club.id, code)


def sums(lines: Iterable[Any], *keys: str) -> Counter[tuple[Any, ...]]:
    """Return the points of lines by some of their keys."""
    found = Counter[tuple[Any, ...]]()
    for line in lines:
        found[tuple(line[key] for key in keys)] += line["points"]
    return found


def test_a_partie_has_its_players_day_state_totals_and_settlement(club: RunningClub) -> None:
    season = club.season(1, 2)
    code = club.play(season, 1, 2).sheet.code
    found = read(club, code)
    assert len(found.pop("deals")) == 4
    assert len(found.pop("lines")) == 16
    assert found == {
        "partie": code,
        "season": season,
        "round": None,
        "date": "2026-11-21",
        "opened_at": "2026-11-21T18:00:00+00:00",
        "frame": "two",
        "rules": "four-deal",
        "over": True,
        "first": "Ada",
        "second": "Ben",
        "first_member": 1,
        "second_member": 2,
        "first_total": 318,
        "second_total": 3,
        "winner": "Ada",
        "winner_member": 1,
        "margin": 421,
        "rubicon": True,
        "lurch": False,
        "steps": [
            "Ada has more points: 318 to 3 (Law 71, note)",
            "Ben has not crossed the Rubicon: 3 is under 100 (Law 73)",
            "so the totals are added: 318 + 3 = 321 (Law 73)",
            "and for the partie: 321 + 100 = 421 (Law 72)",
        ],
        "signing": "posted",
        "state": "signed",
        "entry": len(club.entries),
    }


def test_a_line_has_its_deal_seat_player_kind_points_and_law(club: RunningClub) -> None:
    said = "E exchange 5; Y exchange 3; E point 5; Y good; tricks E12"
    code = club.play(club.season(1, 2), 1, 2, said, "tricks Y12").sheet.code
    found = read(club, code)
    assert [list(line.values()) for line in found["lines"]] == [
        [1, "elder", "Ada", 1, "point", 5, "Law 62"],
        [1, "elder", "Ada", 1, "lead", 12, "Law 65"],
        [1, "elder", "Ada", 1, "last", 1, "Law 65"],
        [1, "elder", "Ada", 1, "capot", 40, "Law 66"],
        [2, "elder", "Ben", 2, "lead", 1, "Law 65"],
        [2, "younger", "Ada", 1, "lead", 11, "Law 65"],
        [2, "younger", "Ada", 1, "trick", 1, "Law 65"],
        [2, "younger", "Ada", 1, "last", 1, "Law 65"],
        [2, "younger", "Ada", 1, "capot", 40, "Law 66"],
    ]
    assert found["deals"] == [
        {
            "deal": 1,
            "elder": "Ada",
            "first_points": 58,
            "second_points": 0,
            "weight": 2,
            "from_totals": False,
            "over": True,
        },
        {
            "deal": 2,
            "elder": "Ben",
            "first_points": 53,
            "second_points": 1,
            "weight": 1,
            "from_totals": False,
            "over": True,
        },
    ]
    for name in ("winner", "winner_member", "margin", "rubicon", "lurch", "steps", "state"):
        assert found[name] is None, name
    assert found["entry"] is None
    assert found["over"] is False
    assert found["signing"] == "in progress"


def test_the_state_is_that_of_the_result_and_the_signing_that_of_the_sheet(
    club: RunningClub,
) -> None:
    season = club.season(1, 2)
    half = club.play(season, 1, 2, signed=(0,)).sheet.code
    assert read(club, half)["signing"] == "half signed"
    assert read(club, half)["state"] is None
    disputed = club.play(season, 1, 2).sheet.code
    club.services.disputes.call(disputed, 1, "my point was six")
    found = read(club, disputed)
    assert found["signing"] == "disputed"
    assert found["state"] == "signed"


def test_a_deal_of_which_only_the_totals_are_known_has_a_line_for_each_side(
    club: RunningClub,
) -> None:
    totals = ((30, 20), (0, 25), (40, 10), (12, 9))
    code = club.from_paper(club.season(1, 2), 1, 2, totals)
    found = read(club, code)
    assert [each["from_totals"] for each in found["deals"]] == [True] * 4
    assert [list(line.values()) for line in found["lines"][:4]] == [
        [1, "elder", "Ada", 1, "totals", 30, None],
        [1, "younger", "Ben", 2, "totals", 20, None],
        [2, "elder", "Ben", 2, "totals", 25, None],
        [2, "younger", "Ada", 1, "totals", 0, None],
    ]


def round_table(club: RunningClub, rules: str, members: tuple[int, ...]) -> str:
    """Return the code of a round table, whose second player is elder first, after two deals that
    are known by their totals.
    """
    season = club.season(
        *members,
        name="Table",
        frame="round table",
        order=COMPANY_ORDER,
        rules=ruleset_to_data(PRESETS[rules]),
    )
    code = club.card(season, *members, won=())
    sheet, _ = club.companies.begin(code, number=0, elder=1)
    for deal, points in enumerate(((11, 22, 33), (4, 5, 6))):
        said = club.parties.record(
            sheet.code,
            deal=deal,
            position=0,
            said=from_paper(*points[: PRESETS[rules].sides]),
            form_key=f"paper {deal}",
        )
        assert isinstance(said, Recorded), said
    return code


def test_at_a_round_table_of_three_the_lines_are_of_who_sat_there(club: RunningClub) -> None:
    found = read(club, round_table(club, "normand", (1, 2, 3)))
    assert [list(line.values()) for line in found["lines"]] == [
        [1, 1, "elder", "Ben", 2, "totals", 11, None],
        [1, 1, "younger", "Cat", 3, "totals", 22, None],
        [1, 1, "third", "Ada", 1, "totals", 33, None],
        [1, 2, "elder", "Cat", 3, "totals", 5, None],
        [1, 2, "younger", "Ada", 1, "totals", 6, None],
        [1, 2, "third", "Ben", 2, "totals", 4, None],
    ]
    (turn,) = found["turns"]
    assert {each["name"]: each["total"] for each in turn["players"]} == {
        "Ada": 39,
        "Ben": 15,
        "Cat": 27,
    }
    assert [each["elder"] for each in found["deals"]] == ["Ben", "Cat"]


def test_partners_have_one_line_with_both_names(club: RunningClub) -> None:
    found = read(club, round_table(club, "voleur", (1, 2, 3, 4)))
    assert [list(line.values()) for line in found["lines"]] == [
        [1, 1, "elder", "Ben with Dan", None, "totals", 11, None],
        [1, 1, "younger", "Cat with Ada", None, "totals", 22, None],
        [1, 2, "elder", "Cat with Ada", None, "totals", 5, None],
        [1, 2, "younger", "Ben with Dan", None, "totals", 4, None],
    ]
    (turn,) = found["turns"]
    assert {each["name"]: each["total"] for each in turn["players"]} == {
        "Ada": 27,
        "Ben": 15,
        "Cat": 27,
        "Dan": 15,
    }


def play(club: RunningClub, code: str) -> None:
    """Record four deals, which the first elder wins by 318 to 3."""
    for deal, said in enumerate(DEALS):
        club.parties.record(code, deal=deal, position=0, said=said, form_key=f"deal {deal}")


def test_a_scorecard_has_its_players_its_parties_and_their_lines(club: RunningClub) -> None:
    season = club.season(1, 2, 3, name="Cards", frame="chouette", order=COMPANY_ORDER)
    code = club.card(season, 1, 2, 3)
    sheet, _ = club.companies.begin(code, number=1, elder=1)
    play(club, sheet.code)
    found = read(club, code)
    lines = found.pop("lines")
    assert {line["turn"] for line in lines} == {2}
    assert sums(lines, "deal", "player") == {
        (1, "Cat"): 53,
        (2, "Cat"): 53,
        (2, "Ada"): 1,
        (3, "Cat"): 53,
        (4, "Cat"): 53,
        (4, "Ada"): 1,
    }
    assert [each["elder"] for each in found.pop("deals")] == ["Cat", "Ada", "Cat", "Ada"]
    first, second = found.pop("turns")
    assert first == {
        "turn": 1,
        "partie": None,
        "over": True,
        "winner": "Ada",
        "winner_member": 1,
        "margin": 150,
        "players": [
            {"cut": 1, "member": 1, "name": "Ada", "total": None, "balance": 300},
            {"cut": 2, "member": 2, "name": "Ben", "total": None, "balance": -150},
            {"cut": 3, "member": 3, "name": "Cat", "total": None, "balance": -150},
        ],
    }
    assert second["partie"] == sheet.code
    assert [each["total"] for each in second["players"]] == [3, None, 318]
    assert second["over"] is True
    assert second["winner"] == "Cat"
    assert second["margin"] == 421
    assert found == {
        "company": code,
        "season": season,
        "round": None,
        "date": "2026-11-21",
        "opened_at": "2026-11-21T18:00:00+00:00",
        "frame": "chouette",
        "rules": "four-deal",
        "pool": 0,
        "players": [
            {"cut": 1, "member": 1, "name": "Ada", "balance": -540, "signed": False},
            {"cut": 2, "member": 2, "name": "Ben", "balance": 270, "signed": False},
            {"cut": 3, "member": 3, "name": "Cat", "balance": 270, "signed": False},
        ],
        "signing": "unsigned",
        "state": None,
        "entry": None,
    }


def parties_of(sheet: Sheet | CompanyCard) -> list[Partie]:
    if isinstance(sheet, Sheet):
        return [sheet.partie]
    return [each.partie for each in sheet.company.parties if each.partie is not None]


def test_the_lines_of_every_sheet_of_a_club_add_up_to_its_score(tmp_path: Path) -> None:
    house = full_club(new_club(tmp_path))
    club = house.club
    codes = [row["partie"] for row in club.document()["parties"]]
    assert len(codes) > 10
    for code in codes:
        points = [
            sum(deal.points)
            for partie in parties_of(club.sheet(code).sheet)
            for deal in partie.deals
        ]
        by_deal = sums(read(club, code)["lines"], "deal")
        assert [by_deal[(number,)] for number in range(1, len(points) + 1)] == points, code


def test_members_are_named_as_they_chose_to_be_shown(club: RunningClub) -> None:
    club.services.clubs.choose(club.members[1], "shown as", "initials")
    two = club.play(club.season(1, 2), 1, 2).sheet.code
    chouette = club.season(1, 2, 3, name="Cards", frame="chouette", order=COMPANY_ORDER)
    for found in (read(club, two), read(club, club.card(chouette, 1, 2, 3))):
        assert "Ada" not in str(found)
        assert "A." in str(found)


def test_a_sheet_of_another_club_or_of_none_is_not_shown(club: RunningClub) -> None:
    outside = club.parties.open(("Eve", "Fay"), PRESETS["four-deal"])[0].code
    for code in (outside, "ZZZZZZ"):
        with pytest.raises(NotAllowed):
            read(club, code)


def test_the_version_of_a_sheet_changes_with_what_is_recorded_on_it(club: RunningClub) -> None:
    chouette = club.season(1, 2, 3, name="Cards", frame="chouette", order=COMPANY_ORDER)
    code = club.card(chouette, 1, 2, 3, won=())
    before = club.services.documents.sheet_version(code)
    assert club.services.documents.sheet_version(code) == before
    sheet, _ = club.companies.begin(code, number=0, elder=0)
    begun = club.services.documents.sheet_version(code)
    assert begun != before
    club.parties.record(sheet.code, deal=0, position=0, said="tricks E12", form_key="x")
    assert club.services.documents.sheet_version(code) != begun


def test_the_lines_of_a_season_are_those_of_its_current_results(
    club: RunningClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = club.season(1, 2, 3)
    posted = [club.play(season, *two) for two in ((1, 2), (2, 3), (1, 3))]
    club.play(season, 1, 2, signed=(0,))
    last = posted[-1].posted
    assert last is not None
    codes = [each.sheet.code for each in posted]
    monkeypatch.setattr(for_programs, "SHEETS_A_PART", 2)
    first = club.services.documents.lines(club.id, season)
    rest = club.services.documents.lines(club.id, season, first.next)
    assert rest.next == 0
    lines = [*first.rows, *rest.rows]
    assert [*dict.fromkeys(line["partie"] for line in lines)] == codes[::-1]
    for code in codes:
        whole = read(club, code)["lines"]
        assert [line for line in lines if line["partie"] == code] == [
            {"partie": code, "company": None, "turn": None, **line} for line in whole
        ]


def test_the_lines_of_a_season_of_companies_name_the_scorecard_and_its_partie(
    club: RunningClub,
) -> None:
    chouette = club.season(1, 2, 3, name="Cards", frame="chouette", order=COMPANY_ORDER)
    code = club.card(chouette, 1, 2, 3)
    sheet, _ = club.companies.begin(code, number=1, elder=0)
    play(club, sheet.code)
    assert club.services.documents.lines(club.id, chouette).rows == []
    club.sign(code, 1, 2, 3)
    lines = club.services.documents.lines(club.id, chouette).rows
    assert {(line["partie"], line["company"], line["turn"]) for line in lines} == {(None, code, 2)}
    assert sum(line["points"] for line in lines) == 4 * 53 + 2
