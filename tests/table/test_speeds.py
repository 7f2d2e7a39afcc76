"""How much is entered, as a phone remembers it for the same players and nobody else."""

import pytest

from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.table.speeds import (
    MOST_REMEMBERED,
    Speed,
    counts_in,
    remembered_counts,
    remembered_speed,
    speed_named,
    speeds_of,
    with_counts,
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
    assert max(len("".join(each)) for each in remembered) <= 20  # characters
    assert "Ada" not in f"{remembered}"


@pytest.mark.parametrize("names", [PAIR, ("zoë", "ADA")])
def test_the_count_at_the_end_is_remembered_beside_the_speed(names: tuple[str, str]) -> None:
    remembered = with_counts(with_speed((), PAIR, Speed.GOOD_CALLS), names, counts=True)
    assert remembered_counts(remembered, PAIR)
    assert remembered_speed(remembered, PAIR) is Speed.GOOD_CALLS


def test_another_speed_leaves_the_count_at_the_end() -> None:
    remembered = with_speed(with_counts((), PAIR, counts=True), PAIR, Speed.GOOD_CALLS)
    assert remembered_counts(remembered, PAIR)


def test_tricks_that_are_entered_forget_the_count_at_the_end() -> None:
    remembered = with_counts(with_counts((), PAIR, counts=True), PAIR, counts=False)
    assert not remembered_counts(remembered, PAIR)


@pytest.mark.parametrize("names", [PAIR, ("Ada", "Ben")])
def test_nobody_is_taken_to_count_at_the_end(names: tuple[str, str]) -> None:
    others = with_counts(with_speed((), PAIR, Speed.TOTALS), ("Ada", "Cem"), counts=True)
    assert not remembered_counts(others, names)


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("E point 5; Y good", None),
        ("tricks E3", False),
        ("count E7 last E play 9", True),
        ("strike 1; count E7 last E play 9", True),
    ],
)
def test_a_tap_says_how_the_play_is_entered(said: str, counts: bool | None) -> None:
    assert counts_in(parse_log(said, PRESETS["portland"])) is counts


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
