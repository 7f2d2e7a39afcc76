"""Two programs on one book: what one has counted, ended or erased, the other does not serve from what it knows."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from scorer.service.book import open_parties
from scorer.service.club.seasons import COMPANY_ORDER
from scorer.service.companies import Companies
from scorer.service.parties import SheetKind
from scorer.web.address import Reached
from tests import there
from tests.service.club.running_club import Clock, RunningClub, founded
from tests.web.applications import application
from tests.web.conftest import Phone

Programs = tuple[Flask, Flask]
PASSWORD = {"name": " ann ", "password": "a long password"}


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    books = open_parties(tmp_path), open_parties(tmp_path)
    yield application(books[0]), application(books[1], Reached("http://piquet.test", lan=True))
    for each in books:
        each.engine.dispose()


@pytest.fixture
def club(programs: Programs) -> RunningClub:
    return founded(programs[0].extensions["parties"], Clock(datetime.now(UTC)))


def at(program: Flask, phone: Phone) -> Phone:
    """Let a phone ask this program from now on."""
    phone.client.application = program
    return phone


def scorer(program: Flask, club: RunningClub, code: str) -> Phone:
    phone = Phone(program)
    phone.accept(f"/s/{club.parties.new_link(code)}")
    return phone


def test_attempts_at_two_programs_are_one_number(programs: Programs) -> None:
    phone = Phone(programs[0])
    assert [at(programs[number % 2], phone).get("/p/ZZZZZZ/").status for number in range(30)] == [404] * 30
    assert [at(program, phone).get("/p/ZZZZZZ/").status for program in programs] == [429] * 2


def test_both_phones_have_it_wherever_each_of_them_asks(programs: Programs) -> None:
    phone, other = Phone(programs[0]), Phone(programs[0])
    code = phone.open()
    taps = "E exchange 5; Y exchange 3", "E point 5"
    for said, (here, elsewhere) in zip(taps, (programs, programs[::-1]), strict=True):
        page = at(here, phone).tap_all(code, said)
        saved = page.root.all("span", id="saved")[0].attrs["hx-get"]
        assert phone.get(saved).status == 204
        at(elsewhere, other).get(f"/p/{code}/live")
        assert phone.get(saved).text == "Both phones have it"


@pytest.mark.parametrize("end", ["sign-out", "password"])
def test_who_is_signed_out_at_one_program_is_at_the_other(programs: Programs, club: RunningClub, end: str) -> None:
    (here, elsewhere), of = programs, f"/c/{club.club.code}"
    director, kept = Phone(here), Phone(elsewhere)
    director.post(f"{of}/sign-in", PASSWORD)
    kept.client.set_cookie("session", director.cookie.value)
    assert kept.get(f"{of}/directors").status == 200
    if end == "sign-out":
        director.post(f"{of}/sign-out", {})
    else:
        token = club.services.people.new_director_link(club.id)
        Phone(here).post(f"/director/{token}", {"name": "Ann", "password": "another long one"})
    assert kept.get(f"{of}/directors").status == 403


def test_a_closed_season_and_a_revoked_link_end_a_right_at_the_other_program(
    programs: Programs, club: RunningClub
) -> None:
    here, elsewhere = programs
    season = club.season(*club.admit("Ada", "Ben"))
    code = club.play(season, 1, 2, "tricks E12").sheet.code
    phone, other = scorer(elsewhere, club, code), scorer(here, club, code)
    assert "Call the director" in phone.table(code).text
    items = there(club.services.open_items.before_closing(club.id, season)).items
    club.services.closing.close(club.director, season, {each.key: "it is over" for each in items})
    assert "Call the director" not in phone.table(code).text
    revoked = club.parties.links(code)[1].id
    assert other.post(f"/p/{code}/links/{revoked}/revoke", {}).status == 303
    assert phone.say(code, "tricks Y12", deal=1, position=0, key="late").status == 403


def test_a_name_that_is_erased_at_one_program_is_gone_from_the_phones_of_the_other(
    programs: Programs, club: RunningClub
) -> None:
    """A partie whose phones have it, one that goes on, and the scorecard of a company with its partie."""
    (here, elsewhere), (ada, ben, cat) = programs, club.admit("Zuleika", "Ben", "Cat")
    season = club.season(ada, ben)
    over, going_on = (club.play(season, ada, ben, *said).sheet.code for said in ((), ("E exchange 5",)))
    season = club.season(ada, ben, cat, name="Chouettes", frame="chouette", order=COMPANY_ORDER)
    card = club.services.signing.open(club.id, season, (ada, ben, cat), SheetKind.COMPANY)
    turn, _ = Companies(club.engine, club.clock).begin(card.code, number=0, elder=0)
    paths = [f"/p/{code}/live" for code in (over, going_on, turn.code)] + [f"/company/{card.code}/live"]

    def shown() -> list[bool]:
        return ["Zuleika" in Phone(program).get(path).text for program in programs for path in paths]

    scoring, director = scorer(elsewhere, club, going_on), Phone(here)
    assert all(shown())
    director.post(f"/c/{club.club.code}/sign-in", PASSWORD)
    director.post(f"/c/{club.club.code}/members/{ada}/erase", {"asked": "yes"})
    assert scoring.say(going_on, "Y exchange 3", deal=0, position=1, key="more").status == 303
    assert not any(shown())
