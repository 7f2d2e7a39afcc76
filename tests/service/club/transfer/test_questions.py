"""Ten questions to an export, which DuckDB answers in SQL and pandas in Python.

The answers are worked out otherwise: by hand from what was played, by the ledger, or by the kernel.
"""

import io
import json
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

from scorer.ledger.terms import Stakes
from scorer.rules.deal import fold
from scorer.rules.governing import line_law
from scorer.rules.notation import parse_log
from scorer.service.club.transfer.exporting import ExportFormat
from tests.service.club.running_club import FOUR, RunningClub, new_club

REPIQUE = "E point 5; Y good; E quint major; Y good; E quatorze of aces; Y good; tricks E12"
PIQUE = "E point 6; Y good; E quint major; Y good; tricks E10 Y2"
ELDER = "tricks E10 Y2"
YOUNGER = "tricks E5 Y7"
CAPOT = "Y point 6; tricks Y12"

POINTS = {REPIQUE: (147, 0), PIQUE: (72, 3), ELDER: (21, 3), YOUNGER: (6, 18), CAPOT: (1, 59)}
"""What elder and younger score in each deal, by hand."""

PLAYED = (
    (1, 2, (REPIQUE, PIQUE, ELDER, YOUNGER)),
    (2, 1, (CAPOT, ELDER, PIQUE, ELDER)),
    (1, 3, (ELDER, YOUNGER, YOUNGER, CAPOT)),
)
"""Who played, elder in the first deal first, and the four deals."""

PAPER = ((40, 20), (30, 35), (25, 15), (10, 41))
"""What the two players of a partie scored in its deals, by their totals alone."""

DEALS = [log for _, _, logs in PLAYED for log in logs]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    """Two seasons: in one three parties by what was said, in the other one by its totals, and two
    results without deals.
    """
    found = new_club(tmp_path_factory.mktemp("questions"))
    found.admit("Ada", "Ben", "Cat")
    winter = found.season(1, 2, 3, stakes=Stakes(12))
    for one, other, logs in PLAYED:
        found.play(winter, one, other, *logs)
    found.services.seasons.adjust(found.director, winter, 3, points=-30, reason="late")
    found.from_paper(found.season(2, 3, name="Spring"), 2, 3, PAPER)
    yield found
    found.engine.dispose()


@pytest.fixture(scope="module")
def tables(club: RunningClub, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of the export as CSV for programs."""
    folder = tmp_path_factory.mktemp("tables")
    data = club.exported(ExportFormat.UNMARKED)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def db(tables: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database with a view of each table."""
    with duckdb.connect() as found:
        for each in sorted(tables.glob("*.csv")):
            found.sql(f"CREATE VIEW {each.stem} AS SELECT * FROM read_csv('{each}')")
        yield found


@pytest.fixture(scope="module")
def document(club: RunningClub) -> dict[str, pd.DataFrame]:
    """The tables of the one document, as pandas reads them."""
    found = json.loads(club.exported(ExportFormat.JSON))
    return {name: pd.DataFrame(rows) for name, rows in found.items() if isinstance(rows, list)}


def asked(db: duckdb.DuckDBPyConnection, question: str) -> list[tuple[Any, ...]]:
    return db.sql(question).fetchall()


def test_1_how_often_elder_makes_a_pique(db: duckdb.DuckDBPyConnection) -> None:
    found = asked(
        db,
        """
        SELECT count(*) FILTER (kind = 'pique' AND seat = 'elder'),
            (SELECT count(*) FROM deals WHERE over AND NOT from_totals)
        FROM lines
        """,
    )
    assert found == [(DEALS.count(PIQUE), len(DEALS))] == [(2, 12)]


def test_2_what_elder_and_younger_score_on_average(document: dict[str, pd.DataFrame]) -> None:
    """Younger who scores nothing has no line: so the points are divided by the deals."""
    lines = document["lines"]
    deals = len(document["deals"])
    found = (lines.groupby("seat")["points"].sum() / deals).to_dict()
    turned = [pair if number % 2 == 0 else pair[::-1] for number, pair in enumerate(PAPER)]
    elder, younger = zip(*(POINTS[log] for log in DEALS), *turned, strict=True)
    assert found == pytest.approx({"elder": sum(elder) / 16, "younger": sum(younger) / 16})


def test_3_what_share_of_the_deals_is_a_capot(db: duckdb.DuckDBPyConnection) -> None:
    found = asked(
        db,
        """
        SELECT avg((capots.deal IS NOT NULL)::INT) FROM deals
        LEFT JOIN (SELECT partie, deal FROM lines WHERE kind = 'capot') capots
            USING (partie, deal)
        WHERE NOT from_totals
        """,
    )
    capots = DEALS.count(CAPOT) + DEALS.count(REPIQUE)
    assert found[0][0] == pytest.approx(capots / len(DEALS)) == pytest.approx(0.25)


def test_4_which_law_gives_most_points(document: dict[str, pd.DataFrame]) -> None:
    lines = document["lines"]
    found = lines.groupby("law")["points"].sum()
    assert found.sum() == sum(sum(POINTS[log]) for log in DEALS)
    folded = [fold(FOUR, parse_log(log, FOUR)).require() for log in DEALS]
    by_kernel = Counter[str]()
    for deal in folded:
        for line in deal.lines:
            by_kernel[line_law(line, deal)] += line.points
    assert found.to_dict() == by_kernel
    assert found.idxmax() == max(by_kernel, key=by_kernel.__getitem__)


def test_5_how_many_rubicons_there_are_in_each_season(db: duckdb.DuckDBPyConnection) -> None:
    found = asked(
        db,
        """
        SELECT season_name, count(*) FILTER (rubicon = 1) FROM results JOIN seasons USING (season)
        GROUP BY ALL ORDER BY season_name
        """,
    )
    assert found == [("Spring", 0), ("Winter", 3)]


def test_6_whether_the_postings_of_each_member_are_their_balance_in_the_standings(
    db: duckdb.DuckDBPyConnection,
) -> None:
    found = asked(
        db,
        """
        SELECT season, member, balance, coalesce(sum(amount), 0) FROM standings
        LEFT JOIN postings USING (season, member)
        WHERE commodity = 'points' OR commodity IS NULL
        GROUP BY ALL ORDER BY season, member
        """,
    )
    assert [(season, member) for season, member, _, _ in found] == [
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 2),
        (2, 3),
    ]
    assert [balance for _, _, balance, _ in found] == [moved for _, _, _, moved in found]


def test_7_whether_the_margins_of_the_results_are_the_standings(
    document: dict[str, pd.DataFrame],
) -> None:
    """With what a director took: 30 points of Cat."""
    results = document["results"].dropna(subset=["winner"])
    is_first = results["winner"] == results["first"]
    results = results.assign(loser=results["second"].where(is_first, results["first"]))
    won = results.groupby(["season", "winner"])["margin"].sum()
    paid = results.groupby(["season", "loser"])["margin"].sum()
    standings = document["standings"].set_index(["season", "name"])
    moved = won.rename_axis(["season", "name"]).sub(
        paid.rename_axis(["season", "name"]), fill_value=0
    )
    assert moved.add(standings["adjusted"]).to_dict() == standings["balance"].to_dict()


def test_8_whether_the_lines_with_their_weights_are_the_totals(
    db: duckdb.DuckDBPyConnection,
) -> None:
    found = asked(
        db,
        """
        SELECT partie, first_total, second_total,
            sum(points * weight) FILTER (player = parties.first),
            sum(points * weight) FILTER (player = parties.second)
        FROM lines JOIN deals USING (partie, deal) JOIN parties USING (partie)
        GROUP BY ALL
        """,
    )
    assert len(found) == 4
    assert [(one, other) for _, _, _, one, other in found] == [
        (one, other) for _, one, other, _, _ in found
    ]


def test_9_which_deal_was_the_best_of_each_player(document: dict[str, pd.DataFrame]) -> None:
    lines = document["lines"]
    deals = lines.groupby(["player", "partie", "deal"])["points"].sum()
    assert deals.groupby("player").max().to_dict() == {"Ada": 147, "Ben": 72, "Cat": 41}


def test_10_how_many_deals_without_capot_elder_wins(
    db: duckdb.DuckDBPyConnection,
) -> None:
    found = asked(
        db,
        """
        WITH scored AS (
            SELECT partie, deal, sum(CASE seat WHEN 'elder' THEN points ELSE -points END) AS ahead,
                bool_or(kind = 'capot') AS capot
            FROM lines WHERE kind <> 'totals' GROUP BY ALL
        )
        SELECT count(*) FILTER (ahead > 0), count(*) FROM scored WHERE NOT capot
        """,
    )
    without = [POINTS[log] for log in DEALS if log not in (CAPOT, REPIQUE)]
    assert found == [(sum(elder > younger for elder, younger in without), len(without))]


def test_days_numbers_and_flags_are_read_as_what_they_are(
    db: duckdb.DuckDBPyConnection, document: dict[str, pd.DataFrame]
) -> None:
    """Flags are 1 and 0 in CSV, and true and false in JSON."""
    types = {name: kind for name, kind, *_ in asked(db, "DESCRIBE parties")}
    assert {name: types[name] for name in ("date", "margin", "winner", "rubicon")} == {
        "date": "DATE",
        "margin": "BIGINT",
        "winner": "VARCHAR",
        "rubicon": "BIGINT",
    }
    assert document["parties"]["rubicon"].dtype == bool
