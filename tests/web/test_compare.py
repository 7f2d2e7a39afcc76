"""Two versions of a partie: what the club has recorded, and what a phone says that it has."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from scorer.rules.names import without_isolates
from scorer.rules.presets import PORTLAND
from scorer.service.parties import Parties, Sheet
from scorer.table.entering import NotAllowed
from scorer.web.compare import Versions, read_own, versions_of
from tests.service.tables import logs, say

BEGUN = "E exchange 5; Y exchange 3"


def own(deal: int, start: int, *said: str, at: str = "2026-11-28T20:31:00Z") -> dict[str, Any]:
    rows = [{"say": each, "key": f"key {deal} {number}"} for number, each in enumerate(said)]
    return {"deal": deal, "start": start, "at": at, "rows": rows}


def compared(sheet: Sheet, *deals: Mapping[str, Any]) -> list[Versions]:
    return versions_of(sheet, read_own(json.dumps(deals)), {0: "2026-11-28T20:29:00+00:00"})


def both(versions: Versions) -> list[tuple[str, str]]:
    return [
        (without_isolates(str(row.record)), without_isolates(str(row.version)))
        for row in versions.rows
    ]


def said_of(versions: Versions) -> list[str]:
    return [form["say"] for form in versions.forms]


def send(parties: Parties, code: str, versions: Versions) -> None:
    for form in versions.forms:
        given = {name: form[name] for name in ("deal", "position", "seen")}
        parties.record(code, said=form["say"], form_key=form["key"], **given)


@pytest.fixture
def code(parties: Parties) -> str:
    sheet, _ = parties.open(("Ada", "Ben"), PORTLAND)
    say(parties, sheet.code, BEGUN)
    return sheet.code


def test_both_versions_are_side_by_side(parties: Parties, code: str) -> None:
    say(parties, code, "E point 6; Y good")
    (found,) = compared(parties.sheet(code), own(0, 2, "E point 5", "Y good"))
    assert ("Ada: point of six", "Ada: point of five") in both(found)
    assert str(found.title) == "Deal 1 of 6"
    assert found.own_at == "2026-11-28T20:31:00Z"
    assert found.club_at == "2026-11-28T20:29:00+00:00"


def test_what_is_chosen_makes_the_club_have_what_the_phone_has(parties: Parties, code: str) -> None:
    say(parties, code, "E point 6; Y good")
    (found,) = compared(parties.sheet(code), own(0, 2, "E point 5", "Y good", "E quart"))
    send(parties, code, found)
    assert compared(parties.sheet(code), own(0, 2, "E point 5", "Y good", "E quart")) == []


def test_what_only_the_phone_has_is_said_with_its_own_keys(parties: Parties, code: str) -> None:
    (found,) = compared(parties.sheet(code), own(0, 0, BEGUN, "E point 5", "Y good"))
    assert [(form["key"], form["say"]) for form in found.forms] == [
        ("key 0 1", "E point 5"),
        ("key 0 2", "Y good"),
    ]
    send(parties, code, found)
    assert logs(parties.sheet(code))[0][2:] == ["E point 5", "Y good"]


def test_a_deal_that_the_club_does_not_have_is_said_whole(parties: Parties, code: str) -> None:
    say(parties, code, "E no point; E no sequence; E no set; Y point 5; count E7 last E play 9")
    (found,) = compared(parties.sheet(code), own(1, 0, BEGUN, "E point 5"))
    assert str(found.title) == "Deal 2"
    assert said_of(found) == [BEGUN, "E point 5"]


def test_what_both_say_is_no_choice(parties: Parties, code: str) -> None:
    say(parties, code, "E point 5; Y good")
    assert compared(parties.sheet(code), own(0, 2, "E point 5", "Y good")) == []


def test_totals_and_statements_are_set_side_by_side(parties: Parties, code: str) -> None:
    say(parties, code, "E point 6; Y good")
    (found,) = compared(parties.sheet(code), own(0, 0, "scores 28 23"))
    assert both(found)[0][1] == "totals 28 – 23"
    send(parties, code, found)
    assert parties.sheet(code).partie.deals[0].points == (28, 23)


def test_statements_replace_totals(parties: Parties, code: str) -> None:
    parties.record(code, deal=0, position=2, said="strike 1; strike 2", form_key="undo")
    parties.record(code, deal=0, position=4, said="scores 28 23", form_key="totals")
    (found,) = compared(parties.sheet(code), own(0, 0, BEGUN, "E point 5"))
    send(parties, code, found)
    assert compared(parties.sheet(code), own(0, 0, BEGUN, "E point 5")) == []


def test_other_names_are_shown(parties: Parties, code: str) -> None:
    (found,) = compared(parties.sheet(code), own(0, 2, 'players first 2 ["Ann", "Bob"]'))
    assert both(found) == [("Ada", "Ann"), ("Ben", "Bob"), ("Ada", "Bob")]
    send(parties, code, found)
    assert parties.sheet(code).names == ("Ann", "Bob")


def test_a_version_that_no_longer_fits_says_why(parties: Parties, code: str) -> None:
    say(parties, code, "E no point; E no sequence; E no set; Y point 5; count E7 last E play 9")
    (found,) = compared(parties.sheet(code), own(2, 0, BEGUN))
    assert "deals are recorded in order" in str(found.cannot)
    assert found.forms == ()


def test_a_version_that_cannot_be_read_is_shown_as_it_was_said(parties: Parties, code: str) -> None:
    (found,) = compared(parties.sheet(code), own(0, 2, "E quintuplet"))
    assert both(found) == [("–", "E quintuplet")]
    assert "cannot be read" in str(found.cannot)


def test_names_that_cannot_be_read_are_said_so(parties: Parties, code: str) -> None:
    (found,) = compared(parties.sheet(code), own(0, 2, "players first 3", at=""))
    assert str(found.cannot) == "This phone’s version cannot be read: choose who dealt first."
    assert found.forms == ()


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"deal": 0}]', "[" * 5000])
def test_what_no_phone_wrote_is_refused(text: str) -> None:
    with pytest.raises(NotAllowed, match="Reload this page"):
        read_own(text)
