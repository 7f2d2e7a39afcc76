"""Members who left, were admitted twice, or want their name erased: nothing is deleted, and the book verifies."""

from pathlib import Path

import pytest
from beancount.loader import load_string
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from scorer.ledger.entries import Commodity
from scorer.ledger.terms import Format, Stakes
from scorer.service.club.exporting import Format as ExportFormat
from scorer.service.club.fixtures import Lots
from scorer.service.club.seasons import COMPANY_ORDER
from scorer.service.club.verification import verify
from scorer.storage import book as store
from scorer.storage.engine import reading, writing
from scorer.storage.schema import sign_in
from tests import there
from tests.service import refused
from tests.service.club.conftest import Two, points
from tests.service.club.running_club import RunningClub, new_club


def standings(club: RunningClub, season: int = 1) -> dict[int, tuple[int, int]]:
    """The parties and points of each member, which the accounts hold too."""
    found = club.services.standings.now(club.id, season)
    with reading(club.engine) as db:
        held = store.balances(db, club.id, season)
    for row in found.table.rows:
        assert held.get((season, row.member, "points"), 0) == row.tally.balance
    return {row.member: (row.tally.parties, row.tally.balance) for row in found.table.rows}


def test_who_leaves_is_not_entered_and_keeps_every_result(club: RunningClub) -> None:
    people, seasons, ann = club.services.people, club.services.seasons, club.director
    club.season(1, 2)
    club.play(1, 1, 2)
    refused("Ada still plays in Winter. Withdraw them there first", people.leave, ann, 1)
    seasons.withdraw(ann, 1, 1, "moves away")
    people.leave(ann, 1)
    people.leave(ann, 1)
    other = club.season(2, 3, name="Spring")
    refused("no such member, or they have left", seasons.enter, ann, other, 1)
    assert [(each.name, each.has_left) for each in people.members(1)][:2] == [("Ada", True), ("Ben", False)]
    assert standings(club) == {1: (1, 421), 2: (1, -421)}
    people.rejoin(ann, 1)
    people.rejoin(ann, 1)
    seasons.enter(ann, other, 1)
    assert [each.kind for each in club.entries].count("member left") == 1
    assert [each.kind for each in club.entries].count("member rejoined") == 1


# Merging


def test_a_member_admitted_twice_is_merged_in_every_season(club: RunningClub) -> None:
    """Parties of both count for one, at the table and in companies; a correction and a reversal later too."""
    people, ann = club.services.people, club.director
    club.season(1, 2, 3, stakes=Stakes(100))
    past = club.season(1, 4, name="Past", correction_hours=0)
    code = club.play(1, 1, 3).sheet.code
    club.play(1, 2, 1)
    club.from_paper(past, 1, 4, [(20, 10), (30, 5), (4, 8), (25, 25)])
    club.services.closing.close(ann, past, {})
    before, points_of_dan = standings(club), standings(club, past)[4][1]
    found = people.merge_preview(1, 4, 2)
    assert (found.member.name, found.into.name, found.parties) == ("Dan", "Ben", (("Past", 1),))
    assert found.balances == (("Past", Commodity.POINTS, points_of_dan),)
    link = people.new_link(ann, 4)
    people.merge(ann, 4, 2)
    assert people.open_link(link) is None
    assert [each.name for each in people.members(1)] == ["Ada", "Ben", "Cat"]
    assert people.members(1)[1].merged == (4,)
    assert standings(club) == before
    assert standings(club, past).keys() == {1, 2}
    assert club.services.book.page(1).entries[0].says == "Member 4 is merged into Ben, member 2."
    club.correct(code, "strike 12 for tricks Y1", deal=2)
    assert club.faults == []
    for season in (None, 1, past):
        entries, errors, _ = load_string(club.exported(ExportFormat.JOURNAL, season=season).decode())
        assert (errors, bool(entries)) == ([], True)
    own = club.document(member=2)
    assert [each["first_name"] for each in own["parties"]] == ["Ben", "Ada"]
    assert [each["kind"] for each in own["entries"] if each["season"] == past] == ["entered", "sheet posted"]
    refused("no such member", people.merge, ann, 4, 1)
    refused("called dan", people.admit, ann, ["dan"])
    people.rename(ann, 2, "Dan")


def test_two_who_are_two_people_are_not_merged(club: RunningClub) -> None:
    people, ann = club.services.people, club.director
    club.season(1, 2, 3, 4)
    club.services.signing.open(1, 1, (1, 2))
    cup = club.season(3, 4, name="Cup", format=Format.SINGLE)
    club.services.seasons.draw(ann, cup, Lots.AS_ENTERED)
    for pair, why in (((1, 1), "into themselves"), ((2, 1), "Ben and Ada have played each other"), ((4, 3), "in Cup")):
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
    number = there(two.sheet(code).posted).entry.number
    two.services.seasons.reverse(ann, number, reason="played twice")
    assert standings(two) == {two.ada: (0, 0), two.ben: (0, 0)}
    assert two.faults == []
    two.services.disputes.settle(code, ann, words="it was not", law="Law 74")
    assert standings(two) == {two.ada: (1, -421), two.ben: (1, 421)}
    assert (points(two.sheet(code)), two.sheet(code).membership.members) == (421, (two.ben, two.ada))
    with two.tampered("posting", "UPDATE posting SET amount = amount + 1 WHERE member = 3") as db:
        assert any("member 3 was merged, but still holds" in each.what for each in verify(db))


# Erasing


NAME = "Zuleika Dobson"


def traces(club: RunningClub, words: str = "Zuleika") -> list[str]:
    path = Path(str(club.engine.url.database))
    return [each.name for each in path.parent.glob(f"{path.name}*") if words.encode() in each.read_bytes()]


@pytest.mark.sqlite
def test_a_name_is_erased_from_the_file_and_the_book_still_verifies(tmp_path: Path) -> None:
    club = new_club(tmp_path)
    people, ann = club.services.people, club.director
    zuleika, ben, cat = club.admit(NAME, "Ben", "Cat")
    people.rename(ann, zuleika, f"{NAME} of Oxford")
    club.season(zuleika, ben, cat)
    code = club.play(1, zuleika, ben).sheet.code
    club.correct(code, "strike 12 for tricks Y1", deal=2)
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
    assert traces(club)
    found = people.erase_preview(1, zuleika)
    assert found == (f"{NAME} of Oxford", "Former member 1", False, ())
    assert people.erase(ann, zuleika)
    assert people.erase(ann, zuleika)
    assert people.erase_preview(1, zuleika).erased
    assert traces(club) == []
    with reading(club.engine) as db:
        assert [*db.execute(select(sign_in))] == []
    assert club.faults == []
    assert club.parties.sheet(code).names == ("Former member 1", "Ben")
    assert people.shown_names(1) == {1: "Former member 1", 2: "Ben", 3: "Cat", other: "Former member 1"}
    assert [each.name for each in people.members(1)] == ["Ben", "Cat"]
    assert people.actor(club.members[zuleika].credential) is None
    assert club.services.receipts.check(1, posted.receipt(0), with_names=True) is not None
    for act, number in ((people.erase, other), (people.leave, zuleika)):
        refused("no such member", act, ann, number)
    with club.tampered("player", "UPDATE player SET name = 'Zuleika' WHERE member = 1") as db:
        assert any("calls member 1 Zuleika" in each.what for each in verify(db))
    with pytest.raises(DBAPIError), writing(club.engine) as db:
        db.exec_driver_sql("UPDATE player SET seat = 1 - seat")
