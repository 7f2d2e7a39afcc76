"""The pages of a partie: its sheet, a deal explained, a statement put right, the settlement, other rules, sharing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import segno

from scorer.rules.presets import PRESETS
from scorer.service.parties import Parties, Sheet
from tests.rules.presets import FOR_TWO
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Page, Phone

WORKED = "; ".join(WORKED_DEAL)
NORMAND_DEAL = (
    "T exchange 2; E point 5 making 44; E no sequence; E trio of aces; Y point 5 making 48; Y quint to queen; "
    "Y no set; T no point; T no sequence; T trio of knaves; tricks E3:1 Y1:2 Y1:1 T1:2 E1:2 E3:0"
)
"""A deal of three in which younger makes a repique, and has 93 points."""

UNBID = {name: rules for name, rules in FOR_TWO.items() if not rules.auction}
"""The presets that can express what two say without bidding."""

Recorder = Callable[..., Sheet]


def rows(page: Page) -> list[list[str]]:
    """The rows of the page's first table, cell by cell."""
    return [
        [cell.text for cell in row.walk() if cell.tag in ("th", "td")] for row in page.root.all("tbody")[0].all("tr")
    ]


def test_the_sheet_has_a_row_for_each_deal_and_the_totals(phone: Phone, other: Phone, record: Recorder) -> None:
    code = phone.open("Ada", "Bea")
    assert other.get(f"/p/{code}/sheet").status == 200
    record(code, WORKED, *RUBICON_PARTIE[1:])
    page = other.get(f"/p/{code}/sheet")
    assert [row[-2:] for row in rows(page)] == [
        ["28", "23"],
        ["53", "1"],
        ["53", "0"],
        ["53", "1"],
        ["53", "0"],
        ["53", "1"],
    ]
    assert page.sums() == [["293", "26"]]
    assert [row[0].split()[:2] for row in rows(page)] == [[str(n), ("Ada", "Bea")[(n - 1) % 2]] for n in range(1, 7)]
    assert page.root.all("svg", class_="chart")[0].attrs["aria-label"].count("293") == 1
    assert {f"/p/{code}/settlement", f"/p/{code}/other-rules", f"/p/{code}/deals/1"} <= set(page.links().values())
    assert code in page.text


def test_a_deal_is_explained_line_by_line(phone: Phone, other: Phone, record: Recorder) -> None:
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    page = other.get(f"/p/{code}/deals/1")
    figures = [[int(cell) if cell.isdecimal() else 0 for cell in row[-2:]] for row in rows(page)]
    assert [sum(column) for column in zip(*figures, strict=True)] == [28, 23]
    assert page.sums() == [["28", "23"], ["28", "23"]]
    assert rows(page)[0][0].startswith("Ada: point of five")
    assert "Law 62" in rows(page)[0][0]
    assert any("Law 66" in row[0] and row[-2] == "10" for row in rows(page))


def test_the_timeline_has_every_statement_and_what_it_scored(phone: Phone, other: Phone, record: Recorder) -> None:
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    said = [node for node in phone.get(f"/p/{code}/deals/1").root.all("li") if node.attrs.get("id", "").startswith("s")]
    assert [node.attrs["id"] for node in said] == [f"s{number}" for number in range(1, 26)]
    assert "quatorze of tens" in said[11].text or "four tens" in said[11].text
    assert "Bea 14" in said[11].text
    assert all(node.all("a") for node in said)
    assert not any("/statements/" in href for href in other.get(f"/p/{code}/deals/1").links().values())


def test_a_strike_is_seen_in_words_before_it_is_kept(phone: Phone, parties: Parties, record: Recorder) -> None:
    """Three queens struck: Bea's three points go, and nothing else."""
    code = phone.open("Ada", "Bea")
    before = record(code, WORKED)
    page = phone.get(phone.get(f"/p/{code}/deals/1/statements/13").links()["Remove"])
    changes = page.root.all("main")[0].text
    assert re.search(r"Bea loses 3\b", changes)
    assert re.search(r"\b23\b.*\b20\b", changes)
    assert "Ada loses" not in changes
    assert "Ada’s deal" not in changes
    assert "As it stands: Ada by 148, instead of Ada by 151." in changes
    assert parties.sheet(code) == before
    kept = phone.tap(page, "strike 13")
    assert kept.sums() == [["28", "20"], ["28", "20"]]
    assert "(removed)" in phone.get(f"/p/{code}/deals/1").root.all("li", id="s13")[0].text
    assert phone.get(f"/p/{code}/deals/1/statements/13").status == 404


def test_a_statement_is_put_right_among_what_could_have_been_said(phone: Phone, record: Recorder) -> None:
    """Three aces instead of three queens: the same three points."""
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    page = phone.get(f"/p/{code}/deals/1/statements/13")
    options = [node for node in page.root.all("a") if "change=" in node.attrs["href"]]
    assert len(options) > 2
    assert not any("Ada" in node.attrs.get("aria-label", node.text) for node in options)
    (aces,) = (node for node in options if node.attrs.get("aria-label") == "three aces")
    chosen = phone.get(aces.attrs["href"])
    assert "“Bea: three queens” becomes “Bea: three aces”." in chosen.text
    kept = phone.tap(chosen, "strike 13 for Y trio of aces")
    assert kept.sums()[0] == ["28", "23"]
    assert "three aces" in phone.get(f"/p/{code}/deals/1").root.all("li", id="s13")[0].text


def test_a_changed_answer_names_what_it_moves(phone: Phone, record: Recorder) -> None:
    """Had the point been not good, Ada loses its five."""
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    page = phone.get(phone.get(f"/p/{code}/deals/1/statements/6").links()["Not good"])
    assert re.search(r"Ada loses 5\b", page.text)
    assert phone.tap(page, "strike 6 for Y not good").sums()[0] == ["23", "23"]


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


def test_a_phone_that_looks_on_cannot_keep_a_change(phone: Phone, other: Phone, record: Recorder) -> None:
    code = phone.open()
    record(code, WORKED)
    assert other.get(f"/p/{code}/deals/1/statements/13").said() == {}


@pytest.mark.parametrize("where", ["deals/0", "deals/2", "deals/x", "deals/1/statements/0", "deals/1/statements/26"])
def test_what_is_not_there_is_not_found(phone: Phone, record: Recorder, where: str) -> None:
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
        NORMAND_DEAL,
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


def test_other_rules_stand_side_by_side(phone: Phone, other: Phone, record: Recorder) -> None:
    """Where only a ten or better counts, the tricks as Portland says them lack something; the page says what."""
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    page = other.get(f"/p/{code}/other-rules")
    by_title = {row[0]: row[1:] for row in rows(page)}
    assert len(by_title) == len(UNBID)
    titles = sorted((preset.title for preset in UNBID.values()), key=len)
    of_preset = {max((title for title in titles if what.startswith(title)), key=len): what for what in by_title}
    for preset in UNBID.values():
        what = of_preset[preset.title]
        totals, verdict = by_title[what]
        said = what.removeprefix(preset.title).strip()
        if totals:
            assert verdict
            assert said
        else:
            assert "Deal 1" in said
            assert len(said.split()) > 4
        assert (said == "as played") == (preset.id == "portland")
        assert totals or preset.id != "portland"
    assert [row[1] for row in rows(page)].count("") >= 2
    assert by_title[f"{PRESETS['portland'].title} as played"] == ["28 – 23", "The partie is not over."]


def test_a_partie_under_house_rules_was_played_under_them_and_not_under_the_preset(
    phone: Phone, record: Recorder
) -> None:
    """Its sheet says so, and its own row leads to what the club changed."""
    code = phone.open("Ada", "Bea", "portland point_min=4")
    record(code, WORKED)
    title = f"{PRESETS['portland'].title}, with house rules"
    assert f"{title}. Opened " in phone.get(f"/p/{code}/sheet").text
    page = phone.get(f"/p/{code}/other-rules")
    first, second, *others = (row[0] for row in rows(page))
    assert first == f"{title} as played"
    assert second.startswith(PRESETS["portland"].title)
    assert len(others) == len(UNBID) - 1
    assert not any("as played" in each for each in (second, *others))
    assert page.links()[title] == "/rules/house?rules=portland+point_min%3D4"


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


def test_the_margins_under_other_rules_are_compared(phone: Phone, record: Recorder) -> None:
    """
    Elder's twenty-nine and his first lead: a pique by the order of speaking alone, thirty more for Ada.

    Source: Cavendish's huitième against three tens, and pagat's order.
    """
    code = phone.open("Ada", "Bea")
    first = "E point 8; Y good; E huitieme; Y good; E tierce major; E no set; Y trio of tens; tricks E11 Y1"
    even = "E no point; E no sequence; E no set; tricks E6 Y6"
    record(code, first, *[even] * 5)
    page = phone.get(f"/p/{code}/other-rules")
    rows = {row.all("a")[0].text: row.text for row in page.root.all("tr") if row.all("a")}
    modern = next(text for title, text in rows.items() if title.startswith("Modern"))
    assert "Ada would win 30 more" in modern
    assert "pique" in modern


@pytest.mark.parametrize(
    ("preset", "said"),
    [("wikipedia", "No change"), ("meyer-1888", "Deal 1: Ada, the last trick: 3")],
)
def test_a_capot_in_one_line_or_in_two_is_no_difference(phone: Phone, record: Recorder, preset: str, said: str) -> None:
    """Forty in place of the ten is the ten and thirty more; the last trick that counts three is a difference."""
    code = phone.open("Ada", "Ben")
    record(code, "E no point; E no sequence; E no set; tricks E12")
    page = phone.get(f"/p/{code}/other-rules")
    [text] = [row[0] for row in rows(page) if row[0].startswith(PRESETS[preset].title)]
    assert said in text
