"""How much is entered, as a phone remembers it for the same players and nobody else."""

import pytest

from scorer.rules.presets import PRESETS
from scorer.table.speeds import (
    MOST_REMEMBERED,
    Speed,
    remembered_speed,
    speed_named,
    speeds_of,
    with_speed,
)

PAIR = ("Ada", "Zoë")


@pytest.mark.parametrize("names", [PAIR, ("Zoë", "Ada"), ("ada", "ZOE")])
def test_a_speed_is_remembered_for_two_people_however_they_are_typed(
    names: tuple[str, str],
) -> None:
    assert remembered_speed(with_speed((), PAIR, Speed.TOTALS), names) is Speed.TOTALS


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada", "Zoë", "Ben"), ("Ada, Zoë", "")])
def test_it_is_remembered_for_nobody_else(names: tuple[str, ...]) -> None:
    assert remembered_speed(with_speed((), PAIR, Speed.TOTALS), names) is Speed.EVERY_CALL


def test_the_last_choice_counts() -> None:
    first = with_speed((), PAIR, Speed.TOTALS)
    both = with_speed(first, PAIR, Speed.GOOD_CALLS)
    assert remembered_speed(both, PAIR) is Speed.GOOD_CALLS
    assert len(both) == 1


def test_the_pair_that_chose_longest_ago_is_dropped() -> None:
    """The cookie has room for so many, so the names are in it by a digest."""
    remembered: list[list[str]] = []
    for number in range(MOST_REMEMBERED):
        remembered = with_speed(remembered, ("Ada", f"{number}"), Speed.TOTALS)
    remembered = with_speed(remembered, ("Ada", "0"), Speed.GOOD_CALLS)
    remembered = with_speed(remembered, PAIR, Speed.TOTALS)
    assert len(remembered) == MOST_REMEMBERED
    assert remembered_speed(remembered, ("Ada", "0")) is Speed.GOOD_CALLS
    assert remembered_speed(remembered, ("Ada", "1")) is Speed.EVERY_CALL
    assert max(len("".join(each)) for each in remembered) <= 20
    assert "Ada" not in f"{remembered}"


@pytest.mark.parametrize("said", ["", "Totals", "only good calls"])
def test_what_is_no_speed_names_none(said: str) -> None:
    assert speed_named(said) is None


def test_a_digest_without_a_speed_of_this_version_means_every_call() -> None:
    ((digest, _),) = with_speed((), PAIR, Speed.TOTALS)
    assert remembered_speed([[digest, "in my sleep"]], PAIR) is Speed.EVERY_CALL


@pytest.mark.parametrize("rules", PRESETS)
def test_good_calls_alone_are_for_two(rules: str) -> None:
    speeds = speeds_of(PRESETS[rules])
    assert (Speed.GOOD_CALLS in speeds) == (PRESETS[rules].players == 2)
    assert {Speed.EVERY_CALL, Speed.TOTALS} <= {*speeds}
