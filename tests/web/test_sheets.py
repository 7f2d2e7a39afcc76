"""The sheet of a partie: its settlement, its signatures, its QR code and its scoring links."""

from __future__ import annotations

import re
from collections.abc import Callable

import segno

from scorer.service.parties import Parties, Sheet
from tests.browser.tables import NORMAND, NORMAND_PLAY
from tests.web.conftest import RUBICON_PARTIE, Page, Phone

Recorder = Callable[..., Sheet]


def test_both_players_sign_with_their_names_and_the_partie_is_closed(
    phone: Phone, other: Phone, parties: Parties, record: Recorder
) -> None:
    code = phone.open("Ada", "Bea")
    record(code, *RUBICON_PARTIE[:5])
    assert phone.get(f"/p/{code}/settlement").status == 404
    phone.post(f"/p/{code}/sign", {"player": "0", "name": "Ada"})
    record(code, RUBICON_PARTIE[5])
    assert parties.sheet(code).signatures == (None, None)
    assert other.get(f"/p/{code}/settlement").root.all("form") == []
    unsigned = phone.get(f"/p/{code}/settlement")
    for number, name in enumerate(("Ada", "Bea")):
        signed = phone.tap_form(unsigned.key(f"{name} signs"))
        assert f"{name} has signed." in signed.text
        assert parties.sheet(code).signatures[number] == name
        page = phone.say(code, "strike 12", deal=5, position=12, key=name)
        assert page.status == 422
        assert "signed" in page.root.all("p", role="alert")[0].text
    assert phone.table(code).said() == {}
    assert phone.get(f"/p/{code}/settlement").root.all("form") == []
    assert f"/p/{code}/settlement" in phone.get("/").links().values()


def test_each_of_three_signs(phone: Phone, parties: Parties, record: Recorder) -> None:
    code = phone.open("Ada", "Bea", rules="normand")
    record(
        code,
        f"{NORMAND}; {NORMAND_PLAY}",
        "E point 5 making 48; E quint to queen; Y no point; Y no sequence; T no point; T no sequence",
    )
    assert "finished, Ada, Bea and Cem to sign" in phone.get("/").text
    for name in ("Ada", "Bea", "Cem"):
        signed = phone.tap_form(phone.get(f"/p/{code}/settlement").key(f"{name} signs"))
        assert f"{name} has signed." in signed.text
    assert "All have signed" in signed.text
    assert parties.sheet(code).is_signed


def test_nobody_signs_with_another_name_or_as_nobody(phone: Phone, parties: Parties, record: Recorder) -> None:
    code = phone.open("Ada", "Bea")
    record(code, *RUBICON_PARTIE)
    names = [("0", name) for name in ("Bea", "", "A" * 500, "Ad", "\x00", "<b>")]
    for player, name in (*names, *((player, "Ada") for player in ("", "2", "-1", "x", "０"))):
        answer = phone.post(f"/p/{code}/sign", {"player": player, "name": name})
        assert phone.get(answer.headers["Location"]).root.all("p", role="alert")[0].text
        assert parties.sheet(code).signatures == (None, None), (player, name)


def dark(page: Page, number: int) -> tuple[set[tuple[int, int]], int]:
    """Return the dark squares of a QR code on the page, and the size of its picture."""
    picture = page.root.all("svg", class_="qr")[number]
    path = picture.all("path")[0].attrs["d"]
    squares = re.findall(r"M(\d+) (\d+)h1v1h-1z", path)
    assert "".join(f"M{x} {y}h1v1h-1z" for x, y in squares) == path
    return {(int(x), int(y)) for x, y in squares}, int(picture.attrs["viewbox"].split()[2])


def test_the_qr_code_is_that_of_the_printed_address(phone: Phone, other: Phone) -> None:
    code = phone.open()
    page = other.get(f"/p/{code}/share")
    [address] = re.findall(r"http://\S+", page.text)
    assert address == f"http://piquet.test/p/{code}/"
    squares, size = dark(page, 0)
    assert {x for x, _ in squares} | {y for _, y in squares} == set(range(4, size - 4))
    expected = segno.make(address, error="m", micro=False).matrix
    assert squares == {(x + 4, y + 4) for y, line in enumerate(expected) for x, bit in enumerate(line) if bit}
    assert page.root.all("form") == []


def test_a_scoring_link_is_made_once_and_shown_once(phone: Phone, other: Phone, parties: Parties) -> None:
    """A form that arrives twice shows the same link again; a guessable form key becomes no link."""
    code = phone.open()
    form = phone.get(f"/p/{code}/share").typed
    for _ in range(2):
        made = phone.post(f"/p/{code}/links", form)
        assert f"/s/{form['key']}" in made.text
        assert len(made.root.all("svg", class_="qr")) == 2
    assert len(parties.links(code)) == 2
    later = phone.get(f"/p/{code}/share")
    assert form["key"] not in later.html
    assert len(later.root.all("svg", class_="qr")) == 1
    assert other.accept(f"/s/{form['key']}").said()
    phone.post(f"/p/{code}/links", {"key": "sesame"})
    assert parties.open_link("sesame") is None
    assert len(parties.links(code)) == 3
