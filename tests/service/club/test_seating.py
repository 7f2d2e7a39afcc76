"""Who dealt first, corrected in a season and on a scorecard;
there the names are those of members.
"""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from scorer.ledger.results import result_of
from scorer.rules.company import terms_named
from scorer.rules.notation.company_document import format_company, parse_company
from scorer.rules.partie import PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player
from scorer.service.club.audit.verification import verify
from scorer.service.club.disputes.cases import Correction
from scorer.service.club.posting.signing import SheetStatus
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.service.club.transfer.import_files import File, read_files
from scorer.service.parties import Recorded, Refused, SheetKind
from scorer.table.recording import seating_said
from tests.service import refusal
from tests.service.club.conftest import Two, of_company, of_two, points, posted_body
from tests.service.club.running_club import DEALS, RunningClub
from tests.service.club.test_companies import CAPOTS, played
from tests.service.tables import PORTLAND

OTHER_DEALER = seating_said(1)


def seat(club: RunningClub, code: str, said: str = OTHER_DEALER) -> Recorded | Refused:
    sheet = club.parties.sheet(code)
    deal = sheet.last_deal
    found = club.parties.record(
        code, deal=deal, position=sheet.recorded(deal), said=said, form_key=f"{said} {deal}"
    )
    assert isinstance(found, Recorded | Refused)
    return found


def test_until_it_is_signed_the_table_corrects_who_dealt_first(two: Two) -> None:
    """What is posted has the players in the order of the fixture, whoever was elder first."""
    code = two.partie(*DEALS[:3])
    assert isinstance(seat(two, code), Recorded)
    two.parties.record(code, deal=3, position=0, said=DEALS[3], form_key="last")
    now = two.sign(code, two.ada, two.ben)
    result = of_two(posted_body(now))
    assert now.status == SheetStatus.POSTED
    assert posted_body(now).members == (two.ada, two.ben)
    assert [(each.total, each.as_elder, each.as_younger) for each in result.sides] == [
        (3, 2, 0),
        (318, 106, 106),
    ]


def test_the_names_of_members_are_not_corrected_on_a_sheet(two: Two) -> None:
    code = two.partie("E point 5")
    for first, name in ((0, "Adele"), (1, "Ada")):
        found = seat(two, code, seating_said(first, (name, "Ben")))
        assert isinstance(found, Refused)
        assert re.match(refusal("the names of members"), str(found.reason))


@pytest.mark.parametrize("signed", [(0,), (0, 1)])
def test_after_a_signature_only_both_players_or_the_director_correct_it(
    two: Two, signed: tuple[int, ...]
) -> None:
    code = two.partie(signed=signed)
    assert isinstance(seat(two, code), Refused)
    two.correct(code, OTHER_DEALER, deal=3)
    if len(signed) < 2:
        two.sign(code, two.ben)
    now = two.sheet(code)
    assert now.disputes[-1].how == "agreed"
    assert now.status == SheetStatus.POSTED
    assert of_two(posted_body(now)).winner == 1
    assert points(now) == 421


def test_a_director_rules_who_dealt_first(two: Two) -> None:
    code = two.partie(signed=(0, 1))
    asked = Correction(deal=3, said=OTHER_DEALER)
    now = two.services.disputes.settle(code, two.director, asked, words="Seen.", law="Law 4")
    assert now.status == SheetStatus.RULED
    assert of_two(posted_body(now)).winner == 1


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
    assert "the names of members" in str(
        getattr(seat(two, sheet.code, seating_said(0, ("Ada", "Bea"))), "reason", "")
    )


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


def test_an_export_reads_back_with_the_points_of_the_same_elder(two: Two) -> None:
    """As a file and as a table of deals, which have the players in the order
    of their turn from then on.
    """
    code = two.partie(*DEALS[:3])
    seat(two, code)
    two.parties.record(code, deal=3, position=0, said=DEALS[3], form_key="last")
    sides = of_two(posted_body(two.sign(code, two.ada, two.ben))).sides
    with ZipFile(BytesIO(two.exported(ExportFormat.PIQUET))) as files:
        (written,) = [files.read(name) for name in files.namelist() if code in name]
    assert b'elder = "Ben"' in written
    table = two.exported(ExportFormat.CSV, table="deals")
    for file in (File("a.piquet", written), File("a.csv", table)):
        (parsed,) = read_files([file], PRESETS["four-deal"]).parties
        players = Player(parsed.names[0]), Player(parsed.names[1])
        result = result_of(play_partie(PartieRecord(PRESETS["four-deal"], players, parsed.deals)))
        assert parsed.names == ("Ben", "Ada")
        assert [(side.as_elder, side.as_younger) for side in result.sides] == [
            (side.as_elder, side.as_younger) for side in sides[::-1]
        ]


@pytest.mark.parametrize(
    "change",
    [
        "renaming SET name = 'Eve'",
        "renaming SET sealed = 'ab'",
        "renaming SET seat = 0",
        "renaming SET salt = ''",
        "statement SET text = 'players first 1'",
        "player SET name = 'Eve' WHERE seat = 1",
    ],
)
def test_a_change_of_what_was_corrected_is_found_and_named(two: Two, change: str) -> None:
    code = renamed(two)
    db = change.partition(" ")[0]
    with two.tampered(db, f"UPDATE {change}") as changed:
        assert any(code in each.what for each in verify(changed, now=two.clock()))


def test_a_corrected_name_that_is_removed_or_added_is_found(two: Two) -> None:
    code = renamed(two)
    columns = "sheet_id, seat, name, salt, sealed"
    for sql in (
        "DELETE FROM renaming",
        f"INSERT INTO renaming ({columns}) SELECT {columns} FROM player WHERE seat = 1",
    ):
        with two.tampered("renaming", sql) as changed:
            names = f"the names of partie {code} are not those that were recorded"
            assert names in [each.what for each in verify(changed, now=two.clock())]


def renamed(two: Two) -> str:
    """The code of a partie in no season, with a corrected name and dealer."""
    sheet, _ = two.parties.open(("Ada", "Bne"), PORTLAND)
    seat(two, sheet.code, seating_said(1, ("Ada", "Ben")))
    return sheet.code
