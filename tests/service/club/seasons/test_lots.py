"""A lot is an entry from which anybody can draw it again; seeds by rank, and lots between those who
are level.
"""

import re
from hashlib import sha256
from itertools import pairwise

import pytest

from scorer.ledger.entries import LotDrawn, RoundDrawn
from scorer.ledger.terms import Format
from scorer.service.club.audit.verification import verify
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.transfer.exporting import ExportFormat
from tests.service import tampered
from tests.service.club.conftest import Two

OTHERS = ("Cy", "Di", "Eve", "Fay", "Gil")


def cup(two: Two, name: str = "Cup") -> int:
    """A knock-out of seven that is not drawn yet."""
    members = (two.ada, two.ben, *two.admit(*OTHERS))
    return two.season(*members, name=name, format=Format.KNOCK_OUT)


def lots(two: Two) -> list[LotDrawn]:
    return [each.body for each in two.entries if isinstance(each.body, LotDrawn)]


def test_a_lot_is_drawn_again_from_the_exported_journal(two: Two) -> None:
    """By nothing but its text: the digests of entries, a seed and the order."""
    season = cup(two)
    two.services.seasons.draw(two.director, season)
    journal = two.exported(ExportFormat.JOURNAL).decode()
    digests = re.findall(r'^  digest: "([0-9a-f]{64})"$', journal, re.MULTILINE)
    found = re.search(r'digest: "([0-9a-f]{64})"\n  seed: "(.*)"\n  order: "(.*)"', journal)
    assert found is not None
    own, seed, order = found.groups()
    drawn = [int(number) for number in order.split()]
    assert seed in digests[: digests.index(own)]
    again = sorted(drawn, key=lambda member: sha256(f"{seed} {member}".encode()).hexdigest())
    assert drawn == again
    assert sorted(drawn) == [1, 2, 3, 4, 5, 6, 7]
    assert two.faults == []


def test_the_fixtures_follow_from_the_lot_that_is_posted_before_them(two: Two) -> None:
    """The first in the order is the best seed, who has the bye of seven."""
    season = cup(two)
    two.services.seasons.draw(two.director, season)
    bodies = [each.body for each in two.entries]
    (before,) = [one for one, other in pairwise(bodies) if isinstance(other, RoundDrawn)]
    assert isinstance(before, LotDrawn)
    (bye,) = [each for each in two.services.seasons.fixtures_now(two.id, season) if not each.second]
    assert bye.first == before.members[0]


@pytest.mark.parametrize("lots_asked", [Lots.AS_ENTERED, Lots.BY_RATING])
def test_an_order_that_no_lot_decides_records_none(two: Two, lots_asked: Lots) -> None:
    two.services.seasons.draw(two.director, cup(two), lots_asked)
    assert lots(two) == []


def test_a_draw_that_is_undone_keeps_its_lot_and_the_next_draws_another(two: Two) -> None:
    season = cup(two)
    seasons = two.services.seasons
    seasons.draw(two.director, season)
    seasons.reverse(two.director, seasons.draw_to_undo(two.id, season), reason="too early")
    seasons.draw(two.director, season)
    first, second = lots(two)
    assert first.seed != second.seed
    assert len(seasons.lots_of(two.id, season)) == 2


def test_a_cup_is_seeded_by_the_ranks_of_another_season(two: Two) -> None:
    """Ben beat Ada there; Cy, who was not in it, follows them, and no lot is needed."""
    league = two.season(two.ada, two.ben, name="League")
    two.play(league, two.ben, two.ada)
    (third,) = two.admit("Cy")
    season = two.season(two.ada, two.ben, third, name="Cup", format=Format.KNOCK_OUT)
    two.services.seasons.draw(two.director, season, ranked_in=league)
    seats = [each.members for each in two.services.seasons.fixtures_now(two.id, season)]
    assert seats == [(two.ben,), (two.ada, third)]
    assert lots(two) == []


def test_who_is_level_in_the_other_season_draws_lots(two: Two) -> None:
    league = two.season(two.ada, two.ben, name="League")
    season = two.season(two.ada, two.ben, name="Cup", format=Format.KNOCK_OUT)
    two.services.seasons.draw(two.director, season, ranked_in=league)
    (lot,) = lots(two)
    assert {*lot.members} == {two.ada, two.ben}
    ends = [each for each in two.entries if getattr(each.body, "season", 0) == league]
    (after,) = [each for each in two.entries if each.number == ends[-1].number + 1]
    assert lot.seed == after.previous


def test_verification_finds_an_order_that_is_not_that_of_its_lot(two: Two) -> None:
    season = cup(two)
    two.services.seasons.draw(two.director, season)
    lot = next(each for each in two.entries if isinstance(each.body, LotDrawn))
    assert isinstance(lot.body, LotDrawn)
    order = ",".join(map(str, lot.body.members))
    other = ",".join(map(str, reversed(lot.body.members)))
    sql = "UPDATE entry SET text = replace(text, ?, ?) WHERE number = ?"
    with tampered(two.engine, "entry", sql, f"[{order}]", f"[{other}]", lot.number) as db:
        said = [fault.what for fault in verify(db, now=two.clock())]
    assert f"entry {lot.number}: its order is not the one that its lot gives" in said
