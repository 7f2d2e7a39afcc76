"""What a book has lost, and what a restore explains: the generations of books."""

import pytest

from scorer.service.club.audit.losses import common_generation, generation_words
from scorer.storage.generations import GenerationRow


def generation(number: int, token: str, entries: int = 0) -> GenerationRow:
    return GenerationRow(
        id=number,
        token=token,
        begun_at=f"2026-11-{20 + number}T18:00:00+00:00",
        last_entry=entries,
        entries=entries,
        last_statement=entries,
        statements=entries,
        digest="",
    )


FIRST = generation(1, "a")
RESTORED = generation(2, "b", entries=7)
RESTORED_ELSEWHERE = generation(2, "c", entries=1)


def test_a_copy_that_was_restored_since_has_the_generations_before_in_common() -> None:
    assert common_generation([FIRST], [FIRST, RESTORED]) == 1


def test_two_copies_that_were_both_restored_have_the_one_before_in_common() -> None:
    assert common_generation([FIRST, RESTORED_ELSEWHERE], [FIRST, RESTORED]) == 1


def test_a_book_and_its_copy_have_the_last_generation_in_common() -> None:
    assert common_generation([FIRST, RESTORED], [FIRST, RESTORED]) == 2


def test_no_restore_explains_how_a_foreign_book_differs() -> None:
    assert common_generation([generation(1, "x")], [FIRST, RESTORED]) == 2


def test_nothing_is_said_of_the_generation_of_a_book_that_was_never_restored() -> None:
    assert generation_words([FIRST]) == []


@pytest.mark.parametrize(
    ("restored", "words"),
    [
        (RESTORED, "a backup with 7 entries and 7 statements."),
        (RESTORED_ELSEWHERE, "a backup with 1 entry and 1 statement."),
    ],
    ids=["several", "one"],
)
def test_a_generation_says_with_what_it_began(restored: GenerationRow, words: str) -> None:
    _, second = generation_words([FIRST, restored])
    assert second.endswith(words)
