"""The day of a partie, and the days of a club, are those of the place:
in three zones, late and just after midnight.
"""

import csv
import io
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from scorer.ledger.entries import SheetPosted, Withdrew
from scorer.ledger.terms import Format
from scorer.rules.presets import DEFAULT
from scorer.rules.words import day_words
from scorer.service.club.disputes.paper import Written
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.club.services import services_on
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.service.companies import Companies
from scorer.service.parties import Recorded, SheetKind
from scorer.service.zones import zone_named
from scorer.table.times import day_after, day_at_table, day_carried, day_of
from tests import there
from tests.rows import beside
from tests.service import refused, why_not
from tests.service.club.conftest import Two, posted_body
from tests.service.club.running_club import DEALS

MOMENTS = [(zone, local[:10], at) for zone, local, at in beside(__file__)["moments"]]

in_every_zone = pytest.mark.parametrize(("zone", "day", "at"), MOMENTS)

PAPER = Written(((53, 1), (53, 0), (53, 1), (53, 0)), (318, 3), 321, 421)


def put(two: Two, zone: str, at: str) -> None:
    """Let it be the moment *at*, for a club in a zone."""
    two.services.clubs.choose_zone(two.director, zone)
    two.clock.now = datetime.fromisoformat(at)


def days_exported(two: Two) -> set[str]:
    text = two.exported(ExportFormat.CSV, table="deals").decode()
    return {row["date"] for row in csv.DictReader(io.StringIO(text))}


def days_listed(two: Two) -> list[str]:
    """The days on the page of a player."""
    return [each.played for each in two.services.records.parties(two.id, two.ada, 1, 9)]


@pytest.fixture
def new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The server stands in New York."""
    with monkeypatch.context() as there_now:
        there_now.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()


# Parties


@in_every_zone
def test_a_partie_of_a_season_is_of_the_day_in_its_club(
    two: Two, zone: str, day: str, at: str
) -> None:
    put(two, zone, at)
    season_sheet = two.sheet(two.partie(signed=(0, 1)))
    assert season_sheet.sheet.played == day
    assert season_sheet.played == day
    assert posted_body(season_sheet).played == day
    assert days_listed(two) == [day]
    assert days_exported(two) == {day}


def test_the_day_that_a_director_rules_is_exported(two: Two) -> None:
    code = two.partie(signed=(0, 1))
    settled = two.services.disputes.settle(
        code, two.director, words="It was last week.", law="Law 74", played="2026-11-14"
    )
    assert settled.played == "2026-11-14"
    assert days_exported(two) == {"2026-11-14"}


@in_every_zone
def test_a_paper_sheet_without_a_day_is_of_today_in_the_club(
    two: Two, zone: str, day: str, at: str
) -> None:
    put(two, zone, at)
    two.services.paper.enter_paper(
        two.director, two.winter, (two.ada, two.ben), PAPER, into_book=True
    )
    assert days_listed(two) == [day]


@in_every_zone
def test_tomorrow_is_in_the_future_in_the_club(two: Two, zone: str, day: str, at: str) -> None:
    put(two, zone, at)
    code = two.partie()
    why = why_not(two.services.signing.set_day, code, day_after(day))
    assert why.endswith("is in the future. Enter the day on which the partie was played.")
    assert two.services.signing.set_day(code, day_after(day, -1)).played == day_after(day, -1)


@in_every_zone
def test_a_scorecard_and_its_parties_are_of_the_day_in_the_club(
    two: Two, zone: str, day: str, at: str
) -> None:
    (cat,) = two.admit("Cat")
    put(two, zone, at)
    season = two.season(two.ada, two.ben, cat, name="Pool", frame="chouette", order=COMPANY_ORDER)
    card = two.services.signing.open(two.id, season, (two.ada, two.ben, cat), SheetKind.COMPANY)
    sheet, _ = Companies(two.engine, two.clock).begin(card.code, number=0, elder=0)
    assert card.played == day
    assert sheet.played == day


@in_every_zone
def test_the_journal_and_results_are_dated_in_the_club(
    two: Two, zone: str, day: str, at: str
) -> None:
    (cat,) = two.admit("Cat")
    season = two.season(two.ada, two.ben, cat, name="Pool", frame="chouette", order=COMPANY_ORDER)
    put(two, zone, at)
    two.sign(two.card(season, two.ada, two.ben, cat), two.ada, two.ben, cat)
    assert f"\n{day} * " in two.exported(ExportFormat.JOURNAL).decode()
    (result,) = two.services.documents.results(two.id, season).rows
    assert result["date"] == day


@pytest.mark.parametrize(("zone", "at", "said", "day"), beside(__file__)["phones"])
def test_a_phone_says_the_day_at_its_table_as_long_as_it_can_be_that_day(
    two: Two, zone: str, at: str, said: str, day: str
) -> None:
    put(two, zone, at)
    sheet = two.services.signing.open(two.id, two.winter, (two.ada, two.ben), today=said)
    assert sheet.played == day


def test_a_phone_that_is_ahead_opens_no_partie_after_the_season(two: Two) -> None:
    season = two.season(
        two.ada, two.ben, name="Short", first_day="2026-11-01", last_day="2026-11-27"
    )
    put(two, "America/New_York", "2026-11-28T01:30:00+00:00")
    sheet = two.services.signing.open(two.id, season, (two.ada, two.ben), today="2026-11-28")
    assert sheet.played == "2026-11-27"
    two.clock.now = datetime(2026, 11, 28, 5, 0, tzinfo=UTC)
    why = why_not(two.services.signing.open, two.id, season, (two.ada, two.ben))
    assert why == "Short ends on 27 November 2026. Its parties are played until then."


def test_a_day_that_a_phone_was_ahead_with_can_be_entered_again(two: Two) -> None:
    put(two, "America/New_York", "2026-11-28T01:30:00+00:00")
    sheet = two.services.signing.open(two.id, two.winter, (two.ada, two.ben), today="2026-11-28")
    assert two.services.signing.set_day(sheet.code, "2026-11-28").played == "2026-11-28"


@pytest.mark.parametrize(
    ("begun_on", "day"),
    [
        ("2026-11-20", "2026-11-20"),
        ("2025-11-28", "2025-11-28"),
        ("2025-11-20", "2026-11-27"),
        ("2026-11-29", "2026-11-27"),
        ("soon", "2026-11-27"),
    ],
)
def test_a_partie_begun_without_the_club_keeps_the_day_it_was_begun_for_a_year(
    begun_on: str, day: str
) -> None:
    at = "2026-11-28T01:30:00+00:00"
    zone = zone_named("America/New_York")
    assert day_at_table("", at, zone, begun_on=begun_on) == day


@pytest.mark.parametrize(
    ("said", "day"),
    [("1997-03-01", "1997-03-01"), ("2026-11-29", "2026-11-27"), ("", "2026-11-27")],
)
def test_a_partie_from_elsewhere_keeps_its_day(said: str, day: str) -> None:
    assert day_carried(said, "2026-11-28T01:30:00+00:00", zone_named("America/New_York")) == day


@pytest.mark.usefixtures("new_york")
def test_without_a_club_or_its_zone_the_day_is_that_of_the_server(two: Two) -> None:
    two.clock.now = datetime(2026, 11, 28, 1, 30, tzinfo=UTC)
    sheet, _ = two.parties.open(("Ada", "Bea"), DEFAULT)
    of_season = two.services.signing.open(two.id, two.winter, (two.ada, two.ben))
    assert sheet.played == "2026-11-27"
    assert of_season.played == "2026-11-27"


@pytest.mark.usefixtures("new_york")
def test_a_stored_day_stays_wherever_the_book_is_read(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    two.clock.now = datetime(2026, 11, 28, 1, 30, tzinfo=UTC)
    code = two.partie()
    two.services.clubs.choose_zone(two.director, "Australia/Sydney")
    assert two.sheet(code).played == "2026-11-27"


# Older books


def test_a_sheet_from_before_days_were_stored_is_of_the_day_in_its_club(two: Two) -> None:
    put(two, "America/New_York", "2026-11-28T01:30:00+00:00")
    code = two.partie()
    with two.tampered("day_of_play", "DELETE FROM day_of_play") as db:
        services = services_on(db, two.clock)
        assert there(services.signing.sheet(code)).played == "2026-11-27"
        for member in two.players:
            services.signing.sign(code, member)
        assert posted_body(there(services.signing.sheet(code))).played == "2026-11-27"


# Grace, forfeits, and the end of a season


@pytest.mark.parametrize(("zone", "at", "day", "before"), beside(__file__)["grace"])
def test_days_of_grace_end_with_a_day_of_the_club(
    two: Two, zone: str, at: str, day: str, before: str
) -> None:
    season = two.season(
        two.ada, two.ben, *two.admit("Cat"), name="Round", format=Format.SINGLE, grace_days=7
    )
    two.services.seasons.draw(two.director, season)
    put(two, zone, at)
    two.services.seasons.withdraw(two.director, season, two.ada, "moves away")
    withdrew = two.entries[-1].body
    assert isinstance(withdrew, Withdrew)
    assert withdrew.forfeits_from == day
    two.clock.now = datetime.fromisoformat(before)
    why = why_not(two.services.seasons.settle_withdrawal, two.director, season, two.ada)
    assert why == f"Ada can return until {day_words(day)}. Wait for that day."
    two.clock.later(seconds=1)
    two.services.seasons.settle_withdrawal(two.director, season, two.ada)
    forfeits = [each.body for each in two.entries if isinstance(each.body, SheetPosted)]
    assert {each.played for each in forfeits} == {day}


@in_every_zone
def test_a_forfeit_counts_on_the_day_in_the_club(two: Two, zone: str, day: str, at: str) -> None:
    season = two.season(two.ada, two.ben, name="Round", format=Format.SINGLE)
    two.services.seasons.draw(two.director, season)
    put(two, zone, at)
    two.services.seasons.forfeit(two.director, season, (1, 1), two.ada)
    assert days_listed(two) == [day]


@in_every_zone
def test_a_season_runs_until_its_last_day_ends_in_the_club(
    two: Two, zone: str, day: str, at: str
) -> None:
    season = two.season(two.ada, two.ben, name="Short", first_day=day, last_day=day)
    put(two, zone, at)
    assert two.services.signing.open(two.id, season, (two.ada, two.ben)).played == day
    assert "season to close" not in kinds(two, season)
    two.clock.later(hours=25)  # a day on which clocks are set back is so long
    assert "season to close" in kinds(two, season)


def kinds(two: Two, season: int) -> list[str]:
    (report,) = (each for each in two.services.open_items.report(two.id) if each.season == season)
    return [item.kind.value for item in report.items]


# The zone of a club


def test_a_club_chooses_its_zone_as_its_other_settings(two: Two) -> None:
    clubs = two.services.clubs
    assert clubs.zone_name(two.id) == ""
    assert clubs.choose_zone(two.director, " america/new york ") == "America/New_York"
    refused("There is no time zone “Atlantis”", clubs.choose_zone, two.director, "Atlantis")
    refused("Only a director can change this", clubs.choose_zone, two.players[0], "Europe/Berlin")
    assert clubs.zone_name(two.id) == "America/New_York"
    assert {"member": None, "setting": "time zone", "value": "America/New_York"} in two.document()[
        "settings"
    ]
    assert clubs.choose_zone(two.director, "") == ""


def test_the_correction_period_ends_a_day_after_the_last_day_in_the_club_chosen_before_or_after(
    two: Two,
) -> None:
    """The projections are counted again, so that the book verifies; the fixture sees to that."""
    season = two.season(two.ada, two.ben, name="Short", last_day="2026-11-27", correction_hours=720)
    first = two.play(season, two.ada, two.ben)
    assert there(first.until).isoformat() == "2026-11-28T23:59:59+00:00"
    two.services.clubs.choose_zone(two.director, "America/New_York")
    second = two.play(season, two.ada, two.ben)
    ends = "2026-11-29T04:59:59+00:00"
    assert [there(two.sheet(each.sheet.code).until).isoformat() for each in (first, second)] == [
        ends,
        ends,
    ]
    periods = two.services.standings.in_period(two.id, season, 1, 9)
    assert [each.correctable_until for each in periods] == [ends, ends]


@in_every_zone
def test_a_moment_is_of_the_day_on_the_clock_of_its_zone(zone: str, day: str, at: str) -> None:
    assert day_of(at, zone_named(zone)) == day


def test_a_sign_in_was_last_used_on_a_day_of_the_club(two: Two) -> None:
    put(two, "America/New_York", "2026-11-28T01:30:00+00:00")
    people: Any = two.services.people
    named = people.begin(two.players[0])
    assert people.acting(people.sign_in_with(named)) is not None
    assert people.sign_in_with(named).used_on == "2026-11-27"


def test_a_partie_that_was_recorded_in_another_order_than_it_was_said_is_posted_and_exported(
    two: Two,
) -> None:
    """What a phone kept arrives after what another said later.
    Its moments are exported as they are.
    """
    season = two.season(two.ada, two.ben, name="Offline")
    code = two.services.signing.open(two.id, season, (two.ada, two.ben)).code
    two.clock.later(hours=2)
    for deal, (log, ago) in enumerate(zip(DEALS, (60, 7000, 10**8, 30), strict=True)):
        done = two.parties.record(
            code, deal=deal, position=0, said=log, form_key=f"deal {deal}", ago=ago
        )
        assert isinstance(done, Recorded)
    assert two.sign(code, two.ada, two.ben).posted is not None
    assert two.faults == []
    found = [row for row in two.document()["statements"] if row["partie"] == code]
    said = {row["deal"]: datetime.fromisoformat(row["recorded_at"]) for row in found}
    waited = [int((two.clock() - said[deal]).total_seconds()) for deal in sorted(said)]
    assert waited == [60, 7000, 7200, 30]
