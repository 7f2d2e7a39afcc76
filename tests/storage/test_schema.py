"""The tables: append-only, as the migrations make them, and readable for ever."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, Table, func, inspect, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from scorer.service.club.services import club_services
from scorer.service.club.verifying import verify
from scorer.service.companies import Companies
from scorer.service.parties import Parties, Sight
from scorer.storage import parties as store
from scorer.storage.engine import MIGRATIONS, open_engine, reading, writing
from scorer.storage.schema import APPEND_ONLY, BESIDE, DERIVED, metadata, trigger_statements
from tests.service.club.evenings import Clock, founded
from tests.service.tables import EVERY_LINK
from tests.storage.old_versions.make import make

NOW = "2026-09-01T20:00:00+00:00"
OLD_VERSIONS = Path(__file__).parent / "old_versions"
REVISIONS = sorted(path.stem[1:5] for path in (MIGRATIONS / "versions").glob("v*.py"))
TABLES = sorted(APPEND_ONLY, key=lambda table: table.name)

every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with rows in every table, and the one of a small partie beside it."""
    path: Path = tmp_path_factory.mktemp("made") / "book.sqlite"
    make(path)
    return path


@pytest.fixture
def engine(made: Path, tmp_path: Path) -> Iterator[Engine]:
    """A database of its own with rows in every table."""
    engine = open_engine(f"sqlite:///{shutil.copy(made, tmp_path / 'book.sqlite')}")
    yield engine
    engine.dispose()


@pytest.fixture
def partie(engine: Engine) -> int:
    """The number of a partie of which one statement was recorded."""
    with writing(engine) as db:
        number = store.insert_partie(db, code="ABCDEF", players=("Ada", "Bea"), ruleset="{}", at=NOW)
        store.append_statements(db, number, deal=0, position=0, said=["E point 5"], form_key="one", at=NOW)
    return number


def rows(engine: Engine, table: Table) -> list[tuple[object, ...]]:
    """Every row of *table*."""
    with reading(engine) as db:
        return [tuple(row) for row in db.execute(select(table))]


def columns(table: Table) -> list[str]:
    """The names of the columns of *table*."""
    return [column.name for column in table.columns]


def test_every_table_is_append_only_or_derived_from_those_that_are() -> None:
    """A table that somebody adds is guarded too."""
    assert {*APPEND_ONLY, *DERIVED, *BESIDE} == set(metadata.tables.values())
    assert not {*APPEND_ONLY} & {*DERIVED}


@every_table
def test_no_column_of_a_row_can_be_changed(engine: Engine, table: Table) -> None:
    """Not even to the value that it has; and the refusal says why."""
    before = rows(engine, table)
    assert before
    for name in columns(table):
        with pytest.raises(DBAPIError, match=f"{table.name} is append-only"), writing(engine) as db:
            db.exec_driver_sql(f'UPDATE {table.name} SET "{name}" = "{name}"')
    assert rows(engine, table) == before


@every_table
def test_no_row_can_be_removed(engine: Engine, table: Table) -> None:
    before = rows(engine, table)
    with pytest.raises(DBAPIError, match=f"{table.name} is append-only"), writing(engine) as db:
        db.execute(table.delete())
    assert rows(engine, table) == before


@every_table
def test_no_row_can_be_replaced(engine: Engine, table: Table) -> None:
    """SQLite's REPLACE removes the row that is in its way, which is a removal like any other."""
    before = rows(engine, table)
    with pytest.raises(DBAPIError, match=f"{table.name} is append-only"), writing(engine) as db:
        db.exec_driver_sql(f"REPLACE INTO {table.name} SELECT * FROM {table.name}")
    assert rows(engine, table) == before


@every_table
def test_a_refused_change_takes_back_the_whole_transaction(engine: Engine, table: Table) -> None:
    """What was written beside it does not stay."""

    def add_and_remove() -> None:
        with writing(engine) as db:
            store.insert_partie(db, code="GHJKLM", players=("Cy", "Di"), ruleset="{}", at=NOW)
            db.execute(table.delete())

    with pytest.raises(DBAPIError, match="append-only"):
        add_and_remove()
    with reading(engine) as db:
        assert store.find_partie(db, "GHJKLM") is None


@pytest.mark.parametrize("table", [table.name for table in TABLES])
def test_postgresql_refuses_the_same_and_to_truncate(table: str) -> None:
    sql = " ".join(trigger_statements(table, "postgresql"))
    assert re.search(rf"BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW", sql)
    assert re.search(rf"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT", sql)
    assert f"RAISE EXCEPTION '{table} is append-only'" in sql


def test_the_migrations_make_what_the_tables_say(engine: Engine) -> None:
    """Alembic finds nothing to add and nothing to take away."""
    with reading(engine) as db:
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISIONS[-1]


@every_table
def test_the_constraints_have_the_names_that_a_later_migration_needs(engine: Engine, table: Table) -> None:
    """A constraint without a name cannot be dropped on PostgreSQL, nor in SQLite's batches."""
    found = inspect(engine)
    names = {found.get_pk_constraint(table.name)["name"]}
    names |= {each["name"] for each in found.get_unique_constraints(table.name)}
    names |= {each["name"] for each in found.get_foreign_keys(table.name)}
    with engine.connect() as db:
        formatted = {db.dialect.identifier_preparer.format_constraint(each) for each in table.constraints}
    assert names == formatted


@pytest.mark.parametrize(
    ("deal", "position", "form_key"),
    [pytest.param(0, 0, "two", id="a place in a log"), pytest.param(1, 0, "one", id="a place of a form")],
)
def test_no_place_is_taken_twice(engine: Engine, partie: int, deal: int, position: int, form_key: str) -> None:
    """Whatever the program thinks it knows, the database holds two statements apart."""
    with pytest.raises(IntegrityError), writing(engine) as db:
        store.append_statements(db, partie, deal=deal, position=position, said=["Y good"], form_key=form_key, at=NOW)


def test_a_player_signs_a_record_once_and_a_corrected_one_again(engine: Engine, partie: int) -> None:
    """Each signature covers the last statement that was there; none is ever removed."""
    for said, position in (("Y good", 1), ("strike 2 for Y not good", 2)):
        with writing(engine) as db:
            store.append_signature(db, partie, player=0, name="Ada", at=NOW)
        with pytest.raises(IntegrityError), writing(engine) as db:
            store.append_signature(db, partie, player=0, name="Ada", at=NOW)
        with writing(engine) as db:
            store.append_statements(db, partie, deal=0, position=position, said=[said], form_key=said, at=NOW)
    with reading(engine) as db:
        covered = [each.covers for each in store.signatures(db, partie)]
        logs = [[each.said for each in store.statements(db, partie, last=number)] for number in covered]
    assert logs == [["E point 5"], ["E point 5", "Y good"]]


def test_another_partie_has_its_own_places(engine: Engine, partie: int) -> None:
    with writing(engine) as db:
        other = store.insert_partie(db, code="GHJKLM", players=("Cy", "Di"), ruleset="{}", at=NOW)
        assert other != partie
        store.append_statements(db, other, deal=0, position=0, said=["E point 5"], form_key="one", at=NOW)
        assert [row.said for row in store.statements(db, other)] == ["E point 5"]


def test_a_database_of_every_schema_is_kept() -> None:
    """Whoever adds a migration adds the database that it leaves, with `old_versions/make.py`."""
    kept = {path.stem: path for path in OLD_VERSIONS.glob("*.sqlite")}
    assert sorted(kept) == REVISIONS
    assert all(path.stat().st_size < 500_000 for path in kept.values())


@pytest.fixture(params=REVISIONS)
def old_book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A copy of a kept database, migrated."""
    path = shutil.copy(OLD_VERSIONS / f"{request.param}.sqlite", tmp_path / "book.sqlite")
    engine = open_engine(f"sqlite:///{path}")
    yield engine
    engine.dispose()


def test_an_old_database_still_scores_its_parties(old_book: Engine) -> None:
    """Bea's 107 against 94 under the Rubicon: 107 + 94 + 100. The other partie stands in its second deal."""
    begun, finished, *_ = Parties(old_book, lambda: datetime(2030, 1, 1, tzinfo=UTC)).latest(EVERY_LINK)
    assert [deal.points for deal in finished.partie.deals[:2]] == [(28, 23), (6, 24)]
    assert finished.partie.totals == (94, 107)
    settlement = finished.partie.settlement
    assert settlement is not None
    assert (settlement.winner, settlement.points, settlement.rubicon) == (1, 301, True)
    assert finished.signatures == ("Ada", "Bea")
    assert (begun.names, begun.partie.totals, begun.current_deal) == (("Élodie", "Ωρίων"), (24, 12), 1)


def test_an_old_database_is_brought_up_to_date(old_book: Engine) -> None:
    with reading(old_book) as db:
        assert compare_metadata(MigrationContext.configure(db), metadata) == []
        filled = [table for table in TABLES if db.execute(select(func.count()).select_from(table)).scalar_one()]
    assert len(filled) >= 5
    for table in filled:
        with pytest.raises(DBAPIError, match="append-only"), writing(old_book) as db:
            db.execute(table.delete())


def test_a_partie_of_an_old_database_can_be_gone_on_with(old_book: Engine) -> None:
    parties = Parties(old_book, lambda: datetime(2030, 1, 1, tzinfo=UTC))
    begun, finished, *_ = parties.latest(EVERY_LINK)
    parties.record(begun.code, deal=1, position=3, said="E quart; Y good", form_key="new")
    assert parties.sheet(begun.code).partie.totals == (24, 16)
    assert [link.revoked for link in parties.links(finished.code)] == [False, True]


def test_the_books_of_an_old_database_are_whole(old_book: Engine) -> None:
    """Every hash, every sum and every derived figure, and what the triggers guard; there is nothing to complain of."""
    assert list(verify(old_book)) == []


@pytest.mark.parametrize("old_book", REVISIONS[1:], indirect=True)
def test_the_standings_of_an_old_database_are_those_of_its_day(old_book: Engine) -> None:
    """
    The first schema had no clubs; in each after it Ben has won the one partie.

    His 107 against 94, and one more since he and Ada agreed on a point of six: 108 + 94 + 100, less a penalty of 50.
    """
    services = club_services(Parties(old_book, lambda: datetime(2030, 1, 1, tzinfo=UTC)))
    (club,) = services.clubs.clubs()
    now = services.standings.now(club.id, 1)
    assert [(now.names[row.member], row.tally.balance) for row in now.table.rows] == [("Ben", 252), ("Ada", -302)]


def test_a_club_is_founded_and_plays_in_an_old_database(old_book: Engine) -> None:
    """By the program of today, beside what is there."""
    clock = Clock()
    club = founded(Parties(old_book, clock), clock)
    season = club.season(*club.admit("Cy", "Di"))
    assert club.play(season, 1, 2).posted is not None
    assert list(verify(old_book)) == []


@pytest.mark.parametrize("old_book", REVISIONS[2:], indirect=True)
def test_a_company_of_an_old_database_has_its_card(old_book: Engine) -> None:
    """
    The first two schemas had none. Ben, elder first, beats Ada in the box, and then Cy.

    After five deals of 24 and 6 he has 84 to 66, and Ada concedes the sixth: 107 + 66 + 100 count 270.
    """
    companies = Companies(old_book, lambda: datetime(2030, 1, 1, tzinfo=UTC))
    (card,) = companies.latest(Sight(frozenset({1})))
    assert card.names == ("Ada", "Ben", "Cy")
    assert [turn.points for turn in card.company.card.turns] == [270, 150]
    assert card.signatures == ("Ada", None, None)
    assert [link.revoked for link in companies.scoring.all(card.code)] == [False, True]
