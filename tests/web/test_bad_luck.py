"""Bad luck at the table: stale forms, lost answers, two phones, two programs.
Nothing lost or doubled.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy import Connection, Engine, event

from scorer.rules.notation import format_statement
from scorer.service import shared
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.service.companies import Companies
from scorer.service.keeping import open_parties
from scorer.service.parties import Parties, SheetKind
from scorer.storage import season_sheets
from scorer.storage.engine import Busy, DiskFull, DiskUnusable, Unavailable
from scorer.table.entering import CODE_LENGTH, CODE_LETTERS
from scorer.table.speeds import Speed
from scorer.web.address import Reached
from scorer.web.visitor import add_link, follow, forget, remember_counts, remember_speed
from tests import postgresql, there
from tests.rows import each_row
from tests.service.club.running_club import Clock, RunningClub, founded
from tests.web.conftest import PARTIAL, Page, Phone, application

EXCHANGE = "E exchange 5; Y exchange 3"
EXCHANGED = ["E exchange 5", "Y exchange 3"]


def log(parties: Parties, code: str) -> list[str]:
    return [format_statement(statement) for statement in parties.sheet(code).log(0)]


def post_again(phone: Phone, page: Page, said: str, **options: Any) -> Page:
    """Tap a key of an old page: its form, its key, its token."""
    action, data = page.form(page.said()[said])
    return phone.post(action, data, token=data["csrf_token"], **options)


@pytest.fixture
def code(phone: Phone) -> str:
    code = phone.open()
    phone.tap_all(code, EXCHANGE)
    return code


@pytest.mark.parametrize("headers", [{}, PARTIAL], ids=["plain", "htmx"])
@pytest.mark.parametrize("more", [(), ("Y good",)], ids=["at once", "after another"])
def test_a_tap_that_arrives_twice_is_recorded_once(
    phone: Phone, parties: Parties, code: str, headers: dict[str, str], more: tuple[str, ...]
) -> None:
    """Its answer may have been lost long ago: it is neither new nor does it clash with itself."""
    page = phone.table(code)
    phone.tap(page, "E point 5")
    phone.tap_all(code, *more)
    assert post_again(phone, page, "E point 5", headers=headers).status == (200 if headers else 303)
    assert log(parties, code) == [*EXCHANGED, "E point 5", *more]


def test_after_the_back_button_another_key_is_not_recorded(
    phone: Phone, parties: Parties, code: str
) -> None:
    """The answer to the first tap may have been lost.
    The page does not blame another phone, and goes on.
    """
    page = phone.table(code)
    phone.tap(page, "E point 5")
    clash = post_again(phone, page, "E point 6")
    status = clash.status
    notice = clash.root.all("p", role="alert")[0].text
    assert "Your earlier tap had already been recorded" in notice
    assert "Ada: point of six" in notice
    assert status == 409
    assert ("other phone" in clash.text) is False
    assert {"strike 3", "Y good"} <= clash.said().keys()
    phone.tap(clash, "Y good")
    assert log(parties, code) == [*EXCHANGED, "E point 5", "Y good"]


def test_the_second_of_two_taps_at_once_clashes(
    phone: Phone, other: Phone, parties: Parties, code: str
) -> None:
    other.accept(phone.share(code))
    first = phone.table(code)
    second = other.table(code)
    phone.tap(first, "E point 5")
    clash = other.tap(second, "E point 4", refused=True)
    assert "Ada: point of four" in clash.root.all("p", role="alert")[0].text
    assert clash.status == 409
    assert ("point of five" in clash.text) is True
    assert log(parties, code) == [*EXCHANGED, "E point 5"]


UNWRITABLE = {
    Busy: "The book is busy.",
    DiskFull: "The disk is full.",
    DiskUnusable: "The book cannot be written.",
}


@contextmanager
def unwritable(why: type[Unavailable]) -> Iterator[None]:
    """The book while another program is writing to it,
    or while there is no more room on its disk.
    """
    with (
        patch.object(season_sheets, "writing", side_effect=why),
        patch.object(shared, "writing", side_effect=why),
    ):
        yield


@pytest.mark.parametrize("why", UNWRITABLE)
@pytest.mark.parametrize("headers", [{}, PARTIAL], ids=["plain", "htmx"])
def test_a_tap_that_cannot_be_written_gets_503_and_the_reason_and_can_be_sent_again(
    phone: Phone, parties: Parties, code: str, headers: dict[str, str], why: type[Unavailable]
) -> None:
    page = phone.table(code)
    with unwritable(why):
        answer = post_again(phone, page, "E point 5", headers=headers)
    assert answer.status == 503
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.headers["Scorer-Notice"] == UNWRITABLE[why]
    assert UNWRITABLE[why] in answer.text
    assert log(parties, code) == EXCHANGED
    if not headers:
        assert phone.tap_form(answer.key("Send it again")).status == 200
        assert log(parties, code) == [*EXCHANGED, "E point 5"]


@contextmanager
def disconnected(engine: Engine, number: int) -> Iterator[list[int]]:
    """The server ends the process of a connection before the query with this *number*,
    or its transaction's end.
    """
    asked = count(1)
    ended = list[int]()

    def end(connection: Connection, *_: object) -> None:
        if next(asked) == number:
            driver: Any = connection.connection.driver_connection
            ended.append(driver.info.backend_pid)
            postgresql.run(f"SELECT pg_terminate_backend({ended[0]}, 5000)")

    with ExitStack() as stack:
        for what in ("before_cursor_execute", "rollback", "commit"):
            event.listen(engine, what, end)
            stack.callback(event.remove, engine, what, end)
        yield ended


@pytest.mark.slow
def test_whenever_the_database_is_lost_the_answer_is_503_and_the_next_is_right(
    tmp_path: Path,
) -> None:
    parties = open_parties(
        tmp_path, postgresql.address(postgresql.new_database("lost", postgresql.empty()))
    )
    phone = Phone(application(parties))
    code = phone.open()
    club = founded(parties, Clock())
    phone.accept(f"/m/{club.services.people.new_link(club.director, *club.admit('Cat'))}")
    for path in ("/", f"/p/{code}/", f"/p/{code}/live", f"/c/{club.club.code}/"):
        ended = [0]
        answers = list[int]()
        while ended:
            with disconnected(parties.engine, len(answers) + 1) as ended:
                answers.append(phone.get(path).status)
            assert phone.get(path).status == 200
        *asked, at_the_end, undisturbed = answers
        assert {*asked} == {503}, path
        assert at_the_end == 200, path
        assert undisturbed == 200, path
    ended = [0]
    answers = list[int]()
    while ended:
        page = phone.table(code := phone.open())
        with disconnected(parties.engine, len(answers) + 1) as ended:
            answer = post_again(phone, page, EXCHANGE)
        answers.append(answer.status)
        assert (answer.status == 503) == ("check whether this was recorded" in answer.text)
        assert post_again(phone, page, EXCHANGE).status == 303
        assert log(parties, code) == EXCHANGED
    assert {*answers[:-1]} == {503, 303}
    assert answers[-1] == 303
    parties.engine.dispose()


def test_a_guess_that_cannot_be_counted_is_not_answered_but_who_watches_gets_the_table(
    other: Phone, code: str
) -> None:
    parties = other.client.application.extensions["parties"]
    parties.example()
    with unwritable(Busy):
        assert parties.example().code == "EXAMPLE", "it is only read"
        assert other.get("/p/ZZZZZZ/").status == 503
        assert other.get(f"/p/{code}/live").status == 200


def test_a_form_for_another_deal_changes_nothing(phone: Phone, parties: Parties, code: str) -> None:
    for each in (code, phone.open()):
        before = parties.sheet(each)
        for deal in ("1", "-1", "7", "99999", "", "x", "²", "1e3", "９"):
            data = {
                "say": "E point 5",
                "deal": deal,
                "position": str(len(before.log(0))),
                "key": "k",
            }
            page = phone.post(f"/p/{each}/say", data)
            assert page.status in (409, 422)
            assert "Ada: point of five" in page.root.all("p", role="alert")[0].text
            assert parties.sheet(each) == before


def test_a_phone_without_its_cookie_scores_by_a_link(
    phone: Phone, other: Phone, parties: Parties, code: str
) -> None:
    other.accept(phone.share(code))
    page = other.table(code)
    other.client.delete_cookie("session")
    stale = post_again(other, page, "E point 5")
    assert stale.status == 400
    refused = other.send(stale, "Send it again")
    assert refused.status == 403
    assert ("scoring link" in refused.text) is True
    assert other.table(code).said() == {}
    assert log(parties, code) == EXCHANGED
    other.accept(phone.share(code))
    other.tap_all(code, "E point 5")
    assert log(parties, code)[-1] == "E point 5"


def test_a_cookie_with_a_thousand_links_is_small_enough_for_a_browser(app: Flask) -> None:
    """They drop one above 4096 bytes. The last hundred links stay,
    though the keys come back in alphabetical order.
    """
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer is not None
    with app.test_request_context("/"):
        draw = Random(1)
        for number in range(150):
            add_link("".join(draw.choices(CODE_LETTERS, k=CODE_LENGTH)), 6300 + 7 * number)
            follow("".join(draw.choices(CODE_LETTERS, k=CODE_LENGTH)))
            forget("".join(draw.choices(CODE_LETTERS, k=CODE_LENGTH)))
            remember_speed(("Ada", f"{number}"), draw.choice([*Speed]))
            remember_counts(("Ada", f"{number}"), counts=True)
            session.update(serializer.loads(serializer.dumps(dict(session))))
        assert sorted(session["links"].values()) == list(range(6650, 7350, 7))
        assert len(session["followed"]) == 20
        assert len(session["removed"]) == 50
        assert len(session["speeds"]) == 20
        assert len(serializer.dumps(dict(session))) < 3900


@each_row
def test_a_name_in_any_script_is_shown_as_it_was_typed(phone: Phone, name: str) -> None:
    code = phone.open(name, "Bea")
    assert phone.say(code, "tricks E12", deal=0, position=0, key="k").status == 303
    again = "deals/1/again?at=1&do=instead"
    for where in ("?across=yes", "?across=no", "sheet", "share", "other-rules", "deals/1", again):
        assert phone.get(f"/p/{code}/{where}").status == 200
    assert name in [node.text for node in phone.table(code).root.all("span", class_="name")]
    assert name in phone.get("/").text


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
    assert [at(programs[number % 2], phone).get("/p/ZZZZZZ/").status for number in range(30)] == [
        404
    ] * 30
    assert [at(program, phone).get("/p/ZZZZZZ/").status for program in programs] == [429] * 2


def test_both_phones_have_it_wherever_each_of_them_asks(programs: Programs) -> None:
    phone = Phone(programs[0])
    other = Phone(programs[0])
    code = phone.open()
    taps = "E exchange 5; Y exchange 3", "E point 5"
    for said, (here, elsewhere) in zip(taps, (programs, programs[::-1]), strict=True):
        saved = at(here, phone).tap_all(code, said).root.all("span", id="saved")[0].attrs["hx-get"]
        assert phone.get(saved).status == 204
        at(elsewhere, other).get(f"/p/{code}/live")
        assert phone.get(saved).text == "Both phones have it"


@pytest.mark.parametrize("end", ["sign-out", "password"])
def test_who_is_signed_out_at_one_program_is_at_the_other(
    programs: Programs, club: RunningClub, end: str
) -> None:
    here, elsewhere = programs
    of = f"/c/{club.club.code}"
    director = Phone(here)
    kept = Phone(elsewhere)
    director.post(f"{of}/sign-in", PASSWORD)
    kept.client.set_cookie("session", director.cookie.value)
    assert kept.get(f"{of}/directors").status == 200
    if end == "sign-out":
        director.post(f"{of}/sign-out", {})
    else:
        token = club.services.people.new_director_link(club.id)
        Phone(here).post(f"/director/{token}", {"name": "Ann", "password": "another long one"})
    assert kept.get(f"{of}/directors").status == 403


def test_a_closed_season_and_a_revoked_link_end_rights_at_both_programs(
    programs: Programs, club: RunningClub
) -> None:
    here, elsewhere = programs
    season = club.season(*club.admit("Ada", "Ben"))
    code = club.play(season, 1, 2, "tricks E12").sheet.code
    phone = scorer(elsewhere, club, code)
    other = scorer(here, club, code)
    assert "Something is wrong" in phone.this_table(code).text
    items = there(club.services.open_items.before_closing(club.id, season)).items
    club.services.closing.close(club.director, season, {each.key: "it is over" for each in items})
    assert "Something is wrong" not in phone.this_table(code).text
    revoked = club.parties.links(code)[1].id
    assert other.post(f"/p/{code}/links/{revoked}/revoke", {}).status == 303
    assert phone.say(code, "tricks Y12", deal=1, position=0, key="late").status == 403


def test_a_name_erased_at_one_program_is_gone_at_the_other(
    programs: Programs, club: RunningClub
) -> None:
    here, elsewhere = programs
    ada, ben, cat = club.admit("Zuleika", "Ben", "Cat")
    season = club.season(ada, ben)
    over, going_on = (
        club.play(season, ada, ben, *said).sheet.code for said in ((), ("E exchange 5",))
    )
    season = club.season(ada, ben, cat, name="Chouettes", frame="chouette", order=COMPANY_ORDER)
    card = club.services.signing.open(club.id, season, (ada, ben, cat), SheetKind.COMPANY)
    turn, _ = Companies(club.engine, club.clock).begin(card.code, number=0, elder=0)
    paths = [f"/p/{code}/live" for code in (over, going_on, turn.code)] + [
        f"/company/{card.code}/live"
    ]

    def shown() -> list[bool]:
        return [
            "Zuleika" in Phone(program).get(path).text for program in programs for path in paths
        ]

    scoring = scorer(elsewhere, club, going_on)
    director = Phone(here)
    assert all(shown())
    director.post(f"/c/{club.club.code}/sign-in", PASSWORD)
    director.post(f"/c/{club.club.code}/members/{ada}/erase", {"asked": "yes"})
    assert scoring.say(going_on, "Y exchange 3", deal=0, position=1, key="more").status == 303
    assert not any(shown())
