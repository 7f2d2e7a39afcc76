"""The pages of a partie: its sheet, a deal explained, a statement put right, the settlement, other rules, sharing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import segno

from scorer.service.parties import Parties, Sheet
from tests.browser.tables import NORMAND, NORMAND_PLAY
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Page, Phone

WORKED = "; ".join(WORKED_DEAL)
Recorder = Callable[..., Sheet]


@pytest.mark.parametrize(
    ("statement", "key", "change", "names"),
    [(1, "Remove", "strike 1", "exchanges three"), (11, "Good", "strike 11 for Y good", "four tens")],
    ids=["a removal", "a correction"],
)
def test_a_change_that_makes_a_later_statement_illegal_names_it(
    phone: Phone, parties: Parties, record: Recorder, statement: int, key: str, change: str, names: str
) -> None:
    """Younger exchanges after elder; with elder's trio good, younger has no sets to call."""
    code = phone.open("Ada", "Bea")
    before = record(code, WORKED)
    page = phone.get(phone.get(f"/p/{code}/deals/1/statements/{statement}").links()[key])
    assert f"{names}” no longer fits" in page.root.all("ul", **{"aria-labelledby": "changes"})[0].text
    assert page.said() == {}
    assert phone.say(code, change, deal=0, position=25, key="by hand").status == 422
    assert parties.sheet(code) == before


def test_a_watching_phone_cannot_keep_a_change(phone: Phone, other: Phone, record: Recorder) -> None:
    code = phone.open()
    record(code, WORKED)
    assert other.get(f"/p/{code}/deals/1/statements/13").said() == {}


@pytest.mark.parametrize("where", ["deals/0", "deals/2", "deals/x", "deals/1/statements/0", "deals/1/statements/26"])
def test_an_unknown_deal_or_statement_is_not_found(phone: Phone, record: Recorder, where: str) -> None:
    code = phone.open()
    record(code, WORKED)
    assert phone.get(f"/p/{code}/{where}").status == 404


def test_the_settlement_comes_with_the_end_and_its_proof(phone: Phone, other: Phone, record: Recorder) -> None:
    code = phone.open("Ada", "Bea")
    record(code, *RUBICON_PARTIE[:5])
    assert other.get(f"/p/{code}/settlement").status == 404
    record(code, RUBICON_PARTIE[5])
    page = other.get(f"/p/{code}/settlement")
    assert "Ada wins 421" in page.root.all("h1")[0].text
    assert "Bea is under the Rubicon" in page.root.all("h1")[0].text
    steps = page.root.all("ol", class_="steps")[0]
    assert {"318", "3", "100", "421"} <= set(re.findall(r"\d+", steps.text))
    assert "Law" in steps.text
    assert page.root.all("form") == []


def test_both_players_sign_with_their_names_and_the_partie_is_closed(
    phone: Phone, parties: Parties, record: Recorder
) -> None:
    code = phone.open("Ada", "Bea")
    record(code, *RUBICON_PARTIE)
    for number, name in enumerate(("Ada", "Bea")):
        page = phone.get(f"/p/{code}/settlement")
        key = next(node for node in page.root.all("button") if name in node.text)
        signed = phone.tap_form(key)
        assert f"{name} has signed." in signed.text
        assert parties.sheet(code).signatures[number] == name
        page = phone.say(code, "strike 12", deal=5, position=12, key=name)
        assert page.status == 422
        assert "signed" in page.root.all("p", role="alert")[0].text
    assert phone.table(code).said() == {}
    assert phone.get(f"/p/{code}/settlement").root.all("form") == []
    assert f"/p/{code}/settlement" in phone.get("/").links().values()


def test_each_of_three_signs(phone: Phone, parties: Parties, record: Recorder) -> None:
    names = {"first": "Ada", "second": "Bea", "third": "Cem", "rules": "normand"}
    code = phone.post("/parties", names).headers["Location"].split("/")[2]
    record(
        code,
        f"{NORMAND}; {NORMAND_PLAY}",
        "E point 5 making 48; E quint to queen; Y no point; Y no sequence; T no point; T no sequence",
    )
    assert "finished, Ada, Bea and Cem to sign" in phone.get("/").text
    for name in ("Ada", "Bea", "Cem"):
        page = phone.get(f"/p/{code}/settlement")
        signed = phone.tap_form(next(node for node in page.root.all("button") if name in node.text))
        assert f"{name} has signed." in signed.text
    assert "All have signed" in signed.text
    assert parties.sheet(code).is_signed


@pytest.mark.parametrize("name", ["Bea", "", "A" * 500, "Ad", "\x00", "<b>"])
def test_nobody_signs_with_another_name(phone: Phone, parties: Parties, record: Recorder, name: str) -> None:
    code = phone.open("Ada", "Bea")
    record(code, *RUBICON_PARTIE)
    answer = phone.post(f"/p/{code}/sign", {"player": "0", "name": name})
    assert phone.get(answer.headers["Location"]).root.all("p", role="alert")[0].text
    assert parties.sheet(code).signatures == (None, None)


@pytest.mark.parametrize("player", ["", "2", "-1", "x", "０"])
def test_only_the_two_players_sign(phone: Phone, parties: Parties, record: Recorder, player: str) -> None:
    code = phone.open("Ada", "Bea")
    record(code, *RUBICON_PARTIE)
    phone.post(f"/p/{code}/sign", {"player": player, "name": "Ada"})
    assert parties.sheet(code).signatures == (None, None)


def test_a_partie_that_goes_on_cannot_be_signed(phone: Phone, parties: Parties) -> None:
    code = phone.open("Ada", "Bea")
    assert phone.post(f"/p/{code}/sign", {"player": "0", "name": "Ada"}).status == 303
    assert parties.sheet(code).signatures == (None, None)


def dark(page: Page, number: int) -> tuple[set[tuple[int, int]], int]:
    """The dark squares of a QR code on the page, and the size of its picture."""
    picture = page.root.all("svg", class_="qr")[number]
    path = picture.all("path")[0].attrs["d"]
    squares = re.findall(r"M(\d+) (\d+)h1v1h-1z", path)
    assert "".join(f"M{x} {y}h1v1h-1z" for x, y in squares) == path
    return {(int(x), int(y)) for x, y in squares}, int(picture.attrs["viewbox"].split()[2])


def test_the_qr_code_is_that_of_the_printed_address(phone: Phone, other: Phone) -> None:
    code = phone.open()
    page = other.get(f"/p/{code}/share")
    assert code in page.text
    [address] = re.findall(r"http://\S+", page.text)
    assert address == f"http://piquet.test/p/{code}/"
    squares, size = dark(page, 0)
    assert {x for x, _ in squares} | {y for _, y in squares} == set(range(4, size - 4))
    expected = segno.make(address, error="m", micro=False).matrix
    assert squares == {(x + 4, y + 4) for y, line in enumerate(expected) for x, bit in enumerate(line) if bit}
    assert page.root.all("form") == []


def test_a_scoring_link_is_shown_once(phone: Phone, other: Phone) -> None:
    code = phone.open()
    made = phone.post(f"/p/{code}/links", {})
    assert len(made.root.all("svg", class_="qr")) == 2
    [link] = re.findall(r"http://piquet.test(/s/\S+)", made.text)
    assert len(link) > 30
    later = phone.get(f"/p/{code}/share")
    assert link not in later.html
    assert len(later.root.all("svg", class_="qr")) == 1
    assert other.accept(link).said()
    assert link not in other.get(f"/p/{code}/share").html
