"""A sheet that was scored on paper is checked against its own figures before it counts."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorer.ledger import chain
from scorer.ledger.entries import DisputeEnded, Outcome, Reversed, SheetPosted, narration
from scorer.ledger.standings import StandingsRow
from scorer.ledger.terms import Format
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.names import without_isolates
from scorer.rules.presets import PORTLAND
from scorer.service.club.credentials import Actor, Role
from scorer.service.club.disputes.cases import Correction, DisputeKind, ReplyKind
from scorer.service.club.disputes.paper import DoesNotAddUp, Written
from scorer.service.club.posting.signing import SeasonSheet, SheetStatus
from scorer.service.club.posts import request_digest
from scorer.table.recording import Sheet
from tests import there
from tests.published import published
from tests.service import refusal, refused, why_not
from tests.service.club.conftest import Two, of_two, posted_body
from tests.service.club.running_club import RunningClub, founded, new_club

DEALS = ((53, 1), (53, 0), (53, 1), (53, 0))
"""The first and the last deal count double: 318 to 3; 421 with the Rubicon."""

RIGHT = Written(DEALS, (318, 3), 321, 421)


def scorer(two: Two) -> Actor:
    people = two.services.people
    people.give_role(two.director, two.ben, Role.SCORER)
    return there(people.open_link(people.new_link(two.director, two.ben)))


def entered(two: Two, written: Written = RIGHT, by: Actor | None = None, **how: Any) -> Sheet:
    return two.services.paper.enter_paper(
        by or two.director, two.winter, (two.ada, two.ben), written, **how
    )


def with_code(two: Two, *, turned: bool = False, round_: int = 0) -> Written:
    """The sheet of a partie that was opened for it."""
    members = (two.ada, two.ben)[:: -1 if turned else 1]
    return replace(
        RIGHT, code=two.services.signing.open(two.id, two.winter, members, round_=round_).code
    )


def days(two: Two) -> list[str]:
    return [each.played for each in two.services.records.parties(two.id, two.ada, 1, 9)]


def balances(two: Two) -> dict[int, int]:
    return {
        row.member: row.tally.balance
        for row in two.services.standings.now(two.id, two.winter).table.rows
    }


def test_a_paper_sheet_counts_on_the_day_it_was_played(two: Two) -> None:
    entered(two, into_book=True)
    entered(two, into_book=True, played="2026-09-01")
    assert days(two) == ["2026-11-21", "2026-09-01"]
    for day, why in (("2026-11-23", "is in the future"), ("yesterday", "is not a day")):
        refused(why, entered, two, played=day)
    entered(two, with_code(two), played="2026-09-02", into_book=True)
    assert days(two) == ["2026-11-21", "2026-09-02", "2026-09-01"]


def test_the_day_of_a_partie_is_corrected_until_someone_signs_it(two: Two) -> None:
    """Of a paper sheet with the code of a partie that was opened today,
    and by those who score it.
    """
    signing = two.services.signing
    sheet = entered(two, with_code(two), by=scorer(two), played="2026-09-02")
    assert sheet.played == "2026-09-02"
    assert sheet.opened_at[:10] == "2026-11-21"
    version = sheet.version
    dated = signing.set_day(sheet.code, "2026-09-03")
    assert dated == signing.sheet(sheet.code)
    assert dated.played == "2026-09-03"
    assert signing.set_day(sheet.code, "2026-09-03").sheet.version != version
    refused("is in the future", signing.set_day, sheet.code, "2026-11-23")
    two.sign(sheet.code, two.ada)
    refused(
        "This has been signed. A director can correct the day.",
        signing.set_day,
        sheet.code,
        "2026-09-04",
    )
    assert posted_body(two.sign(sheet.code, two.ben)).played == "2026-09-03"
    assert days(two) == ["2026-09-03"]
    posted = entered(two, into_book=True)
    refused(
        "This is posted. A director can correct the day.",
        signing.set_day,
        posted.code,
        "2026-09-04",
    )


def test_a_paper_sheet_that_adds_up_is_posted_when_both_have_signed(two: Two) -> None:
    sheet = entered(two, by=scorer(two))
    assert two.sheet(sheet.code).status is SheetStatus.UNSIGNED
    assert [each.points for each in sheet.partie.deals] == list(DEALS)
    assert of_two(posted_body(two.sign(sheet.code, two.ada, two.ben))).from_paper
    assert balances(two) == {two.ada: 421, two.ben: -421}
    refused("Only a director", entered, two, by=scorer(two), into_book=True)
    assert two.sheet(entered(two, into_book=True).code).status is SheetStatus.POSTED


def test_a_sheet_that_does_not_add_up_is_refused_with_each_difference(two: Two) -> None:
    with pytest.raises(DoesNotAddUp) as found:
        entered(two, replace(RIGHT, totals=(317, 4), grand=320, pays=420))
    assert [*map(without_isolates, found.value.faults)] == [
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
    assert re.fullmatch(
        r"Level at 60 after four deals: two more deals are due \(.+\)\. Enter all its deals\.", said
    )
    with pytest.raises(
        DoesNotAddUp, match=refusal("Nobody pays anything by these deals; the sheet says 100")
    ):
        entered(two, Written(level, (80, 80), pays=100))


def test_a_director_accepts_a_difference_and_the_ruling_is_posted(two: Two) -> None:
    wrong = replace(RIGHT, totals=(328, 3), grand=None)
    clear = "clear " * 100
    refused("Only a director", entered, two, wrong, by=scorer(two), accepted="the deals are clear")
    for law in ("Law 999", " "):
        refused("Choose the law", entered, two, wrong, accepted="the deals are clear", law=law)
    sheet = entered(two, wrong, accepted=clear)
    (ruled,) = (each for each in two.entries if isinstance(each.body, DisputeEnded))
    (case,) = two.sheet(sheet.code).disputes
    ended = DisputeEnded(
        two.winter, sheet.code, 1, request_digest(case), Outcome.UPHELD, clear[:500], "Law 74"
    )
    assert ruled.author == "director Ann"
    assert ruled.body == ended
    assert case.player == -1
    assert case.kind == "call"
    assert (
        case.reason
        == "From paper: The deals of Ada add up to 318; the sheet says 328, which is 10 too many."
    )
    assert balances(two) == {two.ada: 421, two.ben: -421}


def test_a_repeated_paper_form_enters_one_partie_which_may_have_been_opened_for_it(
    two: Two,
) -> None:
    assert entered(two, token="k" * 32) == entered(two, token="k" * 32)
    coded = with_code(two, round_=3)
    for _ in range(2):
        sheet = entered(
            two, replace(coded, code=coded.code.lower()), token="c" * 32, into_book=True
        )
        assert sheet.code == coded.code
        assert sheet.partie.totals == (318, 3)
    assert two.sheet(sheet.code).membership.round == 3
    assert two.services.standings.now(two.id, two.winter).periods.count == 1


def test_a_paper_sheet_with_a_code_needs_its_players_and_an_empty_partie(two: Two) -> None:
    turned = with_code(two, turned=True)
    assert (
        without_isolates(why_not(entered, two, turned))
        == f"The sheet {turned.code} is for Ben and Ada, with Ben as elder first."
    )
    begun = replace(RIGHT, code=two.partie("tricks E12"))
    assert why_not(entered, two, begun) == f"The partie {begun.code} already has recorded deals."
    spring = two.season(two.ada, two.ben, name="Spring")
    enter = two.services.paper.enter_paper
    elsewhere = f"The partie {begun.code} belongs to another season."
    assert why_not(enter, two.director, spring, (two.ada, two.ben), begun) == elsewhere
    other = founded(two.parties, two.clock, "Other Club")
    of_theirs = other.services.signing.open(
        other.id, other.season(*other.admit("Ada", "Ben")), (1, 2)
    )
    refused("No partie of the club", entered, two, replace(RIGHT, code=of_theirs.code))


# The score card of five parties that Cavendish prints, played into a season: a book says what a
# card says

CARD: dict[str, Any] = published("settlements")["score_card"]


def written(partie: dict[str, Any]) -> Written:
    """A partie of the card; the deals of the fourth add up to what was settled
    if A has nine points more in one.
    """
    a = [
        points + 9 * (deal == 3 and partie is CARD["partie"][3])
        for deal, points in enumerate(partie["a"])
    ]
    return Written(
        tuple(zip(a, partie["b"], strict=True)), tuple(partie["totals"]), pays=partie["points"]
    )


def rows(card: RunningClub) -> tuple[StandingsRow, ...]:
    return card.services.standings.now(card.id, 1).table.rows


@pytest.fixture(scope="module")
def score_card(tmp_path_factory: pytest.TempPathFactory) -> RunningClub:
    """A and B in a season: the five parties, entered from the sheets,
    signed by both, and posted.
    """
    club = new_club(tmp_path_factory.mktemp("card"))
    club.season(*club.admit("A", "B"), rules=ruleset_to_data(PORTLAND))
    for partie in CARD["partie"]:
        club.sign(
            club.services.paper.enter_paper(club.director, 1, (1, 2), written(partie)).code, 1, 2
        )
    return club


@pytest.fixture
def card(score_card: RunningClub, tmp_path: Path) -> Iterator[RunningClub]:
    found = score_card.copied(tmp_path)
    yield found
    assert found.faults == []
    found.engine.dispose()


def test_the_standings_are_the_score_card(card: RunningClub) -> None:
    first, second = rows(card)
    assert (
        {"a": first.tally.points_won, "b": second.tally.points_won}
        == CARD["won"]
        == {"a": 692, "b": 617}
    )
    assert first.tally.balance == 75
    assert second.tally.balance == -75
    assert CARD["balance"] == {"winner": "A", "points": 75}
    assert [(row.member, row.rank, row.shared) for row in (first, second)] == [
        (1, 1, False),
        (2, 2, False),
    ]
    posted = [of_two(each.body) for each in card.entries if isinstance(each.body, SheetPosted)]
    for result, partie in zip(posted, CARD["partie"], strict=True):
        assert "AB"[result.winner or 0] == partie["winner"]
        assert result.points == partie["points"]
        assert result.rubicon == partie["rubicon"]
        assert [side.total for side in result.sides] == partie["totals"]


def test_every_receipt_follows_a_correction(card: RunningClub) -> None:
    """The third deal of the first partie was 40 to 6: A's margin is four points less."""
    code = next(each.body.code for each in card.entries if isinstance(each.body, SheetPosted))
    old = there(card.sheet(code).posted)
    card.correct(code, "scores 40 6", deal=2)
    new = there(card.sheet(code).posted)
    back, again = (each.number for each in card.entries[-2:])
    assert [row.tally.points_won for row in rows(card)] == [692 - 4, 617]
    check = card.services.receipts.check
    for player in (0, 1):
        checked = there(check(card.id, old.receipt(player), with_names=True))
        assert checked.receipt == old.receipt(player)
        assert checked.holder == "AB"[player]
        assert without_isolates(checked.posted.says) == "A 164, B 114: A receives 150, from totals."
        assert there(checked.reversed).number == back
        assert there(checked.replacement).number == again
        checked = there(check(card.id, new.receipt(player), with_names=True))
        says = without_isolates(checked.posted.says)
        assert says.startswith("A 160, B 114: A receives 146, from totals. Replaces entry ")
        assert checked.reversed is None
        assert checked.replacement is None
    assert check(card.id, chain.receipt(again, 2, new.digest), with_names=True) is None
    assert card.services.book.season_of(card.id, again + 1) == 0


# Mistyped


TYPED = ((53, 1), (53, 0), (35, 1), (53, 0))
"""The third deal as it was typed: 35 for 53, and 403 for 421."""


def mistyped(two: Two, deals: tuple[tuple[int, int], ...] = TYPED) -> str:
    """The code of a partie that a director entered from paper and posted."""
    first, second = (
        sum(each[player] for each in (*deals, deals[0], deals[3])) for player in (0, 1)
    )
    return entered(two, Written(deals, (first, second)), into_book=True).code


def retyped(
    two: Two, code: str, deals: tuple[tuple[int, int], ...] = DEALS, **how: str
) -> SeasonSheet:
    return two.services.disputes.retype(
        code, two.director, deals, **{"words": "The third deal is 53.", **how}
    )


def test_a_director_corrects_what_they_mistyped_without_a_ruling(two: Two) -> None:
    code = mistyped(two)
    until = two.sheet(code).until
    two.clock.later(hours=2)
    now = retyped(two, code)
    assert now == two.sheet(code), "as it is read after it"
    assert now.status == SheetStatus.POSTED
    assert now.until == until
    assert now.may_agree is True
    assert balances(two) == {two.ada: 421, two.ben: -421}
    ended, reversed_, posted = [each.body for each in two.entries[-3:]]
    assert isinstance(ended, DisputeEnded)
    assert ended.how == Outcome.MISTYPED
    assert ended.law == ""
    assert ended.ruling == "The third deal is 53."
    assert isinstance(reversed_, Reversed)
    assert reversed_.reason == "The third deal is 53."
    assert isinstance(posted, SheetPosted)
    words = f"partie {code} is corrected: the paper sheet was mistyped: The third deal is 53"
    assert narration(ended, {}) == words


def test_every_deal_that_was_mistyped_is_corrected_at_once(two: Two) -> None:
    code = mistyped(two, ((35, 1), (53, 0), (35, 1), (53, 0)))
    now = retyped(two, code)
    assert [(each.deal, each.correction, each.how) for each in now.disputes] == [
        (0, "scores 53 1", "mistyped"),
        (2, "scores 53 1", "mistyped"),
    ]
    kinds = [each.kind for each in two.entries if getattr(each.body, "code", "") == code]
    assert kinds == ["sheet posted", "dispute ended", "dispute ended", "sheet posted"]


def test_what_was_mistyped_is_corrected_after_the_correction_period_too(two: Two) -> None:
    code = mistyped(two)
    two.clock.later(hours=25)
    assert not retyped(two, code).may_agree


def test_the_day_alone_can_be_mistyped(two: Two) -> None:
    code = mistyped(two, DEALS)
    assert retyped(two, code, played="2026-09-01").played == "2026-09-01"


def test_a_typing_error_ends_the_dispute_about_it(two: Two) -> None:
    code = mistyped(two)
    two.services.disputes.file(code, two.players[1], DisputeKind.CALL, "The third deal is 53.")
    assert [each.how for each in retyped(two, code).disputes] == ["mistyped", "mistyped"]


def test_both_players_read_what_was_mistyped_until_they_open_it(two: Two) -> None:
    code = mistyped(two)
    retyped(two, code)
    for member in (two.ada, two.ben):
        (found,) = two.services.disputes.of_member(two.id, member, 9)
        assert found.dispute.how == "mistyped"


def test_only_what_a_director_typed_is_corrected_as_mistyped(two: Two) -> None:
    refused(
        "Only a director",
        two.services.disputes.retype,
        mistyped(two),
        two.players[0],
        DEALS,
        words="No.",
    )
    at_the_table = two.partie(signed=(0, 1))
    signed = entered(two).code
    two.sign(signed, two.ada, two.ben)
    ruled = entered(
        two, replace(RIGHT, totals=(328, 3), grand=None), accepted="The deals are clear."
    ).code
    for code in (at_the_table, signed, ruled):
        refused("Only what a director entered", retyped, two, code, TYPED)


def test_what_the_players_agreed_on_is_not_mistyped(two: Two) -> None:
    code = mistyped(two)
    ada, ben = two.players
    asked = Correction(deal=2, said="scores 53 1")
    two.services.disputes.file(code, ada, DisputeKind.CORRECTION, "It was 53.", asked)
    two.services.disputes.reply(code, ben, ReplyKind.AGREES)
    refused("Only what a director entered", retyped, two, code, TYPED)


def test_a_correction_of_typing_says_what_changes_and_why(two: Two) -> None:
    code = mistyped(two)
    refused("Enter what was mistyped", retyped, two, code, words=" ")
    refused("These are the figures", retyped, two, code, TYPED)
    refused("with 4 deals", retyped, two, code, DEALS[:3])
    level = ((10, 10), (10, 10), (10, 10), (10, 10))
    refused("Reverse the entry", retyped, two, code, level)


# A sheet of a partie that is here already


def likely(two: Two, season: int, written: Written = RIGHT, **how: Any) -> list[str]:
    found = two.services.paper.likely(two.director, season, (two.ada, two.ben), written, **how)
    return [each.why for each in found]


OTHER = Written(((20, 30), (30, 20), (20, 30), (25, 20)), (140, 150))


def robin(two: Two) -> int:
    season = two.season(two.ada, two.ben, name="Robin", format=Format.SINGLE)
    two.drawn(season, [(two.ada, two.ben)])
    return season


def test_the_sheet_of_a_posted_fixture_is_known_by_its_round_or_as_no_other_is_left(
    two: Two,
) -> None:
    season = robin(two)
    assert likely(two, season, OTHER) == []
    two.play(season, two.ada, two.ben, round_=1)
    assert likely(two, season, OTHER, round_=1) == ["It is the partie of round 1."]
    assert likely(two, season, OTHER) == ["No fixture of these two is left to play."]


def test_a_sheet_without_a_fixture_is_known_by_its_totals_or_its_deals_on_the_day(two: Two) -> None:
    two.partie(signed=(0, 1))
    assert likely(two, two.winter, OTHER) == []
    assert likely(two, two.winter) == ["It has the same totals."]
    half = Written(((53, 0), (53, 1), (20, 30), (20, 30)), (219, 91))
    assert likely(two, two.winter, half) == [
        "It was played on the same day, and 2 of its deals are the same."
    ]
    assert likely(two, two.winter, half, played="2026-09-01") == []


def test_the_sheet_of_a_partie_that_is_not_posted_is_known_too(two: Two) -> None:
    code = two.partie()
    assert likely(two, two.winter) == ["It has the same totals."]
    assert likely(two, two.winter, replace(OTHER, code=code.lower())) == [
        f"The code {code} is on the sheet."
    ]


def test_a_sheet_is_known_by_its_players_in_any_order(two: Two) -> None:
    two.play(two.winter, two.ben, two.ada)
    turned = Written(((1, 53), (0, 53), (1, 53), (0, 53)), (3, 318))
    found = two.services.paper.likely(two.director, two.winter, (two.ada, two.ben), turned)
    assert [each.why for each in found] == ["It has the same totals."]
