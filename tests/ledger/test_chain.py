"""Frozen dataclasses as text, where a field came later than the others."""

from dataclasses import dataclass, field

import pytest

from scorer.ledger.chain import canonical, from_data, to_data
from scorer.ledger.late import LATE


@dataclass(frozen=True, slots=True)
class Evening:
    round: int
    bell: str = field(default="", metadata=LATE)


def test_a_field_that_came_later_leaves_the_old_text_as_it_was() -> None:
    assert canonical(to_data(Evening(3))) == '{"round":3}'


def test_a_field_that_came_later_is_written_where_it_says_something() -> None:
    assert canonical(to_data(Evening(3, "21:30"))) == '{"bell":"21:30","round":3}'


@pytest.mark.parametrize("evening", [Evening(3), Evening(3, "21:30")])
def test_what_was_written_is_read(evening: Evening) -> None:
    assert from_data(Evening, to_data(evening)) == evening


@pytest.mark.parametrize(
    "data",
    [{"round": 3, "bell": ""}, {"bell": "21:30"}, {"round": 3, "hour": 9}],
    ids=["a usual value that is never written", "a field too few", "a field too many"],
)
def test_there_is_one_text_for_each_value(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"field|left out"):
        from_data(Evening, data)
