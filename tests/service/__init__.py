"""The services: what they refuse is said in whole sentences,
which are listed in one place to be read.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import ParamSpec

import pytest
from sqlalchemy import Connection

from scorer.rules.names import END, ISOLATE, without_isolates
from scorer.storage.engine import Database, trying
from scorer.table.entering import NotAllowed
from tests import postgresql

__all__ = ["REFUSALS", "refusal", "refused", "tampered", "what_came", "why_not"]

Asked = ParamSpec("Asked")

ISOLATED = f"[{ISOLATE}{END}]?"
"""What may be around a word in a sentence, because the word is a name."""

REFUSALS = (Path(__file__).parent / "refusals.txt").read_text("utf-8").splitlines()


def refusal(words: str) -> str:
    """Return the pattern of the whole sentences of `refusals.txt` that *words* are found in,
    for `pytest.raises`.
    """
    found = [
        ISOLATED.join(map(re.escape, re.split(r"\b", each)))
        for each in REFUSALS
        if re.search(words, each)
    ]
    assert found, words
    return f"^({'|'.join(found)})\\.?$"  # the table ends every reason with a full stop


def refused(
    words: str, call: Callable[Asked, object], /, *asked: Asked.args, **named: Asked.kwargs
) -> None:
    """Check that a call is refused with a whole sentence of `refusals.txt` in
    which there are these words.
    """
    came = what_came(call, *asked, **named)
    act = f"{getattr(call, '__qualname__', call)}{asked}"
    assert re.match(refusal(words), came), f"{act}: expected “{words}”, came: {came}"


def why_not(call: Callable[Asked, object], /, *asked: Asked.args, **named: Asked.kwargs) -> str:
    with pytest.raises(NotAllowed) as found:
        call(*asked, **named)
    return without_isolates(str(found.value))


def what_came(call: Callable[Asked, object], /, *asked: Asked.args, **named: Asked.kwargs) -> str:
    """Return in words what came of a call: why it is refused, how far a sheet has come, or the
    error that it ended with.
    """
    try:
        found = call(*asked, **named)
    except NotAllowed as refused_by:
        return without_isolates(str(refused_by))
    except Exception as error:  # whatever it is, the test says what it was asked
        return f"{type(error).__name__}: {error}"
    status = getattr(found, "status", None)
    return str(status.value if isinstance(status, Enum) else found)


@contextmanager
def tampered(engine: Database, table: str, sql: str, *values: object) -> Iterator[Connection]:
    """The database after a change of a table past its triggers; the change is rolled back."""
    with trying(engine) as db:
        if db.dialect.name == "postgresql":
            postgresql.unguard(db)
            db.exec_driver_sql(sql.replace("?", "%s"), values)
            postgresql.guard(db)
        else:
            db.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
            of = "type = 'trigger' AND tbl_name = ?"
            triggers = db.exec_driver_sql(
                f"SELECT name, sql FROM sqlite_master WHERE {of}", (table,)
            ).all()
            for name, _ in triggers:
                db.exec_driver_sql(f"DROP TRIGGER {name}")
            db.exec_driver_sql(sql, values)
            for _, trigger in triggers:
                db.exec_driver_sql(trigger)
        yield db
