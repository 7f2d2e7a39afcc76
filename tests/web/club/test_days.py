"""The pages of a club show one day of a partie, that of its table,
and times on the club's clock.
"""

import re
from datetime import UTC, datetime, timedelta

import pytest

from scorer.ledger.terms import Format
from scorer.service.club.posts import Posted
from tests import there
from tests.web.club.conftest import ADA, BEN, CAT, Table, Visit
from tests.web.conftest import Page

LATE = datetime(2026, 11, 28, 1, 30, tzinfo=UTC)
"""20:30 on 27 November in New York, where the club is."""


@pytest.fixture
def late(table: Table) -> Table:
    """The table, late on a day in New York."""
    table.club.services.clubs.choose_zone(table.club.director, "America/New_York")
    table.club.clock.now = LATE
    return table


def days(page: Page) -> set[str]:
    """The days in November that are told on a page."""
    return set(re.findall(r"\b\d+ November 2026", page.text.replace("\N{NO-BREAK SPACE}", " ")))


@pytest.mark.parametrize("page", ["sheet", "settlement"])
def test_a_page_of_a_partie_tells_its_day(late: Table, page: str) -> None:
    code = late.play()
    assert days(late.member(ADA).get(f"/p/{code}/{page}")) == {"27 November 2026"}


def test_the_picture_of_a_result_tells_its_day(late: Table) -> None:
    code = late.play()
    picture = late.member(ADA).client.get(f"/p/{code}/result.svg").text
    assert "27\N{NO-BREAK SPACE}November\N{NO-BREAK SPACE}2026" in picture


def test_the_field_that_corrects_the_day_has_the_day(late: Table) -> None:
    code = late.play()
    page = late.shared(code).get(f"/p/{code}/settlement")
    (field,) = page.root.all("input", name="played")
    assert field.attrs["value"] == "2026-11-27"


def test_the_page_of_a_player_tells_the_day(late: Table) -> None:
    late.play(signed=(0, 1))
    page = late.member(ADA).get(f"{late.path}/players/{ADA}/?season={late.season}")
    assert days(page) == {"27 November 2026"}


def test_the_points_chart_begins_and_ends_with_the_days_played(late: Table) -> None:
    """They are posted on the 27th."""
    for day in ("2026-11-20", "2026-11-26"):
        code = late.play()
        late.club.services.signing.set_day(code, day)
        late.club.sign(code, ADA, BEN)
    page = late.member(ADA).get(f"{late.path}/s/{late.season}/race")
    assert days(page) == {"20 November 2026", "26 November 2026"}


def test_the_ledger_is_read_on_the_clock_of_the_club(late: Table) -> None:
    posted: Posted = there(late.club.sheet(late.play(signed=(0, 1))).posted)
    page = late.member(ADA).get(f"{late.path}/book/{posted.entry.number}")
    assert "27 November 2026, 20:30 EST" in page.text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("said", "day"),
    [("2026-11-28", "2026-11-28"), ("2026-12-24", "2026-11-27"), ("", "2026-11-27")],
)
def test_a_partie_that_is_started_by_members_has_the_day_of_their_phone(
    late: Table, said: str, day: str
) -> None:
    phone = late.member(ADA)
    page = phone.get(f"{late.path}/s/{late.season}/start")
    phone.send(page, "Begin the partie", first=str(ADA), second=str(BEN), today=said)
    [pending] = late.club.services.signing.pending(late.club.id)
    assert pending.played == day


@pytest.mark.parametrize(("day", "is_due"), [(28, False), (29, True)])
def test_a_withdrawal_can_be_settled_once_its_grace_has_ended_in_the_club(
    late: Table, day: int, *, is_due: bool
) -> None:
    """After two days of grace, late on the day before,
    when it is the next day in UTC already, and on the next one.
    """
    club = late.club
    season = club.season(ADA, BEN, CAT, name="Round", format=Format.SINGLE, grace_days=2)
    club.services.seasons.draw(club.director, season)
    club.services.seasons.withdraw(club.director, season, BEN, "moves away")
    club.clock.now = LATE + timedelta(days=day - 27)
    page = late.director.get(f"{late.path}/s/{season}/entrants/{BEN}")
    assert (
        bool(page.root.all("form", action=f"{late.path}/s/{season}/entrants/{BEN}/settle"))
        == is_due
    )


def test_what_is_new_since_a_member_looked_is_of_the_day_in_the_club(late: Table) -> None:
    club = late.club
    ada = late.member(ADA)
    season = club.season(ADA, BEN, name="Round", format=Format.SINGLE)
    club.services.seasons.draw(club.director, season)
    ada.get(f"{late.path}/")
    club.services.seasons.forfeit(club.director, season, (1, 1), ADA)
    page = ada.get(f"{late.path}/")
    assert "You won 200 against Ben by forfeit" in page.text
    assert days(page) == {"27 November 2026"}


def test_a_director_corrects_a_walkover_that_they_mistyped(late: Table) -> None:
    club = late.club
    season = club.season(ADA, BEN, name="Round", format=Format.SINGLE)
    club.services.seasons.draw(club.director, season)
    club.services.seasons.forfeit(club.director, season, (1, 1), ADA)
    director = late.director
    fixture = f"{late.path}/s/{season}/fixtures/1/1"
    keys = director.get(fixture).links()
    page = director.get(next(keys[words] for words in keys if words.startswith("I mistyped")))
    page = director.send(page, "Preview the changes", reason="Ben came.")
    assert "which was entered by mistake, is reversed: Ben came." in page.text
    director.send(page, "Post to the ledger")
    assert "to play" in director.get(fixture).text


def test_a_director_chooses_the_time_zone_of_the_club(visit: Visit) -> None:
    director = visit.director
    saved = director.send(
        director.get(f"{visit.path}/directors"), "Save the time zone", zone="america/new york"
    )
    assert "The club now goes by the time of America/New_York." in saved.text
    (field,) = saved.root.all("input", name="zone")
    assert field.attrs["value"] == "America/New_York"
