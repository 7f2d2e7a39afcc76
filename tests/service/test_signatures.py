"""Parties outside a season: all sign one that is over, and sign again after it is corrected."""

import re

import pytest

from scorer.rules.notation import parse_log
from scorer.service.parties import NotAllowed, Parties, Recorded, Refused, Sheet
from scorer.storage import sheets as store
from scorer.storage.engine import reading
from tests.service import refusal
from tests.service.tables import CAVENDISH, PLAIN, PORTLAND, say, unchanged


@pytest.fixture
def finished(parties: Parties, code: str) -> str:
    """The code of a partie that is over, 94 to 107."""
    assert say(parties, code, CAVENDISH, *[PLAIN] * 5).partie.totals == (94, 107)
    return code


def test_a_signature_that_is_refused_changes_nothing(parties: Parties, finished: str) -> None:
    before = parties.sheet(finished)
    for player, name, why in (
        (0, "Bea", "Ada"),
        (0, "", "1 to"),
        (2, "Ada", "Choose whose signature"),
        (-1, "Bea", "Choose whose signature"),
    ):
        with pytest.raises(NotAllowed, match=refusal(why)):
            parties.sign(finished, player=player, name=name)
    assert unchanged(parties, before)
    say(parties, finished, "strike 3", deal=5)
    with pytest.raises(NotAllowed, match=refusal("not over")):
        parties.sign(finished, player=0, name="Ada")


def test_both_players_sign_and_the_first_signature_closes_the_partie(parties: Parties, finished: str) -> None:
    """In any case of the letters, with the name that stands on the sheet."""
    first = parties.sign(finished, player=1, name=" bea ")
    assert (first.signatures, first.is_closed, first.is_signed) == ((None, "Bea"), True, False)
    for deal, position, said in ((0, 24, "strike 1"), (5, 3, "strike 3"), (6, 0, "E point 5")):
        answer = parties.record(finished, deal=deal, position=position, said=said, form_key="one")
        assert isinstance(answer, Refused)
        assert re.fullmatch(refusal("has been signed"), answer.reason), answer.reason
    assert unchanged(parties, first)
    both = parties.sign(finished, player=0, name="ADA")
    assert (both.signatures, both.is_closed, both.is_signed) == (("Ada", "Bea"), True, True)
    assert parties.sign(finished, player=0, name="Ada") == both == parties.sheet(finished)
    assert first.version != both.version


COUNT = "strike 3 for count E5 last Y play 7"
"""Bea took five tricks in the second deal, and Ada the cards: Ada wins it all, 107 to 95 under the Rubicon, 302."""


def correct(parties: Parties, code: str, said: str, seen: str, key: str = "keep") -> Recorded | Refused:
    """Correct the second deal from a page that was shown at the version *seen*."""
    answer = parties.record(code, deal=1, position=len(parties.sheet(code).log(1)), said=said, form_key=key, seen=seen)
    assert isinstance(answer, Recorded | Refused), answer
    return answer


def signed(parties: Parties, code: str, *players: int) -> Sheet:
    for player in players:
        parties.sign(code, player=player, name=("Ada", "Bea")[player])
    return parties.sheet(code)


def pays(sheet: Sheet) -> int:
    assert sheet.partie.settlement is not None
    return sheet.partie.settlement.points


@pytest.mark.parametrize(
    ("players", "names"), [((1, 0), ("Ada", "Bea")), ((1,), ("Bea",))], ids=["both signed", "one signed"]
)
def test_a_correction_removes_the_signatures(
    parties: Parties, finished: str, players: tuple[int, ...], names: tuple[str, ...]
) -> None:
    before = signed(parties, finished, *players)
    now = correct(parties, finished, COUNT, before.version).sheet
    assert now == parties.sheet(finished)
    assert (now.signatures, now.is_closed, now.partie.totals) == ((None, None), False, (107, 95))
    assert (now.lapsed, now.had_signed) == (names, before.partie.settlement)
    again = signed(parties, finished, 0, 1)
    assert (again.is_signed, pays(again), again.lapsed) == (True, pays(now), now.lapsed)
    with reading(parties.engine) as db:
        rows = store.signatures(db, now.id)
    assert [each.player for each in rows] == [*players, 0, 1], "the old signatures stay"
    assert len({each.covers for each in rows}) == 2


def test_restored_statements_need_new_signatures(parties: Parties, finished: str) -> None:
    """A signature is never taken for one of a later record, and the latest record that was signed is named."""
    first = signed(parties, finished, 0, 1)
    correct(parties, finished, COUNT, first.version)
    second = signed(parties, finished, 1)
    now = correct(parties, finished, "strike 3 for count E7 last E play 9", second.version, key="back").sheet
    assert now == parties.sheet(finished)
    assert (now.partie.totals, now.signatures) == (first.partie.totals, (None, None))
    assert now.had_signed is not None
    assert (now.lapsed, now.had_signed.points) == (("Bea",), pays(second))


def test_a_repeated_correction_is_recorded_once(parties: Parties, finished: str) -> None:
    before = signed(parties, finished, 0, 1)
    first = correct(parties, finished, COUNT, before.version)

    def keep_again() -> object:
        return parties.record(finished, deal=1, position=3, said=COUNT, form_key="keep", seen=before.version)

    assert keep_again() == first
    again = signed(parties, finished, 0, 1)
    assert keep_again() == Recorded(again, parse_log(COUNT, PORTLAND)), "a repeat takes no later signature off"


def test_a_correction_that_leaves_the_partie_unfinished_keeps_the_signatures(parties: Parties, finished: str) -> None:
    before = signed(parties, finished, 0, 1)
    for said, why in (
        ("strike 3 for count E6 last Y play 8", "would not be over"),  # level, and two more deals are due
        ("strike 3", "deal 2 is not finished"),
        ("E point 6", "not call in time"),
        ("nonsense", "strike$"),
    ):
        answer = correct(parties, finished, said, before.version)
        assert isinstance(answer, Refused)
        assert re.fullmatch(refusal(why), answer.reason), answer.reason
    assert unchanged(parties, before)
