"""A sheet that was scored on paper is checked against its own figures before it counts."""

import re
from dataclasses import replace

import pytest

from scorer.ledger.entries import DisputeEnded, Outcome
from scorer.service.club.credentials import Actor, Role
from scorer.service.club.paper import DoesNotAddUp, Written
from scorer.service.club.posting import request_digest
from scorer.service.club.signing import Status
from scorer.service.recording import Sheet
from tests import there
from tests.service import refusal, refused, why_not
from tests.service.club.conftest import Two, of_two, posted_body
from tests.service.club.running_club import founded

DEALS = ((53, 1), (53, 0), (53, 1), (53, 0))
"""The first and the last deal count double: 318 to 3; 421 with the Rubicon."""

RIGHT = Written(DEALS, (318, 3), 321, 421)


def scorer(two: Two) -> Actor:
    people = two.services.people
    people.give_role(two.director, two.ben, Role.SCORER)
    return there(people.open_link(people.new_link(two.director, two.ben)))


def entered(two: Two, written: Written = RIGHT, by: Actor | None = None, **how: object) -> Sheet:
    paper = two.services.paper
    return paper.enter_paper(by or two.director, two.winter, (two.ada, two.ben), written, **how)  # type: ignore[arg-type]


def with_code(two: Two, *members: int, round_: int = 0) -> Written:
    """The sheet of a partie that was opened for it."""
    first, second = members or (two.ada, two.ben)
    return replace(RIGHT, code=two.services.signing.open(two.id, two.winter, (first, second), round_=round_).code)


def points(two: Two) -> dict[int, int]:
    rows = two.services.standings.now(two.id, two.winter).table.rows
    return {row.member: row.tally.balance for row in rows}


def test_a_paper_sheet_counts_on_the_day_it_was_played(two: Two) -> None:
    entered(two, into_book=True)
    entered(two, into_book=True, played="2026-09-01")
    parties = two.services.records.parties(two.id, two.ada, 1, 9)
    assert [each.played for each in parties] == ["2026-11-21", "2026-09-01"]
    for day, why in (("2026-11-23", "is in the future"), ("yesterday", "is not a day")):
        refused(why, entered, two, played=day)
    entered(two, with_code(two), played="2026-09-02", into_book=True)
    parties = two.services.records.parties(two.id, two.ada, 1, 9)
    assert [each.played for each in parties] == ["2026-11-21", "2026-09-02", "2026-09-01"]


def test_the_day_of_a_partie_is_corrected_until_someone_signs_it(two: Two) -> None:
    """Of a paper sheet with the code of a partie that was opened today, and by those who score it."""
    signing = two.services.signing
    sheet = entered(two, with_code(two), by=scorer(two), played="2026-09-02")
    assert (sheet.played, sheet.opened_at[:10]) == ("2026-09-02", "2026-11-21")
    version = sheet.version
    assert signing.set_day(sheet.code, "2026-09-03").played == "2026-09-03"
    assert signing.set_day(sheet.code, "2026-09-03").sheet.version != version
    refused("is in the future", signing.set_day, sheet.code, "2026-11-23")
    two.sign(sheet.code, two.ada)
    refused("This has been signed. A director can correct the day.", signing.set_day, sheet.code, "2026-09-04")
    assert posted_body(two.sign(sheet.code, two.ben)).played == "2026-09-03"
    assert two.services.records.parties(two.id, two.ada, 1, 9)[0].played == "2026-09-03"
    posted = entered(two, into_book=True)
    refused("This is posted. A director can correct the day.", signing.set_day, posted.code, "2026-09-04")


def test_a_paper_sheet_that_adds_up_is_posted_when_both_have_signed(two: Two) -> None:
    sheet = entered(two, by=scorer(two))
    assert two.sheet(sheet.code).status is Status.UNSIGNED
    assert [each.points for each in sheet.partie.deals] == list(DEALS)
    assert of_two(posted_body(two.sign(sheet.code, two.ada, two.ben))).from_paper
    assert points(two) == {two.ada: 421, two.ben: -421}
    refused("Only a director", entered, two, by=scorer(two), into_book=True)
    assert two.sheet(entered(two, into_book=True).code).status is Status.POSTED


def test_a_sheet_that_does_not_add_up_is_refused_with_each_difference(two: Two) -> None:
    with pytest.raises(DoesNotAddUp) as found:
        entered(two, replace(RIGHT, totals=(317, 4), grand=320, pays=420))
    assert list(found.value.faults) == [
        "The deals of Ada add up to 318; the sheet says 317, which is 1 too few.",
        "The deals of Ben add up to 3; the sheet says 4, which is 1 too many.",
        "The two totals add up to 321; the sheet says 320, which is 1 too few.",
        "Ada wins 421 by these deals; the sheet says 420, which is 1 too few.",
    ]
    refused("over", entered, two, replace(RIGHT, deals=DEALS * 2))
    assert two.services.signing.pending(two.id) == []


def test_nobody_pays_for_a_partie_that_is_drawn(two: Two) -> None:
    level = tuple((10, 10) for _ in range(6))
    said = why_not(entered, two, Written(level[:4], (60, 60)))
    assert re.fullmatch(r"Level 60–60: two more deals are due \(.+\)\. Enter all its deals\.", said)
    with pytest.raises(DoesNotAddUp, match=refusal("Nobody pays anything by these deals; the sheet says 100")):
        entered(two, Written(level, (80, 80), pays=100))


def test_a_director_accepts_a_difference_and_the_ruling_is_posted(two: Two) -> None:
    wrong = replace(RIGHT, totals=(328, 3), grand=None)
    refused("Only a director", entered, two, wrong, by=scorer(two), accepted="the deals are clear")
    refused("Choose the law", entered, two, wrong, accepted="the deals are clear", law="Law 999")
    refused("Choose the law", entered, two, wrong, accepted="the deals are clear", law=" ")
    clear = "clear " * 100
    sheet = entered(two, wrong, accepted=clear)
    ruled = [each for each in two.entries if isinstance(each.body, DisputeEnded)]
    case = two.sheet(sheet.code).disputes[0]
    assert [(each.author, each.body) for each in ruled] == [
        (
            "director Ann",
            DisputeEnded(two.winter, sheet.code, 1, request_digest(case), Outcome.UPHELD, clear[:500], "Law 74"),
        )
    ]
    assert (case.player, case.kind) == (-1, "call")
    assert case.reason == "From paper: The deals of Ada add up to 318; the sheet says 328, which is 10 too many."
    assert points(two) == {two.ada: 421, two.ben: -421}


def test_a_repeated_paper_form_enters_one_partie(two: Two) -> None:
    token = "k" * 32
    assert entered(two, token=token) == entered(two, token=token)
    coded = with_code(two)
    for _ in range(2):
        sheet = entered(two, replace(coded, code=coded.code.lower()), token="c" * 32)
        assert (sheet.code, sheet.partie.totals) == (coded.code, (318, 3))


def test_a_paper_sheet_with_a_code_fills_its_opened_partie(two: Two) -> None:
    coded = with_code(two, round_=3)
    sheet = entered(two, coded, into_book=True)
    assert (sheet.code, two.sheet(sheet.code).membership.round) == (coded.code, 3)
    assert two.services.standings.now(two.id, two.winter).periods.count == 1


def test_a_paper_sheet_with_a_code_needs_its_players_and_an_empty_partie(two: Two) -> None:
    turned = with_code(two, two.ben, two.ada)
    elder = f"The sheet {turned.code} is for Ben and Ada, with Ben as elder first."
    assert why_not(entered, two, turned) == elder
    begun = replace(RIGHT, code=two.partie("tricks E12"))
    assert why_not(entered, two, begun) == f"The partie {begun.code} already has recorded deals."
    spring, enter = two.season(two.ada, two.ben, name="Spring"), two.services.paper.enter_paper
    elsewhere = f"The partie {begun.code} belongs to another season."
    assert why_not(enter, two.director, spring, (two.ada, two.ben), begun) == elsewhere
    other = founded(two.parties, two.clock, "Other Club")
    theirs = other.season(*other.admit("Ada", "Ben"))
    of_theirs = other.services.signing.open(other.id, theirs, (1, 2))
    refused("No partie of the club", entered, two, replace(RIGHT, code=of_theirs.code))
