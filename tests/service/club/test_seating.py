"""Who dealt first, corrected in a season and on a scorecard; there the names are those of members."""

import re

import pytest

from scorer.rules.company import terms_named
from scorer.rules.notation.company import format_company, parse_company
from scorer.service.club.disputes import Correction
from scorer.service.club.seasons import COMPANY_ORDER
from scorer.service.club.signing import Status
from scorer.service.parties import Recorded, Refused, SheetKind
from scorer.service.recording import seating_said
from tests.service import refusal
from tests.service.club.conftest import Two, of_company, of_two, points, posted_body
from tests.service.club.running_club import DEALS, RunningClub
from tests.service.club.test_companies import CAPOTS, played
from tests.service.tables import PORTLAND

OTHER_DEALER = seating_said(1)


def seat(club: RunningClub, code: str, said: str = OTHER_DEALER) -> Recorded | Refused:
    sheet = club.parties.sheet(code)
    deal = sheet.last_deal
    found = club.parties.record(code, deal=deal, position=sheet.recorded(deal), said=said, form_key=f"{said} {deal}")
    assert isinstance(found, Recorded | Refused)
    return found


def test_until_it_is_signed_the_table_corrects_who_dealt_first(two: Two) -> None:
    """What is posted has the players in the order of the fixture, whoever was elder first."""
    code = two.partie(*DEALS[:3])
    assert isinstance(seat(two, code), Recorded)
    two.parties.record(code, deal=3, position=0, said=DEALS[3], form_key="last")
    now = two.sign(code, two.ada, two.ben)
    result = of_two(posted_body(now))
    assert (now.status, posted_body(now).members) == (Status.POSTED, (two.ada, two.ben))
    assert [(each.total, each.as_elder, each.as_younger) for each in result.sides] == [(3, 2, 0), (318, 106, 106)]


def test_the_names_of_members_are_not_corrected_on_a_sheet(two: Two) -> None:
    code = two.partie("E point 5")
    found = seat(two, code, seating_said(0, ("Adele", "Ben")))
    assert isinstance(found, Refused)
    assert re.match(refusal("the names of members"), found.reason)


@pytest.mark.parametrize("signed", [(0,), (0, 1)])
def test_after_a_signature_only_both_players_or_the_director_correct_it(two: Two, signed: tuple[int, ...]) -> None:
    code = two.partie(signed=signed)
    assert isinstance(seat(two, code), Refused)
    two.correct(code, OTHER_DEALER, deal=3)
    if len(signed) < 2:
        two.sign(code, two.ben)
    now = two.sheet(code)
    assert (now.disputes[-1].how, now.status) == ("agreed", Status.POSTED)
    assert (of_two(posted_body(now)).winner, points(now)) == (1, 421)


def test_a_director_rules_who_dealt_first(two: Two) -> None:
    code = two.partie(signed=(0, 1))
    asked = Correction(deal=3, said=OTHER_DEALER)
    now = two.services.disputes.settle(code, two.director, asked, words="Seen.", law="Law 4")
    assert (now.status, of_two(posted_body(now)).winner) == (Status.RULED, 1)


def test_on_a_scorecard_the_partie_is_scored_for_who_was_elder(two: Two) -> None:
    """Ada in the box had won as elder; so it was Ben who won, and each of the others is paid."""
    card, _ = two.companies.open(["Ada", "Ben", "Cem"], terms_named("chouette"), PORTLAND)
    sheet, _ = two.companies.begin(card.code, number=0, elder=0)
    played(two.parties, sheet, CAPOTS[:5])
    assert isinstance(seat(two, sheet.code), Recorded)
    two.parties.record(sheet.code, deal=5, position=0, said=CAPOTS[5], form_key="last")
    found = two.companies.card(card.code)
    assert found.company.card.balances == (-840, 420, 420)
    again = parse_company(format_company(found.company.record)).company
    assert again.card.balances == found.company.card.balances
    assert "the names of members" in str(getattr(seat(two, sheet.code, seating_said(0, ("Ada", "Bea"))), "reason", ""))


def test_a_scorecard_of_a_season_is_posted_with_it_and_corrected_by_a_ruling(two: Two) -> None:
    [cem] = two.admit("Cem")
    season = two.season(two.ada, two.ben, cem, name="Circle", frame="chouette", order=COMPANY_ORDER)
    card = two.services.signing.open(two.id, season, (two.ada, two.ben, cem), SheetKind.COMPANY)
    sheet, _ = two.companies.begin(card.code, number=0, elder=0)
    played(two.parties, sheet, CAPOTS[:4])
    now = two.sign(card.code, two.ada, two.ben, cem)
    assert [each.balance for each in of_company(now).shares] == [840, -420, -420]
    asked = Correction(0, 3, OTHER_DEALER)
    now = two.services.disputes.settle(card.code, two.director, asked, words="Seen.", law="Law 4")
    assert [each.balance for each in of_company(now).shares] == [-840, 420, 420]
