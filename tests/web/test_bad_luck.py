"""Bad luck at the table: stale forms, doubled taps, lost answers, two phones, cookies gone. Nothing lost or doubled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy import Engine

from scorer.rules.notation import format_statement
from scorer.service import parties as service
from scorer.service.book import open_parties
from scorer.service.opening import CODE_LENGTH, CODE_LETTERS
from scorer.service.parties import Parties
from scorer.storage.engine import Busy, DiskFull, Unavailable
from scorer.web import create_app
from scorer.web.phones import follow, let_score, let_score_company
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Page, Phone


def log(parties: Parties, code: str, deal: int = 0) -> list[str]:
    """What was said in the deal, as it is kept."""
    return [format_statement(statement) for statement in parties.sheet(code).log(deal)]


def post_again(phone: Phone, page: Page, said: str, **options: dict[str, str]) -> Page:
    """Tap a key of an old page: its form, its key, its token."""
    action, data = page.form(page.said()[said])
    return phone.post(action, data, token=data["csrf_token"], **options)


def test_after_a_clash_the_page_goes_on_from_the_record(phone: Phone, parties: Parties) -> None:
    code = phone.open()
    phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5")
    clash = phone.say(code, "E point 6", deal=0, position=2, key="another form")
    assert phone.tap(clash, "Y good").status == 200
    assert log(parties, code)[-1] == "Y good"


@pytest.mark.parametrize("headers", [{}, {"HX-Request-Type": "partial"}], ids=["plain", "htmx"])
def test_a_doubled_tap_counts_once(phone: Phone, parties: Parties, headers: dict[str, str]) -> None:
    code = phone.open()
    page = phone.tap_all(code, *WORKED_DEAL[:-12])
    first, second = (post_again(phone, page, "tricks E1", headers=headers) for _ in range(2))
    assert first.status == second.status == (200 if headers else 303)
    assert log(parties, code).count("tricks E1") == 1
    assert phone.table(code).counts() == (10, 17)


def test_an_answer_lost_long_ago_still_counts_once(phone: Phone, parties: Parties) -> None:
    """The form is sent again after others were recorded: it is not new, and it does not clash with itself."""
    code = phone.open()
    page = phone.tap_all(code, "E exchange 5; Y exchange 3")
    phone.tap(page, "E point 5")
    phone.tap_all(code, "Y good")
    assert post_again(phone, page, "E point 5").status == 303
    assert log(parties, code) == ["E exchange 5", "Y exchange 3", "E point 5", "Y good"]


def test_the_back_button_and_another_key_shows_that_it_was_not_recorded(phone: Phone, parties: Parties) -> None:
    """The old form is posted again with another statement: it is not the one recorded, and may not vanish unseen."""
    code = phone.open()
    page = phone.tap_all(code, "E exchange 5; Y exchange 3")
    phone.tap(page, "E point 5")
    clash = post_again(phone, page, "E point 6")
    assert clash.status == 409
    assert "E point 6" in clash.root.all("p", role="alert")[0].text
    assert log(parties, code) == ["E exchange 5", "Y exchange 3", "E point 5"]


def test_forms_without_a_key_are_not_taken_for_one_another(phone: Phone, parties: Parties) -> None:
    code = phone.open()
    statuses = [phone.say(code, said, deal=0, position=n, key="").status for n, said in enumerate(WORKED_DEAL[1:3])]
    recorded = log(parties, code)
    assert len(recorded) == statuses.count(303), "an answer said recorded, and it was not"


def test_an_earlier_tap_of_the_same_phone_is_not_blamed_on_another(phone: Phone, parties: Parties) -> None:
    """*Good* had arrived although its answer was lost; then *Not good* is tapped on the same page."""
    code = phone.open()
    page = phone.tap_all(code, "E exchange 5; Y exchange 3", "E point 5")
    action, data = page.form(page.said()["Y good"])
    phone.client.post(action, data=data)
    clash = post_again(phone, page, "Y not good")
    assert clash.status == 409
    notice = clash.root.all("p", role="alert")[0].text
    assert "Your earlier tap had already been recorded" in notice
    assert "Y not good" in notice
    assert "other phone" not in clash.text
    assert "strike 4" in clash.said()
    assert log(parties, code)[-1] == "Y good"


UNWRITABLE = {Busy: "The book is busy.", DiskFull: "The disk is full."}


@contextmanager
def unwritable(why: type[Unavailable]) -> Iterator[None]:
    """The book while another program is writing to it, or while there is no more room on its disk."""

    def refuse(_: Engine) -> NoReturn:
        raise why

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "writing", refuse)
        yield


@pytest.mark.parametrize("why", UNWRITABLE)
@pytest.mark.parametrize("headers", [{}, {"HX-Request-Type": "partial"}], ids=["plain", "htmx"])
def test_a_tap_that_cannot_be_written_answers_503_with_the_reason(
    phone: Phone, parties: Parties, headers: dict[str, str], why: type[Unavailable]
) -> None:
    code = phone.open()
    page = phone.tap_all(code, "E exchange 5; Y exchange 3")
    with unwritable(why):
        answer = post_again(phone, page, "E point 5", headers=headers)
    assert answer.status == 503
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.headers["Scorer-Notice"] == UNWRITABLE[why]
    assert UNWRITABLE[why] in answer.text
    assert log(parties, code) == ["E exchange 5", "Y exchange 3"]


def test_without_a_script_what_could_not_be_written_is_sent_again_from_the_page_that_says_so(
    phone: Phone, parties: Parties
) -> None:
    code = phone.open()
    page = phone.tap_all(code, "E exchange 5; Y exchange 3")
    with unwritable(Busy):
        told = post_again(phone, page, "E point 5")
    again = next(each for each in told.root.all("button") if each.text == "Send it again")
    assert phone.tap_form(again).status == 200
    assert log(parties, code) == ["E exchange 5", "Y exchange 3", "E point 5"]


def test_of_two_taps_at_once_the_second_clashes(phone: Phone, other: Phone, parties: Parties) -> None:
    code = phone.open()
    other.accept(phone.share(code))
    phone.tap_all(code, "E exchange 5; Y exchange 3")
    mine, theirs = phone.table(code), other.table(code)
    assert phone.tap(mine, "E point 5").status == 200
    told = other.tap(theirs, "E point 4", refused=True)
    assert told.status == 409
    assert "E point 4" in told.root.all("p", role="alert")[0].text
    assert "point of five" in told.text
    assert log(parties, code) == ["E exchange 5", "Y exchange 3", "E point 5"]


@pytest.mark.parametrize("begun", [False, True], ids=["empty", "begun"])
@pytest.mark.parametrize("deal", ["1", "-1", "7", "99999", "", "x", "²", "1e3", "９"])
def test_a_form_for_another_deal_changes_nothing(phone: Phone, parties: Parties, deal: str, begun: bool) -> None:
    code = phone.open()
    if begun:
        phone.tap_all(code, "E exchange 5; Y exchange 3")
    before = parties.sheet(code)
    data = {"say": "E point 5", "deal": deal, "position": str(len(before.log(0))), "key": "k"}
    page = phone.post(f"/p/{code}/say", data)
    assert page.status in (409, 422)
    assert "E point 5" in page.root.all("p", role="alert")[0].text
    assert parties.sheet(code) == before


def test_a_reload_in_mid_deal_asks_the_same_question(phone: Phone) -> None:
    code = phone.open()
    phone.tap_all(code, *WORKED_DEAL[:4])
    first, second = phone.table(code), phone.table(code)
    assert list(first.said()) == list(second.said())
    assert [node.text for node in first.root.all("h2")] == [node.text for node in second.root.all("h2")]
    assert first.position == second.position == (0, 5)


def test_a_phone_without_its_cookie_regains_its_right_by_a_link(phone: Phone, other: Phone, parties: Parties) -> None:
    code = phone.open()
    other.accept(phone.share(code))
    page = other.tap_all(code, "E exchange 5; Y exchange 3")
    before = parties.sheet(code)
    other.client.delete_cookie("session")
    lost = post_again(other, page, "E point 5")
    assert lost.status == 400
    assert "reload" in lost.text.lower()
    refused = other.say(code, "E point 5", deal=0, position=2, key="k")
    assert refused.status == 403
    assert "scoring link" in refused.text
    assert other.table(code).said() == {}
    assert parties.sheet(code) == before
    other.accept(phone.share(code))
    other.tap_all(code, "E point 5")
    assert log(parties, code)[-1] == "E point 5"


def test_the_cookie_of_a_club_s_phone_stays_small_enough_to_be_kept(app: Flask) -> None:
    """
    Browsers drop a cookie above 4096 bytes without a word, and with it every right to score.

    Of the links the last hundred are kept, though a cookie that comes back has its keys in alphabetical order.
    """
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer is not None
    with app.test_request_context("/"):
        draw = Random(1)
        for number in range(1000):
            for let in (let_score, let_score_company):
                let("".join(draw.choices(CODE_LETTERS, k=CODE_LENGTH)), 7 * number)
            follow("".join(draw.choices(CODE_LETTERS, k=CODE_LENGTH)))
            session.update(serializer.loads(serializer.dumps(dict(session))))
        assert sorted(session["links"].values()) == sorted(session["companies"].values()) == list(range(6300, 7000, 7))
        assert len(session["followed"]) == 20
        assert len(serializer.dumps(dict(session))) < 3900


def test_a_server_started_anew_goes_on_where_the_old_one_was_killed(tmp_path: Path, phone: Phone, app: Flask) -> None:
    """Nothing is closed and nothing is flushed: what was acknowledged is on the disk."""
    code = phone.open()
    page = phone.tap_all(code, *WORKED_DEAL[:7])
    book = open_parties(tmp_path)
    again = Phone(create_app(book, app.config["SECRET_KEY"]))
    cookie = phone.client.get_cookie("session")
    assert cookie is not None
    again.client.set_cookie("session", cookie.value)
    assert list(again.table(code).said()) == list(page.said())
    assert post_again(again, page, "Y good").status == 303
    assert again.tap_all(code, *WORKED_DEAL[8:]).sums()[0] == ["28", "23"]
    book.engine.dispose()


def test_an_earlier_deal_is_corrected_during_a_later_one(phone: Phone, parties: Parties) -> None:
    code = phone.open()
    phone.tap_all(code, *WORKED_DEAL)
    follows = phone.get(f"/p/{code}/?deal=1")
    phone.tap(follows, "E exchange 5; Y exchange 3")
    page = phone.say(code, "strike 13", deal=0, position=len(log(parties, code)), key="k")
    assert page.status == 303
    assert parties.sheet(code).partie.totals == (28, 20)


def test_an_old_form_of_a_finished_partie_records_nothing(phone: Phone, parties: Parties) -> None:
    code = phone.open()
    for deal, said in enumerate(RUBICON_PARTIE):
        assert phone.say(code, said, deal=deal, position=0, key=f"{deal}").status == 303
    seventh = phone.say(code, "tricks E12", deal=6, position=0, key="7")
    assert seventh.status == 422
    assert len(parties.sheet(code).partie.deals) == 6


@pytest.mark.parametrize(
    "name",
    [
        "W" * 80,
        "Żółć Ångström",
        "Нина",
        "李小龍",
        "محمد",
        "علی\u200cرضا",
        "ශ්\u200dරී",
        "🂡 Ada",
        "<script>alert(1)</script>",
        'O\'Brien & "Sons"',
        "{{ 7 * 7 }}",
        "a; E point 5",
        "../../etc",
        "%s %d %00",
    ],
    ids=ascii,
)
def test_names_in_any_script_stand_on_every_page(phone: Phone, name: str) -> None:
    code = phone.open(name, "Bea")
    assert phone.say(code, "tricks E12", deal=0, position=0, key="k").status == 303
    for where in ("", "live", "across", "sheet", "share", "other-rules", "deals/1", "deals/1/statements/1"):
        assert phone.get(f"/p/{code}/{where}").status == 200
    page = phone.table(code)
    assert name in [node.text for node in page.root.all("span", class_="name")]
    assert name in phone.get("/").text
