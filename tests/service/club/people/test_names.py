"""One person's name typed in several ways: when members are admitted, searched and imported, and
directors sign in.

An older book may have two members, or two directors, whose names are the same but for that. It
works as it did.
"""

import io
import zipfile
from collections.abc import Iterator

import pytest

from scorer.ledger.terms import Format as Meeting
from scorer.rules.names import END, ISOLATE, Name, without_isolates
from scorer.service.club.audit.verification import verify
from scorer.service.club.credentials import hashed
from scorer.service.club.people.clubs import new_director
from scorer.service.club.people.members import admission, alias
from scorer.service.club.posts import post_all
from scorer.service.club.transfer.export_tables import TABLES
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.service.club.transfer.import_files import File
from scorer.storage.engine import reading, writing
from scorer.storage.schema import metadata
from tests import there
from tests.rows import each_row
from tests.service import refused, why_not
from tests.service.club.conftest import Two
from tests.service.club.full_club import full_club
from tests.service.club.running_club import RunningClub, new_club

PASSWORD = "thirteen tricks"
OTHER_PASSWORD = "fourteen of knaves"
STRAIGHT = "O'Brien"
CURLY = "O’Brien"


def older(club: RunningClub, *names: str) -> list[int]:
    """Admit members as a book that compared only letters would have."""
    first = max(club.services.people.shown_names(club.id)) + 1
    at = club.clock().isoformat()
    with writing(club.engine, club=club.id) as db:
        numbered = enumerate(map(Name, names), first)
        new = [admission(number, name, "director Ann", at) for number, name in numbered]
        post_all(db, club.id, new)
    return [*range(first, first + len(names))]


@each_row
def test_nobody_is_admitted_or_renamed_under_a_name_that_a_member_has(
    two: Two, name: str, typed: str
) -> None:
    people = two.services.people
    (number,) = two.admit(name)
    for why in (
        why_not(people.admit, two.director, [typed]),
        why_not(people.rename, two.director, two.ada, typed),
    ):
        assert why == (
            f"The club has a member called {name}; add something to this name. {typed} and "
            f"{name} differ only in "
            "capitals, accents, apostrophes or hyphens."
        )
    people.rename(two.director, number, typed)
    assert people.shown_names(two.id)[number] == typed


def test_one_list_does_not_admit_a_person_twice(two: Two) -> None:
    refused("is in the list twice", two.services.people.admit, two.director, [STRAIGHT, CURLY])


@each_row
def test_a_search_finds_a_member_however_the_name_is_typed(two: Two, name: str, query: str) -> None:
    (number,) = two.admit(name)
    assert two.services.people.search(two.id, query, whole_names=True) == {number: name}


def test_a_search_finds_a_member_by_a_nickname_among_the_names(two: Two) -> None:
    (georg,) = two.admit("Georg “Schorsch” Huber")
    two.admit("Borschorsch")
    found = two.services.people.search(two.id, "schorsch", whole_names=True)
    assert next(iter(found)) == georg


def test_a_search_finds_a_member_by_the_other_name_they_were_admitted_under(two: Two) -> None:
    georg, schorsch = two.admit("Georg", "Schorsch")
    people = two.services.people
    people.merge(two.director, schorsch, georg)
    assert people.search(two.id, "schorsch", whole_names=True) == {georg: Name("Georg")}
    assert people.search(two.id, "georg", whole_names=True) == {georg: Name("Georg")}
    assert people.search(two.id, "schorsch", whole_names=False) == {}


@each_row
def test_a_director_signs_in_however_the_name_is_typed(two: Two, name: str, typed: str) -> None:
    people = two.services.people
    people.add_director(two.director, name=name, password=PASSWORD)
    assert there(people.sign_in(two.club.code, typed, PASSWORD)).name == name
    assert people.sign_in(two.club.code, typed, OTHER_PASSWORD) is None
    refused(
        "already a director of this name",
        people.add_director,
        two.director,
        name=typed,
        password=OTHER_PASSWORD,
    )


def test_of_two_directors_with_the_same_name_each_signs_in_with_their_own_password(
    two: Two,
) -> None:
    """Who types a name exactly is that director; who does not is whoever has the password."""
    with writing(two.engine, club=two.id) as db:
        for name, password in (("Edith", PASSWORD), ("Édith", OTHER_PASSWORD)):
            at = two.clock().isoformat()
            new_director(db, two.id, name, hashed(password), author="director Ann", at=at)
    sign_in = two.services.people.sign_in
    assert there(sign_in(two.club.code, "Edith", PASSWORD)).name == "Edith"
    assert there(sign_in(two.club.code, "Édith", OTHER_PASSWORD)).name == "Édith"
    assert sign_in(two.club.code, "Edith", OTHER_PASSWORD) is None
    either = [
        there(sign_in(two.club.code, "Èdith", each)).name for each in (PASSWORD, OTHER_PASSWORD)
    ]
    assert either == ["Edith", "Édith"]


def table(*names: tuple[str, str]) -> File:
    rows = [
        f"\n{partie},{first},{second},{deal},{30 + partie},20"
        for partie, (first, second) in enumerate(names)
        for deal in range(1, 5)
    ]
    return File(
        "a.csv", f"partie,first,second,deal,first_points,second_points{''.join(rows)}".encode()
    )


@each_row
def test_an_import_knows_a_member_however_the_name_is_typed(
    two: Two, name: str, typed: str
) -> None:
    (number,) = two.admit(name)
    season = two.season(two.ada, number, name="Spring")
    plan = two.services.importing.check(two.director, season, [table(("Ada", typed))])
    assert [row.names for row in plan.rows] == [("Ada", name)]
    assert plan.admits == ()
    assert plan.enters == ()


def test_an_import_admits_a_new_person_once_however_the_name_is_typed(two: Two) -> None:
    files = [table(("Ada", STRAIGHT), ("Ada", CURLY), ("Ada", "o'brien"))]
    plan = two.services.importing.check(two.director, two.winter, files, admit=True)
    assert plan.admits == (STRAIGHT,)
    assert plan.enters == (STRAIGHT,)
    assert plan.faults == ()
    two.services.importing.apply(two.director, plan)
    assert [each.name for each in two.services.people.members(two.id)] == ["Ada", "Ben", STRAIGHT]


def test_a_person_in_an_import_does_not_play_themselves(two: Two) -> None:
    plan = two.services.importing.check(
        two.director, two.winter, [table((STRAIGHT, CURLY))], admit=True
    )
    assert "both players are called" in plan.faults[0].message


@pytest.fixture
def older_book(two: Two) -> Iterator[tuple[Two, int, int]]:
    straight, curly = older(two, STRAIGHT, CURLY)
    yield two, straight, curly
    with reading(two.engine) as db:
        assert list(verify(db, now=two.clock())) == []


def test_two_members_of_an_older_book_keep_their_names_and_may_be_renamed(
    older_book: tuple[Two, int, int],
) -> None:
    two, straight, curly = older_book
    people = two.services.people
    assert people.search(two.id, "obrien", whole_names=True).keys() == {straight, curly}
    people.rename(two.director, curly, "Pat O’Brien")
    assert people.shown_names(two.id)[straight] == STRAIGHT


def test_an_import_takes_the_member_of_an_older_book_whose_name_it_has(
    older_book: tuple[Two, int, int],
) -> None:
    two, straight, curly = older_book
    season = two.season(two.ada, straight, curly, name="Spring")
    files = [table(("Ada", STRAIGHT), ("Ada", CURLY), (STRAIGHT, CURLY))]
    plan = two.services.importing.check(two.director, season, files)
    assert [row.names for row in plan.rows] == [
        ("Ada", STRAIGHT),
        ("Ada", CURLY),
        (STRAIGHT, CURLY),
    ]
    two.services.importing.apply(two.director, plan)
    played = two.services.records.parties(two.id, curly, 1, 9)
    assert [each.members for each in played] == [(straight, curly), (two.ada, curly)]


def test_an_import_does_not_guess_between_two_members_of_an_older_book(
    older_book: tuple[Two, int, int],
) -> None:
    two, straight, curly = older_book
    season = two.season(two.ada, straight, curly, name="Spring", format=Meeting.OPEN)
    plan = two.services.importing.check(
        two.director, season, [table(("Ada", "OʼBrien"))], admit=True
    )
    (fault,) = plan.faults
    assert fault.message == (
        f"{Name('OʼBrien')} may be {Name(STRAIGHT)} or {Name(CURLY)}. Write the name as the club "
        f"has it"
    )


# What is for machines


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> RunningClub:
    return full_club(new_club(tmp_path_factory.mktemp("full"))).club


@pytest.mark.parametrize("form", ExportFormat)
def test_no_export_has_a_character_that_isolates_a_name(
    full: RunningClub, form: ExportFormat
) -> None:
    exported = b"".join(full.services.exporting.export(full.id, form).pieces)
    if zipfile.is_zipfile(io.BytesIO(exported)):
        with zipfile.ZipFile(io.BytesIO(exported)) as files:
            exported = b"".join(files.read(name) for name in files.namelist())
    assert ISOLATE.encode() not in exported
    assert END.encode() not in exported


@pytest.mark.parametrize("name", TABLES)
def test_no_table_has_a_character_that_isolates_a_name(full: RunningClub, name: str) -> None:
    exported = b"".join(
        full.services.exporting.export(full.id, ExportFormat.CSV, table=name).pieces
    )
    assert ISOLATE not in exported.decode()


@pytest.mark.parametrize("name", metadata.tables)
def test_nothing_in_the_database_has_a_character_that_isolates_a_name(
    full: RunningClub, name: str
) -> None:
    with reading(full.engine) as db:
        rows = db.exec_driver_sql(f"SELECT * FROM {name}").all()
    assert not any(ISOLATE in str(cell) for row in rows for cell in row)


def called_too(two: Two, member: int, name: str) -> None:
    with writing(two.engine, club=two.id) as db:
        post_all(db, two.id, [alias(member, name, two.director.author, two.clock().isoformat())])


def test_a_member_is_found_by_another_name_and_nobody_else_can_be_called_so(two: Two) -> None:
    called_too(two, two.ada, "Countess")
    people = two.services.people
    assert [*people.search(two.id, "count", whole_names=True)] == [two.ada]
    assert [*people.search(two.id, "count", whole_names=False)] == []
    assert "has a member called Ada" in why_not(people.admit, two.director, ["countess"])


def test_another_name_that_was_changed_beside_the_ledger_is_found(two: Two) -> None:
    called_too(two, two.ada, "Countess")
    with two.tampered("alias", "UPDATE alias SET name = 'Eve'") as db:
        found = [without_isolates(fault.what) for fault in verify(db)]
    assert any("name is stored as Eve" in each for each in found), found


def test_another_name_that_was_removed_beside_the_ledger_is_missed(two: Two) -> None:
    called_too(two, two.ada, "Countess")
    with two.tampered("alias", "DELETE FROM alias") as db:
        (fault,) = verify(db)
    assert "alias" in fault.what
