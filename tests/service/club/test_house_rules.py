"""The house rules that a club keeps under a name."""

from scorer.service.club.clubs import MOST, SavedRules
from tests.service import refused
from tests.service.club.running_club import RunningClub, founded

OURS = "portland point_min=4 rubicon=150"


def test_house_rules_are_saved_replaced_and_deleted_by_name(club: RunningClub) -> None:
    house, director = club.services.house_rules, club.director
    assert house.saved(club.id) == ()
    house.save(director, " Our  rules ", "portland rubicon=150  point_min=4")
    assert house.saved(club.id) == (SavedRules("Our rules", "portland point_min=4 rubicon=150"),)
    house.save(director, "Our rules", "modern")
    house.save(director, "A", OURS)
    assert house.saved(club.id) == (SavedRules("A", OURS), SavedRules("Our rules", "modern"))
    house.delete(director, "Our rules")
    assert house.saved(club.id) == (SavedRules("A", OURS),)


def test_house_rules_that_are_refused_are_not_saved(club: RunningClub) -> None:
    """Nor are those that another club has saved."""
    house, director, ada = club.services.house_rules, club.director, club.members[1]
    other = founded(club.parties, club.clock, "Another club")
    house.save(other.director, "Theirs", OURS)
    for by, name, line, why in (
        (director, "", OURS, "A name has 1 to 80 printable characters"),
        (director, "Ours", "nonsense", "These rules cannot be saved: there is no preset 'nonsense'"),
        (director, "Ours", "portland target=100", "a target and a lurch belong to a partie that ends"),
        (ada, "Ours", OURS, "Only a director"),
    ):
        refused(why, house.save, by, name, line)
    for by, why in ((ada, "Only a director"), (director, "no saved house rules called Theirs")):
        refused(why, house.delete, by, "Theirs")
    assert house.saved(club.id) == ()
    assert len(house.saved(other.id)) == 1


def test_the_51st_saved_house_rules_are_refused(club: RunningClub) -> None:
    for number in range(MOST):
        club.services.house_rules.save(club.director, f"{number}", OURS)
    refused("Remove one first", club.services.house_rules.save, club.director, "one more", OURS)
    club.services.house_rules.save(club.director, "0", "modern")
