"""Parties at the table: opened, recorded, undone, scored by a link; nothing that is refused leaves a trace."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorer.rules.house_rules import house_rules
from scorer.rules.presets import PRESETS
from scorer.service.opening import CODE_LENGTH, CODE_LETTERS, hash_token
from scorer.service.parties import Clash, NoSuchPartie, NotAllowed, Parties, Recorded, Refused
from tests.service import refusal
from tests.service.tables import CAVENDISH, EVERY_LINK, PLAIN, PORTLAND, logs, say, unchanged

PARTIES: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

# opening


@pytest.mark.parametrize("preset", PRESETS)
def test_a_partie_keeps_its_whole_ruleset(parties: Parties, reopened: Callable[[], Parties], preset: str) -> None:
    """Every value with its source, so that a preset that is changed later changes no old partie."""
    rules = house_rules(PRESETS[preset], {"trio_points": 4})
    sheet, _ = parties.open(("Ada", "Bea", "Cem", "Dora")[: rules.players], rules)
    assert reopened().sheet(sheet.code).partie.record.rules == rules != PRESETS[preset]
    with pytest.raises(NotAllowed, match=refusal("Enter (two|three|four) names")):
        parties.open(("Ada", "Bea", "Cem", "Dora", "Eve"), rules)


def test_a_new_partie_has_nothing_in_it(parties: Parties) -> None:
    sheet, _ = parties.open(("Ada", "Bea"), PORTLAND)
    assert len(sheet.code) == CODE_LENGTH
    assert set(sheet.code) <= set(CODE_LETTERS)
    assert (sheet.names, logs(sheet), sheet.current_deal, sheet.is_closed) == (("Ada", "Bea"), [], 0, False)
    assert sheet.opened_at == "2026-09-01T20:00:00+00:00"
    assert parties.sheet(sheet.code.lower()) == sheet


@pytest.mark.parametrize("verb", ["sheet", "version", "links", "new_link"])
def test_there_is_no_partie_with_another_code(parties: Parties, code: str, verb: str) -> None:
    for other in ("", "NOSUCH", code[:-1], "%", "_" * CODE_LENGTH, "ß"):
        with pytest.raises(NoSuchPartie):
            getattr(parties, verb)(other)


@pytest.mark.parametrize(("given", "shown"), PARTIES["shown"].values(), ids=PARTIES["shown"])
def test_names_in_any_script_are_recorded_and_suggested(parties: Parties, given: str, shown: str) -> None:
    sheet, _ = parties.open((given, "Bea"), PORTLAND)
    assert parties.sheet(sheet.code).names == (shown, "Bea")
    assert set(parties.names(EVERY_LINK)) == {shown, "Bea"}


@pytest.mark.parametrize(("first", "name", "why"), [*PARTIES["not shown"].values(), ("Bea", "Ada\ud800", "1 to 80")])
def test_a_name_that_cannot_be_shown_or_is_there_twice_is_refused(
    parties: Parties, first: str, name: str, why: str
) -> None:
    for names in ((name, first), (first, name)):
        with pytest.raises(NotAllowed, match=refusal(why)):
            parties.open(names, PORTLAND)
    assert parties.latest(EVERY_LINK) == []


def test_parties_and_names_are_remembered_latest_first(parties: Parties) -> None:
    opened = [parties.open(names, PORTLAND)[0].code for names in (("Ada", "Bea"), ("Cy", "Di"), ("Ada", "Eve"))]
    assert [sheet.code for sheet in parties.latest(EVERY_LINK)] == opened[::-1]
    assert set(parties.names(EVERY_LINK)[:2]) == {"Ada", "Eve"}
    assert set(parties.names(EVERY_LINK)[2:]) == {"Cy", "Di", "Bea"}
    assert parties.names(EVERY_LINK)[-1] == "Bea"
    assert len(parties.names(EVERY_LINK)) == 5


# recording


def test_statements_are_stored_in_canonical_form(parties: Parties, code: str) -> None:
    """Cavendish's deal, tap by tap, in whatever form it was given: 28 to 23."""
    sheet = say(parties, code, *[tap for line in CAVENDISH.upper().splitlines() for tap in line.split(";")])
    assert sheet.partie.totals == (28, 23)
    assert logs(sheet)[0][:5] == ["E exchange 5", "Y exchange 3", "E point 5", "Y how many", "E making 49 in hearts"]
    assert logs(sheet)[0][-3:] == ["tricks Y1", "tricks E1", "tricks E1"]
    assert sheet.current_deal == 1


def test_every_statement_changes_the_version(parties: Parties, code: str) -> None:
    versions = [parties.version(code)]
    for tap in ("E point 5", "Y good", "strike 1 for E point 6"):
        versions.append(say(parties, code, tap).version)
        assert parties.version(code) == versions[-1]
    assert len(set(versions)) == 4


def test_the_same_form_again_answers_as_the_first_time(parties: Parties, code: str) -> None:
    """The doubled tap, and the answer that was lost on the way: recorded, once, whatever came between."""
    first = parties.record(code, deal=0, position=0, said="E point 5; Y good", form_key="one")
    assert parties.record(code, deal=0, position=0, said="E point 5; Y good", form_key="one") == first
    say(parties, code, "E quart; Y good")
    later = parties.record(code, deal=0, position=0, said="E point 5; Y good", form_key="one")
    assert isinstance(later, Recorded)
    assert logs(later.sheet) == [["E point 5", "Y good", "E quart", "Y good"]]


def test_a_form_of_another_partie_is_another_form(parties: Parties, code: str) -> None:
    other = parties.open(("Cy", "Di"), PORTLAND)[0].code
    for each in (code, other):
        parties.record(each, deal=0, position=0, said="E point 5", form_key="one")
    assert logs(parties.sheet(code)) == logs(parties.sheet(other)) == [["E point 5"]]


@pytest.mark.parametrize(("deal", "position", "why"), PARTIES["wrong place"].values(), ids=PARTIES["wrong place"])
def test_a_wrong_deal_or_position_records_nothing(
    parties: Parties, code: str, deal: int, position: int, why: str
) -> None:
    before = say(parties, code, "E point 5; Y good")
    found = parties.record(code, deal=deal, position=position, said="E point 6", form_key="one")
    assert isinstance(found, Refused if why else Clash)
    assert not isinstance(found, Refused) or re.fullmatch(refusal(why), found.reason), found.reason
    assert (found.sheet, found.attempted) == (before, "E point 6")
    assert unchanged(parties, before)


@pytest.mark.parametrize(("said", "why"), PARTIES["refused"].values(), ids=PARTIES["refused"])
def test_what_is_refused_adds_nothing(parties: Parties, code: str, said: str, why: str) -> None:
    """What was attempted comes back with the reason, and the same form may be sent again, put right."""
    before = say(parties, code, "E point 5; Y good")
    answer = parties.record(code, deal=0, position=2, said=said, form_key="one")
    assert isinstance(answer, Refused)
    assert (answer.sheet, answer.attempted) == (before, said)
    assert re.fullmatch(refusal(why), answer.reason.replace("\x00", "")), answer.reason
    assert unchanged(parties, before)
    again = parties.record(code, deal=0, position=2, said="E quart", form_key="one")
    assert isinstance(again, Recorded)


# undoing


def test_undo_is_a_strike_of_the_last_statement(parties: Parties, code: str) -> None:
    """Nothing is removed; the deal scores as if it had not been said, and undoing the undoing brings it back."""
    say(parties, code, "E point 5; Y good", "E quint; Y good")
    assert say(parties, code, "strike 4; strike 3").partie.totals == (5, 0)
    assert say(parties, code, "E quart; Y good").partie.totals == (9, 0)
    sheet = say(parties, code, "strike 8; strike 7", "strike 6; strike 5")
    assert sheet.partie.totals == (20, 0)
    assert len(sheet.log(0)) == 12


def test_a_statement_of_an_earlier_deal_is_corrected(parties: Parties, code: str) -> None:
    say(parties, code, PLAIN, PLAIN, "E point 5; Y good")
    sheet = say(parties, code, "strike 1 for E point 6", deal=0)
    assert [deal.points for deal in sheet.partie.deals] == [(25, 6), (6, 24), (5, 0)]
    assert sheet.partie.totals == (36, 30)


# links


@pytest.mark.sqlite
def test_a_links_secret_is_not_stored(parties: Parties, path: Path) -> None:
    sheet, token = parties.open(("Ada", "Bea"), PORTLAND)
    other = parties.new_link(sheet.code)
    stored = b"".join(each.read_bytes() for each in path.parent.iterdir())
    for secret in (token, other):
        assert secret.encode() not in stored
        assert hash_token(secret).encode() in stored
    assert token != other
    assert min(len(token), len(other)) >= 32


def test_a_link_opens_its_own_partie_until_it_is_revoked(parties: Parties, code: str) -> None:
    sheet, token = parties.open(("Cy", "Di"), PORTLAND)
    other = parties.new_link(sheet.code)
    first, second = parties.links(sheet.code)

    def opens(secret: str) -> tuple[str, int] | None:
        opened = parties.open_link(secret)
        return None if opened is None else (opened[0].code, opened[1])

    assert opens(token) == (sheet.code, first.id)
    assert parties.state(sheet.code, first.id).link_holds
    assert not parties.state(code, first.id).link_holds
    for forged in (token.swapcase(), token[:-1], hash_token(token), ""):
        assert opens(forged) is None
    with pytest.raises(NotAllowed, match=refusal("no such link")):
        parties.revoke_link(code, first.id)
    assert parties.state(sheet.code, first.id).link_holds
    for _ in range(2):
        parties.revoke_link(sheet.code, first.id)
    assert opens(token) is None
    assert not parties.state(sheet.code, first.id).link_holds
    assert opens(other) == (sheet.code, second.id)
    assert [link.revoked for link in parties.links(sheet.code)] == [True, False]
