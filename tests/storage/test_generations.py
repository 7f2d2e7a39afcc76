"""The generations of a book: one when it is made, another with each restore."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from scorer.storage import generations
from scorer.storage.engine import connect, make_empty, open_engine, reading, writing
from scorer.storage.generations import GenerationRow, generation_at
from scorer.storage.sheets import insert_sheets
from scorer.storage.statements import append_statements
from tests.storage import NOW, sheet_row

LATER = "2026-11-28T20:31:00+00:00"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_engine(f"sqlite:///{tmp_path / 'book.sqlite'}")
    yield engine
    engine.dispose()


def known(engine: Engine) -> list[GenerationRow]:
    with reading(engine) as db:
        return generations.generations(db)


def test_a_new_book_has_its_first_generation_and_keeps_it(engine: Engine, tmp_path: Path) -> None:
    (first,) = known(engine)
    assert first.id == 1
    assert len(first.token) == 12
    assert first.entries == 0
    assert first.statements == 0
    again = open_engine(f"sqlite:///{tmp_path / 'book.sqlite'}")
    assert known(again) == [first]
    again.dispose()


def test_two_books_have_different_tokens(engine: Engine, tmp_path: Path) -> None:
    other = open_engine(f"sqlite:///{tmp_path / 'other.sqlite'}")
    assert generations.token(other) != generations.token(engine)
    other.dispose()


def test_the_next_generation_has_another_token_and_what_is_in_the_book(engine: Engine) -> None:
    with writing(engine) as db:
        (partie,) = insert_sheets(db, [sheet_row("ABCDEF")])
        append_statements(
            db, partie, deal=0, position=0, said=["E point 5", "Y good"], form_key="one", at=NOW
        )
        generations.begin(db, at=LATER)
    first, second = known(engine)
    assert first.token != second.token
    assert second.id == 2
    assert second.begun_at == LATER
    assert second.last_statement == 2
    assert second.statements == 2


def test_a_process_serves_the_generation_with_which_it_was_started(engine: Engine) -> None:
    """It is read once, so that no request asks for it."""
    token = generations.token(engine)
    with writing(engine) as db:
        generations.begin(db, at=LATER)
    assert generations.token(engine) == token


def test_an_empty_database_for_a_copy_has_no_generation(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    make_empty(engine)
    assert known(engine) == []
    engine.dispose()


def test_a_moment_belongs_to_the_generation_that_had_begun_before_it(engine: Engine) -> None:
    with writing(engine) as db:
        generations.begin(db, at=LATER)
    moments = "2020-01-01T00:00:00+00:00", LATER, "2026-11-28T20:31:01+00:00"
    # what was kept in the very second of a restore was kept before it, or is what the restore
    # brought back
    assert [generation_at(known(engine), at) for at in moments] == [1, 1, 2]
