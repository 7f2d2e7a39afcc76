"""Parties at the table are signed: by each for himself, when they are over, and then nothing more is said."""

from __future__ import annotations

import pytest

from scorer.service.parties import NotAllowed, Parties, Refused
from tests.service.tables import CAVENDISH, PLAIN, say, unchanged


@pytest.fixture
def finished(parties: Parties, code: str) -> str:
    """The code of a partie that is over, 94 to 107."""
    assert say(parties, code, CAVENDISH, *[PLAIN] * 5).partie.totals == (94, 107)
    return code


def test_both_players_sign(parties: Parties, finished: str) -> None:
    """In any case of the letters, with the name that stands on the sheet."""
    first = parties.sign(finished, player=1, name=" bea ")
    assert (first.signatures, first.is_closed, first.is_signed) == ((None, "Bea"), True, False)
    both = parties.sign(finished, player=0, name="ADA")
    assert (both.signatures, both.is_closed, both.is_signed) == (("Ada", "Bea"), True, True)
    assert parties.sheet(finished) == both
    assert len({first.version, both.version}) == 2


def test_signing_twice_changes_nothing(parties: Parties, finished: str) -> None:
    once = parties.sign(finished, player=0, name="Ada")
    assert parties.sign(finished, player=0, name="Ada") == once


@pytest.mark.parametrize(
    ("player", "name", "why"),
    [
        pytest.param(0, "Bea", "Ada", id="the other's name"),
        pytest.param(0, "", "1 to", id="no name"),
        pytest.param(2, "Ada", "two players", id="a third player"),
        pytest.param(-1, "Bea", "two players", id="no player"),
    ],
)
def test_nobody_signs_for_another(parties: Parties, finished: str, player: int, name: str, why: str) -> None:
    before = parties.sheet(finished)
    with pytest.raises(NotAllowed, match=why):
        parties.sign(finished, player=player, name=name)
    assert unchanged(parties, before)


def test_an_unfinished_partie_is_not_signed(parties: Parties, code: str) -> None:
    before = say(parties, code, *[PLAIN] * 5)
    with pytest.raises(NotAllowed, match="when it is over"):
        parties.sign(code, player=0, name="Ada")
    assert unchanged(parties, before)


@pytest.mark.parametrize(("deal", "position", "said"), [(0, 24, "strike 1"), (5, 3, "strike 3"), (6, 0, "E point 5")])
def test_a_signature_closes_the_partie(parties: Parties, finished: str, deal: int, position: int, said: str) -> None:
    before = parties.sign(finished, player=0, name="Ada")
    answer = parties.record(finished, deal=deal, position=position, said=said, form_key="one")
    assert isinstance(answer, Refused)
    assert "signed" in answer.reason
    assert unchanged(parties, before)
