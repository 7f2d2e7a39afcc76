"""The tables of an export have what the dictionary of columns says, and the lines of a deal add up
to its points, whatever was played and however it is known.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PRESETS
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer.export_tables import TABLES
from scorer.service.club.transfer.exported_sheets import Source
from scorer.service.dictionary import EXPORTED
from scorer.storage import projections
from scorer.storage.engine import reading
from tests.service.club.full_club import former_members, full_club
from tests.service.club.running_club import RunningClub, new_club

PARTNERS = ("tricks E8:1", "scores 12 7", "tricks T2:1")
"""Two of four play against the other two: a deal as it was said, one by its totals, one begun."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    """A club in which everything has happened once, a table of partners among it."""
    found = new_club(tmp_path_factory.mktemp("exported"))
    seasons = full_club(found).arguments["season"]
    former_members(found, int(seasons[1]))
    partners = found.season(
        *(1, 2, 3, 4),
        name="Table",
        frame="round table stake=3",
        order=COMPANY_ORDER,
        rules=ruleset_to_data(PRESETS["voleur"]),
    )
    card = found.card(partners, 1, 2, 3, 4, won=())
    sheet, _ = found.companies.begin(card, number=0, elder=1)
    for deal, said in enumerate(PARTNERS):
        found.parties.record(sheet.code, deal=deal, position=0, said=said, form_key=f"{deal}")
    yield found
    found.engine.dispose()


def records(club: RunningClub, name: str) -> list[dict[str, Any]]:
    with reading(club.engine) as db:
        of = Source(
            db=db,
            club_id=club.id,
            names=projections.members(db, club.id),
            merged=projections.merged(db, club.id),
        )
        return [dict(each) for each in TABLES[name].records(of)]


def test_the_tables_are_those_of_the_dictionary_in_its_order() -> None:
    assert [*TABLES] == [*EXPORTED]


@pytest.mark.parametrize("name", EXPORTED)
def test_a_table_has_the_columns_that_are_described_and_no_others(
    club: RunningClub, name: str
) -> None:
    found = records(club, name)
    assert found, f"the club has nothing for the table {name}"
    assert {frozenset(each) for each in found} == {frozenset(EXPORTED[name].headings)}


@pytest.mark.parametrize("name", EXPORTED)
def test_every_value_is_of_the_kind_that_is_described(club: RunningClub, name: str) -> None:
    rows = club.document()[name]
    assert [
        (each.name, row[each.name])
        for row in rows
        for each in EXPORTED[name].columns
        if not each.fits(row[each.name])
    ] == []


def points_of_deals(rows: list[dict[str, Any]]) -> Counter[tuple[object, ...]]:
    """What each player scored in each deal of a partie, by the table of deals."""
    found = Counter[tuple[object, ...]]()
    for row in rows:
        for each in ("first", "second"):
            found[row["partie"], row["deal"], row[each]] += row[f"{each}_points"]
    return +found


def test_the_lines_of_a_deal_add_up_to_its_points(club: RunningClub) -> None:
    document = club.document()
    added = Counter[tuple[object, ...]]()
    for row in document["lines"]:
        if row["partie"]:
            added[row["partie"], row["deal"], row["player"]] += row["points"]
    assert +added == points_of_deals(document["deals"])
    known = {row["kind"] == "totals" for row in document["lines"]}
    assert known == {True, False}, "deals as they were said, and deals by their totals"


def test_a_deal_by_its_totals_has_a_line_for_each_player_and_no_law(club: RunningClub) -> None:
    document = club.document()
    written = [row for row in document["deals"] if row["from_totals"]]
    lines = [row for row in document["lines"] if row["kind"] == "totals" and row["partie"]]
    assert len(lines) == 2 * len(written) > 0
    assert {row["law"] for row in lines} == {None}
    elders = {(row["partie"], row["deal"]): row["elder"] for row in written}
    assert {
        row["player"] == elders[row["partie"], row["deal"]]
        for row in lines
        if row["seat"] == "elder"
    } == {True}


def test_a_line_has_the_number_of_its_player(club: RunningClub) -> None:
    document = club.document()
    members = {}
    for row in document["parties"]:
        members[row["partie"], row["first"]] = row["first_member"]
        members[row["partie"], row["second"]] = row["second_member"]
    lines = [row for row in document["lines"] if row["partie"]]
    assert {row["member"] == members[row["partie"], row["player"]] for row in lines} == {True}


def test_partners_have_one_line_together_where_only_their_totals_are_known(
    club: RunningClub,
) -> None:
    """Bénédicte is elder in the first deal, so Çağla in the second: she plays with Adelaide."""
    lines = [row for row in club.document()["lines"] if row["company"]]
    assert {(row["turn"], row["partie"]) for row in lines} == {(1, None)}
    totals = [row for row in lines if row["kind"] == "totals"]
    assert [
        (row["deal"], row["seat"], row["player"], row["member"], row["points"]) for row in totals
    ] == [
        (2, "elder", "Çağla with Adelaide", None, 7),
        (2, "younger", "Bénédicte with Dmitri", None, 12),
    ]
    said = [row for row in lines if row["kind"] != "totals"]
    assert {(row["deal"], row["seat"], row["player"], row["member"]) for row in said} == {
        (1, "elder", "Bénédicte", 2),
        (3, "third", "Bénédicte", 2),
    }


def test_a_result_without_its_deals_has_no_lines(club: RunningClub) -> None:
    document = club.document()
    bare = [row for row in document["results"] if row["known"] != "deals"]
    assert [row["partie"] for row in bare] == [None, None]
    assert {row["partie"] for row in document["lines"] if row["partie"]} <= {
        row["partie"] for row in document["parties"]
    }
