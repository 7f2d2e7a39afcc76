"""The sheet of a partie: settlement, charts, signatures, QR code, links, other rules,
and the check of claims.
"""

import re
import sys
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NoReturn, cast
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
import segno
from flask import Flask

from scorer.rules.deal import Deal
from scorer.rules.findings import Verdict, Witness
from scorer.rules.names import Name, without_isolates
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.seats import BySeat, Player
from scorer.rules.settlement import settle_target
from scorer.service.club.seasons.standings import Race
from scorer.service.parties import Parties
from scorer.storage.entry_rows import Point
from scorer.table import doubts as findings
from scorer.table.charts import LETTER, partie_chart
from scorer.table.checking import check
from scorer.table.hinging import change_message
from scorer.table.what_if import Change
from scorer.web.club.season_charts import WIDTH, race_chart
from scorer.web.rights import Right
from tests.rows import each_row
from tests.service.tables import EVERY_LINK, PLAIN
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Node, Page, Phone, Recorder, routes

CENT_32 = PRESETS["cent-32"]
NAMES: BySeat[str] = BySeat((Name("Ada"), Name("Ben")))
SVG = "{http://www.w3.org/2000/svg}"


def test_a_partie_that_both_sign_is_closed(
    phone: Phone, other: Phone, parties: Parties, record: Recorder
) -> None:
    code = phone.open("Ada", "Bea")
    record(code, *RUBICON_PARTIE[:5])
    phone.post(f"/p/{code}/sign", {"player": "0", "name": "Ada"})
    record(code, RUBICON_PARTIE[5])
    assert parties.sheet(code).signatures == (None, None), "it was not over"
    assert other.get(f"/p/{code}/settlement").root.all("form") == []
    for player, name in enumerate(("Ada", "Bea")):
        page = phone.sign(code, name, player=player)
        assert f"{name} signed on " in page.text
        refused = phone.say(code, "strike 12", deal=5, position=12, key=name)
        assert "signed" in refused.root.all("p", role="alert")[0].text
    assert parties.sheet(code).signatures == ("Ada", "Bea")
    assert phone.table(code).said() == {}


def test_in_a_rematch_the_other_deals_and_everything_else_stays(
    phone: Phone, parties: Parties, record: Recorder
) -> None:
    code = phone.open("Ada", "Bea", rules="portland rubicon=90")
    record(code, *RUBICON_PARTIE)
    page = phone.send(phone.get(f"/p/{code}/settlement"), "Play again Ada deals")
    latest = parties.latest(EVERY_LINK)[0]
    assert page.key("Five and three, as usual")
    assert latest.names == ("Ada", "Bea")
    assert latest.partie.record.dealer == 0
    assert latest.partie.record.rules == parties.sheet(code).partie.record.rules


def test_nothing_of_a_partie_without_a_club_asks_for_a_signature(
    phone: Phone, record: Recorder, code: str
) -> None:
    record(code, *RUBICON_PARTIE)
    for page in (f"/p/{code}/settlement", f"/p/{code}/sheet", "/"):
        assert not re.search(r"\b[Ss]ign|\bHead\b", phone.get(page).text), page


def test_the_one_main_key_of_a_settlement_plays_again(
    phone: Phone, record: Recorder, code: str
) -> None:
    record(code, *RUBICON_PARTIE)
    page = phone.get(f"/p/{code}/settlement")
    assert [key.text for key in page.root.all("button", class_="key main")] == [
        "Play again Ada deals"
    ]
    assert page.root.all("a", class_="key main") == []


def test_the_table_of_a_partie_that_is_over_leads_to_its_settlement_by_one_key(
    phone: Phone, record: Recorder, code: str
) -> None:
    record(code, *RUBICON_PARTIE)
    (key,) = phone.table(code).root.all("a", class_="key main")
    assert key.attrs["href"] == f"/p/{code}/settlement"


def test_only_a_phone_that_scores_has_the_sentence_about_the_home_screen(
    phone: Phone, other: Phone, record: Recorder, code: str
) -> None:
    record(code, *RUBICON_PARTIE)
    assert phone.get(f"/p/{code}/settlement").root.all("p", id="install")
    assert other.get(f"/p/{code}/settlement").root.all("p", id="install") == []


def test_a_partie_that_is_not_over_has_no_result_to_share(phone: Phone, code: str) -> None:
    for page in ("result", "result.svg"):
        assert phone.client.get(f"/p/{code}/{page}").status_code == 404, page


def test_the_picture_of_a_result_has_its_deals_and_whose_the_marks_are(
    phone: Phone, record: Recorder
) -> None:
    code = phone.open("Ada", "Bartholomew & Co")
    record(code, *RUBICON_PARTIE[:5], "scores 53 1")
    picture = phone.client.get(f"/p/{code}/result.svg")
    words = [element.text for element in ElementTree.fromstring(picture.text).iter(f"{SVG}text")]
    assert picture.mimetype == "image/svg+xml"
    assert words[:3] == [f"{Name('Ada')} wins", "421", f"{LOSER} is under the Rubicon."]
    at = words.index("Deal")
    names = f"{Name('Ada')}", f"{Name('Bartholome…')}"
    assert words[at : at + 7] == ["Deal", *names, "1", "53", "0", "capot"]
    at = words.index("6, from totals")
    assert words[at : at + 3] == ["6, from totals", "53", "1"]
    at = words.index("Total")
    assert words[at : at + 3] == ["Total", "318", "3"]


LOSER = Name("Bartholomew & Co")


def test_no_two_texts_of_a_row_of_the_picture_are_on_each_other(
    phone: Phone, record: Recorder, code: str
) -> None:
    """All marks that a side can have in a deal are above each other, beside its figure."""
    record(code, *RUBICON_PARTIE[:5], EVERY_MARK)
    picture = ElementTree.fromstring(phone.client.get(f"/p/{code}/result.svg").text)
    marks = [each for each in picture.iter(f"{SVG}text") if each.text in MARKS_OF_A_SIDE]
    (*_, first, second, third) = marks
    heights = [float(each.attrib["y"]) for each in (first, second, third)]
    assert all(
        below - above >= float(each.attrib["font-size"])
        for each, (above, below) in zip((second, third), pairwise(heights), strict=True)
    )
    assert [each.text for each in (first, second, third)] == [*MARKS_OF_A_SIDE]


EVERY_MARK = (
    "E carte blanche; E exchange 4; Y exchange 1; E point 5; Y good; E quint; Y good; E tierce; "
    "E quatorze of knaves; Y good; E quatorze of tens; count E12 last E play 13"
)
MARKS_OF_A_SIDE = ("carte blanche", "repique", "capot")


def test_the_page_of_a_result_has_its_text_its_picture_and_a_way_back(
    phone: Phone, record: Recorder
) -> None:
    code = phone.open("Ada", "Bartholomew & Co")
    record(code, *RUBICON_PARTIE[:5], "scores 53 1")
    settlement = phone.get(f"/p/{code}/settlement")
    page = phone.get(settlement.links()["Share"])
    (drawn,) = page.root.all("img", class_="result")
    assert drawn.attrs["src"] == f"/p/{code}/result.svg"
    assert page.links()["Settlement"] == f"/p/{code}/settlement"
    (text,) = page.root.all("pre")
    assert text.text.startswith("Ada and Bartholomew & Co at Piquet. Ada wins 421. Ada 318, ")
    (share,) = settlement.root.all("a", id="share")
    lines = without_isolates(share.attrs["data-words"]).splitlines()
    assert lines[2] == "Deal 1: 53 – 0, capot for Ada"


def test_a_mark_leads_to_its_word_in_the_glossary(
    phone: Phone, record: Recorder, code: str
) -> None:
    record(code, EVERY_MARK)
    links = phone.get(f"/p/{code}/sheet").links()
    terms = phone.get("/help/glossary").root
    for mark in MARKS_OF_A_SIDE:
        anchor = links[mark].partition("#")[2]
        assert terms.all("li", id=anchor), mark


def test_each_of_three_signs(phone: Phone, parties: Parties, record: Recorder) -> None:
    code = phone.open("Ada", "Bea", rules="normand")
    record(code, *["scores 60 30 20"] * 2)
    assert phone.table(code).root.all("header", class_="pair of3")
    for player, name in enumerate(("Ada", "Bea", "Cem")):
        signed = phone.sign(code, name, player=player)
        assert f"{name} signed on " in signed.text
    assert parties.sheet(code).is_signed


def test_nobody_signs_with_another_name(
    phone: Phone, parties: Parties, record: Recorder, code: str
) -> None:
    record(code, *RUBICON_PARTIE)
    names = [("0", name) for name in ("Bea", "", "A" * 500, "Ad", "\x01", "<b>")]
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


def test_the_qr_code_is_that_of_the_printed_address(phone: Phone, other: Phone, code: str) -> None:
    page = other.get(f"/p/{code}/share")
    [address] = re.findall(r"http://\S+", page.text)
    assert address == f"http://piquet.test/p/{code}/"
    squares, size = dark(page, 0)
    assert {x for x, _ in squares} | {y for _, y in squares} == set(range(4, size - 4))
    expected = segno.make(address, error="m", micro=False).matrix
    assert squares == {
        (x + 4, y + 4) for y, line in enumerate(expected) for x, bit in enumerate(line) if bit
    }
    assert page.root.all("form") == []


def test_a_scoring_link_is_made_once_and_shown_once(
    phone: Phone, other: Phone, parties: Parties, code: str
) -> None:
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


CLOSE = (f"{PLAIN.replace('5', '6')}", *(PLAIN,) * 5)
"""Ada wins by 91 to 90; Bea has not crossed the Rubicon, and nor would Ada have."""


def test_a_settlement_names_what_it_hinges_on(
    phone: Phone, other: Phone, record: Recorder, code: str
) -> None:
    record(code, *CLOSE)
    settlement = phone.get(f"/p/{code}/settlement")
    assert "What it hinges on Two more points for Bea, and Bea would win 283." in settlement.text
    assert (
        "Deal 1: “Ada: point of six” If “point of five”: more deals would be due" in settlement.text
    )
    assert "Deal 1: “Bea: good” If “not good”: Bea wins, Ada does not cross 275" in settlement.text
    seen = other.get(f"/p/{code}/settlement")
    assert "Deal 1: “Bea: good” If “not good”" in seen.text
    assert "“Bea: good”" not in seen.links()
    [statement, *_] = [each for each in settlement.root.all("a") if each.text == "“Bea: good”"]
    phone.tap_form(phone.get(phone.get(statement.attrs["href"]).links()["Not good"]).key("Keep"))
    assert "Bea wins 276 Ada is under the Rubicon." in phone.get(f"/p/{code}/settlement").text


@each_row
def test_what_it_hinges_on_names_lurches(
    totals: tuple[int, int], then: tuple[int, int], words: str
) -> None:
    now, changed = (settle_target(CENT_32, each, each.index(105), 100) for each in (totals, then))
    partie = SimpleNamespace(settlement=now, record=SimpleNamespace(rules=CENT_32))
    sheet: Any = SimpleNamespace(partie=partie, sides=(Name("Ada"), Name("Ben")))
    assert without_isolates(str(change_message(sheet, Change((), changed), NAMES))) == words


def test_what_takes_longer_is_shown_if_asked(
    phone: Phone, record: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not come by itself, which would move the signatures under a finger."""
    code = phone.open("Ada", "Bea")
    record(code, *CLOSE)
    whole = phone.get(f"/p/{code}/settlement")
    monkeypatch.setattr(sys.modules["scorer.table.proof"], "CHECKS", 5)
    part = phone.get(f"/p/{code}/settlement")
    assert "Deal 1: “Ada: point of six”" in part.text
    assert "Deal 6: “" not in part.text
    asked = phone.get(part.links()["Show everything it hinges on"])
    assert "Deal 6: “Bea: seven tricks" in asked.text
    assert asked.text == whole.text


def card(page: Page, title: str) -> Node:
    [found] = [
        each
        for each in page.root.all("section")
        if each.all("h2") and each.all("h2")[0].text == title
    ]
    return found


def address(page: Page, title: str, *typed: str) -> str:
    """Return where the question of a ruleset leads with its last choice,
    or what is *typed*, and what was answered.
    """
    [form] = card(page, title).all("form")
    given = [(each.attrs["name"], each.attrs["value"]) for each in form.all("input", type="hidden")]
    fields = form.all("input", inputmode="numeric")
    given += [(each.attrs["name"], words) for each, words in zip(fields, typed, strict=True)]
    if not fields:
        chosen = [*form.all("button"), *form.all("option")][-1]
        given.append(((form.all("select") or [chosen])[0].attrs["name"], chosen.attrs["value"]))
    return f"{form.attrs['action'].partition('#')[0]}?{urlencode(given)}"


UNKNOWN = "Cannot be known from what was entered."
FIRST = "Card Game Heaven’s count, first past 100"
HEAVEN = "Card Game Heaven’s count"
FRENCH = "French, to 150"
OLD = "Hundred up, old English"


def test_under_other_rules_a_card_asks_one_question_for_a_deal(
    phone: Phone, other: Phone, record: Recorder
) -> None:
    code = phone.open("Ada", "Bea")
    record(code, "E no point; E tierce; Y good; tricks E7 Y5", *(PLAIN,) * 5)
    page = phone.get(f"/p/{code}/other-rules")
    assert card(page, FRENCH).text == f"{FRENCH} The partie is not over. 87 – 90"
    asked = "How many of Bea’s seven tricks in deal 2 came before Ada’s first? 1 to 6 0"
    assert card(page, HEAVEN).text == f"{HEAVEN} {UNKNOWN} {asked}"
    addresses = []
    while card(page, HEAVEN).all("form"):
        addresses.append(address(page, HEAVEN))
        page = phone.get(addresses[-1])
    assert len(addresses) == 5
    assert "Bea wins 282. 88 – 94" in card(page, HEAVEN).text
    assert other.get(addresses[-1]).text == page.text
    again = phone.get(card(page, HEAVEN).all("a")[2].attrs["href"])
    assert "How many of Ada’s seven tricks in deal 3 came" in card(again, HEAVEN).text
    assert card(again, HEAVEN).text.endswith(
        "Change your answer for deal 2 , deal 4 , deal 5 , deal 6 ."
    )


def test_of_totals_alone_one_sentence_says_that_nothing_is_known(
    phone: Phone, record: Recorder, code: str
) -> None:
    record(code, *["scores 60 70"] * 6)
    page = phone.get(f"/p/{code}/other-rules")
    assert page.root.all("form") == []
    assert "Bea wins" in card(page, "The partie of four deals").text
    assert ONLY_TOTALS in page.text


ONLY_TOTALS = (
    "This partie has only totals, and nine other rulesets count a deal differently: "
    "what it would pay by them cannot be known."
)


def test_the_totals_of_a_deal_are_asked_for_where_rules_score_otherwise(
    phone: Phone, record: Recorder, code: str
) -> None:
    record(code, PLAIN, *["scores 60 70"] * 5)
    page = phone.get(f"/p/{code}/other-rules?cent-32.1=40&cent-32.1=12")
    asked = "What would deal 2 have scored by these rules? Ada Bea Score it"
    assert asked in card(page, OLD).text
    assert "Change your answer for deal 1: 40 – 12 ." in card(page, OLD).text
    fields = card(page, OLD).all("input", inputmode="numeric")
    assert [each.attrs["value"] for each in fields] == ["60", "70"]
    wrong = phone.get(address(page, OLD, "x", "12"))
    assert "Enter whole numbers from 0 to 999." in card(wrong, OLD).text
    fields = card(wrong, OLD).all("input", inputmode="numeric")
    assert [each.attrs["value"] for each in fields] == ["x", "12"]


def test_only_one_side_reaches_the_target_of_other_rules(
    phone: Phone, record: Recorder, code: str
) -> None:
    record(code, *["scores 60 70"] * 6)
    page = phone.get(f"/p/{code}/other-rules?heaven-100.1=60&heaven-100.1=70")
    refused = phone.get(address(page, FIRST, "60", "70"))
    words = "play ends as soon as one side reaches 100, so only one can."
    assert words in card(refused, FIRST).text


LONG = "Wolfeschlegelsteinhausen"
NAMED_SIDES = (Name("Ada"), Name(LONG))


def race(
    *balances: int, names: str = LONG, days: tuple[str, ...] = ("2026-11-21", "2026-11-22")
) -> Race:
    lines = {
        member: (Point(1, 10), Point(9, balance)) for member, balance in enumerate(balances, 1)
    }
    return Race({member: f"{names} {member}" for member in lines}, lines, 1, 9, days)


@pytest.mark.parametrize(
    "balances", [(4000, 3990, 3980, 3970, -12_345), (0,), (100, 99, 98, 97, 96, 95, 94), (-9, -9)]
)
def test_no_text_of_the_points_chart_is_clipped_or_on_another(balances: tuple[int, ...]) -> None:
    found = race_chart(race(*balances), reader=2)
    assert found is not None
    for each in found.levels:
        assert each.x - LETTER * len(each.text) >= 0
        assert 10 < each.y < 240
    names = [line.name for line in found.lines]
    for each in names:
        assert found.right < each.x < WIDTH - LETTER * len(each.text)
    assert found.right - found.left > WIDTH / 3
    heights = sorted(each.y for each in names)
    assert heights[0] >= 16
    assert heights[-1] <= 236
    assert all(after - before >= 15 for before, after in pairwise(heights))
    own = [number for number, line in enumerate(found.lines, 1) if line.stroke.endswith(" own")]
    assert own == [2][: len(balances) - 1]


def test_a_day_is_said_once() -> None:
    for days, said in ((("2026-11-21", "2026-11-22"), 2), (("2026-11-22",) * 2, 1)):
        found = race_chart(race(5, days=days))
        assert found is not None
        assert len(found.days) == said


def test_the_names_of_a_partie_fit_beside_their_lines() -> None:
    deals = tuple(DealRecord(scores=(50, 50)) for _ in range(4))
    players = Player("Ada"), Player(LONG)
    assert (
        partie_chart(play_partie(PartieRecord(PRESETS["four-deal"], players, ())), NAMED_SIDES)
        is None
    )
    found = partie_chart(
        play_partie(PartieRecord(PRESETS["four-deal"], players, deals)), NAMED_SIDES
    )
    assert found is not None
    first, second = found.ends
    assert first.text == "Ada"
    assert second.text == "Wolfeschleg…"
    for each in (first, second):
        assert found.right < each.x < 358 - LETTER * len(each.text)
        assert 14 < each.y < 147 - 12
    assert abs(first.y - second.y) >= 13


def test_the_totals_after_each_deal_are_below_it_in_a_row_for_each_side() -> None:
    deals = tuple(DealRecord(scores=(50, 101)) for _ in range(6))
    partie = play_partie(PartieRecord(PRESETS["portland"], (Player("Ada"), Player(LONG)), deals))
    found = partie_chart(partie, (Name("Ada"), Name(LONG)))
    assert found is not None
    below = [(mark.x, mark.text) for mark in found.totals]
    columns = [mark.x for mark in found.numbers]
    own = [str(total) for total in range(50, 301, 50)]
    others = [str(total) for total in range(101, 607, 101)]
    assert below == [*zip(columns, own, strict=True), *zip(columns, others, strict=True)]
    room = LETTER * len("303")
    assert all(after - before >= room for before, after in pairwise(columns))
    for name in found.rows:
        assert columns[-1] + room / 2 < name.x < 358 - LETTER * len(name.text)
    assert max(name.y for name in found.rows) < found.height


def test_the_chart_of_many_deals_has_no_totals_below_it() -> None:
    deals = tuple(DealRecord(scores=(5, 4)) for _ in range(19))
    players = (Player("Ada"), Player(LONG))
    partie = play_partie(PartieRecord(PRESETS["heaven-100"], players, deals))
    found = partie_chart(partie, (Name("Ada"), Name(LONG)))
    assert found is not None
    assert found.totals == []
    assert found.rows == []


WORKED = "; ".join(WORKED_DEAL)
TENS = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E quint; E to ace; Y good; E trio of "
    "knaves; Y not good"
)
SUNK = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set"
"""Ada has a ten in the quint, so that Bea's set is any but four tens;
every hand has a point, which nobody calls.
"""


def warnings(page: Page) -> list[Node]:
    return [node for node in page.root.nodes if node.attrs.get("class") == "doubt"]


def everything(app: Flask, phone: Phone, code: str) -> dict[str, Page]:
    """Return every page that needs only the code, with each number of a deal or a statement."""
    paths = {path for method, path in routes(app, Right.READER, code) if method == "GET"}
    for deal in (1, 2, 3):
        paths |= {
            f"/p/{code}/deals/{deal}",
            f"/p/{code}/deals/{deal}/cards",
            f"/p/{code}/?deal={deal}",
        }
    paths |= {f"/p/{code}/deals/2/again?at={number}&do=instead" for number in range(1, 8)}
    return {path: phone.get(path) for path in sorted(paths)}


def test_the_warning_leads_to_the_form_that_ends_it(
    phone: Phone, parties: Parties, code: str
) -> None:
    parties.record(code, deal=0, position=0, said=TENS, form_key="tens")
    form = phone.get(warnings(phone.tap_all(code, "Y quatorze of tens"))[0].attrs["href"])
    (doubt,) = form.root.all("p", class_="doubt")
    assert doubt.text == "Impossible Ada’s quint and Bea’s four tens can’t both be true."
    (queens,) = (
        node for node in form.root.all("a") if node.attrs.get("aria-label") == "three queens"
    )
    corrected = phone.tap(phone.get(queens.attrs["href"]), "strike 10 for Y trio of queens")
    assert warnings(corrected) == []
    assert corrected.root.all("div", id="table")[0].attrs["data-warning"] == ""
    phone.tap_all(code, "strike 11", *["tricks E1"] * 12)
    page = phone.table(code)
    assert warnings(page)[0].attrs["href"] == f"/p/{code}/deals/1/again?at=10&do=instead&back=table"
    assert "Next deal" in page.links()
    assert "Cards that fit" not in phone.get(f"/p/{code}/deals/1").links()
    assert phone.get(f"/p/{code}/deals/1/cards").status == 404


def test_who_sank_what_is_said_last(
    app: Flask, phone: Phone, other: Phone, parties: Parties, record: Recorder
) -> None:
    """No seat, no category and no card, on any page and on either phone;
    nor where the deal is open again.
    """
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    assert phone.say(code, f"{SUNK}; tricks E11", deal=1, position=0, key="sunk").status == 303
    page = phone.table(code)
    assert warnings(page) == []
    assert page.root.all("div", id="table")[0].attrs["data-warning"] == ""
    claims = phone.get(f"/p/{code}/deals/2").root.all("section", id="claims")[0]
    assert claims.text == "One pack can hold these claims so far."
    for each in (phone, other):
        for path, found in everything(app, each, code).items():
            assert not re.search(r"\bs[au]nk\b", found.html), path
    over = phone.tap(page, "tricks E1")
    assert "Possible if Bea sank a point and Ada sank a point." in over.text
    undo = next(said for said, node in over.said().items() if node.text.startswith("Undo"))
    assert warnings(phone.tap(over, undo)) == []
    assert phone.get(f"/p/{code}/deals/2/cards").status == 404


class Hidden:
    """Cards that nobody may look at."""

    def __getattribute__(self, name: str) -> NoReturn:
        raise AssertionError("the cards of a deal that goes on were looked at")


@pytest.mark.parametrize(
    "log", ["; ".join(WORKED_DEAL[:-1]), "E carte blanche; E exchange 5; E no sequence"]
)
def test_no_page_shows_cards_of_a_deal_that_goes_on(
    app: Flask,
    phone: Phone,
    other: Phone,
    record: Recorder,
    monkeypatch: pytest.MonkeyPatch,
    log: str,
) -> None:
    """On either phone every address is tried, and none even looks at them;
    those of the first deal are shown.
    """

    def guarded(deal: Deal) -> Verdict:
        found = check(deal)
        return found if deal.is_over else replace(found, witness=cast("Witness", Hidden()))

    monkeypatch.setattr(findings, "check", guarded)
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    assert phone.say(code, log, deal=1, position=0, key="the second").status == 303
    for each in (phone, other):
        pages = everything(app, each, code)
        assert {page.status for page in pages.values()} <= {200, 204, 404}
        shown = {path for path, page in pages.items() if "♠" in page.text or "suits" in page.html}
        assert shown == {f"/p/{code}/deals/1/cards"}
        assert pages[f"/p/{code}/deals/2/cards"].status == 404
        assert "Cards that fit" not in pages[f"/p/{code}/deals/2"].text


def test_a_claim_is_found_false_or_shown_once_by_its_key(
    phone: Phone, parties: Parties, code: str
) -> None:
    """It is seen before it is kept. A claim that was shown scores nothing;
    the other player may waive a penalty.
    """
    log = "E point 5; Y good; E trio of kings; Y not good; Y quatorze of aces; tricks E12"
    parties.record(code, deal=0, position=0, said=log, form_key="calls")
    shows = "Ada: shows point of five"
    false = "Bea: four aces found false"
    before = phone.table(code).counts()
    for key, said in ((shows, "E shows point 5"), (false, "Y false quatorze of aces")):
        phone.tap(phone.get(phone.get(f"/p/{code}/deals/1").links()[key]), said)
        if said == "E shows point 5":
            assert phone.table(code).counts() == before
    page = phone.get(f"/p/{code}/deals/1")
    assert page.links()[shows].endswith("/again?at=18&do=instead"), (
        "it is a line of the timeline, and no key any more"
    )
    assert "Ada: point of five found false" not in page.links()
    (answer,) = (
        item for item in page.root.all("li", class_="item false") if item.text.startswith(false)
    )
    assert "By what was said, Bea may have held it" in answer.text
    assert not any("Y+false" in href.rpartition(";")[2] for href in page.links().values())
    assert "Ada: waives the penalty" in page.links()


CHOUETTE = {
    "frame": "chouette",
    "rules": "portland",
    "name0": "Ada",
    "name1": "Bea",
    "name2": "Cem",
}


class TestSaveThisPartie:
    def test_has_one_file_on_sheet_settlement_and_share(
        self, phone: Phone, code: str, record: Recorder
    ) -> None:
        record(code, *RUBICON_PARTIE)
        addresses = [
            phone.get(f"/p/{code}/{page}").links()["Save this partie a .piquet file"]
            for page in ("sheet", "settlement", "share")
        ]
        assert addresses == [f"/p/{code}/partie.piquet"] * 3

    def test_saves_a_running_partie_too(self, phone: Phone, code: str, parties: Parties) -> None:
        text = phone.client.get(f"/p/{code}/partie.piquet").text
        assert parse_partie(text).record == parties.sheet(code).partie.record

    def test_has_the_day_and_a_plain_name(self, phone: Phone, code: str, parties: Parties) -> None:
        answer = phone.client.get(f"/p/{code}/partie.piquet")
        day = parties.sheet(code).played
        assert parse_partie(answer.text).played == day
        name = f"{day}-ada-bea-{code}.piquet"
        assert answer.headers["Content-Disposition"] == f"attachment; filename={name}"

    def test_is_not_offered_of_a_scorecard(self, phone: Phone) -> None:
        card = phone.post("/company/new", CHOUETTE).headers["Location"].split("/")[2]
        assert "Save this partie" not in phone.get(f"/p/{card}/share").text
