"""The house rules that a club keeps under a name."""

from __future__ import annotations

import pytest

from scorer.service.club.clubs import MOST, SavedRules
from scorer.service.opening import NotAllowed
from tests.service.club.conftest import Two
from tests.service.club.running_club import RunningClub, founded


@pytest.fixture
def club(two: Two) -> RunningClub:
    return two.club


OURS = "portland point_min=4 rubicon=150"


def test_house_rules_are_saved_replaced_and_deleted_by_name(club: RunningClub) -> None:
    house, director = club.services.house_rules, club.director
    assert house.saved(club.club.id) == ()
    house.save(director, " Our  rules ", "portland rubicon=150  point_min=4")
    assert house.saved(club.club.id) == (SavedRules("Our rules", "portland point_min=4 rubicon=150"),)
    house.save(director, "Our rules", "modern")
    house.save(director, "A", OURS)
    assert house.saved(club.club.id) == (SavedRules("A", OURS), SavedRules("Our rules", "modern"))
    house.delete(director, "Our rules")
    assert house.saved(club.club.id) == (SavedRules("A", OURS),)


def test_saved_house_rules_belong_to_one_club(club: RunningClub) -> None:
    other = founded(club.parties, club.clock, "Another club")
    club.services.house_rules.save(club.director, "Ours", OURS)
    assert other.services.house_rules.saved(other.club.id) == ()


@pytest.mark.parametrize(
    ("name", "line", "why"),
    [
        ("", OURS, "A name has 1 to 80 printable characters"),
        ("Ours", "nonsense", "These rules cannot be saved: there is no preset 'nonsense'"),
        ("Ours", "portland target=100", "a target and a lurch belong to a partie that ends at a number of points"),
    ],
)
def test_house_rules_that_cannot_be_saved_are_refused_with_the_reason(
    club: RunningClub, name: str, line: str, why: str
) -> None:
    with pytest.raises(NotAllowed, match=why):
        club.services.house_rules.save(club.director, name, line)
    assert club.services.house_rules.saved(club.club.id) == ()


def test_a_member_cannot_save_or_delete_house_rules(club: RunningClub) -> None:
    house = club.services.house_rules
    house.save(club.director, "Ours", OURS)
    with pytest.raises(NotAllowed, match="Only a director"):
        house.save(club.members[1], "Mine", OURS)
    with pytest.raises(NotAllowed, match="Only a director"):
        house.delete(club.members[1], "Ours")
    with pytest.raises(NotAllowed, match="no saved house rules called Theirs"):
        house.delete(club.director, "Theirs")


def test_the_51st_saved_house_rules_are_refused(club: RunningClub) -> None:
    for number in range(MOST):
        club.services.house_rules.save(club.director, f"{number}", OURS)
    with pytest.raises(NotAllowed, match="Delete one first"):
        club.services.house_rules.save(club.director, "one more", OURS)
    club.services.house_rules.save(club.director, "0", "modern")
