"""Pairs as they are stored: chained, with one link in force, and rows that read back whole."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from scorer.resources import resource_text
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import play_partie
from scorer.storage import pairs
from scorer.storage.engine import open_engine, reading, writing
from scorer.storage.pairs import OUT, OVER, RUNNING, Chosen, InPair, PartieNow
from scorer.storage.row_chains import row_faults
from scorer.storage.sheets import insert_sheets
from scorer.table.pair_results import PairResult, result_for
from tests.storage import NOW, sheet_row

DAY = "2026-09-01"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_engine(f"sqlite:///{tmp_path / 'book.sqlite'}")
    yield engine
    engine.dispose()


@pytest.fixture
def pair(engine: Engine) -> int:
    with writing(engine) as db:
        return pairs.insert_pair(db, code="PAIRAB", token_hash="first", at=NOW).id


@pytest.fixture
def sheet(engine: Engine) -> int:
    with writing(engine) as db:
        return insert_sheets(db, [sheet_row("GHJKLM")])[0]


def example(left: int) -> PairResult:
    partie = play_partie(parse_partie(resource_text("examples/rubicon.piquet")).record)
    return result_for(partie, left=left, code="GHJKLM", day=DAY, opened_at=NOW)


def row(pair: int, sheet: int, left: int, status: str = OVER) -> pairs.Cells:
    spot = InPair(pair, sheet, left, status)
    return pairs.to_row(PartieNow(spot, "GHJKLM", DAY, NOW, example(left)))


def test_only_the_last_link_of_a_pair_is_in_force(engine: Engine, pair: int) -> None:
    with writing(engine) as db:
        pairs.insert_link(db, pair, token_hash="second", at=NOW)
        assert pairs.pairs_of_links(db, ["first", "second"]) == {"second": pair}


def test_a_link_leads_to_one_pair(engine: Engine, pair: int) -> None:
    with pytest.raises(IntegrityError), writing(engine) as db:
        pairs.insert_pair(db, code="OTHER2", token_hash="first", at=NOW)


def test_a_result_is_read_as_it_was_kept(engine: Engine, pair: int, sheet: int) -> None:
    with writing(engine) as db:
        pairs.keep(db, [row(pair, sheet, 1)])
        assert pairs.results(db, Chosen(pair), start=0, most=20) == [example(1)]


def test_the_example_has_moments_to_be_kept() -> None:
    assert example(0).moments != ()


def test_a_row_seen_from_the_other_side_is_that_of_the_other_side(pair: int, sheet: int) -> None:
    assert pairs.crossed(row(pair, sheet, 0)) == row(pair, sheet, 1)


def test_a_partie_before_its_end_has_no_figures(pair: int, sheet: int) -> None:
    now = PartieNow(InPair(pair, sheet, 0, RUNNING), "GHJKLM", DAY, NOW, None)
    found = pairs.to_row(now)
    assert found["status"] == RUNNING
    assert found["rules"] == ""
    assert found["winner"] == -1


def test_a_partie_that_is_left_out_keeps_its_figures(pair: int, sheet: int) -> None:
    assert row(pair, sheet, 0, OUT) == row(pair, sheet, 0) | {"status": OUT}


def test_who_was_on_the_left_is_known_of_a_partie_that_is_left_out(
    engine: Engine, pair: int, sheet: int
) -> None:
    spot = InPair(pair, sheet, 1, OUT)
    with writing(engine) as db:
        pairs.put_sheet(db, spot, at=NOW)
        assert [*pairs.all_by_rows(db)] == [[spot]]


def test_sheets_are_read_some_at_a_time(engine: Engine, pair: int) -> None:
    with writing(engine) as db:
        ids = insert_sheets(db, [sheet_row(code) for code in ("AAAAAA", "BBBBBB", "CCCCCC")])
        for each in ids:
            pairs.put_sheet(db, InPair(pair, each, 0, RUNNING), at=NOW)
            pairs.put_sheet(db, InPair(pair, each, 1, RUNNING), at=NOW)
        found = [*pairs.all_by_rows(db, most=2)]
    assert [[spot.sheet_id for spot in some] for some in found] == [ids[:2], ids[2:]]
    assert {spot.left for some in found for spot in some} == {1}


def test_a_line_is_erased_from_under_its_seal(engine: Engine, pair: int, sheet: int) -> None:
    with writing(engine) as db:
        pairs.put_sheet(db, InPair(pair, sheet, 0, OVER), at=NOW)
        pairs.keep(db, [row(pair, sheet, 0)])
        pairs.add_note(db, sheet, "Ada was late", at=NOW)
        pairs.save_setting(
            db, pair, name=pairs.SETTLED, value="{}", at=NOW, line="Ada paid in cakes"
        )
        pairs.erase(db, pair, 0, "Former player 1")
    with reading(engine) as db:
        assert pairs.notes(db, [sheet]) == {}
        assert [each.text for each in pairs.settings(db, pair, pairs.SETTLED)] == [""]
        assert [*row_faults(db, None)] == []
