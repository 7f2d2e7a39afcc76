"""What all tables share: their metadata with the names of constraints, and the triggers that make one append-only."""

from __future__ import annotations

from sqlalchemy import MetaData

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMING)


def trigger_statements(table: str, dialect: str) -> tuple[str, ...]:
    """
    The SQL that makes *table* refuse UPDATE and DELETE.

    Args:
        table: its name.
        dialect: `sqlite` or `postgresql`.
    """
    refusal = f"{table} is append-only"
    if dialect == "sqlite":
        return tuple(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
            for verb in ("UPDATE", "DELETE")
        )
    function = f"{table}_append_only"
    return (
        f"CREATE FUNCTION {function}() RETURNS trigger AS $$ "
        f"BEGIN RAISE EXCEPTION '{refusal}'; END $$ LANGUAGE plpgsql",
        f"CREATE TRIGGER {function} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()",
        f"CREATE TRIGGER {function}_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {function}()",
    )
