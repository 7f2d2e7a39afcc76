"""Parties at the table: opened, recorded, signed and signed again;
nothing that is refused leaves a trace.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.ledger.chain import digest
from scorer.rules.house_rules import house_rules
from scorer.rules.notation.document import Document, parse_partie
from scorer.rules.partie import DealRecord, PartieRecord
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player
from scorer.service.parties import (
    AT_A_TIME,
    Clash,
    Parties,
    Recorded,
    Refused,
    Sheet,
    new_token,
)
from tests.rows import each_row
from tests.service import refusal, refused
from tests.service.tables import CAVENDISH, EVERY_LINK, PLAIN, PORTLAND, logs, say, unchanged


@pytest.mark.parametrize("preset", PRESETS)
def test_a_partie_keeps_its_whole_ruleset(
    parties: Parties, reopened: Callable[[], Parties], preset: str
) -> None:
    """Every value with its source, so that a preset that is changed later changes no old partie."""
    rules = house_rules(PRESETS[preset], {"trio_points": 4})
    names = ("Ada", "Bea", "Cem", "Dora", "Eve")
    sheet, _ = parties.open(names[: rules.players], rules)
    assert reopened().sheet(sheet.code).partie.record.rules == rules != PRESETS[preset]
    refused("Enter (two|three|four) names", parties.open, names, rules)


@each_row
def test_names_in_any_script_are_recorded_and_suggested(
    parties: Parties, given: str, shown: str
) -> None:
    sheet, _ = parties.open((given, "Bea"), PORTLAND)
    assert parties.sheet(sheet.code).names == (shown, "Bea")
    assert set(parties.names(EVERY_LINK)) == {shown, "Bea"}


@each_row
def test_a_name_that_is_unreadable_or_twice_is_refused(
    parties: Parties, first: str, name: str, why: str
) -> None:
    for names in ((name, first), (first, name)):
        refused(why, parties.open, names, PORTLAND)
    refused("1 to 80", parties.open, ("Ada", "Bea\ud800"), PORTLAND)
    assert parties.latest(EVERY_LINK) == []


def test_parties_and_names_are_remembered_latest_first(parties: Parties) -> None:
    opened = [
        parties.open(names, PORTLAND)[0].code
        for names in (("Ada", "Bea"), ("Cy", "Di"), ("Ada", "Eve"))
    ]
    assert [sheet.code for sheet in parties.latest(EVERY_LINK)] == opened[::-1]
    assert parties.names(EVERY_LINK) == ["Ada", "Eve", "Cy", "Di", "Bea"]


def test_statements_are_stored_in_canonical_form(parties: Parties, code: str) -> None:
    """Cavendish's deal, tap by tap, in whatever form it was given: 28 to 23."""
    sheet = say(
        parties, code, *[tap for line in CAVENDISH.upper().splitlines() for tap in line.split(";")]
    )
    assert sheet.partie.totals == (28, 23)
    assert logs(sheet)[0][:5] == [
        "E exchange 5",
        "Y exchange 3",
        "E point 5",
        "Y how many",
        "E making 49 in hearts",
    ]
    assert logs(sheet)[0][-3:] == ["tricks Y1", "tricks E1", "tricks E1"]
    assert sheet.current_deal == 1


@each_row
def test_a_wrong_position_records_nothing(
    parties: Parties, code: str, deal: int, position: int, why: str
) -> None:
    before = say(parties, code, "E point 5; Y good")
    found = parties.record(code, deal=deal, position=position, said="E point 6", form_key="one")
    assert isinstance(found, Refused if why else Clash)
    assert not isinstance(found, Refused) or re.fullmatch(refusal(why), str(found.reason)), str(
        found.reason
    )
    assert found.sheet == before
    assert found.attempted == "E point 6"
    assert unchanged(parties, before)


@each_row
def test_what_is_refused_adds_nothing(parties: Parties, code: str, said: str, why: str) -> None:
    """What was attempted comes back with the reason,
    and the same form may be sent again, put right.
    """
    before = say(parties, code, "E point 5; Y good")
    answer = parties.record(code, deal=0, position=2, said=said, form_key="one")
    assert isinstance(answer, Refused)
    assert answer.sheet == before
    assert answer.attempted == said
    assert re.fullmatch(refusal(why), str(answer.reason).replace("\x00", "")), str(answer.reason)
    assert unchanged(parties, before)
    assert isinstance(
        parties.record(code, deal=0, position=2, said="E quart", form_key="one"), Recorded
    )


@pytest.mark.sqlite
def test_a_links_secret_is_not_stored(parties: Parties, path: Path) -> None:
    sheet, token = parties.open(("Ada", "Bea"), PORTLAND)
    other = parties.new_link(sheet.code)
    stored = b"".join(each.read_bytes() for each in path.parent.iterdir())
    for secret in (token, other):
        assert (secret.encode() in stored) is False
        assert (digest(secret).encode() in stored) is True
        assert len(secret) >= 32
    assert token != other


@pytest.mark.sqlite
def test_the_secret_of_a_partie_that_is_taken_with_its_deals_is_not_stored(
    parties: Parties, path: Path
) -> None:
    """The key of a row is shown to everybody who may read the sheet."""
    deals = (DealRecord(scores=(28, 23)),)
    record = PartieRecord(PORTLAND, (Player("Ada"), Player("Bea")), deals)
    sheet, token = parties.take(record, new_token())
    assert parties.sheet(sheet.code).partie.totals == (28, 23)
    stored = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert (token.encode() in stored) is False


# signing, outside a season


@pytest.fixture
def finished(parties: Parties, code: str) -> str:
    """The code of a partie that is over, 94 to 107."""
    assert say(parties, code, CAVENDISH, *[PLAIN] * 5).partie.totals == (94, 107)
    return code


COUNT = "strike 3 for count E5 last Y play 7"
"""Bea took five tricks in the second deal, and Ada the cards:
Ada wins it all, 107 to 95 under the Rubicon, 302.
"""


def correct(
    parties: Parties, code: str, said: str, seen: str, key: str = "keep"
) -> Recorded | Refused:
    """Correct the second deal from a page that was shown at the version *seen*."""
    answer = parties.record(
        code, deal=1, position=len(parties.sheet(code).log(1)), said=said, form_key=key, seen=seen
    )
    assert isinstance(answer, Recorded | Refused), answer
    return answer


def signed(parties: Parties, code: str, *players: int) -> Sheet:
    for player in players:
        parties.sign(code, player=player, name=("Ada", "Bea")[player])
    return parties.sheet(code)


def test_restored_statements_need_new_signatures(parties: Parties, finished: str) -> None:
    """A signature is never taken for one of a later record,
    and the latest record that was signed is named.
    """
    first = signed(parties, finished, 0, 1)
    correct(parties, finished, COUNT, first.version)
    second = signed(parties, finished, 1)
    now = correct(
        parties, finished, "strike 3 for count E7 last E play 9", second.version, key="back"
    ).sheet
    assert now == parties.sheet(finished)
    assert now.partie.totals == first.partie.totals
    assert now.signatures == (None, None)
    assert now.lapsed == ("Bea",)
    assert now.had_signed == second.partie.settlement


def test_a_correction_that_leaves_the_partie_unfinished_keeps_the_signatures(
    parties: Parties, finished: str
) -> None:
    before = signed(parties, finished, 0, 1)
    for said, why in (
        (
            "strike 3 for count E6 last Y play 8",
            "would not be over",
        ),  # level, and two more deals are due
        ("strike 3", "deal 2 is not finished"),
        ("E point 6", "not call in time"),
        ("nonsense", "strike$"),
    ):
        answer = correct(parties, finished, said, before.version)
        assert isinstance(answer, Refused)
        assert re.fullmatch(refusal(why), str(answer.reason)), str(answer.reason)
    assert unchanged(parties, before)


def test_a_link_that_was_given_up_returns_only_while_nobody_scores_and_none_was_revoked_since(
    parties: Parties, code: str
) -> None:
    (own,) = (link.id for link in parties.links(code))
    parties.new_link(code)
    other = parties.links(code)[-1].id
    parties.revoke_link(code, own)
    assert not parties.may_return(code, own), "another phone scores"
    refused("Others keep this sheet", parties.return_link, code, own, "a")
    parties.revoke_link(code, other)
    assert not parties.may_return(code, own), "another was revoked since"
    refused("Others keep this sheet", parties.return_link, code, own, "a")
    assert parties.may_return(code, other)
    assert not parties.may_return(code, 0), "a phone that had none"
    parties.return_link(code, other, "a")
    assert [link.revoked for link in parties.links(code)] == [True, True, False]


# many parties at once


def documents(count: int, day: str = "2026-01-05") -> list[Document]:
    """Parties of a day, each of other totals."""
    head = f'rules = "portland"\nplayers = ["Ada", "Bea"]\nplayed = {day}\n'
    deals = [f"[[deal]]\nscores = {{ Ada = {number}, Bea = 9 }}\n" for number in range(count)]
    return [parse_partie(head + deal) for deal in deals]


def test_parties_of_a_file_are_taken_in_their_order(parties: Parties) -> None:
    read = documents(AT_A_TIME + 3)
    parties.take_all(read, new_token())
    found = sorted(parties.scored_by(EVERY_LINK.links), key=lambda sheet: sheet.opened_at)
    assert [sheet.partie.totals for sheet in found] == [(n, 9) for n in range(AT_A_TIME + 3)]
    assert {sheet.played for sheet in found} == {"2026-01-05"}


def test_parties_of_a_file_are_taken_once_for_each_token(parties: Parties) -> None:
    token = new_token()
    taken = [each.code for each in parties.take_all(documents(3), token)]
    again = [each.code for each in parties.take_all(documents(5), token)]
    assert again[:3] == taken
    assert len(parties.scored_by(EVERY_LINK.links)) == 5


def test_who_takes_parties_has_the_link_of_each(parties: Parties) -> None:
    for each in parties.take_all(documents(2), new_token()):
        opened = parties.open_link(each.secret)
        assert opened is not None
        assert opened[0].code == each.code
