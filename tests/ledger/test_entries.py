"""Entries: their kinds, and whom they name."""

from typing import get_args

from scorer.ledger import entries
from scorer.ledger.results import CardResult, Share
from tests.ledger import builders


def test_every_kind_of_entry_has_its_own_name() -> None:
    assert set(entries.BODIES.values()) == set(get_args(entries.Body))
    assert {entries.KINDS[kind]: kind for kind in entries.KINDS} == entries.BODIES
    assert entries.Entry(1, "", "", entries.Entered(1, 1), (), "").kind == "entered"


def test_an_entry_about_a_season_names_whom_its_members_were_merged_into() -> None:
    share = Share(2, 0, 1, 0, 1, 0)
    posted = entries.SheetPosted(1, (1, 2), "K7QX", "", CardResult("pool", (share,)))
    now = entries.of_merged(posted, {2: 3})
    assert isinstance(now, entries.SheetPosted)
    assert (now.members, now.result) == ((1, 3), CardResult("pool", (Share(3, 0, 1, 0, 1, 0),)))
    of_two = entries.of_merged(builders.posted(builders.won(1, 2)), {2: 3})
    assert isinstance(of_two, entries.SheetPosted)
    assert of_two.members == (1, 3)
    assert entries.of_merged(entries.Entered(1, 2), {2: 3}) == entries.Entered(1, 3)
    assert entries.of_merged(entries.ClubFounded("Turf"), {2: 3}) == entries.ClubFounded("Turf")


def test_a_member_whose_name_is_erased_is_called_by_their_number() -> None:
    assert entries.former_name(7) == "Former member 7"


def test_an_agreement_is_not_a_ruling() -> None:
    rulings = {each for each in entries.Outcome if each.is_ruling}
    assert rulings == {entries.Outcome.UPHELD, entries.Outcome.CORRECTED, entries.Outcome.OTHERWISE}
