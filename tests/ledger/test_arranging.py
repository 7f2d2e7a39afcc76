"""Events that are arranged and count nothing, as they are written."""

from dataclasses import dataclass

import pytest

from scorer.ledger.arranging import event_of_merged, read_event, write_event
from scorer.ledger.entries import named


@dataclass(frozen=True, slots=True)
class CameLate:
    member: int
    minutes: int


@dataclass(frozen=True, slots=True)
class WentHome:
    member: int


KINDS = named(CameLate, WentHome)


@pytest.mark.parametrize("event", [CameLate(3, 20), WentHome(7)])
def test_an_event_is_read_as_it_was_written(event: CameLate | WentHome) -> None:
    assert read_event(write_event(event), KINDS) == event


@pytest.mark.parametrize(
    "text",
    ['{"event":"flew away","member":3}', '{"event":"went home"}', '{"member":3}', "[]", "{"],
    ids=["an unknown event", "a field too few", "no event", "a list", "no text"],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"event|field|Expecting"):
        read_event(text, KINDS)


def test_an_event_is_of_the_member_into_whom_its_own_was_merged() -> None:
    assert event_of_merged(CameLate(3, 20), {3: 5}) == CameLate(5, 20)
