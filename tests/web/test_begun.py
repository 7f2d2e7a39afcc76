"""A form that opens something, sent twice or reached again by the Back button:
it opens one, or asks.
"""

from collections.abc import Iterable
from datetime import timedelta

import pytest

from scorer.service.parties import Parties, new_token
from scorer.table.own_parties import SAME_DAY, begun_before
from tests.service.tables import EVERY_LINK
from tests.web.conftest import FORM, RUBICON_PARTIE, Page, Phone, Recorder
from tests.web.test_table import PARTIE

TABLE = {"frame": "chouette", "rules": "portland", "name0": "Ada", "name1": "Bea", "name2": "Cem"}


def begin(phone: Phone, **typed: str) -> Page:
    """Open the form of a new partie, fill it in and send it;
    a form that is opened again has another key.
    """
    return phone.send(
        phone.get("/parties/new"),
        "Begin",
        **{"first": "Ada", "second": "Bea", "deals": "second", **typed},
    )


def codes(parties: Parties) -> list[str]:
    return [sheet.code for sheet in parties.latest(EVERY_LINK)]


def is_asked(page: Page) -> bool:
    return "go on, or begin another?" in page.text


def test_a_form_that_is_sent_twice_opens_one_partie(phone: Phone, parties: Parties) -> None:
    key = phone.get("/parties/new").key("Begin")
    action, data = Page.form(key)
    sent = [
        phone.post(action, data | FORM, token=data["csrf_token"]).headers["Location"]
        for _ in range(2)
    ]
    assert sent == [f"/p/{codes(parties)[0]}/"] * 2


def test_a_form_that_is_sent_again_with_another_name_opens_another_partie(
    phone: Phone, parties: Parties
) -> None:
    """The Back button may restore the page with its key;
    the slip of the pen is not kept for that.
    """
    action, data = Page.form(phone.get("/parties/new").key("Begin"))
    for second in ("Bae", "Bea"):
        phone.post(action, data | FORM | {"second": second}, token=data["csrf_token"])
    assert [sheet.names for sheet in parties.latest(EVERY_LINK)] == [("Ada", "Bea"), ("Ada", "Bae")]


def test_a_second_partie_of_the_same_two_is_asked_about_while_nobody_has_played_the_first(
    phone: Phone, parties: Parties
) -> None:
    begin(phone)
    page = begin(phone, second=" bea ", deals="first")
    assert is_asked(page)
    assert len(codes(parties)) == 1
    assert page.links()["Go on with it"] == f"/p/{codes(parties)[0]}/"


def test_another_partie_is_begun_as_it_was_typed(phone: Phone, parties: Parties) -> None:
    begin(phone)
    asked = begin(phone, deals="first")
    for _ in range(2):
        phone.tap_form(asked.key("Begin another"))
    latest, before = parties.latest(EVERY_LINK)
    assert latest.names == before.names == ("Ada", "Bea")
    assert latest.partie.record.dealer == 0
    assert before.partie.record.dealer == 1


def test_a_partie_in_progress_is_asked_about(phone: Phone, record: Recorder) -> None:
    """Back in the third deal, and Begin: the partie is not lost behind an empty one."""
    record(phone.open(), *RUBICON_PARTIE[:2])
    page = begin(phone)
    assert is_asked(page)
    assert "Deal 3" in page.text


def test_a_finished_partie_is_not_asked_about(
    phone: Phone, parties: Parties, record: Recorder
) -> None:
    record(phone.open(), *RUBICON_PARTIE)
    assert begin(phone).said()
    assert len(codes(parties)) == 2


def test_a_partie_of_others_or_of_another_phone_is_not_asked_about(
    phone: Phone, other: Phone
) -> None:
    code = phone.open()
    assert begin(phone, second="Cem").said()
    other.table(code)
    assert begin(other).said()


def test_a_partie_that_was_removed_from_the_phone_is_not_asked_about(
    phone: Phone, other: Phone
) -> None:
    """By its scoring link alone, the partie is in no pair of that phone."""
    other.accept(phone.share(phone.open()))
    other.send(other.get("/"), "Remove Ada and Bea, 0 – 0")
    assert begin(other).said()


def test_a_partie_that_the_pair_left_out_is_not_asked_about(phone: Phone) -> None:
    code = phone.open()
    pair = next(each for each in phone.get("/").links().values() if each.startswith("/pair/"))
    phone.send(phone.get(f"{pair}/partie/{code}"), "Leave it out")
    assert begin(phone).said()


@pytest.mark.parametrize(
    ("hours", "deals", "found"), [(11, 1, True), (13, 1, False), (13, 0, True)]
)
def test_a_partie_in_progress_is_asked_about_for_half_a_day_and_an_unplayed_one_until_it_is_played(
    parties: Parties, record: Recorder, hours: int, deals: int, *, found: bool
) -> None:
    code = parties.open(("Ada", "Bea"), parties.example().partie.record.rules)[0].code
    record(code, *RUBICON_PARTIE[:deals])
    now = parties.clock() + timedelta(hours=hours)
    assert timedelta(hours=12) == SAME_DAY
    assert (begun_before([parties.sheet(code)], ("Bea", "Ada"), now) is not None) == found


def test_a_rematch_that_is_begun_again_after_back_is_asked_about(
    phone: Phone, parties: Parties, record: Recorder
) -> None:
    code = phone.open()
    record(code, *RUBICON_PARTIE)
    rematches = [
        phone.send(phone.get(f"/p/{code}/settlement"), "Play again Ada deals") for _ in range(2)
    ]
    assert [is_asked(each) for each in rematches] == [False, True]
    assert len(codes(parties)) == 2


def test_a_file_that_is_taken_twice_is_asked_about(phone: Phone, parties: Parties) -> None:
    taken = []
    for _ in range(2):
        shown = phone.send(phone.get("/parties/take"), "Preview it", text=PARTIE)
        taken.append(phone.send(shown, "Keep this partie"))
    assert [is_asked(each) for each in taken] == [False, True]
    assert len(codes(parties)) == 1
    phone.tap_form(taken[1].key("Begin another"))
    assert len(codes(parties)) == 2


def companies(phone: Phone, keys: Iterable[str]) -> list[Page]:
    return [phone.post("/company/new", {**TABLE, "key": key}) for key in keys]


def test_a_company_that_is_opened_twice_is_one(phone: Phone) -> None:
    first, second = companies(phone, [new_token()] * 2)
    assert first.headers["Location"] == second.headers["Location"]


def test_a_second_company_of_the_same_players_is_asked_about_while_the_first_is_unplayed(
    phone: Phone,
) -> None:
    first, second = companies(phone, [new_token(), new_token()])
    assert is_asked(second)
    assert second.links()["Go on with it"] == first.headers["Location"]
    assert phone.tap_form(second.key("Begin another")).status == 200
