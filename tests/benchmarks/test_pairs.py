"""How long the history of a pair takes that has played a thousand parties, and its page."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy import Engine

from scorer.ledger import chain
from scorer.resources import resource_text
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import play_partie
from scorer.service.pairs import Pairs
from scorer.service.parties import Parties
from scorer.storage import pairs as store
from scorer.storage.engine import open_engine, writing
from scorer.storage.pairs import OVER, InPair, PartieNow
from scorer.storage.sheets import PlayerRow, SheetRow, insert_sheets
from scorer.table.pair_results import result_for
from scorer.table.recording import SheetKind
from tests.benchmarks.conftest import FLAT, passes
from tests.web.conftest import Phone, new_application

FEW = 50
MANY = 1000
"""Parties of the pair in the small book and in the large one."""

AT_MOST = 40
"""How often a history is read to find how quickly it can be."""

AT = "2026-01-01T20:00:00+00:00"
CODE = "PAIRAB"
SECRET = "s" * 32


def of_a_pair(path: Path, parties: int) -> Pairs:
    """A book with a pair that has played so many parties, one and the same on days by lot."""
    lots = Random(1)
    engine = open_engine(f"sqlite:///{path}")
    record = parse_partie(resource_text("examples/rubicon.piquet")).record
    partie = play_partie(record)
    ruleset = json.dumps(ruleset_to_data(record.rules))
    players = (PlayerRow(0, "Ada"), PlayerRow(1, "Ben"))
    days = [
        (date(2022, 1, 1) + timedelta(days=lots.randrange(1400))).isoformat()
        for _ in range(parties)
    ]
    new = [
        SheetRow(0, f"P{number:05}", SheetKind.PARTIE, "", ruleset, AT, players, day=day)
        for number, day in enumerate(days)
    ]
    with writing(engine) as db:
        pair = store.insert_pair(db, code=CODE, token_hash=chain.digest(SECRET), at=AT)
        rows = []
        for sheet_id, sheet in zip(insert_sheets(db, new), new, strict=True):
            left = lots.randrange(2)
            spot = InPair(pair.id, sheet_id, left, OVER)
            store.put_sheet(db, spot, at=AT)
            result = result_for(partie, left=left, code=sheet.code, day=sheet.day, opened_at=AT)
            rows.append(store.to_row(PartieNow(spot, sheet.code, sheet.day, AT, result)))
        store.keep(db, rows)
    return Pairs(engine, lambda: datetime(2026, 1, 2, tzinfo=UTC))


def quickest(*reads: Callable[[], object]) -> list[float]:
    """Return the seconds of this process that the quickest of some readings of each takes.

    They take turns, so that what else the machine does slows one as much as another.
    """
    found: list[list[float]] = [[] for _ in reads]
    for _ in range(AT_MOST):
        for read, times in zip(reads, found, strict=True):
            before = process_time()
            read()
            times.append(process_time() - before)
    return [min(times) for times in found]


@pytest.mark.sqlite
def test_a_thousand_parties_are_hardly_dearer_than_fifty(
    benchmark: BenchmarkFixture, tmp_path: Path
) -> None:
    few = of_a_pair(tmp_path / "few.sqlite", FEW)
    many = of_a_pair(tmp_path / "many.sqlite", MANY)
    assert many.history(CODE).count == MANY
    benchmark.pedantic(lambda: many.history(CODE), rounds=5)
    of_few, of_many = quickest(lambda: few.history(CODE), lambda: many.history(CODE))
    assert passes(benchmark.name, of_many, FLAT * of_few)


def phone_of(pairs: Pairs) -> Phone:
    """A phone on which the pair was opened by its link."""
    assert isinstance(pairs.engine, Engine)
    phone = Phone(new_application(Parties(pairs.engine, pairs.clock)))
    phone.send(phone.get(f"/w/{SECRET}"), "Open on this phone")
    return phone


@pytest.mark.sqlite
def test_the_page_of_a_thousand_parties_is_hardly_dearer_than_that_of_fifty(
    benchmark: BenchmarkFixture, tmp_path: Path
) -> None:
    few = phone_of(of_a_pair(tmp_path / "few.sqlite", FEW)).client
    many = phone_of(of_a_pair(tmp_path / "many.sqlite", MANY)).client
    address = f"/pair/{CODE}"
    assert f"{MANY:,} finished parties" in many.get(address).text
    benchmark.pedantic(lambda: many.get(address), rounds=5)
    of_few, of_many = quickest(lambda: few.get(address), lambda: many.get(address))
    assert passes(benchmark.name, of_many, FLAT * of_few)
