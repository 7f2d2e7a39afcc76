"""The report of open items misses nothing, and no season is closed while something
of it is silently left out.
"""

from collections import Counter

import pytest
from sqlalchemy import event

from scorer.ledger.entries import SeasonClosed, StakesPaid
from scorer.ledger.terms import Format, Settled, Stakes
from scorer.rules.names import without_isolates
from scorer.service.club.desk.open_items import Item, Kind
from scorer.service.club.disputes.cases import DisputeKind
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.transfer.import_files import File
from tests import there
from tests.service import refused
from tests.service.club.running_club import DEALS, IMPOSSIBLE, RunningClub


def shown(club: RunningClub) -> list[tuple[str, str]]:
    items = (item for report in club.services.open_items.report(club.id) for item in report.items)
    return [(item.kind.name, without_isolates(item.what)) for item in items]


def open_items(club: RunningClub, season: int) -> tuple[Item, ...]:
    report = there(club.services.open_items.before_closing(club.id, season))
    assert len({item.key for item in report.items}) == len(report.items)
    return report.items


def kinds(club: RunningClub, season: int) -> Counter[Kind]:
    return Counter(item.kind for item in open_items(club, season))


def test_every_unposted_status_is_an_open_item(club: RunningClub) -> None:
    assert club.services.open_items.report(club.id) == []
    season = club.season(1, 2, 3, 4)
    club.play(season, 1, 2, "tricks E12")
    club.clock.later(hours=3)
    club.play(season, 3, 4, "tricks E12", "tricks E12")
    club.play(season, 1, 3, signed=())
    club.play(season, 2, 4, signed=(1,))
    refused = club.play(season, 1, 4, signed=())
    club.services.disputes.file(
        refused.sheet.code, club.members[4], DisputeKind.REFUSAL, "the last deal"
    )
    club.play(season, 2, 3)
    assert shown(club) == [
        ("DISPUTED", "Ada and Dan: Dan refuses to sign: the last deal"),
        ("HALF_SIGNED", "Ben and Dan: 318 to 3; Dan has signed, Ben has not"),
        ("UNSIGNED", "Ada and Cat: 318 to 3"),
        ("PLAYING", "Cat and Dan: deal 3"),
        ("IDLE", "Ada and Ben: deal 2, idle for 3 hours"),
        ("OPEN", f"Ben and Cat, entry {last(club)}: until 22 November 2026, 21:00 UTC"),
    ]


def test_a_season_with_two_entrants_is_to_be_drawn_from_its_first_day(club: RunningClub) -> None:
    """Nobody who has withdrawn can be drawn, and an open season has nothing to draw; others can be
    entered until then.

    To close it without a round, the director says why.
    """
    seasons = club.services.seasons
    robin = club.season(1, 2, 3, format=Format.SINGLE)
    assert shown(club) == [("NOT_DRAWN", "every round")]
    for member in (1, 2):
        seasons.withdraw(club.director, robin, member, "is moving away")
    assert shown(club) == []
    swiss = club.season(1, 2, name="Swiss", format=Format.SWISS, rounds=1)
    club.season(1, 2, name="Open")
    assert shown(club) == [("NOT_DRAWN", "round 1")]
    seasons.draw(club.director, swiss)
    assert "NOT_DRAWN" not in dict(shown(club))
    later = club.season(1, 2, name="Later", format=Format.SINGLE, first_day="2026-11-23")
    assert ("NOT_DRAWN" in dict(shown(club))) is False
    assert kinds(club, later) == {Kind.NOT_DRAWN: 1}
    club.clock.later(days=2)
    assert ("NOT_DRAWN", "every round") in shown(club)


def last(club: RunningClub) -> int:
    return club.services.book.page(club.id).last


def test_posted_disputes_and_impossible_claims_are_open_items(club: RunningClub) -> None:
    season = club.season(1, 2)
    posted = club.play(season, 1, 2)
    club.clock.later(hours=30)
    assert shown(club) == []
    club.services.disputes.file(posted.sheet.code, club.director, DisputeKind.CALL, "deal 3")
    assert shown(club) == [("DISPUTED", "Ada and Ben: the director calls the director: deal 3")]
    club.services.disputes.withdraw(posted.sheet.code, club.director)
    assert shown(club) == []
    club.play(season, 1, 2, *DEALS[:2], IMPOSSIBLE, DEALS[3])
    assert ("CLAIMS", "Ada and Ben: deal 3") in shown(club)
    club.clock.later(hours=25)
    assert shown(club) == []


def imported(club: RunningClub, season: int, parties: int) -> None:
    rows = [
        f"\n{n},Ada,Ben,{deal},{30 + n},10" for n in range(1, parties + 1) for deal in (1, 2, 3, 4)
    ]
    table = File(
        "a.csv", f"partie,first,second,deal,first_points,second_points{''.join(rows)}".encode()
    )
    importing = club.services.importing
    importing.apply(club.director, importing.check(club.director, season, [table]))


def test_neither_an_import_nor_a_forfeit_has_a_correction_period(club: RunningClub) -> None:
    """Of imports only those are open that fit no fixture, in one row."""
    season = club.season(1, 2)
    drawn = club.season(1, 2, name="Drawn", format=Format.SINGLE)
    imported(club, season, 2)
    club.drawn(drawn, [(1, 2)])
    club.services.seasons.forfeit(club.director, drawn, (1, 1), 1)
    assert shown(club) == []
    _, row = club.services.records.parties(club.id, 1, 1, 2, season=season)
    season_sheet = club.sheet(row.code)
    assert season_sheet.until is None
    assert season_sheet.is_open is False
    for each in (season, drawn):
        assert club.services.standings.now(club.id, each).periods.count == 0
        club.services.closing.close(club.director, each, {})
    fitting = club.season(1, 2, name="Fitting", format=Format.SINGLE)
    club.drawn(fitting, [(1, 2)])
    imported(club, fitting, 3)
    assert shown(club) == [("NO_FIXTURE", "2 imported parties")]


def test_the_queries_of_the_report_do_not_grow_with_the_book(club: RunningClub) -> None:
    """Nor does it read a sheet of what is posted, with claims that no cards allow or without."""
    asked: list[str] = []
    event.listen(club.engine, "before_cursor_execute", lambda *found: asked.append(found[2]))

    def questions(parties: int) -> list[str]:
        for _ in range(parties):
            club.play(season, 1, 2, *DEALS[:2], IMPOSSIBLE, DEALS[3])
        asked.clear()
        club.services.open_items.report(club.id)
        return [*asked]

    season = club.season(1, 2)
    few = questions(2)
    imported(club, season, 20)
    assert questions(3) == few
    assert kinds(club, season) == {Kind.OPEN: 1, Kind.CLAIMS: 5}
    assert not any("FROM statement" in each for each in few)


ROUND_ROBIN = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]


def test_a_round_is_due_when_it_has_begun_or_its_day_has_passed_and_in_the_end_every_one_is(
    club: RunningClub,
) -> None:
    """A season after its last day is to be closed."""
    season = club.season(
        1, 2, 3, 4, format=Format.SINGLE, last_day="2026-11-30", correction_hours=0
    )
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED, "2026-11-21", 1)
    assert shown(club) == []
    club.play(season, 1, 4, round_=1)
    assert shown(club) == [("MISSING", "Ben and Cat, round 1")]
    assert kinds(club, season) == {Kind.MISSING: 5}
    refused(
        "Ben and Cat, round 1, and 4 more", club.services.closing.close, club.director, season, {}
    )
    for days, rounds in ((1, [1]), (1, [1, 2, 2]), (8, [1, 2, 2, 3, 3])):
        club.clock.later(days=days)
        assert [int(what[-1]) for kind, what in shown(club) if kind == "MISSING"] == rounds
    assert shown(club)[-1] == ("OVER", "its last day was 30 November 2026")
    assert kinds(club, season) == {Kind.MISSING: 5}


def test_an_entry_ahead_of_the_clock_is_an_open_item_until_the_clock_is_there(
    club: RunningClub,
) -> None:
    season = club.season(1, 2)
    for hours, found in (
        (1, []),
        (2, [("CLOCK", f"entry {last(club) + 2} has the time 21 November 2026, 20:00 UTC")]),
    ):
        club.clock.later(hours=hours)
        club.admit(f"Cem {hours}")
        club.clock.later(hours=-hours)
        assert shown(club) == found
    assert open_items(club, season) == ()
    club.clock.later(hours=1)
    assert shown(club) == []


@pytest.mark.parametrize(("withdrawn", "kind"), [(False, Kind.MISSING), (True, Kind.WITHDREW)])
def test_a_reversal_reopens_a_fixture_also_of_who_has_left(
    club: RunningClub, *, withdrawn: bool, kind: Kind
) -> None:
    """And no further round can be drawn before it is settled."""
    season = club.season(1, 2, format=Format.SINGLE, correction_hours=0, grace_days=7)
    club.drawn(season, [(1, 2)])
    posted = there(club.play(season, 1, 2, round_=1).posted)
    if withdrawn:
        club.services.seasons.withdraw(club.director, season, 1, "has left town")
    assert kinds(club, season) == {}
    club.services.seasons.reverse(
        club.director, posted.entry.number, reason="not played under the rules"
    )
    assert kinds(club, season) == {kind: 1}
    club.services.seasons.forfeit(club.director, season, (1, 1), 1)
    assert kinds(club, season) == {}


def test_a_knock_out_is_not_over_before_its_last_fixture(club: RunningClub) -> None:
    season = club.season(1, 2, 3, 4, format=Format.KNOCK_OUT, correction_hours=0)
    assert [item.named for item in open_items(club, season)] == ["rounds not drawn: round 1"]
    assert open_items(club, club.season(1, name="Alone", format=Format.KNOCK_OUT)) == ()
    club.drawn(season, [(1, 4), (2, 3)])
    assert kinds(club, season) == {Kind.MISSING: 2, Kind.NOT_DRAWN: 1}
    assert [kind for kind, _ in shown(club)] == ["MISSING", "MISSING"]
    club.play(season, 1, 4, round_=1)
    club.play(season, 2, 3, round_=1)
    assert shown(club) == [("NOT_DRAWN", "round 2")]
    club.drawn(season, [(1, 2)], start=2)
    assert shown(club) == [("MISSING", "Ada and Ben, round 2")]
    club.play(season, 1, 2, round_=2)
    assert kinds(club, season) == {}


def test_a_season_is_closed_with_a_reason_for_each_open_item(club: RunningClub) -> None:
    season = club.season(1, 2, 3)
    refused(
        "no such member, or they have left",
        club.services.seasons.enter,
        club.director,
        season,
        1,
        99,
    )
    club.play(season, 1, 2, signed=())
    (item,) = open_items(club, season)
    for left_out in ({}, {item.key: " "}, {"all": "late"}):
        refused(
            "Still without a reason", club.services.closing.close, club.director, season, left_out
        )
    code = club.play(season, 1, 3, signed=()).sheet.code
    refused(
        "Ada and Cat", club.services.closing.close, club.director, season, {item.key: "never mind"}
    )
    assert not club.services.seasons.seasons(club.id)[0].closed
    club.services.disputes.file(code, club.members[1], DisputeKind.REFUSAL, "No.")
    reasons = {each.key: "  both left\nthe club " for each in open_items(club, season)}
    club.services.closing.close(club.director, season, reasons)
    read, *_ = club.services.book.page(club.id).entries
    left = (
        "disputed: Ada and Cat: Ada refuses to sign: No. (both left the club); unsigned: Ada "
        "and Ben: 318 to 3"
    )
    assert (
        without_isolates(read.says) == f"Winter is closed; left out: {left} (both left the club)."
    )
    assert [each.how for each in club.sheet(code).disputes] == ["closed"]


def test_balances_are_paid_when_the_season_closes(club: RunningClub) -> None:
    stakes = Stakes(240, points_step=50, settled=Settled.AT_CLOSE)
    season = club.season(1, 2, 3, correction_hours=0, stakes=stakes)
    close = club.services.closing.close
    for pair in ((1, 2), (2, 1), (1, 2), (3, 1)):
        code = club.play(season, *pair).sheet.code
    close(club.director, season, {})
    *_, first, second, closed = club.entries
    assert first.body == StakesPaid(season, 2, 1, 421, 960)
    assert second.body == StakesPaid(season, 1, 3, 421, 960)
    assert closed.body == SeasonClosed(season, ())
    assert closed.author == "director Ann"
    for again in (season, 9):
        refused("", close, club.director, again, {})
        assert club.services.open_items.before_closing(club.id, again) is None
    sign = club.services.signing.sign
    refused("can no longer be signed", sign, code, club.members[1])
    disputes = club.services.disputes
    refused(
        "can no longer be signed", disputes.file, code, club.members[1], DisputeKind.CALL, "No."
    )
    refused(
        "can no longer be signed", disputes.settle, code, club.director, words="No.", law="Law 74"
    )


def agreed(club: RunningClub, season: int, slot: tuple[int, int], day: str) -> None:
    """The director fixes the day of a fixture, which is as good as its players' word."""
    club.services.appointments.fix(club.director, season, slot, day, seen=0)


def test_a_fixture_is_not_due_before_the_day_that_holds_for_it(club: RunningClub) -> None:
    season = club.season(1, 2, 3, 4, format=Format.SINGLE, correction_hours=0)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED, "2026-11-21", 1)
    agreed(club, season, (1, 2), "2026-11-25")
    club.play(season, 1, 4, round_=1)
    club.clock.later(days=1)
    assert shown(club) == []


def test_a_fixture_is_due_after_the_day_that_holds_for_it(club: RunningClub) -> None:
    """The day of its round is still to come."""
    season = club.season(1, 2, 3, 4, format=Format.SINGLE, correction_hours=0)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED, "2026-12-21", 1)
    agreed(club, season, (1, 2), "2026-11-25")
    club.clock.later(days=5)
    assert shown(club) == [("MISSING", "Ben and Cat, round 1, on 25 November 2026")]


def test_a_season_is_not_closed_over_a_day_that_is_ahead(club: RunningClub) -> None:
    season = club.season(1, 2, format=Format.SINGLE, correction_hours=0)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED, "2026-11-21", 1)
    agreed(club, season, (1, 1), "2026-11-25")
    assert kinds(club, season) == {Kind.MISSING: 1}


def test_a_day_that_is_ahead_lets_no_next_round_be_drawn(club: RunningClub) -> None:
    season = club.season(1, 2, 3, 4, format=Format.KNOCK_OUT, correction_hours=0)
    club.drawn(season, [(1, 4), (2, 3)])
    club.play(season, 1, 4, round_=1)
    agreed(club, season, (1, 2), "2026-11-25")
    assert shown(club) == []
