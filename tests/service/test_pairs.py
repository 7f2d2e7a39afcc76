"""Pairs: made by playing, reached by one link, and added up from what their parties are now."""

import pytest

from scorer.rules.company import terms_named
from scorer.rules.presets import PRESETS
from scorer.service.club.audit.verification import verify
from scorer.service.companies import Companies
from scorer.service.pairs import OwnPair, PairOfSheet, Pairs
from scorer.service.parties import Parties
from scorer.storage.engine import reading
from scorer.storage.sheets import links
from tests.service.tables import PORTLAND

LINK = "first-link-of-the-pair-of-thirty"
OTHER_LINK = "other-link-that-would-be-opened!"


@pytest.fixture
def pairs(parties: Parties) -> Pairs:
    return Pairs(parties.engine, parties.clock)


def begun(parties: Parties, *names: str) -> str:
    return parties.open(names, PORTLAND)[0].code


def faults(parties: Parties) -> list[str]:
    return [each.what for each in verify(parties.engine)]


class TestPuttingAPartie:
    def test_opens_a_pair_whose_link_has_the_secret_given(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        code, secret = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        assert secret == LINK
        assert pairs.with_link(LINK) == code

    def test_again_changes_nothing(self, parties: Parties, pairs: Pairs) -> None:
        partie = begun(parties, "Ada", "Ben")
        first = pairs.put(partie, carried={}, token=LINK)
        assert pairs.put(partie, carried={}, token=LINK) == first
        assert len(pairs.own([first[0]])) == 1

    def test_goes_to_a_pair_that_is_carried_however_the_names_are_typed(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        code, secret = pairs.put(begun(parties, "Zoë", "Ben"), carried={}, token=LINK)
        second = begun(parties, "BEN", "zoe")
        found = pairs.put(second, carried={code: secret}, token=OTHER_LINK)
        assert found == (code, secret)
        assert pairs.of_sheet(second) == PairOfSheet(code, left=1, is_out=False)

    def test_of_other_names_opens_another_pair(self, parties: Parties, pairs: Pairs) -> None:
        code, secret = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        other, _ = pairs.put(begun(parties, "Ada", "Cem"), carried={code: secret}, token=OTHER_LINK)
        assert other != code

    def test_does_not_find_a_pair_by_a_link_that_is_not_its(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        code, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        other, _ = pairs.put(
            begun(parties, "Ada", "Ben"), carried={code: "guessed"}, token=OTHER_LINK
        )
        assert other != code

    def test_goes_to_the_pair_that_is_asked_for_of_two_with_the_names(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        older, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
        newer, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=OTHER_LINK)
        carried = {older: LINK, newer: OTHER_LINK}
        third = begun(parties, "Ada", "Ben")
        assert pairs.put(third, carried=carried, token="third", pair=older) == (older, LINK)

    def test_does_not_tell_the_secret_to_a_phone_that_does_not_carry_it(
        self, parties: Parties, pairs: Pairs
    ) -> None:
        partie = begun(parties, "Ada", "Ben")
        pairs.put(partie, carried={}, token=LINK)
        assert pairs.put(partie, carried={}, token=OTHER_LINK) == ("", "")

    def test_leaves_one_of_four_players_alone(self, parties: Parties, pairs: Pairs) -> None:
        rules = next(each for each in PRESETS.values() if each.players == 4)
        code = parties.open(("Ada", "Ben", "Cem", "Dora"), rules)[0].code
        assert pairs.put(code, carried={}, token=LINK) == ("", "")

    def test_leaves_one_of_a_company_alone(self, parties: Parties, pairs: Pairs) -> None:
        companies = Companies(parties.engine, parties.clock)
        card, _ = companies.open(("Ada", "Ben", "Cem"), terms_named("chouette"), PORTLAND)
        sheet, _ = companies.begin(card.code, number=0, elder=0)
        assert pairs.put(sheet.code, carried={}, token=LINK) == ("", "")


def test_a_phone_lists_its_pairs_by_when_they_played_last(parties: Parties, pairs: Pairs) -> None:
    first, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
    second, _ = pairs.put(begun(parties, "Cem", "Dora"), carried={}, token=OTHER_LINK)
    played = "2026-09-01T20:00:00+00:00"
    assert pairs.own([second, first, "NOSUCH"]) == [
        OwnPair(second, ("Cem", "Dora"), played),
        OwnPair(first, ("Ada", "Ben"), played),
    ]


def test_only_its_own_link_opens_a_pair(parties: Parties, pairs: Pairs) -> None:
    first, _ = pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
    pairs.put(begun(parties, "Cem", "Dora"), carried={}, token=OTHER_LINK)
    assert pairs.holds(first, LINK)
    assert not pairs.holds(first, OTHER_LINK)
    assert not pairs.holds("NOSUCH", LINK)
    assert pairs.with_link("guessed") == ""


def test_parties_of_old_scoring_links_are_gathered_into_pairs_once(
    parties: Parties, pairs: Pairs
) -> None:
    codes = [begun(parties, *names) for names in (("Ada", "Ben"), ("Ben", "Ada"), ("Cem", "Dora"))]
    with reading(parties.engine) as db:
        numbers = frozenset(link.id for sheet in (1, 2, 3) for link in links(db, sheet))
    made = pairs.gather(numbers, {}, LINK)
    assert len(made) == 2
    assert all(pairs.holds(code, secret) for code, secret in made.items())
    found = [pairs.of_sheet(code) for code in codes]
    assert [each.left for each in found if each] == [0, 1, 0]
    assert pairs.gather(numbers, made, "again") == {}


def test_a_book_with_pairs_has_no_fault(parties: Parties, pairs: Pairs) -> None:
    pairs.put(begun(parties, "Ada", "Ben"), carried={}, token=LINK)
    assert faults(parties) == []
