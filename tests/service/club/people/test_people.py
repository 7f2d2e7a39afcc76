"""The people of a club: admitted, named, given links and PINs, merged and erased; and its
house rules.

Of members who left, were admitted twice, or want their name erased nothing else is deleted, and the
book verifies.
"""

from pathlib import Path

import pytest
from beancount.loader import load_string
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from scorer.ledger.entries import Commodity
from scorer.ledger.terms import Format, Stakes
from scorer.rules.names import without_isolates
from scorer.service.club.audit.verification import verify
from scorer.service.club.credentials import Role
from scorer.service.club.people.clubs import MOST, SavedRules
from scorer.service.club.people.members import People
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.storage import entry_rows as store
from scorer.storage.engine import reading, writing
from scorer.storage.schema import sign_in
from scorer.table.entering import new_token
from tests import there
from tests.service import refused
from tests.service.club.conftest import TRICK, Two, points
from tests.service.club.running_club import RunningClub, founded, new_club


@pytest.fixture
def people(two: Two) -> People:
    return two.services.people


def test_the_last_set_up_link_founds_one_club(two: Two) -> None:
    clubs = two.services.clubs
    first = clubs.new_setup_link()
    link = clubs.new_setup_link()
    assert [clubs.setup_link_holds(each) for each in (first, link)] == [False, True]
    for password in ("short", "thetalon2026", "MoMoMoMoMoMo"):
        refused(
            "Choose four words",
            clubs.found,
            link,
            club="The Talon",
            director="Mo",
            password=password,
        )
    club, director = clubs.found(link, club="The Talon", director="Mo", password="thirteen tricks")
    assert director.club_id == club.id
    assert director.role == Role.DIRECTOR
    assert director.author == "director Mo"
    for token in (first, link, "forged", ""):
        assert not clubs.setup_link_holds(token)
        refused(
            "set-up link",
            clubs.found,
            token,
            club="Another",
            director="Mo",
            password="thirteen tricks",
        )
    assert [each.name for each in clubs.clubs()] == ["Turf Club", "The Talon"]


def test_a_director_s_name_and_password_are_new(two: Two, people: People) -> None:
    add = people.add_director
    ann = two.director
    for password in ("Turf Club 1887!", "Montgomery1234"):
        refused("easy to guess", add, ann, name="Montgomery", password=password)
    refused("already a director of this name", add, ann, name="ANN", password="thirteen tricks")


def test_a_sign_in_is_forgotten_when_no_cookie_can_name_it(two: Two, people: People) -> None:
    """A cookie lasts 400 days from when it was sent, which is not after its last use."""
    ada, ben = two.players
    unused = people.begin(ada)
    used = people.begin(ben)
    two.clock.later(days=399)
    assert people.acting(there(people.sign_in_with(used))) == ben
    for days, kept in ((2, True), (397, True), (1, False)):
        two.clock.later(days=days)
        people.begin(ada)
        assert people.sign_in_with(unused) is None
        assert (people.sign_in_with(used) is not None) == kept


def test_names_are_admitted_all_or_none(two: Two, people: People) -> None:
    refused(
        r"called Ada.*Cy is in the list twice",
        people.admit,
        two.director,
        ["Cy", "ada", "Cy", "Di"],
    )
    refused("up to 500 names at once", people.admit, two.director, ["Cy"] * 501)
    assert len(people.members(two.id)) == 2
    assert people.admit(two.director, ["Ωρίων", "", "  ", "山田 太郎"]) == [3, 4]
    assert [each.name for each in people.members(two.id)] == ["Ada", "Ben", "Ωρίων", "山田 太郎"]


def test_a_member_is_renamed_to_a_name_that_nobody_has(two: Two, people: People) -> None:
    people.rename(two.director, two.ada, "Ada King")
    for name, why in (
        ("ADA KING", "called Ada King"),
        ("  ", "1 to 80"),
        ("=1+1", "formula"),
        ("a\u202eb", "1 to 80"),
    ):
        refused(why, people.rename, two.director, two.ben, name)
    assert people.shown_names(two.id) == {two.ada: "Ada King", two.ben: "Ben"}


def test_one_form_makes_one_link_for_a_member_or_for_each_without_one(
    two: Two, people: People
) -> None:
    token = new_token()
    every = new_token()
    for _ in range(2):
        assert people.new_link(two.director, two.ada, token=token) == token
    assert len(there(people.member(two.id, two.ada)).links) == 2
    cy, di = people.admit(two.director, ["Cy", "Di"])
    made = people.new_links(two.director, every)
    assert {*made} == {cy, di}
    assert people.new_links(two.director, every) == made
    assert people.new_links(two.director, new_token()) == {}
    assert there(people.open_link(made[cy])).member == cy


def test_a_role_follows_the_member_to_every_phone(two: Two, people: People) -> None:
    people.give_role(two.director, two.ada, Role.SCORER)
    ada = there(people.actor(two.players[0].credential))
    assert ada.role == Role.SCORER
    assert ada.author == "scorer member 1"
    assert without_isolates(ada.called) == "scorer Ada"
    assert [each.role for each in people.members(two.id)] == [Role.SCORER, Role.MEMBER]
    people.give_role(two.director, two.ada, Role.MEMBER)
    assert people.actor(two.players[0].credential) == two.players[0]
    refused("with a password", people.give_role, two.director, two.ada, Role.DIRECTOR)


def test_a_pin_is_set_by_its_owner_and_ended_by_a_director(two: Two, people: People) -> None:
    ada, ben = two.players
    club = two.id
    right = people.pin_is_right
    assert not right(club, two.ada, "4711")
    people.set_pin(ada, two.ada, "4711")
    with reading(people.engine) as db:
        number = db.execute(text("SELECT max(id) FROM credential")).scalar_one()
    assert people.actor(number) is None, "a PIN does not sign in"
    assert right(club, two.ada, "4711") is True
    assert right(club, two.ben, "4711") is False
    people.set_pin(ada, two.ada, "90210")
    assert not right(club, two.ada, "4711")
    people.end_pin(two.director, two.ada)
    assert not right(club, two.ada, "90210")
    for who in (ben, two.director):
        refused("your own PIN", people.set_pin, who, two.ada, "4711")
    refused("one of the first that people try", people.set_pin, ada, two.ada, "1212")
    assert not there(people.member(club, two.ada)).has_pin


def test_only_a_director_makes_the_standings_public(two: Two) -> None:
    clubs = two.services.clubs
    code = two.club.code
    refused("Only a director", clubs.choose, two.players[0], "public standings", "yes")
    assert not clubs.club(code).public
    clubs.choose(two.director, "public standings", "yes")
    assert clubs.club(code).public


# Who leaves


def standings(club: RunningClub, season: int = 1) -> dict[int, tuple[int, int]]:
    """The parties and points of each member, which the accounts hold too."""
    found = club.services.standings.now(club.id, season)
    with reading(club.engine) as db:
        held = store.balances(db, club.id, season)
    for row in found.table.rows:
        assert held.get((season, row.member, "points"), 0) == row.tally.balance
    return {row.member: (row.tally.parties, row.tally.balance) for row in found.table.rows}


def test_who_leaves_is_not_entered_and_keeps_every_result(club: RunningClub) -> None:
    people = club.services.people
    seasons = club.services.seasons
    ann = club.director
    club.season(1, 2)
    club.play(1, 1, 2)
    refused("Ada still plays in Winter. Withdraw them there first", people.leave, ann, 1)
    seasons.withdraw(ann, 1, 1, "moves away")
    for _ in range(2):
        people.leave(ann, 1)
    other = club.season(2, 3, name="Spring")
    refused("no such member, or they have left", seasons.enter, ann, other, 1)
    assert [(each.name, each.has_left) for each in people.members(1)][:2] == [
        ("Ada", True),
        ("Ben", False),
    ]
    assert standings(club) == {1: (1, 421), 2: (1, -421)}
    for _ in range(2):
        people.rejoin(ann, 1)
    seasons.enter(ann, other, 1)
    found = [each.kind for each in club.entries]
    assert found.count("member left") == 1
    assert found.count("member rejoined") == 1


# Merging


def test_a_member_admitted_twice_is_merged_in_every_season(club: RunningClub) -> None:
    """Parties of both count for one, at the table and in companies;
    a correction and a reversal later too.
    """
    people = club.services.people
    ann = club.director
    club.season(1, 2, 3, stakes=Stakes(100))
    past = club.season(1, 4, name="Past", correction_hours=0)
    code = club.play(1, 1, 3).sheet.code
    club.play(1, 2, 1)
    club.from_paper(past, 1, 4, [(20, 10), (30, 5), (4, 8), (25, 25)])
    club.services.closing.close(ann, past, {})
    before = standings(club)
    points_of_dan = standings(club, past)[4][1]
    found = people.merge_preview(1, 4, 2)
    assert found.member.name == "Dan"
    assert found.into.name == "Ben"
    assert found.parties == (("Past", 1),)
    assert found.balances == (("Past", Commodity.POINTS, points_of_dan),)
    link = people.new_link(ann, 4)
    people.merge(ann, 4, 2)
    assert people.open_link(link) is None
    assert [each.name for each in people.members(1)] == ["Ada", "Ben", "Cat"]
    assert people.members(1)[1].merged == (4,)
    assert standings(club) == before
    assert {*standings(club, past)} == {1, 2}
    assert (
        without_isolates(club.services.book.page(1).entries[0].says)
        == "Member 4 is merged into Ben, member 2."
    )
    club.correct(code, TRICK, deal=2)
    assert club.faults == []
    for season in (None, 1, past):
        entries, errors, _ = load_string(
            club.exported(ExportFormat.JOURNAL, season=season).decode()
        )
        assert errors == []
        assert bool(entries) is True
    own = club.document(member=2)
    assert [each["first"] for each in own["parties"]] == ["Ben", "Ada"]
    assert [each["kind"] for each in own["entries"] if each["season"] == past] == [
        "entered",
        "sheet posted",
    ]
    refused("no such member", people.merge, ann, 4, 1)
    refused("called Dan", people.admit, ann, ["dan"])
    people.rename(ann, 2, "Dan")


def test_two_who_are_two_people_are_not_merged(club: RunningClub) -> None:
    people = club.services.people
    ann = club.director
    club.season(1, 2, 3, 4)
    club.services.signing.open(1, 1, (1, 2))
    club.services.seasons.draw(
        ann, club.season(3, 4, name="Cup", format=Format.SINGLE), Lots.AS_ENTERED
    )
    for pair, why in (
        ((1, 1), "into themselves"),
        ((2, 1), "Ben and Ada have played each other"),
        ((4, 3), "in Cup"),
    ):
        refused(why, people.merge, ann, *pair)
        refused(why, people.merge_preview, 1, *pair)


def test_a_reversal_of_a_merged_member_s_partie_moves_the_other_s_account(two: Two) -> None:
    """And the partie, which names the first number, can be posted again."""
    ann = two.director
    (cem,) = two.admit("Cem")
    two.services.seasons.enter(ann, 1, cem)
    code = two.play(1, cem, two.ada).sheet.code
    two.services.people.merge(ann, cem, two.ben)
    assert standings(two) == {two.ada: (1, -421), two.ben: (1, 421)}
    two.services.seasons.reverse(
        ann, there(two.sheet(code).posted).entry.number, reason="played twice"
    )
    assert standings(two) == {two.ada: (0, 0), two.ben: (0, 0)}
    assert two.faults == []
    two.services.disputes.settle(code, ann, words="it was not", law="Law 74")
    assert standings(two) == {two.ada: (1, -421), two.ben: (1, 421)}
    assert points(two.sheet(code)) == 421
    assert two.sheet(code).membership.members == (two.ben, two.ada)
    with two.tampered("posting", "UPDATE posting SET amount = amount + 1 WHERE member = 3") as db:
        assert any("member 3 was merged, but still holds" in each.what for each in verify(db))


# Erasing


def traces(club: RunningClub, words: str = "Zuleika") -> list[str]:
    path = Path(str(club.engine.url.database))
    return [
        each.name
        for each in path.parent.glob(f"{path.name}*")
        if words.encode() in each.read_bytes()
    ]


@pytest.mark.sqlite
def test_a_name_is_erased_from_the_file_and_the_book_still_verifies(tmp_path: Path) -> None:
    club = new_club(tmp_path)
    people = club.services.people
    ann = club.director
    zuleika, ben, cat = club.admit("Zuleika Dobson", "Ben", "Cat")
    people.rename(ann, zuleika, "Zuleika of Oxford")
    club.season(zuleika, ben, cat)
    code = club.play(1, zuleika, ben).sheet.code
    club.correct(code, TRICK, deal=2)
    season = club.season(zuleika, ben, cat, name="Circle", frame="chouette", order=COMPANY_ORDER)
    club.companies.begin(club.card(season, zuleika, ben, cat, won=()), number=0, elder=0)
    club.sign(club.card(season, zuleika, ben, cat), zuleika, ben, cat)
    club.services.clubs.choose(club.members[zuleika], "shown as", "initials")
    club.services.seasons.withdraw(ann, 1, zuleika, "at her own wish")
    open_items = there(club.services.open_items.before_closing(1, season)).items
    club.services.closing.close(ann, season, {each.key: "left" for each in open_items})
    (other,) = club.admit("Zuleika D")
    ended = there(people.open_link(people.new_link(ann, zuleika)))
    for actor in (club.members[zuleika], club.members[other], ended):
        people.begin(actor, "Chrome on Android")
    people.end_credential(ann, ended.credential)
    people.merge(ann, other, zuleika)
    posted = there(club.sheet(code).posted)
    assert club.faults == []
    assert (traces(club) == []) is False
    assert people.erase_preview(1, zuleika) == (
        "Zuleika of Oxford",
        "Former member 1",
        False,
        (),
        (),
        False,
    )
    assert people.erase(ann, zuleika) is True
    assert people.erase(ann, zuleika) is True
    assert people.erase_preview(1, zuleika).erased is True
    assert traces(club) == []
    with reading(club.engine) as db:
        assert [*db.execute(select(sign_in))] == []
    assert club.faults == []
    assert club.parties.sheet(code).names == ("Former member 1", "Ben")
    assert people.shown_names(1) == {
        1: "Former member 1",
        2: "Ben",
        3: "Cat",
        other: "Former member 1",
    }
    assert [each.name for each in people.members(1)] == ["Ben", "Cat"]
    assert people.actor(club.members[zuleika].credential) is None
    assert club.services.receipts.check(1, posted.receipt(0), with_names=True) is not None
    for act, number in ((people.erase, other), (people.leave, zuleika)):
        refused("no such member", act, ann, number)
    with club.tampered("player", "UPDATE player SET name = 'Zuleika' WHERE member = 1") as db:
        assert any("calls member 1 Zuleika" in without_isolates(each.what) for each in verify(db))
    with pytest.raises(DBAPIError), writing(club.engine) as db:
        db.exec_driver_sql("UPDATE player SET seat = 1 - seat")


# The house rules that a club keeps under a name

OURS = "portland point_min=4 rubicon=150"


def test_house_rules_are_saved_replaced_and_deleted_by_name_and_of_51_one_is_refused(
    club: RunningClub,
) -> None:
    house = club.services.house_rules
    director = club.director
    assert house.saved(club.id) == ()
    house.save(director, " Our  rules ", "portland rubicon=150  point_min=4")
    assert house.saved(club.id) == (SavedRules("Our rules", "portland point_min=4 rubicon=150"),)
    house.save(director, "Our rules", "modern")
    house.save(director, "A", OURS)
    assert house.saved(club.id) == (SavedRules("A", OURS), SavedRules("Our rules", "modern"))
    house.delete(director, "Our rules")
    assert house.saved(club.id) == (SavedRules("A", OURS),)
    for number in range(MOST - 1):
        house.save(director, f"{number}", OURS)
    refused("Remove one first", house.save, director, "one more", OURS)
    house.save(director, "0", "modern")


def test_house_rules_that_are_refused_are_not_saved(club: RunningClub) -> None:
    """Nor are those that another club has saved."""
    house = club.services.house_rules
    director = club.director
    ada = club.members[1]
    other = founded(club.parties, club.clock, "Another club")
    house.save(other.director, "Theirs", OURS)
    refused("A name has 1 to 80 printable characters", house.save, director, "", OURS)
    refused(
        "These rules cannot be saved: there is no preset 'nonsense'",
        house.save,
        director,
        "Ours",
        "nonsense",
    )
    refused(
        "a target and a lurch belong to a partie that ends",
        house.save,
        director,
        "Ours",
        "portland target=100",
    )
    refused("Only a director", house.save, ada, "Ours", OURS)
    refused("Only a director", house.delete, ada, "Theirs")
    refused("no saved house rules called Theirs", house.delete, director, "Theirs")
    assert house.saved(club.id) == ()
    assert len(house.saved(other.id)) == 1
