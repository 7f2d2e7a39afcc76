"""The people of a club: admitted, named, given links and PINs, each of which can be ended; and its house rules."""

import pytest
from sqlalchemy import text

from scorer.service.club.clubs import MOST, SavedRules
from scorer.service.club.credentials import Role
from scorer.service.club.people import People
from scorer.service.opening import NotAllowed, new_token
from scorer.storage.engine import reading
from tests import there
from tests.service import refusal, refused
from tests.service.club.conftest import Two
from tests.service.club.running_club import RunningClub, founded


@pytest.fixture
def people(two: Two) -> People:
    return two.services.people


def test_the_last_set_up_link_founds_one_club(two: Two) -> None:
    clubs = two.services.clubs
    first, link = clubs.new_setup_link(), clubs.new_setup_link()
    assert [clubs.setup_link_holds(each) for each in (first, link)] == [False, True]
    for password in ("short", "thetalon2026", "MoMoMoMoMoMo"):
        refused("Choose four words", clubs.found, link, club="The Talon", director="Mo", password=password)
    club, director = clubs.found(link, club="The Talon", director="Mo", password="thirteen tricks")
    assert (director.club_id, director.role, director.author) == (club.id, Role.DIRECTOR, "director Mo")
    for token in (first, link, "forged", ""):
        assert not clubs.setup_link_holds(token)
        refused("set-up link", clubs.found, token, club="Another", director="Mo", password="thirteen tricks")
    assert [each.name for each in clubs.clubs()] == ["Turf Club", "The Talon"]


def test_a_director_s_name_and_password_are_new(two: Two, people: People) -> None:
    for password in ("Turf Club 1887!", "Montgomery1234"):
        refused("easy to guess", people.add_director, two.director, name="Montgomery", password=password)
    with pytest.raises(NotAllowed, match=refusal("already a director of this name")):
        people.add_director(two.director, name="ANN", password="thirteen tricks")


def test_a_sign_in_is_forgotten_when_no_cookie_can_name_it(two: Two, people: People) -> None:
    """A cookie lasts 400 days from when it was sent, which is not after its last use."""
    ada, ben = two.players
    unused, used = people.begin(ada), people.begin(ben)
    two.clock.later(days=399)
    assert people.acting(there(people.sign_in_with(used))) == ben
    for days, kept in ((2, True), (397, True), (1, False)):
        two.clock.later(days=days)
        people.begin(ada)
        assert people.sign_in_with(unused) is None
        assert (people.sign_in_with(used) is not None) == kept


def test_names_are_admitted_all_or_none(two: Two, people: People) -> None:
    refused(r"called ada.*Cy is in the list twice", people.admit, two.director, ["Cy", "ada", "Cy", "Di"])
    refused("up to 500 names at once", people.admit, two.director, ["Cy"] * 501)
    assert len(people.members(two.id)) == 2
    assert people.admit(two.director, ["Ωρίων", "", "  ", "山田 太郎"]) == [3, 4]
    assert [each.name for each in people.members(two.id)] == ["Ada", "Ben", "Ωρίων", "山田 太郎"]


def test_a_member_is_renamed_to_a_name_that_nobody_has(two: Two, people: People) -> None:
    people.rename(two.director, two.ada, "Ada King")
    for member, name, why in (
        (two.ben, "ADA KING", "called ADA KING"),
        (two.ben, "  ", "1 to 80"),
        (two.ben, "=1+1", "begin like a formula"),
        (two.ben, "a\u202eb", "1 to 80"),
    ):
        refused(why, people.rename, two.director, member, name)
    assert people.shown_names(two.id) == {two.ada: "Ada King", two.ben: "Ben"}


def test_one_form_makes_one_link_for_a_member_or_for_each_without_one(two: Two, people: People) -> None:
    token = new_token()
    assert people.new_link(two.director, two.ada, token=token) == token
    assert people.new_link(two.director, two.ada, token=token) == token
    found = there(people.member(two.id, two.ada))
    assert len(found.links) == 2
    cy, di = people.admit(two.director, ["Cy", "Di"])
    token = new_token()
    made = people.new_links(two.director, token)
    assert set(made) == {cy, di}
    assert people.new_links(two.director, token) == made
    assert people.new_links(two.director, new_token()) == {}
    opened = there(people.open_link(made[cy]))
    assert opened.member == cy


def test_a_role_follows_the_member_to_every_phone(two: Two, people: People) -> None:
    people.give_role(two.director, two.ada, Role.SCORER)
    ada = there(people.actor(two.players[0].credential))
    assert (ada.role, ada.author, ada.called) == (Role.SCORER, "scorer member 1", "scorer Ada")
    assert [each.role for each in people.members(two.id)] == [Role.SCORER, Role.MEMBER]
    people.give_role(two.director, two.ada, Role.MEMBER)
    assert people.actor(two.players[0].credential) == two.players[0]
    refused("with a password", people.give_role, two.director, two.ada, Role.DIRECTOR)


def test_a_pin_is_set_by_its_owner_and_ended_by_a_director(two: Two, people: People) -> None:
    ada, club = two.players[0], two.id
    assert not people.pin_is_right(club, two.ada, "4711")
    people.set_pin(ada, two.ada, "4711")
    with reading(people.engine) as db:
        number = db.execute(text("SELECT max(id) FROM credential")).scalar_one()
    assert people.actor(number) is None, "a PIN does not sign in"
    assert people.pin_is_right(club, two.ada, "4711")
    assert not people.pin_is_right(club, two.ben, "4711")
    people.set_pin(ada, two.ada, "90210")
    assert not people.pin_is_right(club, two.ada, "4711")
    people.end_pin(two.director, two.ada)
    assert not people.pin_is_right(club, two.ada, "90210")
    for who in (two.players[1], two.director):
        refused("your own PIN", people.set_pin, who, two.ada, "4711")
    refused("one of the first that people try", people.set_pin, ada, two.ada, "1212")
    member = there(people.member(club, two.ada))
    assert not member.has_pin


def test_only_a_director_makes_the_standings_public(two: Two) -> None:
    clubs, code = two.services.clubs, two.club.code
    refused("Only a director", clubs.choose, two.players[0], "public standings", "yes")
    assert not clubs.club(code).public
    clubs.choose(two.director, "public standings", "yes")
    assert clubs.club(code).public


# The house rules that a club keeps under a name

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
