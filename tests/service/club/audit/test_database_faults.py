"""What is wrong with the database under the books: here the triggers that guard its rows."""

from itertools import product

from scorer.service.club.audit.database_faults import unguarded_tables
from scorer.service.club.audit.verification import verify
from scorer.storage import schema as s
from scorer.storage.engine import trying
from scorer.storage.row_chains import CHAINS
from scorer.storage.schema import APPEND_ONLY
from tests.service.club.conftest import Two

WITHOUT_NOTES = {
    "sqlite": ["DROP TRIGGER {0}_chain_end"],
    "postgresql": [
        "DROP TRIGGER {0}_chain_end ON {0}",
        "CREATE OR REPLACE FUNCTION {0}_chain_end() RETURNS trigger AS 'BEGIN RETURN NULL; END' "
        "LANGUAGE plpgsql",
    ],
}
UNGUARDED = {
    "sqlite": ["DROP TRIGGER {0}_no_update", "DROP TRIGGER {0}_no_delete"],
    "postgresql": [
        "DROP TRIGGER {0}_append_only ON {0}",
        "ALTER TABLE {0} DISABLE TRIGGER {0}_append_only_truncate",
        "CREATE OR REPLACE FUNCTION {0}_append_only() RETURNS trigger AS 'BEGIN RETURN NEW; END' "
        "LANGUAGE plpgsql",
    ],
}


def test_a_table_without_its_triggers_is_reported(two: Two) -> None:
    dialect = two.engine.dialect.name
    for table, sql in (
        *product(APPEND_ONLY, UNGUARDED[dialect]),
        *product((*CHAINS, s.generation), WITHOUT_NOTES[dialect]),
    ):
        with trying(two.engine) as db:
            db.exec_driver_sql(sql.format(table.name))
            assert unguarded_tables(db) == [table.name], sql
    with trying(two.engine) as db:
        db.exec_driver_sql(UNGUARDED[dialect][0].format("entry"))
        (fault,) = verify(db, now=two.clock())
    assert fault.what == "the table entry lacks a trigger that protects its rows from changes"
